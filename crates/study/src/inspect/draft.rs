//! A config that is being written: keys with values and comments, some of them commented out.

use std::fmt::Write;

use phenom_report::harmless;
use serde_json::Value;

/// How long a line of comment is at the most.
const WIDTH: usize = 100;

/// A mapping of keys to values, in the order in which they are written.
#[derive(Debug, Default, Clone, PartialEq)]
pub(crate) struct Draft(Vec<Entry>);

/// One key of a draft.
#[derive(Debug, Clone, PartialEq)]
struct Entry {
    comments: Vec<String>,
    key: String,
    content: Content,
    /// Whether it stands in the text as a comment only.
    off: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Content {
    /// On one line.
    Plain(Value),
    Mapping(Draft),
    List(Vec<Draft>),
    /// Nothing: a comment alone.
    Nothing,
}

impl Draft {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it says a key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.iter().any(|entry| entry.key == key && !entry.off)
    }

    /// Adds a key with a value on its line.
    pub(super) fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.push(key, Content::Plain(value.into()), false);
    }

    /// Adds a key that is commented out: what it would say is not certain.
    pub(super) fn propose(&mut self, key: &str, value: impl Into<Value>) {
        self.push(key, Content::Plain(value.into()), true);
    }

    /// Adds a key with a mapping of its own below it, unless there is nothing in it.
    pub(super) fn mapping(&mut self, key: &str, draft: Self) {
        if !draft.is_empty() {
            // Where all of it is commented out, so is the key.
            let off = draft.0.iter().all(|entry| entry.off || entry.content == Content::Nothing);
            self.push(key, Content::Mapping(draft), off);
        }
    }

    /// Adds a key with a value to the mapping under another, after its columns.
    pub(super) fn add_within(&mut self, under: &str, comment: &str, key: &str, value: &str) {
        let mapping = self.0.iter_mut().find(|entry| entry.key == under);
        let Some(Entry { content: Content::Mapping(draft), .. }) = mapping else { return };
        let place = draft.0.iter().position(|entry| entry.key == "columns");
        let entry = Entry {
            comments: vec![comment.to_owned()],
            key: key.to_owned(),
            content: Content::Plain(value.into()),
            off: false,
        };
        draft.0.insert(place.map_or(draft.0.len(), |at| at + 1), entry);
    }

    /// Adds a key with a list of mappings.
    pub(super) fn list(&mut self, key: &str, drafts: Vec<Self>) {
        self.push(key, Content::List(drafts), false);
    }

    /// Adds a comment to stand above the next key, or at the end.
    pub(super) fn comment(&mut self, text: impl Into<String>) {
        self.0.push(Entry {
            comments: vec![text.into()],
            key: String::new(),
            content: Content::Nothing,
            off: false,
        });
    }

    fn push(&mut self, key: &str, content: Content, off: bool) {
        let mut comments = Vec::new();
        while let Some(last) = self.0.pop_if(|entry| entry.content == Content::Nothing) {
            comments.splice(0..0, last.comments);
        }
        self.0.push(Entry { comments, key: key.to_owned(), content, off });
    }

    /// What the config says.
    #[cfg(test)]
    pub(super) fn values(&self) -> Value {
        let said = self.0.iter().filter(|entry| !entry.off);
        let said = said.filter_map(|entry| {
            let value = match &entry.content {
                Content::Plain(value) => value.clone(),
                Content::Mapping(draft) => draft.values(),
                Content::List(drafts) => drafts.iter().map(Self::values).collect(),
                Content::Nothing => return None,
            };
            Some((entry.key.clone(), value))
        });
        Value::Object(said.collect())
    }

    /// The text of the config.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0, "");
        text
    }

    fn write(&self, text: &mut String, indent: usize, first: &str) {
        let pad = " ".repeat(indent);
        let mut first = Some(first).filter(|first| !first.is_empty());
        for (number, entry) in self.0.iter().enumerate() {
            if indent == 0 && number > 0 && !entry.comments.is_empty() && !entry.key.is_empty() {
                text.push('\n');
            }
            for comment in &entry.comments {
                for line in textwrap::wrap(&harmless(comment), WIDTH.saturating_sub(indent + 2)) {
                    let _ = writeln!(text, "{pad}# {}", line.trim_end());
                }
            }
            let mut lines = String::new();
            let lead = match first {
                Some(first) if entry.content != Content::Nothing => first.to_owned(),
                _ => pad.clone(),
            };
            match &entry.content {
                Content::Nothing => continue,
                Content::Plain(value) => {
                    let _ = writeln!(lines, "{lead}{}: {}", key(&entry.key), flow(value));
                }
                Content::Mapping(draft) => {
                    let _ = writeln!(lines, "{lead}{}:", key(&entry.key));
                    draft.write(&mut lines, indent + 2, "");
                }
                Content::List(drafts) => {
                    let _ = writeln!(lines, "{lead}{}:", key(&entry.key));
                    for draft in drafts {
                        draft.write(&mut lines, indent + 4, &format!("{pad}  - "));
                    }
                }
            }
            first = None;
            if entry.off {
                for line in lines.lines() {
                    let line = line.strip_prefix(&pad).unwrap_or(line);
                    let _ = writeln!(text, "{pad}# {}", line.trim_start_matches("# "));
                }
            } else {
                text.push_str(&lines);
            }
        }
    }
}

/// A value on one line.
fn flow(value: &Value) -> String {
    match value {
        Value::String(text) => scalar(text),
        Value::Array(members) => {
            format!("[{}]", members.iter().map(flow).collect::<Vec<_>>().join(", "))
        }
        Value::Object(entries) => {
            let entries =
                entries.iter().map(|(name, value)| format!("{}: {}", key(name), flow(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Words of ours as they are, anything else in quotes.
fn key(text: &str) -> String {
    scalar(text)
}

/// A text as YAML reads it back, in comments too: a plain word where nothing else can be meant, else in double quotes with escapes.
pub(super) fn scalar(text: &str) -> String {
    let plain = text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.chars().all(|letter| letter.is_ascii_lowercase() || "-_".contains(letter))
        && !["yes", "no", "true", "false", "on", "off", "null", "y", "n"].contains(&text);
    if plain { text.to_owned() } else { quoted(text) }
}

/// A text in double quotes.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            letter if is_shown(letter) => quoted.push(letter),
            letter => {
                let _ = match u32::from(letter) {
                    code @ ..=0xFFFF => write!(quoted, "\\u{code:04x}"),
                    code => write!(quoted, "\\U{code:08x}"),
                };
            }
        }
    }
    quoted.push('"');
    quoted
}

/// Whether a letter can stand in YAML as it is, and a reader sees what it is.
fn is_shown(letter: char) -> bool {
    let odd = matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
    !letter.is_control() && !odd
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_draft_is_the_yaml_of_its_values() {
        let mut columns = Draft::default();
        columns.comment("every value once");
        columns.set("id", "pair id");
        columns.propose("gold", "label: #1");
        let mut system = Draft::default();
        system.set("name", "a");
        system.set("predictions", "a.csv");
        let mut draft = Draft::default();
        draft.set("title", "no");
        draft.mapping("columns", columns);
        draft.list("systems", vec![system]);
        draft.comment("the end");
        assert_eq!(
            draft.text(),
            "title: \"no\"\ncolumns:\n  # every value once\n  id: \"pair id\"\n  # gold: \"label: #1\"\n\
             systems:\n  - name: a\n    predictions: \"a.csv\"\n"
                .to_owned()
                + "# the end\n"
        );
        assert_eq!(
            draft.values(),
            json!({"title": "no", "columns": {"id": "pair id"},
                   "systems": [{"name": "a", "predictions": "a.csv"}]})
        );
    }

    #[test]
    fn hostile_names_are_read_back() {
        let names = [
            "a: b",
            "- x",
            "'",
            "\"",
            "\\",
            "#",
            "",
            " ",
            "\u{0}",
            "\u{85}",
            "\u{2028}",
            "\u{feff}",
            "é",
            "\u{1f600}",
            "yes",
            "null",
            "~",
            "1",
            "0x1",
            "*a",
            "&a",
            "!t",
            "{",
            "[",
            "%",
            "@row",
            "`",
            "a\nb",
            "\r",
            "\u{7f}",
            "\u{e000}",
            "\u{10ffff}",
            "---",
            "...",
            "<<",
            "=",
            "?",
            "? a",
            "|",
            ">",
            "1e3",
            ".inf",
            "2020-01-01",
        ];
        for name in names {
            let mut draft = Draft::default();
            draft.comment(format!("{name}\n- {name}"));
            draft.set("columns", json!({ name: name, "list": [name] }));
            let read = crate::config::values_of(&draft.text());
            assert_eq!(read, Some(draft.values()), "{name:?}: {}", draft.text());
        }
    }
}
