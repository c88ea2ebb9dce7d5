//! The answers of the systems of a config: read from files, or got by running them.

use std::sync::Arc;

use phenom_dataset::{
    CompositionRule, Dataset, KeepTexts, Missing, Problems, Run, RunBuilder, Task,
};
use phenom_metrics::Origin;
use phenom_metrics::stages::{Decomposers, composed_run};
use phenom_report as report;
use phenom_systems::Groups;

use super::at_hand::AtHand;
use super::dataset::dataset;
use super::given::{Data, Given, Reading, Ready, Systems, signature};
use super::own_parts::FilesOfParts;
use super::replies::{Answered, as_run};
use super::threshold::{self, ByParts, Learnt};
use super::{engines, from_files, learned, outcomes, outside, own_parts};
use crate::config::{Answers, DataFile, LearntThreshold, Pairs, System, ThresholdFrom};
use crate::failure::Failure;
use crate::host::Count;
use crate::side_by_side::side_by_side;

/// Reads the pairs and the answers of systems, and runs those that are to be run.
pub fn data(
    (pairs, task): (&Pairs, Option<Task>),
    systems: &[System],
    texts: KeepTexts,
    reading: Reading<'_>,
) -> Result<Data, Failure> {
    let needs_texts = own_parts::compare_texts(systems)
        || systems.iter().any(|system| {
            match &system.answers {
                Answers::Engine(_) | Answers::Outside(_) => true,
                Answers::LinguisticBiased { .. } | Answers::OwnParts => false,
                // Texts tell whether pairs that a threshold is learnt on are predicted, too.
                Answers::Predictions(predictions) => predictions.threshold.is_some(),
            }
        });
    let (mut dataset, files) =
        dataset(reading.host, pairs, if needs_texts { KeepTexts::Yes } else { texts })?;
    let own = own_parts::own_parts(reading.host, systems, &dataset)?;
    if own.is_some() {
        // What systems say of parts, they say of their own.
        dataset = dataset.of_originals();
    }
    let mut answered = self::systems(systems, &dataset, reading)?;
    if pairs.of_outcomes && dataset.judged().is_some() {
        outcomes::read_by_people(&mut dataset, &mut answered.runs);
    }
    let decomposers = own.map(|(own, files)| {
        answered.compose(&own, systems, files, (&dataset, task));
        own
    });
    Ok(Data { dataset, files, systems: answered, decomposers })
}

impl Systems {
    /// Adds what is composed of the parts of systems that do not predict originals, each in its place among the systems, and
    /// notes the files of parts.
    fn compose(
        &mut self,
        own: &Decomposers,
        systems: &[System],
        files: FilesOfParts,
        (dataset, task): (&Dataset, Option<Task>),
    ) {
        let task = own_parts::task(task, dataset, &own.systems, &self.runs);
        for (parts, files) in own.systems.iter().zip(files) {
            let place = |names: &mut dyn Iterator<Item = &str>| {
                let before: Vec<&str> = systems
                    .iter()
                    .map(|system| system.name.as_str())
                    .take_while(|name| *name != parts.system)
                    .collect();
                names.take_while(|name| before.contains(name)).count()
            };
            if own.composed.contains(&parts.system) {
                let rule = CompositionRule::default();
                let run = composed_run(&own.references, parts, (rule, task));
                let at = place(&mut self.runs.iter().map(|(run, _)| run.system()));
                self.runs.insert(at, (run, Origin::Answers));
                let at = place(&mut self.signatures.iter().map(|of| of.system.as_str()));
                let signature = report::SystemSignature {
                    system: parts.system.clone(),
                    files: Vec::new(),
                    algorithm: None,
                    missing: Missing::Wrong.name().to_owned(),
                };
                self.signatures.insert(at, signature);
            }
            let signature = self.signatures.iter_mut().find(|of| of.system == parts.system);
            if let Some(signature) = signature {
                signature.files.extend(files);
            }
        }
    }
}

/// Reads and runs systems, as far as they need no gold labels of the dataset; problems come in the order of the systems.
/// A system that is not wanted is neither read nor run: `None`.
pub(super) fn prepared<'s>(
    systems: &'s [System],
    wanted: impl Fn(&System) -> bool + Sync,
    dataset: &Dataset,
    reading: Reading<'_>,
    at_hand: &'s AtHand<'s>,
) -> Result<Vec<Option<Ready<'s>>>, Failure> {
    let files = systems.iter().filter(|system| wanted(system)).filter_map(|system| {
        let Answers::Predictions(predictions) = &system.answers else { return None };
        Some(predictions.runs.iter().flatten())
    });
    let paths = files.flatten().map(|file| file.path.as_path());
    let progress = Arc::new(Count::of_files(reading.host, paths));
    // The systems of one table are read together, in one pass over its rows. Four files at a time at least: while the next
    // rows of one are unpacked, those of others are read.
    let together: Vec<&'s [System]> =
        systems.chunk_by(|one, next| one.is_of_the_table_of(next)).collect();
    let read = side_by_side(4, &together, |systems: &&'s [System]| {
        let wanted: Vec<&'s System> = systems.iter().filter(|system| wanted(system)).collect();
        let read = match wanted.as_slice() {
            [] => Ok(Vec::new()),
            [one] if one.rows().is_none() => {
                ready(one, dataset, reading.justified, at_hand, &progress).map(|one| vec![one])
            }
            several => table(several, dataset, reading.justified, &progress),
        };
        read.map(|read| {
            let mut read = read.into_iter();
            let each = systems.iter();
            each.map(|system| {
                wanted.iter().any(|one| std::ptr::eq(*one, system)).then(|| read.next()).flatten()
            })
            .collect::<Vec<_>>()
        })
    });
    let mut problems = Problems::new();
    let mut unrun = None;
    let mut ready = Vec::new();
    for result in read {
        match result {
            Ok(systems) => ready.extend(systems),
            Err(Failure::Data(more)) => problems.append(more),
            Err(failure) => unrun = unrun.or(Some(failure)),
        }
    }
    problems.or(())?;
    if let Some(failure) = unrun {
        return Err(failure);
    }
    // One after the other, because somebody may be asked whether they may run.
    for (system, ready) in systems.iter().zip(&mut ready) {
        if let (Answers::Outside(outside), Some(ready)) = (&system.answers, ready) {
            let answered = outside::answered(system, outside, dataset, reading)?;
            *ready = Ready::Given(Given::Ran(answered));
        }
    }
    Ok(ready)
}

/// The predictions of all systems.
pub fn systems(
    systems: &[System],
    dataset: &Dataset,
    reading: Reading<'_>,
) -> Result<Systems, Failure> {
    let at_hand = AtHand::new(reading.host, reading.host);
    let ready = prepared(systems, |_| true, dataset, reading, &at_hand)?;
    let is_given = |ready: &Option<Ready<'_>>| matches!(ready, Some(Ready::Given(_)));
    let learned = match ready.iter().all(is_given) {
        // Groups are asked for by what learns alone.
        true => systems.iter().map(|_| None).collect(),
        false => learned::learned(systems, &ready, dataset, &Groups::of(dataset), None)?,
    };
    let mut all = Systems { runs: Vec::new(), signatures: Vec::new() };
    for ((system, ready), learned) in systems.iter().zip(ready).zip(learned) {
        let given = match ready {
            Some(Ready::Given(given)) => Some(given),
            _ => learned,
        };
        let (runs, signature) = match given {
            Some(Given::Read(runs, signature)) => (runs, signature),
            Some(Given::Ran(answered)) => ran(system, dataset, answered)?,
            None => continue,
        };
        let origin = learned::origin(systems, system);
        all.runs.extend(runs.into_iter().map(|run| (run, origin)));
        all.signatures.push(signature);
    }
    Ok(all)
}

/// What a system that was run says, to be evaluated.
fn ran(
    system: &System,
    dataset: &Dataset,
    answered: Answered,
) -> Result<(Vec<Run>, report::SystemSignature), Failure> {
    let Answered { replies, how, files, note } = answered;
    let mut run = as_run(&system.name, dataset, &replies)?;
    if let Some(note) = note {
        run = run.noting(format!("`{}`: {note}", system.name));
    }
    Ok((vec![run], signature(system, files, Some(&how), "refuse")))
}

/// The systems of one table.
fn table<'s>(
    systems: &[&'s System],
    dataset: &Dataset,
    justified: bool,
    progress: &Arc<Count>,
) -> Result<Vec<Ready<'s>>, Failure> {
    let read = outcomes::of_table(systems, dataset, justified, progress)?;
    let named = systems.iter().zip(read);
    let given = named.map(|(system, (runs, files))| {
        let missing = system.rows().map_or("", |(of, _)| of.missing_in_words());
        let signature = signature(system, files, None, missing);
        Ready::Given(Given::Read(runs, signature))
    });
    Ok(given.collect())
}

/// A system as far as it needs no gold labels of the dataset and no other systems; one from outside is asked later.
fn ready<'s>(
    system: &'s System,
    dataset: &Dataset,
    justified: bool,
    at_hand: &'s AtHand<'s>,
    progress: &Arc<Count>,
) -> Result<Ready<'s>, Failure> {
    match &system.answers {
        Answers::Engine(engine) => engines::ready(system, engine, dataset, at_hand),
        Answers::Outside(_) | Answers::LinguisticBiased { .. } | Answers::OwnParts => {
            Ok(Ready::Later)
        }
        Answers::Predictions(predictions) => {
            let mut source = predictions.source.clone();
            let mut learnt = None;
            let mut by_parts = None;
            if let Some(LearntThreshold { from, best_for }) = &predictions.threshold {
                match from {
                    ThresholdFrom::Development(learn_on) => {
                        let from = (&**learn_on, *best_for);
                        learnt = threshold::learn(
                            system,
                            &mut source,
                            from,
                            dataset,
                            at_hand.host,
                            progress,
                        )?;
                    }
                    ThresholdFrom::OtherParts(parts) => {
                        by_parts = Some(ByParts::new(system, dataset, (*parts, *best_for))?);
                    }
                }
            }
            let mut of_runs = Vec::new();
            let decide = |files: &[DataFile], builder: &mut RunBuilder<'_>| {
                if let Some(by_parts) = &by_parts {
                    let (thresholds, how) = by_parts.of_run(&source, files, dataset, progress)?;
                    builder.decide_by(thresholds);
                    of_runs.push(how);
                }
                Ok(())
            };
            let read = (system, &**predictions, &source);
            let (runs, files) = from_files::runs(read, dataset, justified, progress, decide)?;
            let runs = outcomes::scored_by_judges(runs, (system, predictions), dataset, progress)?;
            let learnt = by_parts.map(|by_parts| by_parts.learnt(&of_runs)).or(learnt);
            let (algorithm, note) = match learnt {
                Some(Learnt { how, note }) => (Some(how), note),
                None => (None, None),
            };
            let noted = note.map(|note| format!("`{}`: {note}", system.name));
            let runs = runs.into_iter().map(|run| match &noted {
                Some(note) => run.noting(note.clone()),
                None => run,
            });
            let signature =
                signature(system, files, algorithm.as_deref(), predictions.missing_in_words());
            Ok(Ready::Given(Given::Read(runs.collect(), signature)))
        }
    }
}
