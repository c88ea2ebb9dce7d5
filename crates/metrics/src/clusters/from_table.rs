//! The clusters of count tables.

use phenom_dataset::{Answer, Judgment, Missing};

use super::answered::{AnsweredOriginal, AnsweredPair};
use super::pass::{cells, is_right, judged};
use super::pools::{ClusterPools, Pooling};
use super::slice_clusters::{POPULATIONS, SliceClusters};
use super::table::{ClusterAdder, PooledAnswers};
use crate::counts::{Counted, Counts, JudgmentCounts, Layout, Population, Slice};
use crate::statistics::PooledClusters;

/// The clusters of every slice as tables give them, for systems in their order.
#[derive(Debug)]
pub(crate) struct TableClusters {
    slices: Vec<PooledAnswers>,
    /// How many runs each system has.
    pub(crate) runs: Vec<usize>,
    /// What a missing answer means.
    missing: Missing,
}

impl TableClusters {
    /// Those of some slices. `systems` are the names in the order in which they are wanted, and
    /// `left_out` those of the others that the table has.
    ///
    /// # Errors
    /// A sentence, where the tables are of other systems or slices.
    pub(crate) fn new(
        table: &ClusterAdder,
        slices: &[Slice],
        systems: &[String],
        left_out: &[String],
        missing: Missing,
    ) -> Result<Self, String> {
        let shape = table.shape();
        let all: Vec<&String> = systems.iter().chain(left_out).collect();
        if shape.len() != all.len() {
            return Err(format!(
                "the clusters have the answers of {} systems, and the counts those of {}",
                shape.len(),
                all.len()
            ));
        }
        let (mut slices, unknown) = table.of_slices(slices);
        if let Some(unknown) = unknown.first() {
            return Err(format!("the clusters have {unknown}, and the counts do not"));
        }
        // A table has the systems by name.
        let mut by_name = all.clone();
        by_name.sort_unstable();
        let place = |system: &String| by_name.iter().position(|name| *name == system);
        let places: Vec<usize> = systems.iter().filter_map(place).collect();
        let in_order = |pair: &mut AnsweredPair| {
            let by_name = std::mem::take(&mut pair.systems);
            pair.systems = places.iter().map(|place| by_name[*place].clone()).collect();
        };
        for (originals, _) in slices.iter_mut().flatten() {
            for original in originals {
                let parts = original.parts.iter_mut().chain(&mut original.others);
                original.whole.iter_mut().chain(parts.map(|(pair, _)| pair)).for_each(in_order);
            }
        }
        let runs = places.iter().map(|place| shape[*place]).collect();
        Ok(Self { slices, runs, missing })
    }

    /// How many clusters there are, and how many originals the largest has.
    pub(crate) fn sizes(&self) -> (u64, usize) {
        let all = self.slices.first().into_iter().flatten();
        all.fold((0, 0), |(clusters, largest), (originals, number)| {
            (clusters + number, largest.max(originals.len()))
        })
    }

    /// Gold in every slice, as if no pair were answered. (Where gold is a set, the judgment that the first
    /// run agrees with.)
    pub(crate) fn gold(&self) -> Counts {
        let mut counts = Counts::new(self.slices.len());
        for (slice, clusters) in self.slices.iter().enumerate() {
            for (originals, number) in clusters {
                for (pair, counted, pairs) in originals.iter().flat_map(counted) {
                    let gold = pair.runs().next().and_then(|(gold, _)| gold);
                    let cell = JudgmentCounts::cell(gold, Answer::Missing);
                    counts.get_mut(slice, counted).add(cell, u64::from(pairs) * number);
                }
            }
        }
        counts
    }

    /// The counts of a system in every slice, which those of the count table must be.
    pub(crate) fn counts(&self, system: usize) -> Counts {
        let mut counts = Counts::new(self.slices.len());
        for (slice, clusters) in self.slices.iter().enumerate() {
            for (originals, number) in clusters {
                for (pair, counted, pairs) in originals.iter().flat_map(counted) {
                    for (gold, answer) in &pair.systems[system] {
                        let cell = JudgmentCounts::cell(*gold, *answer);
                        counts.get_mut(slice, counted).add(cell, u64::from(pairs) * number);
                    }
                }
            }
        }
        counts
    }

    /// Pools them. With `common`, only pairs count that all systems answer.
    pub(crate) fn pools(
        &self,
        pairs: Vec<(usize, usize)>,
        layout: Layout,
        common: bool,
    ) -> ClusterPools {
        let runs = self.runs.iter().copied();
        let mut pooling = Pooling::new(layout, self.slices.len(), runs, pairs.clone());
        for (slice, clusters) in self.slices.iter().enumerate() {
            for (originals, number) in clusters {
                for (pair, counted, alike) in originals.iter().flat_map(counted) {
                    if common && !pair.is_common() {
                        continue;
                    }
                    for (run, place) in self.cells(pair, counted, layout) {
                        pooling.add(slice, run, place, alike);
                    }
                    for (number_of_pair, (first, second)) in pairs.iter().enumerate() {
                        let part = match counted {
                            Counted::Original => 0,
                            Counted::Monothematic => 1,
                            Counted::Decomposed => continue,
                        };
                        let right =
                            [*first, *second].map(|system| self.right(pair, system, layout));
                        if let [Some(first), Some(second)] = right
                            && first != second
                        {
                            let discordant = u64::from(alike) * number;
                            pooling.add_discordant(slice, number_of_pair, part, discordant);
                        }
                    }
                }
                pooling.end(*number);
            }
        }
        pooling.finish()
    }

    /// The clusters of a system's runs on all pairs, with the counts of each run one after the other.
    pub(crate) fn runs_side_by_side(&self, system: usize, layout: Layout) -> SliceClusters {
        let first: usize = self.runs[..system].iter().sum();
        let own = first..first + self.runs[system];
        SliceClusters(POPULATIONS.map(|population| {
            let width = layout.width(population);
            let all = self.slices.first().into_iter().flatten();
            let clusters = all.map(|(originals, number)| {
                let mut counts = vec![0; width * own.len()];
                for (pair, counted, alike) in originals.iter().flat_map(counted) {
                    for (run, (its_population, cell)) in self.cells(pair, counted, layout) {
                        if its_population == population && own.contains(&run) {
                            counts[(run - own.start) * width + cell] += alike;
                        }
                    }
                }
                (counts, *number)
            });
            let width = width * own.len();
            PooledClusters::new(width, clusters).unwrap_or_else(|_| PooledClusters::empty(width))
        }))
    }

    /// The run, and the counts that it adds 1 to, for a pair.
    fn cells<'p>(
        &'p self,
        pair: &'p AnsweredPair,
        counted: Counted,
        layout: Layout,
    ) -> impl Iterator<Item = (usize, (Population, usize))> + 'p {
        pair.runs().enumerate().flat_map(move |(run, (gold, answer))| {
            let judged = judged(gold, answer, self.missing).into_iter();
            let cells = judged.flat_map(move |(gold, answer)| cells(layout, counted, gold, answer));
            cells.map(move |cell| (run, cell))
        })
    }

    /// Whether a system judges a pair right; nothing where it has several runs, or is not scored on it.
    fn right(&self, pair: &AnsweredPair, system: usize, layout: Layout) -> Option<bool> {
        let [(gold, answer)] = pair.systems[system].as_slice() else { return None };
        let (gold, answer): (Judgment, Answer) = judged(*gold, *answer, self.missing)?;
        Some(is_right(layout.task, gold, answer))
    }
}

/// The pairs of an original that a slice counts, as what, and how many there are of each.
fn counted(original: &AnsweredOriginal) -> impl Iterator<Item = (&AnsweredPair, Counted, u32)> {
    let whole = original.whole.iter().map(|whole| (whole, Counted::Original, 1));
    let decomposed = original.whole.iter().filter(|_| original.decomposed);
    let decomposed = decomposed.map(|whole| (whole, Counted::Decomposed, 1));
    let parts = original.parts.iter().map(|(part, number)| (part, Counted::Monothematic, *number));
    whole.chain(decomposed).chain(parts)
}
