//! Accuracy and CI for each gold label, and DI [CM10, Table 5].

use phenom_dataset::Judgment;
use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::{ACCURACY, WHOLE_ACCURACY};
use phenom_metrics::measures::by_chance::EXPECTED_DEVIATION_INDEX_SIGNED;
use phenom_metrics::measures::by_relevance::{
    WEIGHTED_CORRELATION_INDEX, WEIGHTED_DEVIATION_INDEX_SIGNED,
};
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use phenom_metrics::{Evaluation, Population};

use super::correlation::notes_beside;
use super::{BASELINE_NOTE, baseline_name, notes_on_systems, reading};
use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    if !evaluation.is_decomposed() {
        return Vec::new();
    }
    let mut columns = vec![
        Column::repeating("system"),
        Column::new("gold label"),
        Column::new("originals"),
        Column::new("parts"),
        Column::new("CI"),
        Column::new("DI"),
        Column::new("signed DI"),
    ];
    let beside = beside(results);
    columns.extend(beside.iter().map(|(name, _)| Column::new(*name)));
    let cuts = cuts(evaluation);
    let negative = cuts.last().filter(|cut| cut.pairs != Pairs::Gold(Judgment::Entailment));
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    for system in &evaluation.systems {
        rows.extend(block(results, &cuts, &results.marked(system), &system.name));
        notes.extend(negative.and_then(|cut| {
            reading::of_deviation(results, &system.name, (cut.name, cut.pairs), cut.deviation)
        }));
    }
    for baseline in results.baselines() {
        rows.extend(block(results, &cuts, &baseline_name(baseline), &baseline.name()));
    }
    notes.push(reading::deviation_rule(negative.map_or("negative pairs", |cut| cut.name)));
    notes.extend(notes_beside(results));
    notes.push(format!(
        "Accuracy {} (correct/pairs) on the pairs with the gold label of the row; originals and monothematic pairs \
         (parts) each have their own label.",
        results.options.numbers.unit()
    ));
    notes.extend(results.interval_note(&rows));
    notes.push(BASELINE_NOTE.to_owned());
    notes.extend(notes_on_systems(results));
    let title =
        "Accuracy and Correlation Index (CI) by gold label, and Deviation Index (DI)".to_owned();
    vec![Table { key: SafeName::new("judgments"), title, columns, rows, notes }]
}

/// The pairs with some gold labels.
struct Cut {
    name: &'static str,
    pairs: Pairs,
    /// Those whose rows hold the deviation: all negative pairs together are the other side of the
    /// deviation over all pairs.
    deviation: Pairs,
}

/// A cut for each judgment that occurs; with several negative ones, also these together.
fn cuts(evaluation: &Evaluation) -> Vec<Cut> {
    let judgments = evaluation.judgments();
    let of = |judgment: &Judgment| Cut {
        name: judgment.name(),
        pairs: Pairs::Gold(*judgment),
        deviation: Pairs::Gold(*judgment),
    };
    let mut cuts: Vec<Cut> = judgments.iter().map(of).collect();
    if judgments.iter().filter(|judgment| **judgment != Judgment::Entailment).count() > 1 {
        cuts.push(Cut { name: "all negative", pairs: Pairs::Negative, deviation: Pairs::All });
    }
    cuts
}

/// The expected and weighted indices that the results have.
fn beside(results: &Results<'_>) -> Vec<(&'static str, &'static Measure)> {
    let all: [(&str, &'static Measure); 3] = [
        ("expected signed DI", &EXPECTED_DEVIATION_INDEX_SIGNED),
        ("weighted CI", &WEIGHTED_CORRELATION_INDEX),
        ("weighted signed DI", &WEIGHTED_DEVIATION_INDEX_SIGNED),
    ];
    all.into_iter().filter(|(_, measure)| results.of_decomposition(measure)).collect()
}

/// The rows of one system or baseline: as it is shown, and as the rows name it.
fn block(results: &Results<'_>, cuts: &[Cut], shown: &str, system: &str) -> Vec<Row> {
    let row = |(index, cut): (usize, &Cut)| {
        let of = |population, pairs, measure| results.cell(system, population, pairs, measure);
        let decomposition = Population::Decomposition;
        Row {
            kind: if index == 0 { RowKind::First } else { RowKind::Body },
            cells: [
                Cell::text(shown),
                Cell::text(cut.name),
                of(decomposition, cut.pairs, &WHOLE_ACCURACY),
                of(Population::Monothematic, cut.pairs, &ACCURACY),
                of(decomposition, cut.pairs, &CORRELATION_INDEX),
                of(decomposition, cut.deviation, &DEVIATION_INDEX),
                of(decomposition, cut.deviation, &DEVIATION_INDEX_SIGNED),
            ]
            .into_iter()
            .chain(beside(results).into_iter().map(|(_, measure)| {
                let of_ci = measure == &WEIGHTED_CORRELATION_INDEX;
                of(decomposition, if of_ci { cut.pairs } else { cut.deviation }, measure)
            }))
            .collect(),
        }
    };
    cuts.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, notes, plain, shown, two_systems};

    #[test]
    fn the_deviation_stands_on_the_negative_judgment() {
        let scene = two_systems();
        let rows = shown(&build(&scene.results())[0]);
        // Expected: A predicts entailment to all wholes and to half of the parts: 1 / 0.5 - 0 / 0.5; B to
        // half of the wholes and to three quarters of the parts: 0.5 / 0.75 - 0.5 / 0.25.
        assert_eq!(rows[0], "A | entailment | 100.0 (1/1) | 66.7 (2/3) | 1.50 |  |  |");
        assert_eq!(rows[1], "A | unknown | 0.0 (0/1) | 100.0 (1/1) | 0.00 | 1.50 | +1.50 | +2.00");
        assert_eq!(rows[3], "B | unknown | 100.0 (1/1) | 0.0 (0/1) | – | – | – | -1.33");
    }

    #[test]
    fn several_negative_judgments_stand_together_too() {
        let pairs = "1 U - U\n1.1 U lex:syn U\n2 C - C\n2.1 C lex:syn C\n3 E - E\n3.1 E lex:syn E";
        let scene = Scene::new(plain(), &["A"], pairs);
        let rows = shown(&build(&scene.results())[0]);
        assert_eq!(
            rows[3],
            "A | all negative | 100.0 (2/2) | 100.0 (2/2) | 1.00 | 0.00 | 0.00 | 0.00"
        );
    }

    #[test]
    fn a_system_without_a_deviation_has_no_sentence() {
        let scene = two_systems();
        let notes = notes(&build(&scene.results())[0]);
        assert!(notes.starts_with("A: DI 1.50, with CI 1.50 on entailment"), "{notes}");
        assert!(!notes.contains("B: "), "{notes}");
    }
}
