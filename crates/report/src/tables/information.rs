//! Mutual information of predicted and gold labels, slice by slice [B09, section 5].

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::entropy::{GOLD_ENTROPY, PREDICTED_ENTROPY};
use phenom_metrics::measures::independence::INDEPENDENCE_P_VALUE;
use phenom_metrics::measures::kappa::KAPPA;
use phenom_metrics::measures::mutual_information::{
    CORRECTED_MUTUAL_INFORMATION, EXPECTED_MUTUAL_INFORMATION, MUTUAL_INFORMATION,
    UNCERTAINTY_COEFFICIENT,
};
use phenom_metrics::{Population, SliceKind};

use super::{BASELINE_NOTE, baseline_name, notes_on_systems};
use crate::resampled;
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

const MEASURES: [(&str, &Measure); 9] = [
    ("accuracy", &ACCURACY),
    ("H(G)", &GOLD_ENTROPY),
    ("H(L)", &PREDICTED_ENTROPY),
    ("I(G;L)", &MUTUAL_INFORMATION),
    ("E[I]", &EXPECTED_MUTUAL_INFORMATION),
    ("I - E[I]", &CORRECTED_MUTUAL_INFORMATION),
    ("I/H(G)", &UNCERTAINTY_COEFFICIENT),
    ("kappa", &KAPPA),
    ("p", &INDEPENDENCE_P_VALUE),
];

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let groups = groups(results);
    let mut tables: Vec<Table> = results
        .populations()
        .iter()
        .map(|&population| {
            let key = SafeName::new(&format!("information-{}", population.name()));
            table(results, population, &groups, key, "")
        })
        .collect();
    if evaluation.has_phenomena() {
        let phenomena = evaluation
            .slices_of(&SliceKind::Phenomenon)
            .map(|slice| Group { pairs: Pairs::Slice(slice), name: results.slice(slice) });
        let phenomena: Vec<Group> = phenomena.collect();
        let key = SafeName::new("information-phenomena");
        tables.push(table(results, evaluation.tagged(), &phenomena, key, ", by phenomenon"));
    }
    tables
}

/// The pairs of a row.
struct Group {
    pairs: Pairs,
    name: String,
}

/// Up to how many values a task or an attribute has rows of its own.
const VALUES: usize = 20;

/// All pairs, those of each gold label, category, task and attribute.
fn groups(results: &Results<'_>) -> Vec<Group> {
    let evaluation = results.evaluation;
    let mut groups = vec![Group { pairs: Pairs::All, name: "all pairs".to_owned() }];
    groups.extend(
        evaluation.judgments().into_iter().map(|judgment| Group {
            pairs: Pairs::Gold(judgment),
            name: format!("gold {judgment}"),
        }),
    );
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
            _ => continue,
        };
        let slices: Vec<usize> = evaluation.slices_of(kind).collect();
        if slices.len() <= VALUES || *kind == SliceKind::Category {
            groups.extend(slices.into_iter().map(|slice| Group {
                pairs: Pairs::Slice(slice),
                name: format!("{prefix}{}", results.slice(slice)),
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
    // A measure that was not asked for has no column.
    let figures: Vec<(&str, &Measure)> =
        MEASURES.into_iter().filter(|(_, measure)| results.wanted().has(measure)).collect();
    let mut columns = vec![Column::repeating("system"), Column::new("pairs")];
    columns.extend(figures.iter().map(|(head, _)| Column::new(*head)));
    let row = |kind, shown: String, system: &str, group: &Group| {
        let named = [Cell::Text(shown), Cell::text(&group.name)];
        let of = |(_, measure): &(&str, &Measure)| {
            results.cell(system, population, group.pairs, measure)
        };
        Row { kind, cells: named.into_iter().chain(figures.iter().map(of)).collect() }
    };
    let kind = |index| if index == 0 { RowKind::First } else { RowKind::Body };
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let row = |(index, group)| row(kind(index), results.marked(system), &system.name, group);
        rows.extend(groups.iter().enumerate().map(row));
    }
    // The mutual information of a baseline is 0 in every slice: it has one row.
    if let Some(whole) = groups.iter().find(|group| group.pairs == Pairs::All) {
        for (index, baseline) in results.baselines().into_iter().enumerate() {
            rows.push(row(kind(index), baseline_name(baseline), &baseline.name(), whole));
        }
    }
    let mut notes = vec![
        format!(
            "Accuracy {} (correct/pairs), {}; entropies and mutual information in bits. E[I]: expected mutual \
             information of predictions that are independent of the gold labels, on the same number of pairs.",
            results.options.numbers.unit(),
            evaluation.task
        ),
        format!(
            "p: test of independence of predicted and gold labels, chi-squared on G = 2 N ln2 I, by permutation if an \
             expected count is below 5. The test assumes independent pairs, although pairs of one {} depend on each \
             other. It is not corrected for the number of rows.",
            resampled::unit(evaluation)
        ),
        BASELINE_NOTE.to_owned(),
    ];
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let name = population.name();
    let title = format!("Mutual information of predicted and gold labels on {name} pairs{which}");
    Table { key, title, columns, rows, notes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{shown, two_systems};

    #[test]
    fn every_judgment_and_category_has_a_row() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[1]);
        let groups: Vec<&str> =
            rows[..5].iter().map(|row| row.split(" | ").nth(1).unwrap()).collect();
        assert_eq!(groups, ["all pairs", "gold entailment", "gold unknown", "lex", "arg"]);
        let all = "A | all pairs | 75.0 (3/4) | 0.8113 | 1.0000 | 0.3113 |";
        assert!(rows[0].starts_with(all), "{}", rows[0]);
    }

    #[test]
    fn a_baseline_has_one_row_on_all_pairs() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[1]);
        let baselines: Vec<&String> = rows.iter().filter(|row| row.contains('†')).collect();
        assert_eq!(baselines.len(), 5);
        assert_eq!(
            baselines[0],
            "always entailment † | all pairs | 75.0 |  |  | 0.0000 |  |  |  | 0.0000 |"
        );
    }

    #[test]
    fn phenomena_have_a_table_of_their_own() {
        let scene = two_systems();
        let table = build(&scene.results()).pop().unwrap();
        assert_eq!(table.key.as_str(), "information-phenomena");
        assert!(shown(&table)[1].starts_with("A | arg:neg | 100.0 (2/2) | 1.0000 |"));
    }
}
