//! What `phenom decompose` says of a decomposed dataset: findings, what its texts give away, baselines, balance.

mod balance;
mod cells;
mod findings;
mod leaks;
pub mod meaning;
mod texts;

use std::collections::BTreeSet;

use phenom_annotate::{Finding, FindingKind, Inventory, Looked, Originals, Plan, findings};
use phenom_dataset::{CompositionRule, Dataset, EXCEPTION};
use phenom_report::Table;
use phenom_systems::wordnet::WordNet;
use serde_json::{Value, json};

use self::leaks::{Baseline, baselines};
use self::meaning::WordNetChecks;
use self::texts::{TextRow, text_rows};
use crate::failure::Failure;
use crate::host::Host;

/// All that is said of a decomposed dataset.
pub struct Decomposition {
    pub(crate) found: Vec<Finding>,
    pub(crate) looked: Looked,
    /// Pairs without a hypothesis, on which no baseline that reads it can be trained.
    without_hypothesis: usize,
    /// The constraints that name a relation between words, and whether there was a WordNet.
    wordnet: (WordNetChecks, bool),
    texts: Vec<TextRow>,
    baselines: Vec<Baseline>,
    balance: balance::Balance,
}

/// Whether a pair is excused from a check: its attribute `exception-CHECK` has the reason. Nothing excuses from settling
/// a difference.
fn is_excused(dataset: &Dataset, finding: &Finding) -> bool {
    let name = format!("{EXCEPTION}-{}", finding.kind.name());
    let attribute = dataset.attributes().iter().find(|attribute| attribute.name() == name);
    let Some(attribute) = attribute.filter(|_| finding.kind != FindingKind::Unsettled) else {
        return false;
    };
    dataset.row(&finding.pair).is_some_and(|row| attribute.value(row).is_some())
}

impl Decomposition {
    /// Looks at a dataset that holds its texts.
    pub fn of(
        dataset: &Dataset,
        originals: &Originals,
        inventory: &Inventory,
        plan: Option<&Plan>,
        rule: &CompositionRule,
        wordnet: Option<&WordNet>,
        host: &dyn Host,
    ) -> Result<Self, Failure> {
        let (mut found, looked) = findings(originals, inventory, rule);
        let checks = meaning::find(dataset, originals, wordnet, &mut found)
            .map_err(|message| Failure::input(message, None))?;
        found.retain(|finding| !is_excused(dataset, finding));
        found.sort_by_key(|finding| finding.kind);
        Ok(Self {
            found,
            looked,
            without_hypothesis: leaks::without_texts(dataset),
            wordnet: (checks, wordnet.is_some()),
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

    /// The baselines that are significantly above the constant baseline, with populations and tasks.
    pub fn leaks(&self) -> Vec<String> {
        leaks::leaks(&self.baselines)
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
        said.extend(self.wordnet_in_words());
        said.extend(leaks::in_words(&self.baselines));
        let pairs = self.without_hypothesis;
        said.extend((pairs > 0 && !self.baselines.is_empty()).then(|| {
            let have = if pairs == 1 { "pair has" } else { "pairs have" };
            format!("{pairs} {have} no hypothesis, so that hypothesis-only and word-overlap are not trained.")
        }));
        said.extend(self.balance.in_words());
        said
    }

    /// What was checked against WordNet, if a constraint names a relation that it has.
    fn wordnet_in_words(&self) -> Option<String> {
        let (WordNetChecks { named, checked }, has_wordnet) = self.wordnet;
        (named > 0).then(|| match has_wordnet {
            true => format!("phenom checked {checked} of {named} constraints on words against WordNet."),
            false => format!(
                "phenom did not check {named} constraints on words against WordNet: name its folder with `--wordnet DIR`."
            ),
        })
    }

    /// The tables of a report on it.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> =
            findings::table(&self.found, Some(findings::SHOWN)).into_iter().collect();
        tables.push(self.balance.table());
        tables.extend(texts::table(&self.texts));
        tables.extend(leaks::table(&self.baselines));
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
            "exceptions": exceptions,
            "wordnet": {"constraints": self.wordnet.0.named, "checked": self.wordnet.0.checked, "found": self.wordnet.1},
            "leaks": self.leaks(), "findings": found, "texts": texts, "baselines": baselines,
            "balance": self.balance.json(),
        })
    }
}
