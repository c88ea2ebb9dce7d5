//! What a config says of how a table is written down.

use phenom_dataset::{Header, Ragged, TableFormat, TableOptions};

use super::numbers::Whole;
use super::raw::{Choice, OneOrMany, RawHeader};
use super::resolve::{Place, Resolver};

/// How a table is written down, as said in several places of a config.
#[derive(Default)]
pub(super) struct RawOptions {
    pub(super) delimiter: Option<String>,
    pub(super) quoting: Option<bool>,
    pub(super) header: Option<RawHeader>,
    pub(super) skip_rows: Option<Whole<0, { u32::MAX as u64 }>>,
    pub(super) skip_lines_starting: Option<OneOrMany>,
    pub(super) ragged: Option<Choice<Ragged>>,
    pub(super) rows: Option<String>,
}

impl RawOptions {
    /// Each key, and whether it is given.
    pub(super) fn given(&self) -> [(&'static str, bool); 7] {
        [
            ("delimiter", self.delimiter.is_some()),
            ("quoting", self.quoting.is_some()),
            ("header", self.header.is_some()),
            ("skip-rows", self.skip_rows.is_some()),
            ("skip-lines-starting", self.skip_lines_starting.is_some()),
            ("ragged", self.ragged.is_some()),
            ("rows", self.rows.is_some()),
        ]
    }
}

/// The formats that a key has a meaning for, and how messages name them.
fn formats_of(key: &str) -> (&'static [TableFormat], &'static str) {
    use TableFormat::{Arrow, Blanks, Csv, Json, Ndjson, Parquet, Tsv, Xlsx, Xml};
    match key {
        "header" => (
            &[Csv, Tsv, Blanks, Json, Xlsx],
            "is for CSV, TSV and blank-separated files, JSON lists, and spreadsheets",
        ),
        "skip-rows" => (&[Csv, Tsv, Xlsx], "is for CSV, TSV and spreadsheets"),
        "skip-lines-starting" => (&[Csv, Tsv, Blanks], "is for CSV, TSV and blank-separated files"),
        "rows" => (
            &[Xml, Json, Ndjson, Xlsx, Parquet, Arrow],
            "is for XML, JSON, Parquet, Arrow and spreadsheets",
        ),
        _ => (&[Csv, Tsv], "is for CSV and TSV"),
    }
}

impl Resolver<'_> {
    pub(super) fn options(
        &mut self,
        place: Place<'_>,
        format: Option<TableFormat>,
        raw: RawOptions,
    ) -> TableOptions {
        for (key, given) in raw.given() {
            let (formats, message) = formats_of(key);
            if !format.is_some_and(|format| formats.contains(&format)) {
                self.out_of_place_if(place, &[(key, given)], message);
            }
        }
        let delimiter = raw.delimiter.and_then(|text| match text.as_bytes() {
            [byte] => Some(*byte),
            _ => {
                let place = [place, &["delimiter".into()]].concat();
                self.problem(&place, "the delimiter is one ASCII character", None);
                None
            }
        });
        let header = raw.header.map_or(Header::FirstRow, |RawHeader(header)| header);
        if format == Some(TableFormat::Blanks) && !matches!(header, Header::Names(_)) {
            let help = "write for example `header: [id, label]`";
            self.problem(place, "a blank-separated file needs a `header`", Some(help));
        }
        let skip_lines_starting = raw.skip_lines_starting.map_or(Vec::new(), |starts| starts.0);
        if skip_lines_starting.iter().any(String::is_empty) {
            let place = [place, &["skip-lines-starting".into()]].concat();
            self.problem(
                &place,
                "every line starts with the empty text, so that no row would remain",
                None,
            );
        }
        TableOptions {
            delimiter,
            quoting: raw.quoting,
            header,
            skip_rows: raw.skip_rows.map_or(0, Whole::get),
            skip_lines_starting,
            ragged: raw.ragged.map_or(Ragged::Refuse, |Choice(ragged)| ragged),
            rows: raw.rows,
        }
    }
}
