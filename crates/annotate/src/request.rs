//! What the page sends, as types. Whatever is not of their form is refused before anything is done.

use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

use crate::event::Check;
use crate::refusal::{Kind, Refusal};
use crate::rule::Rule;

/// `try`: a part as it stands half typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TryRequest {
    /// The id of the pair, an original or a part.
    pub pair: String,
    /// The part that is changed; none where it is a new one.
    pub edit: Option<String>,
    /// The part whose result the rule changes; T if absent.
    #[serde(default)]
    pub on: Option<String>,
    /// Whether it is a part without a rule, because nothing in T bears on it.
    #[serde(default)]
    pub unsupported: bool,
    /// Of such a part, what it says; H, if it is empty.
    #[serde(default)]
    pub hypothesis: String,
    /// The phenomenon, as far as it is typed.
    pub phenomenon: String,
    /// Words of the text.
    pub left_hand_side: String,
    /// What takes their place.
    pub right_hand_side: String,
    /// The numbers of the first words of the places, as they were selected.
    #[serde(default)]
    pub at: Vec<usize>,
    /// The rule's name, with variables.
    pub pattern: String,
    /// What has to hold between the two sides.
    pub constraint: String,
    /// What the part is judged, as soon as it is.
    #[serde(default)]
    pub judgment: Option<Judgment>,
}

/// `lease`: this tab wants to write.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeaseRequest {
    /// Only where no other tab does.
    #[serde(default)]
    pub if_free: bool,
}

/// `beat`: the tab that writes is alive, or is being closed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeatRequest {
    /// The lease of the tab.
    pub lease: String,
    /// Whether it is being closed.
    #[serde(default)]
    pub bye: bool,
}

/// `draft`: what is half typed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DraftRequest {
    /// The lease of the tab.
    pub lease: String,
    /// Whatever the page wants to find again.
    pub draft: serde_json::Map<String, serde_json::Value>,
}

/// `step`: something to be written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepRequest {
    /// The lease of the tab.
    pub lease: String,
    /// The number after that of the last step that the page knows of.
    pub seq: u64,
    /// What the annotator did.
    pub step: Step,
}

/// One thing that an annotator does.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Step {
    /// The whole pair is judged.
    Whole {
        /// The id of the pair, an original or a part.
        pair: String,
        /// What it is judged.
        judgment: Judgment,
    },
    /// A part is added or changed.
    Part {
        /// The id of the pair, an original or a part.
        pair: String,
        /// The part that is changed; none where it is a new one.
        #[serde(deserialize_with = "or_null")]
        part: Option<String>,
        /// The part whose result the rule changes; T if absent.
        #[serde(default)]
        on: Option<String>,
        /// Whether it is a part without a rule, because nothing in T bears on it.
        #[serde(default)]
        unsupported: bool,
        /// Of such a part, what it says; H, if it is empty.
        #[serde(default)]
        hypothesis: String,
        /// The path of the part's phenomenon in the inventory.
        phenomenon: String,
        /// The rule that makes the part's hypothesis from T.
        rule: Rule,
        /// What the part is judged.
        judgment: Judgment,
    },
    /// A part is removed.
    Remove {
        /// The id of the pair, an original or a part.
        pair: String,
        /// The id of the part.
        part: String,
    },
    /// The parts are put in another order.
    Order {
        /// The id of the pair, an original or a part.
        pair: String,
        /// All its parts.
        parts: Vec<String>,
    },
    /// The decomposition is done.
    Done {
        /// The id of the pair, an original or a part.
        pair: String,
        /// Why it is kept although these checks fail.
        exceptions: BTreeMap<Check, String>,
    },
    /// Somebody else's pair is taken over.
    Take {
        /// The id of the original.
        pair: String,
    },
    /// Something is to be remembered of a pair.
    Note {
        /// The id of the pair; none where `item` names it.
        #[serde(default)]
        pair: Option<String>,
        /// Its place in the open batch.
        #[serde(default)]
        item: Option<usize>,
        /// What is to be remembered.
        note: String,
        /// Whether the pair is to be looked at again.
        flag: bool,
    },
    /// A pair that was done is taken up again.
    Reopen {
        /// The id of the pair, an original or a part.
        pair: String,
    },
    /// The next batch is to be read.
    Batch {},
    /// A pair of the open batch is read.
    Read {
        /// Its place in the batch.
        item: usize,
        /// What it is judged; none where the reader cannot tell.
        #[serde(deserialize_with = "or_null")]
        judgment: Option<Judgment>,
        /// How sure the reader is, from 1 to 3.
        #[serde(deserialize_with = "or_null")]
        confidence: Option<u8>,
        /// What the reader adds.
        comment: String,
        /// The phenomenon that the reader sees in the pair.
        #[serde(default)]
        phenomenon: Option<String>,
    },
    /// A pair on which people differ is settled.
    Settle {
        /// The whole or the part.
        pair: String,
        /// Its judgment; none where it is dropped.
        #[serde(deserialize_with = "or_null")]
        judgment: Option<Judgment>,
        /// Whether it is left out.
        drop: bool,
        /// Why.
        reason: String,
    },
    /// The last step is made void.
    Undo {},
    /// The last undo is made void.
    Redo {},
}

/// A value that may be null, but has to be there: an answer that was forgotten is no answer.
fn or_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    given: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(given)
}

/// Reads the content of a request.
///
/// # Errors
/// Where it is no JSON, or not of the form that the path takes.
pub fn parse<T: DeserializeOwned>(content: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(content).map_err(|error| {
        let error = match error.classify() {
            serde_json::error::Category::Data => {
                format!("The request does not have the form that this path accepts: {error}.")
            }
            _ => format!("The request is not JSON: {error}."),
        };
        Refusal::new(Kind::Malformed, error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(json: &str) -> Result<Step, String> {
        parse::<Step>(json.as_bytes()).map_err(|refusal| refusal.error)
    }

    #[test]
    fn steps_are_read() {
        assert_eq!(
            step(r#"{"do":"whole","pair":"e-1","judgment":"entailment"}"#),
            Ok(Step::Whole { pair: "e-1".into(), judgment: Judgment::Entailment })
        );
        assert_eq!(step(r#"{"do":"undo"}"#), Ok(Step::Undo {}));
        assert_eq!(
            step(r#"{"do":"read","item":3,"judgment":null,"confidence":null,"comment":""}"#),
            Ok(Step::Read {
                item: 3,
                judgment: None,
                confidence: None,
                comment: String::new(),
                phenomenon: None
            })
        );
    }

    #[test]
    fn what_is_forgotten_or_not_known_is_told() {
        for (json, told) in [
            (r#"{"do":"read","item":3,"confidence":1,"comment":""}"#, "missing field `judgment`"),
            (r#"{"do":"fly"}"#, "unknown variant `fly`"),
            (r#"{"do":"undo","of":7}"#, "unknown field `of`"),
            (r#"{"do":"remove","pair":"a","part":"b","now":true}"#, "unknown field `now`"),
            (r#"{"do":"read","item":-1,"judgment":null,"confidence":1,"comment":""}"#, "-1"),
            (r#"{"do":"#, "not JSON"),
        ] {
            let error = step(json).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
