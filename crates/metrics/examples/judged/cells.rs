//! Coverage, widths and verdicts of reports, by data and by how much is read.

use crate::evaluated::{Evaluated, difference_by_people, naive, width};
use crate::rates::{Estimate, Limit, Share, mean, rate};
use crate::reading::Reading;
use crate::report::Held;
use crate::world::{JudgeModel, World};
use crate::{Extent, Failure};

/// How often intervals hold the truth: overall; by phenomenon; from so many labels not more often than this.
pub(crate) const COVERAGE: f64 = 0.93;
const COVERAGE_BY_PHENOMENON: f64 = 0.92;
const MANY_LABELS: usize = 100;
const MOST_COVERAGE: f64 = 0.98;
/// Below this many labels, and where systems are correct on 95 %, coverage is known to fall short: it often happens that people
/// contradict no label, and then the interval is narrow and its centre is not moved. The least that it is held to there.
const FEWEST_LABELS: f64 = 10.0;
const NEAR_CEILING: &str = "near the ceiling";
const SHORT_COVERAGE: [f64; 2] = [0.8, 0.0];
/// How often the favoured one of two equal systems is called better, up to so many labels and above.
const FEW_LABELS: usize = 30;
const FAVOURED: [f64; 2] = [0.035, 0.055];
/// The width of an interval over that by people alone: where a judge is good, and anywhere.
const WIDTH_WITH_GOOD_JUDGE: f64 = 0.8;
const WIDTH: f64 = 1.07;
/// Under strong bias, on this many pairs, intervals by the judge alone hold the truth less often than this.
const NAIVE_COVERAGE: f64 = 0.5;
const NAIVE_PAIRS: usize = 2_000;

/// A number of pairs and the share that people read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) pairs: usize,
    pub(crate) share: f64,
}

/// What data sets are drawn from, and whether intervals by the judge alone are computed too.
pub(crate) struct Group {
    pub(crate) world: World,
    pub(crate) is_naive: bool,
    pub(crate) is_good_judge: bool,
}

pub(crate) fn biased() -> World {
    World {
        name: "biased",
        systems: 1.2,
        judges: vec![JudgeModel::Errs { accuracy: 0.85, copies: 0.5 }],
        judge_phenomena: 0.5,
        clusters: 1.0,
        reading: Reading::Random,
    }
}

pub(crate) fn strong_bias() -> World {
    let judge = JudgeModel::Errs { accuracy: 0.75, copies: 0.9 };
    World { name: "strong bias", judges: vec![judge], ..biased() }
}

pub(crate) fn groups() -> Vec<Group> {
    let of = |world: World| Group { world, is_naive: false, is_good_judge: false };
    let one = |name, judge| World { name, judges: vec![judge], ..biased() };
    let near_ceiling = World {
        name: NEAR_CEILING,
        systems: 3.6,
        judges: vec![JudgeModel::Errs { accuracy: 0.95, copies: 0.5 }],
        ..biased()
    };
    let three = vec![
        JudgeModel::Errs { accuracy: 0.85, copies: 0.5 },
        JudgeModel::Errs { accuracy: 0.78, copies: 0.0 },
        JudgeModel::Errs { accuracy: 0.65, copies: 0.0 },
    ];
    vec![
        Group { world: biased(), is_naive: true, is_good_judge: true },
        Group { world: strong_bias(), is_naive: true, is_good_judge: true },
        of(World { name: "judge varies", judge_phenomena: 1.5, ..biased() }),
        of(World { name: "strong clusters", clusters: 2.5, ..biased() }),
        of(one("judge by chance", JudgeModel::Chance)),
        of(one("judge = A", JudgeModel::SystemA)),
        of(World { name: "three judges", judges: three, ..biased() }),
        of(World { name: "probabilities 3:1", reading: Reading::ThreeToOne, ..biased() }),
        of(World { name: "whole clusters read", reading: Reading::WholeClusters, ..biased() }),
        of(near_ceiling),
    ]
}

/// What one data set shows.
#[derive(Debug, Clone, Default)]
struct Shown {
    labels: usize,
    judge: f64,
    covered: [Option<bool>; 2],
    /// The same of the interval of A by people alone.
    covered_by_people: Option<bool>,
    /// By how many labels a phenomenon has: covered, of; below 10, below 100, more.
    phenomena: [[u64; 2]; 3],
    /// Widths over those by people alone, of accuracies.
    widths: Vec<f64>,
    width: Option<f64>,
    width_of_difference: Option<f64>,
    verdicts: [bool; 2],
    has_p: bool,
    by_people: bool,
    naive: Option<[bool; 2]>,
}

fn shown(group: &Group, size: Size, number: u64) -> Result<Shown, Failure> {
    let drawn = group.world.draw(size.pairs, number);
    let read = group.world.read(&drawn, size.share, number);
    let evaluated = Evaluated::new(&drawn, &read)?;
    let mut shown = Shown {
        labels: read.is_read.iter().filter(|read| **read).count(),
        judge: drawn.judge_accuracy(),
        verdicts: evaluated.verdicts(),
        ..Shown::default()
    };
    for system in 0..2 {
        let overall = evaluated.overall[system];
        shown.covered[system] = overall.map(|of| of.interval.contains(drawn.truth));
        for (of, truth) in evaluated.phenomena[system].iter().zip(drawn.truths) {
            let Some(of) = of else { continue };
            let counts =
                &mut shown.phenomena[[10, MANY_LABELS].partition_point(|at| *at <= of.labels)];
            counts[0] += u64::from(of.interval.contains(truth));
            counts[1] += 1;
        }
        let people = overall.and_then(|of| of.by_people);
        if system == 0 {
            shown.covered_by_people = people.map(|people| people.contains(drawn.truth));
        }
        let people = people.map(width);
        if let Some((of, people)) = overall.zip(people).filter(|(_, people)| *people > 0.0) {
            shown.widths.push(width(of.interval) / people);
            shown.width = Some(width(of.interval));
        }
    }
    if let Some(difference) = evaluated.difference {
        shown.has_p = difference.p.is_some();
        shown.by_people = difference.by_people;
        let by_people = difference_by_people(&drawn, &read)?.and_then(|found| found.interval);
        let both = difference.interval.zip(by_people);
        shown.width_of_difference = both.map(|(of, people)| width(of) / width(people));
    }
    if group.is_naive && size.pairs == NAIVE_PAIRS && number < NAIVE_DATA_SETS {
        let (interval, is_better) = naive(&drawn, &read)?;
        shown.naive = interval.map(|interval| [interval.contains(drawn.truth), is_better]);
    }
    Ok(shown)
}

/// The data sets with figures by the judge alone, which do not depend on what is read.
const NAIVE_DATA_SETS: u64 = 300;

/// The figures of a row; nothing if fewer than half of the data sets have an accuracy.
pub(crate) fn row(group: &Group, size: Size, extent: Extent) -> Result<Option<Vec<Held>>, Failure> {
    let all = extent.each(|number| shown(group, size, number))?;
    if 2 * count(&all, |one| one.covered[0].is_some()) < extent.0 {
        return Ok(None);
    }
    let labels = average(&all, |one| one.labels as f64).round();
    let mut figures = vec![
        Held::plain("labels", format!("{labels:.0}")),
        Held::plain("judge", percent(average(&all, |one| one.judge))),
    ];
    figures.extend(coverage(&all, labels, group.world.name == NEAR_CEILING));
    let is_good = group.is_good_judge && size.pairs == 2_000 && labels == 200.0;
    figures.extend(widths(&all, if is_good { WIDTH_WITH_GOOD_JUDGE } else { WIDTH }));
    figures.extend(verdicts(&all, labels));
    let naive: Vec<[bool; 2]> = all.iter().filter_map(|one| one.naive).collect();
    let of =
        |at: usize| rate(naive.iter().filter(|naive| naive[at]).count() as u64, naive.len() as u64);
    let is_strong = group.world == strong_bias();
    let limit = if is_strong { Limit::at_most(NAIVE_COVERAGE) } else { Limit::NONE };
    figures.push(Held::new("naive", of(0), limit));
    figures.push(Held::new("naive: A better", of(1), Limit::NONE));
    Ok(Some(figures))
}

/// How often intervals hold the truth: of either system, and of phenomena by their labels.
fn coverage(all: &[Shown], labels: f64, is_near_ceiling: bool) -> Vec<Held> {
    let short = SHORT_COVERAGE[usize::from(is_near_ceiling)];
    let is_short = is_near_ceiling || labels < FEWEST_LABELS;
    let [overall, by_phenomenon] =
        [COVERAGE, COVERAGE_BY_PHENOMENON].map(|least| if is_short { short } else { least });
    let most = if labels >= MANY_LABELS as f64 { MOST_COVERAGE } else { f64::INFINITY };
    let mut figures = Vec::new();
    for (system, name) in ["A", "B"].into_iter().enumerate() {
        let printed = count(all, |one| one.covered[system].is_some());
        let held = rate(count(all, |one| one.covered[system] == Some(true)), printed);
        figures.push(Held::new(name, held, Limit { least: overall, most }));
    }
    let by_people = rate(
        count(all, |one| one.covered_by_people == Some(true)),
        count(all, |one| one.covered_by_people.is_some()),
    );
    figures.push(Held::new("A by people", by_people, Limit::NONE));
    let mut together = Share::default();
    let mut bins = [Share::default(); 3];
    for one in all {
        for (bin, [held, of]) in bins.iter_mut().zip(one.phenomena) {
            bin.add(held, of);
        }
        let sum = |at: usize| one.phenomena.iter().map(|counts| counts[at]).sum();
        together.add(sum(0), sum(1));
    }
    let least = by_phenomenon;
    figures.push(Held::new("phenomena", estimate(&together), Limit::at_least(least)));
    let limits = [Limit::NONE, Limit::at_least(least), Limit { least, most: MOST_COVERAGE }];
    let names = ["5–9 labels", "10–99", "100+"];
    for ((name, bin), limit) in names.into_iter().zip(&bins).zip(limits) {
        figures.push(Held::new(name, estimate(bin), limit));
    }
    figures
}

/// The width of accuracies, and over those by people alone, also of the difference.
fn widths(all: &[Shown], most: f64) -> [Held; 3] {
    let width: Vec<f64> = all.iter().filter_map(|one| one.width).collect();
    // Both systems of a data set are one observation.
    let of_accuracy: Vec<f64> = (all.iter().filter(|one| one.widths.len() == 2))
        .map(|one| one.widths.iter().sum::<f64>() / 2.0)
        .collect();
    let of_difference: Vec<f64> = all.iter().filter_map(|one| one.width_of_difference).collect();
    let limit = Limit::at_most(WIDTH);
    [
        Held::new("width", mean(&width), Limit::NONE),
        Held::new("over people's", mean(&of_accuracy), Limit::at_most(most)),
        Held::new("A − B over people's", mean(&of_difference), limit),
    ]
}

/// How often either of the equal systems is called better, and how often people alone decide.
fn verdicts(all: &[Shown], labels: f64) -> [Held; 3] {
    let limit = FAVOURED[usize::from(labels > FEW_LABELS as f64)];
    let better = |system: usize| rate(count(all, |one| one.verdicts[system]), all.len() as u64);
    let by_people = rate(count(all, |one| one.has_p && one.by_people), count(all, |one| one.has_p));
    [
        Held::new("A better", better(0), Limit::at_most(limit)),
        Held::new("B better", better(1), Limit::at_most(limit)),
        Held::plain("by people", by_people.map_or_else(|| "–".to_owned(), |of| percent(of.value))),
    ]
}

fn count(all: &[Shown], holds: impl Fn(&Shown) -> bool) -> u64 {
    all.iter().filter(|one| holds(one)).count() as u64
}

fn average(all: &[Shown], value: impl Fn(&Shown) -> f64) -> f64 {
    all.iter().map(value).sum::<f64>() / all.len() as f64
}

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

fn estimate(share: &Share) -> Option<Estimate> {
    (share.data_sets() > 1).then(|| share.estimate()).flatten()
}

/// The sizes that are simulated.
pub(crate) fn sizes() -> Vec<Size> {
    let shares = [0.05, 0.1, 0.3];
    let pairs = [60, 120, 300, 2_000];
    pairs.into_iter().flat_map(|pairs| shares.map(|share| Size { pairs, share })).collect()
}
