//! What is compared: the systems of a config, read and counted.

use phenom_dataset::{Dataset, KeepTexts, Run};
use phenom_metrics::{Compared, ComparisonRow, Evaluation, GivenClusters, Origin, changed_pairs};
use phenom_report::{File, ShownChange, SystemSignature, shown_changes};

use crate::config::{Config, CountTables, Order, Source, instead_of};
use crate::evaluation::{Tables, refuse_three_way, uneven};
use crate::failure::Failure;
use crate::host::Host;
use crate::load;

/// The two systems that are asked about; nothing for all.
pub struct Chosen(Option<[String; 2]>);

/// Reads what a config compares, with the two systems that are asked about first, in the order in which they
/// are named. `alone`, the others are left out, so that the level is not shared with them.
pub fn chosen(
    config: &mut Config,
    names: &[String],
    alone: bool,
    host: &dyn Host,
) -> Result<(Chosen, Sides), Failure> {
    let [first, second] = names else { return Ok((Chosen(None), Sides::of(config, host)?)) };
    if let Source::Data { systems, .. } = &mut config.source {
        let known: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
        refuse_unknown([first, second], &known)?;
        if alone {
            systems.retain(|system| names.contains(&system.name));
        }
        systems.sort_by_key(|system| {
            names.iter().position(|name| *name == system.name).unwrap_or(names.len())
        });
    }
    config.statistics.compare = Compared::All;
    // The first that is named stays the first.
    config.report.order = Order::Data;
    let mut sides = Sides::of(config, host)?;
    if let Sides::Tables(tables, source) = &mut sides {
        tables.put_first(names, alone)?;
        source.baseline = None;
    }
    if let Some(at) = names.iter().position(|name| sides.reads_gold(name)) {
        // A reference is compared with nothing unasked.
        config.statistics.compare = Compared::Against(at);
    }
    Ok((Chosen(Some([first.clone(), second.clone()])), sides))
}

fn refuse_unknown([first, second]: [&str; 2], known: &[&str]) -> Result<(), Failure> {
    if first == second {
        let message = format!("`{first}` cannot be compared with itself");
        return Err(Failure::input(message, None));
    }
    match [first, second].into_iter().find(|name| !known.contains(name)) {
        Some(name) => {
            let message = format!("there is no system `{name}`");
            Err(Failure::input(message, Some(instead_of(name, known))))
        }
        None => Ok(()),
    }
}

impl Chosen {
    /// Whether all systems are asked about.
    pub fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// The comparisons of the two with each other and with a constant answer.
    pub fn rows(&self, mut rows: Vec<ComparisonRow>) -> Vec<ComparisonRow> {
        if let Some(names) = &self.0 {
            let is_asked = |name: &str| names.iter().any(|asked| asked == name);
            rows.retain(|row| {
                let constant = row.is_with_constant();
                is_asked(&row.system_a) && (constant || is_asked(&row.system_b))
            });
        }
        rows
    }
}

/// What is compared, read, and where it comes from.
pub enum Sides {
    /// Pairs and the answers to them.
    Pairs(Box<ReadPairs>),
    /// Counts of them.
    Tables(Box<Tables>, CountTables),
}

/// A dataset with the answers to it.
pub struct ReadPairs {
    dataset: Dataset,
    /// Those of the new system first, then those of the old one, where two are asked about.
    runs: Vec<(Run, Origin)>,
    files: Vec<File>,
    signatures: Vec<SystemSignature>,
}

/// The pairs that change from the second of some systems, the old one, to the first; of pairs that all systems answer
/// where nothing else is compared.
pub(super) fn changes(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
) -> Vec<ShownChange> {
    let runs: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
    let mut systems = runs.chunk_by(|a, b| a.system() == b.system());
    let (Some(new), Some(old)) = (systems.next(), systems.next()) else { return Vec::new() };
    let others = match evaluation.statistics.common_pairs {
        true => runs.as_slice(),
        false => &[],
    };
    shown_changes(dataset, &changed_pairs(dataset, [old, new], others, evaluation.task))
}

/// Two systems, the new one first, and the others unless they are compared `alone`; counted to be compared.
pub(crate) fn of_kept(
    config: &Config,
    (dataset, runs): (&Dataset, &[(Run, Origin)]),
    names: [&str; 2],
    alone: bool,
) -> Result<(Evaluation, Vec<ShownChange>), Failure> {
    let mut known: Vec<&str> = runs.iter().map(|(run, _)| run.system()).collect();
    known.dedup();
    refuse_unknown(names, &known)?;
    let place = |run: &Run| names.iter().position(|name| *name == run.system());
    let mut runs = runs.to_vec();
    runs.retain(|(run, _)| !alone || place(run).is_some());
    // Stable: runs of one system stay together.
    runs.sort_by_key(|(run, _)| place(run).unwrap_or(names.len()));
    let mut settings = config.settings();
    settings.statistics.intervals = false;
    let mut systems: Vec<(&str, Origin)> =
        runs.iter().map(|(run, origin)| (run.system(), *origin)).collect();
    systems.dedup();
    let oracle = systems.iter().take(2).position(|(_, origin)| *origin == Origin::ReadsGold);
    // A reference is compared with nothing unasked.
    settings.statistics.compare = oracle.map_or(Compared::All, Compared::Against);
    refuse_uneven(uneven(dataset, &runs, &settings.statistics))?;
    refuse_few(dataset.clusters().len() as u64, &clusters_in_words(dataset))?;
    let evaluation = Evaluation::new(dataset, &runs, &settings);
    refuse_three_way(config, &evaluation)?;
    let changes = changes(dataset, &runs, &evaluation);
    Ok((evaluation, changes))
}

fn clusters_in_words(dataset: &Dataset) -> String {
    match GivenClusters::of(dataset) {
        Some(given) => format!("clusters by {}", given.by_in_words()),
        None => "original pairs".to_owned(),
    }
}

fn refuse_uneven(reason: Option<String>) -> Result<(), Failure> {
    let Some(reason) = reason else { return Ok(()) };
    let (what, help) = reason.split_once(". ").unwrap_or((&reason, ""));
    let message = format!("cannot compare the systems: {what}");
    Err(Failure::input(message, Some(help.to_owned())))
}

impl Sides {
    /// Reads what a config compares; an error where its systems cannot be compared.
    fn of(config: &Config, host: &dyn Host) -> Result<Self, Failure> {
        match &config.source {
            Source::Nothing => {
                let help = "name `dataset` and `systems` in the config".to_owned();
                let message = "this config has no systems, only justifications";
                Err(Failure::input(message, Some(help)))
            }
            Source::Counts(source) => {
                let tables = Tables::read(source, host)?;
                if !tables.have_clusters() {
                    let message = "counts alone do not show which predictions belong together";
                    let help =
                        "name the cluster table as well, `clusters: clusters.parquet`".to_owned();
                    return Err(Failure::input(message, Some(help)));
                }
                refuse_one(tables.systems(), None)?;
                Ok(Self::Tables(Box::new(tables), source.clone()))
            }
            Source::Data { pairs, systems } => {
                refuse_one(systems.len(), Some("add a second one to `systems`"))?;
                let load::Data { dataset, files, systems, .. } = load::data(
                    (pairs, config.task),
                    systems,
                    KeepTexts::No,
                    load::Reading::answers(host),
                )?;
                refuse_few(dataset.clusters().len() as u64, &clusters_in_words(&dataset))?;
                let load::Systems { runs, signatures } = systems;
                Ok(Self::Pairs(Box::new(ReadPairs { dataset, runs, files, signatures })))
            }
        }
    }

    /// Whether a system reads the gold judgments.
    fn reads_gold(&self, name: &str) -> bool {
        match self {
            Self::Pairs(read) => read
                .runs
                .iter()
                .any(|(run, origin)| run.system() == name && *origin == Origin::ReadsGold),
            Self::Tables(_, source) => source.references.iter().any(|reference| reference == name),
        }
    }

    /// Counts it for comparing, under the task of the config.
    pub fn evaluation(&mut self, config: &Config) -> Result<Evaluation, Failure> {
        let mut settings = config.settings();
        settings.statistics.intervals = false;
        if settings.statistics.compare == Compared::None {
            settings.statistics.compare = Compared::All;
        }
        let uneven = match self {
            Self::Pairs(read) => uneven(&read.dataset, &read.runs, &settings.statistics),
            Self::Tables(tables, source) => tables.uneven(source.missing, &settings),
        };
        refuse_uneven(uneven)?;
        let evaluation = match self {
            Self::Pairs(read) => Evaluation::new(&read.dataset, &read.runs, &settings),
            Self::Tables(tables, source) => {
                refuse_few(tables.clusters(), "clusters")?;
                tables.evaluation(source, config, settings)?
            }
        };
        refuse_three_way(config, &evaluation)?;
        Ok(evaluation)
    }

    /// The pairs that change from the old system to the new one; nothing where only counts are known.
    pub fn changes(&self, evaluation: &Evaluation) -> Option<Vec<ShownChange>> {
        match self {
            Self::Pairs(read) => Some(changes(&read.dataset, &read.runs, evaluation)),
            Self::Tables(..) => None,
        }
    }

    /// The files of the data, and what is said of the systems.
    pub fn sources(self) -> (Vec<File>, Vec<SystemSignature>) {
        match self {
            Self::Pairs(read) => (read.files, read.signatures),
            Self::Tables(tables, _) => (tables.files, tables.signatures),
        }
    }
}

fn refuse_one(systems: usize, help: Option<&str>) -> Result<(), Failure> {
    if systems >= 2 {
        return Ok(());
    }
    let message = "there is only one system, and no other to compare it with";
    Err(Failure::input(message, help.map(str::to_owned)))
}

fn refuse_few(clusters: u64, of_what: &str) -> Result<(), Failure> {
    if clusters >= 2 {
        return Ok(());
    }
    let message = format!(
        "there are fewer than two {of_what} ({clusters}), so nothing can be resampled or tested"
    );
    let help =
        "add original pairs that do not depend on these, with other texts or from other documents"
            .to_owned();
    Err(Failure::input(message, Some(help)))
}
