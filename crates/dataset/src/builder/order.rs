//! The order of the rows of a dataset, and what is put into it.

use super::DatasetBuilder;
use crate::Phenomenon;
use crate::string_table::Interner;

/// The order of the rows (originals, then monothematic pairs by original), the number of
/// originals, and where the monothematic pairs of each end.
pub(super) fn arrange(origins: &[Option<u32>]) -> (Vec<u32>, usize, Vec<u32>) {
    let mut arrivals: Vec<u32> =
        (0..).zip(origins).filter(|(_, origin)| origin.is_none()).map(|(at, _)| at).collect();
    let originals = arrivals.len();
    let mut row_of = vec![0u32; origins.len()];
    for (row, &arrival) in (0..).zip(&arrivals) {
        row_of[arrival as usize] = row;
    }
    let mut monothematic: Vec<(u32, u32)> = (0..)
        .zip(origins)
        .filter_map(|(arrival, origin)| origin.map(|original| (row_of[original as usize], arrival)))
        .collect();
    monothematic.sort_unstable();
    let mut ends = vec![0u32; originals];
    for &(original, _) in &monothematic {
        ends[original as usize] += 1;
    }
    let mut end = u32::try_from(originals).unwrap_or(u32::MAX);
    for count in &mut ends {
        end += *count;
        *count = end;
    }
    arrivals.extend(monothematic.into_iter().map(|(_, arrival)| arrival));
    (arrivals, originals, ends)
}

/// The categories in the order of the phenomena, and the number of each phenomenon's.
pub(super) fn categories(phenomena: &[Phenomenon]) -> (Vec<String>, Vec<u32>) {
    let mut names = Interner::default();
    let of = phenomena.iter().map(|phenomenon| names.intern(phenomenon.category()).0).collect();
    (names.iter().map(str::to_owned).collect(), of)
}

impl DatasetBuilder {
    pub(super) fn tags_by_row(&self, arrivals: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let mut ends = Vec::with_capacity(arrivals.len());
        let mut tags = Vec::with_capacity(self.tags.len());
        for &arrival in arrivals {
            let at = arrival as usize;
            let start = at.checked_sub(1).map_or(0, |before| self.tag_ends[before]);
            tags.extend_from_slice(&self.tags[start as usize..self.tag_ends[at] as usize]);
            ends.push(u32::try_from(tags.len()).unwrap_or(u32::MAX));
        }
        (ends, tags)
    }

    /// Gives all pairs other tags: `tag` is told the arrival of each and its tags, and adds the new ones.
    pub(super) fn retag(&mut self, mut tag: impl FnMut(u32, &[u32], &mut dyn FnMut(u32))) {
        let (mut ends, mut tags) = (Vec::with_capacity(self.tag_ends.len()), Vec::new());
        let mut start = 0;
        for (arrival, &end) in (0..).zip(&self.tag_ends) {
            let first = tags.len();
            tag(arrival, &self.tags[start..end as usize], &mut |tag| {
                if !tags[first..].contains(&tag) {
                    tags.push(tag);
                }
            });
            ends.push(u32::try_from(tags.len()).unwrap_or(u32::MAX));
            start = end as usize;
        }
        (self.tag_ends, self.tags) = (ends, tags);
    }
}
