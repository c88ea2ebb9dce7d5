//! What `prodigy db-out` writes of choices and of yes and no.

use serde_json::{Map, Value};

use super::log::Log;
use super::rows::{LogRow, at, own_id, text_at};

pub(super) const PRODIGY: Log = Log {
    name: "prodigy",
    tool: "`prodigy db-out`, according to the documentation of Prodigy 1",
    about: "annotations of Prodigy (db-out) with options, JSON Lines",
    columns: &[
        ("id", "`id`, `uid` or the like of `meta` or of the task, otherwise `_input_hash`"),
        ("text", "`premise` and the like"),
        ("hypothesis", "`hypothesis` and the like"),
        ("annotator", "`_annotator_id`"),
        ("label", "the accepted option; none if the task was rejected or ignored"),
    ],
    left_out: "options, hashes, sessions, times and all keys that begin with an underscore",
    example: EXAMPLE,
    is_one_table: true,
    folder_is_system: false,
    samples: "",
    head: None,
    begins_with: &["\"_input_hash\"", "\"answer\""],
    is_sample: |sample| {
        sample.get("_input_hash").is_some()
            && sample.get("answer").is_some()
            && (sample.get("accept").is_some() || sample.get("label").is_some())
    },
    rows,
};

const EXAMPLE: &str = concat!(
    r#"{"premise": "Ilse hid the oak.", "hypothesis": "Ilse hid a tree.", "meta": {"uid": "v1"}, "_input_hash": 1, "_task_hash": 2, "#,
    r#""options": [{"id": "entailment"}, {"id": "neutral"}], "accept": ["entailment"], "answer": "accept", "#,
    r#""_annotator_id": "nli-kea"}"#,
    "\n"
);

/// Keys of the tool's own, beside those that begin with an underscore.
const OWN: [&str; 8] = ["options", "config", "accept", "answer", "meta", "tokens", "spans", "html"];

fn rows(task: &Value, _: &Value) -> Vec<Map<String, Value>> {
    let mut row = LogRow::default();
    let own = own_id(task.get("meta")).or_else(|| own_id(Some(task)));
    row.set("id", own.or_else(|| task.get("_input_hash").cloned()));
    let by = text_at(task, &["_annotator_id"]).or_else(|| text_at(task, &["_session_id"]));
    row.set("annotator", by);
    if text_at(task, &["answer"]) == Some("accept") {
        let accepted = at(task, &["accept"]).and_then(Value::as_array);
        row.set(
            "label",
            match accepted.map(Vec::as_slice) {
                Some([one]) => one.clone(),
                Some(several) => Value::Array(several.to_vec()),
                None => task.get("label").cloned().unwrap_or_default(),
            },
        );
    }
    let mut carried = task.as_object().cloned().unwrap_or_default();
    carried
        .retain(|key, _| !key.starts_with('_') && !OWN.contains(&key.as_str()) && key != "label");
    row.set_carried(Some(&Value::Object(carried)), "task");
    row.set_carried(task.get("meta"), "meta");
    vec![row.into_row()]
}
