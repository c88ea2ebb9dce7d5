//! Holds a config to its JSON Schema, and says all that is wrong in the user's words.

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError};
use phenom_dataset::{Judgment, as_a_number, nearest};
use serde_json::Value;

use super::document::{Document, Segment};
use super::listed::{LISTED, listed};
use super::presets;
use super::raw::{self, RawConfig};
use super::slips;
use crate::failure::ConfigProblem;

/// The raw config. Whether it can be read is decided by reading it; where it cannot, the schema, which
/// refuses the same and a little more patiently, says all that is wrong and where.
pub(super) fn raw_config(document: &Document) -> Result<RawConfig, Vec<ConfigProblem>> {
    let mut values = document.values();
    presets::apply(&mut values);
    match serde_json::from_value(values) {
        Ok(raw) => Ok(raw),
        Err(error) => Err(explain(document, &error)),
    }
}

fn explain(document: &Document, unread: &serde_json::Error) -> Vec<ConfigProblem> {
    let values = document.values();
    let schema = raw::schema();
    let fallback =
        |message: String| vec![ConfigProblem { place: document.place(&[]), message, help: None }];
    let validator = match jsonschema::validator_for(&schema) {
        Ok(validator) => validator,
        Err(error) => return fallback(error.to_string()),
    };
    let mut problems: Vec<Found> = Vec::new();
    for error in validator.iter_errors(&values) {
        describe(&error, &schema, document, &mut problems);
    }
    // A key that is misspelt is not missing too.
    let misspelt: Vec<String> =
        problems.iter().filter_map(|problem| problem.meant.clone()).collect();
    let mut problems: Vec<ConfigProblem> = problems
        .into_iter()
        .filter(|found| !found.missing.as_ref().is_some_and(|key| misspelt.contains(key)))
        .map(|found| found.problem)
        .collect();
    if problems.is_empty() {
        return fallback(unread.to_string());
    }
    problems.sort_by_key(|problem| problem.place.start);
    problems
}

/// A problem, and what it says of the keys of its mapping.
struct Found {
    problem: ConfigProblem,
    /// Of an unknown key: the mapping and the key that it is like.
    meant: Option<String>,
    /// Of a missing key: the mapping and the key.
    missing: Option<String>,
}

fn describe(
    error: &ValidationError<'_>,
    schema: &Value,
    document: &Document,
    problems: &mut Vec<Found>,
) {
    let path = segments(error, document);
    let in_mapping = |key: &str| format!("{}/{key}", error.instance_path());
    let mut push = |place, message: String, help: Option<String>| {
        let problem = ConfigProblem { place, message, help };
        problems.push(Found { problem, meant: None, missing: None });
    };
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            problems.extend(unknown_keys(error, unexpected, schema, document));
        }
        ValidationErrorKind::Required { property } => {
            let key = property.as_str().unwrap_or_default();
            let whole = match path.last() {
                Some(Segment::Key(name)) => format!(" in `{name}`"),
                _ => String::new(),
            };
            let place = document.place(&path);
            let message = format!("the key `{key}` is missing{whole}");
            let problem = ConfigProblem { place, message, help: None };
            problems.push(Found { problem, meant: None, missing: Some(in_mapping(key)) });
        }
        ValidationErrorKind::Type { kind } => {
            let message = format!("expected {}, found {}", wanted(kind), found(error.instance()));
            let quote = matches!(**error.instance(), Value::Number(_) | Value::Bool(_))
                && wanted(kind).starts_with("a text");
            let place = document.place(&path);
            let help = match &**error.instance() {
                Value::String(text) => slip(text, &wanted(kind)),
                Value::Null => slips::of_nothing(&document.text, &place),
                _ => quote.then(|| "put it in quotes".to_owned()),
            };
            push(place, message, help);
        }
        ValidationErrorKind::Enum { options } => {
            let options: Vec<&str> =
                options.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            // What is no text has the wrong type, which is told besides.
            let Some(found) = error.instance().as_str() else { return };
            let (message, help) = unknown_value(found, &options, &path);
            push(document.place(&path), message, Some(help));
        }
        ValidationErrorKind::MinItems { limit } | ValidationErrorKind::MaxItems { limit }
            if *limit > 1 =>
        {
            push(document.place(&path), format!("expected {limit} entries"), None);
        }
        ValidationErrorKind::MinItems { .. } | ValidationErrorKind::MinProperties { .. } => {
            push(document.place(&path), "expected at least one entry".to_owned(), None);
        }
        ValidationErrorKind::Minimum { .. } | ValidationErrorKind::Maximum { .. } => {
            let (message, help) = out_of_range(error, schema, &path);
            push(document.place(&path), message, help);
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match alternative(context) {
                Some(errors) => {
                    for error in errors {
                        describe(error, schema, document, problems);
                    }
                }
                None => {
                    let (message, help) = none_of(error, context);
                    push(document.place(&path), message, help);
                }
            }
        }
        _ => push(document.place(&path), error.to_string(), None),
    }
}

/// What is said of a value that is none of those that are known, and what helps.
fn unknown_value(found: &str, options: &[&str], path: &[Segment]) -> (String, String) {
    let (noun, place) = noun(path, options);
    let all = match noun {
        "measure" if options.len() > LISTED => " (`phenom measures` lists them all)",
        "format" if options.len() > LISTED => " (`phenom formats` lists them all)",
        _ => "",
    };
    let list = listed(options);
    let help = match nearest(found, options.iter().copied()) {
        Some(name) => format!("did you mean `{name}`? Possible values: {list}{all}"),
        None => format!("known here: {list}{all}"),
    };
    let message = format!("unknown {noun} `{found}`{place}");
    (message, help)
}

/// Keys that a mapping cannot have.
fn unknown_keys(
    error: &ValidationError<'_>,
    unexpected: &[String],
    schema: &Value,
    document: &Document,
) -> Vec<Found> {
    let path = segments(error, document);
    let known = properties(error, schema);
    let found = unexpected.iter().map(|key| {
        let list = list(known.iter().map(String::as_str));
        let meant = nearest(key, known.iter().map(String::as_str));
        let help = match &meant {
            _ if slips::of_value(key).is_some() => slips::of_value(key).unwrap_or_default(),
            Some(name) => format!("did you mean `{name}`? Possible keys: {list}"),
            None => format!("possible keys: {list}"),
        };
        let place = document.key_place(&path, key);
        let message = format!("unknown key `{key}`");
        let problem = ConfigProblem { place, message, help: Some(help) };
        let meant = meant.as_deref().map(|name| format!("{}/{name}", error.instance_path()));
        Found { problem, meant, missing: None }
    });
    found.collect()
}

/// What is said of a value that is of none of several kinds, and what helps.
fn none_of(
    error: &ValidationError<'_>,
    context: &[Vec<ValidationError<'_>>],
) -> (String, Option<String>) {
    let kinds = context.iter().flatten().filter_map(|error| match error.kind() {
        ValidationErrorKind::Type { kind } => Some(wanted(kind)),
        _ => None,
    });
    let mut kinds: Vec<String> = kinds.filter(|kind| kind != "nothing").collect();
    kinds.dedup();
    let kinds = kinds.join(" or ");
    let message = format!("expected {kinds}, found {}", found(error.instance()));
    let help = error.instance().as_str().and_then(|text| slip(text, &kinds));
    (message, help)
}

/// How to mend a text that stands where something else is wanted.
fn slip(text: &str, wanted: &str) -> Option<String> {
    let number = wanted.contains("number").then(|| as_a_number(text)).flatten();
    number.or_else(|| slips::of_value(text))
}

/// The errors of that alternative which the value is meant to be: one whose own keys it has, or else one whose type it
/// has.
fn alternative<'a>(
    context: &'a [Vec<ValidationError<'static>>],
) -> Option<&'a [ValidationError<'static>]> {
    let wrong_type =
        |error: &ValidationError<'_>| matches!(error.kind(), ValidationErrorKind::Type { .. });
    let depth = |errors: &[ValidationError<'_>]| {
        errors.iter().map(|error| error.instance_path().as_str().len()).min().unwrap_or(0)
    };
    let shallowest = context.iter().map(|errors| depth(errors)).min().unwrap_or(0);
    let mut all = context.iter().map(Vec::as_slice);
    let inside = all.clone().find(|errors| depth(errors) > shallowest);
    inside.or_else(|| all.find(|errors| !errors.iter().any(wrong_type)))
}

fn segments(error: &ValidationError<'_>, document: &Document) -> Vec<Segment> {
    let pointer = error.instance_path().as_str();
    let mut values = &document.values();
    let mut path = Vec::new();
    for part in pointer.split('/').skip(1) {
        let part = part.replace("~1", "/").replace("~0", "~");
        let segment = match (values, part.parse::<usize>()) {
            (Value::Array(_), Ok(index)) => Segment::Index(index),
            _ => Segment::Key(part.clone()),
        };
        values = match &segment {
            Segment::Key(key) => &values[key.as_str()],
            Segment::Index(index) => &values[*index],
        };
        path.push(segment);
    }
    path
}

/// The part of the schema that an error is about.
fn violated<'s>(error: &ValidationError<'_>, schema: &'s Value) -> Option<&'s Value> {
    let pointer = error.schema_path().as_str();
    schema.pointer(pointer.rsplit_once('/').map_or("", |(parent, _)| parent))
}

/// The keys that the schema knows where an unknown one was found.
fn properties(error: &ValidationError<'_>, schema: &Value) -> Vec<String> {
    let properties =
        violated(error, schema).and_then(|object| object.get("properties")?.as_object());
    properties.map(|properties| properties.keys().cloned().collect()).unwrap_or_default()
}

/// What a value is called, and the key that it stands under where that has another name.
fn noun(path: &[Segment], options: &[&str]) -> (&'static str, String) {
    let key = key(path).unwrap_or_default();
    let noun = match key {
        _ if options.contains(&Judgment::Contradiction.name()) => "judgment",
        "measures" | "rank-by" => "measure",
        "labels" => "label scheme",
        "format" | "formats" => "format",
        "task" => "task",
        "algorithm" => "algorithm",
        _ => "value",
    };
    let place = match path.last() {
        _ if key == noun => String::new(),
        Some(Segment::Index(_)) => format!(" in `{key}`"),
        _ => format!(" for `{key}`"),
    };
    (noun, place)
}

/// What is said of a number outside its range.
fn out_of_range(
    error: &ValidationError<'_>,
    schema: &Value,
    path: &[Segment],
) -> (String, Option<String>) {
    let number = error.instance();
    let limit = |name: &str| violated(error, schema).and_then(|object| object.get(name));
    let key = key(path).unwrap_or("the number");
    let message = match (limit("minimum"), limit("maximum")) {
        (Some(least), Some(most)) => format!(
            "`{key}` is {number}, and must be between {} and {}",
            grouped(least),
            grouped(most)
        ),
        _ => error.to_string(),
    };
    let percent = number.as_f64().filter(|level| *level > 1.0 && *level < 100.0);
    let percent = percent.filter(|_| key == "confidence-level");
    (message, percent.map(|level| format!("for {level} % write {}", level / 100.0)))
}

/// A limit as it is read: `1,000,000`.
fn grouped(limit: &Value) -> String {
    let digits = limit.to_string();
    if digits.len() < 5 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return digits;
    }
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8_lossy(&groups.join(&b',')).into_owned()
}

/// The key that a value stands under.
fn key(path: &[Segment]) -> Option<&str> {
    path.iter().rev().find_map(|segment| match segment {
        Segment::Key(key) => Some(key.as_str()),
        Segment::Index(_) => None,
    })
}

fn wanted(kind: &TypeKind) -> String {
    let name = |kind: JsonType| match kind {
        JsonType::Array => "a list",
        JsonType::Object => "a mapping",
        JsonType::String => "a text",
        JsonType::Boolean => "true or false",
        JsonType::Integer => "a whole number",
        JsonType::Number => "a number",
        JsonType::Null => "nothing",
    };
    match kind {
        TypeKind::Single(kind) => name(*kind).to_owned(),
        TypeKind::Multiple(kinds) => {
            let names: Vec<&str> =
                kinds.iter().filter(|kind| *kind != JsonType::Null).map(name).collect();
            names.join(" or ")
        }
    }
}

fn found(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(value) => format!("`{value}`"),
        Value::Number(value) => format!("the number {value}"),
        Value::String(value) => format!("the text `{value}`"),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a mapping".to_owned(),
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
