//! Tags for linguistic phenomena.

use std::fmt;

use arcstr::ArcStr;
use thiserror::Error;

use crate::wording::shown;

/// A linguistic phenomenon as a path from the general to the special: `lexical:synonymy`.
///
/// The first part is the category; there are at least two parts, and no part is empty. The depth
/// is free: `reasoning:quantity:dates` belongs to the category `reasoning`. A tag without a category
/// belongs to the category [`phenomenon`](Phenomenon::NO_CATEGORY).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Phenomenon(ArcStr);

/// Why a text is no phenomenon.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PhenomenonError {
    /// Some part is empty.
    #[error("phenomenon `{path}` has an empty part; write it as `CATEGORY:PHENOMENON`", path = shown(.0))]
    EmptyPart(String),
}

impl Phenomenon {
    /// The category of tags without one.
    pub const NO_CATEGORY: &'static str = "phenomenon";

    /// Reads a path such as `lexical:synonymy`, or a name without a category; blanks around its parts are
    /// dropped.
    ///
    /// # Errors
    /// When a part is empty.
    pub fn parse(path: &str) -> Result<Self, PhenomenonError> {
        let parts: Vec<&str> = path.split(':').map(str::trim).collect();
        if parts.iter().any(|part| part.is_empty()) {
            return Err(PhenomenonError::EmptyPart(path.to_owned()));
        }
        if let [name] = parts.as_slice() {
            return Ok(Self(arcstr::format!("{}:{name}", Self::NO_CATEGORY)));
        }
        Ok(Self(parts.join(":").into()))
    }

    /// The phenomenon with a name (which may be a path) in a category.
    ///
    /// # Errors
    /// When a part is empty.
    pub fn of(category: &str, name: &str) -> Result<Self, PhenomenonError> {
        let plain = |text: &str| !text.is_empty() && !text.contains(':') && text.trim() == text;
        let path = [category, name].join(":");
        if plain(category) && plain(name) {
            return Ok(Self(path.into()));
        }
        Self::parse(&path)
    }

    /// The whole path, `lexical:synonymy`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.0
    }

    /// The first part, `lexical`.
    #[must_use]
    pub fn category(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }

    /// The phenomenon under which rare ones of the same category are gathered.
    #[must_use]
    pub fn other(&self) -> Self {
        Self(arcstr::format!("{}:other", self.category()))
    }

    /// What follows the category, `synonymy`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, rest)| rest)
    }
}

impl fmt::Display for Phenomenon {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_category_and_a_name() {
        let tag = Phenomenon::parse(" lexical : synonymy").unwrap();
        assert_eq!(
            (tag.path(), tag.category(), tag.name()),
            ("lexical:synonymy", "lexical", "synonymy")
        );
        let deep = Phenomenon::parse("reasoning:quantity:dates").unwrap();
        assert_eq!((deep.category(), deep.name()), ("reasoning", "quantity:dates"));
    }

    #[test]
    fn a_phenomenon_without_a_category_has_a_common_one_and_no_part_is_empty() {
        assert_eq!(Phenomenon::parse(" synonymy ").unwrap().path(), "phenomenon:synonymy");
        assert_eq!(
            Phenomenon::parse("lexical:"),
            Err(PhenomenonError::EmptyPart("lexical:".into()))
        );
        assert!(matches!(Phenomenon::parse(""), Err(PhenomenonError::EmptyPart(_))));
    }
}
