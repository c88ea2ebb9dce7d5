//! What the answers tell of gold, for each category [B09, section 5].

use phenom_dataset::Judgment;
use phenom_metrics::measures::entropy::{gold_entropy, predicted_entropy};
use phenom_metrics::measures::independence::independence_p_value;
use phenom_metrics::measures::kappa::kappa;
use phenom_metrics::measures::mutual_information::{
    expected_mutual_information, mutual_information, uncertainty_coefficient,
};
use phenom_metrics::{ContingencyTable, Evaluation, Population, SliceKind, Value};

use super::{name, notes_on_systems};
use crate::{Cell, Column, Row, RowKind, Style, Table};

type Measure = fn(&ContingencyTable) -> Value;

const MEASURES: [(&str, Measure, Style); 7] = [
    ("H(G)", gold_entropy, Style::Bits),
    ("H(L)", predicted_entropy, Style::Bits),
    ("I(G;L)", mutual_information, Style::Bits),
    ("E[I]", expected_mutual_information, Style::Bits),
    ("I/H(G)", uncertainty_coefficient, Style::Bits),
    ("kappa", kappa, Style::Bits),
    ("p", independence_p_value, Style::Probability),
];

pub(super) fn build(evaluation: &Evaluation) -> Vec<Table> {
    let original = table(evaluation, Population::Original, "information-original");
    if !evaluation.is_decomposed() {
        return vec![original];
    }
    vec![original, table(evaluation, Population::Monothematic, "information-monothematic")]
}

fn table(evaluation: &Evaluation, population: Population, key: &'static str) -> Table {
    let mut columns =
        vec![Column::repeating("system"), Column::new("category"), Column::new("accuracy")];
    columns.extend(MEASURES.map(|(name, ..)| Column::new(name)));
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let slices = evaluation.slices_of(&SliceKind::All);
        for slice in slices.chain(evaluation.slices_of(&SliceKind::Category)) {
            let label = match evaluation.slices[slice].name.as_str() {
                "" => "all pairs",
                category => category,
            };
            let table = system.table(population, slice, &Judgment::ALL);
            let accuracy = system.accuracy(population, slice, &Judgment::ALL);
            let mut cells =
                vec![Cell::Text(name(system)), Cell::text(label), Cell::proportion(accuracy)];
            cells.extend(MEASURES.map(|(_, compute, style)| {
                Cell::value(table.clone().and_then(|table| compute(&table)), style)
            }));
            let kind = if slice == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells });
        }
    }
    let mut notes = vec![
        format!(
            "Entropies and mutual information in bits, {}. E[I] is what answers independent of \
             gold would show on a slice of this size; an I near it tells nothing.",
            evaluation.task
        ),
        "p: test of independence of answers and gold, chi-squared on G = 2 N ln2 I, exact in 2x2 \
         tables with an expected count below 5. It takes pairs for independent of each other, \
         which pairs of one original are not, and is not corrected for the number of rows."
            .to_owned(),
    ];
    notes.extend(notes_on_systems(evaluation));
    let title =
        format!("Mutual information on the {} pairs (Bergmair 2009, section 5)", population.name());
    Table { key: key.to_owned(), title, columns, rows, notes }
}
