//! The `phenom` format: JSON Lines, one original pair a line, its monothematic pairs in it.
//! Described with an example in `docs/formats.md`.

use std::borrow::Cow;

use serde::Deserialize;

use super::labels::meaning;
use crate::input::{Fatal, Input};
use crate::json::malformed;
use crate::json_keys::{Map, Object};
use crate::{
    DatasetBuilder, EntailmentRule, Judgment, LabelScheme, Meaning, PairRow, Phenomenon,
    ProblemKind,
};

/// A pair, with fields of its own beside those that originals and monothematic pairs share: serde's `flatten` would take
/// the places out of the messages.
macro_rules! pair {
    ($name:ident { $($before:tt)* } { $($after:tt)* }) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name<'a> {
            #[serde(borrow)]
            id: Cow<'a, str>,
            $($before)*
            #[serde(borrow, default)]
            text: Option<Cow<'a, str>>,
            #[serde(borrow, default)]
            hypothesis: Option<Cow<'a, str>>,
            #[serde(borrow, default)]
            gold: Option<Cow<'a, str>>,
            #[serde(borrow, default)]
            also_gold: Vec<Cow<'a, str>>,
            #[serde(borrow, default)]
            annotations: Map<Cow<'a, str>, Cow<'a, str>>,
            #[serde(borrow, default)]
            annotator_counts: Map<Cow<'a, str>, u16>,
            #[serde(default)]
            weight: Option<f64>,
            #[serde(borrow, default)]
            task: Option<Cow<'a, str>>,
            #[serde(borrow, default)]
            attributes: Map<Cow<'a, str>, Cow<'a, str>>,
            #[serde(borrow, default)]
            phenomena: Vec<Cow<'a, str>>,
            $($after)*
        }

        impl $name<'_> {
            /// Adds the pair, with what is its own.
            fn add(&self, line: &mut Line<'_>, own: &PairRow<'_>) {
                let gold = line.judgment(self.gold.as_deref());
                let also_gold = line.judgments(&self.also_gold);
                let annotations = line.annotations(&self.annotations);
                let annotator_counts = line.annotator_counts(&self.annotator_counts);
                let phenomena = line.phenomena(&self.phenomena);
                let weight = line.weight(self.weight);
                line.builder.add(&PairRow {
                    line: line.line,
                    id: &self.id,
                    hypothesis: self.hypothesis.as_deref(),
                    gold,
                    also_gold: &also_gold,
                    annotations: &annotations,
                    annotator_counts,
                    weight,
                    phenomena: &phenomena,
                    task: self.task.as_deref(),
                    attributes: &borrowed(&self.attributes),
                    ..own.clone()
                });
            }
        }
    };
}

pair! {
    Original {
        #[serde(borrow, default)]
        cluster: Option<Cow<'a, str>>,
    } {
        #[serde(borrow, default)]
        monothematic: Vec<Object<Monothematic<'a>>>,
    }
}

pair! {
    Monothematic {} {
        #[serde(default)]
        rule: Option<Object<EntailmentRule>>,
    }
}

/// Reads pairs and returns how many lines there were.
pub(super) fn read(
    input: Input,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    input.for_each_line_of_json(|line, text| {
        let original = text
            .and_then(|text| serde_json::from_str(text).map_err(|error| malformed(&error, text)));
        match original {
            Ok(Object(original)) => add(line, &original, scheme, builder),
            Err(kind) => {
                builder.lose(None);
                builder.problem(Some(line), of_other_rows(kind));
            }
        }
    })
}

/// A line that is JSON and no pair of this format is likely one of a table: the same with how to read these.
fn of_other_rows(kind: ProblemKind) -> ProblemKind {
    let is_object = |message: &str| !message.starts_with("expected a JSON object");
    let of_field = |message: &str| {
        message.contains(", found ")
            || message.contains("unknown field ")
            || message.contains("missing field ")
    };
    let is_other = |message: &str| is_object(message) && of_field(message);
    match kind {
        ProblemKind::Malformed { message, help } if is_other(&message) => {
            let table = "set `format: ndjson` for rows of a table; `phenom init FILE` writes a config with it";
            let help = help.map_or_else(|| table.to_owned(), |help| format!("{help}; {table}"));
            ProblemKind::Malformed { message, help: Some(help) }
        }
        other => other,
    }
}

fn add(line: u64, original: &Original<'_>, scheme: &LabelScheme, builder: &mut DatasetBuilder) {
    let mut line = Line { line, scheme, builder };
    let text = original.text.as_deref();
    let cluster = original.cluster.as_deref();
    original.add(&mut line, &PairRow { cluster, text, ..PairRow::default() });
    for Object(pair) in &original.monothematic {
        let own = PairRow {
            origin: Some(&original.id),
            // A monothematic pair keeps the text of its original as a rule.
            text: pair.text.as_deref().or(text),
            rule: pair.rule.as_ref().map(|Object(rule)| rule),
            ..PairRow::default()
        };
        pair.add(&mut line, &own);
    }
}

/// A line that is being read; what is wrong with its values is noted on the way.
struct Line<'b> {
    line: u64,
    scheme: &'b LabelScheme,
    builder: &'b mut DatasetBuilder,
}

impl Line<'_> {
    fn judgment(&mut self, label: Option<&str>) -> Option<Judgment> {
        let label = label.filter(|_| !self.builder.expects_outcomes())?;
        match meaning(self.scheme, label) {
            Ok(Meaning::Judgment(judgment)) => Some(judgment),
            Ok(Meaning::None) => None,
            Err(kind) => {
                self.builder.problem(Some(self.line), kind);
                None
            }
        }
    }

    fn judgments(&mut self, labels: &[Cow<'_, str>]) -> Vec<Judgment> {
        labels.iter().filter_map(|label| self.judgment(Some(label))).collect()
    }

    fn annotations<'l>(
        &mut self,
        labels: &'l Map<Cow<'_, str>, Cow<'_, str>>,
    ) -> Vec<(&'l str, Judgment)> {
        let labels = labels.0.iter();
        labels
            .filter_map(|(name, label)| Some((name.as_ref(), self.judgment(Some(label))?)))
            .collect()
    }

    fn annotator_counts(
        &mut self,
        counted: &Map<Cow<'_, str>, u16>,
    ) -> Option<[u16; Judgment::ALL.len()]> {
        let mut counts = [0u16; Judgment::ALL.len()];
        for (label, count) in &counted.0 {
            if let Some(judgment) = self.judgment(Some(label)) {
                let sum = &mut counts[usize::from(judgment.code())];
                *sum = sum.saturating_add(*count);
            }
        }
        (!counted.0.is_empty()).then_some(counts)
    }

    fn weight(&mut self, weight: Option<f64>) -> Option<f64> {
        let value = weight?;
        if value.is_finite() && value >= 0.0 {
            return Some(value);
        }
        let (column, wanted) = ("weight".to_owned(), "a finite number of at least 0");
        self.builder.problem(Some(self.line), ProblemKind::OutOfRange { column, value, wanted });
        None
    }

    fn phenomena(&mut self, tags: &[Cow<'_, str>]) -> Vec<Phenomenon> {
        let mut phenomena = Vec::with_capacity(tags.len());
        for tag in tags {
            match Phenomenon::parse(tag) {
                Ok(phenomenon) => phenomena.push(phenomenon),
                Err(error) => self.builder.problem(Some(self.line), error.into()),
            }
        }
        phenomena
    }
}

fn borrowed<'a>(attributes: &'a Map<Cow<'_, str>, Cow<'_, str>>) -> Vec<(&'a str, &'a str)> {
    attributes.0.iter().map(|(name, value)| (name.as_ref(), value.as_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeepTexts, Problems, read_pairs};

    fn load(text: &'static str) -> Result<crate::Dataset, Problems> {
        let source =
            crate::PairSource::new(crate::PairFormat::PhenomJsonl, LabelScheme::judgments());
        let mut builder = DatasetBuilder::new(KeepTexts::Yes);
        let input = Input::Stream(Box::new(text.as_bytes()));
        read_pairs(&source, "pairs.jsonl", input, &mut builder);
        builder.finish()
    }

    #[test]
    fn a_line_is_an_original_with_its_monothematic_pairs() {
        let dataset = load(
            r#"{"id": "125", "text": "T", "hypothesis": "H", "gold": "contradiction", "task": "QA", "attributes": {"length": "short"}, "monothematic": [{"id": "125.1", "hypothesis": "H1", "gold": "contradiction", "phenomena": ["lexical:semantic-opposition"], "rule": {"pattern": "x => y", "left_hand_side": "new"}}]}"#,
        )
        .unwrap();
        assert_eq!(dataset.len(), 2);
        assert_eq!(dataset.texts(1), Some(("T", "H1")));
        assert_eq!(dataset.rule(1).unwrap().left_hand_side.as_deref(), Some("new"));
        assert_eq!(dataset.rule(0), None);
        assert_eq!(dataset.task().unwrap().value(0), Some("QA"));
        assert_eq!(dataset.task().unwrap().value(1), None);
        assert_eq!(dataset.attributes()[0].value(0), Some("short"));
        assert_eq!(dataset.phenomena()[0].path(), "lexical:semantic-opposition");
    }

    #[test]
    fn all_lines_are_read_and_all_problems_told() {
        let problems = load(
            "{\"id\": \"a\", \"gold\": \"YES\"}\n{\"id\": \"b\", \"golt\": \"x\"}\n{\"id\": \"c\", \"gol\n\
             {\"id\": \"d\", \"phenomena\": [\"synonymy:\"]}\n{\"id\": 7}\n{\"id\": \"a\"}\n",
        )
        .unwrap_err();
        let text = problems.to_string();
        let expected = "pairs.jsonl:1: label `YES` has no meaning in the label scheme `judgments`\n\
             pairs.jsonl:2: unknown field `golt` (column 18)\n\
             pairs.jsonl:3: the line ends in the middle of a JSON value\n\
             pairs.jsonl:4: phenomenon `synonymy:` has an empty part; write it as `CATEGORY:PHENOMENON`\n\
             pairs.jsonl:5: expected a string, found the number 7 (column 8)\n\
             pairs.jsonl:6: id `a` appears twice, first on line 1";
        assert_eq!(text, expected);
        let help = problems.kept()[1].kind.help().unwrap();
        assert!(help.starts_with("did you mean `gold`?"), "{help}");
    }

    #[test]
    fn rows_of_a_table_are_told_from_a_slip() {
        let help = |text: &'static str| load(text).unwrap_err().kept()[0].kind.help();
        for row in [
            r#"{"id": 0, "text": "T"}"#,
            r#"{"id": "a", "phenomena": "negation"}"#,
            r#"{"pairID": "a", "gold_label": "neutral"}"#,
        ] {
            assert!(help(row).is_some_and(|help| help.contains("`format: ndjson`")), "{row}");
        }
        assert!(help(r#"{"id": "a""#).is_some_and(|help| !help.contains("ndjson")));
    }

    #[test]
    fn blanks_around_ids_and_labels_are_no_part_of_them_and_a_list_is_no_pair() {
        let dataset = load("{\"id\": \" a \", \"gold\": \"unknown \"}").unwrap();
        assert_eq!((dataset.id(0), dataset.gold()[0]), ("a", Some(Judgment::Unknown)));
        let problems = load(
            "{\"id\": \"a\", \"monothematic\": [[\"b\"]]}\n[\"1\", null]\n{\"id\": \"c\", \"rule\": []}",
        )
        .unwrap_err();
        assert_eq!(
            problems.to_string(),
            "pairs.jsonl:1: expected a JSON object, found a list (column 29) (2 rows like this: here first, \
             again on 2)\n\
             pairs.jsonl:3: unknown field `rule` (column 18)"
        );
    }

    #[test]
    fn further_judgments_need_a_first_one() {
        let problems = load(r#"{"id": "a", "gold": null, "also_gold": ["unknown"]}"#).unwrap_err();
        assert_eq!(problems.to_string(), "pairs.jsonl:1: `a` has `also_gold` and no `gold`");
        assert!(load(r#"{"id": "a", "gold": "entailment", "also_gold": ["unknown"]}"#).is_ok());
    }

    #[test]
    fn a_field_that_stands_twice_is_an_error_in_every_object() {
        for twice in [
            r#"{"id": "a", "gold": "unknown", "gold": "unknown"}"#,
            r#"{"id": "a", "attributes": {"x": "1", "x": "2"}}"#,
            r#"{"id": "a", "annotations": {"ann": "unknown", "ann": "entailment"}}"#,
            r#"{"id": "a", "annotator_counts": {"unknown": 1, "unknown": 2}}"#,
            r#"{"id": "a", "monothematic": [{"id": "b", "id": "c"}]}"#,
            r#"{"id": "a", "monothematic": [{"id": "b", "attributes": {"x": "1", "x": "2"}}]}"#,
            r#"{"id": "a", "monothematic": [{"id": "b", "rule": {"pattern": "", "pattern": ""}}]}"#,
        ] {
            let said = load(twice).unwrap_err().to_string();
            assert!(said.contains("` appears twice in the object (column "), "{twice}: {said}");
        }
    }

    #[test]
    fn json_nested_a_thousand_deep_is_an_error() {
        let line: &'static str = format!("{{\"id\": {}", "[".repeat(1_000)).leak();
        assert!(load(line).is_err());
    }
}
