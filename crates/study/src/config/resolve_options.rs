//! What a config says of how a table is written down.

use phenom_dataset::{Header, Ragged, TableFormat, TableOptions};

use super::numbers::Whole;
use super::raw::{Choice, RawHeader, RawOptions};
use super::resolve::{Place, Resolver};

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
        rows: Option<String>,
    ) -> TableOptions {
        for (key, given) in raw.given().into_iter().chain([("rows", rows.is_some())]) {
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
            rows,
        }
    }
}
