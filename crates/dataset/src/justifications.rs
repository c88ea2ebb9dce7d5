//! Scores that human judges gave to the justifications of runs [V08, section 3].

use crate::problem::{FirstUse, ProblemKind};
use crate::problems::Problems;
use crate::string_table::Interner;

/// The whole numbers that a score can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scale {
    least: i32,
    greatest: i32,
}

impl Scale {
    /// How many values a scale can have.
    pub const MOST_VALUES: u32 = 1_000;
    /// 1 to 5, the scale of RTE-3.
    pub const ONE_TO_FIVE: Self = Self { least: 1, greatest: 5 };

    /// A scale from its ends, both included; nothing for an empty one and for one of more than
    /// [`MOST_VALUES`](Self::MOST_VALUES).
    #[must_use]
    pub fn new(least: i32, greatest: i32) -> Option<Self> {
        let fits = least <= greatest && least.abs_diff(greatest) < Self::MOST_VALUES;
        fits.then_some(Self { least, greatest })
    }

    /// The lowest score.
    #[must_use]
    pub fn least(self) -> i32 {
        self.least
    }

    /// The highest score.
    #[must_use]
    pub fn greatest(self) -> i32 {
        self.greatest
    }

    /// Whether the scale has a score.
    #[must_use]
    pub fn contains(self, score: i32) -> bool {
        (self.least..=self.greatest).contains(&score)
    }

    /// All its scores, ascending.
    #[must_use]
    pub fn scores(self) -> std::ops::RangeInclusive<i32> {
        self.least..=self.greatest
    }
}

/// How justifications were scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRules {
    /// The scale of understandability.
    pub understandability: Scale,
    /// The scale of correctness.
    pub correctness: Scale,
    /// The understandability from which up a judge assigns a correctness; below it there is none.
    pub correctness_from: i32,
}

impl Default for RatingRules {
    /// The rules of RTE-3: both from 1 to 5, correctness from understandability 3 up.
    fn default() -> Self {
        let scale = Scale::ONE_TO_FIVE;
        Self { understandability: scale, correctness: scale, correctness_from: 3 }
    }
}

/// One judge's scores of one justification, as a reader hands them to the builder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatingRow<'a> {
    /// The line of its file, counted from 1.
    pub line: u64,
    /// The run that gave the justification.
    pub run: &'a str,
    /// The pair that is justified.
    pub pair: &'a str,
    /// The name of the judge who gave the scores.
    pub judge: &'a str,
    /// How understandable the justification is.
    pub understandability: i32,
    /// How compelling it is; nothing where it was not assigned.
    pub correctness: Option<i32>,
}

/// One judge's scores of one justification, with numbers for names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// The number of the judge.
    pub judge: u32,
    /// The number of the pair.
    pub pair: u32,
    /// The number of the run.
    pub run: u32,
    /// How understandable the justification is.
    pub understandability: i32,
    /// How compelling it is; nothing where it was not assigned, because the justification was not
    /// understood.
    pub correctness: Option<i32>,
}

/// Scores of justifications: every score is on its scale, a correctness is there exactly where the
/// understandability asks for one, and a judge scored a justification once at the most, because only
/// a [`JustificationBuilder`] makes them. Not every judge need have scored everything.
#[derive(Debug, Clone)]
pub struct Justifications {
    rules: RatingRules,
    runs: Interner,
    pairs: Interner,
    judges: Interner,
    ratings: Vec<Rating>,
}

impl Justifications {
    /// How they were scored.
    #[must_use]
    pub fn rules(&self) -> RatingRules {
        self.rules
    }

    /// The runs by number, in the order of the file.
    pub fn runs(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.runs.len() as u32).map(|run| self.runs.string(run))
    }

    /// The ids of the pairs by number, in the order of the file.
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.pairs.len() as u32).map(|pair| self.pairs.string(pair))
    }

    /// The judges by number, in the order of the file.
    pub fn judges(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.judges.len() as u32).map(|judge| self.judges.string(judge))
    }

    /// All scores, by judge, then by pair, then by run.
    #[must_use]
    pub fn ratings(&self) -> &[Rating] {
        &self.ratings
    }
}

/// Collects scores, and at the end either is [`Justifications`] or tells all that is wrong.
#[derive(Debug)]
pub struct JustificationBuilder {
    rules: RatingRules,
    files: Vec<String>,
    runs: Interner,
    pairs: Interner,
    judges: Interner,
    /// With the file and line of each.
    ratings: Vec<(Rating, (u32, u64))>,
    problems: Problems,
}

impl JustificationBuilder {
    /// A builder without scores.
    #[must_use]
    pub fn new(rules: RatingRules) -> Self {
        Self {
            rules,
            files: Vec::new(),
            runs: Interner::default(),
            pairs: Interner::default(),
            judges: Interner::default(),
            ratings: Vec::new(),
            problems: Problems::new(),
        }
    }

    /// How justifications were scored.
    #[must_use]
    pub fn rules(&self) -> RatingRules {
        self.rules
    }

    /// Names the file that the next scores come from, for messages.
    pub fn start_file(&mut self, file: &str) {
        self.files.push(file.to_owned());
    }

    /// Notes a problem.
    pub(crate) fn problem(&mut self, line: Option<u64>, kind: ProblemKind) {
        self.problems.push(self.files.last().map_or("", String::as_str), line, kind);
    }

    /// Adds one judge's scores of one justification.
    pub fn add(&mut self, row: &RatingRow<'_>) {
        if let Err(kind) = self.check(row) {
            self.problem(Some(row.line), kind);
            return;
        }
        let rating = Rating {
            judge: self.judges.intern(row.judge.trim()).0,
            pair: self.pairs.intern(row.pair.trim()).0,
            run: self.runs.intern(row.run.trim()).0,
            understandability: row.understandability,
            correctness: row.correctness,
        };
        let file = u32::try_from(self.files.len()).unwrap_or(u32::MAX).saturating_sub(1);
        self.ratings.push((rating, (file, row.line)));
    }

    fn check(&self, row: &RatingRow<'_>) -> Result<(), ProblemKind> {
        let on_scale = |column: &str, score: i32, scale: Scale| {
            if scale.contains(score) {
                return Ok(());
            }
            let (column, value) = (column.to_owned(), score.to_string());
            let (least, greatest) = (scale.least(), scale.greatest());
            Err(ProblemKind::OffScale { column, value, least, greatest })
        };
        let (understandability, least) = (row.understandability, self.rules.correctness_from);
        on_scale("understandability", understandability, self.rules.understandability)?;
        match row.correctness {
            Some(score) => on_scale("correctness", score, self.rules.correctness)?,
            None if understandability >= least => {
                return Err(ProblemKind::CorrectnessMissing { understandability, least });
            }
            None => {}
        }
        match row.correctness {
            Some(correctness) if understandability < least => {
                Err(ProblemKind::CorrectnessForbidden { understandability, correctness, least })
            }
            _ => Ok(()),
        }
    }

    /// The scores.
    ///
    /// # Errors
    /// All problems of the scores and of the files that they came from.
    pub fn finish(mut self) -> Result<Justifications, Problems> {
        // Stable, so that of two for one justification the one that was read first stands first.
        self.ratings.sort_by_key(|(rating, _)| (rating.judge, rating.pair, rating.run));
        let file = |number: u32| self.files.get(number as usize).map_or("", String::as_str);
        for both in self.ratings.windows(2) {
            let [(first, at), (second, again)] = both else { continue };
            if (first.judge, first.pair, first.run) != (second.judge, second.pair, second.run) {
                continue;
            }
            let kind = ProblemKind::SecondRating {
                run: self.runs.string(first.run).to_owned(),
                pair: self.pairs.string(first.pair).to_owned(),
                judge: self.judges.string(first.judge).to_owned(),
                first: FirstUse {
                    file: (at.0 != again.0).then(|| file(at.0).to_owned()),
                    line: at.1,
                },
            };
            self.problems.push(file(again.0), Some(again.1), kind);
        }
        let ratings = self.ratings.into_iter().map(|(rating, _)| rating).collect();
        let Self { rules, runs, pairs, judges, .. } = self;
        self.problems.or(Justifications { rules, runs, pairs, judges, ratings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Input, JustificationColumns, JustificationSource, TableFormat, TableOptions,
        read_justifications,
    };

    fn load(text: &'static str) -> Result<Justifications, Problems> {
        let source = JustificationSource {
            format: TableFormat::Csv,
            options: TableOptions::default(),
            columns: JustificationColumns { run: Some("system".into()), ..Default::default() },
        };
        let mut builder = JustificationBuilder::new(RatingRules::default());
        let input = Input::Stream(Box::new(text.as_bytes()));
        read_justifications(&source, "scores.csv", input, &mut builder);
        builder.finish()
    }

    #[test]
    fn scores_stand_by_judge_pair_and_run() {
        let read = load(
            "system,pair,judge,understandability,correctness\nA,75,x,4,4\nC,75,y,2,\nA,75,y,3,1\n",
        )
        .unwrap();
        assert_eq!(read.runs().collect::<Vec<_>>(), ["A", "C"]);
        assert_eq!(read.judges().collect::<Vec<_>>(), ["x", "y"]);
        let scores: Vec<_> = read
            .ratings()
            .iter()
            .map(|rating| (rating.judge, rating.run, rating.understandability, rating.correctness))
            .collect();
        assert_eq!(scores, [(0, 0, 4, Some(4)), (1, 0, 3, Some(1)), (1, 1, 2, None)]);
    }

    #[test]
    fn bad_scores_are_told() {
        let problems = load(
            "system,pair,judge,understandability,correctness\nA,75,1,4,4\nA,75,2,6,4\nA,75,3,3,0\n\
             A,75,4,2,1\nA,75,5,3,\nA,75,1,4,4\nA,75,6,,\nA,75,7,3.5,2\n,75,8,1,\n",
        )
        .unwrap_err();
        assert_eq!(
            problems.to_string(),
            "scores.csv:3: `understandability` is 6, expected a whole number from 1 to 5 (2 rows like this: \
             here first, again on 9)\n\
             scores.csv:4: `correctness` is 0, expected a whole number from 1 to 5\n\
             scores.csv:5: correctness 1 for a justification of understandability 2; a judge assigns one only from understandability 3 on\n\
             scores.csv:6: no correctness for a justification of understandability 3; a judge assigns one from understandability 3 on\n\
             scores.csv:8: `understandability` is empty\n\
             scores.csv:10: `system` (asked for by `columns.run`) is empty\n\
             scores.csv:7: judge `1` scores run `A` on pair `75` twice, first on line 2"
        );
    }

    #[test]
    fn a_scale_has_some_values_and_not_too_many() {
        assert_eq!(Scale::new(1, 5), Some(Scale::ONE_TO_FIVE));
        assert_eq!(Scale::new(5, 1), None);
        assert_eq!(Scale::new(i32::MIN, i32::MAX), None);
        assert_eq!(Scale::new(0, 999).map(|scale| scale.scores().count()), Some(1_000));
    }
}
