//! Rows of JSON that take more than the keys of one object: what holds a row, lists in it, its parts.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::path::{Step, found, steps};
use super::value::Value;
use crate::ProblemKind;
use crate::tables::{ColumnRequest, Flawed, Parts, cells_of};
use crate::wording::quoted;

/// A row, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Row<'j> {
    pub(super) value: &'j Json,
    /// What the list that it is a member of stands in.
    pub(super) holder: Option<&'j Json>,
    /// Its key, in an object whose keys are ids.
    pub(super) key: Option<&'j str>,
    /// Its number in its list, from 1.
    pub(super) index: usize,
    /// How many members the list has, in a list within what holds the row.
    pub(super) of: usize,
}

/// Where the cell of a request is found.
enum Place {
    /// `@key`
    Key,
    /// `@index`
    Index,
    /// `.`
    Itself,
    /// `name`, `name.below`
    Own(Vec<Step>),
    /// `^name`
    Holder(Vec<Step>),
    /// `list[*].below` of a part, `^list[*].below` of a row: the member of the same number in a list beside its own.
    Beside { name: String, list: Vec<Step>, below: Vec<Step> },
}

/// The cells of a row, each on its own.
pub(crate) type OwnedCells = Vec<Option<Cow<'static, str>>>;

/// Finds the cells of some requests.
pub(super) struct Finder<'r> {
    requests: &'r [ColumnRequest],
    places: Vec<Place>,
    /// Whether a row need not have a column that must be there in others.
    is_ragged: bool,
}

impl<'r> Finder<'r> {
    pub(super) fn new(requests: &'r [ColumnRequest], of_parts: bool) -> Self {
        let place = |request: &ColumnRequest| match request.name.as_str() {
            "@key" => Place::Key,
            "@index" => Place::Index,
            "." => Place::Itself,
            name => match name.strip_prefix('^') {
                Some(name) => beside(name).unwrap_or_else(|| Place::Holder(steps(name))),
                None => {
                    beside(name).filter(|_| of_parts).unwrap_or_else(|| Place::Own(steps(name)))
                }
            },
        };
        Self { requests, places: requests.iter().map(place).collect(), is_ragged: false }
    }

    /// The same of rows that differ in what they carry along: what one lacks is empty.
    pub(super) fn of_ragged(requests: &'r [ColumnRequest]) -> Self {
        Self { is_ragged: true, ..Self::new(requests, false) }
    }

    /// Whether some request needs to know more than one object.
    pub(super) fn needs_more(requests: &[ColumnRequest]) -> bool {
        let special = |name: &str| name.starts_with('^') || ["@key", "@index", "."].contains(&name);
        requests.iter().any(|request| special(&request.name))
    }

    /// Whether a row is a member of a list as a whole, even if it is a list itself.
    pub(super) fn is_of_lists(&self) -> bool {
        self.places.iter().any(|place| matches!(place, Place::Itself))
    }

    pub(super) fn cells(&self, row: Row<'_>) -> Result<OwnedCells, Flawed<'static>> {
        let cell = |(request, place): (&ColumnRequest, &Place)| match place.find(row)? {
            Some(json) => Value::from_json(&json).into_cell(request),
            None if request.required && !self.is_ragged => {
                let object = match place {
                    Place::Holder(_) | Place::Beside { .. } => row.holder,
                    _ => Some(row.value),
                };
                let available = object.and_then(Json::as_object);
                let available = available.map(|object| object.keys().cloned().collect());
                Err(ProblemKind::MissingColumns {
                    missing: vec![request.missing()],
                    available: available.unwrap_or_default(),
                    by_name: Vec::new(),
                })
            }
            None => Ok(None),
        };
        cells_of(self.requests.iter().zip(&self.places).map(cell))
    }
}

/// A list beside that of the row, with what is wanted of its member.
fn beside(name: &str) -> Option<Place> {
    let mut list = steps(name);
    let each = list.iter().position(|step| *step == Step::Each)?;
    let below = list.split_off(each + 1);
    list.truncate(each);
    let name = name.split("[*]").next().unwrap_or_default().to_owned();
    Some(Place::Beside { name, list, below })
}

/// Lists that belong together have the same length.
fn check_length(rows: &str, count: usize, beside: &Json, name: &str) -> Result<(), ProblemKind> {
    let length = beside.as_array().map(Vec::len);
    if length == Some(count) || beside.is_null() {
        return Ok(());
    }
    let has = length.map_or("is not a list".to_owned(), |many| format!("has {many}"));
    let message = format!("{rows} has {count} members, and {} {has}", quoted(name));
    let help = "write one member for each part in lists that belong together";
    Err(ProblemKind::Malformed { message, help: Some(help.to_owned()) })
}

impl Place {
    fn find<'j>(&self, row: Row<'j>) -> Result<Option<Cow<'j, Json>>, ProblemKind> {
        Ok(match self {
            Self::Key => row.key.map(|key| Cow::Owned(Json::from(key))),
            Self::Index => Some(Cow::Owned(Json::from(row.index))),
            Self::Itself => Some(Cow::Borrowed(row.value)),
            Self::Own(steps) => found(row.value, steps),
            Self::Holder(steps) => row.holder.and_then(|holder| found(holder, steps)),
            Self::Beside { name, list, below } => {
                let list = row.holder.and_then(|holder| found(holder, list));
                if let Some(list) = &list {
                    check_length("the list of rows", row.of, list, name)?;
                }
                let member = list.and_then(|list| list.get(row.index - 1).cloned());
                member.and_then(|member| found(&member, below).map(Cow::into_owned)).map(Cow::Owned)
            }
        })
    }
}

/// Finds the parts of a row.
pub(super) struct PartFinder<'r> {
    list: &'r str,
    steps: Vec<Step>,
    finder: Finder<'r>,
}

impl<'r> PartFinder<'r> {
    pub(super) fn new(parts: &Parts<'r>) -> Self {
        let finder = Finder::new(parts.requests, true);
        let steps = if parts.list == "." { Vec::new() } else { steps(parts.list) };
        Self { list: parts.list, steps, finder }
    }

    /// Whether a row is itself the list of its parts.
    pub(super) fn is_row(&self) -> bool {
        self.steps.is_empty()
    }

    /// The cells of each part; none where the list is absent.
    pub(super) fn parts(
        &self,
        row: &Json,
    ) -> Result<Vec<Result<OwnedCells, ProblemKind>>, ProblemKind> {
        let members = match found(row, &self.steps) {
            None => return Ok(Vec::new()),
            Some(Cow::Borrowed(Json::Null)) => return Ok(Vec::new()),
            Some(Cow::Borrowed(Json::Array(members))) => members,
            Some(_) => {
                let (column, found) = (self.list.to_owned(), "no list".to_owned());
                let (role, wanted) = ("", "a list of parts");
                return Err(ProblemKind::WrongValue { column, role, found, wanted });
            }
        };
        self.check_lists_beside(row, members.len())?;
        let part = |(index, value)| {
            let of = members.len();
            let row = Row { value, holder: Some(row), key: None, index: index + 1, of };
            self.finder.cells(row).map_err(|flawed| *flawed.kind)
        };
        Ok(members.iter().enumerate().map(part).collect())
    }

    /// Lists beside that of the parts have a member for each part.
    fn check_lists_beside(&self, row: &Json, parts: usize) -> Result<(), ProblemKind> {
        for place in &self.finder.places {
            let Place::Beside { name, list, .. } = place else { continue };
            let Some(list) = found(row, list) else { continue };
            check_length(&quoted(self.list).to_string(), parts, &list, name)?;
        }
        Ok(())
    }
}
