//! Writers: a dataset in a format that the readers read back without loss.

mod common;
mod flat;
mod phenom_jsonl;
mod rte_xml;

use std::io::{self, Write};

use crate::{Dataset, TableFormat};

/// The formats in which a dataset can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteFormat {
    /// One original pair a line with its monothematic pairs in it.
    PhenomJsonl,
    /// The XML of the RTE challenges: original pairs only, `YES` and `NO` where gold is two-way.
    RteXml,
    /// Flat rows, originals first.
    Flat(TableFormat),
}

/// Writes a dataset.
///
/// Judgments are written as phenom's own words. Every property that a dataset can have is kept; the
/// rule of a monothematic pair, attributes and annotations have columns of their own in flat rows.
///
/// # Errors
/// What the writer gives; and [`io::ErrorKind::InvalidInput`] for a dataset that the format cannot
/// hold without loss.
pub fn write_dataset(
    dataset: &Dataset,
    format: WriteFormat,
    out: &mut impl Write,
) -> io::Result<()> {
    match format {
        WriteFormat::PhenomJsonl => phenom_jsonl::write(dataset, out),
        WriteFormat::RteXml => rte_xml::write(dataset, out),
        WriteFormat::Flat(format) => flat::write(dataset, format, out),
    }
}
