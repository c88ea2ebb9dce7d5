//! `phenom counts`: the count table of an evaluation, or the SQL that makes the same.

use std::io::Write;
use std::path::Path;

use phenom_dataset::{KeepTexts, write_counts};
use phenom_metrics::{ClusterRow, CountRow, Evaluation, clusters, count_rows};

use super::print;
use super::run::without_inference;
use crate::arguments::CountsArguments;
use crate::config::{Config, Source};
use crate::failure::Failure;
use crate::{interrupt, load};

/// The query that makes a count table on any SQL engine.
const QUERY: &str = include_str!("counts.sql");

/// Writes the count tables of a config, or prints the query.
pub(crate) fn counts(arguments: &CountsArguments) -> Result<(), Failure> {
    let (Some(path), Some(folder)) = (&arguments.config, &arguments.output) else {
        return print(QUERY);
    };
    let config = Config::load(path)?;
    let Source::Data { pairs, systems } = &config.source else {
        let message = match config.source {
            Source::Nothing => "this config has no systems to count",
            _ => "this config has counts already",
        };
        return Err(Failure::input(message, None));
    };
    let (dataset, _) = load::dataset(pairs, KeepTexts::No)?;
    let load::Systems { runs, .. } = load::systems(systems, &dataset)?;
    let evaluation = Evaluation::new(&dataset, &runs, &without_inference(&config));
    let rows = count_rows(&evaluation);
    let clusters = clusters(&dataset, runs.iter().map(|(run, _)| run));
    let said = format!(
        "Wrote {} counts to {} and {} cluster signatures to {}\n",
        rows.len(),
        folder.join("counts.parquet").display(),
        clusters.len(),
        folder.join("clusters.parquet").display()
    );
    let failed = |error: std::io::Error| {
        Failure::input(format!("{} cannot be written: {error}", folder.display()), None)
    };
    for name in ["counts.parquet", "clusters.parquet"] {
        if folder.join(name).exists() && !arguments.overwrite {
            let message = format!("{} is there already", folder.join(name).display());
            return Err(Failure::input(message, Some("--overwrite replaces it".to_owned())));
        }
    }
    std::fs::create_dir_all(folder).map_err(failed)?;
    let counts = rows.into_iter().map(|row| {
        let CountRow { system, population, slice_kind, slice, gold, predicted, count } = row;
        ([system, population, slice_kind, slice, gold, predicted], count)
    });
    let clusters = clusters.into_iter().map(|row| {
        let ClusterRow { slice_kind, slice, signature, clusters } = row;
        ([slice_kind, slice, signature], clusters)
    });
    interrupt::while_writing(|| {
        write(folder, "counts.parquet", |out| {
            write_counts(load::COUNT_COLUMNS, "count", counts, out)
        })
        .map_err(failed)?;
        write(folder, "clusters.parquet", |out| {
            write_counts(["slice_kind", "slice", "signature"], "clusters", clusters, out)
        })
        .map_err(failed)
    })?;
    print(&said)
}

/// Writes a file beside its place and renames it.
fn write(
    folder: &Path,
    name: &str,
    content: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    content(&mut bytes)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&bytes)?;
    file.persist(folder.join(name)).map_err(|error| error.error)?;
    Ok(())
}
