//! Tables whose rows are the answers of several systems, or of several runs: columns say whose.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::PredictionSource;
use super::sources::{RowPlace, Source};
use super::subset::Kept;
use crate::input::Input;
use crate::problems::Problems;
use crate::tables::{self, CellKind, Cells, ColumnRequest};
use crate::wording::quoted;
use crate::{ProblemKind, RunBuilder};

/// The most systems of a table, and the most runs of one: more are no names of systems.
pub const MOST_SYSTEMS: usize = 1_000;

/// The columns that say whose answer a row is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunColumns {
    /// The name of the system, or several columns that name it together, joined by a blank; none if all rows are of one. Of
    /// several some may be empty: not each system has each setting.
    pub system: Vec<String>,
    /// The run of the system: a seed, an epoch; nothing if each system has one.
    pub run: Option<String>,
}

impl RunColumns {
    fn request(&self, requests: &mut Vec<ColumnRequest>) -> RunPlaces {
        let mut ask = |name: &String, role| {
            (name.clone(), Source::request(name, role, CellKind::Any, requests))
        };
        let system = self.system.iter().map(|name| ask(name, "system")).collect();
        RunPlaces { system, run: self.run.as_ref().map(|name| ask(name, "run")) }
    }
}

/// Where the columns stand among those that are asked for.
struct RunPlaces {
    system: Vec<(String, Source)>,
    run: Option<(String, Source)>,
}

impl RunPlaces {
    /// The system and the run of a row, empty if there is no column for it. A system with a single run may leave the cell of
    /// the run empty.
    fn of<'c>(
        &self,
        cells: &'c Cells<'c>,
        place: RowPlace<'c>,
    ) -> Result<(Cow<'c, str>, Cow<'c, str>), ProblemKind> {
        let value = |(_, source): &(String, Source)| match source.value(cells, place) {
            Some(Cow::Borrowed(value)) => Cow::Borrowed(value.trim()),
            Some(Cow::Owned(value)) => Cow::Owned(value.trim().to_owned()),
            None => Cow::Borrowed(""),
        };
        let empty = |(name, _): &(String, Source)| ProblemKind::EmptyCell {
            column: name.clone(),
            role: "system",
        };
        let system = match self.system.as_slice() {
            [] => Cow::Borrowed(""),
            [one] => match value(one) {
                named if named.is_empty() => return Err(empty(one)),
                named => named,
            },
            [first, ..] => {
                let parts: Vec<Cow<'_, str>> =
                    self.system.iter().map(value).filter(|part| !part.is_empty()).collect();
                if parts.is_empty() {
                    return Err(empty(first));
                }
                Cow::Owned(parts.join(" "))
            }
        };
        Ok((system, self.run.as_ref().map(value).unwrap_or_default()))
    }
}

/// The runs that rows of a table are answers of.
#[derive(Debug)]
pub struct RunsInRows<'b, 'd> {
    columns: RunColumns,
    numbers: HashMap<String, HashMap<String, usize>>,
    builders: &'b mut [RunBuilder<'d>],
}

impl<'b, 'd> RunsInRows<'b, 'd> {
    /// All rows are answers of one run.
    pub(super) fn one(builder: &'b mut RunBuilder<'d>) -> Self {
        let builders = std::slice::from_mut(builder);
        Self { columns: RunColumns::default(), numbers: HashMap::new(), builders }
    }

    /// Each row is an answer of the run that two columns name: its builder stands where the name of its system and of its
    /// run do. Rows of other runs are not read.
    #[must_use]
    pub fn new(
        columns: &RunColumns,
        names: &[(String, String)],
        builders: &'b mut [RunBuilder<'d>],
    ) -> Self {
        let mut numbers: HashMap<String, HashMap<String, usize>> = HashMap::new();
        for (number, (system, run)) in names.iter().enumerate().take(builders.len()) {
            numbers.entry(system.clone()).or_default().insert(run.clone(), number);
        }
        Self { columns: columns.clone(), numbers, builders }
    }

    pub(super) fn builders(&mut self) -> &mut [RunBuilder<'d>] {
        self.builders
    }

    /// What was found wrong so far.
    #[must_use]
    pub fn problems(&mut self) -> Problems {
        let mut problems = Problems::new();
        for builder in self.builders.iter_mut() {
            problems.append(builder.take_problems());
        }
        problems
    }

    /// Asks for the columns.
    pub(super) fn request(&self, requests: &mut Vec<ColumnRequest>) -> RunOfRow {
        RunOfRow(self.columns.request(requests))
    }

    /// The builder of the run that a row belongs to; nothing if nobody asks for that run.
    pub(super) fn of_row(
        &mut self,
        places: &RunOfRow,
        cells: &Cells<'_>,
        place: RowPlace<'_>,
    ) -> Result<Option<&mut RunBuilder<'d>>, ProblemKind> {
        if self.numbers.is_empty() {
            return Ok(self.builders.first_mut());
        }
        let (system, run) = places.0.of(cells, place)?;
        let runs = self.numbers.get(system.as_ref());
        let number = runs.and_then(|runs| runs.get(run.as_ref())).copied();
        Ok(number.and_then(|number| self.builders.get_mut(number)))
    }
}

/// Where a row says whose answer it is.
pub(super) struct RunOfRow(RunPlaces);

/// The systems of a table, each with its runs, in the order of their names; whole numbers in theirs.
///
/// # Errors
/// What is wrong with the file: a column is absent or empty, or has more than [`MOST_SYSTEMS`] values.
pub fn read_run_names(
    source: &PredictionSource,
    columns: &RunColumns,
    file: &str,
    input: Input,
) -> Result<Vec<(String, Vec<String>)>, Problems> {
    let mut requests = Vec::new();
    let mut keep = source.columns.keep.request(source.format, &mut requests);
    let places = columns.request(&mut requests);
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut wrong: Option<(Option<u64>, ProblemKind)> = None;
    let mut flaw: Option<(Option<u64>, ProblemKind)> = None;
    let mut number = 0;
    let visit = |line: u64, row: Result<&Cells<'_>, tables::Flawed<'_>>| {
        number += 1;
        if wrong.is_some() {
            return;
        }
        let place = RowPlace { number, file };
        let cells = match keep.kept(&row, place) {
            Ok(Kept::Read(cells)) => cells,
            Ok(_) => return,
            // It is told with all others when answers are read, which takes that a system is known.
            Err(kind) => {
                flaw.get_or_insert((Some(line), kind));
                return;
            }
        };
        match places.of(cells, place) {
            Err(kind) => wrong = Some((Some(line), kind)),
            Ok((system, run)) => {
                let runs = match found.get_mut(system.as_ref()) {
                    Some(runs) => runs,
                    None => found.entry(system.into_owned()).or_default(),
                };
                if !runs.contains(run.as_ref()) {
                    runs.insert(run.into_owned());
                }
                let many = match found.len() > MOST_SYSTEMS {
                    true => columns.system.first(),
                    false => columns.run.as_ref(),
                };
                let most = found.values().map(BTreeSet::len).max().unwrap_or_default();
                if found.len().max(most) > MOST_SYSTEMS {
                    let column = quoted(many.map(String::as_str).unwrap_or_default());
                    let message = format!(
                        "{column} has more than {MOST_SYSTEMS} values, too many to name systems or runs"
                    );
                    let help = Some("name the column of the system, `system: COLUMN`".to_owned());
                    wrong = Some((None, ProblemKind::Malformed { message, help }));
                }
            }
        }
    };
    let read =
        tables::for_each_row_or_flawed(source.format, &source.options, input, &requests, visit);
    let mut problems = Problems::new();
    let flaw = flaw.filter(|_| found.is_empty());
    if let Some((line, kind)) = read.err().or(wrong).or(flaw) {
        problems.push(file, line, kind);
    }
    let named = found.into_iter().map(|(system, runs)| (system, in_order(runs)));
    problems.or(in_order_by(named.collect(), |(system, _)| system))
}

fn in_order(names: BTreeSet<String>) -> Vec<String> {
    in_order_by(names.into_iter().collect(), |name| name)
}

/// Sorted by names, if all are whole numbers as these.
fn in_order_by<T>(mut named: Vec<T>, name: impl Fn(&T) -> &String) -> Vec<T> {
    if named.iter().all(|one| name(one).parse::<i64>().is_ok()) {
        named.sort_by_key(|one| name(one).parse::<i64>().unwrap_or_default());
    }
    named
}
