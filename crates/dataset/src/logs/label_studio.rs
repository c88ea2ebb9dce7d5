//! The JSON export of Label Studio.

use serde_json::{Map, Value};

use super::log::Log;
use super::rows::{LogRow, at, own_id, text_at};

pub(super) const LABEL_STUDIO: Log = Log {
    name: "label-studio",
    tool: "the JSON export of Label Studio, according to its documentation",
    about: "the export of Label Studio, JSON; one row for each annotation",
    columns: &[
        ("id", "`id`, `uid` or the like of `data`, otherwise the `id` of the task"),
        ("text", "`data.premise` and the like"),
        ("hypothesis", "`data.hypothesis` and the like"),
        ("gold", "the choice of the annotation that is marked `ground_truth`"),
        ("annotator", "`completed_by`"),
        ("label", "the choice of the annotation"),
    ],
    left_out: "predictions, drafts, cancelled annotations, and all results that are not choices",
    example: EXAMPLE,
    is_one_table: true,
    folder_is_system: false,
    samples: "",
    head: None,
    begins_with: &["\"annotations\"", "\"completed_by\""],
    is_sample: |sample| {
        sample.get("data").is_some_and(Value::is_object)
            && sample.get("annotations").is_some_and(Value::is_array)
    },
    rows,
};

const EXAMPLE: &str = r#"[{"id": 1, "data": {"premise": "Ilse hid the oak.", "hypothesis": "Ilse hid a tree."}, "annotations": [
 {"id": 10, "completed_by": 1, "was_cancelled": false, "ground_truth": true,
  "result": [{"type": "choices", "from_name": "nli", "value": {"choices": ["Entailment"]}}]},
 {"id": 11, "completed_by": 2, "was_cancelled": false, "ground_truth": false,
  "result": [{"type": "choices", "from_name": "nli", "value": {"choices": ["Neutral"]}}]}
]}]
"#;

fn rows(task: &Value, _: &Value) -> Vec<Map<String, Value>> {
    let annotations = at(task, &["annotations"]).and_then(Value::as_array);
    let is_kept = |annotation: &&Value| {
        at(annotation, &["was_cancelled"]).and_then(Value::as_bool) != Some(true)
    };
    let kept: Vec<&Value> = annotations.into_iter().flatten().filter(is_kept).collect();
    let is_truth = |annotation: &Value| {
        at(annotation, &["ground_truth"]).and_then(Value::as_bool) == Some(true)
    };
    let gold = kept.iter().find(|annotation| is_truth(annotation)).and_then(|it| choice(it));
    let row = |annotation: Option<&Value>| {
        let mut row = LogRow::default();
        row.set("id", own_id(task.get("data")).or_else(|| task.get("id").cloned()));
        row.set("task_id", task.get("id").cloned());
        row.set("gold", gold.clone());
        if let Some(annotation) = annotation {
            row.set("annotator", annotation.get("completed_by").map(annotator));
            row.set("label", choice(annotation));
        }
        row.set_carried(task.get("data"), "data");
        row.into_row()
    };
    // A task without an annotation is a pair all the same.
    if kept.is_empty() {
        return vec![row(None)];
    }
    kept.into_iter().map(|annotation| row(Some(annotation))).collect()
}

/// The choices of an annotation, in a list if they are several.
fn choice(annotation: &Value) -> Option<Value> {
    let results = at(annotation, &["result"])?.as_array()?;
    let mut choices =
        results.iter().filter_map(|result| at(result, &["value", "choices"])?.as_array());
    let first = choices.next()?;
    match first.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(Value::Array(several.to_vec())),
    }
}

/// Who annotated: a number, or an object with an address.
fn annotator(by: &Value) -> Value {
    let named = text_at(by, &["email"]).or_else(|| text_at(by, &["username"]));
    named.map(Value::from).or_else(|| by.get("id").cloned()).unwrap_or_else(|| by.clone())
}
