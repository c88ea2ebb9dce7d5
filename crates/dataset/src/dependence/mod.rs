//! Originals that depend on each other, as their texts show: equal texts, and near copies.

mod fingerprint;
mod leaders;
mod near_copies;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

pub(crate) use fingerprint::Fingerprints;
use fingerprint::{MOST_TEXTS, NO_WORDS};
use leaders::Leaders;
use near_copies::near_copies;

/// How a config says which originals depend on each other, if no column says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClusterBy {
    /// Those with a text in common.
    Text,
    /// None do.
    None,
}

/// What the texts of a dataset show of the dependence of its originals.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SharedTexts {
    /// The originals that have a text in common with another one, their own or that of a monothematic pair, whatever its
    /// case, blanks and punctuation.
    pub equal: usize,
    /// The originals with a text of which another original has a near copy.
    pub near: usize,
    /// The originals of the largest group that near copies would make, if it is too large to be used unasked; else 0.
    pub chained: usize,
    /// How many groups they and all other originals form.
    pub groups: usize,
    /// The originals of the largest group.
    pub largest: usize,
    /// The originals that have a hypothesis in common with an original of another group.
    pub same_hypothesis: usize,
    /// Whether there were too many texts to look for near copies.
    pub too_many: bool,
}

impl SharedTexts {
    /// Up to how many different texts near copies are looked for.
    pub const MOST_TEXTS: usize = MOST_TEXTS;
}

/// Near copies are no clusters unasked if one group of them has more than one in this many originals.
const MOST_OF_ALL: usize = 10;
/// A group of up to this many originals is never too large.
const FEWEST_CHAINED: usize = 10;

/// Originals in groups that no text divides.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dependence {
    /// For each original the first original of its group.
    pub(crate) leaders: Vec<usize>,
    pub(crate) shared: SharedTexts,
    /// What the config says of it.
    pub(crate) by: Option<ClusterBy>,
}

impl Dependence {
    /// Finds the groups. `arrivals` are those of the rows, the originals first; `ends` say where the monothematic pairs of
    /// each end.
    pub(crate) fn find(
        fingerprints: &Fingerprints,
        arrivals: &[u32],
        ends: &[u32],
        originals: usize,
        by: Option<ClusterBy>,
    ) -> Self {
        let mut leaders = Leaders::new(originals);
        let mut first_with: HashMap<u64, usize> = HashMap::new();
        let mut original_of_part = 0;
        for (row, arrival) in arrivals.iter().enumerate() {
            while row >= originals && ends[original_of_part] as usize <= row {
                original_of_part += 1;
            }
            let text = fingerprints.texts[*arrival as usize];
            if text != NO_WORDS {
                let original = if row < originals { row } else { original_of_part };
                leaders.join(*first_with.entry(text).or_insert(original), original);
            }
        }
        let (_, by_equal) = leaders.led();
        let equal = by_equal.iter().filter(|size| **size > 1).sum();
        let alone = leaders.clone();
        let (copies, sizes) = near_copies(&fingerprints.shingled).led();
        let mut copied: HashSet<u64> = HashSet::new();
        let texts = &fingerprints.shingled.texts;
        for (text, first) in texts.iter().zip(&copies) {
            if sizes[*first] > 1 {
                copied.insert(*text);
                leaders.join(first_with[text], first_with[&texts[*first]]);
            }
        }
        // Texts of one template are near copies of each other, one after the other, and need not depend on each other.
        let largest = |sizes: &[usize]| sizes.iter().copied().max().unwrap_or(0);
        let with_copies = largest(&leaders.led().1);
        let most = (originals / MOST_OF_ALL).max(FEWEST_CHAINED).max(largest(&by_equal));
        let is_chained = with_copies > most && by != Some(ClusterBy::Text);
        if is_chained {
            leaders = alone;
            copied.clear();
        }
        let text_of = |original: usize| fingerprints.texts[arrivals[original] as usize];
        let near = (0..originals).filter(|row| copied.contains(&text_of(*row))).count();
        let (leaders, sizes) = leaders.led();
        let hypotheses = |row: usize| fingerprints.hypotheses[arrivals[row] as usize];
        let shared = SharedTexts {
            equal,
            near,
            chained: if is_chained { with_copies } else { 0 },
            groups: sizes.iter().filter(|size| **size > 0).count(),
            largest: sizes.iter().copied().max().unwrap_or(0),
            same_hypothesis: across_groups(&leaders, hypotheses),
            too_many: fingerprints.too_many,
        };
        Self { leaders, shared, by }
    }

    /// For each original the first one of its group, if the members of other groups are joined, too.
    pub(crate) fn joined_with(&self, groups: impl Iterator<Item = Vec<usize>>) -> Vec<usize> {
        let mut leaders = Leaders::new(self.leaders.len());
        for (original, leader) in self.leaders.iter().enumerate() {
            leaders.join(original, *leader);
        }
        for group in groups {
            for two in group.windows(2) {
                leaders.join(two[0], two[1]);
            }
        }
        leaders.led().0
    }

    /// Whether each original is a group by itself.
    pub(crate) fn is_none(&self) -> bool {
        self.shared.largest < 2
    }

    /// The originals of groups that are in more than one cluster.
    pub(crate) fn across(&self, cluster_of: impl Fn(usize) -> usize) -> usize {
        let mut divided = vec![false; self.leaders.len()];
        for (original, leader) in self.leaders.iter().enumerate() {
            divided[*leader] |= cluster_of(original) != cluster_of(*leader);
        }
        self.leaders.iter().filter(|leader| divided[**leader]).count()
    }
}

/// The originals with the hypothesis of an original of another group.
fn across_groups(leaders: &[usize], hypothesis_of: impl Fn(usize) -> u64) -> usize {
    let mut group_with: HashMap<u64, Option<usize>> = HashMap::new();
    let mut with_words = Vec::new();
    for (original, leader) in leaders.iter().enumerate() {
        let hypothesis = hypothesis_of(original);
        if hypothesis != NO_WORDS {
            let group = group_with.entry(hypothesis).or_insert(Some(*leader));
            *group = group.filter(|group| group == leader);
            with_words.push(hypothesis);
        }
    }
    with_words.iter().filter(|hypothesis| group_with[*hypothesis].is_none()).count()
}
