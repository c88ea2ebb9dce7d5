//! Strings in one piece of memory, found again by their number or their text.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

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
        let Some(&end) = self.ends.get(index) else { return "" };
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        &self.text[start.unwrap_or(0)..end]
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
    table: HashTable<Entry>,
    hasher: DefaultHashBuilder,
}

/// A string's number, and where its text is: beside each other, because looking a string up in a
/// large table is a matter of how often memory is waited for.
#[derive(Debug, Clone, Copy)]
struct Entry {
    start: usize,
    length: u32,
    number: u32,
}

impl Interner {
    /// The number of a string, and whether it is new.
    pub(crate) fn intern(&mut self, value: &str) -> (u32, bool) {
        let hash = self.hasher.hash_one(value);
        if let Some(found) = self.table.find(hash, |entry| self.text(entry) == value) {
            return (found.number, false);
        }
        let number = u32::try_from(self.strings.len()).unwrap_or(u32::MAX);
        let start = self.strings.text.len();
        let length = u32::try_from(value.len()).unwrap_or(u32::MAX);
        self.strings.push(value);
        let Self { strings, table, hasher } = self;
        table.insert_unique(hash, Entry { start, length, number }, |entry| {
            hasher.hash_one(&strings.text[entry.start..entry.start + entry.length as usize])
        });
        (number, true)
    }

    fn text(&self, entry: &Entry) -> &str {
        &self.strings.text[entry.start..entry.start + entry.length as usize]
    }

    /// The hash of a string, for [`find_hashed`](Self::find_hashed).
    pub(crate) fn hash(&self, value: &str) -> u64 {
        self.hasher.hash_one(value)
    }

    /// The number of a string that was seen before.
    pub(crate) fn find(&self, value: &str) -> Option<u32> {
        self.find_hashed(self.hash(value), value)
    }

    /// The number of a string whose hash is known.
    pub(crate) fn find_hashed(&self, hash: u64, value: &str) -> Option<u32> {
        let found = self.table.find(hash, |entry| self.text(entry).as_bytes() == value.as_bytes());
        found.map(|entry| entry.number)
    }

    pub(crate) fn string(&self, index: u32) -> &str {
        self.strings.get(index as usize)
    }

    pub(crate) fn len(&self) -> usize {
        self.strings.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.strings.get(index))
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
}
