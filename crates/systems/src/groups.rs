//! Groups of pairs that no split of a dataset separates, and the parts that groups are dealt to.

use std::collections::HashMap;
use std::fmt::Write;

use phenom_dataset::Dataset;
use sha2::{Digest, Sha256};

/// The group of each pair: pairs are of one group if they come from one original, if their originals are of one cluster,
/// or if they share a text, directly or through other pairs. Near copies of a text of an original count as this text.
///
/// Groups are numbered in the order of the smallest SHA-256 of an id in them. So neither their numbers nor their parts
/// depend on the order of the file, and no order of the ids, as of alternating labels, is that of the parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    of_rows: Vec<usize>,
    count: usize,
}

impl Groups {
    /// The groups of a dataset.
    #[must_use]
    pub fn of(dataset: &Dataset) -> Self {
        let families = dataset.families();
        let leader_of: Vec<usize> =
            (0..dataset.len()).map(|row| families[dataset.original_of(row)]).collect();
        let mut smallest: HashMap<usize, [u8; 32]> = HashMap::new();
        for (row, leader) in leader_of.iter().enumerate() {
            let hash: [u8; 32] = Sha256::digest(dataset.id(row).as_bytes()).into();
            smallest.entry(*leader).and_modify(|least| *least = hash.min(*least)).or_insert(hash);
        }
        let mut ordered: Vec<([u8; 32], usize)> =
            smallest.into_iter().map(|(leader, hash)| (hash, leader)).collect();
        ordered.sort_unstable();
        let number_of: HashMap<usize, usize> =
            ordered.iter().enumerate().map(|(number, (_, leader))| (*leader, number)).collect();
        let of_rows = leader_of.iter().map(|leader| number_of[leader]).collect();
        Self { of_rows, count: ordered.len() }
    }

    /// The number of each pair's group, by row.
    #[must_use]
    pub fn of_rows(&self) -> &[usize] {
        &self.of_rows
    }

    /// How many groups there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The part of each pair, by row, if groups are dealt to `parts` parts one after the other.
    #[must_use]
    pub fn parts(&self, parts: usize) -> Vec<usize> {
        self.of_rows.iter().map(|group| group % parts.max(1)).collect()
    }

    /// A sentence if one group has more than half of all pairs; `None` otherwise.
    #[must_use]
    pub fn note(&self, dataset: &Dataset) -> Option<String> {
        let mut sizes = vec![0; self.count];
        for group in &self.of_rows {
            sizes[*group] += 1;
        }
        let largest = sizes.iter().copied().max()?;
        let pairs = self.of_rows.len();
        if 2 * largest <= pairs || self.count < 2 {
            return None;
        }
        let mut note = format!(
            "one group has {largest} of {pairs} pairs, which share an original, a cluster or a text. Cross-validation predicts \
             them from the other {} pairs.",
            pairs - largest
        );
        if let Some(column) = dataset.cluster_column() {
            // A string takes whatever is written to it.
            let _ = write!(note, " Clusters are those of column `{column}`.");
        }
        Some(note)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::testing::{Row, dataset};

    /// `a` and `b` are of one cluster, `b` and `c` have one text, a part of `d` has the text of a part of `c`; `e` is alone,
    /// and so is `f`, whose text is empty like that of `g`.
    const ROWS: [Row; 9] = [
        Row { cluster: "x", text: "one", ..Row::new("a", "") },
        Row { cluster: "x", text: "two", ..Row::new("b", "") },
        Row { text: "two", ..Row::new("c", "") },
        Row { text: "three", ..Row::new("c.1", "c") },
        Row { text: "four", ..Row::new("d", "") },
        Row { text: " three ", ..Row::new("d.1", "d") },
        Row { text: "five", ..Row::new("e", "") },
        Row::new("f", ""),
        Row::new("g", ""),
    ];

    fn groups(rows: &[Row]) -> (Dataset, Groups) {
        let dataset = dataset(rows);
        let groups = Groups::of(&dataset);
        (dataset, groups)
    }

    #[test]
    fn clusters_originals_and_texts_join_pairs_through_each_other() {
        let (dataset, groups) = groups(&ROWS);
        let of = |id: &str| groups.of_rows()[dataset.row(id).unwrap()];
        for id in ["b", "c", "c.1", "d", "d.1"] {
            assert_eq!(of(id), of("a"), "{id}");
        }
        let mut all = vec![of("a"), of("e"), of("f"), of("g")];
        all.sort_unstable();
        assert_eq!((all, groups.count()), (vec![0, 1, 2, 3], 4));
        let note = groups.note(&dataset).unwrap();
        assert!(note.starts_with("one group has 6 of 9 pairs"), "{note}");
    }

    // import hashlib
    // groups = [["a", "b", "c", "c.1", "d", "d.1"], ["e"], ["f"], ["g"]]
    // [ids[0] for ids in sorted(groups, key=lambda ids: min(hashlib.sha256(id.encode()).hexdigest() for id in ids))]
    #[test]
    fn groups_are_numbered_by_the_smallest_hash_of_their_ids() {
        let (dataset, groups) = groups(&ROWS);
        let numbers = ["a", "f", "e", "g"].map(|id| groups.of_rows()[dataset.row(id).unwrap()]);
        assert_eq!(numbers, [0, 1, 2, 3]);
    }

    #[test]
    fn parts_do_not_depend_on_the_order_of_rows() {
        let parts_by_id = |rows: &[Row]| -> BTreeMap<String, usize> {
            let (dataset, groups) = groups(rows);
            let parts = groups.parts(3);
            (0..dataset.len()).map(|row| (dataset.id(row).to_owned(), parts[row])).collect()
        };
        let expected = parts_by_id(&ROWS);
        let mut rows = ROWS.to_vec();
        for _ in 0..ROWS.len() {
            rows.rotate_left(1);
            assert_eq!(parts_by_id(&rows), expected);
        }
        rows.reverse();
        assert_eq!(parts_by_id(&rows), expected);
    }

    #[test]
    fn no_note_is_given_if_groups_are_small() {
        let (dataset, groups) = groups(&[ROWS[0], ROWS[6]]);
        assert_eq!((groups.note(&dataset), groups.count()), (None, 2));
    }
}
