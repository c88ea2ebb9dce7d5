//! What `phenom decompose` says of a decomposed dataset: findings, what its texts give away, baselines, balance.

mod balance;
mod baselines;
mod cells;
mod findings;
mod texts;

use std::collections::BTreeSet;

use phenom_annotate::{Finding, Inventory, Looked, Originals, Plan, findings};
use phenom_dataset::{CompositionRule, Dataset};
use phenom_report::Table;
use serde_json::{Value, json};

pub use self::baselines::MOST_ABOVE;
use self::baselines::{Baseline, baselines};
use self::texts::{TextRow, text_rows};
use crate::failure::Failure;
use crate::host::Host;

/// All that is said of a decomposed dataset.
pub struct Decomposition {
    pub(crate) found: Vec<Finding>,
    pub(crate) looked: Looked,
    texts: Vec<TextRow>,
    baselines: Vec<Baseline>,
    balance: balance::Balance,
}

impl Decomposition {
    /// Looks at a dataset that holds its texts.
    pub fn of(
        dataset: &Dataset,
        originals: &Originals,
        inventory: &Inventory,
        plan: Option<&Plan>,
        rule: &CompositionRule,
        host: &dyn Host,
    ) -> Result<Self, Failure> {
        let (found, looked) = findings(originals, inventory, rule);
        Ok(Self {
            found,
            looked,
            texts: text_rows(dataset, originals.judgments()),
            baselines: baselines(dataset, originals.task, host)?,
            balance: balance::Balance::of(dataset, originals.judgments(), inventory, plan),
        })
    }

    /// The findings that are errors, and those that somebody should look at.
    pub fn errors_and_remarks(&self) -> (usize, usize) {
        let errors = self.found.iter().filter(|finding| finding.kind.is_error()).count();
        (errors, self.found.len() - errors)
    }

    /// The baselines that are further above the best constant than they should be.
    pub fn leaks(&self) -> usize {
        self.baselines.iter().filter(|baseline| baseline.is_a_leak()).count()
    }

    /// Whether something is decomposed, and as much of everything as the plan wants.
    pub fn is_complete(&self) -> bool {
        self.looked.decomposed > 0 && self.balance.keeps_the_plan()
    }

    /// What was found, in sentences.
    pub fn summary(&self) -> Vec<String> {
        let Looked { decomposed, parts, rules, chains, exceptions } = self.looked;
        let (errors, remarks) = self.errors_and_remarks();
        let mut said = vec![format!(
            "{parts} monothematic pairs of {decomposed} originals: phenom checked {rules} rules and {chains} chains."
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
            0 if decomposed == 0 => "No original is decomposed yet.".to_owned(),
            0 => "No check fails.".to_owned(),
            1 => format!("One check fails: {}.", kinds.into_iter().collect::<String>()),
            _ => format!(
                "Checks fail {errors} times: {}.",
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

    /// The tables of a report on it.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> =
            findings::table(&self.found, Some(findings::SHOWN)).into_iter().collect();
        tables.push(self.balance.table());
        tables.extend(texts::table(&self.texts));
        tables.extend(baselines::table(&self.baselines));
        tables
    }

    /// All findings, for a file of their own.
    pub fn all_findings(&self) -> Option<Table> {
        findings::table(&self.found, None)
    }

    /// All of it as one JSON value.
    pub fn json(&self) -> Value {
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
