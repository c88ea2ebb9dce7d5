//! The tidy scores: one row a figure, for people who compute further.

use phenom_dataset::{Judgment, Missing};

use crate::measures::accuracy::{ACCURACY, CONDITIONED_ACCURACY};
use crate::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE, ideal_distance};
use crate::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use crate::measures::entropy::{
    CONDITIONAL_ENTROPY, GOLD_ENTROPY, PREDICTED_ENTROPY, conditional_entropy, gold_entropy,
    predicted_entropy,
};
use crate::measures::independence::{INDEPENDENCE_P_VALUE, independence_p_value};
use crate::measures::kappa::{KAPPA, kappa};
use crate::measures::mutual_information::{
    CORRECTED_MUTUAL_INFORMATION, EXPECTED_MUTUAL_INFORMATION, MUTUAL_INFORMATION,
    UNCERTAINTY_COEFFICIENT, corrected_mutual_information, expected_mutual_information,
    mutual_information, uncertainty_coefficient,
};
use crate::{
    Baseline, ContingencyTable, Evaluation, JudgmentCounts, Population, Proportion, SliceKind,
    SystemCounts, Undefined, Value,
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
}

type OfATable = fn(&ContingencyTable) -> Value;

/// Measures of one contingency table, besides accuracy.
const OF_A_TABLE: [(&str, OfATable); 9] = [
    (MUTUAL_INFORMATION.key, mutual_information),
    (GOLD_ENTROPY.key, gold_entropy),
    (PREDICTED_ENTROPY.key, predicted_entropy),
    (CONDITIONAL_ENTROPY.key, conditional_entropy),
    (UNCERTAINTY_COEFFICIENT.key, uncertainty_coefficient),
    (EXPECTED_MUTUAL_INFORMATION.key, expected_mutual_information),
    (CORRECTED_MUTUAL_INFORMATION.key, corrected_mutual_information),
    (INDEPENDENCE_P_VALUE.key, independence_p_value),
    (KAPPA.key, kappa),
];

/// Up to how many originals each decomposed one has a row of its own.
pub const PAIR_ROWS: usize = 10_000;

/// All scores of an evaluation: systems in their order, then baselines; for each the slices in the
/// order of the data. Originals have rows of their own up to [`PAIR_ROWS`] of them.
#[must_use]
pub fn scores(evaluation: &Evaluation) -> Vec<Score> {
    let mut rows = Vec::new();
    let cuts = cuts(evaluation);
    for (number, system) in evaluation.systems.iter().enumerate() {
        for cut in &cuts {
            system_scores(system, cut, evaluation, &mut rows);
        }
        pair_scores(evaluation, number, &mut rows);
    }
    for baseline in Baseline::all(evaluation.task) {
        for cut in &cuts {
            baseline_scores(baseline, cut, evaluation, &mut rows);
        }
    }
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
        let accuracy = system.accuracy(population, cut.slice, &cut.gold);
        rows.proportion(ACCURACY.key, accuracy.clone());
        if cut.kind == SliceKind::Judgment {
            rows.proportion(CONDITIONED_ACCURACY.key, accuracy);
        }
        let table = system.table(population, cut.slice, &cut.gold);
        for (measure, compute) in OF_A_TABLE {
            rows.value(measure, table.clone().and_then(|table| compute(&table)));
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
        let expected = evaluation.baseline_accuracy(baseline, population, cut.slice, &cut.gold);
        Rows { system: &name, cut, population, support: support(population), rows }
            .value(ACCURACY.key, expected);
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
        });
    }
}
