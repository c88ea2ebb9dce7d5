//! Answers that are worse than chance as they are read, and far better if they are read otherwise: labels that may mean
//! something else, ids that may be shifted.

use phenom_dataset::{Answer, Dataset, Judgment, Run};
use phenom_metrics::Origin;
use phenom_report::harmless;

/// With fewer pairs, much happens by chance.
const FEWEST_PAIRS: usize = 20;

/// What is far above chance: more by this share of all pairs, and by this number of standard deviations of guessing.
const FAR: f64 = 0.2;
const DEVIATIONS: f64 = 4.0;

/// The warnings, one for each run that another reading would lift.
pub fn suspicions(dataset: &Dataset, runs: &[(Run, Origin)]) -> Vec<String> {
    let own = runs.iter().filter(|(_, origin)| *origin == Origin::Answers);
    let mut warnings: Vec<String> = own.filter_map(|(run, _)| suspicion(dataset, run)).collect();
    warnings.dedup();
    warnings
}

fn suspicion(dataset: &Dataset, run: &Run) -> Option<String> {
    let judged = |row: usize| match run.answer(row) {
        Answer::Judged(judgment) => Some(judgment),
        _ => None,
    };
    let rows = 0..dataset.len();
    let gold = |row: usize| dataset.gold()[row];
    let both: Vec<(Judgment, Judgment)> =
        rows.clone().filter_map(|row| Some((gold(row)?, judged(row)?))).collect();
    let mut known: Vec<Judgment> = both.iter().map(|(gold, _)| *gold).collect();
    known.sort();
    known.dedup();
    if both.len() < FEWEST_PAIRS || known.len() < 2 {
        return None;
    }
    let share = |right: usize, of: usize| right as f64 / of.max(1) as f64;
    let accuracy = share(both.iter().filter(|(gold, said)| gold == said).count(), both.len());
    let chance = 1.0 / known.len() as f64;
    if accuracy >= chance {
        return None;
    }
    let deviation = (chance * (1.0 - chance) / both.len() as f64).sqrt();
    let far = (chance + FAR).max(chance + DEVIATIONS * deviation);
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let warn = |lifted: f64, how: String, check: &str| {
        let name = harmless(run.system());
        let (now, then) = (percent(accuracy), percent(lifted));
        format!(
            "Warning: `{name}` is correct on {now} of the pairs, and would be correct on {then} {how}. Check {check}."
        )
    };
    let exchanged = permutations(&known).into_iter().map(|order| {
        let meant = |said: Judgment| {
            known.iter().position(|judgment| *judgment == said).map_or(said, |at| order[at])
        };
        (share(both.iter().filter(|(gold, said)| *gold == meant(*said)).count(), both.len()), order)
    });
    let best = exchanged.max_by(|(a, _), (b, _)| a.total_cmp(b));
    if let Some((lifted, order)) = best.filter(|(lifted, _)| *lifted >= far) {
        let moved = known.iter().zip(&order).filter(|(from, to)| from != to);
        let moved: Vec<String> =
            moved.map(|(from, to)| format!("{} meant {}", from.name(), to.name())).collect();
        return Some(warn(
            lifted,
            format!("if {}", moved.join(", ")),
            "the meanings of its labels",
        ));
    }
    let originals = dataset.originals();
    [("following", 1), ("preceding", -1)].into_iter().find_map(|(word, shift)| {
        let shifted: Vec<bool> = originals
            .clone()
            .filter_map(|row| {
                let other = row.checked_add_signed(shift).filter(|row| originals.contains(row))?;
                Some(gold(row)? == judged(other)?)
            })
            .collect();
        let lifted = share(shifted.iter().filter(|right| **right).count(), shifted.len());
        (lifted >= far && shifted.len() >= FEWEST_PAIRS).then(|| {
            warn(lifted, format!("if each pair had the prediction of the {word} one"), "the ids")
        })
    })
}

/// All orders of some judgments.
fn permutations(of: &[Judgment]) -> Vec<Vec<Judgment>> {
    match of {
        [] => vec![Vec::new()],
        _ => (0..of.len())
            .flat_map(|at| {
                let mut rest = of.to_vec();
                let first = rest.remove(at);
                permutations(&rest).into_iter().map(move |mut order| {
                    order.insert(0, first);
                    order
                })
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{DatasetBuilder, KeepTexts, PairRow};

    use super::*;

    const THREE: [Judgment; 3] = [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction];

    fn warned(answer: impl Fn(usize) -> Judgment) -> Vec<String> {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for row in 0..60 {
            let id = row.to_string();
            // Neither a cycle nor the same in all thirds.
            let gold = Some(gold(row));
            builder.add(&PairRow { id: &id, gold, ..PairRow::default() });
        }
        let dataset = builder.finish().unwrap();
        let run = Run::from_answers("S", (0..60).map(|row| Answer::Judged(answer(row))));
        suspicions(&dataset, &[(run, Origin::Answers)])
    }

    fn gold(row: usize) -> Judgment {
        THREE[(row * row + row / 7) % 3]
    }

    #[test]
    fn exchanged_labels_and_shifted_ids_are_suspected_and_bad_systems_are_not() {
        assert_eq!(warned(gold), [""; 0]);
        let turned = |judgment: Judgment| match judgment {
            Judgment::Entailment => Judgment::Contradiction,
            Judgment::Contradiction => Judgment::Unknown,
            _ => Judgment::Entailment,
        };
        let exchanged = warned(|row| if row % 10 == 0 { gold(row) } else { turned(gold(row)) });
        let [one] = exchanged.as_slice() else { panic!("{exchanged:?}") };
        assert!(
            one.contains("if entailment meant unknown, unknown meant contradiction, contradiction meant entailment"),
            "{one}"
        );
        let shifted = warned(|row| gold((row + 59) % 60));
        assert!(shifted.iter().all(|said| said.contains("the following one")), "{shifted:?}");
        assert_eq!(warned(|row| THREE[(row * 7 + row / 3) % 3]), [""; 0]);
    }
}
