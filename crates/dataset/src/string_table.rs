//! Strings in one piece of memory, found again by their number or their text.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

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
}

/// Distinct strings, numbered from 0 in the order in which they were first seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interner {
    strings: StringColumn,
    table: HashTable<u32>,
    hasher: RandomState,
}

impl Interner {
    /// The number of a string, and whether it is new.
    pub(crate) fn intern(&mut self, value: &str) -> (u32, bool) {
        let hash = self.hasher.hash_one(value);
        if let Some(&found) = self.table.find(hash, |&index| self.string(index) == value) {
            return (found, false);
        }
        let index = u32::try_from(self.strings.len()).unwrap_or(u32::MAX);
        self.strings.push(value);
        let Self { strings, table, hasher } = self;
        table.insert_unique(hash, index, |&it| hasher.hash_one(strings.get(it as usize)));
        (index, true)
    }

    /// The number of a string that was seen before.
    pub(crate) fn find(&self, value: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(value);
        self.table.find(hash, |&index| self.string(index) == value).copied()
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
