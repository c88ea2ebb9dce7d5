//! Ridge logistic regression on columns of 0 and 1.

use hashbrown::HashMap;

/// Observations that have 1 in the same columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    /// The coefficients that add up for it, ascending: that of the intercept, 0, then those of the columns.
    terms: Vec<usize>,
    /// How many have the outcome 0, and how many 1.
    pub(crate) outcomes: [u64; 2],
}

impl Pattern {
    /// That of observations with 1 in some columns, numbered from 0 in ascending order, and 0 in all others.
    pub(crate) fn new(columns: impl IntoIterator<Item = usize>, outcomes: [u64; 2]) -> Self {
        let terms = std::iter::once(0).chain(columns.into_iter().map(|column| column + 1));
        Self { terms: terms.collect(), outcomes }
    }

    /// The coefficients that add up for it.
    pub(crate) fn terms(&self) -> &[usize] {
        &self.terms
    }
}

/// Why there are no coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoFit {
    /// All outcomes are the same, so that no intercept is large enough.
    ConstantOutcome,
    /// Newton's method found no further step down.
    NotConverged,
}

/// A step of which no coefficient changes by more is the last one: as the error is squared by each, the next
/// would change the tenth digit.
const SMALL: f64 = 1e-7;
/// Losses that differ by less, of their size, are the same but for rounding.
const ROUNDING: f64 = 1e-12;
/// The most that a step changes a coefficient. Far from the least loss a full step can lead to where the loss is
/// nearly flat.
const FAR: f64 = 2.0;
const MOST_STEPS: usize = 100;

/// The intercept and the coefficients of the columns, by Newton's method from a start with as many. Time is
/// that of the patterns and the third power of the different columns, whatever the number of observations.
///
/// # Formula
/// The least `1/2 sum of w_j^2 + sum of log-losses`, over the coefficients w and an intercept that costs
/// nothing: scikit-learn's `LogisticRegression(C=1)`. It is finite for separable outcomes too.
///
/// # References
/// le Cessie and van Houwelingen 1992.
pub(crate) fn logistic_regression(patterns: &[Pattern], start: &[f64]) -> Result<Vec<f64>, NoFit> {
    fitted(patterns, start, SMALL)
}

/// The same up to a last step of which no coefficient changes by more than this.
pub(crate) fn fitted(patterns: &[Pattern], start: &[f64], small: f64) -> Result<Vec<f64>, NoFit> {
    let occurs = |outcome: usize| patterns.iter().any(|pattern| pattern.outcomes[outcome] > 0);
    if !(occurs(0) && occurs(1)) {
        return Err(NoFit::ConstantOutcome);
    }
    let Distinct { patterns, places, penalties } = &Distinct::new(patterns, start.len());
    let mut at = vec![0.0; penalties.len()];
    for (value, place) in start.iter().zip(places) {
        if let Some(place) = place {
            at[*place] += value;
        }
    }
    let expanded = |at: Vec<f64>| {
        let share = |place: &Option<usize>| match *place {
            Some(0) => at[0],
            Some(place) => at[place] * penalties[place],
            None => 0.0,
        };
        places.iter().map(share).collect()
    };
    let mut here = Expansion::new(patterns, penalties, &at);
    for _ in 0..MOST_STEPS {
        let step = here.newton_step().ok_or(NoFit::NotConverged)?;
        let moved = |share: f64| -> Vec<f64> {
            at.iter().zip(&step).map(|(value, change)| value + share * change).collect()
        };
        let largest = step.iter().fold(0.0, |largest: f64, change| largest.max(change.abs()));
        if largest <= small {
            return Ok(expanded(moved(1.0)));
        }
        let full = (FAR / largest).min(1.0);
        let halved = (0..30).map(|halvings| moved(full * 0.5f64.powi(halvings)));
        let mut tried = halved.map(|there| (Expansion::new(patterns, penalties, &there), there));
        let lower = tried.find(|(there, _)| there.loss <= here.loss * (1.0 + ROUNDING));
        (here, at) = lower.ok_or(NoFit::NotConverged)?;
    }
    Err(NoFit::NotConverged)
}

/// The same problem with fewer columns. One that is 0 wherever there are observations has a coefficient of 0, and k
/// columns that are equal there share theirs: `1/2 (c/k)^2` k times is `1/2 c^2 / k` for their sum c.
struct Distinct {
    /// Those with observations.
    patterns: Vec<Pattern>,
    /// For each coefficient, that of the column in which it is; none where it is 0.
    places: Vec<Option<usize>>,
    /// What the square of each costs: `1 / k`, of the intercept nothing.
    penalties: Vec<f64>,
}

impl Distinct {
    fn new(patterns: &[Pattern], width: usize) -> Self {
        let occurring: Vec<&Pattern> =
            patterns.iter().filter(|pattern| pattern.outcomes != [0, 0]).collect();
        let mut holders: Vec<Vec<u32>> = vec![Vec::new(); width];
        for (number, pattern) in (0..).zip(&occurring) {
            for term in &pattern.terms {
                holders[*term].push(number);
            }
        }
        // The intercept stands alone, also where a column is 1 everywhere.
        let (mut places, mut columns) = (vec![Some(0)], vec![0u32]);
        let mut known: HashMap<&[u32], usize> = HashMap::new();
        for held in holders.iter().skip(1) {
            let place = (!held.is_empty()).then(|| {
                *known.entry(held.as_slice()).or_insert_with(|| {
                    columns.push(0);
                    columns.len() - 1
                })
            });
            if let Some(place) = place {
                columns[place] += 1;
            }
            places.push(place);
        }
        let patterns = occurring.iter().map(|pattern| {
            let terms = pattern.terms.iter().filter_map(|term| places[*term]);
            let mut terms: Vec<usize> = terms.collect();
            terms.sort_unstable();
            terms.dedup();
            Pattern { terms, outcomes: pattern.outcomes }
        });
        let patterns = patterns.collect();
        let penalty = |columns: u32| if columns == 0 { 0.0 } else { 1.0 / f64::from(columns) };
        Self { patterns, places, penalties: columns.into_iter().map(penalty).collect() }
    }
}

/// The penalised loss around some coefficients, to the second order.
struct Expansion {
    loss: f64,
    gradient: Vec<f64>,
    /// The lower half of the matrix of second derivatives, row by row.
    hessian: Vec<f64>,
}

impl Expansion {
    fn new(patterns: &[Pattern], penalties: &[f64], at: &[f64]) -> Self {
        let width = at.len();
        let mut gradient: Vec<f64> =
            at.iter().zip(penalties).map(|(value, penalty)| penalty * value).collect();
        let mut hessian = vec![0.0; width * width];
        for (diagonal, penalty) in hessian.iter_mut().step_by(width + 1).zip(penalties) {
            *diagonal = *penalty;
        }
        let mut loss =
            gradient.iter().zip(at).map(|(slope, value)| slope * value).sum::<f64>() / 2.0;
        for Pattern { terms, outcomes } in patterns {
            let [zeros, ones] = outcomes.map(|outcome| outcome as f64);
            let logit: f64 = terms.iter().map(|term| at[*term]).sum();
            loss += zeros * log_one_plus_exp(logit) + ones * log_one_plus_exp(-logit);
            let (one, zero) = (1.0 / (1.0 + (-logit).exp()), 1.0 / (1.0 + logit.exp()));
            let (slope, curvature) = (zeros * one - ones * zero, (zeros + ones) * one * zero);
            for (place, row) in terms.iter().enumerate() {
                gradient[*row] += slope;
                for column in &terms[..=place] {
                    hessian[row * width + column] += curvature;
                }
            }
        }
        Self { loss, gradient, hessian }
    }

    /// Where the expansion is least, by Cholesky's method in the place of the matrix; nothing where that is
    /// not positive definite.
    fn newton_step(&mut self) -> Option<Vec<f64>> {
        let (width, matrix) = (self.gradient.len(), &mut self.hessian);
        let mut step: Vec<f64> = self.gradient.iter().map(|slope| -slope).collect();
        for row in 0..width {
            let (above, rest) = matrix.split_at_mut(row * width);
            for column in 0..row {
                let other = &above[column * width..][..=column];
                let known = dot(&rest[..column], &other[..column]);
                rest[column] = (rest[column] - known) / other[column];
            }
            let square = rest[row] - dot(&rest[..row], &rest[..row]);
            rest[row] = Some(square.sqrt()).filter(|root| *root > 0.0)?;
            step[row] = (step[row] - dot(&rest[..row], &step[..row])) / rest[row];
        }
        for row in (0..width).rev() {
            let of_row = &matrix[row * width..][..=row];
            step[row] /= of_row[row];
            let (before, solved) = step.split_at_mut(row);
            for (value, factor) in before.iter_mut().zip(of_row) {
                *value -= factor * solved[0];
            }
        }
        Some(step)
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// `ln(1 + e^x)`, for any x.
fn log_one_plus_exp(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(patterns: &[(&[usize], [u64; 2])], columns: usize) -> Result<Vec<f64>, NoFit> {
        let patterns: Vec<Pattern> = patterns
            .iter()
            .map(|(columns, outcomes)| Pattern::new(columns.to_vec(), *outcomes))
            .collect();
        logistic_regression(&patterns, &vec![0.0; columns + 1])
    }

    fn assert_near(ours: &[f64], expected: &[f64]) {
        assert_eq!(ours.len(), expected.len());
        for (ours, expected) in ours.iter().zip(expected) {
            assert!((ours - expected).abs() < 1e-9, "{ours} {expected}");
        }
    }

    #[test]
    fn as_scikit_learn_has_it() {
        // X = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1], [1, 0, 1]] * 2
        // n = [3, 9, 2, 8, 4, 30, 20, 4, 17, 5, 11, 2]
        // m = LogisticRegression(C=1, solver="newton-cholesky", tol=1e-12, max_iter=1000)
        // m.fit(numpy.repeat(X, n, axis=0), numpy.repeat([0] * 6 + [1] * 6, n)); m.intercept_, m.coef_
        let ours = of(
            &[
                (&[], [3, 20]),
                (&[0], [9, 4]),
                (&[0, 1], [2, 17]),
                (&[2], [8, 5]),
                (&[0, 1, 2], [4, 11]),
                (&[0, 2], [30, 2]),
            ],
            3,
        );
        let expected =
            [1.2050901172903488, -1.5700962821506874, 2.267930577600957, -1.4421836103738177];
        assert_near(&ours.unwrap(), &expected);
    }

    #[test]
    fn separable_outcomes_as_scikit_learn_has_them() {
        // m = LogisticRegression(C=1, solver="newton-cholesky", tol=1e-12, max_iter=1000); n = [40, 25, 10]
        // m.fit(numpy.repeat([[1, 1], [1, 0], [0, 0]], n, axis=0), numpy.repeat([1, 0, 0], n))
        let ours = of(&[(&[0, 1], [0, 40]), (&[0], [25, 0]), (&[], [10, 0])], 2);
        let expected = [-2.5754821579751477, 0.707331130812271, 4.051226358111496];
        assert_near(&ours.unwrap(), &expected);
    }

    #[test]
    fn equal_columns_share_their_coefficient_as_scikit_learn_has_them() {
        // X = [[1, 1, 1, 0, 1], [1, 0, 0, 0, 1], [0, 1, 1, 0, 1]] * 2; n = [3, 5, 8, 12, 4, 6]
        // m = LogisticRegression(C=1, solver="newton-cholesky", tol=1e-12, max_iter=1000)
        // m.fit(numpy.repeat(X, n, axis=0), numpy.repeat([0] * 3 + [1] * 3, n)); m.intercept_, m.coef_
        let ours = of(
            &[(&[0, 1, 2, 4], [3, 12]), (&[0, 4], [5, 4]), (&[1, 2, 4], [8, 6]), (&[3], [0, 0])],
            5,
        );
        assert_near(&ours.unwrap(), &SHARED);
    }

    #[test]
    fn the_intercept_is_not_penalised() {
        // The log-odds themselves: a penalty would draw them towards 0.
        let ours = of(&[(&[], [1, 4])], 0).unwrap();
        assert_near(&ours, &[4f64.ln()]);
        let ours = of(&[(&[], [99_999, 1])], 0).unwrap();
        assert_near(&ours, &[-(99_999f64.ln())]);
        assert_eq!(of(&[(&[], [0, 7]), (&[0], [0, 2])], 1), Err(NoFit::ConstantOutcome));
    }

    proptest! {
        /// The slope of the loss is 0 in every direction, wherever the search starts; and so the order of
        /// patterns and columns makes no difference.
        #[test]
        fn the_loss_is_least(
            observed in proptest::collection::vec(
                (proptest::collection::btree_set(0..6usize, 0..6), 0..40_000u64, 0..3u64), 1..20,
            ),
            start in proptest::collection::vec(-5.0..5.0f64, 7),
        ) {
            let pattern = |(columns, zeros, ones): &(std::collections::BTreeSet<usize>, u64, u64)| {
                Pattern::new(columns.iter().copied(), [*zeros, *ones])
            };
            let mut patterns: Vec<Pattern> = observed.iter().map(pattern).collect();
            patterns.push(Pattern::new([], [1, 1]));
            let ours = logistic_regression(&patterns, &start).unwrap();
            let penalties = [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
            for slope in Expansion::new(&patterns, &penalties, &ours).gradient {
                prop_assert!(slope.abs() < 1e-6, "{}", slope);
            }
            patterns.reverse();
            let turned = patterns.iter().map(|pattern| {
                let columns = pattern.terms[1..].iter().rev().map(|term| 6 - term);
                Pattern::new(columns, pattern.outcomes)
            });
            let turned = logistic_regression(&turned.collect::<Vec<_>>(), &[0.0; 7]).unwrap();
            prop_assert!((ours[0] - turned[0]).abs() < 1e-8);
            for (one, other) in ours[1..].iter().zip(turned[1..].iter().rev()) {
                prop_assert!((one - other).abs() < 1e-8, "{} {}", one, other);
            }
        }
    }

    const SHARED: [f64; 6] =
        [-0.9340565751286557, 0.9139372234419764, 0.4547329856578629, 0.4547329856578629, 0.0, 0.0];
}
