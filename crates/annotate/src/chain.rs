//! The chain from T to H: the changes of all parts, carried together to the words of T.
//!
//! A rule changes words of T, or words of what another part makes (`on`). Only words that its sides do not share change,
//! so that rules which touch different words can be in any order.

mod changes;

use std::collections::HashSet;
use std::ops::Range;

use self::changes::{Base, Changes};
use crate::rule::{Rule, apply};
use crate::words::{Word, folded_but_articles, sentences, shared, words};

/// A part in a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<'a> {
    /// Its rule; of an unsupported part, the words of H are its right-hand side.
    pub rule: &'a Rule,
    /// The place in the list of the part whose result the rule changes; T if absent.
    pub on: Option<usize>,
    /// Whether nothing in T bears on what the part says, so that no rule leads to it.
    pub unsupported: bool,
}

/// What a rule makes of the text so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The text, and where the words that the rule brings are in it, in bytes.
    Applied(String, Vec<Range<usize>>),
    /// Another rule has removed words that this one changes, or the rule does not apply to its text.
    Gone,
    /// Nothing in T bears on these words of H.
    Unsupported,
}

/// How much of what a chain makes is H.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// All of it.
    Whole,
    /// One of its sentences.
    Sentence,
    /// It has all words of H but those of unsupported parts.
    Supported,
}

/// A chain that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// What each part makes; one that does not apply is left out by those behind it.
    pub steps: Vec<Step>,
    /// The text with all changes.
    pub end: String,
    /// Whether it is H, but for case, punctuation and *a* or *an*; nothing if a rule does not apply.
    pub reach: Option<Reach>,
    /// Words of H that the nearest sentence of the end has not.
    pub missing: Vec<String>,
    /// Words of that sentence that H has not.
    pub extra: Vec<String>,
}

/// Follows a chain from a text to a hypothesis: in the order of the list or, if that does not lead to it, with the rules
/// first that move words, which others may change, and the longest of them.
#[must_use]
pub fn chain(text: &str, links: &[Link<'_>], hypothesis: &str) -> Chain {
    let listed: Vec<usize> = (0..links.len()).collect();
    let followed = follow(text, links, hypothesis, &listed);
    if followed.reach.is_some() || links.len() < 2 {
        return followed;
    }
    let mut widest = listed;
    widest.sort_by_cached_key(|&at| {
        let rule = links[at].rule;
        std::cmp::Reverse((moves(rule), words(&rule.left_hand_side).len()))
    });
    let other = follow(text, links, hypothesis, &widest);
    if other.reach.is_some() { other } else { followed }
}

fn follow(text: &str, links: &[Link<'_>], hypothesis: &str, wanted: &[usize]) -> Chain {
    let mut changes = Changes::of(text);
    let mut steps = vec![Step::Gone; links.len()];
    let mut bases: Vec<Option<Base>> = vec![None; links.len()];
    for at in order(links, wanted) {
        let link = &links[at];
        if link.unsupported {
            steps[at] = Step::Unsupported;
            continue;
        }
        let base = match link.on {
            None => Some(Base::of_text(text)),
            Some(on) => bases.get(on).cloned().flatten(),
        };
        let Some((base, applied)) = base.and_then(|base| {
            let applied = apply(&base.text, link.rule).ok()?;
            Some((base, applied))
        }) else {
            continue;
        };
        let before = changes.clone();
        match changes.make(&base, &applied, at) {
            Some(result) => {
                bases[at] = Some(result);
                let (text, places) = changes.text(at);
                steps[at] = Step::Applied(text, places);
            }
            None => changes = before,
        }
    }
    let (end, _) = changes.text(usize::MAX);
    let reach = reach(&end, hypothesis, links);
    let reach = reach.filter(|_| steps.iter().all(|step| *step != Step::Gone));
    let (missing, extra) = match reach {
        Some(_) => (Vec::new(), Vec::new()),
        None => difference(&end, hypothesis),
    };
    Chain { steps, end, reach, missing, extra }
}

/// Whether a rule has a word on both sides in another order.
fn moves(rule: &Rule) -> bool {
    let (left, right) = (words(&rule.left_hand_side), words(&rule.right_hand_side));
    let pairs = shared(&left, &right);
    let lone =
        |at: usize, first: bool| pairs.iter().all(|pair| at != if first { pair.0 } else { pair.1 });
    let left: HashSet<&str> = (0..left.len())
        .filter(|&at| lone(at, true) && left[at].is_word())
        .map(|at| left[at].folded.as_str())
        .collect();
    (0..right.len()).any(|at| lone(at, false) && left.contains(right[at].folded.as_str()))
}

/// The parts in a wanted order but each behind the one whose result it changes; what is in a circle is left out.
fn order(links: &[Link<'_>], wanted: &[usize]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::with_capacity(links.len());
    loop {
        let next = wanted
            .iter()
            .find(|at| !found.contains(at) && links[**at].on.is_none_or(|on| found.contains(&on)));
        match next {
            Some(&at) => found.push(at),
            None => return found,
        }
    }
}

fn reach(end: &str, hypothesis: &str, links: &[Link<'_>]) -> Option<Reach> {
    let wanted = folded_but_articles(hypothesis);
    if folded_but_articles(end) == wanted {
        return Some(Reach::Whole);
    }
    if sentences(end).iter().any(|sentence| folded_but_articles(sentence) == wanted) {
        return Some(Reach::Sentence);
    }
    let unsupported: Vec<Range<usize>> = links
        .iter()
        .filter(|link| link.unsupported)
        .flat_map(|link| words_of(hypothesis, link.rule))
        .collect();
    if unsupported.is_empty() {
        return None;
    }
    let covered = |at: usize| unsupported.iter().any(|range| range.contains(&at));
    let of_hypothesis = words(hypothesis).into_iter().enumerate();
    let (places, supported): (Vec<usize>, Vec<Word>) =
        of_hypothesis.filter(|(at, word)| is_content(word) && !covered(*at)).unzip();
    let is_open = |from: usize, to: usize| (from..to).any(covered);
    let length = words(hypothesis).len();
    let fits = |sentence: &&str| {
        let mut of_sentence = words(sentence);
        of_sentence.retain(is_content);
        let pairs = shared(&of_sentence, &supported);
        // Other words only where H says what is unsupported.
        let mut ends = pairs.iter().map(|&(at, other)| (at, places[other]));
        let mut last: Option<(usize, usize)> = None;
        let between = ends.by_ref().all(|(at, place)| {
            let (from, start) = last.map_or((0, 0), |(at, place)| (at + 1, place + 1));
            last = Some((at, place));
            at == from || is_open(start, place)
        });
        let (from, start) = last.map_or((0, 0), |(at, place)| (at + 1, place + 1));
        let behind = from == of_sentence.len() || is_open(start, length);
        pairs.len() == supported.len() && between && behind
    };
    (supported.is_empty() || sentences(end).iter().any(fits)).then_some(Reach::Supported)
}

fn is_content(word: &Word) -> bool {
    word.is_word() && !is_article(word)
}

fn is_article(word: &Word) -> bool {
    matches!(word.folded.as_str(), "a" | "an")
}

/// The numbers of the words of H that an unsupported part names.
pub(crate) fn words_of(hypothesis: &str, rule: &Rule) -> Vec<Range<usize>> {
    crate::rule::found(hypothesis, &rule.right_hand_side, &rule.at).unwrap_or_default()
}

/// The words of H that the most similar sentence has not, and the other way round.
fn difference(end: &str, hypothesis: &str) -> (Vec<String>, Vec<String>) {
    let wanted = words(hypothesis);
    let nearest = sentences(end)
        .into_iter()
        .map(|sentence| (shared(&words(sentence), &wanted), sentence))
        // The first of equals.
        .rev()
        .max_by_key(|(pairs, _)| pairs.len());
    let Some((pairs, sentence)) = nearest else {
        return (written(hypothesis, |_| true), Vec::new());
    };
    (
        written(hypothesis, |at| pairs.iter().all(|&(_, second)| second != at)),
        written(sentence, |at| pairs.iter().all(|&(first, _)| first != at)),
    )
}

fn written(text: &str, wanted: impl Fn(usize) -> bool) -> Vec<String> {
    let words = words(text).into_iter().enumerate();
    words
        .filter(|(at, word)| word.is_word() && wanted(*at))
        .map(|(_, word)| text[word.place].to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "The Kestrel Trust, a charity in Portugal, bought the old cannery in spring.";
    const HYPOTHESIS: &str = "A Portuguese charity purchased the old factory.";
    const RULES: [(&str, &str); 5] = [
        ("The Kestrel Trust, a charity in Portugal,", "A charity in Portugal"),
        ("charity in Portugal", "Portuguese charity"),
        ("cannery in spring", "cannery"),
        ("cannery", "factory"),
        ("bought", "purchased"),
    ];

    fn rule(left: &str, right: &str) -> Rule {
        Rule { left_hand_side: left.into(), right_hand_side: right.into(), ..Rule::default() }
    }

    fn follow_rules(text: &str, rules: &[(&str, &str, Option<usize>)], hypothesis: &str) -> Chain {
        let made: Vec<Rule> = rules.iter().map(|(left, right, _)| rule(left, right)).collect();
        let links = made.iter().zip(rules).map(|(rule, (left, _, on))| Link {
            rule,
            on: *on,
            unsupported: left.is_empty(),
        });
        chain(text, &links.collect::<Vec<_>>(), hypothesis)
    }

    fn of_numbers(numbers: &[usize], hypothesis: &str) -> Chain {
        let rules: Vec<_> = numbers.iter().map(|&at| (RULES[at].0, RULES[at].1, None)).collect();
        follow_rules(TEXT, &rules, hypothesis)
    }

    #[test]
    fn rules_lead_to_h_in_any_order() {
        for numbers in [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [3, 2, 0, 4, 1]] {
            let chain = of_numbers(&numbers, HYPOTHESIS);
            assert_eq!((chain.reach, chain.end.as_str()), (Some(Reach::Whole), HYPOTHESIS));
        }
        let chain = of_numbers(&[3, 4], "The Kestrel Trust purchased a factory");
        let Step::Applied(text, places) = &chain.steps[0] else { panic!("{chain:?}") };
        assert_eq!(&text[places[0].clone()], "factory");
    }

    #[test]
    fn two_rules_on_one_word_do_not_go_together() {
        let text = "The night ferry left.";
        let chain = follow_rules(
            text,
            &[("ferry", "boat", None), ("night ferry", "ship", None)],
            "The ship left.",
        );
        assert_eq!((chain.reach, &chain.steps[1]), (None, &Step::Gone));
        let chain = follow_rules(
            text,
            &[("ferry", "boat", None), ("night ferry", "ferry", None)],
            "The boat left.",
        );
        assert_eq!(chain.reach, Some(Reach::Whole));
    }

    #[test]
    fn words_that_a_rule_moves_can_be_changed_by_others() {
        let text = "They include two clownfish, a seahorse and a shrimp.";
        let moved = ("two clownfish, a seahorse and a shrimp", "a shrimp and two clownfish", None);
        for other in [("shrimp", "crustacean", None), ("clownfish", "fish", None)] {
            let wanted = format!("They include {}.", moved.1.replace(other.0, other.1));
            for rules in [[moved, other], [other, moved]] {
                let chain = follow_rules(text, &rules, &wanted);
                assert_eq!(chain.reach, Some(Reach::Whole), "{rules:?} {}", chain.end);
            }
        }
        let chain = follow_rules(
            "A self-portrait of Orr hangs.",
            &[("A self-portrait of Orr", "Orr's own portrait", None)],
            "Orr's own portrait hangs.",
        );
        assert_eq!(
            (chain.reach, chain.end.as_str()),
            (Some(Reach::Whole), "Orr's own portrait hangs.")
        );
    }

    #[test]
    fn a_rule_changes_what_another_makes() {
        let text = "Ann bought a ferry in Olm.";
        let rules = [
            ("a ferry", "a boat with a red funnel", None),
            ("red funnel", "chimney", Some(0)),
            ("Ann", "A woman", Some(1)),
            ("Olm", "Norway", None),
        ];
        let chain = follow_rules(text, &rules, "A woman bought a boat with a chimney in Norway.");
        assert_eq!(chain.reach, Some(Reach::Whole), "{chain:?}");
        // What is on itself is nowhere.
        let chain = follow_rules(text, &[("Ann", "Bo", Some(0))], "Bo bought a ferry in Olm.");
        assert_eq!(chain.steps, [Step::Gone]);
    }

    #[test]
    fn what_is_unsupported_is_no_word_to_reach() {
        let text = "The ferry to Olm sank in May.";
        let wanted = "The boat to Olm sank in a storm off Norway.";
        let parts = [("ferry", "boat", None), ("", "a storm off Norway", None)];
        let chain = follow_rules(text, &parts, wanted);
        assert_eq!((chain.reach, &chain.steps[1]), (Some(Reach::Supported), &Step::Unsupported));
        assert_eq!(follow_rules(text, &parts[1..], wanted).reach, None);
        assert_eq!(follow_rules(text, &[("", wanted, None)], wanted).reach, Some(Reach::Supported));
    }

    #[test]
    fn what_is_unsupported_excuses_no_other_words() {
        for (text, rule, unsupported, wanted) in [
            (
                "The ferry did not sink in May.",
                ("ferry", "boat", None),
                "in June",
                "The boat sink in June.",
            ),
            (
                "Nobody was hurt. The crew of the ferry left in May.",
                ("ferry", "boat", None),
                "happy",
                "Nobody of the boat left happy.",
            ),
        ] {
            let chain = follow_rules(text, &[rule, ("", unsupported, None)], wanted);
            assert_eq!(chain.reach, None, "{text}");
        }
    }

    #[test]
    fn words_grow_together_and_movers_come_first() {
        let chain = follow_rules("Python 3.x is old.", &[("x", "5", None)], "Python 3.5 is old.");
        assert_eq!(chain.reach, Some(Reach::Whole), "{}", chain.end);
        let text = "They saw a shrimp and clownfish that they caught there in May.";
        let rules = [
            ("clownfish that they caught there in May", "fish that they caught there in May", None),
            ("a shrimp and clownfish", "clownfish and a shrimp", None),
        ];
        let wanted = "They saw fish and a shrimp that they caught there in May.";
        assert_eq!(follow_rules(text, &rules, wanted).reach, Some(Reach::Whole));
    }

    #[test]
    fn what_is_still_to_come_is_named() {
        let chain = of_numbers(&[0, 1, 2], HYPOTHESIS);
        assert_eq!(
            (chain.reach, chain.end.as_str()),
            (None, "A Portuguese charity bought the old cannery.")
        );
        assert_eq!(chain.missing, ["purchased", "factory"]);
        assert_eq!(chain.extra, ["bought", "cannery"]);
    }

    #[test]
    fn one_sentence_of_what_the_chain_makes_is_enough() {
        let text = "Tilde Brenn inherited a bakery from her uncle. In May she sold the business to two brothers.";
        let rules = [("she", "Tilde Brenn", None), ("the business", "an bakery", None)];
        let chain = follow_rules(text, &rules, "in May Tilde Brenn sold a bakery to two brothers");
        assert_eq!(chain.reach, Some(Reach::Sentence));
        assert!(chain.missing.is_empty() && chain.extra.is_empty());
    }
}
