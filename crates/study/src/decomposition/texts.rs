//! What texts give away: how length, shared words and single words differ between judgments.

use std::collections::HashMap;

use phenom_dataset::{Dataset, Judgment, word_overlap, words};
use phenom_report::{Cell, Column, RowKind, Style, Table};
use serde_json::{Value, json};

use super::cells::{Figure, cell, gold_of, json_of, mean_of, new_table, row, share_of};

/// The pairs of one judgment.
pub(super) struct TextRow {
    population: &'static str,
    judgment: Judgment,
    pairs: u64,
    /// Words that the hypothesis has more than the text.
    length: Option<Figure>,
    /// The share of its words that stand in the text.
    overlap: Option<Figure>,
    /// The share of hypotheses with a word of negation that the text has not.
    negation: Option<Figure>,
    /// The same of vague words, which lean to entailment.
    vague: Option<Figure>,
    /// The same of words that exclude or add, which lean away from it.
    strict: Option<Figure>,
}

const NEGATION: [&str; 12] = [
    "no", "not", "never", "none", "nobody", "nothing", "nowhere", "neither", "nor", "without",
    "cannot", "hardly",
];
const VAGUE: [&str; 8] =
    ["some", "least", "part", "once", "something", "someone", "somebody", "may"];
const STRICT: [&str; 7] = ["only", "all", "very", "every", "because", "always", "exactly"];

pub(super) fn text_rows(dataset: &Dataset, judgments: &[Judgment]) -> Vec<TextRow> {
    let mut found = Vec::new();
    let populations = [("monothematic", dataset.monothematic()), ("original", dataset.originals())];
    for (population, rows) in populations {
        for &judgment in judgments {
            let of_judgment: Vec<(usize, &str, &str)> = rows
                .clone()
                .filter(|&row| gold_of(dataset, row, judgments) == Some(judgment))
                .filter_map(|row| {
                    let (text, hypothesis) = dataset.texts(row)?;
                    (!hypothesis.trim().is_empty()).then_some((row, text, hypothesis))
                })
                .collect();
            let mean = |value: &dyn Fn(&str, &str) -> Option<f64>| {
                let values = of_judgment
                    .iter()
                    .filter_map(|(row, text, hypothesis)| Some((*row, value(text, hypothesis)?)));
                mean_of(dataset, values)
            };
            let added = |among: &'static [&'static str]| {
                let rows = of_judgment.iter();
                let added =
                    rows.map(|(row, text, hypothesis)| (*row, adds(text, hypothesis, among)));
                share_of(dataset, added)
            };
            found.push(TextRow {
                population,
                judgment,
                pairs: of_judgment.len() as u64,
                length: mean(&|text, hypothesis| {
                    Some(words(hypothesis).count() as f64 - words(text).count() as f64)
                }),
                overlap: mean(&word_overlap),
                negation: added(&NEGATION),
                vague: added(&VAGUE),
                strict: added(&STRICT),
            });
        }
    }
    found
}

/// Whether the hypothesis has one of some words more often than the text.
fn adds(text: &str, hypothesis: &str, among: &[&str]) -> bool {
    let count = |text: &str| {
        let mut counted: HashMap<&str, usize> = HashMap::new();
        // *didn't* is the words *didn* and *t*.
        let spelt = text.replace("n't", " n_t ").replace("n’t", " n_t ");
        for word in words(&spelt.replace("n_t", " not ")) {
            if let Some(known) = among.iter().find(|known| **known == word) {
                *counted.entry(known).or_default() += 1;
            }
        }
        counted
    };
    let (before, after) = (count(text), count(hypothesis));
    after.into_iter().any(|(word, times)| times > before.get(word).copied().unwrap_or(0))
}

impl TextRow {
    pub(super) fn json(&self) -> Value {
        json!({
            "pairs": self.population, "judgment": self.judgment.name(), "n": self.pairs,
            "words_more": json_of(self.length), "word_overlap": json_of(self.overlap),
            "negation_added": json_of(self.negation), "vague_word_added": json_of(self.vague),
            "strict_word_added": json_of(self.strict),
        })
    }
}

/// Nothing where no pair has gold.
pub(super) fn table(found: &[TextRow]) -> Option<Table> {
    let mut columns = vec![Column::repeating("pairs")];
    columns.extend(["judgment", "n", "words more", "overlap"].map(Column::new));
    columns
        .extend(["negation", "vague", "strict"].map(|name| Column::grouped("words added", name)));
    let mut rows = Vec::new();
    for (place, text) in found.iter().enumerate().filter(|(_, text)| text.pairs > 0) {
        let first = place == 0 || found[place - 1].population != text.population;
        rows.push(row(
            if first { RowKind::First } else { RowKind::Body },
            vec![
                Cell::text(text.population),
                Cell::text(text.judgment.name()),
                Cell::count(text.pairs),
                cell(text.length, Style::Signed),
                cell(text.overlap, Style::Percent),
                cell(text.negation, Style::Percent),
                cell(text.vague, Style::Percent),
                cell(text.strict, Style::Percent),
            ],
        ));
    }
    let notes = vec![
        "How many words more the hypothesis has than the text, the share of its words that occur in the text, and the \
         share of hypotheses with a word that is missing from the text or less frequent in it. Intervals are at 95 %, \
         over clusters. Differences between labels reveal the label: deleting words favours entailment, and adding \
         words favours unknown."
            .to_owned(),
        format!(
            "Negation: {}. Vague: {}. Strict: {}.",
            NEGATION.join(", "),
            VAGUE.join(", "),
            STRICT.join(", ")
        ),
    ];
    (!rows.is_empty()).then(|| {
        new_table("texts", "Cues in the texts that reveal the label", columns, rows, notes)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_added_where_it_stands_more_often() {
        assert!(adds("It was full.", "It wasn't full.", &NEGATION));
        assert!(adds("It was full.", "It was NOT full.", &NEGATION));
        assert!(!adds("It was not full.", "It was not empty.", &NEGATION));
        assert!(adds("Not one.", "Not one, not two.", &NEGATION));
        assert!(!adds("x", "knotted", &NEGATION));
    }
}
