//! Configs made of the files themselves, for commands that take bare files.

use std::path::{Path, PathBuf};

use super::{is_config, refuse_flags_for_config, scheme};
use phenom_study::Failure;
use phenom_study::config::{Answers, Config, Source, SystemsNeeded};
use phenom_study::inspect::{Dialogue, LabelsAreOf, Said, SaidOfPairs, inspect};

/// The config at a path; of files with what annotators said, the one that `phenom init` would make of them, without
/// systems that are none.
pub(super) fn config_of(files: &[PathBuf], labels: Option<&str>) -> Result<Config, Failure> {
    if let [path] = files
        && (is_config(path) || !path.is_file())
    {
        refuse_flags_for_config(None, labels)?;
        return Config::load_with(path, SystemsNeeded::Never);
    }
    if let Some(config) = files.iter().find(|path| is_config(path)) {
        let message = format!("{} is a config, and not alone", config.display());
        return Err(Failure::input(message, Some("name it alone, or files without it".to_owned())));
    }
    let of_pairs = SaidOfPairs { labels_are_of: LabelsAreOf::Annotators, ..SaidOfPairs::default() };
    let said = Said { of_pairs, labels: labels.map(scheme).transpose()?, ..Said::default() };
    let mut config = config_of_files(files, &said)?;
    if let Source::Data { systems, .. } = &mut config.source {
        systems.retain(|system| !matches!(system.answers, Answers::LinguisticBiased { .. }));
    }
    Ok(config)
}

/// The config that `phenom init` would make of files, with a note on what they were taken for.
///
/// # Errors
/// Where it would leave something open, or a file cannot be read.
pub(super) fn config_of_files(files: &[PathBuf], said: &Said) -> Result<Config, Failure> {
    let inspected = inspect(files, Path::new(""), said, &mut Dialogue::nobody())?;
    if !inspected.doubts.is_empty() {
        let message = format!("this is not known: {}", inspected.doubts.join("; "));
        let named: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let help = format!("`phenom init {}` writes a config with a place for it", named.join(" "));
        return Err(Failure::input(message, Some(help)));
    }
    let mut config =
        Config::of_text(inspected.text(&[], &[]), Path::new("phenom.yaml"), SystemsNeeded::Never)?;
    let found = inspected.found.join("; ");
    config.notes.push(format!(
        "Files are read as the config of `phenom init` says that they are: {found}."
    ));
    Ok(config)
}
