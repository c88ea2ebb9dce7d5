//! `phenom check --leakage`: whether predictions depend on the gold labels of the pairs that they are for.

use std::fmt::Write;

use phenom_report::harmless;
use phenom_systems::Use;

use super::{is_config, print, print_json};
use crate::arguments::CheckArguments;
use crate::at_terminal::AtTerminal;
use phenom_study::Failure;
use phenom_study::config::{Asking, Config, Source};
use phenom_study::load::{Finding, Leakage, Moved, leakage};
use phenom_study::trust::Consent;

/// The number of groups that are flipped unless the user gives another.
const GROUPS: usize = 100;

/// Flips gold labels, and lists what moves; fails with exit code 1 if something does.
pub(crate) fn check_leakage(arguments: &CheckArguments) -> Result<(), Failure> {
    if !is_config(&arguments.path) {
        let message =
            format!("--leakage needs a config, and {} is not a config", arguments.path.display());
        let help = "name a file that ends in .yaml or .yml and has `systems`".to_owned();
        return Err(Failure::input(message, Some(help)));
    }
    let mut config = Config::load(&arguments.path)?;
    config.asking = Asking::Asks(Use::Stored);
    let host = AtTerminal { allows: arguments.run_systems, timings: None };
    let Source::Data { pairs, systems } = &config.source else {
        let message =
            "this config reads counts, and has no systems that could learn from gold labels";
        return Err(Failure::input(message, None));
    };
    let most = arguments.groups.map_or(GROUPS, |most| usize::try_from(most).unwrap_or(usize::MAX));
    let found = leakage(&host, pairs, systems, &Consent::of(&config, &host), most)?;
    match arguments.json {
        true => print_json(&found)?,
        false => print(&shown(&arguments.path.display().to_string(), &found))?,
    }
    match found.systems.iter().any(|system| system.finding.is_leak()) {
        true => Err(Failure::Shown),
        false => Ok(()),
    }
}

fn shown(path: &str, found: &Leakage) -> String {
    let leaks = found.systems.iter().filter(|system| system.finding.is_leak()).count();
    let learning = found
        .systems
        .iter()
        .filter(|system| matches!(system.finding, Finding::PredictedAgain(_)))
        .count();
    let mut text = match (leaks, learning) {
        (0, 0) => format!(
            "{path}: no leak found. No system predicts pairs after learning from this dataset.\n"
        ),
        (0, _) => format!(
            "{path}: no leak found. No prediction changes with the gold labels of its group.\n"
        ),
        _ => format!("{path}: leak found in {leaks} of {} systems.\n", found.systems.len()),
    };
    let Leakage { groups, flipped, unflippable, .. } = found;
    // A string takes whatever is written to it.
    if learning > 0 {
        let _ = writeln!(
            text,
            "phenom flipped the gold labels of {flipped} of {groups} groups, one group at a time. Pairs that share an original, a \
             cluster or a text form a group."
        );
        if flipped + unflippable < *groups {
            let _ = writeln!(text, "`--groups {groups}` flips all of them.");
        }
        if *unflippable > 0 {
            let _ = writeln!(
                text,
                "It cannot flip {unflippable} groups: they have no gold label, or no other group has one of their labels."
            );
        }
    }
    text.push('\n');
    for system in &found.systems {
        let (name, said) = (harmless(&system.system), in_words(&system.finding));
        let _ = writeln!(text, "{name}: {said}");
    }
    text
}

/// What was found of a system.
fn in_words(finding: &Finding) -> String {
    match finding {
        Finding::PredictedAgain(Moved { predictions: 0, of, .. }) => {
            format!("none of {of} predictions changes")
        }
        Finding::PredictedAgain(Moved { predictions, of, groups, first }) => {
            let ids: Vec<String> = first.iter().map(|id| format!("`{}`", harmless(id))).collect();
            let more = if *predictions > first.len() { ", ..." } else { "" };
            format!(
                "LEAK: {predictions} of {of} predictions change, in {groups} groups, first {}{more}",
                ids.join(", ")
            )
        }
        Finding::ReadsGold => "reads gold labels by design, as reports state".to_owned(),
        Finding::LearnsNothing => "learns nothing from this dataset".to_owned(),
        Finding::SentNoGold => {
            "receives opaque ids, texts and hypotheses. phenom sends the same bytes with flipped \
                                gold labels, so that these labels cannot change its predictions"
                .to_owned()
        }
        Finding::NamesDataset { file } => format!(
            "LEAK POSSIBLE: its command names `{}`, a file of the dataset with gold labels. Give the command a copy \
             without them",
            harmless(file)
        ),
        Finding::SentGold => {
            "LEAK: with flipped gold labels phenom sends different bytes".to_owned()
        }
        Finding::InFiles => {
            "predictions are in files. phenom does not know what the system learnt from".to_owned()
        }
    }
}
