//! The tidy scores: one row a figure, for people who compute further.

use phenom_dataset::{Judgment, Missing, Task};

use crate::inference::{Group, attach, shrunken};
use crate::measures::OF_A_TABLE;
use crate::measures::accuracy::{
    ACCURACY, ACCURACY_THREE_WAY, ACCURACY_TWO_WAY, CONDITIONED_ACCURACY,
    MEAN_CONDITIONED_ACCURACY, accuracy,
};
use crate::measures::average_precision::{AVERAGE_PRECISION, AVERAGE_PRECISION_PROCEEDINGS};
use crate::measures::confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE;
use crate::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE, ideal_distance};
use crate::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use crate::measures::entropy::{ENTROPY_GIVEN_ANSWER, entropy_given};
use crate::measures::f1::{F1, f1};
use crate::measures::kappa::KAPPA;
use crate::measures::mutual_information::MUTUAL_INFORMATION;
use crate::measures::precision::{PRECISION, precision};
use crate::measures::weighted_information::{WEIGHTED_GOLD_ENTROPY, WEIGHTED_MUTUAL_INFORMATION};
use crate::{
    Baseline, Evaluation, JudgmentCounts, Population, Proportion, RankingScores, ScoreInterval,
    SliceKind, SystemCounts, Undefined, Value,
};

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The system, or a baseline's name.
    pub system: String,
    /// The pairs that it is about.
    pub population: Population,
    /// By what they are cut.
    pub slice_kind: SliceKind,
    /// The slice's name as in the data; empty for all.
    pub slice: String,
    /// The key of the measure.
    pub measure: &'static str,
    /// The unrounded value, or why there is none.
    pub value: Value,
    /// The two counts, where the value is a proportion of pairs.
    pub proportion: Option<Proportion>,
    /// The number of pairs.
    pub support: u64,
    /// How sure the value is, where that was found out.
    pub interval: Option<ScoreInterval>,
}

/// Up to how many originals each decomposed one has a row of its own.
pub const PAIR_ROWS: usize = 10_000;

/// All scores of an evaluation: systems in their order, then baselines; for each the slices in the
/// order of the data. Originals have rows of their own up to [`PAIR_ROWS`] of them. With `pool`, the
/// answers of all systems together follow the systems.
#[must_use]
pub fn scores(evaluation: &Evaluation, pool: bool) -> Vec<Score> {
    let mut rows = Vec::new();
    let cuts = cuts(evaluation);
    let mut groups = Vec::new();
    for (number, system) in evaluation.systems.iter().enumerate() {
        for cut in &cuts {
            let first = rows.len();
            system_scores(system, cut, evaluation, &mut rows);
            // One resampling serves the rows of one population.
            let mut start = first;
            for of_population in rows[first..].chunk_by(|a, b| a.population == b.population) {
                let end = start + of_population.len();
                groups.push(Group {
                    system: number,
                    slice: cut.slice,
                    gold: cut.gold.clone(),
                    population: of_population[0].population,
                    rows: start..end,
                });
                start = end;
            }
        }
        if evaluation.has_phenomena() {
            for &population in populations(evaluation) {
                rows.extend(shrunken(evaluation, system, population));
            }
        }
        pair_scores(evaluation, number, &mut rows);
    }
    if let Some(pooled) = evaluation.pooled().filter(|_| pool) {
        for cut in &cuts {
            system_scores(&pooled, cut, evaluation, &mut rows);
        }
    }
    for baseline in Baseline::all(evaluation.task) {
        for cut in &cuts {
            baseline_scores(baseline, cut, evaluation, &mut rows);
        }
    }
    attach(evaluation, &groups, &mut rows);
    rows
}

/// A slice of the tidy scores: a counted slice, or a gold judgment.
struct Cut {
    slice: usize,
    kind: SliceKind,
    name: String,
    gold: Vec<Judgment>,
}

fn cuts(evaluation: &Evaluation) -> Vec<Cut> {
    let slices = evaluation.slices.iter().enumerate().map(|(slice, it)| Cut {
        slice,
        kind: it.kind.clone(),
        name: it.name.clone(),
        gold: Judgment::ALL.to_vec(),
    });
    let mut cuts: Vec<Cut> = slices.collect();
    let judgments = evaluation.judgments().into_iter().map(|judgment| Cut {
        slice: 0,
        kind: SliceKind::Judgment,
        name: judgment.name().to_owned(),
        gold: vec![judgment],
    });
    // Judgments follow the whole.
    cuts.splice(1..1, judgments);
    cuts
}

/// Writes rows of one system and slice.
struct Rows<'a> {
    system: &'a str,
    cut: &'a Cut,
    population: Population,
    support: u64,
    rows: &'a mut Vec<Score>,
}

impl Rows<'_> {
    fn value(&mut self, measure: &'static str, value: Value) {
        self.push(measure, value, None);
    }

    fn proportion(&mut self, measure: &'static str, proportion: Result<Proportion, Undefined>) {
        let value = proportion.clone().and_then(Proportion::value);
        self.push(measure, value, proportion.ok());
    }

    fn push(&mut self, measure: &'static str, value: Value, proportion: Option<Proportion>) {
        self.rows.push(Score {
            system: self.system.to_owned(),
            population: self.population,
            slice_kind: self.cut.kind.clone(),
            slice: self.cut.name.clone(),
            measure,
            value,
            proportion,
            support: self.support,
            interval: None,
        });
    }

    /// The Correlation Index and its distance from the ideal.
    fn correlation(&mut self, correlation: Value) {
        self.value(CORRELATION_INDEX.key, correlation.clone());
        self.value(IDEAL_DISTANCE.key, correlation.map(ideal_distance));
    }

    /// The Deviation Index and its signed form.
    fn deviation(&mut self, signed: Value) {
        self.value(DEVIATION_INDEX.key, signed.clone().map(f64::abs));
        self.value(DEVIATION_INDEX_SIGNED.key, signed);
    }
}

/// The populations that have rows: monothematic pairs only where there are any.
fn populations(evaluation: &Evaluation) -> &'static [Population] {
    if evaluation.is_decomposed() {
        &[Population::Original, Population::Monothematic]
    } else {
        &[Population::Original]
    }
}

fn system_scores(system: &SystemCounts, cut: &Cut, evaluation: &Evaluation, rows: &mut Vec<Score>) {
    let support = |population| {
        pairs(&system.counts(population, cut.slice).with_gold(&cut.gold), system.missing())
    };
    for &population in populations(evaluation) {
        let support = support(population);
        let mut rows = Rows { system: &system.name, cut, population, support, rows };
        let under = |task| system.table_under(task, population, cut.slice, &cut.gold);
        let right = system.accuracy(population, cut.slice, &cut.gold);
        rows.proportion(ACCURACY.key, right.clone());
        let of = |task| under(task).and_then(|table| accuracy(&table));
        rows.proportion(ACCURACY_TWO_WAY.key, of(Task::TwoWay));
        rows.proportion(ACCURACY_THREE_WAY.key, of(Task::ThreeWay));
        if let [judgment] = cut.gold.as_slice() {
            rows.proportion(CONDITIONED_ACCURACY.key, right);
            judgment_scores(system, *judgment, evaluation.task, &mut rows);
        }
        let table = under(evaluation.task);
        for (measure, compute) in OF_A_TABLE {
            let value = table.clone().and_then(|table| compute(&table, evaluation.seed));
            rows.value(measure.key, value);
        }
        if cut.kind != SliceKind::Judgment {
            ranking_scores(system, &mut rows);
        }
    }
    let support = support(Population::Decomposition) + support(Population::Monothematic);
    let population = Population::Decomposition;
    let mut rows = Rows { system: &system.name, cut, population, support, rows };
    rows.correlation(system.correlation_index(cut.slice, &cut.gold));
    match cut.gold.as_slice() {
        [Judgment::Entailment] => {}
        [judgment] => rows.deviation(system.deviation_index_of(cut.slice, *judgment)),
        _ => rows.deviation(system.deviation_index_signed(cut.slice)),
    }
}

/// What a system's answer of one judgment is worth, over all pairs.
fn judgment_scores(system: &SystemCounts, judgment: Judgment, task: Task, rows: &mut Rows<'_>) {
    let whole = system.table(rows.population, 0, &Judgment::ALL);
    // Under the two-way task unknown and contradiction have no answer of their own.
    let label = task.judgments().iter().position(|it| *it == judgment);
    let at = whole.and_then(|table| Ok((table, label.ok_or(Undefined::TwoWay)?)));
    rows.proportion(PRECISION.key, at.clone().and_then(|(table, label)| precision(&table, label)));
    rows.value(F1.key, at.clone().and_then(|(table, label)| f1(&table, label)));
    rows.value(
        ENTROPY_GIVEN_ANSWER.key,
        at.and_then(|(table, label)| entropy_given(&table, label)),
    );
}

/// The measures of rankings. A run that ranks nothing says so once, and not in every slice.
fn ranking_scores(system: &SystemCounts, rows: &mut Rows<'_>) {
    let scores = match system.rankings() {
        Ok(rankings) => match rankings.of(rows.population) {
            Some(ranking) => ranking.slice(rows.cut.slice).clone(),
            None => return,
        },
        Err(_) if rows.cut.kind != SliceKind::All => return,
        Err(reason) => RankingScores::undefined(&reason),
    };
    rows.value(AVERAGE_PRECISION.key, scores.average_precision);
    rows.value(AVERAGE_PRECISION_PROCEEDINGS.key, scores.average_precision_proceedings);
    rows.value(CONFIDENCE_WEIGHTED_SCORE.key, scores.confidence_weighted_score);
    rows.value(WEIGHTED_MUTUAL_INFORMATION.key, scores.weighted_mutual_information);
    rows.value(WEIGHTED_GOLD_ENTROPY.key, scores.weighted_gold_entropy);
}

/// The pairs that a system is scored on.
fn pairs(counts: &JudgmentCounts, missing: Missing) -> u64 {
    match missing {
        Missing::Skip => counts.pairs() - counts.missing(),
        Missing::Refuse | Missing::Wrong => counts.pairs(),
    }
}

fn baseline_scores(baseline: Baseline, cut: &Cut, evaluation: &Evaluation, rows: &mut Vec<Score>) {
    let name = baseline.name();
    let support = |population| evaluation.gold(population, cut.slice).with_gold(&cut.gold).pairs();
    for &population in populations(evaluation) {
        let expected = evaluation.baseline(baseline, population, cut.slice, &cut.gold);
        let mut rows = Rows { system: &name, cut, population, support: support(population), rows };
        let accuracy = expected.clone().map(|it| it.accuracy());
        rows.value(ACCURACY.key, accuracy.clone());
        rows.value(ACCURACY_TWO_WAY.key, expected.clone().map(|it| it.accuracy_two_way()));
        let three_way = expected.clone().and_then(|it| it.accuracy_three_way());
        rows.value(ACCURACY_THREE_WAY.key, three_way);
        if cut.kind == SliceKind::Judgment {
            rows.value(CONDITIONED_ACCURACY.key, accuracy);
        }
        let mean = expected.clone().and_then(|it| it.mean_conditioned_accuracy());
        rows.value(MEAN_CONDITIONED_ACCURACY.key, mean);
        let information = expected.clone().map(|it| it.mutual_information());
        rows.value(MUTUAL_INFORMATION.key, information);
        rows.value(KAPPA.key, expected.and_then(|it| it.kappa()));
    }
    let population = Population::Decomposition;
    let support = support(population) + support(Population::Monothematic);
    Rows { system: &name, cut, population, support, rows }
        .correlation(evaluation.baseline_correlation(baseline, cut.slice, &cut.gold));
}

fn pair_scores(evaluation: &Evaluation, number: usize, rows: &mut Vec<Score>) {
    for pair in evaluation.pair_correlations(number).into_iter().flatten() {
        rows.push(Score {
            system: evaluation.systems[number].name.clone(),
            population: Population::Decomposition,
            slice_kind: SliceKind::Pair,
            slice: pair.id.clone(),
            measure: CORRELATION_INDEX.key,
            value: pair.value.clone(),
            proportion: None,
            support: pair.pairs,
            interval: None,
        });
    }
}
