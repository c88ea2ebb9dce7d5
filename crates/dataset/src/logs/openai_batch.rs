//! The output of the Batch API of OpenAI.

use serde_json::{Map, Value};

use super::log::Log;
use super::rows::{LogRow, at, label_in, text_at};

pub(super) const OPENAI_BATCH: Log = Log {
    name: "openai-batch",
    tool: "the Batch API of OpenAI (openai 3.54.0)",
    about: "the output of a batch of OpenAI, chat completions or responses, *.jsonl",
    columns: &[
        ("id", "`custom_id`"),
        ("label", "the model's output; within JSON the key `label`, `answer` and the like"),
        ("error", "the message of a failed request"),
    ],
    left_out: "the name of the model, usage and log-probabilities; texts and gold, which are in another file",
    example: EXAMPLE,
    is_one_table: false,
    folder_is_system: false,
    samples: "",
    head: None,
    begins_with: &["\"custom_id\"", "\"response\""],
    is_sample: |sample| {
        sample.get("custom_id").is_some() && at(sample, &["response", "status_code"]).is_some()
            || sample.get("custom_id").is_some() && sample.get("error").is_some()
    },
    rows,
};

const EXAMPLE: &str = concat!(
    r#"{"id": "batch_req_1", "custom_id": "v1", "response": {"status_code": 200, "body": {"model": "model-a", "choices": "#,
    r#"[{"index": 0, "message": {"role": "assistant", "content": "{\"label\": \"neutral\"}"}}]}}, "error": null}"#,
    "\n",
    r#"{"id": "batch_req_2", "custom_id": "v2", "response": null, "error": {"code": "batch_expired", "message": "It expired."}}"#,
    "\n"
);

fn rows(sample: &Value, _: &Value) -> Vec<Map<String, Value>> {
    let body = at(sample, &["response", "body"]);
    let choices = body.and_then(|body| at(body, &["choices"])).and_then(Value::as_array);
    let said: Vec<Option<String>> = match (choices, body) {
        (Some(choices), _) => choices.iter().map(of_choice).collect(),
        (None, Some(body)) => vec![of_response(body)],
        (None, None) => vec![None],
    };
    let several = said.len() > 1;
    let row = |(number, said): (usize, Option<String>)| {
        let mut row = LogRow::default();
        row.set("id", sample.get("custom_id").cloned().unwrap_or_default());
        if several {
            row.set("run", number + 1);
        }
        match said {
            Some(said) => row.set("label", label_in(&said)),
            None => row.set("error", error(sample)),
        }
        row.into_row()
    };
    said.into_iter().enumerate().map(row).collect()
}

/// What one of the completions of a chat says.
fn of_choice(choice: &Value) -> Option<String> {
    text_at(choice, &["message", "content"]).map(str::to_owned)
}

/// The text of the Responses API.
fn of_response(body: &Value) -> Option<String> {
    let items = at(body, &["output"])?.as_array()?.iter();
    let parts = items.filter_map(|item| at(item, &["content"])?.as_array()).flatten();
    let texts: Vec<&str> = parts.filter_map(|part| text_at(part, &["text"])).collect();
    (!texts.is_empty()).then(|| texts.concat())
}

fn error(sample: &Value) -> &str {
    let of_body = || text_at(sample, &["response", "body", "error", "message"]);
    text_at(sample, &["error", "message"]).or_else(of_body).unwrap_or("no response")
}
