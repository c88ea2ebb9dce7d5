//! What labels mean: as the user said, as they say themselves, as the user answers; else it stays open.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::Meaning;
use serde_json::{Map, Value};

use super::dialogue::Dialogue;
use super::draft::Draft;
use super::labels::{MOST_LABELS, Meanings, judgment, of_classes, of_rte};
use super::layout::Written;
use super::looked::Looked;
use super::noted::Noted;
use super::pairs::{PairRoles, meanings};
use super::said::Said;
use super::table::{Column, Table};

/// What some labels mean, and how that is known.
pub(super) enum Known {
    Said(Value),
    Read(Meanings),
    /// It stays open; what could be meant.
    Open(Meanings),
}

impl Known {
    /// Of the labels of a column; nothing where it has none.
    pub(super) fn of(
        labels: &BTreeSet<&str>,
        column: &str,
        said: Option<&Value>,
        dialogue: &mut Dialogue<'_>,
    ) -> Option<Self> {
        let meanings = Meanings::of(labels)?;
        if let Some(said) = said {
            return Some(Self::Said(said.clone()));
        }
        let Meanings::Unsure(open) = &meanings else { return Some(Self::Read(meanings)) };
        let options: Vec<String> = Meaning::names().into_iter().map(str::to_owned).collect();
        let mut mapping = Map::new();
        for (label, supposed) in open {
            let hint = supposed.map(|word| format!(" (often {word})")).unwrap_or_default();
            let question = format!("What does the label `{label}` in {column} mean?{hint}");
            let Some(chosen) = dialogue.choose(&question, &options) else {
                return Some(Self::Open(meanings));
            };
            mapping.insert(label.clone(), options[chosen].clone().into());
        }
        Some(Self::Said(mapping.into()))
    }

    /// The labels of which the user said nothing, though of others.
    pub(super) fn unsaid<'l>(&self, labels: &BTreeSet<&'l str>) -> BTreeSet<&'l str> {
        let Self::Said(value) = self else { return BTreeSet::new() };
        labels.iter().copied().filter(|label| judgment(value, label).is_none()).collect()
    }

    /// What they mean, where it is known.
    pub(super) fn value(&self) -> Option<Value> {
        match self {
            Self::Said(value) => Some(value.clone()),
            Self::Read(meanings) => Some(meanings.value()),
            Self::Open(_) => None,
        }
    }

    /// Says it in a config.
    pub(super) fn say(&self, draft: &mut Draft, labels: &BTreeSet<&str>) {
        let listed = listed(labels);
        match self {
            Self::Said(value) => {
                draft.comment(format!(
                    "The labels are {listed}, with the meanings from `--labels`."
                ));
                draft.set("labels", value.clone());
            }
            Self::Read(Meanings::Scheme(scheme)) => {
                draft.comment(format!(
                    "The labels are {listed}: those of the scheme `{scheme}` (docs/formats.md, Label schemes). If they \
                     have other meanings, write a mapping: {{LABEL: MEANING, ...}}."
                ));
                draft.set("labels", *scheme);
            }
            Self::Read(meanings) => {
                draft.comment(format!(
                    "The labels are {listed}, words for labels of phenom in another spelling."
                ));
                draft.set("labels", meanings.value());
            }
            Self::Open(meanings) => {
                draft.comment(format!(
                    "The labels are {listed}, with unknown meanings: write entailment, unknown, contradiction, \
                     not-entailment or none after each, and remove the #."
                ));
                if labels.iter().all(|label| label.parse::<f64>().is_ok()) {
                    draft.comment(
                        "Numbers mean different things in different datasets: SNLI and MNLI of Hugging Face have 0 \
                         entailment, 1 neutral, 2 contradiction; CommitmentBank 0 entailment, 1 contradiction, 2 \
                         neutral; RTE and QNLI of GLUE 0 entailment, 1 not-entailment; cross-encoders of Sentence \
                         Transformers 0 contradiction, 1 entailment, 2 neutral.",
                    );
                }
                draft.propose("labels", meanings.value());
            }
        }
    }
}

/// What was said of labels, with what is known of those that it leaves out: they mean what they mean in gold, or what they
/// say themselves.
pub(super) fn adding(said: &Value, labels: &BTreeSet<&str>, of_gold: Option<&Value>) -> Value {
    let mut unsaid = labels.clone();
    unsaid.retain(|label| judgment(said, label).is_none());
    let own = |label: &str| {
        let read = Meanings::of(&BTreeSet::from([label])).filter(Meanings::is_sure)?;
        judgment(&read.value(), label)
    };
    let known = |label: &str| of_gold.and_then(|gold| judgment(gold, label)).or_else(|| own(label));
    let more: Map<String, Value> = unsaid
        .into_iter()
        .filter_map(|label| Some((label.to_owned(), known(label)?.into())))
        .collect();
    match said {
        Value::Object(said) if !more.is_empty() => {
            Value::Object(said.clone().into_iter().chain(more).collect())
        }
        said => said.clone(),
    }
}

/// What numbers mean whose whole part is a label that is known: `1.0` is `1`. `None` unless that is so of all labels.
pub(super) fn by_number(known: &Value, labels: &BTreeSet<&str>) -> Option<Value> {
    let meant = |label: &&str| {
        let whole = label.strip_suffix(".0").unwrap_or(label);
        let judgment = judgment(known, label).or_else(|| judgment(known, whole))?;
        Some(((*label).to_owned(), judgment.into()))
    };
    let mapping: Option<Map<String, Value>> = labels.iter().map(meant).collect();
    mapping.map(Value::Object)
}

/// Whether labels have a meaning in what is known.
pub(super) fn covers(known: &Value, labels: &BTreeSet<&str>) -> bool {
    labels.iter().all(|label| judgment(known, label).is_some())
}

/// Labels in words.
pub(super) fn listed(labels: &BTreeSet<&str>) -> String {
    labels.iter().map(|label| format!("`{label}`")).collect::<Vec<_>>().join(", ")
}

/// What the user writes on the command line to say what labels mean.
pub(super) fn option(flag: &str, labels: &BTreeSet<&str>) -> String {
    let mapping: Vec<String> = labels.iter().map(|label| format!("{label}=MEANING")).collect();
    let mapping = mapping.join(",");
    let quote = if mapping.contains('\'') { '"' } else { '\'' };
    format!("`{flag} {quote}{mapping}{quote}`")
}

/// The different labels of gold, and of annotators.
pub(super) fn gold_labels<'t>(looked: &'t [Looked], roles: &'t PairRoles) -> BTreeSet<&'t str> {
    let columns = roles.gold.iter().chain(&roles.annotators);
    let columns =
        columns.flat_map(|name| looked.iter().filter_map(|looked| looked.table.column(name)));
    let of_parts = roles.parts.iter().flat_map(|parts| &parts.labels).map(String::as_str);
    columns
        .filter_map(|column| column.values(MOST_LABELS))
        .flat_map(BTreeMap::into_keys)
        .chain(of_parts)
        .collect()
}

/// What the labels of gold mean.
pub(super) fn meaning_of_gold(
    looked: &[Looked],
    roles: &PairRoles,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
    noted: &mut Noted,
) -> Option<Known> {
    if let Some(preset) = roles.preset {
        return preset.pairs.as_ref()?.get("labels").cloned().map(Known::Said);
    }
    let labels = gold_labels(looked, roles);
    let in_rte_xml = looked[0].layout.written == Written::RteXml;
    let column = roles.gold.as_deref().or(roles.parts.as_ref().map(|parts| parts.list.as_str()));
    let column = column.or(roles.annotators.first().map(String::as_str));
    let asked = format!("the column `{}` of {}", column.unwrap_or_default(), looked[0].name());
    if let Some(scheme) = of_rte(&labels).filter(|_| said.labels.is_none() && in_rte_xml) {
        return Some(Known::Read(scheme));
    }
    let classes = column.and_then(|column| looked[0].classes.get(column));
    let of_file = classes.and_then(|names| of_classes(names));
    let known = match of_file {
        Some(meanings) => {
            let contradicts = said.labels.as_ref().is_some_and(|said| {
                labels.iter().any(|label| {
                    let by_file = judgment(&meanings.value(), label);
                    judgment(said, label).is_some_and(|said| Some(said) != by_file)
                })
            });
            if contradicts {
                noted.doubts.push(format!(
                    "whether the labels in {asked} mean what `--labels` states: the file names them {}",
                    classes.map(|names| names.join(", ")).unwrap_or_default()
                ));
            }
            Known::Read(meanings)
        }
        None => Known::of(&labels, &asked, said.labels.as_ref(), dialogue)?,
    };
    let unsaid = known.unsaid(&labels);
    if known.value().is_none() {
        noted.doubts.push(format!(
            "the meanings of the labels in {asked}: {}",
            option("--labels", &labels)
        ));
    } else if !unsaid.is_empty() {
        noted.doubts.push(format!(
            "the meanings of {} in {asked}, which `--labels` does not name",
            listed(&unsaid)
        ));
    }
    Some(known)
}

/// The names of gold labels that are numbers from 0 on, if a column beside them says these on every row: `1` and
/// `entailment`.
pub(super) fn legend(table: &Table, gold: Option<&Column>) -> Option<Vec<String>> {
    let gold = gold?;
    let count = gold.values(MOST_LABELS)?.len();
    let names_all = |column: &&Column| {
        column.name != gold.name
            && meanings(column).is_some_and(|meanings| meanings.is_sure())
            && column.values(MOST_LABELS).is_some_and(|names| names.len() == count)
    };
    table.columns.iter().filter(names_all).find_map(|column| {
        let mut names: Vec<Option<&str>> = vec![None; count];
        for (number, name) in gold.cells.iter().zip(&column.cells) {
            let place = names.get_mut(number.text()?.parse::<usize>().ok()?)?;
            let name = name.text()?;
            if *place.get_or_insert(name) != name {
                return None;
            }
        }
        names.into_iter().map(|name| name.map(str::to_owned)).collect()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_said_adds_to_what_is_known() {
        let said = json!({"C": "contradiction"});
        let labels = BTreeSet::from(["C", "neutral", "x", "maybe"]);
        let gold = json!({"x": "entailment"});
        let expected = json!({"C": "contradiction", "neutral": "unknown", "x": "entailment"});
        assert_eq!(adding(&said, &labels, Some(&gold)), expected);
        assert_eq!(adding(&said, &BTreeSet::from(["C"]), Some(&gold)), said);
        assert_eq!(adding(&json!("nli"), &labels, Some(&gold)), json!("nli"));
    }
}
