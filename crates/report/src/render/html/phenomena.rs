//! Phenomena by systems as the page shows them: accuracy in the markup, other measures for the script to put in
//! its place, already rounded and with their places on the axis.

use minijinja::{Environment, Error, Value, context};
use phenom_metrics::Population;
use phenom_metrics::measures::Measure;
use serde::Serialize;

use super::data::packed_each;
use super::marks::{Axis, strip};
use super::shown_figures::heat;
use super::shown_tables::sort_key;
use super::values::{safe, serialized};
use crate::cell::Cell;
use crate::explorer::{KNOWN, Level, Question, Rows, Wanted};
use crate::{
    PageModel, PairCounts, PhenomenaBySystems, PhenomenonRow, RowLevel, Standing, harmless,
};

/// On fewer pairs a percentage would mislead, so that the page shows counts.
const FEW: f64 = 5.0;
/// With more systems there is no room for strips.
const STRIPS: usize = 8;
/// The same in rows by gold judgment.
const STRIPS_BY_GOLD: usize = 4;

#[derive(Serialize)]
struct Shown {
    unit: &'static str,
    measure: &'static str,
    measures: Vec<(usize, &'static str)>,
    systems: Vec<Head>,
    strips: bool,
    /// The rows of each category, as markup.
    groups: Vec<Value>,
    phenomena: usize,
    left_out: usize,
    /// How many phenomena are on enough pairs for percentages.
    large: usize,
    least: u64,
    level: String,
    linked: bool,
    /// The marks that occur, with their meanings.
    marks: Vec<(&'static str, &'static str)>,
    by_gold: bool,
    data: Value,
}

/// The system of a column.
#[derive(Serialize)]
pub(super) struct Head {
    name: String,
    reads_gold: bool,
}

/// The systems in the order of all lists.
pub(super) fn heads(model: &PageModel<'_>) -> Vec<Head> {
    let head = |system: &crate::PageSystem| Head {
        name: harmless(&system.name),
        reads_gold: system.reads_gold,
    };
    model.systems.iter().map(head).collect()
}

/// The level of the intervals in percent, without digits that rounding leaves.
pub(super) fn level(model: &PageModel<'_>) -> String {
    format!("{}", (model.level * 1e9).round() / 1e9)
}

#[derive(Serialize)]
struct Line {
    number: usize,
    kind: &'static str,
    name: String,
    pairs: u64,
    lead: Option<String>,
    by_gold: String,
    few: bool,
    cells: Vec<Shell>,
    under: Vec<Under>,
}

/// A row by gold judgment.
#[derive(Serialize)]
struct Under {
    name: &'static str,
    pairs: u64,
    lead: Option<String>,
    cells: Vec<Shell>,
}

/// A cell of a table of values by system.
#[derive(Serialize)]
pub(super) struct Shell {
    text: String,
    /// How dark it is, from 0 to 9, if it has no strip.
    heat: Option<u8>,
    sign: &'static str,
    meaning: &'static str,
    best: bool,
    value: Option<String>,
    ends: Option<[String; 2]>,
    title: String,
    lead: Option<String>,
    strip: Option<String>,
    reads_gold: bool,
    undefined: bool,
}

/// The table for the template, with the other measures in `data`.
pub(super) fn table(
    table: &PhenomenaBySystems,
    model: &PageModel<'_>,
    rows: Option<&Rows<'_>>,
    environment: &Environment<'_>,
) -> Result<Value, Error> {
    let first = table.measures.first().copied();
    let of_first = table.rows.iter().filter_map(|row| row.cells.first()).flatten();
    let axis = first.map(|measure| Axis::of(measure, of_first));
    let shells = Shells {
        model,
        rows,
        axis: axis.filter(|_| model.systems.len() <= STRIPS),
        is_accuracy: first.is_some_and(|measure| measure.key == "accuracy"),
    };
    let template = environment.get_template("phenomenon.html")?;
    let mut groups: Vec<String> = Vec::new();
    let mut category: Option<&str> = None;
    let mut is_headed = false;
    for (number, row) in table.rows.iter().enumerate() {
        let here = (row.level != RowLevel::All).then_some(row.category.as_str());
        if groups.is_empty() || category != here {
            groups.push(String::new());
            (category, is_headed) = (here, row.level == RowLevel::Category);
        }
        if let Some(group) = groups.last_mut() {
            let under = is_headed && row.level == RowLevel::Phenomenon;
            let line = serialized(shells.line(number, row, table));
            group.push_str(&template.render(context! { row => line, under })?);
        }
    }
    let phenomena = || table.rows.iter().filter(|row| row.level == RowLevel::Phenomenon);
    let numbers = table.rows.iter().flat_map(|row| row.cells.iter().flatten());
    let mut marks: Vec<(&str, &str)> = Vec::new();
    for standing in numbers.filter_map(Cell::stands) {
        let mark = (standing.sign(), standing.meaning());
        if !marks.contains(&mark) {
            marks.push(mark);
        }
    }
    marks.sort_unstable();
    let shown = Shown {
        unit: if table.decomposed { "monothematic" } else { "original" },
        measure: first.map_or("", |measure| measure.name),
        measures: table.measures.iter().map(|measure| measure.name).enumerate().collect(),
        systems: heads(model),
        strips: shells.axis.is_some(),
        groups: groups.into_iter().map(safe).collect(),
        phenomena: phenomena().count(),
        left_out: table.left_out,
        large: phenomena().filter(|row| row.pairs as f64 >= FEW).count(),
        least: FEW as u64,
        level: level(model),
        linked: rows.is_some(),
        marks,
        by_gold: !table.gold.is_empty(),
        data: safe(others(table, model)),
    };
    Ok(serialized(shown))
}

/// What makes cells.
struct Shells<'a> {
    model: &'a PageModel<'a>,
    rows: Option<&'a Rows<'a>>,
    axis: Option<Axis>,
    is_accuracy: bool,
}

impl Shells<'_> {
    fn line(&self, number: usize, row: &PhenomenonRow, table: &PhenomenaBySystems) -> Line {
        let question = Question {
            level: match row.population {
                Population::Monothematic => Level::Part,
                _ => Level::Original,
            },
            phenomenon: row.slice.clone(),
            ..Question::default()
        };
        let cells = row.cells.first().into_iter().flatten().enumerate();
        let occurring: Vec<usize> = (0..table.gold.len())
            .filter(|at| row.by_gold.get(*at).is_some_and(|pairs| *pairs > 0))
            .collect();
        // With many systems, these rows alone would make the page heavy.
        let axis = self.axis.filter(|_| self.model.systems.len() <= STRIPS_BY_GOLD);
        let under = occurring.iter().filter(|_| self.is_accuracy).filter_map(|&at| {
            let judgment = table.gold.get(at)?.name();
            let pairs = *row.by_gold.get(at)?;
            let question = Question { gold: Some(judgment), ..question.clone() };
            let cells = row.gold_cells.get(at)?.iter().enumerate();
            Some(Under {
                name: judgment,
                pairs,
                lead: self.lead(&question, pairs),
                cells: cells.map(|cell| self.shell(cell, axis, pairs, None, &question)).collect(),
            })
        });
        let by_gold: Vec<String> = row.by_gold.iter().map(u64::to_string).collect();
        let constant = row.constant.filter(|_| self.is_accuracy);
        Line {
            number,
            kind: match row.level {
                RowLevel::All => "all",
                RowLevel::Category => "category",
                RowLevel::Phenomenon => "phenomenon",
            },
            name: harmless(&row.name),
            pairs: row.pairs,
            lead: self.lead(&question, row.pairs),
            by_gold: by_gold.join(" · "),
            few: (row.pairs as f64) < FEW,
            cells: cells
                .map(|cell| self.shell(cell, self.axis, row.pairs, constant, &question))
                .collect(),
            under: under.collect(),
        }
    }

    /// Where the pairs are that a row is about: pairs without gold count for nobody.
    fn lead(&self, question: &Question, counted: u64) -> Option<String> {
        let rows = self.rows?;
        rows.address_of(question, counted).or_else(|| {
            let question = Question { gold: question.gold.or(Some(KNOWN)), ..question.clone() };
            rows.address_of(&question, counted)
        })
    }

    /// A cell of the measure that is in the markup; without an axis, without a strip.
    fn shell(
        &self,
        (system, cell): (usize, &Cell),
        axis: Option<Axis>,
        pairs: u64,
        constant: Option<f64>,
        question: &Question,
    ) -> Shell {
        let reads_gold = self.model.systems.get(system).is_some_and(|system| system.reads_gold);
        let written = written(cell, self.model);
        let counts = cell.counts();
        let few = counts.is_some_and(|counts| counts.denominator.value() < FEW);
        let standing = cell.stands().filter(|_| !few);
        let correct = counts.map(|PairCounts { numerator, denominator, .. }| {
            format!("{numerator} of {denominator} correct")
        });
        let counted = counts.map_or(Some(pairs), |counts| counts.denominator.whole());
        let lead = self.rows.filter(|rows| rows.shows_all_of(system)).and_then(|rows| {
            let answers = vec![(system, Wanted::Counted)];
            rows.address_of(&Question { answers, ..question.clone() }, counted?)
        });
        // A value that is no share of counted pairs leads to those that it rests on.
        let rests_on = lead.as_ref().filter(|_| counts.is_none());
        let rests_on = rests_on.map(|_| format!("rests on {pairs} counted pairs"));
        let said: Vec<String> = [correct, rests_on, written.reason].into_iter().flatten().collect();
        let class = match (reads_gold, few) {
            (true, true) => " rf few",
            (true, false) => " rf",
            (false, true) => " few",
            (false, false) => "",
        };
        Shell {
            text: match counts.filter(|_| few) {
                Some(counts) if counts.value().is_ok() => counts.to_string(),
                _ => written.text,
            },
            sign: standing.map_or("", Standing::sign),
            meaning: standing.map_or("", Standing::meaning),
            heat: cell.number().filter(|_| axis.is_none() && self.is_accuracy && !few).map(heat),
            best: standing == Some(Standing::Highest),
            value: cell.number().map(sort_key),
            ends: written.ends,
            title: said.join(", "),
            lead,
            strip: axis.and_then(|axis| strip(axis, cell, constant, class)),
            reads_gold,
            undefined: matches!(cell, Cell::Undefined(_)),
        }
    }
}

impl Shell {
    /// A value with a strip and without marks; `tick` is what it is compared with.
    pub(super) fn of(cell: &Cell, model: &PageModel<'_>, axis: Axis, tick: Option<f64>) -> Self {
        let Written { text, ends, reason } = written(cell, model);
        Self {
            text,
            heat: None,
            sign: "",
            meaning: "",
            best: false,
            value: cell.number().map(sort_key),
            ends,
            title: reason.unwrap_or_default(),
            lead: None,
            strip: strip(axis, cell, tick, ""),
            reads_gold: false,
            undefined: matches!(cell, Cell::Undefined(_)),
        }
    }
}

struct Written {
    text: String,
    ends: Option<[String; 2]>,
    reason: Option<String>,
}

/// The figure, the ends of its interval, and why it has none: each as text.
fn written(cell: &Cell, model: &PageModel<'_>) -> Written {
    let text = model.numbers.shown(&bare(cell));
    let style = match bare(cell) {
        Cell::Value(_, style) => style,
        _ => crate::Style::Percent,
    };
    let ends = cell.interval().map(|interval| {
        [interval.lower, interval.upper].map(|end| model.numbers.rounded(end, style))
    });
    let reason = match cell {
        Cell::Undefined(reason) => Some(reason.to_string()),
        _ => None,
    };
    Written { text, ends, reason }
}

/// The figure alone.
fn bare(cell: &Cell) -> Cell {
    match cell {
        Cell::Standing(cell, _) | Cell::Between(cell, _) | Cell::Written(cell, _) => bare(cell),
        Cell::Proportion(counts) => Cell::Share(*counts),
        cell => cell.clone(),
    }
}

/// A measure with its cells.
#[derive(Serialize)]
struct Other<C> {
    definition: &'static str,
    name: &'static str,
    rows: Vec<Vec<C>>,
    zero: Option<String>,
}

/// All measures but the first, packed for the script: each cell as its text, the ends of its interval, what it is sorted
/// by, the places of dot and line, and why there is no value.
fn others(table: &PhenomenaBySystems, model: &PageModel<'_>) -> String {
    let measure = |(at, measure): (usize, &&'static Measure)| {
        let cells = || table.rows.iter().filter_map(move |row| row.cells.get(at));
        let axis = Axis::of(measure, cells().flatten());
        let cell = |cell: &Cell| {
            let Written { text, ends, reason } = written(cell, model);
            let number = cell.number().filter(|number| number.is_finite());
            let dot = number.map(|number| axis.place(number).to_string());
            let line = cell.interval().filter(|interval| interval.lower < interval.upper).map(
                |interval| [interval.lower, interval.upper].map(|end| axis.place(end).to_string()),
            );
            (text, ends, number, dot, line, reason)
        };
        Other {
            definition: measure.definition,
            name: measure.name,
            rows: cells().map(|cells| cells.iter().map(cell).collect()).collect(),
            zero: axis.zero().map(|zero| zero.to_string()),
        }
    };
    packed_each(table.measures.iter().enumerate().skip(1).map(measure))
}
