//! Which phenomena go with right wholes: the regression of each system.

use phenom_metrics::{RegressionRow, SliceKind, SolvedCoefficient, SolvedRegression};

use crate::{Cell, Column, PairCount, Results, Row, RowKind, SafeName, Style, Table};

/// So many phenomena of a system are shown, and drawn; all are in the tidy file.
pub(crate) const SHOWN: usize = 10;

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    let columns = vec![
        Column::repeating("system"),
        Column::new("phenomenon"),
        Column::grouped("present", "originals"),
        Column::grouped("present", "coefficient"),
        Column::grouped("solved", "originals"),
        Column::grouped("solved", "coefficient"),
    ];
    let (mut rows, mut of_systems, mut is_cut) = (Vec::new(), Vec::new(), false);
    for row in results.regressions {
        of_systems.push(fitted(results, row));
        let Ok(regression) = &row.regression else { continue };
        let shown = by_solved(regression);
        let runs = results.runs(&row.system);
        is_cut |= shown.len() > SHOWN;
        for (place, [present, solved]) in shown.into_iter().take(SHOWN).enumerate() {
            let kind = if place == 0 { RowKind::First } else { RowKind::Body };
            let phenomenon = results.slice_named(&SliceKind::Phenomenon, &present.phenomenon);
            let mut cells = vec![Cell::text(results.shown(&row.system)), Cell::text(phenomenon)];
            cells.extend([present, solved].into_iter().flat_map(|one| cells_of(one, runs)));
            rows.push(Row { kind, cells });
        }
    }
    let mut notes = vec![MEANING.to_owned()];
    notes.extend(of_systems);
    if is_cut {
        notes.push(format!(
            "Of each system the {SHOWN} phenomena with the highest coefficient of “solved”; all, and the \
             intercepts, are in `regression.csv`."
        ));
    }
    notes.extend(results.interval_note(&rows));
    let title = "Which phenomena go with right wholes: a ridge logistic regression".to_owned();
    vec![Table { key: SafeName::new("regression"), title, columns, rows, notes }]
}

const MEANING: &str = "Coefficient: by how much the log-odds of a right whole are higher in original pairs of which a \
    part has the phenomenon (present), and by how much more where all of these parts are right (solved), all other \
    columns the same. Originals: those of which that holds. A low “present” with a high “solved”: errors of the \
    phenomenon go along with wrong wholes, which need not be their cause. Coefficients are drawn towards 0, those of \
    rare phenomena most (penalty: half the sum of squares). A dash: the same holds of all originals, or of none, which \
    is left out.";

/// The two coefficients of each phenomenon: present, solved; those with the highest of *solved* first, those without
/// one last.
pub(crate) fn by_solved(regression: &SolvedRegression) -> Vec<[&SolvedCoefficient; 2]> {
    let of_phenomenon =
        regression.coefficients.chunk_by(|one, next| one.phenomenon == next.phenomenon);
    let mut coefficients: Vec<[&SolvedCoefficient; 2]> = Vec::new();
    for of_phenomenon in of_phenomenon {
        if let [present, solved] = of_phenomenon {
            coefficients.push([present, solved]);
        }
    }
    let solved = |two: &[&SolvedCoefficient; 2]| {
        two[1].coefficient.as_ref().copied().unwrap_or(f64::NEG_INFINITY)
    };
    coefficients.sort_by(|one, other| solved(other).total_cmp(&solved(one)));
    coefficients
}

fn cells_of(one: &SolvedCoefficient, runs: usize) -> [Cell; 2] {
    let value = Cell::value(one.coefficient.clone(), Style::Signed).between(one.interval);
    [Cell::count(PairCount::over_runs(one.originals, runs)), value]
}

/// On how many originals a system's regression is fitted, and with how many resamples; or why there is none.
pub(crate) fn fitted(results: &Results<'_>, row: &RegressionRow) -> String {
    let system = results.shown(&row.system);
    let regression = match &row.regression {
        Ok(regression) => regression,
        Err(reason) => return format!("{system} has no regression: {reason}."),
    };
    let runs = results.runs(&row.system);
    let each = if runs > 1 { ", each once for each run" } else { "" };
    let originals = PairCount::over_runs(regression.originals, runs);
    let gold = if results.has_labels() { ", and gold as all of these have" } else { "" };
    let mut said =
        format!("{system}: fitted on the {originals} original pairs that have parts{gold}{each}");
    if let Some(reason) = regression.no_interval {
        said += &format!("; no intervals: {reason}");
    } else if regression.resamples > 0 {
        said += &format!("; {} resamples", regression.resamples);
    }
    if regression.undefined_resamples > 0 {
        said += &format!(
            ", of which {} are left out, since all of their wholes are right or none is",
            regression.undefined_resamples
        );
    }
    said + "."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, notes, plain, shown};

    #[test]
    fn present_and_solved_stand_side_by_side() {
        let scene = Scene::new(
            plain(),
            &["A", "B"],
            "1 E - E E\n1.1 E lex:syn E E\n2 E - U E\n2.1 E lex:syn U E\n3 E - E E\n3.1 E arg:neg E E",
        );
        let scene = scene.renamed(&[], &[("lex:syn", "Synonymy")]);
        let rows = scene.regressions();
        let table = &build(&scene.results().with_regressions(&rows))[0];
        let regression = rows[0].regression.as_ref().unwrap();
        let of = |place: usize| {
            crate::rounded(
                *regression.coefficients[place].coefficient.as_ref().unwrap(),
                Style::Signed,
            )
        };
        assert_eq!(
            shown(table),
            [
                format!("A | lex:Synonymy | 2 | {} | 1 | {}", of(0), of(1)),
                format!("A | arg:neg | 1 | {} | 1 | {}", of(2), of(3)),
            ]
        );
        let notes = notes(table);
        assert!(notes.contains("A: fitted on the 3 original pairs"), "{notes}");
        assert!(
            notes.contains("B has no regression: all wholes are right, or none is."),
            "{notes}"
        );
    }
}
