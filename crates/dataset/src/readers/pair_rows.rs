//! Pairs as rows of a table: columns named by the user, or by what they hold.

use super::PairSource;
use super::labels::meaning;
use crate::input::{Fatal, Input};
use crate::tables::{self, ColumnRequest, TableFormat};
use crate::{
    DatasetBuilder, LabelScheme, Meaning, PairRow, Phenomenon, PhenomenonError, ProblemKind,
};

/// Which column holds what. A column that is not named here is looked for under the name of what
/// it holds (`id`, `origin`, `text`, ...), and may be absent unless it is `id` or `gold`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairColumns {
    /// The id of the pair.
    pub id: Option<String>,
    /// The id of the original that a monothematic pair comes from; empty for an original.
    pub origin: Option<String>,
    /// The text.
    pub text: Option<String>,
    /// The hypothesis.
    pub hypothesis: Option<String>,
    /// The gold judgment.
    pub gold: Option<String>,
    /// The phenomenon: a name beside a column for its category, or else a path `CATEGORY:NAME`.
    pub phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub category: Option<String>,
    /// The task of RTE.
    pub task: Option<String>,
    /// Further columns to be read as attributes of the pairs.
    pub attributes: Vec<String>,
}

/// Positions of the columns in what is asked of the table.
const ID: usize = 0;
const ORIGIN: usize = 1;
const TEXT: usize = 2;
const HYPOTHESIS: usize = 3;
const GOLD: usize = 4;
const PHENOMENON: usize = 5;
const CATEGORY: usize = 6;
const TASK: usize = 7;
const ATTRIBUTES: usize = 8;

impl PairColumns {
    fn requests(&self) -> Vec<ColumnRequest> {
        let column = |name: &Option<String>, role, needed| ColumnRequest {
            name: name.clone().unwrap_or_else(|| String::from(role)),
            role,
            required: needed || name.is_some(),
            number: false,
        };
        let mut requests = vec![
            column(&self.id, "id", true),
            column(&self.origin, "origin", false),
            column(&self.text, "text", false),
            column(&self.hypothesis, "hypothesis", false),
            column(&self.gold, "gold", true),
            column(&self.phenomenon, "phenomenon", false),
            column(&self.category, "category", false),
            column(&self.task, "task", false),
        ];
        requests.extend(self.attributes.iter().map(|name| ColumnRequest {
            name: name.clone(),
            role: "attributes",
            required: true,
            number: false,
        }));
        requests
    }
}

/// Reads pairs and returns how many rows there were.
pub(super) fn read(
    source: &PairSource,
    format: TableFormat,
    input: Input,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    let requests = source.columns.requests();
    tables::for_each_row(format, input, &requests, |line, row| {
        let added = row.and_then(|cells| {
            let cells: Vec<Option<&str>> = cells.iter().map(|cell| cell.as_deref()).collect();
            add(line, &requests, &cells, &source.labels, builder)
        });
        if let Err(kind) = added {
            builder.problem(Some(line), kind);
        }
    })
}

fn add(
    line: u64,
    requests: &[ColumnRequest],
    cells: &[Option<&str>],
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<(), ProblemKind> {
    let id =
        cells[ID].ok_or_else(|| ProblemKind::EmptyCell { column: requests[ID].name.clone() })?;
    let gold = match cells[GOLD].map(|label| meaning(scheme, label)).transpose()? {
        Some(Meaning::Judgment(judgment)) => Some(judgment),
        Some(Meaning::None) | None => None,
    };
    let phenomena: Vec<Phenomenon> =
        phenomenon(cells[CATEGORY], cells[PHENOMENON])?.into_iter().collect();
    let attributes: Vec<(&str, &str)> = requests[ATTRIBUTES..]
        .iter()
        .zip(&cells[ATTRIBUTES..])
        .filter_map(|(request, cell)| Some((request.name.as_str(), (*cell)?)))
        .collect();
    builder.add(&PairRow {
        line,
        id,
        origin: cells[ORIGIN],
        text: cells[TEXT],
        hypothesis: cells[HYPOTHESIS],
        gold,
        phenomena: &phenomena,
        task: cells[TASK],
        attributes: &attributes,
        rule: None,
    });
    Ok(())
}

fn phenomenon(
    category: Option<&str>,
    name: Option<&str>,
) -> Result<Option<Phenomenon>, PhenomenonError> {
    match (category, name) {
        (None, None) => Ok(None),
        (None, Some(path)) => Phenomenon::parse(path).map(Some),
        (Some(category), name) => {
            Phenomenon::parse(&format!("{category}:{}", name.unwrap_or_default())).map(Some)
        }
    }
}
