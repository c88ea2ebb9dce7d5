//! A row of pairs, read cell by cell.

use std::borrow::Cow;

use serde::de::DeserializeOwned;

use super::columns::{Plan, RowState, Written};
use crate::builder::Arrivals;
use crate::json::malformed;
use crate::json_keys::{Map, Object};
use crate::readers::labels::{annotated, meaning, split};
use crate::readers::phenomena::KnownPhenomena;
use crate::readers::sources::RowPlace;
use crate::readers::{GoldSets, PairSource, TAG_SEPARATOR};
use crate::tables::{LIST_SEPARATOR, trimmed};
use crate::wording::quoted;
use crate::{EntailmentRule, Judgment, LabelScheme, Meaning, PairRow, Phenomenon, ProblemKind};

/// One row, being read.
pub(super) struct RowReader<'a> {
    pub(super) source: &'a PairSource,
    pub(super) plan: &'a Plan,
    pub(super) cells: &'a [Option<Cow<'a, str>>],
    pub(super) line: u64,
    pub(super) place: RowPlace<'a>,
    /// The original that the row is a part of, where the row says so by its place.
    pub(super) whole: Option<Whole<'a>>,
}

/// The original that a part stands in.
#[derive(Clone, Copy)]
pub(super) struct Whole<'a> {
    pub(super) id: &'a str,
    pub(super) text: Option<&'a str>,
    /// The number of the part, from 1.
    pub(super) part: usize,
}

impl<'a> RowReader<'a> {
    /// The text of a column that is read and is not empty here.
    pub(super) fn cell(&self, at: impl Into<Option<usize>>) -> Option<&'a str> {
        self.cells.get(at.into()?).and_then(Option::as_deref)
    }

    /// The id of the pair of the row.
    pub(super) fn id(&self, state: &mut RowState<'_>) -> Result<Cow<'a, str>, ProblemKind> {
        match self.whole {
            // A part without an id has its original's with its number.
            Some(Whole { id, part, .. }) if self.source.columns.id.is_empty() => {
                Ok(format!("{id}.{part}").into())
            }
            _ => state.ids.id(self.cells, &self.plan.requests, self.place),
        }
    }

    /// Adds the pair of the row with its id, which is kept where something is wrong with the pair.
    pub(super) fn add(
        &self,
        id: &str,
        state: &mut RowState<'_>,
        arrivals: &mut Arrivals<'_>,
    ) -> Result<(), ProblemKind> {
        if let Err(kind) = self.add_with(id, state, arrivals) {
            state.lost = Some(id.to_owned());
            return Err(kind);
        }
        // Made anew: one that could hold a problem takes longer to move.
        Ok(())
    }

    fn add_with(
        &self,
        id: &str,
        state: &mut RowState<'_>,
        arrivals: &mut Arrivals<'_>,
    ) -> Result<(), ProblemKind> {
        let (places, columns) = (&self.plan.places, &self.source.columns);
        let origin = match self.whole {
            Some(whole) => Some(Cow::Borrowed(whole.id)),
            None => self.origin().map(|origin| state.ids.rewritten(origin)).transpose()?,
        };
        let (gold, also_gold) =
            if arrivals.expects_outcomes() { Default::default() } else { self.gold()? };
        let annotator_counts =
            if arrivals.expects_outcomes() { None } else { self.annotator_counts()? };
        if arrivals.starts_anew() {
            state.known = KnownPhenomena::default();
        }
        let phenomena = self.phenomena(&mut state.known)?;
        let annotations =
            if arrivals.expects_outcomes() { Vec::new() } else { self.annotations()? };
        let annotations: Vec<(&str, Judgment)> =
            annotations.iter().map(|(name, judgment)| (name.as_ref(), *judgment)).collect();
        let written: Option<Map<String, String>> = self.json(self.written(|at| at.attributes))?;
        let written = written.iter().flat_map(|Map(written)| written);
        let written = written.map(|(name, value)| (name.as_str(), value.as_str()));
        let derived = state.derived.attributes(self.cells, self.place);
        let named = columns.attributes.iter().map(|(name, _)| name.as_str());
        let named = named.chain(columns.said.iter().map(|(name, _)| *name));
        let attributes = named
            .zip(&places.attributes)
            .filter_map(|(name, at)| Some((name, self.cell(*at)?)))
            .chain(written)
            .chain(derived.iter().map(|(name, value)| (*name, value.as_str())));
        let attributes: Vec<(&str, &str)> = attributes.collect();
        let rule: Option<Object<EntailmentRule>> = self.json(self.written(|at| at.rule))?;
        let text = self.text();
        let hypothesis = self.cell(places.hypothesis).map(joined);
        arrivals.add(&PairRow {
            line: self.line,
            id,
            origin: origin.as_deref(),
            cluster: self.cell(places.cluster),
            text: text.as_deref().or(self.whole.and_then(|whole| whole.text)),
            hypothesis: hypothesis.as_deref(),
            gold,
            also_gold: &also_gold,
            annotations: &annotations,
            annotator_counts,
            weight: self.weight()?,
            probability: self.probability()?,
            phenomena: &phenomena,
            task: self.cell(places.task),
            attributes: &attributes,
            rule: rule.as_ref().map(|Object(rule)| rule),
        });
        Ok(())
    }

    /// What a cell of JSON holds; nothing of an empty one, as most are.
    #[inline]
    pub(super) fn json<T: DeserializeOwned>(
        &self,
        at: Option<usize>,
    ) -> Result<Option<T>, ProblemKind> {
        match (at, self.cell(at)) {
            (Some(at), Some(cell)) => self.of_json(at, cell).map(Some),
            _ => Ok(None),
        }
    }

    fn of_json<T: DeserializeOwned>(&self, at: usize, cell: &str) -> Result<T, ProblemKind> {
        serde_json::from_str(cell).map_err(|error| {
            let column = &self.plan.requests[at].name;
            match malformed(&error, cell) {
                ProblemKind::Malformed { message, help } => {
                    let message = format!("`{column}` is not JSON as phenom writes it: {message}");
                    ProblemKind::Malformed { message, help }
                }
                other => other,
            }
        })
    }

    /// The number of a column that phenom writes itself.
    pub(super) fn written(&self, column: impl Fn(&Written) -> usize) -> Option<usize> {
        self.plan.places.written.as_ref().map(column)
    }

    pub(super) fn origin(&self) -> Option<&'a str> {
        let cell = self.cell(self.plan.places.origin)?;
        match &self.source.columns.origin_before {
            Some(separator) => cell.rsplit_once(separator.as_str()).map(|(before, _)| before),
            None => Some(cell),
        }
    }

    pub(super) fn text(&self) -> Option<Cow<'a, str>> {
        match self.plan.places.text.as_slice() {
            [at] => self.cell(*at).map(joined),
            many => {
                let parts: Vec<Cow<'a, str>> =
                    many.iter().filter_map(|at| self.cell(*at)).map(joined).collect();
                (!many.is_empty()).then(|| Cow::Owned(parts.join(" ")))
            }
        }
    }

    pub(super) fn gold(&self) -> Result<(Option<Judgment>, Vec<Judgment>), ProblemKind> {
        let scheme = &self.source.labels;
        let columns = &self.source.columns;
        let cell = self.cell(self.plan.places.gold);
        if let (Some(bounds), Some(cell)) = (&columns.gold_bounds, cell) {
            let column = columns.gold.as_deref().unwrap_or("gold");
            return Ok((Some(bounds.judgment(column, cell)?), Vec::new()));
        }
        let also = self.cell(self.written(|at| at.also_gold));
        // Nearly every cell is one label, and a label may look like several.
        if let (Some(cell), None) = (cell, also)
            && let Some(meaning) = scheme.meaning(trimmed(cell))
        {
            let Meaning::Judgment(judgment) = meaning else { return Ok((None, Vec::new())) };
            return Ok((Some(judgment), Vec::new()));
        }
        let separator = columns.gold_separator.as_deref();
        let mut judgments = Vec::new();
        // A list of labels has no empty member.
        if cell.is_none()
            && self.plan.places.gold.is_some()
            && let Some(Meaning::Judgment(judgment)) = scheme.meaning("")
        {
            judgments.push(judgment);
        }
        for label in cell.into_iter().flat_map(|cell| split(cell, separator)) {
            if let Meaning::Judgment(judgment) = meaning(scheme, &label)?
                && !judgments.contains(&judgment)
            {
                judgments.push(judgment);
            }
        }
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

    pub(super) fn annotations(&self) -> Result<Vec<(Cow<'a, str>, Judgment)>, ProblemKind> {
        let scheme = &self.source.labels;
        let mut annotations = Vec::new();
        let mut push = |name: Cow<'a, str>, label: &str, scheme: &LabelScheme| {
            if let Meaning::Judgment(judgment) = annotated(scheme, label)? {
                annotations.push((name, judgment));
            }
            Ok::<(), ProblemKind>(())
        };
        let (places, columns) = (&self.plan.places, &self.source.columns);
        let annotators = columns.annotators.iter().zip(&places.annotators);
        let judges = columns.judges.iter().map(|(name, _)| name).zip(&places.judges);
        for (name, at) in annotators.chain(judges) {
            if let Some(label) = self.cell(*at) {
                push(Cow::Borrowed(name), label, scheme)?;
            }
        }
        let written: Option<Map<String, String>> = self.json(self.written(|at| at.annotations))?;
        for (name, label) in written.into_iter().flat_map(|Map(written)| written) {
            push(Cow::Owned(name), &label, scheme)?;
        }
        let labels = self.cell(self.plan.places.annotator_labels);
        for (number, label) in labels.into_iter().flat_map(|labels| split(labels, None)).enumerate()
        {
            push(Cow::Owned((number + 1).to_string()), &label, scheme)?;
        }
        Ok(annotations)
    }

    pub(super) fn annotator_counts(
        &self,
    ) -> Result<Option<[u16; Judgment::ALL.len()]>, ProblemKind> {
        let mut counts = [0; Judgment::ALL.len()];
        let mut counted = false;
        let mut add = |judgment: Judgment, count: u16| {
            let sum: &mut u16 = &mut counts[usize::from(judgment.code())];
            *sum = sum.saturating_add(count);
            counted = true;
        };
        let columns = self.source.columns.annotator_counts.iter();
        for ((judgment, _), at) in columns.zip(&self.plan.places.annotator_counts) {
            let Some(cell) = self.cell(*at) else { continue };
            let request = &self.plan.requests[*at];
            let wrong = |_| request.wrong(quoted(cell), "a whole number from 0 to 65535");
            add(*judgment, cell.parse().map_err(wrong)?);
        }
        let written: Option<Map<String, u16>> =
            self.json(self.written(|at| at.annotator_counts))?;
        for (label, count) in written.into_iter().flat_map(|Map(written)| written) {
            if let Meaning::Judgment(judgment) = meaning(&self.source.labels, &label)? {
                add(judgment, count);
            }
        }
        Ok(counted.then_some(counts))
    }

    pub(super) fn weight(&self) -> Result<Option<f64>, ProblemKind> {
        let Some(at) = self.plan.places.weight else { return Ok(None) };
        let request = &self.plan.requests[at];
        let cell = match self.cell(at) {
            Some(cell) => cell,
            None if self.source.columns.weight.is_none() => return Ok(None),
            None => return Err(request.empty()),
        };
        match cell.parse::<f64>() {
            Ok(weight) if weight.is_finite() && weight >= 0.0 => Ok(Some(weight)),
            Ok(value) => {
                let wanted = "a finite number of at least 0";
                Err(ProblemKind::OutOfRange { column: request.name.clone(), value, wanted })
            }
            Err(_) => Err(request.wrong(quoted(cell), "a number")),
        }
    }

    /// The probability with which people were to read the pair, whatever its range.
    pub(super) fn probability(&self) -> Result<Option<f64>, ProblemKind> {
        let at = self.plan.places.probability;
        let (Some(at), Some(cell)) = (at, self.cell(at)) else { return Ok(None) };
        let request = &self.plan.requests[at];
        cell.parse().map(Some).map_err(|_| request.wrong(quoted(cell), "a number"))
    }

    pub(super) fn phenomena(
        &self,
        known: &mut KnownPhenomena,
    ) -> Result<Vec<Phenomenon>, ProblemKind> {
        let (places, columns) = (&self.plan.places, &self.source.phenomena);
        let mut phenomena = Vec::new();
        match (self.cell(places.category), self.cell(places.phenomenon)) {
            (None, None) => {}
            (Some(category), None) => phenomena.push(Phenomenon::of(category, "")?),
            (category, Some(tags)) => {
                let first = &places.first_phenomenon;
                columns.read_tags(tags, category, first, known, &mut phenomena)?;
            }
        }
        if columns.is_default()
            && let Some(cell) = self.cell(self.written(|at| at.phenomena))
        {
            for tag in split(cell, Some(TAG_SEPARATOR)) {
                phenomena.push(Phenomenon::parse(&tag)?);
            }
        }
        for ((_, category), (source, first)) in columns.tags.iter().zip(&places.tags) {
            if let Some(cell) = source.value(self.cells, self.place) {
                columns.read_tags(&cell, category.as_deref(), first, known, &mut phenomena)?;
            }
        }
        for ((column, phenomenon), at) in columns.one_hot.iter().zip(&places.one_hot) {
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
