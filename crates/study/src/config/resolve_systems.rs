//! What a config says of systems: answers in files, or an algorithm.

use std::path::Path;

use phenom_dataset::{
    AnswerColumns, CompositionRule, Extra, Judgment, LabelScheme, Missing, PredictionColumns,
    PredictionSource, RankingColumn, RankingKind, TableFormat, Task,
};
use phenom_metrics::POOLED;

use super::document::Segment;
use super::files::DataFile;
use super::formats::{guess_table_format, prediction_format_names};
use super::listed::listed;
use super::raw::{
    Algorithm, By, ByJudgment, Choice, OneOrMany, RawAggregation, RawEngine, RawLearnt,
    RawNumberList, RawNumbers, RawPredictionColumns, RawSystem, RawThreshold,
};
use super::resolve::{Place, Resolver, labels};
use super::resolve_rows::used;
use super::{
    Answers, EngineSystem, LearnOn, LearntThreshold, OwnPartsFiles, Predictions, System,
    ThresholdFrom,
};

/// A system with its name, and its answers if they can be found.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) answers: Option<Answers>,
    pub(super) parts: Option<Box<OwnPartsFiles>>,
}

/// The prefix of the names of baselines.
const RESERVED: &str = "baseline:";

impl Resolver<'_> {
    pub(super) fn systems(&mut self, raw: Vec<RawSystem>) -> Vec<System> {
        let mut names: Vec<String> = Vec::new();
        let mut systems = Vec::new();
        for (index, raw) in raw.into_iter().enumerate() {
            let place = [Segment::from("systems"), Segment::from(index)];
            let found = match &raw.from {
                Some(_) => self.of_table(&place, raw, index),
                None => self.one(&place, raw).into_iter().collect(),
            };
            for system in found {
                self.name(&place, &system.name, &names);
                names.push(system.name.clone());
                let Named { name, answers, parts } = system;
                systems.extend(answers.map(|answers| System { name, answers, parts }));
            }
        }
        self.ensembles(&names, &systems);
        systems
    }

    /// One system with a name.
    fn one(&mut self, place: Place<'_>, mut raw: RawSystem) -> Option<Named> {
        let message = "is for a table of several systems, `from: FILE`";
        self.out_of_place_if(place, &raw.keys_of_table(), message);
        let Some(name) = raw.name.take() else {
            self.problem(
                place,
                "a system has a `name`",
                Some("write `name: NAME`, or `from: FILE` and `system: COLUMN` for a table of several systems"),
            );
            return None;
        };
        let name = name.trim().to_owned();
        let (parts, composition) = (raw.parts.take(), raw.composition.take());
        let Some(parts) = parts else {
            let keys = [("composition", composition.is_some())];
            self.out_of_place_if(place, &keys, "of a system goes with its `parts`");
            let answers = self.answers(place, &name, raw);
            return Some(Named { name, answers, parts: None });
        };
        self.refuse_beside_own_parts(place, &raw);
        let is_own = matches!(composition, Some(RawAggregation::Own));
        let answers = match raw.answers_itself() {
            true => self.answers(place, &name, raw),
            false if is_own => {
                let message = "`composition: own` needs the `predictions` that the system composed";
                self.out_of_place(place, "composition", message);
                None
            }
            false => {
                let message =
                    "is for `predictions`; write it under `parts` if it is about the parts";
                self.out_of_place_if(place, &raw.keys_of_predictions(), message);
                Some(Answers::OwnParts)
            }
        };
        let parts = self.own_parts(place, &name, parts, composition);
        Some(Named { name, answers, parts: Some(Box::new(parts)) })
    }

    /// Refuses what cannot stand beside parts of the system's own.
    fn refuse_beside_own_parts(&mut self, place: Place<'_>, raw: &RawSystem) {
        let keys = [
            ("runs", raw.runs.is_some()),
            ("run-columns", !raw.run_columns.is_empty()),
            ("by", raw.by.is_some()),
            ("algorithm", raw.algorithm.is_some()),
        ];
        self.out_of_place_if(place, &keys, "cannot stand next to `parts`");
        if self.of_outcomes {
            let message = "`parts` needs labels, and `task: outcome` has none";
            self.out_of_place(place, "parts", message);
        }
    }

    /// Refuses a name that a system cannot have.
    fn name(&mut self, place: Place<'_>, name: &str, before: &[String]) {
        let place = [place, &["name".into()]].concat();
        if name.is_empty() {
            self.problem(&place, "the name is empty", None);
        } else if name.starts_with(RESERVED) {
            let message = format!("names that start with `{RESERVED}` are reserved for baselines");
            self.problem(&place, message, None);
        } else if name == POOLED {
            let message = format!("`{POOLED}` is reserved for all systems together");
            self.problem(&place, message, None);
        } else if before.iter().any(|other| other == name) {
            let message = format!("two systems have the name `{name}`");
            self.problem(&place, message, Some("give each its own name"));
        }
    }

    fn answers(&mut self, place: Place<'_>, name: &str, mut raw: RawSystem) -> Option<Answers> {
        if self.of_outcomes {
            self.refuse_labels_of_system(place, &raw);
        }
        if raw.predictions.is_some() && raw.runs.is_some() {
            let message = "a system has either `predictions`, for one run, or several `runs`";
            self.out_of_place(place, "runs", message);
            return None;
        }
        let ways = [
            ("predictions", raw.predictions.is_some() || raw.runs.is_some()),
            ("engine", raw.engine.is_some()),
            ("command", raw.command.is_some()),
            ("endpoint", raw.endpoint.is_some()),
            ("algorithm", raw.algorithm.is_some()),
        ];
        let mut said = ways.iter().filter(|(_, said)| *said).map(|(key, _)| *key);
        if let (Some(first), Some(second)) = (said.next(), said.next()) {
            let message = format!("a system has either `{first}` or `{second}`, not both");
            self.out_of_place(place, second, &message);
            return None;
        }
        if raw.command.is_some() || raw.endpoint.is_some() {
            self.not_cross_validated(place, &raw);
            return self.outside(place, raw).map(|outside| Answers::Outside(Box::new(outside)));
        }
        let message = "is for a `command` or an `endpoint`";
        self.out_of_place_if(place, &raw.keys_of_outside(), message);
        if raw.engine.is_none() {
            let message = "is for an `engine`, a `command` or an `endpoint`";
            self.out_of_place_if(place, &[("by", raw.by.is_some())], message);
        }
        match (raw.engine.take(), raw.algorithm) {
            (None, None) if raw.predictions.is_none() && raw.runs.is_none() => {
                self.problem(
                    place,
                    format!("system `{name}` has no predictions"),
                    Some("write `predictions: FILE`, or `engine: NAME` for a system that phenom runs"),
                );
                None
            }
            (Some(RawEngine(engine)), _) => {
                let message = "is for `predictions`; an engine does not need it";
                self.out_of_place_if(place, &raw.keys_of_predictions(), message);
                self.not_cross_validated(place, &raw);
                let engine = self.engine(place, engine)?;
                let engine = match (engine, raw.by) {
                    (ensemble @ EngineSystem::Ensemble { .. }, Some(_)) => {
                        let message = "write it at the systems in the ensemble";
                        self.out_of_place(place, "by", message);
                        ensemble
                    }
                    (engine, Some(Choice(By::Parts))) => {
                        EngineSystem::ByParts(Box::new(engine), CompositionRule::default())
                    }
                    (engine, _) => engine,
                };
                Some(Answers::Engine(Box::new(engine)))
            }
            (None, Some(Choice(algorithm))) => {
                let message = "is for `predictions`; an algorithm does not need it";
                self.out_of_place_if(place, &raw.keys_of_predictions(), message);
                let task = match algorithm {
                    Algorithm::LinguisticBiased => Task::TwoWay,
                    Algorithm::LinguisticBiasedThreeWay => Task::ThreeWay,
                };
                let cross_validated = raw.cross_validated == Some(true);
                Some(Answers::LinguisticBiased { cross_validated, task })
            }
            (None, None) => self
                .predictions(place, raw)
                .map(|predictions| Answers::Predictions(Box::new(predictions))),
        }
    }

    pub(super) fn predictions(
        &mut self,
        place: Place<'_>,
        mut raw: RawSystem,
    ) -> Option<Predictions> {
        self.not_cross_validated(place, &raw);
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let (key, several) = match raw.runs {
            Some(_) => ("runs", true),
            None => ("predictions", false),
        };
        let paths = raw.predictions.or(raw.runs)?;
        let found = self.files(&at(key), &paths);
        if several && found.len() == 1 {
            let help = "write `predictions: FILE` for a single run";
            self.problem(&at(key), "`runs` needs at least two runs", Some(help));
        }
        let format = match raw.format {
            Some(format) => format.format(),
            None => self.guess_table_format(&at(key), &paths, &found)?,
        };
        let options = self.options(place, Some(format), raw.options, raw.rows);
        let of_pairs = self.labels_of_pairs.clone();
        let labels = labels(raw.labels).or(of_pairs).unwrap_or_else(LabelScheme::judgments);
        let only_named = raw.columns.is_some();
        let mut columns = in_use(raw.columns.unwrap_or_default());
        let run_columns = self.run_columns(place, raw.run_columns, several, &mut columns);
        if only_named {
            let numbers = self.of_outcomes
                || columns.score.is_some()
                || columns.probabilities.is_some()
                || columns.log_likelihoods.is_some();
            let keys =
                [("id", columns.id.is_some()), ("label", numbers || columns.label.is_some())];
            self.complete(place, &keys);
        }
        let judged = self.judged_outcomes.clone();
        if self.of_outcomes && only_named && columns.outcome.is_none() && judged.is_none() {
            let help = "write `outcome: COLUMN`";
            let message = "the column of the outcomes is missing";
            self.problem(&at("columns"), message, Some(help));
        }
        if let (false, Some(_)) = (self.of_outcomes, &columns.outcome) {
            let message = "`outcome` is for `task: outcome`: add it, or name the `label`";
            self.out_of_place(&at("columns"), "outcome", message);
        }
        let outcome = self.of_outcomes.then(|| {
            self.outcome_columns(place, &mut columns, raw.threshold.take(), raw.above.take())
        });
        let score = columns.score.clone();
        if score.is_none() && !self.of_outcomes {
            let keys = [
                ("threshold", raw.threshold.is_some()),
                ("above", raw.above.is_some()),
                ("positive", raw.positive.is_some()),
                ("negative", raw.negative.is_some()),
            ];
            self.out_of_place_if(place, &keys, "is for a `score` among the `columns`");
        }
        let positive = raw.positive.map_or(Judgment::Entailment, |answer| answer.0);
        let negative = raw.negative.map_or(Judgment::NotEntailment, |answer| answer.0);
        let (limits, threshold) = match (score.is_some(), raw.threshold) {
            (true, None) => {
                let help = "add `threshold: NUMBER`, or `threshold: {learn-on: ...}`";
                self.problem(&at("columns"), "a score needs a threshold", Some(help));
                return None;
            }
            (_, Some(RawThreshold::Learnt(learnt))) => {
                ([0.0; 2], Some(self.learnt_threshold(&at("threshold"), *learnt)?))
            }
            (_, Some(RawThreshold::Given(threshold))) => ([threshold; 2], None),
            (_, Some(RawThreshold::Two(two))) => ([two.original, two.monothematic], None),
            (false, None) => ([0.0; 2], None),
        };
        let above = raw.above.unwrap_or(false);
        let score = score.map(|column| AnswerColumns::Score {
            column,
            threshold: limits[0],
            monothematic_threshold: limits[1],
            positive,
            negative,
            above,
        });
        let ranking = self.ranking_column(place, &mut columns, raw.ranking);
        let answer = match outcome {
            Some(outcome) => outcome,
            None => self.answer_columns(&at("columns"), &mut columns, score)?,
        };
        let abstained = raw.abstained.map(|Choice(judgment)| judgment);
        if abstained.is_some() && !matches!(answer, AnswerColumns::Label(_)) {
            let message = "`abstained` is for a `label`; a prediction computed from numbers is never an abstention";
            self.out_of_place(place, "abstained", message);
        }
        if raw.blank.is_some() && !matches!(answer, AnswerColumns::Label(_)) {
            self.out_of_place(place, "blank", "`blank` is for a `label`");
        }
        let label_separator = columns.label_separator.take();
        self.label_separator(&at("columns"), label_separator.as_deref(), &answer);
        let by_judges = judged.map_or_else(Vec::new, |judged| judged.answers(&answer));
        let columns = PredictionColumns {
            only_named,
            ids: self.ids(place, raw.ids),
            keep: self.subset(place, raw.keep),
            abstained,
            blank: raw.blank.map(|Choice(blank)| blank).unwrap_or_default(),
            extra: raw.extra.map_or(Extra::Refuse, |Choice(extra)| extra),
            again: raw.repeated.map(|Choice(again)| again).unwrap_or_default(),
            id: columns.id.map(|names| names.0).unwrap_or_default(),
            answer,
            label_separator,
            ranking,
            gold: columns.gold,
            justification: columns.justification,
        };
        let source = PredictionSource { format, options, labels, columns };
        let missing = match by_judges.as_slice() {
            [] => raw.missing.map_or(Missing::Refuse, |missing| missing.0),
            // What people did not score is known to judges alone.
            _ => Missing::Wrong,
        };
        if !by_judges.is_empty() && raw.missing.is_some() {
            let message = "with `judged` an outcome may be missing, which people or judges did not give: leave it out";
            self.out_of_place(place, "missing", message);
        }
        let runs = match run_columns.len() {
            0 if several => found.into_iter().map(|file| vec![file]).collect(),
            columns => vec![found; columns.max(1)],
        };
        Some(Predictions { runs, source, run_columns, missing, threshold, rows: None, by_judges })
    }

    /// How a threshold is learnt: from a development set or by cross-validation.
    fn learnt_threshold(&mut self, place: Place<'_>, raw: RawLearnt) -> Option<LearntThreshold> {
        let from = match (raw.learn_on, raw.cross_validated) {
            (Some(learn_on), None) => {
                let at = |key: &str| [place, &["learn-on".into(), Segment::from(key)]].concat();
                let pairs = self.pairs(&at("dataset"), learn_on.dataset);
                let files = self.files(&at("predictions"), &learn_on.predictions);
                ThresholdFrom::Development(Box::new(LearnOn { pairs, files }))
            }
            (None, Some(parts)) => {
                ThresholdFrom::OtherParts(usize::try_from(parts.get()).unwrap_or(usize::MAX))
            }
            (Some(_), Some(_)) => {
                let message =
                    "a threshold is learnt with either `learn-on` or `cross-validated`, not both";
                self.out_of_place(place, "cross-validated", message);
                return None;
            }
            (None, None) => {
                let help =
                    "add `learn-on: {dataset: ..., predictions: FILE}`, or `cross-validated: 10`";
                self.problem(
                    place,
                    "phenom learns a threshold from pairs, and the config names none",
                    Some(help),
                );
                return None;
            }
        };
        let best_for = raw.best_for.map(|Choice(best_for)| best_for).unwrap_or_default();
        Some(LearntThreshold { from, best_for })
    }

    pub(super) fn not_cross_validated(&mut self, place: Place<'_>, raw: &RawSystem) {
        if raw.cross_validated.is_some() {
            let message =
                "`cross-validated` is for an `algorithm`; write it under `engine` for an engine";
            self.out_of_place(place, "cross-validated", message);
        }
    }

    /// Refuses a separator of labels that separates nothing.
    fn label_separator(
        &mut self,
        place: Place<'_>,
        separator: Option<&str>,
        answer: &AnswerColumns,
    ) {
        let Some(separator) = separator else { return };
        if !matches!(answer, AnswerColumns::Label(_)) {
            let message = "`label-separator` is for a `label`; a prediction computed from numbers is a single label";
            self.out_of_place(place, "label-separator", message);
        } else if separator.is_empty() {
            let place = [place, &["label-separator".into()]].concat();
            let help = "name a character that occurs in no label, such as `\"|\"`";
            self.problem(&place, "a separator of labels cannot be empty", Some(help));
        }
    }

    /// By what a run ranks its pairs: one thing, and for ranks and orders which ranking it is.
    fn ranking_column(
        &mut self,
        place: Place<'_>,
        columns: &mut RawPredictionColumns,
        ranking: Option<Choice<RankingKind>>,
    ) -> RankingColumn {
        let said = [
            ("confidence", columns.confidence.is_some()),
            ("entailment-score", columns.entailment_score.is_some()),
            ("rank", columns.rank.is_some()),
        ];
        let said: Vec<&str> =
            said.iter().filter(|(_, given)| *given).map(|(key, _)| *key).collect();
        let in_columns = [place, &["columns".into()]].concat();
        if said.len() > 1 {
            let message =
                format!("a run has one ranking: use only one of these, not {}", listed(&said));
            self.out_of_place(&in_columns, said[1], &message);
        }
        match (columns.rank.take(), ranking.map(|Choice(kind)| kind)) {
            (Some(column), Some(kind)) => RankingColumn::Rank(kind, column),
            (Some(column), None) => {
                let help = "write `ranking: entailment` (the pairs most likely entailed first) or `ranking: confidence` \
                            (the surest predictions first) next to `columns`";
                let message = "a `rank` needs `ranking`, which states what the ranking orders by";
                let rank = [&in_columns[..], &["rank".into()]].concat();
                self.problem(&rank, message, Some(help));
                RankingColumn::Rank(RankingKind::Entailment, column)
            }
            (None, Some(_)) if !said.is_empty() => {
                let message = format!(
                    "`ranking` is for a `rank` or for the order of the rows; the column \
                     `{}` ranks this run already",
                    said[0]
                );
                self.out_of_place(place, "ranking", &message);
                RankingColumn::OfAnswer
            }
            (None, Some(kind)) => RankingColumn::Order(kind),
            (None, None) => match (columns.confidence.take(), columns.entailment_score.take()) {
                (Some(column), _) => RankingColumn::Confidence(column),
                (None, Some(column)) => RankingColumn::EntailmentScore(column),
                (None, None) => RankingColumn::OfAnswer,
            },
        }
    }

    fn guess_table_format(
        &mut self,
        place: Place<'_>,
        paths: &OneOrMany,
        found: &[DataFile],
    ) -> Option<TableFormat> {
        let mut formats = Vec::new();
        let named =
            paths.0.iter().map(Path::new).chain(found.iter().map(|file| file.path.as_path()));
        for path in named {
            if path.extension().is_none() || path.to_string_lossy().contains('*') {
                continue;
            }
            match guess_table_format(path) {
                Some(format) => formats.push(format),
                None => {
                    let message =
                        format!("the ending of `{}` does not determine its format", path.display());
                    let names = listed(&prediction_format_names());
                    self.problem(
                        place,
                        message,
                        Some(&format!("add `format:` with one of {names}")),
                    );
                    return None;
                }
            }
        }
        let Some(format) = formats.first().copied() else {
            if !found.is_empty() {
                let names = listed(&prediction_format_names());
                let help = format!("add `format:` with one of {names}");
                self.problem(
                    place,
                    "the names of the files do not determine their format",
                    Some(&help),
                );
            }
            return None;
        };
        if formats.iter().any(|other| *other != format) {
            self.problem(place, "all files of one system must have one format", None);
        }
        Some(format)
    }

    fn answer_columns(
        &mut self,
        place: Place<'_>,
        columns: &mut RawPredictionColumns,
        score: Option<AnswerColumns>,
    ) -> Option<AnswerColumns> {
        let said = [
            ("label", columns.label.is_some()),
            ("score", columns.score.is_some()),
            ("probabilities", columns.probabilities.is_some()),
            ("log-likelihoods", columns.log_likelihoods.is_some()),
        ];
        let said: Vec<&str> =
            said.iter().filter(|(_, given)| *given).map(|(key, _)| *key).collect();
        if said.len() > 1 {
            let message =
                format!("a prediction comes from only one of these, not from {}", listed(&said));
            self.out_of_place(place, said[1], &message);
            return None;
        }
        if score.is_some() {
            return score;
        }
        let probabilities = columns.probabilities.is_some();
        match columns.probabilities.take().or_else(|| columns.log_likelihoods.take()) {
            None => Some(AnswerColumns::Label(columns.label.take())),
            Some(numbers) if numbers.judgments() < 2 => {
                self.problem(place, "name at least two labels to choose from", None);
                None
            }
            Some(RawNumbers::Columns(ByJudgment(columns))) => {
                Some(AnswerColumns::Highest { columns, probabilities })
            }
            Some(RawNumbers::List(RawNumberList { column, order })) => {
                let order: Vec<Judgment> =
                    order.into_iter().map(|Choice(judgment)| judgment).collect();
                let twice =
                    order.iter().enumerate().find(|(at, judgment)| order[..*at].contains(judgment));
                if let Some((_, judgment)) = twice {
                    let key = if probabilities { "probabilities" } else { "log-likelihoods" };
                    let place = [place, &[key.into(), "order".into()]].concat();
                    let message = format!("`{}` appears twice in the order", judgment.name());
                    self.problem(&place, message, Some("name each label once"));
                }
                Some(AnswerColumns::HighestOfList { column, order, probabilities })
            }
        }
    }
}

/// The columns without those that are switched off.
fn in_use(raw: RawPredictionColumns) -> RawPredictionColumns {
    RawPredictionColumns {
        label: used(raw.label),
        outcome: used(raw.outcome),
        confidence: used(raw.confidence),
        entailment_score: used(raw.entailment_score),
        rank: used(raw.rank),
        gold: used(raw.gold),
        justification: used(raw.justification),
        score: used(raw.score),
        ..raw
    }
}
