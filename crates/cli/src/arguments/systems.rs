//! The arguments of the commands that run systems and train them.

use std::path::PathBuf;

use clap::Args;

/// Run the systems of a config that phenom runs itself, and write their answers to files
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom predict evaluation.yaml\n  \
    phenom predict evaluation.yaml \"Word overlap\" --output answers\n  \
    phenom predict evaluation.yaml --dry-run       what would be asked, and what that takes\n  \
    phenom predict evaluation.yaml --run-systems   programs and servers of the config, too; `phenom trust` asks once\n\n\
Each system has a file of its own, a line of JSON for each pair: id, label, and what else the system says \
(confidence, probabilities, justification). `predictions: FILE` in a config reads it. What programs and servers \
answer is kept beside the config in .phenom-answers as it arrives: a run that was broken off goes on where it was.")]
pub(crate) struct PredictArguments {
    /// The config
    pub(crate) config: PathBuf,
    /// The systems to be run, by their names; without any, all that phenom runs or asks
    #[arg(value_name = "SYSTEM")]
    pub(crate) systems: Vec<String>,
    /// The folder that the files are written to
    #[arg(long, short, value_name = "DIR", default_value = "predictions")]
    pub(crate) output: PathBuf,
    /// Replace files that are there
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Run the programs and ask the servers that the config has as systems, this once, and list first what that is; without
    /// it, only if the config is trusted (`phenom trust`) or after a yes on the terminal
    #[arg(long)]
    pub(crate) run_systems: bool,
    /// Ask programs and servers all pairs anew, those that they answered before too
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Say how many pairs, requests and tokens it would take, and what would run and be sent; ask nothing
    #[arg(long, conflicts_with_all = ["fresh", "overwrite", "run_systems"])]
    pub(crate) dry_run: bool,
}

/// Show what a config runs, sends and writes, and remember that you trust it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom trust evaluation.yaml            list it, and ask\n  \
    phenom trust evaluation.yaml --yes      list it, and ask nothing\n  \
    phenom trust evaluation.yaml --forget\n  \
    phenom trust --list                     all configs that are trusted\n\n\
Programs that a config names run with all your rights, and the texts of a dataset are sent to the servers that it \
names. `phenom run` and `phenom predict` do so for a trusted config without asking. It is remembered in your state \
folder ($XDG_STATE_HOME/phenom, or ~/.local/state/phenom) by the real path of the config, with the list. If anything of \
the list changes (a byte of the config, of a program or of a file among its arguments, an address, a variable, a folder), \
the config is not trusted until you say so again.")]
pub(crate) struct TrustArguments {
    /// The config
    #[arg(required_unless_present = "list")]
    pub(crate) config: Option<PathBuf>,
    /// Trust it without being asked
    #[arg(long, conflicts_with_all = ["forget", "list"])]
    pub(crate) yes: bool,
    /// Trust it no longer
    #[arg(long, conflicts_with = "list")]
    pub(crate) forget: bool,
    /// List the configs that are trusted
    #[arg(long, conflicts_with = "config")]
    pub(crate) list: bool,
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
