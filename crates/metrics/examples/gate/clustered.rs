//! Pairs in families: how often a system that is worse by the margin passes among drawn data sets.

use std::num::NonZeroUsize;

use phenom_dataset::{Answer, Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow, Run};
use phenom_metrics::{Evaluation, Origin, Settings, StatisticsSettings, gate};
use rand::{RngExt, SeedableRng};
use rand_distr::StandardNormal;
use rand_pcg::Pcg64;
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use crate::LIMIT;

/// The share of the variance of a latent normal that is the family's.
const WITHIN: f64 = 0.3;

/// Prints the share of data sets in which the worse system passes; whether all are within the limit, a Monte Carlo
/// error of 99 % allowed for.
pub(crate) fn is_kept(data_sets: u64) -> bool {
    println!(
        "| originals | in families of | gained | margin | passes | mean largest drop if equal |"
    );
    println!("|---:|---:|---:|---:|---:|---:|");
    let mut is_kept = true;
    for originals in [100, 300] {
        for sizes in [[2, 5], [5, 5]] {
            for (gain, margin) in [(0.0, 0.1), (0.02, 0.05), (0.05, 0.1), (0.15, 0.1), (0.01, 0.03)]
            {
                let scenario = Scenario { originals, sizes, gain, margin };
                let passes: u64 =
                    (0..data_sets).into_par_iter().map(|number| scenario.passes(number)).sum();
                let share = passes as f64 / data_sets as f64;
                let error = (LIMIT * (1.0 - LIMIT) / data_sets as f64).sqrt();
                is_kept &= share <= LIMIT + 2.33 * error;
                let equal = Scenario { margin: 0.0, ..scenario };
                let drops: Vec<f64> =
                    (0..50).into_par_iter().map(|number| equal.largest_drop(number)).collect();
                println!(
                    "| {originals} | {} to {} | {:.0} % | {:.0} | {:.2} % | {:.1} |",
                    sizes[0],
                    sizes[1],
                    100.0 * gain,
                    100.0 * margin,
                    100.0 * share,
                    100.0 * drops.iter().sum::<f64>() / drops.len() as f64
                );
            }
        }
    }
    is_kept
}

/// A new system that loses `gain + margin` of all pairs and gains `gain`.
#[derive(Clone, Copy)]
struct Scenario {
    originals: usize,
    /// The fewest and the most originals of a family.
    sizes: [usize; 2],
    gain: f64,
    margin: f64,
}

impl Scenario {
    fn passes(&self, number: u64) -> u64 {
        u64::from(self.largest_drop(number) <= self.margin)
    }

    fn largest_drop(&self, number: u64) -> f64 {
        let mut random = Pcg64::seed_from_u64(number);
        let (dataset, answers) = self.drawn(&mut random);
        let statistics = StatisticsSettings {
            intervals: false,
            threads: NonZeroUsize::MIN,
            ..StatisticsSettings::default()
        };
        let settings = Settings { statistics, ..Settings::default() };
        let names = ["new", "old"];
        let runs: Vec<(Run, Origin)> = names
            .into_iter()
            .zip(answers)
            .map(|(name, answers)| (Run::from_answers(name, answers), Origin::Answers))
            .collect();
        let evaluation = Evaluation::new(&dataset, &runs, &settings);
        let rows = gate(&evaluation, &[], Some(self.margin));
        rows.first().and_then(|row| row.largest_drop).unwrap_or(1.0)
    }

    fn drawn(&self, random: &mut Pcg64) -> (Dataset, [Vec<Answer>; 2]) {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        let mut answers = [Vec::new(), Vec::new()];
        let normal = Normal::standard();
        let [is_lost, is_gained] =
            [self.gain + self.margin, 1.0 - self.gain].map(|share| normal.inverse_cdf(share));
        let mut family = 0;
        while answers[0].len() < self.originals {
            let size = random.random_range(self.sizes[0]..=self.sizes[1]);
            let shared: f64 = random.sample(StandardNormal);
            for _ in 0..size.min(self.originals - answers[0].len()) {
                let own: f64 = random.sample(StandardNormal);
                let latent = WITHIN.sqrt() * shared + (1.0 - WITHIN).sqrt() * own;
                let (id, cluster) = (answers[0].len().to_string(), format!("c{family}"));
                let gold = Some(Judgment::Entailment);
                let cluster = Some(cluster.as_str());
                builder.add(&PairRow { id: &id, gold, cluster, ..PairRow::default() });
                let is_right = match latent {
                    latent if latent < is_lost => [false, true],
                    latent if latent > is_gained => [true, false],
                    _ => [true, true],
                };
                for (answers, is_right) in answers.iter_mut().zip(is_right) {
                    let judgment = if is_right { Judgment::Entailment } else { Judgment::Unknown };
                    answers.push(Answer::Judged(judgment));
                }
            }
            family += 1;
        }
        let dataset = builder.finish().unwrap_or_else(|problems| {
            eprintln!("{problems}");
            std::process::exit(2)
        });
        (dataset, answers)
    }
}
