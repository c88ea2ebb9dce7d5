//! The two texts of a pair, among what a log carries along or in a prompt.

use serde_json::{Map, Value};

/// The names of a text and of a hypothesis, as they stand beside each other.
const PAIRS: [(&str, &str); 16] = [
    ("text", "hypothesis"),
    ("premise", "hypothesis"),
    ("sentence1", "sentence2"),
    ("premise", "conclusion"),
    ("context", "hypothesis"),
    ("context", "claim"),
    ("context", "statement"),
    ("doc", "claim"),
    ("document", "claim"),
    ("evidence", "claim"),
    ("passage", "claim"),
    ("source", "claim"),
    ("text", "claim"),
    ("document", "summary"),
    ("passage", "hypothesis"),
    ("text1", "text2"),
];

/// The keys of both texts, if both are there and hold texts.
pub(super) fn keys(carried: &Map<String, Value>) -> Option<(&'static str, &'static str)> {
    let is_text = |key: &str| carried.get(key).is_some_and(Value::is_string);
    PAIRS.into_iter().find(|(text, hypothesis)| is_text(text) && is_text(hypothesis))
}

/// The texts of a prompt.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Texts<'p> {
    pub(super) text: &'p str,
    pub(super) hypothesis: &'p str,
}

/// What stands before a text in prompts, and before a hypothesis.
const BEFORE_TEXT: [&str; 8] = [
    "premise:",
    "text:",
    "context:",
    "passage:",
    "document:",
    "evidence:",
    "sentence 1:",
    "source:",
];
const BEFORE_HYPOTHESIS: [&str; 5] =
    ["hypothesis:", "claim:", "statement:", "conclusion:", "sentence 2:"];

/// The texts of a prompt that marks each of them once, the first at the start of a line: of examples before it nobody knows which
/// pair is asked about. The hypothesis ends with its line.
pub(super) fn of_prompt(prompt: &str) -> Option<Texts<'_>> {
    let lower = prompt.to_ascii_lowercase();
    let once = |marks: &[&str]| {
        let mut found = marks.iter().filter_map(|mark| Some((lower.find(mark)?, *mark)));
        let (at, mark) = found.next()?;
        let is_alone = found.next().is_none() && lower.matches(mark).count() == 1;
        let starts = at == 0 || lower[..at].ends_with(['\n', ' ']);
        (is_alone && starts).then_some((at, at + mark.len()))
    };
    let (_, text) = once(&BEFORE_TEXT)?;
    let (end, hypothesis) = once(&BEFORE_HYPOTHESIS)?;
    let (text, hypothesis) = (prompt.get(text..end)?.trim(), prompt.get(hypothesis..)?);
    let line = hypothesis.trim_start().lines().next()?.trim();
    (!text.is_empty() && !line.is_empty() && hypothesis.trim_start().contains('\n'))
        .then_some(Texts { text, hypothesis: line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_prompt_are_those_that_it_marks_once() {
        let prompt =
            "Premise: It rained.\nHypothesis: It was wet.\nentailment, neutral or contradiction?";
        let texts = Texts { text: "It rained.", hypothesis: "It was wet." };
        assert_eq!(of_prompt(prompt), Some(texts));
        let twice = format!("{prompt}\n{prompt}");
        assert_eq!(of_prompt(&twice), None);
        // Where the hypothesis ends is not known.
        assert_eq!(of_prompt("Premise: a. Hypothesis: b. Answer yes or no."), None);
        assert_eq!(of_prompt("Is it so that it rained?"), None);
    }
}
