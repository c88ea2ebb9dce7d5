//! The arguments of `phenom label`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// Draw the pairs that people should read next, so that their labels correct judges most
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom label configs/judged-claims.yaml                 what 100, 200, 400 more labels would give\n  \
    phenom label evaluation.yaml --next 200 --output labels.csv\n  \
    phenom label evaluation.yaml --next 200 --for phenomena --output labels.csv\n  \
    phenom label evaluation.yaml A B --for difference --next 100 --output labels.csv\n\n\
    Writes all pairs, those to read first, with the probability of each, so that corrected values stay unbiased. It shows \
    no label of a judge. Label all pairs to read with `phenom annotate labels.csv`, and name the file in the config.")]
pub(crate) struct LabelArguments {
    /// The config, with `judged` in its dataset
    pub(crate) config: PathBuf,
    /// How many pairs to draw
    #[arg(long, value_name = "PAIRS", requires = "output", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) next: Option<u32>,
    /// What the labels are to make more precise
    #[arg(long = "for", value_enum, default_value_t = Goal::Total)]
    pub(crate) goal: Goal,
    /// With `--for difference`: the two systems
    #[arg(value_names = ["A", "B"], num_args = 2)]
    pub(crate) systems: Vec<String>,
    /// Write the pairs to this CSV file
    #[arg(long, short, value_name = "FILE", requires = "next")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file
    #[arg(long, requires = "output")]
    pub(crate) overwrite: bool,
    /// Print the forecast as JSON
    #[arg(long, conflicts_with = "next")]
    pub(crate) json: bool,
}

/// What labels are to make more precise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Goal {
    /// Accuracies on all pairs
    Total,
    /// Accuracies on phenomena
    Phenomena,
    /// The difference of two systems
    Difference,
}
