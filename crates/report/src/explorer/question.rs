//! Which pairs are asked for, as the address of a page says it.

use std::fmt::Write;

use super::{ExplorerOriginal, ExplorerPair};

/// The pairs that are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Level {
    /// Original pairs.
    #[default]
    Original,
    /// Monothematic pairs.
    Part,
}

/// What is wanted of a system's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// It counts, right or wrong.
    Counted,
    /// It is right.
    Right,
    /// It is wrong.
    Wrong,
    /// It is this one.
    Answer(&'static str),
}

/// What is wanted of a system's answers on the parts of an original.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartsRight {
    /// All are right.
    All,
    /// Some is wrong.
    NotAll,
}

/// Which pairs are asked for: those that fulfil all of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Question {
    pub(crate) level: Level,
    /// The path of a phenomenon, or the name of a category.
    pub(crate) phenomenon: Option<String>,
    /// The gold judgment, or that there is [one](KNOWN).
    pub(crate) gold: Option<&'static str>,
    /// What is wanted of answers, by the number of the system.
    pub(crate) answers: Vec<(usize, Wanted)>,
    /// What is wanted of answers on all parts, by the number of the system.
    pub(crate) parts: Option<(usize, PartsRight)>,
    /// Whether no system but references may be right.
    pub(crate) nobody_right: bool,
    /// The id of the one pair that is shown.
    pub(crate) pair: Option<String>,
}

/// Any gold label.
pub(crate) const KNOWN: &str = "known";

/// Whether a judgment is one, or one that it stands for: *not-entailment* covers *unknown* and
/// *contradiction*.
fn is(judgment: &str, wanted: &str) -> bool {
    judgment == wanted
        || (wanted == KNOWN && !judgment.is_empty())
        || (wanted == "not-entailment" && ["unknown", "contradiction"].contains(&judgment))
}

impl Question {
    /// Whether a pair is asked for, whatever its phenomena; `original` is its original, or itself.
    pub(super) fn fits(
        &self,
        pair: &ExplorerPair,
        original: &ExplorerOriginal,
        reads_gold: &[bool],
    ) -> bool {
        let right = |pair: &ExplorerPair, at: usize| pair.answers.get(at).and_then(|of| of.right);
        let answered = |(system, wanted): &(usize, Wanted)| match wanted {
            Wanted::Counted => right(pair, *system).is_some(),
            Wanted::Right => right(pair, *system) == Some(true),
            Wanted::Wrong => right(pair, *system) == Some(false),
            Wanted::Answer(wanted) => {
                pair.answers.get(*system).is_some_and(|answer| is(answer.answer, wanted))
            }
        };
        let parts = |(system, wanted): (usize, PartsRight)| {
            let mut of_parts = original.parts.iter().map(|part| right(part, system));
            let counted = right(&original.pair, system).is_some()
                && !original.parts.is_empty()
                && of_parts.clone().all(|right| right.is_some());
            let all = of_parts.all(|right| right == Some(true));
            counted && all == (wanted == PartsRight::All)
        };
        let nobody = || {
            let competing = pair.answers.iter().zip(reads_gold).filter(|(_, reads)| !**reads);
            let mut rights = competing.map(|(answer, _)| answer.right);
            rights.clone().next().is_some() && rights.all(|right| right == Some(false))
        };
        // Each is asked of those pairs only that fit so far.
        self.gold.is_none_or(|gold| is(pair.gold, gold))
            && self.answers.iter().all(answered)
            && self.parts.is_none_or(parts)
            && (!self.nobody_right || nobody())
    }

    /// The address within the page: plain ASCII that means the same in an attribute and in a URL.
    pub(crate) fn address(&self) -> String {
        let mut address = "#pairs?".to_owned();
        let mut add = |name: &str, value: &str| {
            if !address.ends_with('?') {
                address.push('&');
            }
            address.push_str(name);
            address.push('=');
            escape(value, &mut address);
        };
        if self.level == Level::Part {
            add("on", "part");
        }
        if let Some(phenomenon) = &self.phenomenon {
            add("ph", phenomenon);
        }
        if let Some(gold) = self.gold {
            add("gold", gold);
        }
        for (system, wanted) in &self.answers {
            let wanted = match wanted {
                Wanted::Counted => "counted",
                Wanted::Right => "right",
                Wanted::Wrong => "wrong",
                Wanted::Answer(answer) => answer,
            };
            add(&format!("s{system}"), wanted);
        }
        if let Some((system, wanted)) = self.parts {
            let wanted = if wanted == PartsRight::All { "all" } else { "notall" };
            add(&format!("p{system}"), wanted);
        }
        if self.nobody_right {
            add("out", "none");
        }
        if let Some(pair) = &self.pair {
            add("pair", pair);
        }
        address
    }
}

/// Percent-encodes all but letters, digits and what needs no escape in a fragment.
fn escape(value: &str, out: &mut String) {
    for byte in value.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b':' => {
                out.push(char::from(byte));
            }
            // Writing to a string can't fail.
            other => drop(write!(out, "%{other:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_plain_whatever_the_names_are() {
        let question = Question {
            level: Level::Part,
            phenomenon: Some("lex:a&b=\"<\u{202e}".to_owned()),
            gold: Some("unknown"),
            answers: vec![(0, Wanted::Right), (2, Wanted::Answer("no answer"))],
            parts: Some((1, PartsRight::NotAll)),
            nobody_right: true,
            pair: Some("1 & 2".to_owned()),
        };
        assert_eq!(
            question.address(),
            "#pairs?on=part&ph=lex:a%26b%3D%22%3C%E2%80%AE&gold=unknown&s0=right&s2=no%20answer&p1=notall&out=none&pair=1%20%26%202"
        );
        assert_eq!(Question::default().address(), "#pairs?");
    }
}
