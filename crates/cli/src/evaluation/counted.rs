//! What a config evaluates: read, checked and counted.

use phenom_dataset::{Dataset, KeepTexts, Run, Task};
use phenom_metrics::measures::Wanted;
use phenom_metrics::measures::accuracy::WHOLE_ACCURACY;
use phenom_metrics::measures::composed_accuracy::COMPOSED_ACCURACY;
use phenom_metrics::{
    AdvantageRow, Compared, Evaluation, GainRow, GoldCheck, GoldRow, Origin, Settings,
    advantage_rows, gain_rows, gold_rows,
};
use phenom_report::{Explorer, File, SystemSignature};

use super::presented::order_runs;
use super::refusals::{
    refuse_coarse_composition, refuse_no_weights, refuse_three_way, refuse_unmeasurable, uneven,
};
use super::tables::Tables;
use crate::config::{Config, Source, listed};
use crate::failure::Failure;
use crate::load;

/// What a config evaluates, counted, and where it comes from.
pub(crate) struct Counted {
    pub(crate) evaluation: Evaluation,
    pub(crate) dataset: Vec<File>,
    pub(crate) systems: Vec<SystemSignature>,
    /// What was counted, where annotators said something of it.
    pub(crate) annotated: Option<(Dataset, Vec<(Run, Origin)>)>,
    /// Pairs that were left out.
    pub(crate) excluded: usize,
    /// Gold of originals against gold of their parts, where pairs are known and there are parts.
    pub(crate) gold_check: Option<(GoldCheck, Vec<GoldRow>)>,
    /// What phenomena would gain, where a table or a figure of it is wanted.
    pub(crate) gains: Vec<GainRow>,
    /// What properties in bins explain of advantages on parts.
    pub(crate) advantages: Vec<AdvantageRow>,
    /// What the user must know of what was read.
    pub(crate) notes: Vec<String>,
    /// Why systems were not compared, where they answer different pairs.
    pub(crate) uneven: Option<String>,
    /// The pairs to look at, or why there are none; nothing where they were not asked for.
    pub(crate) explorer: Option<Result<Explorer, String>>,
}

/// Reads and counts what a config evaluates.
pub(crate) fn counted(config: &Config) -> Result<Counted, Failure> {
    counted_with_texts(config, KeepTexts::No)
}

/// The same; where texts are kept, with the pairs to look at.
pub(crate) fn counted_with_texts(config: &Config, texts: KeepTexts) -> Result<Counted, Failure> {
    let counted = match &config.source {
        Source::Data { pairs, systems } => {
            let (dataset, files) = load::dataset(pairs, texts)?;
            refuse_no_weights(config, &dataset)?;
            let load::Systems { runs, signatures } = load::systems(systems, &dataset)?;
            let mut settings = config.settings();
            let uneven = uneven(&dataset, &runs, &settings.statistics);
            if uneven.is_some() {
                settings.statistics.compare = Compared::None;
            }
            let runs = order_runs(runs, &dataset, &mut settings, config);
            let evaluation = Evaluation::new(&dataset, &runs, &settings);
            let excluded = dataset.excluded();
            let gold_check = evaluation
                .is_decomposed()
                .then(|| gold_rows(&dataset, &config.composition, evaluation.task));
            let gains = match evaluation.is_decomposed() && wants_gains(config, evaluation.wanted) {
                true => gain_rows(&dataset, &runs, &evaluation),
                false => Vec::new(),
            };
            let advantages =
                match evaluation.is_decomposed() && wants_advantages(config, evaluation.wanted) {
                    true => advantage_rows(&dataset, &runs, &evaluation),
                    false => Vec::new(),
                };
            let notes = load::notes(&dataset, runs.iter().map(|(run, _)| run));
            let explorer =
                (texts != KeepTexts::No).then(|| explorer(&dataset, &runs, evaluation.task));
            let annotated = dataset.is_annotated().then_some((dataset, runs));
            let systems = signatures;
            Counted {
                evaluation,
                dataset: files,
                systems,
                annotated,
                excluded,
                gold_check,
                gains,
                advantages,
                notes,
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
            let evaluation = tables.evaluation(source, config, settings)?;
            Counted {
                evaluation,
                dataset: tables.files,
                systems: tables.signatures,
                annotated: None,
                excluded: 0,
                gold_check: None,
                gains: Vec::new(),
                advantages: Vec::new(),
                notes: Vec::new(),
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

/// Whether a table or a figure of gains is asked for, or all of them.
fn wants_gains(config: &Config, wanted: Wanted) -> bool {
    let named = |names: &Option<Vec<String>>| {
        names.as_ref().is_none_or(|names| names.iter().any(|name| name.starts_with("gains")))
    };
    wanted.asks_for(&COMPOSED_ACCURACY)
        && (named(&config.report.tables) || named(&config.report.figures))
}

/// Whether a table of advantages on parts is asked for, or all of them.
fn wants_advantages(config: &Config, wanted: Wanted) -> bool {
    let named = |names: &Vec<String>| names.iter().any(|name| name == "advantage");
    wanted.asks_for(&WHOLE_ACCURACY) && config.report.tables.as_ref().is_none_or(named)
}

/// The pairs to look at, with the answers of the first run of each system.
fn explorer(dataset: &Dataset, runs: &[(Run, Origin)], task: Task) -> Result<Explorer, String> {
    let groups: Vec<_> = runs.chunk_by(|(a, _), (b, _)| a.system() == b.system()).collect();
    let first: Vec<&Run> = groups.iter().map(|group| &group[0].0).collect();
    let mut explorer = Explorer::new(dataset, &first, task)?;
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
