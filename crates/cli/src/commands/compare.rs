//! `phenom compare`: systems against each other, how sure one can be, and a gate that fails where a new system is
//! worse than an old one.

mod gate;
mod printed;

use crate::at_terminal::USER;
use std::path::Path;

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::statistics::Correction;
use phenom_metrics::{ComparisonRow, comparisons};
use phenom_report::{
    Block, Names, Presentation, Report, Results, Shown, ShownChange, comparison_tables,
    comparisons_in_words, every_two_systems, two_systems,
};

use self::printed::{is_json, rendered};
use super::print;
use crate::arguments::{CompareArguments, CompareFormat};
use crate::progress;
use crate::terminal::shown;
use phenom_report::tidy::{At, COMPARISONS};
use phenom_study::comparing::{AskedOfFolders, OfFolders, chosen, decide_question, folders};
use phenom_study::config::Config;
use phenom_study::evaluation::{
    Plan, announcement, keep_within, note_on_clusters, signature, statistics_parameters,
};
use phenom_study::{Failure, Host, results_of};

/// Compares the systems of a config, or those of two report folders.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    match arguments.inputs.as_slice() {
        [config] => of_config(arguments, config, &[]),
        [config, old, new] => {
            let name = |name: &Path| name.to_string_lossy().into_owned();
            // The new one first, from which the old one is subtracted.
            of_config(arguments, config, &[name(new), name(old)])
        }
        [old, new] => of_folders(arguments, old, new),
        _ => Err(Failure::input("there is nothing to compare", None)),
    }
}

/// Two arguments are folders, and three a config with two names.
fn refuse_out_of_place(arguments: &CompareArguments, systems: bool) -> Result<(), Failure> {
    let wrong = |message: &str, help: &str| Err(Failure::input(message, Some(help.to_owned())));
    let name_two = "name OLD and NEW behind the config";
    if arguments.system.is_some() {
        return wrong("--system is for two report folders", name_two);
    }
    if systems {
        return Ok(());
    }
    for (flag, given) in [
        ("--fail-on", arguments.gate.fail_on.is_some()),
        ("--alone", arguments.alone),
        ("--pairs", arguments.pairs),
    ] {
        if given {
            return wrong(&format!("{flag} is about two systems"), name_two);
        }
    }
    Ok(())
}

fn of_config(arguments: &CompareArguments, path: &Path, systems: &[String]) -> Result<(), Failure> {
    refuse_out_of_place(arguments, !systems.is_empty())?;
    let mut config = Config::load(path)?;
    config.statistics.common_pairs |= arguments.common_pairs;
    let is_gate = arguments.gate.fail_on.is_some();
    if is_gate {
        config.measures = Some(vec![ACCURACY.key.to_owned()]);
    }
    let (chosen, mut sides) = chosen(&mut config, systems, arguments.alone || is_gate, &USER)?;
    let mut evaluation = sides.evaluation(&config)?;
    let changes = if chosen.is_all() { None } else { sides.changes(&evaluation) };
    if arguments.pairs && changes.is_none() {
        return Err(Failure::input("--pairs: count tables do not hold the pairs", None));
    }
    let memory = arguments.memory.allowed();
    let estimate = keep_within(memory, &mut evaluation, Plan::COMPARISONS)?;
    announcement(&evaluation, estimate, memory).iter().for_each(|line| USER.tell(line));
    if is_gate {
        decide_question(&mut evaluation, config.has_question)?;
        let results = results_of(&config, &evaluation, &[], &[]);
        let (names, changes) = (&config.report.names, changes.as_deref());
        let notes: Vec<String> = note_on_clusters(&evaluation).into_iter().collect();
        let held_to = gate::LookedAt { evaluation: &evaluation, names, changes, notes: &notes };
        return gate::gate(arguments, &results, held_to);
    }
    let waiting = progress::spinner("comparing");
    let every_row = comparisons(&evaluation);
    let rows = chosen.rows(every_row.clone());
    drop(waiting);
    if is_json(arguments) {
        return json(&rows, config.statistics.correction);
    }
    if !arguments.all || arguments.format == CompareFormat::Md {
        let results = results_of(&config, &evaluation, &[], &every_row);
        let notes = note_on_clusters(&evaluation).into_iter().collect();
        return in_short(arguments, &results, chosen.is_all(), changes.as_deref(), notes);
    }
    let mut notes = config.notes.clone();
    let mut parameters = vec![("seed".to_owned(), config.seed.0.to_string())];
    parameters.extend(statistics_parameters(&config.statistics));
    let results = results_of(&config, &evaluation, &[], &rows);
    notes.extend(note_on_clusters(&evaluation));
    notes.extend(comparisons_in_words(&results));
    let (files, signatures) = sides.sources();
    let report = Report {
        title: config.title.clone(),
        summary: Vec::new(),
        how_to_report: Vec::new(),
        notes,
        tables: comparison_tables(&results, &rows, true),
        signature: signature(&evaluation, files, signatures, parameters),
    };
    print(&shown(&report)?)
}

fn of_folders(arguments: &CompareArguments, old: &Path, new: &Path) -> Result<(), Failure> {
    if arguments.alone {
        let help = "of two report folders nothing but two systems is compared";
        return Err(Failure::input("--alone is for a config", Some(help.to_owned())));
    }
    let asked =
        AskedOfFolders { system: arguments.system.clone(), common_pairs: arguments.common_pairs };
    let OfFolders { mut evaluation, changes, notes } = folders(&asked, old, new)?;
    keep_within(arguments.memory.allowed(), &mut evaluation, Plan::COMPARISONS)?;
    let names = Names::default();
    let options = Presentation::ranked_by(&ACCURACY);
    if arguments.gate.fail_on.is_some() {
        decide_question(&mut evaluation, false)?;
        let results = Results::new(&evaluation, &[], &[], options, &names);
        let (evaluation, changes) = (&evaluation, Some(changes.as_slice()));
        let held_to = gate::LookedAt { evaluation, names: &names, changes, notes: &notes };
        return gate::gate(arguments, &results, held_to);
    }
    let rows = comparisons(&evaluation);
    if is_json(arguments) {
        return json(&rows, Correction::default());
    }
    let results = Results::new(&evaluation, &[], &rows, options, &names);
    in_short(arguments, &results, false, Some(&changes), notes)
}

fn json(rows: &[ComparisonRow], correction: Correction) -> Result<(), Failure> {
    let mut text = Vec::new();
    COMPARISONS
        .json(rows, At { correction, ..At::default() }, &mut text)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    print(&String::from_utf8_lossy(&text))
}

/// The short form: of all systems, or of two of them.
fn in_short(
    arguments: &CompareArguments,
    results: &Results<'_>,
    all: bool,
    changes: Option<&[ShownChange]>,
    notes: Vec<String>,
) -> Result<(), Failure> {
    let shown = Shown { all: arguments.all, pairs: arguments.pairs };
    let mut blocks =
        if all { every_two_systems(results) } else { two_systems(results, changes, shown) };
    blocks.extend(notes.into_iter().map(Block::Paragraph));
    print(&rendered(arguments, &blocks))
}
