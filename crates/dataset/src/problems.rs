//! All the problems of what was read.

use std::fmt;

use crate::problem::{Problem, ProblemKind};

/// All the problems of what was read; the first [`Problems::KEPT`] in full, the rest counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Problems {
    kept: Vec<Problem>,
    omitted: u64,
}

impl Problems {
    /// How many problems are kept in full.
    pub const KEPT: usize = 20;

    /// No problem so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one; the same problem of the same file is kept once and counted.
    pub fn push(&mut self, file: &str, line: Option<u64>, kind: ProblemKind) {
        if let Some(same) =
            self.kept.iter_mut().find(|known| known.kind == kind && known.file == file)
        {
            same.times += 1;
            if same.next_lines.len() < Problem::NEXT_LINES {
                same.next_lines.extend(line);
            }
        } else if self.kept.len() < Self::KEPT {
            let next_lines = Vec::new();
            self.kept.push(Problem { file: file.to_owned(), line, kind, times: 1, next_lines });
        } else {
            self.omitted += 1;
        }
    }

    /// Adds those of another file.
    pub fn append(&mut self, other: Self) {
        self.omitted += other.omitted;
        let room = Self::KEPT.saturating_sub(self.kept.len()).min(other.kept.len());
        let mut kept = other.kept;
        self.omitted += kept.drain(room..).map(|problem| problem.times).sum::<u64>();
        self.kept.append(&mut kept);
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// How many are counted only.
    #[must_use]
    pub fn omitted(&self) -> u64 {
        self.omitted
    }

    /// Those kept in full, in the order in which they were found.
    #[must_use]
    pub fn kept(&self) -> &[Problem] {
        &self.kept
    }

    /// `Ok(value)` where there is no problem.
    ///
    /// # Errors
    /// The problems themselves, where there are any.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.kept.iter().enumerate() {
            if index > 0 {
                writeln!(formatter)?;
            }
            write!(formatter, "{problem}")?;
        }
        if self.omitted > 0 {
            write!(formatter, "\nand {} more problems", self.omitted)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_past_the_limit_are_counted() {
        let mut problems = Problems::new();
        for line in 1..=25 {
            let kind = ProblemKind::EmptyCell { column: line.to_string() };
            problems.push("pairs.csv", Some(line), kind);
        }
        assert_eq!((problems.kept().len(), problems.omitted()), (20, 5));
        assert!(problems.to_string().ends_with("and 5 more problems"));
    }

    #[test]
    fn the_same_problem_is_told_once_with_its_first_line() {
        let mut problems = Problems::new();
        for line in 3..=5 {
            problems.push("pairs.csv", Some(line), ProblemKind::EmptyCell { column: "id".into() });
        }
        problems.push("other.csv", Some(1), ProblemKind::EmptyCell { column: "id".into() });
        assert_eq!(
            problems.to_string(),
            "pairs.csv:3: `id` is empty (3 times: here first, again on 4, 5)\n\
             other.csv:1: `id` is empty"
        );
    }
}
