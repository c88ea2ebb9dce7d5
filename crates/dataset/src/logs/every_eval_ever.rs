//! Instance-level results in the schema of every_eval_ever.

use serde_json::{Map, Value};

use super::log::Log;
use super::rows::{LogRow, at, label_in, of_choices, score, text_at, texts_in};

pub(super) const EVERY_EVAL_EVER: Log = Log {
    name: "every-eval-ever",
    tool: "every_eval_ever 0.3.0",
    about: "instance-level results of every_eval_ever, *_samples.jsonl",
    columns: &[
        ("id", "`sample_id`"),
        ("task", "`evaluation_name`"),
        ("system", "`model_id`"),
        ("text", "the part of `input.raw` after `Premise:` and the like"),
        ("hypothesis", "the part after `Hypothesis:` and the like"),
        ("gold", "`input.reference`; for a letter, the choice that it names"),
        ("label", "the last value of `answer_attribution`, else `output.raw`"),
        ("score", "`evaluation.score`"),
    ],
    left_out: "the file of aggregated results next to it, usage, hashes and messages",
    example: EXAMPLE,
    is_one_table: true,
    folder_is_system: false,
    samples: "",
    head: None,
    begins_with: &["\"schema_version\"", "\"evaluation_id\"", "\"sample_id\""],
    is_sample: |sample| {
        ["evaluation_id", "model_id", "sample_id", "input", "evaluation"]
            .iter()
            .all(|key| sample.get(key).is_some())
    },
    rows,
};

const EXAMPLE: &str = concat!(
    r#"{"schema_version": "0.3.0", "evaluation_id": "village/a/1", "model_id": "lab/model-a", "evaluation_name": "village", "#,
    r#""sample_id": "e-0", "interaction_type": "single_turn", "input": {"raw": "Premise: Ilse hid the oak.\nHypothesis: Ilse hid a "#,
    r#"tree.\nentailment, neutral or contradiction?", "reference": ["entailment"], "choices": ["entailment", "neutral", "#,
    r#""contradiction"]}, "output": {"raw": ["entailment"]}, "answer_attribution": [{"turn_idx": 0, "source": "output.raw", "#,
    r#""extracted_value": "entailment", "is_terminal": true}], "evaluation": {"score": 1.0, "is_correct": true}}"#,
    "\n"
);

fn rows(sample: &Value, _: &Value) -> Vec<Map<String, Value>> {
    let mut row = LogRow::default();
    let choices = texts_in(at(sample, &["input", "choices"]));
    row.set("id", sample.get("sample_id").cloned().unwrap_or_default());
    row.set("task", text_at(sample, &["evaluation_name"]));
    row.set("system", text_at(sample, &["model_id"]));
    let reference = at(sample, &["input", "reference"]);
    let mut gold = texts_in(reference);
    gold.extend(reference.and_then(Value::as_str).map(str::to_owned));
    let gold: Vec<String> = gold.iter().map(|one| of_choices(one, &choices, true)).collect();
    match gold.as_slice() {
        [one] => row.set("gold", one.as_str()),
        several => row.set("gold", several.to_vec()),
    }
    let attributed = at(sample, &["answer_attribution"]).and_then(Value::as_array);
    let attributed = attributed.and_then(|turns| text_at(turns.last()?, &["extracted_value"]));
    let raw = at(sample, &["output", "raw"]);
    let raw = raw.and_then(|raw| raw.as_str().or_else(|| raw.as_array()?.last()?.as_str()));
    let said = attributed.or(raw).map(label_in);
    row.set("label", said.map(|said| of_choices(&said, &choices, true)));
    let scored =
        at(sample, &["evaluation", "score"]).or_else(|| at(sample, &["evaluation", "is_correct"]));
    row.set("score", scored.map(score));
    row.set("error", text_at(sample, &["error"]));
    row.set_carried(sample.get("metadata"), "metadata");
    if let Some(prompt) = text_at(sample, &["input", "raw"]) {
        row.set_prompt(prompt);
    }
    vec![row.into_row()]
}
