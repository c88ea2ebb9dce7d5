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
    every_two_systems, on_slice, two_systems,
};

use self::printed::{is_json, rendered};
use super::print;
use crate::arguments::{CompareArguments, CompareFormat};
use crate::progress;
use crate::terminal::shown;
use phenom_report::tidy::{At, COMPARISONS};
use phenom_study::comparing::{
    AskedOfFolders, OfFolders, any_slice, chosen, decide_question, folders,
};
use phenom_study::config::{Config, instead_of, listed};
use phenom_study::evaluation::{
    Plan, announcement, keep_within, notes_on_tests, signature, statistics_parameters,
};
use phenom_study::{Failure, Host, results_of};

/// Compares the systems of a config, or those of two report folders.
pub(crate) fn compare(arguments: &CompareArguments) -> Result<(), Failure> {
    match arguments.inputs.as_slice() {
        [config] if arguments.on.is_some() => of_config(arguments, config, &both_systems(config)?),
        [config] => of_config(arguments, config, &[]),
        [config, old, new] => {
            let name = |name: &Path| name.to_string_lossy().into_owned();
            // The new one first, from which the old one is subtracted.
            of_config(arguments, config, &[name(new), name(old)])
        }
        [config, system] if config.is_file() => Err(second_system(config, system)?),
        [old, new] => of_folders(arguments, old, new),
        _ => Err(Failure::input("there is nothing to compare", None)),
    }
}

/// The two systems of a config that has two, the second one as the new one.
fn both_systems(path: &Path) -> Result<Vec<String>, Failure> {
    let config = Config::load(path)?;
    let names = config.system_names();
    match names.as_slice() {
        [only] => Err(only_one(path, only)),
        [old, new] => Ok(vec![(*new).to_owned(), (*old).to_owned()]),
        _ => {
            let message = "--on compares two systems";
            let help = format!("name OLD and NEW after the config: {}", names.join(", "));
            Err(Failure::input(message, Some(help)))
        }
    }
}

/// What is wrong with a config and one name: the name of the second system is absent.
fn second_system(path: &Path, named: &Path) -> Result<Failure, Failure> {
    let config = Config::load(path)?;
    let names = config.system_names();
    let named = named.to_string_lossy();
    let others: Vec<&str> = names.iter().copied().filter(|name| *name != named).collect();
    let (shown, message) = (path.display(), "a config needs the names of two systems, OLD and NEW");
    Ok(match (names.as_slice(), others.as_slice()) {
        ([only], []) => only_one(path, only),
        _ if !names.is_empty() && others.len() == names.len() => {
            let message = format!("there is no system `{named}`, and {message}");
            Failure::input(message, Some(instead_of(&named, &names)))
        }
        (_, [other]) => {
            let help =
                format!("name both: phenom compare {shown} {} {}", word(other), word(&named));
            Failure::input(message, Some(help))
        }
        ([], _) => {
            let help = format!("name both: phenom compare {shown} OLD {}", word(&named));
            Failure::input(message, Some(help))
        }
        _ => {
            let help = format!(
                "name the second system: phenom compare {shown} OLD {}, where OLD is one of {}",
                word(&named),
                listed(&others)
            );
            Failure::input(message, Some(help))
        }
    })
}

fn only_one(path: &Path, only: &str) -> Failure {
    let message =
        format!("{} has one system, `{only}`, and a comparison needs two", path.display());
    Failure::input(message, Some("add a second one to `systems`".to_owned()))
}

/// A name as a word of a command.
fn word(name: &str) -> String {
    match name.contains(char::is_whitespace) {
        true => format!("'{name}'"),
        false => name.to_owned(),
    }
}

/// Two arguments are folders, and three a config with two names.
fn refuse_out_of_place(arguments: &CompareArguments, systems: bool) -> Result<(), Failure> {
    let wrong = |message: &str, help: &str| Err(Failure::input(message, Some(help.to_owned())));
    if !arguments.gate.phenomenon.is_empty() && arguments.gate.fail_on.is_none() {
        return wrong(
            "--phenomenon is an option of the gate, and there is no --fail-on",
            "to compare two systems on a phenomenon: --on NAME",
        );
    }
    let name_two = "name OLD and NEW after the config";
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
            return wrong(&format!("{flag} needs two systems"), name_two);
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
        return Err(Failure::input(
            "--pairs needs the pairs, and count tables do not contain them",
            None,
        ));
    }
    let memory = arguments.memory.allowed();
    let estimate = keep_within(memory, &mut evaluation, Plan::COMPARISONS)?;
    announcement(&evaluation, estimate, memory).iter().for_each(|line| USER.tell(line));
    if is_gate {
        decide_question(&mut evaluation, config.has_question)?;
        let results = results_of(&config, &evaluation, &[], &[]);
        let (names, changes) = (&config.report.names, changes.as_deref());
        let notes = notes_on_tests(&evaluation);
        let held_to = gate::LookedAt { evaluation: &evaluation, names, changes, notes: &notes };
        return gate::gate(arguments, &results, held_to);
    }
    let waiting = progress::spinner("comparing");
    let every_row = comparisons(&evaluation);
    let mut rows = chosen.rows(every_row.clone());
    drop(waiting);
    if let Some(name) = &arguments.on {
        let number = any_slice(name, &evaluation, &config.report.names)?;
        if is_json(arguments) {
            let of = &evaluation.slices[number];
            rows.retain(|row| row.slice == *of);
            return json(&rows, config.statistics.correction);
        }
        let results = results_of(&config, &evaluation, &[], &every_row);
        return on_one_slice(arguments, &results, number, changes.as_deref());
    }
    if is_json(arguments) {
        return json(&rows, config.statistics.correction);
    }
    if !arguments.all || arguments.format == CompareFormat::Md {
        let results = results_of(&config, &evaluation, &[], &every_row);
        let notes = notes_on_tests(&evaluation);
        return in_short(arguments, &results, chosen.is_all(), changes.as_deref(), notes);
    }
    let mut notes = config.notes.clone();
    let mut parameters = vec![("seed".to_owned(), config.seed.0.to_string())];
    parameters.extend(statistics_parameters(&evaluation));
    let results = results_of(&config, &evaluation, &[], &rows);
    notes.extend(notes_on_tests(&evaluation));
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
        let help = "two report folders are compared on one system each";
        return Err(Failure::input("leave --alone out; it is for a config", Some(help.to_owned())));
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
    let mut rows = comparisons(&evaluation);
    let on = arguments.on.as_ref().map(|name| any_slice(name, &evaluation, &names)).transpose()?;
    if is_json(arguments) {
        if let Some(of) = on.map(|number| &evaluation.slices[number]) {
            rows.retain(|row| row.slice == *of);
        }
        return json(&rows, Correction::default());
    }
    if let Some(number) = on {
        let results = Results::new(&evaluation, &[], &rows, options, &names);
        return on_one_slice(arguments, &results, number, Some(&changes));
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

/// Two systems on one slice.
fn on_one_slice(
    arguments: &CompareArguments,
    results: &Results<'_>,
    number: usize,
    changes: Option<&[ShownChange]>,
) -> Result<(), Failure> {
    let shown = Shown { all: arguments.all, pairs: arguments.pairs };
    let blocks = on_slice(results, number, changes, shown);
    if blocks.is_empty() {
        let message = "the two systems are not compared on these pairs by accuracy";
        let help = "add `accuracy` to `measures` in the config".to_owned();
        return Err(Failure::input(message, Some(help)));
    }
    print(&rendered(arguments, &blocks))
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
