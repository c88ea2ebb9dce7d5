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

    /// Adds one; what has the same cause in the same file is kept once and counted, and columns that are
    /// missing in many files are.
    pub fn push(&mut self, file: &str, line: Option<u64>, kind: ProblemKind) {
        let (file, next_lines, other_files) = (file.to_owned(), Vec::new(), Vec::new());
        self.add(Problem { file, line, kind, times: 1, alike: true, next_lines, other_files });
    }

    fn add(&mut self, problem: Problem) {
        if let Some(same) = self
            .kept
            .iter_mut()
            .find(|known| known.file != problem.file && known.kind.is_of_file_alike(&problem.kind))
        {
            if !same.other_files.contains(&problem.file) {
                same.other_files.push(problem.file);
            }
            return;
        }
        let known = self
            .kept
            .iter_mut()
            .find(|known| known.file == problem.file && known.kind == problem.kind);
        if let Some(same) = known {
            return again(same, &problem);
        }
        let cause = problem.kind.cause();
        let mut of_cause = self.kept.iter_mut().filter(|known| {
            cause.is_some() && known.file == problem.file && known.kind.cause() == cause
        });
        // Each unknown label is to be mapped; of other causes one row is enough.
        let separate = if problem.kind.is_of_label() { LABELS } else { 1 };
        if let Some(same) = of_cause.nth(separate - 1) {
            same.alike = false;
            return again(same, &problem);
        }
        if self.kept.len() < Self::KEPT {
            self.kept.push(problem);
        } else {
            self.omitted += problem.times;
        }
    }

    /// Adds those of another file.
    pub fn append(&mut self, other: Self) {
        self.omitted += other.omitted;
        other.kept.into_iter().for_each(|problem| self.add(problem));
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

/// How many labels without a meaning are told each for itself.
const LABELS: usize = 5;

/// Counts a problem that was found before.
fn again(same: &mut Problem, again: &Problem) {
    same.times += again.times;
    for line in again.line.iter().chain(&again.next_lines) {
        if same.next_lines.len() < Problem::NEXT_LINES && same.line != Some(*line) {
            same.next_lines.push(*line);
        }
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
            let kind = ProblemKind::EmptyCell { column: line.to_string(), role: "" };
            problems.push("pairs.csv", Some(line), kind);
        }
        assert_eq!((problems.kept().len(), problems.omitted()), (20, 5));
        assert!(problems.to_string().ends_with("and 5 more problems"));
    }

    fn empty() -> ProblemKind {
        ProblemKind::EmptyCell { column: "id".into(), role: "id" }
    }

    #[test]
    fn rows_with_the_same_cause_are_counted() {
        let mut problems = Problems::new();
        for line in 2..=10 {
            let (column, found) = ("weight".to_owned(), format!("`w{line}`"));
            let (role, wanted) = ("weight", "a number");
            let kind = ProblemKind::WrongValue { column, role, found, wanted };
            problems.push("pairs.csv", Some(line), kind);
        }
        assert_eq!(
            problems.to_string(),
            "pairs.csv:2: `weight` contains `w2`, expected a number (9 rows like this: here first, again on \
             3, 4, 5, ...)"
        );
    }

    #[test]
    fn columns_that_many_files_lack_are_told_once() {
        use crate::MissingColumn;
        let mut problems = Problems::new();
        for file in ["a.csv", "b.csv", "c.csv", "d.csv", "e.csv"] {
            let missing = vec![MissingColumn { column: "gold".to_owned(), role: "gold" }];
            let available = vec!["id".to_owned(), file.to_owned()];
            let kind = ProblemKind::MissingColumns { missing, available, by_name: Vec::new() };
            let mut of_file = Problems::new();
            of_file.push(file, Some(1), kind);
            problems.append(of_file);
        }
        assert_eq!(
            problems.to_string(),
            "a.csv:1: there is no column `gold`; the columns are `id`, `a.csv` (5 files: this one, b.csv, \
             c.csv, d.csv, ...)"
        );
    }

    #[test]
    fn the_same_problem_is_told_once_with_its_first_line() {
        let mut problems = Problems::new();
        for line in 3..=5 {
            problems.push("pairs.csv", Some(line), empty());
        }
        problems.push("other.csv", Some(1), empty());
        assert_eq!(
            problems.to_string(),
            "pairs.csv:3: `id` is empty (3 times: here first, again on 4, 5)\n\
             other.csv:1: `id` is empty"
        );
    }
}
