//! The command line as typed.

#![cfg_attr(not(test), warn(clippy::arithmetic_side_effects, clippy::cast_possible_truncation))]

mod compare;
mod decompose;
mod label;
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
pub(crate) use self::label::{Goal, LabelArguments};
pub(crate) use self::memory::MemoryArguments;
pub(crate) use self::power::PowerArguments;
pub(crate) use self::systems::{PredictArguments, TrainArguments, TrustArguments};
use phenom_study::config::choices;

/// Qualitative evaluation of textual entailment systems.
///
/// Annotators decompose text-hypothesis pairs into monothematic pairs, each with one linguistic phenomenon. phenom
/// reports which phenomena a system handles, and whether it is correct on an original pair more often if it is correct
/// on its parts.
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
        phenom check pairs.jsonl               what a dataset contains, and its errors\n  \
        phenom decompose pairs.jsonl           check rules, chains and gold labels of parts\n  \
        phenom annotate pairs.jsonl --annotator ann --open     decompose pairs in the browser\n  \
        phenom measures mutual_information     the definition of a measure\n  \
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
    Label(LabelArguments),
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
    The report folder contains a page to read and explore (report.html), report.md with the first tables, tables.md, \
    report.tex, report.txt and report.json with all tables, each table in tables/ as CSV and LaTeX, each figure in \
    figures/ as SVG and PDF, and all values as tidy rows in scores.csv. `report:` in the config selects among \
    these.")]
pub(crate) struct RunArguments {
    /// A config; or data files, which phenom reads as `phenom init` would: logs of harnesses, tables, or folders of
    /// these
    #[arg(value_name = "CONFIG|FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the report to this folder instead of the config's
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Replace files in the report folder that phenom did not write, or that have changed since
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Write nothing, and fail (exit code 1) unless the report folder is up to date: phenom compares existing files by
    /// their bytes, others by their hashes in manifest.json
    #[arg(long, conflicts_with = "overwrite")]
    pub(crate) verify: bool,
    /// With --verify: write the new files that differ to this folder, which must be new or empty
    #[arg(long, value_name = "DIR", requires = "verify")]
    pub(crate) differing: Option<PathBuf>,
    /// Run the programs and query the servers of the config for missing predictions, this once, and list them first.
    /// Without it, phenom does so only if you trust the config (`phenom trust`) or confirm on the terminal
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
    /// Print on standard error how many seconds each step took
    #[arg(long)]
    pub(crate) timings: bool,
    /// Print every table with its notes
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) all: bool,
    /// Print the table with this key, with its notes; repeat the option for several
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
    phenom names a run after its file. For columns, thresholds or rankings write a config: `phenom init`.")]
pub(crate) struct ScoreArguments {
    /// A file of pairs with gold labels, in any format that phenom reads
    #[arg(value_name = "GOLD")]
    pub(crate) gold: PathBuf,
    /// Files of predictions
    #[arg(value_name = "RUN", required = true)]
    pub(crate) runs: Vec<PathBuf>,
    /// The meanings of the labels: the name of a scheme, or LABEL=MEANING,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// The format or preset of GOLD, if its ending does not determine it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// The meanings of the labels of the runs, if they differ from those of GOLD
    #[arg(long, value_name = "SCHEME")]
    pub(crate) run_labels: Option<String>,
    /// The format or preset of the runs, if their ending does not determine it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) run_format: Option<String>,
    /// Which labels are distinguished; the default is as many as gold labels and runs distinguish
    #[arg(long, value_parser = words::<Task>())]
    pub(crate) task: Option<Task>,
    /// How to count a pair without a prediction; without this option it is an error
    #[arg(long, value_parser = words::<Missing>())]
    pub(crate) missing: Option<Missing>,
    /// Print the scores as JSON, one object for each value
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
    phenom table responses.csv --transpose      rows are predictions, columns gold labels\n\n\
    Rows are gold labels and columns the same labels as predictions. One more column may count the pairs without a \
    prediction. A CSV file may have a header, a column of labels, and totals, which phenom checks.")]
pub(crate) struct TableArguments {
    /// Rows of counts separated by semicolons, or a CSV file
    #[arg(value_name = "TABLE|FILE")]
    pub(crate) table: String,
    /// The labels, in the order of the rows. The default is the labels of the file, or entailment, [unknown,
    /// contradiction | not-entailment]
    #[arg(long, value_name = "LABEL,...")]
    pub(crate) labels: Option<String>,
    /// Rows are predictions and columns gold labels
    #[arg(long)]
    pub(crate) transpose: bool,
    /// The seed of the permutation test, from 0 to 18446744073709551615
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print an object from measure key to value and reason
    #[arg(long)]
    pub(crate) json: bool,
}

/// Report how far annotators agree, and whether a ranking of systems survives another answer key
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom agree configs/rte3-keys.yaml\n  \
    phenom agree configs/rte3-keys.yaml --json\n  \
    phenom agree annotated.csv --labels E=entailment,N=unknown,C=contradiction\n\n\
    The report of `phenom run` contains the same tables, and all values as tidy rows in agreement.csv and keys.csv.")]
pub(crate) struct AgreeArguments {
    /// A config whose dataset contains labels of annotators; or files with such labels, in columns of the pairs or one
    /// row for each label
    #[arg(value_name = "CONFIG|FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The meanings of the labels in files: the name of a scheme, or LABEL=MEANING,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// Print the tidy rows of agreement as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// Report how judges scored the justifications of runs, and how far they agree
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom justify configs/rte3-justifications.yaml\n  \
    phenom justify configs/rte3-justifications.yaml --json\n\n\
    The report of `phenom run` contains the same tables, and all values as tidy rows in justifications.csv.")]
pub(crate) struct JustifyArguments {
    /// A config with `justifications`
    pub(crate) config: PathBuf,
    /// Print the tidy rows as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Check a config with its data, or a dataset alone, and report its contents
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom check configs/rte5-pilot.yaml\n  \
    phenom check RTE5_test.xml --labels rte-three-way\n  \
    phenom check pairs.csv --labels 'YES=entailment,NO=not-entailment'\n  \
    phenom check configs/monothematic-en.yaml --leakage    does any system learn from the gold labels it predicts?\n\n\
    phenom reports all problems together and exits with code 2 if there is any. --leakage exits with code 1 if it finds \
    a leak.")]
pub(crate) struct CheckArguments {
    /// A config (.yaml, .yml), or a file of pairs in any format that phenom reads
    #[arg(value_name = "CONFIG|DATASET")]
    pub(crate) path: PathBuf,
    /// For a dataset: the meanings of its labels, as the name of a scheme or LABEL=MEANING,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// For a dataset: its format or preset (`phenom formats`), if its ending does not determine it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// For a config: flip the gold labels of one group of pairs at a time, rerun the systems that learn from the
    /// dataset, and list the predictions for these pairs that change
    #[arg(long)]
    pub(crate) leakage: bool,
    /// With --leakage: flip at most this number of groups, spread evenly [default: 100]
    #[arg(long, value_name = "NUMBER", requires = "leakage", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) groups: Option<u64>,
    /// With --leakage: run the programs and query the servers that a stacked ensemble or vote needs, if their
    /// predictions are missing, this once
    #[arg(long, requires = "leakage")]
    pub(crate) run_systems: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// List the measures, or define one: definition, formula, range, source
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
    A preset is a named mapping. `format: snli` in a config starts from it, and the other keys of the config override \
    it.")]
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
    The ending of OUT selects the format: .jsonl (phenom JSONL), .csv, .tsv, .ndjson, .parquet, or .xml (RTE). \
    Converting back gives the same pairs. phenom reports an error if a format cannot hold all of the data.")]
pub(crate) struct ConvertArguments {
    /// A config (.yaml, .yml), whose dataset is converted, or a file of pairs
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// The file to write; phenom replaces an existing file only with --overwrite
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// For a file of pairs: the meanings of its labels, as the name of a scheme or LABEL=MEANING,...
    #[arg(long, value_name = "SCHEME")]
    pub(crate) labels: Option<String>,
    /// For a file of pairs: its format or preset, if its ending does not determine it
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Replace OUT if it exists
    #[arg(long)]
    pub(crate) overwrite: bool,
}

/// Write the count and cluster tables of a config, which suffice for measures, intervals and comparisons; or print the
/// queries that create the same tables
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom counts configs/rte5-pilot.yaml --output counts\n  \
    phenom counts --sql > counts.sql\n  \
    phenom counts --sql clusters > clusters.sql\n\n\
    counts.parquet has a row for each system, slice, gold label and prediction. clusters.parquet has a row for each \
    combination of predictions on an original and its monothematic pairs. `counts: counts.parquet` in a config \
    evaluates such a table, and `clusters: clusters.parquet` next to it adds intervals and comparisons. phenom adds up \
    several tables. The queries create the same tables in DuckDB, Spark or another SQL engine. Their comments name the \
    tables that they read.")]
pub(crate) struct CountsArguments {
    /// The config
    #[arg(required_unless_present = "sql", requires = "output")]
    pub(crate) config: Option<PathBuf>,
    /// The folder for the tables
    #[arg(long, short, value_name = "DIR", requires = "config")]
    pub(crate) output: Option<PathBuf>,
    /// Replace existing tables
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

/// Read files and write a config for them; without files, write a config to start from
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    phenom init gold.csv bert.csv gpt.csv\n  \
    phenom init *.csv --labels 0=entailment,1=unknown,2=contradiction\n  \
    phenom init pairs.tsv runs/*.csv -o configs/mine.yaml\n  \
    phenom init                            a config to start from\n\n\
    Comments in the config state how phenom reads each file and column. If a choice is ambiguous, `phenom init` asks \
    you. Without a terminal it writes the choice as a comment and exits with code 1. It reads the first 4 MiB and \
    20,000 rows of a file, and never overwrites a file.")]
pub(crate) struct InitArguments {
    /// Files of pairs, predictions and annotations
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The config to write
    #[arg(long, short, value_name = "CONFIG", default_value = "phenom.yaml")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) said: SaidArguments,
}

/// What is said of files of data that no config describes
#[derive(Debug, Default, PartialEq, Args)]
pub(crate) struct SaidArguments {
    /// The meanings of the gold labels: the name of a scheme, or LABEL=MEANING,...
    #[arg(long, value_name = "SCHEME", requires = "files")]
    pub(crate) labels: Option<String>,
    /// The meanings of the predicted labels, if they differ from those of the gold labels
    #[arg(long, value_name = "SCHEME", requires = "files")]
    pub(crate) run_labels: Option<String>,
    /// The file that contains the pairs with gold labels
    #[arg(long, value_name = "FILE", requires = "files")]
    pub(crate) pairs: Option<PathBuf>,
    /// The column of the pairs that contains their id, or several columns that identify a pair together
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', requires = "files")]
    pub(crate) id: Vec<String>,
    /// The column of the pairs that contains the gold label
    #[arg(long, value_name = "COLUMN", requires = "files")]
    pub(crate) gold: Option<String>,
    /// The columns of predicted labels, in files of predictions or next to gold labels
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', requires = "files")]
    pub(crate) label: Vec<String>,
    /// How to count a pair without a prediction
    #[arg(long, requires = "files", value_parser = words::<Missing>())]
    pub(crate) missing: Option<Missing>,
    /// The column with the names of systems, if a pair has a row for each, or several columns that name them together
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', requires = "files")]
    pub(crate) system: Vec<String>,
    /// The column that distinguishes the runs of a system, if a pair has a row for each
    #[arg(long, value_name = "COLUMN", requires = "files")]
    pub(crate) run: Option<String>,
    /// Columns that state whether predictions are correct, or score them from 0 to 1, if there are no gold labels
    #[arg(
        long,
        value_name = "COLUMN",
        value_delimiter = ',',
        requires = "files",
        conflicts_with = "gold"
    )]
    pub(crate) outcome: Vec<String>,
    /// Predictions without ids are in the order of the pairs
    #[arg(long, requires = "files")]
    pub(crate) in_order: bool,
    /// The column of the pairs that contains their phenomena
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
    within.ok_or_else(|| format!("expected a number from {least} to {most}"))
}

impl SaidArguments {
    /// Whether anything is said.
    pub(crate) fn is_given(&self) -> bool {
        *self != Self::default()
    }
}
