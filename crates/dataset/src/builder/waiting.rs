//! Monothematic pairs that stand before their originals, of which some rows are left out: whether they are left out too
//! is known once all rows are.

use super::DatasetBuilder;
use super::kept::OwnedPair;
use crate::readers::Repeated;
use crate::{Judgment, PairRow};

impl OwnedPair {
    fn of(pair: &PairRow<'_>, file: u32, repeated: Repeated) -> Self {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let annotations = pair.annotations.iter();
        let attributes = pair.attributes.iter();
        Self {
            file,
            repeated,
            line: pair.line,
            id: pair.id.to_owned(),
            cluster: owned(pair.cluster),
            text: owned(pair.text),
            hypothesis: owned(pair.hypothesis),
            gold: pair.gold,
            also_gold: pair.also_gold.to_vec(),
            annotations: annotations.map(|(name, said)| ((*name).to_owned(), *said)).collect(),
            annotator_counts: pair.annotator_counts,
            weight: pair.weight,
            probability: pair.probability,
            phenomena: pair.phenomena.to_vec(),
            task: owned(pair.task),
            attributes: attributes
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            rule: pair.rule.cloned(),
        }
    }
}

impl DatasetBuilder {
    /// Says that of a file only those rows are read that `where` keeps.
    pub(crate) fn read_subset(&mut self) {
        self.subset_is_read = true;
    }

    /// Whether a pair has to wait: `where` leaves rows out, and its original was not seen yet.
    pub(super) fn waits(&mut self, pair: &PairRow<'_>) -> bool {
        let Some(origin) = pair.origin.filter(|_| self.subset_is_read) else { return false };
        if self.ids.find(origin).is_some() {
            return false;
        }
        let waits = OwnedPair::of(pair, self.file, self.gathered.repeated);
        self.waiting.entry(origin.to_owned()).or_default().push(waits);
        true
    }

    /// Adds the pairs that waited for an original.
    pub(super) fn add_waiting(&mut self, origin: &str) {
        let (file, repeated) = (self.file, self.gathered.repeated);
        for pair in self.waiting.remove(origin).unwrap_or_default() {
            self.file = pair.file;
            self.repeated(pair.repeated);
            let annotations = pair.annotations.iter().map(|(name, said)| (name.as_str(), *said));
            let annotations: Vec<(&str, Judgment)> = annotations.collect();
            let attributes = pair.attributes.iter();
            let attributes: Vec<(&str, &str)> =
                attributes.map(|(name, value)| (name.as_str(), value.as_str())).collect();
            self.take(&PairRow {
                line: pair.line,
                id: &pair.id,
                origin: Some(origin),
                cluster: pair.cluster.as_deref(),
                text: pair.text.as_deref(),
                hypothesis: pair.hypothesis.as_deref(),
                gold: pair.gold,
                also_gold: &pair.also_gold,
                annotations: &annotations,
                annotator_counts: pair.annotator_counts,
                weight: pair.weight,
                probability: pair.probability,
                phenomena: &pair.phenomena,
                task: pair.task.as_deref(),
                attributes: &attributes,
                rule: pair.rule.as_ref(),
            });
        }
        self.file = file;
        self.repeated(repeated);
    }

    /// Leaves out the pairs that still wait where `where` leaves out their originals, and takes up the others, whose
    /// originals are nowhere.
    pub(super) fn end_waiting(&mut self) {
        let origins: Vec<String> = self.waiting.keys().cloned().collect();
        for origin in origins {
            if self.left_out.rows.find(&origin).is_none() {
                self.add_waiting(&origin);
                continue;
            }
            for pair in self.waiting.remove(&origin).unwrap_or_default() {
                self.left_out.rows.intern(&pair.id);
            }
        }
        self.leave_out_pairs();
    }
}
