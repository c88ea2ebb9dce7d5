//! Which column of a table of pairs holds what.

use crate::builder::Arrivals;
use crate::readers::derived::DerivedColumns;
use crate::readers::id_rewriting::Rewriter;
use crate::readers::list_cells::FirstCell;
use crate::readers::phenomena::KnownPhenomena;
use crate::readers::sources::{IdSources, RowPlace, Source};
use crate::readers::subset::{Kept, SubsetColumns};
use crate::readers::{PairColumns, PairSource, PhenomenonColumns};
use crate::tables::{CellKind, Cells, ColumnRequest, Flawed, TableFormat};
use crate::{DatasetBuilder, ProblemKind};

/// Where everything comes from, once the columns are numbered.
pub(super) struct Plan {
    pub(super) requests: Vec<ColumnRequest>,
    pub(super) places: Places,
}

/// The numbers of the columns; nothing for what is not read.
pub(super) struct Places {
    pub(super) origin: Option<usize>,
    pub(super) cluster: Option<usize>,
    pub(super) text: Vec<usize>,
    pub(super) hypothesis: Option<usize>,
    pub(super) gold: Option<usize>,
    pub(super) annotators: Vec<usize>,
    pub(super) judges: Vec<usize>,
    pub(super) probability: Option<usize>,
    pub(super) annotator_labels: Option<usize>,
    pub(super) annotator_counts: Vec<usize>,
    pub(super) weight: Option<usize>,
    pub(super) phenomenon: Option<usize>,
    pub(super) category: Option<usize>,
    pub(super) task: Option<usize>,
    pub(super) attributes: Vec<usize>,
    pub(super) tags: Vec<(Source, FirstCell)>,
    /// The first tag of a column for one phenomenon.
    pub(super) first_phenomenon: FirstCell,
    pub(super) one_hot: Vec<usize>,
    pub(super) written: Option<Written>,
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

/// What changes from row to row of a file.
pub(super) struct RowState<'a> {
    pub(super) ids: IdSources<'a>,
    pub(super) keep: SubsetColumns<'a>,
    pub(super) derived: DerivedColumns<'a>,
    pub(super) known: KnownPhenomena,
    /// The id of the row with which something is wrong.
    pub(super) lost: Option<String>,
}

/// What the cells of the column of gold hold.
fn kind_of_gold(columns: &PairColumns) -> CellKind {
    match columns.gold_bounds {
        Some(_) => CellKind::Number,
        None => CellKind::List,
    }
}

impl Written {
    /// The columns that phenom itself writes.
    fn request(request: &mut impl FnMut(&str, &'static str, bool, CellKind) -> usize) -> Self {
        let text = CellKind::Text;
        Self {
            also_gold: request("also_gold", "gold", false, text),
            annotations: request("annotations", "annotators", false, text),
            annotator_counts: request("annotator_counts", "annotator-counts", false, text),
            attributes: request("attributes", "attributes", false, text),
            phenomena: request("phenomena", "phenomena", false, CellKind::List),
            rule: request("rule", "rule", false, text),
        }
    }
}

impl Plan {
    /// The plan for a file, and the state with which its first row is read.
    pub(super) fn new(source: &PairSource, format: TableFormat) -> (Self, RowState<'_>) {
        let PairSource { columns, phenomena, .. } = source;
        let mut requests: Vec<ColumnRequest> = Vec::new();
        let rewriter = Rewriter::new(&columns.ids);
        let ids = IdSources::request(&columns.id, rewriter, &mut requests);
        let keep = columns.keep.request(format, &mut requests);
        let derived = columns.derived.request(&mut requests);
        let places = Places::request(columns, phenomena, format, &mut requests);
        let known = KnownPhenomena::default();
        (Self { requests, places }, RowState { ids, keep, derived, known, lost: None })
    }
}

impl Plan {
    /// Needs the gold labels that the builder expects: none for outcomes, and none if people's labels are in files of
    /// their own.
    pub(super) fn fit_gold(&mut self, builder: &DatasetBuilder) {
        let Some(gold) = self.places.gold else { return };
        let request = &mut self.requests[gold];
        if builder.expects_outcomes() {
            request.required = false;
            self.places.gold = None;
        } else if builder.expects_people_in_files() {
            request.required = false;
        } else if builder.expects_judged_gold() {
            request.role = "people";
        }
    }

    /// Needs no column of the labels of people and judges, which may be in the lists of parts alone or in their rows
    /// alone.
    pub(super) fn need_no_judged(&mut self) {
        for request in &mut self.requests {
            request.required &= !matches!(request.role, "people" | "judges" | "probability");
        }
    }
}

impl RowState<'_> {
    /// The cells of a row that is read; nothing of one that is left out, whose pair is, too, if it has an id.
    pub(super) fn kept<'c>(
        &mut self,
        row: &'c Result<&'c Cells<'c>, Flawed<'c>>,
        requests: &[ColumnRequest],
        place: RowPlace<'_>,
        arrivals: &mut Arrivals<'_>,
    ) -> Result<Option<&'c Cells<'c>>, ProblemKind> {
        match self.keep.kept(row, place)? {
            Kept::Read(cells) => Ok(Some(cells)),
            Kept::LeftOut(cells) => {
                if let Ok(id) = self.ids.id(cells, requests, place) {
                    arrivals.leave_out(&id);
                }
                Ok(None)
            }
        }
    }

    /// Tells what is known of a file once its last row is read.
    pub(super) fn finish(self, builder: &mut DatasetBuilder) {
        for kind in self.keep.problems().chain(self.derived.problems()) {
            builder.problem(None, kind);
        }
        builder.ids_were_rewritten(self.ids.rewriter());
    }
}

/// Asks for several columns of a kind, each of which must be there.
fn all<'a>(
    names: impl Iterator<Item = &'a String>,
    role: &'static str,
    kind: CellKind,
    request: &mut impl FnMut(&str, &'static str, bool, CellKind) -> usize,
) -> Vec<usize> {
    names.map(|name| request(name, role, true, kind)).collect()
}

/// Asks for the columns of attributes, and of what is said of parts that a system made.
fn attributes(
    columns: &PairColumns,
    request: &mut impl FnMut(&str, &'static str, bool, CellKind) -> usize,
) -> Vec<usize> {
    let named = columns.attributes.iter().map(|(_, column)| column);
    let mut attributes = all(named, "attributes", CellKind::Value, request);
    let said = columns.said.iter();
    attributes.extend(said.map(|(role, name)| request(name, role, true, CellKind::Any)));
    attributes
}

impl Places {
    /// The columns that are looked for under these names where none is named.
    pub(super) const BY_NAME: [&str; 10] = [
        "id",
        "origin",
        "cluster",
        "text",
        "hypothesis",
        "gold",
        "weight",
        "phenomenon",
        "category",
        "task",
    ];

    fn request(
        columns: &PairColumns,
        phenomena: &PhenomenonColumns,
        format: TableFormat,
        requests: &mut Vec<ColumnRequest>,
    ) -> Self {
        let tags = phenomena
            .tags
            .iter()
            .map(|(name, _)| Source::request(name, "phenomena", CellKind::List, requests))
            .map(|source| (source, FirstCell::default()))
            .collect();
        let mut request = |name: &str, role, required, kind| {
            requests.push(ColumnRequest { name: name.to_owned(), role, required, kind });
            requests.len() - 1
        };
        let text = CellKind::Text;
        let value = CellKind::Value;
        let verbatim = CellKind::Verbatim;
        let by_name = !columns.only_named;
        let written = by_name.then(|| Written::request(&mut request));
        // Where the config says where tags stand, a column called `category` is something else.
        let tags_by_name = by_name && phenomena.is_default();
        let mut named = |name: &Option<String>, role: &'static str, kind, by_name: bool| {
            let read = name.is_some() || by_name;
            read.then(|| request(name.as_deref().unwrap_or(role), role, name.is_some(), kind))
        };
        let origin = named(&columns.origin, "origin", text, by_name);
        let cluster = named(&columns.cluster, "cluster", text, by_name);
        let hypothesis = named(&columns.hypothesis, "hypothesis", verbatim, by_name);
        let phenomenon = named(&columns.phenomenon, "phenomenon", CellKind::List, tags_by_name);
        let category = named(&columns.category, "category", text, tags_by_name);
        let task = named(&columns.task, "task", value, by_name);
        let weight = named(&columns.weight, "weight", CellKind::Number, by_name);
        let probability = named(&columns.probability, "probability", CellKind::Number, false);
        let gold = (columns.gold.is_some() || by_name).then(|| {
            request(columns.gold.as_deref().unwrap_or("gold"), "gold", true, kind_of_gold(columns))
        });
        let texts = match columns.text.as_slice() {
            [] if by_name => vec![request("text", "text", false, verbatim)],
            names => all(names.iter(), "text", verbatim, &mut request),
        };
        let annotators = all(columns.annotators.iter(), "annotators", value, &mut request);
        let judges = columns.judges.iter().map(|(_, column)| column);
        let judges = all(judges, "judges", value, &mut request);
        let annotator_labels = columns.annotator_labels.iter();
        let annotator_labels =
            all(annotator_labels, "annotator-labels", CellKind::List, &mut request).pop();
        // A counter in JSON has no key for what nobody said.
        let whole = !matches!(format, TableFormat::Ndjson | TableFormat::Json);
        let annotator_counts = columns.annotator_counts.iter();
        let annotator_counts = annotator_counts
            .map(|(_, name)| request(name, "annotator-counts", whole, CellKind::Number))
            .collect();
        let attributes = attributes(columns, &mut request);
        let one_hot = phenomena.one_hot.iter().map(|(column, _)| column);
        let one_hot = all(one_hot, "one-hot", CellKind::Number, &mut request);
        Self {
            origin,
            cluster,
            text: texts,
            hypothesis,
            gold,
            annotators,
            judges,
            probability,
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
        }
    }
}
