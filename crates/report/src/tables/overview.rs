//! Phenomena by systems: the table that everybody wants first.

use std::collections::HashMap;

use phenom_metrics::measures::{Better, Measure};
use phenom_metrics::{
    Baseline, ComparisonRow, Family, Origin, Population, SliceKind, SystemCounts, Verdict,
};

use super::interval_cell::interval_cell;
use super::{TOO_FEW_PAIRS, notes_on_systems};
use crate::low_power::low_power_caution;
use crate::selection::selection_note;
use crate::standing::Standing;
use crate::{
    Cell, Column, OverviewIntervals, OverviewOptions, OverviewOrder, Pairs, Results, Row, RowKind,
    SafeName, Style, Table,
};

/// Phenomena on fewer pairs have no row.
const LEAST_PAIRS: u64 = 5;

/// The most tasks that have rows of their own.
const MOST_TASKS: usize = 12;

pub(crate) fn build(results: &Results<'_>) -> Vec<Table> {
    let evaluation = results.evaluation;
    let decomposed = evaluation.is_decomposed();
    let OverviewOptions { measure, intervals, order } = results.options.overview;
    let unit = measure.style == Style::Percent && !results.options.numbers.fractions;
    let heading = if unit { format!("{}, %", measure.name) } else { measure.name.to_owned() };
    let mut columns = vec![Column::new(heading), Column::new("n")];
    columns.extend(evaluation.systems.iter().map(|system| Column::new(results.marked(system))));
    columns.push(Column::new("best constant"));
    let lines = Lines::new(results, measure);
    let population = match decomposed {
        true => Population::Monothematic,
        false => Population::Original,
    };
    let (mut rows, mut shown) = (Vec::new(), Vec::new());
    let mut push = |kind, name: Cell, population, slice, with_interval| {
        shown.push((population, slice));
        rows.push(Row { kind, cells: lines.figures(name, population, slice) });
        rows.extend(Some(lines.intervals(population, slice)).filter(|_| with_interval).flatten());
    };
    let total = has_intervals(results);
    push(RowKind::Body, Cell::text("original pairs"), Population::Original, 0, total);
    if decomposed {
        push(RowKind::Body, Cell::text("monothematic pairs"), population, 0, total);
    }
    let every = intervals == OverviewIntervals::All;
    let mut left_out = 0;
    let mut kind = RowKind::First;
    // Of decomposed pairs the parts come first.
    let tasks: Vec<usize> = evaluation.slices_of(&SliceKind::Task).collect();
    if !decomposed && (2..=MOST_TASKS).contains(&tasks.len()) {
        for slice in tasks {
            push(kind, Cell::text(results.slice(slice)), population, slice, every);
            kind = RowKind::Body;
        }
        kind = RowKind::First;
    }
    let categories = evaluation.phenomena_by_category();
    // Plain tags are all of one category, which tells nothing.
    let several = categories.len() > 1;
    for (category, mut phenomena) in categories {
        let pairs = |slice: &usize| evaluation.gold(population, *slice).pairs();
        let name = results.slice(category);
        if several {
            push(kind, Cell::text(&name), population, category, every);
            kind = RowKind::Body;
        }
        let all = phenomena.len();
        phenomena.retain(|slice| pairs(slice) >= LEAST_PAIRS);
        left_out += all - phenomena.len();
        match order {
            OverviewOrder::Data => {}
            OverviewOrder::N => phenomena.sort_by_key(|slice| std::cmp::Reverse(pairs(slice))),
            OverviewOrder::Difference => phenomena.sort_by(|first, second| {
                let of = |slice: &usize| lines.difference(population, *slice);
                of(second).total_cmp(&of(first))
            }),
        }
        for slice in phenomena {
            let path = results.slice(slice);
            let short = path.strip_prefix(&format!("{name}:")).unwrap_or(&path);
            let name = short.to_owned();
            let name = if several { Cell::Indented(name) } else { Cell::Text(name) };
            push(kind, name, population, slice, every);
            kind = RowKind::Body;
        }
    }
    drop_idle_constant(&mut columns, &mut rows);
    let has_constant = columns.iter().any(|column| column.name == "best constant");
    let notes = notes(&lines, &rows, &shown, (has_constant, left_out));
    let title = "Phenomena by systems".to_owned();
    vec![Table { key: SafeName::new("overview"), title, columns, rows, notes }]
}

/// What is said under the table: of its marks and intervals, of the pairs behind each row, of phenomena without a row and
/// of systems.
fn notes(
    lines: &Lines<'_, '_>,
    rows: &[Row],
    shown: &[(Population, usize)],
    (has_constant, left_out): (bool, usize),
) -> Vec<String> {
    let (results, evaluation) = (lines.results, lines.results.evaluation);
    let mut notes: Vec<String> = legend(rows).into_iter().collect();
    notes.extend(selection_note(results).filter(|_| has_intervals(results)));
    notes.extend(lines.caution(rows, shown));
    let in_part = evaluation.systems.iter().any(|system| {
        let in_part = |population| results.answered_in_part(&system.name, population).is_some();
        results.populations().iter().copied().any(in_part)
    });
    let constant = match has_constant {
        true if in_part => " Best constant: the answer that is right most often on all of them.",
        true => " Best constant: the answer that is right most often there.",
        false => "",
    };
    let several = match evaluation.has_phenomena() {
        true => " A pair with several phenomena counts in each.",
        false => "",
    };
    notes.push(format!(
        "n: pairs{}.{constant}{several}",
        if evaluation.is_decomposed() { ", monothematic ones but in the first row" } else { "" }
    ));
    if left_out > 0 {
        let are = if left_out == 1 { "phenomenon is" } else { "phenomena are" };
        notes.push(format!(
            "{left_out} more {are} {TOO_FEW_PAIRS} {LEAST_PAIRS} pairs: in the table `phenomena`."
        ));
    }
    notes.extend(notes_on_systems(results));
    notes
}

/// Whether the table has intervals under the figures of all pairs.
pub(crate) fn has_intervals(results: &Results<'_>) -> bool {
    let OverviewOptions { measure, intervals, .. } = results.options.overview;
    let has = |system: &SystemCounts| {
        let score = results.score(&system.name, Population::Original, Pairs::All, measure);
        score.is_some_and(|score| score.interval.is_some())
    };
    intervals != OverviewIntervals::None && results.evaluation.systems.iter().any(has)
}

/// Of a measure by which a constant answer is worth nothing, or has no value, there is no column for it.
fn drop_idle_constant(columns: &mut Vec<Column>, rows: &mut [Row]) {
    let says_nothing = |cell: &Cell| cell.number().is_none_or(|value| value == 0.0);
    if rows.iter().all(|row| row.cells.last().is_none_or(says_nothing)) {
        columns.pop();
        for row in rows {
            row.cells.pop();
        }
    }
}

/// The lines of the table, and of the page's, by one measure.
pub(crate) struct Lines<'l, 'r> {
    results: &'l Results<'r>,
    measure: &'static Measure,
    tests: Tests<'l>,
}

impl<'l, 'r> Lines<'l, 'r> {
    pub(crate) fn new(results: &'l Results<'r>, measure: &'static Measure) -> Self {
        Self { results, measure, tests: Tests::new(results, measure) }
    }

    fn cell(&self, system: &str, population: Population, slice: usize) -> Cell {
        self.results.share(system, population, Pairs::Slice(slice), self.measure)
    }

    /// The values of the systems that do not read gold.
    fn competing(&self, population: Population, slice: usize) -> Vec<(&str, f64)> {
        let systems = &self.results.evaluation.systems;
        let competing = systems.iter().filter(|system| system.origin == Origin::Answers);
        competing
            .filter_map(|system: &SystemCounts| {
                Some((system.name.as_str(), self.cell(&system.name, population, slice).number()?))
            })
            .collect()
    }

    /// How far apart two systems are at most, of those that do not read gold.
    fn difference(&self, population: Population, slice: usize) -> f64 {
        let values = self.competing(population, slice);
        let values = || values.iter().map(|(_, value)| *value);
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    }

    /// The caution beside the marks of significantly worse systems, on the pairs of the rows that are shown.
    fn caution(&self, rows: &[Row], shown: &[(Population, usize)]) -> Option<String> {
        let mut cells = rows.iter().flat_map(|row| &row.cells);
        if !cells.any(|cell| cell.stands() == Some(Standing::Worse)) {
            return None;
        }
        let slices = &self.results.evaluation.slices;
        let is_shown = |row: &&ComparisonRow| {
            row.family != Family::Constants
                && shown.iter().any(|(population, slice)| {
                    let of = &slices[*slice];
                    (row.population, &row.slice_kind, &row.slice)
                        == (*population, &of.kind, &of.name)
                })
        };
        low_power_caution(self.tests.rows.values().copied().filter(is_shown))
    }

    /// The intervals of a row; nothing where no figure has one.
    fn intervals(&self, population: Population, slice: usize) -> Option<Row> {
        let evaluation = self.results.evaluation;
        let measure = self.measure;
        let level = 100.0 * evaluation.statistics.level.value();
        let mut cells = vec![Cell::Indented(format!("{level} % interval")), Cell::Empty];
        cells.extend(evaluation.systems.iter().map(|system| {
            interval_cell(self.results, &system.name, population, Pairs::Slice(slice), measure)
        }));
        cells.push(Cell::Empty);
        let says_something = cells[1..].iter().any(|cell| *cell != Cell::Empty);
        says_something.then_some(Row { kind: RowKind::Body, cells })
    }

    fn figures(&self, name: Cell, population: Population, slice: usize) -> Vec<Cell> {
        let evaluation = self.results.evaluation;
        let mut cells = vec![name, Cell::count(evaluation.gold(population, slice).pairs())];
        let of_systems = self.of_systems(population, slice).into_iter();
        cells.extend(of_systems.map(|(cell, standing)| cell.without_interval().standing(standing)));
        let constant = self.best_constant(population, slice);
        cells.push(constant.map_or(Cell::Empty, |best| Cell::Value(best, self.measure.style)));
        cells
    }

    /// The figure of every system, and how it stands to the best.
    pub(crate) fn of_systems(
        &self,
        population: Population,
        slice: usize,
    ) -> Vec<(Cell, Option<Standing>)> {
        let evaluation = self.results.evaluation;
        let better = self.measure.better;
        let values = self.competing(population, slice);
        let best = values.iter().map(|(_, value)| merit(better, *value)).reduce(f64::max);
        let is_best = |value: f64| better != Better::Neither && Some(merit(better, value)) == best;
        let bests: Vec<&str> =
            values.iter().filter(|(_, value)| is_best(*value)).map(|(system, _)| *system).collect();
        let of = &evaluation.slices[slice];
        let tested = |system: &str, best: &str| {
            self.tests.standing((population, &of.kind, &of.name), system, best)
        };
        let standing = |system: &str| -> Option<Standing> {
            // A reference is no competitor.
            values.iter().find(|(competing, _)| *competing == system)?;
            if bests.contains(&system) {
                let others = values.iter().filter(|(other, _)| !bests.contains(other));
                let mut found = others.filter_map(|(other, _)| tested(other, system));
                return found.any(|found| found != Standing::TooFew).then_some(Standing::Best);
            }
            let found =
                bests.iter().map(|best| tested(system, best)).collect::<Option<Vec<Standing>>>()?;
            // Against several that are equally good, worse is what is worse than each.
            let tell =
                |standing| found.iter().all(|of_best| *of_best == standing).then_some(standing);
            tell(Standing::Worse)
                .or_else(|| tell(Standing::TooFew))
                .or_else(|| (!found.is_empty()).then_some(Standing::NotTold))
        };
        let of = |system: &SystemCounts| {
            (self.cell(&system.name, population, slice), standing(&system.name))
        };
        evaluation.systems.iter().map(of).collect()
    }

    /// The best constant answer on a slice.
    pub(crate) fn best_constant(&self, population: Population, slice: usize) -> Option<f64> {
        let measure = self.measure;
        let constants = self.results.baselines().into_iter().filter_map(|baseline| {
            let Baseline::Constant(_) = baseline else { return None };
            self.results.value(&baseline.name(), population, Pairs::Slice(slice), measure)
        });
        constants.reduce(|best, other| {
            if merit(measure.better, other) > merit(measure.better, best) { other } else { best }
        })
    }
}

/// A number that is higher for better values.
fn merit(better: Better, value: f64) -> f64 {
    match better {
        Better::Lower => -value,
        Better::NearOne => -(value - 1.0).abs(),
        Better::Higher | Better::Neither => value,
    }
}

/// What the comparisons by the table's measure tell.
struct Tests<'r> {
    rows: HashMap<(Population, &'r SliceKind, &'r str, &'r str, &'r str), &'r ComparisonRow>,
}

impl<'r> Tests<'r> {
    fn new(results: &Results<'r>, measure: &Measure) -> Self {
        let of_measure = results.comparisons.iter().filter(|row| row.measure == measure.key);
        let key = |row: &'r ComparisonRow| {
            let (first, second) = (row.system_a.as_str(), row.system_b.as_str());
            (row.population, &row.slice_kind, row.slice.as_str(), first, second)
        };
        Self { rows: of_measure.map(|row| (key(row), row)).collect() }
    }

    /// How a system stands to a better one; nothing where they were not compared.
    fn standing(
        &self,
        (population, kind, slice): (Population, &SliceKind, &str),
        system: &str,
        better: &str,
    ) -> Option<Standing> {
        let find = |first: &str, second: &str| {
            self.rows.get(&(population, kind, slice, first, second)).copied()
        };
        let (row, worse) = match find(system, better) {
            Some(row) => (row, Verdict::Second),
            None => (find(better, system)?, Verdict::First),
        };
        Some(match (row.p, row.verdict) {
            (None, _) => Standing::TooFew,
            (Some(_), verdict) if verdict == worse => Standing::Worse,
            (Some(_), _) => Standing::NotTold,
        })
    }
}

/// What the signs mean that stand in some rows.
fn legend(rows: &[Row]) -> Option<String> {
    let all = [Standing::NotTold, Standing::Worse, Standing::TooFew];
    let occurs = |standing: &Standing| {
        rows.iter().flat_map(|row| &row.cells).any(|cell| cell.stands() == Some(*standing))
    };
    let said: Vec<String> = all
        .into_iter()
        .filter(occurs)
        .map(|standing| format!("{} {}", standing.sign(), standing.meaning()))
        .collect();
    (!said.is_empty())
        .then(|| format!("{}; others are the best or were not tested.", said.join(", ")))
}

#[cfg(test)]
mod tests {
    use phenom_metrics::measures::entropy::CONDITIONAL_ENTROPY;
    use phenom_metrics::{Settings, StatisticsSettings};

    use super::*;
    use crate::testing::{Scene, compared, notes, plain, shown};

    /// Twelve originals of two phenomena; A is right on all, B on none of `lex:syn`, C on five of these six.
    fn pairs() -> String {
        let pair = |number: usize| {
            let (tag, b, c) = match number {
                0 => ("lex:syn", "U", "U"),
                1..6 => ("lex:syn", "U", "E"),
                _ => ("syn:act", "E", "E"),
            };
            format!("{number} E {tag} E {b} {c}\n")
        };
        (0..12).map(pair).collect()
    }

    #[test]
    fn each_figure_stands_to_the_best_of_its_row_as_it_was_tested() {
        let scene = Scene::new(compared(), &["A", "B", "C"], &pairs());
        let table = &build(&scene.results())[0];
        let standings = |row: usize| -> Vec<Option<Standing>> {
            table.rows[row].cells[2..5].iter().map(Cell::stands).collect()
        };
        assert_eq!(shown(table)[2], "syn | 6 | 100.0 | 0.0 | 83.3 | 100.0");
        // C differs from A on one pair.
        assert_eq!(standings(2)[2], Some(Standing::TooFew));
        assert!(standings(2)[1].is_some() && standings(2)[0] == Some(Standing::Best));
        // Where all are right there is nothing to tell.
        assert_eq!(standings(4), [None; 3]);
        assert!(notes(table).contains("° too few originals or clusters differ to test"));
    }

    #[test]
    fn intervals_stand_under_the_rows_that_are_asked_for() {
        let statistics = StatisticsSettings { intervals: true, ..compared().statistics };
        let settings = Settings { statistics, ..compared() };
        let mut scene = Scene::new(settings, &["A"], &pairs());
        let rows = |scene: &Scene| shown(&build(&scene.results())[0]);
        let usual = rows(&scene);
        assert!(usual[1].starts_with("95 % interval |  | "), "{usual:?}");
        assert_eq!(usual.iter().filter(|row| row.starts_with("95 %")).count(), 1, "{usual:?}");
        scene.options.overview.intervals = OverviewIntervals::None;
        assert!(rows(&scene).iter().all(|row| !row.starts_with("95 %")));
        scene.options.overview.intervals = OverviewIntervals::All;
        let all = rows(&scene);
        assert_eq!(all.len(), 2 * all.iter().filter(|row| row.starts_with("95 %")).count());
    }

    #[test]
    fn phenomena_are_in_the_order_that_is_asked_for() {
        // On `a` the systems agree, on `b` they do not; of `b` there are fewer pairs.
        let pair = |number: usize| match number {
            0..7 => format!("{number} E t:a E E\n"),
            _ => format!("{number} E t:b E U\n"),
        };
        let pairs: String = (0..12).map(pair).collect();
        let mut scene = Scene::new(compared(), &["A", "B"], &pairs);
        let order = |scene: &Scene| -> Vec<String> {
            let rows = shown(&build(&scene.results())[0]);
            rows.iter().skip(1).map(|row| row[..1].to_owned()).collect()
        };
        assert_eq!(order(&scene), ["a", "b"]);
        scene.options.overview.order = OverviewOrder::Difference;
        assert_eq!(order(&scene), ["b", "a"]);
    }

    #[test]
    fn another_measure_has_its_own_best_and_its_own_marks() {
        let mut scene = Scene::new(compared(), &["A", "B"], &pairs());
        scene.options.overview.measure = &CONDITIONAL_ENTROPY;
        let table = &build(&scene.results())[0];
        assert_eq!(table.columns[0].name, CONDITIONAL_ENTROPY.name);
        // Systems are not compared by it unless it is named, so nothing is marked.
        let marked =
            table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.stands().is_some());
        assert!(!marked);
    }

    #[test]
    fn what_is_left_out_or_counts_as_wrong_is_noted() {
        let pairs = "1 E - E ? E\n2 E - U E -\n3 U - U - -";
        let scene = Scene::new(plain(), &["A", "B", "C~"], pairs);
        let notes = &build(&scene.results())[0].notes;
        assert_eq!(
            notes.as_slice(),
            [
                "n: pairs. Best constant: the answer that is right most often on all of them.",
                "B answers 2 of 3 pairs; the others count as wrong.",
                "C answers 1 of 3 pairs; the others are left out of its figures.",
                "B abstains on 1 of 3 pairs; these count as wrong.",
            ]
        );
        let missing = notes.iter().filter(|note| crate::is_on_what_is_missing(note)).count();
        assert_eq!(missing, 3);
    }

    #[test]
    fn plain_tags_have_no_row_for_their_category() {
        let scene = Scene::new(compared(), &["A"], "1 E t:x E\n");
        let table = &build(&scene.results())[0];
        assert_eq!(shown(table).len(), 1, "{:?}", shown(table));
        assert!(notes(table).contains("1 more phenomenon is on fewer"), "{}", notes(table));
    }
}
