//! Writers: a dataset in a format that the readers read back without loss.

mod flat;
mod phenom_jsonl;
mod rte_xml;

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::{Dataset, Judgment, TableFormat};

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

/// How many annotators without a name gave each judgment to a pair. *Entailment* is always among
/// them, so that a pair with counts of 0 does not pass for one without counts.
fn annotator_counts(dataset: &Dataset, row: usize) -> BTreeMap<&'static str, u16> {
    let counts = dataset.annotator_counts(row);
    let counts = counts.into_iter().flat_map(|counts| Judgment::ALL.into_iter().zip(counts));
    counts
        .filter(|(judgment, count)| *count > 0 || *judgment == Judgment::Entailment)
        .map(|(judgment, count)| (judgment.name(), count))
        .collect()
}

/// Why a dataset cannot be written in a format.
fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
