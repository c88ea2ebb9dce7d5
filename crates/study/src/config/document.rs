//! The YAML text with the place of every key and value in it.

use std::fmt;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use phenom_files::{LONGEST_TEXT, bounded, open_regular};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_yaml::Spanned;

use super::{not_a_config, slips};
use crate::failure::{ConfigProblem, Failure};

/// A config as text, as values, and as the places of these values.
#[derive(Debug)]
pub struct Document {
    pub(crate) file: String,
    pub(crate) text: String,
    root: Spanned<Node>,
}

/// One step from the root of a config to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Segment {
    Key(String),
    Index(usize),
}

impl From<&str> for Segment {
    fn from(key: &str) -> Self {
        Self::Key(key.to_owned())
    }
}

impl From<usize> for Segment {
    fn from(index: usize) -> Self {
        Self::Index(index)
    }
}

/// A YAML value.
#[derive(Debug)]
enum Node {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Spanned<Node>>),
    Map(Vec<(Spanned<String>, Spanned<Node>)>),
}

impl Document {
    /// Reads and parses a config.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let file = path.display().to_string();
        let bytes = read(path)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = before.iter().filter(|byte| **byte == b'\n').count().saturating_add(1);
            Failure::input(
                format!("{file}:{line}: the config is not UTF-8 text"),
                Some("save the file as UTF-8".to_owned()),
            )
        })?;
        Self::parse(file, text)
    }

    /// That of settings which no file holds.
    pub(super) fn none() -> Self {
        let unknown = serde_yaml::Location::UNKNOWN;
        let root = Spanned::new(Node::Null, unknown, unknown);
        Self { file: "the settings".to_owned(), text: String::new(), root }
    }

    /// The failure of a config with problems.
    pub fn failure(&self, problems: Vec<ConfigProblem>) -> Failure {
        Failure::config(&self.file, &self.text, problems)
    }

    pub(crate) fn parse(file: String, text: String) -> Result<Self, Failure> {
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        if text.trim().is_empty() {
            return Err(Failure::input(
                format!("{file}: the config is empty"),
                Some("`phenom init` writes one to start from".to_owned()),
            ));
        }
        let options = serde_yaml::options! {
            // A label such as `NO` or `yes` is a word.
            strict_booleans: true,
            // More than any config needs, and little enough that a bomb of aliases is told at once.
            budget: serde_yaml::budget! { max_nodes: 20_000 },
        };
        match serde_yaml::from_str_with_options::<Spanned<Node>>(&text, options) {
            Ok(root) => Ok(Self { file, text, root }),
            Err(error) => {
                let problem = parse_problem(&error, &text);
                Err(Failure::config(&file, &text, vec![problem]))
            }
        }
    }

    /// The values without their places.
    pub(crate) fn values(&self) -> serde_json::Value {
        self.root.value.to_json()
    }

    /// The bytes of the value at a path, or of what is nearest to it.
    pub fn place(&self, path: &[Segment]) -> Range<usize> {
        let mut node = &self.root;
        let mut place = self.span(&node.referenced);
        for segment in path {
            match (segment, &node.value) {
                (Segment::Key(key), Node::Map(entries)) => {
                    let Some((name, value)) = entries.iter().find(|(name, _)| name.value == *key)
                    else {
                        return place;
                    };
                    node = value;
                    place = match value.value {
                        // A value of several lines is shown by its key.
                        Node::Map(_) | Node::List(_) | Node::Null => self.span(&name.referenced),
                        _ => self.span(&value.referenced),
                    };
                }
                (Segment::Index(index), Node::List(items)) => {
                    let Some(item) = items.get(*index) else { return place };
                    node = item;
                    place = match &item.value {
                        Node::Map(entries) if !entries.is_empty() => {
                            self.span(&entries[0].0.referenced)
                        }
                        _ => self.span(&item.referenced),
                    };
                }
                _ => return place,
            }
        }
        place
    }

    /// The bytes of a key in the map at a path.
    pub(crate) fn key_place(&self, path: &[Segment], key: &str) -> Range<usize> {
        let mut node = &self.root.value;
        for segment in path {
            let next = match (segment, node) {
                (Segment::Key(key), Node::Map(entries)) => {
                    entries.iter().find(|(name, _)| name.value == *key).map(|(_, value)| value)
                }
                (Segment::Index(index), Node::List(items)) => items.get(*index),
                _ => None,
            };
            match next {
                Some(next) => node = &next.value,
                None => return self.place(path),
            }
        }
        let Node::Map(entries) = node else { return self.place(path) };
        let entry = entries.iter().find(|(name, _)| name.value == key);
        entry.map_or_else(|| self.place(path), |(name, _)| self.span(&name.referenced))
    }

    fn span(&self, location: &serde_yaml::Location) -> Range<usize> {
        span(location, &self.text)
    }
}

/// The bytes of a config, whose beginning must not be that of something else.
fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.is_dir() {
        return Err(not_a_config::folder(path));
    }
    let failed = |error: std::io::Error| Failure::unreadable(&path.display().to_string(), &error);
    let mut file = open_regular(path).map_err(failed)?;
    let mut bytes = Vec::new();
    file.by_ref().take(not_a_config::HEAD as u64).read_to_end(&mut bytes).map_err(failed)?;
    not_a_config::refuse(path, &bytes)?;
    bytes.extend(bounded(&file, LONGEST_TEXT).map_err(failed)?);
    Ok(bytes)
}

/// The values of a YAML text; nothing where it is none.
pub(super) fn parse_values(text: &str) -> Option<serde_json::Value> {
    let options = serde_yaml::options! { strict_booleans: true };
    let root = serde_yaml::from_str_with_options::<Spanned<Node>>(text, options).ok()?;
    Some(root.value.to_json())
}

/// The bytes of a location; at least one where there is any.
fn span(location: &serde_yaml::Location, text: &str) -> Range<usize> {
    let line = usize::try_from(location.line()).unwrap_or(1).saturating_sub(1);
    let column = usize::try_from(location.column()).unwrap_or(1).saturating_sub(1);
    let start_of_line: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text.get(start_of_line..).unwrap_or_default();
    let length_before =
        |count: usize, text: &str| text.chars().take(count).map(char::len_utf8).sum::<usize>();
    let start = start_of_line.saturating_add(length_before(column, rest));
    let rest = text.get(start..).unwrap_or_default();
    let rest = rest.lines().next().unwrap_or_default();
    let length = usize::try_from(location.span().len()).unwrap_or(0).max(1);
    start..start.saturating_add(length_before(length, rest))
}

fn parse_problem(error: &serde_yaml::Error, text: &str) -> ConfigProblem {
    use serde_yaml::Error;
    let error = match error.without_snippet() {
        Error::AliasError { error, .. } => error.without_snippet(),
        error => error,
    };
    let place = error.location().map_or(0..0, |location| span(&location, text));
    let (message, help) = match error {
        Error::MultipleDocuments { .. } => (
            "a second YAML document begins here, and a config is a single document".to_owned(),
            Some("remove what follows the line `---`".to_owned()),
        ),
        Error::DuplicateMappingKey { key, .. } => {
            let key = key.as_deref().unwrap_or_default();
            (format!("the key `{key}` appears twice in the same mapping"), None)
        }
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::Budget { .. }
            if !text.contains('*') =>
        {
            (
                "phenom does not read this config, because it is too large or too deeply nested"
                    .to_owned(),
                None,
            )
        }
        Error::AliasReplayLimitExceeded { .. }
        | Error::AliasExpansionLimitExceeded { .. }
        | Error::AliasReplayStackDepthExceeded { .. }
        | Error::Budget { .. } => (
            "phenom does not read this config, because its YAML aliases expand to too much text"
                .to_owned(),
            Some("write the values out".to_owned()),
        ),
        other => {
            if let Some(problem) = slips::slip(text, &place) {
                return problem;
            }
            let said = other.to_string();
            let said = said.rsplit_once(" at line ").map_or(said.as_str(), |(said, _)| said);
            if let Some(number) = said.strip_prefix("non-finite float ") {
                let number = number.split(' ').next().unwrap_or_default();
                let message = format!("{number} is not a finite number");
                return ConfigProblem { place, message, help: None };
            }
            (format!("not valid YAML: {said}"), None)
        }
    };
    ConfigProblem { place, message, help }
}

impl Node {
    fn to_json(&self) -> serde_json::Value {
        use serde_json::Value;
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Number(value) => Value::Number(value.clone()),
            Self::Text(value) => Value::String(value.clone()),
            Self::List(items) => {
                Value::Array(items.iter().map(|item| item.value.to_json()).collect())
            }
            Self::Map(entries) => Value::Object(
                entries
                    .iter()
                    .map(|(key, entry)| (key.value.clone(), entry.value.to_json()))
                    .collect(),
            ),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(yaml: D) -> Result<Self, D::Error> {
        yaml.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a YAML value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_none<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, yaml: D) -> Result<Node, D::Error> {
        yaml.deserialize_any(self)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Node, E> {
        let number = serde_json::Number::from_f64(value);
        Ok(number.map_or_else(|| Node::Text(value.to_string()), Node::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Node::Map(entries))
    }
}
