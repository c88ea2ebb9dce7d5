//! What a config may say if it has `task: outcome`: nothing of labels, in the dataset, the systems and the measures.

use phenom_dataset::{AnswerColumns, OutcomeThreshold};
use phenom_metrics::measures::{Needs, measure};

use super::document::Segment;
use super::raw::{RawConfig, RawPairs, RawPredictionColumns, RawSystem, RawThreshold};
use super::resolve::{Place, Resolver};

/// What is wrong with a key that is about labels.
const NO_LABELS: &str = "is about labels, and `task: outcome` has none: leave it out";

impl Resolver<'_> {
    /// Refuses what is about labels in a config without them.
    pub(super) fn refuse_labels(&mut self, raw: &RawConfig) {
        let keys = [("counts", raw.counts.is_some()), ("clusters", raw.clusters.is_some())];
        let message = "contains labels, and `task: outcome` has none: name `dataset` and `systems`";
        self.out_of_place_if(&[], &keys, message);
        let keys = [
            ("composition", raw.composition.is_some()),
            ("weighting", raw.weighting.is_some()),
            ("rank-by", raw.rank_by.is_some()),
        ];
        self.out_of_place_if(&[], &keys, NO_LABELS);
        for (index, key) in raw.measures.iter().flatten().enumerate() {
            self.refuse_measure_of_labels(&["measures".into(), index.into()], &key.0);
        }
        if let Some(key) = raw.report.as_ref().and_then(|report| report.overview.measure.as_ref()) {
            let place = ["report", "overview", "measure"].map(Segment::from);
            self.refuse_measure_of_labels(&place, &key.0);
        }
    }

    fn refuse_measure_of_labels(&mut self, place: Place<'_>, key: &str) {
        if measure(key).is_some_and(|measure| measure.needs() == Needs::Labels) {
            let message = format!("`{key}` needs labels, and `task: outcome` has none");
            let help = "leave it out; docs/scores.md lists the measures that outcomes have";
            self.problem(place, message, Some(help));
        }
    }

    /// Refuses what a dataset, or a file of it, says of labels.
    pub(super) fn refuse_labels_of_pairs(&mut self, place: Place<'_>, raw: &RawPairs) {
        let keys = [
            ("labels", raw.labels.is_some()),
            ("gold", raw.gold.is_some()),
            ("gold-sets", raw.gold_sets.is_some()),
            ("gold-bounds", raw.gold_bounds.is_some()),
            ("annotations", raw.annotations.is_some()),
            ("work", raw.work.is_some()),
        ];
        self.out_of_place_if(place, &keys, NO_LABELS);
        if let Some(columns) = &raw.columns {
            let keys = [
                ("gold", columns.gold.as_deref().is_some_and(|name| name != "none")),
                ("gold-separator", columns.gold_separator.is_some()),
                ("annotators", !columns.annotators.is_empty()),
                ("annotator-labels", columns.annotator_labels.is_some()),
                ("annotator-counts", columns.annotator_counts.is_some()),
            ];
            self.out_of_place_if(&[place, &["columns".into()]].concat(), &keys, NO_LABELS);
        }
    }

    /// Refuses what a system says of labels, and a system that predicts them.
    pub(super) fn refuse_labels_of_system(&mut self, place: Place<'_>, raw: &RawSystem) {
        let keys = [
            ("engine", raw.engine.is_some()),
            ("command", raw.command.is_some()),
            ("endpoint", raw.endpoint.is_some()),
            ("algorithm", raw.algorithm.is_some()),
        ];
        let message = "predicts labels, and `task: outcome` has none: name a file of outcomes, `predictions: FILE`";
        self.out_of_place_if(place, &keys, message);
        let keys = [
            ("labels", raw.labels.is_some()),
            ("positive", raw.positive.is_some()),
            ("negative", raw.negative.is_some()),
            ("abstained", raw.abstained.is_some()),
            ("blank", raw.blank.is_some()),
            ("ranking", raw.ranking.is_some()),
        ];
        self.out_of_place_if(place, &keys, NO_LABELS);
        let Some(columns) = &raw.columns else { return };
        let keys = [
            ("label", columns.label.is_some()),
            ("label-separator", columns.label_separator.is_some()),
            ("confidence", columns.confidence.is_some()),
            ("entailment-score", columns.entailment_score.is_some()),
            ("rank", columns.rank.is_some()),
            ("gold", columns.gold.is_some()),
            ("score", columns.score.is_some()),
            ("probabilities", columns.probabilities.is_some()),
            ("log-likelihoods", columns.log_likelihoods.is_some()),
        ];
        let in_columns = [place, &["columns".into()]].concat();
        let message = "is about labels, and `task: outcome` has none: name the column of the outcomes, `outcome: COLUMN`";
        self.out_of_place_if(&in_columns, &keys, message);
    }

    /// The column of outcomes, and from which score on they are right.
    pub(super) fn outcome_columns(
        &mut self,
        place: Place<'_>,
        columns: &mut RawPredictionColumns,
        threshold: Option<RawThreshold>,
        above: Option<bool>,
    ) -> AnswerColumns {
        let at = [place, &["threshold".into()]].concat();
        let least = match threshold {
            None => None,
            Some(RawThreshold::Given(least)) if (0.0..=1.0).contains(&least) => Some(least),
            Some(RawThreshold::Given(_)) => {
                let help = "write a number from 0 to 1, such as `threshold: 0.5`";
                self.problem(&at, "the threshold of an outcome is not from 0 to 1", Some(help));
                None
            }
            Some(_) => {
                let help = "write a number from 0 to 1, such as `threshold: 0.5`";
                let message = "the threshold of an outcome is one number: it cannot be learnt without gold labels";
                self.problem(&at, message, Some(help));
                None
            }
        };
        if above.is_some() && least.is_none() {
            self.out_of_place(
                place,
                "above",
                "`above` is for a `threshold`: add one, or leave it out",
            );
        }
        let above = above.unwrap_or(false);
        let threshold = least.map(|least| OutcomeThreshold { least, above });
        let named = columns.outcome.take();
        let role = if self.judged_outcomes.is_some() { "people" } else { "outcome" };
        let column = match &self.judged_outcomes {
            None => named,
            Some(judged) => {
                let people = judged.people.clone();
                if named.is_some() {
                    let message = format!(
                        "with `judged` the outcomes are those by people, in the column `{people}`: leave it out"
                    );
                    let in_columns = [place, &["columns".into()]].concat();
                    self.out_of_place(&in_columns, "outcome", &message);
                }
                Some(people)
            }
        };
        AnswerColumns::Outcome { column, role, threshold }
    }
}
