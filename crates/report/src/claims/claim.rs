//! A claim: one statement about systems on some pairs, with the evidence for it.

use phenom_metrics::statistics::Interval;
use phenom_metrics::{ComparisonRow, ReadingRow, Verdict};
use serde::Serialize;

use crate::Paragraph;

/// One statement about systems on some pairs, with the evidence for it.
#[derive(Debug, Clone, Serialize)]
pub struct Claim {
    /// A stable key: kind, population, slice and, if the claim is about one system, its name.
    pub id: String,
    /// What kind of statement it is.
    pub kind: ClaimKind,
    /// How early a reader should know it; 0 comes first.
    pub tier: u8,
    /// The systems that it is about, by their names in the data, in the order of the estimates.
    pub subjects: Vec<String>,
    /// What they are compared with: names of systems or of a constant baseline. Empty if it is a description.
    pub comparator: Vec<String>,
    /// The pairs that it is about.
    pub slice: ClaimSlice,
    /// The key of the measure.
    pub measure: &'static str,
    /// The value of each subject.
    pub estimates: Vec<Estimated>,
    /// The comparisons that the verdict rests on, each with the interval of its own test.
    pub effects: Vec<Effect>,
    /// What the tests show.
    pub verdict: ClaimVerdict,
    /// If the verdict rests on a few clusters.
    pub sensitivity: Option<Fragility>,
    /// The ids of claims without which this one is likely to be misread.
    pub caveats: Vec<String>,
    /// How it is worded.
    #[serde(flatten)]
    pub wording: Wording,
    /// The end of the adjusted interval that is nearer to no effect, as a share of the largest possible effect.
    #[serde(skip)]
    pub(crate) conservative_effect: f64,
}

/// The kinds of claims, in the order in which a reader should know them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// What the config declares of the data.
    Provenance,
    /// Whose labels are gold where it is judged, and whom a judge favours.
    Judges,
    /// What is unusual about the predictions or the pairs.
    Validity,
    /// Systems against the constant baseline of a population.
    Constant,
    /// Which systems are best by a primary measure.
    Groups,
    /// Systems below the constant baseline on a category or phenomenon.
    BelowConstant,
    /// A system outside the best group that is better than a member on a slice.
    Reversal,
    /// A slice that splits the systems.
    Separating,
    /// A slice on which no system is better than the constant baseline.
    CommonFailure,
    /// Gold labels that systems recognise or miss.
    Label,
    /// Whether correct originals go with correct parts.
    Composition,
    /// Direct against composed predictions.
    DirectOrComposed,
    /// At which stage systems that decompose for themselves have originals wrong.
    Stages,
    /// The Correlation Index.
    Index,
    /// Gold labels of originals against those composed from their parts.
    Gold,
    /// A significant difference that rests on a few clusters.
    Sensitivity,
    /// Significant differences that are smaller than the smallest detectable one.
    Power,
}

/// The pairs of a claim.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ClaimSlice {
    /// `original`, `monothematic` or `decomposition`.
    pub population: &'static str,
    /// What the slice is of: `all`, `category`, `phenomenon`.
    pub slice_kind: String,
    /// The name in the data; empty for all pairs.
    pub slice: String,
    /// How many pairs there are.
    pub pairs: u64,
    /// How many of them have each gold label; labels that none has are left out.
    pub gold: Vec<(&'static str, u64)>,
}

/// A value of a system.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Estimated {
    /// The system, by its name in the data.
    pub system: String,
    /// The unrounded value.
    pub value: f64,
    /// Its pairs.
    pub pairs: u64,
    /// Its confidence interval, and the level.
    pub interval: Option<(Interval2, f64)>,
}

/// The two ends of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval2 {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl From<Interval> for Interval2 {
    fn from(Interval { lower, upper }: Interval) -> Self {
        Self { lower, upper }
    }
}

/// A comparison behind a claim.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Effect {
    /// The first one.
    pub system: String,
    /// The second one: a system, a constant baseline, or what a reading of composition asks.
    pub against: String,
    /// The slice's kind and name; empty names for all pairs.
    pub slice: (String, String),
    /// The first value less the second; `None` if it is undefined.
    pub difference: Option<f64>,
    /// The differences that the test does not reject at the level that its family leaves.
    pub adjusted_interval: Option<Interval2>,
    /// The level of the report at which p is adjusted, between 0 and 1.
    pub level: f64,
    /// The test.
    pub method: &'static str,
    /// The unadjusted p-value; `None` if it was not tested.
    pub p: Option<f64>,
    /// The p-value adjusted for its family.
    pub p_adjusted: Option<f64>,
    /// The family.
    pub family: &'static str,
    /// The pairs, or originals of a reading.
    pub pairs: u64,
    /// The smallest true difference that the test finds with a power of 80 %.
    pub detectable: Option<f64>,
    /// What the test shows of the first one.
    pub verdict: ClaimVerdict,
}

/// What a test shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The subject has the better value.
    Higher,
    /// The subject has the worse value.
    Lower,
    /// Some subjects have the better value, others the worse one.
    Mixed,
    /// The test does not reject.
    NotSignificant,
    /// The adjusted interval is within a stated margin of no effect.
    Equivalent,
    /// The predictions differ in too few clusters.
    NotTested,
    /// A value is undefined.
    Undefined,
    /// Counts without a test.
    Described,
}

impl Effect {
    /// The comparison of two systems, or of a system with the constant, in a row.
    pub(crate) fn of_comparison(row: &ComparisonRow, level: f64) -> Self {
        let verdict = match row.verdict {
            Verdict::First => ClaimVerdict::Higher,
            Verdict::Second => ClaimVerdict::Lower,
            Verdict::CannotTell if row.difference().is_err() => ClaimVerdict::Undefined,
            Verdict::CannotTell if row.p().is_none() => ClaimVerdict::NotTested,
            Verdict::CannotTell => ClaimVerdict::NotSignificant,
        };
        Self {
            system: row.system_a.to_string(),
            against: row.system_b.to_string(),
            slice: (row.slice.kind.to_string(), row.slice.name.to_string()),
            difference: row.difference().ok(),
            adjusted_interval: row.adjusted_interval().map(Into::into),
            level,
            method: row.method(),
            p: row.p(),
            p_adjusted: row.p_adjusted(),
            family: row.family.name(),
            pairs: row.pairs,
            detectable: row.detectable(),
            verdict,
        }
    }

    /// The test behind a reading of composition; the verdict is about its difference.
    pub(crate) fn of_reading(row: &ReadingRow, level: f64, verdict: ClaimVerdict) -> Self {
        Self {
            system: row.system.clone(),
            against: row.question.name().to_owned(),
            slice: ("all".to_owned(), String::new()),
            difference: row.difference.as_ref().ok().copied(),
            adjusted_interval: row.adjusted_interval.map(Into::into),
            level,
            method: row.method,
            p: row.p,
            p_adjusted: row.p_adjusted,
            family: "primary_readings",
            pairs: row.originals,
            detectable: None,
            verdict,
        }
    }

    /// Whether the test finds a difference.
    pub(crate) fn is_significant(&self) -> bool {
        matches!(self.verdict, ClaimVerdict::Higher | ClaimVerdict::Lower)
    }
}

/// That a verdict rests on a few clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fragility {
    /// The smallest number of clusters without which a difference of the claim is not significant.
    pub without: u64,
    /// The clusters that have pairs here.
    pub clusters: u64,
}

/// The words of a claim on each surface; a surface on which it has none does not show it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Wording {
    /// One word, in front of the line on a terminal.
    pub topic: String,
    /// One line of at most 100 characters.
    pub line: Option<String>,
    /// The conclusion in about ten words.
    pub headline: Option<String>,
    /// The same with values, n and p.
    pub sentence: Option<String>,
    /// A sentence of a paper.
    #[serde(skip)]
    pub paper: Option<Paragraph>,
}

/// What the effects of a claim come to.
pub(crate) fn verdict_of<'e>(effects: impl IntoIterator<Item = &'e Effect>) -> ClaimVerdict {
    let effects: Vec<&Effect> = effects.into_iter().collect();
    let has = |verdict: ClaimVerdict| effects.iter().any(|effect| effect.verdict == verdict);
    match (has(ClaimVerdict::Higher), has(ClaimVerdict::Lower)) {
        (true, true) => ClaimVerdict::Mixed,
        (true, false) => ClaimVerdict::Higher,
        (false, true) => ClaimVerdict::Lower,
        _ if has(ClaimVerdict::NotSignificant) => ClaimVerdict::NotSignificant,
        _ if has(ClaimVerdict::NotTested) => ClaimVerdict::NotTested,
        _ if has(ClaimVerdict::Undefined) => ClaimVerdict::Undefined,
        _ => ClaimVerdict::Described,
    }
}
