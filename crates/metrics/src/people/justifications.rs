//! How judges scored the justifications of runs, and how far they agree [V08, section 3].

use phenom_dataset::{Justifications, Rating, Scale};

use super::{Coincidences, kendall_w, mid_ranks, swapped};
use crate::undefined::{Undefined, Value};

/// What judges scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aspect {
    /// How understandable a justification is.
    Understandability,
    /// How compelling it is. One that was not assigned, because the justification was not understood,
    /// counts 0 in means and stands below all scores in rankings, as in V08.
    Correctness,
}

impl Aspect {
    /// Both, in the order of V08.
    pub const ALL: [Self; 2] = [Self::Understandability, Self::Correctness];

    /// `understandability` or `correctness`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Understandability => "understandability",
            Self::Correctness => "correctness",
        }
    }

    fn scale(self, justifications: &Justifications) -> Scale {
        match self {
            Self::Understandability => justifications.rules().understandability,
            Self::Correctness => justifications.rules().correctness,
        }
    }

    fn score(self, rating: &Rating) -> Option<i32> {
        match self {
            Self::Understandability => Some(rating.understandability),
            Self::Correctness => rating.correctness,
        }
    }

    /// The place of a score on its scale: 0 where none was assigned, 1 for the lowest score.
    fn place(self, rating: &Rating, scale: Scale) -> usize {
        self.score(rating).map_or(0, |score| score.abs_diff(scale.least()) as usize + 1)
    }
}

/// The scores of one run, over all judges and pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedRun {
    /// How often the run was scored.
    pub ratings: u64,
    /// The mean score; one that was not assigned counts 0.
    pub mean: Value,
    /// How often no score was assigned.
    pub unassigned: u64,
    /// How often each score of the scale was given, ascending.
    pub histogram: Vec<(i32, u64)>,
}

/// The scores of each run, by its number.
#[must_use]
pub fn run_scores(justifications: &Justifications, aspect: Aspect) -> Vec<JudgedRun> {
    let scale = aspect.scale(justifications);
    let places = scale.scores().count() + 1;
    let mut counts = vec![vec![0u64; places]; justifications.runs().len()];
    for rating in justifications.ratings() {
        counts[rating.run as usize][aspect.place(rating, scale)] += 1;
    }
    let of_run = |counts: Vec<u64>| {
        let ratings: u64 = counts.iter().sum();
        let given = || scale.scores().zip(counts.iter().skip(1).copied());
        let sum: f64 = given().map(|(score, count)| f64::from(score) * count as f64).sum();
        let mean = if ratings == 0 { Err(Undefined::NotScored) } else { Ok(sum / ratings as f64) };
        let unassigned = counts.first().copied().unwrap_or(0);
        JudgedRun { ratings, mean, unassigned, histogram: given().collect() }
    };
    counts.into_iter().map(of_run).collect()
}

/// How one judge ranks the runs.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgeRanks {
    /// The pairs on which the judge scored every run: ranks among fewer runs are other ranks.
    pub pairs: u64,
    /// For each run, by number, the mean over these pairs of its rank by score, the best 1, tied runs
    /// sharing the mean of their ranks.
    ///
    /// # Errors
    /// [`Undefined::NothingRanked`] where there is no such pair.
    pub mean_ranks: Result<Vec<f64>, Undefined>,
}

/// How each judge, by number, ranks the runs.
#[must_use]
pub fn judge_ranks(justifications: &Justifications, aspect: Aspect) -> Vec<JudgeRanks> {
    let runs = justifications.runs().len();
    let scale = aspect.scale(justifications);
    let mut sums = vec![(0u64, vec![0.0; runs]); justifications.judges().len()];
    // Ratings come by judge, then by pair, then by run, each run once.
    let ratings = justifications.ratings();
    for of_pair in ratings.chunk_by(|a, b| (a.judge, a.pair) == (b.judge, b.pair)) {
        let [first, ..] = of_pair else { continue };
        if of_pair.len() < runs {
            continue;
        }
        let scores: Vec<f64> =
            of_pair.iter().map(|rating| aspect.place(rating, scale) as f64).collect();
        let (pairs, sum) = &mut sums[first.judge as usize];
        *pairs += 1;
        sum.iter_mut().zip(mid_ranks(&scores)).for_each(|(sum, rank)| *sum += rank);
    }
    let of_judge = |(pairs, sum): (u64, Vec<f64>)| {
        let mean = || sum.iter().map(|sum| sum / pairs as f64).collect();
        let mean_ranks = if pairs == 0 { Err(Undefined::NothingRanked) } else { Ok(mean()) };
        JudgeRanks { pairs, mean_ranks }
    };
    sums.into_iter().map(of_judge).collect()
}

impl JudgeRanks {
    /// Kendall's W of the judges' mean ranks. Judges who ranked nothing are left out.
    ///
    /// # Errors
    /// As for [`kendall_w`].
    pub fn concordance(judges: &[Self]) -> Value {
        let scores = judges.iter().filter_map(|judge| judge.mean_ranks.as_ref().ok());
        // A low rank is a good one.
        let scores: Vec<Vec<f64>> =
            scores.map(|ranks| ranks.iter().map(|rank| -rank).collect()).collect();
        kendall_w(&scores)
    }
}

/// The runs, two by two, that two judges put in opposite order by mean rank; none where one of the
/// judges ranked nothing.
#[must_use]
pub(crate) fn judge_swaps(first: &JudgeRanks, second: &JudgeRanks) -> Vec<(usize, usize)> {
    match (&first.mean_ranks, &second.mean_ranks) {
        (Ok(first), Ok(second)) => {
            let ranks: Vec<(f64, f64)> =
                first.iter().copied().zip(second.iter().copied()).collect();
            swapped(&ranks)
        }
        _ => Vec::new(),
    }
}

/// The coincidences of the judges' scores, a unit being a run's justification of a pair, for
/// Krippendorff's alpha at the ordinal level. The first label is *not assigned*, then come the scores
/// of the scale.
#[must_use]
pub(crate) fn judge_coincidences(justifications: &Justifications, aspect: Aspect) -> Coincidences {
    let scale = aspect.scale(justifications);
    let labels = scale.scores().count() + 1;
    let mut ratings: Vec<&Rating> = justifications.ratings().iter().collect();
    ratings.sort_by_key(|rating| (rating.run, rating.pair));
    let mut coincidences = Coincidences::new(labels);
    let mut counts = vec![0u32; labels];
    for unit in ratings.chunk_by(|a, b| (a.run, a.pair) == (b.run, b.pair)) {
        counts.fill(0);
        unit.iter().for_each(|rating| counts[aspect.place(rating, scale)] += 1);
        coincidences.add(&counts, 1);
    }
    coincidences
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{JustificationBuilder, RatingRow, RatingRules};

    use super::*;
    use crate::people::{Level, krippendorff_alpha};

    const RUNS: [&str; 6] = ["A", "B", "C", "D", "F", "H"];

    /// Pair 75 of V08 figure 2: understandability and correctness by run and judge; 0 is not assigned.
    const PAIR_75: [[(i32, i32); 6]; 6] = [
        [(4, 4), (4, 4), (5, 4), (4, 1), (5, 4), (3, 2)],
        [(4, 3), (3, 3), (5, 4), (5, 1), (5, 3), (3, 2)],
        [(3, 3), (4, 4), (4, 4), (2, 0), (1, 0), (2, 0)],
        [(3, 3), (4, 3), (4, 3), (5, 1), (4, 3), (2, 0)],
        [(3, 3), (4, 3), (4, 3), (5, 1), (4, 3), (2, 0)],
        [(2, 0), (4, 1), (3, 3), (3, 1), (2, 0), (1, 0)],
    ];

    fn add(
        builder: &mut JustificationBuilder,
        run: &str,
        pair: &str,
        judge: usize,
        scores: (i32, i32),
    ) {
        builder.add(&RatingRow {
            line: 1,
            run,
            pair,
            judge: &judge.to_string(),
            understandability: scores.0,
            correctness: (scores.1 > 0).then_some(scores.1),
        });
    }

    fn pair_75() -> JustificationBuilder {
        let mut builder = JustificationBuilder::new(RatingRules::default());
        for (run, scores) in RUNS.into_iter().zip(PAIR_75) {
            for (judge, scores) in (1..).zip(scores) {
                add(&mut builder, run, "75", judge, scores);
            }
        }
        builder
    }

    #[test]
    fn means_and_histograms_of_pair_75() {
        let read = pair_75().finish().unwrap();
        // Run A: (4+4+5+4+5+3)/6 = 25/6, and (4+4+4+1+4+2)/6 = 19/6.
        let understandability = run_scores(&read, Aspect::Understandability);
        assert_eq!(understandability[0].mean, Ok(25.0 / 6.0));
        assert_eq!(understandability[0].histogram, [(1, 0), (2, 0), (3, 1), (4, 3), (5, 2)]);
        // Run C: (3+4+4+0+0+0)/6 = 11/6, three of them not assigned.
        let correctness = run_scores(&read, Aspect::Correctness);
        assert_eq!(correctness[0].mean, Ok(19.0 / 6.0));
        assert_eq!(correctness[2].mean, Ok(11.0 / 6.0));
        assert_eq!((correctness[2].ratings, correctness[2].unassigned), (6, 3));
        assert_eq!(correctness[2].histogram, [(1, 0), (2, 0), (3, 1), (4, 2), (5, 0)]);
    }

    #[test]
    fn mean_ranks_of_pair_75() {
        let read = pair_75().finish().unwrap();
        // Judge 1, understandability 4 4 3 3 3 2: A and B share ranks 1 and 2, C, D and F 3 to 5.
        let ranks = judge_ranks(&read, Aspect::Understandability);
        assert_eq!(ranks[0].mean_ranks, Ok(vec![1.5, 1.5, 4.0, 4.0, 4.0, 6.0]));
        // Judge 4, 4 5 2 5 5 3: B, D and F share ranks 1 to 3, then A, H, C.
        assert_eq!(ranks[3].mean_ranks, Ok(vec![4.0, 2.0, 6.0, 2.0, 2.0, 5.0]));
        // Judge 5, correctness 4 3 - 3 3 -: A, then B, D and F on 2 to 4, then C and H on 5 and 6.
        let correctness = judge_ranks(&read, Aspect::Correctness);
        assert_eq!(correctness[4].mean_ranks, Ok(vec![1.0, 3.0, 5.5, 3.0, 3.0, 5.5]));
        // Judge 1 has A before D, and C before H; judge 4 the other way round.
        assert_eq!(judge_swaps(&ranks[0], &ranks[3]), [(0, 3), (0, 4), (2, 5)]);
    }

    // W: scipy.stats.friedmanchisquare over the six runs' scores, chi2 / (6 * 5).
    // alpha: krippendorff.alpha(reliability_data=scores, level_of_measurement='ordinal'), judges in
    // rows, 0 for not assigned.
    #[test]
    fn agreement_of_the_judges_on_pair_75() {
        let read = pair_75().finish().unwrap();
        for (aspect, w, alpha) in [
            (Aspect::Understandability, 0.4921104536489151, 0.20665053019824808),
            (Aspect::Correctness, 0.5077262693156724, 0.12220301214077156),
        ] {
            let concordance = JudgeRanks::concordance(&judge_ranks(&read, aspect)).unwrap();
            assert!((concordance - w).abs() < 1e-12, "{concordance}");
            let found = krippendorff_alpha(&judge_coincidences(&read, aspect), Level::Ordinal);
            assert!((found.unwrap() - alpha).abs() < 1e-10);
        }
    }

    #[test]
    fn a_pair_of_which_a_run_was_not_scored_is_not_ranked() {
        let mut builder = pair_75();
        add(&mut builder, "A", "76", 1, (5, 5));
        add(&mut builder, "A", "76", 7, (5, 5));
        let read = builder.finish().unwrap();
        let ranks = judge_ranks(&read, Aspect::Understandability);
        assert_eq!((ranks[0].pairs, ranks[6].pairs), (1, 0));
        assert_eq!(ranks[6].mean_ranks, Err(Undefined::NothingRanked));
        assert_eq!(judge_swaps(&ranks[0], &ranks[6]), []);
        // Judge 7 has no ranking, the six others have theirs.
        let w = JudgeRanks::concordance(&ranks).unwrap();
        assert!((w - 0.4921104536489151).abs() < 1e-12);
    }
}
