//! Accuracy against mutual information [B09, section 5].

use phenom_metrics::Value;

use super::Interval;

/// Systems and baselines by their accuracy and by what their answers tell of gold.
#[derive(Debug, Clone, PartialEq)]
pub struct AccuracyInformation {
    /// Systems and baselines.
    pub points: Vec<Point>,
}

/// A system or a baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: PointKind,
    /// Its accuracy, in [0, 1].
    pub accuracy: Value,
    /// The confidence interval of the accuracy.
    pub accuracy_interval: Option<Interval>,
    /// I(G;L), in bits.
    pub information: Value,
    /// The confidence interval of the information.
    pub information_interval: Option<Interval>,
}

/// What a point stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointKind {
    /// A system that answered the pairs.
    System,
    /// An algorithm that reads gold.
    Reference,
    /// A baseline that looks at no pair.
    Baseline,
}

impl AccuracyInformation {
    pub(super) fn lack(&self) -> Option<&'static str> {
        let undefined = |point: &Point| point.accuracy.is_err() || point.information.is_err();
        let nothing = self.points.iter().all(undefined);
        nothing.then_some("No system has both an accuracy and a mutual information.")
    }
}
