//! From a config to the list of what it asks for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use phenom_files::{open_regular, project_of};
use phenom_systems::command::locate;
use phenom_systems::endpoint::{Endpoint, Privacy};

use super::list::{List, Section};
use super::memory::{Remembered, real, remembered};
use super::{named_files, quoted};
use crate::config::{Answers, Asked, Config, OutsideSystem, Source, System};
use crate::failure::Failure;
use crate::hashes::{sha256, sha256_of};

/// From so many files of one folder on, the folder is named with the first and the last.
const MANY: usize = 8;

/// Everything that a config asks for. Files are hashed now.
pub fn list_of(config: &Config) -> Result<List, Failure> {
    let mut about = Section::new(format!("config {}", quoted::path(&real(&config.path))));
    about.row("SHA-256", sha256(config.document.text.as_bytes()));
    let mut sections = vec![about];
    let outside: Vec<(&System, &OutsideSystem)> = outside(config).collect();
    for (system, outside) in &outside {
        sections.push(section_of(system, outside)?);
    }
    if !outside.is_empty() {
        sections.push(texts(config));
    }
    let folders = folders(config);
    if !folders.is_empty() {
        sections.push(written(config, &folders));
    }
    if outside.len() > 1 {
        sections.push(in_all(&outside));
    }
    Ok(List { sections })
}

/// All programs and servers once more, at the end of the list, where a long one is read.
fn in_all(outside: &[(&System, &OutsideSystem)]) -> Section {
    let mut section = Section::new("in all");
    let of = |asked: &dyn Fn(&Asked) -> Option<String>| {
        let all: BTreeSet<String> =
            outside.iter().filter_map(|(_, outside)| asked(&outside.asked)).collect();
        all.into_iter().collect::<Vec<_>>()
    };
    let programs = of(&|asked| match asked {
        Asked::Command { program, arguments, .. } => {
            let first = arguments.first().map(|word| format!(" {}", quoted::exact(word)));
            let more = if arguments.len() > 1 { " ..." } else { "" };
            Some(format!("{}{}{more}", quoted::exact(program), first.unwrap_or_default()))
        }
        Asked::Endpoint { .. } => None,
    });
    let servers = of(&|asked| match asked {
        Asked::Endpoint { endpoint, .. } => Some(quoted::exact(&endpoint.url)),
        Asked::Command { .. } => None,
    });
    for (label, all) in [("programs", programs), ("servers", servers)] {
        if !all.is_empty() {
            section.row(label, format!("{}: {}", all.len(), all.join(", ")));
        }
    }
    section
}

impl List {
    /// Whether it has the section of a system as that is now.
    pub(super) fn has(&self, system: &System, outside: &OutsideSystem) -> Result<bool, Failure> {
        Ok(self.sections.contains(&section_of(system, outside)?))
    }
}

/// Whether a config has anything that somebody would have to trust: a program, a server, or a folder that is not its own.
pub fn needs_trust(config: &Config) -> bool {
    outside(config).next().is_some() || folders(config).iter().any(|folder| folder.is_outside)
}

/// Whether a config names a folder outside of its project, and its user trusts it to write there: that stands in the list,
/// and the whole list is as it was when they said so.
pub fn trusts_folder(config: &Config, folder: &Path) -> Result<bool, Failure> {
    let real = real(folder);
    let is_named = folders(config).iter().any(|named| named.is_outside && named.real == real);
    Ok(is_named && matches!(remembered(&config.path, &list_of(config)?), Remembered::Trusted))
}

fn outside(config: &Config) -> impl Iterator<Item = (&System, &OutsideSystem)> {
    let systems = match &config.source {
        Source::Data { systems, .. } => systems.as_slice(),
        Source::Counts(_) | Source::Nothing => &[],
    };
    systems.iter().filter_map(|system| match &system.answers {
        Answers::Outside(outside) => Some((system, &**outside)),
        Answers::Predictions(_)
        | Answers::LinguisticBiased { .. }
        | Answers::Engine(_)
        | Answers::OwnParts => None,
    })
}

fn section_of(system: &System, outside: &OutsideSystem) -> Result<Section, Failure> {
    let name = quoted::word(&system.name);
    match &outside.asked {
        Asked::Command { program, arguments, folder, .. } => {
            let mut section = Section::new(format!("system {name} runs a program"));
            describe_program(&mut section, program, arguments, folder)?;
            Ok(section)
        }
        Asked::Endpoint { endpoint, key_variable } => {
            let mut section = Section::new(format!("system {name} sends texts to a server"));
            describe_server(&mut section, endpoint, key_variable.as_deref())?;
            Ok(section)
        }
    }
}

fn describe_program(
    section: &mut Section,
    program: &str,
    arguments: &[String],
    folder: &Path,
) -> Result<(), Failure> {
    section.row("program", quoted::exact(program));
    match locate(program, folder) {
        None => section.row("found", "nowhere"),
        Some(found) => {
            section.row("found at", quoted::path(&found));
            let real = real(&found);
            if real != found {
                section.row("which is", quoted::path(&real));
            }
            // Some programs may be executed and not read.
            let hash = open_regular(&found).and_then(sha256_of);
            let unread = |error| format!("unknown, so that phenom cannot detect changes: {error}");
            section.row("SHA-256", hash.unwrap_or_else(unread));
        }
    }
    let files = named_files(arguments.iter().map(String::as_str), folder)?;
    for (number, argument) in (1..).zip(arguments) {
        section.row(format!("{number:<2}"), quoted::exact(argument));
        if let Some(file) = files.iter().find(|file| file.word == argument) {
            section.row("  the file", quoted::path(&real(&file.path)));
            section.row("  SHA-256", format!("{} of {number}", file.sha256));
        }
    }
    section.row("runs in", quoted::path(&real(folder)));
    section.row(
        "may",
        "do all that you may: read and write your files, use the network, start programs",
    );
    section.row("is passed", "all of your environment variables");
    Ok(())
}

fn describe_server(
    section: &mut Section,
    endpoint: &Endpoint,
    key_variable: Option<&str>,
) -> Result<(), Failure> {
    let failed =
        |error: phenom_systems::endpoint::EndpointError| Failure::input(error.to_string(), None);
    let host = endpoint.host().map_err(failed)?;
    section.row("sends to", &*host);
    section.row(
        "which is",
        match endpoint.privacy().map_err(failed)? {
            Privacy::Encrypted => "encrypted (https)",
            Privacy::Loopback => "this machine",
            Privacy::Clear => "in clear, not encrypted: anybody on the way can read the texts",
        },
    );
    section.row("url", quoted::exact(&endpoint.url));
    section.row("model", quoted::exact(&endpoint.model));
    section.row(
        "key",
        match key_variable {
            None => "none is sent".to_owned(),
            Some(variable) => {
                format!(
                    "phenom sends the value of {} to {host} as the key",
                    quoted::exact(variable)
                )
            }
        },
    );
    Ok(())
}

/// The files whose texts programs and servers are given, by what they really are.
fn texts(config: &Config) -> Section {
    let mut section =
        Section::new("texts that phenom gives to programs and servers, from these files");
    let Source::Data { pairs, .. } = &config.source else { return section };
    let of_pairs = pairs.files.iter().map(|file| &file.file);
    let steps = pairs.work.iter().filter_map(|work| work.files.as_ref().ok()).flatten();
    let mut by_folder: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for file in of_pairs.chain(steps) {
        let real = real(&file.path);
        let folder = real.parent().unwrap_or(Path::new("/")).to_owned();
        by_folder.entry(folder).or_default().push(real);
    }
    for (folder, mut files) in by_folder {
        files.sort();
        files.dedup();
        match files.as_slice() {
            [first, .., last] if files.len() >= MANY => {
                let (count, name) = (files.len(), |path: &Path| {
                    quoted::path(Path::new(path.file_name().unwrap_or_default()))
                });
                let value = format!(
                    "{}: {count} files, {} to {}",
                    quoted::path(&folder),
                    name(first),
                    name(last)
                );
                section.row("files", value);
            }
            _ => files.iter().for_each(|file| section.row("file", quoted::path(file))),
        }
    }
    section
}

/// A folder that a config has something written to.
struct Written {
    what: &'static str,
    real: PathBuf,
    is_outside: bool,
}

fn folders(config: &Config) -> Vec<Written> {
    let mut all: Vec<(&'static str, &Path)> = Vec::new();
    all.extend(config.output.iter().map(|folder| ("report", folder.shown.as_path())));
    let mut stores: Vec<&Path> =
        outside(config).map(|(_, outside)| outside.store.as_path()).collect();
    stores.dedup();
    all.extend(stores.into_iter().map(|folder| ("answers", folder)));
    if let Source::Data { pairs, .. } = &config.source {
        all.extend(pairs.work.iter().map(|work| ("annotators", work.folder.as_path())));
    }
    let project = project(config);
    all.into_iter()
        .map(|(what, folder)| {
            let real = real(folder);
            Written { what, is_outside: !real.starts_with(&project), real }
        })
        .collect()
}

fn written(config: &Config, folders: &[Written]) -> Section {
    let mut section = Section::new("folders that phenom writes to");
    for folder in folders {
        let outside = if folder.is_outside {
            format!(", outside of {}", quoted::path(&project(config)))
        } else {
            String::new()
        };
        section.row(folder.what, format!("{}{outside}", quoted::path(&folder.real)));
    }
    section
}

/// The folder with what belongs to the config.
fn project(config: &Config) -> PathBuf {
    let real = real(&config.path);
    project_of(real.parent().unwrap_or(&real))
}
