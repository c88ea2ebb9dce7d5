//! The files of a report folder, by their paths in it.

use std::borrow::Borrow;
use std::fmt;
use std::path::Path;

use crate::SafeName;
use crate::contents::analyses;

/// A file of a report: its path in the report folder, with `/` on every system. No part of it but a
/// [`SafeName`] comes from data.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReportFile(String);

/// The files that every report calls the same, besides those of analyses.
const NAMED: &str = "agreement.csv agreement.json answers.csv answers.parquet claims.json comparisons.csv comparisons.json \
    decomposition.json findings.csv gold_check.csv how_to_report.tex justifications.csv justifications.json \
    keys.csv manifest.json readings.csv readings.json report.html report.json report.md report.tex report.txt \
    report_settings.json scores.csv scores.json tables.md";

fn is_named(path: &str) -> bool {
    NAMED.split_whitespace().any(|name| name == path)
}

/// Files of earlier versions: a new run takes them away.
const RETIRED: [&str; 3] = ["advantage.csv", "cooccurrence.csv", "regression.csv"];

/// The folders of a report, and how the names of their files end.
const FOLDERS: [(&str, &[&str]); 3] =
    [("tables", &["csv", "tex"]), ("appendix", &["tex"]), ("figures", &["svg", "png", "pdf"])];

impl ReportFile {
    /// A file that every report calls the same, such as `scores.csv`.
    #[must_use]
    pub fn named(name: &'static str) -> Self {
        debug_assert!(is_named(name), "`{name}` is missing in the list above");
        Self(name.to_owned())
    }

    /// The tidy file of a kind of rows: `NAME.csv`, `NAME.json`.
    #[must_use]
    pub fn tidy(name: &'static str, ending: &'static str) -> Self {
        let file = format!("{name}.{ending}");
        debug_assert!(Self::is_possible(&file), "`{file}` is missing in the list above");
        Self(file)
    }

    /// The folders of a report.
    pub fn folders() -> impl Iterator<Item = &'static str> {
        FOLDERS.into_iter().map(|(folder, _)| folder)
    }

    /// Whether a path in a report folder is one that phenom gives a file of some report.
    #[must_use]
    pub fn is_possible(path: &str) -> bool {
        let Some((folder, name)) = path.split_once('/') else {
            return is_named(path) || RETIRED.contains(&path) || is_of_analysis(path);
        };
        let endings = FOLDERS.into_iter().find(|(known, _)| *known == folder);
        let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
        let is_ours = endings.is_some_and(|(_, endings)| endings.contains(&ending));
        is_ours && !stem.is_empty() && !name.contains('/')
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

/// Whether a name is that of the tidy file of an analysis.
fn is_of_analysis(name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
    matches!(ending, "csv" | "json") && analyses().any(|analysis| analysis.files.contains(&stem))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_beside_a_report_are_no_files_of_it() {
        let key = SafeName::new("negation");
        for ours in [ReportFile::table(&key, "csv"), ReportFile::figure(&key, "png")] {
            assert!(ReportFile::is_possible(ours.as_str()), "{ours}");
        }
        assert!(ReportFile::is_possible(ReportFile::appendix(&key).as_str()));
        assert!(ReportFile::is_possible("answers.csv"));
        let others = ["README.md", "notes.txt", "counts.csv", "tables", "tables/.csv", "tables/x"];
        let strange = ["tables/x.aux", "tables/y/x.csv", "mine/x.csv", "figures/x.tex", ""];
        for other in others.into_iter().chain(strange) {
            assert!(!ReportFile::is_possible(other), "{other}");
        }
    }
}
