//! Strings in one piece of memory, found again by their number or their text.

use std::hash::BuildHasher;
use std::hint::black_box;
use std::mem::replace;
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
    /// At least a third are free, so that few strings are in a later slot than the one that their hash names.
    slots: Vec<Slot>,
    hasher: DefaultHashBuilder,
}

/// How many strings are looked up together.
pub(crate) const TOGETHER: usize = 256;

/// The higher half of the hash of a string beside its number, so that one cache miss brings both.
#[derive(Debug, Clone, Copy)]
struct Slot {
    half: u32,
    number: u32,
}

impl Slot {
    /// One without a string. Memory ends before any string has this number.
    const FREE: Self = Self { half: 0, number: u32::MAX };

    fn number(self) -> Option<u32> {
        (self.number != Self::FREE.number).then_some(self.number)
    }
}

impl Interner {
    /// The number of a string, and whether it is new.
    pub(crate) fn intern(&mut self, value: &str) -> (u32, bool) {
        if (self.len() + 1) * 3 > self.slots.len() * 2 {
            self.grow();
        }
        let half = self.half(value);
        let place = self.place(half, |number| self.string(number) == value);
        if let Some(number) = self.slots[place].number() {
            return (number, false);
        }
        let number = self.strings.len() as u32;
        self.slots[place] = Slot { half, number };
        self.strings.push(value);
        (number, true)
    }

    /// Doubles the slots. The old ones are read in order, so that the new ones are written nearly in order, too.
    fn grow(&mut self) {
        let many = (self.slots.len() * 2).max(8);
        let before = replace(&mut self.slots, vec![Slot::FREE; many]);
        for slot in before.into_iter().filter(|slot| slot.number().is_some()) {
            let place = self.place(slot.half, |_| false);
            self.slots[place] = slot;
        }
    }

    /// The higher half of the hash of a string.
    fn half(&self, value: &str) -> u32 {
        (self.hasher.hash_one(value) >> 32) as u32
    }

    /// The slot that half of a hash names.
    fn first_place(&self, half: u32) -> usize {
        ((u64::from(half) * self.slots.len() as u64) >> 32) as usize
    }

    /// The slot of the string with half of a hash that `is_it`, or the free one in which it belongs.
    fn place(&self, half: u32, is_it: impl Fn(u32) -> bool) -> usize {
        let mut place = self.first_place(half);
        loop {
            let here = self.slots[place];
            let is_here = |number| here.half == half && is_it(number);
            if here.number().is_none_or(is_here) {
                return place;
            }
            place = if place + 1 == self.slots.len() { 0 } else { place + 1 };
        }
    }

    /// The number of the string with half of a hash that `is_it`, if it was seen before.
    fn number(&self, half: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        (!self.slots.is_empty()).then(|| self.slots[self.place(half, is_it)].number())?
    }

    /// The number of a string that was seen before.
    pub(crate) fn find(&self, value: &str) -> Option<u32> {
        self.number(self.half(value), |number| self.string(number) == value)
    }

    /// The numbers of strings that were seen before. Many are looked up together: each step is taken for all of them before
    /// the next one is, so that cache misses overlap.
    pub(crate) fn find_all<'v>(
        &self,
        mut values: impl Iterator<Item = &'v str>,
    ) -> Vec<Option<u32>> {
        let mut found = Vec::new();
        loop {
            let together: Vec<&str> = values.by_ref().take(TOGETHER).collect();
            if together.is_empty() {
                return found;
            }
            let halves: Vec<u32> = together.iter().map(|value| self.half(value)).collect();
            let numbers: Vec<_> = halves.iter().map(|half| self.number(*half, |_| true)).collect();
            let range = |number: u32| self.strings.range(number as usize);
            let ranges: Vec<_> = numbers.iter().map(|number| number.map(range)).collect();
            let text = self.strings.text.as_bytes();
            // The last byte may be in the next line of the cache.
            let ends =
                ranges.iter().flatten().flat_map(|range| [range.start, range.end.max(1) - 1]);
            let bytes = ends.filter_map(|at| text.get(at));
            black_box(bytes.fold(0, |all, byte| all | byte));
            found.extend(numbers.into_iter().zip(ranges).zip(together).map(
                |((number, range), value)| {
                    let is_it = text[range?] == *value.as_bytes();
                    // Another string may have the same half of a hash.
                    if is_it { number } else { self.find(value) }
                },
            ));
        }
    }

    /// Brings what [`intern`](Self::intern) will look at into the cache, of few strings.
    pub(crate) fn fetch<'v>(&self, values: impl Iterator<Item = &'v str>) {
        let slot = |value| self.slots.get(self.first_place(self.half(value)));
        black_box(values.filter_map(slot).fold(0, |all, slot| all | slot.number));
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
        // Enough that some have the same half of a hash, with others and with those that are not there.
        for number in 0..200_000 {
            let value = number.to_string();
            assert_eq!(interner.find(&value), None);
            assert_eq!(interner.intern(&value), (number, true));
            assert_eq!(interner.intern(&value), (number, false));
            values.push(&value);
        }
        values.push("");
        (1..200_000).for_each(|number| values.push(&format!("{number}?")));
        let found: Vec<Option<u32>> =
            (0..200_000).map(Some).chain(std::iter::repeat_n(None, 200_000)).collect();
        assert_eq!(interner.find_all(values.iter()), found);
        assert_eq!(values.iter().map(|value| interner.find(value)).collect::<Vec<_>>(), found);
        assert_eq!(Interner::default().find_all(values.iter()), vec![None; 400_000]);
    }
}
