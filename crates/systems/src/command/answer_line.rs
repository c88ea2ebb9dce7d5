//! A line of a program's output as a reply.

use std::fmt;

use phenom_dataset::{Judgment, LabelScheme, Meaning};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de};

use super::error::CommandProblem;
use crate::excerpt::excerpt;
use crate::{Probabilities, Reply};

/// How many characters of a line that cannot be read are shown, and of why not.
const SHOWN: usize = 200;

/// A line as it stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    id: String,
    // Null is an abstention; nothing at all may be a slip.
    #[serde(deserialize_with = "Option::deserialize")]
    label: Option<String>,
    confidence: Option<f64>,
    probabilities: Option<Numbers>,
    justification: Option<String>,
}

/// Numbers by label, in their order, and none lost where a label stands twice.
struct Numbers(Vec<(String, f64)>);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Numbers;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of numbers by label")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Numbers, A::Error> {
                let mut numbers: Vec<(String, f64)> = Vec::new();
                while let Some((label, number)) = map.next_entry::<String, f64>()? {
                    if numbers.iter().any(|(known, _)| *known == label) {
                        return Err(de::Error::custom(format!("label `{label}` appears twice")));
                    }
                    numbers.push((label, number));
                }
                Ok(Numbers(numbers))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

/// The id and the reply of a line; nothing of a blank one.
pub(super) fn read(
    line: usize,
    bytes: &[u8],
    labels: &LabelScheme,
) -> Result<Option<(String, Reply)>, CommandProblem> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    let unreadable = |reason: String| CommandProblem::Unreadable {
        line,
        reason: excerpt(&reason, SHOWN),
        text: excerpt(&String::from_utf8_lossy(bytes), SHOWN),
    };
    let text = std::str::from_utf8(bytes).map_err(|error| unreadable(error.to_string()))?;
    let answer: Answer =
        serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
    let probabilities =
        answer.probabilities.map(|numbers| probabilities(numbers, labels)).transpose();
    let mut reply = Reply {
        judgment: None,
        confidence: answer.confidence,
        probabilities: probabilities.map_err(unreadable)?,
        justification: answer.justification,
    };
    if let Some(label) = answer.label {
        match labels.meaning(label.trim()) {
            Some(Meaning::Judgment(judgment)) => reply.judgment = Some(judgment),
            Some(Meaning::None) => {}
            None if label.trim().is_empty() => {}
            None => {
                let said = [Some(label), reply.justification.take()];
                reply.justification =
                    Some(said.into_iter().flatten().collect::<Vec<_>>().join("\n"));
            }
        }
    }
    reply.check().map_err(unreadable)?;
    Ok(Some((answer.id, reply)))
}

fn probabilities(numbers: Numbers, labels: &LabelScheme) -> Result<Probabilities, String> {
    let mut all: Vec<(Judgment, f64)> = Vec::new();
    for (label, number) in numbers.0 {
        let Some(Meaning::Judgment(judgment)) = labels.meaning(label.trim()) else {
            return Err(format!(
                "`probabilities` contains `{label}`, which is not a label of this task"
            ));
        };
        all.push((judgment, number));
    }
    Ok(Probabilities(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(line: &str) -> Result<Reply, String> {
        let labels = LabelScheme::named("nli").unwrap();
        match read(7, line.as_bytes(), &labels) {
            Ok(read) => Ok(read.unwrap().1),
            Err(CommandProblem::Unreadable { line: 7, reason, .. }) => Err(reason),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn an_answer_may_say_more_than_its_label() {
        let line = r#"{"id": "1", "label": "neutral", "confidence": 0.7, "justification": "why",
            "probabilities": {"neutral": 0.7, "entailment": 0.2, "contradiction": 0.1}}"#;
        let probabilities = vec![
            (Judgment::Unknown, 0.7),
            (Judgment::Entailment, 0.2),
            (Judgment::Contradiction, 0.1),
        ];
        let expected = Reply {
            confidence: Some(0.7),
            probabilities: Some(Probabilities(probabilities)),
            ..Reply::judged(Judgment::Unknown).because("why".to_owned())
        };
        assert_eq!(reply(line).unwrap(), expected);
    }

    #[test]
    fn no_label_and_another_label_are_abstentions_and_what_was_said_is_kept() {
        let nothing = Reply::default();
        assert_eq!(reply(r#"{"id": "1", "label": null}"#).unwrap(), nothing);
        assert_eq!(reply(r#"{"id": "1", "label": "-"}"#).unwrap(), nothing);
        let maybe = nothing.clone().because("Neutral".to_owned());
        assert_eq!(reply(r#"{"id": "1", "label": "Neutral"}"#).unwrap(), maybe);
        let both = nothing.because("maybe\nit depends".to_owned());
        let line = r#"{"id": "1", "label": "maybe", "justification": "it depends"}"#;
        assert_eq!(reply(line).unwrap(), both);
    }

    #[test]
    fn what_is_no_answer_is_told() {
        for (line, reason) in [
            ("hello", "expected value"),
            (r#"{"id": "1"}"#, "missing field `label`"),
            (r#"{"id": 1, "label": null}"#, "expected a string"),
            (r#"{"label": null}"#, "missing field `id`"),
            (r#"{"id": "1", "label": null, "prob": 1}"#, "unknown field `prob`"),
            (r#"{"id": "1", "id": "2", "label": null}"#, "duplicate field `id`"),
            (r#"{"id": "1", "label": null} x"#, "trailing characters"),
            (r#"{"id": "1", "label": null, "confidence": NaN}"#, "expected value"),
            (r#"{"id": "1", "label": null, "confidence": 1e999}"#, "out of range"),
            (r#"{"id": "1", "label": null, "probabilities": {"neutral": 2}}"#, "sum to 1"),
            (r#"{"id": "1", "label": null, "probabilities": {}}"#, "sum to 1"),
            (r#"{"id": "1", "label": null, "probabilities": {"maybe": 1}}"#, "is not a label"),
            (
                r#"{"id": "1", "label": null, "probabilities": {"neutral": 1, "neutral": 0}}"#,
                "appears twice",
            ),
        ] {
            let told = reply(line).unwrap_err();
            assert!(told.contains(reason), "{line}: {told}");
        }
        let labels = LabelScheme::judgments();
        let two = r#"{"id": "", "label": null, "probabilities": {"unknown": 1, "x": 0}}"#;
        let same = LabelScheme::custom(
            [("x".to_owned(), Meaning::Judgment(Judgment::Unknown))]
                .into_iter()
                .chain(labels.meanings().to_vec()),
        );
        assert!(read(1, two.as_bytes(), &same).unwrap_err().to_string().contains("unknown twice"));
        let bytes = b"{\"id\": \"\xff\", \"label\": null}";
        assert!(read(1, bytes, &labels).unwrap_err().to_string().contains("invalid utf-8"));
        assert!(read(1, b" \r", &labels).unwrap().is_none());
    }
}
