//! The gate: what a new system is held to.

use phenom_dataset::nearest;
use phenom_metrics::statistics::Question;
use phenom_metrics::{Evaluation, GateRow, Slice, SliceKind};
use phenom_report::Names;

use crate::config::listed;
use crate::failure::Failure;

/// What a new system is held to, beside all pairs.
#[derive(Debug, Clone, Default)]
pub enum HeldTo {
    /// Every phenomenon.
    #[default]
    EveryPhenomenon,
    /// These phenomena and categories, by their names.
    Phenomena(Vec<String>),
    /// Nothing: all pairs are enough.
    AllPairs,
}

/// Holds the first system of an evaluation, the new one, to the second: a row for all pairs, and one for each phenomenon
/// that it is held to. With a margin, a row passes only if the interval rules out a larger drop, as a share.
///
/// # Errors
/// A phenomenon that there is not, or no pair with a gold judgment.
pub fn gate(
    evaluation: &Evaluation,
    names: &Names,
    held_to: &HeldTo,
    margin: Option<f64>,
) -> Result<Vec<GateRow>, Failure> {
    let rows = phenom_metrics::gate(evaluation, &slices(held_to, evaluation, names)?, margin);
    let is_tested = |row: &GateRow| row.is_of_all() && row.comparison.p().is_some();
    if evaluation.judged.is_some() && !rows.iter().any(is_tested) {
        let message = "there is nothing to check the new system on: people read too few pairs, or nobody knows how these were \
                       chosen";
        let help = "`phenom label CONFIG` draws pairs for people to read".to_owned();
        return Err(Failure::input(message, Some(help)));
    }
    if rows.is_empty() {
        let message = "there is nothing to check the new system on: no pair has a gold label";
        return Err(Failure::input(message, None));
    }
    Ok(rows)
}

/// Decides what a gate of a single run against several runs asks. One run cannot show how a method varies, so that models
/// are compared unless the config itself asks for methods.
///
/// # Errors
/// An unusable config if it does.
pub fn decide_question(evaluation: &mut Evaluation, is_asked: bool) -> Result<(), Failure> {
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

/// The slices beside all pairs: every phenomenon, or those that are named.
fn slices(held_to: &HeldTo, evaluation: &Evaluation, names: &Names) -> Result<Vec<usize>, Failure> {
    let phenomena = match held_to {
        HeldTo::AllPairs => return Ok(Vec::new()),
        HeldTo::EveryPhenomenon => {
            return Ok(evaluation.slices_of(&SliceKind::Phenomenon).collect());
        }
        HeldTo::Phenomena(phenomena) => phenomena,
    };
    let mut slices = Vec::new();
    for name in phenomena {
        let kinds = [SliceKind::Phenomenon, SliceKind::Category];
        let held = |slice: &Slice| kinds.contains(&slice.kind);
        let slice = slice(name, evaluation, names, held)?;
        if !slices.contains(&slice) {
            slices.push(slice);
        }
    }
    Ok(slices)
}

/// The slice of a name, of any kind: a phenomenon, a category, a task, a value of an attribute.
///
/// # Errors
/// No slice is called so, or several are.
pub fn any_slice(name: &str, evaluation: &Evaluation, names: &Names) -> Result<usize, Failure> {
    slice(name, evaluation, names, |slice| slice.kind != SliceKind::All)
}

/// The slice of a name among those that are `wanted`: its whole path, or what follows the category if that is one
/// phenomenon's alone; in another case only if no slice has it in this one.
fn slice(
    name: &str,
    evaluation: &Evaluation,
    names: &Names,
    wanted: impl Fn(&Slice) -> bool,
) -> Result<usize, Failure> {
    let slices = evaluation.slices.iter().enumerate();
    let known: Vec<(usize, &str)> = slices
        .filter(|(_, slice)| wanted(slice))
        .map(|(number, slice)| (number, slice.name.as_str()))
        .collect();
    let is_named = |path: &str| path == name || names.phenomenon(path) == name;
    if let Some((slice, _)) = known.iter().find(|(_, path)| is_named(path)) {
        return Ok(*slice);
    }
    let own = |path: &str| path.split_once(':').is_some_and(|(_, own)| own == name);
    let mut alike: Vec<&(usize, &str)> =
        known.iter().filter(|(_, path)| own(path) || own(&names.phenomenon(path))).collect();
    if alike.is_empty() {
        let lower = name.to_lowercase();
        let is_spelt = |path: &str| {
            let path = path.to_lowercase();
            path == lower || path.split_once(':').is_some_and(|(_, own)| own == lower)
        };
        let shown = |path: &str| names.phenomenon(path);
        alike = known.iter().filter(|(_, path)| is_spelt(path) || is_spelt(&shown(path))).collect();
    }
    match alike.as_slice() {
        [(slice, _)] => Ok(*slice),
        [] if known.is_empty() => {
            let help = "without --on or --phenomenon, all pairs are compared together".to_owned();
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
            let message = format!("several phenomena have the name `{name}`");
            Err(Failure::input(message, Some(format!("choose one: {}", listed(&paths)))))
        }
    }
}
