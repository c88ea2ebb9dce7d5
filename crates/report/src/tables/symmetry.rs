//! Which measures stay the same when entailment and contradiction are swapped [B09, section 4.2].

use phenom_dataset::{Judgment, Task};
use phenom_metrics::measures::kappa::kappa;
use phenom_metrics::measures::mutual_information::mutual_information;
use phenom_metrics::{ContingencyTable, Population, Value};

use super::{Results, name, notes_on_systems};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    if results.evaluation.task != Task::ThreeWay {
        return Vec::new();
    }
    let populations = results.populations();
    populations.iter().map(|population| table(results, *population)).collect()
}

/// A measure with how it is computed before or after the swap.
type Computed<'a> = (&'static str, &'a dyn Fn(bool) -> Value, Style);

fn table(results: &Results<'_>, population: Population) -> Table {
    let evaluation = results.evaluation;
    let columns = ["system", "measure", "as it is", "swapped", "difference"];
    let mut columns = columns.map(Column::new).to_vec();
    columns[0].repeats = true;
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let counts = system.counts(population, 0);
        let of = |task, swapped: bool, measure: fn(&ContingencyTable) -> Value| {
            let counts = if swapped { counts.negated()? } else { counts.with_gold(&Judgment::ALL) };
            counts.table(task, system.missing()).and_then(|table| measure(&table))
        };
        let accuracy = |table: &ContingencyTable| table.correct().value();
        let three_way = |swapped| of(Task::ThreeWay, swapped, accuracy);
        let two_way = |swapped| of(Task::TwoWay, swapped, accuracy);
        let information = |swapped| of(Task::ThreeWay, swapped, mutual_information);
        let agreement = |swapped| of(Task::ThreeWay, swapped, kappa);
        let average_precision = |swapped| {
            let rankings = system.rankings()?;
            let ranking = rankings.of(population).ok_or(phenom_metrics::Undefined::NoRanking)?;
            if swapped {
                ranking.negated_average_precision.clone()
            } else {
                ranking.slice(0).average_precision.clone()
            }
        };
        let mut measures: Vec<Computed<'_>> = vec![
            ("A3", &three_way, Style::Percent),
            ("I(G;L)", &information, Style::Bits),
            ("kappa", &agreement, Style::Bits),
            ("A2", &two_way, Style::Percent),
        ];
        if system.rankings().is_ok() {
            measures.push(("AP", &average_precision, Style::Fine));
        }
        for (index, (measure, value, style)) in measures.into_iter().enumerate() {
            let (before, after) = (value(false), value(true));
            let difference = before.clone().and_then(|before| Ok(after.clone()? - before));
            let signed =
                if style == Style::Percent { Style::SignedPercent } else { Style::SignedBits };
            rows.push(Row {
                kind: if index == 0 { RowKind::First } else { RowKind::Body },
                cells: vec![
                    Cell::Text(name(system)),
                    Cell::text(measure),
                    Cell::value(before, style),
                    Cell::value(after, style),
                    Cell::value(difference, signed),
                ],
            });
        }
    }
    let mut notes = vec![
        "Entailment and contradiction swapped in gold and answers, as negating every hypothesis \
         would. A3, mutual information and kappa cannot change; two-way accuracy and average \
         precision can, since they see entailment only. AP swapped: the ranking by contradiction, from \
         confidences or probabilities; an order by entailment alone is turned round."
            .to_owned(),
    ];
    notes.extend(notes_on_systems(evaluation));
    let name = population.name();
    let title = format!("Logical symmetry on the {name} pairs (Bergmair 2009, 4.2)");
    Table { key: SafeName::new(&format!("symmetry-{name}")), title, columns, rows, notes }
}
