//! A pair as a reader hands it to the builder.

use serde::{Deserialize, Serialize};

use crate::{Judgment, Phenomenon};

/// The rule by which a monothematic pair was made from its original [CM10, section 2].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntailmentRule {
    /// The general rule, `x => y`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// When the rule holds, `synonymy(x, y)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// The part of the text that the pattern's left-hand side stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_hand_side: Option<String>,
    /// The part of the hypothesis that the pattern's right-hand side stands for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_hand_side: Option<String>,
    /// The number of the first word of each place of the left-hand side, from 0, where these words occur more than once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<usize>,
}

/// One pair, original or monothematic, before it is part of a [`Dataset`](crate::Dataset).
#[derive(Debug, Clone, Default)]
pub struct PairRow<'a> {
    /// The line of its file, counted from 1.
    pub line: u64,
    /// Its id, unique in the dataset.
    pub id: &'a str,
    /// The id of the original pair that a monothematic pair comes from; nothing for an original.
    pub origin: Option<&'a str>,
    /// The cluster that its original belongs to: what stands on one text, or is about one topic. Nothing
    /// for an original that is a cluster by itself, and for a monothematic pair, which is in its
    /// original's.
    pub cluster: Option<&'a str>,
    /// The text, T.
    pub text: Option<&'a str>,
    /// The hypothesis, H.
    pub hypothesis: Option<&'a str>,
    /// The gold judgment; nothing where the annotators agreed on none.
    pub gold: Option<Judgment>,
    /// Other judgments that are right too, where gold is a set.
    pub also_gold: &'a [Judgment],
    /// What single annotators said, by their name.
    pub annotations: &'a [(&'a str, Judgment)],
    /// How many annotators without a name gave each judgment, by its code.
    pub annotator_counts: Option<[u16; Judgment::ALL.len()]>,
    /// How much the pair weighs; nothing for 1.
    pub weight: Option<f64>,
    /// The probability with which people were to read the pair, above 0 and at most 1; `None` if it is not known, or
    /// the dataset has no [judged gold](crate::JudgedGold).
    pub probability: Option<f64>,
    /// The phenomena that matter for the judgment; one for a monothematic pair, as a rule.
    pub phenomena: &'a [Phenomenon],
    /// The task of RTE (QA, IE, ...).
    pub task: Option<&'a str>,
    /// Other properties by name.
    pub attributes: &'a [(&'a str, &'a str)],
    /// The rule that made a monothematic pair.
    pub rule: Option<&'a EntailmentRule>,
}
