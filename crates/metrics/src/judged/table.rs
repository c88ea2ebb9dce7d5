//! What judges and people say of all pairs, under one task.

use phenom_dataset::{Answer, Judgment, Outcome, Run, Task};

use crate::statistics::prediction_powered::{Chances, Part, Sample, Values};

/// The answers of a system: for each of its runs and each pair the place of its judgment in the task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers(Vec<Vec<Option<usize>>>);

impl Answers {
    /// The answers of the runs of a system under a task. No answer is wrong, whatever the label.
    #[must_use]
    pub fn new(task: Task, runs: &[Vec<Option<Judgment>>]) -> Self {
        Self(runs.iter().map(|answers| columns(task, answers)).collect())
    }

    /// The share of runs in which something holds of the answer to a pair.
    fn share(&self, pair: usize, holds: impl Fn(Option<usize>) -> bool) -> f64 {
        let runs = self.0.iter().filter(|answers| holds(answers[pair])).count();
        runs as f64 / self.0.len() as f64
    }

    /// The answer of a run to a pair.
    pub(super) fn of(&self, run: usize, pair: usize) -> Option<usize> {
        self.0[run][pair]
    }

    /// The share of runs that give a pair one judgment.
    #[must_use]
    pub fn share_of(&self, pair: usize, judgment: usize) -> f64 {
        self.share(pair, |answer| answer == Some(judgment))
    }
}

fn columns(task: Task, judgments: &[Option<Judgment>]) -> Vec<Option<usize>> {
    let column = |judgment: &Option<Judgment>| judgment.and_then(|judgment| task.column(judgment));
    judgments.iter().map(column).collect()
}

/// What judges say of all pairs, and people of some, under one task.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedTable {
    task: Task,
    clusters: Vec<u32>,
    /// The label of people, where they read the pair.
    people: Vec<Option<usize>>,
    read: Vec<bool>,
    /// The probabilities with which pairs are read; nothing where each is as likely as the others.
    chances: Option<Vec<Option<f64>>>,
    /// Whether people read clusters as a whole.
    whole_clusters: bool,
    /// By judge: its labels; none where judges score the answers of systems.
    judges: Vec<Vec<Option<usize>>>,
}

impl JudgedTable {
    /// The labels of people and judges of pairs in clusters, each in the order of the pairs. A judge may lack labels, and then
    /// no answer is right by that judge.
    #[must_use]
    pub fn new(
        task: Task,
        clusters: Vec<u32>,
        (people, chances): (&[Option<Judgment>], Option<Vec<Option<f64>>>),
        judges: &[Vec<Option<Judgment>>],
    ) -> Self {
        Self {
            task,
            clusters,
            people: columns(task, people),
            read: people.iter().map(Option::is_some).collect(),
            chances,
            whole_clusters: false,
            judges: judges.iter().map(|labels| columns(task, labels)).collect(),
        }
    }

    /// The same of people who read clusters as a whole.
    #[must_use]
    pub fn of_whole_clusters(self, whole_clusters: bool) -> Self {
        Self { whole_clusters, ..self }
    }

    /// Whether people read clusters as a whole.
    pub(super) fn reads_whole_clusters(&self) -> bool {
        self.whole_clusters
    }

    /// The clusters of the first pairs.
    pub(super) fn clusters(&self, pairs: usize) -> Vec<u32> {
        self.clusters[..pairs].to_vec()
    }

    /// The judgment of people on a pair that they read.
    pub(super) fn of_people(&self, pair: usize) -> Option<usize> {
        self.people[pair]
    }

    /// The judgment of a judge on a pair.
    pub(super) fn of_judge(&self, judge: usize, pair: usize) -> Option<usize> {
        self.judges[judge][pair]
    }

    /// The probability with which people read all of some pairs, if each is read for itself: of pairs that are drawn without
    /// being put back, or the product of what is stated.
    pub(super) fn joint_chance(&self, pairs: impl Iterator<Item = usize>) -> Option<f64> {
        match &self.chances {
            Some(chances) => pairs.map(|pair| chances[pair]).product(),
            None => {
                let read = self.read.iter().filter(|read| **read).count();
                let all = self.read.len();
                let of = |(before, _)| (read as f64 - before as f64) / (all as f64 - before as f64);
                let chance: f64 = pairs.enumerate().map(of).product();
                (chance > 0.0).then_some(chance)
            }
        }
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> Task {
        self.task
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.people.len()
    }

    /// Whether people read a pair.
    #[must_use]
    pub fn is_read(&self, pair: usize) -> bool {
        self.read[pair]
    }

    /// Whether two judges differ on a pair.
    pub(super) fn judges_differ(&self, pair: usize) -> bool {
        let mut labels = self.judges.iter().map(|labels| labels[pair]);
        let first = labels.next();
        labels.any(|label| Some(label) != first)
    }

    /// The probability with which people were to read a pair: as given, or the share of pairs that they read.
    pub(super) fn chances(&self) -> impl Fn(usize) -> f64 + '_ {
        let read = self.read.iter().filter(|read| **read).count();
        let equal = read as f64 / self.read.len().max(1) as f64;
        move |pair| match &self.chances {
            Some(chances) => chances[pair].unwrap_or(0.0),
            None => equal,
        }
    }

    /// The probability that is stated of a pair; nothing if there is none.
    pub(super) fn stated_chance(&self, pair: usize) -> Option<f64> {
        self.chances.as_ref()?[pair]
    }

    /// The labels of a judge as the answers of a system.
    pub(super) fn answers_of_judge(&self, judge: usize) -> Answers {
        Answers(vec![self.judges[judge].clone()])
    }

    /// How many judges there are.
    #[must_use]
    pub fn judges(&self) -> usize {
        self.judges.len()
    }

    /// Some pairs, ascending.
    #[must_use]
    pub fn part(&self, pairs: Vec<u32>) -> Part {
        let chances = match &self.chances {
            Some(chances) => Chances::Known(chances),
            None => Chances::Equal,
        };
        Part::new(&Sample { clusters: &self.clusters, labelled: &self.read, chances }, pairs)
    }

    /// Whether a system's answer is right: by people, and by each judge. Of several runs, the share.
    #[must_use]
    pub fn right(&self, answers: &Answers) -> Values {
        let agrees = |pair: usize, label: Option<usize>| {
            label.map_or(0.0, |label| answers.share_of(pair, label))
        };
        self.values(
            |pair| agrees(pair, self.people[pair]),
            |pair, judge| agrees(pair, self.judges[judge][pair]),
        )
    }

    /// How right a system's answers are where they are scored: by people, and by each judge. Of several runs, the mean. A score
    /// that a judge lacks counts as 0.
    pub(super) fn scored(&self, runs: &[&Run]) -> Values {
        let mean = |of: &dyn Fn(&Run) -> f64| {
            runs.iter().map(|run| of(run)).sum::<f64>() / runs.len() as f64
        };
        let score =
            |run: &Run, pair: usize| f64::from(run.outcome_units(pair)) / f64::from(Outcome::UNIT);
        self.values(
            |pair| mean(&|run| score(run, pair)),
            |pair, judge| mean(&|run| score(&run.by_judges()[judge], pair)),
        )
    }

    /// Values in which some judges say nothing, so that they correct nothing.
    pub(super) fn without(&self, values: &Values, is_silent: impl Fn(usize) -> bool) -> Values {
        let of_judge = |pair: usize, judge: usize| match is_silent(judge) {
            true => 0.0,
            false => values.predictions(pair as u32)[judge],
        };
        self.values(|pair| values.label(pair as u32), of_judge)
    }

    /// How far people agree with a judge on the scores of answers: on each pair 1 less the mean difference of the two, over
    /// systems and runs. Only for what people say.
    pub(super) fn agreement_on_scores(&self, judge: usize, systems: &[Vec<&Run>]) -> Values {
        let runs: Vec<&Run> = systems.iter().flatten().copied().collect();
        let differs = |run: &Run, pair: usize| {
            let by_judge = &run.by_judges()[judge];
            match by_judge.answer(pair) {
                Answer::Missing => 1.0,
                _ => {
                    let units = run.outcome_units(pair).abs_diff(by_judge.outcome_units(pair));
                    f64::from(units) / f64::from(Outcome::UNIT)
                }
            }
        };
        let agreement = |pair: usize| {
            1.0 - runs.iter().map(|run| differs(run, pair)).sum::<f64>() / runs.len() as f64
        };
        self.values(agreement, |_, _| 0.0)
    }

    /// For each judgment of the task, whether gold and a system's answer are it. Of several runs, the share.
    pub(super) fn right_by_gold(&self, answers: &Answers) -> Vec<Values> {
        let of = |judgment: usize| {
            let both = |pair: usize, label: Option<usize>| match label == Some(judgment) {
                true => answers.share_of(pair, judgment),
                false => 0.0,
            };
            self.values(
                |pair| both(pair, self.people[pair]),
                |pair, judge| both(pair, self.judges[judge][pair]),
            )
        };
        (0..self.task.judgments().len()).map(of).collect()
    }

    /// Whether gold is one judgment of the task, or none: by people, and by each judge.
    fn labelled(&self, label: Option<usize>) -> Values {
        let is = |found: Option<usize>| f64::from(u8::from(found == label));
        self.values(|pair| is(self.people[pair]), |pair, judge| is(self.judges[judge][pair]))
    }

    /// Whether gold is each of the judgments of the task; and whether there is none, where a judge lacks labels.
    #[must_use]
    pub fn of_gold(&self) -> Vec<Values> {
        let judgments = (0..self.task.judgments().len()).map(Some);
        let lacks = self.judges.iter().any(|labels| labels.contains(&None));
        judgments.chain(lacks.then_some(None)).map(|label| self.labelled(label)).collect()
    }

    fn values(
        &self,
        of_people: impl Fn(usize) -> f64,
        of_judge: impl Fn(usize, usize) -> f64,
    ) -> Values {
        Values::new(self.pairs(), self.judges.len(), of_people, of_judge)
    }
}
