//! What cannot be evaluated, or not so, told before anything is computed.

use std::collections::HashSet;

use phenom_dataset::{Answer, CompositionRule, Dataset, Missing, Run, Task};
use phenom_metrics::judged::JUDGED_MEASURES;
use phenom_metrics::measures::accuracy::ACCURACY_THREE_WAY;
use phenom_metrics::measures::by_relevance::is_by_relevance;
use phenom_metrics::measures::{Measure, Needs, measure};
use phenom_metrics::{
    Compared, Evaluation, Origin, Population, StatisticsSettings, Undefined, Weighting,
    is_of_ranking, scores_fit,
};

use super::presented::refuse_wrong_names;
use crate::config::{Config, listed};
use crate::failure::{ConfigProblem, Failure};

/// Why systems cannot be compared: some leave out pairs that others answer, and nothing was said of the
/// pairs that all of them answer.
pub fn uneven(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    statistics: &StatisticsSettings,
) -> Option<String> {
    let skips = runs.iter().any(|(run, _)| run.missing() == Missing::Skip);
    if statistics.common_pairs || statistics.compare == Compared::None || runs.len() < 2 || !skips {
        return None;
    }
    let answers = |run: &Run, row: usize| run.answer(row) != Answer::Missing;
    let common =
        (0..dataset.len()).filter(|row| runs.iter().all(|(run, _)| answers(run, *row))).count();
    let fewer = runs.iter().find_map(|(run, _)| {
        let answered = (0..dataset.len()).filter(|row| answers(run, *row)).count();
        (answered != dataset.len()).then(|| (run.system(), answered))
    });
    let (system, answered) = fewer?;
    Some(uneven_answers((system, answered as u64), dataset.len() as u64, common as u64))
}

/// The sentence on a system that answers fewer pairs than there are.
pub(super) fn uneven_answers((system, answered): (&str, u64), pairs: u64, common: u64) -> String {
    format!(
        "they predict different pairs (`{system}` predicts {answered} of {pairs}). `statistics: {{common-pairs: true}}` \
         compares them on the {common} pairs that all of them predict."
    )
}

/// Systems are evaluated on gold labels, which pairs have only when nobody differs on them.
pub fn refuse_unsettled(dataset: &Dataset) -> Result<(), Failure> {
    let open = dataset.unsettled();
    let Some((pair, said)) = open.first() else { return Ok(()) };
    let message = match open.len() {
        1 => format!("annotators differ on one pair that nobody has adjudicated: {pair} ({said})"),
        pairs => format!(
            "annotators differ on {pairs} pairs that nobody has adjudicated, such as {pair} ({said})"
        ),
    };
    let help = "adjudicate them with `phenom annotate` (`phenom decompose` lists them), or write `settle: majority` next to \
                `work` in the config";
    Err(Failure::input(message, Some(help.to_owned())))
}

/// Weights can only be taken from a dataset that gives some.
pub(crate) fn refuse_no_weights(config: &Config, dataset: &Dataset) -> Result<(), Failure> {
    if config.weighting != Some(Weighting::Given) || dataset.is_weighted() {
        return Ok(());
    }
    let problem = ConfigProblem {
        place: config.document.place(&["weighting".into()]),
        message: "the dataset contains no weights".to_owned(),
        help: Some(
            "name their column, `weight: NAME` among the `columns`, or write `weighting: ranks`"
                .to_owned(),
        ),
    };
    Err(config.document.failure(vec![problem]))
}

/// What a config asks for must be what the data can give: its task, its measures, its rule of composition, and the names
/// of systems and phenomena.
pub fn refuse_unfit(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    refuse_unfit_for_judged_gold(config, evaluation)?;
    refuse_three_way(config, evaluation)?;
    refuse_unmeasurable(config, evaluation)?;
    refuse_coarse_composition(config, evaluation)?;
    refuse_wrong_names(config, evaluation)
}

/// Judged gold corrects some measures, of predictions for all pairs, if people read any kind of pairs.
fn refuse_unfit_for_judged_gold(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    let Some(judged) = &evaluation.judged else { return Ok(()) };
    let mut problems = Vec::new();
    for (index, key) in config.measures.iter().flatten().enumerate() {
        if measure(key).is_some_and(|measure| !JUDGED_MEASURES.contains(&measure)) {
            let known: Vec<&str> = JUDGED_MEASURES.iter().map(|measure| measure.key).collect();
            problems.push(ConfigProblem {
                place: config.document.place(&["measures".into(), index.into()]),
                message: format!("`{key}` cannot be corrected by people's labels of some pairs"),
                help: Some(format!("leave it out; judged gold has {}", listed(&known))),
            });
        }
    }
    if let Some(system) = evaluation.systems.iter().find(|one| one.missing() == Missing::Skip) {
        problems.push(ConfigProblem {
            place: config.document.place(&["systems".into()]),
            message: format!(
                "`{}` leaves out pairs (`missing: skip`), and `judged` needs predictions for all pairs",
                system.name
            ),
            help: Some("write `missing: wrong`, or complete the predictions".to_owned()),
        });
    }
    if judged.reads_only_differing() {
        problems.push(ConfigProblem {
            place: config.document.place(&["dataset".into(), "judged".into(), "people".into()]),
            message: "people read only pairs on which judges differ, which shows nothing of the others, where judges can be \
                      wrong together"
                .to_owned(),
            help: Some(
                "have people read a random sample of the other pairs, too, and state the probability of each pair \
                 (`chosen: probability`)"
                    .to_owned(),
            ),
        });
    }
    match problems.is_empty() {
        true => Ok(()),
        false => Err(config.document.failure(problems)),
    }
}

/// People must have read a pair of every stratum, or nothing is known of it.
pub(crate) fn refuse_unread_strata(config: &Config, dataset: &Dataset) -> Result<(), Failure> {
    let strata = dataset.judged().and_then(|judged| judged.strata.as_ref());
    let Some(attribute) =
        strata.and_then(|name| dataset.attributes().iter().find(|one| one.name() == name))
    else {
        return Ok(());
    };
    let code =
        |row: usize| attribute.code(row).or_else(|| attribute.code(dataset.original_of(row)));
    let refused = |message: String, help: &str| {
        let place = ["dataset", "judged", "people", "strata"].map(Into::into);
        let place = config.document.place(&place);
        let help = Some(help.to_owned());
        Err(config.document.failure(vec![ConfigProblem { place, message, help }]))
    };
    if let Some(row) = (0..dataset.len()).find(|row| code(*row).is_none()) {
        let message = format!("pair `{}` has no stratum", dataset.id(row));
        return refused(message, "fill in the column, or exclude the pair");
    }
    let read: HashSet<Option<u32>> =
        (0..dataset.len()).filter(|row| dataset.gold()[*row].is_some()).map(code).collect();
    let unread = (0..dataset.len()).map(code).find(|code| !read.contains(code)).flatten();
    let Some(stratum) = unread.and_then(|code| attribute.values().nth(code as usize)) else {
        return Ok(());
    };
    let message = format!("people read no pair of the stratum `{stratum}`");
    refused(message, "have people read pairs of every stratum, or exclude its pairs")
}

/// A measure that the config names must be one that every system can have.
fn refuse_unmeasurable(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for (index, key) in config.measures.iter().flatten().enumerate() {
        let place = || config.document.place(&["measures".into(), index.into()]);
        if key == ACCURACY_THREE_WAY.key
            && let Some(reason) = evaluation.two_way_reason()
        {
            problems.push(ConfigProblem {
                place: place(),
                message: format!("`{key}` needs three-way labels, and {reason}"),
                help: Some("leave it out, or write `accuracy_two_way`".to_owned()),
            });
        }
        let needs = measure(key).map(Measure::needs);
        if evaluation.has_scores() && needs == Some(Needs::RightOrWrong) {
            problems.push(ConfigProblem {
                place: place(),
                message: format!(
                    "`{key}` needs outcomes that are correct or wrong, and some are scores between 0 and 1"
                ),
                help: Some(
                    "leave it out, or set from which score on a prediction is correct: `threshold: 0.5` in each system"
                        .to_owned(),
                ),
            });
        }
        let is_by_relevance = measure(key).is_some_and(is_by_relevance);
        if is_by_relevance && evaluation.relevance_in_words.is_none() {
            problems.push(ConfigProblem {
                place: place(),
                message: format!(
                    "`{key}` needs the relevance of phenomena, and the config has none"
                ),
                help: Some(
                    "add `relevance: frequency`, or weights such as `relevance: {negation: 2}`"
                        .to_owned(),
                ),
            });
        }
        let answering = evaluation.systems.iter().filter(|system| system.origin == Origin::Answers);
        for system in answering {
            let Some(measure) = measure(key).filter(|measure| is_of_ranking(measure)) else {
                continue;
            };
            let value = match system.rankings() {
                Ok(rankings) => rankings
                    .of(Population::Original)
                    .and_then(|ranking| ranking.figure(measure, 0).map(|figure| figure.value)),
                Err(reason) => Some(Err(reason)),
            };
            let Some(Err(reason)) = value.filter(is_for_want_of_scores) else { continue };
            problems.push(ConfigProblem {
                place: place(),
                message: format!("`{key}` is not available for `{}`: {reason}", system.name),
                help: Some(
                    "name the column of its `confidence`, `entailment-score`, `probabilities` or \
                     `rank`, or leave the measure out"
                        .to_owned(),
                ),
            });
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(config.document.failure(problems)) }
}

fn is_for_want_of_scores(value: &Result<f64, Undefined>) -> bool {
    matches!(
        value,
        Err(Undefined::NoRanking
            | Undefined::OnlyCounts
            | Undefined::OnlyEntailmentRanking
            | Undefined::NoEntailmentProbability)
    )
}

/// Scores of outcomes must be so few that the clusters can count them.
pub fn refuse_fine_scores(dataset: &Dataset, runs: &[(Run, Origin)]) -> Result<(), Failure> {
    let runs: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
    if !runs.iter().any(|run| run.is_partly_right()) || scores_fit(dataset, &runs) {
        return Ok(());
    }
    let message = "the scores have too many decimals to be summed exactly over the largest cluster";
    let help =
        "round the scores to two decimals, or add `threshold: 0.5` to each system".to_owned();
    Err(Failure::input(message, Some(help)))
}

/// A three-way task needs three-way judgments.
pub fn refuse_three_way(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    match (config.task, evaluation.two_way_reason()) {
        (Some(Task::ThreeWay), Some(reason)) => {
            let problem = ConfigProblem {
                place: config.document.place(&["task".into()]),
                message: format!("phenom cannot score this with three-way labels: {reason}"),
                help: Some("write `task: two-way`, or leave it out".to_owned()),
            };
            Err(config.document.failure(vec![problem]))
        }
        _ => Ok(()),
    }
}

/// A two-way table of composition says nothing of what is not entailed, and a three-way task asks for it.
fn refuse_coarse_composition(config: &Config, evaluation: &Evaluation) -> Result<(), Failure> {
    let CompositionRule::Table(table) = config.composition else { return Ok(()) };
    if table.task() != Task::TwoWay || evaluation.task == Task::TwoWay {
        return Ok(());
    }
    let problem = ConfigProblem {
        place: config.document.place(&["composition".into()]),
        message: "the composition table is two-way, and the labels are three-way".to_owned(),
        help: Some("write `task: two-way`, or a table of three labels".to_owned()),
    };
    Err(config.document.failure(vec![problem]))
}

/// Count tables may hold missing answers, which must not pass without a word.
pub(crate) fn refuse_missing(evaluation: &Evaluation, missing: Missing) -> Result<(), Failure> {
    if missing != Missing::Refuse {
        return Ok(());
    }
    for system in &evaluation.systems {
        let of = |population| system.counts(population, 0).missing();
        let count = of(Population::Original) + of(Population::Monothematic);
        if count > 0 {
            let message = format!("`{}` has no prediction for {count} pairs", system.name);
            let help = "`missing: wrong` counts them as wrong, `missing: skip` leaves them out";
            return Err(Failure::input(message, Some(help.to_owned())));
        }
    }
    Ok(())
}
