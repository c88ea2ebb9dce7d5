//! The arguments of the commands that run systems and train them.

use std::path::PathBuf;

use clap::Args;

/// Run the systems of a config that phenom runs itself, and write their predictions to files
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom predict evaluation.yaml\n  \
    phenom predict evaluation.yaml \"Word overlap\" --output answers\n  \
    phenom predict evaluation.yaml --dry-run       what phenom would send, and what it would cost\n  \
    phenom predict evaluation.yaml --run-systems   programs and servers of the config, too; `phenom trust` asks \
    once\n\n\
    Each system gets its own file with one line of JSON for each pair: id, label, and what else the system returns \
    (confidence, probabilities, justification). `predictions: FILE` in a config reads it. phenom stores predictions of \
    programs and servers in .phenom-answers next to the config as they arrive. An interrupted run continues from there.")]
pub(crate) struct PredictArguments {
    /// The config
    pub(crate) config: PathBuf,
    /// The names of the systems to run; the default is all that phenom runs or queries
    #[arg(value_name = "SYSTEM")]
    pub(crate) systems: Vec<String>,
    /// The folder for the files
    #[arg(long, short, value_name = "DIR", default_value = "predictions")]
    pub(crate) output: PathBuf,
    /// Replace existing files
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Run the programs and query the servers of the config, this once, and list them first. Without it, phenom does so
    /// only if you trust the config (`phenom trust`) or confirm on the terminal
    #[arg(long)]
    pub(crate) run_systems: bool,
    /// Ignore stored predictions and query programs and servers again for all pairs
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Print the number of pairs, requests and tokens, and what would run and be sent; send nothing
    #[arg(long, conflicts_with_all = ["fresh", "overwrite", "run_systems"])]
    pub(crate) dry_run: bool,
}

/// Show what a config runs, sends and writes, and remember that you trust it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom trust evaluation.yaml            list it, and ask\n  \
    phenom trust evaluation.yaml --yes      list it, and do not ask\n  \
    phenom trust evaluation.yaml --forget\n  \
    phenom trust --list                     all configs that are trusted\n\n\
    Programs that a config names run with all your rights, and phenom sends the texts of a dataset to the servers that \
    it names. For a trusted config `phenom run` and `phenom predict` do so without asking. phenom remembers your trust, \
    with the list, in your state folder ($XDG_STATE_HOME/phenom, or ~/.local/state/phenom) under the real path of the \
    config. If anything in the list changes (a byte of the config, of a program or of a file among its arguments, an \
    address, a variable, a folder), phenom no longer trusts the config until you confirm again.")]
pub(crate) struct TrustArguments {
    /// The config
    #[arg(required_unless_present = "list")]
    pub(crate) config: Option<PathBuf>,
    /// Trust it without asking
    #[arg(long, conflicts_with_all = ["forget", "list"])]
    pub(crate) yes: bool,
    /// No longer trust it
    #[arg(long, conflicts_with = "list")]
    pub(crate) forget: bool,
    /// List the trusted configs
    #[arg(long, conflicts_with = "config")]
    pub(crate) list: bool,
}

/// Train a system of a config on its `learn-on`, and write the model to a file
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom train evaluation.yaml \"Word overlap\" --output overlap.json\n\n\
    The model is readable JSON. `engine: {name: word-overlap, model: overlap.json}` in a config predicts with it.")]
pub(crate) struct TrainArguments {
    /// The config
    pub(crate) config: PathBuf,
    /// The name of the system
    #[arg(value_name = "SYSTEM")]
    pub(crate) system: String,
    /// The file for the model
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) overwrite: bool,
}
