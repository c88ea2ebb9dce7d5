//! Agreement on the decomposition itself: places, phenomena and labels of parts.

use phenom_metrics::StatisticsSettings;
use phenom_metrics::measures::Measure;
use phenom_metrics::people::{
    AUTHOR_AND_READER, AgreementRow, CATEGORY_KAPPA, DECOMPOSED_TWICE, PART_LABEL_AGREEMENT,
    PART_LABEL_KAPPA, PHENOMENON_KAPPA, PLACE_F1, PLACE_KAPPA,
};

use super::annotated::Annotated;
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table, resampled, rounded};

/// Who is compared: two who decomposed an original, and an author with a reader.
const TWO: [&str; 2] = ["", ""];

fn find<'a>(
    rows: &'a [AgreementRow],
    keys: [&str; 2],
    measure: &Measure,
) -> Option<&'a AgreementRow> {
    rows.iter().find(|row| row.measure == measure.key && row.keys == keys)
}

/// How far people agree on the decomposition, in a sentence each; nothing if no two can be compared.
#[must_use]
pub fn decomposition_in_words(rows: &[AgreementRow]) -> Vec<String> {
    [
        (TWO, &PLACE_KAPPA, "two annotators on changed words", "words"),
        (TWO, &PHENOMENON_KAPPA, "two annotators on phenomena of matched parts", "parts"),
        (AUTHOR_AND_READER, &PHENOMENON_KAPPA, "authors and readers on phenomena", "readings"),
    ]
    .into_iter()
    .filter_map(|(keys, measure, who, units)| {
        let row = find(rows, keys, measure)?;
        let originals = find(rows, keys, &DECOMPOSED_TWICE)?.proportion?.numerator;
        let s = if originals == 1 { "" } else { "s" };
        let behind = format!("n = {} {units} in {originals} original{s}", row.support);
        Some(match &row.value {
            Err(reason) => format!("The kappa of {who} is undefined: {reason} ({behind})."),
            Ok(kappa) => {
                let interval = row.interval.map(|interval| {
                    let level = 100.0 * interval.level.value();
                    let [lower, upper] = [interval.interval.lower, interval.interval.upper]
                        .map(|end| rounded(end, Style::Ratio));
                    format!("{level} % interval [{lower}, {upper}], ")
                });
                let (kappa, interval) =
                    (rounded(*kappa, Style::Ratio), interval.unwrap_or_default());
                format!("The kappa of {who} is {kappa} ({interval}{behind}).")
            }
        })
    })
    .collect()
}

/// A row: what is compared, what is counted, and the measures of the two columns.
type Line = (&'static str, &'static str, Option<&'static Measure>, Option<&'static Measure>);

/// Agreement of two who decomposed an original, and of authors and readers; without rows if there are neither.
pub(super) fn table(annotated: &Annotated<'_>) -> Table {
    let of_two: &[Line] = &[
        ("originals", "decomposed", Some(&DECOMPOSED_TWICE), None),
        ("changed words", "words", None, Some(&PLACE_KAPPA)),
        ("places", "parts of both", Some(&PLACE_F1), None),
        ("phenomenon", "matched parts", None, Some(&PHENOMENON_KAPPA)),
        ("category", "matched parts", None, Some(&CATEGORY_KAPPA)),
        ("label", "matched parts", Some(&PART_LABEL_AGREEMENT), Some(&PART_LABEL_KAPPA)),
    ];
    let of_readers = [
        of_two[0],
        ("phenomenon", "readings", None, Some(&PHENOMENON_KAPPA)),
        ("category", "readings", None, Some(&CATEGORY_KAPPA)),
    ];
    let mut rows = Vec::new();
    for (who, keys, lines) in
        [("two annotators", TWO, of_two), ("author and reader", AUTHOR_AND_READER, &of_readers)]
    {
        for (what, unit, share, kappa) in lines {
            let of = |measure: &Option<&Measure>| find(annotated.rows, keys, (*measure)?);
            let (share, kappa) = (of(share), of(kappa));
            let Some(row) = share.or(kappa) else { continue };
            let kind =
                if share.is_some_and(is_of_originals) { RowKind::First } else { RowKind::Body };
            let cells = vec![
                Cell::text(who),
                Cell::text(*what),
                Cell::count(row.support),
                Cell::text(*unit),
                share.map_or(Cell::Empty, cell),
                kappa.map_or(Cell::Empty, cell),
            ];
            rows.push(Row { kind, cells });
        }
    }
    let mut notes = vec![
        "Share: originals that are compared; parts with a partner (F1); equal labels. Two parts of two annotators are \
         matched if they change a common word, those with the most common words first. Phenomena and labels are \
         those of matched parts, or of parts that readers named without a look at the author's phenomenon."
            .to_owned(),
    ];
    if rows.iter().flat_map(|row| &row.cells).any(|cell| cell.interval().is_some()) {
        let evaluation = annotated.results.evaluation;
        let StatisticsSettings { level, resamples, .. } = evaluation.statistics;
        notes.push(format!(
            "Brackets: {} % confidence intervals by a bias-corrected bootstrap over {} ({resamples} resamples). An \
             interval is missing if all resamples are equal.",
            100.0 * level.value(),
            resampled::units(evaluation),
        ));
    }
    let columns = vec![
        Column::repeating("between"),
        Column::new("on"),
        Column::new("n"),
        Column::new("of"),
        Column::new("share %"),
        Column::new("Cohen's kappa"),
    ];
    let title = "Agreement on the decomposition".to_owned();
    Table { key: SafeName::new("decomposition-agreement"), title, columns, rows, notes }
}

fn is_of_originals(row: &AgreementRow) -> bool {
    row.measure == DECOMPOSED_TWICE.key
}

fn cell(row: &AgreementRow) -> Cell {
    let cell = match row.proportion {
        Some(share) if is_of_originals(row) => Cell::proportion(share),
        Some(share) => Cell::share(share),
        None => Cell::value(row.value.clone(), Style::Bits),
    };
    cell.between(row.interval.map(|interval| interval.interval))
}
