//! Independent pairs: probabilities added up over all counts of lost and gained pairs, at many shares of pairs that
//! are gained.

use phenom_metrics::statistics::largest_drop;
use rayon::prelude::*;

use crate::LIMIT;

const PAIRS: [u64; 5] = [20, 50, 100, 200, 300];
const MARGINS: [f64; 5] = [0.01, 0.02, 0.03, 0.05, 0.1];

/// The values of the share of gained pairs.
const SHARES: u32 = 4_000;

/// Prints the highest probability of passing for each number of pairs and margin; whether all are within the limit.
pub(crate) fn is_kept() -> bool {
    println!(
        "| pairs | margin | passes at most | at a share of gained pairs of |\n|---:|---:|---:|---:|"
    );
    let mut is_kept = true;
    for pairs in PAIRS {
        for margin in MARGINS {
            let [highest, share] = highest(pairs, margin);
            is_kept &= highest <= LIMIT;
            println!(
                "| {pairs} | {:.0} | {:.3} % | {:.2} % |",
                100.0 * margin,
                100.0 * highest,
                100.0 * share
            );
        }
    }
    is_kept
}

/// The highest probability of passing with a drop of exactly the margin, and the share of gained pairs there.
fn highest(pairs: u64, margin: f64) -> [f64; 2] {
    let passing = passing(pairs, margin);
    let of_shares = (0..=SHARES).into_par_iter().map(|step| {
        let gain = (1.0 - margin) / 2.0 * (f64::from(step) / f64::from(SHARES)).powi(2);
        [probability(pairs, &passing, [margin + gain, gain]), gain]
    });
    of_shares.reduce(|| [0.0, 0.0], |one, other| if other[0] > one[0] { other } else { one })
}

/// For each number of gained pairs, how many numbers of lost ones pass, from 0 on.
fn passing(pairs: u64, margin: f64) -> Vec<u64> {
    let of_gained = (0..=pairs).into_par_iter().map(|gained| {
        // The number of lost pairs that passes is found by bisection: the largest drop rises with it.
        let (mut low, mut high) = (0, pairs - gained + 1);
        while low < high {
            let middle = u64::midpoint(low, high);
            if largest_drop(middle, gained, pairs, LIMIT) <= margin {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    });
    of_gained.collect()
}

fn probability(pairs: u64, passing: &[u64], [loss, gain]: [f64; 2]) -> f64 {
    let mut sum = 0.0;
    // P(no pair is lost or gained), and from there on by ratios.
    let rest = 1.0 - loss - gain;
    let mut ln_of_gained = 0.0;
    for (gained, &passing) in (0u64..).zip(passing) {
        if gained > 0 {
            ln_of_gained += ((pairs - gained + 1) as f64 / gained as f64 * gain).ln();
        }
        let mut ln = ln_of_gained;
        for lost in 0..passing {
            if lost > 0 {
                ln += ((pairs - gained - lost + 1) as f64 / lost as f64 * loss).ln();
            }
            let same = pairs - gained - lost;
            let of_same = if same > 0 { same as f64 * rest.ln() } else { 0.0 };
            sum += (ln + of_same).exp();
        }
    }
    sum
}
