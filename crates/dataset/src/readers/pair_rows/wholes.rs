//! Originals that have no row of their own: the rows are their parts, and say by some columns which whole each is a
//! part of.

use std::collections::HashMap;

use super::columns::Plan;
use super::row::RowReader;
use crate::builder::Arrivals;
use crate::readers::PairColumns;
use crate::readers::id_rewriting::Rewriter;
use crate::readers::sources::IdSources;
use crate::{PairRow, ProblemKind};

/// The wholes of a file, and how many parts each has so far; nothing where rows are originals or name their own.
pub(super) struct Wholes<'r>(Option<Named<'r>>);

/// Where rows name their wholes.
struct Named<'r> {
    columns: IdSources<'r>,
    /// The name of the whole stands before the last of these.
    before: Option<&'r str>,
    /// How many parts each has so far.
    parts: HashMap<String, usize>,
}

impl<'r> Wholes<'r> {
    /// Asks for the columns that name the whole; then a row needs no id of its own.
    pub(super) fn request(columns: &'r PairColumns, plan: &mut Plan) -> Self {
        if columns.whole.is_empty() {
            return Self(None);
        }
        for request in &mut plan.requests {
            request.required &= request.role != "id" || !columns.id.is_empty();
        }
        let rewriter = Rewriter::new(&columns.ids);
        let before = plan.requests.len();
        let sources = IdSources::request(&columns.whole, rewriter, &mut plan.requests);
        for request in &mut plan.requests[before..] {
            request.role = "whole";
        }
        let before = columns.origin_before.as_deref();
        Self(Some(Named { columns: sources, before, parts: HashMap::new() }))
    }

    /// The id of the whole that a row is a part of, and the number of the part. A whole is a pair from its
    /// first part on.
    pub(super) fn of(
        &mut self,
        row: &RowReader<'_>,
        arrivals: &mut Arrivals<'_>,
    ) -> Result<Option<(String, usize)>, ProblemKind> {
        let Some(Named { columns, before, parts }) = &mut self.0 else { return Ok(None) };
        let id = columns.id(row.cells, &row.plan.requests, row.place)?;
        let whole = before.and_then(|before| id.rsplit_once(before)).map(|(whole, _)| whole);
        let id = whole.map_or_else(|| id.to_string(), str::to_owned);
        let part = parts.entry(id.clone()).or_default();
        *part += 1;
        if *part == 1 {
            let cluster = row.cell(row.plan.places.cluster);
            arrivals.add(&PairRow { line: row.line, id: &id, cluster, ..PairRow::default() });
        }
        Ok(Some((id, *part)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat, PairSource, TableFormat,
        read_pairs,
    };

    #[test]
    fn rows_are_parts_of_wholes_that_columns_name() {
        let format = PairFormat::Table(TableFormat::Csv);
        let mut source = PairSource::new(format, LabelScheme::judgments());
        source.columns.whole = vec!["doc".to_owned(), "model".to_owned()];
        source.columns.cluster = Some("doc".to_owned());
        let csv = "doc,model,gold\nx,A,unknown\nx,B,entailment\nx,A,entailment\n,A,unknown\n";
        let load = |csv: &'static str| {
            let mut builder = DatasetBuilder::new(KeepTexts::No);
            let input = Input::Stream(Box::new(csv.as_bytes()));
            read_pairs(&source, "x.csv", input, &mut builder);
            builder.finish()
        };
        assert_eq!(
            load(csv).unwrap_err().to_string(),
            "x.csv:5: `doc` (asked for by `columns.whole`) is empty"
        );
        let dataset = load(csv.strip_suffix(",A,unknown\n").unwrap()).unwrap();
        let ids: Vec<&str> = (0..dataset.len()).map(|row| dataset.id(row)).collect();
        assert_eq!(ids, ["x:A", "x:B", "x:A.1", "x:A.2", "x:B.1"]);
        assert_eq!((dataset.originals().len(), dataset.monothematic_of(0)), (2, 2..4));
    }
}
