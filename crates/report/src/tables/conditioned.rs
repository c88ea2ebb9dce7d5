//! Accuracy conditioned on gold and on the answer, for each judgment [B09, section 3; V08, Table 1].

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::{
    CONDITIONED_ACCURACY, MEAN_CONDITIONED_ACCURACY, conditioned_accuracy,
    mean_conditioned_accuracy,
};
use phenom_metrics::measures::entropy::{
    CONDITIONAL_ENTROPY, ENTROPY_GIVEN_ANSWER, conditional_entropy, entropy_given,
};
use phenom_metrics::measures::f1::{F1, MACRO_F1, f1, macro_f1};
use phenom_metrics::measures::precision::{MEAN_PRECISION, PRECISION, mean_precision, precision};
use phenom_metrics::{Baseline, ContingencyTable, Evaluation, Population, SystemCounts, Value};

use super::{BASELINE_NOTE, POOLED_NOTE, Results, baseline_name, name, notes_on_systems};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let columns = vec![
        Column::repeating("system"),
        Column::new("judgment"),
        Column::new("A'(g)"),
        Column::new("precision"),
        Column::new("F1"),
        Column::new("H(G|L=l)"),
    ];
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        rows.extend(block(name(system), system, population, results));
    }
    if let Some(pooled) = &results.pooled {
        rows.extend(block(results.pooled_name(), pooled, population, results));
    }
    for baseline in Baseline::all(evaluation.task) {
        rows.extend(baseline_block(evaluation, baseline, population));
    }
    let mut notes = vec![
        format!(
            "A'(g): accuracy on the pairs with that gold judgment (recall), precision: on the pairs with \
         that answer, both {} (right/pairs). H(G|L=l): how uncertain gold still is, in bits, \
         where the system gives that answer. Mean: over the judgments, each with the same weight; of \
         H, over the answers as often as they are given, which is H(G|L).",
            results.options.numbers.unit()
        ),
        BASELINE_NOTE.to_owned(),
    ];
    notes.extend(results.interval_note(&rows));
    if results.pooled.is_some() {
        notes.push(POOLED_NOTE.to_owned());
    }
    notes.extend(notes_on_systems(evaluation));
    let name = population.name();
    let title = format!(
        "Accuracy on the {name} pairs, conditioned on gold and on the answer (Bergmair 2009; \
         Voorhees 2008)"
    );
    Table { key: SafeName::new(&format!("conditioned-{name}")), title, columns, rows, notes }
}

fn block(
    name: String,
    system: &SystemCounts,
    population: Population,
    results: &Results<'_>,
) -> Vec<Row> {
    let evaluation = results.evaluation;
    let table = system.table(population, 0, &Judgment::ALL);
    let labels = evaluation.task.judgments();
    let mut rows = Vec::new();
    for (label, judgment) in labels.iter().enumerate() {
        let sure =
            |cell, measure| results.sure(cell, &system.name, population, 0, &[*judgment], measure);
        let cells = match &table {
            Err(reason) => vec![Cell::Undefined(reason.clone()); 4],
            Ok(table) => vec![
                sure(Cell::proportion(conditioned_accuracy(table, label)), &CONDITIONED_ACCURACY),
                sure(Cell::proportion(precision(table, label)), &PRECISION),
                sure(Cell::value(f1(table, label), Style::Percent), &F1),
                sure(Cell::value(entropy_given(table, label), Style::Bits), &ENTROPY_GIVEN_ANSWER),
            ],
        };
        let kind = if label == 0 { RowKind::First } else { RowKind::Body };
        let named = [Cell::text(&name), Cell::text(judgment.name())];
        rows.push(Row { kind, cells: named.into_iter().chain(cells).collect() });
    }
    let mean = |value: fn(&ContingencyTable) -> Value, style, measure| {
        let cell = Cell::value(table.as_ref().map_err(Clone::clone).and_then(value), style);
        results.sure(cell, &system.name, population, 0, &Judgment::ALL, measure)
    };
    rows.push(Row {
        kind: RowKind::Body,
        cells: vec![
            Cell::text(&name),
            Cell::text("mean"),
            mean(mean_conditioned_accuracy, Style::Percent, &MEAN_CONDITIONED_ACCURACY),
            mean(mean_precision, Style::Percent, &MEAN_PRECISION),
            mean(macro_f1, Style::Percent, &MACRO_F1),
            mean(conditional_entropy, Style::Bits, &CONDITIONAL_ENTROPY),
        ],
    });
    rows
}

/// What is known of a baseline in closed form: how often it gives each judgment.
fn baseline_block(evaluation: &Evaluation, baseline: Baseline, population: Population) -> Vec<Row> {
    let labels = evaluation.task.judgments();
    let name = baseline_name(baseline);
    let row = |kind, judgment: &str, value| Row {
        kind,
        cells: vec![
            Cell::text(&name),
            Cell::text(judgment),
            Cell::value(value, Style::Percent),
            Cell::Empty,
            Cell::Empty,
            Cell::Empty,
        ],
    };
    let mut rows: Vec<Row> = Vec::new();
    for judgment in labels {
        let gold: Vec<Judgment> = Judgment::ALL
            .into_iter()
            .filter(|gold| *gold == *judgment || (labels.len() == 2 && gold.two_way() == *judgment))
            .collect();
        let expected = evaluation.baseline(baseline, population, 0, &gold);
        let kind = if rows.is_empty() { RowKind::First } else { RowKind::Body };
        rows.push(row(kind, judgment.name(), expected.map(|it| it.accuracy())));
    }
    let mean = evaluation
        .baseline(baseline, population, 0, &Judgment::ALL)
        .and_then(|it| it.mean_conditioned_accuracy());
    rows.push(row(RowKind::Body, "mean", mean));
    rows
}
