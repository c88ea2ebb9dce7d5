//! `phenom init`: a config made of the user's files, or one to start from.

use std::path::{Path, PathBuf};

use phenom_metrics::Origin;
use phenom_report::harmless;

use super::check::{Evaluable, evaluable};
use super::inspected::{asking, said};
use super::print;
use crate::arguments::InitArguments;
use crate::failure::tell;
use phenom_study::Failure;
use phenom_study::config::{Config, Source, SystemsNeeded};
use phenom_study::inspect::{Inspected, inspect, suspicions};
use phenom_study::writing::{Existing, check_file, write_file};

/// The starter config.
pub(crate) const STARTER: &str = include_str!("starter.yaml");

/// A config is held against files of up to so many bytes in all: 256 MiB.
const MOST_CHECKED: u64 = 256 << 20;

/// Writes a config, never over a file that is there.
pub(crate) fn init(arguments: &InitArguments) -> Result<(), Failure> {
    let path = &arguments.output;
    let existing = Existing::Kept { help: "name another file: `-o FILE`" };
    if arguments.files.is_empty() {
        write_file(path, existing, |out| out.write_all(STARTER.as_bytes()))?;
        let written = path.display();
        return print(&format!(
            "Wrote {written}. Name your files in it, then: phenom check {written}\n"
        ));
    }
    refuse_absent(&arguments.files)?;
    check_file(path, existing)?;
    let said = said(&arguments.said)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut inspected = asking(|dialogue| inspect(&arguments.files, folder, &said, dialogue))?;
    let checked = held_against_data(&inspected, path, &arguments.files);
    if let Ok(Checked::Sound(evaluable)) = &checked {
        let dataset = &evaluable.dataset;
        if dataset.cluster_column().is_none() {
            inspected.cluster_by(dataset.shared_texts(), dataset.originals().len());
        }
    }
    let mut above =
        vec!["Written by `phenom init`. Comments state how it read the files.".to_owned()];
    if matches!(checked, Ok(Checked::TooLarge)) {
        above.push("The files are large. phenom did not check all of their rows.".to_owned());
    }
    if let (Err(failure), true) = (&checked, inspected.doubts.is_empty()) {
        above.push(format!("`phenom check` finds: {}", failure.summary()));
    }
    let text = inspected.text(&above, &inspected.doubts);
    write_file(path, existing, |out| out.write_all(text.as_bytes()))?;
    let found: String =
        inspected.found.iter().map(|line| format!("{}\n", phenom_report::harmless(line))).collect();
    print(&found)?;
    let written = path.display();
    if !inspected.doubts.is_empty() {
        let open = inspected.doubts.join("; ");
        let message = format!("wrote {written}, with these choices still open: {open}");
        let by_option = inspected.doubts.iter().any(|doubt| doubt.contains("`--"));
        let how = if by_option { "set the option, or edit the file" } else { "edit the file" };
        let help = format!("{how}, or correct the data; then run: phenom check {written}");
        return Err(Failure::Check { message, help: Some(help) });
    }
    match checked {
        Ok(Checked::Sound(evaluable)) => {
            let next = if evaluable.runs.is_empty() { "agree" } else { "run" };
            print(&format!(
                "{}{}Wrote {written}, which passes the check. Next: phenom {next} {written}\n",
                understood(&evaluable),
                warned(&evaluable)
            ))
        }
        // Nothing but people, or nothing to be read.
        Ok(Checked::Nothing) => print(&format!(
            "Wrote {written}, which passes the check. Next: phenom agree {written}\n"
        )),
        Ok(Checked::TooLarge) => print(&format!(
            "Wrote {written}. The files are large, and phenom did not check their rows: phenom check {written}\n"
        )),
        Err(failure) => {
            tell(&failure);
            let message =
                format!("wrote {written}, which does not pass the check for the reasons above");
            let help = format!("correct it or the data, then run: phenom check {written}");
            Err(Failure::Check { message, help: Some(help) })
        }
    }
}

/// How far a config was held against its data.
enum Checked {
    /// It is sound.
    Sound(Box<Evaluable>),
    /// It names no data of systems.
    Nothing,
    TooLarge,
}

fn held_against_data(
    inspected: &Inspected,
    path: &Path,
    files: &[PathBuf],
) -> Result<Checked, Failure> {
    let config = Config::of_text(inspected.text(&[], &[]), path, SystemsNeeded::BesidePairs)?;
    let sizes = files.iter().filter_map(|file| std::fs::metadata(file).ok());
    if sizes.map(|metadata| metadata.len()).sum::<u64>() > MOST_CHECKED {
        return Ok(Checked::TooLarge);
    }
    match &config.source {
        Source::Data { pairs, systems } => {
            Ok(Checked::Sound(Box::new(evaluable(&config, pairs, systems)?)))
        }
        Source::Counts(_) | Source::Nothing => Ok(Checked::Nothing),
    }
}

/// Warnings, a line each.
fn warned(evaluable: &Evaluable) -> String {
    let warnings = suspicions(&evaluable.dataset, &evaluable.runs);
    warnings.iter().map(|warning| format!("{warning}\n")).collect()
}

/// What the readers made of the files, in a sentence: pairs, systems and runs, phenomena, annotators.
fn understood(evaluable: &Evaluable) -> String {
    let Evaluable { dataset, runs, .. } = evaluable;
    let counted = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let mut originals = counted(dataset.originals().len(), "original pair", "original pairs");
    let gold = dataset.originals().filter(|row| dataset.gold()[*row].is_some()).count();
    if gold > 0 && gold < dataset.originals().len() {
        originals += &format!(" ({gold} with gold)");
    }
    let mut said = vec![originals];
    let parts = dataset.monothematic().len();
    if parts > 0 {
        said.push(counted(parts, "monothematic pair", "monothematic pairs"));
    }
    let mut systems: Vec<(&str, usize)> = Vec::new();
    for (run, _) in runs.iter().filter(|(_, origin)| *origin == Origin::Answers) {
        match systems.iter_mut().find(|(name, _)| *name == run.system()) {
            Some((_, runs)) => *runs += 1,
            None => systems.push((run.system(), 1)),
        }
    }
    let with = |(name, runs): &(&str, usize)| match runs {
        1 => format!("`{}`", harmless(name)),
        runs => format!("`{}` with {runs} runs", harmless(name)),
    };
    /// The most systems that are named.
    const NAMED: usize = 5;
    let named: Vec<String> = systems.iter().take(NAMED).map(with).collect();
    let more = if systems.len() > NAMED { ", ..." } else { "" };
    if systems.is_empty() {
        said.push("no system".to_owned());
    } else {
        let count = counted(systems.len(), "system", "systems");
        said.push(format!("{count} ({}{more})", named.join(", ")));
    }
    let phenomena = dataset.phenomena().len();
    said.push(counted(phenomena, "phenomenon", "phenomena"));
    let annotators = dataset.annotators().count();
    if annotators > 0 {
        said.push(counted(annotators, "annotator", "annotators"));
    }
    format!("Understood: {}.\n", said.join(", "))
}

/// A single name that is not there is that of a config to be written.
fn refuse_absent(files: &[PathBuf]) -> Result<(), Failure> {
    let Some(absent) = files.iter().find(|file| !file.exists()) else { return Ok(()) };
    let shown = absent.display();
    if absent.as_os_str() == "-" {
        let (message, help) = Failure::STANDARD_INPUT;
        return Err(Failure::input(message, Some(help.to_owned())));
    }
    let message = format!("{shown} does not exist");
    let help = match files {
        [_] => format!(
            "`phenom init` takes data files as arguments; to write a config to this path: `phenom init -o {shown}`"
        ),
        _ => "name files that exist".to_owned(),
    };
    Err(Failure::input(message, Some(help)))
}
