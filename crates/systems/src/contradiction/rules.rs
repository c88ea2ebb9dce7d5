//! The rules that judge a pair without training, as `data/contradiction-rules.txt` has them.

use phenom_dataset::Judgment;
use thiserror::Error;

use crate::contradiction::evidence::Evidence;
use crate::contradiction::signal::Signal;
use crate::contradiction::signals::SIGNALS;

const RULES: &str = include_str!("../../data/contradiction-rules.txt");

/// Why rules cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("contradiction-rules.txt:{line}: {what}")]
pub struct RuleError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, and what should stand there.
    pub what: String,
}

/// Rules, of which the first that applies decides.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rules(Vec<Rule>);

/// A rule.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rule {
    pub(super) judgment: Judgment,
    pub(super) confidence: f64,
    conditions: Vec<Condition>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Condition {
    Has(&'static Signal),
    HasNot(&'static Signal),
    Coverage { in_order: bool, least: bool, limit: f64 },
}

impl Rules {
    /// The rules that are shipped.
    ///
    /// # Errors
    /// Where the program was built with rules that are none; a test holds it to that.
    pub(super) fn shipped() -> Result<Self, RuleError> {
        Self::read(RULES)
    }

    fn read(file: &str) -> Result<Self, RuleError> {
        let mut rules: Vec<Rule> = Vec::new();
        let mut last = 0;
        for (line, written) in (1..).zip(file.lines()) {
            let written = written.split_once('#').map_or(written, |(rule, _)| rule).trim();
            if written.is_empty() {
                continue;
            }
            if rules.last().is_some_and(|rule| rule.conditions.is_empty()) {
                let what =
                    "this rule is never reached, because the rule before it has no conditions";
                return Err(RuleError { line, what: what.to_owned() });
            }
            rules.push(rule(written).map_err(|what| RuleError { line, what })?);
            last = line;
        }
        if rules.last().is_none_or(|rule| !rule.conditions.is_empty()) {
            let what = "the last rule must have no conditions: write `unknown 0.6:`".to_owned();
            return Err(RuleError { line: last, what });
        }
        Ok(Self(rules))
    }

    /// The rule that decides.
    pub(super) fn deciding(&self, evidence: &Evidence) -> Option<&Rule> {
        self.0.iter().find(|rule| rule.conditions.iter().all(|condition| condition.holds(evidence)))
    }
}

impl Rule {
    /// The signals without which it would not apply.
    pub(super) fn signals(&self) -> impl Iterator<Item = &'static Signal> {
        self.conditions.iter().filter_map(|condition| match condition {
            Condition::Has(signal) => Some(*signal),
            _ => None,
        })
    }
}

impl Condition {
    fn holds(&self, evidence: &Evidence) -> bool {
        match self {
            Self::Has(signal) => evidence.has(signal),
            Self::HasNot(signal) => !evidence.has(signal),
            Self::Coverage { in_order, least, limit } => {
                let coverage =
                    if *in_order { evidence.coverage_in_order } else { evidence.coverage };
                (coverage >= *limit) == *least
            }
        }
    }
}

fn rule(written: &str) -> Result<Rule, String> {
    let (head, conditions) = written
        .split_once(':')
        .ok_or("no `:` after the label and its confidence; write `unknown 0.6: SIGNAL`")?;
    let (judgment, confidence) = head
        .trim()
        .split_once(' ')
        .ok_or_else(|| format!("`{head}` is not a label with a confidence; write `unknown 0.6`"))?;
    let judgment = match judgment {
        "entailment" => Judgment::Entailment,
        "unknown" => Judgment::Unknown,
        "contradiction" => Judgment::Contradiction,
        other => {
            return Err(format!("`{other}` is not one of entailment, unknown, contradiction"));
        }
    };
    let confidence = share(confidence)?;
    let conditions = conditions.split(',').map(str::trim).filter(|one| !one.is_empty());
    Ok(Rule {
        judgment,
        confidence,
        conditions: conditions.map(condition).collect::<Result<_, _>>()?,
    })
}

fn condition(written: &str) -> Result<Condition, String> {
    for (sign, least) in [(">=", true), ("<", false)] {
        if let Some((measure, limit)) = written.split_once(sign) {
            let in_order = match measure.trim() {
                "coverage" => false,
                "coverage in order" => true,
                other => {
                    return Err(format!("`{other}` is neither `coverage` nor `coverage in order`"));
                }
            };
            return Ok(Condition::Coverage { in_order, least, limit: share(limit)? });
        }
    }
    let named = |name: &str| {
        Signal::named(name).ok_or_else(|| {
            let names = SIGNALS.iter().map(|signal| signal.name);
            let nearest =
                phenom_dataset::nearest(name, names).and_then(|name| Signal::named(&name));
            let hint = nearest.map_or_else(String::new, |Signal { name, meaning, .. }| {
                format!("; did you mean `{name}`? {meaning}")
            });
            format!("there is no signal `{name}`{hint}")
        })
    };
    match written.strip_prefix("no ") {
        Some(name) => named(name.trim()).map(Condition::HasNot),
        None => named(written).map(Condition::Has),
    }
}

fn share(written: &str) -> Result<f64, String> {
    let written = written.trim();
    let share = written.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| format!("`{written}` is not a number from 0 to 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_rules_can_be_read() {
        assert!(Rules::shipped().unwrap().0.len() > 10);
    }

    #[test]
    fn what_is_no_rule_is_told_with_its_line() {
        let message = |file: &str| Rules::read(file).unwrap_err().to_string();
        for (file, expected) in [
            ("", "contradiction-rules.txt:0: the last rule must have no conditions"),
            ("unknown 0.5: antonyms", "1: the last rule must have no conditions"),
            ("# a\nunknown 0.5", "2: no `:` after the label"),
            ("unknown: antonyms", "`unknown` is not a label with a confidence"),
            ("maybe 0.5:", "`maybe` is not one of entailment"),
            ("unknown 1.5:", "`1.5` is not a number from 0 to 1"),
            ("unknown NaN:", "`NaN` is not a number from 0 to 1"),
            ("unknown 0.5: antonym", "there is no signal `antonym`; did you mean `antonyms`?"),
            ("unknown 0.5: no xyzzy", "there is no signal `xyzzy`"),
            ("unknown 0.5: reach >= 0.5", "`reach` is neither `coverage`"),
            ("unknown 0.5: coverage < x", "`x` is not a number"),
            ("unknown 0.5:\nunknown 0.5:", "2: this rule is never reached"),
        ] {
            let found = message(file);
            assert!(found.contains(expected), "{found}");
        }
    }
}
