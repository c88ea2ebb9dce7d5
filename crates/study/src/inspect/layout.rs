//! How a file is written down, as a config says it.

use std::path::Path;

use phenom_dataset::{
    Header, Input, Log, ProblemKind, SampleBounds, SampledTable, TableFormat, TableOptions,
    sample_table,
};

use super::draft::Draft;
use super::sample::MOST_BYTES;
use super::table::{MOST_COLUMNS, MOST_ROWS};

/// The formats that are recognised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Written {
    #[default]
    Csv,
    Tsv,
    Ndjson,
    /// One JSON value: an array, or an object whose keys are ids.
    Json,
    Blanks,
    RteXml,
    /// Elements of any other XML.
    Xml,
    PhenomJsonl,
    Parquet,
    /// The log of a tool.
    Log(&'static Log),
    /// A sheet of a spreadsheet.
    Xlsx,
    Arrow,
}

impl Written {
    /// The name in a config.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Ndjson => "ndjson",
            Self::Json => "json",
            Self::Blanks => "blanks",
            Self::RteXml => "rte-xml",
            Self::Xml => "xml",
            Self::PhenomJsonl => "phenom-jsonl",
            Self::Parquet => "parquet",
            Self::Log(log) => log.name,
            Self::Xlsx => "xlsx",
            Self::Arrow => "arrow",
        }
    }

    /// The tables that it is a form of.
    fn table_format(self) -> TableFormat {
        match self {
            Self::Csv => TableFormat::Csv,
            Self::Tsv => TableFormat::Tsv,
            Self::Ndjson | Self::PhenomJsonl => TableFormat::Ndjson,
            Self::Json => TableFormat::Json,
            Self::Blanks => TableFormat::Blanks,
            Self::RteXml | Self::Xml => TableFormat::Xml,
            Self::Parquet => TableFormat::Parquet,
            Self::Log(log) => TableFormat::Log(log),
            Self::Xlsx => TableFormat::Xlsx,
            Self::Arrow => TableFormat::Arrow,
        }
    }

    /// What it is, in words.
    fn words(self) -> &'static str {
        match self {
            Self::Csv => "comma-separated values",
            Self::Tsv => "tab-separated values",
            Self::Ndjson => "one JSON object a line",
            Self::Json => "one JSON value",
            Self::Blanks => "fields separated by blanks",
            Self::RteXml => "the XML of RTE",
            Self::Xml => "XML",
            Self::PhenomJsonl => "phenom JSONL",
            Self::Parquet => "Parquet",
            Self::Log(log) => log.about,
            Self::Xlsx => "a spreadsheet",
            Self::Arrow => "Arrow",
        }
    }
}

/// How a file is written down.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Layout {
    pub(super) written: Written,
    /// Where it is not that of the format.
    pub(super) delimiter: Option<char>,
    /// Where it is not that of the format.
    pub(super) quoting: Option<bool>,
    /// Names for the columns of a file without a header.
    pub(super) header: Vec<String>,
    /// Lines before the header.
    pub(super) skipped: usize,
    /// What lines begin with that are comments.
    pub(super) comments: Option<&'static str>,
    /// In a JSON document the path of the list that holds the rows, in XML the name of the elements that are rows, in a
    /// spreadsheet with several sheets the name of the sheet.
    pub(super) rows: Option<String>,
    /// Rows that the reader refuses: in tables of text those that have more or fewer fields than the first.
    pub(super) ragged: usize,
    /// Columns that were not looked at.
    pub(super) unseen: usize,
}

/// How much of a file is looked at.
pub(super) const BOUNDS: SampleBounds = SampleBounds {
    rows: MOST_ROWS,
    columns: MOST_COLUMNS,
    bytes: MOST_BYTES,
    together: Vec::new(),
};

/// The beginning of a file, which shows whether a layout fits.
pub(super) const HEAD: SampleBounds =
    SampleBounds { rows: 500, columns: MOST_COLUMNS, bytes: MOST_BYTES, together: Vec::new() };

impl Layout {
    /// What the reader makes of a file that has this layout.
    ///
    /// # Errors
    /// If the reader refuses the file.
    pub(super) fn read(
        &self,
        path: &Path,
        bounds: &SampleBounds,
    ) -> Result<SampledTable, ProblemKind> {
        let header = match self.header.as_slice() {
            [] => Header::FirstRow,
            names => Header::Names(names.to_vec()),
        };
        self.read_below(header, path, bounds)
    }

    /// The same below a header that is not yet known.
    ///
    /// # Errors
    /// If the reader refuses the file.
    pub(super) fn read_below(
        &self,
        header: Header,
        path: &Path,
        bounds: &SampleBounds,
    ) -> Result<SampledTable, ProblemKind> {
        let options = TableOptions {
            delimiter: self.delimiter.and_then(|delimiter| u8::try_from(delimiter).ok()),
            quoting: self.quoting,
            header,
            skip_rows: self.skipped as u64,
            skip_lines_starting: self.comments.map(str::to_owned).into_iter().collect(),
            rows: self.rows.clone(),
            ..TableOptions::default()
        };
        sample_table(Input::File(path.to_owned()), self.written.table_format(), &options, bounds)
    }

    /// Says it in a config.
    pub(super) fn say(&self, draft: &mut Draft) {
        draft.comment(self.words());
        draft.set("format", self.written.name());
        self.say_details(draft);
    }

    /// Says what the format alone does not.
    pub(super) fn say_details(&self, draft: &mut Draft) {
        if let Some(rows) = &self.rows {
            draft.comment(match (self.written, rows.as_str()) {
                (Written::Xml, _) => "The elements that are rows.",
                (Written::Xlsx, _) => "The sheet.",
                (_, "@columns") => "An object for each column, as pandas writes it.",
                _ => {
                    "The list that contains the rows. `^` precedes a key of the object around the list."
                }
            });
            draft.set("rows", rows.as_str());
        }
        if self.skipped > 0 {
            draft.comment(match self.written {
                Written::Xlsx => "Rows before the header.",
                _ => "Lines before the header.",
            });
            draft.set("skip-rows", self.skipped);
        }
        if let Some(comments) = self.comments {
            draft.comment(
                "Such lines have another number of fields, and phenom reads them as comments.",
            );
            draft.set("skip-lines-starting", comments);
        }
        if let Some(delimiter) = self.delimiter {
            draft.set("delimiter", delimiter.to_string());
        }
        if let Some(quoting) = self.quoting {
            let said =
                if quoting { "Quotes enclose fields." } else { "Quotes are part of the text." };
            draft.comment(said);
            draft.set("quoting", quoting);
        }
        if !self.header.is_empty() {
            draft.comment(match self.written {
                Written::Json if self.rows.is_some() => {
                    "The names of the columns are not in the first row of the data."
                }
                Written::Json | Written::Xlsx => "The first row contains data: there is no header.",
                _ => "The first line contains data: there is no header.",
            });
            draft.set("header", self.header.clone());
        }
    }

    fn words(&self) -> String {
        let words = match self.delimiter {
            Some(';') => "values separated by semicolons",
            Some('|') => "values separated by vertical bars",
            Some(' ') => "values in quotes, separated by blanks",
            _ => self.written.words(),
        };
        let mut said = format!("Taken for {words}");
        if self.ragged > 0 {
            said += &format!("; the reader rejects {} of the rows", self.ragged);
        }
        if self.unseen > 0 {
            said += &format!("; phenom did not read {} more columns", self.unseen);
        }
        said + "."
    }
}

/// The ending of a file's name that tells its format, in lower case: `csv` of `a.CSV.gz`.
pub(super) fn ending(path: &Path) -> String {
    let ending =
        |path: &Path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending(path).as_str() {
        "gz" | "zst" => path.file_stem().map(|stem| ending(Path::new(stem))).unwrap_or_default(),
        other => other.to_owned(),
    }
}
