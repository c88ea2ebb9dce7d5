//! What a user gives: files, spreadsheets with their sheets, folders that hold a dataset or logs.

use std::path::Path;

use phenom_dataset::ProblemKind;

use super::layout::Written;
use super::looked::Looked;
use super::{answers_within, claims, logs, saved_dataset, spreadsheet};
use crate::failure::Failure;

/// Looks at a file, at each sheet of a spreadsheet like a file of its own, and at answers in lists within rows; with a line on
/// each sheet that is not used.
///
/// # Errors
/// If it cannot be read, or no table is found in it.
pub(super) fn all_at(path: &Path) -> Result<(Vec<Looked>, Vec<String>), Failure> {
    if spreadsheet::is_at(path) {
        return spreadsheet::sheets(path);
    }
    let files = match path.is_dir() {
        true => Some(logs::in_folder(path)).filter(|logs| !logs.is_empty()),
        false => Some(vec![path.to_owned()]),
    };
    let files = files.map_or_else(|| saved_dataset::files(path), Ok)?;
    let mut all = Vec::new();
    for file in files {
        let failed =
            |kind: ProblemKind| Failure::input(format!("{}: {kind}", file.display()), kind.help());
        let mut looked = match logs::at(&file).map_err(failed)? {
            Some(log) => log,
            None => claims::as_rows(Looked::at(&file)?),
        };
        // A log has its answers in columns.
        let of_log = matches!(looked.layout.written, Written::Log(_));
        let within = if of_log { Vec::new() } else { answers_within::taken_from(&mut looked) };
        all.push(looked);
        all.extend(within);
    }
    Ok((all, Vec::new()))
}
