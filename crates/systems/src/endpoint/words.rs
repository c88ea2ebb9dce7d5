//! The judgment in what a model says. Nothing is guessed.
//!
//! An answer is readable where one of the words for judgments stands in the place for it:
//!
//! 1. the whole answer is the word;
//! 2. the whole answer is a JSON object, and its `label` is the word;
//! 3. the last line that is not blank is `Answer:` and the word.
//!
//! Capitals, blanks, quotes, asterisks, backticks and a full stop around the word do not matter; nor does a block
//! `<think>...</think>` before the answer, or a fence of backticks around the JSON object. A word that is only somewhere in
//! the answer is none, and an answer that was cut off is not read at all.

use std::borrow::Cow;

use phenom_dataset::{Judgment, LabelScheme, Meaning};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::error::EndpointProblem;

/// The words for judgments, as they are looked for.
#[derive(Debug, Clone)]
pub(super) struct Words(Vec<(String, Meaning)>);

/// What an answer says, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) meaning: Meaning,
    /// Where the word begins in the answer; nothing where JSON writes it with escapes.
    pub(super) start: Option<usize>,
    /// Whether the answer says no more than the word.
    pub(super) is_all: bool,
}

impl Words {
    /// The words of a scheme that a model can be asked for.
    pub(super) fn of(labels: &LabelScheme) -> Result<Self, EndpointProblem> {
        let wrong = |reason: String| Err(EndpointProblem::Labels(reason));
        let mut words: Vec<(String, Meaning)> = Vec::new();
        for (label, meaning) in labels.meanings() {
            let word = bare(label).to_lowercase();
            if word.is_empty() {
                return wrong(format!("`{label}` has no letters to look for"));
            }
            match words.iter().find(|(known, _)| *known == word) {
                None => words.push((word, *meaning)),
                Some((_, known)) if known == meaning => {}
                Some(_) => {
                    return wrong(format!("`{label}` has two meanings, apart from capitals"));
                }
            }
        }
        let has =
            |judgment| words.iter().any(|(_, meaning)| *meaning == Meaning::Judgment(judgment));
        let finer = [Judgment::Unknown, Judgment::Contradiction].into_iter().any(has);
        if !has(Judgment::Entailment) || finer == has(Judgment::NotEntailment) {
            return wrong(
                "they must mean entailment and not-entailment, or entailment, unknown and contradiction"
                    .to_owned(),
            );
        }
        Ok(Self(words))
    }

    /// The words in lower case, with what they mean.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Meaning)> {
        self.0.iter().map(|(word, meaning)| (word.as_str(), *meaning))
    }

    /// What an answer says; nothing where it is unreadable.
    pub(super) fn find(&self, answer: &str) -> Option<Found> {
        let said = after_thinking(answer)?.trim();
        let found = |word: &str, start, is_all| {
            self.meaning(word).map(|meaning| Found { meaning, start, is_all })
        };
        let place = |word: &str| Some(word.as_ptr().addr() - answer.as_ptr().addr());
        if let Some(whole) = found(said, place(bare(said)), true) {
            return Some(whole);
        }
        let object = without_fence(said);
        if object.starts_with('{') {
            let object = Object::read(object)?;
            let is_all = object.others.is_empty();
            return match object.label {
                Cow::Borrowed(label) => found(label, place(bare(label)), is_all),
                Cow::Owned(label) => found(&label, None, is_all),
            };
        }
        let last = bare(said.lines().last()?);
        let (before, word) = last.split_once(':')?;
        if !bare(before).eq_ignore_ascii_case("answer") {
            return None;
        }
        found(word, place(bare(word)), said.lines().count() == 1)
    }

    fn meaning(&self, word: &str) -> Option<Meaning> {
        let word = bare(word).to_lowercase();
        self.0.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
    }
}

/// An answer in JSON. What else stands in it is part of the justification.
struct Object<'a> {
    label: Cow<'a, str>,
    others: Map<String, Value>,
}

/// The member that is read.
#[derive(Deserialize)]
struct Label<'a> {
    #[serde(borrow)]
    label: Cow<'a, str>,
}

impl<'a> Object<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let Label { label } = serde_json::from_str(text).ok()?;
        let mut others: Map<String, Value> = serde_json::from_str(text).ok()?;
        others.remove("label");
        Some(Self { label, others })
    }
}

/// Whether a character around a word does not matter.
pub(super) fn is_around(character: char) -> bool {
    character.is_whitespace() || matches!(character, '"' | '\'' | '`' | '*' | '“' | '”')
}

/// A word without what stands around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|character| is_around(character) || character == '.')
}

/// An answer without the thinking before it; nothing where that has no end.
fn after_thinking(answer: &str) -> Option<&str> {
    if !answer.trim_start().starts_with("<think>") {
        return Some(answer);
    }
    answer.rsplit_once("</think>").map(|(_, said)| said)
}

/// What stands within a fence of backticks, where there is one.
fn without_fence(said: &str) -> &str {
    let fenced = said.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    fenced.map_or(said, |inner| inner.strip_prefix("json").unwrap_or(inner)).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(scheme: &str) -> Words {
        Words::of(&LabelScheme::named(scheme).unwrap()).unwrap()
    }

    fn judgment(answer: &str) -> Option<Judgment> {
        match words("nli").find(answer)?.meaning {
            Meaning::Judgment(judgment) => Some(judgment),
            Meaning::None => None,
        }
    }

    #[test]
    fn a_word_in_its_place_is_a_judgment() {
        for answer in [
            "neutral",
            " \"Neutral\".\n",
            "**NEUTRAL**",
            "<think>\nIt is entailment.\nAnswer: entailment\n</think>\n\nneutral",
            r#"{"label": "neutral"}"#,
            r#"{"why": "no contradiction", "label": "ne\u0075tral"}"#,
            "```json\n{\"label\": \"neutral\"}\n```",
            "Not a contradiction.\nAnswer: neutral",
            "Answer: entailment?\n\n**Answer:** neutral.\n",
            "answer:neutral",
        ] {
            assert_eq!(judgment(answer), Some(Judgment::Unknown), "{answer}");
        }
    }

    #[test]
    fn a_word_anywhere_else_is_none() {
        for answer in [
            "",
            "...",
            "It is neutral.",
            "neutral, entailment",
            "not neutral",
            "neutral or entailment",
            "neutral\nentailment",
            "neutr",
            "<think>neutral",
            "Answer: neutral\nor perhaps not",
            "Answer: neutral or entailment",
            "Final answer: neutral",
            "My answer is: neutral",
            "{\"label\": \"neutral\"",
            r#"{"label": ["neutral"]}"#,
            r#"{"label": "neutral", "label": "entailment"}"#,
            r#"{"judgment": "neutral"}"#,
            r#"["neutral"]"#,
            "{\"label\": \"maybe\"}\nAnswer: neutral",
            "unknown",
        ] {
            assert_eq!(words("nli").find(answer), None, "{answer}");
        }
    }

    #[test]
    fn the_place_of_the_word_is_known() {
        for (answer, start, is_all) in [
            ("neutral", 0, true),
            ("<think>é</think> **neutral**", 20, true),
            (r#"{"label": "neutral"}"#, 11, true),
            (r#"{"label": "neutral", "why": "so"}"#, 11, false),
            ("Answer: neutral", 8, true),
            ("é\nAnswer: neutral", 11, false),
        ] {
            let found = words("nli").find(answer).unwrap();
            assert_eq!((found.start, found.is_all), (Some(start), is_all), "{answer}");
            assert!(answer[start..].starts_with("neutral"));
        }
        assert_eq!(words("nli").find(r#"{"label": "ne\u0075tral"}"#).unwrap().start, None);
    }

    #[test]
    fn a_word_for_no_judgment_is_an_answer() {
        assert_eq!(words("nli").find("-").unwrap().meaning, Meaning::None);
    }

    #[test]
    fn labels_that_cannot_be_told_apart_are_refused() {
        let told = |labels: &LabelScheme| Words::of(labels).unwrap_err().to_string();
        let own = |words: &[(&str, Judgment)]| {
            let meaning = |judgment: Judgment| Meaning::Judgment(judgment);
            LabelScheme::custom(words.iter().map(|(word, is)| ((*word).to_owned(), meaning(*is))))
        };
        // Both ways at once: which is the right one would be a guess.
        assert!(told(&LabelScheme::judgments()).contains("entailment and not-entailment, or"));
        assert!(told(&own(&[("yes", Judgment::Entailment)])).contains("they must mean"));
        let capitals = own(&[("Yes", Judgment::Entailment), ("yes.", Judgment::NotEntailment)]);
        assert!(told(&capitals).contains("two meanings"));
        assert!(told(&own(&[("*", Judgment::Entailment)])).contains("no letters"));
        assert!(Words::of(&LabelScheme::named("edits").unwrap()).is_ok());
    }
}
