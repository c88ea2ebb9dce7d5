//! Two systems of an evaluation against each other, worked out at once.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{Change, ComparisonRow, SliceKind, Verdict};
use phenom_report::tidy::{At, COMPARISONS};
use phenom_report::{
    Block, Gate, Outcome, Shown, ShownChange, comparison_in_words, on_slice, render, two_systems,
};
use phenom_study::comparing::HeldTo;
use phenom_study::{Evaluated, Failure};
use pyo3::prelude::*;

use crate::columns::Column;
use crate::table::Table;
use crate::words::Words;

/// What is asked of two systems.
pub(crate) struct Asked {
    pub(crate) old: String,
    pub(crate) new: String,
    /// Whether the level is shared with no other system.
    pub(crate) alone: bool,
    /// A phenomenon, category or other slice.
    pub(crate) on: Option<String>,
}

/// Two systems against each other.
#[pyclass(frozen, get_all)]
pub(crate) struct Compared {
    /// What the test of accuracy shows of the new system, on all pairs or on the slice.
    verdict: &'static str,
    /// What the primary comparisons show, or the one on the slice.
    sentence: String,
    /// What `phenom compare` prints, and the same as Markdown.
    text: String,
    markdown: String,
    /// The tidy rows of the two, and a sentence for each.
    rows: Py<Table>,
    sentences: Vec<Option<String>>,
    /// The pairs that are newly wrong and newly correct.
    broken: Py<Table>,
    mended: Py<Table>,
}

/// What a comparison comes to, before it is Python's.
pub(crate) struct Found {
    verdict: &'static str,
    sentence: String,
    blocks: Vec<Block>,
    rows: Table,
    sentences: Vec<Option<String>>,
    broken: Table,
    mended: Table,
}

impl Found {
    pub(crate) fn python(self, py: Python<'_>, words: Words) -> PyResult<Compared> {
        let Self { verdict, sentence, blocks, rows, sentences, broken, mended } = self;
        let blocks = words.of_blocks(py, blocks)?;
        let text = in_text(&blocks);
        let markdown = render::blocks_markdown(&blocks, MOST_CHARACTERS);
        let [rows, broken, mended] = [rows, broken, mended].map(|table| Py::new(py, table));
        let (rows, broken, mended) = (rows?, broken?, mended?);
        Ok(Compared { verdict, sentence, text, markdown, rows, sentences, broken, mended })
    }
}

/// How many characters a comment takes, and how many ids of a group of pairs are named unasked.
const MOST_CHARACTERS: usize = 65_536;
const IDS: usize = 6;

/// Compares two systems.
pub(crate) fn compare(evaluated: &Evaluated, asked: &Asked) -> Result<Found, Failure> {
    let compared = evaluated.compared(&asked.old, &asked.new, asked.alone)?;
    let results = compared.results();
    let slice = asked.on.as_ref().map(|name| compared.slice(name)).transpose()?;
    let changes = Some(compared.changes.as_slice());
    let blocks = match slice {
        Some(number) => on_slice(&results, number, changes, Shown::default()),
        None => two_systems(&results, changes, Shown::default()),
    };
    let evaluation = &compared.evaluation;
    let of = slice.map(|number| &evaluation.slices[number]);
    let is_on = |row: &&ComparisonRow| match of {
        Some(slice) => row.slice == *slice,
        None => true,
    };
    let rows: Vec<&ComparisonRow> = compared.between().filter(is_on).collect();
    let population = evaluation.populations().last();
    let headline = rows.iter().find(|row| {
        row.measure.key == ACCURACY.key
            && Some(&row.population) == population
            && (slice.is_some() || row.slice.kind == SliceKind::All)
    });
    let is_primary =
        |row: &&&ComparisonRow| slice.is_none() && row.family == phenom_metrics::Family::Figures;
    let mut said: Vec<&ComparisonRow> = rows.iter().filter(is_primary).copied().collect();
    if said.is_empty() {
        said.extend(headline);
    }
    let words = |row: &ComparisonRow| comparison_in_words(&results, row);
    let said: Vec<String> = said.into_iter().filter_map(words).collect();
    let at = At { correction: evaluation.statistics.correction, ..At::default() };
    Ok(Found {
        verdict: headline.map_or("not tested", |row| verdict(row)),
        sentence: said.join(" "),
        blocks,
        sentences: rows.iter().map(|row| words(row)).collect(),
        rows: Table::of_rows(&COMPARISONS, rows.iter().copied(), at),
        broken: changed(&compared.changes, Change::Broken),
        mended: changed(&compared.changes, Change::Mended),
    })
}

/// What a terminal shows of them.
fn in_text(blocks: &[Block]) -> String {
    render::blocks_terminal(blocks, render::Terminal { styled: false, width: None }, IDS)
}

/// What the test shows of the new system, the first of the row.
fn verdict(row: &ComparisonRow) -> &'static str {
    match row.verdict {
        Verdict::First => "higher",
        Verdict::Second => "lower",
        Verdict::CannotTell if row.p().is_none() => "not tested",
        Verdict::CannotTell => "not significant",
    }
}

fn changed(changes: &[ShownChange], change: Change) -> Table {
    let own: Vec<&ShownChange> = changes.iter().filter(|one| one.change == change).collect();
    let texts = |of: &dyn Fn(&ShownChange) -> String| {
        Column::Texts(own.iter().map(|one| Some(of(one))).collect())
    };
    Table::of_columns(vec![
        ("pair".to_owned(), texts(&|one| one.pair.clone())),
        ("population".to_owned(), texts(&|one| one.population.name().to_owned())),
        ("phenomena".to_owned(), texts(&|one| one.phenomena.join(";"))),
        ("share".to_owned(), Column::Numbers(own.iter().map(|one| Some(one.share)).collect())),
    ])
}

/// What a gate comes to: whether it lets the new system pass, why, what `phenom compare --fail-on` prints, and all of it as
/// JSON.
pub(crate) type Held = (bool, String, String, String);

/// The same, before it is said in words of Python.
pub(crate) struct HeldBack {
    passed: bool,
    reason: String,
    blocks: Vec<Block>,
    json: String,
}

impl HeldBack {
    pub(crate) fn python(self, py: Python<'_>, words: Words) -> PyResult<Held> {
        let blocks = words.of_blocks(py, self.blocks)?;
        Ok((self.passed, self.reason, in_text(&blocks), self.json))
    }
}

/// Holds the new system to the old one.
pub(crate) fn gate(
    evaluated: &Evaluated,
    (old, new): (&str, &str),
    held_to: &HeldTo,
    margin: Option<f64>,
) -> Result<HeldBack, Failure> {
    let mut compared = evaluated.compared(old, new, true)?;
    let rows = compared.gate(held_to, margin)?;
    let results = compared.results();
    let changes = Some(compared.changes.as_slice());
    let gate = Gate { results: &results, rows: &rows, margin, changes, notes: &[] };
    Ok(HeldBack {
        passed: gate.outcome() == Outcome::Passed,
        reason: gate.reason(),
        blocks: gate.blocks(Shown::default()),
        json: gate.to_json().to_string(),
    })
}
