use std::collections::BTreeMap;
use std::sync::Mutex;

use Judgment::{Contradiction, Entailment, Unknown};
use proptest::prelude::*;

use super::*;

/// How many parts the pairs of these tests are in.
const PARTS: usize = 5;

fn members(learns: Vec<Learns>) -> Vec<Member<'static>> {
    let names = ["A", "B", "C", "D", "E"];
    names.into_iter().zip(learns).map(|(name, learns)| Member { name, learns }).collect()
}

/// Two learners, a system that does not learn, a stack of all three, and a stack of that stack and a learner.
fn all_kinds(pairs: usize) -> Vec<Member<'static>> {
    let given = (0..pairs).map(|row| Some([Entailment, Unknown][row % 2])).collect();
    members(vec![
        Learns::FromPairs,
        Learns::FromPairs,
        Learns::Nothing(given),
        Learns::FromMembers(vec![0, 1, 2]),
        Learns::FromMembers(vec![3, 0]),
    ])
}

/// A learner that every gold label it learns from can move: its label for a row is drawn by a hash of all of them.
fn hashed(member: usize, row: usize, learnt: impl Iterator<Item = (usize, Judgment)>) -> Judgment {
    let mix =
        |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(31);
    let mut hash = mix(mix(7, member as u64), row as u64);
    for (row, label) in learnt {
        hash = mix(mix(hash, row as u64), u64::from(label.code()));
    }
    [Entailment, Unknown, Contradiction][usize::try_from(hash >> 40).unwrap() % 3]
}

fn of_each_part(member: usize) -> Vec<HeldOut> {
    (0..PARTS).map(|part| HeldOut::of_part(member, part)).collect()
}

/// The labels that a member predicts for all rows.
fn predicted(
    members: &[Member<'_>],
    member: usize,
    gold: &[Judgment],
    part_of: &[usize],
) -> Vec<Option<Judgment>> {
    let labels: Vec<_> = gold.iter().copied().map(Some).collect();
    let validation = CrossValidation::new(members, &labels, part_of);
    let train = |held_out: &HeldOut, is_held_out: &[bool]| {
        let learnt = || gold.iter().copied().enumerate().filter(|(row, _)| !is_held_out[*row]);
        let rows = (0..gold.len()).filter(|row| is_held_out[*row]);
        let reply = |row| (row, Reply::judged(hashed(held_out.member, row, learnt())));
        Ok(rows.map(reply).collect())
    };
    let wanted = of_each_part(member);
    let known = validation.predict(&wanted, train, |_, error| error).unwrap();
    let mut labels = vec![None; gold.len()];
    for (row, reply) in wanted.iter().flat_map(|wanted| &known[wanted]) {
        labels[*row] = reply.judgment;
    }
    labels
}

proptest! {
    /// Whatever the gold labels of a part are, predictions for that part stay as they are.
    #[test]
    fn no_prediction_depends_on_the_gold_labels_of_its_part(
        gold in proptest::collection::vec(0..3usize, 30),
        other in proptest::collection::vec(0..3usize, 30),
        part in 0..PARTS,
    ) {
        let label = |code: &usize| [Entailment, Unknown, Contradiction][*code];
        let part_of: Vec<usize> = (0..30).map(|row| row * 7 % PARTS).collect();
        let mut gold: Vec<Judgment> = gold.iter().map(label).collect();
        // Labels that every training set has.
        for (row, label) in gold.iter_mut().enumerate().take(2 * PARTS) {
            *label = [Entailment, Unknown][row / PARTS];
        }
        let mut changed = gold.clone();
        for (row, code) in other.iter().enumerate() {
            if part_of[row] == part {
                changed[row] = label(code);
            }
        }
        let members = all_kinds(gold.len());
        for member in [0, 1, 3, 4] {
            let before = predicted(&members, member, &gold, &part_of);
            let after = predicted(&members, member, &changed, &part_of);
            for row in (0..gold.len()).filter(|row| part_of[*row] == part) {
                prop_assert_eq!(before[row], after[row], "member {} row {}", member, row);
            }
        }
    }
}

/// K parts: K sets of one part and K(K-1)/2 of two for each learner; what a learner is asked by itself is among them.
#[test]
fn a_stack_trains_each_learner_once_for_each_part_and_each_two_parts() {
    let members = all_kinds(30);
    let gold: Vec<_> = (0..30).map(|row| Some([Entailment, Unknown][row / 5 % 2])).collect();
    let part_of: Vec<usize> = (0..30).map(|row| row % PARTS).collect();
    let validation = CrossValidation::new(&members, &gold, &part_of);
    let wanted = [of_each_part(3), of_each_part(0)].concat();
    let expected = 2 * (PARTS + PARTS * (PARTS - 1) / 2);
    assert_eq!(validation.trainings(&wanted).len(), expected);
    let called: Mutex<BTreeMap<HeldOut, usize>> = Mutex::default();
    let train = |held_out: &HeldOut, is_held_out: &[bool]| {
        *called.lock().unwrap().entry(held_out.clone()).or_default() += 1;
        let rows = (0..gold.len()).filter(|row| is_held_out[*row]);
        Ok(rows.map(|row| (row, Reply::judged(Entailment))).collect())
    };
    validation.predict(&wanted, train, |_, error| error).unwrap();
    let called = called.into_inner().unwrap();
    assert_eq!((called.len(), called.values().max()), (expected, Some(&1)));
}

/// In one part, a system predicts the opposite of its predictions elsewhere: all predictions of the stack for that part,
/// which it learnt from the other parts, are wrong.
#[test]
fn a_part_is_predicted_by_what_other_parts_teach() {
    let gold: Vec<_> = (0..50).map(|row| Some([Entailment, Unknown][row % 2])).collect();
    let part_of: Vec<usize> = (0..50).map(|row| row / 10).collect();
    let given = |row: usize| match part_of[row] {
        2 => gold[row + 1 - 2 * (row % 2)],
        _ => gold[row],
    };
    let given = (0..50).map(given).collect();
    let members = members(vec![Learns::Nothing(given), Learns::FromMembers(vec![0])]);
    let validation = CrossValidation::new(&members, &gold, &part_of);
    let wanted = of_each_part(1);
    let untaught = |_: &HeldOut, _: &[bool]| Ok(Vec::new());
    let known = validation.predict(&wanted, untaught, |_, error| error).unwrap();
    for (row, reply) in known.values().flatten() {
        assert_eq!(reply.judgment == gold[*row], part_of[*row] != 2, "{row}");
        assert!(reply.justification.as_ref().unwrap().starts_with("A: "));
    }
}

#[test]
fn a_stack_that_cannot_learn_says_so_with_its_name() {
    let gold = vec![Some(Entailment); 10];
    let part_of: Vec<usize> = (0..10).map(|row| row % PARTS).collect();
    let members = members(vec![Learns::Nothing(gold.clone()), Learns::FromMembers(vec![0])]);
    let validation = CrossValidation::new(&members, &gold, &part_of);
    let untaught = |_: &HeldOut, _: &[bool]| Ok(Vec::new());
    let told = |name: &str, error: TrainingError| format!("{name}: {error}");
    let error = validation.predict(&of_each_part(1), untaught, told).unwrap_err();
    assert!(error.starts_with("B: no example has the gold label"), "{error}");
}
