//! The form that steps have as this program writes them: what was damaged is told, and not taken for something else.

use std::collections::HashSet;

use phenom_dataset::instant::is_instant;
use phenom_dataset::unambiguous_json;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::event::{Check, DATASET, Event, Header, What};
use crate::rule::Rule;

impl Event {
    /// The event of a line.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the line.
    pub fn parse(line: &str) -> Result<Self, String> {
        let value = unambiguous_json(line).map_err(|error| plain(&error))?;
        let Value::Object(mut object) = value else {
            return Err("an action must be a JSON object".to_owned());
        };
        let seq = object.remove("seq").and_then(|seq| seq.as_u64());
        let mut text = |key: &str| match object.remove(key) {
            Some(Value::String(text)) => Ok(text),
            _ => Err(format!("`{key}` is missing or not a text")),
        };
        let (at, by) = (text("at")?, text("by")?);
        let seq = seq.ok_or("`seq` is missing or not a whole number")?;
        name_checks(&mut object);
        let what = What::deserialize(Value::Object(object)).map_err(|error| plain(&error))?;
        let event = Self { seq, at, by, what };
        check(&event)?;
        Ok(event)
    }
}

/// Files from before exceptions named their check have one reason for all checks that fail.
fn name_checks(step: &mut Map<String, Value>) {
    let Some(reason) = step.remove("exception") else { return };
    let Value::String(reason) = reason else { return };
    let mut checks = vec!["composition"];
    checks.extend((step.get("chain") == Some(&Value::Bool(false))).then_some("chain"));
    let named = checks.into_iter().map(|check| (check.to_owned(), reason.clone().into()));
    step.insert("exceptions".to_owned(), named.collect::<Map<String, Value>>().into());
}

/// What serde says, without the place in a line that is no line of the file.
fn plain(error: &serde_json::Error) -> String {
    let said = error.to_string();
    said.split(" at line ").next().unwrap_or(&said).to_owned()
}

/// A name of an annotator that is fit for a file: letters without accents, digits, `-`, `_` and dots within. The
/// dataset's own label goes by the name [`DATASET`], which is nobody's.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let fit = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    (1..=40).contains(&name.len())
        && name.chars().all(fit)
        && !name.starts_with(['.', '-'])
        && !name.ends_with('.')
        && name != DATASET
}

/// How many hexadecimal digits a [`wording`](crate::wording) has.
const WORDING: usize = 32;

/// How many hexadecimal digits a SHA-256 has.
const SHA256: usize = 64;

/// Fails unless the first line of a file is one that this program writes.
pub(crate) fn check_header(header: &Header) -> Result<(), String> {
    if !is_hash(&header.dataset_sha256, SHA256) {
        return Err("`dataset_sha256` is not a SHA-256 in hexadecimal digits".to_owned());
    }
    text("dataset", &header.dataset)?;
    if !is_name(&header.annotator) {
        return Err(format!("`annotator` is {:?}, which is not a valid name", header.annotator));
    }
    Ok(())
}

/// Fails unless each field of a step is one that this program writes. Whether it fits the steps before it, and the
/// dataset, is checked with these.
pub(crate) fn check(event: &Event) -> Result<(), String> {
    if !is_instant(&event.at) {
        return Err(format!(
            "`at` is {:?}, which is not a time such as 2026-05-04T09:00:47Z",
            event.at
        ));
    }
    if let Some(of) = event.what.wording()
        && !is_hash(of, WORDING)
    {
        return Err(format!("`of` is {of:?}, which is not a hash of {WORDING} hexadecimal digits"));
    }
    if let Some(pair) = event.what.pair() {
        text("pair", pair)?;
    }
    match &event.what {
        What::Part { pair, part, phenomenon, rule, hypothesis, on, .. } => {
            if let Some(other) = on.as_ref().filter(|on| !is_part(&on.part, pair)) {
                return Err(format!("`{}` is not the id of a part of `{pair}`", other.part));
            }
            check_part((pair, part), phenomenon, rule, hypothesis)
        }
        What::Take { pair, from, parts, .. } => {
            if !is_name(from) || *from == event.by {
                return Err(format!("`from` is {from:?}, which is not another annotator"));
            }
            let ids: Vec<String> = parts.iter().map(|taken| taken.part.clone()).collect();
            once("parts", &ids)?;
            if let Some(on) =
                parts.iter().filter_map(|taken| taken.on.as_ref()).find(|on| !ids.contains(on))
            {
                return Err(format!("`{on}` is not among the parts"));
            }
            parts.iter().try_for_each(|taken| {
                check_part((pair, &taken.part), &taken.phenomenon, &taken.rule, &taken.hypothesis)
            })
        }
        What::Remove { pair, part } if !is_part(part, pair) => {
            Err(format!("`{part}` is not the id of a part of `{pair}`"))
        }
        What::Order { pair, parts } => match parts.iter().find(|part| !is_part(part, pair)) {
            Some(part) => Err(format!("`{part}` is not the id of a part of `{pair}`")),
            None => once("parts", parts),
        },
        What::Batch { pairs } => {
            pairs.iter().try_for_each(|pair| text("pairs", pair))?;
            if pairs.is_empty() {
                return Err("`pairs` is empty".to_owned());
            }
            once("pairs", pairs)
        }
        What::Done { composed, chain, exceptions, .. } => {
            exceptions.values().try_for_each(|reason| text("exceptions", reason))?;
            let fails = [(Check::Composition, composed.is_none()), (Check::Chain, !chain)];
            match fails.iter().any(|(check, fails)| *fails && !exceptions.contains_key(check)) {
                true => Err("`exceptions` has no reason for a check that fails".to_owned()),
                false => Ok(()),
            }
        }
        What::Read { confidence: Some(confidence), .. } if !(1..=3).contains(confidence) => {
            Err(format!("`confidence` must be 1, 2 or 3, not {confidence}"))
        }
        What::Read { judgment: None, comment, .. } => text("comment", comment),
        What::Settle { judgment, drop, reason, readings, .. } => {
            if judgment.is_some() == *drop {
                return Err("an adjudication needs a label, or drops the pair".to_owned());
            }
            if let Some(name) = readings.keys().find(|name| !is_name(name) && *name != DATASET) {
                return Err(format!("`readings` names {name:?}, which is not an annotator"));
            }
            text("reason", reason)
        }
        _ => Ok(()),
    }
}

fn check_part(
    (pair, part): (&str, &str),
    phenomenon: &str,
    rule: &Rule,
    hypothesis: &str,
) -> Result<(), String> {
    if !is_part(part, pair) {
        return Err(format!("`{part}` is not the id of a part of `{pair}`"));
    }
    text("phenomenon", phenomenon)?;
    text("hypothesis", hypothesis)?;
    if rule.left_hand_side.trim().is_empty() {
        text("right_hand_side", &rule.right_hand_side)?;
    } else {
        text("pattern", &rule.pattern)?;
    }
    let sides = [&rule.left_hand_side, &rule.right_hand_side, &rule.pattern, &rule.constraint];
    match sides.into_iter().any(|side| side.chars().any(char::is_control)) {
        true => Err("`rule` has control characters, such as ends of lines".to_owned()),
        false => Ok(()),
    }
}

/// Fails if a text that has to say something is blank.
fn text(key: &str, value: &str) -> Result<(), String> {
    match value.trim().is_empty() {
        true => Err(format!("`{key}` is empty")),
        false => Ok(()),
    }
}

fn once(key: &str, names: &[String]) -> Result<(), String> {
    let mut known = HashSet::new();
    match names.iter().find(|name| !known.insert(name.as_str())) {
        Some(twice) => Err(format!("`{key}` names `{twice}` twice")),
        None => Ok(()),
    }
}

fn is_hash(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Whether an id is that of a pair with a number behind it.
fn is_part(part: &str, pair: &str) -> bool {
    let number = part.strip_prefix(pair).and_then(|rest| rest.strip_prefix('.'));
    let number = number.and_then(|digits| Some((digits, digits.parse::<u64>().ok()?)));
    number.is_some_and(|(digits, number)| {
        (1..=u64::from(u32::MAX)).contains(&number) && number.to_string() == digits
    })
}
