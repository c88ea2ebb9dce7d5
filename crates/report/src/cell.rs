//! A cell of a table: its unrounded value, and how a human reads it.

use phenom_metrics::statistics::Interval;
use phenom_metrics::{Undefined, Value};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::number::UNDEFINED;
use crate::standing::Standing;
use crate::{Numbers, PairCount, PairCounts, Style};

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A text that belongs under that of a row above.
    Indented(String),
    /// A number of pairs.
    Count(PairCount),
    /// A share of pairs, shown in percent with its two counts.
    Proportion(PairCounts),
    /// A share of pairs, shown in percent; its counts are elsewhere in the row.
    Share(PairCounts),
    /// Any other value.
    Value(f64, Style),
    /// A value between the ends of its confidence interval.
    Between(Box<Cell>, Interval),
    /// A value that stands so to the best of its row.
    Standing(Box<Cell>, Standing),
    /// A value whose number is written otherwise than usual.
    Written(Box<Cell>, Numbers),
    /// No value, and why.
    Undefined(Undefined),
}

impl Cell {
    /// A text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A value, or why there is none.
    #[must_use]
    pub fn value(value: Value, style: Style) -> Self {
        value.map_or_else(Self::Undefined, |value| Self::Value(value, style))
    }

    /// A number of pairs.
    #[must_use]
    pub fn count(pairs: impl Into<PairCount>) -> Self {
        Self::Count(pairs.into())
    }

    /// A share of pairs with its two counts.
    #[must_use]
    pub fn proportion(counts: impl Into<PairCounts>) -> Self {
        Self::Proportion(counts.into())
    }

    /// A share of pairs without its counts.
    #[must_use]
    pub fn share(counts: impl Into<PairCounts>) -> Self {
        Self::Share(counts.into())
    }

    /// The cell with its interval, if it has one.
    #[must_use]
    pub fn between(self, interval: Option<Interval>) -> Self {
        match (self, interval) {
            (cell @ (Self::Proportion(_) | Self::Share(_) | Self::Value(..)), Some(interval)) => {
                Self::Between(Box::new(cell), interval)
            }
            (cell, _) => cell,
        }
    }

    /// The cell, standing so to the best of its row.
    #[must_use]
    pub fn standing(self, standing: Option<Standing>) -> Self {
        match standing {
            Some(standing) => Self::Standing(Box::new(self), standing),
            None => self,
        }
    }

    /// How the value stands to the best of its row, where that is said.
    #[must_use]
    pub fn stands(&self) -> Option<Standing> {
        match self {
            Self::Standing(_, standing) => Some(*standing),
            Self::Written(cell, _) => cell.stands(),
            _ => None,
        }
    }

    /// The cell without its interval.
    #[must_use]
    pub fn without_interval(self) -> Self {
        match self {
            Self::Between(cell, _) => *cell,
            cell => cell,
        }
    }

    /// The unrounded number in the cell.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Count(count) => Some(count.value()),
            Self::Proportion(share) | Self::Share(share) => share.value().ok(),
            Self::Value(value, _) => Some(*value),
            Self::Between(cell, _) | Self::Standing(cell, _) | Self::Written(cell, _) => {
                cell.number()
            }
            Self::Empty | Self::Text(_) | Self::Indented(_) | Self::Undefined(_) => None,
        }
    }

    /// The interval of the value.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        match self {
            Self::Between(_, interval) => Some(*interval),
            Self::Standing(cell, _) | Self::Written(cell, _) => cell.interval(),
            _ => None,
        }
    }

    /// The two counts of a share.
    #[must_use]
    pub fn counts(&self) -> Option<PairCounts> {
        match self {
            Self::Proportion(share) | Self::Share(share) => Some(*share),
            Self::Between(cell, _) | Self::Standing(cell, _) | Self::Written(cell, _) => {
                cell.counts()
            }
            _ => None,
        }
    }
}

/// A text as itself, a count as itself, nothing as null; a value as an object with `value`, and
/// `numerator` and `denominator`, `lower` and `upper`, or `undefined_reason`.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => return serializer.serialize_none(),
            Self::Text(text) | Self::Indented(text) => return serializer.serialize_str(text),
            Self::Count(count) => return count.serialize(serializer),
            _ => {}
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("value", &self.number())?;
        if let Some(PairCounts { numerator, denominator, .. }) = self.counts() {
            map.serialize_entry("numerator", &numerator)?;
            map.serialize_entry("denominator", &denominator)?;
        }
        if let Some(Interval { lower, upper }) = self.interval() {
            map.serialize_entry("lower", &lower)?;
            map.serialize_entry("upper", &upper)?;
        }
        if let Some(standing) = self.stands() {
            map.serialize_entry("standing", &standing)?;
        }
        if let Self::Undefined(reason) = self {
            map.serialize_entry("undefined_reason", reason)?;
        }
        map.end()
    }
}

impl Numbers {
    /// A cell as a human reads it, before any escaping; an undefined value is a dash.
    #[must_use]
    pub fn shown(self, cell: &Cell) -> String {
        let share = |share: &PairCounts| {
            share.value().map(|value| self.rounded(value, Style::Percent)).ok()
        };
        match cell {
            Cell::Empty => String::new(),
            Cell::Text(text) | Cell::Indented(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Proportion(counts) => match share(counts) {
                Some(share) => format!("{share} ({counts})"),
                None => UNDEFINED.to_owned(),
            },
            Cell::Share(counts) => share(counts).unwrap_or_else(|| UNDEFINED.to_owned()),
            Cell::Value(value, style) => self.rounded(*value, *style),
            Cell::Between(cell, interval) => {
                let style = match **cell {
                    Cell::Value(_, style) => style,
                    _ => Style::Percent,
                };
                let [lower, upper] =
                    [interval.lower, interval.upper].map(|end| self.rounded(end, style));
                format!("{} [{lower}, {upper}]", self.shown(cell))
            }
            Cell::Standing(cell, _) => self.shown(cell),
            Cell::Written(cell, numbers) => numbers.shown(cell),
            Cell::Undefined(_) => UNDEFINED.to_owned(),
        }
    }
}

/// A cell as a human reads it, with its usual digits.
#[must_use]
pub fn shown(cell: &Cell) -> String {
    Numbers::default().shown(cell)
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Proportion;

    use super::*;

    #[test]
    fn a_cell_is_written_with_the_digits_that_are_wanted() {
        let third = Cell::proportion(Proportion { numerator: 1, denominator: 3 });
        assert_eq!(shown(&third), "33.3 (1/3)");
        let numbers = Numbers { digits: Some(2), fractions: true };
        assert_eq!(numbers.shown(&third), "0.33 (1/3)");
        assert_eq!(shown(&Cell::Written(Box::new(third), numbers)), "0.33 (1/3)");
    }
}
