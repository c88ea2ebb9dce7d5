//! What a report shows, and how: formats, order, names, numbers.

use std::collections::{BTreeMap, BTreeSet};

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_report::render::{Paper, PaperClass, TableWidth};
use phenom_report::{
    Differences, Names, Numbers, OverviewIntervals, OverviewOptions, OverviewOrder,
};
use serde::Deserialize;

/// What a report shows, and how.
#[derive(Debug)]
pub struct ReportOptions {
    /// What the keys of the tables begin with; nothing for all.
    pub(crate) tables: Option<Vec<String>>,
    /// What the keys of the figures begin with; nothing for all.
    pub(crate) figures: Option<Vec<String>>,
    pub(crate) formats: BTreeSet<Format>,
    /// Whether the tidy rows are written as JSON beside CSV.
    pub(crate) tidy_json: bool,
    pub(crate) numbers: Numbers,
    /// Names to display.
    pub names: Names,
    /// In which order systems and phenomena stand.
    pub order: Order,
    /// What the first table shows.
    pub(crate) overview: OverviewOptions,
    /// Of which systems the differences are drawn; nothing for what is usual.
    pub(crate) differences: Option<Differences>,
    /// Captions in the place of titles, by the keys of tables.
    pub(crate) captions: BTreeMap<String, String>,
    pub(crate) figure_captions: BTreeMap<String, String>,
    /// What LaTeX tables and figures are set for.
    pub(crate) paper: Paper,
    /// Whether every answer is written; nothing where that depends on their number.
    pub(crate) answers: Option<bool>,
    /// Whether each LaTeX table is a document of its own.
    pub standalone: bool,
}

/// The options of a report that no config describes.
impl Default for ReportOptions {
    fn default() -> Self {
        Self {
            tables: None,
            figures: None,
            formats: Format::UNASKED.into_iter().collect(),
            tidy_json: false,
            numbers: Numbers::default(),
            names: Names::default(),
            order: Order::Data,
            overview: OverviewOptions {
                measure: &ACCURACY,
                intervals: OverviewIntervals::Totals,
                order: OverviewOrder::N,
            },
            differences: None,
            captions: BTreeMap::new(),
            figure_captions: BTreeMap::new(),
            paper: Paper { class: PaperClass::default(), width: TableWidth::default() },
            answers: None,
            standalone: false,
        }
    }
}

impl ReportOptions {
    /// Whether the report is written in a format.
    pub fn writes(&self, format: Format) -> bool {
        self.formats.contains(&format)
    }

    /// Writes these formats, and no others.
    pub fn write_only(&mut self, formats: impl IntoIterator<Item = Format>) {
        self.formats = formats.into_iter().collect();
    }
}

/// A format that a report is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Plain text, as the terminal shows it.
    Txt,
    /// Markdown.
    Md,
    /// LaTeX, a file a table.
    Tex,
    /// Tables as CSV.
    Csv,
    /// The whole report as one JSON document.
    Json,
    /// The page.
    Html,
    /// Figures as SVG.
    Svg,
    /// Figures as PNG.
    Png,
    /// Figures as PDF.
    Pdf,
    /// Tidy rows as Parquet.
    Parquet,
}

impl Format {
    /// Those that are written unasked.
    pub(super) const UNASKED: [Self; 8] =
        [Self::Txt, Self::Md, Self::Tex, Self::Csv, Self::Json, Self::Html, Self::Svg, Self::Pdf];
}

/// The order of systems and phenomena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// As in the data.
    Data,
    /// By name.
    Name,
    /// The highest accuracy first.
    Accuracy,
    /// The most pairs first.
    Support,
}
