//! Every system by the measures that sum it up, against the baselines [B09, sections 3 and 6].

use phenom_dataset::{Judgment, Task};
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{
    ACCURACY, ACCURACY_TWO_WAY, MEAN_CONDITIONED_ACCURACY, accuracy, mean_conditioned_accuracy,
};
use phenom_metrics::measures::f1::{MACRO_F1, macro_f1};
use phenom_metrics::measures::independence::independence_p_value;
use phenom_metrics::measures::kappa::{KAPPA, kappa};
use phenom_metrics::measures::mcc::{MCC, mcc};
use phenom_metrics::measures::mutual_information::{
    CORRECTED_MUTUAL_INFORMATION, MUTUAL_INFORMATION, UNCERTAINTY_COEFFICIENT,
    corrected_mutual_information, mutual_information, uncertainty_coefficient,
};
use phenom_metrics::{Baseline, Evaluation, Origin, Population, SystemCounts};

use super::{BASELINE_NOTE, POOLED_NOTE, Results, baseline_name, name, notes_on_systems};
use crate::{Cell, Column, Numbers, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

fn table(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let three_way = evaluation.task == Task::ThreeWay;
    let mut columns = vec![Column::new("system")];
    columns.push(Column::new(if three_way { "A3" } else { "A2" }));
    let letters = results.letters(population).is_some();
    if letters {
        columns.push(Column::new("group"));
    }
    if three_way {
        columns.push(Column::new("A2"));
    }
    let names = ["A'", "macro F1", "MCC", "kappa", "I(G;L)", "I - E[I]", "I/H(G)", "p"];
    columns.extend(names.map(Column::new));
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        rows.push(row(RowKind::Body, name(system), system, population, results));
    }
    if let Some(pooled) = &results.pooled {
        let name = results.pooled_name();
        rows.push(row(RowKind::First, name, pooled, population, results));
    }
    for (index, baseline) in Baseline::all(evaluation.task).into_iter().enumerate() {
        let expected = evaluation.baseline(baseline, population, 0, &Judgment::ALL);
        let share = |value| Cell::value(value, Style::Percent);
        let mut cells = vec![
            Cell::Text(baseline_name(baseline)),
            share(expected.clone().map(|it| it.accuracy())),
        ];
        if letters {
            cells.push(Cell::Empty);
        }
        if three_way {
            cells.push(share(expected.clone().map(|it| it.accuracy_two_way())));
        }
        cells.push(share(expected.clone().and_then(|it| it.mean_conditioned_accuracy())));
        cells.extend([Cell::Empty, Cell::Empty]);
        cells.push(Cell::value(expected.clone().and_then(|it| it.kappa()), Style::Bits));
        cells.push(Cell::value(expected.map(|it| it.mutual_information()), Style::Bits));
        cells.resize(columns.len(), Cell::Empty);
        let kind = if index == 0 { RowKind::First } else { RowKind::Body };
        rows.push(Row { kind, cells });
    }
    let mut notes = against_baselines(evaluation, population, results.options.numbers);
    let unit = results.options.numbers.unit();
    let ways = if three_way {
        &format!(
            "A3: accuracy on three judgments, A2: on two (unknown and contradiction conflated), both {unit} \
         (right/pairs)"
        )
    } else {
        &format!("A2: two-way accuracy {unit} (right/pairs)")
    };
    notes.push(format!(
        "{ways}. A': conditioned accuracy, averaged over the gold judgments, {unit}. I: mutual \
         information in bits; E[I]: what answers independent of gold would show on so many pairs; p: \
         test of independence, which takes pairs for independent of each other."
    ));
    if letters {
        notes.push(results.letters_note());
    }
    notes.extend(results.interval_note(&rows));
    notes.push(BASELINE_NOTE.to_owned());
    if results.pooled.is_some() {
        notes.push(POOLED_NOTE.to_owned());
    }
    notes.extend(notes_on_systems(evaluation));
    let name = population.name();
    let title = format!(
        "Systems and baselines on the {name} pairs: accuracy and mutual information (Bergmair 2009)"
    );
    Table { key: SafeName::new(&format!("systems-{name}")), title, columns, rows, notes }
}

fn row(
    kind: RowKind,
    name: String,
    system: &SystemCounts,
    population: Population,
    results: &Results<'_>,
) -> Row {
    let evaluation = results.evaluation;
    let sure =
        |cell, measure| results.sure(cell, &system.name, population, 0, &Judgment::ALL, measure);
    let table = |task| system.table_under(task, population, 0, &Judgment::ALL);
    let own = table(evaluation.task);
    let right = |task| Cell::proportion(table(task).and_then(|table| accuracy(&table)));
    let mut cells = vec![Cell::Text(name), sure(right(evaluation.task), &ACCURACY)];
    if evaluation.task == Task::ThreeWay {
        cells.push(sure(right(Task::TwoWay), &ACCURACY_TWO_WAY));
    }
    type OfATable = fn(&phenom_metrics::ContingencyTable) -> phenom_metrics::Value;
    let measures: [(&Measure, OfATable, Style); 7] = [
        (&MEAN_CONDITIONED_ACCURACY, mean_conditioned_accuracy, Style::Percent),
        (&MACRO_F1, macro_f1, Style::Percent),
        (&MCC, mcc, Style::Bits),
        (&KAPPA, kappa, Style::Bits),
        (&MUTUAL_INFORMATION, mutual_information, Style::Bits),
        (&CORRECTED_MUTUAL_INFORMATION, corrected_mutual_information, Style::SignedBits),
        (&UNCERTAINTY_COEFFICIENT, uncertainty_coefficient, Style::Bits),
    ];
    cells.extend(measures.map(|(measure, value, style)| {
        let value = own.as_ref().map_err(Clone::clone).and_then(value);
        sure(Cell::value(value, style), measure)
    }));
    let p = own.clone().and_then(|table| independence_p_value(&table, evaluation.seed));
    cells.push(Cell::value(p, Style::Probability));
    if let Some(letters) = results.letters(population) {
        let at = evaluation.systems.iter().position(|it| it.name == system.name);
        let own = at.and_then(|at| letters.get(at)).cloned().unwrap_or_default();
        cells.insert(2, Cell::Text(own));
    }
    Row { kind, cells }
}

/// Which systems beat the best baseline, in sentences.
fn against_baselines(
    evaluation: &Evaluation,
    population: Population,
    numbers: Numbers,
) -> Vec<String> {
    let Some((best, expected)) = evaluation.best_baseline(population) else { return Vec::new() };
    let competing = evaluation.systems.iter().filter(|it| it.origin == Origin::Answers);
    let (mut beat, mut lose) = (Vec::new(), Vec::new());
    for system in competing {
        let Ok(right) = system.accuracy(population, 0, &Judgment::ALL) else { continue };
        let Ok(value) = right.value() else { continue };
        let said = format!("{} ({})", system.name, numbers.rounded(value, Style::Percent));
        if value > expected { beat.push(said) } else { lose.push(said) }
    }
    let best = format!(
        "the best baseline ({}, {}{} of the {} pairs)",
        baseline_name(best).trim_end_matches(" †"),
        numbers.rounded(expected, Style::Percent),
        numbers.sign(),
        population.name()
    );
    let systems = beat.len() + lose.len();
    let mut notes = Vec::new();
    if !lose.is_empty() {
        let verb = if lose.len() == 1 { "does not beat" } else { "do not beat" };
        notes.push(format!("{} {verb} {best}.", lose.join(", ")));
    }
    if !beat.is_empty() && systems > 1 {
        let verb = if beat.len() == 1 { "beats" } else { "beat" };
        notes.push(format!(
            "{} of {systems} systems {verb} {best}: {}.",
            beat.len(),
            beat.join(", ")
        ));
    }
    notes
}
