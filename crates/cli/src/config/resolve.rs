//! From what the YAML says to what will be done: formats guessed, files found, contradictions told.

use std::path::Path;

use phenom_dataset::{
    AnswerColumns, GoldSets, Judgment, LabelScheme, Meaning, Missing, PairColumns, PairFormat,
    PairSource, Phenomenon, PhenomenonColumns, PredictionColumns, PredictionSource, TableFormat,
    TableOptions, TagColumns, TagSource, Task,
};
use phenom_metrics::LearnsFrom;

use super::document::{ConfigProblem, Document, Segment};
use super::files::{self, DataFile};
use super::formats::{
    guess_pair_format, guess_table_format, listed, pair_format_names, prediction_format_names,
};
use super::raw::{
    Names, OneOrMany, RawAlgorithm, RawConfig, RawGoldSets, RawJudgment, RawLabels, RawMissing,
    RawPairColumns, RawPairs, RawPhenomena, RawPredictionColumns, RawSystem, RawTagFile, RawTask,
    RawThreshold,
};
use super::{Answers, Config, LearnOn, PairFile, Pairs, Predictions, Source, System, TagFile};
use crate::failure::Failure;
use crate::paths::tidy;

/// The prefix of the names of baselines.
const RESERVED: &str = "baseline:";

/// The config, if nothing in it contradicts itself or the files that are there.
pub(super) fn resolve(
    raw: RawConfig,
    folder: &Path,
    document: Document,
) -> Result<Config, Failure> {
    let mut resolver = Resolver::new(folder, &document);
    let source = match raw.counts {
        Some(counts) => {
            let keys = [("dataset", raw.dataset.is_some()), ("systems", raw.systems.is_some())];
            resolver.out_of_place_if(&[], &keys, "has no place beside `counts`");
            let files = resolver.files(&["counts".into()], &counts);
            let references = raw.references.unwrap_or_default();
            Source::Counts { files, missing: missing(raw.missing), references }
        }
        None => {
            let keys =
                [("missing", raw.missing.is_some()), ("references", raw.references.is_some())];
            resolver.out_of_place_if(&[], &keys, "is for `counts`; a system has its own");
            for (key, absent) in
                [("dataset", raw.dataset.is_none()), ("systems", raw.systems.is_none())]
            {
                if absent {
                    resolver.problem(&[], format!("the key `{key}` is missing"), None);
                }
            }
            let pairs = raw.dataset.map(|raw| resolver.pairs(&["dataset".into()], raw));
            let systems = resolver.systems(raw.systems.unwrap_or_default());
            Source::Data { pairs: pairs.unwrap_or_default(), systems }
        }
    };
    if raw.output.as_ref().is_some_and(|output| output.trim().is_empty()) {
        resolver.problem(&["output".into()], "the report folder has no name", None);
    }
    let mut problems = resolver.problems;
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.place.start);
        return Err(Failure::config(&document, problems));
    }
    let stem = Path::new(&document.file).file_stem();
    let title =
        raw.title.unwrap_or_else(|| stem.unwrap_or_default().to_string_lossy().into_owned());
    Ok(Config {
        title,
        notes: raw.notes,
        source,
        task: raw.task.map(|task| match task {
            RawTask::TwoWay => Task::TwoWay,
            RawTask::ThreeWay => Task::ThreeWay,
        }),
        measures: raw.measures.map(|keys| keys.into_iter().map(|key| key.0).collect()),
        output: raw.output.map(|output| tidy(&folder.join(output))),
        document,
    })
}

/// Pairs described on the command line.
pub(super) fn resolve_pairs(raw: RawPairs, document: &Document) -> Result<Pairs, Vec<String>> {
    let mut resolver = Resolver::new(Path::new(""), document);
    let pairs = resolver.pairs(&[], raw);
    if resolver.problems.is_empty() {
        return Ok(pairs);
    }
    let said = |problem: ConfigProblem| match problem.help {
        Some(help) => format!("{}; {help}", problem.message),
        None => problem.message,
    };
    Err(resolver.problems.into_iter().map(said).collect())
}

struct Resolver<'a> {
    folder: &'a Path,
    document: &'a Document,
    problems: Vec<ConfigProblem>,
}

type Place<'a> = &'a [Segment];

/// How a table is written down, as said in several places of a config.
struct RawOptions {
    delimiter: Option<String>,
    quoting: Option<bool>,
    header: Option<Vec<String>>,
    skip_lines_starting: Option<String>,
    rows: Option<String>,
}

impl<'a> Resolver<'a> {
    fn new(folder: &'a Path, document: &'a Document) -> Self {
        Self { folder, document, problems: Vec::new() }
    }

    fn problem(&mut self, place: Place<'_>, message: impl Into<String>, help: Option<&str>) {
        self.problems.push(ConfigProblem {
            place: self.document.place(place),
            message: message.into(),
            help: help.map(str::to_owned),
        });
    }

    /// A key that says nothing where it stands.
    fn out_of_place(&mut self, place: Place<'_>, key: &str, message: &str) {
        self.problems.push(ConfigProblem {
            place: self.document.key_place(place, key),
            message: message.to_owned(),
            help: None,
        });
    }

    fn out_of_place_if(&mut self, place: Place<'_>, keys: &[(&str, bool)], message: &str) {
        for (key, _) in keys.iter().filter(|(_, present)| *present) {
            self.out_of_place(place, key, &format!("`{key}` {message}"));
        }
    }

    fn pairs(&mut self, place: Place<'_>, mut raw: RawPairs) -> Pairs {
        let least_pairs = raw.least_pairs.take().unwrap_or(0);
        let exclude = std::mem::take(&mut raw.exclude);
        let mut pairs = Pairs { files: Vec::new(), tags: Vec::new(), exclude, least_pairs };
        match (raw.path.is_some(), raw.originals.take()) {
            (true, None) => {
                if raw.monothematic.is_some() {
                    let message = "`monothematic` stands beside `originals`, not beside `path`";
                    self.out_of_place(place, "monothematic", message);
                }
                self.pair_files(place, raw, &mut pairs);
            }
            (false, Some(originals)) => {
                let keys = [
                    ("format", raw.format.is_some()),
                    ("labels", raw.labels.is_some()),
                    ("columns", raw.columns.is_some()),
                    ("phenomena", raw.phenomena.is_some()),
                    ("gold-sets", raw.gold_sets.is_some()),
                    ("delimiter", raw.delimiter.is_some()),
                    ("quoting", raw.quoting.is_some()),
                    ("header", raw.header.is_some()),
                    ("rows", raw.rows.is_some()),
                ];
                let message = "belongs to a file: write it under `originals` and `monothematic`";
                self.out_of_place_if(place, &keys, message);
                let parts = [("originals", Some(originals)), ("monothematic", raw.monothematic)];
                for (key, part) in parts {
                    let Some(part) = part else { continue };
                    let place = [place, &[Segment::from(key)]].concat();
                    let keys = [
                        ("originals", part.originals.is_some()),
                        ("monothematic", part.monothematic.is_some()),
                        ("exclude", !part.exclude.is_empty()),
                        ("least-pairs", part.least_pairs.is_some()),
                    ];
                    self.out_of_place_if(&place, &keys, "belongs to the dataset, not to a part of it");
                    self.pair_files(&place, *part, &mut pairs);
                }
            }
            (true, Some(_)) => {
                let message = "either `path` or `originals` names the pairs, not both";
                self.out_of_place(place, "originals", message);
            }
            (false, None) => self.problem(
                place,
                "no file of pairs is named",
                Some(
                    "write `path: FILE`, or `originals: {path: FILE}` and `monothematic: {path: FILE}`",
                ),
            ),
        }
        pairs
    }

    fn pair_files(&mut self, place: Place<'_>, raw: RawPairs, pairs: &mut Pairs) {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let Some(path) = raw.path else {
            self.problem(place, "no file of pairs is named", Some("write `path: FILE`"));
            return;
        };
        let found = self.files(&at("path"), &path);
        let guessed = path.0.first().and_then(|named| {
            guess_pair_format(Path::new(named))
                .or_else(|| found.first().and_then(|file| guess_pair_format(&file.path)))
        });
        let Some(format) = raw.format.map(|name| name.format()).or(guessed) else {
            let named = path.0.join(", ");
            self.problem(
                &at("path"),
                format!("the ending of `{named}` does not tell its format"),
                Some(&format!("add `format:` with one of {}", listed(&pair_format_names()))),
            );
            return;
        };
        let labels = match (self.labels(&at("labels"), raw.labels), format) {
            (Some(labels), _) => labels,
            (None, PairFormat::RteXml) => {
                let (message, help) = require_labels();
                self.problem(place, message, Some(&help));
                LabelScheme::judgments()
            }
            (None, _) => LabelScheme::judgments(),
        };
        let table = match format {
            PairFormat::Table(format) => Some(format),
            PairFormat::PhenomJsonl | PairFormat::RteXml => None,
        };
        if table.is_none() {
            let keys = [("columns", raw.columns.is_some()), ("gold-sets", raw.gold_sets.is_some())];
            self.out_of_place_if(place, &keys, "is for tables; this format names its own");
        }
        let options = RawOptions {
            delimiter: raw.delimiter,
            quoting: raw.quoting,
            header: raw.header,
            skip_lines_starting: None,
            rows: raw.rows,
        };
        let options = self.options(place, table, options);
        let tag_file = raw.phenomena.as_ref().is_some_and(|it| it.file.is_some());
        if table.is_none() && raw.phenomena.is_some() && !tag_file {
            self.out_of_place(place, "phenomena", "`phenomena` is for tables, or for a tag file");
        }
        let (phenomena, file) = self.phenomena(&at("phenomena"), raw.phenomena);
        if let Some(file) = file {
            pairs.tags.extend(self.tag_file(&at("phenomena"), file, &phenomena));
        }
        let gold_sets = match raw.gold_sets {
            None => GoldSets::Refuse,
            Some(RawGoldSets::Any) => GoldSets::Any,
            Some(RawGoldSets::Exclude) => GoldSets::Exclude,
        };
        let columns = raw.columns.map(pair_columns).unwrap_or_default();
        let source = PairSource { format, labels, options, columns, phenomena, gold_sets };
        pairs.files.extend(found.into_iter().map(|file| PairFile { file, source: source.clone() }));
    }

    fn options(
        &mut self,
        place: Place<'_>,
        format: Option<TableFormat>,
        raw: RawOptions,
    ) -> TableOptions {
        let delimited = matches!(format, Some(TableFormat::Csv | TableFormat::Tsv));
        let blanks = format == Some(TableFormat::Blanks);
        if !delimited {
            let keys = [("delimiter", raw.delimiter.is_some()), ("quoting", raw.quoting.is_some())];
            self.out_of_place_if(place, &keys, "is for CSV and TSV");
        }
        if !delimited && !blanks {
            let message = "is for CSV, TSV and blank-separated files";
            self.out_of_place_if(place, &[("header", raw.header.is_some())], message);
        }
        if format != Some(TableFormat::Xml) {
            self.out_of_place_if(place, &[("rows", raw.rows.is_some())], "is for XML");
        }
        if !blanks {
            let given = raw.skip_lines_starting.is_some();
            let message = "is for blank-separated files";
            self.out_of_place_if(place, &[("skip-lines-starting", given)], message);
        }
        let delimiter = raw.delimiter.and_then(|text| match text.as_bytes() {
            [byte] => Some(*byte),
            _ => {
                let place = [place, &["delimiter".into()]].concat();
                self.problem(&place, "the delimiter is one ASCII character", None);
                None
            }
        });
        let header = raw.header.unwrap_or_default();
        if blanks && header.is_empty() {
            let help = "write `header: [id, label]`, say";
            self.problem(place, "a blank-separated file needs a `header`", Some(help));
        }
        TableOptions {
            delimiter,
            quoting: raw.quoting,
            header,
            skip_lines_starting: raw.skip_lines_starting,
            rows: raw.rows,
        }
    }

    fn phenomena(
        &mut self,
        place: Place<'_>,
        raw: Option<RawPhenomena>,
    ) -> (PhenomenonColumns, Option<RawTagFile>) {
        let raw = raw.unwrap_or_default();
        let mut one_hot = Vec::new();
        for (column, path) in raw.one_hot {
            match Phenomenon::parse(&path) {
                Ok(phenomenon) => one_hot.push((column, phenomenon)),
                Err(error) => {
                    let place = [place, &["one-hot".into(), column.as_str().into()]].concat();
                    self.problem(&place, error.to_string(), None);
                }
            }
        }
        for (tag, path) in &raw.rename {
            if let (false, Err(error)) = (path.is_empty(), Phenomenon::parse(path)) {
                let place = [place, &["rename".into(), tag.as_str().into()]].concat();
                self.problem(&place, error.to_string(), None);
            }
        }
        let columns = PhenomenonColumns {
            tags: raw.columns.unwrap_or_default().0,
            one_hot,
            any_nonzero: raw.any_nonzero.unwrap_or(false),
            list_separator: raw.list_separator,
            path_separator: raw.path_separator,
            category: raw.category,
            rename: raw.rename,
        };
        (columns, raw.file)
    }

    fn tag_file(
        &mut self,
        place: Place<'_>,
        raw: RawTagFile,
        phenomena: &PhenomenonColumns,
    ) -> Option<TagFile> {
        let place = [place, &["file".into()]].concat();
        let path_place = [&place[..], &["path".into()]].concat();
        let given = raw.format.map(|name| name.format());
        let Some(format) = given.or_else(|| guess_table_format(Path::new(&raw.path))) else {
            let message = format!("the ending of `{}` does not tell its format", raw.path);
            self.problem(&path_place, message, Some("add `format:`"));
            return None;
        };
        let options = RawOptions {
            delimiter: raw.delimiter,
            quoting: raw.quoting,
            header: None,
            skip_lines_starting: None,
            rows: None,
        };
        let options = self.options(&place, Some(format), options);
        let columns = raw.columns.unwrap_or_default();
        let columns = TagColumns {
            id: columns.id.map(|it| it.0).unwrap_or_default(),
            phenomenon: columns.phenomenon,
            category: columns.category,
        };
        let file = self.files(&path_place, &OneOrMany(vec![raw.path])).into_iter().next()?;
        let source = TagSource { format, options, columns };
        Some(TagFile { file, source, phenomena: phenomena.clone() })
    }

    fn systems(&mut self, raw: Vec<RawSystem>) -> Vec<System> {
        let mut names: Vec<String> = Vec::new();
        let mut systems = Vec::new();
        for (index, raw) in raw.into_iter().enumerate() {
            let place = [Segment::from("systems"), Segment::from(index)];
            let name_place = [&place[..], &["name".into()]].concat();
            let name = raw.name.trim().to_owned();
            if name.is_empty() {
                self.problem(&name_place, "the name is empty", None);
            } else if name.starts_with(RESERVED) {
                let message = format!("a name that starts with `{RESERVED}` is a baseline's");
                self.problem(&name_place, message, None);
            } else if names.contains(&name) {
                let message = format!("two systems have the name `{name}`");
                self.problem(&name_place, message, Some("give each a name of its own"));
            }
            names.push(name.clone());
            if let Some(answers) = self.answers(&place, raw) {
                systems.push(System { name, answers });
            }
        }
        systems
    }

    fn answers(&mut self, place: Place<'_>, raw: RawSystem) -> Option<Answers> {
        match (&raw.predictions, raw.algorithm) {
            (Some(_), Some(_)) => {
                let message = "a system has `predictions` or an `algorithm`, not both";
                self.out_of_place(place, "algorithm", message);
                None
            }
            (None, None) => {
                self.problem(
                    place,
                    format!("system `{}` has no answers", raw.name),
                    Some("write `predictions: FILE`, or `algorithm: linguistic-biased`"),
                );
                None
            }
            (None, Some(RawAlgorithm::LinguisticBiased)) => {
                let keys = [
                    ("format", raw.format.is_some()),
                    ("labels", raw.labels.is_some()),
                    ("columns", raw.columns.is_some()),
                    ("threshold", raw.threshold.is_some()),
                    ("above", raw.above.is_some()),
                    ("positive", raw.positive.is_some()),
                    ("negative", raw.negative.is_some()),
                    ("delimiter", raw.delimiter.is_some()),
                    ("quoting", raw.quoting.is_some()),
                    ("header", raw.header.is_some()),
                    ("skip-lines-starting", raw.skip_lines_starting.is_some()),
                    ("rows", raw.rows.is_some()),
                    ("missing", raw.missing.is_some()),
                ];
                let message = "is for `predictions`; an algorithm has no use for it";
                self.out_of_place_if(place, &keys, message);
                let cross_validated = raw.cross_validated.unwrap_or(false);
                Some(Answers::LinguisticBiased(if cross_validated {
                    LearnsFrom::OtherOriginals
                } else {
                    LearnsFrom::AllPairs
                }))
            }
            (Some(_), None) => self.predictions(place, raw),
        }
    }

    fn predictions(&mut self, place: Place<'_>, raw: RawSystem) -> Option<Answers> {
        if raw.cross_validated.is_some() {
            let message = "`cross-validated` is for an `algorithm`; answers in a file are given";
            self.out_of_place(place, "cross-validated", message);
        }
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let paths = raw.predictions?;
        let found = self.files(&at("predictions"), &paths);
        let format = match raw.format {
            Some(format) => format.format(),
            None => self.guess_table_format(&at("predictions"), &paths, &found)?,
        };
        let options = RawOptions {
            delimiter: raw.delimiter,
            quoting: raw.quoting,
            header: raw.header,
            skip_lines_starting: raw.skip_lines_starting,
            rows: raw.rows,
        };
        let options = self.options(place, Some(format), options);
        let labels = self.labels(&at("labels"), raw.labels).unwrap_or_else(LabelScheme::judgments);
        let mut columns = raw.columns.unwrap_or_default();
        let score = columns.score.clone();
        if score.is_none() {
            let keys = [
                ("threshold", raw.threshold.is_some()),
                ("above", raw.above.is_some()),
                ("positive", raw.positive.is_some()),
                ("negative", raw.negative.is_some()),
            ];
            self.out_of_place_if(place, &keys, "is for a `score` among the `columns`");
        }
        let positive = raw.positive.map_or(Judgment::Entailment, judgment);
        let negative = raw.negative.map_or(Judgment::NotEntailment, judgment);
        let (threshold, learn_on) = match (score.is_some(), raw.threshold) {
            (true, None) => {
                let help = "add `threshold: NUMBER`, or `threshold: {learn-on: ...}`";
                self.problem(&at("columns"), "a score needs a threshold", Some(help));
                return None;
            }
            (_, Some(RawThreshold::Learnt(learnt))) => {
                let place = [&at("threshold")[..], &["learn-on".into()]].concat();
                let dataset = [&place[..], &["dataset".into()]].concat();
                let pairs = self.pairs(&dataset, learnt.learn_on.dataset);
                let predictions = [&place[..], &["predictions".into()]].concat();
                let files = self.files(&predictions, &learnt.learn_on.predictions);
                ([0.0; 2], Some(LearnOn { pairs, files }))
            }
            (_, Some(RawThreshold::Given(threshold))) => ([threshold; 2], None),
            (_, Some(RawThreshold::Two(two))) => ([two.original, two.monothematic], None),
            (false, None) => ([0.0; 2], None),
        };
        let above = raw.above.unwrap_or(false);
        let score = score.map(|column| AnswerColumns::Score {
            column,
            threshold: threshold[0],
            monothematic_threshold: threshold[1],
            positive,
            negative,
            above,
        });
        let answer = self.answer_columns(&at("columns"), &mut columns, score)?;
        let columns = PredictionColumns {
            id: columns.id.map(|it| it.0).unwrap_or_default(),
            answer,
            confidence: columns.confidence,
            gold: columns.gold,
        };
        let source = PredictionSource { format, options, labels, columns };
        let missing = missing(raw.missing);
        let predictions = Predictions { files: found, source, missing, learn_on };
        Some(Answers::Predictions(Box::new(predictions)))
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
                        format!("the ending of `{}` does not tell its format", path.display());
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
                self.problem(place, "the names of the files do not tell their format", Some(&help));
            }
            return None;
        };
        if formats.iter().any(|other| *other != format) {
            self.problem(place, "the files of one system have one format", None);
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
                format!("an answer is made from one of these, not from {}", listed(&said));
            self.out_of_place(place, said[1], &message);
            return None;
        }
        if score.is_some() {
            return score;
        }
        let probabilities = columns.probabilities.is_some();
        match columns.probabilities.take().or_else(|| columns.log_likelihoods.take()) {
            None => Some(AnswerColumns::Label(columns.label.take())),
            Some(by_judgment) if by_judgment.len() < 2 => {
                self.problem(place, "two judgments at least are needed to choose from", None);
                None
            }
            Some(by_judgment) => {
                let columns = by_judgment.into_iter().map(|(it, name)| (judgment(it), name));
                Some(AnswerColumns::Highest { columns: columns.collect(), probabilities })
            }
        }
    }

    fn labels(&mut self, place: Place<'_>, raw: Option<RawLabels>) -> Option<LabelScheme> {
        match raw? {
            RawLabels::Named(name) => LabelScheme::named(&name),
            RawLabels::Mapping(mapping) => {
                let meanings = mapping.into_iter().filter_map(|(label, judgment)| {
                    Meaning::from_name(&judgment).map(|meaning| (label, meaning))
                });
                let scheme = LabelScheme::custom(meanings);
                if scheme.meanings().is_empty() {
                    self.problem(place, "the mapping is empty", None);
                }
                Some(scheme)
            }
        }
    }

    /// The files that paths, folders and patterns name.
    fn files(&mut self, place: Place<'_>, paths: &OneOrMany) -> Vec<DataFile> {
        let mut found = Vec::new();
        for (index, named) in paths.0.iter().enumerate() {
            match files::find(self.folder, named) {
                Ok(files) => found.extend(files),
                Err((message, help)) => {
                    let place = [place, &[Segment::from(index)]].concat();
                    self.problem(&place, message, help.as_deref());
                }
            }
        }
        found
    }
}

fn missing(raw: Option<RawMissing>) -> Missing {
    match raw {
        None | Some(RawMissing::Refuse) => Missing::Refuse,
        Some(RawMissing::Wrong) => Missing::Wrong,
        Some(RawMissing::Skip) => Missing::Skip,
    }
}

fn judgment(raw: RawJudgment) -> Judgment {
    match raw {
        RawJudgment::Entailment => Judgment::Entailment,
        RawJudgment::Unknown => Judgment::Unknown,
        RawJudgment::Contradiction => Judgment::Contradiction,
        RawJudgment::NotEntailment => Judgment::NotEntailment,
    }
}

/// What to say of RTE XML without a label scheme.
fn require_labels() -> (&'static str, String) {
    let message = "RTE files use the same words for different judgments: say what its labels mean";
    let schemes: Vec<String> = LabelScheme::all_named()
        .filter(|(name, _)| name.starts_with("rte"))
        .map(|(name, used)| format!("`labels: {name}` ({used})"))
        .collect();
    (message, schemes.join(", "))
}

fn pair_columns(raw: RawPairColumns) -> PairColumns {
    let Names(attributes) = raw.attributes.unwrap_or_default();
    PairColumns {
        id: raw.id.map(|it| it.0).unwrap_or_default(),
        origin: raw.origin,
        origin_before: raw.origin_before,
        text: raw.text.map(|it| it.0).unwrap_or_default(),
        hypothesis: raw.hypothesis,
        gold: raw.gold,
        gold_separator: raw.gold_separator,
        annotators: raw.annotators,
        annotator_labels: raw.annotator_labels,
        weight: raw.weight,
        phenomenon: raw.phenomenon,
        category: raw.category,
        task: raw.task,
        attributes: attributes
            .into_iter()
            .map(|(name, column)| {
                let column = column.unwrap_or_else(|| name.clone());
                (name, column)
            })
            .collect(),
    }
}
