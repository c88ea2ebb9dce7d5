//! Systems made of what other systems say.

use phenom_dataset::{Answer, Dataset, Judgment, Run};
use phenom_metrics::Origin;
use phenom_systems::{Reply, stacked, vote};

use super::engines::{self, Answered};
use super::learning::parts_of;
use super::{Loaded, signature};
use crate::config::{EnsembleRule, System};
use crate::failure::Failure;

/// The answers of all ensembles among some systems, in their order, by those of the others.
pub(super) fn ensembles(
    systems: &[System],
    dataset: &Dataset,
    loaded: &[Option<Loaded>],
) -> Result<Vec<Loaded>, Failure> {
    let mut all = Vec::new();
    for system in systems {
        let Some((of, rule)) = system.answers.ensemble() else { continue };
        let named = |name: &String| {
            let at = systems.iter().position(|other| other.name == *name)?;
            let (runs, origin, _) = loaded.get(at)?.as_ref()?;
            Some((runs.first()?, *origin))
        };
        let members: Vec<(&Run, Origin)> = of.iter().filter_map(named).collect();
        let reads_gold = members.iter().any(|(_, origin)| *origin == Origin::ReadsGold);
        let origin = if reads_gold { Origin::ReadsGold } else { Origin::Answers };
        let members: Vec<&Run> = members.into_iter().map(|(run, _)| run).collect();
        let Answered { replies, how, files, .. } = answered(system, (of, rule), dataset, &members)?;
        let run = engines::as_run(&system.name, dataset, &replies)?;
        all.push((vec![run], origin, signature(system, files, Some(&how), "refuse")));
    }
    Ok(all)
}

/// What an ensemble makes of the answers of its members, which are in the order of their names.
pub(super) fn answered(
    system: &System,
    (of, rule): (&[String], EnsembleRule),
    dataset: &Dataset,
    members: &[&Run],
) -> Result<Answered, Failure> {
    let judgment = |run: &&Run, row: usize| match run.answer(row) {
        Answer::Judged(judgment) => Some(judgment),
        _ => None,
    };
    let opinions: Vec<Vec<Option<Judgment>>> = (0..dataset.len())
        .map(|row| members.iter().map(|run| judgment(run, row)).collect())
        .collect();
    let named = of.join(", ");
    let (replies, how) = match rule {
        EnsembleRule::Vote => {
            (opinions.iter().map(|said| vote(said)).collect(), format!("vote of {named}"))
        }
        EnsembleRule::Stacked { parts } => {
            let part_of = parts_of(dataset, parts);
            let replies = stacked(&opinions, dataset.gold(), &part_of).map_err(|error| {
                let message = format!("system `{}` cannot be trained: {error}", system.name);
                Failure::input(message, None)
            })?;
            let said = |(reply, opinions): (Reply, &Vec<Option<Judgment>>)| {
                let of_member = |(name, judgment): (&String, &Option<Judgment>)| {
                    format!("{name}: {}", judgment.map_or("no judgment", Judgment::name))
                };
                let all: Vec<String> = of.iter().zip(opinions).map(of_member).collect();
                reply.because(all.join("\n"))
            };
            let replies = replies.into_iter().zip(&opinions).map(said).collect();
            (
                replies,
                format!("stacked on {named}, cross-validated in {parts} parts of the dataset"),
            )
        }
    };
    Ok(Answered { replies, how, files: Vec::new(), note: None })
}
