//! The memory that an evaluation will take, estimated from its counts before the statistics begin, and kept within a
//! budget.

use phenom_metrics::measures::Wanted;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{Compared, Evaluation, ExpectedRows, MOST_TESTS_KEPT, Origin, expected_rows};

use crate::config::ReportOptions;
use crate::failure::Failure;
use crate::memory::{held, in_words};

/// What a command makes of an evaluation.
#[derive(Clone, Copy)]
pub struct Plan<'o> {
    /// Whether scores are computed, and whether those of all systems together are, too.
    pub scores: Option<Pool>,
    /// Whether systems are compared.
    pub comparisons: bool,
    /// What is written, where anything is.
    pub report: Option<&'o ReportOptions>,
}

impl Plan<'_> {
    /// Comparisons alone, on the terminal.
    pub const COMPARISONS: Self = Self { scores: None, comparisons: true, report: None };
}

/// Whether the answers of all systems together have scores.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pool(pub bool);

/// What an evaluation will take.
#[derive(Clone, Copy)]
pub struct Estimate {
    pub(crate) rows: ExpectedRows,
    /// The most that the program will hold at once, in bytes.
    pub(crate) bytes: u64,
}

/// Bytes of a row besides the names in it, as measured on generated data (docs/performance.md): of a score; of a
/// comparison with its place in the results; of its test besides, until the verdicts are known.
const SCORE: u64 = 240;
const COMPARED: u64 = 300;
const TESTED: u64 = 1000;

/// Bytes of the compressed files, and of what they are rendered from meanwhile: of all files for each score, since those for
/// readers have few rows; of tidy comparisons for each.
const FILES: u64 = 250;
const COMPARISON_FILE: u64 = 60;

/// Bytes that any evaluation takes.
const AT_LEAST: u64 = 32 << 20;

/// Bytes of a draw in the distribution of a test, which are sorted.
const DRAW: u64 = 48;

/// In how many of a hundred tests that draw another seed could change the verdict, so that they draw again.
const UNSETTLED: u64 = 2;

/// Refuses an evaluation that would take more memory than is allowed, and gives the estimate of one that will not.
pub fn keep_within(
    allowed: u64,
    evaluation: &mut Evaluation,
    plan: Plan<'_>,
) -> Result<Estimate, Failure> {
    let held = held();
    let estimate = estimated(evaluation, plan, held);
    if estimate.bytes <= allowed {
        return Ok(estimate);
    }
    let levers = levers(evaluation, plan, held);
    Err(refused(allowed, evaluation, estimate, &levers))
}

/// The estimate of an evaluation, where so many bytes are held already.
fn estimated(evaluation: &Evaluation, plan: Plan<'_>, held: u64) -> Estimate {
    let pool = plan.scores.is_some_and(|pool| pool.0);
    let mut rows = expected_rows(evaluation, pool);
    rows.scores *= u64::from(plan.scores.is_some());
    if !plan.comparisons {
        (rows.comparisons, rows.drawn, rows.held) = (0, 0, 0);
    }
    Estimate { rows, bytes: bytes(evaluation, plan, rows, held) }
}

fn bytes(evaluation: &Evaluation, plan: Plan<'_>, rows: ExpectedRows, held: u64) -> u64 {
    let statistics = &evaluation.statistics;
    let ExpectedRows { scores, comparisons, drawn, held: of_pairs } = rows;
    let system = mean(evaluation.systems.iter().map(|system| system.name.len()));
    let slice = mean(evaluation.slices.iter().map(|slice| slice.name.len()));
    let in_score = system + slice;
    let in_comparison = 2 * system + slice;
    // As many draws are kept of a test as its level needs; each thread sorts those of one.
    let draws_kept =
        |draws: usize| (draws as f64 * statistics.level.significance()) as u64 * DRAW / 2;
    let most = statistics.most_draws.max(statistics.resamples);
    let tests =
        drawn * draws_kept(statistics.resamples) + drawn * UNSETTLED / 100 * draws_kept(most);
    let sorted = statistics.threads.get() as u64 * most as u64 * DRAW;
    let besides = if comparisons > 0 { tests + sorted } else { 0 };
    let kept = comparisons.min(MOST_TESTS_KEPT as u64) * TESTED;
    let while_testing = comparisons * (COMPARED + in_comparison) + kept + besides;
    let mut afterwards = comparisons * (COMPARED + in_comparison);
    if let Some(report) = plan.report {
        afterwards += comparisons * (COMPARISON_FILE + 2 * in_comparison);
        let tidy_json = if report.tidy_json { 3 * COMPARISON_FILE } else { 0 };
        afterwards += scores * (FILES + tidy_json + 2 * in_score);
    }
    held + AT_LEAST + of_pairs + scores * (SCORE + in_score) + while_testing.max(afterwards)
}

fn mean(lengths: impl Iterator<Item = usize>) -> u64 {
    let (count, sum) = lengths.fold((0, 0), |(count, sum), length| (count + 1, sum + length));
    if count > 0 { (sum as u64).div_ceil(count) } else { 0 }
}

/// How many systems are held against others.
fn competing(evaluation: &Evaluation) -> u64 {
    let systems = evaluation.systems.iter();
    systems.filter(|system| system.origin == Origin::Answers).count() as u64
}

/// How many pairs of systems are compared.
fn pairs(evaluation: &Evaluation) -> u64 {
    let systems = competing(evaluation);
    match evaluation.statistics.compare {
        Compared::All => systems * systems.saturating_sub(1) / 2,
        Compared::Against(_) => systems.saturating_sub(1),
        Compared::None => 0,
    }
}

/// What can be left out, and what the rest would take.
struct Lever {
    what: String,
    bytes: u64,
}

/// What can be left out, the most saving first.
fn levers(evaluation: &mut Evaluation, plan: Plan<'_>, held: u64) -> Vec<Lever> {
    let all = estimated(evaluation, plan, held);
    let mut levers = Vec::new();
    let mut add = |what: &str, bytes: u64| levers.push(Lever { what: what.to_owned(), bytes });
    let compared = pairs(evaluation);
    if plan.comparisons && compared > 0 {
        let of = |pairs: u64| {
            let share = |rows: u64| rows / compared * pairs;
            let ExpectedRows { comparisons, drawn, held: of_pairs, .. } = all.rows;
            let [comparisons, drawn, of_pairs] = [comparisons, drawn, of_pairs].map(share);
            let rows = ExpectedRows { comparisons, drawn, held: of_pairs, ..all.rows };
            bytes(evaluation, plan, rows, held)
        };
        if plan.scores.is_some() {
            add("`statistics: {compare: none}`", of(0));
        }
        if evaluation.statistics.compare == Compared::All {
            let against_one = competing(evaluation).saturating_sub(1);
            add("`statistics: {baseline: NAME}`", of(against_one));
        }
    }
    let wanted = std::mem::replace(&mut evaluation.wanted, Wanted::named([ACCURACY.key]));
    add("`measures: [accuracy]`", estimated(evaluation, plan, held).bytes);
    evaluation.wanted = wanted;
    // What saves less than a twentieth is no help.
    levers.retain(|lever| lever.bytes < all.bytes / 20 * 19);
    levers.sort_by_key(|lever| lever.bytes);
    levers
}

fn refused(allowed: u64, evaluation: &Evaluation, estimate: Estimate, levers: &[Lever]) -> Failure {
    let Estimate { rows, bytes } = estimate;
    let message = format!(
        "this evaluation would need about {} of memory, and the limit is {}: {}",
        in_words(bytes),
        in_words(allowed),
        counted(evaluation, rows)
    );
    let mut ways: Vec<String> = levers
        .iter()
        .map(|lever| format!("{} ({} in all)", lever.what, in_words(lever.bytes)))
        .collect();
    ways.push("fewer systems".to_owned());
    let help = format!(
        "leave something out in the config: {}; or raise the limit with `--memory {}M`, if the machine has as much",
        ways.join(", "),
        bytes.div_ceil(1 << 20)
    );
    Failure::input(message, Some(help))
}

/// What there will be, in words.
pub(super) fn counted(evaluation: &Evaluation, rows: ExpectedRows) -> String {
    let (systems, slices) = (evaluation.systems.len(), evaluation.slices.len());
    let mut said = format!("{systems} systems on {slices} slices have");
    if rows.scores > 0 {
        said += &format!(" {} scores", thousands(rows.scores));
    }
    if rows.comparisons > 0 {
        let and = if rows.scores > 0 { " and" } else { "" };
        said += &format!("{and} {} comparisons", thousands(rows.comparisons));
    }
    said
}

/// A number with commas.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut said = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            said.push(',');
        }
        said.push(digit);
    }
    said
}
