//! `phenom convert`: pairs from any format to those that phenom writes.

use std::io::Write;
use std::path::Path;

use phenom_dataset::{KeepTexts, TableFormat, WriteFormat, write_dataset};
use phenom_report::harmless;

use super::{is_config, pairs_of_file, print, refuse_flags_for_config};
use crate::arguments::ConvertArguments;
use crate::config::{Config, Source};
use crate::failure::Failure;
use crate::load;

/// Converts a dataset.
pub(crate) fn convert(arguments: &ConvertArguments) -> Result<(), Failure> {
    let format = write_format(&arguments.output)?;
    if arguments.output.exists() && !arguments.overwrite {
        let message = format!("{} is there already", arguments.output.display());
        return Err(Failure::input(message, Some("--overwrite replaces it".to_owned())));
    }
    let (read_as, labels) = (arguments.format.as_deref(), arguments.labels.as_deref());
    let pairs = if is_config(&arguments.input) {
        refuse_flags_for_config(read_as, labels)?;
        match Config::load(&arguments.input)?.source {
            Source::Data { pairs, .. } => pairs,
            Source::Counts { .. } | Source::Nothing => {
                let message = "this config has no pairs to convert";
                return Err(Failure::input(message, None));
            }
        }
    } else {
        pairs_of_file(&arguments.input, read_as, labels)?
    };
    let (dataset, _) = load::dataset(&pairs, KeepTexts::Yes)?;
    let failed = |error: std::io::Error| {
        Failure::input(format!("{} was not written: {error}", arguments.output.display()), None)
    };
    let folder = arguments.output.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file =
        tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).map_err(failed)?;
    let mut out = std::io::BufWriter::new(file.as_file_mut());
    write_dataset(&dataset, format, &mut out).map_err(failed)?;
    out.flush().map_err(failed)?;
    drop(out);
    file.persist(&arguments.output).map_err(|error| failed(error.error))?;
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
            let message = format!("the ending of {} names no format to write", path.display());
            let help = "use .jsonl, .csv, .tsv, .ndjson, .parquet, or .xml for RTE".to_owned();
            Err(Failure::input(message, Some(help)))
        }
    }
}
