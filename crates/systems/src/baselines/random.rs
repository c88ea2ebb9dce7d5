//! Judgments by chance.

use phenom_dataset::Task;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use sha2::{Digest, Sha256};

use crate::engines::{EngineOption, Untrained, UntrainedEngine};
use crate::{Engine, Reply, TextPair};

/// The engine that predicts by chance.
pub const RANDOM: UntrainedEngine = UntrainedEngine {
    name: "random",
    summary: "draws each label of the task with equal probability, by `seed` and id",
    reads_texts: false,
    options: &[EngineOption::Seed],
    set_up: |settings| {
        let seed = settings.seed.unwrap_or(1);
        Ok(Untrained::new(format!("random, seed {seed}"), move |task| Random { task, seed }))
    },
};

/// Judges each pair by chance, every judgment of the task as likely as the others. What it says of a pair depends on
/// the seed and on the pair's id alone, not on the pairs around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Random {
    /// Which judgments there are.
    pub task: Task,
    /// The seed.
    pub seed: u64,
}

impl Engine for Random {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        let mut hasher = Sha256::new();
        hasher.update(self.seed.to_le_bytes());
        hasher.update(pair.id.as_bytes());
        let mut seed = [0; 16];
        seed.copy_from_slice(&hasher.finalize()[..16]);
        let judgments = self.task.judgments();
        let at = Pcg64Mcg::from_seed(seed).random_range(0..judgments.len());
        Reply::judged(judgments[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(seed: u64) -> Vec<Reply> {
        let random = Random { task: Task::ThreeWay, seed };
        let of =
            |id: usize| random.reply(&TextPair { id: &id.to_string(), text: "a", hypothesis: "b" });
        (0..3000).map(of).collect()
    }

    #[test]
    fn every_judgment_is_as_likely_and_a_seed_gives_the_same_again() {
        let first = answers(1);
        for judgment in Task::ThreeWay.judgments() {
            let count = first.iter().filter(|reply| reply.judgment == Some(*judgment)).count();
            // 1000 expected, with a standard deviation of 26.
            assert!((900..1100).contains(&count), "{judgment}: {count}");
        }
        assert_eq!(first, answers(1));
        assert_ne!(first, answers(2));
    }
}
