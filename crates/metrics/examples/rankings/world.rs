//! Pairs that systems rank, drawn with a known truth.

use phenom_dataset::{
    Answer, Dataset, DatasetBuilder, Judgment, KeepTexts, Missing, PairRow, Run, RunBuilder, Score,
    ScoreKind,
};
use phenom_metrics::Origin;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::Failure;

/// The id of a pair, its gold judgment, and its judgments with their confidences.
type Answered = (String, Judgment, Vec<(Judgment, f64)>);

/// How pairs are ranked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Ranked {
    /// By entailment, for average precision, AUROC and the Brier score: so far are the scores of entailed pairs above those of others, in
    /// standard deviations, and this share of pairs is entailed.
    Entailment { apart: f64, entailed: f64 },
    /// By confidence, for the confidence-weighted score: the correlation of the confidence with the answer's being
    /// right, both as latent normals, and the share of right answers.
    Confidence { correlation: f64, right: f64 },
}

/// A population of data sets, and systems on them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Population {
    pub(crate) name: &'static str,
    /// The key of the measure.
    pub(crate) measure: &'static str,
    pub(crate) ranked: Ranked,
    /// Whether confidences and scores are rounded to steps of 0.7, so that many pairs tie.
    pub(crate) ties: bool,
    /// Whether the pairs are the parts of originals, one to five of each, instead of originals.
    pub(crate) parts: bool,
    /// How many runs each of the two systems has.
    pub(crate) runs: [usize; 2],
    /// The standard deviation between runs of the same system, of `apart` or `correlation`.
    pub(crate) between_runs: f64,
}

/// The names of the systems.
pub(crate) const NAMES: [&str; 2] = ["First", "Second"];

/// The variance of gold, scores and right answers that the pairs of an original share.
const SHARED: f64 = 0.3;
/// The variance of scores and right answers that both systems share.
const IN_COMMON: f64 = 0.4;
/// The variance of scores and right answers that a pair has in one run alone, if there are several.
const OF_RUN: f64 = 0.2;

impl Population {
    /// Draws a data set of so many originals, and the runs of the systems.
    pub(crate) fn draw(
        &self,
        originals: usize,
        seed: u64,
    ) -> Result<(Dataset, Vec<(Run, Origin)>), Failure> {
        let mut random = Pcg64::seed_from_u64(seed);
        let share = match self.ranked {
            Ranked::Entailment { entailed, .. } => entailed,
            Ranked::Confidence { right, .. } => right,
        };
        let strengths: Vec<f64> = (0..self.runs.iter().sum())
            .map(|_| self.strength() + self.between_runs * normal(&mut random))
            .collect();
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        // Of each row its gold, and of each run the answer and the score.
        let mut rows: Vec<Answered> = Vec::new();
        for original in 0..originals {
            let mut effect = |_| normal(&mut random);
            let shared: [f64; 4] = [0, 1, 2, 3].map(&mut effect);
            let parts = if self.parts { size(random.random()) } else { 0 };
            for part in 0..=parts {
                let mut own = |shared: f64| {
                    SHARED.sqrt() * shared + (1.0 - SHARED).sqrt() * normal(&mut random)
                };
                let gold = own(shared[0]) < quantile(share);
                let common = own(shared[1]);
                let of_systems = [own(shared[2]), own(shared[3])];
                let mut answers = Vec::with_capacity(strengths.len());
                for (run, strength) in strengths.iter().enumerate() {
                    let system = usize::from(run >= self.runs[0]);
                    let of_run = if self.runs == [1, 1] { 0.0 } else { OF_RUN };
                    let latent = IN_COMMON.sqrt() * common
                        + (1.0 - IN_COMMON - of_run).sqrt() * of_systems[system]
                        + of_run.sqrt() * normal(&mut random);
                    let noise = normal(&mut random);
                    answers.push(self.answer(gold, latent, noise, (*strength, share)));
                }
                let id = format!("{original}-{part}");
                rows.push((id, judgment(self.gold(gold)), answers));
            }
        }
        for (line, (id, gold, _)) in rows.iter().enumerate() {
            let origin = id.split_once('-').filter(|(_, part)| *part != "0");
            let origin = origin.map(|(original, _)| format!("{original}-0"));
            builder.add(&PairRow {
                line: line as u64 + 1,
                id,
                origin: origin.as_deref(),
                gold: Some(*gold),
                ..PairRow::default()
            });
        }
        let dataset = builder.finish()?;
        let mut runs = Vec::new();
        for run in 0..strengths.len() {
            let name = NAMES[usize::from(run >= self.runs[0])];
            let mut builder = RunBuilder::new(&dataset, name, Missing::Refuse);
            builder.start_file("answers");
            builder.ranked_by(match self.ranked {
                Ranked::Entailment { .. } => ScoreKind::EntailmentScore,
                Ranked::Confidence { .. } => ScoreKind::Confidence,
            });
            for (line, (id, _, answers)) in rows.iter().enumerate() {
                let (answer, score) = answers[run];
                let score = Some(Score::One(score));
                builder.add(line as u64 + 1, id, Answer::Judged(answer), score);
            }
            runs.push((builder.finish()?, Origin::Answers));
        }
        Ok((dataset, runs))
    }

    fn strength(&self) -> f64 {
        match self.ranked {
            Ranked::Entailment { apart, .. } => apart,
            Ranked::Confidence { correlation, .. } => correlation,
        }
    }

    /// Whether gold of a pair is entailment; for confidences gold is always that.
    fn gold(&self, drawn: bool) -> bool {
        matches!(self.ranked, Ranked::Confidence { .. }) || drawn
    }

    fn answer(
        &self,
        gold: bool,
        latent: f64,
        noise: f64,
        (strength, share): (f64, f64),
    ) -> (Judgment, f64) {
        let (answer, score) = match self.ranked {
            Ranked::Entailment { .. } => {
                let score = strength * f64::from(u8::from(gold)) + latent;
                (score > strength / 2.0, score)
            }
            Ranked::Confidence { .. } => {
                let strength = strength.clamp(-1.0, 1.0);
                let sure = strength * latent + (1.0 - strength * strength).sqrt() * noise;
                (latent > quantile(1.0 - share), sure)
            }
        };
        let score = if self.ties { 0.7 * (score / 0.7).round() } else { score };
        (judgment(answer), 1.0 / (1.0 + (-score).exp()))
    }
}

fn judgment(entailed: bool) -> Judgment {
    if entailed { Judgment::Entailment } else { Judgment::NotEntailment }
}

/// How many parts an original has: 1 to 5, of 20, 30, 25, 15 and 10 % of originals.
fn size(at: f64) -> usize {
    [0.2, 0.5, 0.75, 0.9, 1.0].iter().position(|up_to| at < *up_to).map_or(5, |place| place + 1)
}

fn normal(random: &mut Pcg64) -> f64 {
    quantile(1.0 - random.random::<f64>())
}

/// A quantile of the standard normal distribution.
fn quantile(share: f64) -> f64 {
    -std::f64::consts::SQRT_2 * statrs::function::erf::erfc_inv(2.0 * share)
}
