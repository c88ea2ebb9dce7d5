//! The parts that systems made themselves, and predictions for originals that are composed of them.

use phenom_dataset::{Answer, Dataset, Judgment, KeepTexts, KnownFrom, OwnParts, Run, Task};
use phenom_metrics::stages::Decomposers;
use phenom_report as report;

use super::dataset::dataset;
use crate::config::{Answers, OwnPartsFiles, Pairs, System};
use crate::failure::Failure;
use crate::host::Host;

/// Whether texts of the dataset are compared with those of parts.
pub(super) fn compare_texts(systems: &[System]) -> bool {
    let words = |parts: &OwnPartsFiles| {
        let knowledge = parts.source.knowledge;
        [knowledge.faithful, knowledge.covers].contains(&Some(KnownFrom::Words))
    };
    systems.iter().filter_map(|system| system.parts.as_deref()).any(words)
}

/// The files of the parts of each system.
pub(super) type FilesOfParts = Vec<Vec<report::File>>;

/// The parts that systems made of the originals of a dataset, each with its files; `None` if no system made any.
pub(super) fn own_parts(
    host: &dyn Host,
    systems: &[System],
    of: &Dataset,
) -> Result<Option<(Decomposers, FilesOfParts)>, Failure> {
    let (mut read, mut files, mut composed) = (Vec::new(), Vec::new(), Vec::new());
    for system in systems {
        let Some(parts) = system.parts.as_deref() else { continue };
        let (own, signed) = of_system(host, parts, of)?;
        read.push(own);
        files.push(signed);
        if matches!(system.answers, Answers::OwnParts) {
            composed.push(system.name.clone());
        }
    }
    Ok((!read.is_empty())
        .then(|| (Decomposers { references: of.clone(), systems: read, composed }, files)))
}

fn of_system(
    host: &dyn Host,
    OwnPartsFiles { pairs, source, .. }: &OwnPartsFiles,
    of: &Dataset,
) -> Result<(OwnParts, Vec<report::File>), Failure> {
    let (read, files) = dataset(host, pairs, KeepTexts::Yes)?;
    let shown = shown(pairs);
    Ok((source.read(read, of, &shown)?, files))
}

/// The files as messages name them.
fn shown(pairs: &Pairs) -> String {
    let names: Vec<String> = pairs.files.iter().map(|file| file.file.shown()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
    }
}

/// The task under which verdicts are composed: that of the config, else as finely as all labels allow.
pub(super) fn task(
    given: Option<Task>,
    of: &Dataset,
    systems: &[OwnParts],
    runs: &[(Run, phenom_metrics::Origin)],
) -> Task {
    let is_coarse = |judgment: Judgment| judgment == Judgment::NotEntailment;
    let gold = of.gold().iter().flatten().copied().any(is_coarse);
    let verdict = || {
        let of_system = |own: &OwnParts| {
            let each = of.originals().flat_map(|original| own.of(original).iter());
            each.clone().filter_map(|part| part.verdict).any(is_coarse)
        };
        systems.iter().any(of_system)
    };
    let coarse = Answer::Judged(Judgment::NotEntailment);
    let predicted = || {
        let has = |run: &Run| run.codes().iter().any(|code| Answer::from_code(*code) == coarse);
        runs.iter().any(|(run, _)| has(run))
    };
    given.unwrap_or_else(|| match gold || verdict() || predicted() {
        true => Task::TwoWay,
        false => Task::ThreeWay,
    })
}
