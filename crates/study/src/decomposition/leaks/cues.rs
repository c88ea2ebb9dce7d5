//! What a baseline may know about a pair: cues that say nothing of its meaning.

use std::collections::BTreeMap;

use phenom_dataset::Dataset;

use super::super::meaning::{Features, RuleText, folded_words, surplus};

/// A cue.
pub(super) struct Cue {
    pub(super) name: &'static str,
    /// What it is, as the subject of a sentence.
    pub(super) knows: &'static str,
    pub(super) features: fn(&Dataset, &Surroundings, usize) -> Features,
}

/// All cues.
pub(super) const CUES: [Cue; 5] = [
    Cue { name: "right-hand-side", knows: "the right-hand side alone", features: right_hand_side },
    Cue {
        name: "difference",
        knows: "the difference between text and hypothesis",
        features: difference,
    },
    Cue { name: "ids", knows: "the id", features: id },
    Cue { name: "siblings", knows: "the place among pairs on one text", features: siblings },
    Cue { name: "number-of-parts", knows: "the number of parts", features: number_of_parts },
];

/// The originals and parts on each text.
pub(super) struct Surroundings {
    originals_on: BTreeMap<String, Vec<usize>>,
}

impl Surroundings {
    pub(super) fn of(dataset: &Dataset) -> Self {
        let mut originals_on: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for row in dataset.originals() {
            originals_on.entry(text_of(dataset, row)).or_default().push(row);
        }
        Self { originals_on }
    }
}

fn text_of(dataset: &Dataset, row: usize) -> String {
    dataset.texts(row).map_or_else(String::new, |(text, _)| text.trim().to_owned())
}

fn left_hand_side(dataset: &Dataset, row: usize) -> Option<&str> {
    dataset.rule(row)?.left_hand_side.as_deref()
}

fn right_hand_side(dataset: &Dataset, _: &Surroundings, row: usize) -> Features {
    let right = dataset.rule(row).and_then(|rule| rule.right_hand_side.as_deref());
    right.map(folded_words).unwrap_or_default().into_iter().collect()
}

/// The shape of the change, and the words that it adds and drops; without a rule, these words alone.
fn difference(dataset: &Dataset, _: &Surroundings, row: usize) -> Features {
    let Some((text, hypothesis)) = dataset.texts(row) else { return Features::new() };
    if let Some((rule, left)) = dataset.rule(row).zip(left_hand_side(dataset, row)) {
        let right = rule.right_hand_side.as_deref().unwrap_or_default();
        return RuleText { text, left, right, pattern: "", constraint: "" }.edit();
    }
    let (text, hypothesis) = (folded_words(text), folded_words(hypothesis));
    let (added, dropped) = (surplus(&hypothesis, &text), surplus(&text, &hypothesis));
    let sizes = [format!("#+{}", added.len() / 2), format!("#-{}", dropped.len() / 4)];
    let added = added.into_iter().map(|word| format!("+{word}"));
    added.chain(dropped.into_iter().map(|word| format!("-{word}"))).chain(sizes).collect()
}

/// The runs of letters and of digits in an id, with their places from the beginning and from the end.
fn id(dataset: &Dataset, _: &Surroundings, row: usize) -> Features {
    let kind = |letter: char| (letter.is_alphabetic(), letter.is_numeric());
    let letters: Vec<char> = dataset.id(row).chars().collect();
    let runs: Vec<String> = letters
        .chunk_by(|one, other| kind(*one) == kind(*other))
        .map(|run| run.iter().collect::<String>())
        .collect();
    let number = runs.len();
    let places = runs.into_iter().enumerate();
    places
        .flat_map(|(at, run)| [format!("{at}:{run}"), format!("-{}:{run}", number - at)])
        .collect()
}

/// Which of the pairs on its text a pair is, and how many of these have its left-hand side.
fn siblings(dataset: &Dataset, surroundings: &Surroundings, row: usize) -> Features {
    let original = dataset.original_of(row);
    let on_text = &surroundings.originals_on[&text_of(dataset, original)];
    let place = on_text.iter().position(|other| *other == original).unwrap_or_default();
    let mut found = Features::from([
        format!("original {place}"),
        format!("original {place} of {}", on_text.len()),
    ]);
    if row == original {
        return found;
    }
    let parts: Vec<usize> = dataset.monothematic_of(original).collect();
    let at = parts.iter().position(|part| *part == row).unwrap_or_default();
    let in_family = || on_text.iter().flat_map(|original| dataset.monothematic_of(*original));
    let left = left_hand_side(dataset, row);
    let same_left =
        in_family().filter(|part| left.is_some() && left_hand_side(dataset, *part) == left).count();
    let same_tags = in_family().filter(|part| dataset.tags(*part) == dataset.tags(row)).count();
    found.extend([
        format!("part {at}"),
        format!("part {at} of {}", parts.len()),
        format!("same left {same_left}"),
        format!("same phenomenon {same_tags}"),
        format!("all {place} {at} {same_left} {same_tags}"),
    ]);
    found
}

fn number_of_parts(dataset: &Dataset, _: &Surroundings, row: usize) -> Features {
    let parts = dataset.monothematic_of(dataset.original_of(row)).len();
    Features::from([format!("{parts} parts")])
}
