//! What a config says of lists of parts in the rows of JSON.

use phenom_dataset::{LabelScheme, PairFormat, PairSource, PartSource, TableFormat, WithoutParts};

use super::document::Segment;
use super::raw::RawParts;
use super::resolve::{Place, Resolver, labels};
use super::resolve_columns::pair_columns;

impl Resolver<'_> {
    /// The parts of rows in a format, whose labels mean what those of the rows do if nothing else is said.
    pub(super) fn parts(
        &mut self,
        place: Place<'_>,
        raw: RawParts,
        format: PairFormat,
        of_rows: &LabelScheme,
    ) -> PartSource {
        if !matches!(
            format,
            PairFormat::Table(
                TableFormat::Json | TableFormat::Ndjson | TableFormat::Parquet | TableFormat::Arrow
            )
        ) {
            let message =
                "`parts` is for JSON, NDJSON, Parquet and Arrow, whose rows can hold lists";
            let dataset = place.split_last().map_or(place, |(_, dataset)| dataset);
            self.out_of_place(dataset, "parts", message);
        }
        let columns = raw.columns.unwrap_or_default();
        let in_columns = [place, &[Segment::from("columns")]].concat();
        let keys = [
            ("origin", columns.origin.is_some()),
            ("origin-before", columns.origin_before.is_some()),
            ("whole", columns.whole.is_some()),
            ("cluster", columns.cluster.is_some()),
        ];
        self.out_of_place_if(&in_columns, &keys, "cannot be used here: a part belongs to its row");
        let in_phenomena = [place, &[Segment::from("phenomena")]].concat();
        let (phenomena, file) = self.phenomena(&in_phenomena, raw.phenomena);
        if file.is_some() {
            let message = "write a file of tags under `phenomena` of the dataset";
            self.out_of_place(&in_phenomena, "file", message);
        }
        let scheme = labels(raw.labels).unwrap_or_else(|| of_rows.clone());
        let mut source = PairSource::new(format, scheme);
        source.columns = pair_columns(columns);
        source.phenomena = phenomena;
        let without = raw.without.map_or(WithoutParts::Keep, |without| without.0);
        PartSource { list: raw.list, source, without }
    }
}
