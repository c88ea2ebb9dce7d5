//! What a system says of a pair.

use phenom_dataset::Judgment;
use serde::{Deserialize, Serialize};

/// A system's answer for a pair: a judgment, or none, and what it says besides.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The judgment; nothing where the system abstains, or where what it said cannot be read as a judgment.
    #[serde(default)]
    pub judgment: Option<Judgment>,
    /// How sure the system is of its judgment: the higher, the surer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    /// The probability of each judgment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probabilities: Option<Probabilities>,
    /// Why the system judges so, in its own words; or what it said, where that cannot be read as a judgment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub justification: Option<String>,
}

impl Reply {
    /// A judgment and nothing besides.
    #[must_use]
    pub fn judged(judgment: Judgment) -> Self {
        Self { judgment: Some(judgment), ..Self::default() }
    }

    /// The most likely judgment, with its probability as confidence; of equally likely ones the first.
    #[must_use]
    pub fn likeliest(probabilities: Probabilities) -> Self {
        let mut best: Option<(Judgment, f64)> = None;
        for &(judgment, probability) in &probabilities.0 {
            if best.is_none_or(|(_, highest)| probability > highest) {
                best = Some((judgment, probability));
            }
        }
        Self {
            judgment: best.map(|(judgment, _)| judgment),
            confidence: best.map(|(_, probability)| probability),
            probabilities: Some(probabilities),
            justification: None,
        }
    }

    /// The same reply with its reason.
    #[must_use]
    pub fn because(mut self, justification: String) -> Self {
        self.justification = Some(justification);
        self
    }
}

/// A probability for each judgment that a system tells apart; they sum to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Probabilities(pub Vec<(Judgment, f64)>);
