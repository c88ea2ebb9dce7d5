//! The arguments of the commands that run systems and train them.

use std::path::PathBuf;

use clap::Args;

/// Run the systems of a config that phenom runs itself, and write their answers to files
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom predict evaluation.yaml\n  \
    phenom predict evaluation.yaml \"Word overlap\" --output answers\n\n\
Each system has a file of its own, a line of JSON for each pair: id, label, and what else the system says \
(confidence, probabilities, justification). `predictions: FILE` in a config reads it.")]
pub(crate) struct PredictArguments {
    /// The config
    pub(crate) config: PathBuf,
    /// The systems to be run, by their names; without any, all that the config has an engine for
    #[arg(value_name = "SYSTEM")]
    pub(crate) systems: Vec<String>,
    /// The folder that the files are written to
    #[arg(long, short, value_name = "DIR", default_value = "predictions")]
    pub(crate) output: PathBuf,
    /// Replace files that are there
    #[arg(long)]
    pub(crate) overwrite: bool,
}

/// Train a system of a config on its `learn-on`, and write what it learnt to a file
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom train evaluation.yaml \"Word overlap\" --output overlap.json\n\n\
The model is JSON that people can read. `engine: {name: word-overlap, model: overlap.json}` in a config \
answers with it.")]
pub(crate) struct TrainArguments {
    /// The config
    pub(crate) config: PathBuf,
    /// The system, by its name
    #[arg(value_name = "SYSTEM")]
    pub(crate) system: String,
    /// The file that the model is written to
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Replace the file if it is there
    #[arg(long)]
    pub(crate) overwrite: bool,
}
