//! What a set of parts makes of a pair: composition, chain, and what of T and H they explain.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use phenom_dataset::{CompositionRule, Judgment, Task};
use serde::Serialize;

use crate::chain::words_of;
use crate::event::Check;
use crate::rule::{bytes_of, found};
use crate::view::in_utf16;
use crate::view::places::Units;
use crate::{Link, Reach, Rule, Step, Word, chain, shared, words};

/// A part as it is looked at: one that is saved, or one that is being typed.
#[derive(Debug, Clone, Copy)]
pub struct Shown<'a> {
    /// The rule as saved or as typed so far.
    pub rule: &'a Rule,
    /// The place of the part whose result the rule changes; T if absent.
    pub on: Option<usize>,
    /// Whether it has no rule, because nothing in T bears on it.
    pub unsupported: bool,
    /// What it is judged, as soon as it is.
    pub judgment: Option<Judgment>,
}

/// What the parts make of their pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DecompositionView {
    /// What their judgments make.
    pub composition: Composition,
    /// Where their rules lead.
    pub chain: ChainView,
    /// Words of H that T has not and no part explains; those side by side in one.
    pub unexplained: Vec<String>,
    /// Words of T and of H that differ.
    pub marks: Marks,
}

/// What the judgments of the parts make.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Composition {
    /// The judgments of the parts, in their order.
    pub judgments: Vec<Option<Judgment>>,
    /// What they make, where they make one judgment.
    pub composed: Option<Judgment>,
    /// Whether that is what the whole was judged.
    pub agrees: Option<bool>,
}

/// A chain from T to H.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChainView {
    /// What each rule makes.
    pub steps: Vec<ChainStep>,
    /// `whole` if it reaches H, `sentence` if H is one sentence of what it reaches, `supported` if it reaches all of H
    /// but what unsupported parts say.
    pub reaches: Option<&'static str>,
    /// Words of H that are still to come.
    pub missing: Vec<String>,
    /// Words that are still to go.
    pub extra: Vec<String>,
}

/// One part of a chain.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChainStep {
    /// The number of the part, from 1.
    pub part: usize,
    /// The text behind the rule; if it does not apply, what it would replace; of an unsupported part, what it says.
    pub text: String,
    /// Where the words that the rule brings are in the text.
    pub spans: Vec<[usize; 2]>,
    /// `gone` if the rule does not apply: another rule has changed the same words.
    pub problem: Option<&'static str>,
}

/// The marks in both texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Marks {
    /// In T.
    #[serde(rename = "T")]
    pub text: Vec<Mark>,
    /// In H.
    #[serde(rename = "H")]
    pub hypothesis: Vec<Mark>,
}

/// Words side by side that are marked alike.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Mark {
    /// Where they begin, in UTF-16 code units.
    pub start: usize,
    /// Where they end.
    pub end: usize,
    /// `plain`: T has them and H has not. `changed`: H has them, and no part explains it. `explained`: a part does.
    pub kind: &'static str,
    /// The part that explains them, from 1.
    pub part: Option<usize>,
}

impl DecompositionView {
    /// The checks that fail, each with what is wrong.
    pub(crate) fn failing(&self, whole: Option<Judgment>) -> Vec<(Check, String)> {
        let mut failing = Vec::new();
        if self.composition.agrees != Some(true) {
            let composed = self.composition.composed.map_or("no single label", Judgment::name);
            let whole = whole.map_or("", Judgment::name);
            let said = format!(
                "The parts compose to {composed}, but your label of the original is {whole}."
            );
            failing.push((Check::Composition, said));
        }
        if self.chain.reaches.is_none() {
            failing.push((Check::Chain, "The chain does not reach H.".to_owned()));
        }
        failing
    }
}

/// Looks at a set of parts in their order.
pub(crate) fn decomposition(
    text: &str,
    hypothesis: &str,
    whole: Option<Judgment>,
    rule: &CompositionRule,
    task: Task,
    parts: &[Shown<'_>],
) -> DecompositionView {
    let (marks, unexplained) = marks(text, hypothesis, parts);
    DecompositionView {
        composition: composition(whole, rule, task, parts),
        chain: chain_view(text, hypothesis, parts),
        unexplained,
        marks,
    }
}

fn composition(
    whole: Option<Judgment>,
    rule: &CompositionRule,
    task: Task,
    parts: &[Shown<'_>],
) -> Composition {
    let judgments: Vec<Option<Judgment>> = parts.iter().map(|part| part.judgment).collect();
    // A part that nobody has judged yet is not composed over, even where it could change nothing.
    let all_judged = judgments.iter().all(Option::is_some);
    let composed = all_judged.then(|| rule.compose(judgments.iter().copied(), task).judgment());
    let composed = composed.flatten();
    let agrees = composed.zip(whole).map(|(composed, whole)| composed == whole);
    Composition { judgments, composed, agrees }
}

fn chain_view(text: &str, hypothesis: &str, parts: &[Shown<'_>]) -> ChainView {
    let links: Vec<Link<'_>> = parts
        .iter()
        .map(|part| Link { rule: part.rule, on: part.on, unsupported: part.unsupported })
        .collect();
    let followed = chain(text, &links, hypothesis);
    let steps = followed.steps.iter().zip(parts).enumerate().map(|(at, (step, shown))| {
        let (text, spans, problem) = match step {
            Step::Applied(text, places) => {
                let spans = places.iter().map(|place| in_utf16(text, place)).collect();
                (text.as_str(), spans, None)
            }
            Step::Gone => (shown.rule.left_hand_side.as_str(), Vec::new(), Some("gone")),
            Step::Unsupported => (shown.rule.right_hand_side.as_str(), Vec::new(), None),
        };
        ChainStep { part: at + 1, text: text.to_owned(), spans, problem }
    });
    ChainView {
        steps: steps.collect(),
        reaches: followed.reach.map(|reach| match reach {
            Reach::Whole => "whole",
            Reach::Sentence => "sentence",
            Reach::Supported => "supported",
        }),
        missing: followed.missing,
        extra: followed.extra,
    }
}

fn marks(text: &str, hypothesis: &str, parts: &[Shown<'_>]) -> (Marks, Vec<String>) {
    let (of_text, of_hypothesis) = (words(text), words(hypothesis));
    let pairs = shared(&of_text, &of_hypothesis);
    let (in_both, in_both_too): (HashSet<usize>, HashSet<usize>) = pairs.into_iter().unzip();

    let covered: Vec<Vec<Range<usize>>> = parts
        .iter()
        .map(|part| match part.on.is_some() || part.unsupported {
            true => Vec::new(),
            false => found(text, &part.rule.left_hand_side, &part.rule.at).unwrap_or_default(),
        })
        .collect();
    let in_text = of_text.iter().enumerate().map(|(at, word)| {
        let part = covered.iter().position(|places| places.iter().any(|place| place.contains(&at)));
        match part {
            Some(part) => Some(("explained", Some(part + 1))),
            None if word.is_word() && !in_both.contains(&at) => Some(("plain", None)),
            None => None,
        }
    });
    let text_marks = joined(text, &of_text, in_text);

    let explained = explained_words(parts);
    let unsupported: Vec<(Range<usize>, usize)> = parts
        .iter()
        .enumerate()
        .filter(|(_, part)| part.unsupported)
        .flat_map(|(at, part)| {
            words_of(hypothesis, part.rule).into_iter().map(move |place| (place, at + 1))
        })
        .collect();
    let in_hypothesis = of_hypothesis.iter().enumerate().map(|(at, word)| {
        if let Some((_, part)) = unsupported.iter().find(|(place, _)| place.contains(&at)) {
            return Some(("explained", Some(*part)));
        }
        if in_both_too.contains(&at) || !word.is_word() {
            return None;
        }
        Some(match explained.get(&word.folded) {
            Some(part) => ("explained", Some(*part)),
            None => ("changed", None),
        })
    });
    let hypothesis_marks = joined(hypothesis, &of_hypothesis, in_hypothesis);

    let mut unexplained = Vec::new();
    for (place, mark) in &hypothesis_marks {
        let words = &hypothesis[place.clone()];
        if mark.kind == "changed" && !unexplained.iter().any(|known| known == words) {
            unexplained.push(words.to_owned());
        }
    }
    let without_bytes =
        |marks: Vec<(Range<usize>, Mark)>| marks.into_iter().map(|(_, mark)| mark).collect();
    let marks =
        Marks { text: without_bytes(text_marks), hypothesis: without_bytes(hypothesis_marks) };
    (marks, unexplained)
}

/// The words that rules bring in or move, and the first part that does.
fn explained_words(parts: &[Shown<'_>]) -> BTreeMap<String, usize> {
    let mut explained = BTreeMap::new();
    for (at, part) in parts.iter().enumerate().filter(|(_, part)| !part.unsupported) {
        let (left, right) = (words(&part.rule.left_hand_side), words(&part.rule.right_hand_side));
        let pairs = shared(&left, &right);
        for (number, word) in right.into_iter().enumerate() {
            if pairs.iter().all(|(_, second)| *second != number) {
                explained.entry(word.folded).or_insert(at + 1);
            }
        }
    }
    explained
}

/// Where some words are in a text, in UTF-16 code units, place by place.
pub(crate) fn spans_of(text: &str, side: &str, at: &[usize]) -> Vec<[usize; 2]> {
    let of_text = words(text);
    let places = found(text, side, at).unwrap_or_default();
    places.iter().map(|place| in_utf16(text, &bytes_of(&of_text, place))).collect()
}

/// The kind of a mark and its part.
type Kind = (&'static str, Option<usize>);

/// Words side by side with the same mark in one, with their places in bytes too.
fn joined(
    text: &str,
    words: &[Word],
    marked: impl Iterator<Item = Option<Kind>>,
) -> Vec<(Range<usize>, Mark)> {
    let mut runs: Vec<(Range<usize>, Kind)> = Vec::new();
    let mut before = None;
    for (word, mark) in words.iter().zip(marked) {
        if let Some(mark) = mark {
            match runs.last_mut() {
                Some((run, _)) if before == Some(mark) => run.end = word.place.end,
                _ => runs.push((word.place.clone(), mark)),
            }
        }
        before = mark;
    }
    let units = Units::of(text);
    let with_units = |(place, (kind, part)): (Range<usize>, Kind)| {
        let [start, end] = units.range(&place);
        (place, Mark { start, end, kind, part })
    };
    runs.into_iter().map(with_units).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "The Kestrel Trust, a charity in Portugal, bought the old cannery in spring.";
    const HYPOTHESIS: &str = "A Portuguese charity purchased the old factory.";

    fn rule(left: &str, right: &str) -> Rule {
        Rule {
            left_hand_side: left.to_owned(),
            right_hand_side: right.to_owned(),
            ..Rule::default()
        }
    }

    fn look(rules: &[Rule], judgments: &[Option<Judgment>]) -> DecompositionView {
        let parts: Vec<Shown<'_>> = rules
            .iter()
            .zip(judgments)
            .map(|(rule, judgment)| Shown {
                rule,
                on: None,
                unsupported: false,
                judgment: *judgment,
            })
            .collect();
        let whole = Some(Judgment::Entailment);
        let all = CompositionRule::All;
        decomposition(TEXT, HYPOTHESIS, whole, &all, Task::ThreeWay, &parts)
    }

    fn marked<'a>(text: &'a str, marks: &[Mark]) -> Vec<(&'a str, &'static str, Option<usize>)> {
        // The texts are ASCII: units are bytes.
        marks.iter().map(|mark| (&text[mark.start..mark.end], mark.kind, mark.part)).collect()
    }

    #[test]
    fn without_parts_all_that_differs_is_marked() {
        let seen = look(&[], &[]);
        assert_eq!(
            marked(HYPOTHESIS, &seen.marks.hypothesis),
            [
                ("Portuguese", "changed", None),
                ("purchased", "changed", None),
                ("factory", "changed", None)
            ]
        );
        assert_eq!(seen.unexplained, ["Portuguese", "purchased", "factory"]);
        assert_eq!(seen.composition.composed, None);
        assert_eq!(seen.chain.reaches, None);
        let of_text = marked(TEXT, &seen.marks.text);
        assert!(of_text.contains(&("bought", "plain", None)), "{of_text:?}");
        assert!(of_text.iter().all(|(_, kind, _)| *kind == "plain"));
    }

    #[test]
    fn what_parts_explain_carries_their_number() {
        let rules = [rule("bought", "purchased"), rule("cannery in spring", "factory")];
        let seen = look(&rules, &[Some(Judgment::Entailment), None]);
        assert_eq!(
            marked(HYPOTHESIS, &seen.marks.hypothesis),
            [
                ("Portuguese", "changed", None),
                ("purchased", "explained", Some(1)),
                ("factory", "explained", Some(2))
            ]
        );
        let of_text = marked(TEXT, &seen.marks.text);
        assert!(of_text.contains(&("bought", "explained", Some(1))));
        assert!(of_text.contains(&("cannery in spring", "explained", Some(2))));
        assert_eq!(seen.unexplained, ["Portuguese"]);
        // The second part is not judged yet.
        assert_eq!(seen.composition.composed, None);
        assert_eq!(seen.chain.steps[1].problem, None);
        assert_eq!(seen.chain.missing, ["Portuguese"]);
    }

    #[test]
    fn composition_and_chain_are_those_of_the_parts() {
        let rules = [
            rule("cannery", "factory"),
            rule("cannery in spring", "cannery"),
            rule("bought", "purchased"),
            rule("The Kestrel Trust, a charity in Portugal,", "A Portuguese charity"),
        ];
        let judged = [Some(Judgment::Entailment); 4];
        let seen = look(&rules, &judged);
        assert_eq!(seen.composition.composed, Some(Judgment::Entailment));
        assert_eq!(seen.composition.agrees, Some(true));
        let [start, end] = seen.chain.steps[0].spans[0];
        assert_eq!(&seen.chain.steps[0].text[start..end], "factory");
        let contradicted = [judged[0], Some(Judgment::Contradiction), judged[0], judged[0]];
        let seen = look(&rules, &contradicted);
        assert_eq!(seen.composition.composed, Some(Judgment::Contradiction));
        assert_eq!(seen.composition.agrees, Some(false));
    }
}
