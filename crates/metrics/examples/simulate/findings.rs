//! What was found, as Markdown tables, and which limits were exceeded.

use crate::rates::{Estimate, Limit};

/// A figure, in its place in a table.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) table: &'static str,
    pub(crate) row: String,
    pub(crate) column: String,
    /// A share, which is written in percent.
    pub(crate) estimate: Estimate,
    pub(crate) limit: Limit,
    /// Why the limit is not the usual one.
    pub(crate) reason: Option<&'static str>,
}

impl Finding {
    pub(crate) fn new(
        table: &'static str,
        row: &str,
        column: impl Into<String>,
        estimate: Estimate,
        limit: Limit,
    ) -> Self {
        let (row, column) = (row.to_owned(), column.into());
        Self { table, row, column, estimate, limit, reason: None }
    }

    pub(crate) fn is_exceeded(&self) -> bool {
        self.limit.is_exceeded_by(self.estimate)
    }

    /// The figure with its Monte Carlo interval.
    pub(crate) fn figure(&self) -> String {
        let Estimate { value, lower, upper } = self.estimate;
        let [value, lower, upper] = [value, lower, upper].map(percent);
        format!("{}: {} {value} [{lower}, {upper}]", self.row, self.column)
    }

    /// The sentence that says by what a limit is exceeded.
    pub(crate) fn sentence(&self) -> String {
        let Estimate { value, lower, upper } = self.estimate;
        let Self { row, column, limit, .. } = self;
        let limit = match (limit.least.is_finite(), limit.most.is_finite()) {
            (true, true) => format!("from {} to {}", percent(limit.least), percent(limit.most)),
            (true, false) => format!("at least {}", percent(limit.least)),
            (false, _) => format!("at most {}", percent(limit.most)),
        };
        let [value, lower, upper] = [value, lower, upper].map(percent);
        format!("{row}: {column} is {value} % [{lower}, {upper}], and may be {limit} %")
    }

    fn cell(&self) -> String {
        let value = percent(self.estimate.value);
        let value = if self.is_exceeded() { format!("**{value}**") } else { value };
        if self.reason.is_some() { format!("{value} \\*") } else { value }
    }
}

fn percent(share: f64) -> String {
    // No -0.0.
    format!("{:.1}", 100.0 * share + 0.0)
}

/// The tables, in the order of their first findings; so are their rows and columns.
pub(crate) fn markdown(findings: &[Finding]) -> String {
    let mut text = String::new();
    for table in distinct(findings.iter().map(|finding| finding.table)) {
        let here: Vec<&Finding> =
            findings.iter().filter(|finding| finding.table == table).collect();
        let columns = distinct(here.iter().map(|finding| finding.column.as_str()));
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        text += &format!("\n### {table}\n\n| | {} |\n", columns.join(" | "));
        text += &format!("|---|{}\n", "---|".repeat(columns.len()));
        for row in distinct(here.iter().map(|finding| finding.row.as_str())) {
            let cell = |column: &&str| {
                let found =
                    here.iter().find(|finding| finding.row == row && finding.column == *column);
                found.map_or_else(|| "–".to_owned(), |finding| finding.cell())
            };
            let cells = columns.iter().map(cell);
            text += &line(std::iter::once(row.to_owned()).chain(cells).collect());
        }
        let reasons = distinct(here.iter().filter_map(|finding| finding.reason));
        if !reasons.is_empty() {
            text += &format!("\n\\* Not the usual limit: {}.\n", reasons.join("; "));
        }
    }
    text
}

fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut found: Vec<&str> = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_cell_for_each_finding_and_mark_what_exceeds_its_limit() {
        let estimate = |value: f64| Estimate { value, lower: value - 0.01, upper: value + 0.01 };
        let limit = Limit::at_most(0.05);
        let findings = [
            Finding::new("Rates", "a", "first", estimate(0.04), limit),
            Finding::new("Rates", "b", "second", estimate(0.09), limit),
        ];
        assert_eq!(
            markdown(&findings),
            "\n### Rates\n\n| | first | second |\n|---|---|---|\n| a | 4.0 | – |\n| b | – | **9.0** |\n"
        );
        assert_eq!(
            findings[1].sentence(),
            "b: second is 9.0 % [8.0, 10.0], and may be at most 5.0 %"
        );
    }
}
