//! What the rows of logs are made of.

use serde_json::{Map, Number, Value};

use super::texts::{self, Texts};

/// A row that is made of a sample.
#[derive(Debug, Default)]
pub(super) struct LogRow(Map<String, Value>);

impl LogRow {
    /// Sets a column; an empty value sets none.
    pub(super) fn set(&mut self, column: &str, value: impl Into<Value>) {
        let value = value.into();
        let is_empty = match &value {
            Value::Null => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(members) => members.is_empty(),
            _ => false,
        };
        if !is_empty {
            self.0.insert(column.to_owned(), value);
        }
    }

    /// What a tool carries along for a sample, each under its own name: texts under `text` and `hypothesis`; what has the name of a
    /// column that is there already under `below`, as in the log.
    pub(super) fn set_carried(&mut self, carried: Option<&Value>, below: &str) {
        let Some(carried) = carried.and_then(Value::as_object) else { return };
        let texts = texts::keys(carried);
        let mut taken = Map::new();
        for (key, value) in carried {
            let name = match texts {
                Some((text, _)) if text == key => "text",
                Some((_, hypothesis)) if hypothesis == key => "hypothesis",
                _ => key.as_str(),
            };
            if self.0.contains_key(name) || COLUMNS.contains(&key.as_str()) && name == key {
                taken.insert(key.clone(), value.clone());
            } else {
                self.set(name, value.clone());
            }
        }
        if !taken.is_empty() {
            self.0.insert(below.to_owned(), Value::Object(taken));
        }
    }

    /// The texts of a prompt, if nothing else gave them: apart where the prompt marks both, else the prompt as a whole.
    pub(super) fn set_prompt(&mut self, prompt: &str) {
        if self.0.contains_key("hypothesis") {
            return;
        }
        match texts::of_prompt(prompt) {
            Some(Texts { text, hypothesis }) => {
                self.set("text", text);
                self.set("hypothesis", hypothesis);
            }
            None => self.set("prompt", prompt),
        }
    }

    pub(super) fn into_row(self) -> Map<String, Value> {
        self.0
    }
}

/// The columns of logs, which nothing that is carried along takes the place of.
const COLUMNS: [&str; 11] = [
    "id",
    "gold",
    "label",
    "confidence",
    "score",
    "error",
    "system",
    "run",
    "annotator",
    "task",
    "prompt",
];

/// A value at a path of keys.
pub(super) fn at<'v>(value: &'v Value, path: &[&str]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, key| value.get(*key)).filter(|value| !value.is_null())
}

/// A text at a path of keys.
pub(super) fn text_at<'v>(value: &'v Value, path: &[&str]) -> Option<&'v str> {
    at(value, path)?.as_str()
}

/// The id that the user's own data give a sample, if they do: that of the tool is a number within the tool.
pub(super) fn own_id(carried: Option<&Value>) -> Option<Value> {
    let carried = carried?.as_object()?;
    let is_id = |value: &&Value| value.is_string() || value.is_number();
    IDS.iter().find_map(|key| carried.get(*key).filter(is_id)).cloned()
}

/// The names of ids in data.
const IDS: [&str; 9] =
    ["id", "uid", "guid", "pair_id", "pairID", "example_id", "sample_id", "item_id", "idx"];

/// The choice that a letter (`A`, `B`) or a number from 0 stands for; what is neither stays what it is.
pub(super) fn of_choices(said: &str, choices: &[String], letters: bool) -> String {
    let said = said.trim();
    let place = match said.as_bytes() {
        [letter @ b'A'..=b'Z'] if letters => Some(usize::from(letter - b'A')),
        _ if !letters => said.parse::<usize>().ok(),
        _ => None,
    };
    place.and_then(|place| choices.get(place)).cloned().unwrap_or_else(|| said.to_owned())
}

/// Texts in a list.
pub(super) fn texts_in(value: Option<&Value>) -> Vec<String> {
    let members = value.and_then(Value::as_array).into_iter().flatten();
    members.filter_map(Value::as_str).map(|text| text.trim().to_owned()).collect()
}

/// What a scorer says as a number from 0 to 1: numbers and truth values as they are, letters as harnesses grade.
pub(super) fn score(value: &Value) -> Value {
    let graded = |score: f64| Number::from_f64(score).map_or(Value::Null, Value::Number);
    match value {
        Value::String(grade) => match grade.as_str() {
            "C" => graded(1.0),
            "P" => graded(0.5),
            "I" | "N" => graded(0.0),
            other => other.parse::<f64>().map_or(Value::Null, graded),
        },
        Value::Bool(is_right) => graded(f64::from(u8::from(*is_right))),
        Value::Number(number) => Value::Number(number.clone()),
        _ => Value::Null,
    }
}

/// The label in what a model said: within JSON, marks or a full stop, if it has any, and else what it said.
pub(super) fn label_in(said: &str) -> String {
    let fenced = said.trim().trim_start_matches("```json").trim_matches('`').trim();
    let of_object = || match serde_json::from_str::<Value>(fenced).ok()? {
        Value::Object(object) => {
            let named = KEYS.iter().find_map(|key| object.get(*key));
            let alone = object.values().next().filter(|_| object.len() == 1);
            named.or(alone).and_then(Value::as_str).map(str::to_owned)
        }
        Value::String(text) => Some(text),
        _ => None,
    };
    let label = of_object().unwrap_or_else(|| said.to_owned());
    // `Label: neutral`
    let after = label.split_once(':').filter(|(before, _)| {
        KEYS.contains(&before.trim().trim_matches('*').to_ascii_lowercase().as_str())
    });
    let label = after.map_or(label.as_str(), |(_, after)| after);
    let bare = label.trim().trim_matches(['*', '"', '\'', '`']).trim_end_matches('.');
    bare.trim().to_owned()
}

/// The keys of the label in JSON that a model writes, the surest first.
const KEYS: [&str; 12] = [
    "label",
    "answer",
    "prediction",
    "verdict",
    "judgment",
    "judgement",
    "class",
    "classification",
    "relation",
    "entailment",
    "result",
    "output",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_found_in_json_and_within_marks() {
        for said in [
            "neutral",
            " Neutral. ",
            "**neutral**",
            "{\"label\": \"neutral\"}",
            "```json\n{\"answer\": \"neutral\"}\n```",
            "{\"reason\": \"it may be\", \"label\": \"neutral\"}",
            "\"neutral\"",
            "Label: neutral",
            "**Answer:** neutral",
        ] {
            assert_eq!(label_in(said).to_lowercase(), "neutral", "{said}");
        }
        assert_eq!(label_in("{\"a\": \"x\", \"b\": \"y\"}"), "{\"a\": \"x\", \"b\": \"y\"}");
        assert_eq!(label_in("{\"a\": 1}"), "{\"a\": 1}");
    }

    #[test]
    fn what_is_carried_keeps_its_name_unless_a_column_has_it() {
        let mut row = LogRow::default();
        row.set("id", 7);
        let carried = serde_json::json!({"id": 3, "premise": "a", "hypothesis": "b", "label": 0, "genre": "fiction", "x": null});
        row.set_carried(Some(&carried), "doc");
        let expected = serde_json::json!({"id": 7, "text": "a", "hypothesis": "b", "genre": "fiction",
            "doc": {"id": 3, "label": 0}});
        assert_eq!(Value::Object(row.into_row()), expected);
    }
}
