//! Which phenomena, and which categories, stand together in originals.

use phenom_metrics::{Cooccurrence, Cooccurrences, SliceKind};

use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

/// So many pairs of phenomena are shown, and of categories; all are in the tidy file.
const SHOWN: usize = 10;

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let Some(found) = results.cooccurrences else { return Vec::new() };
    let columns = vec![
        Column::repeating("of"),
        Column::new("first"),
        Column::new("second"),
        Column::grouped("originals with", "both"),
        Column::grouped("originals with", "the first alone"),
        Column::grouped("originals with", "the second alone"),
        Column::new("both if independent"),
        Column::new("odds ratio"),
        Column::new("p"),
        Column::new("adjusted p"),
    ];
    let (mut rows, mut is_cut) = (Vec::new(), false);
    for of_kind in found.rows.chunk_by(|one, next| one.kind == next.kind) {
        is_cut |= of_kind.len() > SHOWN;
        for (place, row) in of_kind.iter().take(SHOWN).enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(Row { kind, cells: cells(results, row) });
        }
    }
    let mut notes = vec![format!(
        "On {} original pairs, {} of them without a phenomenon, whatever systems answer. Both if \
         independent: how many would have both if one said nothing of the other. Odds ratio: above 1 where the two \
         stand together more often than that (with a half added to each count where one is 0). p: Fisher's exact test, \
         which takes original pairs as independent; adjusted by Benjamini and Hochberg's method over all pairs of \
         phenomena, and over all of categories.",
        found.originals, found.untagged
    )];
    if found.untagged == 0 {
        notes.push(
            "Each of these pairs has a phenomenon, which by itself takes odds ratios below 1: of two that stand for \
             nearly all pairs, one is where the other is not."
                .to_owned(),
        );
    }
    if is_cut {
        notes.push(format!(
            "The {SHOWN} pairs of phenomena and of categories with the smallest p; all are in `cooccurrence.csv`."
        ));
    }
    if let Some(clusters) = &results.evaluation.clusters {
        notes.push(format!(
            "Original pairs come in clusters by {}, of which this test knows nothing: p is too small where those of \
             a cluster are alike.",
            clusters.by_in_words()
        ));
    }
    if found.left_out > 0 {
        notes.push(format!(
            "{} more phenomena or categories are in no pair: of each kind the {} in the most original pairs are.",
            found.left_out,
            Cooccurrences::MOST
        ));
    }
    let title = "Which phenomena stand together in original pairs".to_owned();
    vec![Table { key: SafeName::new("cooccurrence"), title, columns, rows, notes }]
}

fn cells(results: &Results<'_>, row: &Cooccurrence) -> Vec<Cell> {
    let of = match row.kind {
        SliceKind::Category => "categories",
        _ => "phenomena",
    };
    let named = |name: &str| Cell::text(results.slice_named(&row.kind, name));
    let probability =
        |p: Option<f64>| p.map_or(Cell::Empty, |p| Cell::Value(p, Style::Probability));
    let [both, first, second, _] = row.originals.counts();
    vec![
        Cell::text(of),
        named(&row.first),
        named(&row.second),
        Cell::count(both),
        Cell::count(first),
        Cell::count(second),
        Cell::Value(row.expected, Style::Ratio),
        Cell::value(row.odds_ratio.clone(), Style::Ratio),
        probability(row.p),
        probability(row.p_adjusted),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, notes, plain, shown};

    #[test]
    fn the_pairs_with_the_smallest_p_come_first() {
        let mut pairs = String::new();
        for number in 0..8 {
            let tags = if number < 4 { "lex:a,lex:b" } else { "arg:c" };
            pairs += &format!("{number} E {tags} E\n");
        }
        let scene = Scene::new(plain(), &["A"], &pairs).renamed(&[], &[("lex:a", "Alpha")]);
        let found = scene.cooccurrences();
        let table = &build(&scene.results().with_cooccurrences(&found))[0];
        // Fisher: 2 of the 70 ways to choose 4 of 8 are as rare; odds ratio (4.5 / 0.5)^2.
        assert_eq!(
            shown(table),
            [
                "phenomena | lex:Alpha | lex:b | 4 | 0 | 0 | 2.00 | 81.00 | 0.0286 | 0.0286",
                "phenomena | lex:Alpha | arg:c | 0 | 4 | 4 | 2.00 | 0.01 | 0.0286 | 0.0286",
                "phenomena | lex:b | arg:c | 0 | 4 | 4 | 2.00 | 0.01 | 0.0286 | 0.0286",
                "categories | lex | arg | 0 | 4 | 4 | 2.00 | 0.01 | 0.0286 | 0.0286",
            ]
        );
        assert!(notes(table).starts_with("On 8 original pairs, 0 of them"), "{}", notes(table));
    }
}
