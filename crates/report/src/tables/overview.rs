//! Accuracy by phenomenon and system: the first table.

use phenom_metrics::measures::Measure;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{Baseline, ComparisonRow, Population, SliceKind, SystemCounts};

use super::interval_cell::interval_cell;
use super::{TOO_FEW_PAIRS, notes_on_systems};
use crate::claims::{LETTERED, Place, RowMarks, View, legend, row_marks};
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
    let n = if evaluation.judged.is_some() { "read" } else { "n" };
    let mut columns = vec![Column::new(heading), Column::new(n)];
    columns.extend(evaluation.systems.iter().map(|system| Column::new(results.marked(system))));
    columns.push(Column::new("constant"));
    columns.push(Column::new(""));
    let lines = Lines::new(results, measure);
    let population = evaluation.tagged();
    let (mut rows, mut shown, mut marked) = (Vec::new(), Vec::new(), Vec::new());
    let mut push = |kind, name: Cell, population, slice, with_interval| {
        let marks = lines.marks(population, slice);
        shown.push((population, slice));
        rows.push(Row { kind, cells: lines.figures(name, population, slice, &marks) });
        rows.extend(Some(lines.intervals(population, slice)).filter(|_| with_interval).flatten());
        rows.extend(Some(lines.letters(population)).filter(|_| slice == 0).flatten());
        marked.push(marks);
    };
    let total = has_intervals(results);
    let all = if decomposed { "original pairs" } else { "all pairs" };
    push(RowKind::Body, Cell::text(all), Population::Original, 0, total);
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
        lines.order(&mut phenomena, population, order);
        for slice in phenomena {
            let path = results.slice(slice);
            let short = path.strip_prefix(&format!("{name}:")).unwrap_or(&path);
            let name = short.to_owned();
            let name = if several { Cell::Indented(name) } else { Cell::Text(name) };
            push(kind, name, population, slice, every);
            kind = RowKind::Body;
        }
    }
    let constant = columns.len() - 2;
    drop_idle(constant, &mut columns, &mut rows);
    let has_constant = columns.len() == constant + 2;
    if !marked.iter().any(|marks| marks.has_no_difference) {
        drop_last(&mut columns, &mut rows);
    }
    let notes = notes(&lines, &marked, &shown, (has_constant, left_out));
    let title = title(measure, population, results.evaluation.slices.len() > 1);
    vec![Table { key: SafeName::new("overview"), title, columns, rows, notes }]
}

/// The caption.
fn title(measure: &Measure, population: Population, has_slices: bool) -> String {
    let mut letters = measure.name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let name: String = first.into_iter().chain(letters).collect();
    match population {
        Population::Original if !has_slices => format!("{name} on all pairs"),
        Population::Original => format!("{name} on original pairs, by phenomenon"),
        _ => format!("{name} on original pairs, and on monothematic pairs by phenomenon"),
    }
}

/// What is said under the table: of its marks and intervals, of the pairs behind each row, of phenomena without a row and
/// of systems.
fn notes(
    lines: &Lines<'_, '_>,
    marked: &[RowMarks],
    shown: &[(Population, usize)],
    (has_constant, left_out): (bool, usize),
) -> Vec<String> {
    let (results, evaluation) = (lines.results, lines.results.evaluation);
    let mut notes: Vec<String> = legend(&marked.iter().collect::<Vec<_>>()).into_iter().collect();
    if lines.letters(Population::Original).is_some() {
        let untested =
            |of: &Population| lines.view.groups(lines.place(*of, 0), lines.measure).untested;
        let untested: usize = results.populations().iter().map(untested).sum();
        let untested = match untested {
            0 => String::new(),
            1 => " 1 pair of systems was not tested.".to_owned(),
            many => format!(" {many} pairs of systems were not tested."),
        };
        notes.push(format!(
            "Group: two systems share a letter if they do not differ significantly.{untested}"
        ));
    }
    notes.extend(selection_note(results).filter(|_| has_intervals(results)));
    notes.extend(lines.caution(marked, shown));
    let constant = match has_constant {
        true => format!(" Constant: always predicts {}.", lines.constant_labels()),
        false => String::new(),
    };
    let several = match evaluation.has_phenomena() {
        true => " A pair with several phenomena counts once in each.",
        false => "",
    };
    let n = match evaluation.judged {
        None => "n: number of pairs",
        Some(_) => "Read: number of pairs that people read",
    };
    notes.push(format!("{n}.{constant}{several}"));
    if left_out > 0 {
        let of = if evaluation.judged.is_some() { "read pairs" } else { "pairs" };
        let (noun, verb) =
            if left_out == 1 { ("phenomenon", "has") } else { ("phenomena", "have") };
        notes.push(format!(
            "{left_out} more {noun} {TOO_FEW_PAIRS} {LEAST_PAIRS} {of} {verb} no row."
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

/// Removes a column that has no value but 0.
fn drop_idle(column: usize, columns: &mut Vec<Column>, rows: &mut [Row]) {
    let is_idle = |row: &Row| row.cells[column].number().is_none_or(|value| value == 0.0);
    if rows.iter().all(is_idle) {
        columns.remove(column);
        for row in rows {
            row.cells.remove(column);
        }
    }
}

fn drop_last(columns: &mut Vec<Column>, rows: &mut [Row]) {
    columns.pop();
    for row in rows {
        row.cells.pop();
    }
}

/// The lines of the table, and of the page's, by one measure.
pub(crate) struct Lines<'l, 'r> {
    results: &'l Results<'r>,
    measure: &'static Measure,
    view: View<'l, 'r>,
}

impl<'l, 'r> Lines<'l, 'r> {
    pub(crate) fn new(results: &'l Results<'r>, measure: &'static Measure) -> Self {
        Self { results, measure, view: View::new(results) }
    }

    fn place(&self, population: Population, slice: usize) -> Place {
        Place { population, slice, measure: self.measure.key }
    }

    fn cell(&self, system: &str, population: Population, slice: usize) -> Cell {
        self.results.share(system, population, Pairs::Slice(slice), self.measure)
    }

    /// Sorts phenomena as the config asks.
    fn order(&self, phenomena: &mut [usize], population: Population, order: OverviewOrder) {
        let pairs = |slice: &usize| self.results.evaluation.gold(population, *slice).pairs();
        match order {
            OverviewOrder::Data => {}
            OverviewOrder::N => phenomena.sort_by_key(|slice| std::cmp::Reverse(pairs(slice))),
            OverviewOrder::Difference => phenomena.sort_by(|first, second| {
                let of = |slice: &usize| self.difference(population, *slice);
                of(second).total_cmp(&of(first))
            }),
        }
    }

    /// How far apart two systems are at most, without oracles.
    fn difference(&self, population: Population, slice: usize) -> f64 {
        let values = || {
            let systems = self.view.competing.iter();
            systems.filter_map(|system| self.cell(&system.name, population, slice).number())
        };
        values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
    }

    /// The marks of a row.
    pub(crate) fn marks(&self, population: Population, slice: usize) -> RowMarks {
        row_marks(&self.view, self.place(population, slice), self.measure)
    }

    /// The caution beside the marks of significantly lower systems, on the pairs of the rows that are shown.
    fn caution(&self, marked: &[RowMarks], shown: &[(Population, usize)]) -> Option<String> {
        let mut marks = marked.iter().flat_map(|row| &row.of_systems);
        if !marks.any(|mark| *mark == Some(Standing::Lower)) {
            return None;
        }
        let rows: Vec<&ComparisonRow> = shown
            .iter()
            .flat_map(|(population, slice)| self.view.of_systems(self.place(*population, *slice)))
            .collect();
        low_power_caution(rows)
    }

    /// The intervals of a row; `None` if no value has one.
    fn intervals(&self, population: Population, slice: usize) -> Option<Row> {
        let evaluation = self.results.evaluation;
        let measure = self.measure;
        let level = self.results.level();
        let mut cells = vec![Cell::Indented(format!("{level} interval")), Cell::Empty];
        cells.extend(evaluation.systems.iter().map(|system| {
            interval_cell(self.results, &system.name, population, Pairs::Slice(slice), measure)
        }));
        cells.extend([Cell::Empty, Cell::Empty]);
        let has_any = cells[1..].iter().any(|cell| *cell != Cell::Empty);
        has_any.then_some(Row { kind: RowKind::Body, cells })
    }

    /// The letters of the groups on all pairs; `None` for few systems, or if not all were compared.
    fn letters(&self, population: Population) -> Option<Row> {
        let groups = self.view.groups(self.place(population, 0), self.measure);
        if groups.len() < LETTERED || !groups.is_complete() {
            return None;
        }
        let letters = groups.letters();
        let of = |system: &SystemCounts| {
            let own = letters.iter().find(|(name, _)| *name == system.name);
            own.map_or(Cell::Empty, |(_, letters)| Cell::text(letters))
        };
        let mut cells = vec![Cell::Indented("group".to_owned()), Cell::Empty];
        cells.extend(self.results.evaluation.systems.iter().map(of));
        cells.extend([Cell::Empty, Cell::Empty]);
        Some(Row { kind: RowKind::Body, cells })
    }

    fn figures(
        &self,
        name: Cell,
        population: Population,
        slice: usize,
        marks: &RowMarks,
    ) -> Vec<Cell> {
        let evaluation = self.results.evaluation;
        let mut cells = vec![name, Cell::count(evaluation.gold(population, slice).pairs())];
        let of_systems = evaluation.systems.iter().zip(&marks.of_systems);
        cells.extend(of_systems.map(|(system, mark)| {
            self.cell(&system.name, population, slice).without_interval().standing(*mark)
        }));
        let constant = self.constant(population, slice);
        cells.push(constant.map_or(Cell::Empty, |value| Cell::Value(value, self.measure.style)));
        cells.push(match marks.has_no_difference {
            true => Cell::text("≈"),
            false => Cell::Empty,
        });
        cells
    }

    /// The value of every system, and its mark.
    pub(crate) fn of_systems(
        &self,
        population: Population,
        slice: usize,
    ) -> Vec<(Cell, Option<Standing>)> {
        let marks = self.marks(population, slice).of_systems;
        let systems = self.results.evaluation.systems.iter();
        let cells = systems.map(|system| self.cell(&system.name, population, slice));
        cells.zip(marks).collect()
    }

    /// The constant baseline of a population: the first of those that are correct most often on all of its pairs.
    fn constant_of(&self, population: Population) -> Option<Baseline> {
        let constants = self.results.baselines().into_iter().filter_map(|baseline| {
            let Baseline::Constant(_) = baseline else { return None };
            let all = Pairs::All;
            Some((baseline, self.results.value(&baseline.name(), population, all, &ACCURACY)?))
        });
        let best = constants.reduce(|best, other| if other.1 > best.1 { other } else { best });
        best.map(|(baseline, _)| baseline)
    }

    /// The value of the constant baseline of the population on a slice.
    pub(crate) fn constant(&self, population: Population, slice: usize) -> Option<f64> {
        let name = self.constant_of(population)?.name();
        self.results.value(&name, population, Pairs::Slice(slice), self.measure)
    }

    /// What the constants predict: `entailment`, or `entailment (originals) and unknown (parts)`.
    fn constant_labels(&self) -> String {
        let of = |population: &Population| match self.constant_of(*population)? {
            Baseline::Constant(label) => Some((label.name(), self.view.pairs_word(*population))),
            _ => None,
        };
        let labels: Vec<(&str, &str)> = self.results.populations().iter().filter_map(of).collect();
        match labels.as_slice() {
            [(first, _), rest @ ..] if rest.iter().all(|(label, _)| label == first) => {
                (*first).to_owned()
            }
            several => {
                let named = several.iter().map(|(label, on)| format!("{label} ({on})"));
                phenom_dataset::listed(&named.collect::<Vec<_>>(), "and")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::measures::entropy::CONDITIONAL_ENTROPY;
    use phenom_metrics::{Settings, StatisticsSettings};

    use super::*;
    use crate::testing::{Scene, compared, notes, plain, shown, told_apart};

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
        assert_eq!(shown(table)[2], "syn | 6 | 100.0 | 0.0 | 83.3 | 100.0 | ≈");
        // C differs from A on one pair.
        assert_eq!(standings(2)[2], Some(Standing::NotTested));
        assert_eq!(standings(2)[..2], [None, None]);
        let apart = build(&told_apart(&["A", "B"]).results());
        let marks = apart[0].rows[0].cells[2..4].iter().map(Cell::stands);
        assert_eq!(marks.collect::<Vec<_>>(), [Some(Standing::Highest), Some(Standing::Lower)]);
        // Where all are right there is nothing to tell.
        assert_eq!(standings(4), [None; 3]);
        assert!(notes(table).contains("° not tested: the difference rests"));
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
                "n: number of pairs. Constant: always predicts entailment.",
                "B has predictions for 2 of 3 pairs. The others count as wrong.",
                "C has predictions for 1 of 3 pairs. The others are excluded from its scores.",
                "B abstains on 1 of 3 pairs. These count as wrong.",
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
        assert!(notes(table).contains("1 more phenomenon with fewer"), "{}", notes(table));
    }
}
