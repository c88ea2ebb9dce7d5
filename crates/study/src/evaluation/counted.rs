//! What a config evaluates: read, checked and counted.

use phenom_dataset::{Dataset, KeepTexts, OwnParts, Run, Task};
use phenom_metrics::stages::Decomposers;
use phenom_metrics::statistics::threads::both;
use phenom_metrics::{
    Compared, ComparisonRow, Evaluation, GivenClusters, GoldCheck, GoldRow, Origin, Settings,
    comparisons_without_clusters, gold_rows,
};
use phenom_report::analyses::{Found, Given as Analysed};
use phenom_report::{File, SystemSignature};

use super::analyses::analyses;
use super::budget::{Estimate, Plan, Pool, keep_within};
use super::dependence::notes_on_dependence;
use super::notes::notes_on_weights;
use super::presented::{order_runs, present_signature};
use super::refusals::{
    refuse_fine_scores, refuse_no_weights, refuse_unfit, refuse_unread_strata, refuse_unsettled,
    uneven,
};
use super::tables::Tables;
use super::written::Written;
use crate::config::{Config, CountTables, Source};
use crate::failure::Failure;
use crate::host::{Host, Step};
use crate::load;
use crate::trust::Consent;

/// What a config evaluates, counted, and where it comes from.
pub struct Counted {
    /// The counts of all systems, and the clusters that they are sums of.
    pub evaluation: Evaluation,
    /// What it will take, where a report is made of it.
    pub(crate) estimate: Option<Estimate>,
    /// The files of the dataset.
    pub dataset: Vec<File>,
    /// Where the answers of each system come from.
    pub systems: Vec<SystemSignature>,
    /// What was counted, where annotators said something of it, or it is needed later.
    pub(crate) pairs: Option<(Dataset, Vec<(Run, Origin)>)>,
    /// Pairs that were left out.
    pub(crate) excluded: usize,
    /// Gold of originals against gold of their parts, where pairs are known and there are parts.
    pub(crate) gold_check: Option<(GoldCheck, Vec<GoldRow>)>,
    /// The rows of analyses, where pairs are known and a report is made.
    pub(crate) analyses: Vec<Found>,
    /// What the user must know of what was read.
    pub notes: Vec<String>,
    /// The primary comparisons without the clusters that phenom found; empty if it found none, or no report is made.
    pub(crate) without_clusters: Vec<ComparisonRow>,
    /// Why systems were not compared, where they answer different pairs.
    pub(crate) uneven: Option<String>,
    /// What the files of a report hold besides, where one is written and the pairs are not kept until then.
    pub(crate) written: Written,
}

impl Counted {
    /// What the files of a report hold besides, made of what was kept.
    pub(crate) fn write(&self, config: &Config) -> Result<Written, Failure> {
        let written = match &self.pairs {
            Some((dataset, runs)) => Written::of_pairs(config, (dataset, runs), &self.evaluation),
            None => Written::of_tables(config, &self.evaluation),
        };
        written.map_err(Failure::unrendered)
    }
}

/// Reads and counts what a config evaluates.
pub fn counted(config: &Config, host: &dyn Host) -> Result<Counted, Failure> {
    read(config, host, KeepTexts::No, None)
}

/// The same for a report; where texts are kept, with the pairs to look at, and where it is `written`, with every
/// answer. What would take more than so many bytes of memory is refused.
pub(crate) fn counted_for_report(
    config: &Config,
    host: &dyn Host,
    texts: KeepTexts,
    report: ForReport,
) -> Result<Counted, Failure> {
    read(config, host, texts, Some(report))
}

/// What is made for a report alone.
pub(crate) struct ForReport {
    /// Whether its files are written.
    pub(crate) written: bool,
    /// Whether the pairs and the answers to them are kept until then.
    pub(crate) kept: bool,
    /// The bytes that it may take.
    pub(crate) memory: u64,
}

impl ForReport {
    /// What it will take, if that is allowed.
    fn estimate(&self, config: &Config, evaluation: &mut Evaluation) -> Result<Estimate, Failure> {
        let report = self.written.then_some(&config.report);
        let plan = Plan { scores: Some(Pool(config.pool)), comparisons: true, report };
        keep_within(self.memory, evaluation, plan)
    }
}

/// Pairs, with the answers to them.
pub(crate) struct Given {
    pub(crate) dataset: Dataset,
    pub(crate) runs: Vec<(Run, Origin)>,
    /// The files of the dataset.
    pub(crate) files: Vec<File>,
    /// Where the answers of each system come from.
    pub(crate) signatures: Vec<SystemSignature>,
    /// The systems that decompose for themselves.
    pub(crate) decomposers: Option<Decomposers>,
}

fn read(
    config: &Config,
    host: &dyn Host,
    texts: KeepTexts,
    report: Option<ForReport>,
) -> Result<Counted, Failure> {
    match &config.source {
        Source::Data { pairs, systems } => {
            let justified = matches!(report, Some(ForReport { written: true, .. }));
            let consent = Consent::of(config, host);
            let reading = load::Reading { host, consent: Some(&consent), justified };
            let load::Data { dataset, files, systems, decomposers } =
                load::data((pairs, config.task), systems, texts, reading)?;
            let load::Systems { runs, signatures } = systems;
            of_pairs(config, Given { dataset, runs, files, signatures, decomposers }, host, report)
        }
        Source::Counts(source) => of_tables(config, source, host, report),
        Source::Nothing => {
            Err(Failure::input("this config has no systems, only justifications", None))
        }
    }
}

/// Counts the answers to pairs, and what a report needs to know of the pairs besides.
pub(crate) fn of_pairs(
    config: &Config,
    given: Given,
    host: &dyn Host,
    report: Option<ForReport>,
) -> Result<Counted, Failure> {
    let Given { dataset, runs, files, mut signatures, decomposers } = given;
    let counting = host.begin(Step::Counting);
    if report.is_some() {
        refuse_unsettled(&dataset)?;
    }
    refuse_no_weights(config, &dataset)?;
    refuse_unread_strata(config, &dataset)?;
    let mut settings = config.settings();
    let uneven = uneven(&dataset, &runs, &settings.statistics);
    if uneven.is_some() {
        settings.statistics.compare = Compared::None;
    }
    refuse_fine_scores(&dataset, &runs)?;
    let runs = order_runs(runs, &dataset, &mut settings, config);
    let mut evaluation = Evaluation::new(&dataset, &runs, &settings);
    refuse_unfit(config, &evaluation)?;
    let estimate = report.as_ref().map(|report| report.estimate(config, &mut evaluation));
    let estimate = estimate.transpose()?;
    drop(counting);
    let _analysing = host.begin(Step::Analysing);
    let excluded = dataset.excluded();
    let has_labels = evaluation.task != Task::Outcome;
    // People read few wholes with all of their parts.
    let gold_check = || {
        (has_labels && evaluation.is_decomposed() && evaluation.judged.is_none())
            .then(|| gold_rows(&dataset, &config.composition, evaluation.task))
    };
    let analyses = || match &report {
        Some(_) => {
            let given = Analysed {
                dataset: &dataset,
                runs: &runs,
                evaluation: &evaluation,
                decomposers: decomposers.as_ref(),
            };
            analyses(config, given)
        }
        None => Vec::new(),
    };
    let (gold_check, analyses) = both(config.statistics.threads, gold_check, analyses);
    let without_clusters = match &report {
        Some(_) => without_found_clusters(&dataset, &runs, &evaluation, &settings),
        None => Vec::new(),
    };
    let mut notes = load::notes(&dataset, runs.iter().map(|(run, _)| run));
    notes.extend(notes_on_dependence(&dataset));
    notes.extend(decomposers.iter().flat_map(notes_on_ignored));
    notes.extend(notes_on_weights(config, &evaluation, &dataset));
    let written = match report {
        Some(ForReport { written: true, kept: false, .. }) => {
            let written = Written::of_pairs(config, (&dataset, &runs), &evaluation);
            written.map_err(Failure::unrendered)?
        }
        _ => Written::default(),
    };
    let kept = matches!(report, Some(ForReport { kept: true, .. })) || dataset.is_annotated();
    let pairs = kept.then_some((dataset, runs));
    present_signature(&mut signatures, &config.report);
    Ok(Counted {
        evaluation,
        estimate,
        dataset: files,
        systems: signatures,
        pairs,
        excluded,
        gold_check,
        analyses,
        notes,
        without_clusters,
        uneven,
        written,
    })
}

/// How many originals of the parts of each system are not in the dataset.
fn notes_on_ignored(decomposers: &Decomposers) -> Vec<String> {
    let ignoring = decomposers.systems.iter().filter(|own| own.ignored > 0);
    let note = |own: &OwnParts| {
        format!(
            "The parts of `{}` name {} originals that are not in the dataset.",
            own.system, own.ignored
        )
    };
    ignoring.map(note).collect()
}

/// What was counted before.
fn of_tables(
    config: &Config,
    source: &CountTables,
    host: &dyn Host,
    report: Option<ForReport>,
) -> Result<Counted, Failure> {
    let mut tables = Tables::read(source, host)?;
    let mut settings = config.settings();
    let uneven = tables.uneven(source.missing, &settings);
    if uneven.is_some() {
        settings.statistics.compare = Compared::None;
    }
    let mut evaluation = tables.evaluation(source, config, settings)?;
    refuse_unfit(config, &evaluation)?;
    let written = matches!(report, Some(ForReport { written: true, kept: false, .. }));
    let estimate = report.map(|report| report.estimate(config, &mut evaluation));
    let written = match written {
        true => Written::of_tables(config, &evaluation).map_err(Failure::unrendered)?,
        false => Written::default(),
    };
    present_signature(&mut tables.signatures, &config.report);
    Ok(Counted {
        evaluation,
        estimate: estimate.transpose()?,
        dataset: tables.files,
        systems: tables.signatures,
        pairs: None,
        excluded: 0,
        gold_check: None,
        analyses: Vec::new(),
        notes: Vec::new(),
        without_clusters: Vec::new(),
        uneven,
        written,
    })
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

/// The settings of a config, for commands that only count.
pub fn without_statistics(config: &Config) -> Settings {
    let mut settings = config.settings();
    settings.statistics.intervals = false;
    settings.statistics.compare = Compared::None;
    settings
}
