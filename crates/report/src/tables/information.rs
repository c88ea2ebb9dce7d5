//! What the answers tell of gold, slice by slice [B09, section 5].

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::entropy::{
    GOLD_ENTROPY, PREDICTED_ENTROPY, gold_entropy, predicted_entropy,
};
use phenom_metrics::measures::independence::{INDEPENDENCE_P_VALUE, independence_p_value};
use phenom_metrics::measures::kappa::{KAPPA, kappa};
use phenom_metrics::measures::mutual_information::{
    CORRECTED_MUTUAL_INFORMATION, EXPECTED_MUTUAL_INFORMATION, MUTUAL_INFORMATION,
    UNCERTAINTY_COEFFICIENT, corrected_mutual_information, expected_mutual_information,
    mutual_information, uncertainty_coefficient,
};
use phenom_metrics::measures::{Measure, OfATable};
use phenom_metrics::{Baseline, Evaluation, Population, SliceKind, SystemCounts};

use super::{BASELINE_NOTE, Results, baseline_name, name, notes_on_systems, only};
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

const MEASURES: [(&str, &Measure, OfATable, Style); 8] = [
    ("H(G)", &GOLD_ENTROPY, |table, _| gold_entropy(table), Style::Bits),
    ("H(L)", &PREDICTED_ENTROPY, |table, _| predicted_entropy(table), Style::Bits),
    ("I(G;L)", &MUTUAL_INFORMATION, |table, _| mutual_information(table), Style::Bits),
    (
        "E[I]",
        &EXPECTED_MUTUAL_INFORMATION,
        |table, _| expected_mutual_information(table),
        Style::Bits,
    ),
    (
        "I - E[I]",
        &CORRECTED_MUTUAL_INFORMATION,
        |table, _| corrected_mutual_information(table),
        Style::SignedBits,
    ),
    ("I/H(G)", &UNCERTAINTY_COEFFICIENT, |table, _| uncertainty_coefficient(table), Style::Bits),
    ("kappa", &KAPPA, |table, _| kappa(table), Style::Bits),
    ("p", &INDEPENDENCE_P_VALUE, independence_p_value, Style::Probability),
];

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let groups = groups(evaluation);
    let mut tables: Vec<Table> = results
        .populations()
        .iter()
        .map(|&population| {
            let key = SafeName::new(&format!("information-{}", population.name()));
            table(results, population, &groups, key, "")
        })
        .collect();
    if evaluation.has_phenomena() {
        let population = if evaluation.is_decomposed() {
            Population::Monothematic
        } else {
            Population::Original
        };
        let phenomena = evaluation.slices_of(&SliceKind::Phenomenon).map(|slice| Group {
            slice,
            gold: &Judgment::ALL,
            name: evaluation.slices[slice].name.clone(),
        });
        let phenomena: Vec<Group> = phenomena.collect();
        let key = SafeName::new("information-phenomena");
        tables.push(table(results, population, &phenomena, key, ", phenomenon by phenomenon"));
    }
    tables
}

/// The pairs of a row.
struct Group {
    slice: usize,
    gold: &'static [Judgment],
    name: String,
}

/// Up to how many values a task or an attribute has rows of its own.
const VALUES: usize = 20;

/// All pairs, those of each gold judgment, category, task and attribute.
fn groups(evaluation: &Evaluation) -> Vec<Group> {
    let mut groups = vec![Group { slice: 0, gold: &Judgment::ALL, name: "all pairs".to_owned() }];
    groups.extend(evaluation.judgments().into_iter().map(|judgment| Group {
        slice: 0,
        gold: only(judgment),
        name: format!("gold {judgment}"),
    }));
    let mut kinds: Vec<&SliceKind> = Vec::new();
    for slice in &evaluation.slices {
        if !kinds.contains(&&slice.kind) {
            kinds.push(&slice.kind);
        }
    }
    for kind in kinds {
        let prefix = match kind {
            SliceKind::Category => String::new(),
            SliceKind::Task => "task ".to_owned(),
            SliceKind::Attribute(name) => format!("{name} "),
            SliceKind::All | SliceKind::Judgment | SliceKind::Phenomenon | SliceKind::Pair => {
                continue;
            }
        };
        let slices: Vec<usize> = evaluation.slices_of(kind).collect();
        if slices.len() <= VALUES || *kind == SliceKind::Category {
            groups.extend(slices.into_iter().map(|slice| Group {
                slice,
                gold: &Judgment::ALL,
                name: format!("{prefix}{}", evaluation.slices[slice].name),
            }));
        }
    }
    groups
}

fn table(
    results: &Results<'_>,
    population: Population,
    groups: &[Group],
    key: SafeName,
    which: &str,
) -> Table {
    let evaluation = results.evaluation;
    let mut columns =
        vec![Column::repeating("system"), Column::new("pairs"), Column::new("accuracy")];
    columns.extend(MEASURES.map(|(name, ..)| Column::new(name)));
    let kind = |index| if index == 0 { RowKind::First } else { RowKind::Body };
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let row = |(index, group)| row(kind(index), system, population, group, results);
        rows.extend(groups.iter().enumerate().map(row));
    }
    // What looks at no pair tells nothing in any slice: a row on all pairs says it.
    if let Some(whole) = groups.iter().find(|group| group.slice == 0) {
        for (index, baseline) in Baseline::all(evaluation.task).into_iter().enumerate() {
            let expected = evaluation.baseline(baseline, population, 0, &Judgment::ALL);
            let mut cells = vec![Cell::Text(baseline_name(baseline)), Cell::text(&whole.name)];
            cells.push(Cell::value(expected.clone().map(|it| it.accuracy()), Style::Percent));
            cells.extend(MEASURES.map(|(name, ..)| match name {
                "I(G;L)" => {
                    Cell::value(expected.clone().map(|it| it.mutual_information()), Style::Bits)
                }
                "kappa" => Cell::value(expected.clone().and_then(|it| it.kappa()), Style::Bits),
                _ => Cell::Empty,
            }));
            rows.push(Row { kind: kind(index), cells });
        }
    }
    let mut notes = vec![
        format!(
            "Accuracy {} (right/pairs), {}; entropies and mutual information in bits. E[I] is \
             what answers independent of gold would show on so many pairs; an I near it tells nothing.",
            results.options.numbers.unit(),
            evaluation.task
        ),
        "p: test of independence of answers and gold, chi-squared on G = 2 N ln2 I, by permutation \
         where some expected count is below 5. It takes pairs for independent of each other, which \
         pairs of one original are not, and is not corrected for the number of rows."
            .to_owned(),
        BASELINE_NOTE.to_owned(),
    ];
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(evaluation));
    let name = population.name();
    let title = format!("Mutual information on the {name} pairs{which} (Bergmair 2009, section 5)");
    Table { key, title, columns, rows, notes }
}

fn row(
    kind: RowKind,
    system: &SystemCounts,
    population: Population,
    group: &Group,
    results: &Results<'_>,
) -> Row {
    let sure = |cell, measure| {
        results.sure(cell, &system.name, population, group.slice, group.gold, measure)
    };
    let table = system.table(population, group.slice, group.gold);
    let accuracy = Cell::proportion(system.accuracy(population, group.slice, group.gold));
    let mut cells =
        vec![Cell::Text(name(system)), Cell::text(&group.name), sure(accuracy, &ACCURACY)];
    cells.extend(MEASURES.map(|(_, measure, compute, style)| {
        // A permutation is not drawn twice.
        let known = results.score_of(&system.name, population, group.slice, group.gold, measure);
        let value = known.map_or_else(
            || {
                let table = table.as_ref().map_err(Clone::clone);
                table.and_then(|it| compute(it, results.evaluation.seed))
            },
            |score| score.value.clone(),
        );
        sure(Cell::value(value, style), measure)
    }));
    Row { kind, cells }
}
