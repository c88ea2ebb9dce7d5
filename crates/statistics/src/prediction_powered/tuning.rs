//! The weights of predictors.

use super::{FEWEST_LABELS, Part, ROUNDING, Values};

/// The labelled units that the moments of the wider part count as in the weights of a part.
const BLEND: f64 = 20.0;

/// A predictor is left out if others give all of its variance but this share.
const COPY: f64 = 1e-9;

/// What the weights of predictors are found from: how they vary with the labels and with each other, summed over all values
/// that are to have the same weights.
#[derive(Debug, Clone, PartialEq)]
pub struct Tuning {
    with_labels: Vec<f64>,
    with_each_other: Vec<f64>,
}

impl Tuning {
    /// The moments of some values in a part, summed: of one system or of all, so that differences of corrected values are
    /// corrected differences. With equal probabilities they give the weight of PPI++ times `N/(N - n)`.
    ///
    /// # Formula
    /// With `w = 1/p`, `a = w(w - 1)` of labelled units and `v = 1/p - 1` of all, `C = sum a (y - mean)(f - mean) / sum a`
    /// and `S = N/(N - 1) sum v (f - mean)(f - mean)' / sum v`.
    ///
    /// # References
    /// Angelopoulos, Duchi and Zrnic 2023, section 6.
    #[must_use]
    pub fn new<'v>(part: &Part, values: impl IntoIterator<Item = &'v Values>) -> Self {
        let mut values = values.into_iter().peekable();
        let predictors = values.peek().map_or(0, |values| values.predictors());
        let mut tuning = Self {
            with_labels: vec![0.0; predictors],
            with_each_other: vec![0.0; predictors * predictors],
        };
        let of_label = |weight: f64| weight * (weight - 1.0);
        let total: f64 = part.labelled.iter().map(|unit| of_label(unit.weight)).sum();
        if part.labels() < 2 || total <= 0.0 {
            return tuning;
        }
        for values in values {
            tuning.add(part, values, total, of_label);
        }
        tuning
    }

    fn add(&mut self, part: &Part, values: &Values, total: f64, of_label: impl Fn(f64) -> f64) {
        let predictors = values.predictors();
        let all_predictors = 0..predictors;
        let label_mean = part.labelled_mean(|unit| values.label(unit));
        let labelled_means: Vec<f64> = (all_predictors.clone())
            .map(|at| part.labelled_mean(|unit| values.predictions(unit)[at]))
            .collect();
        let means: Vec<f64> =
            all_predictors.map(|at| part.mean(|unit| values.predictions(unit)[at])).collect();
        for unit in &part.labelled {
            let weight = of_label(unit.weight) / total;
            let label = values.label(unit.unit) - label_mean;
            let predictions = values.predictions(unit.unit).iter().zip(&labelled_means);
            for (sum, (prediction, mean)) in self.with_labels.iter_mut().zip(predictions) {
                *sum += weight * (prediction - mean) * label;
            }
        }
        let count = part.units() as f64;
        let mut sums = vec![0.0; predictors * predictors];
        let mut divisor = 0.0;
        let mut off = vec![0.0; predictors];
        let mut vary = |unit: u32, variance: f64| {
            for ((off, prediction), mean) in
                off.iter_mut().zip(values.predictions(unit)).zip(&means)
            {
                *off = prediction - mean;
            }
            for (row, one) in off.iter().enumerate() {
                for (column, other) in off.iter().enumerate() {
                    sums[row * predictors + column] += variance * one * other;
                }
            }
            divisor += variance;
        };
        match &part.variances {
            _ if part.stands_in => {
                part.labelled.iter().for_each(|unit| vary(unit.unit, of_label(unit.weight)));
            }
            Some(variances) => {
                part.units
                    .iter()
                    .zip(variances)
                    .for_each(|(unit, variance)| vary(*unit, *variance));
            }
            None => part.units.iter().for_each(|unit| vary(*unit, 1.0)),
        }
        for (sum, of_values) in self.with_each_other.iter_mut().zip(sums) {
            *sum += of_values / divisor * count / (count - 1.0);
        }
    }

    /// These, of so many labels, together with those of a wider part, which count as 20 labels.
    fn blended(&self, labels: usize, wide: &Self) -> Self {
        let labels = labels as f64;
        let both = |own: &[f64], wide: &[f64]| {
            let pairs = own.iter().zip(wide);
            pairs.map(|(own, wide)| (labels * own + BLEND * wide) / (labels + BLEND)).collect()
        };
        Self {
            with_labels: both(&self.with_labels, &wide.with_labels),
            with_each_other: both(&self.with_each_other, &wide.with_each_other),
        }
    }

    /// The mean of all predictors in the place of each.
    fn of_their_mean(&self) -> Self {
        let mean = |values: &[f64]| vec![values.iter().sum::<f64>() / values.len() as f64];
        Self { with_labels: mean(&self.with_labels), with_each_other: mean(&self.with_each_other) }
    }

    /// The weights that minimise the variance with independent units. A predictor that those before it give, or that is
    /// constant, weighs 0; a single one weighs from 0 to `most`.
    fn weights(&self, most: f64) -> Vec<f64> {
        let predictors = self.with_labels.len();
        let of = |row: usize, column: usize| self.with_each_other[row * predictors + column];
        let mut kept: Vec<usize> = Vec::new();
        for at in 0..predictors {
            let given: Vec<f64> = kept.iter().map(|other| of(*other, at)).collect();
            let explained: f64 = match solved(&kept, of, &given) {
                Some(shares) => shares.iter().zip(&given).map(|(share, given)| share * given).sum(),
                None => continue,
            };
            if of(at, at) > 0.0 && of(at, at) - explained > COPY * of(at, at) {
                kept.push(at);
            }
        }
        let right: Vec<f64> = kept.iter().map(|at| self.with_labels[*at]).collect();
        let mut weights = vec![0.0; predictors];
        for (at, weight) in kept.iter().zip(solved(&kept, of, &right).unwrap_or_default()) {
            weights[*at] = weight;
        }
        if let [weight] = &mut weights[..] {
            *weight = weight.clamp(0.0, most);
        }
        weights
    }
}

/// The weights of predictors in a part, by the moments of the part itself and of the wider one that it is part of. Several
/// predictors with fewer than five effective labelled clusters each, in the part that lends, have the same weight.
#[must_use]
pub fn tuned(part: &Part, own: &Tuning, wide: Option<(&Part, &Tuning)>) -> Vec<f64> {
    let wide_part = wide.map_or(part, |(wide, _)| wide);
    let tuning = match wide {
        Some((wide, of_wide)) if wide.units() > part.units() => own.blended(part.labels(), of_wide),
        _ => own.clone(),
    };
    let predictors = own.with_labels.len();
    if predictors > 1 && wide_part.effective() < FEWEST_LABELS * predictors as f64 - ROUNDING {
        let weight = tuning.of_their_mean().weights(part.most_weight())[0];
        return vec![weight / predictors as f64; predictors];
    }
    tuning.weights(part.most_weight())
}

/// Solves a symmetric system of the rows and columns named, by Gaussian elimination with pivots; nothing if it is singular.
fn solved(at: &[usize], of: impl Fn(usize, usize) -> f64, right: &[f64]) -> Option<Vec<f64>> {
    let size = at.len();
    let mut rows: Vec<Vec<f64>> = at
        .iter()
        .zip(right)
        .map(|(row, right)| at.iter().map(|column| of(*row, *column)).chain([*right]).collect())
        .collect();
    for column in 0..size {
        let larger = |one: &usize, other: &usize| {
            rows[*one][column].abs().total_cmp(&rows[*other][column].abs())
        };
        let pivot = (column..size).max_by(larger)?;
        rows.swap(column, pivot);
        if rows[column][column] == 0.0 {
            return None;
        }
        for row in column + 1..size {
            let factor = rows[row][column] / rows[column][column];
            let (above, below) = rows.split_at_mut(row);
            let places = below[0].iter_mut().zip(&above[column]).skip(column);
            places.for_each(|(value, of_pivot)| *value -= factor * of_pivot);
        }
    }
    let mut found = vec![0.0; size];
    for row in (0..size).rev() {
        let rest: f64 = (row + 1..size).map(|column| rows[row][column] * found[column]).sum();
        found[row] = (rows[row][size] - rest) / rows[row][row];
    }
    Some(found)
}
