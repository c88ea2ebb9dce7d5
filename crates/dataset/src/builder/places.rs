//! Where a config says what is asked of the pairs, so that what is wrong with it is told there and not of a file of data.

use super::DatasetBuilder;
use crate::problem::ProblemKind;

impl DatasetBuilder {
    /// Says where a config has a key: `relevance`, `exclude`, `where`, or the name of an attribute that it puts into bins.
    pub fn config_has(&mut self, key: &str, file: &str, line: u64) {
        self.config_places.insert(key.to_owned(), (file.to_owned(), line));
    }

    /// Notes what is wrong with what a key of the config asks for.
    pub(super) fn config_problem(&mut self, key: &str, kind: ProblemKind) {
        match self.config_places.get(key) {
            Some((file, line)) => self.problems.push(file, Some(*line), kind),
            None => self.problem(None, kind),
        }
    }
}
