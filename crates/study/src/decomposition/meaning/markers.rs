//! Words that mark a label: hypotheses add or drop them with one label more often than chance allows.

use std::collections::{BTreeMap, BTreeSet};

use phenom_annotate::{Finding, FindingKind};
use phenom_dataset::{Dataset, Judgment};

use super::features::{folded_words, surplus};

/// Words in fewer pairs are not tested.
const FEWEST: u64 = 6;
/// The probability of any finding if no word marks a label, by Bonferroni.
const LEVEL: f64 = 0.01;

pub(super) fn find(dataset: &Dataset, found: &mut Vec<Finding>) {
    let populations =
        [("monothematic pairs", dataset.monothematic()), ("originals", dataset.originals())];
    for (population, rows) in populations {
        in_population(dataset, population, rows, found);
    }
}

/// A word that hypotheses add, or drop, with the clusters and labels of the pairs that do. A cluster counts once for a
/// label, because its pairs depend on each other.
#[derive(Default)]
struct Use {
    first: BTreeMap<Judgment, usize>,
    units: BTreeSet<(usize, Judgment)>,
}

fn in_population(
    dataset: &Dataset,
    population: &str,
    rows: impl Iterator<Item = usize>,
    found: &mut Vec<Finding>,
) {
    let mut uses: BTreeMap<(&str, String), Use> = BTreeMap::new();
    let mut all: BTreeMap<Judgment, u64> = BTreeMap::new();
    for row in rows {
        let Some((label, (text, hypothesis))) = dataset.gold()[row].zip(dataset.texts(row)) else {
            continue;
        };
        let cluster = dataset.cluster_of(dataset.original_of(row));
        *all.entry(label).or_default() += 1;
        let (text, hypothesis) = (folded_words(text), folded_words(hypothesis));
        let added = surplus(&hypothesis, &text).into_iter().map(|word| ("add", word));
        let dropped = surplus(&text, &hypothesis).into_iter().map(|word| ("drop", word));
        for key in added.chain(dropped) {
            let used = uses.entry(key).or_default();
            used.first.entry(label).or_insert(row);
            used.units.insert((cluster, label));
        }
    }
    uses.retain(|_, used| used.units.len() as u64 >= FEWEST);
    let pairs: u64 = all.values().sum();
    let tests = (uses.len() * all.len()) as f64;
    for ((verb, word), used) in &uses {
        for (label, first) in &used.first {
            let times = used.units.iter().filter(|(_, of)| of == label).count() as u64;
            let share = all[label] as f64 / pairs as f64;
            if at_least(times, used.units.len() as u64, share) * tests < LEVEL {
                found.push(Finding {
                    kind: FindingKind::Marker,
                    pair: dataset.id(*first).to_owned(),
                    what: format!(
                        "hypotheses of {population} {verb} “{word}” with {label} in {times} of {} clusters and labels, \
                         and {:.0} % of the pairs have this label",
                        used.units.len(),
                        100.0 * share
                    ),
                });
            }
        }
    }
}

/// The probability of at least this number of successes in some trials.
fn at_least(successes: u64, trials: u64, probability: f64) -> f64 {
    let (yes, no) = (probability.ln(), (1.0 - probability).ln());
    // The logarithm of the binomial coefficient of trials and k.
    let mut coefficient = 0.0;
    let mut sum = 0.0;
    for k in 0..=trials {
        if k >= successes {
            sum += (coefficient + k as f64 * yes + (trials - k) as f64 * no).exp();
        }
        coefficient += ((trials - k) as f64).ln() - ((k + 1) as f64).ln();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::at_least;

    // from scipy.stats import binom; binom.sf(7, 10, 0.3), binom.sf(-1, 4, 0.5)
    #[test]
    fn tails_are_those_of_scipy() {
        assert!((at_least(8, 10, 0.3) - 0.001_590_386_399_999_999_2).abs() < 1e-12);
        assert!((at_least(0, 4, 0.5) - 1.0).abs() < 1e-12);
    }
}
