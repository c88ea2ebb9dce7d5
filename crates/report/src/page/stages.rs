//! Wrong originals of systems that decompose for themselves, stage by stage, with some of them to read.

use phenom_dataset::{Judgment, Task};
use phenom_metrics::stages::{Order, StageOriginal, StagedSystem, Stages, TracedPart};

use crate::Results;
use crate::analyses::{Staged, originals_share, short, wrong_share};
use crate::explorer::shortened;
use crate::figures::OriginalsShare;

/// How many originals of a stage are on the page, and how many of all stages together: fewer of each if there are many.
const OF_STAGE: usize = 50;
const OF_ALL: usize = 1_000;
/// How many parts of an original are on the page, how many ids of missing parts, and how many letters of a text.
const PARTS: usize = 20;
const LETTERS: usize = 300;

/// The wrong originals of the systems that decompose for themselves.
#[derive(Debug, Clone, PartialEq)]
pub struct WrongOriginals {
    /// The systems, in the order of the config.
    pub systems: Vec<SystemStages>,
    /// Whether people corrected shares: the originals to read are those by the judge then.
    pub is_corrected: bool,
}

/// The wrong originals of a system.
#[derive(Debug, Clone, PartialEq)]
pub struct SystemStages {
    /// The number of the system; `None` if it is not in the evaluation.
    pub number: Option<usize>,
    /// Its name as readers see it.
    pub name: String,
    /// How many originals have a gold label.
    pub originals: u64,
    /// Those that it has wrong.
    pub wrong: OriginalsShare,
    /// The stages at which they became wrong, without those at which none did.
    pub stages: Vec<StageExamples>,
}

/// The originals that became wrong at a stage.
#[derive(Debug, Clone, PartialEq)]
pub struct StageExamples {
    /// The stage, or several that the data do not tell apart, in words.
    pub stage: String,
    /// Their share of all originals.
    pub share: OriginalsShare,
    /// How many there are.
    pub count: usize,
    /// The first of them.
    pub shown: Vec<ExampleOriginal>,
}

/// An original to read.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleOriginal {
    /// Its id.
    pub id: String,
    /// Its gold label.
    pub gold: Option<Judgment>,
    /// The composed prediction; `None` if there is none.
    pub composed: Option<Judgment>,
    /// The number of its parts, of those with a wrong or failed verdict, and of unfaithful ones.
    pub counts: [u32; 3],
    /// The first parts, if texts are kept, each with whether the verdict is correct.
    pub parts: Vec<(TracedPart, Option<bool>)>,
    /// The first ids of reference parts that no part covers, and how many there are; `None` if that is not known.
    pub missing: Option<(Vec<String>, usize)>,
}

/// `None` if no system decomposes for itself.
pub(super) fn wrong_originals(results: &Results<'_>) -> Option<WrongOriginals> {
    let staged = Staged::of(results)?;
    let all: usize = staged.systems.iter().map(|system| occurring(staged, system).count()).sum();
    let most = (OF_ALL / all.max(1)).clamp(1, OF_STAGE);
    let systems = staged.systems.iter().map(|system| of_system(results, staged, system, most));
    let systems = systems.collect();
    let is_corrected = staged.rows.iter().any(|row| row.is_corrected);
    Some(WrongOriginals { systems, is_corrected })
}

/// The originals of a system that became wrong at some stages.
fn originals<'r>(
    staged: Staged<'r>,
    system: &'r StagedSystem,
    stages: Stages,
) -> impl Iterator<Item = &'r StageOriginal> {
    staged.originals.iter().filter(move |original| {
        original.system == system.system && original.stages[Order::VerdictsFirst as usize] == stages
    })
}

/// The stages at which originals of a system became wrong.
fn occurring<'r>(staged: Staged<'r>, system: &'r StagedSystem) -> impl Iterator<Item = Stages> {
    let stages = staged.stages().into_iter();
    stages.filter(move |stages| originals(staged, system, *stages).next().is_some())
}

fn of_system(
    results: &Results<'_>,
    staged: Staged<'_>,
    system: &StagedSystem,
    most: usize,
) -> SystemStages {
    let task = results.evaluation.task;
    let stage = |stages: Stages| {
        let first = originals(staged, system, stages).take(most);
        StageExamples {
            stage: short(stages),
            share: originals_share(staged.budget(&system.system, stages, Order::VerdictsFirst)),
            count: originals(staged, system, stages).count(),
            shown: first.map(|original| example(original, task)).collect(),
        }
    };
    SystemStages {
        number: results.number(&system.system),
        name: results.shown(&system.system).to_owned(),
        originals: system.originals,
        wrong: wrong_share(staged.figure(&system.system, "composed")),
        stages: occurring(staged, system).map(stage).collect(),
    }
}

fn example(original: &StageOriginal, task: Task) -> ExampleOriginal {
    // As predictions of originals are shown.
    let seen = |verdict: Judgment| match task {
        Task::ThreeWay => verdict,
        Task::TwoWay | Task::Outcome => verdict.two_way(),
    };
    let part = |part: &TracedPart| {
        let agree =
            |gold| part.verdict.is_some_and(|verdict| task.column(verdict) == task.column(gold));
        let shown = TracedPart {
            text: shortened(&part.text, LETTERS, &mut 0),
            verdict: part.verdict.map(seen),
            ..part.clone()
        };
        (shown, part.gold.map(agree))
    };
    let id = |id: &String| shortened(id, LETTERS, &mut 0);
    let first = |ids: &Vec<String>| (ids.iter().take(PARTS).map(id).collect(), ids.len());
    ExampleOriginal {
        id: original.original.clone(),
        gold: original.gold,
        composed: original.composed.map(seen),
        counts: [original.parts, original.misjudged, original.unfaithful],
        parts: original.texts.iter().take(PARTS).map(part).collect(),
        missing: original.missing.as_ref().map(first),
    }
}

#[cfg(test)]
mod tests {
    use phenom_metrics::stages::Stage;

    use super::*;
    use crate::testing::{budget_row, staged, two_systems};

    fn original(number: usize, stage: Stage) -> StageOriginal {
        let text = "word ".repeat(100);
        let part = TracedPart {
            text,
            verdict: Some(Judgment::NotEntailment),
            gold: Some(Judgment::Contradiction),
            faithful: None,
        };
        StageOriginal {
            system: "A".to_owned(),
            original: number.to_string(),
            gold: Some(Judgment::Entailment),
            composed: None,
            stages: [stage.into(), Stage::Rule.into()],
            parts: 30,
            failed: 0,
            misjudged: 0,
            unfaithful: 0,
            missing: Some((0..25).map(|part| format!("{number}.{part}")).collect()),
            texts: vec![part; 30],
        }
    }

    fn read(originals: Vec<StageOriginal>) -> Vec<SystemStages> {
        let scene = two_systems();
        let stages = [Stage::Missing, Stage::Unfaithful, Stage::Misjudged, Stage::Rule];
        let rows = stages.map(|stage| budget_row("A", stage.into(), 1)).to_vec();
        let found = staged(rows, originals);
        wrong_originals(&scene.results().with_analyses(&found)).unwrap().systems
    }

    #[test]
    fn the_first_originals_of_each_stage_are_shown_with_some_of_their_parts() {
        let stage = |number: usize| if number < 60 { Stage::Missing } else { Stage::Misjudged };
        let systems = read((0..63).map(|number| original(number, stage(number))).collect());
        let [missing, misjudged] = &systems[0].stages[..] else { panic!("{systems:?}") };
        assert_eq!(
            (missing.stage.as_str(), missing.count, missing.shown.len()),
            ("missing part", 60, 50)
        );
        assert_eq!((misjudged.stage.as_str(), misjudged.shown.len()), ("misjudged part", 3));
        assert_eq!((systems[1].name.as_str(), systems[1].stages.len()), ("B", 0));
        let first = &misjudged.shown[0];
        assert_eq!((first.id.as_str(), first.counts), ("60", [30, 0, 0]));
        assert_eq!(first.parts.len(), PARTS);
        let (part, is_right) = &first.parts[0];
        assert!(part.text.ends_with(" …") && part.text.chars().count() == LETTERS + 2);
        // With three labels, not-entailment is none of them.
        assert_eq!(*is_right, Some(false));
        assert_eq!(first.missing.as_ref().map(|(ids, count)| (ids.len(), *count)), Some((20, 25)));
    }

    #[test]
    fn a_report_without_such_systems_has_no_wrong_originals_by_stage() {
        assert_eq!(wrong_originals(&two_systems().results()), None);
    }
}
