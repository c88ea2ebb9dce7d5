//! Rare phenomena, gathered under one name.

use super::DatasetBuilder;
use crate::Phenomenon;

impl DatasetBuilder {
    /// Gathers phenomena that fewer than `least` pairs are tagged with under `CATEGORY:other`.
    pub fn gather_rare(&mut self, least: u64) {
        self.least_pairs = least;
    }

    pub(super) fn replace_rare(&mut self) {
        let mut pairs = vec![0u64; self.phenomena.len()];
        for &tag in &self.tags {
            pairs[tag as usize] += 1;
        }
        let rare = |tag: usize| pairs[tag] < self.least_pairs;
        let mut kept: Vec<Phenomenon> = Vec::new();
        let renumbered: Vec<u32> = (0..self.phenomena.len())
            .map(|tag| {
                let phenomenon = &self.phenomena[tag];
                let phenomenon = if rare(tag) { phenomenon.other() } else { phenomenon.clone() };
                let at = kept.iter().position(|known| *known == phenomenon).unwrap_or_else(|| {
                    kept.push(phenomenon);
                    kept.len() - 1
                });
                at as u32
            })
            .collect();
        self.phenomena = kept;
        self.retag(|_, tags, add| tags.iter().for_each(|tag| add(renumbered[*tag as usize])));
    }
}
