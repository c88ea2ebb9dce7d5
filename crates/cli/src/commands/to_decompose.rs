//! What `phenom decompose` and `phenom annotate` are asked to work on: pairs, an inventory, a plan.

use std::path::{Path, PathBuf};

use phenom_annotate::shipped::INVENTORY;
use phenom_annotate::{Inventory, Plan};
use phenom_dataset::{CompositionRule, Judgment};
use phenom_files::{LONGEST_TEXT, read_text};

use super::{is_config, pairs_of_file, refuse_flags_for_config};
use crate::arguments::PairsToDecompose;
use phenom_study::Failure;
use phenom_study::config::{Config, Pairs, ReportOptions, Source, SystemsNeeded};

/// What is decomposed, and into what.
pub(super) struct ToDecompose {
    pub(super) pairs: Pairs,
    /// What judgments on parts make of the whole.
    pub(super) rule: CompositionRule,
    /// How a report is written.
    pub(super) options: ReportOptions,
    pub(super) inventory: Inventory,
    pub(super) plan: Option<Plan>,
    plan_path: Option<PathBuf>,
}

/// Reads what the command line names, but for the data.
pub(super) fn read(arguments: &PairsToDecompose) -> Result<ToDecompose, Failure> {
    let inventory = inventory(arguments.inventory.as_deref())?;
    let plan = arguments.plan.as_deref().map(plan).transpose()?;
    let (format, labels) = (arguments.format.as_deref(), arguments.labels.as_deref());
    let (pairs, rule, options) = if is_config(&arguments.path) {
        refuse_flags_for_config(format, labels)?;
        let config = Config::load_with(&arguments.path, SystemsNeeded::Never)?;
        let Source::Data { pairs, .. } = config.source else {
            return Err(Failure::input("this config has no pairs to decompose", None));
        };
        if pairs.of_outcomes {
            let message = "a decomposition has gold labels, and `task: outcome` has none";
            let help = "name the file of pairs itself, with its `--labels`".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
        (*pairs, config.composition, config.report)
    } else {
        let pairs = pairs_of_file(&arguments.path, format, labels)?;
        (pairs, CompositionRule::default(), ReportOptions::default())
    };
    let plan_path = arguments.plan.clone();
    Ok(ToDecompose { pairs, rule, options, inventory, plan, plan_path })
}

impl ToDecompose {
    /// A plan of phenomena or judgments that there are not is a slip.
    pub(super) fn refuse_wrong_plan(&self, judgments: &[Judgment]) -> Result<(), Failure> {
        let (Some(plan), Some(path)) = (&self.plan, &self.plan_path) else { return Ok(()) };
        plan.check(&self.inventory, judgments).map_err(|(message, help)| {
            Failure::input(format!("{}: {message}", path.display()), help)
        })
    }
}

/// An inventory of the user's own, or that of phenom.
fn inventory(path: Option<&Path>) -> Result<Inventory, Failure> {
    let (name, text) = match path {
        None => ("the inventory of phenom".to_owned(), INVENTORY.to_owned()),
        Some(path) => (path.display().to_string(), text_of(path)?),
    };
    let inventory: Inventory = yaml(&name, &text)?;
    inventory.check().map_err(|error| Failure::input(format!("{name}: {error}"), None))?;
    Ok(inventory)
}

/// A plan.
fn plan(path: &Path) -> Result<Plan, Failure> {
    yaml(&path.display().to_string(), &text_of(path)?)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    read_text(path, LONGEST_TEXT)
        .map_err(|error| Failure::unreadable(&path.display().to_string(), &error))
}

pub(super) fn yaml<T: serde::de::DeserializeOwned>(name: &str, text: &str) -> Result<T, Failure> {
    serde_yaml::from_str(text).map_err(|error| {
        let help = "docs/decomposing.md describes inventory and plan".to_owned();
        Failure::input(format!("{name}: {error}"), Some(help))
    })
}
