//! Regular expressions and patterns with `*`, as configs have them.

use regex::Regex;
use thiserror::Error;

/// A regular expression; two are equal where they are written alike.
#[derive(Debug, Clone)]
pub struct Pattern {
    expression: Regex,
    /// As the user wrote it.
    written: String,
}

/// Why a text is no regular expression.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{written}` is not a regular expression: {reason}")]
pub struct PatternError {
    written: String,
    reason: String,
}

impl Pattern {
    /// A regular expression, which may stand anywhere in a text unless `^` and `$` say otherwise.
    ///
    /// # Errors
    /// Where it is none, or one that would take more memory than the `regex` crate allows (10 MB).
    pub fn new(written: &str) -> Result<Self, PatternError> {
        let expression = Regex::new(written).map_err(|error| PatternError {
            written: written.to_owned(),
            // The last line says what is wrong; those before it point at the place.
            reason: error.to_string().lines().last().unwrap_or_default().trim().to_owned(),
        })?;
        Ok(Self { expression, written: written.to_owned() })
    }

    /// A whole text in which `*` stands for any characters, or for none; everything else stands for itself.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_stars(written: &str) -> Result<Self, PatternError> {
        let parts: Vec<String> = written.split('*').map(regex::escape).collect();
        let Self { expression, .. } = Self::new(&format!("(?s)^{}$", parts.join(".*")))?;
        Ok(Self { expression, written: written.to_owned() })
    }

    /// As the user wrote it.
    #[must_use]
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Whether it is found in a text.
    #[must_use]
    pub fn fits(&self, text: &str) -> bool {
        self.expression.is_match(text)
    }

    /// The expression itself.
    pub(crate) fn expression(&self) -> &Regex {
        &self.expression
    }

    /// The names of its named groups, in their order.
    pub fn groups(&self) -> impl Iterator<Item = &str> {
        self.expression.capture_names().flatten()
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.written == other.written && self.expression.as_str() == other.expression.as_str()
    }
}

impl Eq for Pattern {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_any_characters_and_all_else_for_itself() {
        let pattern = Pattern::with_stars("12*.a").unwrap();
        assert!(pattern.fits("12.a") && pattern.fits("12\n9.a"));
        assert!(!pattern.fits("12xa") && !pattern.fits("x12.a") && !pattern.fits("12.ab"));
        assert_eq!(pattern.written(), "12*.a");
    }

    #[test]
    fn what_is_no_expression_says_why() {
        let error = Pattern::new("(a").unwrap_err();
        assert_eq!(error.to_string(), "`(a` is not a regular expression: error: unclosed group");
    }

    #[test]
    fn named_groups_are_listed() {
        let pattern = Pattern::new("^(?<model>[^-]+)-(.)(?<seed>[0-9]+)").unwrap();
        assert_eq!(pattern.groups().collect::<Vec<_>>(), ["model", "seed"]);
    }
}
