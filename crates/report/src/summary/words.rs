//! Systems and numbers in the sentences of the summary.

use phenom_dataset::listed;
use phenom_metrics::{Origin, SystemCounts};

use crate::{Results, Style};

/// How many names or comparisons are listed; of more, the number is said.
pub(super) const LISTED: usize = 6;

/// The systems that do not read gold.
pub(super) fn competing<'a>(results: &'a Results<'_>) -> impl Iterator<Item = &'a SystemCounts> {
    results.evaluation.systems.iter().filter(|system| system.origin == Origin::Answers)
}

pub(super) fn share(results: &Results<'_>, value: f64) -> String {
    let numbers = results.options.numbers;
    format!("{}{}", numbers.rounded(value, Style::Percent), numbers.sign())
}

pub(super) fn are(names: &[&str], what: &str) -> String {
    format!("{} {} {what}", named_or_counted(names), if names.len() == 1 { "is" } else { "are" })
}

/// Systems by their names, or of more than [`LISTED`] their number.
pub(super) fn named_or_counted(names: &[&str]) -> String {
    match names.len() {
        many if many > LISTED => format!("{many} systems"),
        _ => listed(names, "and"),
    }
}
