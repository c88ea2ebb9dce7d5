//! That gold is judged: by whom, corrected by how many labels of people, and whom a judge favours or overrates.

use phenom_dataset::{Chosen, listed};
use phenom_metrics::judged::JudgedEvaluation;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{JudgeRow, JudgedRow, OfJudge, Population, SliceKind};

use crate::claims::claim::{Claim, ClaimKind, Wording};
use crate::claims::draft::{claim, on_all};
use crate::claims::quoting::quoted;
use crate::claims::view::View;
use crate::claims::wording::{NAMED, fitting, p_value};
use crate::paragraph::Paragraph;
use crate::task_words::of_people_and_judges;

/// One claim on what gold is, and one on each judge that favours a system, or that is far off on one.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let Some(judged) = &view.results.evaluation.judged else { return Vec::new() };
    let mut claims = vec![what_gold_is(view, judged)];
    for &population in view.results.populations() {
        for judge in &judged.judges {
            claims.extend(favours(view, &judge.name, population));
            claims.extend(depends_on_length(view, judged, &judge.name, population));
            claims.extend(is_off(view, &judge.name, population));
        }
    }
    claims
}

fn what_gold_is(view: &View<'_, '_>, judged: &JudgedEvaluation) -> Claim {
    let (mut pairs, mut labels) = (0, 0);
    for &population in view.results.populations() {
        if let Some(rests_on) = judged.rests_on(population, 0) {
            pairs += rests_on.pairs;
            labels += rests_on.labels;
        }
    }
    let names: Vec<String> = judged.judges.iter().map(|judge| quoted(&judge.name)).collect();
    let count = match names.len() {
        1 => "a judge".to_owned(),
        many => format!("{many} judges"),
    };
    let who = match names.len() {
        few if few <= NAMED => listed(&names, "and"),
        _ => count.clone(),
    };
    let chosen = match judged.chosen {
        Chosen::Random => "chosen at random",
        Chosen::Probability => "chosen with stated probabilities",
        Chosen::Strata => "chosen at random within strata",
        Chosen::WholeClusters => "chosen as whole clusters at random",
        Chosen::ByLabel => "chosen by their labels",
        Chosen::Unknown => "chosen in an unknown way",
    };
    let [labelled, labels_or_scores] = of_people_and_judges(view.results.evaluation.task);
    let end = match judged.chosen {
        Chosen::Unknown => "So no value can be corrected.".to_owned(),
        Chosen::ByLabel => "They correct the shares of gold labels alone.".to_owned(),
        _ => format!("Values are corrected by these {labels_or_scores}."),
    };
    let chosen = match judged.blind {
        true => chosen.to_owned(),
        false => format!("{chosen}, and saw what judges said"),
    };
    let lacks = judged.judges.iter().enumerate().filter_map(|(number, judge)| {
        let lacking = judged.unlabelled(number);
        (lacking > 0).then(|| format!("{} all but {lacking}", quoted(&judge.name)))
    });
    let lacks: Vec<String> = lacks.collect();
    let lacks = match lacks.as_slice() {
        [] => String::new(),
        lacks => format!(" ({})", listed(lacks, "and")),
    };
    let said = |who: &str, end: &str| {
        format!(
            "{who} {labelled} {pairs} pairs{lacks}. People read {labels} of them, {chosen}. {end}"
        )
    };
    let wording = Wording {
        topic: "gold".to_owned(),
        line: fitting([
            said(&who, &end),
            said(&who, "").trim_end().to_owned(),
            format!("{who}{lacks}; people read {labels} of {pairs} pairs, {chosen}."),
            format!("{count}{lacks}; people read {labels} of {pairs} pairs, {chosen}."),
        ]),
        headline: None,
        sentence: Some(said(&who, &end)),
        paper: Some(Paragraph::of(match judged.is_correctable() {
            true => format!(
                "Gold {labels_or_scores} of {pairs} pairs are those of {count} ({}), corrected by {labels_or_scores} of people on \
                 {labels} pairs, {chosen}.",
                listed(&names, "and")
            ),
            false => format!(
                "Gold {labels_or_scores} are those of people on {labels} of {pairs} pairs, {chosen}, so that they need not resemble \
                 the others."
            ),
        })),
    };
    claim(ClaimKind::Judges, 0, view.claim_slice(on_all(Population::Original)), wording)
}

/// The system that a judge favours most, of those for which the test shows it.
fn favours(view: &View<'_, '_>, judge: &str, population: Population) -> Option<Claim> {
    let alpha = 1.0 - view.level();
    let rows = view.results.rows::<JudgeRow>().iter().filter(|row| {
        row.judge == judge
            && row.population == population
            && row.figure == OfJudge::Favours
            && row.p_adjusted.is_some_and(|p| p <= alpha)
    });
    let with_value = rows.filter_map(|row| Some((row, row.value.clone().ok()?)));
    let favoured = with_value.filter(|(_, value)| *value > 0.0);
    let (row, value) = favoured.max_by(|one, other| one.1.total_cmp(&other.1))?;
    let name = row.system.as_deref()?;
    let system = view.system(name);
    let by = view.with_unit(view.points(value).trim_start_matches('+'));
    let p = p_value("=", row.p_adjusted?);
    let judge = quoted(judge);
    let long =
        format!("{judge} favours {system} against the other systems by {by} (adjusted p {p}).");
    let wording = Wording {
        topic: "judge".to_owned(),
        line: fitting([
            long.clone(),
            format!("{judge} favours {system} by {by} (adjusted p {p})."),
            format!("{judge} favours {system} (p {p})."),
            "A judge favours a system; see the table of judges.".to_owned(),
        ]),
        headline: Some(format!("{judge} favours {system}")),
        sentence: Some(long.clone()),
        paper: Some(Paragraph::of(long)),
    };
    let made = claim(ClaimKind::Judges, 3, view.claim_slice(on_all(population)), wording);
    Some(Claim { id: format!("{}/{judge}", made.id), ..made.about(&[name]) })
}

/// That a judge agrees with people more often on pairs of some length, if the test shows it.
fn depends_on_length(
    view: &View<'_, '_>,
    judged: &JudgedEvaluation,
    judge: &str,
    population: Population,
) -> Option<Claim> {
    let alpha = 1.0 - view.level();
    let row = view.results.rows::<JudgeRow>().iter().find(|row| {
        row.judge == judge
            && row.population == population
            && row.figure == OfJudge::Length
            && row.p_adjusted.is_some_and(|p| p <= alpha)
    })?;
    let (value, median) = (row.value.clone().ok()?, judged.median_words(population)?);
    let often = if value > 0.0 { "more often" } else { "less often" };
    let by = view.with_unit(&view.points(value));
    let p = p_value("=", row.p_adjusted?);
    let judge = quoted(judge);
    let long = format!(
        "{judge} agrees with people {often} on pairs with more than {median} words ({by}, n = {}, adjusted p {p}).",
        row.labels
    );
    let wording = Wording {
        topic: "judge".to_owned(),
        line: fitting([
            long.clone(),
            format!("{judge} agrees with people {often} on longer pairs ({by}, p {p})."),
            format!("A judge agrees with people {often} on longer pairs (p {p})."),
        ]),
        headline: None,
        sentence: Some(long.clone()),
        paper: Some(Paragraph::of(long)),
    };
    let made = claim(ClaimKind::Judges, 4, view.claim_slice(on_all(population)), wording);
    Some(Claim { id: format!("{}/{judge}/length", made.id), ..made })
}

/// The system on which a judge alone is farthest outside of the corrected interval.
fn is_off(view: &View<'_, '_>, judge: &str, population: Population) -> Option<Claim> {
    let of = |row: &'_ JudgedRow| {
        let naive = row.judges.iter().find(|(name, _)| name == judge)?.1?;
        let corrected = row.corrected.as_ref().ok()?;
        let off = (corrected.interval.lower - naive).max(naive - corrected.interval.upper);
        (off > 0.0).then_some((off, naive, *corrected))
    };
    let rows = view.results.rows::<JudgedRow>().iter().filter(|row| {
        row.population == population
            && row.slice_kind == SliceKind::All
            && row.measure == ACCURACY.key
    });
    let off = rows.filter_map(|row| Some((row, of(row)?)));
    let (row, (_, naive, corrected)) = off.max_by(|one, other| one.1.0.total_cmp(&other.1.0))?;
    let (system, judge) = (view.system(&row.system), quoted(judge));
    let ends = [corrected.interval.lower, corrected.interval.upper];
    let [lower, upper] = ends.map(|end| view.number(end));
    let value = view.share(corrected.value.clamp(0.0, 1.0));
    let long = format!(
        "By {judge} alone {system} would be at {}; corrected by people it is at {value} [{lower}, {upper}].",
        view.share(naive)
    );
    let wording = Wording {
        topic: "judge".to_owned(),
        line: fitting([
            long.clone(),
            format!("{system}: {} by {judge} alone, {value} corrected.", view.share(naive)),
            format!("By {judge} alone a system is outside of its corrected interval."),
            "A judge alone puts a system outside of its corrected interval.".to_owned(),
        ]),
        headline: None,
        sentence: Some(long.clone()),
        paper: Some(Paragraph::of(long)),
    };
    let made = claim(ClaimKind::Judges, 4, view.claim_slice(on_all(population)), wording);
    Some(Claim { id: format!("{}/{judge}/off", made.id), ..made.about(&[&row.system]) })
}
