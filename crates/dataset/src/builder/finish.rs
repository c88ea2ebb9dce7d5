//! The end of a builder: a dataset, or all that is wrong.

use super::DatasetBuilder;
use super::order::{arrange, categories};
use super::relevance::{self, too_heavy};
use crate::Judgment;
use crate::dataset::Dataset;
use crate::dependence::Dependence;
use crate::problem::ProblemKind;
use crate::problems::Problems;
use crate::relevance::{PartWeights, Relevance};

impl DatasetBuilder {
    /// The dataset.
    ///
    /// # Errors
    /// All problems of the pairs and of the files that they came from.
    pub fn finish(mut self) -> Result<Dataset, Problems> {
        let (origins, relevance) = self.check();
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let (arrivals, originals, monothematic_ends) = arrange(&origins);
        let mut rows = vec![0; arrivals.len()];
        for (row, &arrival) in (0..).zip(&arrivals) {
            rows[arrival as usize] = row;
        }
        let by_row = |values: &[Option<Judgment>]| -> Vec<Option<Judgment>> {
            arrivals.iter().map(|&arrival| values[arrival as usize]).collect()
        };
        let mut gold = by_row(&self.gold);
        let composed_gold = self.with_composed_gold(&mut gold, &arrivals, &monothematic_ends);
        if !composed_gold.is_empty() {
            self.notes.push(format!(
                "The composition rule computes the gold label of {} original pairs from the gold labels of their parts. \
                 For these, the association between correct parts and correct originals is not informative.",
                composed_gold.len()
            ));
        }
        let (tag_ends, tags) = self.tags_by_row(&arrivals);
        let (excluded, excluded_by_id) = std::mem::take(&mut self.left_out).finish();
        let (categories, category_of) = categories(&self.phenomena);
        let factors = std::iter::once(&mut self.task).chain(&mut self.attributes);
        factors.for_each(|factor| factor.arrange(&arrivals));
        let dependence = Dependence::find(
            &self.fingerprints,
            &arrivals,
            &monothematic_ends,
            originals,
            self.cluster_by,
        );
        let clusters = self.take_clusters(&arrivals[..originals], &dependence);
        let judged = self.take_judged(&arrivals);
        let has_task = self.task.values().next().is_some();
        let dataset = Dataset {
            originals,
            arrivals,
            rows,
            ids: self.ids,
            gold,
            composed_gold,
            clusters,
            dependence,
            monothematic_ends,
            tag_ends,
            tags,
            phenomena: self.phenomena,
            categories,
            category_of,
            task: has_task.then_some(self.task),
            attributes: self.attributes,
            texts: self.texts,
            also_gold: self.also_gold,
            annotators: self.annotators,
            annotations: self.annotations,
            annotator_counts: self.annotator_counts,
            judged,
            weights: self.weights,
            relevance,
            rules: self.rules,
            excluded,
            excluded_by_id,
            notes: self.notes,
            work: self.work,
        };
        match too_heavy(&dataset) {
            Some(problem) => {
                let at = self.config_places.remove(relevance::KEY);
                let (file, line) =
                    at.map_or_else(Default::default, |(file, line)| (file, Some(line)));
                self.problems.push(&file, line, problem);
                Err(self.problems)
            }
            None => Ok(dataset),
        }
    }

    /// Puts everything in its place and notes all that is wrong. Returns the original of each pair, and the weights of
    /// parts where they are asked for.
    fn check(&mut self) -> (Vec<Option<u32>>, Option<(Relevance, PartWeights)>) {
        self.end_waiting();
        self.add_annotated_pairs();
        for (file, kind) in std::mem::take(&mut self.unfit).problems() {
            self.problems.push(&file, None, kind);
        }
        self.check_excluded();
        let origins = self.resolve_origins();
        self.check_clusters(&origins);
        self.check_cluster_by();
        self.place_loose_tags();
        self.place_annotations();
        self.place_people();
        if self.least_pairs > 1 {
            self.replace_rare();
        }
        // An attribute may be missing with the rows that could not be read.
        if !self.lost_some() {
            self.place_bins(&origins);
        }
        // Phenomena may be missing with what could not be read.
        let sound = self.problems.is_empty();
        let relevance = sound.then(|| self.part_weights(&origins)).flatten();
        self.note_left_out();
        self.note_gathered();
        let complete = !self.weights.is_empty() && self.weights.len() == self.gold.len();
        if complete && self.weights.iter().all(|weight| *weight == 0.0) {
            self.problem(None, ProblemKind::NoWeight);
        }
        self.check_judged();
        (origins, relevance)
    }
}
