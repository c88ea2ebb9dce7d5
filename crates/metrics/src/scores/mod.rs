//! The tidy rows: every figure with its interval, and every comparison, for people who compute further.

#[cfg(test)]
mod by_relevance;
mod changed_pairs;
mod compared;
mod comparison_row;
mod comparisons;
mod correlation_interval;
mod cuts;
#[cfg(test)]
mod every_measure;
mod expected_rows;
mod expected_time;
mod families;
mod gain_rows;
mod gate;
#[cfg(test)]
mod given_clusters;
mod index;
mod intervals;
mod judge_rows;
mod judged_rows;
mod of_clusters;
mod of_composition;
mod of_judged;
#[cfg(test)]
mod of_outcomes;
mod of_rankings;
mod of_sets;
mod own_parts;
mod ranked_runs;
mod ranking_comparisons;
mod readings;
mod rewritten;
mod runs;
mod score;
mod sensitivity;
mod shrunken;
mod size_rows;
mod without_clusters;

use arcstr::ArcStr;
use std::ops::Range;

use phenom_dataset::Judgment;

use crate::baselines::Baseline;
use crate::composition::Seen;
use crate::counts::{Population, SliceKind};
use crate::evaluation::{Evaluation, PairCorrelation, SystemCounts};
use crate::measures::correlation_index::CORRELATION_INDEX;
use crate::measures::{Computation, Figure, Measure, OfComposition};
use crate::rankings::is_of_ranking;
use crate::statistics::threads::side_by_side;
use crate::statistics::{ByRuns, StratifiedTest};
use crate::undefined::{Undefined, Value};
pub use changed_pairs::{Change, ChangedPair, changed_pairs};
pub use compared::not_compared;
pub use comparison_row::{ComparisonRow, Family, TestResult, Verdict};
pub use comparisons::{MOST_TESTS_KEPT, comparisons};
pub use correlation_interval::correlation_interval;
use cuts::{Cut, cuts, measures, populations};
pub use cuts::{NEGATIVE_PAIRS, by_judgment};
pub use expected_rows::{ExpectedRows, expected_rows};
pub use expected_time::expected_time;
pub use gain_rows::{GainRow, gain_rows};
pub use gate::{GateRow, GateVerdict, gate};
pub use index::ScoreIndex;
use intervals::{Group, attach};
pub use judge_rows::{JudgeRow, OfJudge, judge_rows};
pub use judged_rows::{JudgedRow, JudgedValue, judged_rows};
pub use readings::{ReadingRow, readings};
pub use rewritten::{RewrittenFigure, rewriting, rewritten_figures};
pub use runs::RunFigure;
pub use score::Score;
pub(crate) use score::ScoreInterval;
use score::row;
pub use sensitivity::{Sensitivity, sensitivity};
use shrunken::shrunken;
pub use size_rows::{SizeRow, size_rows};
pub use without_clusters::comparisons_without_clusters;

pub use crate::evaluation::PAIR_ROWS;

/// All scores of an evaluation: systems in their order, then baselines; for each the slices in the
/// order of the data. Originals have rows of their own up to [`PAIR_ROWS`] of them. With `pool`, the
/// answers of all systems together follow the systems. Where gold is judged, all are corrected by labels of people.
#[must_use]
pub fn scores(evaluation: &Evaluation, pool: bool) -> Vec<Score> {
    if let Some(judged) = &evaluation.judged {
        return of_judged::scores(evaluation, judged);
    }
    let mut parts = Parts::default();
    let cuts = cuts(evaluation);
    let mut groups = Vec::new();
    let threads = evaluation.statistics.threads;
    let of_all = evaluation.populations();
    let of_systems = (0..evaluation.systems.len())
        .flat_map(|number| of_all.iter().map(move |population| (number, *population)));
    let of_systems: Vec<_> = of_systems.collect();
    let fit = |(number, population): &_| shrunken(evaluation, *number, *population);
    let mut fitted = side_by_side(&of_systems, threads, fit).into_iter();
    let systems: Vec<_> =
        evaluation.systems.iter().enumerate().map(|(number, own)| (Some(number), own)).collect();
    let mut scored = of_cuts(evaluation, &systems, &cuts.iter().collect::<Vec<_>>()).into_iter();
    for (number, system) in evaluation.systems.iter().enumerate() {
        for (cut, population, scores) in scored.by_ref().take(cuts.len()).flatten() {
            let rows = parts.add(scores);
            groups.push(Group { system: number, cut, population, rows });
        }
        for rows in fitted.by_ref().take(of_all.len()) {
            parts.add(rows);
        }
        parts.add(rewritten::rows(evaluation, system));
        parts.add(runs::rows(evaluation, number));
        parts.add(ranked_runs::rows(evaluation, number));
        parts.add(pair_scores(evaluation, number));
    }
    let with_all: Vec<&Cut> = cuts.iter().filter(|cut| !cut.is_of_accuracy()).collect();
    if let Some(pooled) = evaluation.pooled().filter(|_| pool) {
        let scored = of_cuts(evaluation, &[(None, &pooled)], &with_all).into_iter().flatten();
        scored.for_each(|(.., scores)| _ = parts.add(scores));
    }
    for baseline in Baseline::all(evaluation.task) {
        let of_baseline = side_by_side(&with_all, threads, |cut| {
            let populations = populations(evaluation, cut).iter();
            populations.flat_map(|of| baseline_scores(evaluation, baseline, cut, *of)).collect()
        });
        of_baseline.into_iter().for_each(|scores| _ = parts.add(scores));
    }
    let mut rows = parts.together();
    attach(evaluation, &groups, &mut rows);
    rows
}

/// Scores, of which there may be millions: they are moved once, when it is known how many there are.
#[derive(Default)]
struct Parts {
    parts: Vec<Vec<Score>>,
    rows: usize,
}

impl Parts {
    /// Adds scores, and says where they will be.
    fn add(&mut self, part: Vec<Score>) -> Range<usize> {
        let first = self.rows;
        self.rows += part.len();
        self.parts.push(part);
        first..self.rows
    }

    fn together(self) -> Vec<Score> {
        let mut rows = Vec::with_capacity(self.rows);
        self.parts.into_iter().for_each(|part| rows.extend(part));
        rows
    }
}

/// The scores in a slice, population by population.
type OfCut<'c> = Vec<(&'c Cut, Population, Vec<Score>)>;

/// The scores of one system after the other in some slices.
fn of_cuts<'c>(
    evaluation: &Evaluation,
    systems: &[(Option<usize>, &SystemCounts)],
    cuts: &[&'c Cut],
) -> Vec<OfCut<'c>> {
    let work: Vec<_> =
        systems.iter().flat_map(|system| cuts.iter().map(move |cut| (*system, *cut))).collect();
    side_by_side(&work, evaluation.statistics.threads, |(system, cut)| {
        let of = |population: &Population| {
            (*cut, *population, system_scores(evaluation, *system, cut, *population))
        };
        populations(evaluation, cut).iter().map(of).collect()
    })
}

fn system_scores(
    evaluation: &Evaluation,
    (number, system): (Option<usize>, &SystemCounts),
    cut: &Cut,
    population: Population,
) -> Vec<Score> {
    let Cut { slice, gold, .. } = cut;
    let support = |population| system.support(population, *slice, gold);
    let here = support(population);
    if cut.is_of_accuracy() && here == 0 {
        return Vec::new();
    }
    let mut rows = Vec::with_capacity(measures(evaluation, cut, population).count());
    for measure in measures(evaluation, cut, population) {
        let figure = if is_of_ranking(measure) {
            match ranked(system, measure, cut, population) {
                Some(figure) => figure,
                None => continue,
            }
        } else if matches!(measure.computation, Computation::Fit(_)) {
            continue;
        } else if let (Computation::Composition(of @ OfComposition::SolvedWithSeed(_)), true) =
            (measure.computation, system.runs > 1)
        {
            solved_p_of_runs(evaluation, number, *slice, gold, of).into()
        } else {
            system.figure(measure, population, *slice, gold, evaluation.seed)
        };
        let support = match measure.computation {
            Computation::WholeAndParts(_)
            | Computation::ByRelevance(_)
            | Computation::ByChance(_) => here + support(Population::Monothematic),
            Computation::Composition(of) => {
                system.composition_figure(of, *slice, gold, evaluation.seed).1
            }
            _ => here,
        };
        rows.push(Score { support, ..row(&system.name, cut.about(), population, measure, figure) });
    }
    rows
}

/// The p-value of the information of solved parts of several runs, which answer the same originals: that of the test that
/// the whole is right as often with as without right parts, by the variance between clusters.
fn solved_p_of_runs(
    evaluation: &Evaluation,
    number: Option<usize>,
    slice: usize,
    gold: &[Judgment],
    of: OfComposition,
) -> Value {
    let pools = evaluation.pools.as_ref().and_then(|pools| pools.composed.as_ref());
    let (Some(pools), Some(number)) = (pools, number) else {
        return Err(Undefined::OnlySumsOfRuns);
    };
    let clusters = pools.of_system(slice, number);
    let side_by_side = clusters.side_by_side(&clusters.view(Seen::Solved, gold, evaluation.task));
    let runs = ByRuns::new(&side_by_side, clusters.runs());
    let together = runs.together();
    // Runs that answer alike are one.
    match together.times() {
        1 => of.figure(&together.sums(), evaluation.seed).value,
        _ => Ok(StratifiedTest::new(&together)?.p()),
    }
}

/// A measure of a ranking. A run that ranks nothing says so once, and not in every slice.
fn ranked(
    system: &SystemCounts,
    measure: &Measure,
    cut: &Cut,
    population: Population,
) -> Option<Figure> {
    match system.rankings() {
        Ok(rankings) => rankings.of(population)?.figure(measure, cut.slice),
        Err(reason) => (cut.kind == SliceKind::All).then(|| Err::<f64, _>(reason).into()),
    }
}

fn baseline_scores(
    evaluation: &Evaluation,
    baseline: Baseline,
    cut: &Cut,
    population: Population,
) -> Vec<Score> {
    let Cut { slice, gold, .. } = cut;
    let mut rows = Vec::new();
    let name = ArcStr::from(baseline.name());
    let support = |population| evaluation.gold(population, *slice).with_gold(gold).pairs();
    for measure in measures(evaluation, cut, population) {
        // Any order of the pairs is as good as another: one row says it, where any system ranks them.
        let ranks = || evaluation.systems.iter().any(|system| system.rankings().is_ok());
        if is_of_ranking(measure) && (cut.kind != SliceKind::All || !ranks()) {
            continue;
        }
        let value = evaluation.expected(measure, baseline, population, *slice, gold);
        let Some(value) = value else { continue };
        let support = match (population, measure.computation) {
            (Population::Decomposition, Computation::WholeAndParts(_)) => {
                support(population) + support(Population::Monothematic)
            }
            _ => support(population),
        };
        rows.push(Score { support, ..row(&name, cut.about(), population, measure, value.into()) });
    }
    rows
}

fn pair_scores(evaluation: &Evaluation, number: usize) -> Vec<Score> {
    if !evaluation.wanted.has(&CORRELATION_INDEX) {
        return Vec::new();
    }
    let pairs = evaluation.pair_correlations(number).into_iter().flatten();
    let name = &evaluation.systems[number].name;
    let score = |pair: &PairCorrelation| {
        let about = (&SliceKind::Pair, &pair.id.as_str().into());
        let (of, value) = (Population::Decomposition, pair.value.clone().into());
        Score { support: pair.pairs, ..row(name, about, of, &CORRELATION_INDEX, value) }
    };
    pairs.map(score).collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use phenom_dataset::{Answer, Judgment, Run, Task};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::{Origin, Settings, StatisticsSettings};
    use crate::seed::Seed;
    use crate::testing::{Pair, dataset, pairs_and_answers};
    use crate::undefined::Undefined;

    fn score_of(rows: &[Score], measure: &str, slice: &str) -> Score {
        let found = rows
            .iter()
            .find(|row| row.system == "s" && row.measure == measure && row.slice == slice);
        found.unwrap().clone()
    }

    /// Two-way, unknown among originals alone and contradiction among parts alone.
    #[test]
    fn an_index_by_chance_has_no_value_on_a_judgment_without_pairs() {
        let pairs = [
            Pair::original("a").gold(Judgment::Unknown),
            Pair::of("a.1", "a").gold(Judgment::Contradiction),
            Pair::original("b").gold(Judgment::Entailment),
            Pair::of("b.1", "b").gold(Judgment::Entailment),
        ];
        let answers = [Judgment::NotEntailment, Judgment::Entailment].repeat(2);
        let run = Run::from_answers("s", answers.into_iter().map(Answer::Judged));
        let settings = Settings { task: Some(Task::TwoWay), ..Settings::default() };
        let evaluation = Evaluation::new(&dataset(&pairs), &[(run, Origin::Answers)], &settings);
        let rows = scores(&evaluation, false);
        for slice in ["unknown", "contradiction"] {
            for measure in ["correlation_index", "expected_correlation_index"] {
                let row = score_of(&rows, measure, slice);
                assert_eq!(row.value, Err(Undefined::NoPairs), "{measure}, {slice}");
            }
        }
        // Half of gold and half of the answers are entailment, on originals and on parts.
        assert_eq!(score_of(&rows, "expected_correlation_index", "").value, Ok(1.0));
    }

    /// Twelve originals: five are entailed, of which four are recognised; two others are answered so.
    #[test]
    fn the_interval_of_f1_takes_the_clusters_of_all_judgments() {
        let cells = [
            (Judgment::Entailment, Judgment::Entailment, 4),
            (Judgment::Entailment, Judgment::Unknown, 1),
            (Judgment::Unknown, Judgment::Entailment, 2),
            (Judgment::Unknown, Judgment::Unknown, 5),
        ];
        let (mut pairs, mut answers) = (Vec::new(), Vec::new());
        for (gold, answer, count) in cells {
            for _ in 0..count {
                pairs.push(Pair::original(&pairs.len().to_string()).gold(gold));
                answers.push(Answer::Judged(answer));
            }
        }
        let run = (Run::from_answers("s", answers), Origin::Answers);
        let evaluation = Evaluation::new(&dataset(&pairs), &[run], &Settings::default());
        let row = score_of(&scores(&evaluation, false), "f1", "entailment");
        assert!((row.value.unwrap() - 8.0 / 11.0).abs() < 1e-12);
        // x = 2 * 8 / 11 - 1; without one of the 4, 1, 2, 5: f = 2 * numpy.array([6/9, 8/10, 8/10, 8/11]) - 1
        // e = sqrt(11/12 * sum((f - mean)^2)), 11 degrees of freedom (those of the kurtosis are more)
        // (numpy.tanh(numpy.arctanh(x) + [-1, 1] * scipy.stats.t.ppf(.975, 11) * e / (1 - x^2)) + 1) / 2
        let interval = row.interval.unwrap().interval;
        assert!((interval.lower - 0.294_225_27).abs() < 1e-7, "{interval:?}");
        assert!((interval.upper - 0.944_622_34).abs() < 1e-7, "{interval:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        /// The same seed gives the same intervals and comparisons, whatever the number of threads;
        /// every interval stands in the range that its ends have.
        #[test]
        fn threads_change_nothing((pairs, answers) in pairs_and_answers()) {
            let dataset = dataset(&pairs);
            let mut turned = answers.clone();
            turned.rotate_left(1);
            let run = |name, answers: Vec<_>| {
                (Run::from_answers(name, answers.into_iter().map(Answer::Judged)), Origin::Answers)
            };
            let runs = [run("a", answers), run("b", turned)];
            let of = |threads: usize, seed| {
                let statistics = StatisticsSettings {
                    resamples: 200,
                    threads: NonZeroUsize::new(threads).unwrap(),
                    ..StatisticsSettings::default()
                };
                let settings = Settings { statistics, seed: Seed(seed), ..Settings::default() };
                let evaluation = Evaluation::new(&dataset, &runs, &settings);
                (scores(&evaluation, false), comparisons(&evaluation))
            };
            let (scored, compared) = of(1, 1);
            prop_assert_eq!(&(scored.clone(), compared.clone()), &of(3, 1));
            for score in &scored {
                if let Some(interval) = score.interval {
                    prop_assert!(interval.interval.lower <= interval.interval.upper, "{score:?}");
                }
            }
            for row in &compared {
                prop_assert!(row.p().is_none_or(|p| p > 0.0 && p <= 1.0));
                let raised = row.p().zip(row.p_adjusted());
                prop_assert!(raised.is_none_or(|(p, adjusted)| adjusted >= p - 1e-12));
            }
        }
    }
}
