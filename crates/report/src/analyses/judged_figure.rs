//! Corrected accuracies less those by one judge alone, phenomenon by phenomenon.

use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::{JudgedRow, SliceKind, Undefined};

use super::judged::JUDGED;
use crate::figures::{Difference, Figure, Forest, Interval, Plot, split};
use crate::{PairsBehind, Results, SafeName, Style};

/// The most systems and judges that have a figure; all are in the tidy file.
const MOST: usize = 6;

pub(crate) fn judged_figure(results: &Results<'_>) -> Vec<Figure> {
    let Some(judged) = &results.evaluation.judged else { return Vec::new() };
    let title = "Corrected accuracy and that by a judge alone";
    let (slices, said) = results.first_phenomena();
    if slices.is_empty() {
        let reason = "No pair is tagged with a phenomenon.";
        return vec![Figure::without_data(SafeName::new(JUDGED.key), title, reason)];
    }
    let population = results.evaluation.tagged();
    let rows: Vec<&JudgedRow> = results
        .rows::<JudgedRow>()
        .iter()
        .filter(|row| {
            row.population == population
                && row.measure == ACCURACY.key
                && row.slice_kind == SliceKind::Phenomenon
        })
        .collect();
    let systems = results.evaluation.systems.iter().enumerate();
    let pairs = systems.flat_map(|(number, system)| {
        let judges = judged.judges.iter().enumerate();
        let judges = judges.filter(move |(_, judge)| judge.also != Some(number));
        judges.map(move |(judge, of)| (number, system, judge, of))
    });
    let figure = |(index, (number, system, judge, of)): (usize, (usize, _, usize, _))| {
        let system: &phenom_metrics::SystemCounts = system;
        let of: &phenom_metrics::judged::JudgeOfPairs = of;
        let row = |slice: &usize| {
            let name = &results.evaluation.slices[*slice].name;
            let row = rows.iter().find(|row| row.system == system.name && row.slice == *name)?;
            let naive = row.judges.get(judge)?.1;
            let corrected = row
                .corrected
                .clone()
                .and_then(|corrected| Ok((corrected, naive.ok_or(Undefined::NoPairs)?)));
            let (category, name) = split(&results.slice(*slice));
            let pairs = row.rests_on.pairs as u64;
            Some(Difference {
                category,
                name,
                pairs: row.rests_on.labels as u64,
                interval: corrected.as_ref().ok().map(|(corrected, naive)| Interval {
                    lower: corrected.interval.lower - naive,
                    upper: corrected.interval.upper - naive,
                }),
                difference: corrected
                    .map(|(corrected, naive)| corrected.value.clamp(0.0, 1.0) - naive),
                verdict: None,
                behind: Some(PairsBehind::counted(&[number], population, pairs).on(&row.slice)),
            })
        };
        let forest = Forest {
            first: "corrected".to_owned(),
            second: of.name.clone(),
            measure: "accuracy".to_owned(),
            style: Style::SignedPercent,
            rows: slices.iter().filter_map(row).collect(),
        };
        let key = match index {
            0 => SafeName::new(JUDGED.key),
            index => SafeName::new(&format!("{}-{}", JUDGED.key, index + 1)),
        };
        let shown = results.shown(&system.name);
        let title =
            format!("Corrected accuracy of {shown}, minus its accuracy by {} alone", of.name);
        let mut notes = vec![format!(
            "0: the accuracy of {shown} by {} alone. Marks: by how much the accuracy that people corrected is higher, with {} \
             intervals of the corrected accuracy. n: pairs that people read.",
            of.name,
            results.level()
        )];
        notes.extend(said.clone());
        Figure::new(key, title, Plot::Forest(forest)).with_notes(notes)
    };
    pairs.take(MOST).enumerate().map(figure).collect()
}
