//! Systems against each other: differences, how sure they are, and what they come to.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::measure;
use phenom_metrics::statistics::letters;
use phenom_metrics::{ComparisonRow, Evaluation, Population, SliceKind, Verdict};

use crate::{Cell, Column, Pairs, Results, Row, RowKind, SafeName, Style, Table};

pub(super) fn build(results: &Results<'_>) -> Vec<Table> {
    comparison_tables(results, results.comparisons, false)
}

/// The tables on some comparisons of an evaluation: over all pairs, and by category, phenomenon and so on;
/// of these `every` one, or those where something can be told.
#[must_use]
pub fn comparison_tables(
    results: &Results<'_>,
    comparisons: &[ComparisonRow],
    every: bool,
) -> Vec<Table> {
    if comparisons.is_empty() {
        return Vec::new();
    }
    let of = |kind: &SliceKind| comparisons.iter().filter(|row| row.slice_kind == *kind).collect();
    let mut tables = vec![table(
        results,
        SafeName::new("comparisons"),
        "Systems against each other, on all pairs",
        of(&SliceKind::All),
        Vec::new(),
    )];
    let mut kinds: Vec<&SliceKind> = Vec::new();
    for row in comparisons.iter().filter(|row| row.slice_kind != SliceKind::All) {
        if !kinds.contains(&&row.slice_kind) {
            kinds.push(&row.slice_kind);
        }
    }
    for kind in kinds {
        let all: Vec<&ComparisonRow> = of(kind);
        let told = |row: &&ComparisonRow| !matches!(row.verdict, Verdict::CannotTell { .. });
        let decided: Vec<&ComparisonRow> = all.iter().copied().filter(told).collect();
        let mut notes = Vec::new();
        if !every {
            notes.push(format!(
                "Of {} comparisons {} can be told: {}; of the others one cannot tell which system is \
                 better, and comparisons.csv has them all.",
                all.len(),
                decided.len(),
                if decided.is_empty() {
                    "here stand those with the smallest p-values"
                } else {
                    "they stand here"
                }
            ));
        }
        let (key, by) = match kind {
            SliceKind::Attribute(name) => (format!("comparisons-attribute-{name}"), name.clone()),
            kind => (format!("comparisons-{kind}"), kind.to_string()),
        };
        let title = format!("Systems against each other, by {by}");
        let shown = match (every, decided.is_empty()) {
            (true, _) => all,
            (false, true) => nearest(&all),
            (false, false) => decided,
        };
        tables.push(table(results, SafeName::new(&key), &title, shown, notes));
    }
    tables
}

/// How many comparisons stand in a table where none can be told.
const NEAREST: usize = 5;

/// Those with the smallest p-values.
fn nearest<'a>(all: &[&'a ComparisonRow]) -> Vec<&'a ComparisonRow> {
    let mut sorted = all.to_vec();
    let p = |row: &ComparisonRow| row.p.unwrap_or(f64::INFINITY);
    sorted.sort_by(|a, b| p(a).total_cmp(&p(b)));
    sorted.truncate(NEAREST);
    sorted
}

fn table(
    results: &Results<'_>,
    key: SafeName,
    title: &str,
    comparisons: Vec<&ComparisonRow>,
    mut notes: Vec<String>,
) -> Table {
    let evaluation = results.evaluation;
    let by_slice = comparisons.iter().any(|row| row.slice_kind != SliceKind::All);
    let mut columns = vec![Column::repeating("systems")];
    if by_slice {
        columns.push(Column::new("slice"));
    }
    columns.extend(
        ["figure", "pairs", "first", "second", "difference", "", "p", "adjusted p", "the first is"]
            .map(Column::new),
    );
    columns.push(Column::new("design effect"));
    let mut rows = Vec::new();
    let mut above = String::new();
    for comparison in comparisons {
        let systems = format!(
            "{} against {}",
            results.shown(&comparison.system_a),
            results.shown(&comparison.system_b)
        );
        let Some(measure) = measure(comparison.measure) else { continue };
        let (style, name) = (measure.style, measure.name);
        let figure = match comparison.population {
            Population::Decomposition => name.to_owned(),
            population => format!("{name}, {}", population.name()),
        };
        let mut cells = vec![Cell::text(&systems)];
        if by_slice {
            cells.push(Cell::text(results.slice_named(&comparison.slice_kind, &comparison.slice)));
        }
        let probability =
            |p: Option<f64>| p.map_or(Cell::Empty, |p| Cell::Value(p, Style::Probability));
        let [first, second] = comparison.values.clone();
        cells.extend([
            Cell::text(figure),
            Cell::Count(comparison.pairs),
            Cell::value(first, style),
            Cell::value(second, style),
            Cell::value(comparison.difference.clone(), style.of_difference())
                .between(comparison.interval),
            Cell::text(stars(evaluation, comparison)),
            probability(comparison.p),
            probability(comparison.p_adjusted),
            Cell::text(verdict(comparison)),
            comparison
                .design_effect
                .map_or(Cell::Empty, |effect| Cell::Value(effect, Style::Ratio)),
        ]);
        let kind = if systems == above { RowKind::Body } else { RowKind::First };
        above = systems;
        rows.push(Row { kind, cells });
    }
    notes.extend(method_notes(evaluation));
    Table { key, title: title.to_owned(), columns, rows, notes }
}

/// The verdict in words.
fn verdict(comparison: &ComparisonRow) -> String {
    match comparison.verdict {
        Verdict::CannotTell { needed: Some(needed) } if needed > comparison.pairs => {
            format!("cannot tell (needs {needed} pairs)")
        }
        verdict => verdict.name().to_owned(),
    }
}

fn stars(evaluation: &Evaluation, comparison: &ComparisonRow) -> &'static str {
    let alpha = evaluation.statistics.level.significance();
    match comparison.p_adjusted {
        Some(p) if p <= alpha / 50.0 => "***",
        Some(p) if p <= alpha / 5.0 => "**",
        Some(p) if p <= alpha => "*",
        _ => "",
    }
}

/// How it was done, to be pasted with the table.
fn method_notes(evaluation: &Evaluation) -> Vec<String> {
    let statistics = &evaluation.statistics;
    let alpha = statistics.level.significance();
    // 1 - 0.95 is 0.050000000000000044 in binary fractions.
    let short = |value: f64| format!("{}", (value * 1e9).round() / 1e9);
    vec![
        format!(
            "p: two-sided cluster sign-flip permutation test over original pairs with all that comes from \
             them, studentised, mid-p; adjusted by {} within a family: all comparisons here of one \
             measure on one kind of pairs. * adjusted p at most {}, ** {}, *** {}.",
            statistics
                .correction
                .method()
                .map_or("nothing".to_owned(), |whose| format!("{whose} method")),
            short(alpha),
            short(alpha / 5.0),
            short(alpha / 50.0)
        ),
        format!(
            "In brackets the {} % interval of the difference, by paired bootstrap over original pairs; the \
             test decides, not the interval. No p stands where the systems differ on too few original pairs \
             for any verdict. Needs: so many pairs tell a difference of the size seen with a power of 80 %. \
             Design effect: how many of these pairs, which depend on each other, tell as much as one \
             independent pair.",
            short(100.0 * statistics.level.value())
        ),
    ]
}

impl Results<'_> {
    /// For each system its letters by accuracy: systems that share one cannot be told apart. Nothing
    /// where not all systems were compared with each other.
    pub(super) fn letters(&self, population: Population) -> Option<Vec<String>> {
        let systems = &self.evaluation.systems;
        let count = systems.len();
        let of_all: Vec<&ComparisonRow> = self
            .comparisons
            .iter()
            .filter(|row| {
                row.slice_kind == SliceKind::All
                    && row.population == population
                    && row.measure == ACCURACY.key
            })
            .collect();
        if count < 2 || of_all.len() != count * (count - 1) / 2 {
            return None;
        }
        let at = |name: &str| systems.iter().position(|system| system.name == name);
        let mut different = vec![vec![false; count]; count];
        for row in of_all {
            let (first, second) = (at(&row.system_a)?, at(&row.system_b)?);
            let told = !matches!(row.verdict, Verdict::CannotTell { .. });
            different[first][second] = told;
            different[second][first] = told;
        }
        let accuracy = |system: usize| {
            let name = &systems[system].name;
            let value = self.value(name, population, Pairs::All, &ACCURACY);
            value.unwrap_or(f64::NEG_INFINITY)
        };
        let mut best_first: Vec<usize> = (0..count).collect();
        best_first.sort_by(|a, b| accuracy(*b).total_cmp(&accuracy(*a)));
        Some(letters(&different, &best_first))
    }

    /// What the letters mean.
    pub(super) fn letters_note(&self) -> String {
        format!(
            "Group: systems that share a letter cannot be told apart by accuracy (cluster sign-flip test, \
             {} over all pairs of systems, at {} %).",
            self.evaluation
                .statistics
                .correction
                .method()
                .map_or("no correction".to_owned(), |whose| format!("{whose} correction")),
            (100.0 * self.evaluation.statistics.level.significance() * 1e9).round() / 1e9
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
        let scene = Scene::new(compared(), &["A", "B"], "1 E lex:syn E U\n2 E lex:syn U U\n");
        let row = &shown(&build(&scene.results())[0])[0];
        assert!(row.contains("cannot tell (needs "), "{row}");
    }

    #[test]
    fn of_slices_only_what_can_be_told_stands_or_else_what_is_nearest() {
        let notes_of = |scene: &Scene| notes(&build(&scene.results())[1]);
        let told = notes_of(&told_apart(&["A", "B"]));
        assert!(told.contains("can be told: they stand here"), "{told}");
        let alike = Scene::new(compared(), &["A", "B"], "1 E lex:syn E E");
        assert!(
            notes_of(&alike).contains("0 can be told: here stand those with the smallest p-values")
        );
    }

    #[test]
    fn letters_need_a_comparison_of_every_two_systems() {
        let mut scene = told_apart(&["A", "B", "C"]);
        let letters = |scene: &Scene| scene.results().letters(Population::Original);
        assert_eq!(letters(&scene), Some(["a", "b", "a"].map(str::to_owned).to_vec()));
        let of_accuracy = |row: &ComparisonRow| row.measure == ACCURACY.key;
        let at = scene.comparisons.iter().position(of_accuracy).unwrap();
        scene.comparisons.remove(at);
        assert_eq!(letters(&scene), None);
    }
}
