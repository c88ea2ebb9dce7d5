//! The gate: what a new system is held to, and what is said of it.

use phenom_dataset::nearest;
use phenom_metrics::statistics::Question;
use phenom_metrics::{Evaluation, SliceKind};
use phenom_report::{Gate, Names, Outcome, Results, Shown, ShownChange};

use super::{is_json, rendered};
use crate::arguments::{CompareArguments, CompareFormat, GateArguments};
use crate::commands::{print, print_json};
use crate::config::listed;
use crate::failure::Failure;

/// What the gate looks at.
pub(super) struct HeldTo<'a> {
    pub(super) evaluation: &'a Evaluation,
    pub(super) names: &'a Names,
    /// The pairs that changed, where pairs are known.
    pub(super) changes: Option<&'a [ShownChange]>,
    /// What was left out.
    pub(super) notes: &'a [String],
}

/// Decides what a gate of a single run against several runs asks. One run cannot show how a method varies, so that models
/// are compared unless the config itself asks for methods.
///
/// # Errors
/// An unusable config if it does.
pub(super) fn decide_question(evaluation: &mut Evaluation, is_asked: bool) -> Result<(), Failure> {
    let [new, old, ..] = evaluation.systems.as_slice() else { return Ok(()) };
    let single = match (new.runs, old.runs) {
        (1, 2..) => &new.name,
        (2.., 1) => &old.name,
        _ => return Ok(()),
    };
    if is_asked && evaluation.statistics.question == Question::Methods {
        let message = format!("this gate cannot compare methods: \"{single}\" has one run");
        let help = "add runs of this system, or compare the trained models: `statistics: {question: models}`";
        return Err(Failure::input(message, Some(help.to_owned())));
    }
    evaluation.statistics.question = Question::Models;
    Ok(())
}

/// Holds the first system of an evaluation to the second one, and prints what comes of it.
///
/// # Errors
/// A failed check where the gate does not let it pass.
pub(super) fn gate(
    arguments: &CompareArguments,
    results: &Results<'_>,
    held_to: HeldTo<'_>,
) -> Result<(), Failure> {
    let HeldTo { evaluation, names, changes, notes } = held_to;
    let slices = slices(&arguments.gate, evaluation, names)?;
    let margin = arguments.gate.margin;
    let rows = phenom_metrics::gate(evaluation, &slices, margin);
    if rows.is_empty() {
        let message = "there is nothing to hold the new system to: no pair has a gold judgment";
        return Err(Failure::input(message, None));
    }
    let gate = Gate { results, rows: &rows, margin, changes, notes };
    let as_text = !is_json(arguments) && arguments.format == CompareFormat::Text;
    if is_json(arguments) {
        print_json(&gate.to_json())?;
    } else {
        let shown = Shown { all: arguments.all, pairs: arguments.pairs };
        print(&rendered(arguments, &gate.blocks(shown)))?;
    }
    match gate.outcome() {
        Outcome::Passed => Ok(()),
        // The text begins with the reason.
        _ if as_text => Err(Failure::Shown),
        _ => Err(Failure::Check { message: gate.reason(), help: None }),
    }
}

/// The slices beside all pairs: every phenomenon, or those that are named.
fn slices(
    asked: &GateArguments,
    evaluation: &Evaluation,
    names: &Names,
) -> Result<Vec<usize>, Failure> {
    if asked.no_phenomena {
        return Ok(Vec::new());
    }
    if asked.phenomenon.is_empty() {
        return Ok(evaluation.slices_of(&SliceKind::Phenomenon).collect());
    }
    let mut slices = Vec::new();
    for name in &asked.phenomenon {
        let slice = slice(name, evaluation, names)?;
        if !slices.contains(&slice) {
            slices.push(slice);
        }
    }
    Ok(slices)
}

/// The phenomenon or category of a name: its whole path, or what follows the category where that is one phenomenon's
/// alone.
fn slice(name: &str, evaluation: &Evaluation, names: &Names) -> Result<usize, Failure> {
    let kinds = [SliceKind::Phenomenon, SliceKind::Category];
    let known: Vec<(usize, &str)> = kinds
        .iter()
        .flat_map(|kind| evaluation.slices_of(kind))
        .map(|slice| (slice, evaluation.slices[slice].name.as_str()))
        .collect();
    let is_named = |path: &str| path == name || names.phenomenon(path) == name;
    if let Some((slice, _)) = known.iter().find(|(_, path)| is_named(path)) {
        return Ok(*slice);
    }
    let own = |path: &str| path.split_once(':').is_some_and(|(_, own)| own == name);
    let alike: Vec<&(usize, &str)> =
        known.iter().filter(|(_, path)| own(path) || own(&names.phenomenon(path))).collect();
    match alike.as_slice() {
        [(slice, _)] => Ok(*slice),
        [] if known.is_empty() => {
            let help = "--no-phenomena holds it to all pairs alone".to_owned();
            Err(Failure::input("no pair is tagged with a phenomenon", Some(help)))
        }
        [] => {
            let owns = known.iter().filter_map(|(_, path)| Some(path.split_once(':')?.1));
            let all: Vec<&str> = known.iter().map(|(_, path)| *path).collect();
            let help = match nearest(name, owns.chain(all.iter().copied())) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("known: {}", listed(&all)),
            };
            let message = format!("there is no phenomenon or category `{name}`");
            Err(Failure::input(message, Some(help)))
        }
        several => {
            let paths: Vec<&str> = several.iter().map(|(_, path)| *path).collect();
            let message = format!("`{name}` is the name of several phenomena");
            Err(Failure::input(message, Some(format!("say which: {}", listed(&paths)))))
        }
    }
}
