//! Families of comparisons: p-values that are adjusted together, verdicts, and how often is drawn for them.

use super::comparison_row::{ComparisonRow, Family, TestResult, Verdict};
use crate::evaluation::{Evaluation, StatisticsSettings};
use crate::statistics::threads::{side_by_side, with_scratch};
use crate::statistics::{Comparison, Correction, Interval};
use crate::undefined::Value;

/// A row before its family is known, and what its p-value and intervals come from.
pub(super) struct Draft {
    pub(super) row: ComparisonRow,
    /// Nothing where a value is undefined, or the systems differ on too few clusters for any verdict.
    pub(super) tested: Option<Tested>,
}

/// What is kept of the test of a draft until its family is known.
pub(super) enum Tested {
    /// The comparison with its p-value, found once: for several runs it is searched for, and families ask for it again and
    /// again. In a box, because only the rows stay.
    Kept(Box<(Comparison, f64)>),
    /// The p-value of a comparison that is made again.
    Again(f64),
}

impl Draft {
    /// A row with what it is tested by.
    pub(super) fn new(row: ComparisonRow, compared: Option<Comparison>) -> Self {
        let with_p = |compared: Comparison| {
            let p = compared.p();
            Tested::Kept(Box::new((compared, p)))
        };
        Self { row, tested: compared.map(with_p) }
    }

    /// The same without a comparison for which nothing is drawn.
    pub(super) fn without_exact(mut self) -> Self {
        if let Some(Tested::Kept(kept)) = &self.tested
            && kept.0.drawn().is_none()
        {
            self.tested = Some(Tested::Again(kept.1));
        }
        self
    }
}

/// Drafts by their numbers. There may be millions, of which only the rows stay.
#[derive(Default)]
pub(super) struct Drafts {
    pub(super) rows: Vec<ComparisonRow>,
    tested: Vec<Option<Tested>>,
}

impl Drafts {
    pub(super) fn with_room(number: usize) -> Self {
        Self { rows: Vec::with_capacity(number), tested: Vec::with_capacity(number) }
    }

    pub(super) fn push(&mut self, Draft { row, tested }: Draft) {
        self.rows.push(row);
        self.tested.push(tested);
    }

    fn p(&self, at: usize) -> Option<f64> {
        self.tested[at].as_ref().map(|tested| match tested {
            Tested::Kept(kept) => kept.1,
            Tested::Again(p) => *p,
        })
    }

    /// The number of draws for a p-value; nothing where it is exact.
    fn drawn(&self, at: usize) -> Option<usize> {
        match &self.tested[at] {
            Some(Tested::Kept(kept)) => kept.0.drawn(),
            _ => None,
        }
    }
}

/// Primary families, each of which has an equal share of the level: the declared figures, the best
/// constants, and the readings of composition.
const PRIMARY_FAMILIES: f64 = 3.0;

/// The power for which plans are made.
const POWER: f64 = 0.8;

/// The number of rows that one thread takes at a time to give verdicts.
const TOGETHER: usize = 256;

/// So many standard errors of a drawn p-value are allowed for: another seed gives another verdict in fewer
/// than one of a thousand cases at each end.
const STABLE: f64 = 3.3;

/// Draws again, four times as often, wherever that could change a verdict.
pub(super) fn settle(
    evaluation: &Evaluation,
    drafts: &mut Drafts,
    again: &(impl Fn(usize, usize) -> Option<Draft> + Sync),
) {
    let most = evaluation.statistics.most_draws;
    // Rankings of many pairs cannot be drawn more often.
    let mut exhausted = vec![false; drafts.rows.len()];
    loop {
        let unsettled: Vec<(usize, usize)> = unsettled(evaluation, drafts)
            .into_iter()
            .filter_map(|at| {
                let drawn = drafts.drawn(at)?;
                (drawn < most && !exhausted[at]).then_some((at, (4 * drawn).min(most)))
            })
            .collect();
        if unsettled.is_empty() {
            return;
        }
        let threads = evaluation.statistics.threads;
        let drawn = side_by_side(&unsettled, threads, |(at, draws)| again(*at, *draws));
        for ((at, draws), again) in unsettled.into_iter().zip(drawn) {
            let Some(tested) = again.and_then(|draft| draft.tested) else {
                exhausted[at] = true;
                continue;
            };
            drafts.tested[at] = Some(tested);
            exhausted[at] = drafts.drawn(at).is_none_or(|drawn| drawn < draws);
        }
    }
}

/// The rows whose verdict another seed could change.
fn unsettled(evaluation: &Evaluation, drafts: &Drafts) -> Vec<usize> {
    let mut unsettled = Vec::new();
    let alpha = evaluation.statistics.level.significance();
    for (family, members) in families(&drafts.rows) {
        // Of exact p-values none moves.
        if !members.iter().any(|at| drafts.drawn(*at).is_some()) {
            continue;
        }
        let moved = |by: f64| -> Vec<Option<f64>> {
            let p = members.iter().map(|at| moved_p(drafts, *at, by)).collect::<Vec<_>>();
            adjust(evaluation, family, &p)
        };
        for (at, (low, high)) in members.iter().zip(moved(-STABLE).into_iter().zip(moved(STABLE))) {
            let is_told = |p: Option<f64>| p.is_some_and(|p| p <= alpha);
            if is_told(low) != is_told(high) {
                unsettled.push(*at);
            }
        }
    }
    unsettled
}

/// A p-value that is so many standard errors off.
fn moved_p(drafts: &Drafts, at: usize, by: f64) -> Option<f64> {
    let p = drafts.p(at)?;
    let Some(drawn) = drafts.drawn(at) else { return Some(p) };
    let error = (p * (1.0 - p) / drawn as f64).sqrt();
    Some((p + by * error).clamp(0.0, 1.0))
}

/// The rows of each family.
fn families(rows: &[ComparisonRow]) -> [(Family, Vec<usize>); 4] {
    let mut families = [Family::Figures, Family::Constants, Family::Exploratory, Family::Gate]
        .map(|family| (family, Vec::new()));
    for (at, row) in rows.iter().enumerate() {
        let of_row = families.iter_mut().find(|(family, _)| *family == row.family);
        of_row.into_iter().for_each(|(_, members)| members.push(at));
    }
    families
}

/// The correction of a family, and by how much its p-values are multiplied besides.
fn correction(evaluation: &Evaluation, family: Family) -> (Correction, f64) {
    let correction = family.correction(evaluation.statistics.correction);
    // Where nothing is corrected, nothing is shared out either.
    let shared = family.is_primary() && correction.method().is_some();
    (correction, if shared { PRIMARY_FAMILIES } else { 1.0 })
}

fn adjust(evaluation: &Evaluation, family: Family, p: &[Option<f64>]) -> Vec<Option<f64>> {
    let (correction, share) = correction(evaluation, family);
    let adjusted = correction.adjust(p).into_iter();
    adjusted.map(|p| p.map(|p| (share * p).min(1.0))).collect()
}

/// The p-values of a primary family, adjusted; and the level of significance at which each is tested.
pub(super) fn primary_family(
    evaluation: &Evaluation,
    p: &[Option<f64>],
) -> (Vec<Option<f64>>, Vec<f64>) {
    let (correction, share) = correction(evaluation, Family::Figures);
    let alpha = evaluation.statistics.level.significance();
    (adjust(evaluation, Family::Figures, p), correction.levels(p, alpha / share))
}

/// Adjusts the p-values of each family, and gives verdicts, intervals and plans at the level at which the correction
/// tests each member. `again` makes the draft with a number once more, with a number of draws.
pub(super) fn judge(
    evaluation: &Evaluation,
    mut drafts: Drafts,
    again: &(impl Fn(usize, usize) -> Option<Draft> + Sync),
) -> Vec<ComparisonRow> {
    let settings = &evaluation.statistics;
    let alpha = settings.level.significance();
    let mut levels_of = vec![(None, alpha); drafts.rows.len()];
    for (family, members) in families(&drafts.rows) {
        let p: Vec<Option<f64>> = members.iter().map(|at| drafts.p(*at)).collect();
        let (correction, share) = correction(evaluation, family);
        let levels = correction.levels(&p, alpha / share);
        let adjusted = adjust(evaluation, family, &p);
        for ((at, adjusted), level) in members.into_iter().zip(adjusted).zip(levels) {
            levels_of[at] = (adjusted, level);
        }
    }
    let rows = drafts.rows.chunks_mut(TOGETHER).zip(drafts.tested.chunks_mut(TOGETHER));
    let work: Vec<_> = rows.zip(levels_of.chunks(TOGETHER)).enumerate().collect();
    with_scratch(
        work,
        settings.threads,
        || (),
        |(), (part, ((rows, tested), levels))| {
            let numbers = part * TOGETHER..;
            for (((at, row), tested), level) in numbers.zip(rows).zip(tested).zip(levels) {
                let tested = match tested.take() {
                    Some(Tested::Again(_)) => {
                        again(at, settings.resamples).and_then(|draft| draft.tested)
                    }
                    kept => kept,
                };
                decide(settings, row, tested, *level);
            }
        },
    );
    drafts.rows
}

/// Gives a row its adjusted p-value, and what follows from the level at which it is tested. What its p-value comes from is not
/// needed any more.
fn decide(
    settings: &StatisticsSettings,
    row: &mut ComparisonRow,
    tested: Option<Tested>,
    (p_adjusted, level): (Option<f64>, f64),
) {
    row.significance = level;
    if let Some(pilot) = &row.pilot {
        let needed = pilot.units_needed(settings.planned_difference, level, POWER);
        row.pairs_needed = needed.map(Box::new);
    }
    let (Some(Tested::Kept(kept)), Some(p_adjusted)) = (tested, p_adjusted) else { return };
    let (compared, p) = *kept;
    row.verdict = verdict(row, p <= level);
    let within_range = |interval| row.measure.difference_within_bounds(interval);
    let interval_at = |level: f64| compared.interval(level).map(within_range);
    // A difference that the measure cannot have could not be shown.
    let most = within_range(Interval { lower: 0.0, upper: f64::INFINITY }).upper;
    let detectable = compared.detectable(level, POWER);
    row.found_at_low_power = row.is_significant() && is_below(row.difference(), detectable);
    row.test = Some(Box::new(TestResult {
        p,
        method: compared.method,
        p_adjusted,
        interval: interval_at(settings.level.significance()),
        adjusted_interval: interval_at(level),
        detectable: detectable.filter(|least| *least <= most),
    }));
}

/// Whether a difference is smaller than the least one that the data show with the power of plans.
fn is_below(difference: Value, detectable: Option<f64>) -> bool {
    difference.ok().map(f64::abs).zip(detectable).is_some_and(|(size, least)| size < least)
}

fn verdict(row: &ComparisonRow, told: bool) -> Verdict {
    let ([Ok(first), Ok(second)], true) = (&row.values, told) else { return Verdict::CannotTell };
    let advantage = row.measure.better.advantage(*first, *second);
    if advantage > 0.0 { Verdict::First } else { Verdict::Second }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment, Judgment::*, Run};

    use super::*;
    use crate::counts::{Population, SliceKind};
    use crate::evaluation::{Origin, Settings, StatisticsSettings};
    use crate::measures::Wanted;
    use crate::scores::comparisons;
    use crate::statistics::{CORRECTIONS, Question};
    use crate::testing::{Pair, dataset};

    /// Twelve entailed originals: `A` and `C` are right on all, `B` is right on none.
    fn compared(statistics: StatisticsSettings) -> Vec<ComparisonRow> {
        let pairs: Vec<Pair> = (0..12)
            .map(|number| Pair::original(&number.to_string()).gold(Entailment).tags(&["lex:syn"]))
            .collect();
        let run = |name: &str, answer: Judgment| {
            (Run::from_answers(name, vec![Answer::Judged(answer); 12]), Origin::Answers)
        };
        let runs = [run("A", Entailment), run("B", Unknown), run("C", Entailment)];
        let settings = Settings { statistics, ..Settings::default() };
        comparisons(&Evaluation::new(&dataset(&pairs), &runs, &settings))
    }

    fn of<'r>(rows: &'r [ComparisonRow], systems: [&str; 2], family: Family) -> &'r ComparisonRow {
        let found = rows.iter().find(|row| {
            [row.system_a.as_str(), row.system_b.as_str()] == systems && row.family == family
        });
        found.unwrap()
    }

    /// Of twelve discordant pairs all are of one kind: mid-p is a half of 2 / 2^12.
    const P: f64 = 1.0 / 4096.0;

    #[test]
    fn primary_families_share_the_level_and_are_corrected_within() {
        let rows = compared(StatisticsSettings::default());
        let near = |p: Option<f64>, expected: f64| (p.unwrap() - expected).abs() < 1e-12;
        // A with B and B with C; A and C differ nowhere and are no member.
        let figure = of(&rows, ["A", "B"], Family::Figures);
        assert!(near(figure.p(), P) && near(figure.p_adjusted(), 3.0 * 2.0 * P), "{figure:?}");
        assert_eq!((figure.verdict, figure.verdict_in_words()), (Verdict::First, "better"));
        let alike = of(&rows, ["A", "C"], Family::Figures);
        assert!(alike.p().is_none() && alike.correct_on_same && !figure.correct_on_same);
        // Of the constants, B alone differs from the best one.
        let constant = of(&rows, ["B", "baseline:entailment"], Family::Constants);
        assert!(near(constant.p_adjusted(), 3.0 * P), "{constant:?}");
        assert_eq!(constant.verdict, Verdict::Second);
        assert!(rows.iter().filter(|row| row.family == Family::Constants).count() == 3);
        let primary = |row: &&ComparisonRow| row.family.is_primary();
        assert!(rows.iter().filter(primary).all(|row| row.slice.kind == SliceKind::All));
    }

    #[test]
    fn what_is_not_declared_is_exploratory_over_the_whole_report() {
        let rows = compared(StatisticsSettings::default());
        let exploratory = rows.iter().filter(|row| row.family == Family::Exploratory);
        let with_p: Vec<&ComparisonRow> = exploratory.filter(|row| row.p().is_some()).collect();
        // Of A and B and of B and C: accuracy on a category and on its phenomenon; and information, of which
        // both tell none, with p of 1. So the four lowest of six are multiplied by 6/4.
        let phenomenon = with_p.iter().find(|row| row.slice.kind == SliceKind::Phenomenon).unwrap();
        assert_eq!(with_p.len(), 6);
        assert!((phenomenon.p_adjusted().unwrap() - 1.5 * P).abs() < 1e-12, "{phenomenon:?}");
        let declared = StatisticsSettings {
            primary: Some(Wanted::named(["kappa"])),
            ..StatisticsSettings::default()
        };
        let rows = compared(declared);
        let all = |row: &&ComparisonRow| {
            row.measure.key == "accuracy" && row.slice.kind == SliceKind::All
        };
        let family: Vec<Family> = rows.iter().filter(all).map(|row| row.family).collect();
        assert!(family[0] == Family::Exploratory && family.contains(&Family::Constants));
    }

    #[test]
    fn what_is_not_corrected_is_not_shared_out() {
        let none = CORRECTIONS.iter().find(|one| one.method().is_none()).unwrap();
        let statistics = StatisticsSettings { correction: *none, ..StatisticsSettings::default() };
        let rows = compared(statistics);
        assert!(rows.iter().all(|row| row.p() == row.p_adjusted()));
        assert!(rows.iter().all(|row| (row.significance - 0.05).abs() < 1e-9));
    }

    #[test]
    fn a_verdict_and_its_interval_say_the_same() {
        for row in compared(StatisticsSettings::default()) {
            if let Some(interval) = row.adjusted_interval() {
                assert_eq!(interval.contains(0.0), row.verdict == Verdict::CannotTell, "{row:?}");
            }
        }
    }

    /// Of 200 entailed originals `A` alone is right on some, and `B` alone on others.
    fn of_200(only_a: usize, only_b: usize) -> ComparisonRow {
        let pairs: Vec<Pair> =
            (0..200).map(|number| Pair::original(&number.to_string()).gold(Entailment)).collect();
        let run = |name: &str, wrong: std::ops::Range<usize>| {
            let answer = |at| if wrong.contains(&at) { Unknown } else { Entailment };
            let answers = (0..200).map(|at| Answer::Judged(answer(at)));
            (Run::from_answers(name, answers), Origin::Answers)
        };
        let runs = [run("A", only_a..only_a + only_b), run("B", 0..only_a)];
        let rows = comparisons(&Evaluation::new(&dataset(&pairs), &runs, &Settings::default()));
        of(&rows, ["A", "B"], Family::Figures).clone()
    }

    /// d = (b - c) / n; e = ((b + c) / n - d**2)**.5 / n**.5; from scipy.stats.norm import ppf: the first difference of
    /// 12.5 points is d / e = 3.08, and ppf(1 - .05 / 6) + ppf(.8) is 3.24; that of 20 points is 5.08.
    #[test]
    fn a_significant_difference_below_the_detectable_one_was_found_at_low_power() {
        let few = of_200(47, 22);
        assert_eq!((few.verdict, few.found_at_low_power), (Verdict::First, true), "{few:?}");
        assert!(few.difference().unwrap() < few.detectable().unwrap());
        let many = of_200(55, 15);
        assert_eq!((many.verdict, many.found_at_low_power), (Verdict::First, false), "{many:?}");
        let none = of_200(30, 25);
        assert_eq!((none.verdict, none.found_at_low_power), (Verdict::CannotTell, false));
    }

    #[test]
    fn only_significant_differences_are_found_at_low_power() {
        for only_a in 0..30 {
            let row = of_200(only_a, 8);
            let below = row.detectable().is_some_and(|least| row.difference().unwrap() < least);
            assert_eq!(row.found_at_low_power, row.is_significant() && below, "{row:?}");
        }
    }

    /// Three perfect runs, and two with one wrong answer between them, on twenty originals.
    #[test]
    fn runs_of_unequal_number_are_no_methods_that_differ() {
        let pairs: Vec<Pair> =
            (0..20).map(|number| Pair::original(&number.to_string()).gold(Entailment)).collect();
        let run = |name: &str, wrong: Option<usize>| {
            let answer = |at| if Some(at) == wrong { Unknown } else { Entailment };
            let answers = (0..20).map(|at| Answer::Judged(answer(at)));
            (Run::from_answers(name, answers), Origin::Answers)
        };
        let runs =
            [run("A", None), run("A", None), run("A", None), run("B", Some(3)), run("B", None)];
        let rows = comparisons(&Evaluation::new(&dataset(&pairs), &runs, &Settings::default()));
        let row = of(&rows, ["A", "B"], Family::Figures);
        assert_eq!((row.population, row.pairs), (Population::Original, 20));
        assert_eq!((row.verdict, row.p()), (Verdict::CannotTell, None));
        assert!((row.difference().unwrap() - 0.025).abs() < 1e-12);
        assert_eq!(row.question, Question::Methods);
    }
}
