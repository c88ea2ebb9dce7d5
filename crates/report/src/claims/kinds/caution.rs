//! What a reader must know of the data and of the predictions before any result.

use phenom_dataset::{Answer, Judgment, Missing, Several, Task, listed};
use phenom_metrics::{Population, SystemCounts};

use crate::PairCount;
use crate::claims::claim::{Claim, ClaimKind, Wording};
use crate::claims::draft::{claim, on_all};
use crate::claims::view::View;
use crate::claims::wording::{fitting, plural};
use crate::cluster_words::without_clusters_in_words;
use crate::paragraph::Paragraph;

/// What the config declares, as it stands there; systems that predict one label for all pairs; and predictions that are
/// missing.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let declared = view.results.caution.map(|caution| {
        let wording = Wording {
            topic: "caution".to_owned(),
            line: fitting([crate::harmless(caution)]),
            paper: Some(Paragraph::of(crate::harmless(caution))),
            ..Wording::default()
        };
        claim(ClaimKind::Provenance, 0, view.claim_slice(on_all(Population::Original)), wording)
    });
    [declared, single_labels(view), missing(view), clusters(view)].into_iter().flatten().collect()
}

fn single_labels(view: &View<'_, '_>) -> Option<Claim> {
    // Outcomes do not state which label a system predicts.
    if view.results.evaluation.task == Task::Outcome {
        return None;
    }
    let of = |system: &&SystemCounts| {
        let populations = [Population::Original, Population::Monothematic];
        let count = |answer: Answer| -> u64 {
            populations.iter().map(|one| system.counts(*one, 0).answered(answer)).sum()
        };
        let judged = Judgment::ALL.map(|judgment| (judgment.name(), Answer::Judged(judgment)));
        let several = Several::ALL.map(|several| (several.name(), Answer::Several(several)));
        let given = judged.into_iter().chain(several).map(|(name, answer)| (name, count(answer)));
        let mut given = given.filter(|(_, count)| *count > 0);
        match (given.next(), given.next()) {
            (Some((name, count)), None) if count > 1 => Some((system.name.clone(), name)),
            _ => None,
        }
    };
    let single: Vec<(_, &str)> = view.competing.iter().filter_map(of).collect();
    let names: Vec<&str> = single.iter().map(|(name, _)| name.as_str()).collect();
    let each: Vec<String> = single
        .iter()
        .map(|(name, label)| format!("{} predicts \"{label}\" for every pair", view.system(name)))
        .collect();
    let many = format!("{} predict one label for every pair.", view.systems(&names));
    let sentence = match each.as_slice() {
        [] => return None,
        few if few.len() <= 2 => format!("{}.", listed(few, "and")),
        _ => many.clone(),
    };
    let wording = Wording {
        topic: "check".to_owned(),
        line: fitting([sentence.clone(), many]),
        sentence: Some(sentence),
        ..Wording::default()
    };
    let slice = view.claim_slice(on_all(Population::Original));
    Some(claim(ClaimKind::Validity, 0, slice, wording).about(&names))
}

/// Systems without a prediction for some pairs, and whether these pairs count.
fn missing(view: &View<'_, '_>) -> Option<Claim> {
    let of = |system: &&SystemCounts| {
        let populations = view.results.populations().iter();
        let counts = populations.map(|population| system.counts(*population, 0));
        let (missing, pairs) = counts
            .fold((0, 0), |(missing, pairs), one| (missing + one.missing(), pairs + one.pairs()));
        let of_runs = |count| PairCount::over_runs(count, system.times_counted());
        let fate = match system.missing() {
            Missing::Skip => "left out",
            _ => "counted as wrong",
        };
        let shown = format!(
            "{} has no prediction for {} of {} pairs ({fate})",
            view.system(&system.name),
            of_runs(missing),
            of_runs(pairs)
        );
        (missing > 0).then_some((system.name.clone(), shown))
    };
    let (names, each): (Vec<_>, Vec<String>) = view.competing.iter().filter_map(of).unzip();
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    if each.is_empty() {
        return None;
    }
    let counted = format!(
        "{} {} no prediction for some pairs; the first table has the counts.",
        view.systems(&names),
        plural(names.len(), "has", "have")
    );
    // A reader of a paper needs the number of pairs behind each value.
    let paper = match each.len() {
        few if few <= 3 => format!("{}.", listed(&each, "and")),
        _ => {
            format!("{} systems have no prediction for some pairs ({}).", names.len(), fates(view))
        }
    };
    let wording = Wording {
        topic: "missing".to_owned(),
        line: fitting([
            format!("{}.", listed(&each, "and")),
            counted.clone(),
            format!(
                "{} {} no prediction for some pairs.",
                view.systems(&names),
                plural(names.len(), "has", "have")
            ),
            format!("{} systems have no prediction for some pairs.", names.len()),
        ]),
        sentence: Some(counted),
        paper: Some(Paragraph::of(paper)),
        ..Wording::default()
    };
    let slice = view.claim_slice(on_all(Population::Original));
    let made = claim(ClaimKind::Validity, 0, slice, wording).about(&names);
    Some(Claim { id: format!("{}/missing", made.id), ..made })
}

/// What becomes of pairs without a prediction: `left out`, `counted as wrong`, or one for some systems.
fn fates(view: &View<'_, '_>) -> &'static str {
    let has = |fate: Missing| {
        view.competing.iter().any(|system| {
            let populations = view.results.populations().iter();
            let missing: u64 = populations.map(|one| system.counts(*one, 0).missing()).sum();
            missing > 0 && (system.missing() == Missing::Skip) == (fate == Missing::Skip)
        })
    };
    match (has(Missing::Skip), has(Missing::Wrong)) {
        (true, true) => "left out for some systems, counted as wrong for others",
        (true, false) => "left out",
        (false, _) => "counted as wrong",
    }
}

/// What the clusters that phenom found change.
fn clusters(view: &View<'_, '_>) -> Option<Claim> {
    let sentence = without_clusters_in_words(view.results)?;
    let rows = view.results.with_and_without_clusters();
    let differ = rows.iter().filter(|(with, without)| with.verdict != without.verdict).count();
    let wording = Wording {
        topic: "clusters".to_owned(),
        line: (differ > 0)
            .then(|| {
                fitting([format!(
                    "Some originals share a text: without these clusters {differ} of {} primary verdicts differ.",
                    rows.len()
                )])
            })
            .flatten(),
        sentence: Some(sentence),
        ..Wording::default()
    };
    let slice = view.claim_slice(on_all(Population::Original));
    let made = claim(ClaimKind::Validity, if differ == 0 { 7 } else { 0 }, slice, wording);
    Some(Claim { id: format!("{}/clusters", made.id), ..made })
}
