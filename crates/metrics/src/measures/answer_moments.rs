//! How the answers of several runs to the same pairs vary over the pairs.

use crate::counts::Answered;
use crate::undefined::Undefined;

/// The mean over pairs of the shares of runs that give each answer, and their covariance matrix, with n - 1.
pub(super) struct Moments {
    pub(super) pairs: f64,
    pub(super) mean: Vec<f64>,
    pub(super) covariance: Vec<Vec<f64>>,
}

impl Moments {
    /// # Errors
    /// [`Undefined::NoPairs`] without pairs.
    pub(super) fn of(answered: &[Answered<'_>]) -> Result<Self, Undefined> {
        let (pairs, mean) = means(answered.iter()).ok_or(Undefined::NoPairs)?;
        let mut covariance = vec![vec![0.0; mean.len()]; mean.len()];
        for one in answered {
            let shares = shares(one);
            for (row, of_row) in covariance.iter_mut().enumerate() {
                for (column, sum) in of_row.iter_mut().enumerate() {
                    let apart = |answer: usize| shares[answer] - mean[answer];
                    *sum += one.pairs as f64 * apart(row) * apart(column);
                }
            }
        }
        covariance.iter_mut().flatten().for_each(|sum| *sum /= (pairs - 1.0).max(1.0));
        Ok(Self { pairs, mean, covariance })
    }
}

fn shares(one: &Answered<'_>) -> Vec<f64> {
    let runs: u32 = one.runs.iter().sum();
    one.runs.iter().map(|given| f64::from(*given) / f64::from(runs)).collect()
}

/// How many pairs there are, and the mean over them of the shares of runs that give each answer.
pub(super) fn means<'p>(
    answered: impl Iterator<Item = &'p Answered<'p>>,
) -> Option<(f64, Vec<f64>)> {
    let (mut pairs, mut sums) = (0.0, Vec::new());
    for one in answered {
        sums.resize(one.runs.len(), 0.0);
        pairs += one.pairs as f64;
        for (sum, share) in sums.iter_mut().zip(shares(one)) {
            *sum += one.pairs as f64 * share;
        }
    }
    sums.iter_mut().for_each(|sum| *sum /= pairs);
    (pairs > 0.0).then_some((pairs, sums))
}
