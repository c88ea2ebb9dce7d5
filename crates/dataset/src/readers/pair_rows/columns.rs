//! Which column of a table of pairs holds what.

use std::borrow::Cow;

use serde::Deserialize;

use crate::readers::PhenomenonColumns;
use crate::readers::list_cells::FirstCell;
use crate::tables::{CellKind, ColumnRequest, TableFormat};
use crate::{Judgment, ProblemKind};

/// Which column holds what. A column that is not named here is looked for under the name of what
/// it holds (`id`, `origin`, `text`, ...), and may be absent unless it is `id` or `gold`.
///
/// Where a column is named, `@row` stands for the number of the row in its file, from 1, and `@file`
/// for the name of the file without its ending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub id: Vec<String>,
    /// The id of the original that a monothematic pair comes from; empty for an original.
    pub origin: Option<String>,
    /// The origin is what stands before the last of these in its column; a row without one is an
    /// original.
    pub origin_before: Option<String>,
    /// What the original is called whose part a row is, where originals have no rows of their own; several columns are
    /// joined by a colon. A row without an id has its original's with its number.
    pub whole: Vec<String>,
    /// The cluster that an original belongs to, for itself where it is empty: a document, a topic, the
    /// text of a family of originals. A monothematic pair is in that of its original.
    pub cluster: Option<String>,
    /// The text; several columns are joined by a blank.
    pub text: Vec<String>,
    /// The hypothesis.
    pub hypothesis: Option<String>,
    /// The gold judgment.
    pub gold: Option<String>,
    /// What stands between the judgments of a gold that is a set; a JSON list needs none.
    pub gold_separator: Option<String>,
    /// What several annotators said, each in a column.
    pub annotators: Vec<String>,
    /// What the annotators said, in a list; they are called 1, 2, 3, ...
    pub annotator_labels: Option<String>,
    /// How many annotators without a name gave a judgment, each with the column that holds the
    /// count: what crowds said, as `label_counter.e` of ChaosNLI. In NDJSON a row may lack a column,
    /// for 0; a row without any of them was judged by nobody.
    pub annotator_counts: Vec<(Judgment, String)>,
    /// How much the pair weighs.
    pub weight: Option<String>,
    /// The phenomenon: a name beside a column for its category, or else a path `CATEGORY:NAME`.
    pub phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub category: Option<String>,
    /// The task of RTE.
    pub task: Option<String>,
    /// Further columns to be read as attributes of the pairs: the attribute's name and the column.
    pub attributes: Vec<(String, String)>,
}

/// What a gold that is a set of judgments means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoldSets {
    /// It is refused, where nothing is said of it.
    #[default]
    #[serde(skip)]
    Refuse,
    /// Each of them is right.
    Any,
    /// The pair has no gold.
    Exclude,
}

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    Cell(usize),
    Row,
    File,
}

/// Where everything comes from, once the columns are numbered.
pub(super) struct Plan {
    pub(super) requests: Vec<ColumnRequest>,
    pub(super) id: Vec<Source>,
    pub(super) origin: usize,
    pub(super) cluster: usize,
    pub(super) text: Vec<usize>,
    pub(super) hypothesis: usize,
    pub(super) gold: usize,
    pub(super) annotators: Vec<usize>,
    pub(super) annotator_labels: Option<usize>,
    pub(super) annotator_counts: Vec<usize>,
    pub(super) weight: usize,
    pub(super) phenomenon: Option<usize>,
    pub(super) category: Option<usize>,
    pub(super) task: usize,
    pub(super) attributes: Vec<usize>,
    pub(super) tags: Vec<(Source, FirstCell)>,
    /// The first tag of a column for one phenomenon.
    pub(super) first_phenomenon: FirstCell,
    pub(super) one_hot: Vec<usize>,
    pub(super) written: Written,
}

/// The columns that phenom writes itself, see `writers/flat.rs`.
pub(super) struct Written {
    pub(super) also_gold: usize,
    pub(super) annotations: usize,
    pub(super) annotator_counts: usize,
    pub(super) attributes: usize,
    pub(super) phenomena: usize,
    pub(super) rule: usize,
}

impl Plan {
    pub(super) fn new(
        columns: &PairColumns,
        phenomena: &PhenomenonColumns,
        format: TableFormat,
    ) -> Self {
        let mut requests: Vec<ColumnRequest> = Vec::new();
        let mut request = |name: &str, role, required, kind| {
            requests.push(ColumnRequest { name: name.to_owned(), role, required, kind });
            requests.len() - 1
        };
        let text = CellKind::Text;
        let value = CellKind::Value;
        let verbatim = CellKind::Verbatim;
        let written = Written {
            also_gold: request("also_gold", "gold", false, text),
            annotations: request("annotations", "annotators", false, text),
            annotator_counts: request("annotator_counts", "annotator-counts", false, text),
            attributes: request("attributes", "attributes", false, text),
            phenomena: request("phenomena", "phenomena", false, CellKind::List),
            rule: request("rule", "rule", false, text),
        };
        let mut source = |name: &str, role, kind| match name {
            "@row" => Source::Row,
            "@file" => Source::File,
            name => Source::Cell(request(name, role, true, kind)),
        };
        let id = if columns.id.is_empty() { vec!["id".to_owned()] } else { columns.id.clone() };
        let id = id.iter().map(|name| source(name, "id", text)).collect();
        let tags = phenomena.tags.iter();
        let tags = tags
            .map(|(name, _)| (source(name, "phenomena", CellKind::List), FirstCell::default()))
            .collect();
        let mut named = |name: &Option<String>, role: &'static str, kind| {
            request(name.as_deref().unwrap_or(role), role, name.is_some(), kind)
        };
        let origin = named(&columns.origin, "origin", text);
        let cluster = named(&columns.cluster, "cluster", text);
        let hypothesis = named(&columns.hypothesis, "hypothesis", verbatim);
        // Where the config says where tags stand, a column called `category` is something else.
        let by_name = |name: &Option<String>| name.is_some() || phenomena.is_default();
        let phenomenon = by_name(&columns.phenomenon)
            .then(|| named(&columns.phenomenon, "phenomenon", CellKind::List));
        let category =
            by_name(&columns.category).then(|| named(&columns.category, "category", text));
        let task = named(&columns.task, "task", value);
        let gold = columns.gold.as_deref().unwrap_or("gold");
        let gold = request(gold, "gold", true, CellKind::List);
        let texts = match columns.text.as_slice() {
            [] => vec![request("text", "text", false, verbatim)],
            names => names.iter().map(|name| request(name, "text", true, verbatim)).collect(),
        };
        let annotators = columns.annotators.iter();
        let annotators = annotators.map(|name| request(name, "annotators", true, value)).collect();
        let annotator_labels = columns
            .annotator_labels
            .as_ref()
            .map(|name| request(name, "annotator-labels", true, CellKind::List));
        // A counter in JSON has no key for what nobody said.
        let whole = !matches!(format, TableFormat::Ndjson | TableFormat::Json);
        let annotator_counts = columns.annotator_counts.iter();
        let annotator_counts = annotator_counts
            .map(|(_, name)| request(name, "annotator-counts", whole, CellKind::Number))
            .collect();
        let weight = columns.weight.as_deref();
        let weight =
            request(weight.unwrap_or("weight"), "weight", weight.is_some(), CellKind::Number);
        let attributes = columns.attributes.iter();
        let attributes =
            attributes.map(|(_, name)| request(name, "attributes", true, value)).collect();
        let one_hot = phenomena.one_hot.iter();
        let one_hot =
            one_hot.map(|(name, _)| request(name, "one-hot", true, CellKind::Number)).collect();
        Self {
            id,
            origin,
            cluster,
            text: texts,
            hypothesis,
            gold,
            annotators,
            annotator_labels,
            annotator_counts,
            weight,
            phenomenon,
            category,
            task,
            attributes,
            tags,
            first_phenomenon: FirstCell::default(),
            one_hot,
            written,
            requests,
        }
    }
}

/// A file's name without its ending.
pub(super) fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The sources of an id, as columns and the pseudo-columns `@row` and `@file`.
pub(in crate::readers) struct IdSources(Vec<Source>);

impl IdSources {
    /// Asks for the columns of an id, `id` where none is named.
    pub(in crate::readers) fn request(
        columns: &[String],
        requests: &mut Vec<ColumnRequest>,
    ) -> Self {
        let default = [String::from("id")];
        let columns = if columns.is_empty() { &default } else { columns };
        Self(
            columns
                .iter()
                .map(|name| match name.as_str() {
                    "@row" => Source::Row,
                    "@file" => Source::File,
                    name => {
                        let (role, kind) = ("id", CellKind::Text);
                        let name = name.to_owned();
                        requests.push(ColumnRequest { name, role, required: true, kind });
                        Source::Cell(requests.len() - 1)
                    }
                })
                .collect(),
        )
    }

    /// The id of a row.
    pub(in crate::readers) fn id<'a>(
        &self,
        cells: &'a [Option<Cow<'a, str>>],
        requests: &[ColumnRequest],
        number: u64,
        file: &'a str,
    ) -> Result<Cow<'a, str>, ProblemKind> {
        joined_id(&self.0, cells, requests, number, file)
    }
}

pub(super) fn joined_id<'a>(
    sources: &[Source],
    cells: &'a [Option<Cow<'a, str>>],
    requests: &[ColumnRequest],
    number: u64,
    file: &'a str,
) -> Result<Cow<'a, str>, ProblemKind> {
    let part = |source: &Source| match source {
        Source::Row => Ok(Cow::Owned(number.to_string())),
        Source::File => Ok(Cow::Borrowed(stem(file))),
        Source::Cell(at) => {
            let cell = cells.get(*at).and_then(Option::as_deref);
            let column = || requests[*at].name.clone();
            cell.map(Cow::Borrowed).ok_or_else(|| ProblemKind::EmptyCell { column: column() })
        }
    };
    match sources {
        [one] => part(one),
        many => {
            let parts: Result<Vec<Cow<'_, str>>, ProblemKind> = many.iter().map(part).collect();
            Ok(Cow::Owned(parts?.join(":")))
        }
    }
}
