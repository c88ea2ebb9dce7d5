//! How people have decomposed the same originals: which words each changes, which parts are partners, and which
//! phenomena readers named.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use phenom_dataset::{ComparedWork, DecomposedTwice, NamedPhenomenon, Partners};

use crate::chain::words_of;
use crate::originals::{Original, Originals};
use crate::rule::found;
use crate::words::{shared, words};
use crate::work::{Decomposition, Part, Work};

/// The finished decompositions of each original, two by two, and the phenomena that readers named. A decomposition that
/// somebody took over is not compared: the other one continues it.
#[must_use]
pub fn compared_work(originals: &Originals, work: &Work) -> ComparedWork {
    let mut compared = ComparedWork::default();
    for original in originals.all() {
        let id = &original.id;
        let author = work.decomposition(id);
        let others =
            work.other_decompositions(id).filter(|(name, _)| !work.is_taken_from(id, name));
        let all = author.into_iter().chain(others);
        let mut all: Vec<_> = all.filter(|(_, found)| found.done.is_some()).collect();
        if !all.is_empty() || !original.given.is_empty() {
            compared.decomposed.push(id.clone());
        }
        all.sort_by_key(|(name, _)| *name);
        for (at, (_, first)) in all.iter().enumerate() {
            let twice = all[at + 1..].iter().map(|(_, second)| of_two(original, [first, second]));
            compared.twice.extend(twice);
        }
        let author = author.filter(|(_, found)| found.done.is_some());
        let of_author = author.iter().flat_map(|(name, found)| {
            let parts = found.parts.iter();
            parts.map(|part| (Some(*name), &part.id, &part.wording, &part.phenomenon))
        });
        let given = original.given.iter().filter_map(|part| {
            let [phenomenon] = &part.phenomena[..] else { return None };
            Some((None, &part.id, &part.wording, phenomenon))
        });
        for (author, part, wording, phenomenon) in of_author.chain(given) {
            let readers = work.readings(part, wording).filter(|(name, _)| author != Some(*name));
            let named = readers.filter_map(|(_, reading)| reading.phenomenon.as_ref());
            compared.named.extend(named.map(|of_reader| NamedPhenomenon {
                original: id.clone(),
                phenomena: [phenomenon, of_reader].map(Clone::clone),
            }));
        }
    }
    compared
}

/// The decompositions of an original by two people.
fn of_two(original: &Original, of_each: [&Decomposition; 2]) -> DecomposedTwice {
    let changes = of_each.map(|found| -> Vec<BTreeSet<usize>> {
        found.parts.iter().map(|part| changed(original, found, part, 0)).collect()
    });
    let all = changes.each_ref().map(|parts| parts.iter().flatten().collect::<BTreeSet<_>>());
    let of_text = words(&original.text);
    let length = of_text.len();
    let is_word = of_text.into_iter().chain(words(&original.hypothesis)).map(|word| word.is_word());
    let mut counts = [[0; 2]; 2];
    for (at, _) in is_word.enumerate().filter(|(_, is_word)| *is_word) {
        let [first, second] = all.each_ref().map(|words| words.contains(&at));
        // Of the words of H, those count that somebody named as unsupported.
        if at < length || first || second {
            counts[usize::from(first)][usize::from(second)] += 1;
        }
    }
    let partners = partners(changes.each_ref().map(Vec::as_slice)).into_iter().map(|at| {
        let parts = [&of_each[0].parts[at[0]], &of_each[1].parts[at[1]]];
        Partners {
            phenomena: parts.map(|part| part.phenomenon.clone()),
            labels: parts.map(|part| part.judgment),
        }
    });
    DecomposedTwice {
        original: original.id.clone(),
        words: counts,
        parts: of_each.map(|found| found.parts.len() as u32),
        partners: partners.collect(),
    }
}

/// The words and marks that a part changes, by their numbers: those of its left-hand side in T. Words that another part
/// brings are those that this one changes. Words of H that an unsupported part names are counted behind those of T.
fn changed(
    original: &Original,
    decomposition: &Decomposition,
    part: &Part,
    depth: usize,
) -> BTreeSet<usize> {
    let of_text = words(&original.text);
    if part.is_unsupported() {
        let named = words_of(&original.hypothesis, &part.rule).into_iter().flatten();
        return named.map(|at| of_text.len() + at).collect();
    }
    let rule = &part.rule;
    let left = found(&part.text, &rule.left_hand_side, &rule.at).unwrap_or_default();
    let in_text: HashMap<usize, usize> = shared(&words(&part.text), &of_text).into_iter().collect();
    let mut changes = BTreeSet::new();
    let mut brought = false;
    for at in left.into_iter().flatten() {
        match in_text.get(&at) {
            Some(word) => _ = changes.insert(*word),
            None => brought = true,
        }
    }
    // Parts that are on each other in a circle end.
    let base = decomposition.base(part).filter(|_| brought && depth < decomposition.parts.len());
    if let Some(base) = base {
        changes.extend(changed(original, decomposition, &decomposition.parts[base], depth + 1));
    }
    changes
}

/// The parts of two decompositions that are partners: again and again, of those that have none yet, the two that share
/// the most words; of equals, those with the fewest words in all, then the first in the order of the parts. Nothing in
/// this depends on who is the first of the two.
fn partners([first, second]: [&[BTreeSet<usize>]; 2]) -> Vec<[usize; 2]> {
    let mut candidates = Vec::new();
    for (one, words) in first.iter().enumerate() {
        for (other, of_other) in second.iter().enumerate() {
            let overlap = words.intersection(of_other).count();
            if overlap > 0 {
                let union = words.len() + of_other.len() - overlap;
                let rank = (Reverse(overlap), union, one + other, one.abs_diff(other));
                candidates.push((rank, [one, other]));
            }
        }
    }
    candidates.sort_unstable();
    let mut found: Vec<[usize; 2]> = Vec::new();
    for (_, [one, other]) in candidates {
        if found.iter().all(|known| known[0] != one && known[1] != other) {
            found.push([one, other]);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sets(parts: &[&[usize]]) -> Vec<BTreeSet<usize>> {
        parts.iter().map(|words| words.iter().copied().collect()).collect()
    }

    #[test]
    fn partners_share_the_most_words_and_then_have_the_fewest() {
        // The first part shares two words with the second of the other, one with the first.
        let (one, other) = (sets(&[&[1, 2], &[7]]), sets(&[&[2], &[1, 2, 3], &[7, 8], &[7]]));
        assert_eq!(partners([&one, &other]), [[0, 1], [1, 3]]);
        assert_eq!(partners([&other, &one]), [[1, 0], [3, 1]]);
        assert_eq!(partners([&one, &sets(&[&[4]])]), Vec::<[usize; 2]>::new());
    }

    proptest! {
        #[test]
        fn equal_parts_are_all_partners_and_the_order_of_people_makes_no_difference(
            one in prop::collection::vec(prop::collection::btree_set(0_usize..6, 1..4), 0..5),
            other in prop::collection::vec(prop::collection::btree_set(0_usize..6, 1..4), 0..5),
        ) {
            prop_assert_eq!(partners([&one, &one]).len(), one.len());
            let mut there = partners([&one, &other]);
            let mut back = partners([&other, &one]);
            back.iter_mut().for_each(|at| at.reverse());
            there.sort_unstable();
            back.sort_unstable();
            prop_assert_eq!(there, back);
        }
    }
}
