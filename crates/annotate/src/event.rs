//! The steps of annotators, as their files hold them.

use std::collections::BTreeMap;

use phenom_dataset::{EXCEPTION, Judgment};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use crate::rule::Rule;

/// The version of the files that this program writes and reads.
pub const VERSION: u32 = 1;

/// Whom the dataset's own label is an opinion of. No annotator has this name.
pub const DATASET: &str = "dataset";

/// The first line of an annotator's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// `annotations`.
    pub phenom: String,
    /// [`VERSION`].
    pub version: u32,
    /// The name of the dataset's file.
    pub dataset: String,
    /// The SHA-256 of the dataset's file when this one was begun, in hexadecimal digits.
    pub dataset_sha256: String,
    /// Who annotates.
    pub annotator: String,
}

/// A step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number in its file, from 2: the header is line 1.
    pub seq: u64,
    /// When, in UTC: `2026-05-04T09:00:47Z`.
    pub at: String,
    /// Who.
    pub by: String,
    /// What was done.
    pub what: What,
}

/// What can be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum What {
    /// The author's judgment on an original.
    Whole {
        /// The id of the original.
        pair: String,
        /// Its [`wording`].
        of: String,
        /// What the author takes the text to say of the hypothesis.
        judgment: Judgment,
    },
    /// A part that is new, or in the place of what it was.
    Part {
        /// The id of the original.
        pair: String,
        /// Its [`wording`].
        of: String,
        /// The id of the part.
        part: String,
        /// The path of the part's phenomenon in the inventory.
        phenomenon: String,
        /// The rule that makes the part's hypothesis; without a left-hand side, the part is unsupported: nothing in T
        /// bears on these words of H.
        rule: Rule,
        /// The part whose result the rule changes, and that result; T if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<On>,
        /// What the rule makes of T or of that result; of an unsupported part, what is said of which T says nothing.
        hypothesis: String,
        /// The author's judgment.
        judgment: Judgment,
    },
    /// A part that is no more.
    Remove {
        /// The id of the original.
        pair: String,
        /// The id of the part.
        part: String,
    },
    /// The order of the parts in the chain.
    Order {
        /// The id of the original.
        pair: String,
        /// The ids of all parts of the original, in the order of the chain.
        parts: Vec<String>,
    },
    /// An original that is decomposed.
    Done {
        /// The id of the original.
        pair: String,
        /// What the rule of composition makes of the parts, where it makes one judgment.
        #[serde(deserialize_with = "or_null")]
        composed: Option<Judgment>,
        /// Whether the chain reaches H.
        chain: bool,
        /// Why it is kept although these checks fail, by their names.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        exceptions: BTreeMap<Check, String>,
    },
    /// Somebody else's original, whose author left: from now on it is the annotator's.
    Take {
        /// The id of the original.
        pair: String,
        /// Its [`wording`].
        of: String,
        /// Who decomposed it before.
        from: String,
        /// The parts, as they were.
        parts: Vec<Taken>,
    },
    /// What the annotator wants to remember of a pair.
    Note {
        /// The id of the pair, an original or a part.
        pair: String,
        /// The note; empty if it was deleted.
        note: String,
        /// Whether the pair is flagged, to be looked at again.
        flag: bool,
    },
    /// A decomposed original that is worked on again.
    Reopen {
        /// The id of the original.
        pair: String,
    },
    /// The pairs that are read blind next.
    Batch {
        /// The ids of the pairs, in the order in which they are read.
        pairs: Vec<String>,
    },
    /// A blind reading.
    Read {
        /// The pair, an original or a part.
        pair: String,
        /// Its [`wording`].
        of: String,
        /// The judgment; nothing where the reader cannot judge.
        #[serde(deserialize_with = "or_null")]
        judgment: Option<Judgment>,
        /// How sure the reader is: 1 a guess, 2 rather sure, 3 sure.
        #[serde(deserialize_with = "or_null")]
        confidence: Option<u8>,
        /// What the reader has to say.
        comment: String,
        /// The phenomenon that the reader sees in the pair.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        phenomenon: Option<String>,
    },
    /// What becomes of a pair on which readings differ.
    Settle {
        /// The id of the pair, an original or a part.
        pair: String,
        /// Its [`wording`].
        of: String,
        /// Its gold; nothing where it is dropped.
        #[serde(deserialize_with = "or_null")]
        judgment: Option<Judgment>,
        /// Whether it leaves the dataset.
        drop: bool,
        /// Why.
        reason: String,
        /// What was said of it, by annotator.
        readings: BTreeMap<String, Option<Judgment>>,
        /// What others had settled otherwise before.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        over: BTreeMap<String, Option<Judgment>>,
    },
    /// A step of the same file that does not count any more; where it is an undoing, what that undid counts again.
    Undo {
        /// The number of the step.
        of: u64,
    },
}

/// The part whose result a rule changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct On {
    /// Its id.
    pub part: String,
    /// Its hypothesis when the rule was written.
    pub text: String,
}

/// A check that an annotator may excuse an original from, with a reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// The labels of the parts compose to that of the original.
    Composition,
    /// The rules lead from T to H.
    Chain,
}

impl Check {
    /// The attribute of an original that holds the reason.
    #[must_use]
    pub fn attribute(self) -> &'static str {
        match self {
            Self::Composition => EXCEPTION,
            Self::Chain => "exception-chain",
        }
    }
}

/// A part of somebody else that was taken over, as it was then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// The id of the part, which it keeps.
    pub part: String,
    /// The path of its phenomenon in the inventory.
    pub phenomenon: String,
    /// Its rule.
    pub rule: Rule,
    /// The part whose result the rule changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
    /// What the rule makes.
    pub hypothesis: String,
    /// Its author's judgment.
    pub judgment: Judgment,
}

impl What {
    /// The pair that the step is about; nothing for an undoing and a batch.
    #[must_use]
    pub fn pair(&self) -> Option<&str> {
        match self {
            Self::Whole { pair, .. }
            | Self::Part { pair, .. }
            | Self::Remove { pair, .. }
            | Self::Order { pair, .. }
            | Self::Done { pair, .. }
            | Self::Reopen { pair }
            | Self::Take { pair, .. }
            | Self::Note { pair, .. }
            | Self::Read { pair, .. }
            | Self::Settle { pair, .. } => Some(pair),
            Self::Batch { .. } | Self::Undo { .. } => None,
        }
    }

    /// The wording that the step was made on.
    #[must_use]
    pub fn wording(&self) -> Option<&str> {
        match self {
            Self::Whole { of, .. }
            | Self::Part { of, .. }
            | Self::Take { of, .. }
            | Self::Read { of, .. }
            | Self::Settle { of, .. } => Some(of),
            _ => None,
        }
    }
}

/// The first 32 hexadecimal digits of the SHA-256 of a text and a hypothesis: what was judged, so that a judgment on
/// another wording is not taken for one on this.
#[must_use]
pub fn wording(text: &str, hypothesis: &str) -> String {
    let mut hash = Sha256::new();
    // The length keeps a text and a hypothesis apart.
    hash.update((text.len() as u64).to_le_bytes());
    hash.update(text.as_bytes());
    hash.update(hypothesis.as_bytes());
    let digits: Vec<String> =
        hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    digits.concat()
}

impl Event {
    /// The event as a line of a file, with its end.
    #[must_use]
    pub fn line(&self) -> String {
        let mut object = Map::new();
        object.insert("seq".to_owned(), self.seq.into());
        object.insert("at".to_owned(), self.at.clone().into());
        object.insert("by".to_owned(), self.by.clone().into());
        let mut line = Value::Object(object).to_string();
        // No value of an event can fail to be JSON.
        let what = serde_json::to_string(&self.what).unwrap_or_default();
        line.pop();
        line.push(',');
        line.push_str(what.strip_prefix('{').unwrap_or(&what));
        line.push('\n');
        line
    }
}

/// A value that may be null, but has to be there: what is missing was cut out.
fn or_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    given: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(given)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(what: What) -> Event {
        Event { seq: 7, at: "2026-05-04T09:00:47Z".into(), by: "ann".into(), what }
    }

    #[test]
    fn a_step_is_a_line_that_is_read_back() {
        let steps = [
            What::Whole {
                pair: "e-1".into(),
                of: wording("T", "H"),
                judgment: Judgment::Entailment,
            },
            What::Part {
                pair: "e-1".into(),
                of: wording("T", "H"),
                part: "e-1.1".into(),
                phenomenon: "lexical:hypernymy".into(),
                rule: Rule {
                    pattern: "x → y".into(),
                    constraint: "hypernym(x, y)".into(),
                    left_hand_side: String::new(),
                    right_hand_side: "ferry\u{2028}\"{}".into(),
                    at: vec![3],
                },
                on: Some(On { part: "e-1.2".into(), text: "T".into() }),
                hypothesis: "H".into(),
                judgment: Judgment::Contradiction,
            },
            What::Read {
                pair: "u".into(),
                of: wording("", ""),
                judgment: None,
                confidence: Some(2),
                comment: "🙂".into(),
                phenomenon: Some("a:b".into()),
            },
            What::Note { pair: "u".into(), note: String::new(), flag: true },
            What::Batch { pairs: vec!["a".into(), "b".into()] },
            What::Undo { of: 3 },
        ];
        for what in steps {
            let event = event(what);
            let line = event.line();
            assert!(line.starts_with("{\"at\":") || line.starts_with("{\"seq\":7,"), "{line}");
            assert_eq!(line.matches('\n').count(), 1, "{line}");
            assert_eq!(Event::parse(line.trim_end()), Ok(event));
        }
    }

    #[test]
    fn a_line_that_is_no_step_says_why() {
        let said = |line: &str| Event::parse(line).unwrap_err();
        let at = "2026-05-04T09:00:47Z";
        let with = |rest: &str| format!("{{\"seq\":2,\"at\":\"{at}\",\"by\":\"ann\",{rest}}}");
        assert_eq!(said("[1]"), "an action must be a JSON object");
        assert_eq!(said("{\"at\":\"x\",\"by\":\"a\"}"), "`seq` is missing or not a whole number");
        assert!(said("{\"seq\":2").starts_with("EOF while parsing"));
        assert_eq!(said(&with("\"do\":\"reopen\"")), "missing field `pair`");
        assert!(said(&with("\"do\":\"dance\"")).starts_with("unknown variant `dance`"));
        assert!(said(&with("\"do\":\"undo\",\"of\":2,\"x\":1")).starts_with("unknown field `x`"));
        let of = wording("T", "H");
        let read = format!(
            "\"do\":\"read\",\"pair\":\"p\",\"of\":\"{of}\",\"judgment\":null,\"confidence\":4,\"comment\":\"\""
        );
        assert_eq!(said(&with(&read)), "`confidence` must be 1, 2 or 3, not 4");
        assert_eq!(
            said(&with(&read.replace("\"judgment\":null,", ""))),
            "missing field `judgment`"
        );
        let twice = format!("{read},\"pair\":\"q\"");
        assert_eq!(said(&with(&twice)), "`pair` appears twice in the object");
    }

    // python: hashlib.sha256((1).to_bytes(8, 'little') + b'TH').hexdigest()[:32]
    #[test]
    fn the_wording_tells_texts_and_hypotheses_apart() {
        assert_eq!(wording("T", "H"), "14e4b9c96403cc16dfbfdc29415881f1");
        assert_ne!(wording("ab", "c"), wording("a", "bc"));
        assert_ne!(wording("a\n", "b"), wording("a", "\nb"));
    }
}
