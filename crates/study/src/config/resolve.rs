//! From what the YAML says to what will be done: formats guessed, files found, contradictions told.

use std::path::Path;

use phenom_dataset::{LabelScheme, Meaning, Missing, Task};
use phenom_metrics::Seed;
use phenom_metrics::measures::correlation_index::CORRELATION_INDEX;
use phenom_metrics::measures::deviation_index::DEVIATION_INDEX_SIGNED;
use phenom_metrics::measures::mutual_information::MUTUAL_INFORMATION;
use phenom_metrics::measures::{Better, Measure, measure};

use super::document::{Document, Segment};
use super::files::{DataFile, Frames, Names};
use super::judged_outcomes::JudgedOutcomes;
use super::numbers::Whole;
use super::raw::{
    Choice, Evaluated, MeasureKey, OneOrMany, RawComposition, RawConfig, RawLabels, RawPairs,
    RawSystem, out_of_place, schema,
};
use super::{
    Asking, Config, CountTables, KeyPlace, OutputFolder, Pairs, Source, System, SystemsNeeded,
};
use crate::failure::{ConfigProblem, Failure};
use phenom_files::tidy;

/// The config, if nothing in it contradicts itself or the files that are there.
pub(super) fn resolve(
    raw: RawConfig,
    path: &Path,
    document: Document,
    (needed, frames): (SystemsNeeded, Frames),
) -> Result<Config, Failure> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut resolver = Resolver::new(Names::of_config(folder, frames), folder, &document);
    resolver.of_outcomes = matches!(raw.task, Some(Choice(Task::Outcome)));
    if resolver.of_outcomes {
        resolver.refuse_labels(&raw);
    }
    let alone = raw.justifications.is_some()
        && raw.dataset.is_none()
        && raw.systems.is_none()
        && raw.counts.is_none();
    resolver.refuse_keys_out_of_place(match (alone, &raw.counts) {
        (true, _) => Evaluated::Justifications,
        (false, Some(_)) => Evaluated::Counts,
        (false, None) => Evaluated::Pairs,
    });
    let mut source = match raw.counts {
        None if alone => Source::Nothing,
        Some(counts) => {
            let clusters = raw.clusters.as_ref();
            Source::Counts(CountTables {
                counts: resolver.files(&["counts".into()], &counts),
                clusters: clusters
                    .map(|clusters| resolver.files(&["clusters".into()], clusters))
                    .unwrap_or_default(),
                missing: raw.missing.map_or(Missing::Refuse, |missing| missing.0),
                references: raw.references.unwrap_or_default(),
                baseline: raw.statistics.as_ref().and_then(|raw| raw.baseline.clone()),
            })
        }
        None => resolver.pairs_and_systems(raw.dataset, raw.systems, needed),
    };
    let named: Vec<&str> = match &source {
        Source::Data { systems, .. } => systems.iter().map(|system| system.name.as_str()).collect(),
        Source::Counts(_) | Source::Nothing => Vec::new(),
    };
    resolver.refuse_without_clusters(raw.statistics.is_some(), raw.composition.as_ref(), &source);
    let justifications =
        raw.justifications.and_then(|raw| resolver.justifications(&["justifications".into()], raw));
    let composition = raw.composition.map(|raw| resolver.composition(&[], raw)).unwrap_or_default();
    let relevance = raw.relevance.and_then(|raw| resolver.relevance(raw));
    let known = matches!(source, Source::Data { .. }).then_some(named.as_slice());
    let has_baseline = raw.statistics.as_ref().is_some_and(|raw| raw.baseline.is_some());
    resolver.differences(raw.report.as_ref(), has_baseline);
    let has_question = raw.statistics.as_ref().is_some_and(|raw| raw.question.is_some());
    let statistics = resolver.statistics(raw.statistics.unwrap_or_default(), known);
    let report = resolver.report(raw.report.unwrap_or_default(), known, raw.measures.as_deref());
    if report.answers == Some(true) && known.is_none() {
        let message = "`answers` needs the pairs, and this config has none";
        let help = "leave it out, or name `dataset` and `systems`";
        resolver.problem(&["report".into(), "answers".into()], message, Some(help));
    }
    let rank_by = resolver.rank_by(raw.rank_by);
    if raw.output.as_ref().is_some_and(|output| output.trim().is_empty()) {
        resolver.problem(&["output".into()], "the report folder has no name", None);
    }
    resolver.refuse_open(&raw.open);
    let mut problems = resolver.problems;
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.place.start);
        return Err(document.failure(problems));
    }
    let stem = Path::new(&document.file).file_stem();
    let title =
        raw.title.unwrap_or_else(|| stem.unwrap_or_default().to_string_lossy().into_owned());
    if let Source::Data { pairs, systems } = &mut source {
        systems.iter_mut().for_each(|system| system.compose_by(composition));
        pairs.composed_by = pairs.composed_by.map(|_| composition);
        let place = || KeyPlace::of(&document, "relevance", &["relevance".into()]);
        pairs.places.extend(relevance.as_ref().map(|_| place()));
        pairs.relevance = relevance;
    }
    Ok(Config {
        title,
        notes: raw.notes,
        caution: raw.caution,
        source,
        justifications,
        task: raw.task.map(|Choice(task)| task),
        composition,
        weighting: raw.weighting.map(|Choice(weighting)| weighting),
        seed: Seed(raw.seed.map_or(1, Whole::get)),
        rank_by,
        statistics,
        has_question,
        pool: raw.pool.unwrap_or(false),
        measures: raw.measures.map(|keys| keys.into_iter().map(|key| key.0).collect()),
        report,
        asking: Asking::Never,
        output: raw.output.map(|named| OutputFolder {
            shown: tidy(&folder.join(&named)),
            config: folder.to_owned(),
            named: named.into(),
        }),
        path: path.to_owned(),
        document,
    })
}

impl Resolver<'_> {
    /// The pairs, and the systems that answer them.
    fn pairs_and_systems(
        &mut self,
        dataset: Option<RawPairs>,
        systems: Option<Vec<RawSystem>>,
        needed: SystemsNeeded,
    ) -> Source {
        if dataset.is_none() {
            self.problem(&[], "the key `dataset` is missing", None);
        }
        let unjudged = dataset.as_ref().is_some_and(RawPairs::holds_annotators_without_gold);
        let pairs = dataset.map(|raw| self.pairs(&["dataset".into()], raw));
        let pairs = pairs.unwrap_or_default();
        let alone = pairs.of_annotations;
        if systems.is_none() && needed.has_to_be(alone || unjudged) {
            let help = (alone || unjudged).then_some(
                "annotations alone show how far people agree: `phenom agree CONFIG` needs no systems",
            );
            self.problem(&[], "the key `systems` is missing", help);
        }
        if systems.is_some() && alone {
            let message = "annotations alone contain no pairs and no gold labels for `systems`: name the pairs, `path`";
            self.out_of_place(&[], "systems", message);
        }
        self.labels_of_pairs = pairs.labels();
        self.id_of_pairs = pairs.id_columns();
        let has_systems = systems.is_some();
        let written: Vec<String> =
            systems.iter().flatten().filter_map(|raw| raw.name.clone()).collect();
        let systems = self.systems(systems.unwrap_or_default());
        if has_systems {
            let resolved = systems.iter().map(|system| system.name.as_str());
            let names: Vec<&str> = resolved.chain(written.iter().map(|name| name.trim())).collect();
            self.judges_are_systems(&pairs, &names);
        }
        Source::Data { pairs: Box::new(pairs), systems }
    }

    /// Refuses what needs the cluster tables, or more than these hold, beside count tables.
    fn refuse_without_clusters(
        &mut self,
        has_statistics: bool,
        composition: Option<&RawComposition>,
        source: &Source,
    ) {
        if has_statistics && matches!(source, Source::Counts(of) if of.clusters.is_empty()) {
            let message = "`statistics` needs the cluster tables, `clusters: clusters.parquet`";
            self.out_of_place(&[], "statistics", message);
        }
        if let (Some(rule), Source::Counts(of)) = (composition, source) {
            if of.clusters.is_empty() {
                let message =
                    "`composition` needs the cluster tables, `clusters: clusters.parquet`";
                self.out_of_place(&[], "composition", message);
                return;
            }
            let message = match rule {
                RawComposition::Table(_) => {
                    "a composition table needs the order of the parts, which cluster tables do not keep: name `dataset` \
                     and `systems`"
                }
                RawComposition::Weighted(_) => {
                    "a weighted composition needs the weights of the parts, which cluster tables do not keep: name \
                     `dataset` and `systems`"
                }
                RawComposition::All | RawComposition::Any | RawComposition::Fraction(_) => return,
            };
            self.out_of_place(&[], "composition", message);
        }
    }

    /// The measure that systems are ranked by.
    fn rank_by(&mut self, key: Option<MeasureKey>) -> &'static Measure {
        let rank_by = key.map_or("mutual_information".to_owned(), |key| key.0);
        let rank_by = measure(&rank_by).unwrap_or(&MUTUAL_INFORMATION);
        if rank_by.better == Better::Neither {
            let of_ideal =
                [CORRELATION_INDEX.key, DEVIATION_INDEX_SIGNED.key].contains(&rank_by.key);
            let help = of_ideal
                .then_some("`ideal_distance` and `deviation_index` are lower for better systems");
            let message = format!("`{}` does not show which system is better", rank_by.key);
            self.problem(&["rank-by".into()], message, help);
        }
        rank_by
    }

    /// Refuses a config in which something is still to be decided.
    fn refuse_open(&mut self, open: &[String]) {
        if let [first, others @ ..] = open {
            let more = match others.len() {
                0 => String::new(),
                count => format!(" (and {count} more)"),
            };
            let message = format!("this config contains an open decision{more}: {first}");
            let help = "decide it in this config, then remove its line from `open`";
            self.problems.clear();
            self.problem(&["open".into()], message, Some(help));
        }
    }
}

/// Pairs described on the command line.
pub(super) fn resolve_pairs(raw: RawPairs, document: &Document) -> Result<Pairs, Vec<String>> {
    let mut resolver = Resolver::new(Names::of_user(), Path::new(""), document);
    let pairs = resolver.pairs(&[], raw);
    resolver.or(pairs)
}

/// A system described on the command line.
pub(super) fn resolve_system(raw: RawSystem, document: &Document) -> Result<System, Vec<String>> {
    let mut resolver = Resolver::new(Names::of_user(), Path::new(""), document);
    let system = resolver.systems(vec![raw]).pop();
    resolver.or(system)?.ok_or_else(Vec::new)
}

/// Gathers problems while it resolves; what it says of pairs and of systems stands in files of their
/// own.
pub(super) struct Resolver<'a> {
    pub(super) folder: &'a Path,
    /// The files that it names.
    pub(super) names: Names<'a>,
    pub(super) document: &'a Document,
    problems: Vec<ConfigProblem>,
    /// What labels mean where a system does not say it.
    pub(super) labels_of_pairs: Option<LabelScheme>,
    /// The columns of the id of the pairs, for tables of several systems.
    pub(super) id_of_pairs: Vec<String>,
    /// Whether the config has `task: outcome`.
    pub(super) of_outcomes: bool,
    /// The columns of its outcomes, if people gave some of them and judges all.
    pub(super) judged_outcomes: Option<JudgedOutcomes>,
}

pub(super) type Place<'a> = &'a [Segment];

impl<'a> Resolver<'a> {
    fn new(names: Names<'a>, folder: &'a Path, document: &'a Document) -> Self {
        Self {
            folder,
            names,
            document,
            problems: Vec::new(),
            labels_of_pairs: None,
            id_of_pairs: Vec::new(),
            of_outcomes: false,
            judged_outcomes: None,
        }
    }

    /// What was resolved, or all problems in words.
    fn or<T>(self, resolved: T) -> Result<T, Vec<String>> {
        if self.problems.is_empty() {
            return Ok(resolved);
        }
        let said = |problem: ConfigProblem| match problem.help {
            Some(help) => format!("{}; {help}", problem.message),
            None => problem.message,
        };
        Err(self.problems.into_iter().map(said).collect())
    }

    /// How many problems were found.
    pub(super) fn problems_so_far(&self) -> usize {
        self.problems.len()
    }

    pub(super) fn problem(
        &mut self,
        place: Place<'_>,
        message: impl Into<String>,
        help: Option<&str>,
    ) {
        self.problems.push(ConfigProblem {
            place: self.document.place(place),
            message: message.into(),
            help: help.map(str::to_owned),
        });
    }

    /// A key that says nothing where it stands.
    pub(super) fn out_of_place(&mut self, place: Place<'_>, key: &str, message: &str) {
        self.problems.push(ConfigProblem {
            place: self.document.key_place(place, key),
            message: message.to_owned(),
            help: None,
        });
    }

    /// Refuses the keys that have no place in a config that evaluates this: each says so in the schema.
    fn refuse_keys_out_of_place(&mut self, evaluated: Evaluated) {
        let (values, schema) = (self.document.values(), schema());
        let keys = values.as_object().into_iter().flatten();
        for (key, _) in keys.filter(|(_, value)| !value.is_null()) {
            if let Some(message) = out_of_place(&schema, key, evaluated) {
                self.out_of_place(&[], key, &message);
            }
        }
    }

    pub(super) fn out_of_place_if(
        &mut self,
        place: Place<'_>,
        keys: &[(&str, bool)],
        message: &str,
    ) {
        for (key, _) in keys.iter().filter(|(_, present)| *present) {
            self.out_of_place(place, key, &format!("`{key}` {message}"));
        }
    }

    /// The files that paths, folders and patterns name.
    pub(super) fn files(&mut self, place: Place<'_>, paths: &OneOrMany) -> Vec<DataFile> {
        let mut found = Vec::new();
        for (index, named) in paths.0.iter().enumerate() {
            match self.names.find(named) {
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

/// A label scheme by its name, or of the config's own.
pub(super) fn labels(raw: Option<RawLabels>) -> Option<LabelScheme> {
    match raw? {
        RawLabels::Named(name) => LabelScheme::named(&name),
        RawLabels::Mapping(mapping) => {
            let meanings = mapping.into_iter().filter_map(|(label, judgment)| {
                Meaning::from_name(&judgment).map(|meaning| (label, meaning))
            });
            Some(LabelScheme::custom(meanings))
        }
    }
}
