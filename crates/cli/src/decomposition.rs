//! What `phenom decompose` says of a decomposed dataset: findings, what its texts give away, baselines, balance.

mod balance;
mod baselines;
mod findings;
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use phenom_annotate::{Finding, Inventory, Looked, Originals, Plan, findings};
use phenom_dataset::{CompositionRule, Dataset, Judgment};
use phenom_metrics::Proportion;
use phenom_metrics::statistics::{
    ConfidenceLevel, FEWEST_CLUSTERS, Interval, PooledClusters, clustered_mean, clustered_share,
};
use phenom_report::{Cell, Column, Row, RowKind, SafeName, Style, Table};
use serde_json::{Value, json};

pub(crate) use self::baselines::MOST_ABOVE;
use self::baselines::{Baseline, baselines};
use self::texts::{TextRow, text_rows};
use crate::failure::Failure;

/// All that is said of a decomposed dataset.
pub(crate) struct Decomposition {
    pub(crate) found: Vec<Finding>,
    pub(crate) looked: Looked,
    texts: Vec<TextRow>,
    baselines: Vec<Baseline>,
    balance: balance::Balance,
}

impl Decomposition {
    /// Looks at a dataset that holds its texts.
    pub(crate) fn of(
        dataset: &Dataset,
        originals: &Originals,
        inventory: &Inventory,
        plan: Option<&Plan>,
        rule: &CompositionRule,
    ) -> Result<Self, Failure> {
        let (found, looked) = findings(originals, inventory, rule);
        Ok(Self {
            found,
            looked,
            texts: text_rows(dataset, originals.judgments()),
            baselines: baselines(dataset, originals.task)?,
            balance: balance::Balance::of(dataset, originals.judgments(), inventory, plan),
        })
    }

    /// The findings that are errors, and those that somebody should look at.
    pub(crate) fn errors_and_remarks(&self) -> (usize, usize) {
        let errors = self.found.iter().filter(|finding| finding.kind.is_error()).count();
        (errors, self.found.len() - errors)
    }

    /// The baselines that are further above the best constant than they should be.
    pub(crate) fn leaks(&self) -> usize {
        self.baselines.iter().filter(|baseline| baseline.is_a_leak()).count()
    }

    /// Whether something is decomposed, and as much of everything as the plan wants.
    pub(crate) fn is_complete(&self) -> bool {
        self.looked.decomposed > 0 && self.balance.keeps_the_plan()
    }

    /// What was found, in sentences.
    pub(crate) fn summary(&self) -> Vec<String> {
        let Looked { decomposed, parts, rules, chains, exceptions } = self.looked;
        let (errors, remarks) = self.errors_and_remarks();
        let mut said = vec![format!(
            "{parts} monothematic pairs of {decomposed} originals: {rules} rules and {chains} chains were followed."
        )];
        if exceptions > 0 {
            said.push(format!("{exceptions} originals are marked as exceptions."));
        }
        let kinds: BTreeSet<&str> = self
            .found
            .iter()
            .filter(|finding| finding.kind.is_error())
            .map(|f| f.kind.heading())
            .collect();
        said.push(match errors {
            0 if decomposed == 0 => "Nothing is decomposed yet.".to_owned(),
            0 => "No check fails.".to_owned(),
            1 => format!("One check fails: {}.", kinds.into_iter().collect::<String>()),
            _ => format!(
                "{errors} times a check fails: {}.",
                kinds.into_iter().collect::<Vec<_>>().join("; ")
            ),
        });
        if remarks > 0 {
            let times = if remarks == 1 {
                "1 place deserves".to_owned()
            } else {
                format!("{remarks} places deserve")
            };
            said.push(format!("{times} a second look."));
        }
        said.extend(baselines::in_words(&self.baselines));
        said.extend(self.balance.in_words());
        said
    }

    pub(crate) fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> =
            findings::table(&self.found, Some(findings::SHOWN)).into_iter().collect();
        tables.push(self.balance.table());
        tables.extend(texts::table(&self.texts));
        tables.extend(baselines::table(&self.baselines));
        tables
    }

    /// All findings, for a file of their own.
    pub(crate) fn all_findings(&self) -> Option<Table> {
        findings::table(&self.found, None)
    }

    pub(crate) fn json(&self) -> Value {
        let Looked { decomposed, parts, rules, chains, exceptions } = self.looked;
        let found: Vec<Value> = self.found.iter().map(findings::json).collect();
        let texts: Vec<Value> = self.texts.iter().map(TextRow::json).collect();
        let baselines: Vec<Value> = self.baselines.iter().map(Baseline::json).collect();
        json!({
            "originals": decomposed, "monothematic": parts, "rules": rules, "chains": chains,
            "exceptions": exceptions, "findings": found, "texts": texts, "baselines": baselines,
            "balance": self.balance.json(),
        })
    }
}

/// A figure of some pairs.
#[derive(Debug, Clone, Copy)]
struct Figure {
    estimate: f64,
    /// Over clusters; nothing of means of fewer than [`FEWEST_CLUSTERS`].
    interval: Option<Interval>,
    pairs: u64,
}

/// The mean of values of rows.
fn mean_of(dataset: &Dataset, values: impl Iterator<Item = (usize, f64)>) -> Option<Figure> {
    let clustered = values.map(|(row, value)| (cluster_of(dataset, row), value));
    let mean = clustered_mean(clustered, ConfidenceLevel::NINETY_FIVE).ok()?;
    let interval = mean.interval.filter(|_| mean.clusters >= FEWEST_CLUSTERS);
    Some(Figure { estimate: mean.estimate, interval, pairs: mean.values })
}

/// The share of rows of which something holds.
fn share_of(dataset: &Dataset, rows: impl Iterator<Item = (usize, bool)>) -> Option<Figure> {
    let mut counted: BTreeMap<usize, [u32; 2]> = BTreeMap::new();
    for (row, holds) in rows {
        let [some, all] = counted.entry(cluster_of(dataset, row)).or_default();
        *some += u32::from(holds);
        *all += 1;
    }
    let pairs = counted.values().map(|[_, all]| u64::from(*all)).sum();
    let clusters = PooledClusters::new(2, counted.into_values().map(|counts| (counts, 1))).ok()?;
    let share = |counts: &[u32]| match counts {
        [some, all] => Proportion { numerator: (*some).into(), denominator: (*all).into() },
        _ => Proportion { numerator: 0, denominator: 0 },
    };
    let share = clustered_share(&clusters, share, ConfidenceLevel::NINETY_FIVE).ok()?;
    Some(Figure { estimate: share.estimate, interval: Some(share.interval), pairs })
}

/// Gold of a row among the judgments of the dataset: of one that tells two apart, the two-way view.
fn gold_of(dataset: &Dataset, row: usize, judgments: &[Judgment]) -> Option<Judgment> {
    let gold = dataset.gold()[row]?;
    Some(if judgments.contains(&gold) { gold } else { gold.two_way() })
}

fn cluster_of(dataset: &Dataset, row: usize) -> usize {
    dataset.cluster_of(dataset.original_of(row))
}

fn cell(figure: Option<Figure>, style: Style) -> Cell {
    figure
        .map_or(Cell::Empty, |figure| Cell::Value(figure.estimate, style).between(figure.interval))
}

fn json_of(figure: Option<Figure>) -> Value {
    let Some(figure) = figure else { return Value::Null };
    let interval = figure.interval.map(|interval| [interval.lower, interval.upper]);
    json!({"value": figure.estimate, "interval": interval, "pairs": figure.pairs})
}

fn new_table(
    key: &str,
    title: &str,
    columns: Vec<Column>,
    rows: Vec<Row>,
    notes: Vec<String>,
) -> Table {
    Table { key: SafeName::new(key), title: title.to_owned(), columns, rows, notes }
}

fn row(kind: RowKind, cells: Vec<Cell>) -> Row {
    Row { kind, cells }
}
