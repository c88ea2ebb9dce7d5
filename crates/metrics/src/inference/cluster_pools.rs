//! The clusters of every slice, pooled by their counts, for each system and each pair of systems.

use hashbrown::HashMap;
use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Task};

use crate::slices::Counted;
use crate::uncertainty::PooledClusters;
use crate::{SlicePlan, gold_for};

/// What the counts of one system in a cluster are: for the original pair, for the original pair where it
/// was decomposed, and for the monothematic pairs, a row for each gold judgment, with a count for each
/// answer of the task and one for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) task: Task,
}

impl Layout {
    /// Answers of the task, and none.
    pub(crate) fn answers(self) -> usize {
        self.task.judgments().len() + 1
    }

    /// The counts of one population.
    pub(crate) fn part(self) -> usize {
        Judgment::ALL.len() * self.answers()
    }

    /// All counts of a system.
    pub(crate) fn width(self) -> usize {
        Counted::COUNT as usize * self.part()
    }

    /// Where the counts of a population begin.
    pub(crate) fn start(self, counted: Counted) -> usize {
        counted as usize * self.part()
    }

    /// The column of a judgment: in gold, and among the answers.
    pub(crate) fn label(self, judgment: Judgment) -> usize {
        let seen = if self.task == Task::TwoWay { judgment.two_way() } else { judgment };
        let labels = self.task.judgments();
        labels.iter().position(|label| *label == seen).unwrap_or(labels.len())
    }

    fn cell(self, counted: Counted, gold: Judgment, answer: Answer) -> usize {
        let answer = match answer {
            Answer::Judged(judgment) => self.label(judgment),
            Answer::Abstained | Answer::Missing => self.answers() - 1,
        };
        self.start(counted) + usize::from(gold.code()) * self.answers() + answer
    }
}

/// The clusters of every slice.
#[derive(Debug)]
pub(crate) struct ClusterPools {
    pub(crate) layout: Layout,
    /// For each slice those of each system.
    pub(crate) systems: Vec<Vec<PooledClusters>>,
    /// The systems that are held against each other.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// For each slice those of each pair: the counts of the first system and then of the second.
    pub(crate) of_pairs: Vec<Vec<PooledClusters>>,
    /// For each slice and each pair of systems: on how many original and on how many monothematic pairs
    /// one of the two alone is right.
    pub(crate) discordant: Vec<Vec<[u64; 2]>>,
}

impl ClusterPools {
    /// Pools the clusters of a dataset. Each system is a group of runs, whose counts are added up. With
    /// `common`, only pairs count that all systems answer.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        systems: &[Vec<&Run>],
        pairs: Vec<(usize, usize)>,
        task: Task,
        common: bool,
    ) -> Self {
        let pass = Pass { dataset, plan, systems, layout: Layout { task }, common };
        let views: Vec<View> = (0..systems.len())
            .map(View::One)
            .chain(pairs.iter().map(|(first, second)| View::Two(*first, *second)))
            .collect();
        // Most clusters are alike in everything; the rest is done once for each kind.
        let mut kinds: HashMap<u64, (usize, u64)> = HashMap::new();
        for original in dataset.originals() {
            kinds.entry(pass.kind(original)).or_insert((original, 0)).1 += 1;
        }
        let slices = plan.slices().len();
        let mut pooled: Vec<HashMap<u64, (usize, u64)>> =
            vec![HashMap::new(); slices * views.len()];
        let mut hashes = vec![0u64; slices * systems.len()];
        let mut touched: Vec<usize> = Vec::new();
        let mut discordant = vec![vec![[0u64; 2]; pairs.len()]; slices];
        for (original, clusters) in kinds.into_values() {
            pass.for_each_discordant(original, &pairs, |slice, pair, part| {
                discordant[slice][pair][part] += clusters;
            });
            pass.for_each(original, |slice, system, cell| {
                let hash = &mut hashes[slice * systems.len() + system];
                *hash = hash.wrapping_add(mixed(cell as u64));
                touched.push(slice);
            });
            touched.sort_unstable();
            touched.dedup();
            for slice in touched.drain(..) {
                let of_slice = &mut hashes[slice * systems.len()..][..systems.len()];
                for (view, it) in views.iter().enumerate() {
                    let hash = match it {
                        View::One(system) => of_slice[*system],
                        View::Two(first, second) => {
                            mixed(of_slice[*first]).wrapping_add(of_slice[*second])
                        }
                    };
                    let map = &mut pooled[slice * views.len() + view];
                    let entry = map.entry(hash).or_insert((original, 0));
                    // The same cluster stands for its kind, whatever the order of the kinds.
                    entry.0 = entry.0.min(original);
                    entry.1 += clusters;
                }
                of_slice.fill(0);
            }
        }
        let mut pools = pooled.into_iter().enumerate().map(|(at, map)| {
            let (slice, view) = (at / views.len(), views[at % views.len()]);
            let width = match view {
                View::One(_) => pass.layout.width(),
                View::Two(..) => 2 * pass.layout.width(),
            };
            let clusters = map
                .into_values()
                .map(|(original, times)| (pass.counts(original, slice, view), times));
            PooledClusters::new(width, clusters).unwrap_or_else(|_| PooledClusters::empty(width))
        });
        let (mut of_systems, mut of_pairs) = (Vec::new(), Vec::new());
        for _ in 0..slices {
            of_systems.push(pools.by_ref().take(systems.len()).collect());
            of_pairs.push(pools.by_ref().take(pairs.len()).collect());
        }
        Self { layout: pass.layout, systems: of_systems, pairs, of_pairs, discordant }
    }
}

/// The clusters of a system's runs on all pairs, the counts of the runs side by side, seen as
/// [`over_seeds`](super::over_seeds) sees them.
pub(crate) fn runs_side_by_side(
    dataset: &Dataset,
    plan: &SlicePlan,
    runs: &[&Run],
    task: Task,
) -> PooledClusters {
    let systems: Vec<Vec<&Run>> = runs.iter().map(|run| vec![*run]).collect();
    let pass = Pass { dataset, plan, systems: &systems, layout: Layout { task }, common: false };
    let width = super::seeds::OF_A_RUN * runs.len();
    let clusters = dataset.originals().map(|original| {
        let of_run =
            |run| super::seeds::of_a_run(&pass.counts(original, 0, View::One(run)), pass.layout);
        ((0..runs.len()).flat_map(of_run).collect::<Vec<u32>>(), 1)
    });
    PooledClusters::new(width, clusters).unwrap_or_else(|_| PooledClusters::empty(width))
}

/// Whose counts are pooled.
#[derive(Debug, Clone, Copy)]
enum View {
    One(usize),
    Two(usize, usize),
}

struct Pass<'a> {
    dataset: &'a Dataset,
    plan: &'a SlicePlan,
    systems: &'a [Vec<&'a Run>],
    layout: Layout,
    common: bool,
}

impl Pass<'_> {
    /// A number that clusters have in common which are alike in every slice, for every system.
    fn kind(&self, original: usize) -> u64 {
        let of = |row: usize| {
            let mut hash = mixed(u64::from(self.plan.keys[row]) + 1);
            for run in self.systems.iter().flatten() {
                hash = mixed(hash ^ u64::from(run.codes()[row]));
            }
            if self.dataset.also_gold(row).is_empty() { hash } else { mixed(hash ^ row as u64) }
        };
        let parts = self.dataset.monothematic_of(original);
        parts.map(|row| of(row).rotate_left(1)).fold(of(original), u64::wrapping_add)
    }

    /// The slice, the system and the count that each pair of a cluster adds 1 to.
    fn for_each(&self, original: usize, mut add: impl FnMut(usize, usize, usize)) {
        let mut row = |row: usize, counted: Counted| {
            if self.common && !self.is_common(row) {
                return;
            }
            for (system, runs) in self.systems.iter().enumerate() {
                for run in runs {
                    let answer = run.answer(row);
                    if answer == Answer::Missing && run.missing() == Missing::Skip {
                        continue;
                    }
                    let Some(gold) = gold_for(self.dataset, row, answer) else { continue };
                    let cell = self.layout.cell(counted, gold, answer);
                    for slice in self.plan.slices_of(row, counted) {
                        add(slice, system, cell);
                    }
                }
            }
        };
        row(original, Counted::Original);
        row(original, Counted::Decomposed);
        for part in self.dataset.monothematic_of(original) {
            row(part, Counted::Monothematic);
        }
    }

    /// Whether every run answers the pair.
    fn is_common(&self, row: usize) -> bool {
        self.systems.iter().flatten().all(|run| run.answer(row) != Answer::Missing)
    }

    /// The slice, the pair of systems and the population (0 original, 1 monothematic) of each pair that
    /// one system alone judges right. Systems of several runs have no answer of their own.
    fn for_each_discordant(
        &self,
        original: usize,
        pairs: &[(usize, usize)],
        mut add: impl FnMut(usize, usize, usize),
    ) {
        let is_right = |system: usize, row: usize| match self.systems[system].as_slice() {
            [run] => {
                let answer = run.answer(row);
                let gold = gold_for(self.dataset, row, answer)?;
                let label = |it| self.layout.label(it);
                Some(matches!(answer, Answer::Judged(it) if label(it) == label(gold)))
            }
            _ => None,
        };
        let mut row = |row: usize, counted: Counted, part: usize| {
            if self.common && !self.is_common(row) {
                return;
            }
            for (pair, (first, second)) in pairs.iter().enumerate() {
                let (first, second) = (is_right(*first, row), is_right(*second, row));
                if first.is_some() && second.is_some() && first != second {
                    for slice in self.plan.slices_of(row, counted) {
                        add(slice, pair, part);
                    }
                }
            }
        };
        row(original, Counted::Original, 0);
        for part in self.dataset.monothematic_of(original) {
            row(part, Counted::Monothematic, 1);
        }
    }

    fn counts(&self, original: usize, slice: usize, view: View) -> Vec<u32> {
        let width = self.layout.width();
        let (mut counts, first, second) = match view {
            View::One(system) => (vec![0; width], system, usize::MAX),
            View::Two(first, second) => (vec![0; 2 * width], first, second),
        };
        self.for_each(original, |its_slice, system, cell| {
            if its_slice == slice && system == first {
                counts[cell] += 1;
            } else if its_slice == slice && system == second {
                counts[width + cell] += 1;
            }
        });
        counts
    }
}

/// A number that tells little of the one that it is made from (splitmix64).
fn mixed(number: u64) -> u64 {
    let mut it = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    it = (it ^ (it >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    it = (it ^ (it >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    it ^ (it >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::count;
    use crate::testing::{dataset, pairs_and_answers};

    proptest! {
        /// The sums over all clusters are the counts of the one pass.
        #[test]
        fn clusters_add_up_to_the_counts((pairs, answers) in pairs_and_answers()) {
            let dataset = dataset(&pairs);
            let plan = SlicePlan::new(&dataset);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |answers: Vec<Judgment>| {
                Run::from_answers("s", answers.into_iter().map(Answer::Judged))
            };
            let (first, second) = (run(answers), run(turned));
            let systems = [vec![&first], vec![&second]];
            let pools =
                ClusterPools::new(&dataset, &plan, &systems, vec![(0, 1)], Task::ThreeWay, false);
            let layout = pools.layout;
            for (system, run) in [&first, &second].into_iter().enumerate() {
                let counts = count(&plan, run);
                for slice in 0..plan.slices().len() {
                    let sums = pools.systems[slice][system].sums();
                    let paired = pools.of_pairs[slice][0].sums();
                    for (counted, _) in Counted::ALL {
                        for gold in Judgment::ALL {
                            for answer in &Judgment::ALL[..3] {
                                let answer = Answer::Judged(*answer);
                                let cell = layout.cell(counted, gold, answer);
                                let expected = counts.get(slice, counted).count(Some(gold), answer);
                                prop_assert_eq!(sums[cell], expected);
                                prop_assert_eq!(paired[system * layout.width() + cell], expected);
                            }
                        }
                    }
                }
            }
        }
    }
}
