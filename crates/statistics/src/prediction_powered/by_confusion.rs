//! Shares of categories from a predictor of all units, by how it confuses categories where units are labelled.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{FEWEST_LABELS, Part};
use crate::Interval;

/// The condition number above which a confusion matrix is not inverted.
const LARGEST_CONDITION: f64 = 1000.0;

/// Steps of the power iteration that finds a norm; the condition number is compared with a bound alone.
const STEPS: usize = 200;

/// The reason why there are no shares by a confusion matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NoConfusion {
    /// A category has fewer than five labels.
    #[error("a category has fewer than five labels")]
    FewLabels,
    /// The predictor hardly tells categories apart: the condition number of its confusion matrix is above 1,000.
    #[error("the confusion matrix is nearly singular")]
    NearlySingular,
}

/// The shares of categories among all units of a part.
#[derive(Debug, Clone, PartialEq)]
pub struct ByConfusion {
    /// The share of each category; few labels may put it outside of 0 to 1, and all add up to 1.
    pub shares: Vec<f64>,
    /// The standard error of each share over clusters.
    pub errors: Vec<f64>,
    /// The confusion matrix: by predicted category and by category of the label, the share of the units with this label.
    pub confusion: Vec<Vec<f64>>,
    /// The degrees of freedom of Student's t.
    freedom: f64,
}

impl ByConfusion {
    /// The shares of `categories` categories in a part, from the category that each labelled unit has by its `label` and that
    /// each unit has as it is `predicted`, if it has one.
    ///
    /// Labelled units may have been chosen by their labels, and not by chance. What is assumed is that the predictor confuses
    /// categories in all units as it does in labelled ones.
    ///
    /// # Formula
    /// `p = M^-1 q` for the shares q of predicted categories in all units and the confusion matrix `M[j, g] = P(j | g)` of
    /// labelled ones. What a unit adds to the error is `M^-1 (dq - dM p)`, with `dq = (J - q) / N` and `dM p = p_g (J - M_g) / n_g`
    /// where it is labelled g; clusters add the sum of their units. The variance is `m/(m - 1)` times the sum of squares over
    /// clusters, m of which have labels.
    ///
    /// # References
    /// Rogan and Gladen 1978.
    ///
    /// # Errors
    /// [`NoConfusion::FewLabels`] if a category has fewer than five labels, or fewer than two clusters are labelled;
    /// [`NoConfusion::NearlySingular`] if the condition number (of the spectral norm) of M is above 1,000.
    pub fn new(
        part: &Part,
        categories: usize,
        label: impl Fn(u32) -> Option<usize>,
        predicted: impl Fn(u32) -> Option<usize>,
    ) -> Result<Self, NoConfusion> {
        let mut confusion = vec![vec![0.0; categories]; categories];
        let mut labels = vec![0.0; categories];
        for unit in part.labelled() {
            let Some(label) = label(unit) else { continue };
            labels[label] += 1.0;
            if let Some(predicted) = predicted(unit) {
                confusion[predicted][label] += 1.0;
            }
        }
        let clusters = part.labelled_clusters() as f64;
        if labels.iter().any(|labels| *labels < FEWEST_LABELS) || clusters < 2.0 {
            return Err(NoConfusion::FewLabels);
        }
        for row in &mut confusion {
            row.iter_mut().zip(&labels).for_each(|(count, labels)| *count /= labels);
        }
        let inverse = inverse(&confusion).ok_or(NoConfusion::NearlySingular)?;
        if norm(&confusion) * norm(&inverse) > LARGEST_CONDITION {
            return Err(NoConfusion::NearlySingular);
        }
        let is =
            |found: Option<usize>, category: usize| f64::from(u8::from(found == Some(category)));
        let rates: Vec<f64> = (0..categories)
            .map(|category| part.mean(|unit| is(predicted(unit), category)))
            .collect();
        let shares = times(&inverse, &rates);
        // What units add to q - M p, cluster by cluster.
        let mut of_clusters = vec![vec![0.0; categories]; part.clusters.len()];
        for (unit, cluster) in part.units.iter().zip(&part.cluster) {
            for (category, sum) in of_clusters[*cluster as usize].iter_mut().enumerate() {
                *sum += (is(predicted(*unit), category) - rates[category]) / part.units() as f64;
            }
        }
        for unit in &part.labelled {
            let Some(label) = label(unit.unit) else { continue };
            let predicted = predicted(unit.unit);
            for (category, sum) in of_clusters[unit.cluster as usize].iter_mut().enumerate() {
                let off = is(predicted, category) - confusion[category][label];
                *sum -= shares[label] * off / labels[label];
            }
        }
        let mut squares = vec![0.0; categories];
        for of_cluster in &of_clusters {
            let influences = times(&inverse, of_cluster);
            squares.iter_mut().zip(influences).for_each(|(sum, of)| *sum += of * of);
        }
        let scale = clusters / (clusters - 1.0);
        let errors = squares.iter().map(|sum| (scale * sum).sqrt()).collect();
        Ok(Self { shares, errors, confusion, freedom: (part.effective() - 1.0).max(1.0) })
    }

    /// The interval of a share at a level of significance, within 0 to 1.
    #[must_use]
    pub fn interval(&self, category: usize, significance: f64) -> Option<Interval> {
        let student = StudentsT::new(0.0, 1.0, self.freedom).ok()?;
        let reach = student.inverse_cdf(1.0 - significance / 2.0) * self.errors[category];
        let share = self.shares[category];
        Some(Interval { lower: share - reach, upper: share + reach }.within(0.0, 1.0))
    }
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    let product = |row: &Vec<f64>| row.iter().zip(vector).map(|(one, other)| one * other).sum();
    matrix.iter().map(product).collect()
}

/// The inverse by elimination with the largest pivots; nothing of a singular matrix.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let unit = |row: usize| (0..size).map(|column| f64::from(u8::from(row == column))).collect();
    let mut right: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for column in 0..size {
        let largest = |one: &usize, other: &usize| {
            left[*one][column].abs().total_cmp(&left[*other][column].abs())
        };
        let pivot = (column..size).max_by(largest)?;
        left.swap(column, pivot);
        right.swap(column, pivot);
        let by = left[column][column];
        if by == 0.0 {
            return None;
        }
        for rows in [&mut left, &mut right] {
            rows[column].iter_mut().for_each(|value| *value /= by);
        }
        for row in (0..size).filter(|row| *row != column) {
            let by = left[row][column];
            for rows in [&mut left, &mut right] {
                let of_pivot = rows[column].clone();
                for (value, pivot) in rows[row].iter_mut().zip(of_pivot) {
                    *value -= by * pivot;
                }
            }
        }
    }
    Some(right)
}

/// The largest singular value, by power iteration.
fn norm(matrix: &[Vec<f64>]) -> f64 {
    let size = matrix.len();
    let transposed: Vec<Vec<f64>> =
        (0..size).map(|column| matrix.iter().map(|row| row[column]).collect()).collect();
    let length = |vector: &[f64]| vector.iter().map(|value| value * value).sum::<f64>().sqrt();
    // No singular vector of a usual matrix is at a right angle to it.
    let mut vector: Vec<f64> = (0..size).map(|at| 1.0 / (at as f64 + 1.7)).collect();
    let mut found = 0.0;
    for _ in 0..STEPS {
        let before = length(&vector);
        if before == 0.0 {
            return found;
        }
        vector.iter_mut().for_each(|value| *value /= before);
        let image = times(matrix, &vector);
        found = length(&image);
        vector = times(&transposed, &image);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prediction_powered::{Chances, Sample};

    /// 10 labelled units of each of two categories of which the predictor finds 8 and 9, and 80 others of which it finds 48 in the
    /// first.
    fn part() -> (Part, Vec<Option<usize>>, Vec<Option<usize>>) {
        let clusters: Vec<u32> = (0..100).collect();
        let labelled: Vec<bool> = (0..100).map(|unit| unit < 20).collect();
        let sample = Sample { clusters: &clusters, labelled: &labelled, chances: Chances::Equal };
        let labels = (0..100).map(|unit| (unit < 20).then_some(unit / 10)).collect();
        let is_first = |unit| matches!(unit, 0..8 | 10 | 20..68);
        let predicted = (0..100).map(|unit| Some(usize::from(!is_first(unit)))).collect();
        (Part::new(&sample, (0..100).collect()), labels, predicted)
    }

    #[test]
    fn two_categories_by_hand() {
        let (part, labels, predicted) = part();
        let label = |unit: u32| labels[unit as usize];
        let found = ByConfusion::new(&part, 2, label, |unit| predicted[unit as usize]).unwrap();
        assert_eq!(found.confusion, [[0.8, 0.1], [0.2, 0.9]]);
        // Rogan and Gladen: (q + specificity - 1) / (sensitivity + specificity - 1) = (.57 - .1) / .7.
        assert!((found.shares[0] - 0.47 / 0.7).abs() < 1e-12);
        assert!((found.shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let interval = found.interval(0, 0.05).unwrap();
        assert!(interval.lower > 0.35 && interval.upper < 0.95, "{interval:?}");
    }

    #[test]
    fn a_predictor_that_tells_nothing_and_few_labels_have_no_shares() {
        let (part, mut labels, _) = part();
        let of = |labels: &[Option<usize>], predicted: &dyn Fn(u32) -> Option<usize>| {
            ByConfusion::new(&part, 2, |unit| labels[unit as usize], predicted).map(|_| ())
        };
        assert_eq!(of(&labels, &|_| Some(0)), Err(NoConfusion::NearlySingular));
        assert_eq!(of(&labels, &|unit| Some(unit as usize % 2)), Err(NoConfusion::NearlySingular));
        labels[..6].fill(Some(1));
        assert_eq!(of(&labels, &|unit| Some(unit as usize / 10 % 2)), Err(NoConfusion::FewLabels));
    }
}
