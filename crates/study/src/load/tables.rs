//! Count tables and cluster tables.

use std::path::Path;
use std::sync::Arc;

use phenom_dataset::{
    Checksum, Input, LabelScheme, ProblemKind, Problems, TableFormat, read_counts,
};
use phenom_metrics::{ClusterAdder, ClusterRow, CountAdder, CountRow};
use phenom_report as report;

use super::hashed::{open, unreadable};
use crate::config::DataFile;
use crate::host::{Count, Host};

/// The columns of a count table before the count itself.
pub const COUNT_COLUMNS: [&str; 6] =
    ["system", "population", "slice_kind", "slice", "gold", "predicted"];

/// The columns of a cluster table before the number of clusters.
pub const CLUSTER_COLUMNS: [&str; 3] = ["slice_kind", "slice", "signature"];

/// The sums of count tables, and the files by their content.
pub fn counts(
    host: &dyn Host,
    files: &[DataFile],
) -> Result<(CountAdder, Vec<report::File>), Problems> {
    let mut adder = CountAdder::default();
    let hashed = read(host, files, |file, format, input| {
        let mut of_file = CountAdder::default();
        let add = |[system, population, slice_kind, slice, gold, predicted]: [&str; 6], count| {
            let owned = str::to_owned;
            let row = CountRow {
                system: owned(system),
                population: owned(population),
                slice_kind: owned(slice_kind),
                slice: owned(slice),
                gold: owned(gold),
                predicted: owned(predicted),
                count,
            };
            adder.add(&row)?;
            of_file.add(&row)
        };
        let checksum = read_counts(COUNT_COLUMNS, "count", format, file, input, add)?;
        match of_file.disagreement().filter(|_| checksum == Checksum::Absent) {
            Some(message) => Err(disagreeing(file, message)),
            None => Ok(()),
        }
    })?;
    Ok((adder, hashed))
}

/// The sums of cluster tables, and the files by their content.
pub fn clusters(
    host: &dyn Host,
    files: &[DataFile],
) -> Result<(ClusterAdder, Vec<report::File>), Problems> {
    let mut adder = ClusterAdder::default();
    let hashed = read(host, files, |file, format, input| {
        let add = |[slice_kind, slice, signature]: [&str; 3], clusters| {
            adder.add(&ClusterRow { slice_kind, slice, signature, clusters })
        };
        read_counts(CLUSTER_COLUMNS, "clusters", format, file, input, add).map(|_| ())
    })?;
    Ok((adder, hashed))
}

/// Opens each file and has it read; the files by their content, or all problems of all of them.
fn read(
    host: &dyn Host,
    files: &[DataFile],
    mut table: impl FnMut(&str, TableFormat, Input) -> Result<(), Problems>,
) -> Result<Vec<report::File>, Problems> {
    let progress = Arc::new(Count::of_files(host, files.iter().map(|file| file.path.as_path())));
    let mut hashed = Vec::new();
    let mut problems = Problems::new();
    for file in files {
        let format = format(&file.path);
        match open(file, format.needs_a_file(), &progress) {
            Err(error) => unreadable(&mut problems, file, &error),
            Ok((input, hash)) => {
                if let Err(more) = table(&file.shown(), format, input) {
                    problems.append(more);
                }
                hashed.push(hash.signed(file, &LabelScheme::judgments()));
            }
        }
    }
    problems.or(hashed)
}

/// The format of a table, by the name of its file.
fn format(path: &Path) -> TableFormat {
    match path.extension().map(|ending| ending.to_string_lossy().to_lowercase()) {
        Some(ending) if ending == "csv" => TableFormat::Csv,
        Some(ending) if ending == "ndjson" => TableFormat::Ndjson,
        _ => TableFormat::Parquet,
    }
}

/// Sums that do not agree in a count table without a checksum.
fn disagreeing(file: &str, message: String) -> Problems {
    let help = "check that the table is complete, and that the query of `phenom counts --sql` or one like it created it";
    let mut problems = Problems::new();
    problems.push(file, None, ProblemKind::Malformed { message, help: Some(help.to_owned()) });
    problems
}
