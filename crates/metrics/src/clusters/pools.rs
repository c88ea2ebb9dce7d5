//! The clusters of every slice, pooled by their counts, for each system and each pair of systems.

use hashbrown::HashMap;
use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Task};

use crate::counts::{Counted, Layout, Population, SlicePlan, gold_for};
use crate::statistics::PooledClusters;

/// The counts that a pair adds 1 to: population, cell.
fn cells(
    layout: Layout,
    counted: Counted,
    gold: Judgment,
    answer: Answer,
) -> impl Iterator<Item = (Population, usize)> {
    let none = layout.answers() - 1;
    let column = match answer {
        Answer::Judged(judgment) => layout.task.column(judgment).unwrap_or(none),
        Answer::Abstained | Answer::Missing => none,
    };
    let own = match counted {
        Counted::Original => Some(Population::Original),
        Counted::Decomposed => None,
        Counted::Monothematic => Some(Population::Monothematic),
    };
    let own = own.map(|population| (population, layout.row(gold) + column));
    let half = match counted {
        Counted::Original => None,
        Counted::Decomposed => Some(Layout::decomposed(gold)),
        Counted::Monothematic => Some(Layout::decomposed(gold) + 2),
    };
    let right = half.filter(|_| is_right(layout.task, gold, answer));
    let of_decomposition = right.into_iter().chain(half.map(|half| half + 1));
    own.into_iter().chain(of_decomposition.map(|cell| (Population::Decomposition, cell)))
}

/// Whether an answer agrees with gold under a task.
fn is_right(task: Task, gold: Judgment, answer: Answer) -> bool {
    matches!(answer, Answer::Judged(judgment) if task.column(judgment) == task.column(gold))
}

/// The populations, each with clusters of its own.
const POPULATIONS: [Population; 3] =
    [Population::Original, Population::Monothematic, Population::Decomposition];

fn number(population: Population) -> usize {
    match population {
        Population::Original => 0,
        Population::Monothematic => 1,
        Population::Decomposition => 2,
    }
}

/// The clusters of one slice as a system, or two, are counted in them; one for each population.
#[derive(Debug)]
pub(crate) struct SliceClusters([PooledClusters; 3]);

impl SliceClusters {
    /// Those of a population.
    pub(crate) fn of(&self, population: Population) -> &PooledClusters {
        &self.0[number(population)]
    }
}

/// The clusters of every slice.
#[derive(Debug)]
pub(crate) struct ClusterPools {
    pub(crate) layout: Layout,
    /// For each slice those of each system.
    pub(crate) systems: Vec<Vec<SliceClusters>>,
    /// The systems that are held against each other.
    pub(crate) pairs: Vec<(usize, usize)>,
    /// For each slice those of each pair: the counts of the first system and then of the second.
    pub(crate) of_pairs: Vec<Vec<SliceClusters>>,
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
        let mut pooled = vec![Pool::default(); slices * views.len() * POPULATIONS.len()];
        let mut discordant = vec![vec![[0u64; 2]; pairs.len()]; slices];
        let mut cluster = Cluster::new(slices, systems.len(), pass.layout);
        for (original, clusters) in kinds.into_values() {
            pass.for_each_discordant(original, &pairs, |slice, pair, part| {
                discordant[slice][pair][part] += clusters;
            });
            pass.for_each(original, |slice, system, population, cell| {
                cluster.add(slice, system, population, cell);
            });
            for slice in cluster.touched() {
                for (view, it) in views.iter().enumerate() {
                    for population in POPULATIONS {
                        let at = (slice * views.len() + view) * POPULATIONS.len();
                        let pool = &mut pooled[at + number(population)];
                        cluster.pool_into(pool, slice, *it, population, clusters);
                    }
                }
                cluster.clear(slice);
            }
        }
        let mut pooled = pooled.into_iter();
        let mut of_view = |view: View| {
            SliceClusters(POPULATIONS.map(|population| {
                let width = pass.layout.width(population) * view.systems();
                let clusters = pooled.next().unwrap_or_default().into_values();
                PooledClusters::new(width, clusters)
                    .unwrap_or_else(|_| PooledClusters::empty(width))
            }))
        };
        let (mut of_systems, mut of_pairs) = (Vec::new(), Vec::new());
        for _ in 0..slices {
            let (one, two) = views.split_at(systems.len());
            of_systems.push(one.iter().map(|view| of_view(*view)).collect());
            of_pairs.push(two.iter().map(|view| of_view(*view)).collect());
        }
        Self { layout: pass.layout, systems: of_systems, pairs, of_pairs, discordant }
    }
}

/// The clusters of a view: for each kind, by a number that no other kind has, its counts and how many
/// clusters are of it.
type Pool = HashMap<u64, (Box<[u32]>, u64)>;

/// The counts of one cluster in every slice, system and population.
struct Cluster {
    systems: usize,
    layout: Layout,
    /// A number for the counts, the same in whatever order they came.
    hashes: Vec<u64>,
    counts: Vec<u32>,
    touched: Vec<usize>,
}

/// Room for the counts of one system and population: four gold judgments, four answers.
const ROOM: usize = 16;

impl Cluster {
    fn new(slices: usize, systems: usize, layout: Layout) -> Self {
        let places = slices * systems * POPULATIONS.len();
        let (hashes, counts) = (vec![0; places], vec![0; places * ROOM]);
        Self { systems, layout, hashes, counts, touched: Vec::new() }
    }

    fn place(&self, slice: usize, system: usize, population: Population) -> usize {
        (slice * self.systems + system) * POPULATIONS.len() + number(population)
    }

    fn add(&mut self, slice: usize, system: usize, population: Population, cell: usize) {
        let place = self.place(slice, system, population);
        self.hashes[place] = self.hashes[place].wrapping_add(mixed(cell as u64 + 1));
        self.counts[place * ROOM + cell] += 1;
        self.touched.push(slice);
    }

    /// The slices with counts, each once.
    fn touched(&mut self) -> Vec<usize> {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn clear(&mut self, slice: usize) {
        let places = self.place(slice, 0, Population::Original)
            ..self.place(slice + 1, 0, Population::Original);
        self.counts[places.start * ROOM..places.end * ROOM].fill(0);
        self.hashes[places].fill(0);
    }

    /// Adds clusters like this one to those of a view.
    fn pool_into(
        &self,
        pool: &mut Pool,
        slice: usize,
        view: View,
        population: Population,
        clusters: u64,
    ) {
        let of = |system| self.place(slice, system, population);
        let (places, hash) = match view {
            View::One(system) => ([Some(of(system)), None], self.hashes[of(system)]),
            View::Two(first, second) => {
                let (first, second) = (of(first), of(second));
                let hash = mixed(self.hashes[first]).wrapping_add(self.hashes[second]);
                ([Some(first), Some(second)], hash)
            }
        };
        if places.into_iter().flatten().all(|place| self.hashes[place] == 0) {
            return;
        }
        let width = self.layout.width(population);
        let entry = pool.entry(hash).or_insert_with(|| {
            let counts = places
                .into_iter()
                .flatten()
                .flat_map(|place| &self.counts[place * ROOM..place * ROOM + width]);
            (counts.copied().collect(), 0)
        });
        entry.1 += clusters;
    }
}

/// The clusters of a system's runs on all pairs, with the counts of each run one after the other.
pub(crate) fn runs_side_by_side(
    dataset: &Dataset,
    plan: &SlicePlan,
    runs: &[&Run],
    task: Task,
) -> SliceClusters {
    let systems: Vec<Vec<&Run>> = runs.iter().map(|run| vec![*run]).collect();
    let layout = Layout { task };
    let pass = Pass { dataset, plan, systems: &systems, layout, common: false };
    SliceClusters(POPULATIONS.map(|population| {
        let width = layout.width(population);
        let clusters = dataset.originals().filter_map(|original| {
            let mut counts = vec![0; width * runs.len()];
            pass.for_each(original, |slice, run, its_population, cell| {
                if slice == 0 && its_population == population {
                    counts[run * width + cell] += 1;
                }
            });
            counts.iter().any(|count| *count > 0).then_some((counts, 1))
        });
        let width = width * runs.len();
        PooledClusters::new(width, clusters).unwrap_or_else(|_| PooledClusters::empty(width))
    }))
}

/// Whose counts are pooled.
#[derive(Debug, Clone, Copy)]
enum View {
    One(usize),
    Two(usize, usize),
}

impl View {
    fn systems(self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(..) => 2,
        }
    }
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

    /// Gold and answer of a pair, if the run is scored on it.
    fn judged(&self, run: &Run, row: usize) -> Option<(Judgment, Answer)> {
        let answer = run.answer(row);
        if answer == Answer::Missing && run.missing() == Missing::Skip {
            return None;
        }
        Some((gold_for(self.dataset, row, answer)?, answer))
    }

    /// The slice, the system, the population and the count that each pair of a cluster adds 1 to.
    fn for_each(&self, original: usize, mut add: impl FnMut(usize, usize, Population, usize)) {
        let mut row = |row: usize, counted: Counted| {
            if self.common && !self.is_common(row) {
                return;
            }
            for (system, runs) in self.systems.iter().enumerate() {
                for run in runs {
                    let Some((gold, answer)) = self.judged(run, row) else { continue };
                    for (population, cell) in cells(self.layout, counted, gold, answer) {
                        for slice in self.plan.slices_of(row, counted) {
                            add(slice, system, population, cell);
                        }
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
                let (gold, answer) = self.judged(run, row)?;
                Some(is_right(self.layout.task, gold, answer))
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
}

/// A hash of a number (SplitMix64).
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
    use crate::counts::count;
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
            let task = Task::ThreeWay;
            let pools = ClusterPools::new(&dataset, &plan, &systems, vec![(0, 1)], task, false);
            let layout = pools.layout;
            for (system, run) in [&first, &second].into_iter().enumerate() {
                let counts = count(&plan, run);
                for slice in 0..plan.slices().len() {
                    for (counted, _) in Counted::ALL {
                        for gold in Judgment::ALL {
                            let (mut right, mut all) = (0, 0);
                            for answer in &Judgment::ALL[..3] {
                                let answer = Answer::Judged(*answer);
                                let expected = counts.get(slice, counted).count(Some(gold), answer);
                                all += expected;
                                right += if answer == Answer::Judged(gold) { expected } else { 0 };
                                let population = match counted {
                                    Counted::Original => Population::Original,
                                    Counted::Monothematic => Population::Monothematic,
                                    Counted::Decomposed => continue,
                                };
                                let (_, cell) = cells(layout, counted, gold, answer).next().unwrap();
                                let sums = pools.systems[slice][system].of(population).sums();
                                prop_assert_eq!(sums[cell], expected);
                                let paired = pools.of_pairs[slice][0].of(population).sums();
                                let width = layout.width(population);
                                prop_assert_eq!(paired[system * width + cell], expected);
                            }
                            let at = 4 * usize::from(gold.code())
                                + if counted == Counted::Monothematic { 2 } else { 0 };
                            if counted != Counted::Original {
                                let sums =
                                    pools.systems[slice][system].of(Population::Decomposition).sums();
                                prop_assert_eq!((sums[at], sums[at + 1]), (right, all));
                            }
                        }
                    }
                }
            }
        }
    }
}
