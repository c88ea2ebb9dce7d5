//! Judges' scores of justifications.

use std::sync::Arc;

use phenom_dataset::{
    JustificationBuilder, Justifications, LabelScheme, Problems, read_justifications,
};
use phenom_report as report;

use super::hashed::{open, unreadable};
use crate::config::JudgedFiles;
use crate::host::{Count, Host};

/// Judges' scores of justifications, and the files by their content.
pub fn justifications(
    host: &dyn Host,
    judged: &JudgedFiles,
) -> Result<(Justifications, Vec<report::File>), Problems> {
    let mut builder = JustificationBuilder::new(judged.rules);
    let mut hashed = Vec::new();
    let mut problems = Problems::new();
    let progress =
        Arc::new(Count::of_files(host, judged.files.iter().map(|file| file.path.as_path())));
    for file in &judged.files {
        match open(file, judged.source.format.needs_a_file(), &progress) {
            Err(error) => unreadable(&mut problems, file, &error),
            Ok((input, hash)) => {
                read_justifications(&judged.source, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &LabelScheme::judgments()));
            }
        }
    }
    match builder.finish() {
        Ok(justifications) => problems.or((justifications, hashed)),
        Err(more) => {
            problems.append(more);
            Err(problems)
        }
    }
}
