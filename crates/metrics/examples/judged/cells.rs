//! Coverage, widths and verdicts of reports, by data and by how much is read.

use crate::evaluated::{Evaluated, difference_by_people, naive, width};
use crate::rates::{Estimate, Limit, Share, mean, rate};
use crate::report::Held;
use crate::world::{JudgeModel, Reading, World};
use crate::{Extent, Failure};

/// How often intervals hold the truth: overall; by phenomenon; from so many labels not more often than this.
pub(crate) const COVERAGE: f64 = 0.93;
const COVERAGE_BY_PHENOMENON: f64 = 0.92;
const MANY_LABELS: usize = 100;
const MOST_COVERAGE: f64 = 0.98;
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
    ]
}

/// What one data set shows.
#[derive(Debug, Clone, Default)]
struct Shown {
    labels: usize,
    judge: f64,
    covered: [Option<bool>; 2],
    /// By how many labels a phenomenon has: covered, of; below 10, below 100, more.
    phenomena: [[u64; 2]; 3],
    /// Widths over those by people alone, of accuracies.
    widths: Vec<f64>,
    width: Option<f64>,
    width_of_difference: Option<f64>,
    verdicts: [bool; 2],
    has_difference: bool,
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
        let people = overall.and_then(|of| of.by_people).map(width);
        if let Some((of, people)) = overall.zip(people).filter(|(_, people)| *people > 0.0) {
            shown.widths.push(width(of.interval) / people);
            shown.width = Some(width(of.interval));
        }
    }
    if let Some(difference) = evaluated.difference {
        shown.has_difference = difference.p.is_some();
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

/// The figures of a cell, and those that are held to limits; nothing where no accuracy is printed.
pub(crate) fn row(group: &Group, size: Size, extent: Extent) -> Result<Option<Vec<Held>>, Failure> {
    let all = extent.each(|number| shown(group, size, number))?;
    let count = |holds: &dyn Fn(&Shown) -> bool| all.iter().filter(|one| holds(one)).count() as u64;
    let average =
        |value: &dyn Fn(&Shown) -> f64| all.iter().map(value).sum::<f64>() / all.len() as f64;
    let labels = average(&|one| one.labels as f64);
    let printed = count(&|one| one.covered[0].is_some());
    if printed * 2 < all.len() as u64 {
        return Ok(None);
    }
    let most = if labels >= MANY_LABELS as f64 - 0.5 { MOST_COVERAGE } else { f64::INFINITY };
    let mut figures = vec![
        Held::plain("labels", format!("{labels:.0}")),
        Held::plain("judge", percent(average(&|one| one.judge))),
    ];
    for (system, name) in ["A", "B"].into_iter().enumerate() {
        let held = rate(count(&|one| one.covered[system] == Some(true)), printed);
        figures.push(Held::new(name, held, Limit { least: COVERAGE, most }));
    }
    let mut together = Share::default();
    let mut bins = [Share::default(); 3];
    for one in &all {
        for (bin, [held, of]) in bins.iter_mut().zip(one.phenomena) {
            bin.add(held, of);
        }
        let sum = |at: usize| one.phenomena.iter().map(|counts| counts[at]).sum();
        together.add(sum(0), sum(1));
    }
    let least = COVERAGE_BY_PHENOMENON;
    let phenomena = estimate(&together);
    figures.push(Held::new("phenomena", phenomena, Limit::at_least(least)));
    let limits = [Limit::NONE, Limit::at_least(least), Limit { least, most: MOST_COVERAGE }];
    let names = ["5–9 labels", "10–99", "100+"];
    for ((name, bin), limit) in names.into_iter().zip(&bins).zip(limits) {
        figures.push(Held::new(name, estimate(bin), limit));
    }
    let average_width = mean(&all.iter().filter_map(|one| one.width).collect::<Vec<_>>());
    figures.push(Held::new("width", average_width, Limit::NONE));
    let is_good = group.is_good_judge && size.pairs == 2_000 && (labels - 200.0).abs() < 1.0;
    let limit = Limit::at_most(if is_good { WIDTH_WITH_GOOD_JUDGE } else { WIDTH });
    // Both systems of a data set are one observation.
    let of_accuracy: Vec<f64> = (all.iter().filter(|one| one.widths.len() == 2))
        .map(|one| one.widths.iter().sum::<f64>() / 2.0)
        .collect();
    figures.push(Held::new("over people's", ratio(&of_accuracy), limit));
    let of_difference: Vec<f64> = all.iter().filter_map(|one| one.width_of_difference).collect();
    figures.push(Held::new("A − B over people's", ratio(&of_difference), Limit::at_most(WIDTH)));
    let data_sets = all.len() as u64;
    let limit = FAVOURED[usize::from(labels > FEW_LABELS as f64 + 0.5)];
    let better = |system: usize| rate(count(&|one| one.verdicts[system]), data_sets);
    figures.push(Held::new("A better", better(0), Limit::at_most(limit)));
    figures.push(Held::new("B better", better(1), Limit::at_most(limit)));
    let tested = count(&|one| one.has_difference);
    let by_people = rate(count(&|one| one.has_difference && one.by_people), tested);
    figures.push(Held::plain("by people", by_people.map_or_else(dash, |of| percent(of.value))));
    let naive = |at: usize| {
        let found = all.iter().filter_map(|one| one.naive).collect::<Vec<_>>();
        rate(found.iter().filter(|naive| naive[at]).count() as u64, found.len() as u64)
    };
    let is_strong = group.world.name == "strong bias";
    let limit = if is_strong { Limit::at_most(NAIVE_COVERAGE) } else { Limit::NONE };
    figures.push(Held::new("naive", naive(0), limit));
    figures.push(Held::new("naive: A better", naive(1), Limit::NONE));
    Ok(Some(figures))
}

fn dash() -> String {
    "–".to_owned()
}

fn percent(share: f64) -> String {
    format!("{:.0}", 100.0 * share)
}

/// The interval of a mean of widths over others.
fn ratio(values: &[f64]) -> Option<Estimate> {
    mean(values)
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
