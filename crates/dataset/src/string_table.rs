//! Strings in one piece of memory, found again by their number or their text.

use std::hash::BuildHasher;
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
    /// At least a third of them are free, so that few strings are in a later slot than the one that their hash names.
    slots: Vec<Slot>,
    hasher: DefaultHashBuilder,
}

/// A string's number and hash: small, so that more slots are in the cache.
#[derive(Debug, Clone, Copy)]
struct Slot {
    hash: u32,
    number: u32,
}

/// The number in a slot without a string.
const FREE: u32 = u32::MAX;

impl Interner {
    /// The number of a string, and whether it is new.
    pub(crate) fn intern(&mut self, value: &str) -> (u32, bool) {
        if (self.len() + 1) * 3 > self.slots.len() * 2 {
            self.grow();
        }
        let hash = self.hash(value);
        let place = self.place(hash, |number| self.string(number) == value);
        let slot = &mut self.slots[place];
        if slot.number != FREE {
            return (slot.number, false);
        }
        let number = u32::try_from(self.strings.len()).unwrap_or(u32::MAX);
        *slot = Slot { hash, number };
        self.strings.push(value);
        (number, true)
    }

    /// Doubles the slots. They keep the order of their hashes, so that memory is read and written in order.
    fn grow(&mut self) {
        let free = Slot { hash: 0, number: FREE };
        let many = (self.slots.len() * 2).max(8);
        let before = std::mem::replace(&mut self.slots, vec![free; many]);
        for slot in before.into_iter().filter(|slot| slot.number != FREE) {
            let place = self.place(slot.hash, |_| false);
            self.slots[place] = slot;
        }
    }

    /// The slot of the string with a hash that `is_it`, or the free one in which it belongs.
    fn place(&self, hash: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mut place = ((u64::from(hash) * self.slots.len() as u64) >> 32) as usize;
        loop {
            let slot = self.slots[place];
            if slot.number == FREE || (slot.hash == hash && is_it(slot.number)) {
                return place;
            }
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
    }

    fn hash(&self, value: &str) -> u32 {
        (self.hasher.hash_one(value) >> 32) as u32
    }

    /// The number of a string that was seen before.
    pub(crate) fn find(&self, value: &str) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let place = self.place(self.hash(value), |number| self.string(number) == value);
        Some(self.slots[place].number).filter(|number| *number != FREE)
    }

    /// The numbers of strings that were seen before. Each step is taken for all strings before the next one is, so that
    /// cache misses overlap.
    pub(crate) fn find_all(&self, values: &StringColumn) -> Vec<Option<u32>> {
        if self.slots.is_empty() {
            return vec![None; values.len()];
        }
        let hashes: Vec<u32> = values.iter().map(|value| self.hash(value)).collect();
        let numbers = hashes.iter().map(|hash| self.slots[self.place(*hash, |_| true)].number);
        let numbers: Vec<u32> = numbers.collect();
        let ranges = numbers.iter().map(|number| self.strings.range(*number as usize));
        let ranges: Vec<Range<usize>> = ranges.collect();
        let found = numbers.into_iter().zip(ranges).zip(values.iter());
        let found = found.map(|((number, range), value)| {
            match number {
                FREE => None,
                _ if self.strings.text[range] == *value => Some(number),
                // Another string may have the same hash.
                _ => self.find(value),
            }
        });
        found.collect()
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
        // Enough that two of them are likely to have the same hash.
        for number in 0..200_000 {
            let value = number.to_string();
            assert_eq!(interner.find(&value), None);
            assert_eq!(interner.intern(&value), (number, true));
            assert_eq!(interner.intern(&value), (number, false));
            values.push(&value);
        }
        values.push("");
        let found: Vec<Option<u32>> = (0..200_000).map(Some).chain([None]).collect();
        assert_eq!(interner.find_all(&values), found);
        assert_eq!(values.iter().map(|value| interner.find(value)).collect::<Vec<_>>(), found);
        assert_eq!(Interner::default().find_all(&values), vec![None; 200_001]);
    }
}
