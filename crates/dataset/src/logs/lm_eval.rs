//! The samples that lm-evaluation-harness logs.

use serde_json::{Map, Value};

use super::log::Log;
use super::rows::{LogRow, at, label_in, of_choices, score, text_at};

pub(super) const LM_EVAL: Log = Log {
    name: "lm-eval",
    tool: "lm_eval 0.4.13",
    about: "samples of lm-evaluation-harness (`--log_samples`), samples_*.jsonl",
    columns: &[
        (
            "id",
            "`doc_id`, with the first letters of `doc_hash`, because it starts at 0 in every task",
        ),
        ("@folder", "the system: the folder of the file"),
        ("text", "`doc.premise` and the like"),
        ("hypothesis", "`doc.hypothesis` and the like"),
        ("gold", "`target`; for a number, the choice that it names"),
        ("label", "the choice with the highest log-likelihood, or the generated and filtered text"),
        ("confidence", "the probability of that choice among all"),
        ("score", "the first of `metrics`"),
    ],
    left_out: "prompts, all repeats but the first, all metrics but the first, and the file of results next to the \
        samples",
    example: EXAMPLE,
    is_one_table: true,
    folder_is_system: true,
    samples: "",
    head: None,
    begins_with: &["\"doc_id\"", "\"filtered_resps\""],
    is_sample: |sample| {
        ["doc_id", "doc", "target", "filtered_resps"].iter().all(|key| sample.get(key).is_some())
    },
    rows,
};

const EXAMPLE: &str = concat!(
    r#"{"doc_id": 0, "doc": {"premise": "Ilse hid the oak.", "hypothesis": "Ilse hid a tree.", "label": 0}, "target": "0", "#,
    r#""arguments": {"gen_args_0": {"arg_0": "Ilse ...", "arg_1": " True"}, "gen_args_1": {"arg_0": "Ilse ...", "arg_1": " False"}}, "#,
    r#""filtered_resps": [["-3.0", "False"], ["-6.8", "False"]], "filter": "none", "metrics": ["acc"], "doc_hash": "3c7474714", "#,
    r#""acc": 1.0}"#,
    "\n"
);

fn rows(sample: &Value, _: &Value) -> Vec<Map<String, Value>> {
    let mut row = LogRow::default();
    let doc_id = at(sample, &["doc_id"]).map(Value::to_string).unwrap_or_default();
    let doc_id = doc_id.trim_matches('"');
    let hash: String = text_at(sample, &["doc_hash"]).unwrap_or_default().chars().take(8).collect();
    row.set("id", if hash.is_empty() { doc_id.to_owned() } else { format!("{doc_id}-{hash}") });
    let choices = choices(sample);
    let responses = sample.get("filtered_resps").and_then(Value::as_array);
    let responses = responses.map(Vec::as_slice).unwrap_or_default();
    let likelihoods: Option<Vec<f64>> =
        responses.iter().take(choices.len()).map(likelihood).collect();
    let likelihoods = likelihoods.filter(|all| choices.len() > 1 && all.len() == choices.len());
    let is_choice = likelihoods.is_some();
    match likelihoods {
        Some(all) => {
            // The first of several that are equal, as the harness takes it.
            let best = (0..all.len()).rev().max_by(|a, b| all[*a].total_cmp(&all[*b])).unwrap_or(0);
            row.set("label", choices[best].as_str());
            let sum: f64 = all.iter().map(|one| (one - all[best]).exp()).sum();
            row.set("confidence", sum.recip());
        }
        None => row.set("label", responses.first().and_then(generated).map(label_in)),
    }
    if let Some(target) = sample.get("target") {
        let target = target.as_str().map_or_else(|| target.to_string(), str::to_owned);
        row.set(
            "gold",
            if is_choice { of_choices(&target, &choices, false) } else { target.trim().to_owned() },
        );
    }
    let filter = text_at(sample, &["filter"]).filter(|filter| *filter != "none");
    row.set("filter", filter);
    let metric = at(sample, &["metrics"]).and_then(|metrics| metrics.get(0)?.as_str());
    row.set("score", metric.and_then(|metric| sample.get(metric)).map(score));
    row.set("doc_id", doc_id);
    row.set_carried(sample.get("doc"), "doc");
    if let Some(prompt) = prompt(sample) {
        row.set_prompt(prompt);
    }
    vec![row.into_row()]
}

/// What is asked of the model, request by request: its arguments, in a list or under `gen_args_0`, `gen_args_1` and so on.
fn arguments(sample: &Value) -> Vec<&Value> {
    match sample.get("arguments") {
        Some(Value::Array(all)) => all.iter().collect(),
        Some(Value::Object(all)) => {
            (0..all.len()).map_while(|at| all.get(&format!("gen_args_{at}"))).collect()
        }
        _ => Vec::new(),
    }
}

/// One argument of a request.
fn argument(request: &Value, at: usize) -> Option<&str> {
    request.get(at).or_else(|| request.get(format!("arg_{at}")))?.as_str()
}

/// The choices, each the continuation of a request; none if the model generates.
fn choices(sample: &Value) -> Vec<String> {
    let mut choices: Vec<String> = Vec::new();
    for request in arguments(sample) {
        let Some(choice) = argument(request, 1).map(str::trim) else { return Vec::new() };
        // Behind the choices come the same ones without a context.
        if !choices.iter().any(|known| known == choice) {
            choices.push(choice.to_owned());
        }
    }
    choices
}

fn prompt(sample: &Value) -> Option<&str> {
    argument(arguments(sample).first()?, 0)
}

/// The log-likelihood of a response: `["-3.0", "False"]` or a number.
fn likelihood(response: &Value) -> Option<f64> {
    let value = response.get(0).unwrap_or(response);
    let number = value.as_f64().or_else(|| value.as_str()?.parse().ok())?;
    number.is_finite().then_some(number)
}

/// What was generated: a text, or the first of several repeats.
fn generated(response: &Value) -> Option<&str> {
    response.as_str().or_else(|| response.get(0)?.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_choice_is_the_likeliest_and_what_is_generated_is_what_was_filtered() {
        // exp(-1) / (exp(-1) + exp(-2)) by hand: 1 / (1 + exp(-1)) = 0.7310585...
        let sample = json!({"doc_id": 3, "doc": {"a": 1}, "target": 1, "arguments": [["p", " yes"], ["p", " no"]],
            "filtered_resps": [[-2.0, false], [-1.0, false]], "metrics": ["acc"], "acc": 1.0, "filter": "none"});
        let row = rows(&sample, &Value::Null).remove(0);
        assert_eq!(
            (&row["id"], &row["gold"], &row["label"]),
            (&json!("3"), &json!("no"), &json!("no"))
        );
        let confidence = row["confidence"].as_f64().unwrap();
        assert!((confidence - 0.731_058_578_630_005).abs() < 1e-12, "{confidence}");
        let sample = json!({"doc_id": 3, "doc": {}, "target": "neutral", "arguments": {"gen_args_0": {"arg_0": "p",
            "arg_1": {"until": ["\n"]}}}, "filtered_resps": ["neutral."], "filter": "strict-match"});
        let row = rows(&sample, &Value::Null).remove(0);
        assert_eq!(
            (&row["gold"], &row["label"], &row["filter"]),
            (&json!("neutral"), &json!("neutral"), &json!("strict-match"))
        );
    }
}
