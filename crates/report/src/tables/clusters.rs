//! The primary comparisons with and without the clusters that phenom found.

use phenom_metrics::{ComparisonRow, Family};

use crate::comparison_names::{figure, opponent, verdict};
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let Some(clusters) = results.evaluation.clusters.as_ref().filter(|given| given.are_found())
    else {
        return Vec::new();
    };
    let mut columns = vec![Column::repeating("systems"), Column::new("measure")];
    for group in ["adjusted p", "verdict"] {
        columns.push(Column::grouped(group, "with clusters"));
        columns.push(Column::grouped(group, "without"));
    }
    columns.push(Column::new("differs"));
    let mut rows = Vec::new();
    let mut above = String::new();
    for (with, without) in results.with_and_without_clusters() {
        let systems =
            format!("{} against {}", results.shown(&with.system_a), opponent(results, with));
        let kind = if systems == above { RowKind::Body } else { RowKind::First };
        let differs = if with.verdict == without.verdict { "" } else { "yes" };
        let cells = vec![
            Cell::text(&systems),
            Cell::text(figure(results, with)),
            p(with),
            p(without),
            Cell::text(verdict(with)),
            Cell::text(verdict(without)),
            Cell::text(differs),
        ];
        above = systems;
        rows.push(Row { kind, cells });
    }
    let families =
        |family: Family| results.without_clusters.iter().filter(|row| row.family == family).count();
    let notes = vec![
        format!(
            "All other tables use the verdicts with clusters: {} clusters by {}, with at most {} original pairs each. Without \
             clusters, each original pair with its monothematic pairs counts as independent of all others.",
            clusters.clusters,
            clusters.by_in_words(),
            clusters.largest
        ),
        format!(
            "p is adjusted in the same way with and without clusters (comparisons of systems: {}; with a constant \
             baseline: {}). p is empty if a difference rests on too few clusters or originals for a test.",
            families(Family::Figures),
            families(Family::Constants)
        ),
    ];
    let title = "Primary comparisons with and without clusters of similar texts".to_owned();
    vec![Table { key: SafeName::new("clusters"), title, columns, rows, notes }]
}

fn p(row: &ComparisonRow) -> Cell {
    row.p_adjusted().map_or(Cell::Empty, |p| Cell::Value(p, Style::Probability))
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{DatasetBuilder, Judgment, KeepTexts, PairRow, Run};
    use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
    use phenom_metrics::{Evaluation, Origin, Settings, comparisons, comparisons_without_clusters};

    use super::*;
    use crate::testing::shown;
    use crate::{Names, Presentation, claims};

    /// 24 entailed originals on eight texts: `A` is right on all of six texts, `B` on the other six originals. The adjusted p
    /// are those of `scores/without_clusters.rs` of the metrics, times three for three primary families.
    #[test]
    fn verdicts_with_and_without_clusters_are_in_one_row() {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for number in 0..24usize {
            let (id, text) = (number.to_string(), format!("text {}", number / 3));
            let (text, gold) = (Some(text.as_str()), Some(Judgment::Entailment));
            builder.add(&PairRow { id: &id, text, gold, ..PairRow::default() });
        }
        let dataset = builder.finish().unwrap();
        let run = |name: &str, is_right: fn(usize) -> bool| {
            let answers = (0..24).map(|at| match is_right(at) {
                true => Judgment::Entailment,
                false => Judgment::Unknown,
            });
            (Run::from_answers(name, answers.map(phenom_dataset::Answer::Judged)), Origin::Answers)
        };
        let runs = [run("A", |at| at < 18), run("B", |at| at >= 18)];
        let settings = Settings::default();
        let evaluation = Evaluation::new(&dataset, &runs, &settings);
        let with = comparisons(&evaluation);
        let without = comparisons_without_clusters(&dataset, &runs, &evaluation, &settings);
        let names = Names::default();
        let options = Presentation::ranked_by(&MUTUAL_INFORMATION);
        let results = Results::new(&evaluation, &[], &with, options, &names)
            .with_comparisons_without_clusters(&without);
        let [table] = build(&results).try_into().unwrap();
        let rows = shown(&table);
        assert_eq!(
            rows[0],
            "A against B | accuracy on original pairs | 0.5391 | 0.0439 | not significant | better | yes"
        );
        let claims = claims(&results);
        let said = claims.iter().find(|claim| claim.id.ends_with("/clusters")).unwrap();
        let said = said.wording.sentence.clone().unwrap();
        let expected = "Without these clusters, 2 of 3 primary verdicts differ: \"A\" and \"B\" in accuracy on original pairs";
        assert!(said.contains(expected), "{said}");
    }
}
