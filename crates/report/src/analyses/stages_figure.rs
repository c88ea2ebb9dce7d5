//! Wrong originals by stage, as a figure.

use phenom_metrics::stages::{Order, StageRow, StagedSystem, Stages};

use super::stages::{REPLACEMENT, STAGES, Staged, short};
use crate::figures::{Figure, OriginalsShare, Plot, SYSTEMS, StageBudget, SystemBudget};
use crate::{Results, SafeName};

pub(crate) fn stages_figure(results: &Results<'_>) -> Vec<Figure> {
    let Some(staged) = Staged::of(results) else { return Vec::new() };
    let systems = &staged.systems[..staged.systems.len().min(SYSTEMS)];
    let row =
        |system: &StagedSystem, of: Stages| staged.budget(&system.system, of, Order::VerdictsFirst);
    let mut stages = staged.stages();
    // Others occur in the other order alone, or are rows of the table for what they were told from.
    stages.retain(|of| systems.iter().any(|system| row(system, *of).is_some_and(occurs)));
    let budget = |system: &StagedSystem| SystemBudget {
        name: results.shown(&system.system).to_owned(),
        originals: system.originals,
        wrong: wrong_share(staged.figure(&system.system, "composed")),
        shares: stages.iter().map(|of| originals_share(row(system, *of))).collect(),
    };
    let plot = StageBudget {
        stages: stages.iter().map(|of| short(*of)).collect(),
        systems: systems.iter().map(budget).collect(),
    };
    let is_joined = stages.iter().any(|of| of.each().count() > 1);
    let mut notes = notes(results, &plot, is_joined);
    if staged.systems.len() > systems.len() {
        let (shown, all) = (systems.len(), staged.systems.len());
        notes.push(format!("Shown: the first {shown} of {all} systems."));
    }
    let title = "Wrong originals by the stage at which they became wrong";
    let figure = Figure::new(SafeName::new(STAGES.key), title, Plot::StageBudget(plot));
    vec![figure.with_notes(notes)]
}

/// Whether originals became wrong at some stages; by the judge, or after people corrected it.
fn occurs(row: &StageRow) -> bool {
    row.counts.numerator > 0 || row.value.as_ref().is_ok_and(|share| *share != 0.0)
}

/// The originals that a row counts.
pub(crate) fn originals_share(row: Option<&StageRow>) -> OriginalsShare {
    let value = row.map_or(Err(phenom_metrics::Undefined::NoPairs), |row| row.value.clone());
    OriginalsShare {
        share: value,
        interval: row.and_then(|row| row.interval).map(Into::into),
        count: row.filter(|row| !row.is_corrected).map(|row| row.counts.numerator),
    }
}

/// The originals that are wrong, from the row of those that are correct.
pub(crate) fn wrong_share(correct: Option<&StageRow>) -> OriginalsShare {
    let OriginalsShare { share, count, .. } = originals_share(correct);
    let all = correct.map_or(0, |row| row.counts.denominator);
    OriginalsShare {
        share: share.map(|share| 1.0 - share),
        interval: None,
        count: count.map(|count| all - count),
    }
}

fn notes(results: &Results<'_>, plot: &StageBudget, is_joined: bool) -> Vec<String> {
    let shares = || plot.systems.iter().flat_map(|system| &system.shares);
    let lines = match shares().any(|share| share.interval.is_some()) {
        true => format!(" Lines: {} confidence intervals.", results.level()),
        false => String::new(),
    };
    let numbers = match shares().any(|share| share.count.is_none()) {
        true => "originals, or the share if people corrected it",
        false => "originals",
    };
    let first = format!(
        "Bars: share of all originals whose composed prediction became wrong at the stage, {}.{lines} Numbers: {numbers}.",
        results.options.numbers.unit()
    );
    let mut notes = vec![first, REPLACEMENT.to_owned()];
    if is_joined {
        notes.push(
            "A bar with several stages: the data do not show which of them it was.".to_owned(),
        );
    }
    notes
}

#[cfg(test)]
mod tests {
    use phenom_metrics::stages::{Stage, StageAbout};

    use super::*;
    use crate::testing::{budget_row, staged, two_systems};

    const MISSING: Stage = Stage::Missing;
    const JUDGED: Stage = Stage::Misjudged;

    fn plot(rows: Vec<StageRow>) -> Result<StageBudget, String> {
        let scene = two_systems();
        let found = staged(rows, Vec::new());
        let mut figures = stages_figure(&scene.results().with_analyses(&found));
        assert_eq!(figures.len(), 1);
        figures.remove(0).plot.map(|plot| match plot {
            Plot::StageBudget(plot) => plot,
            other => panic!("{other:?}"),
        })
    }

    #[test]
    fn stages_at_which_no_system_became_wrong_are_left_out_and_the_others_keep_their_order() {
        let joined: Stages = [MISSING, Stage::Rule].into_iter().collect();
        let rows = vec![
            budget_row("A", MISSING.into(), 0),
            budget_row("A", joined, 0),
            budget_row("A", Stage::Unfaithful.into(), 0),
            budget_row("A", JUDGED.into(), 3),
            budget_row("B", MISSING.into(), 2),
            budget_row("B", joined, 1),
            budget_row("B", Stage::Unfaithful.into(), 0),
            budget_row("B", JUDGED.into(), 0),
        ];
        let plot = plot(rows).unwrap();
        assert_eq!(plot.stages, ["missing part", "missing part / rule", "misjudged part"]);
        let counts = |system: &SystemBudget| -> Vec<Option<u64>> {
            system.shares.iter().map(|share| share.count).collect()
        };
        assert_eq!(counts(&plot.systems[0]), [0, 0, 3].map(Some));
        assert_eq!(counts(&plot.systems[1]), [2, 1, 0].map(Some));
        assert_eq!(plot.systems[1].shares[0].share, Ok(0.2));
    }

    #[test]
    fn a_stage_of_the_other_order_alone_is_left_out() {
        let mut rows = vec![budget_row("A", MISSING.into(), 1), budget_row("A", JUDGED.into(), 1)];
        rows[1].about = StageAbout::Budget(JUDGED.into(), Order::PartsFirst);
        assert_eq!(plot(rows).unwrap().stages, ["missing part"]);
    }

    #[test]
    fn a_corrected_share_has_no_count() {
        let mut row = budget_row("A", MISSING.into(), 0);
        (row.value, row.is_corrected) = (Ok(0.25), true);
        let plot = plot(vec![row]).unwrap();
        let share = &plot.systems[0].shares[0];
        assert_eq!((&share.share, share.count), (&Ok(0.25), None));
    }

    #[test]
    fn without_a_wrong_original_the_figure_says_so_and_without_such_systems_it_is_absent() {
        let reason = plot(vec![budget_row("A", MISSING.into(), 0)]).unwrap_err();
        assert_eq!(reason, "No system is wrong on an original.");
        assert_eq!(stages_figure(&two_systems().results()), []);
    }
}
