//! The JSON output of promptfoo. Its CSV output is a table like any other.

use serde_json::{Map, Value};

use super::log::Log;
use super::rows::{LogRow, at, label_in, own_id, score, text_at};

pub(super) const PROMPTFOO: Log = Log {
    name: "promptfoo",
    tool: "promptfoo 0.121",
    about: "the output of promptfoo, JSON or JSON Lines",
    columns: &[
        ("id", "the variable `id`, `uid` or the like of the test, otherwise `testIdx`"),
        ("system", "`provider.label`, otherwise `provider.id`"),
        ("text", "the variable `premise` and the like"),
        ("hypothesis", "the variable `hypothesis` and the like"),
        ("gold", "the value of the first assertion that compares texts"),
        ("label", "`response.output`"),
        ("score", "`score`"),
    ],
    left_out: "prompts except for their number, costs, latencies, all assertions but the first; a test that failed to \
        run has no label",
    example: EXAMPLE,
    is_one_table: true,
    folder_is_system: false,
    samples: "results.results",
    head: None,
    begins_with: &["\"prompt"],
    is_sample: |sample| {
        ["provider", "vars", "testCase"].iter().all(|key| sample.get(key).is_some())
    },
    rows,
};

const EXAMPLE: &str = r#"{"evalId": "eval-1", "results": {"version": 3, "prompts": [], "results": [
 {"promptIdx": 0, "testIdx": 0, "provider": {"id": "lab:model-a", "label": "model-a"}, "response": {"output": "neutral"},
  "score": 0, "success": false, "failureReason": 1, "error": "Expected output \"neutral\" to equal \"entailment\"",
  "vars": {"id": "v1", "premise": "Ilse hid the oak.", "hypothesis": "Ilse hid a tree.", "phenomenon": "hypernymy"},
  "testCase": {"assert": [{"type": "equals", "value": "entailment"}]}}
 ]}}
"#;

/// Assertions whose value is what should be answered.
const COMPARING: [&str; 6] =
    ["equals", "iequals", "contains", "icontains", "starts-with", "is-equal"];

/// The failure of a test that did not run; a wrong answer is another one.
const DID_NOT_RUN: u64 = 2;

fn rows(sample: &Value, _: &Value) -> Vec<Map<String, Value>> {
    let mut row = LogRow::default();
    row.set("id", own_id(sample.get("vars")).or_else(|| sample.get("testIdx").cloned()));
    let provider = text_at(sample, &["provider", "label"])
        .or_else(|| text_at(sample, &["provider", "id"]))
        .or_else(|| text_at(sample, &["provider"]));
    row.set("system", provider);
    row.set("prompt_number", at(sample, &["promptIdx"]).cloned().unwrap_or_default());
    let asserted = at(sample, &["testCase", "assert"]).and_then(Value::as_array);
    let compared = asserted.into_iter().flatten().find(|assertion| {
        text_at(assertion, &["type"]).is_some_and(|kind| COMPARING.contains(&kind))
    });
    row.set("gold", compared.and_then(|assertion| text_at(assertion, &["value"])).map(str::trim));
    let did_not_run = at(sample, &["failureReason"]).and_then(Value::as_u64) == Some(DID_NOT_RUN);
    if did_not_run {
        row.set("error", text_at(sample, &["error"]));
    } else {
        let output = at(sample, &["response", "output"]);
        let output =
            output.map(|said| said.as_str().map_or_else(|| said.to_string(), str::to_owned));
        row.set("label", output.as_deref().map(label_in));
    }
    row.set("score", at(sample, &["score"]).map(score));
    row.set_carried(sample.get("vars"), "vars");
    if let Some(prompt) = text_at(sample, &["prompt", "raw"]) {
        row.set_prompt(prompt);
    }
    vec![row.into_row()]
}
