//! A row of the comparisons.

use std::sync::Arc;

use arcstr::ArcStr;

use crate::baselines::Baseline;
use crate::counts::{Population, Slice};
use crate::measures::Measure;
use crate::statistics::{
    BENJAMINI_HOCHBERG, Correction, HOLM, Interval, Pilot, Question, UnitsNeeded,
};
use crate::undefined::{Undefined, Value};

/// Which of two systems a comparison finds better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The first one; where no value is better, it has the higher one.
    First,
    /// The second one, likewise.
    Second,
    /// It cannot be told.
    CannotTell,
}

/// The comparisons whose p-values are adjusted together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The few figures that are declared beforehand, on all pairs, over all systems held against each
    /// other.
    Figures,
    /// Each system against the best constant answer.
    Constants,
    /// Everything else, over the whole report.
    Exploratory,
    /// What a gate holds a new system to, over nothing else.
    Gate,
}

impl Family {
    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Figures => "primary_figures",
            Self::Constants => "primary_constants",
            Self::Exploratory => "exploratory",
            Self::Gate => "gate",
        }
    }

    /// The correction of its p-values, where one was chosen for the primary families: of exploratory
    /// comparisons the false discovery rate is controlled, unless nothing is to be corrected. A gate, which must
    /// not cry wolf, is always corrected by Holm's method.
    #[must_use]
    pub fn correction(self, chosen: Correction) -> Correction {
        match self {
            Self::Gate => HOLM,
            Self::Exploratory if chosen.method().is_some() => BENJAMINI_HOCHBERG,
            _ => chosen,
        }
    }

    /// Whether it was declared beforehand.
    #[must_use]
    pub fn is_primary(self) -> bool {
        matches!(self, Self::Figures | Self::Constants)
    }
}

/// What the test of a comparison finds.
#[derive(Debug, Clone, PartialEq)]
pub struct TestResult {
    /// The p-value.
    pub p: f64,
    /// How it was found: `sign_flip_exact`, `sign_flip_monte_carlo`; for measures of rankings `influence_t`; of judged gold
    /// `prediction_powered_t` or `people_t`.
    pub method: &'static str,
    /// The p-value adjusted for its family.
    pub p_adjusted: f64,
    /// The interval of the difference at the level of the report, taken by itself.
    pub interval: Option<Interval>,
    /// The same at the level that its family leaves, which says what the verdict says.
    pub adjusted_interval: Option<Interval>,
    /// The smallest true difference that these pairs show with a power of 80 % at that level.
    pub detectable: Option<f64>,
}

/// One figure of two systems.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonRow {
    /// The first system's name.
    pub system_a: ArcStr,
    /// The second system's name, or that of a baseline that always gives the same answer.
    pub system_b: ArcStr,
    /// The pairs that it is about.
    pub population: Population,
    /// The slice, which all rows about it share.
    pub slice: Arc<Slice>,
    /// The measure.
    pub measure: &'static Measure,
    /// The number of pairs.
    pub pairs: u64,
    /// The value of each system.
    pub values: [Value; 2],
    /// Whether the systems have their values on different pairs, so that there is no difference.
    pub unequal_pairs: bool,
    /// What the test finds; nothing where a value is undefined, or the systems differ on too few clusters for any verdict. It
    /// is boxed because most comparisons on small slices have none.
    pub test: Option<Box<TestResult>>,
    /// With what its p-value is adjusted.
    pub family: Family,
    /// The level of significance that its family leaves to it.
    pub significance: f64,
    /// What is asked: whether these models differ, or these methods.
    pub question: Question,
    /// What it comes to.
    pub verdict: Verdict,
    /// Whether both systems are known to be correct on the same pairs; of accuracies only.
    pub correct_on_same: bool,
    /// The clusters that have pairs here: originals, or what the data say of which originals belong together.
    pub clusters: u64,
    /// How many dependent pairs tell as much as one independent pair; of accuracies only.
    pub design_effect: Option<f64>,
    /// Whether the difference is significant and smaller than the true difference that these pairs show with a power of
    /// 80 % at that level. Such differences are overestimated on average (docs/statistics.md).
    pub found_at_low_power: bool,
    /// What the variance between clusters says of larger test sets; of accuracies of models only.
    pub pilot: Option<Box<Pilot>>,
    /// The pairs that show the difference that plans are made for (5 points, unless the config says another)
    /// with a power of 80 % at the level that the family leaves.
    pub pairs_needed: Option<Box<UnitsNeeded>>,
}

impl ComparisonRow {
    /// The row of two systems on a slice by their values, before anything else is known.
    pub(super) fn bare(
        [system_a, system_b]: [ArcStr; 2],
        (population, slice): (Population, &Arc<Slice>),
        measure: &'static Measure,
        values: [Value; 2],
    ) -> Self {
        Self {
            system_a,
            system_b,
            population,
            slice: Arc::clone(slice),
            measure,
            pairs: 0,
            unequal_pairs: false,
            values,
            test: None,
            family: Family::Exploratory,
            significance: 0.0,
            question: Question::Models,
            verdict: Verdict::CannotTell,
            correct_on_same: false,
            clusters: 0,
            design_effect: None,
            found_at_low_power: false,
            pilot: None,
            pairs_needed: None,
        }
    }

    /// The value of the first system less that of the second.
    ///
    /// # Errors
    /// Why the first or else the second value is undefined; [`Undefined::UnequalPairs`] if they are of different pairs.
    pub fn difference(&self) -> Value {
        let [first, second] = &self.values;
        match self.unequal_pairs {
            true => Err(Undefined::UnequalPairs),
            false => Ok(first.clone()? - second.clone()?),
        }
    }

    /// Whether the second one is the constant baseline of the population, and not a system.
    #[must_use]
    pub fn is_with_constant(&self) -> bool {
        self.system_b.starts_with(Baseline::PREFIX)
    }

    /// Whether the test finds one of the two systems better.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.verdict != Verdict::CannotTell
    }

    /// The p-value, if there is a test.
    #[must_use]
    pub fn p(&self) -> Option<f64> {
        self.test.as_ref().map(|test| test.p)
    }

    /// How the p-value was found; empty if there is no test.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.test.as_ref().map_or("", |test| test.method)
    }

    /// The p-value adjusted for its family.
    #[must_use]
    pub fn p_adjusted(&self) -> Option<f64> {
        self.test.as_ref().map(|test| test.p_adjusted)
    }

    /// The interval of the difference at the level of the report.
    #[must_use]
    pub fn interval(&self) -> Option<Interval> {
        self.test.as_ref()?.interval
    }

    /// The interval that readers see beside the verdict: the one at the level that the correction leaves.
    #[must_use]
    pub fn adjusted_interval(&self) -> Option<Interval> {
        self.test.as_ref()?.adjusted_interval
    }

    /// The smallest true difference that these pairs show with a power of 80 %.
    #[must_use]
    pub fn detectable(&self) -> Option<f64> {
        self.test.as_ref()?.detectable
    }

    /// The verdict in words, of the first system: `better` or `worse` for measures of which high or low
    /// values are better; for others what was tested: `higher`, `nearer to 1`, `deviates less`.
    #[must_use]
    pub fn verdict_in_words(&self) -> &'static str {
        let [first, second] = self.measure.verdicts();
        match self.verdict {
            Verdict::First => first,
            Verdict::Second => second,
            Verdict::CannotTell => "cannot tell",
        }
    }
}
