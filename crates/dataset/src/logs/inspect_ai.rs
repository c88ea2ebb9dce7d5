//! Logs of inspect_ai.

use serde_json::{Map, Value};

use super::log::Log;
use super::rows::{LogRow, at, label_in, of_choices, score, text_at, texts_in};

pub(super) const INSPECT_AI: Log = Log {
    name: "inspect",
    tool: "inspect_ai 0.3.285",
    about: "logs of inspect_ai, .eval or JSON",
    columns: &[
        ("id", "`id` of the sample"),
        ("task", "`eval.task`"),
        ("system", "`eval.model`"),
        ("run", "`epoch`"),
        ("text", "`metadata.premise` and the like, or the part of a prompt after `Premise:`"),
        (
            "hypothesis",
            "`metadata.hypothesis` and the like, or the part of a prompt after `Hypothesis:`",
        ),
        ("gold", "`target`; for a letter, the choice that it names"),
        (
            "label",
            "`answer` of the first scorer that has one, otherwise the model's output; letters as for gold labels",
        ),
        ("score", "`value` of the first scorer: C is 1, P is 0.5, I and N are 0"),
        ("error", "the message of a failed sample"),
    ],
    left_out: "messages, events, usage, attachments, reductions, all scorers but the first with an answer; a failed \
               sample has no label",
    example: EXAMPLE,
    is_one_table: true,
    folder_is_system: false,
    samples: "samples",
    head: Some("eval"),
    begins_with: &["\"eval\"", "\"task\""],
    is_sample: |sample| ["id", "epoch", "target"].iter().all(|key| sample.get(key).is_some()),
    rows,
};

const EXAMPLE: &str = r#"{"version": 2, "status": "success",
 "eval": {"task": "village_nli", "model": "openai/model-a"},
 "samples": [
  {"id": "v1", "epoch": 1, "input": "Does it follow?", "choices": ["entailment", "neutral", "contradiction"], "target": "A",
   "metadata": {"premise": "Ilse hid the oak.", "hypothesis": "Ilse hid a tree.", "phenomenon": "hypernymy"},
   "output": {"completion": "ANSWER: B"}, "scores": {"choice": {"value": "I", "answer": "B"}}},
  {"id": "v2", "epoch": 1, "input": "Does it follow?", "target": "B", "output": {"completion": ""},
   "error": {"message": "the provider did not answer"}}
 ]}
"#;

fn rows(sample: &Value, eval: &Value) -> Vec<Map<String, Value>> {
    let mut row = LogRow::default();
    let choices = texts_in(sample.get("choices"));
    row.set("id", sample.get("id").cloned().unwrap_or_default());
    row.set("task", text_at(eval, &["task"]));
    row.set("system", text_at(eval, &["model"]));
    row.set("run", sample.get("epoch").cloned().unwrap_or_default());
    row.set("gold", gold(sample.get("target"), &choices));
    let error = text_at(sample, &["error", "message"]).or_else(|| text_at(sample, &["error"]));
    row.set("error", error);
    let scores = sample.get("scores").and_then(Value::as_object);
    let mut scorers = scores.into_iter().flat_map(Map::values);
    if error.is_none() {
        let answer = scorers.clone().find_map(|scorer| text_at(scorer, &["answer"]));
        let said = answer.or_else(|| text_at(sample, &["output", "completion"]));
        row.set("label", said.map(|said| of_choices(&label_in(said), &choices, true)));
    }
    row.set("score", scorers.next().and_then(|scorer| scorer.get("value")).map(score));
    row.set_carried(sample.get("metadata"), "metadata");
    if let Some(input) = input(sample) {
        row.set_prompt(&input);
    }
    vec![row.into_row()]
}

/// The target, or several that are as right as one another.
fn gold(target: Option<&Value>, choices: &[String]) -> Value {
    match target {
        Some(Value::String(one)) => of_choices(one, choices, true).into(),
        Some(Value::Array(_)) => {
            let all = texts_in(target);
            let all = all.iter().map(|one| Value::from(of_choices(one, choices, true)));
            let mut all: Vec<Value> = all.collect();
            if all.len() == 1 { all.remove(0) } else { Value::Array(all) }
        }
        other => other.cloned().unwrap_or_default(),
    }
}

/// The prompt: a text, or the last message of the user.
fn input(sample: &Value) -> Option<String> {
    match sample.get("input")? {
        Value::String(text) => Some(text.clone()),
        Value::Array(messages) => {
            let of_user = |message: &&Value| text_at(message, &["role"]) == Some("user");
            let last = messages.iter().rev().find(of_user)?;
            at(last, &["content"])?.as_str().map(str::to_owned)
        }
        _ => None,
    }
}
