//! A gate: whether a new system is worse than an old one.

use super::compared::{Compared, Opponents};
use super::comparison_row::{ComparisonRow, Family, Verdict};
use super::comparisons::{on_clusters, sides};
use super::families::{Draft, Drafts, judge, settle};
use crate::counts::{Population, SliceKind};
use crate::evaluation::Evaluation;
use crate::measures::accuracy::ACCURACY;
use crate::statistics::threads::side_by_side;
use crate::statistics::{Interval, SideBySide, drop_interval};

/// What a gate says of one figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GateVerdict {
    /// The new system is significantly worse, and a drop by more than the margin is not excluded.
    Worse,
    /// The new system is significantly better.
    Better,
    /// A drop by more than the margin is excluded.
    WithinMargin,
    /// Neither.
    CannotTell,
}

impl GateVerdict {
    /// The words in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Worse => "worse",
            Self::Better => "better",
            Self::WithinMargin => "within margin",
            Self::CannotTell => "cannot tell",
        }
    }
}

/// One accuracy that a gate compares.
#[derive(Debug, Clone, PartialEq)]
pub struct GateRow {
    /// The new system, which is the first, against the old one.
    pub comparison: ComparisonRow,
    /// The interval of the difference that belongs to the verdict: with a margin, the one whose lower end the margin
    /// is compared with (`statistics/drop_interval.rs`); else the one of the test at the level that Holm's method leaves.
    pub interval: Option<Interval>,
    /// The largest drop of accuracy that is not excluded, at the level of the report; below 0 if a gain is certain.
    /// `None` if the accuracies are undefined.
    pub largest_drop: Option<f64>,
    /// What the gate concludes on this slice.
    pub verdict: GateVerdict,
}

/// Holds the first system of an evaluation, the new one, against the second, the old one: by accuracy on all pairs and
/// on some slices, which are phenomena or categories. A slice stands for its monothematic pairs, or for its original
/// pairs where it has none of the former.
///
/// - Without a margin the new system is worse where the test of the report says so, its p-values adjusted by Holm's
///   method over all these accuracies.
/// - With a `margin`, a share of pairs of at least 0, it passes if the largest drop is at most the margin. To pass at
///   all the new system must pass everywhere, so that no interval is adjusted (an intersection-union test). It is
///   better or worse only if both the test and this interval show it.
///
/// # References
/// Berger 1982 (intersection-union tests); `statistics/drop_interval.rs`.
#[must_use]
pub fn gate(evaluation: &Evaluation, slices: &[usize], margin: Option<f64>) -> Vec<GateRow> {
    let Some(pools) = evaluation.pair_pools() else { return Vec::new() };
    let Some(pair) = pools.pairs.iter().position(|pair| *pair == (0, 1)) else { return Vec::new() };
    let all = evaluation.populations().iter().map(|population| (0, *population));
    let cut = slices.iter().filter(|slice| **slice != 0).map(|&slice| {
        let has_parts = evaluation.gold(Population::Monothematic, slice).pairs() > 0;
        (slice, if has_parts { Population::Monothematic } else { Population::Original })
    });
    let held = |(slice, population): (usize, Population)| Compared {
        opponents: Opponents::Systems(pair as u32),
        slice: slice as u32,
        population,
        measure: &ACCURACY,
    };
    let mut work: Vec<Compared> = all.chain(cut).map(held).collect();
    let (threads, draws) = (evaluation.statistics.threads, evaluation.statistics.resamples);
    let drafted = |compared: &Compared, draws: usize| -> Option<Draft> {
        let mut draft = on_clusters(evaluation, compared, draws)?;
        draft.row.family = Family::Gate;
        Some(draft)
    };
    let mut made = side_by_side(&work, threads, |compared| drafted(compared, draws)).into_iter();
    let mut drafts = Drafts::default();
    work.retain(|_| made.next().flatten().map(|draft| drafts.push(draft)).is_some());
    let again = |at: usize, draws| drafted(&work[at], draws);
    settle(evaluation, &mut drafts, &again);
    let rows = judge(evaluation, drafts, &again);
    let judged = work.iter().zip(rows).map(|(compared, row)| {
        let around = interval_of_drop(evaluation, compared, row.interval());
        let interval = if margin.is_some() { around } else { row.adjusted_interval() };
        let verdict = verdict(row.verdict, around, margin);
        let largest_drop = around.map(|interval| -interval.lower);
        GateRow { comparison: row, interval, largest_drop, verdict }
    });
    judged.collect()
}

fn verdict(tested: Verdict, around: Option<Interval>, margin: Option<f64>) -> GateVerdict {
    let Some(margin) = margin else {
        return match tested {
            Verdict::First => GateVerdict::Better,
            Verdict::Second => GateVerdict::Worse,
            Verdict::CannotTell => GateVerdict::CannotTell,
        };
    };
    let Some(Interval { lower, upper }) = around else { return GateVerdict::CannotTell };
    match tested {
        Verdict::First if lower > 0.0 => GateVerdict::Better,
        _ if -lower <= margin => GateVerdict::WithinMargin,
        Verdict::Second if upper < 0.0 => GateVerdict::Worse,
        _ => GateVerdict::CannotTell,
    }
}

fn interval_of_drop(
    evaluation: &Evaluation,
    compared: &Compared,
    of_test: Option<Interval>,
) -> Option<Interval> {
    if evaluation.judged.is_some() {
        return of_test;
    }
    let found = sides(evaluation, evaluation.pair_pools()?, compared)?;
    let sides = SideBySide::new(&found.clusters, found.runs).ok()?;
    drop_interval(&sides, of_test, evaluation.statistics.level)
}

impl GateRow {
    /// Whether it keeps a gate shut: the new system is worse, or cannot be told to be within a margin that is given.
    #[must_use]
    pub fn fails(&self, margin: Option<f64>) -> bool {
        match self.verdict {
            GateVerdict::Worse => true,
            GateVerdict::CannotTell => margin.is_some(),
            GateVerdict::Better | GateVerdict::WithinMargin => false,
        }
    }

    /// Whether it is about all pairs.
    #[must_use]
    pub fn is_of_all(&self) -> bool {
        self.comparison.slice.kind == SliceKind::All
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Dataset, Judgment::*, Run};

    use super::*;
    use crate::evaluation::{Origin, Settings, StatisticsSettings};
    use crate::scores::{Change, changed_pairs, comparisons};
    use crate::testing::{Pair, dataset};

    /// Entailed originals of some phenomena: so many that the new system alone is right on, that the old one alone is,
    /// both, and none.
    fn scene(phenomena: &[(&str, [usize; 4])]) -> (Dataset, [Run; 2]) {
        let (mut pairs, mut new, mut old) = (Vec::new(), Vec::new(), Vec::new());
        for (tag, counts) in phenomena {
            for (kind, count) in counts.iter().enumerate() {
                for _ in 0..*count {
                    let id = pairs.len().to_string();
                    pairs.push(Pair::original(&id).gold(Entailment).tags(&[tag]));
                    let answer = |right: bool| if right { Entailment } else { Unknown };
                    new.push(Answer::Judged(answer(kind == 0 || kind == 2)));
                    old.push(Answer::Judged(answer(kind == 1 || kind == 2)));
                }
            }
        }
        let runs = [Run::from_answers("new", new), Run::from_answers("old", old)];
        (dataset(&pairs), runs)
    }

    fn evaluated(phenomena: &[(&str, [usize; 4])]) -> Evaluation {
        let (dataset, runs) = scene(phenomena);
        let statistics = StatisticsSettings { intervals: false, ..StatisticsSettings::default() };
        let settings = Settings { statistics, ..Settings::default() };
        Evaluation::new(&dataset, &runs.map(|run| (run, Origin::Answers)), &settings)
    }

    fn held(phenomena: &[(&str, [usize; 4])], margin: Option<f64>) -> Vec<GateRow> {
        let evaluation = evaluated(phenomena);
        let slices: Vec<usize> = evaluation.slices_of(&SliceKind::Phenomenon).collect();
        gate(&evaluation, &slices, margin)
    }

    /// 80 of 100 on negation become 33; elsewhere 60 of 1,100 are lost and 70 won.
    const PLANTED: [(&str, [usize; 4]); 3] = [
        ("a:negation", [3, 50, 30, 17]),
        ("a:numeral", [50, 30, 400, 20]),
        ("a:rest", [20, 30, 450, 100]),
    ];

    #[test]
    fn a_planted_drop_is_found_where_it_is() {
        let rows = held(&PLANTED, None);
        let of = |name: &str| rows.iter().find(|row| row.comparison.slice.name == name).unwrap();
        assert_eq!((rows.len(), of("").is_of_all()), (4, true));
        let negation = of("a:negation");
        assert_eq!(negation.verdict, GateVerdict::Worse);
        assert!((negation.comparison.difference().unwrap() + 0.47).abs() < 1e-12);
        // from scipy.stats import binom; from statsmodels.stats.multitest import multipletests
        // p = [2 * binom.cdf(min(b, m), b + m, .5) - binom.pmf(min(b, m), b + m, .5)
        //      for b, m in [(110, 73), (50, 3), (30, 50), (30, 20)]]
        // multipletests(p, method="holm")[1]
        let expected = [
            ("", 0.018_671_695_6, GateVerdict::Worse),
            ("a:negation", 1.167_510_532_695_8e-11, GateVerdict::Worse),
            ("a:numeral", 0.051_308_715_9, GateVerdict::CannotTell),
            ("a:rest", 0.160_779_601_8, GateVerdict::CannotTell),
        ];
        for (slice, p, verdict) in expected {
            let row = of(slice);
            let ours = row.comparison.p_adjusted().unwrap();
            assert!((ours / p - 1.0).abs() < 1e-6, "{slice}: {ours}");
            assert_eq!(row.verdict, verdict, "{slice}");
        }
        let fails = |row: &&GateRow| row.fails(None);
        assert_eq!(rows.iter().filter(fails).count(), 2);
    }

    #[test]
    fn it_is_the_test_of_the_report_in_a_family_of_its_own() {
        let evaluation = evaluated(&PLANTED);
        let reported = comparisons(&evaluation);
        for row in gate(&evaluation, &[], None) {
            let same = reported.iter().find(|other| {
                other.measure.key == "accuracy"
                    && other.slice.kind == SliceKind::All
                    && other.system_b == "old"
            });
            let same = same.unwrap();
            assert_eq!(
                (same.p(), same.difference()),
                (row.comparison.p(), row.comparison.difference())
            );
            // Alone in its family, and not at a third of the level.
            assert_eq!(row.comparison.p_adjusted(), row.comparison.p());
        }
    }

    #[test]
    fn with_a_margin_a_larger_drop_must_be_excluded() {
        // Two won and two lost of 1,000.
        let alike: [(&str, [usize; 4]); 1] = [("a:x", [2, 2, 900, 96])];
        let all = |margin| held(&alike, Some(margin)).remove(0);
        let row = all(0.02);
        assert_eq!((row.verdict, row.fails(Some(0.02))), (GateVerdict::WithinMargin, false));
        let strict = all(0.001);
        assert_eq!((strict.verdict, strict.fails(Some(0.001))), (GateVerdict::CannotTell, true));
        assert!(!strict.fails(None));
        // A significant drop that is within the margin passes, and one that may be larger is worse.
        let lost: [(&str, [usize; 4]); 1] = [("a:x", [0, 10, 900, 90])];
        assert_eq!(held(&lost, Some(0.05)).remove(0).verdict, GateVerdict::WithinMargin);
        assert_eq!(held(&lost, Some(0.01)).remove(0).verdict, GateVerdict::Worse);
        assert_eq!(held(&lost, None).remove(0).verdict, GateVerdict::Worse);
    }

    /// Of 100 pairs, 4 lost gave a largest drop of 10.16 points and 5 lost one of 8.98.
    #[test]
    fn the_largest_drop_rises_with_each_lost_pair() {
        let mut before = 0.0;
        for lost in 0..12 {
            let row = held(&[("a:x", [0, lost, 80 - lost, 20])], Some(0.08)).remove(0);
            let drop = row.largest_drop.unwrap();
            assert!(drop > before, "{lost}: {drop} after {before}");
            let interval = row.interval.unwrap();
            assert_eq!((interval.lower, row.fails(Some(0.08))), (-drop, drop > 0.08));
            before = drop;
        }
    }

    #[test]
    fn verdict_and_interval_agree_with_a_margin() {
        for lost in 0..9 {
            for won in 0..9 {
                let scene: [(&str, [usize; 4]); 1] = [("a:x", [won, lost, 40, 20])];
                for margin in [0.0, 0.05, 0.1] {
                    let row = held(&scene, Some(margin)).remove(0);
                    let Interval { lower, upper } = row.interval.unwrap();
                    match row.verdict {
                        GateVerdict::Worse => assert!(upper < 0.0),
                        GateVerdict::Better => assert!(lower > 0.0),
                        GateVerdict::WithinMargin => assert!(lower >= -margin),
                        GateVerdict::CannotTell => assert!(lower < -margin),
                    }
                    assert_eq!(row.fails(Some(margin)), lower < -margin);
                }
            }
        }
    }

    #[test]
    fn pairs_that_changed_are_those_that_the_difference_is_of() {
        let (dataset, [new, old]) = scene(&PLANTED);
        let changed =
            changed_pairs(&dataset, [&[&old], &[&new]], &[], phenom_dataset::Task::ThreeWay);
        let count = |change: Change| changed.iter().filter(|one| one.change == change).count();
        assert_eq!([count(Change::Broken), count(Change::Mended)], [110, 73]);
        assert_eq!(evaluated(&PLANTED).pair_pools().unwrap().discordant[0][0], [183, 0]);
    }
}
