//! Strings in one piece of memory, found again by their number or their text.

use std::hash::BuildHasher;
use std::hint::black_box;
use std::ops::Range;

use hashbrown::DefaultHashBuilder;

/// Strings in the order in which they were added.
#[derive(Debug, Clone, Default)]
pub(crate) struct StringColumn {
    text: String,
    ends: Vec<usize>,
}

impl StringColumn {
    pub(crate) fn push(&mut self, value: &str) {
        self.text.push_str(value);
        self.ends.push(self.text.len());
    }

    pub(crate) fn get(&self, index: usize) -> &str {
        &self.text[self.range(index)]
    }

    /// Where a string is in the text; an empty one that is not there.
    fn range(&self, index: usize) -> Range<usize> {
        let Some(&end) = self.ends.get(index) else { return 0..0 };
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        start.unwrap_or(0)..end
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }
}

/// Distinct strings, numbered from 0 in the order in which they were first seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interner {
    strings: StringColumn,
    /// Of each slot a byte of the hash of its string, [`FREE`] without one: so small that they stay in the cache. At least a
    /// third are free, so that few strings are in a later slot than the one that their hash names.
    tags: Vec<u8>,
    /// Of each slot the number of its string.
    numbers: Vec<u32>,
    hasher: DefaultHashBuilder,
}

/// How many strings are looked up together.
pub(crate) const TOGETHER: usize = 256;

/// The tag of a slot without a string.
const FREE: u8 = 0;

/// The tag of a string with a hash.
fn tag(hash: u64) -> u8 {
    (hash as u8).max(FREE + 1)
}

impl Interner {
    /// The number of a string, and whether it is new.
    pub(crate) fn intern(&mut self, value: &str) -> (u32, bool) {
        if (self.len() + 1) * 3 > self.tags.len() * 2 {
            self.grow();
        }
        let hash = self.hasher.hash_one(value);
        let place = self.place(hash, |number| self.string(number) == value);
        if self.tags[place] != FREE {
            return (self.numbers[place], false);
        }
        let number = u32::try_from(self.strings.len()).unwrap_or(u32::MAX);
        self.take(place, hash, number);
        self.strings.push(value);
        (number, true)
    }

    fn take(&mut self, place: usize, hash: u64, number: u32) {
        self.tags[place] = tag(hash);
        self.numbers[place] = number;
    }

    /// Doubles the slots.
    fn grow(&mut self) {
        let many = (self.tags.len() * 2).max(8);
        (self.tags, self.numbers) = (vec![FREE; many], vec![0; many]);
        for number in 0..self.len() as u32 {
            let hash = self.hasher.hash_one(self.string(number));
            let place = self.place(hash, |_| false);
            self.take(place, hash, number);
        }
    }

    /// The slot that a hash names.
    fn first_place(&self, hash: u64) -> usize {
        (((hash >> 32) * self.tags.len() as u64) >> 32) as usize
    }

    /// The slot of the string with a hash that `is_it`, or the free one in which it belongs.
    fn place(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> usize {
        let mut place = self.first_place(hash);
        loop {
            let here = self.tags[place];
            if here == FREE || (here == tag(hash) && is_it(self.numbers[place])) {
                return place;
            }
            place = if place + 1 == self.tags.len() { 0 } else { place + 1 };
        }
    }

    fn at(&self, place: usize) -> Option<u32> {
        (self.tags[place] != FREE).then(|| self.numbers[place])
    }

    /// The number of a string that was seen before.
    pub(crate) fn find(&self, value: &str) -> Option<u32> {
        if self.tags.is_empty() {
            return None;
        }
        let hash = self.hasher.hash_one(value);
        self.at(self.place(hash, |number| self.string(number) == value))
    }

    /// The numbers of strings that were seen before. Many are looked up together: each step is taken for all of them before
    /// the next one is, so that cache misses overlap.
    pub(crate) fn find_all<'v>(
        &self,
        mut values: impl Iterator<Item = &'v str>,
    ) -> Vec<Option<u32>> {
        if self.tags.is_empty() {
            return values.map(|_| None).collect();
        }
        let mut found = Vec::new();
        loop {
            let together: Vec<&str> = values.by_ref().take(TOGETHER).collect();
            if together.is_empty() {
                return found;
            }
            let hashes = together.iter().map(|value| self.hasher.hash_one(value));
            let hashes: Vec<u64> = hashes.collect();
            let numbers = hashes.iter().map(|hash| self.at(self.place(*hash, |_| true)));
            let numbers: Vec<Option<u32>> = numbers.collect();
            let range = |number: u32| self.strings.range(number as usize);
            let ranges: Vec<_> = numbers.iter().map(|number| number.map(range)).collect();
            let text = self.strings.text.as_bytes();
            let first = |range: &Range<usize>| text.get(range.start).copied();
            black_box(ranges.iter().flatten().filter_map(first).fold(0, |all, byte| all | byte));
            found.extend(numbers.into_iter().zip(ranges).zip(together).map(
                |((number, range), value)| {
                    let is_it = text[range?] == *value.as_bytes();
                    // Another string may have the same tag.
                    if is_it { number } else { self.find(value) }
                },
            ));
        }
    }

    /// Brings what [`intern`](Self::intern) will look at into the cache, of few strings.
    pub(crate) fn fetch<'v>(&self, values: impl Iterator<Item = &'v str>) {
        let tag = |value| self.tags.get(self.first_place(self.hasher.hash_one(value)));
        black_box(values.filter_map(tag).fold(0, |all, tag| all | tag));
    }

    pub(crate) fn string(&self, index: u32) -> &str {
        self.strings.get(index as usize)
    }

    pub(crate) fn len(&self) -> usize {
        self.strings.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.strings.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_keeps_its_number() {
        let mut interner = Interner::default();
        assert_eq!(interner.intern("e01"), (0, true));
        assert_eq!(interner.intern(""), (1, true));
        assert_eq!(interner.intern("e01"), (0, false));
        assert_eq!(interner.find(""), Some(1));
        assert_eq!(interner.find("e02"), None);
        assert_eq!(interner.iter().collect::<Vec<_>>(), ["e01", ""]);
    }

    #[test]
    fn strings_are_found_one_by_one_and_together() {
        let mut interner = Interner::default();
        let mut values = StringColumn::default();
        // Enough that many have the same tag, with others and with those that are not there.
        for number in 0..200_000 {
            let value = number.to_string();
            assert_eq!(interner.find(&value), None);
            assert_eq!(interner.intern(&value), (number, true));
            assert_eq!(interner.intern(&value), (number, false));
            values.push(&value);
        }
        (0..20_000).for_each(|number| values.push(&format!("{number}?")));
        let found: Vec<Option<u32>> =
            (0..200_000).map(Some).chain(std::iter::repeat_n(None, 20_000)).collect();
        assert_eq!(interner.find_all(values.iter()), found);
        assert_eq!(values.iter().map(|value| interner.find(value)).collect::<Vec<_>>(), found);
        assert_eq!(Interner::default().find_all(values.iter()), vec![None; 220_000]);
    }
}
