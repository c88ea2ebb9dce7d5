//! Figures that are held to limits, and their tables.

use crate::rates::{Estimate, Limit};

/// A figure in a column of a table.
#[derive(Debug, Clone)]
pub(crate) struct Held {
    pub(crate) column: &'static str,
    text: Option<String>,
    estimate: Option<Estimate>,
    limit: Limit,
    digits: usize,
}

impl Held {
    /// A share that is held to a limit; nothing where there are no data sets for it.
    pub(crate) fn new(column: &'static str, estimate: Option<Estimate>, limit: Limit) -> Self {
        Self { column, text: None, estimate, limit, digits: 1 }
    }

    /// The same, with two digits.
    pub(crate) fn precise(column: &'static str, estimate: Option<Estimate>, limit: Limit) -> Self {
        Self { digits: 2, ..Self::new(column, estimate, limit) }
    }

    /// A figure without a limit.
    pub(crate) fn plain(column: &'static str, text: String) -> Self {
        Self { text: Some(text), ..Self::new(column, None, Limit::NONE) }
    }

    fn is_exceeded(&self) -> bool {
        self.estimate.is_some_and(|estimate| self.limit.is_exceeded_by(estimate))
    }

    fn cell(&self) -> String {
        if let Some(text) = &self.text {
            return text.clone();
        }
        let Some(Estimate { value, .. }) = self.estimate else { return "–".to_owned() };
        let mark = if self.is_exceeded() { " (!)" } else { "" };
        format!("{:.*}{mark}", self.digits, 100.0 * value)
    }

    fn sentence(&self, of: &str) -> Option<String> {
        let Estimate { value, lower, upper } = self.estimate.filter(|_| self.is_exceeded())?;
        let [value, lower, upper] = [value, lower, upper].map(|share| 100.0 * share);
        let Limit { least, most } = self.limit;
        let (least, most) = (100.0 * least, 100.0 * most);
        let column = self.column;
        Some(format!(
            "{of}, {column}: {value:.2} [{lower:.2}, {upper:.2}]; limits {least:.1} to {most:.1}"
        ))
    }
}

/// A table that is printed row by row.
#[derive(Debug)]
pub(crate) struct Table {
    has_header: bool,
    pub(crate) exceeded: Vec<String>,
    pub(crate) held: usize,
}

impl Table {
    pub(crate) const fn new() -> Self {
        Self { has_header: false, exceeded: Vec::new(), held: 0 }
    }

    /// Prints a row. All rows of a table have the same columns.
    pub(crate) fn print(&mut self, name: &str, figures: &[Held]) {
        if !self.has_header {
            let columns: Vec<&str> = figures.iter().map(|figure| figure.column).collect();
            println!("\n| data | {} |", columns.join(" | "));
            println!("|---|{}", "---:|".repeat(columns.len()));
            self.has_header = true;
        }
        let cells: Vec<String> = figures.iter().map(Held::cell).collect();
        println!("| {name} | {} |", cells.join(" | "));
        self.exceeded.extend(figures.iter().filter_map(|figure| figure.sentence(name)));
        let has_limit = |figure: &&Held| figure.limit != Limit::NONE && figure.estimate.is_some();
        self.held += figures.iter().filter(has_limit).count();
    }
}
