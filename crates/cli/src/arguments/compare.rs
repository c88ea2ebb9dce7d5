//! The arguments of `phenom compare`.

use std::path::PathBuf;

use clap::Args;

use super::MemoryArguments;

/// Compare a new system with an old one, or all systems of a config, with tests and intervals
#[derive(Debug, Args)]
#[command(
    override_usage = "phenom compare <CONFIG> [OLD NEW] [OPTIONS]\n       \
                      phenom compare <OLD_FOLDER> <NEW_FOLDER> [OPTIONS]",
    after_help = "Examples:\n  \
    phenom compare configs/rte5-pilot.yaml                  every two systems, in short\n  \
    phenom compare configs/rte5-pilot.yaml VENSES EDITS     is EDITS better than VENSES?\n  \
    phenom compare configs/rte5-pilot.yaml VENSES EDITS --on coreference   ... on one phenomenon?\n  \
    phenom compare evaluation.yaml old new --pairs          which pairs are newly wrong or newly correct\n  \
    phenom compare evaluation.yaml old new --alone   as if the config named no other system\n  \
    phenom compare evaluation.yaml old new --fail-on worse          a gate: exit code 1 if new is worse\n  \
    phenom compare evaluation.yaml old new --fail-on worse --margin 2 --phenomenon negation\n  \
    phenom compare reports/main reports/new --fail-on worse --format md > comment.md\n\n\
    Differences are NEW minus OLD. A permutation test over clusters (an original and its parts) gives the p-values, \
    adjusted for the number of comparisons; docs/statistics.md describes it. `statistics:` in the config sets the \
    primary measures, the level, the resamples, the correction, and a baseline.\n\n\
    A gate compares the accuracy of NEW and OLD on all pairs and on every phenomenon. Without a margin it fails if NEW \
    is significantly worse on any of these, by Holm's method over all of them. With a margin it passes only if every \
    interval rules out a larger drop. docs/comparing.md describes gates.\n\n\
    Exit codes: 0 compared, or the gate passed; 1 the gate failed; 2 bad usage or input."
)]
pub(crate) struct CompareArguments {
    /// A config; a config and two of its systems, OLD and NEW; or two report folders with answers.csv
    #[arg(value_name = "INPUT", required = true, num_args = 1..=3)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Compare two systems on one phenomenon, category or other slice
    #[arg(long, value_name = "NAME", conflicts_with = "fail_on")]
    pub(crate) on: Option<String>,
    /// Adjust for the comparisons of these two systems only, not for those of all systems of the config. Use it only if
    /// you chose the two systems before seeing any result
    #[arg(long)]
    pub(crate) alone: bool,
    /// The system to compare, if the report folders have several
    #[arg(long, value_name = "NAME")]
    pub(crate) system: Option<String>,
    /// Compare on the pairs that both folders contain, or that all systems predict, and leave the others out
    #[arg(long)]
    pub(crate) common_pairs: bool,
    #[command(flatten)]
    pub(crate) gate: GateArguments,
    /// Print every comparison with its method, also those that are not significant
    #[arg(long)]
    pub(crate) all: bool,
    /// List all newly wrong and newly correct pairs, by phenomenon
    #[arg(long)]
    pub(crate) pairs: bool,
    /// The output format: text, Markdown for a comment on a pull request (at most 65,536 characters), or JSON
    #[arg(long, value_enum, default_value_t = CompareFormat::Text)]
    pub(crate) format: CompareFormat,
    /// The same as --format json
    #[arg(long, conflicts_with_all = ["all", "format"])]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) memory: MemoryArguments,
}

/// What keeps a new system out.
#[derive(Debug, Args)]
pub(crate) struct GateArguments {
    /// Fail (exit code 1) if NEW is worse than OLD
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) fail_on: Option<FailOn>,
    /// Fail unless the interval rules out a drop of more than POINTS (0 to 100)
    #[arg(
        long,
        value_name = "POINTS",
        requires = "fail_on",
        value_parser = points,
        allow_negative_numbers = true
    )]
    pub(crate) margin: Option<f64>,
    /// Check NEW on this phenomenon or category and on all pairs, and on no other slice; repeat the option for several
    #[arg(long, value_name = "NAME")]
    pub(crate) phenomenon: Vec<String>,
    /// Check NEW on all pairs together, not per phenomenon
    #[arg(long, requires = "fail_on", conflicts_with = "phenomenon")]
    pub(crate) no_phenomena: bool,
}

/// What a gate fails on.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum FailOn {
    /// NEW is worse than OLD
    Worse,
}

/// What a comparison is printed as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum CompareFormat {
    Text,
    Md,
    Json,
}

/// A number of percentage points as a share.
fn points(text: &str) -> Result<f64, String> {
    super::share(text, 0.0, 100.0).map(|points| points / 100.0)
}
