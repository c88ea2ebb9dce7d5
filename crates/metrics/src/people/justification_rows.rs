//! The tidy rows of judges' scores of justifications.

use phenom_dataset::Justifications;

use super::{
    Aspect, JudgeRanks, KENDALL_W, KRIPPENDORFF_ALPHA, Level, judge_coincidences, judge_ranks,
    judge_swaps, krippendorff_alpha, run_scores,
};
use crate::measures::{Better, Measure, Style};
use crate::undefined::{Proportion, Undefined, Value};

/// The mean score of a run.
pub const MEAN_SCORE: Measure = Measure {
    key: "mean_score",
    better: Better::Higher,
    name: "mean score of justifications",
    definition: "The mean of the scores that judges gave to a run's justifications, over judges and pairs. A \
                 correctness that was not assigned, because the judge did not understand the justification, counts as \
                 0.",
    formula: "sum of the scores / how often the run was scored",
    range: "that of the scale (1 to 5 in RTE-3); for correctness down to 0",
    undefined: "if no judge scored the run",
    source: "V08 section 3.1, Figure 3",
    style: Style::Ratio,
    ..Measure::OF_PEOPLE
};

/// A bar of the histogram of scores.
pub const SCORE_SHARE: Measure = Measure {
    key: "score_share",
    better: Better::Neither,
    name: "share of a score",
    definition: "The share of a score among all scores of a run's justifications, over judges and pairs; or the share \
                 without an assigned correctness.",
    formula: "times the score was given / times the run was scored",
    range: "0 to 1",
    undefined: "if no judge scored the run",
    source: "V08 section 3.1, Figure 3",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// The mean rank that a judge gives a run.
pub const MEAN_RANK: Measure = Measure {
    key: "mean_rank",
    better: Better::Lower,
    name: "mean rank by a judge",
    definition: "The mean rank of a run by one judge: for every pair the judge's scores rank the runs, the best 1, and \
                 tied runs share the mean of their ranks. The mean is over the pairs on which the judge scored every \
                 run.",
    formula: "sum over pairs of the run's mid-rank / pairs",
    range: "1 to the number of runs",
    undefined: "if the judge scored every run on no pair",
    source: "V08 section 3.2, Figure 4",
    style: Style::Rank,
    ..Measure::OF_PEOPLE
};

/// Runs that two judges put in opposite order.
pub const JUDGE_SWAPS: Measure = Measure {
    key: "judge_swaps",
    better: Better::Lower,
    name: "swaps between judges",
    definition: "The pairs of runs that two judges put in opposite order by their mean ranks, among \
                 all pairs of runs: how often the lines of Figure 4 of V08 cross between them.",
    formula: "pairs of runs in opposite order / pairs of runs",
    range: "0 to 1",
    undefined: "if there are fewer than two runs, and if one of the judges scored every run on no pair",
    source: "V08 section 3.2, Figure 4",
    style: Style::Percent,
    ..Measure::OF_PEOPLE
};

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct JustificationRow {
    /// What was scored.
    pub aspect: Aspect,
    /// The run; empty where the figure is of judges.
    pub run: String,
    /// The judges that it is about: both empty for all of them, the second empty for one.
    pub judges: [String; 2],
    /// For [`SCORE_SHARE`] the score, or nothing for *not assigned*.
    pub score: Option<i32>,
    /// The key of the measure.
    pub measure: &'static str,
    /// The unrounded value, or why there is none.
    pub value: Value,
    /// The two counts, where the value is a share.
    pub proportion: Option<Proportion>,
    /// What is behind the value: how often a run was scored, the pairs that a judge ranked, the judges
    /// of a concordance, the justifications of an alpha.
    pub support: u64,
}

/// Every figure of judges' scores: means and histograms of the runs, then for each judge the mean ranks,
/// then how far judges agree.
#[must_use]
pub fn justification_rows(justifications: &Justifications) -> Vec<JustificationRow> {
    let mut rows = Vec::new();
    for aspect in Aspect::ALL {
        let new = Rows { justifications, aspect };
        new.of_runs(&mut rows);
        let ranks = judge_ranks(justifications, aspect);
        new.of_judges(&ranks, &mut rows);
        new.between_judges(&ranks, &mut rows);
    }
    rows
}

struct Rows<'a> {
    justifications: &'a Justifications,
    aspect: Aspect,
}

impl Rows<'_> {
    fn row(&self, measure: &Measure, value: Value, support: u64) -> JustificationRow {
        JustificationRow {
            aspect: self.aspect,
            run: String::new(),
            judges: [String::new(), String::new()],
            score: None,
            measure: measure.key,
            value,
            proportion: None,
            support,
        }
    }

    fn of_runs(&self, rows: &mut Vec<JustificationRow>) {
        let scores = run_scores(self.justifications, self.aspect);
        for (run, scores) in self.justifications.runs().zip(scores) {
            let run = run.to_owned();
            let row = self.row(&MEAN_SCORE, scores.mean.clone(), scores.ratings);
            rows.push(JustificationRow { run: run.clone(), ..row });
            let unassigned = (None, scores.unassigned);
            let given = scores.histogram.iter().map(|(score, times)| (Some(*score), *times));
            let unassigned = (self.aspect == Aspect::Correctness).then_some(unassigned);
            for (score, times) in unassigned.into_iter().chain(given) {
                let share = Proportion { numerator: times, denominator: scores.ratings };
                let value = share.value().map_err(|_| Undefined::NotScored);
                let proportion = value.is_ok().then_some(share);
                let row = self.row(&SCORE_SHARE, value, scores.ratings);
                rows.push(JustificationRow { run: run.clone(), score, proportion, ..row });
            }
        }
    }

    fn of_judges(&self, ranks: &[JudgeRanks], rows: &mut Vec<JustificationRow>) {
        for (judge, ranks) in self.justifications.judges().zip(ranks) {
            for (number, run) in self.justifications.runs().enumerate() {
                let rank = ranks.mean_ranks.as_ref().map(|ranks| ranks[number]);
                let row = self.row(&MEAN_RANK, rank.map_err(Clone::clone), ranks.pairs);
                let judges = [judge.to_owned(), String::new()];
                rows.push(JustificationRow { run: run.to_owned(), judges, ..row });
            }
        }
    }

    fn between_judges(&self, ranks: &[JudgeRanks], rows: &mut Vec<JustificationRow>) {
        let ranked = ranks.iter().filter(|judge| judge.mean_ranks.is_ok()).count() as u64;
        rows.push(self.row(&KENDALL_W, JudgeRanks::concordance(ranks), ranked));
        let alpha = judge_coincidences(self.justifications, self.aspect);
        let alpha = krippendorff_alpha(&alpha, Level::Ordinal);
        let alone = self.justifications.judges().len() == 1;
        let alpha = alpha.map_err(|reason| if alone { Undefined::OneAnnotator } else { reason });
        rows.push(self.row(&KRIPPENDORFF_ALPHA, alpha, self.scored()));
        let runs = self.justifications.runs().len() as u64;
        let names: Vec<&str> = self.justifications.judges().collect();
        for (at, first) in ranks.iter().enumerate() {
            for (other, second) in ranks.iter().enumerate().skip(at + 1) {
                let swaps = Proportion {
                    numerator: judge_swaps(first, second).len() as u64,
                    denominator: runs * runs.saturating_sub(1) / 2,
                };
                let value = match (&first.mean_ranks, &second.mean_ranks) {
                    (Ok(_), Ok(_)) => swaps.value().map_err(|_| Undefined::TooFewRanked),
                    (Err(reason), _) | (_, Err(reason)) => Err(reason.clone()),
                };
                let proportion = value.is_ok().then_some(swaps);
                let row = self.row(&JUDGE_SWAPS, value, runs);
                let judges = [names[at].to_owned(), names[other].to_owned()];
                rows.push(JustificationRow { judges, proportion, ..row });
            }
        }
    }

    /// The justifications that were scored.
    fn scored(&self) -> u64 {
        let ratings = self.justifications.ratings().iter();
        ratings
            .map(|rating| (rating.run, rating.pair))
            .collect::<std::collections::BTreeSet<_>>()
            .len() as u64
    }
}
