//! What serde_json says of a bad line, in our words.

use crate::ProblemKind;
use crate::wording::{nearest, shown};

/// A line of JSON that does not follow the format.
pub(crate) fn malformed(error: &serde_json::Error, line: &str) -> ProblemKind {
    let said = error.to_string();
    // serde_json appends "at line 1 column 7"; the line is known better here.
    let (message, _) = said.rsplit_once(" at line ").unwrap_or((&said, ""));
    if error.is_eof() {
        let message = "the line ends in the middle of a JSON value".to_owned();
        let help =
            Some("check that the file is complete, and that each value is on one line".to_owned());
        return ProblemKind::Malformed { message, help };
    }
    let column =
        line.get(..error.column()).map_or(error.column(), |before| before.chars().count()).max(1);
    if let Some((found, wanted)) =
        message.strip_prefix("invalid type: ").and_then(|types| types.split_once(", expected "))
    {
        let message = format!("expected {wanted}, found {} (column {column})", in_words(found));
        return ProblemKind::Malformed { message, help: None };
    }
    if let Some(key) = message.strip_prefix("duplicate field ") {
        let message = format!("{key} appears twice in the object (column {column})");
        return ProblemKind::Malformed { message, help: None };
    }
    if message == "recursion limit exceeded" {
        let message = format!("lists and objects are nested more than 128 deep (column {column})");
        let help = Some("leave out the deeply nested value".to_owned());
        return ProblemKind::Malformed { message, help };
    }
    let (message, expected) = match message.split_once(", expected one of ") {
        Some((message, names)) if message.starts_with("unknown field") => (message, names),
        _ => (message, ""),
    };
    let help = (!expected.is_empty()).then(|| unknown_field_help(message, expected));
    ProblemKind::Malformed { message: format!("{} (column {column})", shown(message)), help }
}

/// serde's words for a value in the user's.
fn in_words(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    match kind {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "null" => "null".to_owned(),
        "integer" => format!("the number {}", value.trim_matches('`')),
        "floating" => {
            format!("the number {}", value.trim_start_matches("point ").trim_matches('`'))
        }
        "boolean" => value.to_owned(),
        "string" => format!("the text {}", shown(value)),
        _ => shown(found).into_owned(),
    }
}

/// `message` is "unknown field `x`", `expected` is "`a`, `b`, `c`".
fn unknown_field_help(message: &str, expected: &str) -> String {
    let names: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    let field = message.split('`').nth(1).unwrap_or_default();
    let known = format!("the fields are {expected}");
    match nearest(field, names.iter().copied()) {
        Some(name) => format!("did you mean `{name}`? {known}"),
        None => known,
    }
}
