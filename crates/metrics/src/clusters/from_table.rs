//! The clusters of count tables.

use std::ops::Range;

use phenom_dataset::{Answer, CompositionRule, Judgment, Missing, Task};

use super::answered::{AnsweredOriginal, AnsweredPair};
use super::cluster::Cluster;
use super::composed::{ComposedAdding, ComposedPools};
use super::joint::{JointClusters, JointOriginal};
use super::pairs_by_runs::counted_answers;
use super::pass::{cells, is_right, judged};
use super::places::{POPULATIONS, number as number_of};
use super::pools::{ClusterPools, Pooling};
use super::seen::Views;
use super::table::{ClusterAdder, PooledAnswers};
use crate::composition::{AnsweredPart, CompositionCounts, LeftOut, OriginalKind, by_gold, kind};
use crate::counts::{
    Counted, Counts, JudgmentCounts, Layout, PairsByRuns, Population, Slice, SliceKind,
};
use crate::statistics::DistinctClusters;

/// The clusters of every slice as tables give them, for systems in their order.
#[derive(Debug)]
pub(crate) struct TableClusters {
    slices: Vec<PooledAnswers>,
    /// For each slice whether originals are counted in it with all of their parts.
    composes: Vec<bool>,
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
                "the clusters contain the predictions of {} systems, and the counts those of {}",
                shape.len(),
                all.len()
            ));
        }
        let composes = slices.iter().map(|slice| slice.kind != SliceKind::Phenomenon).collect();
        let (mut slices, unknown) = table.of_slices(slices);
        if let Some(unknown) = unknown.first() {
            return Err(format!("the clusters contain {unknown}, and the counts do not"));
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
        Ok(Self { slices, composes, runs, missing })
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
        self.counted(|pair| {
            let gold = pair.runs().next().and_then(|(gold, _)| gold);
            [JudgmentCounts::cell(gold, Answer::Missing)]
        })
    }

    /// The counts of a system in every slice, which those of the count table must be.
    pub(crate) fn counts(&self, system: usize) -> Counts {
        self.counted(|pair| {
            let runs = pair.systems[system].iter();
            runs.map(|(gold, answer)| JudgmentCounts::cell(*gold, *answer))
        })
    }

    /// The counts of every slice, to some of which each pair adds 1.
    fn counted<'p, Cells: IntoIterator<Item = usize>>(
        &'p self,
        cells: impl Fn(&'p AnsweredPair) -> Cells,
    ) -> Counts {
        let mut counts = Counts::new(self.slices.len());
        for (slice, clusters) in self.slices.iter().enumerate() {
            for (originals, number) in clusters {
                for (pair, counted, pairs) in originals.iter().flat_map(counted) {
                    for cell in cells(pair) {
                        counts.get_mut(slice, counted).add(cell, u64::from(pairs) * number);
                    }
                }
            }
        }
        counts
    }

    /// Pools them.
    pub(crate) fn pools(&self, layout: Layout, pooling: Pooling<'_>) -> ClusterPools {
        let Pooling { pairs, common, rule, threads, .. } = pooling;
        let runs = self.runs.iter().sum();
        let mut counts = POPULATIONS.map(|of| Cluster::new(1, runs, (of, layout)));
        let (mut all_runs, mut discordant) = (Vec::new(), Vec::new());
        for clusters in &self.slices {
            let mut pools = vec![DistinctClusters::default(); POPULATIONS.len()];
            let mut differing = vec![[0; 2]; pairs.len()];
            for (originals, number) in clusters {
                for (pair, counted, alike) in originals.iter().flat_map(counted) {
                    if common && !pair.is_common() {
                        continue;
                    }
                    for (run, (population, cell)) in self.cells(pair, counted, layout) {
                        counts[number_of(population)].add(0, &[(run, cell, alike)]);
                    }
                    let part = match counted {
                        Counted::Original => 0,
                        Counted::Monothematic => 1,
                        Counted::Decomposed => continue,
                    };
                    for (sums, (first, second)) in differing.iter_mut().zip(&pairs) {
                        let right =
                            [*first, *second].map(|system| self.right(pair, system, layout));
                        if matches!(right, [Some(first), Some(second)] if first != second) {
                            sums[part] += u64::from(alike) * number;
                        }
                    }
                }
                counts.iter_mut().for_each(|counts| counts.pool_into(&mut pools, *number));
            }
            all_runs.extend(pools);
            discordant.push(differing);
        }
        let views = Views::new(&self.runs, &pairs);
        let composed = rule.map(|rule| self.composed(rule, layout, &views, common));
        let of_systems = (self.runs.clone(), pairs);
        let mut pools = ClusterPools::of_all_runs(all_runs, layout, of_systems, threads);
        (pools.discordant, pools.composed) = (discordant, composed);
        pools
    }

    /// The same under a rule of composition.
    fn composed(
        &self,
        rule: &CompositionRule,
        layout: Layout,
        views: &Views,
        common: bool,
    ) -> ComposedPools {
        let mut adding = ComposedAdding::new(self.slices.len());
        let mut joint = Vec::new();
        for (slice, clusters) in
            self.slices.iter().enumerate().filter(|(slice, _)| self.composes[*slice])
        {
            for (originals, number) in clusters {
                let counted = originals.iter().filter(|original| {
                    !common || original.pairs().all(|(pair, _)| pair.is_common())
                });
                let originals: Vec<JointOriginal> = counted
                    .map(|original| {
                        let kinds = self.kinds(original, rule, layout);
                        kinds.filter_map(|(run, kind)| Some((run, kind.ok()?))).collect()
                    })
                    .collect();
                adding.add(slice, originals.concat(), *number);
                if slice == 0 {
                    joint.push((originals, *number));
                }
            }
        }
        adding.finish(views, JointClusters::new(joint.into_iter()))
    }

    /// The original and the monothematic pairs of every slice, by what the runs of a system answer.
    pub(crate) fn pairs_by_runs(&self, system: usize, task: Task) -> Vec<[PairsByRuns; 2]> {
        let of_slice = |clusters: &PooledAnswers| {
            let mut pairs = <[PairsByRuns; 2]>::default();
            for (originals, number) in clusters {
                for (pair, counted, alike) in originals.iter().flat_map(counted) {
                    let place = match counted {
                        Counted::Original => 0,
                        Counted::Monothematic => 1,
                        Counted::Decomposed => continue,
                    };
                    let runs = pair.systems[system].iter();
                    let answers = runs.map(|(gold, answer)| (*gold, *answer, self.missing));
                    if let Some((gold, given)) = counted_answers(answers, task) {
                        pairs[place].add(gold, given, u64::from(alike) * number);
                    }
                }
            }
            pairs
        };
        self.slices.iter().map(of_slice).collect()
    }

    /// What each run makes of an original that is in the slice as a decomposed one.
    fn kinds<'o>(
        &'o self,
        original: &'o AnsweredOriginal,
        rule: &'o CompositionRule,
        layout: Layout,
    ) -> impl Iterator<Item = (usize, Result<OriginalKind, LeftOut>)> + 'o {
        let whole = original.whole.iter().filter(|_| original.decomposed);
        whole.flat_map(|whole| whole.runs().enumerate()).map(move |(run, whole)| {
            let parts = original.parts.iter().chain(&original.others);
            let parts = parts.flat_map(move |(part, number)| {
                let of_run = part.runs().nth(run);
                // Rules that ask for weights are refused with tables, which do not keep them.
                let of_run =
                    of_run.map(|(gold, answer)| AnsweredPart { gold, answer, weight: 1.0 });
                std::iter::repeat_n(of_run, *number as usize).flatten()
            });
            // Of a gold that is a set, a table knows the judgment that the run agrees with.
            let of_composed = |_| whole.0;
            let under = (rule, layout.task);
            let golds = parts.clone().map(|part| (part.gold, part.weight));
            let counts = by_gold(under, (whole.0, of_composed), golds);
            (run, counts.and_then(|()| kind(under, self.missing, (whole, of_composed), parts)))
        })
    }

    /// The originals of a system in every slice, by what a rule makes of their parts.
    pub(crate) fn composition(
        &self,
        system: usize,
        rule: &CompositionRule,
        layout: Layout,
    ) -> CompositionCounts {
        let own = self.runs_of(system);
        let of_run = |run: usize| {
            let mut counts = CompositionCounts::new(self.slices.len());
            for (slice, clusters) in self.slices.iter().enumerate() {
                for (originals, number) in clusters {
                    for original in originals {
                        let found = self.kinds(original, rule, layout).find(|(of, _)| *of == run);
                        match found {
                            Some((_, Ok(kind))) if self.composes[slice] => {
                                counts.add(slice, kind, *number);
                            }
                            Some((_, Err(reason))) if slice == 0 => {
                                counts.leave_out(reason, *number);
                            }
                            None if slice == 0 => counts.leave_out(LeftOut::NoParts, *number),
                            _ => {}
                        }
                    }
                }
            }
            counts
        };
        let all = own.map(of_run).reduce(|all, run| all.plus(&run));
        all.unwrap_or_else(|| CompositionCounts::new(self.slices.len()))
    }

    fn runs_of(&self, system: usize) -> Range<usize> {
        let first: usize = self.runs[..system].iter().sum();
        first..first + self.runs[system]
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
