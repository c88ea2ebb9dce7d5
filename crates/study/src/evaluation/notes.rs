//! What a reader must know of the data before any table.

use phenom_dataset::{Dataset, Task};
use phenom_metrics::{Evaluation, PAIR_ROWS, Population, SliceKind, Weighting, dominated_slices};

use super::dependence::notes_on_tests;
use crate::config::{Answers, Config, Excluded, Source, listed};

/// What a reader must know of the data and of what was left out.
pub fn notes_on_data(config: &Config, evaluation: &Evaluation, excluded: usize) -> Vec<String> {
    let mut notes = Vec::new();
    let without_gold: u64 = [Population::Original, Population::Monothematic]
        .iter()
        .map(|population| evaluation.gold(*population, 0).without_gold())
        .sum();
    // Judges labelled the pairs that people did not read.
    if without_gold > 0 && evaluation.judged.is_none() {
        notes.push(format!("{without_gold} pairs have no gold label and are not evaluated."));
    }
    if let Source::Data { pairs, .. } = &config.source
        && !pairs.exclude.is_empty()
    {
        notes.push(format!(
            "Excluded by the config: {} ({excluded} pairs, with their monothematic pairs).",
            listed(&pairs.exclude.iter().map(Excluded::written).collect::<Vec<_>>()),
        ));
    }
    // A system that answers two-way decides for all, which must be said.
    if config.task.is_none() && evaluation.task == Task::TwoWay && evaluation.three_way_gold() {
        let systems: Vec<&str> = evaluation.two_way_systems().collect();
        notes.push(format!(
            "phenom scores all systems with two-way labels, because these predictions are two-way: {}.",
            listed(&systems)
        ));
    }
    notes.extend(note_on_matching(config));
    notes.extend(notes_on_tests(evaluation));
    notes.extend(notes_on_attributes(evaluation));
    notes.extend(note_on_dominated(evaluation));
    let own_parts = note_on_own_parts(config, evaluation.judged.is_some());
    if !evaluation.has_phenomena() && own_parts.is_none() {
        // The terminal prints the first sentence alone.
        let how = match config.source {
            Source::Data { .. } => {
                ": if a column has them, name it by `phenom init --phenomena COLUMN`, or by `phenomena: {columns: [COLUMN]}` of \
                 the dataset in the config"
            }
            Source::Counts(_) | Source::Nothing => "",
        };
        notes.push(format!(
            "No pair has a phenomenon{how}. There are no tables of phenomena and categories."
        ));
    }
    if !evaluation.is_decomposed() && own_parts.is_none() {
        notes.push(
            "No original pair has monothematic pairs. There is no Correlation Index and no Deviation Index."
                .to_owned(),
        );
    }
    notes.extend(own_parts);
    if evaluation.is_decomposed() && evaluation.pair_correlations(0).is_none() {
        notes.push(match config.source {
            Source::Data { .. } => format!(
                "The scores have no row for each original pair, because there are more than {PAIR_ROWS}."
            ),
            Source::Counts(_) | Source::Nothing => {
                "The scores have no row for each original pair. There is no check of gold labels, nothing on what to \
                 fix next and nothing on numbers of parts: count tables do not contain the pairs."
                    .to_owned()
            }
        });
    }
    notes
}

/// What is evaluated if systems make parts of their own; `None` if none does.
fn note_on_own_parts(config: &Config, is_judged: bool) -> Option<String> {
    let Source::Data { systems, .. } = &config.source else { return None };
    let of = |composed: bool| {
        let own = systems.iter().filter(|system| system.parts.is_some());
        let own = own.filter(|system| matches!(system.answers, Answers::OwnParts) == composed);
        own.map(|system| system.name.as_str()).collect::<Vec<_>>()
    };
    let (composed, predicting) = (of(true), of(false));
    if composed.is_empty() && predicting.is_empty() {
        return None;
    }
    let how = match composed.as_slice() {
        [] => String::new(),
        names => format!(
            " Predictions for originals of {} are composed of their verdicts; a reference part that no part covers counts as a \
             failed verdict, unless coverage is judged by shared words.",
            listed(names)
        ),
    };
    if is_judged {
        return Some(
            "Systems have parts of their own, and gold labels of originals are judged: there is no table `stages`, which needs gold \
             labels of all originals."
                .to_owned(),
        );
    }
    Some(format!(
        "Systems have parts of their own, so that all other tables are about originals alone; `stages` is about parts.{how}"
    ))
}

/// What a rule of composition that asks for weights finds in the data.
pub(super) fn notes_on_weights(
    config: &Config,
    evaluation: &Evaluation,
    dataset: &Dataset,
) -> Vec<String> {
    if !config.composition.is_weighted() || !evaluation.is_decomposed() {
        return Vec::new();
    }
    if !dataset.is_weighted() {
        return vec![
            "The dataset has no weights, and the composition rule gives each part a weight of 1. If a column has the \
             weights, name it: `columns: {weight: COLUMN}` of the dataset."
                .to_owned(),
        ];
    }
    let mut notes = Vec::new();
    if evaluation.weighting == Weighting::Given {
        notes.push(
            "The weights of the dataset are used by the composition rule and by the weighted measures. To weight these \
             measures by rank, set `weighting: ranks`."
                .to_owned(),
        );
    }
    let is_unweighted = |original: &usize| {
        let mut parts = dataset.monothematic_of(*original);
        !parts.is_empty() && parts.all(|part| dataset.weight(part) <= 0.0)
    };
    let unweighted = dataset.originals().filter(is_unweighted).count();
    if unweighted > 0 {
        notes.push(format!(
            "{unweighted} originals have no composed label, because all of their parts have a weight of 0."
        ));
    }
    notes
}

/// How the answers in files were matched to pairs.
fn note_on_matching(config: &Config) -> Option<String> {
    let Source::Data { pairs, systems } = &config.source else { return None };
    let texts = pairs.files.first().map(|file| {
        let columns = &file.source.columns;
        columns.text.iter().chain(&columns.hypothesis).cloned().collect::<Vec<String>>()
    });
    let mut by: [(&str, Vec<&str>); 3] =
        [("id", Vec::new()), ("text", Vec::new()), ("their order in the file", Vec::new())];
    for system in systems {
        let Answers::Predictions(predictions) = &system.answers else { continue };
        let id = &predictions.source.columns.id;
        let how = match id.as_slice() {
            [row] if row == "@pair" || row == "@row" => 2,
            _ if !id.is_empty()
                && texts.as_ref().is_some_and(|texts| texts.len() > 1 && texts == id) =>
            {
                1
            }
            _ => 0,
        };
        by[how].1.push(&system.name);
    }
    let used: Vec<&(&str, Vec<&str>)> =
        by.iter().filter(|(_, systems)| !systems.is_empty()).collect();
    match used.as_slice() {
        // By id is what readers expect.
        [] | [("id", _)] => None,
        [(how, _)] => Some(format!("Predictions are matched to pairs by {how}.")),
        several => {
            let each: Vec<String> = several
                .iter()
                .map(|(how, systems)| format!("by {how}: {}", listed(systems)))
                .collect();
            Some(format!("Predictions are matched to pairs {}.", each.join("; ")))
        }
    }
}

/// The slices whose figures are those of one original before all.
fn note_on_dominated(evaluation: &Evaluation) -> Option<String> {
    /// So many slices are named.
    const NAMED: usize = 5;
    let found = dominated_slices(evaluation);
    let one = match evaluation.clusters {
        Some(_) => {
            "One cluster makes up more than half of these pairs. The values mainly describe that cluster"
        }
        None => {
            "One original and its parts make up more than half of these pairs. The values mainly describe that original"
        }
    };
    let named = found.iter().take(NAMED).map(|dominated| {
        let slice = &evaluation.slices[dominated.slice];
        let of = match slice.kind {
            SliceKind::All => String::new(),
            _ => format!(" of `{}`", slice.name),
        };
        let population = dominated.population.name();
        format!("{} of the {} {population} pairs{of}", dominated.of_one, dominated.pairs)
    });
    let named: Vec<String> = named.collect();
    let more = match found.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; {more} more slices are similar"),
    };
    (!named.is_empty()).then(|| format!("{one}: {}{more}.", named.join("; ")))
}

/// What is wrong with attributes that have a value for nearly every pair, such as free text.
fn notes_on_attributes(evaluation: &Evaluation) -> Vec<String> {
    let pairs: u64 = [Population::Original, Population::Monothematic]
        .iter()
        .map(|population| evaluation.gold(*population, 0))
        .map(|gold| gold.pairs() + gold.without_gold())
        .sum();
    let kinds = evaluation.slices.chunk_by(|one, next| one.kind == next.kind);
    let found = kinds.filter_map(|slices| match &slices[0].kind {
        SliceKind::Attribute(name) => warning_of_values(name, slices.len(), pairs),
        _ => None,
    });
    found.collect()
}

/// What to say of an attribute that has a value for nearly every pair; nothing where its values have ten
/// pairs each on average, or are few.
pub fn warning_of_values(attribute: &str, values: usize, pairs: u64) -> Option<String> {
    const FEW: usize = 20;
    if values <= FEW || pairs >= 10 * values as u64 {
        return None;
    }
    Some(format!(
        "The attribute `{attribute}` has {values} values on {pairs} pairs, and each value is a slice with scores of its \
         own. If it is free text, leave it out of the attributes."
    ))
}
