//! What the primary comparisons come to if each original is taken for independent of all others.

use phenom_dataset::{Dataset, Run};

use super::comparison_row::ComparisonRow;
use super::comparisons::comparisons;
use crate::evaluation::{Evaluation, Origin, Settings, StatisticsSettings};
use crate::measures::Wanted;
use crate::measures::accuracy::ACCURACY;

/// The primary comparisons of the runs on the same pairs without clusters. The evaluation is that with clusters: its
/// task is the task here, too.
#[must_use]
pub fn comparisons_without_clusters(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
    settings: &Settings,
) -> Vec<ComparisonRow> {
    let primary = evaluation.primary();
    let is_needed = |key: &str| key == ACCURACY.key || primary.measures().any(|own| own.key == key);
    let asked_for = settings.wanted.measures().map(|measure| measure.key);
    let settings = Settings {
        task: Some(evaluation.task),
        wanted: Wanted::named(asked_for.filter(|key| is_needed(key))),
        statistics: StatisticsSettings { intervals: false, ..settings.statistics },
        ..*settings
    };
    let independent = Evaluation::new(&dataset.of_independent_originals(), runs, &settings);
    let mut rows = comparisons(&independent);
    rows.retain(|row| row.family.is_primary());
    rows
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment, Judgment::*};
    use proptest::prelude::*;

    use super::*;
    use crate::scores::Verdict;
    use crate::testing::{Pair, clustered, dataset, pairs_and_answers};

    fn runs(answers: [Vec<Judgment>; 2]) -> Vec<(Run, Origin)> {
        let run = |(name, answers): (&str, Vec<Judgment>)| {
            (Run::from_answers(name, answers.into_iter().map(Answer::Judged)), Origin::Answers)
        };
        ["A", "B"].into_iter().zip(answers).map(run).collect()
    }

    /// The primary comparisons with and without the clusters.
    fn both(pairs: &[Pair], answers: [Vec<Judgment>; 2]) -> [Vec<ComparisonRow>; 2] {
        let (dataset, runs, settings) = (dataset(pairs), runs(answers), Settings::default());
        let evaluation = Evaluation::new(&dataset, &runs, &settings);
        let mut with = comparisons(&evaluation);
        with.retain(|row| row.family.is_primary());
        [with, comparisons_without_clusters(&dataset, &runs, &evaluation, &settings)]
    }

    /// 24 entailed originals on eight texts: `A` is right on all of six texts, `B` on the other six originals. Without clusters
    /// 18 discordant pairs speak for `A` and six for `B`; the verdict on eight clusters is another.
    #[test]
    fn a_verdict_that_rests_on_independence_is_lost_with_the_clusters() {
        let of_text = |number: usize| ["a", "b", "c", "d", "e", "f", "g", "h"][number / 3];
        let pairs: Vec<Pair> = (0..24)
            .map(|number| {
                Pair::original(&number.to_string()).gold(Entailment).cluster(of_text(number))
            })
            .collect();
        let right = |is_right: &dyn Fn(usize) -> bool| {
            (0..24).map(|at| if is_right(at) { Entailment } else { Unknown }).collect()
        };
        let [with, without] = both(&pairs, [right(&|at| at < 18), right(&|at| at >= 18)]);
        let of = |rows: &[ComparisonRow]| {
            let row = rows.iter().find(|row| row.system_b == "B" && row.measure.key == "accuracy");
            row.unwrap().clone()
        };
        // scipy.stats.binom: 2 * (binom.cdf(5, 24, .5) + binom.pmf(6, 24, .5) / 2)
        assert!((of(&without).p().unwrap() - 0.014_633_297_9).abs() < 1e-9, "{:?}", of(&without));
        // The same of two texts in eight: 2 * (binom.cdf(1, 8, .5) + binom.pmf(2, 8, .5) / 2)
        assert!((of(&with).p().unwrap() - 0.179_687_5).abs() < 1e-9, "{:?}", of(&with));
        assert_eq!((of(&without).clusters, of(&with).clusters), (24, 8));
        assert_eq!(
            [of(&with).verdict, of(&without).verdict],
            [Verdict::CannotTell, Verdict::First]
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// With each original a cluster by itself both sets are one: what is left out decides no primary comparison.
        /// With clusters, both are about the same values.
        #[test]
        fn clusters_of_one_original_change_no_primary_comparison(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..4usize,
        ) {
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let answers = [answers, turned];
            let [with, without] = both(&clustered(&pairs, pairs.len()), answers.clone());
            prop_assert_eq!(format!("{with:?}"), format!("{without:?}"));
            let [with, without] = both(&clustered(&pairs, clusters), answers);
            let about = |rows: &[ComparisonRow]| -> Vec<String> {
                let about = |row: &ComparisonRow| {
                    format!("{} {} {} {:?} {:?}", row.system_a, row.system_b, row.measure.key, row.family, row.values)
                };
                rows.iter().map(about).collect()
            };
            prop_assert_eq!(about(&with), about(&without));
        }
    }
}
