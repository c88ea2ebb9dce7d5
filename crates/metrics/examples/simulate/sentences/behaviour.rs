//! How a system predicts the pairs of an original.

use phenom_dataset::{CompositionRule, Judgment, Task};
use rand::RngExt;
use rand_distr::{Distribution, StandardNormal};
use rand_pcg::Pcg64;
use statrs::distribution::{ContinuousCDF, Normal};

pub(crate) const LABELS: [Judgment; 3] =
    [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction];

/// How a system predicts an original and its parts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Behaviour {
    /// Right on an original and on a part with two probabilities; a pair is hard for all systems by the difficulty of its
    /// original, as much as `shared` says, and for this one by a difficulty of its own, as much as `own` says.
    Latent { original: f64, part: f64, shared: f64, own: f64 },
    /// The same on parts; on originals it predicts what the rule makes of its predictions on the parts, but for a share of
    /// them that are wrong or right by chance.
    Composing { part: f64, shared: f64, noise: f64 },
    /// One label for an original and all of its parts, by the toss of a coin.
    LabelCoin,
    /// Right on an original and all of its parts, with this probability, or wrong on all.
    RightCoin(f64),
    /// Always entailment.
    Constant,
    /// Contradiction if a word of the hypothesis is often that of contradictions, else entailment.
    Artefact,
    /// Right with this probability on whatever pair.
    Right(f64),
    /// Entailment for half of all pairs without a look at them, else right in nine of ten.
    Lenient,
    /// At random, with other shares of labels on originals than on parts.
    Random,
    /// Right with a probability of the cluster on originals, and another on parts.
    ByCluster,
}

/// What is drawn of a pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    pub(crate) gold: Judgment,
    /// Whether the hypothesis has a word that is frequent in contradictions.
    pub(crate) artefact: bool,
}

/// An original with its parts, and what all systems find in it.
#[derive(Debug, Clone)]
pub(crate) struct Original {
    pub(crate) whole: Pair,
    pub(crate) parts: Vec<Pair>,
    pub(crate) cluster: usize,
    /// How hard it is for all systems, a standard normal.
    pub(crate) difficulty: f64,
}

/// What is the same in all runs of a system on an original.
struct OfSystem {
    own: f64,
    coin: f64,
    of_cluster: [f64; 2],
    /// A standard normal of each pair, the original's first.
    of_pairs: Vec<f64>,
}

pub(crate) fn normal(random: &mut Pcg64) -> f64 {
    StandardNormal.sample(random)
}

fn probability(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

impl Behaviour {
    /// The predictions of each run on an original and on its parts, in this order. `effects` are by how much each run is
    /// better than the mean, on the latent scale, with their standard deviation; `of_cluster` are two shares that its
    /// cluster has for this system.
    pub(crate) fn predictions(
        self,
        random: &mut Pcg64,
        original: &Original,
        (effects, deviation): (&[f64], f64),
        of_cluster: [f64; 2],
    ) -> Vec<Vec<Judgment>> {
        let of_pairs = (0..=original.parts.len()).map(|_| normal(random)).collect();
        let of_system =
            OfSystem { own: normal(random), coin: random.random(), of_cluster, of_pairs };
        // On average over the runs the shares are those that are asked for.
        let spread = (1.0 + deviation.powi(2)).sqrt();
        let threshold = |effect: f64| move |share: f64| spread * quantile(share) + effect;
        let of_run = |effect: &f64| self.of_run(random, original, &of_system, threshold(*effect));
        effects.iter().map(of_run).collect()
    }

    fn of_run(
        self,
        random: &mut Pcg64,
        original: &Original,
        of_system: &OfSystem,
        threshold: impl Fn(f64) -> f64,
    ) -> Vec<Judgment> {
        let pairs = std::iter::once(&original.whole).chain(&original.parts).enumerate();
        let mut predicted: Vec<Judgment> = pairs
            .map(|(number, pair)| {
                let right = |random: &mut Pcg64, right: bool| {
                    if right { pair.gold } else { another(random, pair.gold) }
                };
                let with = |random: &mut Pcg64, share: f64| {
                    let is_right = random.random::<f64>() < share;
                    right(random, is_right)
                };
                match self {
                    Self::Latent { original: of_wholes, part, shared, own } => {
                        let share = if number == 0 { of_wholes } else { part };
                        let latent = shared * original.difficulty + own * of_system.own;
                        let spread = shared * shared + own * own;
                        let z = latent_normal(random, of_system.of_pairs[number], latent, spread);
                        right(random, z < threshold(share))
                    }
                    Self::Composing { part, shared, .. } => {
                        let latent = shared * original.difficulty;
                        let z = latent_normal(
                            random,
                            of_system.of_pairs[number],
                            latent,
                            shared * shared,
                        );
                        right(random, z < threshold(part))
                    }
                    Self::LabelCoin => LABELS[usize::from(of_system.coin < 0.5)],
                    Self::RightCoin(share) => right(random, of_system.coin < share),
                    Self::Constant => Judgment::Entailment,
                    Self::Artefact if pair.artefact => Judgment::Contradiction,
                    Self::Artefact => Judgment::Entailment,
                    Self::Right(share) => with(random, share),
                    Self::Lenient if random.random::<bool>() => Judgment::Entailment,
                    Self::Lenient => with(random, 0.9),
                    Self::Random if number == 0 => drawn(random, [0.3, 0.3, 0.4]),
                    Self::Random => drawn(random, [0.8, 0.05, 0.15]),
                    // Parts are mostly right, or hardly any original would have all of them right.
                    Self::ByCluster if number == 0 => with(random, of_system.of_cluster[0]),
                    Self::ByCluster => with(random, 0.6 + 0.4 * of_system.of_cluster[1]),
                }
            })
            .collect();
        if let Self::Composing { noise, .. } = self {
            let composed = composed(&predicted[1..]);
            let is_other = random.random::<f64>() < noise;
            predicted[0] = if is_other { another(random, composed) } else { composed };
        }
        predicted
    }
}

/// A standard normal of a pair: what comes from its original, what is the pair's, and what is the run's, halves of the rest.
fn latent_normal(random: &mut Pcg64, of_pair: f64, latent: f64, spread: f64) -> f64 {
    let rest = (of_pair + normal(random)) * 0.5_f64.sqrt();
    (latent + rest) / (1.0 + spread).sqrt()
}

fn quantile(share: f64) -> f64 {
    Normal::standard().inverse_cdf(share)
}

/// Another label than this one.
fn another(random: &mut Pcg64, label: Judgment) -> Judgment {
    LABELS[(usize::from(label.code()) + 1 + usize::from(random.random::<bool>())) % LABELS.len()]
}

pub(crate) fn drawn(random: &mut Pcg64, shares: [f64; 3]) -> Judgment {
    let at = random.random::<f64>();
    match at {
        _ if at < shares[0] => Judgment::Entailment,
        _ if at < shares[0] + shares[1] => Judgment::Unknown,
        _ => Judgment::Contradiction,
    }
}

/// What the rule makes of labels; all of them have one.
pub(crate) fn composed(labels: &[Judgment]) -> Judgment {
    let labels = labels.iter().copied().map(Some);
    let composed = CompositionRule::All.compose(labels, Task::ThreeWay).judgment();
    composed.unwrap_or(Judgment::Unknown)
}

/// The share of a cluster, for [`Behaviour::ByCluster`].
pub(crate) fn share(random: &mut Pcg64) -> f64 {
    probability(normal(random))
}
