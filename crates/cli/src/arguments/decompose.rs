//! The arguments of the commands that decompose pairs.

use std::path::PathBuf;

use clap::Args;

/// What is decomposed, and into what.
#[derive(Debug, Args)]
pub(crate) struct PairsToDecompose {
    /// A config (.yaml, .yml), or a file of pairs with their texts in any format that phenom reads
    #[arg(value_name = "CONFIG|DATASET")]
    pub(crate) path: PathBuf,
    /// An inventory of phenomena, YAML; without it, the one that comes with phenom
    #[arg(long, value_name = "FILE")]
    pub(crate) inventory: Option<PathBuf>,
    /// How many pairs are wanted, YAML: `lexical:synonymy: {entailment: 10, contradiction: 2, unknown: 8}`
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,
    /// For a dataset: what its labels mean, a scheme's name or LABEL=JUDGMENT,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// For a dataset: its format or preset, where its ending does not tell
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
}

/// Apply the entailment rules of a dataset, and check how it is decomposed
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom decompose pairs.jsonl\n  \
    phenom decompose pairs.jsonl --work pairs.annotations --plan plan.yaml\n  \
    phenom decompose rules.jsonl --write pairs.jsonl      H_i of every rule\n  \
    phenom decompose pairs.jsonl --output checks          the tables in all formats\n\n\
Checked are rules that do not apply, apply twice or change nothing; hypotheses that equal the text, each other, or not what their rule \
makes; phenomena outside the inventory; chains that do not lead from T to H; gold that composition does not give, unless \
the original has an attribute `exception` with the reason; pairs that stand twice, and texts much alike. To be looked at \
are overused names, beginnings of sentences and topics, odd wording, and what gives judgments away: length, shared words, baselines. \
The exit code is 1 where a check fails, with --strict also where there is something to look at. docs/decomposing.md has the method.")]
pub(crate) struct DecomposeArguments {
    #[command(flatten)]
    pub(crate) pairs: PairsToDecompose,
    /// The folder with the steps of annotators on the dataset (`phenom annotate`)
    #[arg(long, value_name = "DIR")]
    pub(crate) work: Option<PathBuf>,
    /// Write the originals with their monothematic pairs as phenom JSONL, each H_i that is missing made by its rule
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    /// Write a report to this folder: the tables in all formats, and findings.csv
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Fail also where there is something to look at, a baseline is more than 5 points above the best constant, the plan is not
    /// kept, or nothing is decomposed
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Decompose pairs, read those of others blind, and settle what differs, in the browser
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom annotate pairs.jsonl --annotator ann --open\n  \
    phenom annotate pairs.csv --annotator bo --plan plan.yaml\n\n\
The page is served on the loopback addresses (127.0.0.1 and ::1) until Ctrl-C; the printed address holds the token without which nobody \
gets anything. --open writes a file that leads there to XDG_RUNTIME_DIR or XDG_STATE_HOME (~/.local/state), because other users see what \
programs are started with; the file is removed at the end. Every step is added to DATASET.annotations/NAME.jsonl and synced before the page says *saved*. `dataset: {path: pairs.jsonl, \
work: pairs.annotations}` in a config runs on the work as it is. docs/decomposing.md has the method.")]
pub(crate) struct AnnotateArguments {
    #[command(flatten)]
    pub(crate) pairs: PairsToDecompose,
    /// Who annotates: the name of the file that the steps are added to
    #[arg(long, value_name = "NAME", env = "PHENOM_ANNOTATOR")]
    pub(crate) annotator: String,
    /// The folder with a file for each annotator; without it, DATASET.annotations beside the dataset, or the config's `work`
    #[arg(long, value_name = "DIR")]
    pub(crate) work: Option<PathBuf>,
    /// The port; without it, any that is free
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) port: Option<u16>,
    /// Open the page in the browser, by a file that only you can read
    #[arg(long)]
    pub(crate) open: bool,
}
