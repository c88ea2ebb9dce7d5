//! Systems against each other: differences, how sure they are, and what they come to.

use phenom_dataset::Task;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{ComparisonRow, Evaluation, Family, Population, SliceKind, Verdict};

use crate::claims::{Place, View};
use crate::comparison_names::{self, opponent};
use crate::low_power::{LOW_POWER, low_power_caution};
use crate::question_words::question_in_words;
use crate::resampled;
use crate::test_words::{by_people_alone, test};
use crate::{Cell, Column, Results, Row, RowKind, SafeName, Style, Table};

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    comparison_tables(results, results.comparisons, false)
}

/// The tables on some comparisons of an evaluation: the declared figures; everything else on all pairs, and
/// by category, phenomenon and so on; of these `every` one, or those where something can be told.
#[must_use]
pub fn comparison_tables(
    results: &Results<'_>,
    comparisons: &[ComparisonRow],
    every: bool,
) -> Vec<Table> {
    if comparisons.is_empty() {
        return Vec::new();
    }
    let declared: Vec<&ComparisonRow> =
        comparisons.iter().filter(|row| row.family.is_primary()).collect();
    let exploratory = |kind: &SliceKind| -> Vec<&ComparisonRow> {
        let of_kind = |row: &&ComparisonRow| !row.family.is_primary() && row.slice.kind == *kind;
        comparisons.iter().filter(of_kind).collect()
    };
    let mut tables = Vec::new();
    if !declared.is_empty() {
        let title = match results.has_labels() {
            true => "Primary comparisons: systems against each other and the constant baseline",
            false => "Primary comparisons: systems against each other",
        };
        let notes = method_notes(results.evaluation, &declared);
        tables.push(table(results, SafeName::new("comparisons"), title, declared, notes));
    }
    let on_all = exploratory(&SliceKind::All);
    if !on_all.is_empty() {
        let key = SafeName::new("comparisons-exploratory");
        let title = format!("Exploratory: {}, on all pairs", compared(&on_all));
        let notes = method_notes(results.evaluation, &on_all);
        tables.push(table(results, key, &title, on_all, notes));
    }
    let mut kinds: Vec<&SliceKind> = Vec::new();
    for row in comparisons.iter().filter(|row| row.slice.kind != SliceKind::All) {
        if !kinds.contains(&&row.slice.kind) {
            kinds.push(&row.slice.kind);
        }
    }
    for kind in kinds {
        let all = exploratory(kind);
        let told = |row: &&ComparisonRow| row.verdict != Verdict::CannotTell;
        let decided: Vec<&ComparisonRow> = all.iter().copied().filter(told).collect();
        let mut notes = Vec::new();
        if !every {
            notes.push(format!(
                "{} of {} comparisons are significant. {} All: `comparisons.csv`.",
                decided.len(),
                all.len(),
                if decided.is_empty() {
                    "Shown: those with the smallest p-values."
                } else {
                    "Shown: these."
                }
            ));
        }
        let (key, by) = match kind {
            SliceKind::Attribute(name) => {
                (format!("comparisons-attribute-{name}"), name.to_string())
            }
            kind => (format!("comparisons-{kind}"), kind.to_string()),
        };
        let title = format!("Exploratory: {}, by {by}", compared(&all));
        let shown = match (every, decided.is_empty()) {
            (true, _) => all,
            (false, true) => nearest(&all),
            (false, false) => decided,
        };
        notes.extend(method_notes(results.evaluation, &shown));
        tables.push(table(results, SafeName::new(&key), &title, shown, notes));
    }
    tables
}

/// What is compared in some rows.
fn compared(rows: &[&ComparisonRow]) -> &'static str {
    match rows.iter().all(|row| row.is_with_constant()) {
        true => "systems against the constant baseline",
        false => "systems against each other",
    }
}

/// How many comparisons stand in a table where none can be told.
const NEAREST: usize = 5;

/// Those with the smallest p-values.
fn nearest<'a>(all: &[&'a ComparisonRow]) -> Vec<&'a ComparisonRow> {
    let mut sorted = all.to_vec();
    let p = |row: &ComparisonRow| row.p().unwrap_or(f64::INFINITY);
    sorted.sort_by(|a, b| p(a).total_cmp(&p(b)));
    sorted.truncate(NEAREST);
    sorted
}

fn table(
    results: &Results<'_>,
    key: SafeName,
    title: &str,
    comparisons: Vec<&ComparisonRow>,
    notes: Vec<String>,
) -> Table {
    let evaluation = results.evaluation;
    let by_slice = comparisons.iter().any(|row| row.slice.kind != SliceKind::All);
    let mut columns = vec![Column::repeating("systems")];
    if by_slice {
        columns.push(Column::new("slice"));
    }
    columns.extend(
        [
            "measure",
            "pairs",
            "first",
            "second",
            "difference",
            "",
            "p",
            "adjusted p",
            "verdict on the first",
        ]
        .map(Column::new),
    );
    columns.push(Column::new("detectable"));
    let mut rows = Vec::new();
    let mut above = String::new();
    for comparison in comparisons {
        let systems = format!(
            "{} against {}",
            results.shown(&comparison.system_a),
            opponent(results, comparison)
        );
        let measure = comparison.measure;
        let (style, name) = (measure.style, measure.name);
        let figure = match comparison.population {
            Population::Decomposition => name.to_owned(),
            population => format!("{name}, {}", population.name()),
        };
        let mut cells = vec![Cell::text(&systems)];
        if by_slice {
            cells.push(Cell::text(
                results.slice_named(&comparison.slice.kind, &comparison.slice.name),
            ));
        }
        let probability =
            |p: Option<f64>| p.map_or(Cell::Empty, |p| Cell::Value(p, Style::Probability));
        let [first, second] = comparison.values.clone();
        cells.extend([
            Cell::text(figure),
            Cell::count(comparison.pairs),
            Cell::value(first, style),
            Cell::value(second, style),
            Cell::value(comparison.difference(), style.of_difference())
                .between(comparison.adjusted_interval()),
            Cell::text(stars(evaluation, comparison)),
            probability(comparison.p()),
            probability(comparison.p_adjusted()),
            Cell::text(verdict(evaluation, comparison)),
            comparison
                .detectable()
                .map_or(Cell::Empty, |detectable| Cell::Value(detectable, style.unsigned())),
        ]);
        let kind = if systems == above { RowKind::Body } else { RowKind::First };
        above = systems;
        rows.push(Row { kind, cells });
    }
    Table { key, title: title.to_owned(), columns, rows, notes }
}

/// The verdict in words, and where nothing can be told what it would take.
fn verdict(evaluation: &Evaluation, comparison: &ComparisonRow) -> String {
    let words = comparison_names::verdict(comparison);
    if comparison.found_at_low_power {
        return format!("{words} ({LOW_POWER})");
    }
    let needed = comparison.pairs_needed.as_ref().map(|needed| &needed.range).filter(|needed| {
        comparison.verdict == Verdict::CannotTell && *needed.end() > comparison.pairs
    });
    let Some(needed) = needed else { return words.to_owned() };
    let points = (1e4 * evaluation.statistics.planned_difference).round() / 100.0;
    let least = (*needed.start()).max(comparison.pairs);
    format!("{words} ({points} points need {least} to {} pairs)", needed.end())
}

fn stars(evaluation: &Evaluation, comparison: &ComparisonRow) -> &'static str {
    let alpha = evaluation.statistics.level.significance();
    match comparison.p_adjusted() {
        Some(p) if p <= alpha / 50.0 => "***",
        Some(p) if p <= alpha / 5.0 => "**",
        Some(p) if p <= alpha => "*",
        _ => "",
    }
}

/// How it was done, to be pasted with the table.
fn method_notes(evaluation: &Evaluation, rows: &[&ComparisonRow]) -> Vec<String> {
    let declared = rows.iter().any(|row| row.family.is_primary());
    let settings = &evaluation.statistics;
    let alpha = settings.level.significance();
    let family = if declared { Family::Figures } else { Family::Exploratory };
    let adjusted = match family.correction(settings.correction).method() {
        None => "not adjusted".to_owned(),
        Some(whose) if declared => {
            let and_constants = match evaluation.task {
                Task::TwoWay | Task::ThreeWay => {
                    ", and over all comparisons with a constant baseline, each at a third of the level and multiplied by 3"
                }
                Task::Outcome => ", at a third of the level and multiplied by 3",
            };
            format!(
                "adjusted by {whose} method over all primary measures and pairs of systems{and_constants}"
            )
        }
        Some(whose) => format!(
            "adjusted by {whose} method over all exploratory comparisons of the report, which controls the false discovery \
             rate"
        ),
    };
    let mut notes = vec![format!(
        "p: two-sided {}; {adjusted}. * adjusted p at most {}, ** {}, *** {}.{}",
        match evaluation.judged {
            None => format!(
                "cluster sign-flip test over {}, studentised, mid-p",
                resampled::units(evaluation)
            ),
            Some(_) => test(evaluation).to_owned(),
        },
        short(alpha),
        short(alpha / 5.0),
        short(alpha / 50.0),
        by_people_alone(evaluation)
    )];
    notes.push(format!(
        "Brackets: adjusted {} intervals, the differences that the test does not reject at its adjusted level. p is empty \
         if the difference rests on too few {}s. Detectable: the smallest true difference that the test finds with a \
         power of 80 %. Nearer to 1, deviates less: p is the higher one of the tests of the difference and of the sum.",
        level(evaluation),
        resampled::unit(evaluation)
    ));
    notes.extend(question_in_words(evaluation, rows.iter().copied()));
    notes.extend(low_power_caution(rows.iter().copied()));
    notes
}

/// 1 - 0.95 is 0.050000000000000044 in binary fractions.
fn short(value: f64) -> String {
    format!("{}", (value * 1e9).round() / 1e9)
}

/// The level of intervals: `95 %`.
fn level(evaluation: &Evaluation) -> String {
    format!("{} %", short(100.0 * evaluation.statistics.level.value()))
}

impl Results<'_> {
    /// For each system its letters by accuracy: systems that share one do not differ significantly. An oracle has none.
    /// `None` if not all of the others were compared with each other.
    pub(super) fn letters(&self, population: Population) -> Option<Vec<String>> {
        let view = View::new(self);
        let groups = view.groups(Place::accuracy(population), &ACCURACY);
        if !groups.is_complete() {
            return None;
        }
        let letters = groups.letters();
        let of = |name: &str| letters.iter().find(|(own, _)| *own == name);
        let systems = self.evaluation.systems.iter();
        Some(
            systems
                .map(|system| of(&system.name).map_or(String::new(), |(_, own)| own.clone()))
                .collect(),
        )
    }

    /// What the letters mean.
    pub(super) fn letters_note(&self) -> String {
        format!(
            "Group: systems that share a letter do not differ significantly in accuracy ({}, adjusted p at most {}).",
            test(self.evaluation),
            short(self.evaluation.statistics.level.significance())
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Scene, compared, notes, shown, told_apart};

    #[test]
    fn a_difference_that_can_be_told_has_its_stars_and_its_verdict() {
        let scene = told_apart(&["A", "B"]);
        let row = &shown(&build(&scene.results())[0])[0];
        assert!(
            row.starts_with("A against B | accuracy, original | 12 | 100.0 | 0.0 | +100.0"),
            "{row}"
        );
        assert!(row.contains(" | *** | ") && row.contains(" | better"), "{row}");
    }

    #[test]
    fn a_difference_that_cannot_be_told_says_how_many_pairs_it_needs() {
        let pairs: Vec<String> = (1..=40)
            .map(|id| {
                format!(
                    "{id} E lex:syn {} {}",
                    if id % 4 == 1 { "U" } else { "E" },
                    if id % 5 == 1 { "U" } else { "E" }
                )
            })
            .collect();
        let scene = Scene::new(compared(), &["A", "B"], &pairs.join("\n"));
        let row = &shown(&build(&scene.results())[0])[0];
        assert!(row.contains("not significant (5 points need "), "{row}");
    }

    #[test]
    fn of_slices_only_what_can_be_told_stands_or_else_what_is_nearest() {
        let notes_of = |scene: &Scene| {
            let tables = build(&scene.results());
            notes(
                tables.iter().find(|table| table.key.as_str() == "comparisons-phenomenon").unwrap(),
            )
        };
        let told = notes_of(&told_apart(&["A", "B"]));
        assert!(told.contains("comparisons are significant. Shown: these."), "{told}");
        let alike = Scene::new(compared(), &["A", "B"], "1 E lex:syn E E");
        assert!(
            notes_of(&alike)
                .contains(" comparisons are significant. Shown: those with the smallest p-values.")
        );
    }

    #[test]
    fn a_reference_has_no_letter_and_takes_none_from_the_others() {
        let scene = told_apart(&["A", "B", "G!"]);
        let letters = scene.results().letters(Population::Original);
        assert_eq!(letters, Some(["a", "b", ""].map(str::to_owned).to_vec()));
    }

    #[test]
    fn letters_need_a_comparison_of_every_two_systems() {
        let mut scene = told_apart(&["A", "B", "C"]);
        let letters = |scene: &Scene| scene.results().letters(Population::Original);
        assert_eq!(letters(&scene), Some(["a", "b", "a"].map(str::to_owned).to_vec()));
        let of_accuracy = |row: &ComparisonRow| row.measure.key == ACCURACY.key;
        let at = scene.comparisons.iter().position(of_accuracy).unwrap();
        scene.comparisons.remove(at);
        assert_eq!(letters(&scene), None);
    }
}
