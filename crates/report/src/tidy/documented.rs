//! The documentation names every column of every tidy file, in the order of the file.

use super::{AGREEMENT, COMPARISONS, GOLD_CHECK, JUSTIFICATIONS, READINGS, SCORES, Tidy};
use crate::analyses::{STAGE_ORIGINALS, STAGE_ROWS, STAGED_SYSTEMS};
use crate::contents::TABLES;
use crate::testing::{Scene, plain};

const ON_SCORES: &str = include_str!("../../../../docs/scores.md");
const ON_PEOPLE: &str = include_str!("../../../../docs/agreement.md");

/// The words in backticks, but for those in parentheses, which are values of the column before them.
fn names(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let is_outside = |(place, part): &(usize, &str)| {
        if place % 2 == 0 {
            depth += part.matches('(').count();
            depth -= part.matches(')').count();
        }
        place % 2 == 1 && depth == 0
    };
    text.split('`').enumerate().filter(is_outside).map(|(_, name)| name).collect()
}

/// The columns in the first table under a heading, whose first cells name them.
fn under<'p>(page: &'p str, heading: &str) -> Vec<&'p str> {
    let (_, after) = page.split_once(heading).unwrap();
    let rows = after.lines().skip_while(|line| !line.starts_with("|---"));
    let rows = rows.skip(1).take_while(|line| line.starts_with('|'));
    rows.flat_map(|row| names(row.split('|').nth(1).unwrap_or_default())).collect()
}

/// The columns in the row of a file, whose last cell names them.
fn of_file(file: &str) -> Vec<&'static str> {
    let start = format!("| `{file}.csv` |");
    let row = ON_SCORES.lines().find(|line| line.starts_with(&start));
    let row = row.unwrap_or_else(|| panic!("docs/scores.md has no row for {file}.csv"));
    names(row.trim_end_matches(" |").rsplit('|').next().unwrap_or_default())
}

fn columns<R>(tidy: &Tidy<R>) -> Vec<&'static str> {
    tidy.columns.iter().map(|column| column.name).collect()
}

#[test]
fn the_docs_name_every_column_of_scores_and_comparisons() {
    assert_eq!(under(ON_SCORES, "# The tidy scores\n"), columns(&SCORES));
    assert_eq!(under(ON_SCORES, "# The tidy comparisons\n"), columns(&COMPARISONS));
}

#[test]
fn the_docs_name_every_column_on_people() {
    assert_eq!(under(ON_PEOPLE, "## agreement.csv\n"), columns(&AGREEMENT));
    let mut named = under(ON_PEOPLE, "## justifications.csv\n");
    let mut written = columns(&JUSTIFICATIONS);
    // Rows of that table put together what is the same in the table above it.
    named.sort_unstable();
    written.sort_unstable();
    assert_eq!(named, written);
}

#[test]
fn the_docs_name_every_column_of_readings_and_analyses() {
    assert_eq!(of_file(READINGS.name), columns(&READINGS));
    assert_eq!(of_file(GOLD_CHECK.name), columns(&GOLD_CHECK));
    let scene = Scene::new(plain(), &["A"], "1 E - E\n2 E lex:a E 1");
    assert_eq!(of_file(STAGE_ROWS.name), columns(&STAGE_ROWS));
    assert_eq!(of_file(STAGED_SYSTEMS.name), columns(&STAGED_SYSTEMS));
    assert_eq!(of_file(STAGE_ORIGINALS.name), columns(&STAGE_ORIGINALS));
    for analysis in TABLES.iter().filter_map(|kind| kind.analysis) {
        for found in scene.analysis(analysis) {
            assert_eq!(of_file(found.name()), found.columns(), "{}", analysis.key);
        }
    }
}
