//! What a config evaluates: read, checked and counted.

use phenom_dataset::{Dataset, KeepTexts, Run, Task};
use phenom_metrics::{
    Compared, ComparisonRow, Evaluation, GivenClusters, GoldCheck, GoldRow, Origin, Settings,
    comparisons_without_clusters, gold_rows,
};
use phenom_report::{Explorer, File, SystemSignature};

use super::answers::AnswerFiles;
use super::budget::{Estimate, Plan, Pool, keep_within};
use super::dependence::notes_on_dependence;
use super::originals::OfOriginals;
use super::presented::order_runs;
use super::refusals::{
    refuse_coarse_composition, refuse_fine_scores, refuse_no_weights, refuse_three_way,
    refuse_unmeasurable, uneven,
};
use super::settings_file::settings_file;
use super::tables::Tables;
use crate::config::{Config, Source, listed};
use crate::failure::Failure;
use crate::load;
use crate::trust::Consent;

/// What a config evaluates, counted, and where it comes from.
pub(crate) struct Counted {
    pub(crate) evaluation: Evaluation,
    /// What it will take, where a report is made of it.
    pub(crate) estimate: Option<Estimate>,
    pub(crate) dataset: Vec<File>,
    pub(crate) systems: Vec<SystemSignature>,
    /// What was counted, where annotators said something of it.
    pub(crate) annotated: Option<(Dataset, Vec<(Run, Origin)>)>,
    /// Pairs that were left out.
    pub(crate) excluded: usize,
    /// Gold of originals against gold of their parts, where pairs are known and there are parts.
    pub(crate) gold_check: Option<(GoldCheck, Vec<GoldRow>)>,
    /// Rows on originals with their parts, where pairs are known and a report is made.
    pub(crate) of_originals: OfOriginals,
    /// Every answer, where pairs are known and a report is written.
    pub(crate) answers: AnswerFiles,
    /// What the user must know of what was read.
    pub(crate) notes: Vec<String>,
    /// The primary comparisons without the clusters that phenom found; empty if it found none, or no report is made.
    pub(crate) without_clusters: Vec<ComparisonRow>,
    /// Why systems were not compared, where they answer different pairs.
    pub(crate) uneven: Option<String>,
    /// The pairs to look at, or why there are none; nothing where they were not asked for.
    pub(crate) explorer: Option<Result<Explorer, String>>,
}

/// Reads and counts what a config evaluates.
pub(crate) fn counted(config: &Config) -> Result<Counted, Failure> {
    read(config, KeepTexts::No, None)
}

/// The same for a report; where texts are kept, with the pairs to look at, and where it is `written`, with every
/// answer. What would take more than so many bytes of memory is refused.
pub(crate) fn counted_for_report(
    config: &Config,
    texts: KeepTexts,
    written: bool,
    memory: u64,
) -> Result<Counted, Failure> {
    read(config, texts, Some(ForReport { written, memory }))
}

/// What is made for a report alone.
struct ForReport {
    /// Whether its files are written.
    written: bool,
    /// The bytes that it may take.
    memory: u64,
}

impl ForReport {
    /// What it will take, if that is allowed.
    fn estimate(&self, config: &Config, evaluation: &mut Evaluation) -> Result<Estimate, Failure> {
        let report = self.written.then_some(&config.report);
        let plan = Plan { scores: Some(Pool(config.pool)), comparisons: true, report };
        keep_within(self.memory, evaluation, plan)
    }
}

fn read(config: &Config, texts: KeepTexts, report: Option<ForReport>) -> Result<Counted, Failure> {
    let counted = match &config.source {
        Source::Data { pairs, systems } => {
            let written = matches!(report, Some(ForReport { written: true, .. }));
            let consent = Consent::of(config);
            let reading = load::Reading { consent: Some(&consent), justified: written };
            let load::Data { dataset, files, systems } =
                load::data(pairs, systems, texts, reading)?;
            refuse_no_weights(config, &dataset)?;
            let load::Systems { runs, signatures } = systems;
            let mut settings = config.settings();
            let uneven = uneven(&dataset, &runs, &settings.statistics);
            if uneven.is_some() {
                settings.statistics.compare = Compared::None;
            }
            refuse_fine_scores(&dataset, &runs)?;
            let runs = order_runs(runs, &dataset, &mut settings, config);
            let mut evaluation = Evaluation::new(&dataset, &runs, &settings);
            let estimate = report.as_ref().map(|report| report.estimate(config, &mut evaluation));
            let estimate = estimate.transpose()?;
            let excluded = dataset.excluded();
            let has_labels = evaluation.task != Task::Outcome;
            let gold_check = (has_labels && evaluation.is_decomposed())
                .then(|| gold_rows(&dataset, &config.composition, evaluation.task));
            let of_originals = match &report {
                Some(_) => OfOriginals::new(config, &dataset, &runs, &evaluation),
                None => OfOriginals::default(),
            };
            let without_clusters = match report {
                Some(_) => without_found_clusters(&dataset, &runs, &evaluation, &settings),
                None => Vec::new(),
            };
            let answers = match report {
                Some(ForReport { written: true, .. }) => {
                    let answers = AnswerFiles::new(config, &dataset, &runs, evaluation.task);
                    let mut answers = answers.map_err(Failure::unrendered)?;
                    let runs: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
                    let pairs = (!answers.files.is_empty()).then_some((&dataset, runs.as_slice()));
                    let settings = settings_file(config, &evaluation, pairs);
                    answers.files.extend(settings.map_err(Failure::unrendered)?);
                    answers
                }
                _ => AnswerFiles::default(),
            };
            let mut notes = load::notes(&dataset, runs.iter().map(|(run, _)| run));
            notes.extend(notes_on_dependence(&dataset));
            let explorer =
                (texts != KeepTexts::No).then(|| explorer(&dataset, &runs, evaluation.task));
            let annotated = dataset.is_annotated().then_some((dataset, runs));
            let systems = signatures;
            Counted {
                evaluation,
                estimate,
                dataset: files,
                systems,
                annotated,
                excluded,
                gold_check,
                of_originals,
                answers,
                notes,
                without_clusters,
                uneven,
                explorer,
            }
        }
        Source::Counts(source) => {
            let mut tables = Tables::read(source)?;
            let mut settings = config.settings();
            let uneven = tables.uneven(source.missing, &settings);
            if uneven.is_some() {
                settings.statistics.compare = Compared::None;
            }
            let mut evaluation = tables.evaluation(source, config, settings)?;
            let written = matches!(report, Some(ForReport { written: true, .. }));
            let estimate = report.map(|report| report.estimate(config, &mut evaluation));
            let mut answers = AnswerFiles::default();
            if written {
                answers.files =
                    settings_file(config, &evaluation, None).map_err(Failure::unrendered)?;
            }
            Counted {
                evaluation,
                estimate: estimate.transpose()?,
                dataset: tables.files,
                systems: tables.signatures,
                annotated: None,
                excluded: 0,
                gold_check: None,
                of_originals: OfOriginals::default(),
                answers,
                notes: Vec::new(),
                without_clusters: Vec::new(),
                uneven,
                explorer: None,
            }
        }
        Source::Nothing => {
            return Err(Failure::input("this config has no systems, only justifications", None));
        }
    };
    refuse_three_way(config, &counted.evaluation)?;
    refuse_unmeasurable(config, &counted.evaluation)?;
    refuse_coarse_composition(config, &counted.evaluation)?;
    Ok(counted)
}

/// The primary comparisons without the clusters that phenom found; none if nothing is compared, or nothing was found.
fn without_found_clusters(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
    settings: &Settings,
) -> Vec<ComparisonRow> {
    let is_found = evaluation.clusters.as_ref().is_some_and(GivenClusters::are_found);
    match is_found && settings.statistics.compare != Compared::None {
        true => comparisons_without_clusters(dataset, runs, evaluation, settings),
        false => Vec::new(),
    }
}

/// The pairs to look at, with the answers of the first run of each system.
fn explorer(dataset: &Dataset, runs: &[(Run, Origin)], task: Task) -> Result<Explorer, String> {
    let groups: Vec<_> = runs.chunk_by(|(a, _), (b, _)| a.system() == b.system()).collect();
    let first: Vec<&Run> = groups.iter().map(|group| &group[0].0).collect();
    let mut explorer = Explorer::new(dataset, &first, task)?;
    explorer.reads_gold = groups.iter().map(|group| group[0].1 == Origin::ReadsGold).collect();
    explorer.several_runs = groups.iter().map(|group| group.len() > 1).collect();
    let several = groups.iter().filter(|group| group.len() > 1).map(|group| group[0].0.system());
    let several: Vec<&str> = several.collect();
    if !several.is_empty() {
        explorer.notes.push(format!(
            "Of systems with several runs the answers of the first one are shown: {}.",
            listed(&several)
        ));
    }
    Ok(explorer)
}

/// The settings of a config, for commands that only count.
pub(crate) fn without_statistics(config: &Config) -> Settings {
    let mut settings = config.settings();
    settings.statistics.intervals = false;
    settings.statistics.compare = Compared::None;
    settings
}
