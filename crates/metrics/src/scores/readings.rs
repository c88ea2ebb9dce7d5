//! Rows on what each system does with wholes and parts.

use phenom_dataset::{Judgment, Task};

use super::families::primary_family;
use super::of_composition::OfComposedClusters;
use crate::clusters::ComposedClusters;
use crate::composition::{Evidence, Reading, ReadingQuestion, Seen, reading};
use crate::evaluation::Evaluation;
use crate::measures::composed_accuracy::DIRECT_MINUS_COMPOSED;
use crate::measures::compositionality_gap::WHOLE_RIGHT_COMPOSED_WRONG;
use crate::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use crate::measures::{Computation, Measure};
use crate::statistics::{
    ClusterSizes, ComparedBy, Comparison, ConfidenceLevel, Interval, PooledClusters, Question,
    SideBySide, compare, independence_in_strata, independence_of_clusters, least_discordant,
    strata_of,
};
use crate::undefined::{Undefined, Value};

/// What the figures of a system say of its wholes and parts, on all of its decomposed originals.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingRow {
    /// The system's name.
    pub system: String,
    /// What is asked.
    pub question: ReadingQuestion,
    /// The key of the measure of the difference.
    pub measure: &'static str,
    /// The originals that it is about.
    pub originals: u64,
    /// Of carrying over, the strata by gold judgment and number of parts; else 1.
    pub strata: usize,
    /// The difference.
    pub difference: Value,
    /// Its interval at the level of the report, where it has one: that of the scores.
    pub interval: Option<Interval>,
    /// The interval at the level that the family leaves; of direct against composed answers that of the test,
    /// which says what the reading says.
    pub adjusted_interval: Option<Interval>,
    /// Of carrying over, the interval of `whole_right_composed_wrong` at that level, where it has one.
    pub against_parts: Option<Interval>,
    /// The p-value; nothing where there is nothing to test.
    pub p: Option<f64>,
    /// The p-value adjusted for the family of all readings of the report, one of the three primary ones.
    pub p_adjusted: Option<f64>,
    /// The level of significance that its family leaves to it.
    pub significance: f64,
    /// How p was found: `exact_conditional`, `mantel_haenszel`, `mantel_haenszel_clustered`,
    /// `sign_flip_exact`, `sign_flip_monte_carlo`; empty where it was not.
    pub method: &'static str,
    /// What it comes to.
    pub reading: Reading,
}

/// The readings of every system, system by system; none where composition is not asked for, where only counts
/// are known, or where gold of wholes was made of gold of parts.
///
/// That wholes and parts are independent within gold judgments and numbers of parts is tested, exactly where
/// it can be, and by the variance between clusters where originals come in clusters or several runs answer
/// them; direct against composed answers by the sign-flip test, as shares of two systems are.
#[must_use]
pub fn readings(evaluation: &Evaluation) -> Vec<ReadingRow> {
    let composed = evaluation.pools.as_ref().and_then(|pools| pools.composed.as_ref());
    let composed = composed.filter(|_| !evaluation.gold_is_composed);
    let Some(systems) = composed.and_then(|composed| composed.systems.first()) else {
        return Vec::new();
    };
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for (system, clusters) in evaluation.systems.iter().zip(systems) {
        for question in ReadingQuestion::ALL {
            drafts.push(draft(evaluation, &system.name, clusters, question));
        }
    }
    let alpha = evaluation.statistics.level.significance();
    let p: Vec<Option<f64>> = drafts.iter().map(|draft| draft.row.p).collect();
    let (adjusted, levels) = primary_family(evaluation, &p);
    for (draft, adjusted) in drafts.iter_mut().zip(adjusted) {
        let told = adjusted.is_some_and(|p| p <= alpha);
        draft.judge(evaluation, adjusted, if told { levels[0] } else { levels[1] });
    }
    drafts.into_iter().map(|draft| draft.row).collect()
}

/// A row before its family is known.
struct Draft<'c> {
    row: ReadingRow,
    clusters: &'c ComposedClusters,
    compared: Option<Comparison>,
}

fn draft<'c>(
    evaluation: &Evaluation,
    system: &str,
    clusters: &'c ComposedClusters,
    question: ReadingQuestion,
) -> Draft<'c> {
    let (measure, seen) = match question {
        ReadingQuestion::CarryingOver => (&STRATIFIED_SOLVED_DIFFERENCE, Seen::Strata),
        ReadingQuestion::DirectOrComposed => (&DIRECT_MINUS_COMPOSED, Seen::Right),
    };
    let view = clusters.view(seen, &Judgment::ALL, evaluation.task);
    let counted = clusters.added_up(&view);
    let sums = counted.sums();
    let difference = match measure.computation {
        Computation::Composition(of) => of.figure(&sums, evaluation.seed).value,
        _ => Err(Undefined::NotOfCounts),
    };
    let (mut p, mut method, mut compared) = (None, "", None);
    match question {
        ReadingQuestion::CarryingOver => {
            let pairs = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum();
            let are_single = ClusterSizes::new(&counted, pairs).largest <= 1;
            let test = match are_single {
                true => independence_in_strata(&strata_of(&sums)),
                false => independence_of_clusters(&counted),
            };
            if let Ok(test) = test {
                (p, method) = (Some(test.p), test.method.key());
            }
        }
        ReadingQuestion::DirectOrComposed => {
            compared = direct_against_composed(evaluation, &counted);
            if let Some(compared) = &compared {
                p = Some(compared.p());
                method = match compared.drawn() {
                    None => "sign_flip_exact",
                    Some(_) => "sign_flip_monte_carlo",
                };
            }
        }
    }
    let row = ReadingRow {
        system: system.to_owned(),
        question,
        measure: measure.key,
        originals: sums.iter().sum(),
        strata: view.width() / 4,
        difference,
        interval: None,
        adjusted_interval: None,
        against_parts: None,
        p,
        p_adjusted: None,
        significance: evaluation.statistics.level.significance(),
        method,
        reading: Reading::CannotTell,
    };
    Draft { row, clusters, compared }
}

/// The test of two shares of the same originals: right directly, right by the parts.
fn direct_against_composed(
    evaluation: &Evaluation,
    counted: &PooledClusters,
) -> Option<Comparison> {
    let statistics = &evaluation.statistics;
    let shares = |counts: &[u32]| -> [u32; 4] {
        let all = counts.iter().sum();
        [counts[0] + counts[1], all, counts[0] + counts[2], all]
    };
    let shares = counted.project(4, shares).ok()?;
    let sides = SideBySide::new(&shares, [1, 1]).ok()?;
    let resampling = statistics.resampling(evaluation.seed);
    let (by, question) = (ComparedBy::Share, Question::Models);
    let compared = compare(&sides, by, question, statistics.level, &resampling).ok()?;
    (compared.informative() >= least_discordant(statistics.level)).then_some(compared)
}

impl Draft<'_> {
    /// Fills in what its family decides.
    fn judge(&mut self, evaluation: &Evaluation, adjusted: Option<f64>, significance: f64) {
        let alpha = evaluation.statistics.level.significance();
        let (clusters, task) = (self.clusters, evaluation.task);
        let of = |measure, significance| interval(clusters, task, measure, significance);
        let row = &mut self.row;
        let measure = match row.question {
            ReadingQuestion::CarryingOver => &STRATIFIED_SOLVED_DIFFERENCE,
            ReadingQuestion::DirectOrComposed => &DIRECT_MINUS_COMPOSED,
        };
        row.interval = of(measure, alpha);
        row.adjusted_interval = match &self.compared {
            Some(compared) => {
                compared.interval(significance).map(|interval| measure.within_bounds(interval))
            }
            None => of(measure, significance),
        };
        if row.question == ReadingQuestion::CarryingOver {
            row.against_parts = of(&WHOLE_RIGHT_COMPOSED_WRONG, significance);
        }
        row.p_adjusted = adjusted;
        row.significance = significance;
        let evidence = Evidence {
            difference: row.difference.as_ref().ok().copied(),
            p: adjusted,
            interval: row.adjusted_interval,
            against_parts: row.against_parts,
        };
        row.reading = reading(row.question, &evidence, alpha);
    }
}

fn interval(
    clusters: &ComposedClusters,
    task: Task,
    measure: &Measure,
    significance: f64,
) -> Option<Interval> {
    let Computation::Composition(of) = measure.computation else { return None };
    let level = ConfidenceLevel::new(1.0 - significance).ok()?;
    let of_clusters = OfComposedClusters { clusters, task, gold: &Judgment::ALL, level };
    of_clusters.interval(measure, of).ok().map(|found| found.interval)
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Contradiction, Entailment, Unknown};
    use phenom_dataset::{Answer, Run};

    use super::*;
    use crate::evaluation::{Origin, Settings};
    use crate::testing::{Pair, dataset};

    /// Sixty entailed originals of two parts, of which every third has a wrong second part; `whole` says of
    /// which the whole is right.
    fn row_of(clusters: usize, whole: impl Fn(usize) -> bool) -> [ReadingRow; 2] {
        let mut pairs = Vec::new();
        for number in 0..60 {
            let id = format!("o{number}");
            pairs.push(Pair::original(&id).cluster(&format!("x{}", number % clusters)));
            pairs.push(Pair::of(&format!("{id}.0"), &id));
            pairs.push(Pair::of(&format!("{id}.1"), &id).gold(Contradiction));
        }
        let dataset = dataset(&pairs);
        let answers = (0..dataset.len()).map(|row| {
            let number = dataset.original_of(row);
            let gold = dataset.gold()[row].unwrap();
            let is_right = match dataset.originals().contains(&row) {
                true => whole(number),
                false => gold == Entailment || !number.is_multiple_of(3),
            };
            Answer::Judged(if is_right { gold } else { Unknown })
        });
        let run = (Run::from_answers("S", answers), Origin::Answers);
        let evaluation = Evaluation::new(&dataset, &[run], &Settings::default());
        readings(&evaluation).try_into().unwrap()
    }

    #[test]
    fn a_system_that_composes_carries_over() {
        let [row, direct] = row_of(60, |number| number % 3 > 0);
        assert_eq!((row.reading, row.originals, row.strata), (Reading::CarriesOver, 60, 1));
        assert_eq!((row.difference.clone(), row.method), (Ok(1.0), "exact_conditional"));
        // Of the 60! / (20! 40!) ways, one: by the primary families three times, Holm twice, as the
        // other question has a p-value, too.
        let one: f64 = (1..=20).map(|at| f64::from(at) / f64::from(at + 40)).product();
        assert!((row.p.unwrap() / one - 1.0).abs() < 1e-6, "{row:?}");
        assert!((row.p_adjusted.unwrap() / one - 6.0).abs() < 1e-5, "{row:?}");
        // 40 are right directly; by the parts, which make a contradiction or an unknown, none is.
        assert_eq!((direct.reading, direct.originals), (Reading::BetterOnWholes, 60));
        assert!((direct.difference.unwrap() - 40.0 / 60.0).abs() < 1e-12);
        assert_eq!(direct.method, "sign_flip_exact");
    }

    #[test]
    fn wholes_that_go_with_nothing_are_no_carrying_over() {
        // Half of the wholes, in either kind of original; by the parts, no whole is right.
        let [row, _] = row_of(60, |number| number % 6 < 3);
        assert_eq!(row.difference, Ok(0.0));
        assert!(row.p.unwrap() > 0.9 && row.interval.unwrap().contains(0.0), "{row:?}");
        assert_eq!(row.reading, Reading::RightForOtherReasons, "{row:?}");
        let [row, _] = row_of(60, |_| true);
        assert_eq!((row.p, row.method, row.interval), (None, "", None));
    }

    #[test]
    fn clusters_count_once() {
        let whole = |number| number % 3 > 0 && number % 4 > 0;
        let ([alone, _], [clustered, _]) = (row_of(60, whole), row_of(12, whole));
        assert_eq!(clustered.method, "mantel_haenszel_clustered");
        assert_eq!(clustered.difference, alone.difference);
        assert!(clustered.p.unwrap() > alone.p.unwrap());
    }
}
