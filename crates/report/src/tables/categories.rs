//! Accuracy and CI for each category of phenomena [CM10, Table 4].

use phenom_metrics::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};
use phenom_metrics::{Population, SliceKind};

use super::{BASELINE_NOTE, baseline_name, notes_on_systems};
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.is_decomposed() {
        return Vec::new();
    }
    let columns = vec![
        Column::repeating("system"),
        Column::new("category"),
        Column::new("originals"),
        Column::new("parts"),
        Column::new("CI"),
        Column::new("|1 - CI|"),
    ];
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        rows.extend(block(results, &results.marked(system), &system.name));
    }
    for baseline in results.baselines() {
        rows.extend(block(results, &baseline_name(baseline), &baseline.name()));
    }
    let mut notes = vec![format!(
        "Accuracy {} (correct/pairs) on the original pairs with a phenomenon of the category, and on the \
             monothematic pairs (parts) of the category. An original pair counts in each of its categories.",
        results.options.numbers.unit()
    )];
    let has_baselines = !results.baselines().is_empty();
    notes.extend(has_baselines.then(|| BASELINE_NOTE.to_owned()));
    notes.extend(results.interval_note(&rows));
    notes.extend(notes_on_systems(results));
    let title = "Accuracy and Correlation Index (CI) by category of phenomena".to_owned();
    vec![Table { key: SafeName::new("categories"), title, columns, rows, notes }]
}

/// The rows of one system or baseline: as it is shown, and as the rows name it.
fn block(results: &Results<'_>, shown: &str, system: &str) -> Vec<Row> {
    let mut kind = RowKind::First;
    let row = |slice| {
        let cell =
            |population, measure| results.cell(system, population, Pairs::Slice(slice), measure);
        let cells = vec![
            Cell::text(shown),
            Cell::text(results.slice(slice)),
            cell(Population::Decomposition, &WHOLE_ACCURACY),
            cell(Population::Monothematic, &ACCURACY),
            cell(Population::Decomposition, &CORRELATION_INDEX),
            cell(Population::Decomposition, &IDEAL_DISTANCE),
        ];
        Row { kind: std::mem::replace(&mut kind, RowKind::Body), cells }
    };
    results.evaluation.slices_of(&SliceKind::Category).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{shown, two_systems};

    #[test]
    fn an_original_counts_in_each_of_its_categories() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[0]);
        assert_eq!(rows[0], "A | lex | 50.0 (1/2) | 50.0 (1/2) | 1.00 | 0.00");
        assert_eq!(rows[1], "A | arg | 50.0 (1/2) | 100.0 (2/2) | 0.50 | 0.50");
    }

    #[test]
    fn each_baseline_follows_the_systems() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[0]);
        assert_eq!(rows[4], "always entailment † | lex | 50.0 | 100.0 | 0.50 | 0.50");
    }
}
