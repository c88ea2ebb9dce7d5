//! The arguments of the commands that decompose pairs.

use std::path::PathBuf;

use clap::Args;

/// What is decomposed, and into what.
#[derive(Debug, Args)]
pub(crate) struct PairsToDecompose {
    /// A config (.yaml, .yml), or a file of pairs with their texts in any format that phenom reads
    #[arg(value_name = "CONFIG|DATASET")]
    pub(crate) path: PathBuf,
    /// An inventory of phenomena, YAML; the default is the one that comes with phenom
    #[arg(long, value_name = "FILE")]
    pub(crate) inventory: Option<PathBuf>,
    /// The number of pairs to collect, YAML: `lexical:synonymy: {entailment: 10, contradiction: 2, unknown: 8}`
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: Option<PathBuf>,
    /// For a dataset: the meanings of its labels, as the name of a scheme or LABEL=MEANING,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// For a dataset: its format or preset, if its ending does not determine it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
}

/// Apply the entailment rules of a dataset, and check its decomposition
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom decompose pairs.jsonl\n  \
    phenom decompose pairs.jsonl --work pairs.annotations --plan plan.yaml\n  \
    phenom decompose rules.jsonl --write pairs.jsonl      create H_i of every rule\n  \
    phenom decompose pairs.jsonl --output checks          the tables in all formats\n\n\
    Checks fail for rules that do not apply, apply twice or change nothing; hypotheses that equal the text or each \
    other, or differ from the result of their rule; phenomena outside the inventory; chains that do not lead from T to \
    H; gold labels that differ from the composed label, unless the original has an attribute `exception` with the \
    reason; constraints that exclude the gold label; duplicate pairs, and near copies of texts. Remarks ask about \
    phenomena, labels, relations and double changes that look wrong; name overused names, sentence beginnings and topics, \
    odd wording, texts that clusters share, and cues that reveal the label: words, length, baselines. The exit code is 1 if a check fails, and \
    with --strict also if there is a remark. docs/decomposing.md describes the method.")]
pub(crate) struct DecomposeArguments {
    #[command(flatten)]
    pub(crate) pairs: PairsToDecompose,
    /// The folder with the annotators' actions on the dataset (`phenom annotate`)
    #[arg(long, value_name = "DIR")]
    pub(crate) work: Option<PathBuf>,
    /// The folder of WordNet, against which constraints such as `hypernym(x, y)` are checked, or `none`; the default is
    /// PHENOM_WORDNET or a usual place
    #[arg(long, value_name = "DIR")]
    pub(crate) wordnet: Option<PathBuf>,
    /// Write the originals with their monothematic pairs as phenom JSONL, and compute each missing H_i from its rule
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,
    /// Write a report to this folder: the tables in all formats, and findings.csv
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Fail also if there is a remark, a baseline that ignores meaning is significantly above the constant baseline, the
    /// plan is not met, or no original is decomposed
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Decompose pairs, label pairs independently, and adjudicate differences, in the browser
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom annotate pairs.jsonl --annotator ann --open\n  \
    phenom annotate pairs.csv --annotator bo --plan plan.yaml\n  \
    phenom annotate labels.csv --annotator bo --open      label the pairs that `phenom label` drew\n\n\
    phenom serves the page on the loopback addresses (127.0.0.1 and ::1) until Ctrl-C. The printed address contains a \
    token, without which the server refuses every request. --open writes a file that leads to the page into \
    XDG_RUNTIME_DIR or XDG_STATE_HOME (~/.local/state), because other users can see the arguments of programs; phenom \
    removes the file at the end. It appends every action to DATASET.annotations/NAME.jsonl and syncs it before the page \
    shows *saved*. `dataset: {path: pairs.jsonl, work: pairs.annotations}` in a config evaluates unfinished annotation. \
    docs/decomposing.md describes the method.")]
pub(crate) struct AnnotateArguments {
    #[command(flatten)]
    pub(crate) pairs: PairsToDecompose,
    /// The annotator, which is also the name of the file for the actions
    #[arg(long, value_name = "NAME", env = "PHENOM_ANNOTATOR")]
    pub(crate) annotator: String,
    /// The folder with a file for each annotator; the default is DATASET.annotations next to the dataset, or the
    /// config's `work`
    #[arg(long, value_name = "DIR")]
    pub(crate) work: Option<PathBuf>,
    /// Adjudicate: settle pairs on which others differ, and neither decompose nor label any
    #[arg(long)]
    pub(crate) adjudicate: bool,
    /// How many people label a pair besides its author, from 1
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) readers: u8,
    /// The share of originals that two people decompose, from 0 to 1; the same for all annotators
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    pub(crate) overlap: f64,
    /// The port; the default is any free port
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) port: Option<u16>,
    /// Open the page in the browser, through a file that only you can read
    #[arg(long)]
    pub(crate) open: bool,
}

/// A share from 0 to 1.
fn share(given: &str) -> Result<f64, String> {
    let share = given.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "write a number from 0 to 1, such as 0.2".to_owned())
}
