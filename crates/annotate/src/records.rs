//! The work of annotators as a dataset in the `phenom` format.

use std::collections::BTreeMap;
use std::io;

use phenom_dataset::{Dataset, Judgment, WriteFormat, write_dataset};
use serde_json::{Map, Value};

use crate::opinions::{Standing, opinions, standing, unsettled};
use crate::originals::{Original, Originals, Unsettled, Which};
use crate::rule::{Rule, apply};
use crate::work::{Part, Work};

/// How annotators are called in a dataset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Called {
    /// By their names.
    #[default]
    ByName,
    /// `author`, `reader-1`, `reader-2` and so on, so that the agreement of blind readings stands in one row.
    ByRole,
}

/// How annotators are called, and how their differences are settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Folding {
    /// The names of annotators.
    pub called: Called,
    /// Whether a pair on which people differ has the label of more than half of them, although nobody settled it.
    pub majority: bool,
}

/// The dataset with the work on it: a line of phenom JSONL for each original, and the pairs on which people differ.
///
/// An original that is decomposed has its parts, with their rules, and what authors and readers said of both. Gold is
/// what was settled last; otherwise what all say, the dataset and the author among them. A pair on which they differ has
/// no gold. Dropped pairs are left out, an original with its parts.
///
/// # Errors
/// What writing a dataset gives.
pub fn records(
    dataset: &Dataset,
    originals: &Originals,
    work: &Work,
    folding: Folding,
) -> io::Result<(String, Vec<Unsettled>)> {
    let mut written = Vec::new();
    write_dataset(dataset, WriteFormat::PhenomJsonl, &mut written)?;
    let mut lines = String::new();
    let mut unsettled = Vec::new();
    for (line, original) in written.split(|&byte| byte == b'\n').zip(originals.all()) {
        let Value::Object(record) = serde_json::from_slice(line)? else { continue };
        if let Some(record) = with_work(record, original, work, folding, &mut unsettled) {
            lines.push_str(&Value::Object(record).to_string());
            lines.push('\n');
        }
    }
    Ok((lines, unsettled))
}

/// The dataset with each hypothesis that is missing made by its rule, where the rule applies; nothing where none is
/// missing.
#[must_use]
pub fn made_hypotheses(dataset: &Dataset) -> Option<Dataset> {
    let missing = |row: usize| {
        let (text, hypothesis) = dataset.texts(row)?;
        let rule = dataset.rule(row).filter(|_| hypothesis.is_empty())?;
        let rule = Rule {
            left_hand_side: rule.left_hand_side.clone()?,
            right_hand_side: rule.right_hand_side.clone()?,
            at: rule.at.clone(),
            ..Rule::default()
        };
        Some((row, apply(text, &rule).ok()?.hypothesis))
    };
    let made: Vec<(usize, String)> = dataset.monothematic().filter_map(missing).collect();
    (!made.is_empty()).then(|| dataset.with_hypotheses(&made))
}

/// The record of one original with the work on it; nothing if it was dropped.
#[must_use]
pub fn with_work(
    mut record: Map<String, Value>,
    original: &Original,
    work: &Work,
    folding: Folding,
    unsettled: &mut Vec<Unsettled>,
) -> Option<Map<String, Value>> {
    let mut said = Said { work, folding, original, unsettled };
    said.put_into(&mut record, Which::Whole, (&original.id, &original.wording))?;
    let ended = work.decomposition(&original.id).filter(|(_, found)| found.done.is_some());
    let given = record.remove("monothematic");
    let mut parts: Vec<Value> = Vec::new();
    if let Some(Value::Array(given)) = given {
        for (at, (part, known)) in given.into_iter().zip(&original.given).enumerate() {
            let Value::Object(mut part) = part else { continue };
            let names = (known.id.as_str(), known.wording.as_str());
            if said.put_into(&mut part, Which::Given(at), names).is_some() {
                parts.push(Value::Object(part));
            }
        }
    }
    if let Some((_, found)) = ended
        && original.given.is_empty()
    {
        for (at, part) in found.parts.iter().enumerate() {
            let mut record = of_part(part, original);
            let names = (part.id.as_str(), part.wording.as_str());
            if said.put_into(&mut record, Which::Part(at), names).is_some() {
                parts.push(Value::Object(record));
            }
        }
        for (check, reason) in found.exceptions() {
            let attributes = record.entry("attributes").or_insert_with(|| Map::new().into());
            if let Value::Object(attributes) = attributes {
                attributes.insert(check.attribute().to_owned(), reason.clone().into());
            }
        }
    }
    if !parts.is_empty() {
        record.insert("monothematic".to_owned(), parts.into());
    }
    Some(record)
}

fn of_part(part: &Part, original: &Original) -> Map<String, Value> {
    let mut record = Map::new();
    record.insert("id".to_owned(), part.id.clone().into());
    if part.text != original.text {
        record.insert("text".to_owned(), part.text.clone().into());
    }
    record.insert("hypothesis".to_owned(), part.hypothesis.clone().into());
    record.insert("phenomena".to_owned(), vec![Value::from(part.phenomenon.clone())].into());
    record.insert("rule".to_owned(), of_rule(&part.rule));
    record
}

fn of_rule(rule: &Rule) -> Value {
    let fields = [
        ("pattern", &rule.pattern),
        ("constraint", &rule.constraint),
        ("left_hand_side", &rule.left_hand_side),
        ("right_hand_side", &rule.right_hand_side),
    ];
    let said = fields.into_iter().filter(|(name, text)| !text.is_empty() || name.ends_with("side"));
    let at = (!rule.at.is_empty()).then(|| ("at".to_owned(), rule.at.clone().into()));
    said.map(|(name, text)| (name.to_owned(), Value::from(text.clone())))
        .chain(at)
        .collect::<Map<String, Value>>()
        .into()
}

/// What was said of the pairs of an original.
struct Said<'a> {
    work: &'a Work,
    folding: Folding,
    original: &'a Original,
    unsettled: &'a mut Vec<Unsettled>,
}

impl Said<'_> {
    /// Puts gold and annotations into a record; nothing if the pair was dropped.
    fn put_into(
        &mut self,
        record: &mut Map<String, Value>,
        which: Which,
        (id, wording): (&str, &str),
    ) -> Option<()> {
        let original = self.original;
        let said = opinions(self.work, original, which, (id, wording));
        let gold = match standing(self.work, (id, wording), &said) {
            Standing::Settled(settled) if settled.is_dropped() => return None,
            Standing::Settled(settled) => settled.judgment,
            Standing::Agreed(judgment) => Some(judgment),
            Standing::Majority(judgment) if self.folding.majority => Some(judgment),
            Standing::Silent => None,
            Standing::Majority(_) | Standing::Open => {
                self.unsettled.push(unsettled(id, &said));
                None
            }
        };
        record.remove("gold");
        if let Some(gold) = gold {
            record.insert("gold".to_owned(), gold.name().into());
        }
        let mut readers = 0;
        let mut named: BTreeMap<String, Judgment> = BTreeMap::new();
        for opinion in said.iter().filter(|opinion| opinion.role != "dataset") {
            let reader = (opinion.role != "author").then(|| {
                readers += 1;
                readers
            });
            if let Some(judgment) = opinion.judgment {
                named.insert(self.name(opinion.who, reader), judgment);
            }
        }
        if !named.is_empty() {
            let annotations = record.entry("annotations").or_insert_with(|| Map::new().into());
            if let Value::Object(annotations) = annotations {
                annotations.extend(
                    named.into_iter().map(|(name, judgment)| (name, judgment.name().into())),
                );
            }
        }
        Some(())
    }

    fn name(&self, name: &str, reader: Option<usize>) -> String {
        match (self.folding.called, reader) {
            (Called::ByName, _) => name.to_owned(),
            (Called::ByRole, None) => "author".to_owned(),
            (Called::ByRole, Some(number)) => format!("reader-{number}"),
        }
    }
}
