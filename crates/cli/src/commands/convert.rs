//! `phenom convert`: pairs from any format to those that phenom writes.

use crate::at_terminal::USER;
use std::path::Path;

use phenom_dataset::{KeepTexts, TableFormat, WriteFormat, write_dataset};
use phenom_report::harmless;

use super::{is_config, pairs_of_file, print, refuse_flags_for_config};
use crate::arguments::ConvertArguments;
use crate::interrupt;
use phenom_study::Failure;
use phenom_study::config::{Config, Source};
use phenom_study::load;
use phenom_study::writing::{Existing, check_file, write_file};

/// Converts a dataset.
pub(crate) fn convert(arguments: &ConvertArguments) -> Result<(), Failure> {
    let format = write_format(&arguments.output)?;
    let existing = Existing::unless(arguments.overwrite);
    check_file(&arguments.output, existing)?;
    let (read_as, labels) = (arguments.format.as_deref(), arguments.labels.as_deref());
    let pairs = if is_config(&arguments.input) {
        refuse_flags_for_config(read_as, labels)?;
        match Config::load(&arguments.input)?.source {
            Source::Data { pairs, .. } => *pairs,
            Source::Counts(_) | Source::Nothing => {
                let message = "this config has no pairs to convert";
                return Err(Failure::input(message, None));
            }
        }
    } else {
        pairs_of_file(&arguments.input, read_as, labels)?
    };
    let (dataset, _) = load::dataset(&USER, &pairs, KeepTexts::Yes)?;
    interrupt::while_writing(|| {
        write_file(&arguments.output, existing, |mut out| write_dataset(&dataset, format, &mut out))
    })?;
    let notes: String =
        dataset.notes().iter().map(|note| format!("Note: {}\n", harmless(note))).collect();
    print(&format!("Wrote {} pairs to {}\n{notes}", dataset.len(), arguments.output.display()))
}

fn write_format(path: &Path) -> Result<WriteFormat, Failure> {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match ending.as_str() {
        "jsonl" => Ok(WriteFormat::PhenomJsonl),
        "xml" => Ok(WriteFormat::RteXml),
        "csv" => Ok(WriteFormat::Flat(TableFormat::Csv)),
        "tsv" => Ok(WriteFormat::Flat(TableFormat::Tsv)),
        "ndjson" => Ok(WriteFormat::Flat(TableFormat::Ndjson)),
        "parquet" => Ok(WriteFormat::Flat(TableFormat::Parquet)),
        _ => {
            let message =
                format!("phenom cannot write a format with the ending of {}", path.display());
            let help = "use .jsonl, .csv, .tsv, .ndjson, .parquet, or .xml for RTE".to_owned();
            Err(Failure::input(message, Some(help)))
        }
    }
}
