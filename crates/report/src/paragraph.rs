//! A paragraph that any format can write: its words, and what formats write differently.

use serde::{Serialize, Serializer};

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Paragraph(pub Vec<Span>);

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Span {
    /// Words and numbers, as they are.
    Words(String),
    /// A rounded share in percent, without the sign.
    Percent(String),
    /// A rounded difference, with its sign.
    Difference(String),
    /// The rounded ends of an interval.
    Range([String; 2]),
    /// A p-value with what it is compared by, `= .032` or `< .001`.
    P {
        /// Whether it is adjusted for several comparisons.
        adjusted: bool,
        /// Relation and value.
        value: String,
    },
    /// A reference to this program.
    Citation,
}

impl Paragraph {
    /// Adds words.
    pub(crate) fn say(&mut self, words: impl AsRef<str>) {
        match self.0.last_mut() {
            Some(Span::Words(before)) => before.push_str(words.as_ref()),
            _ => self.0.push(Span::Words(words.as_ref().to_owned())),
        }
    }

    /// Adds a piece.
    pub(crate) fn push(&mut self, span: Span) {
        self.0.push(span);
    }

    /// Adds another paragraph's pieces.
    pub(crate) fn extend(&mut self, other: Self) {
        for span in other.0 {
            match span {
                Span::Words(words) => self.say(words),
                span => self.push(span),
            }
        }
    }

    /// The paragraph as plain text.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for span in &self.0 {
            match span {
                Span::Words(words) => text.push_str(words),
                Span::Percent(share) => text.push_str(&format!("{share} %")),
                Span::Difference(points) => text.push_str(points),
                Span::Range([lower, upper]) => text.push_str(&format!("{lower} to {upper}")),
                Span::P { adjusted: true, value } => {
                    text.push_str(&format!("adjusted p {value}"));
                }
                Span::P { adjusted: false, value } => text.push_str(&format!("p {value}")),
                Span::Citation => {}
            }
        }
        text
    }
}

/// As plain text.
impl Serialize for Paragraph {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.plain())
    }
}

/// Several paragraphs, names or clauses with commas between them and *and* before the last.
pub(crate) fn listed(mut parts: Vec<Paragraph>) -> Paragraph {
    let Some(last) = parts.pop() else { return Paragraph::default() };
    let mut all = Paragraph::default();
    let several = parts.len() > 1;
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            all.say(", ");
        }
        all.extend(part);
    }
    if !all.0.is_empty() {
        all.say(if several { ", and " } else { " and " });
    }
    all.extend(last);
    all
}

/// A p-value, or the least or greatest of several, in three decimals without the leading zero.
pub(crate) fn p_value(adjusted: bool, relation: &str, p: f64) -> Span {
    let value = match p {
        p if p < 0.001 && relation != "≥" => "< .001".to_owned(),
        p if p >= 0.9995 => format!("{} 1", if relation == "≥" { "=" } else { relation }),
        // Not even by rounding does a least value exceed one of those that it is the least of.
        p if relation == "≥" => format!("≥ {}", short((1000.0 * p).floor() / 1000.0)),
        p => format!("{relation} {}", short(p)),
    };
    Span::P { adjusted, value }
}

fn short(p: f64) -> String {
    format!("{p:.3}").trim_start_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Paragraph {
        Paragraph(vec![Span::Words(text.to_owned())])
    }

    #[test]
    fn names_are_listed_as_in_english() {
        let listed =
            |names: &[&str]| listed(names.iter().map(|name| words(name)).collect()).plain();
        assert_eq!(listed(&["A"]), "A");
        assert_eq!(listed(&["A", "B"]), "A and B");
        assert_eq!(listed(&["A", "B", "C"]), "A, B, and C");
    }

    #[test]
    fn p_values_are_never_zero_and_never_above_one() {
        let shown = |relation, p| Paragraph(vec![p_value(true, relation, p)]).plain();
        assert_eq!(shown("=", 0.0321), "adjusted p = .032");
        assert_eq!(shown("=", 0.000_01), "adjusted p < .001");
        assert_eq!(shown("≥", 0.000_01), "adjusted p ≥ .000");
        assert_eq!(shown("=", 1.0), "adjusted p = 1");
        assert_eq!(shown("≥", 0.3249), "adjusted p ≥ .324");
    }
}
