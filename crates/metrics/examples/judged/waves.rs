//! Pairs that `next_labels` draws after some random ones, against random ones throughout.

use phenom_dataset::Chosen;
use phenom_metrics::Seed;
use phenom_metrics::judged::LabelsFor;

use crate::cells::{COVERAGE, biased, strong_bias};
use crate::evaluated::{Evaluated, width};
use crate::rates::{Limit, Share, mean, rate};
use crate::reading::Read;
use crate::report::Held;
use crate::world::World;
use crate::{Extent, Failure};

/// How far from the truth estimates may be on average.
const BIAS: f64 = 0.005;

/// The number of pairs of each wave, of which the first is random.
#[derive(Debug, Clone)]
pub(crate) struct Waves {
    pub(crate) world: World,
    pub(crate) pairs: usize,
    pub(crate) labels: &'static [usize],
    pub(crate) goal: LabelsFor,
}

impl Waves {
    pub(crate) fn name(&self) -> String {
        let goal = match self.goal {
            LabelsFor::Total => "total",
            LabelsFor::Phenomena => "phenomena",
            LabelsFor::Difference(..) => "A − B",
        };
        let labels: Vec<String> = self.labels.iter().map(usize::to_string).collect();
        format!("{}, {} pairs, {}, for {goal}", self.world.name, self.pairs, labels.join(" + "))
    }
}

pub(crate) fn all() -> Vec<Waves> {
    let difference = LabelsFor::Difference(0, 1);
    let of = |world: fn() -> World, pairs, labels: &'static [usize], goal| Waves {
        world: world(),
        pairs,
        labels,
        goal,
    };
    vec![
        of(biased, 300, &[30, 30], LabelsFor::Total),
        of(strong_bias, 300, &[30, 30], LabelsFor::Total),
        of(strong_bias, 300, &[30, 60], LabelsFor::Phenomena),
        of(strong_bias, 300, &[30, 60], difference),
        of(strong_bias, 300, &[20, 20, 20], LabelsFor::Total),
        of(biased, 2_000, &[50, 150], LabelsFor::Total),
        of(strong_bias, 2_000, &[50, 150], LabelsFor::Total),
        of(strong_bias, 2_000, &[50, 150], LabelsFor::Phenomena),
        of(strong_bias, 2_000, &[50, 150], difference),
    ]
}

/// What one way of reading shows: errors of A, B and A − B, and whether intervals hold the truth.
#[derive(Debug, Clone, Default)]
struct Shown {
    errors: Option<[f64; 3]>,
    covered: Vec<bool>,
    /// Of phenomena: covered, all.
    phenomena: [u64; 2],
    /// Of A, and of A − B.
    widths: Option<[f64; 2]>,
    is_better: bool,
}

fn shown(waves: &Waves, number: u64) -> Result<[Shown; 2], Failure> {
    let drawn = waves.world.draw(waves.pairs, number);
    let order = drawn.order(number);
    let slices: Vec<Vec<usize>> = drawn.phenomenon.iter().map(|one| vec![*one]).collect();
    let mut read = Read::random(&order, waves.labels[0]);
    for (wave, count) in waves.labels.iter().enumerate().skip(1) {
        let evaluated = Evaluated::new(&drawn, &read)?;
        let judged = evaluated.evaluation.judged.as_ref().ok_or("no judged gold")?;
        let seed = Seed(number * 10 + wave as u64);
        let next = judged.next_labels(*count, (waves.goal, &slices), seed).ok_or("unknown")?;
        next.rows.iter().for_each(|row| read.is_read[*row] = true);
        read.chosen = Chosen::Probability;
        read.probabilities = Some(next.probabilities);
    }
    let total = waves.labels.iter().sum();
    let found = [read, Read::random(&order, total)].map(|read| -> Result<Shown, Failure> {
        let evaluated = Evaluated::new(&drawn, &read)?;
        let mut shown = Shown { is_better: evaluated.verdicts()[0], ..Shown::default() };
        if let [Some(a), Some(b)] = evaluated.overall {
            let [correct_a, correct_b] = drawn.shares_correct();
            let errors = [a.value - correct_a, b.value - correct_b];
            shown.errors = Some([errors[0], errors[1], errors[0] - errors[1]]);
            shown.covered = [a, b].map(|of| of.interval.contains(drawn.truth)).to_vec();
            let of_difference = evaluated.difference.and_then(|of| of.interval);
            shown.widths = of_difference.map(|of| [width(a.interval), width(of)]);
        }
        for system in &evaluated.phenomena {
            for (of, truth) in system.iter().zip(drawn.truths) {
                let Some(of) = of else { continue };
                shown.phenomena[0] += u64::from(of.interval.contains(truth));
                shown.phenomena[1] += 1;
            }
        }
        Ok(shown)
    });
    let [waves, random] = found;
    Ok([waves?, random?])
}

pub(crate) fn row(waves: &Waves, extent: Extent) -> Result<Vec<Held>, Failure> {
    let all = extent.each(|number| shown(waves, number))?;
    let errors = |way: usize, at: usize| {
        let of_way = all.iter().filter_map(|shown| shown[way].errors);
        mean(&of_way.map(|errors| errors[at]).collect::<Vec<_>>())
    };
    let limit = Limit { least: -BIAS, most: BIAS };
    let names = ["bias of A", "of B", "of A − B"];
    let mut figures: Vec<Held> =
        (0..3).map(|at| Held::precise(names[at], errors(0, at), limit)).collect();
    let names = ["random: bias of A", "random: of A − B"];
    for (name, at) in names.into_iter().zip([0, 2]) {
        figures.push(Held::precise(name, errors(1, at), Limit::NONE));
    }
    for (name, system) in [("A", 0), ("B", 1)] {
        let covered: Vec<bool> =
            all.iter().filter_map(|shown| shown[0].covered.get(system).copied()).collect();
        let held = covered.iter().filter(|covered| **covered).count() as u64;
        let estimate = rate(held, covered.len() as u64);
        figures.push(Held::new(name, estimate, Limit::at_least(COVERAGE)));
    }
    let mut phenomena = Share::default();
    all.iter().for_each(|shown| phenomena.add(shown[0].phenomena[0], shown[0].phenomena[1]));
    figures.push(Held::new("phenomena", phenomena.estimate(), Limit::NONE));
    for (name, at) in [("width of A over random", 0), ("of A − B", 1)] {
        let both = all.iter().filter_map(|[waves, random]| waves.widths.zip(random.widths));
        let ratios: Vec<f64> = both.map(|(waves, random)| waves[at] / random[at]).collect();
        figures.push(Held::new(name, mean(&ratios), Limit::NONE));
    }
    let better = all.iter().filter(|shown| shown[0].is_better).count() as u64;
    figures.push(Held::new("A better", rate(better, all.len() as u64), Limit::NONE));
    Ok(figures)
}
