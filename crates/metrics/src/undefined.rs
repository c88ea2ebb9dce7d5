//! Why a value is absent.

use phenom_dataset::Judgment;
use serde::{Serialize, Serializer};
use thiserror::Error;

use crate::statistics;

/// Why a measure has no value. An undefined value is never 0 and never NaN: it is absent, and this
/// is its reason, in words that tables and files print.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum Undefined {
    /// The slice is empty.
    #[error("no pairs")]
    NoPairs,
    /// No original pair of the slice has a monothematic pair.
    #[error("no original pair has monothematic pairs here")]
    NotDecomposed,
    /// An accuracy ratio of zero to zero.
    #[error("0/0: no monothematic pair is correct, and no original pair is")]
    ZeroByZero,
    /// An accuracy ratio whose divisor alone is zero.
    #[error("infinite: original pairs are correct, and no monothematic pair is")]
    Infinite,
    /// Every pair of the slice has the same gold judgment.
    #[error("constant gold labels: all pairs have the same gold label, so H(G) = 0")]
    ConstantGold,
    /// Chance agreement is 1.
    #[error("gold labels and predictions are constant and equal, so chance alone always agrees")]
    CertainAgreement,
    /// Two kinds of answers are always one and the same.
    #[error(
        "direct and composed predictions are constant and equal, so chance alone always agrees"
    )]
    CertainConsistency,
    /// Gold or answers take one value only, so that there is no dependence to test.
    #[error("gold labels or predictions are constant, so there is nothing to test")]
    NothingToTest,
    /// The system never gives that answer.
    #[error("the label is never predicted")]
    NeverAnswered,
    /// A judgment that neither gold nor answers hold.
    #[error("neither gold labels nor predictions contain the label")]
    NeverOccurs,
    /// Every answer is the same.
    #[error("constant predictions: all pairs have the same predicted label")]
    ConstantAnswers,
    /// No pair of the slice is entailed.
    #[error("no gold label is entailment")]
    NoPositives,
    /// Every pair of the slice is entailed.
    #[error("every gold label is entailment")]
    NoNegatives,
    /// No pair of the slice is contradicted, so that none is entailed after negation.
    #[error("no gold label is contradiction")]
    NoNegatedPositives,
    /// A measure of a ranking, of a run that has none.
    #[error("the run has no confidences, scores, probabilities or ranks")]
    NoRanking,
    /// A measure of the confidence ranking, of a run that ranks by entailment.
    #[error("the run ranks by entailment only, and does not state how sure a prediction is")]
    OnlyEntailmentRanking,
    /// A measure of the entailment ranking, of probabilities without that of entailment.
    #[error("the run gives no probability of entailment")]
    NoEntailmentProbability,
    /// A measure of probabilities, of a run that ranks by places in an order.
    #[error("the run gives ranks or an order, which are not probabilities")]
    NoProbabilities,
    /// A measure of probabilities, of a run whose numbers are none.
    #[error(
        "a confidence or score of the run is not from 0 to 1, so that these are not probabilities"
    )]
    NotFrom0To1,
    /// A measure of the probabilities of all judgments, of a run that gives that of one.
    #[error("the run does not give a probability for each label")]
    NotOfEachJudgment,
    /// A measure of probabilities, where a pair has none.
    #[error("a pair has no probability, because its prediction is missing, an abstention or a set")]
    NoForecast,
    /// A measure of a ranking, where only counts are known.
    #[error("only counts are known, and a ranking needs the pairs")]
    OnlyCounts,
    /// A measure of sets, where only counts are known.
    #[error("counts alone do not keep gold sets")]
    NoSets,
    /// A measure by relevance, where the data say nothing of it.
    #[error("no relevance of phenomena is given")]
    NoRelevance,
    /// Every pair of the slice weighs nothing.
    #[error("every pair here has the weight 0")]
    NoWeight,
    /// Too few phenomena to fit a distribution of their accuracies.
    #[error("fewer than two phenomena of the category have pairs")]
    FewPhenomena,
    /// Nothing to shrink between.
    #[error("all predictions in the category are correct, or none is")]
    ConstantAccuracy,
    /// The sums of several runs or systems, which answer the same pairs.
    #[error(
        "several runs or systems predict the same pairs, and only the sums of their predictions are known"
    )]
    OnlySumsOfRuns,
    /// What a ranking of one run shows, of a system that has several.
    #[error("the system has several runs, and the value is defined for one")]
    SeveralRuns,
    /// A measure that has a value for each judgment, and none for all.
    #[error("there is a value for each label, and none for all together")]
    OfOneJudgment,
    /// People read none of the pairs whose gold is judged.
    #[error("people read no pair here")]
    NoneRead,
    /// They read too few of them.
    #[error("people read pairs of fewer than five effective clusters here")]
    FewRead,
    /// They gave too few of them the gold label in question.
    #[error("people gave fewer than five effective pairs this gold label")]
    FewReadWithLabel,
    /// A ratio whose divisor is 0 or less after correction.
    #[error("the corrected divisor is not above 0")]
    NoCorrectedDivisor,
    /// Too few phenomena with labels of people for an average correction.
    #[error("people read pairs of two clusters in fewer than three phenomena")]
    FewPhenomenaRead,
    /// Nobody knows how the pairs were chosen that people read.
    #[error("how people's pairs were chosen is unknown, so that they correct no judge")]
    ChosenUnknown,
    /// People read a fixed number of pairs of each gold label.
    #[error(
        "people's pairs were chosen by their labels, which corrects the shares of gold labels and no other value"
    )]
    ChosenByLabel,
    /// Some gold label that people gave too rarely for a confusion matrix.
    #[error("people gave some gold label to fewer than five pairs")]
    FewOfSomeLabel,
    /// A judge whose confusion matrix cannot be inverted.
    #[error(
        "the judge hardly distinguishes gold labels (condition number of its confusion matrix above 1,000)"
    )]
    ConfusesLabels,
    /// A measure of something other than counts.
    #[error("the measure is not a function of such counts")]
    NotOfCounts,
    /// Labels of a bare table that are no judgments.
    #[error("the labels have no known meanings")]
    NoJudgments,
    /// A three-way measure of two-way judgments.
    #[error("the labels are two-way")]
    TwoWay,
    /// The Correlation Index on one side of a Deviation Index has no value.
    #[error("no CI on {0} pairs ({1})")]
    NoCorrelation(Side, Box<Undefined>),
    /// One annotator or judge only.
    #[error("there is one annotator only, so no agreement is defined")]
    OneAnnotator,
    /// An annotator who judged nothing of a slice.
    #[error("one of the two labelled nothing here")]
    NothingJudged,
    /// No other answer key judges the same pairs.
    #[error("no other answer key has gold labels for exactly the same pairs")]
    OneKey,
    /// No unit that two annotators judged.
    #[error("no unit has labels of two annotators")]
    NothingShared,
    /// Two decompositions without a part.
    #[error("neither decomposition has a part")]
    NoParts,
    /// Every annotator gave the same label to everything.
    #[error("all labels are the same, so chance alone always agrees")]
    NoVariation,
    /// Fewer than two items to rank.
    #[error("fewer than two to rank")]
    TooFewRanked,
    /// A ranking in which all share one rank.
    #[error("all are tied, so there is no order to compare")]
    AllTied,
    /// Judges who ranked different items.
    #[error("the judges did not rank the same runs")]
    UnequalRankings,
    /// Systems that ranked different pairs.
    #[error("the systems did not rank the same pairs")]
    UnequalPairs,
    /// No probability or count above 0.
    #[error("no probability above 0, so there is no distribution")]
    NoDistribution,
    /// A cross-entropy that a probability of 0 makes infinite.
    #[error("infinite: the system gives probability 0 to a label that annotators chose")]
    ImpossibleJudgment,
    /// A share of the originals that have all parts right, of which there are none.
    #[error("no original pair has all of its parts correct")]
    NoSolvedParts,
    /// A share of the originals that have a wrong part, of which there are none.
    #[error("every original pair has all of its parts correct")]
    AllPartsSolved,
    /// A share of the right wholes, of which there are none.
    #[error("no original pair is correct")]
    NoRightWhole,
    /// Nothing to hold against each other.
    #[error(
        "among originals compared with each other, all are correct or none is, or all have all parts correct or none has"
    )]
    ConstantSolved,
    /// Nothing to compare a system's own parts with.
    #[error("no other system has all parts correct on other originals than this one")]
    NoOtherParts,
    /// A measure of labels, of outcomes.
    #[error("outcomes have no labels, and this needs them")]
    NoLabels,
    /// A measure of composition, where only counts of single pairs are known.
    #[error("the counts do not relate originals to their parts")]
    NoComposition,
    /// Nobody scored anything of it.
    #[error("no judge scored it")]
    NotScored,
    /// A judge who scored all runs on no pair.
    #[error("the judge scored every run on no pair")]
    NothingRanked,
}

/// One side of a Deviation Index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Pairs whose gold is *entailment*.
    Positive,
    /// Pairs with any other gold.
    Negative,
    /// Pairs with one judgment as gold.
    Judgment(Judgment),
}

impl std::fmt::Display for Side {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Positive => formatter.pad("positive"),
            Self::Negative => formatter.pad("negative"),
            Self::Judgment(judgment) => formatter.pad(judgment.name()),
        }
    }
}

impl From<statistics::Undefined> for Undefined {
    fn from(reason: statistics::Undefined) -> Self {
        match reason {
            statistics::Undefined::NoUnits => Self::NoPairs,
            statistics::Undefined::Constant | statistics::Undefined::NoValue => {
                Self::ConstantSolved
            }
        }
    }
}

impl Serialize for Undefined {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A value, or why there is none.
pub type Value = Result<f64, Undefined>;

/// A proportion of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Proportion {
    /// The pairs of which something holds.
    pub numerator: u64,
    /// All the pairs.
    pub denominator: u64,
}

impl Proportion {
    /// `numerator / denominator`, in [0, 1].
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where the denominator is 0.
    pub fn value(self) -> Value {
        if self.denominator == 0 {
            return Err(Undefined::NoPairs);
        }
        Ok(self.numerator as f64 / self.denominator as f64)
    }

    /// The proportion itself, where it is one of any pairs.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where the denominator is 0.
    pub fn of_pairs(self) -> Result<Self, Undefined> {
        self.value().map(|_| self)
    }
}

impl From<Proportion> for statistics::Proportion {
    fn from(Proportion { numerator, denominator }: Proportion) -> Self {
        Self { numerator, denominator }
    }
}

impl From<statistics::Proportion> for Proportion {
    fn from(statistics::Proportion { numerator, denominator }: statistics::Proportion) -> Self {
        Self { numerator, denominator }
    }
}
