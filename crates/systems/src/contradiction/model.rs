//! What the contradiction-aware engine knows besides its rules, as a readable file.

use phenom_dataset::{Judgment, Task};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Probabilities;
use crate::contradiction::evidence::Evidence;
use crate::contradiction::rules::{Rule, RuleError};
use crate::contradiction::signals::SIGNALS;
use crate::features::ModelError;
use crate::logistic::{Coefficients, fits, rows, softmax};

/// What tells judgments apart: the rules that are shipped, or weights that were learnt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContradictionModel {
    /// What is told apart; *unknown* and *contradiction* are *not-entailment* where only that is.
    pub judgments: Vec<Judgment>,
    /// The weights; nothing where the rules decide.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<SignalWeights>,
}

/// Weights of signals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SignalWeights {
    /// Whether they were learnt with WordNet: they count then only with WordNet.
    pub wordnet: bool,
    /// The strength of the L2 penalty, chosen by cross-validation.
    pub l2_strength: f64,
    /// A constant for each judgment; of two judgments, for the second only.
    pub intercepts: Vec<f64>,
    /// What counts.
    pub signals: Vec<SignalWeight>,
}

/// The weight of a signal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SignalWeight {
    /// A signal, which counts as coverage in order where it was found, a coverage, or what the rules say.
    pub name: String,
    /// What it adds to the score of each judgment; of two judgments, of the second only.
    pub weights: Vec<f64>,
}

/// Why the engine cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContradictionError {
    /// It cannot be used here.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The rules cannot be read.
    #[error(transparent)]
    Rules(#[from] RuleError),
}

impl ContradictionModel {
    /// What is known without training: the rules.
    #[must_use]
    pub fn untrained(task: Task) -> Self {
        use Judgment::{Contradiction, Entailment, NotEntailment, Unknown};
        let judgments = match task {
            Task::TwoWay | Task::Outcome => vec![Entailment, NotEntailment],
            Task::ThreeWay => vec![Entailment, Unknown, Contradiction],
        };
        Self { judgments, weights: None }
    }

    /// Whether the model fits this version of the program.
    pub(super) fn check(&self) -> Result<(), ModelError> {
        let unfit = |what: &str| Err(ModelError::Unfit(what.to_owned()));
        ModelError::refuse_labels(&self.judgments)?;
        let Some(weights) = &self.weights else { return Ok(()) };
        let names = names();
        if !weights.signals.iter().map(|signal| signal.name.as_str()).eq(names.iter().copied()) {
            return unfit("has other signals than the program");
        }
        let rows = rows(self.judgments.len());
        let all_fit = weights.signals.iter().all(|one| fits(&one.weights, rows));
        if !fits(&weights.intercepts, rows) || !all_fit {
            return unfit("has not exactly one finite weight for each label");
        }
        Ok(())
    }
}

impl SignalWeights {
    /// The probabilities of judgments by what was found, and by the rule that applies.
    pub(super) fn probabilities(
        &self,
        judgments: &[Judgment],
        evidence: &Evidence,
        rule: Option<&Rule>,
    ) -> Probabilities {
        let row = |row: usize| {
            let weights = self.signals.iter().map(|signal| signal.weights[row]);
            weights.chain([self.intercepts[row]]).collect()
        };
        let coefficients = Coefficients((0..self.intercepts.len()).map(row).collect());
        let scores = coefficients.scores(&values(evidence, rule));
        Probabilities(judgments.iter().copied().zip(softmax(&scores)).collect())
    }
}

const RULES_SAY: [(&str, Judgment); 3] = [
    ("the rules predict entailment", Judgment::Entailment),
    ("the rules predict unknown", Judgment::Unknown),
    ("the rules predict contradiction", Judgment::Contradiction),
];

/// The names of what counts.
pub(super) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = SIGNALS.iter().map(|signal| signal.name).collect();
    names.extend(["coverage", "coverage in order", "everything is covered"]);
    names.extend(RULES_SAY.map(|(name, _)| name));
    names
}

/// What counts, in the order of the names: each from 0 to 1.
pub(super) fn values(evidence: &Evidence, rule: Option<&Rule>) -> Vec<f64> {
    let flag = |holds: bool| f64::from(u8::from(holds));
    let mut values: Vec<f64> = SIGNALS
        .iter()
        .map(|signal| flag(evidence.has(signal)) * evidence.coverage_in_order)
        .collect();
    values.extend([evidence.coverage, evidence.coverage_in_order, flag(evidence.coverage >= 1.0)]);
    let said = rule.map(|rule| rule.judgment);
    values.extend(RULES_SAY.map(|(_, judgment)| flag(said == Some(judgment))));
    values
}
