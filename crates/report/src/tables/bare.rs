//! A contingency table on its own, as papers print them, with all that follows from it.

use phenom_metrics::measures::accuracy::CONDITIONED_ACCURACY;
use phenom_metrics::measures::entropy::ENTROPY_GIVEN_ANSWER;
use phenom_metrics::measures::f1::F1;
use phenom_metrics::measures::precision::PRECISION;
use phenom_metrics::measures::{Figure, MEASURES, Measure};
use phenom_metrics::{ContingencyTable, Seed, expected_accuracies};

use super::degradation;
use crate::number::rounded;
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

/// The tables on a bare contingency table whose labels are named: itself with its margins, its
/// measures, its labels one by one, and what rewriting answers would do.
#[must_use]
pub fn bare_table(table: &ContingencyTable, labels: &[String], seed: Seed) -> Vec<Table> {
    vec![
        counts(table, labels),
        measures(table, labels, seed),
        by_label(table, labels),
        degradation::bare(table, labels, seed),
    ]
}

fn counts(table: &ContingencyTable, labels: &[String]) -> Table {
    let abstains = table.predicted(table.abstained()) > 0;
    let answers = labels.len() + usize::from(abstains);
    let name = |answer: usize| labels.get(answer).map_or("no answer", String::as_str);
    let mut columns = vec![Column::new("gold label")];
    columns.extend((0..answers).map(|answer| Column::grouped("predicted label", name(answer))));
    columns.push(Column::new("total"));
    let row = |kind, name: &str, count: &dyn Fn(usize) -> u64, total| Row {
        kind,
        cells: [Cell::text(name)]
            .into_iter()
            .chain((0..answers).map(|answer| Cell::count(count(answer))))
            .chain([Cell::count(total)])
            .collect(),
    };
    let mut rows: Vec<Row> = labels
        .iter()
        .enumerate()
        .map(|(gold, label)| {
            row(RowKind::Body, label, &|answer| table.count(gold, answer), table.gold(gold))
        })
        .collect();
    rows.push(row(RowKind::Total, "total", &|answer| table.predicted(answer), table.total()));
    let title = "Gold and predicted labels".to_owned();
    Table { key: SafeName::new("contingency"), title, columns, rows, notes: Vec::new() }
}

fn cell(measure: &Measure, figure: Figure) -> Cell {
    figure.proportion.map_or(Cell::value(figure.value, measure.style), Cell::proportion)
}

fn measures(table: &ContingencyTable, labels: &[String], seed: Seed) -> Table {
    let row = |measure: &&Measure| {
        let figure = measure.of_table(table, seed)?;
        let cells = vec![Cell::text(measure.name), cell(measure, figure)];
        Some(Row { kind: RowKind::Body, cells })
    };
    let rows = MEASURES.iter().filter_map(row).collect();
    let mut notes = vec![
        "Accuracy, A', precision and F1 in percent; entropies and mutual information in bits."
            .to_owned(),
    ];
    if let Ok(expected) = expected_accuracies(table) {
        let said = |name: String, accuracy| format!("{name} {}", rounded(accuracy, Style::Percent));
        let constants = labels.iter().zip(&expected.always);
        let constants = constants.map(|(label, share)| said(format!("always {label}"), *share));
        let random = [
            said("uniform random".to_owned(), expected.uniform),
            said("random from gold".to_owned(), expected.from_gold),
        ];
        let all: Vec<String> = constants.chain(random).collect();
        notes.push(format!("Baselines (expected accuracy): {}.", all.join(", ")));
    }
    let columns = vec![Column::new("measure"), Column::new("value")];
    let title = "Measures on all pairs".to_owned();
    Table { key: SafeName::new("measures"), title, columns, rows, notes }
}

fn by_label(table: &ContingencyTable, labels: &[String]) -> Table {
    let columns = ["label", "A'(g)", "precision", "F1", "H(G|L=l)"].map(Column::new).to_vec();
    let measures = [&CONDITIONED_ACCURACY, &PRECISION, &F1, &ENTROPY_GIVEN_ANSWER];
    let row = |(at, label): (usize, &String)| {
        let of = |measure: &Measure| {
            measure.of_label(table, at).map_or(Cell::Empty, |figure| cell(measure, figure))
        };
        let cells = [Cell::text(label)].into_iter().chain(measures.map(of)).collect();
        Row { kind: RowKind::Body, cells }
    };
    let rows = labels.iter().enumerate().map(row).collect();
    let title = "Measures by label".to_owned();
    Table { key: SafeName::new("labels"), title, columns, rows, notes: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{columns, shown};

    fn tables(rows: &[Vec<u64>]) -> Vec<Table> {
        let labels = ["yes", "no"].map(str::to_owned);
        bare_table(&ContingencyTable::from_rows(rows).unwrap(), &labels, Seed(1))
    }

    #[test]
    fn the_counts_have_their_margins() {
        let tables = tables(&[vec![3, 1], vec![2, 4]]);
        assert_eq!(
            columns(&tables[0]),
            "gold label | predicted label: yes | predicted label: no | total"
        );
        assert_eq!(shown(&tables[0]), ["yes | 3 | 1 | 4", "no | 2 | 4 | 6", "total | 5 | 5 | 10"]);
    }

    #[test]
    fn every_measure_of_a_table_has_a_row() {
        let tables = tables(&[vec![3, 1], vec![2, 4]]);
        assert_eq!(shown(&tables[1])[0], "accuracy | 70.0 (7/10)");
        let baselines = "Baselines (expected accuracy): always yes 40.0, always no 60.0, uniform random \
                         50.0, random from gold 52.0.";
        assert_eq!(tables[1].notes[1], baselines);
    }

    #[test]
    fn a_label_has_its_recall_its_precision_and_what_is_left_uncertain() {
        let tables = tables(&[vec![3, 1], vec![2, 4]]);
        assert_eq!(shown(&tables[2])[0], "yes | 75.0 (3/4) | 60.0 (3/5) | 66.7 | 0.9710");
    }
}
