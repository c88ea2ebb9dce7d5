//! The committed inputs, and those that are made from them by number.

use std::path::{Path, PathBuf};

use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::mutation::mutated;
use super::targets::Target;

/// What keeps the inputs of one seed apart from those of the next.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The inputs of a target.
#[derive(Debug)]
pub(crate) struct Inputs {
    committed: Vec<Vec<u8>>,
    tokens: Vec<&'static [u8]>,
    seed: u64,
}

impl Inputs {
    pub(crate) fn of(target: &Target) -> Self {
        let folder = folder(target.name);
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let committed: Vec<Vec<u8>> =
            paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
        assert!(!committed.is_empty(), "{} holds no input", folder.display());
        let seed = std::env::var("PHENOM_FUZZ_SEED");
        let seed: u64 = seed.map_or(1, |digits| digits.parse().unwrap());
        // Each target draws something else.
        let seed = target
            .name
            .bytes()
            .fold(seed, |seed, byte| seed.wrapping_add(u64::from(byte)).wrapping_mul(SPREAD));
        Self { committed, tokens: target.family.tokens(), seed }
    }

    /// How many are committed; they have the first numbers.
    pub(crate) fn committed(&self) -> u64 {
        self.committed.len() as u64
    }

    /// The input of a number: the same for the same seed and corpus.
    pub(crate) fn numbered(&self, number: u64) -> Vec<u8> {
        if let Some(input) = usize::try_from(number).ok().and_then(|at| self.committed.get(at)) {
            return input.clone();
        }
        let seed = self.seed.wrapping_mul(SPREAD).wrapping_add(number);
        let mut random = Pcg64::seed_from_u64(seed);
        mutated(&self.committed, &self.tokens, &mut random)
    }
}

/// The folder of a target's committed inputs.
pub(crate) fn folder(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fuzz/corpus").join(target)
}
