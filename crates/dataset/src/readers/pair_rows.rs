//! Pairs as rows of a table: columns named by the user, or by what they hold.

mod columns;
mod parts;
#[cfg(test)]
mod tests;
mod wholes;

use std::borrow::Cow;

use serde::de::DeserializeOwned;

pub(super) use columns::IdSources;
pub use columns::{GoldSets, PairColumns};
use columns::{Plan, Source, joined_id, stem};
pub use parts::{PartSource, WithoutParts};
use wholes::Wholes;

use super::labels::meaning;
use super::list_cells::{Bare, bracketed};
use super::{PairSource, TAG_SEPARATOR};
use crate::input::{Fatal, Input};
use crate::json::malformed;
use crate::json_keys::{Map, Object};
use crate::tables::{self, LIST_SEPARATOR, TableFormat};
use crate::wording::quoted;
use crate::{
    DatasetBuilder, EntailmentRule, Judgment, LabelScheme, Meaning, PairRow, Phenomenon,
    ProblemKind,
};

/// Reads pairs and returns how many rows there were.
pub(super) fn read(
    source: &PairSource,
    format: TableFormat,
    file: &str,
    input: Input,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    if let Some(parts) = &source.parts {
        return parts::read(source, parts, format, file, input, builder);
    }
    let mut plan = Plan::new(&source.columns, &source.phenomena, format);
    if let Some(column) = &source.columns.cluster {
        builder.clusters_stand_in(column);
    }
    let mut wholes = Wholes::request(&source.columns, &mut plan);
    let mut number = 0;
    let mut counted = vec![false; plan.annotator_counts.len()];
    let rows =
        tables::for_each_row(format, &source.options, input, &plan.requests, |line, row| {
            number += 1;
            let added = row.and_then(|cells| {
                for (counted, at) in counted.iter_mut().zip(&plan.annotator_counts) {
                    *counted |= cells[*at].is_some();
                }
                let mut row =
                    RowReader { source, plan: &plan, cells, line, number, file, whole: None };
                let named = wholes.of(&row, builder)?;
                row.whole = named.as_ref().map(|(id, part)| Whole { id, text: None, part: *part });
                row.add(builder)
            });
            if let Err(kind) = added {
                builder.problem(Some(line), kind);
            }
        })?;
    for (_, at) in counted.iter().zip(&plan.annotator_counts).filter(|(counted, _)| !**counted) {
        let column = plan.requests[*at].name.clone();
        builder.problem(None, ProblemKind::NoCounts { column });
    }
    Ok(rows)
}

/// One row, being read.
struct RowReader<'a> {
    source: &'a PairSource,
    plan: &'a Plan,
    cells: &'a [Option<Cow<'a, str>>],
    line: u64,
    number: u64,
    file: &'a str,
    /// The original that the row is a part of, where the row says so by its place.
    whole: Option<Whole<'a>>,
}

/// The original that a part stands in.
#[derive(Clone, Copy)]
struct Whole<'a> {
    id: &'a str,
    text: Option<&'a str>,
    /// The number of the part, from 1.
    part: usize,
}

impl<'a> RowReader<'a> {
    fn cell(&self, at: usize) -> Option<&'a str> {
        self.cells.get(at).and_then(Option::as_deref)
    }

    fn add(&self, builder: &mut DatasetBuilder) -> Result<(), ProblemKind> {
        let (plan, columns) = (self.plan, &self.source.columns);
        let id = self.id()?;
        let (gold, also_gold) = self.gold()?;
        let phenomena = self.phenomena()?;
        let annotations = self.annotations()?;
        let annotations: Vec<(&str, Judgment)> =
            annotations.iter().map(|(name, judgment)| (name.as_ref(), *judgment)).collect();
        let Map(written) =
            self.json::<Map<String, String>>(plan.written.attributes)?.unwrap_or_default();
        let written = written.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let attributes = columns.attributes.iter().zip(&plan.attributes);
        let attributes = attributes
            .filter_map(|((name, _), at)| Some((name.as_str(), self.cell(*at)?)))
            .chain(written);
        let attributes: Vec<(&str, &str)> = attributes.collect();
        let rule: Option<Object<EntailmentRule>> = self.json(plan.written.rule)?;
        let text = self.text();
        let hypothesis = self.cell(plan.hypothesis).map(joined);
        builder.add(&PairRow {
            line: self.line,
            id: &id,
            origin: self.origin(),
            cluster: self.cell(plan.cluster),
            text: text.as_deref().or(self.whole.and_then(|whole| whole.text)),
            hypothesis: hypothesis.as_deref(),
            gold,
            also_gold: &also_gold,
            annotations: &annotations,
            annotator_counts: self.annotator_counts()?,
            weight: self.weight()?,
            phenomena: &phenomena,
            task: self.cell(plan.task),
            attributes: &attributes,
            rule: rule.as_ref().map(|Object(rule)| rule),
        });
        Ok(())
    }

    /// The id of the pair: that of a part without one is its original's with its number.
    fn id(&self) -> Result<Cow<'a, str>, ProblemKind> {
        match self.whole {
            Some(Whole { id, part, .. }) if self.source.columns.id.is_empty() => {
                Ok(Cow::Owned(format!("{id}.{part}")))
            }
            _ => joined_id(&self.plan.id, self.cells, &self.plan.requests, self.number, self.file),
        }
    }

    /// What a cell of JSON holds; nothing of an empty one.
    fn json<T: DeserializeOwned>(&self, at: usize) -> Result<Option<T>, ProblemKind> {
        let Some(cell) = self.cell(at) else { return Ok(None) };
        serde_json::from_str(cell).map(Some).map_err(|error| {
            let column = &self.plan.requests[at].name;
            match malformed(&error, cell) {
                ProblemKind::Malformed { message, help } => {
                    let message = format!("`{column}` is no JSON as phenom writes it: {message}");
                    ProblemKind::Malformed { message, help }
                }
                other => other,
            }
        })
    }

    fn origin(&self) -> Option<&'a str> {
        if let Some(whole) = self.whole {
            return Some(whole.id);
        }
        let cell = self.cell(self.plan.origin)?;
        match &self.source.columns.origin_before {
            Some(separator) => cell.rsplit_once(separator.as_str()).map(|(before, _)| before),
            None => Some(cell),
        }
    }

    fn text(&self) -> Option<Cow<'a, str>> {
        match self.plan.text.as_slice() {
            [at] => self.cell(*at).map(joined),
            many => {
                let parts: Vec<Cow<'a, str>> =
                    many.iter().filter_map(|at| self.cell(*at)).map(joined).collect();
                (!many.is_empty()).then(|| Cow::Owned(parts.join(" ")))
            }
        }
    }

    fn gold(&self) -> Result<(Option<Judgment>, Vec<Judgment>), ProblemKind> {
        let scheme = &self.source.labels;
        let separator = self.source.columns.gold_separator.as_deref();
        let mut judgments = Vec::new();
        for label in self.cell(self.plan.gold).into_iter().flat_map(|cell| split(cell, separator)) {
            if let Meaning::Judgment(judgment) = meaning(scheme, &label)?
                && !judgments.contains(&judgment)
            {
                judgments.push(judgment);
            }
        }
        let also = self.cell(self.plan.written.also_gold);
        if let Some(also) = also {
            let mut set = Vec::new();
            for label in split(also, Some(TAG_SEPARATOR)) {
                if let Meaning::Judgment(judgment) = meaning(scheme, &label)? {
                    set.push(judgment);
                }
            }
            return Ok((judgments.first().copied(), set));
        }
        if judgments.len() < 2 {
            return Ok((judgments.first().copied(), Vec::new()));
        }
        match self.source.gold_sets {
            GoldSets::Any => Ok((judgments.first().copied(), judgments.split_off(1))),
            GoldSets::Exclude => Ok((None, Vec::new())),
            GoldSets::Refuse => {
                let judgments =
                    judgments.iter().map(|judgment| judgment.name().to_owned()).collect();
                Err(ProblemKind::GoldSet { judgments })
            }
        }
    }

    fn annotations(&self) -> Result<Vec<(Cow<'a, str>, Judgment)>, ProblemKind> {
        let scheme = &self.source.labels;
        let mut annotations = Vec::new();
        let mut push = |name: Cow<'a, str>, label: &str, scheme: &LabelScheme| {
            if let Meaning::Judgment(judgment) = meaning(scheme, label)? {
                annotations.push((name, judgment));
            }
            Ok::<(), ProblemKind>(())
        };
        for (name, at) in self.source.columns.annotators.iter().zip(&self.plan.annotators) {
            if let Some(label) = self.cell(*at) {
                push(Cow::Borrowed(name), label, scheme)?;
            }
        }
        let written: Option<Map<String, String>> = self.json(self.plan.written.annotations)?;
        for (name, label) in written.unwrap_or_default().0 {
            push(Cow::Owned(name), &label, scheme)?;
        }
        let labels = self.plan.annotator_labels.and_then(|at| self.cell(at));
        for (number, label) in labels.into_iter().flat_map(|labels| split(labels, None)).enumerate()
        {
            push(Cow::Owned((number + 1).to_string()), &label, scheme)?;
        }
        Ok(annotations)
    }

    fn annotator_counts(&self) -> Result<Option<[u16; Judgment::ALL.len()]>, ProblemKind> {
        let mut counts = [0; Judgment::ALL.len()];
        let mut counted = false;
        let mut add = |judgment: Judgment, count: u16| {
            let sum: &mut u16 = &mut counts[usize::from(judgment.code())];
            *sum = sum.saturating_add(count);
            counted = true;
        };
        for ((judgment, name), at) in
            self.source.columns.annotator_counts.iter().zip(&self.plan.annotator_counts)
        {
            let Some(cell) = self.cell(*at) else { continue };
            let count = cell.parse().map_err(|_| {
                let wanted = "a whole number from 0 to 65535";
                let found = quoted(cell);
                ProblemKind::WrongValue { column: name.clone(), found, wanted }
            })?;
            add(*judgment, count);
        }
        let written: Option<Map<String, u16>> = self.json(self.plan.written.annotator_counts)?;
        for (label, count) in written.unwrap_or_default().0 {
            if let Meaning::Judgment(judgment) = meaning(&self.source.labels, &label)? {
                add(judgment, count);
            }
        }
        Ok(counted.then_some(counts))
    }

    fn weight(&self) -> Result<Option<f64>, ProblemKind> {
        let at = self.plan.weight;
        let column = || self.plan.requests[at].name.clone();
        let cell = match self.cell(at) {
            Some(cell) => cell,
            None if self.source.columns.weight.is_none() => return Ok(None),
            None => return Err(ProblemKind::EmptyCell { column: column() }),
        };
        match cell.parse::<f64>() {
            Ok(weight) if weight.is_finite() && weight >= 0.0 => Ok(Some(weight)),
            Ok(value) => {
                let wanted = "a finite number of at least 0";
                Err(ProblemKind::OutOfRange { column: column(), value, wanted })
            }
            Err(_) => {
                let found = quoted(cell);
                Err(ProblemKind::WrongValue { column: column(), found, wanted: "a number" })
            }
        }
    }

    fn phenomena(&self) -> Result<Vec<Phenomenon>, ProblemKind> {
        let (plan, columns) = (self.plan, &self.source.phenomena);
        let mut phenomena = Vec::new();
        let named = |at: Option<usize>| at.and_then(|at| self.cell(at));
        match (named(plan.category), named(plan.phenomenon)) {
            (None, None) => {}
            (Some(category), None) => phenomena.push(Phenomenon::of(category, "")?),
            (category, Some(tags)) => {
                columns.read_tags(tags, category, &plan.first_phenomenon, &mut phenomena)?;
            }
        }
        if columns.is_default()
            && let Some(cell) = self.cell(plan.written.phenomena)
        {
            for tag in split(cell, Some(TAG_SEPARATOR)) {
                phenomena.push(Phenomenon::parse(&tag)?);
            }
        }
        for ((_, category), (source, first)) in columns.tags.iter().zip(&plan.tags) {
            let cell = match source {
                Source::Cell(at) => self.cell(*at).map(Cow::Borrowed),
                Source::Row => Some(Cow::Owned(self.number.to_string())),
                Source::File => Some(Cow::Borrowed(stem(self.file))),
            };
            if let Some(cell) = cell {
                columns.read_tags(&cell, category.as_deref(), first, &mut phenomena)?;
            }
        }
        for ((column, phenomenon), at) in columns.one_hot.iter().zip(&plan.one_hot) {
            columns.read_one_hot(column, self.cell(*at), phenomenon, &mut phenomena)?;
        }
        Ok(phenomena)
    }
}

/// A text: the members of a list with blanks between them.
fn joined(cell: &str) -> Cow<'_, str> {
    match cell.contains(LIST_SEPARATOR) {
        true => Cow::Owned(cell.replace(LIST_SEPARATOR, " ")),
        false => Cow::Borrowed(cell),
    }
}

/// The members of a cell that holds labels or tags: a JSON list, a list in brackets, or texts with a
/// separator between them.
fn split<'a>(cell: &'a str, separator: Option<&'a str>) -> impl Iterator<Item = Cow<'a, str>> {
    let members: Vec<Cow<'a, str>> = match (bracketed(cell, Bare::Numbers), separator) {
        (Some(members), _) => members.into_iter().map(Cow::Owned).collect(),
        (None, None) => cell.split(LIST_SEPARATOR).map(|part| Cow::Borrowed(part.trim())).collect(),
        (None, Some(separator)) => cell
            .split(LIST_SEPARATOR)
            .flat_map(|member| member.split(separator))
            .map(|part| Cow::Borrowed(part.trim()))
            .collect(),
    };
    members.into_iter().filter(|member| !member.is_empty())
}
