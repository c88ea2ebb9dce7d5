//! Sums that must agree in a count table: a table made elsewhere has no checksum, and a part of it that
//! is lost or changed would change figures without a word.

use std::collections::BTreeMap;

use phenom_dataset::{Answer, Judgment};

use crate::counts::{Counted, Counts, JudgmentCounts, Slice, SliceKind};

/// The number of pairs by gold judgment and answer.
type Cells = Vec<u64>;

fn cells(counts: &JudgmentCounts) -> Cells {
    let golds = Judgment::ALL.into_iter().map(Some).chain([None]);
    let answers = || (0..Answer::COUNT).map(|code| Answer::from_code(code as u8));
    golds.flat_map(|gold| answers().map(move |answer| counts.count(gold, answer))).collect()
}

/// The first sums of a table that do not agree, as a sentence.
pub(crate) fn disagreement(slices: &[Slice], systems: &[(String, Counts)]) -> Option<String> {
    systems
        .iter()
        .find_map(|(name, counts)| {
            let said = in_system(slices, counts)?;
            Some(format!("in the counts of `{name}`, {said}"))
        })
        .or_else(|| between_systems(slices, systems))
}

/// Of one system: no slice has more pairs than all; those of a task or an attribute have not more
/// together, because a pair has one value at the most; no phenomenon has more than its category, and those
/// of a category not fewer together; no decomposed originals without being originals.
fn in_system(slices: &[Slice], counts: &Counts) -> Option<String> {
    for (counted, population) in Counted::ALL {
        let all = cells(counts.get(0, counted));
        let exceeds = |slice: &str, of: &str| format!("{population} {slice} count more than {of}");
        let mut together: BTreeMap<String, Cells> = BTreeMap::new();
        let mut categories: BTreeMap<&str, Cells> = BTreeMap::new();
        for (number, slice) in slices.iter().enumerate() {
            let pairs = cells(counts.get(number, counted));
            if larger(&pairs, &all) {
                return Some(exceeds(&shown(slice), "all pairs"));
            }
            if counted == Counted::Decomposed
                && larger(&pairs, &cells(counts.get(number, Counted::Original)))
            {
                return Some(exceeds(&shown(slice), "the original ones"));
            }
            match &slice.kind {
                SliceKind::Category => {
                    categories.insert(&slice.name, pairs);
                }
                SliceKind::Task | SliceKind::Attribute(_) => {
                    add(together.entry(slice.kind.to_string()).or_default(), &pairs);
                }
                _ => {}
            }
        }
        if let Some((kind, _)) = together.iter().find(|(_, sum)| larger(sum, &all)) {
            return Some(exceeds(&format!("slices of {kind} together"), "all pairs"));
        }
        let mut of_category: BTreeMap<&str, Cells> = BTreeMap::new();
        let phenomena = slices.iter().enumerate();
        for (number, slice) in phenomena.filter(|(_, slice)| slice.kind == SliceKind::Phenomenon) {
            let pairs = cells(counts.get(number, counted));
            let category = slice.name.split(':').next().unwrap_or_default();
            // Whoever made the table may have left categories out.
            let Some(whole) = categories.get(category) else { continue };
            if larger(&pairs, whole) {
                return Some(exceeds(&shown(slice), "its category"));
            }
            add(of_category.entry(category).or_default(), &pairs);
        }
        for (category, sum) in &of_category {
            if categories.get(category).is_some_and(|whole| larger(whole, sum)) {
                return Some(exceeds(&format!("category `{category}`"), "its phenomena together"));
            }
        }
    }
    None
}

/// Between systems: each counts every pair, so that a slice has the same pairs for all of them. (Not by
/// gold: where that is a set, a pair counts under the judgment that the system gave.)
fn between_systems(slices: &[Slice], systems: &[(String, Counts)]) -> Option<String> {
    let ((first, of_first), others) = systems.split_first()?;
    for (counted, population) in Counted::ALL {
        for (number, slice) in slices.iter().enumerate() {
            let pairs = of_first.get(number, counted).all_pairs();
            for (name, counts) in others {
                let other = counts.get(number, counted).all_pairs();
                if other != pairs {
                    return Some(format!(
                        "{population} {}: {pairs} for `{first}` and {other} for `{name}`",
                        shown(slice)
                    ));
                }
            }
        }
    }
    None
}

pub(super) fn shown(slice: &Slice) -> String {
    match slice.kind {
        SliceKind::All => "pairs of all slices".to_owned(),
        _ => format!("pairs of {} `{}`", slice.kind, slice.name),
    }
}

/// Whether some cell is larger than its fellow.
fn larger(cells: &[u64], than: &[u64]) -> bool {
    cells.iter().zip(than).any(|(cell, than)| cell > than)
}

fn add(sum: &mut Cells, cells: &[u64]) {
    sum.resize(cells.len(), 0);
    for (sum, cell) in sum.iter_mut().zip(cells) {
        *sum = sum.saturating_add(*cell);
    }
}
