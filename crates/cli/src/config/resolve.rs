//! From what the YAML says to what will be done: formats guessed, paths found, contradictions told.

use std::path::Path;

use clap::ValueEnum;
use phenom_dataset::{
    LabelScheme, Meaning, Missing, PairColumns, PairFormat, PairSource, PredictionColumns,
    PredictionFormat, PredictionSource, Task,
};
use phenom_metrics::LearnsFrom;

use super::document::{ConfigProblem, Document, Segment};
use super::formats::{
    PairFormatName, PredictionFormatName, guess_pair_format, guess_prediction_format, names,
};
use super::raw::{
    RawAlgorithm, RawConfig, RawDataset, RawLabels, RawMissing, RawPairColumns, RawPairFile,
    RawPredictionColumns, RawSystem, RawTask,
};
use super::{Answers, Config, DataFile, PairFile, System};
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
    let mut resolver = Resolver { folder, document: &document, problems: Vec::new() };
    let pairs = resolver.dataset(raw.dataset);
    let systems = resolver.systems(raw.systems);
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
        pairs,
        systems,
        task: raw.task.map(|task| match task {
            RawTask::TwoWay => Task::TwoWay,
            RawTask::ThreeWay => Task::ThreeWay,
        }),
        measures: raw.measures.map(|keys| keys.into_iter().map(|key| key.0).collect()),
        output: raw.output.map(|output| tidy(&folder.join(output))),
        document,
    })
}

struct Resolver<'a> {
    folder: &'a Path,
    document: &'a Document,
    problems: Vec<ConfigProblem>,
}

type Place<'a> = &'a [Segment];

impl Resolver<'_> {
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

    fn dataset(&mut self, raw: RawDataset) -> Vec<PairFile> {
        let place = [Segment::from("dataset")];
        let RawDataset { path, format, labels, columns, originals, monothematic } = raw;
        match (path, originals) {
            (Some(path), None) => {
                if monothematic.is_some() {
                    self.out_of_place(
                        &place,
                        "monothematic",
                        "`monothematic` stands beside `originals`, not beside `path`",
                    );
                }
                let file = RawPairFile { path, format, labels, columns };
                self.pair_file(&place, file).into_iter().collect()
            }
            (None, Some(originals)) => {
                let misplaced = [
                    ("format", format.is_some()),
                    ("labels", labels.is_some()),
                    ("columns", columns.is_some()),
                ];
                for (key, _) in misplaced.into_iter().filter(|(_, present)| *present) {
                    let message = format!(
                        "`{key}` belongs to a file: write it under `originals` and `monothematic`"
                    );
                    self.out_of_place(&place, key, &message);
                }
                let files = [("originals", Some(originals)), ("monothematic", monothematic)];
                let files = files.into_iter().filter_map(|(key, file)| Some((key, file?)));
                files
                    .filter_map(|(key, file)| self.pair_file(&["dataset".into(), key.into()], file))
                    .collect()
            }
            (Some(_), Some(_)) => {
                let message = "either `path` or `originals` names the pairs, not both";
                self.out_of_place(&place, "originals", message);
                Vec::new()
            }
            (None, None) => {
                self.problem(
                    &place,
                    "no file of pairs is named",
                    Some("write `path: FILE`, or `originals: {path: FILE}` and `monothematic: {path: FILE}`"),
                );
                Vec::new()
            }
        }
    }

    fn pair_file(&mut self, place: Place<'_>, raw: RawPairFile) -> Option<PairFile> {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let file = self.file(&at("path"), &raw.path);
        let format = match raw.format {
            Some(format) => Some(format.format()),
            None => guess_pair_format(Path::new(&raw.path)),
        };
        let Some(format) = format else {
            self.problem(
                &at("path"),
                format!("the ending of `{}` does not tell its format", raw.path),
                Some(&format!(
                    "add `format:` with one of {}",
                    names(PairFormatName::value_variants())
                )),
            );
            return None;
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
        if raw.columns.is_some() && !matches!(format, PairFormat::Table(_)) {
            let message =
                "`columns` is for CSV, TSV, NDJSON and Parquet; this format names its own";
            self.out_of_place(place, "columns", message);
        }
        let columns = raw.columns.map(pair_columns).unwrap_or_default();
        Some(PairFile { file: file?, source: PairSource { format, labels, columns } })
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
                let misplaced = [
                    ("format", raw.format.is_some()),
                    ("labels", raw.labels.is_some()),
                    ("columns", raw.columns.is_some()),
                    ("missing", raw.missing.is_some()),
                ];
                for (key, _) in misplaced.into_iter().filter(|(_, present)| *present) {
                    let message =
                        format!("`{key}` is for `predictions`; an algorithm has no use for it");
                    self.out_of_place(place, key, &message);
                }
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
        let paths = raw.predictions.map(|it| it.0).unwrap_or_default();
        let mut files = Vec::new();
        let mut formats = Vec::new();
        for (index, path) in paths.iter().enumerate() {
            let mut path_place = at("predictions");
            path_place.push(Segment::from(index));
            files.extend(self.file(&path_place, path));
            let given = raw.format.map(PredictionFormatName::format);
            match given.or_else(|| guess_prediction_format(Path::new(path))) {
                Some(format) => formats.push(format),
                None => self.problem(
                    &path_place,
                    format!("the ending of `{path}` does not tell its format"),
                    Some(&format!(
                        "add `format:` with one of {}",
                        names(PredictionFormatName::value_variants())
                    )),
                ),
            }
        }
        let format = *formats.first()?;
        if formats.iter().any(|other| *other != format) {
            let message = "the files of one system have one format";
            self.problem(&at("predictions"), message, None);
        }
        if raw.columns.is_some() && !matches!(format, PredictionFormat::Table(_)) {
            let message =
                "`columns` is for CSV, TSV, NDJSON and Parquet; this format names its own";
            self.out_of_place(place, "columns", message);
        }
        let labels = self.labels(&at("labels"), raw.labels).or_else(|| match format {
            PredictionFormat::Edits => LabelScheme::named("edits"),
            PredictionFormat::Table(_) => None,
        });
        let source = PredictionSource {
            format,
            labels: labels.unwrap_or_else(LabelScheme::judgments),
            columns: raw.columns.map(prediction_columns).unwrap_or_default(),
        };
        let missing = match raw.missing {
            None | Some(RawMissing::Refuse) => Missing::Refuse,
            Some(RawMissing::Wrong) => Missing::Wrong,
            Some(RawMissing::Skip) => Missing::Skip,
        };
        Some(Answers::Predictions { files, source, missing })
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

    /// A file that is there.
    fn file(&mut self, place: Place<'_>, named: &str) -> Option<DataFile> {
        let path = tidy(&self.folder.join(named));
        let reason = match std::fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => "is a folder, not a file",
            Ok(_) => return Some(DataFile { named: named.to_owned(), path }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => "is not there",
            Err(_) => "cannot be read",
        };
        let help = nearest_file(&path).map(|name| format!("did you mean `{name}`?"));
        self.problem(place, format!("{} {reason}", path.display()), help.as_deref());
        None
    }
}

/// The name of a file in the same folder that is most like a missing one's.
fn nearest_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let names: Vec<String> = std::fs::read_dir(folder.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| entry.ok().map(|it| it.file_name().to_string_lossy().into_owned()))
        .collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    let name = path.file_name()?.to_string_lossy();
    phenom_dataset::nearest(&name, names).filter(|nearest| *nearest != name)
}

/// What to say of RTE XML without a label scheme.
pub(crate) fn require_labels() -> (String, String) {
    let message = "RTE files use the same words for different judgments: say what its labels mean";
    let schemes: Vec<String> = LabelScheme::all_named()
        .filter(|(name, _)| name.starts_with("rte"))
        .map(|(name, used)| format!("`labels: {name}` ({used})"))
        .collect();
    (message.to_owned(), schemes.join(", "))
}

fn pair_columns(raw: RawPairColumns) -> PairColumns {
    PairColumns {
        id: raw.id,
        origin: raw.origin,
        text: raw.text,
        hypothesis: raw.hypothesis,
        gold: raw.gold,
        phenomenon: raw.phenomenon,
        category: raw.category,
        task: raw.task,
        attributes: raw.attributes,
    }
}

fn prediction_columns(raw: RawPredictionColumns) -> PredictionColumns {
    PredictionColumns { id: raw.id, label: raw.label, confidence: raw.confidence }
}
