//! Which rows of a file are read, as `where` in a config says it.

use super::sources::{RowPlace, Source};
use crate::ProblemKind;
use crate::tables::{CellKind, Cells, ColumnRequest, Flawed, LIST_SEPARATOR, TableFormat};
use crate::wording::quoted;

/// The rows whose columns fulfil all conditions; all rows where there is none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Subset(pub Vec<(String, Condition)>);

/// What is asked of a column; all that is said must hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Condition {
    /// It holds one of these; an empty text stands for an empty cell. Nothing where that is not asked.
    pub one_of: Option<Vec<Wanted>>,
    /// It holds none of these.
    pub none_of: Vec<Wanted>,
    /// It holds a number that is at least this.
    pub from: Option<f64>,
    /// It holds a number that is less than this.
    pub below: Option<f64>,
}

/// A value that a cell is compared with.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// A text, which the cell must be to the letter.
    Text(String),
    /// A number: `1` is `1.0` and `01` too.
    Number(f64),
    /// True or false, in whatever case.
    Truth(bool),
}

impl Wanted {
    fn is(&self, cell: &str) -> bool {
        match self {
            Self::Text(text) => text.trim() == cell,
            Self::Number(number) => cell.parse::<f64>().is_ok_and(|value| value == *number),
            Self::Truth(truth) => cell.eq_ignore_ascii_case(&truth.to_string()),
        }
    }
}

impl Condition {
    fn is_of_numbers(&self) -> bool {
        self.from.is_some() || self.below.is_some()
    }

    /// Whether a cell fulfils the condition. Of a list, one member must be asked for and none refused.
    fn holds(&self, column: &str, cell: &str) -> Result<bool, ProblemKind> {
        let members = || cell.split(LIST_SEPARATOR).map(str::trim);
        let among = |wanted: &[Wanted]| members().any(|cell| wanted.iter().any(|one| one.is(cell)));
        if self.one_of.as_deref().is_some_and(|wanted| !among(wanted)) || among(&self.none_of) {
            return Ok(false);
        }
        if !self.is_of_numbers() {
            return Ok(true);
        }
        if cell.is_empty() {
            return Ok(false);
        }
        let number = cell.parse::<f64>().ok().filter(|number| !number.is_nan());
        let number = number.ok_or_else(|| ProblemKind::WrongValue {
            column: column.to_owned(),
            role: "where",
            found: quoted(cell),
            wanted: "a number",
        })?;
        let above = self.from.is_none_or(|from| number >= from);
        Ok(above && self.below.is_none_or(|below| number < below))
    }
}

/// Where the conditions of a subset find their columns.
pub(super) struct SubsetColumns<'a>(Vec<SubsetColumn<'a>>);

struct SubsetColumn<'a> {
    name: &'a str,
    condition: &'a Condition,
    source: Source,
    /// Whether some row has a value in it, or the header names it.
    seen: bool,
}

/// The cells of a row that is read, or what could be read of one that is left out.
pub(super) enum Kept<'c> {
    Read(&'c Cells<'c>),
    LeftOut(&'c Cells<'c>),
}

impl Subset {
    /// Asks for the columns. A row of JSON may lack one, which is an empty cell.
    pub(super) fn request(
        &self,
        format: TableFormat,
        requests: &mut Vec<ColumnRequest>,
    ) -> SubsetColumns<'_> {
        let may_lack = matches!(format, TableFormat::Ndjson | TableFormat::Json);
        let before = requests.len();
        let columns = self.0.iter().map(|(name, condition)| {
            let source = Source::request(name, "where", CellKind::Any, requests);
            SubsetColumn { name, condition, source, seen: !may_lack }
        });
        let columns = SubsetColumns(columns.collect());
        for request in &mut requests[before..] {
            request.required = !may_lack;
        }
        columns
    }
}

impl SubsetColumns<'_> {
    /// Whether a row is read. What is wrong with one that is left out is no problem.
    pub(super) fn kept<'c>(
        &mut self,
        row: &'c Result<&'c Cells<'c>, Flawed<'c>>,
        place: RowPlace<'_>,
    ) -> Result<Kept<'c>, ProblemKind> {
        match row {
            Ok(cells) if self.keeps(cells, place)? => Ok(Kept::Read(cells)),
            Ok(cells) => Ok(Kept::LeftOut(cells)),
            Err(Flawed { cells, .. })
                if !cells.is_empty() && self.keeps(cells, place) == Ok(false) =>
            {
                Ok(Kept::LeftOut(cells))
            }
            Err(Flawed { kind, .. }) => Err(ProblemKind::clone(kind)),
        }
    }

    fn keeps(&mut self, cells: &Cells<'_>, place: RowPlace<'_>) -> Result<bool, ProblemKind> {
        let mut keeps = true;
        for SubsetColumn { name, condition, source, seen } in &mut self.0 {
            let cell = source.value(cells, place);
            *seen |= cell.is_some();
            keeps = keeps && condition.holds(name, &cell.unwrap_or_default())?;
        }
        Ok(keeps)
    }

    /// What is wrong with columns in which no row has a value, unless it is the empty ones that are wanted.
    pub(super) fn problems(&self) -> impl Iterator<Item = ProblemKind> {
        let wants_empty =
            |condition: &Condition| condition.one_of.iter().flatten().any(|wanted| wanted.is(""));
        let unseen =
            self.0.iter().filter(move |column| !column.seen && !wants_empty(column.condition));
        unseen.map(|column| ProblemKind::NothingToCompare { column: column.name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(condition: &Condition, cell: &str) -> bool {
        condition.holds("column", cell).unwrap()
    }

    #[test]
    fn texts_numbers_and_truths_are_compared_as_what_they_are() {
        let one_of = |wanted| Condition { one_of: Some(vec![wanted]), ..Condition::default() };
        assert!(holds(&one_of(Wanted::Number(1.0)), "1.0"));
        assert!(!holds(&one_of(Wanted::Text("1".into())), "1.0"));
        assert!(holds(&one_of(Wanted::Truth(true)), "True"));
        assert!(holds(&one_of(Wanted::Text(String::new())), ""));
        assert!(!holds(&one_of(Wanted::Text("web".into())), "webs"));
    }

    #[test]
    fn a_range_has_its_lower_end_and_not_its_upper_one() {
        let range = Condition { from: Some(3.0), below: Some(10.0), ..Condition::default() };
        let kept = ["2.9", "3", "9.99", "10", ""].map(|cell| holds(&range, cell));
        assert_eq!(kept, [false, true, true, false, false]);
        let kind = range.holds("length", "long").unwrap_err();
        assert_eq!(
            kind.to_string(),
            "`length` (asked for by `where`) contains `long`, expected a number"
        );
    }

    #[test]
    fn a_list_has_a_member_that_is_wanted_and_none_that_is_not() {
        let cell = "web\u{1f}news";
        let text = |text: &str| vec![Wanted::Text(text.to_owned())];
        let wanted = Condition { one_of: Some(text("news")), ..Condition::default() };
        assert!(holds(&wanted, cell));
        let refused = Condition { none_of: text("web"), ..Condition::default() };
        assert!(!holds(&refused, cell) && holds(&refused, "news") && holds(&refused, ""));
    }
}
