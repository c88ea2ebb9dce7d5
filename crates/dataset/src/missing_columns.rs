//! Columns that a config asks for: where it does, and what to write where they are not there.

use crate::wording::{columns_like, listed, nearest, shown, yaml};

/// A column that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingColumn {
    /// The name that the config gives, and that no column has.
    pub column: String,
    /// The key of the config that it is for.
    pub role: &'static str,
}

/// The key of a config that asks for a column, where that is not of the same name.
pub(crate) fn asked_for(column: &str, role: &str) -> String {
    if role.is_empty() || role == column {
        return String::new();
    }
    format!(" (asked for by `{}`)", key(role))
}

/// Where a role stands in a config.
fn key(role: &str) -> String {
    match role {
        "where" | "derive" => role.to_owned(),
        "phenomena" => "phenomena.columns".to_owned(),
        "one-hot" => "phenomena.one-hot".to_owned(),
        "people" => "judged.people.labels".to_owned(),
        "judges" => "judged.judges".to_owned(),
        "probability" => "judged.people.probability".to_owned(),
        role => format!("columns.{role}"),
    }
}

pub(crate) fn columns_missing(missing: &[MissingColumn], available: &[String]) -> String {
    let named: Vec<String> = missing
        .iter()
        .map(|MissingColumn { column, role }| {
            format!("no column `{}`{}", shown(column), asked_for(column, role))
        })
        .collect();
    let wanted: Vec<&str> = missing.iter().map(|missing| missing.column.as_str()).collect();
    format!("there is {}; {}", listed(&named, "and"), columns_like(&wanted, available))
}

/// What to write for columns that are not there.
pub(crate) fn columns_help(
    missing: &[MissingColumn],
    available: &[String],
    by_name: &[&'static str],
) -> Option<String> {
    let likely = |column: &str| {
        let used = |name: &&str| !by_name.contains(name);
        nearest(column, available.iter().map(String::as_str).filter(used))
    };
    let in_columns = missing.iter().filter(|missing| key(missing.role).starts_with("columns."));
    let in_columns: Vec<&MissingColumn> = in_columns.collect();
    let meant: Vec<String> = missing.iter().filter_map(|missing| likely(&missing.column)).collect();
    let meant: Vec<String> = meant.iter().map(|name| format!("`{}`", shown(name))).collect();
    let question = match meant.as_slice() {
        [] => String::new(),
        names => format!("did you mean {}? ", listed(names, "and")),
    };
    let lists = |role: &str| matches!(role, "attributes" | "annotators" | "annotator-counts");
    if in_columns.is_empty() || in_columns.iter().any(|missing| lists(missing.role)) {
        let question = question.trim_end();
        return (!question.is_empty()).then(|| question.to_owned());
    }
    // Without `columns` all is looked for by its name; with it, all must be named.
    let found = by_name.iter().filter(|name| available.iter().any(|column| column == *name));
    let found = found.map(|name| format!("{name}: {name}"));
    let others = in_columns.iter().map(|missing| {
        let name = likely(&missing.column);
        format!("{}: {}", missing.role, name.as_deref().map_or("NAME".into(), |name| yaml(name)))
    });
    if by_name.is_empty() {
        let lines: Vec<String> = others.map(|line| format!("`{line}`")).collect();
        let verb = if question.is_empty() { "write" } else { "Write" };
        return Some(format!("{question}{verb} {} among the `columns`", listed(&lines, "and")));
    }
    let all: Vec<String> = found.chain(others).collect();
    let verb = if question.is_empty() { "name the column in the config: write" } else { "Write" };
    Some(format!("{question}{verb} `columns: {{{}}}`", all.join(", ")))
}
