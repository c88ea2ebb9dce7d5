//! Which rows of a file are read, as `where` in a config says it.

use std::borrow::Cow;

use super::sources::{RowPlace, Source};
use crate::ProblemKind;
use crate::tables::{CellKind, ColumnRequest, LIST_SEPARATOR};
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
pub(super) struct SubsetColumns<'a>(Vec<(&'a str, &'a Condition, Source)>);

impl Subset {
    /// Asks for the columns.
    pub(super) fn request(&self, requests: &mut Vec<ColumnRequest>) -> SubsetColumns<'_> {
        let columns = self.0.iter().map(|(name, condition)| {
            let source = Source::request(name, "where", CellKind::Any, requests);
            (name.as_str(), condition, source)
        });
        SubsetColumns(columns.collect())
    }
}

impl SubsetColumns<'_> {
    /// Whether a row is read.
    pub(super) fn keeps(
        &self,
        cells: &[Option<Cow<'_, str>>],
        place: RowPlace<'_>,
    ) -> Result<bool, ProblemKind> {
        for (name, condition, source) in &self.0 {
            let cell = source.value(cells, place).unwrap_or_default();
            if !condition.holds(name, &cell)? {
                return Ok(false);
            }
        }
        Ok(true)
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
            "`length` (asked for by `where`) holds `long`, a number is needed"
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
