//! Names as messages list them.

use phenom_dataset::nearest;

/// How many names a message lists.
pub(crate) const LISTED: usize = 12;

/// Names for messages: the first dozen, and how many more there are.
pub fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    match names.len().saturating_sub(LISTED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// What helps somebody who named a system that is not there.
pub fn instead_of(name: &str, known: &[&str]) -> String {
    match nearest(name, known.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("the systems are {}", listed(known)),
    }
}
