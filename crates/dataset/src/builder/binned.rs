//! Attributes that are put into bins: numbers of the data, and some that are counted here.

use std::collections::HashSet;

use super::DatasetBuilder;
use crate::bins::Bins;
use crate::problem::ProblemKind;
use crate::wording::{nearest, quoted};
use crate::{Factor, PairRow};

/// The share of a hypothesis' words that stand in the text.
const WORD_OVERLAP: &str = "word-overlap";
/// How many monothematic pairs an original has.
const PARTS: &str = "parts";
/// How many phenomena an original has, with its monothematic pairs.
const PHENOMENA: &str = "phenomena";

impl DatasetBuilder {
    /// The names that [`bin`](Self::bin) knows whatever the data: `word-overlap`, `parts`, `phenomena`.
    pub const COUNTED_HERE: [&str; 3] = [WORD_OVERLAP, PARTS, PHENOMENA];

    /// Has the numbers of an attribute put into bins. An attribute that the data do not have is counted here,
    /// if it is one of [`COUNTED_HERE`](Self::COUNTED_HERE).
    pub fn bin(&mut self, attribute: String, bins: Bins) {
        self.bins.push((attribute, bins));
    }

    /// Measures the overlap of a pair where it is asked for; before its texts are dropped.
    pub(super) fn measure_overlap(&mut self, pair: &PairRow<'_>) {
        if self.bins.iter().any(|(name, _)| name == WORD_OVERLAP) {
            let overlap = pair.text.zip(pair.hypothesis);
            let overlap =
                overlap.and_then(|(text, hypothesis)| crate::word_overlap(text, hypothesis));
            self.overlaps.push(overlap);
        }
    }

    /// Puts the bins in the place of the numbers.
    pub(super) fn place_bins(&mut self, origins: &[Option<u32>]) {
        for (name, bins) in std::mem::take(&mut self.bins) {
            let of_data = self.attributes.iter().position(|known| known.name() == name);
            let numbers = match (of_data, name.as_str()) {
                (Some(at), _) => self.numbers(at),
                (None, WORD_OVERLAP) => self.word_overlaps(),
                (None, PARTS) => Some(self.parts(origins)),
                (None, PHENOMENA) => Some(self.phenomena_of_originals(origins)),
                (None, _) => {
                    self.unknown_attribute(&name);
                    None
                }
            };
            let Some(numbers) = numbers else { continue };
            let (places, names) = bins.assign(&numbers);
            let factor = Factor::numbered(&name, &names, &places);
            match of_data {
                Some(at) => self.attributes[at] = factor,
                None => self.attributes.push(factor),
            }
        }
    }

    /// The numbers of an attribute; nothing, and a problem, where a value is none.
    fn numbers(&mut self, attribute: usize) -> Option<Vec<Option<f64>>> {
        let factor = &self.attributes[attribute];
        let parsed =
            |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let wrong = factor.values().find(|text| parsed(text).is_none()).map(str::to_owned);
        if let Some(wrong) = wrong {
            let name = factor.name().to_owned();
            let message =
                format!("{} has {}, which is not a number", quoted(&name), quoted(&wrong));
            let help = Some("`bins` needs numbers".to_owned());
            self.config_problem(&name, ProblemKind::Malformed { message, help });
            return None;
        }
        Some((0..self.gold.len()).map(|row| factor.value(row).and_then(parsed)).collect())
    }

    fn word_overlaps(&mut self) -> Option<Vec<Option<f64>>> {
        if self.overlaps.iter().any(Option::is_some) {
            return Some(std::mem::take(&mut self.overlaps));
        }
        let message = "`bins` needs the word overlap, and no pair has a text and a hypothesis";
        let kind = ProblemKind::Malformed { message: message.to_owned(), help: None };
        self.config_problem(WORD_OVERLAP, kind);
        None
    }

    fn parts(&self, origins: &[Option<u32>]) -> Vec<Option<f64>> {
        let mut parts = vec![0.0; origins.len()];
        for origin in origins.iter().flatten() {
            parts[*origin as usize] += 1.0;
        }
        let is_original = origins.iter().map(Option::is_none);
        parts.into_iter().zip(is_original).map(|(parts, is_one)| is_one.then_some(parts)).collect()
    }

    fn phenomena_of_originals(&self, origins: &[Option<u32>]) -> Vec<Option<f64>> {
        let mut found: Vec<HashSet<u32>> = vec![HashSet::new(); origins.len()];
        let mut start = 0;
        for (arrival, end) in self.tag_ends.iter().enumerate() {
            let original = origins[arrival].map_or(arrival, |origin| origin as usize);
            found[original].extend(&self.tags[start..*end as usize]);
            start = *end as usize;
        }
        let is_original = origins.iter().map(Option::is_none);
        let numbers = found.into_iter().zip(is_original);
        numbers.map(|(tags, is_one)| is_one.then_some(tags.len() as f64)).collect()
    }

    fn unknown_attribute(&mut self, name: &str) {
        let known = self.attributes.iter().map(Factor::name).chain(Self::COUNTED_HERE);
        let help = match nearest(name, known) {
            Some(nearest) => format!("did you mean {}?", quoted(&nearest)),
            None => {
                "name an attribute of the data, `word-overlap`, `parts` or `phenomena`".to_owned()
            }
        };
        let message = format!("`bins` names {}, which no pair has", quoted(name));
        self.config_problem(name, ProblemKind::Malformed { message, help: Some(help) });
    }
}
