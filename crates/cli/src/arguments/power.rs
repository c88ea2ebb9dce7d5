//! The arguments of `phenom power`.

use std::path::PathBuf;

use clap::Args;

use super::{MemoryArguments, share};

/// Estimate how many pairs a significant difference needs, and which differences the data can show
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom power configs/rte5-pilot.yaml EDITS VENSES\n  \
    phenom power evaluation.yaml --difference 0.02 --power 0.9\n  \
    phenom power evaluation.yaml --disagreement 0.17   three-way annotators as in Voorhees 2008\n\n\
    phenom estimates how differences vary between original pairs from the systems of the config.")]
pub(crate) struct PowerArguments {
    /// The config
    pub(crate) config: PathBuf,
    /// Two systems; the default is every two
    #[arg(value_names = ["A", "B"], num_args = 2)]
    pub(crate) systems: Vec<String>,
    /// Plan for comparisons of the two systems only, not for those of all systems of the config
    #[arg(long, requires = "systems")]
    pub(crate) alone: bool,
    /// The difference of accuracies to detect, from 0.0001 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = difference)]
    pub(crate) difference: f64,
    /// The probability of detecting it, from 0.01 to 0.9999
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = power)]
    pub(crate) power: f64,
    /// The share of pairs on which two annotators disagree, from 0 to below chance: 1/2 for two-way labels, 2/3 for
    /// three-way labels
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = disagreement)]
    pub(crate) disagreement: f64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

fn difference(text: &str) -> Result<f64, String> {
    share(text, 0.0001, 1.0)
}

fn power(text: &str) -> Result<f64, String> {
    share(text, 0.01, 0.9999)
}

fn disagreement(text: &str) -> Result<f64, String> {
    share(text, 0.0, 0.6666)
}
