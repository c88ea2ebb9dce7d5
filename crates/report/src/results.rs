//! What tables, figures and sentences are made from: rows that are found by their keys.

use phenom_dataset::{Judgment, Task};
use phenom_metrics::measures::accuracy::CONDITIONED_ACCURACY;
use phenom_metrics::measures::{Measure, Wanted};
use phenom_metrics::{
    Baseline, ComparisonRow, Evaluation, NEGATIVE_PAIRS, Origin, Population, ReadingRow, RunFigure,
    Score, ScoreIndex, SliceKind, SystemCounts, by_judgment, rewriting,
};
use serde::Deserialize;

use crate::analyses::Found;
use crate::by_place::ByPlace;
use crate::question_words::intervals_in_words;
use crate::{Cell, Names, Numbers, OverviewOptions, PairCount, PairCounts, Row};

/// The mark behind the name of a system that reads gold.
const READS_GOLD: &str = " ‡";

/// How results are shown.
#[derive(Debug, Clone, Copy)]
pub struct Presentation {
    /// The measure that systems are ranked by, beside accuracy.
    pub rank_by: &'static Measure,
    /// Whether the answers of all systems together have rows of their own.
    pub pool: bool,
    /// How numbers are written.
    pub numbers: Numbers,
    /// What the first table shows.
    pub overview: OverviewOptions,
    /// Of which systems the differences are drawn; without it against the baseline of the comparisons, where they
    /// have one, else against the best system.
    pub differences: Option<Differences>,
}

impl Presentation {
    /// What is usual, with systems ranked by a measure.
    #[must_use]
    pub fn ranked_by(rank_by: &'static Measure) -> Self {
        Self {
            rank_by,
            pool: false,
            numbers: Numbers::default(),
            overview: OverviewOptions::default(),
            differences: None,
        }
    }
}

/// Of which systems the differences are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Differences {
    /// Each of the others against the most accurate system on the pairs that are tagged with phenomena.
    Best,
    /// Each of the others against the system that the comparisons have as their baseline.
    Baseline,
    /// Every two that are compared.
    All,
}

/// The results of an evaluation. Counts and lists of names come from the evaluation; every figure is a
/// row of the scores or of the comparisons.
#[derive(Debug)]
pub struct Results<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) comparisons: &'a [ComparisonRow],
    /// The primary comparisons without the clusters that phenom found; empty if it found none.
    pub(crate) without_clusters: &'a [ComparisonRow],
    pub(crate) readings: &'a [ReadingRow],
    /// What the config warns of in the data.
    pub(crate) caution: Option<&'a str>,
    analyses: &'a [Found],
    pub(crate) options: Presentation,
    names: &'a Names,
    index: ScoreIndex<'a>,
    pub(crate) by_place: ByPlace<'a>,
}

/// The pairs of a population that a figure is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pairs {
    /// All of them.
    All,
    /// Those of a counted slice, by its number.
    Slice(usize),
    /// Those with one gold judgment.
    Gold(Judgment),
    /// Those with any negative gold judgment.
    Negative,
    /// Those of a counted slice with one gold judgment; of all pairs, as [`Gold`](Self::Gold).
    SliceByGold(usize, Judgment),
    /// All of them, after every answer of one kind was rewritten to another.
    Rewritten(Judgment, Judgment),
    /// The same: by how much the figure is higher than before.
    RewrittenChange(Judgment, Judgment),
    /// All of them, after entailment and contradiction were swapped.
    Negated,
    /// The same: by how much the figure is higher than before.
    NegatedChange,
    /// All of them, as several runs judge them.
    Runs(RunFigure),
}

impl<'a> Results<'a> {
    /// Results from an evaluation's rows.
    #[must_use]
    pub fn new(
        evaluation: &'a Evaluation,
        scores: &'a [Score],
        comparisons: &'a [ComparisonRow],
        options: Presentation,
        names: &'a Names,
    ) -> Self {
        let pool = options.pool && evaluation.pooled().is_some();
        let options = Presentation { pool, ..options };
        let index = ScoreIndex::new(scores);
        Self {
            evaluation,
            comparisons,
            without_clusters: &[],
            readings: &[],
            caution: None,
            analyses: &[],
            options,
            names,
            index,
            by_place: ByPlace::new(evaluation, comparisons),
        }
    }

    /// The same with what the config warns of in the data.
    #[must_use]
    pub fn with_caution(self, caution: Option<&'a str>) -> Self {
        Self { caution, ..self }
    }

    /// The same with what is said of wholes and parts.
    #[must_use]
    pub fn with_readings(self, readings: &'a [ReadingRow]) -> Self {
        Self { readings, ..self }
    }

    /// The same with the primary comparisons without the clusters that phenom found.
    #[must_use]
    pub fn with_comparisons_without_clusters(self, rows: &'a [ComparisonRow]) -> Self {
        Self { without_clusters: rows, ..self }
    }

    /// Each primary comparison with and without the clusters that phenom found.
    pub(crate) fn with_and_without_clusters(&self) -> Vec<(&'a ComparisonRow, &'a ComparisonRow)> {
        let is_of = |one: &ComparisonRow, other: &ComparisonRow| {
            (one.family, one.measure, one.population, &one.system_a, &one.system_b)
                == (other.family, other.measure, other.population, &other.system_a, &other.system_b)
        };
        let with = |row: &ComparisonRow| self.comparisons.iter().find(|with| is_of(with, row));
        let rows = self.without_clusters.iter();
        rows.filter_map(|without| Some((with(without)?, without))).collect()
    }

    /// The measures that were computed.
    pub(crate) fn wanted(&self) -> Wanted {
        self.evaluation.wanted
    }

    /// Whether any system has a figure on all decomposed pairs.
    pub(crate) fn of_decomposition(&self, measure: &Measure) -> bool {
        self.evaluation.systems.iter().any(|system| {
            [Pairs::All, Pairs::Negative].into_iter().any(|pairs| {
                self.value(&system.name, Population::Decomposition, pairs, measure).is_some()
            })
        })
    }

    /// The same with the rows of analyses.
    #[must_use]
    pub fn with_analyses(self, analyses: &'a [Found]) -> Self {
        Self { analyses, ..self }
    }

    /// The rows of an analysis, by their type; none where it was not made.
    #[must_use]
    pub fn rows<R: 'static>(&self) -> &'a [R] {
        self.analyses.iter().find_map(Found::rows).unwrap_or_default()
    }

    /// The populations that have a table each: monothematic pairs only where there are any.
    pub(crate) fn populations(&self) -> &'static [Population] {
        self.evaluation.populations()
    }

    /// Whether pairs have gold labels: outcomes have none, and no baselines.
    pub(crate) fn has_labels(&self) -> bool {
        self.evaluation.task != Task::Outcome
    }

    /// The row with a figure of a system, or of a baseline by its name.
    pub(crate) fn score(
        &self,
        system: &str,
        population: Population,
        pairs: Pairs,
        measure: &Measure,
    ) -> Option<&'a Score> {
        let get = |kind: &SliceKind, slice: &str| {
            self.index.get(system, population, kind, slice, measure)
        };
        match pairs {
            Pairs::All | Pairs::Slice(0) => get(&SliceKind::All, ""),
            Pairs::Slice(slice) => {
                let slice = &self.evaluation.slices[slice];
                get(&slice.kind, &slice.name)
            }
            Pairs::Gold(judgment) | Pairs::SliceByGold(0, judgment) => {
                get(&SliceKind::Judgment, judgment.name())
            }
            Pairs::Rewritten(from, to) => get(&SliceKind::Rewriting, &rewriting(from, to)),
            Pairs::RewrittenChange(from, to) => {
                get(&SliceKind::RewritingChange, &rewriting(from, to))
            }
            Pairs::Negated => get(&SliceKind::Negated, ""),
            Pairs::NegatedChange => get(&SliceKind::NegatedChange, ""),
            Pairs::Runs(figure) => get(&SliceKind::Run, &figure.name()),
            Pairs::Negative => get(&SliceKind::Judgment, NEGATIVE_PAIRS),
            Pairs::SliceByGold(slice, judgment) => {
                let slice = &self.evaluation.slices[slice];
                let kind = match slice.kind {
                    SliceKind::Category => SliceKind::CategoryByJudgment,
                    _ => SliceKind::PhenomenonByJudgment,
                };
                get(&kind, &by_judgment(&slice.name, judgment))
            }
        }
    }

    /// The value of a figure; nothing where it has none.
    pub(crate) fn value(
        &self,
        system: &str,
        population: Population,
        pairs: Pairs,
        measure: &Measure,
    ) -> Option<f64> {
        self.score(system, population, pairs, measure)?.value.clone().ok()
    }

    /// A figure as a cell: a share with its two counts, any other value in the measure's style, with the
    /// interval where there is one; empty where there is no such row.
    pub(crate) fn cell(
        &self,
        system: &str,
        population: Population,
        pairs: Pairs,
        measure: &Measure,
    ) -> Cell {
        let score = self.score(system, population, pairs, measure);
        score.map_or(Cell::Empty, |score| self.cell_of(score, measure, Cell::proportion))
    }

    fn cell_of(&self, score: &Score, measure: &Measure, share: fn(PairCounts) -> Cell) -> Cell {
        let bare = match self.counts(score) {
            Some(counts) => share(counts),
            None => Cell::value(score.value.clone(), measure.style),
        };
        bare.between(interval(score))
    }

    /// How many runs a system has; 1 for a baseline.
    pub(crate) fn runs(&self, system: &str) -> usize {
        let of = self.evaluation.systems.iter().find(|of| of.name == system);
        of.map_or(1, |system| system.runs)
    }

    /// The counts of pairs behind a share.
    pub(crate) fn counts(&self, score: &Score) -> Option<PairCounts> {
        Some(PairCounts::over_runs(score.proportion?, self.runs(&score.system)))
    }

    /// The same; a share without its counts, which stand elsewhere in the row.
    pub(crate) fn share(
        &self,
        system: &str,
        population: Population,
        pairs: Pairs,
        measure: &Measure,
    ) -> Cell {
        let score = self.score(system, population, pairs, measure);
        score.map_or(Cell::Empty, |score| self.cell_of(score, measure, Cell::share))
    }

    /// A system as readers see it.
    pub(crate) fn system(&self, name: &'a str) -> &'a str {
        self.names.system(name)
    }

    /// The same of a name that need not outlive the call.
    pub(crate) fn shown<'n>(&'n self, name: &'n str) -> &'n str {
        self.names.system(name)
    }

    /// The same in tables, with the mark of a system that reads gold.
    pub(crate) fn marked(&self, system: &'a SystemCounts) -> String {
        let name = self.system(&system.name);
        match system.origin {
            Origin::Answers => name.to_owned(),
            Origin::ReadsGold => format!("{name}{READS_GOLD}"),
        }
    }

    /// A counted slice as readers see it.
    pub(crate) fn slice(&self, slice: usize) -> String {
        let slice = &self.evaluation.slices[slice];
        self.names.slice(&slice.kind, &slice.name)
    }

    /// A slice by its kind and its name in the data, as readers see it.
    pub(crate) fn slice_named(&self, kind: &SliceKind, name: &str) -> String {
        self.names.slice(kind, name)
    }

    /// The baselines of the task; their rows stand under [`Baseline::name`].
    pub(crate) fn baselines(&self) -> Vec<Baseline> {
        let mut baselines = Baseline::all(self.evaluation.task);
        // Of judged gold, only the accuracies of constant predictions are corrected.
        if self.evaluation.judged.is_some() {
            baselines.retain(|baseline| matches!(baseline, Baseline::Constant(_)));
        }
        baselines
    }

    /// The pairs with a label of the task as gold: under the two-way task one label may stand for several
    /// gold judgments.
    pub(crate) fn label(&self, system: &str, population: Population, label: Judgment) -> Pairs {
        let negative = || self.score(system, population, Pairs::Negative, &CONDITIONED_ACCURACY);
        match label {
            Judgment::NotEntailment if negative().is_some() => Pairs::Negative,
            label => Pairs::Gold(label),
        }
    }

    /// What the brackets mean, for the notes of a table that has some.
    pub(crate) fn interval_note(&self, rows: &[Row]) -> Option<String> {
        let has = rows.iter().flat_map(|row| &row.cells).any(|cell| cell.interval().is_some());
        has.then(|| {
            let of_runs = intervals_in_words(self.evaluation);
            format!(
                "Brackets: {} % confidence intervals that treat {cluster} as one cluster. An interval is missing if \
                 there are fewer than ten clusters or if they do not vary.{}",
                100.0 * self.evaluation.statistics.level.value(),
                of_runs.map_or(String::new(), |of_runs| format!(" {of_runs}")),
                cluster = if self.evaluation.clusters.is_some() {
                    "all pairs of a cluster"
                } else if self.evaluation.is_decomposed() {
                    "an original and its parts"
                } else {
                    "each original"
                },
            )
        })
    }

    /// The name of the row of all systems together.
    pub(crate) fn pooled_name(&self) -> String {
        let systems = self.evaluation.systems.iter();
        let answering = systems.filter(|system| system.origin == Origin::Answers);
        format!("all {} systems pooled §", answering.count())
    }
}

fn interval(score: &Score) -> Option<phenom_metrics::statistics::Interval> {
    score.interval.map(|interval| interval.interval)
}

/// How many pairs of a population a system answers, and how many there are.
pub(crate) fn answered(system: &SystemCounts, population: Population) -> (PairCount, PairCount) {
    let counts = system.counts(population, 0);
    let of_runs = |sum| PairCount::over_runs(sum, system.times_counted());
    (of_runs(counts.pairs() - counts.missing()), of_runs(counts.pairs()))
}
