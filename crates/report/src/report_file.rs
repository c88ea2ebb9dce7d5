//! The files of a report folder, by their paths in it.

use std::borrow::Borrow;
use std::fmt;
use std::path::Path;

use crate::SafeName;

/// A file of a report: its path in the report folder, with `/` on every system. No part of it but a
/// [`SafeName`] comes from data.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReportFile(String);

impl ReportFile {
    /// A file that every report calls the same, such as `scores.csv`.
    #[must_use]
    pub fn named(name: &'static str) -> Self {
        Self(name.to_owned())
    }

    /// The file of a table: `tables/KEY.ENDING`.
    #[must_use]
    pub fn table(key: &SafeName, ending: &'static str) -> Self {
        Self(format!("tables/{key}.{ending}"))
    }

    /// The LaTeX file of a table that is too large for anything but an appendix: `appendix/KEY.tex`.
    #[must_use]
    pub fn appendix(key: &SafeName) -> Self {
        Self(format!("appendix/{key}.tex"))
    }

    /// The file of a figure: `figures/KEY.ENDING`.
    #[must_use]
    pub fn figure(key: &SafeName, ending: &'static str) -> Self {
        Self(format!("figures/{key}.{ending}"))
    }

    /// The path in the report folder as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ReportFile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl AsRef<Path> for ReportFile {
    fn as_ref(&self) -> &Path {
        Path::new(&self.0)
    }
}

/// So that a map of files can be asked by path; order and equality are those of the path.
impl Borrow<str> for ReportFile {
    fn borrow(&self) -> &str {
        &self.0
    }
}
