//! `phenom decompose`: rules applied, and a decomposed dataset checked.

use crate::at_terminal::USER;
use std::path::Path;

use phenom_annotate::{Folding, Originals, made_hypotheses};
use phenom_dataset::{Dataset, KeepTexts, WriteFormat, write_dataset};
use phenom_report::{Report, ReportFile, Signature, SummaryLine, render};
use phenom_systems::wordnet::WordNet;

use super::to_decompose::{self, ToDecompose};
use super::{print, print_json};
use crate::arguments::DecomposeArguments;
use crate::interrupt;
use crate::terminal::first;
use phenom_study::Content;
use phenom_study::Failure;
use phenom_study::config::{Names, ReportOptions, WorkFiles};
use phenom_study::decomposition::Decomposition;
use phenom_study::output::{Besides, Files};
use phenom_study::writing::{Existing, Place, check_file, check_folder, write_file};
use phenom_study::{load, output, report_folder};

/// Makes the monothematic pairs and checks them.
pub(crate) fn decompose(arguments: &DecomposeArguments) -> Result<(), Failure> {
    let mut asked = to_decompose::read(&arguments.pairs)?;
    let existing = Existing::unless(arguments.overwrite);
    if let Some(path) = &arguments.write {
        check_file(path, existing)?;
    }
    let place = arguments.output.as_deref().map(Place::folder).transpose()?;
    place.iter().try_for_each(check_folder)?;
    if let Some(folder) = &arguments.work {
        asked.pairs.work = Some(work_files(folder));
    }
    let (dataset, files) = load::dataset(&USER, &asked.pairs, KeepTexts::Yes)?;
    let name = arguments.pairs.path.display().to_string();
    let dataset = made_hypotheses(&dataset).unwrap_or(dataset);
    let originals = Originals::new(&dataset, name.clone(), String::new()).map_err(|id| {
        let help = "phenom needs text and hypothesis to check the rules of this pair".to_owned();
        Failure::input(format!("pair `{id}` has no text, or no hypothesis"), Some(help))
    })?;
    asked.refuse_wrong_plan(originals.judgments())?;
    let ToDecompose { inventory, plan, rule, options, .. } = asked;
    let wordnet = wordnet(arguments.wordnet.as_deref())?;
    let checked = Decomposition::of(
        &dataset,
        &originals,
        &inventory,
        plan.as_ref(),
        &rule,
        wordnet.as_ref(),
        &USER,
    )?;
    // What was set aside matters more than any figure.
    let mut summary = load::notes(&dataset, std::iter::empty());
    summary.extend(checked.summary());
    let report = Report {
        title: format!("Decomposition of {name}"),
        summary: summary.into_iter().map(SummaryLine::plain).collect(),
        notes: Vec::new(),
        tables: checked.tables(),
        how_to_report: Vec::new(),
        signature: Signature {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            task: originals.task.name().to_owned(),
            dataset: files,
            systems: Vec::new(),
            parameters: vec![("composition rule".to_owned(), rule.to_string())],
        },
    };
    let mut end = String::new();
    if let Some(path) = &arguments.write {
        written(path, existing, &dataset)?;
        end = format!("Wrote {} pairs to {}\n", dataset.len(), path.display());
    }
    if let Some(place) = &place {
        let files = rendered(&report, &checked, &options)?;
        interrupt::while_writing(|| report_folder::write(&files, place, arguments.overwrite))?;
        end = format!("{end}Written to {}: {} files\n", place.shown(), files.len());
    }
    let printed = match arguments.json {
        true => print_json(&checked.json()),
        false => print(&format!("{}\n{end}", first(&report, 0)?)),
    };
    match printed {
        // Whoever stopped reading is still told by the exit code.
        Ok(()) | Err(Failure::Closed) => verdict(&checked, arguments),
        Err(failure) => Err(failure),
    }
}

/// WordNet from the named folder, else from `PHENOM_WORDNET` or the usual places; `none` switches it off.
fn wordnet(folder: Option<&Path>) -> Result<Option<WordNet>, Failure> {
    let read = match folder {
        Some(folder) if folder == Path::new("none") => Ok(None),
        Some(folder) => WordNet::load(folder).map(Some),
        None => WordNet::find(),
    };
    read.map_err(|error| Failure::input(error.to_string(), None))
}

/// The files of annotators in a folder that the command line names.
fn work_files(folder: &Path) -> WorkFiles {
    let files = Names::of_user().of_annotators(&folder.to_string_lossy());
    WorkFiles { folder: folder.to_owned(), files, folding: Folding::default() }
}

fn written(path: &Path, existing: Existing, dataset: &Dataset) -> Result<(), Failure> {
    interrupt::while_writing(|| {
        write_file(path, existing, |mut out| {
            write_dataset(dataset, WriteFormat::PhenomJsonl, &mut out)
        })
    })
}

fn rendered(
    report: &Report,
    checked: &Decomposition,
    options: &ReportOptions,
) -> Result<Files, Failure> {
    let mut more = Files::new();
    if let Some(all) = checked.all_findings() {
        let findings = Content::written(|out| render::csv_table(&all, out));
        more.insert(ReportFile::named("findings.csv"), findings.map_err(Failure::unrendered)?);
    }
    let mut bytes = serde_json::to_vec_pretty(&checked.json())
        .map_err(|error| Failure::unrendered(error.into()))?;
    bytes.push(b'\n');
    more.insert(ReportFile::named("decomposition.json"), bytes.into());
    let besides = Besides { options, model: None, figures: &[], explorer: None, near: None };
    output::files(report, &besides, Vec::new(), more).map_err(Failure::unrendered)
}

/// The exit code.
fn verdict(checked: &Decomposition, arguments: &DecomposeArguments) -> Result<(), Failure> {
    let (errors, remarks) = checked.errors_and_remarks();
    let leaks = checked.leaks();
    let strict = arguments.strict;
    let mut said = Vec::new();
    match errors {
        0 => {}
        1 => said.push("1 check fails".to_owned()),
        _ => said.push(format!("{errors} checks fail")),
    }
    if strict && remarks > 0 {
        said.push(format!("remarks: {remarks}"));
    }
    if strict && !leaks.is_empty() {
        said.push(format!("baselines above the constant baseline: {}", leaks.join(", ")));
    }
    if strict && !checked.is_complete() {
        said.push("no original is decomposed, or fewer pairs than the plan requires".to_owned());
    }
    if said.is_empty() {
        return Ok(());
    }
    let unwritten = errors + remarks > 0 && arguments.output.is_none();
    let help = unwritten.then(|| "`--output DIR` writes all findings to findings.csv".to_owned());
    Err(Failure::Check { message: said.join("; "), help })
}
