//! Systems that learn from the gold labels of the pairs that they predict, or from systems that do: by cross-validation.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::{Dataset, Judgment, Task};
use phenom_metrics::{LearnsFrom, Origin, linguistic_biased};
use phenom_systems::{
    CrossValidation, EnsembleRule, Groups, HeldOut, Learns, Member, Replies, Reply, TrainingError,
    vote,
};

use super::given::{Given, Ready, judged, signature};
use super::replies::Answered;
use crate::config::{Answers, System};
use crate::failure::Failure;

/// Where the predictions of a system come from: it reads gold labels by design if the linguistic-biased system is it or a
/// member of it.
pub(super) fn origin(systems: &[System], system: &System) -> Origin {
    let reads_gold = |system: &System| matches!(system.answers, Answers::LinguisticBiased { .. });
    let member_reads_gold = || {
        let (of, _) = system.answers.ensemble()?;
        of.iter()
            .any(|name| systems.iter().any(|other| other.name == *name && reads_gold(other)))
            .then_some(())
    };
    match reads_gold(system) || member_reads_gold().is_some() {
        true => Origin::ReadsGold,
        false => Origin::Answers,
    }
}

/// The predictions of the systems that learn from the dataset or are ensembles, by the number of the system; `None` for
/// others. Of a system that was not wanted, nothing is predicted. With a `group`, predictions are those of the parts that have
/// its pairs; others are abstentions.
pub(super) fn learned(
    systems: &[System],
    ready: &[Option<Ready<'_>>],
    dataset: &Dataset,
    groups: &Groups,
    group: Option<usize>,
) -> Result<Vec<Option<Given>>, Failure> {
    let mut learned: Vec<Option<Given>> = systems.iter().map(|_| None).collect();
    for (at, system) in systems.iter().enumerate() {
        if let (Some(Ready::Later), Answers::LinguisticBiased { cross_validated, task }) =
            (&ready[at], &system.answers)
        {
            learned[at] = Some(biased(system, dataset, groups, (*cross_validated, *task))?);
        }
    }
    let shared = Shared { systems, ready, dataset, groups, group };
    for parts in shared.numbers_of_parts() {
        for (at, answered) in shared.cross_validated(parts, &learned)? {
            learned[at] = Some(Given::Ran(answered));
        }
    }
    let mut votes = Vec::new();
    for (at, system) in systems.iter().enumerate() {
        let (Some(Ready::Later), Some((of, EnsembleRule::Vote))) =
            (&ready[at], system.answers.ensemble())
        else {
            continue;
        };
        let judgments = |name: &String| {
            let at = systems.iter().position(|other| other.name == *name)?;
            let given = learned[at].as_ref().or(match &ready[at] {
                Some(Ready::Given(given)) => Some(given),
                _ => None,
            });
            given.map(|given| given.judgments(dataset))
        };
        let members: Vec<Vec<Option<Judgment>>> = of.iter().filter_map(judgments).collect();
        let opinions = |row: usize| -> Vec<Option<Judgment>> {
            members.iter().map(|member| member[row]).collect()
        };
        let replies = (0..dataset.len()).map(|row| vote(&opinions(row))).collect();
        let how = format!("vote of {}", of.join(", "));
        votes.push((at, Answered { replies, how, files: Vec::new(), note: None }));
    }
    for (at, answered) in votes {
        learned[at] = Some(Given::Ran(answered));
    }
    Ok(learned)
}

/// The predictions of the linguistic-biased system.
fn biased(
    system: &System,
    dataset: &Dataset,
    groups: &Groups,
    (cross_validated, task): (bool, Task),
) -> Result<Given, Failure> {
    if task == Task::ThreeWay && Task::of_gold(dataset.gold()) == Task::TwoWay {
        let message = format!(
            "system `{}` distinguishes unknown from contradiction, and the gold labels do not",
            system.name
        );
        let help = "write `algorithm: linguistic-biased`".to_owned();
        return Err(Failure::input(message, Some(help)));
    }
    let learns_from = match cross_validated {
        true => LearnsFrom::OtherGroups(groups.of_rows()),
        false => LearnsFrom::AllPairs,
    };
    let mut run = linguistic_biased(dataset, &system.name, learns_from, task);
    if let Some(note) = groups.note(dataset).filter(|_| cross_validated) {
        run = run.noting(format!("`{}`: {note}", system.name));
    }
    let name = match task {
        Task::TwoWay | Task::Outcome => "linguistic-biased",
        Task::ThreeWay => "linguistic-biased-three-way",
    };
    let learnt = match cross_validated {
        true => "cross-validated: learnt from the other groups",
        false => "learnt from all monothematic pairs",
    };
    let algorithm = format!("{name}, {learnt}");
    let signature = signature(system, Vec::new(), Some(&algorithm), "refuse");
    Ok(Given::Read(vec![run], signature))
}

/// What all cross-validations of a config share.
struct Shared<'a> {
    systems: &'a [System],
    ready: &'a [Option<Ready<'a>>],
    dataset: &'a Dataset,
    groups: &'a Groups,
    /// The group whose predictions are wanted; `None`: those of all.
    group: Option<usize>,
}

impl<'a> Shared<'a> {
    /// Into how many parts a system that is cross-validated splits the dataset.
    fn parts_of(&self, at: usize) -> Option<usize> {
        match (&self.ready[at], self.systems[at].answers.ensemble()) {
            (Some(Ready::Learner(learner)), _) => Some(learner.parts),
            (Some(Ready::Later), Some((_, EnsembleRule::Stacked { parts }))) => Some(parts),
            _ => None,
        }
    }

    fn numbers_of_parts(&self) -> BTreeSet<usize> {
        (0..self.systems.len()).filter_map(|at| self.parts_of(at)).collect()
    }

    /// From what each system learns.
    fn members(&self, learned: &[Option<Given>]) -> Vec<Member<'a>> {
        let number = |name: &String| self.systems.iter().position(|other| other.name == *name);
        let learns = |at: usize| match (&self.ready[at], &self.systems[at].answers) {
            (Some(Ready::Given(given)), _) => Learns::Nothing(given.judgments(self.dataset)),
            (Some(Ready::Learner(_)), _) => Learns::FromPairs,
            (_, Answers::LinguisticBiased { cross_validated: true, .. }) => Learns::FromPairs,
            (_, answers) => match (answers.ensemble(), &learned[at]) {
                (Some((of, EnsembleRule::Stacked { .. })), _) => {
                    Learns::FromMembers(of.iter().filter_map(number).collect())
                }
                (_, Some(given)) => Learns::Nothing(given.judgments(self.dataset)),
                (_, None) => Learns::Nothing(vec![None; self.dataset.len()]),
            },
        };
        let member =
            |(at, system): (usize, &'a System)| Member { name: &system.name, learns: learns(at) };
        self.systems.iter().enumerate().map(member).collect()
    }

    /// The predictions of all systems that split the dataset into some number of parts.
    fn cross_validated(
        &self,
        parts: usize,
        learned: &[Option<Given>],
    ) -> Result<Vec<(usize, Answered)>, Failure> {
        let part_of = self.groups.parts(parts);
        let members = self.members(learned);
        let validation = CrossValidation::new(&members, self.dataset.gold(), &part_of);
        let asked: Vec<usize> =
            (0..self.systems.len()).filter(|at| self.parts_of(*at) == Some(parts)).collect();
        for at in &asked {
            self.refuse_two_parts(*at, &members, validation.parts().len())?;
        }
        let of_parts = |member: usize| {
            let is_wanted = |part: &&usize| self.group.is_none_or(|group| group % parts == **part);
            let parts = validation.parts().iter().filter(is_wanted);
            parts.map(move |part| HeldOut::of_part(member, *part)).collect::<Vec<_>>()
        };
        let wanted: Vec<HeldOut> = asked.iter().flat_map(|at| of_parts(*at)).collect();
        for held_out in validation.trainings(&wanted) {
            if let Some(Ready::Learner(learner)) = &self.ready[held_out.member] {
                learner.learning.expect_training();
            }
        }
        let train = |held_out: &HeldOut, is_held_out: &[bool]| self.train(held_out, is_held_out);
        let untrained = |name: &str, error: TrainingError| {
            Failure::input(format!("cannot train system `{name}`: {error}"), None)
        };
        let mut known: BTreeMap<HeldOut, Replies> =
            validation.predict(&wanted, train, untrained)?;
        let note = self.groups.note(self.dataset);
        let answered = |at: usize| {
            let mut replies = vec![Reply::default(); self.dataset.len()];
            for held_out in of_parts(at) {
                for (row, reply) in known.remove(&held_out).unwrap_or_default() {
                    replies[row] = reply;
                }
            }
            (at, self.described(at, parts, replies, note.clone()))
        };
        Ok(asked.into_iter().map(answered).collect())
    }

    /// Predictions of a system with what there is to know of them.
    fn described(
        &self,
        at: usize,
        parts: usize,
        replies: Vec<Reply>,
        note: Option<String>,
    ) -> Answered {
        match (&self.ready[at], self.systems[at].answers.ensemble()) {
            (Some(Ready::Learner(learner)), _) => {
                let notes = [learner.note.clone(), note];
                let notes: Vec<String> = notes.into_iter().flatten().collect();
                let note = (!notes.is_empty()).then(|| notes.join(" "));
                Answered { replies, how: learner.how(), files: learner.files.clone(), note }
            }
            (_, ensemble) => {
                let of = ensemble.map(|(of, _)| of).unwrap_or_default();
                let how = format!(
                    "stacked on {}, cross-validated in {parts} parts of the dataset",
                    of.join(", ")
                );
                let notes: Vec<String> =
                    [self.note_on_files(of), note].into_iter().flatten().collect();
                let note = (!notes.is_empty()).then(|| notes.join(" "));
                Answered { replies, how, files: Vec::new(), note }
            }
        }
    }

    /// What to say of an ensemble that learns from predictions in files: no cross-validation reaches who made them.
    fn note_on_files(&self, of: &[String]) -> Option<String> {
        let is_in_files = |name: &&String| {
            let mut named = self.systems.iter().filter(|other| other.name == **name);
            named.any(|other| matches!(other.answers, Answers::Predictions(_)))
        };
        let files: Vec<String> =
            of.iter().filter(is_in_files).map(|name| format!("`{name}`")).collect();
        (!files.is_empty()).then(|| {
            format!(
                "the predictions of {} come from files. If these systems learnt from gold labels of this dataset, in \
                 cross-validation too, this ensemble has seen the labels of the pairs that it predicts.",
                files.join(", ")
            )
        })
    }

    /// Trains a system on what is not held out, and has it predict what is.
    fn train(&self, held_out: &HeldOut, is_held_out: &[bool]) -> Result<Replies, Failure> {
        let system = &self.systems[held_out.member];
        match (&self.ready[held_out.member], &system.answers) {
            (Some(Ready::Learner(learner)), _) => {
                learner.train(self.dataset, self.groups, is_held_out)
            }
            (_, Answers::LinguisticBiased { task, .. }) => {
                let group_of: Vec<usize> =
                    is_held_out.iter().map(|held_out| usize::from(*held_out)).collect();
                let learns_from = LearnsFrom::OtherGroups(&group_of);
                let run = linguistic_biased(self.dataset, &system.name, learns_from, *task);
                let rows = (0..self.dataset.len()).filter(|row| is_held_out[*row]);
                let reply = |row| Reply { judgment: judged(&run, row), ..Reply::default() };
                Ok(rows.map(|row| (row, reply(row))).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Refuses an ensemble whose members would learn from no pair: it leaves out two parts at a time.
    fn refuse_two_parts(
        &self,
        at: usize,
        members: &[Member<'_>],
        parts: usize,
    ) -> Result<(), Failure> {
        let Learns::FromMembers(of) = &members[at].learns else { return Ok(()) };
        let learns = |member: &&usize| matches!(members[**member].learns, Learns::FromPairs);
        let Some(member) = of.iter().find(learns).filter(|_| parts < 3) else { return Ok(()) };
        let message = format!(
            "system `{}` learns from `{}`, which learns from the dataset itself: that needs three parts, and phenom \
             splits the dataset into {parts}",
            members[at].name, members[*member].name
        );
        let help =
            "write `cross-validated: 10`; pairs of one original, cluster or text stay in one part";
        Err(Failure::input(message, Some(help.to_owned())))
    }
}
