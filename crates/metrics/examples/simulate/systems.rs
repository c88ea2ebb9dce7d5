//! The systems of a simulation: how often each is right, and how its runs vary.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::world::{PHENOMENA, frequencies};

/// A system.
#[derive(Debug, Clone)]
pub(crate) struct System {
    /// How often it is right on originals and on parts, each with positive and with negative gold.
    pub(crate) accuracies: [[f64; 2]; 2],
    /// By how much its latent normals are higher, and it worse, on the third, fifth, ... phenomenon, so
    /// in the first and third category; the accuracies are those without.
    pub(crate) handicap: f64,
    pub(crate) runs: usize,
    /// The standard deviation between runs, of latent normals whose own is 1. At 0.1, the accuracy of
    /// a run whose average is 70 % has a standard deviation of 3.5 points.
    pub(crate) between_runs: f64,
}

/// How much easier each phenomenon is than the average one, in standard deviations of latent normals.
const EASE: [f64; PHENOMENA] = [0.3, -0.2, 0.1, -0.3, 0.2, 0.0, -0.4, 0.4, -0.1, 0.2, -0.3, 0.1];

impl System {
    /// One run, right so often on originals and on parts with positive and with negative gold.
    pub(crate) fn of(accuracies: [[f64; 2]; 2]) -> Self {
        Self { accuracies, handicap: 0.0, runs: 1, between_runs: 0.0 }
    }

    /// One run, right so often on originals and on parts, whatever their gold.
    pub(crate) fn even(originals: f64, parts: f64) -> Self {
        Self::of([[originals; 2], [parts; 2]])
    }

    /// Where its latent normals must lie for a right answer.
    pub(crate) fn thresholds(&self) -> Thresholds {
        let spread = (1.0 + self.between_runs.powi(2)).sqrt();
        let standard = Normal::standard();
        let originals = self.accuracies[0].map(|target| standard.inverse_cdf(target) * spread);
        let shares = frequencies();
        let parts = self.accuracies[1].map(|target| {
            let accuracy = |threshold: f64| -> f64 {
                let right = |ease: &f64| standard.cdf((threshold + ease) / spread);
                EASE.iter().zip(shares).map(|(ease, share)| share * right(ease)).sum()
            };
            let threshold = root(|threshold| accuracy(threshold) - target);
            std::array::from_fn(|phenomenon| {
                let is_hit = phenomenon > 0 && phenomenon % 2 == 0;
                threshold + EASE[phenomenon] - if is_hit { self.handicap } else { 0.0 }
            })
        });
        Thresholds { originals, parts }
    }
}

/// Where latent normals must lie for a right answer, with positive and with negative gold.
#[derive(Debug)]
pub(crate) struct Thresholds {
    originals: [f64; 2],
    parts: [[f64; PHENOMENA]; 2],
}

impl Thresholds {
    /// For an original, or a part with a phenomenon.
    pub(crate) fn of(&self, phenomenon: Option<usize>, gold: usize) -> f64 {
        let negative = usize::from(gold > 0);
        phenomenon.map_or(self.originals[negative], |phenomenon| self.parts[negative][phenomenon])
    }
}

/// Where a rising function is 0, between -10 and 10.
fn root(function: impl Fn(f64) -> f64) -> f64 {
    let (mut lower, mut upper): (f64, f64) = (-10.0, 10.0);
    for _ in 0..60 {
        let middle = f64::midpoint(lower, upper);
        if function(middle) < 0.0 {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    upper
}
