//! The command line as typed.

#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::cast_possible_truncation))]

mod compare;
mod decompose;
mod memory;
mod power;
mod systems;

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use phenom_dataset::{Missing, Task};
use serde::de::value::Error;
use serde::de::{DeserializeOwned, IntoDeserializer};

pub(crate) use self::compare::{CompareArguments, CompareFormat, GateArguments};
pub(crate) use self::decompose::{AnnotateArguments, DecomposeArguments, PairsToDecompose};
pub(crate) use self::memory::MemoryArguments;
pub(crate) use self::power::PowerArguments;
pub(crate) use self::systems::{PredictArguments, TrainArguments, TrustArguments};
use phenom_study::config::choices;

/// Qualitative evaluation of textual entailment systems.
///
/// Text-hypothesis pairs are decomposed into monothematic pairs, each with one linguistic
/// phenomenon. phenom says which phenomena a system handles, and whether handling the parts makes
/// it judge the whole right.
#[derive(Debug, Parser)]
#[command(
    name = "phenom",
    version,
    arg_required_else_help = true,
    after_help = "Examples:\n  \
        phenom run configs/rte5-pilot.yaml     the tables of the pilot study\n  \
        phenom score gold.csv run.csv          one gold file and some runs, without a config\n  \
        phenom table '25 5; 20 10'             the measures of a bare contingency table\n  \
        phenom agree configs/rte3-keys.yaml    do annotators agree, do rankings survive it\n  \
        phenom compare configs/rte5-pilot.yaml EDITS VENSES     which is better, and how sure\n  \
        phenom check pairs.jsonl               what is in a dataset, and what is wrong with it\n  \
        phenom decompose pairs.jsonl           do its rules, chains and gold hold together\n  \
        phenom annotate pairs.jsonl --annotator ann --open     decompose pairs in the browser\n  \
        phenom measures mutual_information     what a measure means\n  \
        phenom formats                         formats, and presets for well-known datasets\n  \
        phenom init gold.csv run.csv           a config that reads your files"
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Run(RunArguments),
    Predict(PredictArguments),
    Train(TrainArguments),
    Trust(TrustArguments),
    Score(ScoreArguments),
    Table(TableArguments),
    Agree(AgreeArguments),
    Justify(JustifyArguments),
    Compare(CompareArguments),
    Power(PowerArguments),
    Check(CheckArguments),
    Decompose(DecomposeArguments),
    Annotate(AnnotateArguments),
    Measures(MeasuresArguments),
    Formats(FormatsArguments),
    Convert(ConvertArguments),
    Counts(CountsArguments),
    Init(InitArguments),
    /// Print the JSON Schema of the config, for editors and checks
    Schema,
    Completions(CompletionsArguments),
}

/// Evaluate the systems of a config: print the tables, and write the report
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom run configs/rte5-pilot.yaml\n  \
    phenom run evaluation.yaml --output /tmp/report\n  \
    phenom run evaluation.yaml --table comparisons    one table with its notes\n  \
    phenom run evaluation.yaml --verify    is the committed report up to date?\n  \
    phenom run logs/*.eval                 logs of inspect_ai, without a config\n  \
    phenom run logs/ --output report       all logs in a folder, as a report\n  \
    zcat results.csv.gz | phenom run -     a table from another program\n\n\
The report folder holds a page to read and explore (report.html), report.md with the first tables, \
tables.md, report.tex, report.txt and report.json with all, each table in tables/ as CSV and LaTeX, each figure in figures/ as SVG, PNG and PDF, and all \
values as tidy rows in scores.csv. `report:` in the config says which of these.")]
pub(crate) struct RunArguments {
    /// A config; or files of data, which are read as `phenom init` would say it: logs of harnesses, tables, folders of them
    #[arg(value_name = "CONFIG|FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the report to this folder, not to the config's
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files in the report folder that phenom did not write, or that were changed since
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Write nothing; fail (exit code 1) unless the report folder is what would be written: files that
    /// are there by their bytes, others by their hashes in manifest.json
    #[arg(long, conflicts_with = "overwrite")]
    pub(crate) verify: bool,
    /// With --verify: write the new files that differ to this folder, which must be new or empty
    #[arg(long, value_name = "DIR", requires = "verify")]
    pub(crate) differing: Option<PathBuf>,
    /// Run the programs and ask the servers that the config has as systems, where answers are missing, this once, and list
    /// first what that is; without it, only if the config is trusted (`phenom trust`) or after a yes on the terminal
    #[arg(long, conflicts_with = "verify")]
    pub(crate) run_systems: bool,
    /// Make each LaTeX table a document of its own, as `report: {standalone: true}` does
    #[arg(long)]
    pub(crate) standalone: bool,
    /// Open the page in the browser when it is written
    #[arg(long, conflicts_with = "verify")]
    pub(crate) open: bool,
    /// Print no tables
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Print all tables with their notes, and not the first ones alone
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) all: bool,
    /// Print this table with its notes, by its key; several with several --table
    #[arg(long, value_name = "KEY", conflicts_with_all = ["quiet", "all"])]
    pub(crate) table: Vec<String>,
    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
    #[command(flatten, next_help_heading = "For files without a config")]
    pub(crate) said: SaidArguments,
}

/// Score runs against a gold file, without a config
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom score gold.csv run.csv\n  \
    phenom score RTE3_test.xml a.txt b.txt --labels rte-two-way --run-format edits\n  \
    phenom score pairs.jsonl *.csv --labels nli --json\n\n\
A run is named after its file. For anything more (columns, thresholds, rankings) write a config: \
`phenom init`.")]
pub(crate) struct ScoreArguments {
    /// A file of pairs with gold judgments, in any format that phenom reads
    #[arg(value_name = "GOLD")]
    pub(crate) gold: PathBuf,
    /// Files of answers
    #[arg(value_name = "RUN", required = true)]
    pub(crate) runs: Vec<PathBuf>,
    /// What the labels mean, a scheme's name or LABEL=JUDGMENT,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// The format or preset of GOLD, where its ending does not tell
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// What the labels of the runs mean, if not what those of GOLD do
    #[arg(long, value_name = "SCHEME")]
    pub(crate) run_labels: Option<String>,
    /// The format or preset of the runs, where their ending does not tell
    #[arg(long, value_name = "FORMAT")]
    pub(crate) run_format: Option<String>,
    /// Which judgments are told apart; without it, as many as gold and runs do
    #[arg(long, value_parser = words::<Task>())]
    pub(crate) task: Option<Task>,
    /// What a pair without an answer means; without it, an error
    #[arg(long, value_parser = words::<Missing>())]
    pub(crate) missing: Option<Missing>,
    /// Print the scores as JSON, one object a figure
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// Score a bare contingency table, as papers print them
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom table '20 25 5; 9 18 9; 1 7 6'\n  \
    phenom table counts.csv --labels entailment,not-entailment --json\n  \
    phenom table responses.csv --transpose      rows are answers, columns gold\n\n\
Rows are gold labels, columns the same labels as answers; one more column may hold the pairs without \
an answer. A CSV file may have a header, a column of labels, and totals, which are checked.")]
pub(crate) struct TableArguments {
    /// Rows of counts with semicolons between them, or a CSV file
    #[arg(value_name = "TABLE|FILE")]
    pub(crate) table: String,
    /// The labels, in the order of the rows; without it, those in the file, or entailment,
    /// [unknown, contradiction | not-entailment]
    #[arg(long, value_name = "LABEL,...")]
    pub(crate) labels: Option<String>,
    /// Rows are answers and columns gold
    #[arg(long)]
    pub(crate) transpose: bool,
    /// The seed of the permutation test, from 0 to 18446744073709551615
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print an object of measure key to value and reason
    #[arg(long)]
    pub(crate) json: bool,
}

/// Say how far annotators agree, and whether a ranking of systems survives another answer key
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom agree configs/rte3-keys.yaml\n  \
    phenom agree configs/rte3-keys.yaml --json\n  \
    phenom agree annotated.csv --labels E=entailment,N=unknown,C=contradiction\n\n\
`phenom run` has the same tables in its report, and all figures as tidy rows in agreement.csv and \
keys.csv.")]
pub(crate) struct AgreeArguments {
    /// A config whose dataset says what annotators said; or files with what they said, in columns of the pairs or a row
    /// each
    #[arg(value_name = "CONFIG|FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// What the labels of files mean, a scheme's name or LABEL=JUDGMENT,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// Print the tidy rows of agreement as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// Say how judges scored the justifications of runs, and how far they agree
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom justify configs/rte3-justifications.yaml\n  \
    phenom justify configs/rte3-justifications.yaml --json\n\n\
`phenom run` has the same tables in its report, and all figures as tidy rows in justifications.csv.")]
pub(crate) struct JustifyArguments {
    /// A config with `justifications`
    pub(crate) config: PathBuf,
    /// Print the tidy rows as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Check a config with its data, or a dataset alone, and say what is in it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom check configs/rte5-pilot.yaml\n  \
    phenom check RTE5_test.xml --labels rte-three-way\n  \
    phenom check pairs.csv --labels 'YES=entailment,NO=not-entailment'\n  \
    phenom check configs/monothematic-en.yaml --leakage    does any system learn from the gold labels it predicts?\n\n\
All problems are told at once; the exit code is 2 if there is any. --leakage exits with code 1 if it finds a leak.")]
pub(crate) struct CheckArguments {
    /// A config (.yaml, .yml), or a file of pairs in any format that phenom reads
    #[arg(value_name = "CONFIG|DATASET")]
    pub(crate) path: PathBuf,
    /// For a dataset: what its labels mean, a scheme's name or LABEL=JUDGMENT,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// For a dataset: its format or preset (`phenom formats`), where its ending does not tell
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// For a config: flip the gold labels of one group of pairs after the other, run the systems that learn from the dataset
    /// again, and list the predictions for these pairs that move
    #[arg(long)]
    pub(crate) leakage: bool,
    /// With --leakage: flip at most this number of groups, spread evenly [default: 100]
    #[arg(long, value_name = "NUMBER", requires = "leakage", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) groups: Option<u64>,
    /// With --leakage: run the programs and ask the servers that a stacked ensemble or vote needs, if their answers are
    /// missing, this once
    #[arg(long, requires = "leakage")]
    pub(crate) run_systems: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the measures, or say what one means: definition, formula, range, source
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  phenom measures\n  phenom measures correlation_index")]
pub(crate) struct MeasuresArguments {
    /// The key of a measure, or another name such as balanced-accuracy, AUC, Brier or ECE
    pub(crate) name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the formats and presets, or print a preset as YAML to copy and change
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom formats\n  \
    phenom formats snli\n\n\
A preset is a named mapping: `format: snli` in a config starts from it, and what the config says \
besides goes before it.")]
pub(crate) struct FormatsArguments {
    /// The name of a format or preset
    pub(crate) name: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Convert pairs from any format to phenom JSONL, CSV, TSV, NDJSON, Parquet or RTE XML
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom convert RTE5_test.xml rte5.jsonl --labels rte-three-way\n  \
    phenom convert snli_1.0_dev.jsonl snli.parquet --format snli\n  \
    phenom convert configs/rte5-pilot.yaml pilot.csv\n\n\
The format of OUT follows from its ending: .jsonl (phenom JSONL), .csv, .tsv, .ndjson, .parquet, or \
.xml (RTE). Nothing is lost on the way and back again; a format that cannot hold all refuses.")]
pub(crate) struct ConvertArguments {
    /// A config (.yaml, .yml), whose dataset is converted, or a file of pairs
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// Where to; never over a file that is there, unless --overwrite says so
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// For a file of pairs: what its labels mean, a scheme's name or LABEL=JUDGMENT,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// For a file of pairs: its format or preset, where its ending does not tell
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Replace OUT if it is there
    #[arg(long)]
    pub(crate) overwrite: bool,
}

/// Write the count and cluster tables of a config, which are all that measures, intervals and comparisons need;
/// or print the queries that make the same
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom counts configs/rte5-pilot.yaml --output counts\n  \
    phenom counts --sql > counts.sql\n  \
    phenom counts --sql clusters > clusters.sql\n\n\
counts.parquet has a row for each system, slice, gold judgment and answer, clusters.parquet for each \
way in which an original and its monothematic pairs were answered. `counts: counts.parquet` in a config \
evaluates such a table, and `clusters: clusters.parquet` beside it gives intervals and comparisons; \
several tables add up. The queries make the same tables on DuckDB, Spark or another SQL engine; their \
comments say from which ones.")]
pub(crate) struct CountsArguments {
    /// The config
    #[arg(required_unless_present = "sql", requires = "output")]
    pub(crate) config: Option<PathBuf>,
    /// The folder that the tables are written to
    #[arg(long, short, value_name = "DIR", requires = "config")]
    pub(crate) output: Option<PathBuf>,
    /// Replace tables that are there
    #[arg(long, requires = "config")]
    pub(crate) overwrite: bool,
    /// Print the query of a table
    #[arg(
        long,
        value_name = "TABLE",
        num_args = 0..=1,
        default_missing_value = "counts",
        conflicts_with = "config"
    )]
    pub(crate) sql: Option<SqlTable>,
}

/// A table that can be made by a query.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum SqlTable {
    Counts,
    Clusters,
}

/// Look at files and write a config that reads them; without files, one to start from
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom init gold.csv bert.csv gpt.csv\n  \
    phenom init *.csv --labels 0=entailment,1=unknown,2=contradiction\n  \
    phenom init pairs.tsv runs/*.csv -o configs/mine.yaml\n  \
    phenom init                            a config to start from\n\n\
The config says in comments what each file and column was taken for. What cannot be told is asked on a \
terminal; elsewhere it is written commented out, and the exit code is 1. The first 4 MiB and 20,000 rows of a \
file are looked at. Nothing is written over a file that is there.")]
pub(crate) struct InitArguments {
    /// Files of pairs, answers and annotations
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Where the config is written to
    #[arg(long, short, value_name = "CONFIG", default_value = "phenom.yaml")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) said: SaidArguments,
}

/// What is said of files of data that no config describes
#[derive(Debug, Default, Args)]
pub(crate) struct SaidArguments {
    /// What the labels of gold mean, a scheme's name or LABEL=JUDGMENT,...
    #[arg(long, value_name = "SCHEME", requires = "files")]
    pub(crate) labels: Option<String>,
    /// What the labels of the answers mean, if not what those of gold do
    #[arg(long, value_name = "SCHEME", requires = "files")]
    pub(crate) run_labels: Option<String>,
    /// The file that holds the pairs with gold
    #[arg(long, value_name = "FILE", requires = "files")]
    pub(crate) pairs: Option<PathBuf>,
    /// The column of the pairs that holds their id, or several columns that do so together
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', requires = "files")]
    pub(crate) id: Vec<String>,
    /// The column of the pairs that holds gold
    #[arg(long, value_name = "COLUMN", requires = "files")]
    pub(crate) gold: Option<String>,
    /// The columns of predicted labels, in files of answers or beside gold
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', requires = "files")]
    pub(crate) label: Vec<String>,
    /// What a pair without an answer means
    #[arg(long, requires = "files", value_parser = words::<Missing>())]
    pub(crate) missing: Option<Missing>,
    /// The column with the names of systems, if a pair has a row for each, or several columns that name them together
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', requires = "files")]
    pub(crate) system: Vec<String>,
    /// The column that tells the runs of a system apart, if a pair has a row for each
    #[arg(long, value_name = "COLUMN", requires = "files")]
    pub(crate) run: Option<String>,
    /// Columns that say whether predictions are right, or score them from 0 to 1, if there are no gold labels
    #[arg(
        long,
        value_name = "COLUMN",
        value_delimiter = ',',
        requires = "files",
        conflicts_with = "gold"
    )]
    pub(crate) outcome: Vec<String>,
    /// Answers without ids are in the order of the pairs
    #[arg(long, requires = "files")]
    pub(crate) in_order: bool,
    /// The column of the pairs that holds their phenomena
    #[arg(long, value_name = "COLUMN", requires = "files")]
    pub(crate) phenomena: Option<String>,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom completions bash > ~/.local/share/bash-completion/completions/phenom\n  \
    phenom completions zsh > ~/.zfunc/_phenom\n  \
    phenom completions fish > ~/.config/fish/completions/phenom.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// A variant of an enum, by the word that a config has for it.
fn words<T: DeserializeOwned + Clone + Send + Sync + 'static>() -> impl TypedValueParser<Value = T>
{
    let read = |word: String| T::deserialize(IntoDeserializer::<Error>::into_deserializer(word));
    PossibleValuesParser::new(choices::<T>()).try_map(read)
}

/// A number in a range, both ends included.
fn share(text: &str, least: f64, most: f64) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let within = number.filter(|number| (least..=most).contains(number));
    within.ok_or_else(|| format!("a number from {least} to {most} is needed"))
}

impl SaidArguments {
    /// Whether anything is said.
    pub(crate) fn is_given(&self) -> bool {
        let Self {
            labels,
            run_labels,
            pairs,
            id,
            gold,
            label,
            missing,
            system,
            run,
            outcome,
            in_order,
            phenomena,
        } = self;
        let one = [labels, run_labels, gold, run, phenomena].iter().any(|said| said.is_some());
        let several = [id, label, system, outcome].iter().any(|said| !said.is_empty());
        one || several || pairs.is_some() || missing.is_some() || *in_order
    }
}
