//! Systems counted on a dataset, and every figure that the counts decide.

use std::collections::HashMap;

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Task};

use crate::inference::{ClusterPools, Compared, Inference, runs_side_by_side};
use crate::measures::accuracy::accuracy;
use crate::measures::correlation_index::{correlation_index, ratio};
use crate::measures::deviation_index::deviation_index_signed;
use crate::uncertainty::PooledClusters;
use crate::undefined::Side;
use crate::{
    Baseline, ContingencyTable, Counts, ExpectedAnswers, JudgmentCounts, Population, Proportion,
    Rankings, Slice, SliceKind, SlicePlan, Undefined, Value, Weighting, count, gold_for,
};

/// The name of the answers of all systems together, in the place of a system's.
pub const POOLED: &str = "pooled";

/// The gold judgments of negative pairs.
pub const NEGATIVE: [Judgment; 3] =
    [Judgment::Unknown, Judgment::Contradiction, Judgment::NotEntailment];

/// Where a system's answers come from, which tables mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A system that answered the pairs.
    Answers,
    /// An algorithm that reads gold: a reference, not a competitor.
    ReadsGold,
}

/// What everything that is drawn at random is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub u64);

/// How an evaluation is made.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Which judgments are told apart; without it, or where the judgments do not allow it, as
    /// finely as they do.
    pub task: Option<Task>,
    /// The weights of weighted measures; without it, the dataset's where it tells any, else by rank.
    pub weighting: Option<Weighting>,
    /// The seed of what is drawn.
    pub seed: Seed,
    /// Intervals and comparisons.
    pub inference: Inference,
}

impl Default for Settings {
    fn default() -> Self {
        Self { task: None, weighting: None, seed: Seed(1), inference: Inference::default() }
    }
}

/// One system's counts.
#[derive(Debug, Clone)]
pub struct SystemCounts {
    /// The system's name.
    pub name: String,
    /// Where its answers come from.
    pub origin: Origin,
    missing: Missing,
    task: Task,
    counts: Counts,
    rankings: Result<Rankings, Undefined>,
    /// How many runs it has, whose counts are added up.
    pub runs: usize,
    /// The clusters of its runs side by side, where it has several.
    pub(crate) runs_side_by_side: Option<PooledClusters>,
}

/// The Correlation Index of one original pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairCorrelation {
    /// The original's id.
    pub id: String,
    /// 0, a number of at least 1, or undefined (0/0, or infinite).
    pub value: Value,
    /// The number of pairs behind it.
    pub pairs: u64,
}

/// All systems on a dataset, counted.
#[derive(Debug)]
pub struct Evaluation {
    /// The slices of the dataset: everything first, then categories, phenomena, tasks, attributes.
    pub slices: Vec<Slice>,
    /// Which judgments are told apart.
    pub task: Task,
    /// The systems, in the order of the config.
    pub systems: Vec<SystemCounts>,
    /// The weights of weighted measures.
    pub weighting: Weighting,
    /// The seed of what is drawn.
    pub seed: Seed,
    /// How intervals and comparisons are made.
    pub inference: Inference,
    /// The clusters of every slice, where intervals or comparisons are wanted and pairs are known.
    pub(crate) pools: Option<ClusterPools>,
    /// The clusters of pairs of systems, where these are other ones.
    common_pools: Option<ClusterPools>,
    /// Gold alone, for the baselines.
    gold: Counts,
    /// For each system the Correlation Index of each decomposed original; nothing where there are
    /// too many originals, or only their counts are known.
    pair_correlations: Option<Vec<Vec<PairCorrelation>>>,
    /// The slices in the order in which they are shown; empty for that of the data.
    shown: Vec<usize>,
}

impl Evaluation {
    /// Counts the runs on the dataset. Runs of one name that follow each other are one system with
    /// several runs.
    #[must_use]
    pub fn new(dataset: &Dataset, runs: &[(Run, Origin)], settings: &Settings) -> Self {
        let plan = SlicePlan::new(dataset);
        let groups: Vec<&[(Run, Origin)]> =
            runs.chunk_by(|(a, _), (b, _)| a.system() == b.system()).collect();
        let systems = groups.iter().map(|group| {
            let (run, origin) = &group[0];
            let mut counts = count(&plan, run);
            for (other, _) in &group[1..] {
                counts = counts.plus(&count(&plan, other));
            }
            let mut system = SystemCounts::new(run.system(), *origin, run.missing(), counts);
            system.runs = group.len();
            system
        });
        let nobody = Run::from_answers("", std::iter::repeat_n(Answer::Missing, dataset.len()));
        let gold = count(&plan, &nobody);
        let mut evaluation = Self::from_counts(Vec::new(), systems.collect(), gold, settings);
        let task = evaluation.task;
        if settings.weighting.is_none() && dataset.is_weighted() {
            evaluation.weighting = Weighting::Given;
        }
        for (system, group) in evaluation.systems.iter_mut().zip(&groups) {
            system.rankings = match group {
                [(run, _)] => Rankings::new(dataset, &plan, run, task, evaluation.weighting)
                    .ok_or(Undefined::NoRanking),
                _ => Err(Undefined::SeveralRuns),
            };
        }
        if dataset.originals().len() <= crate::PAIR_ROWS {
            let of = |group: &&[(Run, Origin)]| pair_correlations(dataset, group, task).collect();
            evaluation.pair_correlations = Some(groups.iter().map(of).collect());
        }
        let runs: Vec<Vec<&Run>> =
            groups.iter().map(|group| group.iter().map(|(run, _)| run).collect()).collect();
        evaluation.pool(dataset, &plan, &runs);
        evaluation.slices = plan.into_slices();
        evaluation
    }

    /// Pools the clusters that intervals and comparisons are made from.
    fn pool(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        let inference = self.inference;
        if inference.intervals || inference.compare != Compared::None {
            let pairs = inference.compare.pairs(runs.len());
            let skips = runs.iter().flatten().any(|run| run.missing() == Missing::Skip);
            let common = inference.common_pairs && skips;
            let of =
                |pairs, common| ClusterPools::new(dataset, plan, runs, pairs, self.task, common);
            self.common_pools = common.then(|| of(pairs.clone(), true));
            self.pools = Some(of(if common { Vec::new() } else { pairs }, false));
        }
        for (system, runs) in self.systems.iter_mut().zip(runs) {
            if runs.len() > 1 {
                let side_by_side = runs_side_by_side(dataset, plan, runs, self.task);
                system.runs_side_by_side = Some(side_by_side);
            }
        }
    }

    /// The clusters of pairs of systems.
    pub(crate) fn pair_pools(&self) -> Option<&ClusterPools> {
        self.common_pools.as_ref().or(self.pools.as_ref())
    }

    /// An evaluation of which only the counts are known.
    pub(crate) fn from_counts(
        slices: Vec<Slice>,
        systems: Vec<SystemCounts>,
        gold: Counts,
        settings: &Settings,
    ) -> Self {
        let mut evaluation = Self {
            slices,
            task: Task::ThreeWay,
            systems,
            weighting: settings.weighting.unwrap_or(Weighting::Ranks),
            seed: settings.seed,
            inference: settings.inference,
            pools: None,
            common_pools: None,
            gold,
            pair_correlations: None,
            shown: Vec::new(),
        };
        if settings.task == Some(Task::TwoWay) || evaluation.two_way_reason().is_some() {
            evaluation.task = Task::TwoWay;
            for system in &mut evaluation.systems {
                system.task = Task::TwoWay;
            }
        }
        evaluation
    }

    /// The answers of all systems that do not read gold taken together, as if they were one
    /// system's [V08, Table 1]; nothing where there are fewer than two.
    #[must_use]
    pub fn pooled(&self) -> Option<SystemCounts> {
        let mut answering = self.systems.iter().filter(|system| system.origin == Origin::Answers);
        let (first, second) = (answering.next()?, answering.next()?);
        let mut counts = first.counts.plus(&second.counts);
        let mut missing = [first.missing, second.missing].to_vec();
        for system in answering {
            counts = counts.plus(&system.counts);
            missing.push(system.missing);
        }
        let skips = missing.iter().all(|it| *it == Missing::Skip);
        let missing = if skips { Missing::Skip } else { Missing::Wrong };
        let mut pooled = SystemCounts::new(POOLED, Origin::Answers, missing, counts);
        pooled.task = self.task;
        pooled.rankings = Err(Undefined::NoRanking);
        Some(pooled)
    }

    /// Why the judgments cannot be scored three-way, if they cannot.
    #[must_use]
    pub fn two_way_reason(&self) -> Option<String> {
        if self.judgments().contains(&Judgment::NotEntailment) {
            return Some("the gold judgments are two-way (`not-entailment`)".to_owned());
        }
        let system = self.two_way_systems().next()?;
        Some(format!("`{system}` answers two-way (`not-entailment`)"))
    }

    /// The names of the systems that answer two-way.
    pub fn two_way_systems(&self) -> impl Iterator<Item = &str> {
        let answers = |system: &&SystemCounts| {
            [Population::Original, Population::Monothematic].into_iter().any(|population| {
                system.counts(population, 0).answered(Answer::Judged(Judgment::NotEntailment)) > 0
            })
        };
        self.systems.iter().filter(answers).map(|system| system.name.as_str())
    }

    /// The numbers of the slices of one kind, in the order of the data, or in that of
    /// [`order_slices`](Self::order_slices).
    pub fn slices_of(&self, kind: &SliceKind) -> impl Iterator<Item = usize> {
        let all = 0..self.slices.len();
        let shown = all.map(|at| self.shown.get(at).copied().unwrap_or(at));
        shown.filter(move |slice| self.slices[*slice].kind == *kind)
    }

    /// Each category with its phenomena, all by their numbers and in the order of
    /// [`slices_of`](Self::slices_of).
    #[must_use]
    pub fn phenomena_by_category(&self) -> Vec<(usize, Vec<usize>)> {
        let mut by_category: HashMap<&str, Vec<usize>> = HashMap::new();
        for slice in self.slices_of(&SliceKind::Phenomenon) {
            if let Some((category, _)) = self.slices[slice].name.split_once(':') {
                by_category.entry(category).or_default().push(slice);
            }
        }
        let phenomena = |category: usize| {
            by_category.remove(self.slices[category].name.as_str()).unwrap_or_default()
        };
        let categories: Vec<usize> = self.slices_of(&SliceKind::Category).collect();
        let phenomena: Vec<Vec<usize>> = categories.iter().copied().map(phenomena).collect();
        categories.into_iter().zip(phenomena).collect()
    }

    /// Has [`slices_of`](Self::slices_of) give the slices by a key, smallest first; equal ones stay in
    /// the order of the data. Their numbers stay what they are.
    pub fn order_slices<Key: Ord>(&mut self, key: impl Fn(&Self, usize) -> Key) {
        let mut shown: Vec<usize> = (0..self.slices.len()).collect();
        shown.sort_by_cached_key(|slice| key(self, *slice));
        self.shown = shown;
    }

    /// Whether there are monothematic pairs.
    #[must_use]
    pub fn is_decomposed(&self) -> bool {
        self.gold(Population::Monothematic, 0).all_pairs() > 0
    }

    /// Whether any pair is tagged with a phenomenon.
    #[must_use]
    pub fn has_phenomena(&self) -> bool {
        self.slices_of(&SliceKind::Phenomenon).next().is_some()
    }

    /// For one system the Correlation Index of each decomposed original; nothing where there are
    /// more than [`PAIR_ROWS`](crate::PAIR_ROWS) originals, or only their counts are known.
    #[must_use]
    pub fn pair_correlations(&self, system: usize) -> Option<&[PairCorrelation]> {
        self.pair_correlations.as_ref()?.get(system).map(Vec::as_slice)
    }

    /// Whether gold tells *unknown* or *contradiction*, and never just *not-entailment*.
    #[must_use]
    pub fn three_way_gold(&self) -> bool {
        let gold = self.judgments();
        !gold.contains(&Judgment::NotEntailment)
            && (gold.contains(&Judgment::Unknown) || gold.contains(&Judgment::Contradiction))
    }

    /// The gold judgments that occur, in the order of the tables.
    #[must_use]
    pub fn judgments(&self) -> Vec<Judgment> {
        let occurs = |judgment: &Judgment| {
            [Population::Original, Population::Monothematic]
                .into_iter()
                .any(|population| self.gold(population, 0).gold(*judgment) > 0)
        };
        Judgment::ALL.into_iter().filter(occurs).collect()
    }

    /// Gold in a slice; for [`Population::Decomposition`], of the decomposed originals.
    #[must_use]
    pub fn gold(&self, population: Population, slice: usize) -> &JudgmentCounts {
        of(&self.gold, population, slice)
    }

    /// What a baseline is expected to answer on the pairs of a slice with one of the given gold
    /// judgments.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where there is none.
    pub fn baseline(
        &self,
        baseline: Baseline,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<ExpectedAnswers, Undefined> {
        let there = self.gold(population, slice).with_gold(gold);
        baseline.expected(self.task, &there, self.gold(population, 0))
    }

    /// The baseline with the highest expected accuracy on a population, and that accuracy.
    #[must_use]
    pub fn best_baseline(&self, population: Population) -> Option<(Baseline, f64)> {
        let expected = |baseline: Baseline| {
            let answers = self.baseline(baseline, population, 0, &Judgment::ALL).ok()?;
            Some((baseline, answers.accuracy()))
        };
        // The first of equally good ones.
        Baseline::all(self.task)
            .into_iter()
            .filter_map(expected)
            .reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    /// The Correlation Index of a baseline's expected accuracies.
    ///
    /// # Errors
    /// As [`correlation_index`].
    pub fn baseline_correlation(
        &self,
        baseline: Baseline,
        slice: usize,
        gold: &[Judgment],
    ) -> Value {
        let expected = |population| {
            self.baseline(baseline, population, slice, gold).map(|answers| answers.accuracy())
        };
        if self.gold(Population::Decomposition, slice).all_pairs() == 0 {
            return Err(Undefined::NotDecomposed);
        }
        ratio(expected(Population::Decomposition)?, expected(Population::Monothematic)?)
    }
}

/// Whether a run judges a pair right; nothing where the pair is not counted: it has no gold judgment, or
/// no answer in a run whose missing answers are left out.
#[must_use]
pub fn is_right(dataset: &Dataset, row: usize, run: &Run, task: Task) -> Option<bool> {
    let answer = run.answer(row);
    let gold = gold_for(dataset, row, answer)?;
    if answer == Answer::Missing && run.missing() == Missing::Skip {
        return None;
    }
    let agrees = |judgment: Judgment| match task {
        Task::TwoWay => judgment.two_way() == gold.two_way(),
        Task::ThreeWay => judgment == gold,
    };
    Some(matches!(answer, Answer::Judged(judgment) if agrees(judgment)))
}

/// Each decomposed original with its own Correlation Index.
fn pair_correlations(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    task: Task,
) -> impl Iterator<Item = PairCorrelation> {
    let right = move |rows: std::ops::Range<usize>| {
        let mut proportion = Proportion::default();
        for (row, (run, _)) in rows.flat_map(|row| runs.iter().map(move |run| (row, run))) {
            let Some(is_right) = is_right(dataset, row, run, task) else { continue };
            proportion.denominator += 1;
            proportion.numerator += u64::from(is_right);
        }
        proportion
    };
    dataset.originals().filter_map(move |original| {
        let parts = dataset.monothematic_of(original);
        if parts.is_empty() {
            return None;
        }
        let (whole, parts) = (right(original..original + 1), right(parts));
        Some(PairCorrelation {
            id: dataset.id(original).to_owned(),
            value: correlation_index(whole, parts),
            pairs: whole.denominator + parts.denominator,
        })
    })
}

impl SystemCounts {
    pub(crate) fn new(name: &str, origin: Origin, missing: Missing, counts: Counts) -> Self {
        Self {
            name: name.to_owned(),
            origin,
            missing,
            task: Task::ThreeWay,
            counts,
            rankings: Err(Undefined::OnlyCounts),
            runs: 1,
            runs_side_by_side: None,
        }
    }

    /// The rankings of the system's run.
    ///
    /// # Errors
    /// [`Undefined::NoRanking`] where the run ranks nothing, [`Undefined::OnlyCounts`] where only its
    /// counts are known.
    pub fn rankings(&self) -> Result<&Rankings, Undefined> {
        self.rankings.as_ref().map_err(Clone::clone)
    }

    /// The counts of all slices.
    pub(crate) fn all_counts(&self) -> &Counts {
        &self.counts
    }

    /// The counts in a slice; for [`Population::Decomposition`], of the decomposed originals.
    #[must_use]
    pub fn counts(&self, population: Population, slice: usize) -> &JudgmentCounts {
        of(&self.counts, population, slice)
    }

    /// Gold against answers, over the pairs of a slice with one of the given gold judgments.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and the judgments are not.
    pub fn table(
        &self,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<ContingencyTable, Undefined> {
        self.table_under(self.task, population, slice, gold)
    }

    /// As [`table`](Self::table), under a task that need not be that of the evaluation.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and the judgments are not.
    pub fn table_under(
        &self,
        task: Task,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<ContingencyTable, Undefined> {
        self.counts(population, slice).with_gold(gold).table(task, self.missing)
    }

    /// Accuracy over the pairs of a slice with one of the given gold judgments.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where there is none.
    pub fn accuracy(
        &self,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<Proportion, Undefined> {
        accuracy(&self.table(population, slice, gold)?)
    }

    /// The Correlation Index of a slice, over the pairs with one of the given gold judgments.
    ///
    /// # Errors
    /// As [`correlation_index`].
    pub fn correlation_index(&self, slice: usize, gold: &[Judgment]) -> Value {
        if self.counts(Population::Decomposition, slice).all_pairs() == 0 {
            return Err(Undefined::NotDecomposed);
        }
        let whole = self.table(Population::Decomposition, slice, gold)?.correct();
        let parts = self.table(Population::Monothematic, slice, gold)?.correct();
        correlation_index(whole, parts)
    }

    /// The signed Deviation Index of a slice.
    ///
    /// # Errors
    /// [`Undefined::NoCorrelation`] where either Correlation Index has no value.
    pub fn deviation_index_signed(&self, slice: usize) -> Value {
        let negative = self.correlation_index(slice, &NEGATIVE);
        self.deviation_from(slice, Side::Negative, negative)
    }

    /// The signed Deviation Index with one judgment for the negative pairs.
    ///
    /// # Errors
    /// [`Undefined::NoCorrelation`] where either Correlation Index has no value.
    pub fn deviation_index_of(&self, slice: usize, judgment: Judgment) -> Value {
        let negative = self.correlation_index(slice, &[judgment]);
        self.deviation_from(slice, Side::Judgment(judgment), negative)
    }

    fn deviation_from(&self, slice: usize, side: Side, negative: Value) -> Value {
        let positive = self.correlation_index(slice, &[Judgment::Entailment]);
        deviation_index_signed(positive, (side, negative))
    }

    /// What a missing answer means for this system.
    #[must_use]
    pub fn missing(&self) -> Missing {
        self.missing
    }
}

fn of(counts: &Counts, population: Population, slice: usize) -> &JudgmentCounts {
    match population {
        Population::Original => counts.original(slice),
        Population::Monothematic => counts.monothematic(slice),
        Population::Decomposition => counts.decomposed(slice),
    }
}
