//! Intervals of measures of sets.

use super::ScoreInterval;
use crate::counts::{SetCounts, SetMean};
use crate::interval_method::IntervalMethod;
use crate::measures::{IntervalFrom, Measure};
use crate::no_interval::NoInterval;
use crate::statistics::{ByRuns, ConfidenceLevel, Question, clustered_share, jackknife_interval};
use crate::undefined::Proportion;

fn counted(counts: &[u32]) -> SetCounts {
    let wide: Vec<u64> = counts.iter().map(|count| u64::from(*count)).collect();
    SetCounts::of_sums(&wide)
}

/// The interval of a mean over the pairs of clusters.
pub(super) fn interval(
    measure: &Measure,
    mean: SetMean,
    runs: ByRuns<'_>,
    (question, level): (Question, ConfidenceLevel),
) -> Result<ScoreInterval, NoInterval> {
    let clusters = &*runs.together();
    let value = |sums: &[u64]| mean.value(SetCounts::of_sums(sums)).ok();
    let (interval, method) = match measure.interval {
        IntervalFrom::Share => {
            let share = |counts: &[u32]| {
                let [numerator, denominator] = mean.share(counted(counts));
                Proportion { numerator, denominator }
            };
            let found =
                clustered_share(clusters, share, level).map_err(|_| NoInterval::Constant)?;
            (found.interval, IntervalMethod::AgrestiCoull)
        }
        IntervalFrom::Jackknife(range) => {
            let pairs = |counts: &[u32]| counted(counts).pairs;
            let interval = jackknife_interval(clusters, &value, range, pairs, level)?;
            (interval, IntervalMethod::Jackknife)
        }
        _ => return Err(NoInterval::Measure("it is not a mean over pairs")),
    };
    let interval = runs.widened(&value, interval, question, level)?;
    Ok(ScoreInterval { interval: measure.within_bounds(interval), level, method })
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment, Run};
    use proptest::prelude::*;

    use crate::counts::SliceKind;
    use crate::evaluation::{Evaluation, Origin, Settings, StatisticsSettings};
    use crate::measures::Wanted;
    use crate::scores::{ComparisonRow, Score, comparisons, scores};
    use crate::testing::{clustered, dataset, pairs_and_answers};

    /// What a comparison says that does not depend on its family.
    fn said(row: &ComparisonRow) -> String {
        let ComparisonRow { population, slice, pairs, values, .. } = row;
        let (interval, p) = (row.interval(), row.p());
        format!("{population:?} {slice:?} {pairs} {values:.9?} {interval:.9?} {p:.9?}")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Where all gold and all answers are single judgments, exact match is accuracy, with its interval and its
        /// comparison, and so is the value of set F1; of several runs, too.
        #[test]
        fn single_judgments_make_accuracy(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
        ) {
            let dataset = dataset(&clustered(&pairs, clusters));
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |name: &str, answers: &[Judgment]| {
                let answers = answers.iter().copied().map(Answer::Judged);
                (Run::from_answers(name, answers), Origin::Answers)
            };
            let runs = [run("a", &answers), run("b", &turned), run("c", &turned), run("c", &answers)];
            let statistics = StatisticsSettings { resamples: 100, ..StatisticsSettings::default() };
            let wanted = Wanted::named(["accuracy", "exact_match", "set_f1"]);
            let settings = Settings { statistics, wanted, ..Settings::default() };
            let evaluation = Evaluation::new(&dataset, &runs, &settings);
            let rows = scores(&evaluation, false);
            // Sums of clusters in another order differ in their last digit.
            let told = |rows: Vec<Score>| format!("{rows:.6?}");
            let of = |key: &str| -> Vec<Score> {
                let here = |row: &&Score| {
                    let by_gold = [
                        SliceKind::Judgment,
                        SliceKind::CategoryByJudgment,
                        SliceKind::PhenomenonByJudgment,
                        SliceKind::Rewriting,
                        SliceKind::RewritingChange,
                        SliceKind::Negated,
                        SliceKind::NegatedChange,
                    ];
                    row.measure == key
                        && !by_gold.contains(&row.slice_kind)
                        && !row.system.starts_with("baseline:")
                };
                // Runs may have as many right answers in each cluster and differ in which answers are wrong: by right answers
                // alone they are then one run.
                let shown = |row: &Score| Score {
                    measure: "",
                    interval: row.interval.filter(|_| row.system != "c"),
                    ..row.clone()
                };
                rows.iter().filter(here).map(shown).collect()
            };
            prop_assert!(of("accuracy").iter().any(|row| row.slice_kind == SliceKind::Run));
            prop_assert_eq!(told(of("exact_match")), told(of("accuracy")));
            let values = |rows: Vec<Score>| -> Vec<_> {
                rows.into_iter()
                    .map(|row| format!("{} {} {:.9?}", row.slice, row.support, row.value))
                    .collect()
            };
            prop_assert_eq!(values(of("set_f1")), values(of("accuracy")));
            let compared = comparisons(&evaluation);
            let compared = |key: &str| -> Vec<String> {
                let here = |row: &&ComparisonRow| {
                    row.measure.key == key && !row.system_b.starts_with("baseline:")
                };
                compared.iter().filter(here).map(said).collect()
            };
            prop_assert!(!compared("accuracy").is_empty());
            prop_assert_eq!(compared("exact_match"), compared("accuracy"));
        }
    }
}
