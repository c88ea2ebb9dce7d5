//! A dataset with what annotators have done on it.

use std::io::Cursor;

use phenom_annotate::{Aside, Originals, Refused, Steps, Work, compared_work, records, steps_of};
use phenom_dataset::{
    Dataset, DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat, PairSource, ProblemKind,
    Problems, read_pairs,
};
use phenom_files::{LONGEST_TEXT, read_bounded};
use phenom_report as report;

use super::hashed::unreadable;
use super::pairs::{builder, read_dataset};
use crate::config::{Pairs, WorkFiles};
use crate::hashes::sha256;
use crate::host::Host;

/// The pairs that annotators work on, with their texts.
pub struct Sources {
    /// The pairs as they were before any work.
    pub dataset: Dataset,
    /// The pairs that can be decomposed, with their texts.
    pub originals: Originals,
    /// The files of the dataset.
    pub(crate) files: Vec<report::File>,
}

/// Reads the pairs that annotators work on: all of the files, whatever else a config asks for.
pub fn sources(host: &dyn Host, pairs: &Pairs) -> Result<Sources, Problems> {
    let (dataset, files) = read_dataset(host, pairs, DatasetBuilder::new(KeepTexts::Yes))?;
    let name = files.first().map_or(String::new(), |file| file.path.clone());
    let hash = match &files[..] {
        [file] => file.sha256.clone(),
        several => {
            let hashes: Vec<&str> = several.iter().map(|file| file.sha256.as_str()).collect();
            sha256(hashes.concat().as_bytes())
        }
    };
    let originals = Originals::new(&dataset, name.clone(), hash).map_err(|id| {
        let message = format!("pair `{id}` has no text, or no hypothesis");
        let help = Some("annotators need both".to_owned());
        one(&name, ProblemKind::Malformed { message, help })
    })?;
    Ok(Sources { dataset, originals, files })
}

/// The dataset of a config with the work on it.
pub(super) fn dataset(
    host: &dyn Host,
    pairs: &Pairs,
    work: &WorkFiles,
    texts: KeepTexts,
) -> Result<(Dataset, Vec<report::File>), Problems> {
    let (steps, of_annotators) = steps(work)?;
    let Sources { dataset, originals, mut files } = sources(host, pairs)?;
    files.extend(of_annotators);
    let work_done = Work::new(steps, &originals, None).map_err(|refused| in_problems(&refused))?;
    let name = originals.name.clone();
    let (written, unsettled) = records(&dataset, &originals, &work_done, work.folding)
        .map_err(|error| one(&name, ProblemKind::Unreadable { reason: error.to_string() }))?;
    let mut builder = builder(pairs, texts);
    for note in notes(&work_done, &originals) {
        builder.say(note);
    }
    for open in unsettled {
        builder.leave_open(open.pair, open.said);
    }
    builder.compare_work(compared_work(&originals, &work_done));
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let input = Input::Stream(Box::new(Cursor::new(written.into_bytes())));
    read_pairs(&source, &name, input, &mut builder);
    Ok((builder.finish()?, files))
}

/// The actions of annotators, and their files.
pub(super) fn steps(work: &WorkFiles) -> Result<(Vec<Steps>, Vec<report::File>), Problems> {
    let of_annotators = work.files.as_ref().map_err(|(message, help)| {
        let (message, help) = (message.clone(), Some(help.clone()));
        one(&work.folder.display().to_string(), ProblemKind::Malformed { message, help })
    })?;
    let (mut steps, mut files) = (Vec::new(), Vec::new());
    let mut problems = Problems::new();
    for file in of_annotators {
        match read_bounded(&file.path, LONGEST_TEXT) {
            Err(error) => unreadable(&mut problems, file, &error),
            Ok(bytes) => {
                files.push(report::File {
                    path: file.named.clone(),
                    sha256: sha256(&bytes),
                    labels: "none".to_owned(),
                });
                match steps_of(&file.path, bytes) {
                    Ok(read) => steps.push(read),
                    Err(refused) => problems.append(in_problems(&[refused])),
                }
            }
        }
    }
    problems.or((steps, files))
}

/// What somebody must know who evaluates systems on the work.
pub(super) fn notes(work: &Work, originals: &Originals) -> Vec<String> {
    let mut notes = Vec::new();
    let changed = work.changed();
    if !changed.is_empty() {
        let pairs = if changed.len() == 1 { "pair" } else { "pairs" };
        notes.push(format!(
            "phenom set actions on {} {pairs} aside, because the texts have changed: {}",
            changed.len(),
            named(&changed.into_iter().map(str::to_owned).collect::<Vec<_>>())
        ));
    }
    let twice: Vec<String> = work
        .decomposed_twice(originals)
        .into_iter()
        .map(|(pair, others)| format!("{pair} (of {})", others.join(", ")))
        .collect();
    if !twice.is_empty() {
        notes.push(format!(
            "decomposed by several annotators, of whom phenom uses the first; for agreement alone: {}",
            named(&twice)
        ));
    }
    let aside = work.set_aside(originals);
    for (reason, [what, why]) in [
        (Aside::Changed, ["label", "the text or hypothesis has changed since"]),
        (Aside::Gone, ["label", "there is no such pair, or its original is not done"]),
        (Aside::Own, ["label", "the annotator is the author of the pair"]),
        (
            Aside::Unsettled,
            ["adjudication", "the pair has changed since, or does not exist any more"],
        ),
    ] {
        let of_reason = aside.iter().filter(|set_aside| set_aside.reason == reason);
        let all: Vec<String> = of_reason.map(|it| format!("{} (of {})", it.pair, it.by)).collect();
        if !all.is_empty() {
            let s = if all.len() == 1 { "" } else { "s" };
            let named = named(&all);
            notes.push(format!("phenom set {} {what}{s} aside, because {why}: {named}", all.len()));
        }
    }
    let begun = originals.all().iter().filter(|original| {
        work.decomposition(&original.id).is_some_and(|(_, found)| found.done.is_none())
    });
    let begun = begun.count();
    if begun > 0 {
        notes.push(format!("{begun} originals without a finished decomposition have no parts"));
    }
    notes
}

/// So many are named.
const NAMED: usize = 10;

pub(super) fn named(all: &[String]) -> String {
    let mut shown: Vec<String> = all.iter().take(NAMED).cloned().collect();
    if all.len() > NAMED {
        shown.push(format!("and {} more", all.len() - NAMED));
    }
    shown.join(", ")
}

pub(super) fn one(file: &str, kind: ProblemKind) -> Problems {
    let mut problems = Problems::new();
    problems.push(file, None, kind);
    problems
}

/// What is wrong with files of annotators, as all data that is wrong.
pub fn in_problems(refused: &[Refused]) -> Problems {
    let mut problems = Problems::new();
    for Refused { path, line, message, help } in refused {
        let kind = ProblemKind::Malformed { message: message.clone(), help: help.clone() };
        problems.push(&path.display().to_string(), *line, kind);
    }
    problems
}
