//! `phenom counts`: the count and cluster tables of an evaluation, or the SQL that makes the same.

use crate::at_terminal::USER;
use phenom_dataset::{KeepTexts, Task, write_counts};
use phenom_metrics::{ClusterRow, CountRow, count_tables};

use super::print;
use crate::arguments::{CountsArguments, SqlTable};
use crate::interrupt;
use phenom_study::Failure;
use phenom_study::config::{Config, Source};
use phenom_study::load;
use phenom_study::writing::{Existing, NewFile, Place, check_folder, write};

/// The query that makes a table on any SQL engine.
fn query(of: SqlTable) -> String {
    let query = match of {
        SqlTable::Counts => include_str!("counts/counts.sql"),
        SqlTable::Clusters => include_str!("counts/clusters.sql"),
    };
    query.replace("-- members.sql\n", include_str!("counts/members.sql"))
}

/// Writes the count tables of a config, or prints the query.
pub(crate) fn counts(arguments: &CountsArguments) -> Result<(), Failure> {
    let (Some(path), Some(folder)) = (&arguments.config, &arguments.output) else {
        return print(&query(arguments.sql.unwrap_or(SqlTable::Counts)));
    };
    let place = Place::folder(folder)?;
    check_folder(&place)?;
    let config = Config::load(path)?;
    if config.task == Some(Task::Outcome) {
        let message = "count tables contain labels, and `task: outcome` has none";
        let help = "evaluate the pairs themselves: `phenom run` with this config".to_owned();
        return Err(Failure::input(message, Some(help)));
    }
    let Source::Data { pairs, systems } = &config.source else {
        let message = match config.source {
            Source::Nothing => "this config has no systems to count",
            _ => "this config already reads counts",
        };
        return Err(Failure::input(message, None));
    };
    let load::Data { dataset, systems, .. } =
        load::data((pairs, config.task), systems, KeepTexts::No, load::Reading::answers(&USER))?;
    if dataset.judged().is_some() {
        let message =
            "count tables contain gold labels, and `judged` has those of judges and people";
        let help = "evaluate the pairs themselves: `phenom run` with this config".to_owned();
        return Err(Failure::input(message, Some(help)));
    }
    let (rows, clusters) = count_tables(&dataset, &systems.runs, config.statistics.threads);
    let sets = match dataset.rows_with_gold_sets().count() {
        0 => String::new(),
        sets => format!(
            "Note: the gold label of {sets} pairs is a set of labels. The tables keep the one that each run agrees \
             with, and compare composed predictions with that one.\n"
        ),
    };
    let said = format!(
        "{sets}Wrote {} counts to {} and {} cluster signatures to {}\n",
        rows.len(),
        folder.join("counts.parquet").display(),
        clusters.len(),
        folder.join("clusters.parquet").display()
    );
    let counts = rows.iter().map(|row| {
        let CountRow { system, population, slice_kind, slice, gold, predicted, count } = row;
        ([system, population, slice_kind, slice, gold, predicted].map(String::as_str), *count)
    });
    let clusters = clusters.rows().map(|row| {
        let ClusterRow { slice_kind, slice, signature, clusters } = row;
        ([slice_kind, slice, signature], clusters)
    });
    let files = vec![
        NewFile::new("counts.parquet", |mut out| {
            write_counts(load::COUNT_COLUMNS, "count", counts, &mut out)
        }),
        NewFile::new("clusters.parquet", |mut out| {
            write_counts(load::CLUSTER_COLUMNS, "clusters", clusters, &mut out)
        }),
    ];
    let existing = Existing::unless(arguments.overwrite);
    interrupt::while_writing(|| {
        write(place, arguments.overwrite, files, |_, seen| {
            existing.refuse(folder, seen).map(|()| Vec::new())
        })
    })?;
    print(&said)
}
