//! A world: what data sets look like and how systems predict.

use phenom_dataset::{Answer, Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow, Run};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use super::behaviour::{Behaviour, LABELS, Original, Pair, composed, drawn, normal, share};
use crate::Failure;

/// How originals depend on each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clusters {
    /// They do not.
    None,
    /// This many stand in each cluster, which the data name.
    Of(usize),
    /// Their sizes are very unequal; the data name them.
    Skewed,
    /// This many share a text, and the data name no cluster.
    SharedTexts(usize),
}

/// How gold of originals comes about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Gold {
    /// As the rule makes it of gold of the parts.
    Composed,
    /// The same, but for this share.
    Breaking(f64),
    /// By itself, whatever gold of the parts is.
    Random,
}

/// A system of a world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct System {
    pub(crate) behaviour: Behaviour,
    pub(crate) runs: usize,
    /// The standard deviation between runs on the latent scale.
    pub(crate) between_runs: f64,
    /// Whether it composes: whether it may be said to carry over.
    pub(crate) composes: bool,
}

/// What is drawn.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) name: String,
    pub(crate) originals: usize,
    pub(crate) clusters: Clusters,
    pub(crate) gold: Gold,
    /// The shares of the labels of parts.
    pub(crate) shares: [f64; 3],
    pub(crate) systems: Vec<System>,
    /// Whether the first system must be found to carry over in most reports.
    pub(crate) must_be_found: bool,
}

/// The names of systems.
pub(crate) const NAMES: [&str; 4] = ["A", "B", "C", "D"];

impl World {
    /// The pairs and the runs of a data set, those of one system beside each other.
    pub(crate) fn draw(
        &self,
        number: u64,
        originals: usize,
    ) -> Result<(Dataset, Vec<Run>), Failure> {
        let mut random = Pcg64::seed_from_u64(self.seed(number));
        let drawn = self.originals(&mut random, originals);
        let mut rows: Vec<Vec<Vec<Judgment>>> = Vec::new();
        let effects: Vec<Vec<f64>> = self
            .systems
            .iter()
            .map(|system| {
                (0..system.runs).map(|_| system.between_runs * normal(&mut random)).collect()
            })
            .collect();
        let mut of_cluster: Vec<Vec<[f64; 2]>> = Vec::new();
        for original in &drawn {
            while of_cluster.len() <= original.cluster {
                let of_system = |_: &System| [share(&mut random), share(&mut random)];
                of_cluster.push(self.systems.iter().map(of_system).collect());
            }
            let mut of_original = Vec::new();
            for (system, (effects, of_cluster)) in
                self.systems.iter().zip(effects.iter().zip(&of_cluster[original.cluster]))
            {
                let behaviour = system.behaviour;
                let between_runs = (effects.as_slice(), system.between_runs);
                of_original.extend(behaviour.predictions(
                    &mut random,
                    original,
                    between_runs,
                    *of_cluster,
                ));
            }
            rows.push(of_original);
        }
        let dataset = self.dataset(&drawn)?;
        let mut answers = vec![vec![Answer::Missing; dataset.len()]; rows[0].len()];
        for (number, of_original) in rows.iter().enumerate() {
            for (run, predictions) in of_original.iter().enumerate() {
                for (pair, prediction) in predictions.iter().enumerate() {
                    let row = dataset.row(&id(number, pair)).ok_or("a pair has no row")?;
                    answers[run][row] = Answer::Judged(*prediction);
                }
            }
        }
        let names = NAMES.iter().zip(&self.systems);
        let names = names.flat_map(|(name, system)| std::iter::repeat_n(*name, system.runs));
        let runs = names.zip(answers).map(|(name, answers)| Run::from_answers(name, answers));
        Ok((dataset, runs.collect()))
    }

    /// The seed of a data set, which no other of any world has.
    fn seed(&self, number: u64) -> u64 {
        // FNV-1a.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        self.name.bytes().fold(0xcbf2_9ce4_8422_2325, step).wrapping_add(number)
    }

    fn originals(&self, random: &mut Pcg64, originals: usize) -> Vec<Original> {
        let mut drawn = Vec::with_capacity(originals);
        let (mut cluster, mut left, mut of_cluster) = (0, 0, 0.0);
        while drawn.len() < originals {
            if left == 0 {
                cluster += usize::from(!drawn.is_empty());
                left = match self.clusters {
                    Clusters::None => 1,
                    Clusters::Of(size) | Clusters::SharedTexts(size) => size,
                    // Most have one original, and a few very many.
                    Clusters::Skewed => (1.0 / random.random::<f64>().max(0.02)) as usize,
                };
                of_cluster = normal(random);
            }
            left -= 1;
            drawn.push(self.original(random, cluster, of_cluster));
        }
        drawn
    }

    fn original(&self, random: &mut Pcg64, cluster: usize, of_cluster: f64) -> Original {
        let parts: Vec<Pair> = (0..random.random_range(1..=5))
            .map(|_| {
                let gold = drawn(random, self.shares);
                let frequency = if gold == Judgment::Contradiction { 0.6 } else { 0.15 };
                Pair { gold, artefact: random.random::<f64>() < frequency }
            })
            .collect();
        let labels: Vec<Judgment> = parts.iter().map(|part| part.gold).collect();
        let by_rule = composed(&labels);
        let other = |random: &mut Pcg64| {
            LABELS[(usize::from(by_rule.code()) + random.random_range(1..3)) % LABELS.len()]
        };
        let gold = match self.gold {
            Gold::Composed => by_rule,
            Gold::Breaking(share) if random.random::<f64>() < share => other(random),
            Gold::Breaking(_) => by_rule,
            Gold::Random => drawn(random, [0.5, 0.25, 0.25]),
        };
        let artefact = parts.iter().any(|part| part.artefact);
        let difficulty = match self.clusters {
            Clusters::None => of_cluster,
            _ => (0.7_f64).sqrt() * of_cluster + (0.3_f64).sqrt() * normal(random),
        };
        Original { whole: Pair { gold, artefact }, parts, cluster, difficulty }
    }

    fn dataset(&self, originals: &[Original]) -> Result<Dataset, Failure> {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for (number, original) in originals.iter().enumerate() {
            let own = id(number, 0);
            let is_named = matches!(self.clusters, Clusters::Of(_) | Clusters::Skewed);
            let cluster = format!("c{}", original.cluster);
            let cluster = Some(cluster.as_str()).filter(|_| is_named);
            let text = format!("The text of number {}.", original.cluster);
            let text = Some(text.as_str());
            builder.add(&PairRow {
                id: &own,
                gold: Some(original.whole.gold),
                cluster,
                text,
                ..PairRow::default()
            });
            for (place, part) in original.parts.iter().enumerate() {
                builder.add(&PairRow {
                    id: &id(number, place + 1),
                    origin: Some(&own),
                    gold: Some(part.gold),
                    cluster,
                    ..PairRow::default()
                });
            }
        }
        Ok(builder.finish()?)
    }

    /// How many data sets are drawn.
    pub(crate) fn data_sets(&self, quick: bool) -> u64 {
        match (quick, self.originals) {
            (true, ..=100) => 60,
            (true, _) => 20,
            (false, ..=300) => 1_000,
            (false, _) => 500,
        }
    }
}

/// The id of the original with a number (0), or of its parts, from 1 on.
fn id(original: usize, pair: usize) -> String {
    if pair == 0 { format!("o{original}") } else { format!("o{original}.{pair}") }
}
