//! The chain from T to H: the rules of all parts, one after the other.

use std::ops::Range;

use crate::rule::places;
use crate::words::{folded_but_articles, sentences, shared, words};

/// A rule in a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<'a> {
    /// Words of the text so far.
    pub left: &'a str,
    /// What replaces them.
    pub right: &'a str,
}

/// What a rule makes of the text so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The text, and where the right-hand side stands in it, in bytes.
    Applied(String, Range<usize>),
    /// The left-hand side is not there any more, or never was.
    Gone,
    /// The left-hand side stands so many times in the text so far.
    Several(usize),
}

/// How much of what a chain makes is H.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// All of it.
    Whole,
    /// One of its sentences.
    Sentence,
}

/// A chain that was followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// What each rule makes; one that does not apply is left out by those behind it.
    pub steps: Vec<Step>,
    /// The text behind the last rule.
    pub end: String,
    /// Whether it is H, but for case, punctuation and *a* or *an*; nothing where a rule did not apply.
    pub reach: Option<Reach>,
    /// Words of H that the nearest sentence of the end has not.
    pub missing: Vec<String>,
    /// Words of that sentence that H has not.
    pub extra: Vec<String>,
}

/// Follows a chain from a text to a hypothesis.
#[must_use]
pub fn chain(text: &str, links: &[Link<'_>], hypothesis: &str) -> Chain {
    let mut end = text.to_owned();
    let mut steps = Vec::with_capacity(links.len());
    let mut applied = true;
    for link in links {
        let step = match places(&end, link.left)[..] {
            [start] => {
                end.replace_range(start..start + link.left.len(), link.right);
                Step::Applied(end.clone(), start..start + link.right.len())
            }
            [] => Step::Gone,
            ref several => Step::Several(several.len()),
        };
        applied &= matches!(step, Step::Applied(..));
        steps.push(step);
    }
    let wanted = folded_but_articles(hypothesis);
    let reach = if folded_but_articles(&end) == wanted {
        Some(Reach::Whole)
    } else if sentences(&end).iter().any(|sentence| folded_but_articles(sentence) == wanted) {
        Some(Reach::Sentence)
    } else {
        None
    };
    let reach = reach.filter(|_| applied);
    let (missing, extra) = match reach {
        Some(_) => (Vec::new(), Vec::new()),
        None => difference(&end, hypothesis),
    };
    Chain { steps, end, reach, missing, extra }
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

/// An order of the rules in which the chain reaches H: as places in the given order, the first in their
/// lexicographic order. Nothing where there is none, or where there are more than seven rules.
#[must_use]
pub fn working_order(text: &str, links: &[Link<'_>], hypothesis: &str) -> Option<Vec<usize>> {
    const MOST: usize = 7;
    if links.len() > MOST {
        return None;
    }
    let mut order = Vec::with_capacity(links.len());
    found(text, links, hypothesis, &mut order).then_some(order)
}

fn found(text: &str, links: &[Link<'_>], hypothesis: &str, order: &mut Vec<usize>) -> bool {
    if order.len() == links.len() {
        return chain(text, &[], hypothesis).reach.is_some();
    }
    for (at, link) in links.iter().enumerate() {
        if order.contains(&at) {
            continue;
        }
        let [start] = places(text, link.left)[..] else { continue };
        let mut next = text.to_owned();
        next.replace_range(start..start + link.left.len(), link.right);
        order.push(at);
        if found(&next, links, hypothesis, order) {
            return true;
        }
        order.pop();
    }
    false
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

    fn links(order: &[usize]) -> Vec<Link<'static>> {
        order.iter().map(|&at| Link { left: RULES[at].0, right: RULES[at].1 }).collect()
    }

    #[test]
    fn the_first_worked_original_reaches_its_hypothesis() {
        let chain = chain(TEXT, &links(&[0, 1, 2, 3, 4]), HYPOTHESIS);
        assert_eq!(chain.reach, Some(Reach::Whole));
        assert_eq!(chain.end, HYPOTHESIS);
        let Step::Applied(second, place) = &chain.steps[1] else { panic!() };
        assert_eq!(second, "A Portuguese charity bought the old cannery in spring.");
        assert_eq!(&second[place.clone()], "Portuguese charity");
    }

    #[test]
    fn a_rule_whose_words_are_gone_is_told_and_a_working_order_found() {
        let wrong = links(&[0, 1, 3, 2, 4]);
        let followed = chain(TEXT, &wrong, HYPOTHESIS);
        assert_eq!(followed.steps[3], Step::Gone);
        assert_eq!(followed.reach, None);
        assert_eq!(followed.extra, ["in", "spring"]);
        let order = working_order(TEXT, &wrong, HYPOTHESIS).unwrap();
        let mended: Vec<Link<'_>> = order.iter().map(|&at| wrong[at]).collect();
        assert_eq!(chain(TEXT, &mended, HYPOTHESIS).reach, Some(Reach::Whole));
        // 3 of 5 rules cannot reach it in any order.
        assert_eq!(working_order(TEXT, &links(&[0, 1, 2]), HYPOTHESIS), None);
    }

    #[test]
    fn what_is_still_to_come_is_named() {
        let chain = chain(TEXT, &links(&[0, 1, 2]), HYPOTHESIS);
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
        let rules = [
            Link { left: "she", right: "Tilde Brenn" },
            Link { left: "the business", right: "an bakery" },
        ];
        let chain = chain(text, &rules, "in May Tilde Brenn sold a bakery to two brothers");
        assert_eq!(chain.reach, Some(Reach::Sentence));
        assert!(chain.missing.is_empty() && chain.extra.is_empty());
    }
}
