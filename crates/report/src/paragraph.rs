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
    /// The name of a system.
    Name(String),
    /// A p-value.
    P {
        /// What it is called: `adjusted p`, `q` or `p`.
        name: &'static str,
        /// Relation and value: `= .032`, `< .001`.
        value: String,
    },
    /// A reference to this program.
    Citation,
}

impl Paragraph {
    /// A paragraph of words alone.
    pub(crate) fn of(words: impl AsRef<str>) -> Self {
        let mut said = Self::default();
        said.say(words);
        said
    }

    /// Adds words.
    pub(crate) fn say(&mut self, words: impl AsRef<str>) {
        match self.0.last_mut() {
            Some(Span::Words(before)) => before.push_str(words.as_ref()),
            _ => self.0.push(Span::Words(words.as_ref().to_owned())),
        }
    }

    /// The paragraph with more words.
    pub(crate) fn with(mut self, words: &str) -> Self {
        self.say(words);
        self
    }

    /// Adds a piece.
    pub(crate) fn push(&mut self, span: Span) {
        self.0.push(span);
    }

    /// Takes a closing bracket away from the end, if there is one.
    pub(crate) fn close_bracket(&mut self) -> bool {
        match self.0.last_mut() {
            Some(Span::Words(words)) if words.ends_with(')') => {
                words.pop();
                true
            }
            _ => false,
        }
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
                Span::Name(name) => text.push_str(&format!("\"{}\"", name.replace('"', "'"))),
                Span::P { name, value } => text.push_str(&format!("{name} {value}")),
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
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            all.say(", ");
        }
        all.extend(part);
    }
    if !all.0.is_empty() {
        all.say(" and ");
    }
    all.extend(last);
    all
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
        assert_eq!(listed(&["A", "B", "C"]), "A, B and C");
    }
}
