//! Spreadsheets: which of their sheets hold a table, and where it begins.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use phenom_dataset::{Header, Input, ProblemKind, SheetHead, is_spreadsheet, sheet_heads};
use phenom_files::open_regular;

use super::delimited::is_header;
use super::layout::{BOUNDS, Layout, Written};
use super::long_files::telling;
use super::looked::{Looked, holds_texts};
use super::runs::without_run;
use super::table::{Table, UNNAMED};
use crate::failure::Failure;

/// Whether a file is a spreadsheet, whatever its name, or is called one and is an archive, which may be damaged.
pub(super) fn is_at(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let is_archive = || {
        let mut start = [0; 2];
        open_regular(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
            && &start == b"PK"
    };
    (["xlsx", "xlsm"].contains(&ending.as_str()) && is_archive())
        || open_regular(path).is_ok_and(|file| is_spreadsheet(Input::Stream(Box::new(file))))
}

/// The sheets of a spreadsheet that hold a table, each looked at like a file, and a line on each of the others.
///
/// # Errors
/// If it cannot be read, or no sheet holds a table.
pub(super) fn sheets(path: &Path) -> Result<(Vec<Looked>, Vec<String>), Failure> {
    let failed =
        |kind: ProblemKind| Failure::input(format!("{}: {kind}", path.display()), kind.help());
    let heads = sheet_heads(Input::File(path.to_owned())).map_err(failed)?;
    let several = heads.len() > 1;
    let (mut sheets, mut unused) = (Vec::new(), Vec::new());
    for head in heads {
        match sheet(path, &head, several).map_err(failed)? {
            Some(looked) => sheets.push(looked),
            None => unused.push((head.name, "it contains no table")),
        }
    }
    if sheets.is_empty() {
        return Err(nothing_in(path, "no sheet has a row of names above rows with as many cells"));
    }
    refuse_runs(path, &sheets)?;
    if let Some(pairs) = sheets.iter().position(holds_texts) {
        let beside: Vec<bool> = sheets.iter().map(|sheet| belongs(sheet, &sheets[pairs])).collect();
        let mut beside = beside.into_iter();
        sheets.retain(|sheet| {
            let kept = beside.next().unwrap_or(true);
            if !kept {
                let name = sheet.layout.rows.clone().unwrap_or_default();
                unused.push((name, "it shares no ids with the sheet of the pairs"));
            }
            kept
        });
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let unused =
        unused.into_iter().map(|(sheet, why)| format!("{name}, sheet {sheet}: not used, {why}"));
    Ok((sheets, unused.collect()))
}

/// The table of a sheet; nothing if it holds none.
fn sheet(path: &Path, head: &SheetHead, several: bool) -> Result<Option<Looked>, ProblemKind> {
    let Some(header) = header(head) else { return Ok(None) };
    let (line, names) = &head.rows[header];
    if several && names.len() < 2 {
        return Ok(None);
    }
    let mut layout = Layout {
        written: Written::Xlsx,
        rows: several.then(|| head.name.clone()),
        skipped: if header == 0 { 0 } else { usize::try_from(line - 1).unwrap_or(usize::MAX) },
        ..Layout::default()
    };
    let rows = layout.read_below(Header::Absent, path, &BOUNDS)?;
    if !is_header(&rows) {
        let width = names.last().map_or(0, |(at, _)| at + 1);
        layout.header = (1..=width).map(|number| format!("{UNNAMED}{number}")).collect();
    }
    let read = layout.read(path, &BOUNDS)?;
    layout.unseen = read.unseen;
    let first = Table::from(read);
    if first.rows == 0 {
        return Ok(None);
    }
    let table = telling(path, &layout, first);
    Ok(Some(Looked {
        path: path.to_owned(),
        more: Vec::new(),
        layout,
        table,
        classes: BTreeMap::new(),
    }))
}

/// The first row that has a cell above each column that is filled in most of the rows below it, but for a first column of
/// numbers of rows.
fn header(head: &SheetHead) -> Option<usize> {
    (0..head.rows.len().saturating_sub(1)).find(|at| {
        let below = &head.rows[at + 1..];
        let mut filled: BTreeMap<usize, usize> = BTreeMap::new();
        for (column, _) in below.iter().flat_map(|(_, cells)| cells) {
            *filled.entry(*column).or_default() += 1;
        }
        let usual = filled.iter().filter(|(_, rows)| **rows * 2 > below.len());
        let usual: Vec<usize> = usual.map(|(column, _)| *column).collect();
        let named: BTreeSet<usize> = head.rows[*at].1.iter().map(|(column, _)| *column).collect();
        let mut unnamed = usual.iter().filter(|column| !named.contains(column));
        let is_index = |column: Option<&usize>| {
            column.is_none_or(|column| usual.first() == Some(column) && usual.len() > 2)
        };
        !usual.is_empty() && is_index(unnamed.next()) && unnamed.next().is_none()
    })
}

/// Whether a sheet says something of the pairs of another: it has texts as well, as many rows, or a column of which most
/// values are in a column there.
fn belongs(sheet: &Looked, pairs: &Looked) -> bool {
    let values = |looked: &Looked| -> Vec<BTreeSet<String>> {
        let columns = looked.table.columns.iter();
        columns.map(|column| column.texts().map(str::to_owned).collect()).collect()
    };
    let of_pairs = values(pairs);
    let shared = |column: &BTreeSet<String>| {
        !column.is_empty()
            && of_pairs.iter().any(|other| {
                // Labels are shared by a legend of them, too.
                2 * other.len() > pairs.table.rows
                    && 2 * column.intersection(other).count() > column.len()
            })
    };
    holds_texts(sheet)
        || sheet.table.rows == pairs.table.rows
        || !sheet.table.whole
        || values(sheet).iter().any(shared)
}

/// Refuses sheets whose names differ by the number of a run alone: no config reads the runs of a system from several sheets.
fn refuse_runs(path: &Path, sheets: &[Looked]) -> Result<(), Failure> {
    let name = |sheet: &Looked| sheet.layout.rows.clone().unwrap_or_default();
    for (at, sheet) in sheets.iter().enumerate() {
        let run = name(sheet);
        let is_other_run = |other: &&Looked| {
            without_run(&run) != run
                && without_run(&name(other)) == without_run(&run)
                && other.table.names() == sheet.table.names()
        };
        if let Some(other) = sheets[..at].iter().find(is_other_run) {
            let message = format!(
                "{}: the names of the sheets `{}` and `{run}` look like runs of one system, and a config cannot read \
                 runs from several sheets",
                path.display(),
                name(other)
            );
            let help = "save each sheet as CSV in UTF-8, and name these files";
            return Err(Failure::input(message, Some(help.to_owned())));
        }
    }
    Ok(())
}

fn nothing_in(path: &Path, why: &str) -> Failure {
    let message = format!("{}: phenom finds no rows: {why}", path.display());
    let help = "describe the file in a config: `format: xlsx`, `rows:` with the name of the sheet, `skip-rows:` and \
                `columns:`; `phenom init -o phenom.yaml` writes one to start from";
    Failure::input(message, Some(help.to_owned()))
}
