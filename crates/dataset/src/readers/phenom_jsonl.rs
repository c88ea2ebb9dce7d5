//! The `phenom` format: JSON Lines, one original pair a line, its monothematic pairs in it.
//! Described with an example in `docs/formats.md`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::labels::meaning;
use crate::input::{Fatal, Input};
use crate::json::malformed;
use crate::{DatasetBuilder, EntailmentRule, Judgment, LabelScheme, Meaning, PairRow, Phenomenon};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Original<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    hypothesis: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    gold: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    task: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    attributes: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    #[serde(borrow, default)]
    phenomena: Vec<Cow<'a, str>>,
    #[serde(borrow, default)]
    monothematic: Vec<Monothematic<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Monothematic<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow, default)]
    text: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    hypothesis: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    gold: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    attributes: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    #[serde(borrow, default)]
    phenomena: Vec<Cow<'a, str>>,
    #[serde(default)]
    rule: Option<EntailmentRule>,
}

/// Reads pairs and returns how many lines there were.
pub(super) fn read(
    input: Input,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    input.for_each_line(|line, text| {
        match text.and_then(|text| serde_json::from_str(text).map_err(|it| malformed(&it, text))) {
            Ok(original) => add(line, &original, scheme, builder),
            Err(kind) => builder.problem(Some(line), kind),
        }
    })
}

fn add(line: u64, original: &Original<'_>, scheme: &LabelScheme, builder: &mut DatasetBuilder) {
    let phenomena = parse(line, &original.phenomena, builder);
    let gold = judgment(line, original.gold.as_deref(), scheme, builder);
    builder.add(&PairRow {
        line,
        id: &original.id,
        origin: None,
        text: original.text.as_deref(),
        hypothesis: original.hypothesis.as_deref(),
        gold,
        phenomena: &phenomena,
        task: original.task.as_deref(),
        attributes: &borrowed(&original.attributes),
        rule: None,
    });
    for pair in &original.monothematic {
        let phenomena = parse(line, &pair.phenomena, builder);
        let gold = judgment(line, pair.gold.as_deref(), scheme, builder);
        builder.add(&PairRow {
            line,
            id: &pair.id,
            origin: Some(&original.id),
            // A monothematic pair keeps the text of its original as a rule.
            text: pair.text.as_deref().or(original.text.as_deref()),
            hypothesis: pair.hypothesis.as_deref(),
            gold,
            phenomena: &phenomena,
            task: None,
            attributes: &borrowed(&pair.attributes),
            rule: pair.rule.as_ref(),
        });
    }
}

fn judgment(
    line: u64,
    label: Option<&str>,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Option<Judgment> {
    match meaning(scheme, label?) {
        Ok(Meaning::Judgment(judgment)) => Some(judgment),
        Ok(Meaning::None) => None,
        Err(kind) => {
            builder.problem(Some(line), kind);
            None
        }
    }
}

fn parse(line: u64, tags: &[Cow<'_, str>], builder: &mut DatasetBuilder) -> Vec<Phenomenon> {
    let mut phenomena = Vec::with_capacity(tags.len());
    for tag in tags {
        match Phenomenon::parse(tag) {
            Ok(phenomenon) => phenomena.push(phenomenon),
            Err(error) => builder.problem(Some(line), error.into()),
        }
    }
    phenomena
}

fn borrowed<'a>(attributes: &'a BTreeMap<Cow<'_, str>, Cow<'_, str>>) -> Vec<(&'a str, &'a str)> {
    attributes.iter().map(|(name, value)| (name.as_ref(), value.as_ref())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeepTexts, Problems, read_pairs};

    fn load(text: &'static str) -> Result<crate::Dataset, Problems> {
        let source = crate::PairSource {
            format: crate::PairFormat::PhenomJsonl,
            labels: LabelScheme::judgments(),
            columns: crate::PairColumns::default(),
        };
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
             {\"id\": \"d\", \"phenomena\": [\"synonymy\"]}\n{\"id\": 7}\n{\"id\": \"a\"}\n",
        )
        .unwrap_err();
        let text = problems.to_string();
        let expected = "pairs.jsonl:1: label `YES` has no meaning in the label scheme `judgments`\n\
             pairs.jsonl:2: unknown field `golt` (column 18)\n\
             pairs.jsonl:3: the line ends in the middle of a JSON value\n\
             pairs.jsonl:4: phenomenon `synonymy` has no category; write it as `CATEGORY:synonymy`\n\
             pairs.jsonl:5: a string is needed, not the number 7 (column 8)\n\
             pairs.jsonl:6: id `a` is used twice, first on line 1";
        assert_eq!(text, expected);
        let help = problems.kept()[1].kind.help().unwrap();
        assert!(help.starts_with("did you mean `gold`?"), "{help}");
    }

    #[test]
    fn json_nested_a_thousand_deep_is_an_error() {
        let line: &'static str = format!("{{\"id\": {}", "[".repeat(1_000)).leak();
        assert!(load(line).is_err());
    }
}
