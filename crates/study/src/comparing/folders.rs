//! The systems of two report folders, by their answers.csv.

mod answers;

use std::path::Path;

use phenom_dataset::{
    Answer, Dataset, DatasetBuilder, Judgment, KeepTexts, Missing, PairRow, Phenomenon, Problems,
    Run, RunBuilder, Task,
};
use phenom_metrics::{Evaluation, Origin, Settings, is_right};
use phenom_report::ShownChange;

use self::answers::{AnswerFile, Answered};
use super::sides::changes;
use crate::config::{instead_of, listed};
use crate::evaluation::uneven;
use crate::failure::Failure;

/// What is asked of two folders.
#[derive(Debug, Clone, Default)]
pub struct AskedOfFolders {
    /// The system that is compared, where a folder holds several.
    pub system: Option<String>,
    /// Whether pairs that one folder alone holds are left out.
    pub common_pairs: bool,
}

/// Two systems, the new one first, on the pairs that both folders hold.
pub struct OfFolders {
    /// Their counts.
    pub evaluation: Evaluation,
    /// The pairs that change from the old system to the new one.
    pub changes: Vec<ShownChange>,
    /// What was left out.
    pub notes: Vec<String>,
}

/// Reads and counts the systems of two folders.
pub fn folders(asked: &AskedOfFolders, old: &Path, new: &Path) -> Result<OfFolders, Failure> {
    for folder in [old, new] {
        if folder.join("judged.csv").exists() {
            let message = format!(
                "{} is a report on judged gold, whose correction a comparison of folders does not know",
                folder.display()
            );
            let help = "name both systems in one config, and compare them there".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
    }
    let (old, new) = (AnswerFile::read(old)?, AnswerFile::read(new)?);
    let [of_old, of_new] = [system(&old, asked)?, system(&new, asked)?];
    let notes = differing_pairs(&old, &new, asked.common_pairs)?;
    let dataset = dataset(&old, &new)?;
    let named = |file: &AnswerFile, system: usize| {
        let name = &file.systems[system].name;
        let alike = old.systems[of_old].name == new.systems[of_new].name;
        if alike { format!("{name} ({})", file.folder) } else { name.clone() }
    };
    let mut runs = Vec::new();
    for (file, system) in [(&new, of_new), (&old, of_old)] {
        let name = named(file, system);
        for number in 0..file.systems[system].runs.len() {
            runs.push((run(file, [system, number], &dataset, &name)?, Origin::Answers));
        }
    }
    if runs.len() > 1
        && runs.first().map(|(run, _)| run.system()) == runs.last().map(|(run, _)| run.system())
    {
        let message = format!("{} is both the old and the new folder", old.folder);
        return Err(Failure::input(message, None));
    }
    let task = task(&dataset, &runs, [(&new, of_new), (&old, of_old)])?;
    let mut settings = Settings { task: Some(task), ..Settings::default() };
    settings.statistics.intervals = false;
    settings.statistics.common_pairs = asked.common_pairs;
    if let Some(reason) = uneven(&dataset, &runs, &settings.statistics) {
        let (what, _) = reason.split_once(". ").unwrap_or((&reason, ""));
        let message = format!("cannot compare the systems: {what}");
        let help = "--common-pairs compares them on the pairs that both predict".to_owned();
        return Err(Failure::input(message, Some(help)));
    }
    if dataset.clusters().len() < 2 {
        let message = "there are fewer than two original pairs, so nothing can be tested";
        return Err(Failure::input(message, None));
    }
    let evaluation = Evaluation::new(&dataset, &runs, &settings);
    let changes = changes(&dataset, &runs, &evaluation);
    Ok(OfFolders { evaluation, changes, notes })
}

/// The system that is compared: the one that is named, or the only one that reads no gold.
fn system(file: &AnswerFile, asked: &AskedOfFolders) -> Result<usize, Failure> {
    let names: Vec<&str> = file.systems.iter().map(|system| system.name.as_str()).collect();
    if let Some(name) = &asked.system {
        return names.iter().position(|known| known == name).ok_or_else(|| {
            let message = format!("{} has no system `{name}`", file.shown);
            Failure::input(message, Some(instead_of(name, &names)))
        });
    }
    let answering: Vec<usize> =
        (0..names.len()).filter(|at| !file.systems[*at].reads_gold).collect();
    match answering.as_slice() {
        [one] => Ok(*one),
        [] => Err(Failure::input(
            format!(
                "every system in {} uses gold labels (oracles), and these are excluded from \
            tests",
                file.shown
            ),
            None,
        )),
        _ => {
            let message = format!("{} contains several systems", file.shown);
            let help = format!("choose one with --system NAME: {}", listed(&names));
            Err(Failure::input(message, Some(help)))
        }
    }
}

/// How many ids a message names.
const NAMED: usize = 5;

/// What is left out of either folder, or an error where nothing was said of it.
fn differing_pairs(
    old: &AnswerFile,
    new: &AnswerFile,
    common: bool,
) -> Result<Vec<String>, Failure> {
    let mut said = Vec::new();
    for (file, other) in [(old, new), (new, old)] {
        let alone: Vec<&str> = file
            .pairs
            .iter()
            .map(|pair| pair.id.as_str())
            .filter(|id| !other.rows.contains_key(*id))
            .collect();
        if !alone.is_empty() {
            let shown = alone.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
            let more = if alone.len() > NAMED { ", …" } else { "" };
            let count = alone.len();
            said.push(format!("{count} only in {} ({shown}{more})", file.shown));
        }
    }
    if said.is_empty() {
        return Ok(Vec::new());
    }
    let message =
        format!("the folders contain different pairs: {}", phenom_dataset::listed(&said, "and"));
    if common {
        return Ok(vec![format!("{message}. phenom leaves them out.")]);
    }
    let help =
        "--common-pairs compares the systems on the pairs that both folders contain".to_owned();
    Err(Failure::input(message, Some(help)))
}

/// The pairs that both folders hold, of which both say the same.
fn dataset(old: &AnswerFile, new: &AnswerFile) -> Result<Dataset, Failure> {
    let is_common = |id: &str| old.rows.contains_key(id) && new.rows.contains_key(id);
    let clustered = old.pairs.iter().any(|pair| pair.cluster != pair.original);
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    builder.start_file(&old.shown);
    for pair in &old.pairs {
        let Some(there) = new.rows.get(&pair.id).map(|row| &new.pairs[*row]) else { continue };
        if let Some(what) = pair.differs_in(there) {
            let message = format!(
                "pair `{}` has a different {what} in {}:{} and in {}:{}",
                pair.id, new.shown, there.line, old.shown, pair.line
            );
            let help = "both folders must come from the same data".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
        let is_part = pair.id != pair.original;
        if is_part && !is_common(&pair.original) {
            continue;
        }
        let phenomena: Result<Vec<Phenomenon>, _> =
            pair.phenomena().map(Phenomenon::parse).collect();
        let phenomena = phenomena.map_err(|error| {
            Failure::input(format!("{}:{}: {error}", old.shown, pair.line), None)
        })?;
        builder.add(&PairRow {
            line: pair.line,
            id: &pair.id,
            origin: is_part.then_some(pair.original.as_str()),
            cluster: (clustered && !is_part).then_some(pair.cluster.as_str()),
            gold: pair.gold.first().copied(),
            also_gold: pair.gold.get(1..).unwrap_or_default(),
            phenomena: &phenomena,
            ..PairRow::default()
        });
    }
    Ok(builder.finish()?)
}

/// A run's answers to the pairs of the dataset.
fn run(
    file: &AnswerFile,
    [system, number]: [usize; 2],
    dataset: &Dataset,
    name: &str,
) -> Result<Run, Problems> {
    let answers = &file.systems[system].runs[number];
    let of = |id: &str| file.rows.get(id).and_then(|row| answers.get(*row)).copied().flatten();
    let missing =
        dataset.ids().filter_map(of).filter(|answered| answered.answer == Answer::Missing);
    let rights: Vec<Option<bool>> = missing.map(|answered| answered.right).collect();
    let missing = match (rights.is_empty(), rights.contains(&Some(false))) {
        (true, _) => Missing::Refuse,
        (_, true) => Missing::Wrong,
        _ => Missing::Skip,
    };
    let mut builder = RunBuilder::new(dataset, name, missing);
    builder.start_file(&file.shown);
    for id in dataset.ids() {
        if let Some(Answered { answer, line, .. }) = of(id)
            && answer != Answer::Missing
        {
            builder.add(line, id, answer, None);
        }
    }
    builder.finish()
}

/// The task under which every answer is as right as its file says.
fn task(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    sides: [(&AnswerFile, usize); 2],
) -> Result<Task, Failure> {
    let files = sides.into_iter().flat_map(|(file, system)| {
        (0..file.systems[system].runs.len()).map(move |number| (file, system, number))
    });
    let files: Vec<(&AnswerFile, usize, usize)> = files.collect();
    let is_coarse = dataset.gold().contains(&Some(Judgment::NotEntailment));
    let differs = |task: Task| {
        files.iter().zip(runs).find_map(|((file, system, number), (run, _))| {
            let row = (0..dataset.len()).find(|row| {
                let said = file
                    .rows
                    .get(dataset.id(*row))
                    .and_then(|at| file.systems[*system].runs[*number].get(*at).copied().flatten());
                said.is_some_and(|said| said.right != is_right(dataset, *row, run, task))
            })?;
            Some((file.shown.clone(), dataset.id(row).to_owned()))
        })
    };
    if !is_coarse && differs(Task::ThreeWay).is_none() {
        return Ok(Task::ThreeWay);
    }
    match differs(Task::TwoWay) {
        None => Ok(Task::TwoWay),
        Some((file, id)) => {
            let message = format!(
                "{file}: `right` of pair `{id}` does not follow from its gold label and its prediction"
            );
            let help = "undo changes by hand, or run `phenom run` to write it again".to_owned();
            Err(Failure::input(message, Some(help)))
        }
    }
}
