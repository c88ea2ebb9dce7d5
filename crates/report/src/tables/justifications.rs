//! Judges' scores of justifications [V08, section 3].

use phenom_dataset::Justifications;
use phenom_metrics::people::{
    Aspect, JUDGE_SWAPS, JustificationRow, KENDALL_W, KRIPPENDORFF_ALPHA, MEAN_RANK, MEAN_SCORE,
    SCORE_SHARE,
};

use super::part_key;
use crate::{Cell, Column, Row, RowKind, SafeName, Style, Table};

/// Up to how many scores of a scale have a column each.
const COLUMNS: usize = 12;

/// The tables of judges' scores, from their tidy rows; those that have nothing to show are absent.
#[must_use]
pub fn justification_tables(
    justifications: &Justifications,
    rows: &[JustificationRow],
) -> Vec<Table> {
    let mut tables = Vec::new();
    for aspect in Aspect::ALL {
        let of: Vec<&JustificationRow> = rows.iter().filter(|row| row.aspect == aspect).collect();
        tables.push(scores(justifications, aspect, &of));
    }
    for aspect in Aspect::ALL {
        let of: Vec<&JustificationRow> = rows.iter().filter(|row| row.aspect == aspect).collect();
        tables.extend(ranks(justifications, aspect, &of));
    }
    tables.push(judges(rows));
    tables.push(swaps(rows));
    tables.retain(|table| !table.rows.is_empty());
    tables
}

/// Means and histograms by run [V08, Figure 3].
fn scores(justifications: &Justifications, aspect: Aspect, rows: &[&JustificationRow]) -> Table {
    let rules = justifications.rules();
    let scale = match aspect {
        Aspect::Understandability => rules.understandability,
        Aspect::Correctness => rules.correctness,
    };
    let histogram = scale.scores().count() <= COLUMNS;
    let unassigned = aspect == Aspect::Correctness;
    let mut columns = vec![Column::new("run"), Column::new("scored"), Column::new("mean")];
    if unassigned {
        columns.push(Column::new("not scored"));
    }
    if histogram {
        columns
            .extend(scale.scores().map(|score| Column::grouped("times scored", score.to_string())));
    }
    let of_run = |mean: &&JustificationRow| {
        let mut cells = vec![
            Cell::text(&mean.run),
            Cell::count(mean.support),
            Cell::value(mean.value.clone(), Style::Ratio),
        ];
        let bars = rows.iter().filter(|row| row.measure == SCORE_SHARE.key && row.run == mean.run);
        let bars = bars.filter(|row| row.score.is_none() || histogram);
        cells.extend(bars.map(|row| match row.proportion {
            Some(share) => Cell::count(share.numerator),
            None => Cell::Empty,
        }));
        Row { kind: RowKind::Body, cells }
    };
    let means = rows.iter().filter(|row| row.measure == MEAN_SCORE.key);
    let mut notes = vec![format!(
        "Scores from {} to {} over all judges and pairs.",
        scale.least(),
        scale.greatest()
    )];
    if unassigned {
        notes.push(format!(
            "Correctness (how compelling a justification is) was scored from an understandability of {} up. A \
             correctness that was not scored counts as 0 in the mean.",
            rules.correctness_from
        ));
    }
    Table {
        key: SafeName::new(&format!("justifications-{}", aspect.name())),
        title: format!("{} of justifications", capital(aspect)),
        columns,
        rows: means.map(of_run).collect(),
        notes,
    }
}

/// Each judge's mean ranks of the runs [V08, Figure 4].
fn ranks(
    justifications: &Justifications,
    aspect: Aspect,
    rows: &[&JustificationRow],
) -> Vec<Table> {
    let judges: Vec<&str> = justifications.judges().collect();
    let table = |(part, judges): (usize, &[&str])| {
        let mut columns = vec![Column::new("run")];
        columns.extend(judges.iter().map(|judge| Column::grouped("judge", *judge)));
        let rank = |run: &str, judge: &str| {
            let of = |row: &&&JustificationRow| {
                row.measure == MEAN_RANK.key && row.run == run && row.judges[0] == judge
            };
            rows.iter().find(of)
        };
        let of_run = |run: &str| {
            let ranks = judges.iter().map(|judge| {
                rank(run, judge)
                    .map_or(Cell::Empty, |row| Cell::value(row.value.clone(), Style::Ratio))
            });
            let cells = std::iter::once(Cell::text(run)).chain(ranks).collect();
            Row { kind: RowKind::Body, cells }
        };
        let mut body: Vec<Row> = justifications.runs().map(of_run).collect();
        let first = justifications.runs().next().unwrap_or_default();
        let pairs =
            judges.iter().map(|judge| Cell::count(rank(first, judge).map_or(0, |row| row.support)));
        let cells = std::iter::once(Cell::text("pairs")).chain(pairs).collect();
        body.push(Row { kind: RowKind::Total, cells });
        let name = format!("judge-ranks-{}", aspect.name());
        Table {
            key: part_key(&name, part),
            title: format!("Mean rank of the runs by {}", aspect.name()),
            columns,
            rows: body,
            notes: vec![
                "1 is best. A judge's scores rank the runs on each pair on which the judge scored every run. Runs with \
                 equal scores share their mean rank."
                    .to_owned(),
            ],
        }
    };
    judges.chunks(COLUMNS).enumerate().map(table).collect()
}

/// The agreement of judges.
fn judges(rows: &[JustificationRow]) -> Table {
    let of = |aspect: Aspect| {
        let find =
            |measure: &str| rows.iter().find(|row| row.aspect == aspect && row.measure == measure);
        let (w, alpha) = (find(KENDALL_W.key)?, find(KRIPPENDORFF_ALPHA.key)?);
        let cells = vec![
            Cell::text(aspect.name()),
            Cell::count(w.support),
            Cell::value(w.value.clone(), Style::Bits),
            Cell::count(alpha.support),
            Cell::value(alpha.value.clone(), Style::Bits),
        ];
        Some(Row { kind: RowKind::Body, cells })
    };
    let columns = vec![
        Column::new("scores"),
        Column::new("judges"),
        Column::new("Kendall's W"),
        Column::new("justifications"),
        Column::new("alpha (ordinal)"),
    ];
    Table {
        key: SafeName::new("judges"),
        title: "Agreement of judges on justifications".to_owned(),
        columns,
        rows: Aspect::ALL.into_iter().filter_map(of).collect(),
        notes: vec![
            "Kendall's W: concordance of the judges' mean ranks of the runs (1: equal, 0: none). Krippendorff's alpha is \
             ordinal, its unit is the justification of one pair by one run, and a correctness that was not scored counts \
             as the lowest score."
                .to_owned(),
        ],
    }
}

/// Runs that two judges rank in opposite order.
fn swaps(rows: &[JustificationRow]) -> Table {
    let cells = |row: &JustificationRow| {
        let [first, second] = &row.judges;
        let swaps = match row.proportion {
            Some(share) => Cell::count(share.numerator),
            None => Cell::value(row.value.clone(), Style::Fine),
        };
        let share = Cell::value(row.value.clone(), Style::Percent);
        vec![Cell::text(row.aspect.name()), Cell::text(first), Cell::text(second), swaps, share]
    };
    let mut before: Option<(Aspect, &str)> = None;
    let mut body = Vec::new();
    for row in rows.iter().filter(|row| row.measure == JUDGE_SWAPS.key) {
        let here = (row.aspect, row.judges[0].as_str());
        let kind = if before.is_some_and(|above| above.0 == here.0) {
            RowKind::Body
        } else {
            RowKind::First
        };
        before = Some(here);
        body.push(Row { kind, cells: cells(row) });
    }
    let columns = vec![
        Column::repeating("scores"),
        Column::repeating("judge"),
        Column::new("and judge"),
        Column::new("swaps"),
        Column::new("% of pairs of runs"),
    ];
    Table {
        key: SafeName::new("judge-swaps"),
        title: "Pairs of runs that two judges rank in opposite order".to_owned(),
        columns,
        rows: body,
        notes: vec!["Ranks are mean ranks. A tie by one judge is not a swap.".to_owned()],
    }
}

fn capital(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Understandability => "Understandability",
        Aspect::Correctness => "Correctness",
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{JustificationBuilder, RatingRow, RatingRules};
    use phenom_metrics::people::justification_rows;

    use super::*;
    use crate::testing::shown;

    /// Two judges score A above B on pair 1; on pair 2 the second has them the other way round.
    fn tables() -> Vec<Table> {
        let mut builder = JustificationBuilder::new(RatingRules::default());
        builder.start_file("ratings");
        let scores =
            [("J", "1", [5, 2]), ("J", "2", [4, 3]), ("K", "1", [3, 4]), ("K", "2", [1, 5])];
        for (line, (judge, pair, scores)) in (1..).zip(scores) {
            for (run, understandability) in ["A", "B"].into_iter().zip(scores) {
                let correctness = (understandability >= 3).then_some(understandability);
                builder.add(&RatingRow { line, run, pair, judge, understandability, correctness });
            }
        }
        let justifications = builder.finish().unwrap();
        justification_tables(&justifications, &justification_rows(&justifications))
    }

    fn table(key: &str) -> Table {
        tables().into_iter().find(|table| table.key.as_str() == key).unwrap()
    }

    #[test]
    fn a_run_has_its_mean_and_how_often_each_score_was_given() {
        let rows = shown(&table("justifications-understandability"));
        assert_eq!(rows, ["A | 4 | 3.25 | 1 | 0 | 1 | 1 | 1", "B | 4 | 3.50 | 0 | 1 | 1 | 1 | 1"]);
    }

    #[test]
    fn a_correctness_that_was_not_scored_has_its_own_column() {
        let table = table("justifications-correctness");
        assert_eq!(table.columns[3].name, "not scored");
        assert_eq!(table.rows[0].cells[3], Cell::count(1));
    }

    #[test]
    fn each_judge_has_the_mean_rank_of_each_run() {
        let rows = shown(&table("judge-ranks-understandability"));
        assert_eq!(rows, ["A | 1.00 | 2.00", "B | 2.00 | 1.00", "pairs | 2 | 2"]);
    }

    #[test]
    fn two_judges_who_put_runs_in_opposite_order_swap_them() {
        let rows = shown(&table("judge-swaps"));
        assert_eq!(rows[0], "understandability | J | K | 1 | 100.0");
    }

    #[test]
    fn how_far_judges_agree_has_a_row_for_each_aspect() {
        let rows = shown(&table("judges"));
        assert!(rows[0].starts_with("understandability | 2 | 0.0000 | "), "{}", rows[0]);
        assert_eq!(rows.len(), 2);
    }
}
