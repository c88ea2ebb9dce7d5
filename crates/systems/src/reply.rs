//! What a system says of a pair.

use phenom_dataset::{Judgment, are_probabilities};
use serde::{Deserialize, Serialize};

/// No justification has more bytes: neither a line of a program nor the answer of a server may be as long.
const LONGEST_JUSTIFICATION: usize = 8 << 20;

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

    /// Fails unless this can be a system's answer, fresh or stored.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        if let Some(number) = self.confidence.filter(|number| !number.is_finite()) {
            return Err(format!("`confidence` is {number}, which is not a finite number"));
        }
        let length = self.justification.as_ref().map_or(0, String::len);
        if length > LONGEST_JUSTIFICATION {
            let most = LONGEST_JUSTIFICATION >> 20;
            return Err(format!("`justification` has {length} bytes, more than {most} MiB"));
        }
        self.probabilities.as_ref().map_or(Ok(()), Probabilities::check)
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

impl Probabilities {
    fn check(&self) -> Result<(), String> {
        for (at, (judgment, _)) in self.0.iter().enumerate() {
            if self.0.iter().skip(at + 1).any(|(other, _)| other == judgment) {
                return Err(format!(
                    "`probabilities` contains the label {} twice",
                    judgment.name()
                ));
            }
        }
        let numbers: Vec<f64> = self.0.iter().map(|(_, number)| *number).collect();
        match are_probabilities(&numbers) {
            true => Ok(()),
            false => Err("`probabilities` must be numbers from 0 to 1 that sum to 1".to_owned()),
        }
    }
}
