//! The Brier score of probabilities.

use phenom_dataset::{Judgment, Task};

use super::forecast::{Deviation, Forecast};
use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, Slices, Style, Test,
};
use crate::undefined::Undefined;

/// The Brier score.
pub const BRIER_SCORE: Measure = Measure {
    key: "brier_score",
    better: Better::Lower,
    name: "Brier score",
    definition: "The mean squared error of probabilities: 0 for a system that is certain and correct on all pairs. With \
                 two-way labels it is the error of the probability of entailment (always one half: 0.25), with \
                 three-way labels the sum over the three labels (always one third: 0.667). With two-way labels, a \
                 confidence from 0 to 1 is the probability of the prediction, and a score from 0 to 1 that of \
                 entailment. The value equals scikit-learn's brier_score_loss.",
    formula: "two-way: 1/N sum over pairs of (p - y)^2, with p the probability of entailment and y = 1 if gold is \
              entailment, else 0; three-way: 1/N sum over pairs and labels j of (p_j - y_j)^2",
    range: "0 to 1 two-way, 0 to 2 three-way",
    bounds: [0.0, 2.0],
    undefined: "if there are no pairs; if the run gives no probability from 0 to 1 for each label (with three-way \
                labels, confidences and scores do not); if a pair has none, such as one without a prediction",
    source: "Not in the papers: Brier 1950, Verification of forecasts expressed in terms of probability; computed only \
             if the config names it",
    style: Style::Fine,
    slices: Slices::NotOfJudgments,
    computation: Computation::Forecasts(squared_error, [0.0, 1.0]),
    expected: None,
    interval: IntervalFrom::Influences,
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Student),
    by_default: false,
};

/// The squared error of a forecast. It is never negative, so that nothing cancels out in the one bin.
fn squared_error(forecast: &Forecast<'_>) -> Result<Deviation, Undefined> {
    let probabilities = forecast.probabilities()?;
    let judgments: &[Judgment] = match forecast.task {
        // The other judgment has the same error.
        Task::TwoWay | Task::Outcome => &[Judgment::Entailment],
        Task::ThreeWay => forecast.task.judgments(),
    };
    let errors = judgments.iter().zip(probabilities).map(|(judgment, probability)| {
        let truth = f64::from(u8::from(forecast.gold == *judgment));
        (probability - truth).powi(2)
    });
    Ok(Deviation { bin: 0, by: errors.sum() })
}
