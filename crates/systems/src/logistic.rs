//! Logistic regression with an L2 penalty, two-way and multinomial.
//!
//! Our own hundred lines: the crates for it bring a linear algebra and an optimiser of their own, for a convex function
//! of a few hundred coefficients.

/// How many former steps the optimiser remembers.
const MEMORY: usize = 12;
const MOST_STEPS: usize = 500;
/// The mean gradient of which no member is larger is zero: to choose a penalty, and in the end.
pub(crate) const ROUGHLY: f64 = 1e-4;
pub(crate) const EXACTLY: f64 = 1e-8;

/// Observations with their classes.
pub(crate) struct Observations<'a> {
    /// A row of features each, all of one width.
    pub(crate) rows: &'a [Vec<f64>],
    /// The class of each, from 0.
    pub(crate) classes: &'a [usize],
    /// How many classes there are.
    pub(crate) class_count: usize,
}

/// Coefficients: a row for each class, or one for the second of two; the intercept last.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Coefficients(pub(crate) Vec<Vec<f64>>);

/// How many rows of coefficients classes have.
pub(crate) fn rows(classes: usize) -> usize {
    if classes == 2 { 1 } else { classes }
}

/// Whether there is a finite number for each row.
pub(crate) fn fits(numbers: &[f64], rows: usize) -> bool {
    numbers.len() == rows && numbers.iter().all(|number| number.is_finite())
}

impl Coefficients {
    /// The scores of the classes: the first of two has 0. Their softmax is the probability of each.
    pub(crate) fn scores(&self, row: &[f64]) -> Vec<f64> {
        let score = |weights: &Vec<f64>| {
            let products = weights.iter().zip(row).map(|(weight, value)| weight * value);
            products.sum::<f64>() + weights.get(row.len()).copied().unwrap_or_default()
        };
        if self.0.len() == 1 {
            vec![0.0, score(&self.0[0])]
        } else {
            self.0.iter().map(score).collect()
        }
    }
}

/// The probabilities that scores stand for.
pub(crate) fn softmax(scores: &[f64]) -> Vec<f64> {
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

/// The coefficients with the least `strength / 2 * sum of squares + sum of log-losses`; intercepts cost nothing. It is
/// scikit-learn's `LogisticRegression(C=1 / strength)`. Found from `start`, or from zero, until no member of the mean
/// gradient is larger than the tolerance.
pub(crate) fn fitted(
    observations: &Observations<'_>,
    strength: f64,
    start: Option<&Coefficients>,
    tolerance: f64,
) -> Coefficients {
    let width = observations.rows.first().map_or(0, Vec::len) + 1;
    let rows = rows(observations.class_count);
    let zero = Coefficients(vec![vec![0.0; width]; rows]);
    fitted_near(observations, strength, &zero, start.unwrap_or(&zero), tolerance)
}

/// The coefficients with the least `strength / 2 * sum of squared distances to the centre + sum of log-losses`; the distances
/// of intercepts cost nothing. Found by L-BFGS from `start` until no member of the mean gradient is larger than the
/// tolerance.
///
/// # References
/// Liu and Nocedal 1989.
pub(crate) fn fitted_near(
    observations: &Observations<'_>,
    strength: f64,
    centre: &Coefficients,
    start: &Coefficients,
    tolerance: f64,
) -> Coefficients {
    let width = observations.rows.first().map_or(0, Vec::len) + 1;
    let centre = centre.0.concat();
    let mut at: Vec<f64> = start.0.concat();
    let loss_and_gradient =
        |at: &[f64]| loss_and_gradient(observations, strength, &centre, width, at);
    let (mut loss, mut gradient) = loss_and_gradient(&at);
    let mut memory: Vec<(Vec<f64>, Vec<f64>, f64)> = Vec::new();
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 observations")]
    let small = tolerance * observations.rows.len().max(1) as f64;
    for _ in 0..MOST_STEPS {
        if gradient.iter().all(|slope| slope.abs() <= small) {
            break;
        }
        let mut direction = direction(&gradient, &memory);
        let mut slope = dot(&direction, &gradient);
        if slope >= 0.0 {
            memory.clear();
            direction = gradient.iter().map(|slope| -slope).collect();
            slope = dot(&direction, &gradient);
        }
        // The first step has no scale yet.
        let mut length =
            if memory.is_empty() { 1.0 / dot(&gradient, &gradient).sqrt().max(1.0) } else { 1.0 };
        let mut accepted = None;
        for _ in 0..40 {
            let there: Vec<f64> =
                at.iter().zip(&direction).map(|(value, step)| value + length * step).collect();
            let (lower, next) = loss_and_gradient(&there);
            if lower <= loss + 1e-4 * length * slope {
                accepted = Some((there, lower, next));
                break;
            }
            length /= 2.0;
        }
        // No lower point in this direction: what is left is rounding.
        let Some((there, lower, next)) = accepted else { break };
        let step: Vec<f64> = there.iter().zip(&at).map(|(new, old)| new - old).collect();
        let change: Vec<f64> = next.iter().zip(&gradient).map(|(new, old)| new - old).collect();
        let curvature = dot(&step, &change);
        if curvature > 0.0 {
            if memory.len() == MEMORY {
                memory.remove(0);
            }
            memory.push((step, change, 1.0 / curvature));
        }
        (at, loss, gradient) = (there, lower, next);
    }
    Coefficients(at.chunks(width).map(<[f64]>::to_vec).collect())
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// The quasi-Newton direction: the two loops.
fn direction(gradient: &[f64], memory: &[(Vec<f64>, Vec<f64>, f64)]) -> Vec<f64> {
    let mut direction: Vec<f64> = gradient.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for (step, change, inverse) in memory.iter().rev() {
        let share = inverse * dot(step, &direction);
        for (value, change) in direction.iter_mut().zip(change) {
            *value -= share * change;
        }
        shares.push(share);
    }
    if let Some((_, change, inverse)) = memory.last() {
        let scale = 1.0 / (inverse * dot(change, change));
        for value in &mut direction {
            *value *= scale;
        }
    }
    for ((step, change, inverse), share) in memory.iter().zip(shares.into_iter().rev()) {
        let back = share - inverse * dot(change, &direction);
        for (value, step) in direction.iter_mut().zip(step) {
            *value += back * step;
        }
    }
    direction
}

fn loss_and_gradient(
    observations: &Observations<'_>,
    strength: f64,
    centre: &[f64],
    width: usize,
    at: &[f64],
) -> (f64, Vec<f64>) {
    let mut gradient = vec![0.0; at.len()];
    let mut loss = 0.0;
    for (number, (weight, centre)) in at.iter().zip(centre).enumerate() {
        if number % width != width - 1 {
            let distance = weight - centre;
            loss += 0.5 * strength * distance * distance;
            gradient[number] = strength * distance;
        }
    }
    let is_two_way = at.len() == width;
    for (row, class) in observations.rows.iter().zip(observations.classes) {
        let score = |weights: &[f64]| dot(weights, row) + weights[width - 1];
        let scores: Vec<f64> =
            if is_two_way { vec![0.0, score(at)] } else { at.chunks(width).map(score).collect() };
        let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scores.iter().map(|score| (score - highest).exp()).sum();
        loss += highest + sum.ln() - scores[*class];
        let first = usize::from(is_two_way);
        for (place, part) in gradient.chunks_mut(width).enumerate() {
            let place = place + first;
            let probability = (scores[place] - highest).exp() / sum;
            let error = probability - f64::from(u8::from(place == *class));
            for (slope, value) in part.iter_mut().zip(row) {
                *slope += error * value;
            }
            part[width - 1] += error;
        }
    }
    (loss, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<f64>> {
        [
            [0.5, -1.2],
            [1.5, 0.3],
            [-0.7, 0.8],
            [2.1, -0.4],
            [-1.1, -0.9],
            [0.2, 1.9],
            [0.9, 0.1],
            [-0.3, -0.6],
        ]
        .map(|row| row.to_vec())
        .to_vec()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }

    // X = [[0.5,-1.2],[1.5,0.3],[-0.7,0.8],[2.1,-0.4],[-1.1,-0.9],[0.2,1.9],[0.9,0.1],[-0.3,-0.6]]
    // m = LogisticRegression(C=1/S, tol=1e-12, max_iter=10000).fit(X, y); m.coef_, m.intercept_
    #[test]
    fn coefficients_are_those_of_scikit_learn() {
        let rows = rows();
        let classes = [1, 1, 0, 1, 0, 0, 0, 1];
        let two_way = Observations { rows: &rows, classes: &classes, class_count: 2 };
        // S = 0.5, y = [1,1,0,1,0,0,0,1]
        let found = fitted(&two_way, 0.5, None, EXACTLY);
        assert_near(&found.0[0], &TWO_WAY);
        let classes = [2, 1, 0, 1, 0, 2, 2, 1];
        let three_way = Observations { rows: &rows, classes: &classes, class_count: 3 };
        // S = 2, y = [2,1,0,1,0,2,2,1]
        let found = fitted(&three_way, 2.0, None, EXACTLY);
        for (found, expected) in found.0.iter().zip(&THREE_WAY) {
            assert_near(found, expected);
        }
        let again = fitted(&three_way, 2.0, Some(&found), EXACTLY);
        for (found, expected) in again.0.iter().zip(&THREE_WAY) {
            assert_near(found, expected);
        }
    }

    const TWO_WAY: [f64; 3] = [1.049739766, -1.066852611, -0.451796383];
    const THREE_WAY: [[f64; 3]; 3] = [
        [-0.651596310, 0.004191466, -0.157071924],
        [0.494705938, -0.164130634, -0.021270564],
        [0.156890372, 0.159939168, 0.178342488],
    ];

    #[test]
    fn separable_classes_have_finite_coefficients() {
        let rows = vec![vec![-1.0], vec![1.0]];
        let found = fitted(
            &Observations { rows: &rows, classes: &[0, 1], class_count: 2 },
            1e-3,
            None,
            EXACTLY,
        );
        assert!(found.0[0].iter().all(|weight| weight.is_finite()));
        let probabilities = softmax(&found.scores(&[1.0]));
        assert!(probabilities[1] > 0.95);
    }

    #[test]
    fn probabilities_sum_to_one_whatever_the_scores() {
        assert_eq!(softmax(&[0.0, 0.0]), [0.5, 0.5]);
        assert_eq!(softmax(&[1e308, 0.0]), [1.0, 0.0]);
    }
}
