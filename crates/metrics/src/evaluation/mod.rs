//! Systems counted on a dataset, and every figure that the counts decide.

mod count_sums;
mod count_table;
mod dominated;
mod expected;
mod given_clusters;
mod pair_correlations;
mod pooling;
mod sets;
mod settings;
mod statistics_settings;
mod system;
mod two_way;
mod weighed;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use phenom_dataset::{Answer, CompositionRule, Dataset, Judgment, Missing, Run, Task};

use crate::clusters::{ClusterPools, RelevancePools, SetPools, pairs_by_runs};
use crate::composition::{AnsweredOriginals, CompositionCounts, GoldAgainstRule, GoldUnderRule};
use crate::counts::{
    Counts, JudgmentCounts, Population, Slice, SliceKind, SlicePlan, Unit, count, count_outcomes,
    set_counts_together,
};
use crate::judged::JudgedEvaluation;
use crate::measures::{Computation, Measure, Needs, Wanted};
use crate::rankings::{RunRankings, Weighting};
use crate::seed::Seed;
use crate::statistics::threads::side_by_side;
use crate::undefined::Undefined;
pub use count_table::{CountAdder, CountRow, count_tables};
pub use dominated::{DominatedSlice, dominated_slices};
pub use given_clusters::GivenClusters;
use pair_correlations::pair_correlations;
pub(crate) use pair_correlations::right_units;
pub use pair_correlations::{PairCorrelation, is_right};
pub use settings::Settings;
pub use statistics_settings::{Compared, StatisticsSettings};
pub use system::{Origin, SystemCounts};

/// Up to how many originals each decomposed one has a figure of its own.
pub const PAIR_ROWS: usize = 10_000;

/// The name of the answers of all systems together, in the place of a system's.
pub const POOLED: &str = "pooled";

/// Counts the runs of each system together.
fn count_systems(
    plan: &SlicePlan,
    groups: &[&[(Run, Origin)]],
    unit: Unit,
    threads: NonZeroUsize,
) -> Vec<SystemCounts> {
    side_by_side(groups, threads, |group| {
        let (run, origin) = &group[0];
        let first = count_outcomes(plan, run, unit);
        let others = group[1..].iter().map(|(run, _)| count_outcomes(plan, run, unit));
        let counts = others.fold(first, |all, run| all.plus(&run));
        let mut system = SystemCounts::new(run.system(), *origin, run.missing(), counts);
        system.runs = group.len();
        system.unit = unit;
        system
    })
}

/// The runs of each system: those of one name that follow each other.
fn by_system(runs: &[(Run, Origin)]) -> Vec<&[(Run, Origin)]> {
    runs.chunk_by(|(a, _), (b, _)| a.system() == b.system()).collect()
}

/// The runs alone.
fn without_origins<'r>(groups: &[&'r [(Run, Origin)]]) -> Vec<Vec<&'r Run>> {
    groups.iter().map(|group| group.iter().map(|(run, _)| run).collect()).collect()
}

/// All systems on a dataset, counted.
#[derive(Debug)]
pub struct Evaluation {
    /// The slices of the dataset: everything first, then categories, phenomena, tasks, attributes.
    pub slices: Vec<Arc<Slice>>,
    /// Which judgments are told apart.
    pub task: Task,
    /// How many counts a pair adds for each run.
    unit: Unit,
    /// What the judgments on the parts of an original make of the whole.
    pub composition: CompositionRule,
    /// Which originals of the dataset gold and the rule of composition leave out, if that was asked for.
    gold_under_rule: OnceLock<GoldUnderRule>,
    /// The originals as each run answers them, if that was asked for.
    answered: OnceLock<Vec<AnsweredOriginals>>,
    /// Whether gold of some originals was made of gold of their parts by that rule.
    pub gold_is_composed: bool,
    /// The systems, in the order of the config.
    pub systems: Vec<SystemCounts>,
    /// The weights of weighted measures.
    pub weighting: Weighting,
    /// The seed of what is drawn.
    pub seed: Seed,
    /// The measures to compute.
    pub wanted: Wanted,
    /// How intervals and comparisons are made.
    pub statistics: StatisticsSettings,
    /// The attributes whose values are bins of numbers.
    pub binned: Vec<String>,
    /// Which originals belong together, where the data say it.
    pub clusters: Option<GivenClusters>,
    /// The clusters of every slice, where intervals or comparisons are wanted and pairs are known.
    pub(crate) pools: Option<ClusterPools>,
    /// The decompositions in which parts weigh by the relevance of their phenomena, where they do.
    pub(crate) relevance: Option<RelevancePools>,
    /// The clusters by what answers have in common with gold as sets, where that is asked for.
    pub(crate) sets: Option<SetPools>,
    /// In words, how much phenomena weigh there.
    pub relevance_in_words: Option<String>,
    /// The systems on the labels of judges and people, where gold is judged.
    pub judged: Option<JudgedEvaluation>,
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
        let settings = &settings.for_data(dataset, runs);
        let plan = SlicePlan::new(dataset, settings.statistics.threads);
        let groups = by_system(runs);
        let unit = match settings.task {
            Some(Task::Outcome) => Unit::of_runs(runs.iter().map(|(run, _)| run)),
            _ => Unit::ONE,
        };
        let systems = count_systems(&plan, &groups, unit, settings.statistics.threads);
        let nobody = Run::from_answers("", std::iter::repeat_n(Answer::Missing, dataset.len()));
        let gold = count(&plan, &nobody);
        let mut evaluation = Self::from_counts(Vec::new(), systems, gold, settings);
        evaluation.count_in(unit);
        let task = evaluation.task;
        if settings.weighting.is_none() && dataset.is_weighted() {
            evaluation.weighting = Weighting::Given;
        }
        let with_clusters = evaluation.needs_clusters();
        for (system, group) in evaluation.systems.iter_mut().zip(&groups) {
            let of_run = |(run, _): &(Run, Origin)| {
                let (weighting, wanted) = (evaluation.weighting, evaluation.wanted);
                RunRankings::new(dataset, &plan, run, task, weighting, wanted, with_clusters)
            };
            let runs: Option<Vec<RunRankings>> = group.iter().map(of_run).collect();
            system.rankings = runs.and_then(RunRankings::together).ok_or(Undefined::NoRanking);
        }
        if dataset.originals().len() <= PAIR_ROWS {
            let of = |group: &&[(Run, Origin)]| pair_correlations(dataset, group, task).collect();
            evaluation.pair_correlations = Some(groups.iter().map(of).collect());
        }
        evaluation.compose(dataset, &plan, runs);
        let runs = without_origins(&groups);
        evaluation.count_pairs_by_runs(dataset, &plan, &runs);
        let binned = dataset.attributes().iter().filter(|attribute| attribute.is_binned());
        evaluation.binned = binned.map(|attribute| attribute.name().to_owned()).collect();
        evaluation.clusters = GivenClusters::of(dataset);
        evaluation.gold_is_composed = !dataset.composed_gold().is_empty();
        evaluation.pool(dataset, &plan, &runs);
        evaluation.weigh(dataset, &plan, &runs);
        evaluation.count_sets(dataset, &plan, &runs);
        let rule = (&evaluation.composition, evaluation.task);
        evaluation.judged = JudgedEvaluation::new((dataset, &plan), &runs, rule);
        evaluation.slices = plan.into_slices().into_iter().map(Arc::new).collect();
        evaluation
    }

    /// Whether a measure of composition is to be computed, and there are parts to compose.
    fn composes(&self, dataset: &Dataset) -> bool {
        !dataset.monothematic().is_empty() && self.wants_composition()
    }

    fn wants_composition(&self) -> bool {
        let mut wanted = self.wanted.measures();
        wanted.any(|measure| matches!(measure.computation, Computation::Composition(_)))
    }

    /// Counts the pairs of each system with several runs by what these answer, if a measure asks for it.
    fn count_pairs_by_runs(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        let asks = |measure: &Measure| matches!(measure.computation, Computation::Pairs(_));
        if !self.wanted.measures().any(asks) {
            return;
        }
        let several = self.systems.iter_mut().zip(runs).filter(|(_, runs)| runs.len() > 1);
        for (system, runs) in several {
            system.pairs_by_runs = pairs_by_runs(dataset, plan, runs, self.task);
        }
    }

    /// Counts the originals of each system with their parts.
    fn compose(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[(Run, Origin)]) {
        if !self.composes(dataset) {
            return;
        }
        let answered = self.answered(dataset, runs);
        let of_run = |run: &AnsweredOriginals| CompositionCounts::of_run(plan, run);
        let counted = side_by_side(answered, self.statistics.threads, of_run);
        let mut counted = counted.into_iter();
        for system in &mut self.systems {
            let of_system = counted.by_ref().take(system.runs);
            system.composition = of_system.reduce(|all, run| all.plus(&run));
        }
    }

    /// The originals as each of the runs answers them that were evaluated.
    pub(crate) fn answered(
        &self,
        dataset: &Dataset,
        runs: &[(Run, Origin)],
    ) -> &[AnsweredOriginals] {
        let gold = self.gold_under_rule(dataset);
        let of_run = |(run, _): &(Run, Origin)| AnsweredOriginals::new(dataset, run, gold);
        let of_runs = || side_by_side(runs, self.statistics.threads, of_run);
        self.answered.get_or_init(of_runs)
    }

    /// Which originals gold and the rule of composition leave out, of the dataset that was evaluated.
    pub(crate) fn gold_under_rule(&self, dataset: &Dataset) -> &GoldUnderRule {
        let of_dataset = || GoldUnderRule::new(dataset, &self.composition, self.task);
        self.gold_under_rule.get_or_init(of_dataset)
    }

    /// How often gold of the originals breaks the rule of composition; 0 of 0 if composition is not asked for.
    #[must_use]
    pub fn gold_against_rule(&self) -> GoldAgainstRule {
        let counts = self.systems.first().and_then(|system| system.composition().ok());
        counts.map_or(GoldAgainstRule::default(), CompositionCounts::gold_against_rule)
    }

    /// Whether gold labels allow nothing to be said of composition: they were composed, or they break the rule too often.
    #[must_use]
    pub fn gold_is_silent(&self) -> bool {
        self.gold_is_composed || self.gold_against_rule().is_broken()
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
            slices: slices.into_iter().map(Arc::new).collect(),
            task: Task::ThreeWay,
            unit: Unit::ONE,
            composition: settings.composition,
            gold_under_rule: OnceLock::new(),
            answered: OnceLock::new(),
            gold_is_composed: false,
            systems,
            weighting: settings.weighting.unwrap_or(Weighting::Ranks),
            seed: settings.seed,
            wanted: settings.wanted,
            statistics: settings.statistics,
            binned: Vec::new(),
            clusters: None,
            pools: None,
            relevance: None,
            sets: None,
            relevance_in_words: None,
            judged: None,
            common_pools: None,
            gold,
            pair_correlations: None,
            shown: Vec::new(),
        };
        if settings.task == Some(Task::Outcome) {
            evaluation.tell_apart(Task::Outcome);
            evaluation.wanted = settings.wanted.that_need(Needs::RightOrWrong);
        } else if settings.task == Some(Task::TwoWay) || evaluation.two_way_reason().is_some() {
            evaluation.tell_apart(Task::TwoWay);
        }
        evaluation
    }

    fn tell_apart(&mut self, task: Task) {
        self.task = task;
        for system in &mut self.systems {
            system.task = task;
        }
    }

    /// Has each pair add as many counts as the unit says. If predictions are right in part, measures that need right or
    /// wrong ones are not computed.
    fn count_in(&mut self, unit: Unit) {
        self.unit = unit;
        if unit != Unit::ONE {
            self.wanted = self.wanted.that_need(Needs::Scores);
        }
    }

    /// Whether some prediction is right in part.
    #[must_use]
    pub fn has_scores(&self) -> bool {
        self.unit != Unit::ONE
    }

    /// Of each system, where its answers come from.
    fn origins(&self) -> Vec<Origin> {
        self.systems.iter().map(|system| system.origin).collect()
    }

    /// The answers of all systems that do not read gold taken together, as if they were one
    /// system's [V08, Table 1]; nothing where there are fewer than two.
    #[must_use]
    pub fn pooled(&self) -> Option<SystemCounts> {
        let mut answering = self.systems.iter().filter(|system| system.origin == Origin::Answers);
        let first = answering.next()?;
        let mut answering = answering.peekable();
        answering.peek()?;
        let (mut counts, mut missing) = (first.counts.clone(), vec![first.missing]);
        let mut composition = first.composition.clone();
        let mut sets = first.sets.clone();
        for system in answering {
            counts = counts.plus(&system.counts);
            missing.push(system.missing);
            sets = set_counts_together(&sets, &system.sets);
            let both = composition.zip(system.composition.as_ref());
            composition = both.map(|(before, of_system)| before.plus(of_system));
        }
        let skips = missing.iter().all(|of_system| *of_system == Missing::Skip);
        let missing = if skips { Missing::Skip } else { Missing::Wrong };
        let mut pooled = SystemCounts::new(POOLED, Origin::Answers, missing, counts);
        pooled.task = self.task;
        pooled.composition = composition;
        pooled.sets = sets;
        pooled.rankings = Err(Undefined::NoRanking);
        // Several systems answer the same pairs, as several runs do.
        pooled.runs = self.systems.len();
        pooled.unit = self.unit;
        Some(pooled)
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

    /// The populations with pairs of their own: monothematic pairs only where there are any.
    #[must_use]
    pub fn populations(&self) -> &'static [Population] {
        match self.is_decomposed() {
            true => &[Population::Original, Population::Monothematic],
            false => &[Population::Original],
        }
    }

    /// The population that is tagged with phenomena: parts if there are any.
    #[must_use]
    pub fn tagged(&self) -> Population {
        if self.is_decomposed() { Population::Monothematic } else { Population::Original }
    }

    /// Whether any pair is tagged with a phenomenon.
    #[must_use]
    pub fn has_phenomena(&self) -> bool {
        self.slices_of(&SliceKind::Phenomenon).next().is_some()
    }

    /// For one system the Correlation Index of each decomposed original; nothing where there are
    /// more than [`PAIR_ROWS`] originals, or only their counts are known.
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

    /// The gold judgments that occur, in the order of the tables; none of outcomes, which have no gold labels.
    #[must_use]
    pub fn judgments(&self) -> Vec<Judgment> {
        let occurs = |judgment: &Judgment| {
            [Population::Original, Population::Monothematic]
                .into_iter()
                .any(|population| self.gold(population, 0).gold(*judgment) > 0)
                && self.task != Task::Outcome
        };
        Judgment::ALL.into_iter().filter(occurs).collect()
    }

    /// Gold in a slice; for [`Population::Decomposition`], of the decomposed originals.
    #[must_use]
    pub fn gold(&self, population: Population, slice: usize) -> &JudgmentCounts {
        self.gold.of(population, slice)
    }
}
