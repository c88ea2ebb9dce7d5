//! The work of annotators as a dataset in the `phenom` format.

use std::collections::BTreeMap;
use std::io;

use phenom_dataset::{Dataset, EXCEPTION, Judgment, WriteFormat, write_dataset};
use serde_json::{Map, Value};

use crate::event::Rule;
use crate::originals::{Original, Originals};
use crate::rule::apply;
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

/// The dataset with the work on it: a line of phenom JSONL for each original.
///
/// An original that is decomposed has its parts, with their rules, and what author and readers said of both. Gold is
/// what was settled last; else, of an original or a part that the dataset has, the dataset's; else what more than
/// half of three or more people say; else the author's. Dropped pairs are left out, an original with its parts.
///
/// # Errors
/// What writing a dataset gives.
pub fn records(
    dataset: &Dataset,
    originals: &Originals,
    work: &Work,
    called: Called,
) -> io::Result<String> {
    let mut written = Vec::new();
    write_dataset(dataset, WriteFormat::PhenomJsonl, &mut written)?;
    let mut lines = String::new();
    for (line, original) in written.split(|&byte| byte == b'\n').zip(originals.all()) {
        let Value::Object(record) = serde_json::from_slice(line)? else { continue };
        if let Some(record) = with_work(record, original, work, called) {
            lines.push_str(&Value::Object(record).to_string());
            lines.push('\n');
        }
    }
    Ok(lines)
}

/// The dataset with each hypothesis that is missing made by its rule, where the rule applies; nothing where none is
/// missing.
#[must_use]
pub fn made_hypotheses(dataset: &Dataset) -> Option<Dataset> {
    let missing = |row: usize| {
        let (text, hypothesis) = dataset.texts(row)?;
        let rule = dataset.rule(row).filter(|_| hypothesis.is_empty())?;
        let sides = (rule.left_hand_side.as_deref()?, rule.right_hand_side.as_deref()?);
        Some((row, apply(text, sides.0, sides.1).ok()?.hypothesis))
    };
    let made: Vec<(usize, String)> = dataset.monothematic().filter_map(missing).collect();
    (!made.is_empty()).then(|| dataset.with_hypotheses(&made))
}

/// The record of one original with the work on it; nothing where it was dropped.
#[must_use]
pub fn with_work(
    mut record: Map<String, Value>,
    original: &Original,
    work: &Work,
    called: Called,
) -> Option<Map<String, Value>> {
    let ended = work.decomposition(&original.id).filter(|(_, found)| found.done.is_some());
    let said = Said {
        work,
        called,
        author: ended.map(|(author, _)| author),
        judgment: ended.and_then(|(_, found)| found.whole),
        gold: original.gold,
    };
    said.put_into(&mut record, &original.id, &original.wording)?;
    let given = record.remove("monothematic");
    let mut parts: Vec<Value> = Vec::new();
    if let Some(Value::Array(given)) = given {
        for (part, known) in given.into_iter().zip(&original.given) {
            let Value::Object(mut part) = part else { continue };
            let said = Said { author: None, judgment: None, gold: known.gold, ..said };
            if said.put_into(&mut part, &known.id, &known.wording).is_some() {
                parts.push(Value::Object(part));
            }
        }
    }
    if let Some((author, found)) = ended
        && original.given.is_empty()
    {
        parts.extend(found.parts.iter().filter_map(|part| {
            let said =
                Said { author: Some(author), judgment: Some(part.judgment), gold: None, ..said };
            of_part(part, &said).map(Value::Object)
        }));
        if let Some(reason) = found.exception() {
            let attributes = record.entry("attributes").or_insert_with(|| Map::new().into());
            if let Value::Object(attributes) = attributes {
                attributes.insert(EXCEPTION.to_owned(), reason.into());
            }
        }
    }
    if !parts.is_empty() {
        record.insert("monothematic".to_owned(), parts.into());
    }
    Some(record)
}

fn of_part(part: &Part, said: &Said<'_>) -> Option<Map<String, Value>> {
    let mut record = Map::new();
    record.insert("id".to_owned(), part.id.clone().into());
    record.insert("hypothesis".to_owned(), part.hypothesis.clone().into());
    record.insert("phenomena".to_owned(), vec![Value::from(part.phenomenon.clone())].into());
    record.insert("rule".to_owned(), of_rule(&part.rule));
    said.put_into(&mut record, &part.id, &part.wording)?;
    Some(record)
}

fn of_rule(rule: &Rule) -> Value {
    let fields = [
        ("pattern", &rule.pattern),
        ("constraint", &rule.constraint),
        ("left_hand_side", &rule.left_hand_side),
        ("right_hand_side", &rule.right_hand_side),
    ];
    let said = fields.into_iter().filter(|(name, text)| !text.is_empty() || name.ends_with("side"));
    said.map(|(name, text)| (name.to_owned(), Value::from(text.clone())))
        .collect::<Map<String, Value>>()
        .into()
}

/// What was said of a pair.
#[derive(Clone, Copy)]
struct Said<'a> {
    work: &'a Work,
    called: Called,
    author: Option<&'a str>,
    judgment: Option<Judgment>,
    /// The dataset's judgment.
    gold: Option<Judgment>,
}

impl Said<'_> {
    /// Puts gold and annotations into a record; nothing where the pair was dropped.
    fn put_into(&self, record: &mut Map<String, Value>, id: &str, wording: &str) -> Option<()> {
        let readers: Vec<(&str, Option<Judgment>)> = self
            .work
            .readings(id, wording)
            .filter(|(name, _)| Some(*name) != self.author)
            .map(|(name, reading)| (name, reading.judgment))
            .collect();
        let settled = self.work.settled(id, wording);
        if settled.is_some_and(crate::work::Settled::is_dropped) {
            return None;
        }
        let settled = settled.and_then(|settled| settled.judgment);
        let gold = settled.or(self.gold).or_else(|| self.of_most(&readers)).or(self.judgment);
        if let Some(gold) = gold {
            record.insert("gold".to_owned(), gold.name().into());
        }
        let mut named: BTreeMap<String, Judgment> = BTreeMap::new();
        if let (Some(author), Some(judgment)) = (self.author, self.judgment) {
            named.insert(self.name(author, None), judgment);
        }
        for (number, (reader, judgment)) in readers.iter().enumerate() {
            if let Some(judgment) = judgment {
                named.insert(self.name(reader, Some(number + 1)), *judgment);
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
        match (self.called, reader) {
            (Called::ByName, _) => name.to_owned(),
            (Called::ByRole, None) => "author".to_owned(),
            (Called::ByRole, Some(number)) => format!("reader-{number}"),
        }
    }

    /// What more than half of author and readers say, where they are three or more.
    fn of_most(&self, readers: &[(&str, Option<Judgment>)]) -> Option<Judgment> {
        let all = self.judgment.into_iter().map(Some);
        let all: Vec<Option<Judgment>> =
            all.chain(readers.iter().map(|(_, judgment)| *judgment)).collect();
        let count = |judgment: Judgment| all.iter().filter(|said| **said == Some(judgment)).count();
        let most = |judgment: &Judgment| all.len() >= 3 && 2 * count(*judgment) > all.len();
        Judgment::ALL.into_iter().find(most)
    }
}
