//! Generalised estimating equations (Liang and Zeger 1986): right answers on the system, by a logit, with
//! an exchangeable working correlation within originals and robust variance.

use statrs::distribution::{ContinuousCDF, Normal};

use super::tests::Cluster;

/// The p-value of the system; nothing where one system is always or never right, and where no
/// estimate is found.
pub(super) fn gee(clusters: &[Cluster]) -> Option<f64> {
    let mut beta = [0.0, 0.0];
    let mut correlation = 0.0;
    for _ in 0..100 {
        let equations = Equations::new(clusters, beta, correlation)?;
        let step = solve(equations.bread, equations.score)?;
        beta = [beta[0] + step[0], beta[1] + step[1]];
        let next = exchangeable(clusters, means(beta)?);
        let is_near = step.iter().all(|step| step.abs() < 1e-10);
        if is_near && (next - correlation).abs() < 1e-10 {
            // bread^-1 meat bread^-1, of which the lower right.
            let of_system = solve(equations.bread, [0.0, 1.0])?;
            let variance = quadratic(equations.meat, of_system);
            let z = beta[1].abs() / variance.sqrt();
            return (variance > 0.0).then(|| 2.0 * Normal::standard().sf(z));
        }
        correlation = next;
    }
    None
}

/// The probability of a right answer of each system.
fn means(beta: [f64; 2]) -> Option<[f64; 2]> {
    let means = [beta[0] + beta[1], beta[0]].map(|eta| 1.0 / (1.0 + (-eta).exp()));
    means.iter().all(|mean| (1e-9..1.0 - 1e-9).contains(mean)).then_some(means)
}

fn deviation(mean: f64) -> f64 {
    (mean * (1.0 - mean)).sqrt()
}

/// The sum of a cluster's standardised residuals, of each system.
fn residuals(cluster: &Cluster, means: [f64; 2]) -> [f64; 2] {
    let of = |system: usize| {
        (cluster.right[system] - cluster.pairs * means[system]) / deviation(means[system])
    };
    [of(0), of(1)]
}

/// The correlation of two answers on one original, by the moments of the residuals.
fn exchangeable(clusters: &[Cluster], means: [f64; 2]) -> f64 {
    let (mut squares, mut products, mut answers, mut couples) = (0.0, 0.0, 0.0, 0.0);
    for cluster in clusters {
        let square = |system: usize| {
            let (mean, right) = (means[system], cluster.right[system]);
            let wrong = cluster.pairs - right;
            (right * (1.0 - mean).powi(2) + wrong * mean.powi(2)) / (mean * (1.0 - mean))
        };
        let own = square(0) + square(1);
        let sum: f64 = residuals(cluster, means).iter().sum();
        let size = 2.0 * cluster.pairs;
        squares += own;
        products += (sum * sum - own) / 2.0;
        answers += size;
        couples += size * (size - 1.0) / 2.0;
    }
    let scale = squares / (answers - 2.0);
    products / scale / (couples - 2.0)
}

/// The sums over clusters of the estimating equations, of their slopes and of their squares.
struct Equations {
    score: [f64; 2],
    bread: [[f64; 2]; 2],
    meat: [[f64; 2]; 2],
}

impl Equations {
    fn new(clusters: &[Cluster], beta: [f64; 2], correlation: f64) -> Option<Self> {
        let means = means(beta)?;
        let deviations = means.map(deviation);
        let mut sums = Self { score: [0.0; 2], bread: [[0.0; 2]; 2], meat: [[0.0; 2]; 2] };
        for cluster in clusters {
            let size = 2.0 * cluster.pairs;
            // The inverse of the working correlation takes from each entry a share of the sum of all.
            let share = correlation / (1.0 + (size - 1.0) * correlation);
            let residuals = residuals(cluster, means);
            // The columns of the intercept and of the system, a row for each answer.
            let columns = [deviations, [deviations[0], 0.0]];
            let total = columns.map(|column| cluster.pairs * (column[0] + column[1]));
            let mut own = [0.0; 2];
            for row in 0..2 {
                let with_residuals: f64 = (0..2).map(|at| columns[row][at] * residuals[at]).sum();
                let all: f64 = residuals.iter().sum();
                own[row] = (with_residuals - share * total[row] * all) / (1.0 - correlation);
                for column in 0..2 {
                    let product: f64 =
                        (0..2).map(|at| columns[row][at] * columns[column][at]).sum();
                    sums.bread[row][column] += (cluster.pairs * product
                        - share * total[row] * total[column])
                        / (1.0 - correlation);
                }
            }
            for row in 0..2 {
                sums.score[row] += own[row];
                for column in 0..2 {
                    sums.meat[row][column] += own[row] * own[column];
                }
            }
        }
        Some(sums)
    }
}

fn solve(matrix: [[f64; 2]; 2], right: [f64; 2]) -> Option<[f64; 2]> {
    let [[a, b], [c, d]] = matrix;
    let determinant = a * d - b * c;
    let solution =
        [(d * right[0] - b * right[1]) / determinant, (a * right[1] - c * right[0]) / determinant];
    solution.iter().all(|value| value.is_finite()).then_some(solution)
}

fn quadratic(matrix: [[f64; 2]; 2], by: [f64; 2]) -> f64 {
    (0..2)
        .flat_map(|row| (0..2).map(move |column| matrix[row][column] * by[row] * by[column]))
        .sum()
}
