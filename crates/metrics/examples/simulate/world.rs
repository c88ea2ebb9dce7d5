//! Datasets whose truth is known: originals with their parts, and what runs of systems answer.
//!
//! Every answer comes from a latent normal, the sum of an effect of the original (shared by its parts
//! and by all systems), of the system on the original, of the pair, of the system on the pair, and of the
//! run on the pair. It is right where the normal lies below the [`Thresholds`] of the system, moved by an
//! effect of the run where runs vary.

use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64;

use crate::systems::{System, Thresholds};

/// The phenomena, the k-th of which is 1/k times as frequent as the first (Zipf).
pub(crate) const PHENOMENA: usize = 12;
/// The share of originals with 1 to 5 parts.
const PARTS: [f64; 5] = [0.2, 0.3, 0.25, 0.15, 0.1];
/// What share of the variance of a latent normal is of the original, of the system on the original, of
/// the pair, of the system on the pair, and of the run on the pair.
const VARIANCES: [f64; 5] = [0.25, 0.15, 0.2, 0.2, 0.2];

/// How gold falls, over the labels *entailment*, *unknown*, *contradiction* or the two of a two-way key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    TwoWay,
    ThreeWay,
}

impl Key {
    pub(crate) fn labels(self) -> usize {
        match self {
            Self::TwoWay => 2,
            Self::ThreeWay => 3,
        }
    }

    fn shares(self, is_part: bool) -> &'static [f64] {
        match (self, is_part) {
            (Self::TwoWay, false) => &[0.5, 0.5],
            (Self::TwoWay, true) => &[0.6, 0.4],
            (Self::ThreeWay, false) => &[0.5, 0.25, 0.25],
            (Self::ThreeWay, true) => &[0.6, 0.15, 0.25],
        }
    }
}

/// What data sets are drawn from.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) originals: usize,
    pub(crate) key: Key,
    pub(crate) families: Families,
    pub(crate) systems: Vec<System>,
}

/// Whether originals depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Families {
    /// They do not.
    None,
    /// One to five of them, as many as an original has parts, are a family, and its cluster is named in the
    /// data. Half of the variance of the effects of the original is then the family's.
    OfOriginals,
}

/// A pair: an original, or a part of one, which has a phenomenon.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) original: usize,
    pub(crate) family: Option<usize>,
    pub(crate) phenomenon: Option<usize>,
    pub(crate) gold: usize,
}

/// A data set: its pairs, each original before its parts, and for each run of each system its answers.
#[derive(Debug)]
pub(crate) struct Drawn {
    pub(crate) pairs: Vec<Pair>,
    /// By system, run and pair.
    pub(crate) answers: Vec<Vec<Vec<usize>>>,
}

/// Which effects of runs there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// Each run has one effect throughout.
    Few,
    /// Each original has a run of its own: the average over runs.
    Many,
}

impl World {
    /// A data set.
    pub(crate) fn draw(&self, seed: u64) -> Drawn {
        self.drawn(seed, Runs::Few)
    }

    /// A huge data set on which one system stands as on average over its runs. Two systems meet the same
    /// pairs with the same effects, so that what is equal in truth is equal exactly.
    pub(crate) fn population(&self, system: usize, originals: usize) -> Drawn {
        let system = System { runs: 1, ..self.systems[system].clone() };
        let world = World { originals, systems: vec![system], ..*self };
        world.drawn(u64::MAX, Runs::Many)
    }

    fn drawn(&self, seed: u64, runs: Runs) -> Drawn {
        let mut random = Pcg64::seed_from_u64(seed);
        let thresholds: Vec<Thresholds> = self.systems.iter().map(System::thresholds).collect();
        let mut effects = self.run_effects(&mut random);
        let mut pairs = Vec::new();
        let mut answers: Vec<Vec<Vec<usize>>> =
            self.systems.iter().map(|system| vec![Vec::new(); system.runs]).collect();
        let mut family = Family::default();
        for original in 0..self.originals {
            if runs == Runs::Many {
                effects = self.run_effects(&mut random);
            }
            let mut of_original = normal(&mut random) * VARIANCES[0].sqrt();
            let mut on_original = self.effects_of_systems(&mut random);
            if self.families == Families::OfOriginals {
                if family.left == 0 {
                    family = Family {
                        number: family.number + 1,
                        left: 1 + chosen(&PARTS, &mut random),
                        effect: normal(&mut random) * VARIANCES[0].sqrt(),
                        of_systems: self.effects_of_systems(&mut random),
                    };
                }
                family.left -= 1;
                let half = |own: f64, of_family: f64| (own + of_family) * 0.5_f64.sqrt();
                of_original = half(of_original, family.effect);
                for (own, of_family) in on_original.iter_mut().zip(&family.of_systems) {
                    *own = half(*own, *of_family);
                }
            }
            for part in 0..=1 + chosen(&PARTS, &mut random) {
                let phenomenon = (part > 0).then(|| chosen(&frequencies(), &mut random));
                let gold = chosen(self.key.shares(part > 0), &mut random);
                let of_pair = of_original + normal(&mut random) * VARIANCES[2].sqrt();
                for (system, of_runs) in answers.iter_mut().enumerate() {
                    let on_pair =
                        of_pair + on_original[system] + normal(&mut random) * VARIANCES[3].sqrt();
                    let threshold = thresholds[system].of(phenomenon, gold);
                    for (run, answers) in of_runs.iter_mut().enumerate() {
                        let latent = on_pair + normal(&mut random) * VARIANCES[4].sqrt();
                        let moved = effects[system][run][usize::from(part > 0)];
                        let wrong = random.random_range(1..self.key.labels());
                        let right = latent + moved < threshold;
                        answers.push(if right { gold } else { (gold + wrong) % self.key.labels() });
                    }
                }
                let family = Some(family.number).filter(|number| *number > 0);
                pairs.push(Pair { original, family, phenomenon, gold });
            }
        }
        Drawn { pairs, answers }
    }

    fn effects_of_systems(&self, random: &mut Pcg64) -> Vec<f64> {
        self.systems.iter().map(|_| normal(random) * VARIANCES[1].sqrt()).collect()
    }

    /// By system and run, on originals and on parts: half of the variance is common to both.
    fn run_effects(&self, random: &mut Pcg64) -> Vec<Vec<[f64; 2]>> {
        let effect = |system: &System, random: &mut Pcg64| {
            let [common, own, other] = [normal(random), normal(random), normal(random)];
            [own, other].map(|own| system.between_runs * (common + own) * 0.5_f64.sqrt())
        };
        let of_system =
            |system: &System| (0..system.runs).map(|_| effect(system, random)).collect();
        self.systems.iter().map(of_system).collect()
    }
}

/// A family that is being drawn.
#[derive(Default)]
struct Family {
    /// From 1 on; 0 before the first one.
    number: usize,
    /// How many originals it has besides those that are drawn.
    left: usize,
    effect: f64,
    of_systems: Vec<f64>,
}

/// How frequent each phenomenon is.
pub(crate) fn frequencies() -> [f64; PHENOMENA] {
    let whole: f64 = (1..=PHENOMENA).map(|rank| 1.0 / rank as f64).sum();
    std::array::from_fn(|place| 1.0 / (place + 1) as f64 / whole)
}

/// The name of a phenomenon: there are four categories.
pub(crate) fn phenomenon_name(phenomenon: usize) -> String {
    format!("category {}:phenomenon {}", phenomenon % 4 + 1, phenomenon + 1)
}

fn normal(random: &mut Pcg64) -> f64 {
    StandardNormal.sample(random)
}

/// One of some things, each with its share.
fn chosen(shares: &[f64], random: &mut Pcg64) -> usize {
    let drawn: f64 = random.random();
    let mut below = 0.0;
    let reached = shares.iter().position(|share| {
        below += share;
        drawn < below
    });
    reached.unwrap_or(shares.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of right answers of a system on originals or on parts with positive or negative gold.
    fn accuracy(drawn: &Drawn, is_part: bool, is_positive: bool) -> f64 {
        let pairs = drawn.pairs.iter().zip(&drawn.answers[0][0]);
        let here: Vec<bool> = pairs
            .filter(|(pair, _)| {
                pair.phenomenon.is_some() == is_part && (pair.gold == 0) == is_positive
            })
            .map(|(pair, answer)| pair.gold == *answer)
            .collect();
        here.iter().filter(|right| **right).count() as f64 / here.len() as f64
    }

    #[test]
    fn systems_are_right_as_often_as_they_are_to_be() {
        let accuracies = [[0.72, 0.56], [0.8, 0.7]];
        let system = System { between_runs: 0.3, ..System::of(accuracies) };
        let world = World {
            originals: 10,
            key: Key::ThreeWay,
            families: Families::OfOriginals,
            systems: vec![system],
        };
        let drawn = world.population(0, 60_000);
        for (is_part, of_kind) in [(false, accuracies[0]), (true, accuracies[1])] {
            for (is_positive, expected) in [(true, of_kind[0]), (false, of_kind[1])] {
                // Four standard errors.
                let found = accuracy(&drawn, is_part, is_positive);
                assert!((found - expected).abs() < 0.012, "{found}, not {expected}");
            }
        }
    }

    #[test]
    fn systems_that_differ_on_some_phenomena_are_exactly_equal_on_the_others() {
        let usual = System::even(0.7, 0.8);
        let weaker = System { handicap: 0.5, ..usual.clone() };
        let world = World {
            originals: 10,
            key: Key::TwoWay,
            families: Families::None,
            systems: vec![usual, weaker],
        };
        let [first, second] = [0, 1].map(|system| world.population(system, 500));
        for (number, pair) in first.pairs.iter().enumerate() {
            let is_hit =
                pair.phenomenon.is_some_and(|phenomenon| phenomenon > 0 && phenomenon % 2 == 0);
            let is_same = first.answers[0][0][number] == second.answers[0][0][number];
            assert!(is_same || is_hit, "{pair:?}");
        }
    }

    #[test]
    fn families_are_whole_and_their_originals_alike() {
        let system = System::even(0.5, 0.5);
        let (key, families) = (Key::TwoWay, Families::OfOriginals);
        let drawn = World { originals: 20_000, key, families, systems: vec![system] }.draw(1);
        let originals: Vec<(usize, f64)> = drawn
            .pairs
            .iter()
            .zip(&drawn.answers[0][0])
            .filter(|(pair, _)| pair.phenomenon.is_none())
            .filter_map(|(pair, answer)| {
                Some((pair.family?, f64::from(u8::from(pair.gold == *answer)) - 0.5))
            })
            .collect();
        assert!(originals.is_sorted_by_key(|(family, _)| *family));
        // Latent normals of one family correlate with (0.25 + 0.15) / 2, right answers at 50 % with
        // 2 / pi asin(0.2) (Sheppard), which is 0.128; some 11,000 pairs have a standard error of 0.01.
        let pairs = || originals.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let alike: f64 = pairs().map(|pair| 4.0 * pair[0].1 * pair[1].1).sum();
        let correlation = alike / pairs().count() as f64;
        assert!(pairs().count() > 10_000 && (correlation - 0.128).abs() < 0.04, "{correlation}");
    }

    #[test]
    fn phenomena_are_as_frequent_as_zipf_has_them() {
        assert!((frequencies().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((frequencies()[0] / frequencies()[11] - 12.0).abs() < 1e-9);
    }
}
