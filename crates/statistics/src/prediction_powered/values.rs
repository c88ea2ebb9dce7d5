//! A value of every unit, by its label and by predictors.

/// A value of every unit: by its label, which counts on labelled units alone, and by what each predictor says.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    labels: Vec<f64>,
    /// Unit by unit, predictor by predictor.
    predictions: Vec<f64>,
    predictors: usize,
}

impl Values {
    /// The values of some units; `label` and `prediction` are asked unit by unit, and predictor by predictor.
    #[must_use]
    pub fn new(
        units: usize,
        predictors: usize,
        label: impl Fn(usize) -> f64,
        prediction: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let labels = (0..units).map(label).collect();
        let mut predictions = Vec::with_capacity(units * predictors);
        for unit in 0..units {
            predictions.extend((0..predictors).map(|predictor| prediction(unit, predictor)));
        }
        Self { labels, predictions, predictors }
    }

    /// What is made of the values of two kinds, label by label and prediction by prediction.
    #[must_use]
    pub fn with(&self, other: &Self, both: impl Fn(f64, f64) -> f64) -> Self {
        let pairs = |some: &[f64], others: &[f64]| {
            some.iter().zip(others).map(|(one, other)| both(*one, *other)).collect()
        };
        Self {
            labels: pairs(&self.labels, &other.labels),
            predictions: pairs(&self.predictions, &other.predictions),
            predictors: self.predictors,
        }
    }

    /// Those of the one less those of the other.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        self.with(other, |one, other| one - other)
    }

    /// How many predictors there are.
    #[must_use]
    pub fn predictors(&self) -> usize {
        self.predictors
    }

    /// The value of a unit by its label.
    #[must_use]
    pub fn label(&self, unit: u32) -> f64 {
        self.labels[unit as usize]
    }

    /// The value of a unit by each predictor.
    #[must_use]
    pub fn predictions(&self, unit: u32) -> &[f64] {
        &self.predictions[unit as usize * self.predictors..][..self.predictors]
    }

    /// The weighted sum of what the predictors say of a unit.
    pub(super) fn predicted(&self, unit: u32, weights: &[f64]) -> f64 {
        self.predictions(unit).iter().zip(weights).map(|(value, weight)| value * weight).sum()
    }

    /// The value of a unit by its label, less what is predicted.
    pub(super) fn residual(&self, unit: u32, weights: &[f64]) -> f64 {
        self.label(unit) - self.predicted(unit, weights)
    }
}
