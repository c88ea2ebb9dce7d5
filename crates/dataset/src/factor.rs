//! A property of pairs with few values, such as the task of RTE.

use crate::string_table::Interner;

/// A named column whose values are numbered: RTE's task (QA, IE, ...), its length, a genre.
#[derive(Debug, Clone)]
pub struct Factor {
    name: String,
    values: Interner,
    codes: Vec<u32>,
    is_binned: bool,
}

/// The code of a pair that has no value.
const NONE: u32 = u32::MAX;

impl Factor {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            values: Interner::default(),
            codes: Vec::new(),
            is_binned: false,
        }
    }

    /// Sets the value of the pair that arrived as number `arrival`; pairs that are never set have
    /// none.
    pub(crate) fn set(&mut self, arrival: usize, value: &str) {
        let code = self.values.intern(value).0;
        if self.codes.len() <= arrival {
            self.codes.resize(arrival + 1, NONE);
        }
        self.codes[arrival] = code;
    }

    /// A column of bins, which are numbered beforehand, with the number of each pair's.
    pub(crate) fn numbered(name: &str, values: &[String], numbers: &[Option<usize>]) -> Self {
        let mut factor = Self::new(name);
        for value in values {
            factor.values.intern(value);
        }
        let code = |number: &Option<usize>| number.map_or(NONE, |number| number as u32);
        factor.codes = numbers.iter().map(code).collect();
        factor.is_binned = true;
        factor
    }

    /// The same under another name.
    pub(crate) fn renamed(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Puts the column in the dataset's order: `order[row]` is when the row's pair arrived.
    pub(crate) fn arrange(&mut self, order: &[u32]) {
        self.codes =
            order.iter().map(|&at| self.codes.get(at as usize).copied().unwrap_or(NONE)).collect();
    }

    /// The property's name, `length` for example.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether its values are bins of numbers, in their order.
    #[must_use]
    pub fn is_binned(&self) -> bool {
        self.is_binned
    }

    /// Its values, numbered from 0 in the order of the file.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.values.iter()
    }

    /// The number of a pair's value, if it has one.
    #[must_use]
    pub fn code(&self, row: usize) -> Option<u32> {
        self.codes.get(row).copied().filter(|code| *code != NONE)
    }

    /// A pair's value, if it has one.
    #[must_use]
    pub fn value(&self, row: usize) -> Option<&str> {
        self.code(row).map(|code| self.values.string(code))
    }
}
