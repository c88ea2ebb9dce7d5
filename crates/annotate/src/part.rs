//! What can be told of a part before anybody judges it: whether its rule makes a pair, and what deserves a second look.

use std::fmt;

use crate::rule::{Applied, Rule, RuleError, apply, pieces};
use crate::words::{folded, folded_but_articles, shared, words};

/// A part that somebody is about to add.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// The path of the phenomenon that it is tagged with.
    pub phenomenon: &'a str,
    /// Its rule.
    pub rule: &'a Rule,
}

/// Another part of the same original.
#[derive(Debug, Clone, Copy)]
pub struct Other<'a> {
    /// Its place among the parts, from 1.
    pub number: usize,
    /// The hypothesis that its rule makes.
    pub hypothesis: &'a str,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// What the rule makes, or why it makes nothing.
    pub applied: Result<Applied, RuleError>,
    /// Another part with the same hypothesis, which this one therefore cannot be.
    pub same_as: Option<usize>,
    /// What deserves a second look.
    pub remarks: Vec<Remark>,
}

/// What deserves a second look, and may be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remark {
    /// The part alone gives H, and there are others.
    GivesTheWhole,
    /// *a* before a vowel, or *an* before a consonant.
    Article,
    /// A word that stands twice in a row.
    WordTwice(String),
    /// Blanks or commas that no sentence has so.
    Spacing,
    /// A lexical rule that changes so many words.
    ManyWords(usize),
    /// A constraint that says what fails.
    NegatedConstraint,
}

impl fmt::Display for Remark {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GivesTheWhole => formatter
                .write_str("This rule alone gives all of H. Does it make more than one change?"),
            Self::Article => formatter.write_str("Check “a” or “an”."),
            Self::WordTwice(word) => write!(formatter, "“{word}” appears twice in a row."),
            Self::Spacing => formatter.write_str("Check the blanks and commas."),
            Self::ManyWords(number) => write!(
                formatter,
                "{number} words change, which is many for a lexical phenomenon. Could this be two changes?"
            ),
            Self::NegatedConstraint => formatter.write_str(
                "Write the constraint that is true: opposite(x, y), and not: not synonyms(x, y).",
            ),
        }
    }
}

/// Checks a part against its original and the other parts.
#[must_use]
pub fn check(
    text: &str,
    hypothesis: &str,
    candidate: &Candidate<'_>,
    others: &[Other<'_>],
) -> Checked {
    let applied = apply(text, candidate.rule);
    let mut same = None;
    let mut remarks = Vec::new();
    if let Ok(made) = &applied {
        same = same_as(&made.hypothesis, others);
        remarks = of_made(text, hypothesis, candidate, others, made);
    }
    if is_negated(&candidate.rule.constraint) {
        remarks.push(Remark::NegatedConstraint);
    }
    Checked { applied, same_as: same, remarks }
}

/// The number of another part with the same hypothesis.
pub(crate) fn same_as(hypothesis: &str, others: &[Other<'_>]) -> Option<usize> {
    let made = folded(hypothesis);
    let other = others.iter().find(|other| folded(other.hypothesis) == made);
    other.map(|other| other.number)
}

/// Whether a constraint denies a relation, *not synonyms(x, y)*.
fn is_negated(constraint: &str) -> bool {
    let denied = constraint.trim_start().strip_prefix("not ");
    denied.and_then(|rest| rest.split_once('(')).is_some_and(|(name, _)| !name.contains(' '))
}

fn of_made(
    text: &str,
    hypothesis: &str,
    candidate: &Candidate<'_>,
    others: &[Other<'_>],
    made: &Applied,
) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let is_whole = folded_but_articles(&made.hypothesis) == folded_but_articles(hypothesis);
    if is_whole && !others.is_empty() {
        remarks.push(Remark::GivesTheWhole);
    }
    if has_wrong_article(&made.hypothesis) && !has_wrong_article(text) {
        remarks.push(Remark::Article);
    }
    if let Some(word) = word_twice(&made.hypothesis)
        && word_twice(text).is_none()
    {
        remarks.push(Remark::WordTwice(word));
    }
    if is_badly_spaced(&made.hypothesis) && !is_badly_spaced(text) {
        remarks.push(Remark::Spacing);
    }
    let changed = changed_words(&candidate.rule.left_hand_side, &candidate.rule.right_hand_side);
    if candidate.phenomenon.starts_with("lexical:") && changed > MOST_LEXICAL_WORDS {
        remarks.push(Remark::ManyWords(changed));
    }
    remarks
}

/// A lexical rule that changes more words may well be two rules; a time of day in words takes six.
const MOST_LEXICAL_WORDS: usize = 6;

/// How many words a rule changes: in each place, of the words that its sides do not share, those of the longer list.
#[must_use]
pub fn changed_words(left: &str, right: &str) -> usize {
    let only_words = |side: &str| {
        let mut found = words(side);
        found.retain(crate::Word::is_word);
        found
    };
    let (left, right) = (pieces(left), pieces(right));
    let changed = |(place, left): (usize, &&str)| {
        let (left, right) = (only_words(left), only_words(right.get(place).unwrap_or(&"")));
        left.len().max(right.len()) - shared(&left, &right).len()
    };
    left.iter().enumerate().map(changed).sum()
}

/// By the first letter alone, and only where it decides: *a hour* and *an university* are not found.
fn has_wrong_article(text: &str) -> bool {
    let words = words(text);
    words.windows(2).any(|two| {
        let next = two[1].folded.chars().next().unwrap_or(' ');
        match two[0].folded.as_str() {
            "a" => "aei".contains(next),
            // *an hour*, *an heir*, *an MD*: letters that are spelt out may begin with a vowel.
            "an" => "bcdgjkpqtvwz".contains(next),
            _ => false,
        }
    })
}

fn word_twice(text: &str) -> Option<String> {
    let words = words(text);
    let twice = words.windows(2).find(|two| {
        two[0].folded == two[1].folded && two[0].folded.chars().all(char::is_alphabetic)
    })?;
    Some(text[twice[0].place.clone()].to_owned())
}

fn is_badly_spaced(text: &str) -> bool {
    ["  ", " ,", " .", " ;", ",.", ",,", ".."].iter().any(|odd| text.contains(odd))
        || text.starts_with(' ')
        || text.ends_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "The jar in a barn was not full when Wim found it.";

    fn checked(
        wanted: &str,
        (left, right, constraint): (&str, &str, &str),
        others: &[Other<'_>],
    ) -> Checked {
        let rule = Rule {
            constraint: constraint.into(),
            left_hand_side: left.into(),
            right_hand_side: right.into(),
            ..Rule::default()
        };
        check(TEXT, wanted, &Candidate { phenomenon: "lexical:synonymy", rule: &rule }, others)
    }

    fn remarks(left: &str, right: &str, others: &[Other<'_>]) -> Vec<Remark> {
        checked("The jar was not full.", (left, right, "synonyms(x, y)"), others).remarks
    }

    #[test]
    fn a_plain_rule_deserves_no_remark() {
        assert_eq!(remarks("found", "discovered", &[]), []);
    }

    #[test]
    fn each_remark_has_its_case() {
        assert_eq!(remarks("barn", "attic", &[]), [Remark::Article]);
        assert_eq!(remarks("found", "found found", &[]), [Remark::WordTwice("found".into())]);
        assert_eq!(remarks("found", "discovered ", &[]), [Remark::Spacing]);
        assert_eq!(
            remarks("was not full", "still had space left for more jam", &[]),
            [Remark::ManyWords(7)]
        );
        let others = [Other { number: 1, hypothesis: "x" }];
        let wanted = "The jar in a barn was full when Wim found it.";
        let whole = checked(wanted, ("not full", "full", ""), &others);
        assert_eq!(whole.remarks, [Remark::GivesTheWhole]);
        let negated = checked("H", ("found", "lost", "not synonyms(x, y)"), &[]);
        assert_eq!(negated.remarks, [Remark::NegatedConstraint]);
    }

    #[test]
    fn two_parts_with_one_hypothesis_are_one_part() {
        let hypothesis = "the jar in a barn was not full when Wim FOUND them";
        let other = Other { number: 3, hypothesis };
        assert_eq!(checked("H", ("it", "them", ""), &[other]).same_as, Some(3));
    }
}
