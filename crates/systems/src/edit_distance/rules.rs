//! Lexical rules: words of a text that entail words of a hypothesis.

use std::collections::BTreeMap;
use std::io::{BufRead, Read};

use phenom_dataset::Input;
use thiserror::Error;

use crate::text::{stem, tokens};

/// What is longer is no rule.
const LONGEST_LINE: u64 = 1 << 16;

/// A rule: where the text has the left side, the hypothesis may have the right one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LexicalRule {
    /// The stems of the words of the text.
    pub(super) left: Vec<String>,
    /// The stems of the words of the hypothesis.
    pub(super) right: Vec<String>,
    /// How likely the left side entails the right one, above 0 and at most 1.
    pub(super) probability: f64,
}

/// Lexical rules, as files give them.
///
/// A line is a rule: `left<TAB>right<TAB>probability`, where each side is one word or several. Words match in any case,
/// and in any form with the same stem. Empty lines, and those that begin with `#`, are skipped.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LexicalRules {
    rules: Vec<LexicalRule>,
    /// The rules by the first word of their right side.
    by_first: BTreeMap<String, Vec<usize>>,
}

/// Something wrong with a file of rules, and where.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{file}{}: {problem}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct RuleError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; nothing where the whole file is meant.
    pub line: Option<u64>,
    /// What is wrong.
    pub problem: RuleProblem,
}

/// What is wrong with a rule.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RuleProblem {
    /// The file cannot be read, or is no text.
    #[error("{0}")]
    Unreadable(String),
    /// A line that is not UTF-8.
    #[error("the line is not UTF-8; save the file as UTF-8")]
    NoText,
    /// A line without its three columns.
    #[error(
        "{0} columns, but a rule has three, separated by tabs: words of the text, words of the hypothesis, probability"
    )]
    Columns(usize),
    /// A side without words.
    #[error("the {0} side has no words")]
    NoWords(&'static str),
    /// A probability that is none.
    #[error("`{0}` is not a probability: write a number above 0 and at most 1")]
    NoProbability(String),
}

impl LexicalRules {
    /// Adds the rules of a file. Of rules with the same sides the likelier counts.
    ///
    /// # Errors
    /// What is wrong with the file, at the first line where something is.
    pub fn read(&mut self, file: &str, input: Input) -> Result<(), RuleError> {
        let fail = |line, problem| RuleError { file: file.to_owned(), line, problem };
        let mut text = input
            .text()
            .map_err(|(line, kind)| fail(line, RuleProblem::Unreadable(kind.to_string())))?;
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let unreadable = |error: std::io::Error| {
                fail(Some(line), RuleProblem::Unreadable(error.to_string()))
            };
            let mut limited = text.by_ref().take(LONGEST_LINE);
            if limited.read_until(b'\n', &mut bytes).map_err(unreadable)? == 0 {
                break;
            }
            let written =
                std::str::from_utf8(&bytes).map_err(|_| fail(Some(line), RuleProblem::NoText))?;
            let written = written.trim_end_matches(['\n', '\r']);
            if !written.trim().is_empty() && !written.starts_with('#') {
                self.add(written).map_err(|problem| fail(Some(line), problem))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, written: &str) -> Result<(), RuleProblem> {
        let columns: Vec<&str> = written.split('\t').collect();
        let [left, right, probability] = columns[..] else {
            return Err(RuleProblem::Columns(columns.len()));
        };
        let stems = |side: &str| -> Vec<String> {
            tokens(side).iter().map(|token| stem(&token.normal)).collect()
        };
        let (left, right) = (stems(left), stems(right));
        for (side, words) in [("left", &left), ("right", &right)] {
            if words.is_empty() {
                return Err(RuleProblem::NoWords(side));
            }
        }
        let number = probability.trim().parse::<f64>().ok();
        let number = number.filter(|number| *number > 0.0 && *number <= 1.0);
        let probability =
            number.ok_or_else(|| RuleProblem::NoProbability(probability.trim().to_owned()))?;
        if let Some(first) = right.first() {
            self.by_first.entry(first.clone()).or_default().push(self.rules.len());
        }
        self.rules.push(LexicalRule { left, right, probability });
        Ok(())
    }

    /// How many rules there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// The rules whose right side stands in the hypothesis at a place.
    pub(super) fn at<'a>(
        &'a self,
        hypothesis: &'a [String],
    ) -> impl Iterator<Item = &'a LexicalRule> {
        let starting = hypothesis.first().and_then(|first| self.by_first.get(first));
        let rules = starting.into_iter().flatten().map(|number| &self.rules[*number]);
        rules.filter(|rule| hypothesis.starts_with(&rule.right))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(written: &[u8]) -> Result<LexicalRules, String> {
        let mut rules = LexicalRules::default();
        let input = Input::Stream(Box::new(std::io::Cursor::new(written.to_vec())));
        rules.read("r.tsv", input).map_err(|error| error.to_string())?;
        Ok(rules)
    }

    #[test]
    fn rules_of_one_word_and_of_several_are_found_in_any_form() {
        let rules =
            read(b"# made by hand\r\n\nbuy\tacquire\t0.9\r\nkick the bucket\tdie\t1\n").unwrap();
        assert_eq!(rules.len(), 2);
        let hypothesis = [stem("acquires"), stem("dies")];
        let found: Vec<f64> = rules.at(&hypothesis).map(|rule| rule.probability).collect();
        assert_eq!(found, [0.9]);
        let found: Vec<&[String]> = rules.at(&hypothesis[1..]).map(|rule| &rule.left[..]).collect();
        assert_eq!(found, [["kick", "the", "bucket"].map(stem)]);
        assert_eq!(rules.at(&[]).count(), 0);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let message = |written: &str| read(written.as_bytes()).unwrap_err();
        assert!(
            message("a\tb\t1\na b 1\n").starts_with("r.tsv:2: 1 columns, but a rule has three")
        );
        assert!(message("a\tb\t1\t\n").starts_with("r.tsv:1: 4 columns"));
        assert_eq!(message("#\n \tb\t1\n"), "r.tsv:2: the left side has no words");
        assert_eq!(message("a\t\t1\n"), "r.tsv:1: the right side has no words");
        for none in ["0", "1.1", "-1", "NaN", "inf", "half", ""] {
            let message = message(&format!("a\tb\t{none}\n"));
            assert!(
                message.starts_with(&format!("r.tsv:1: `{none}` is not a probability")),
                "{message}"
            );
        }
        assert_eq!(
            read(b"a\tb\xff\t1\n").unwrap_err(),
            "r.tsv:1: the line is not UTF-8; save the file as UTF-8"
        );
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
        }

        #[test]
        fn any_lines_are_read_or_refused(written in "([a#\t\n .0-2]){0,60}") {
            let _ = read(written.as_bytes());
        }
    }
}
