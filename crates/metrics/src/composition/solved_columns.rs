//! Which phenomena the parts of originals have, and which of them are solved: columns of 0 and 1.

use hashbrown::HashMap;
use phenom_dataset::{CompositionRule, Dataset, Run, Task};

use super::original::{agrees, composed_original};
use crate::counts::gold_for;
use crate::statistics::ClusterOutcomes;

/// The originals of all runs, those that are alike together. A column has the key `2 * phenomenon`, and 1 more
/// where it is about solved parts.
#[derive(Debug)]
pub(super) struct SolvedColumns {
    /// How many there are; of several runs, once for each.
    pub(super) originals: u64,
    /// The keys of the columns that are 1, ascending, with the numbers of wrong and right wholes.
    pub(super) patterns: Vec<(Vec<u32>, [u64; 2])>,
    /// Each different cluster with its number, in an order of their own.
    pub(super) clusters: Vec<(ClusterOutcomes, u64)>,
}

impl SolvedColumns {
    /// Those that have gold, and parts that all have gold; nothing where there are more than so many.
    pub(super) fn new(dataset: &Dataset, runs: &[&Run], task: Task, most: u64) -> Option<Self> {
        let mut made = Self { originals: 0, patterns: Vec::new(), clusters: Vec::new() };
        let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
        let mut clusters: HashMap<ClusterOutcomes, u64> = HashMap::new();
        for cluster in dataset.clusters() {
            let mut outcomes = ClusterOutcomes::new();
            for original in dataset.originals_of(cluster) {
                for run in runs {
                    // What is asked here does not depend on the rule.
                    let rule = &CompositionRule::All;
                    let found = composed_original(dataset, run, rule, task, original);
                    let Ok(kind) = found.map(|found| found.kind) else { continue };
                    if kind.parts_right.is_none() {
                        continue;
                    }
                    made.originals += 1;
                    if made.originals > most {
                        return None;
                    }
                    let keys = keys(dataset, run, task, original);
                    let number = *numbers.entry(keys).or_insert_with_key(|keys| {
                        made.patterns.push((keys.clone(), [0, 0]));
                        made.patterns.len() as u32 - 1
                    });
                    made.patterns[number as usize].1[usize::from(kind.whole_right)] += 1;
                    outcomes.push((number, kind.whole_right));
                }
            }
            if !outcomes.is_empty() {
                outcomes.sort_unstable();
                *clusters.entry(outcomes).or_default() += 1;
            }
        }
        made.clusters = clusters.into_iter().collect();
        made.clusters.sort_unstable();
        Some(made)
    }

    /// In how many originals each column is 1, by key.
    pub(super) fn ones(&self, phenomena: usize) -> Vec<u64> {
        let mut ones = vec![0; 2 * phenomena];
        for (keys, outcomes) in &self.patterns {
            for key in keys {
                ones[*key as usize] += outcomes.iter().sum::<u64>();
            }
        }
        ones
    }
}

/// The keys of the columns that are 1 in an original, ascending.
fn keys(dataset: &Dataset, run: &Run, task: Task, original: usize) -> Vec<u32> {
    let parts = dataset.monothematic_of(original).flat_map(|part| {
        let answer = run.answer(part);
        let gold = gold_for(dataset, part, answer);
        let right = gold.is_some_and(|gold| agrees(task, gold, answer.single(task)));
        dataset.tags(part).iter().map(move |phenomenon| (*phenomenon, right))
    });
    let mut parts: Vec<(u32, bool)> = parts.collect();
    parts.sort_unstable();
    let of_phenomenon = parts.chunk_by(|one, other| one.0 == other.0);
    // The wrong parts of a phenomenon stand before the right ones.
    let first = of_phenomenon.filter_map(|parts| parts.first());
    let keys = first.flat_map(|(phenomenon, solved)| {
        let present = 2 * phenomenon;
        std::iter::once(present).chain(solved.then_some(present + 1))
    });
    keys.collect()
}
