//! The dataset of a config: its pairs, with what annotators have done.

use phenom_dataset::{Dataset, KeepTexts, Problems};
use phenom_report as report;

use super::annotated;
use super::drawn::add_labels;
use super::pairs::{builder, read_dataset};
use crate::config::Pairs;
use crate::host::Host;

/// The dataset of some files, with what annotators have done, and the files by their content.
pub fn dataset(
    host: &dyn Host,
    pairs: &Pairs,
    texts: KeepTexts,
) -> Result<(Dataset, Vec<report::File>), Problems> {
    match &pairs.work {
        Some(work) => annotated::dataset(host, pairs, work, texts),
        None => {
            let mut builder = builder(pairs, texts);
            let of_people = add_labels(host, pairs, &mut builder)?;
            let (dataset, mut files) = read_dataset(host, pairs, builder)?;
            files.extend(of_people);
            Ok((dataset, files))
        }
    }
}
