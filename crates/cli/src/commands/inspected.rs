//! Configs made of the files themselves, for commands that take bare files.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempDir};

use super::{is_config, refuse_flags_for_config, scheme};
use crate::arguments::SaidArguments;
use phenom_study::Failure;
use phenom_study::config::{Answers, Config, Source, SystemsNeeded};
use phenom_study::inspect::{
    Dialogue, LabelsAreOf, OverColumns, Said, SaidOfPairs, config_of_files,
};

/// The config at a path; of files with what annotators said, the one that `phenom init` would make of them, without
/// systems that are none.
pub(super) fn config_of(files: &[PathBuf], labels: Option<&str>) -> Result<Config, Failure> {
    if let [path] = files
        && (is_config(path) || !path.is_file())
    {
        refuse_flags_for_config(None, labels)?;
        return Config::load_with(path, SystemsNeeded::Never);
    }
    refuse_among_files(files)?;
    let of_pairs = SaidOfPairs { labels_are_of: LabelsAreOf::Annotators, ..SaidOfPairs::default() };
    let said = Said { of_pairs, labels: labels.map(scheme).transpose()?, ..Said::default() };
    let mut config = config_of_files(files, &said, SystemsNeeded::Never, &mut Dialogue::nobody())?;
    if let Source::Data { systems, .. } = &mut config.source {
        systems.retain(|system| !matches!(system.answers, Answers::LinguisticBiased { .. }));
    }
    Ok(config)
}

/// Fails if one of several files is a config.
fn refuse_among_files(files: &[PathBuf]) -> Result<(), Failure> {
    let Some(config) = files.iter().find(|path| is_config(path)) else { return Ok(()) };
    let message = format!("{} is a config, and other files are named with it", config.display());
    Err(Failure::input(message, Some("name the config alone, or leave it out".to_owned())))
}

/// What `phenom run` evaluates.
pub(super) struct ToRun {
    pub(super) config: Config,
    /// Whether there are files of data and no config.
    pub(super) is_of_files: bool,
    /// Where standard input is kept, as long as it is read.
    _kept: Option<(NamedTempFile, TempDir)>,
}

/// What `phenom run` evaluates: a config that is named, or files of data, one of which may be standard input.
pub(super) fn to_run(files: &[PathBuf], given: &SaidArguments) -> Result<ToRun, Failure> {
    let of_files = said(given)?;
    if let [path] = files
        && !is_data(path)
    {
        if given.is_given() {
            let message =
                format!("{} is a config, which describes its files itself", path.display());
            let help = "set this in the config; `phenom schema` lists its keys".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
        return Ok(ToRun { config: Config::load(path)?, is_of_files: false, _kept: None });
    }
    refuse_among_files(files)?;
    let (mut files, mut kept) = (files.to_vec(), None);
    if let Some(input) = files.iter_mut().find(|path| is_standard_input(path)) {
        let read = standard_input();
        let read = read.map_err(|error| Failure::unreadable("standard input", &error))?;
        *input = read.0.path().to_owned();
        kept = Some(read);
    }
    let needed = SystemsNeeded::Always;
    // Whoever pipes data in cannot be asked.
    let config = match kept {
        Some(_) => config_of_files(&files, &of_files, needed, &mut Dialogue::nobody())?,
        None => asking(|dialogue| config_of_files(&files, &of_files, needed, dialogue))?,
    };
    Ok(ToRun { config, is_of_files: true, _kept: kept })
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-" && !path.exists()
}

/// The name of the file that standard input is kept in.
const KEPT: &str = "standard-input";

/// Standard input in a file in a folder of its own: tables are read more than once.
fn standard_input() -> io::Result<(NamedTempFile, TempDir)> {
    let folder = tempfile::tempdir()?;
    let mut builder = tempfile::Builder::new();
    let mut file = builder.prefix(KEPT).rand_bytes(0).tempfile_in(folder.path())?;
    io::copy(&mut io::stdin().lock(), file.as_file_mut())?;
    Ok((file, folder))
}

/// Whether a path is that of data by its name: a folder without a config, or a file that is called otherwise than configs are.
fn is_data(path: &Path) -> bool {
    let mut entries = std::fs::read_dir(path).into_iter().flatten().flatten();
    if entries.any(|entry| is_config(&entry.path())) {
        return false;
    }
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    path.is_dir() || is_standard_input(path) || DATA.contains(&ending.as_str())
}

/// Endings of files of data.
const DATA: [&str; 14] = [
    "eval", "csv", "tsv", "json", "jsonl", "ndjson", "parquet", "xml", "xlsx", "arrow", "feather",
    "gz", "zst", "txt",
];

/// Asks on a terminal, and nobody elsewhere.
pub(super) fn asking<T>(
    inspect: impl FnOnce(&mut Dialogue<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let (mut answers, mut questions) = (io::stdin().lock(), anstream::stderr());
        return inspect(&mut Dialogue::with(&mut answers, &mut questions));
    }
    inspect(&mut Dialogue::nobody())
}

/// What was said of the files on the command line.
pub(super) fn said(given: &SaidArguments) -> Result<Said, Failure> {
    Ok(Said {
        pairs: given.pairs.clone(),
        of_pairs: SaidOfPairs {
            id: given.id.clone(),
            gold: given.gold.clone(),
            phenomena: given.phenomena.clone(),
            ..SaidOfPairs::default()
        },
        labels: given.labels.as_deref().map(scheme).transpose()?,
        run_labels: given.run_labels.as_deref().map(scheme).transpose()?,
        label: given.label.clone(),
        missing: given.missing.map(|missing| missing.name().to_owned()),
        in_order: given.in_order,
        outcomes: given.outcome.clone(),
        over: OverColumns { system: given.system.clone(), run: given.run.clone(), annotator: None },
    })
}
