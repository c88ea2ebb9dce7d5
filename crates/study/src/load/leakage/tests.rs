use std::convert::Infallible;

use Judgment::{Contradiction, Entailment, Unknown};
use phenom_dataset::{DatasetBuilder, PairRow};
use phenom_systems::{CrossValidation, HeldOut, Learns, Member, Replies};

use super::*;

const PARTS: usize = 5;

/// Originals with a part each and these gold labels.
fn dataset(gold: &[Judgment]) -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for (number, gold) in gold.iter().enumerate() {
        let (id, gold) = (format!("p{number}"), Some(*gold));
        builder.add(&PairRow { id: &id, gold, ..PairRow::default() });
        let part = format!("{id}.1");
        builder.add(&PairRow { id: &part, origin: Some(&id), gold, ..PairRow::default() });
    }
    builder.finish().unwrap()
}

fn random(pairs: usize) -> Dataset {
    let label = |number: usize| [Entailment, Unknown][number * number * 7 % 11 % 2];
    dataset(&(0..pairs).map(label).collect::<Vec<_>>())
}

/// The label of the nearest row that is learnt from.
fn learner(dataset: &Dataset, is_held_out: &[bool]) -> Replies {
    let reply = |row: usize| {
        let others = (0..dataset.len()).filter(|other| !is_held_out[*other]);
        let nearest = others.min_by_key(|other| other.abs_diff(row)).unwrap();
        (row, Reply::judged(dataset.gold()[nearest].unwrap()))
    };
    (0..dataset.len()).filter(|row| is_held_out[*row]).map(reply).collect()
}

/// The replies of some member of some members, in all parts.
fn all_parts(
    dataset: &Dataset,
    members: &[Member<'_>],
    member: usize,
    groups: &Groups,
) -> Vec<Reply> {
    let part_of = groups.parts(PARTS);
    let validation = CrossValidation::new(members, dataset.gold(), &part_of);
    let wanted: Vec<_> = (0..PARTS).map(|part| HeldOut::of_part(member, part)).collect();
    let train = |_: &HeldOut, is_held_out: &[bool]| Ok(learner(dataset, is_held_out));
    let known = validation.predict(&wanted, train, |_, error| error).unwrap();
    let mut replies = vec![Reply::default(); dataset.len()];
    for (row, reply) in wanted.iter().flat_map(|wanted| &known[wanted]) {
        replies[*row] = reply.clone();
    }
    replies
}

fn member(learns: Learns) -> Member<'static> {
    Member { name: "M", learns }
}

/// A learner, a stack of two learners in nested cross-validation, and the stack that learns from the members'
/// cross-validated predictions as they are, which have seen the gold labels of the part that it predicts.
#[test]
fn a_stack_of_cross_validated_predictions_is_found_and_a_nested_one_is_clean() {
    let dataset = random(60);
    let groups = Groups::of(&dataset);
    let predict = |dataset: &Dataset, _: Option<usize>| {
        let nested = [
            member(Learns::FromPairs),
            member(Learns::FromPairs),
            member(Learns::FromMembers(vec![0, 1])),
        ];
        let alone = all_parts(dataset, &nested, 0, &groups);
        let seen: Vec<_> = alone.iter().map(|reply| reply.judgment).collect();
        let leaking = [member(Learns::Nothing(seen)), member(Learns::FromMembers(vec![0]))];
        let stacked = all_parts(dataset, &nested, 2, &groups);
        Ok::<_, Infallible>(vec![alone, stacked, all_parts(dataset, &leaking, 1, &groups)])
    };
    let all = flippable(&dataset, &groups);
    let Ok(found) = moved(&Unattended, &dataset, &groups, &all, 3, predict);
    let clean = Moved { predictions: 0, of: 120, groups: 0, first: Vec::new() };
    assert_eq!((all.len(), &found[0], &found[1]), (60, &clean, &clean));
    assert!(found[2].predictions > 60, "{:?}", found[2]);
    assert_eq!(found[2].first.len(), NAMED);
}

/// Three-way: entailed pairs get the negative labels in turn, those first that are rarest elsewhere, and no label
/// disappears. The last pairs, with all of a label, cannot be flipped.
#[test]
fn flipping_keeps_the_labels_that_there_are() {
    let flipped_of = |gold: &[Judgment], id: &str| {
        let dataset = dataset(gold);
        let groups = Groups::of(&dataset);
        let row = dataset.row(id).unwrap();
        let gold = flipped(&dataset, &groups, groups.of_rows()[row])?;
        Some([gold[row].unwrap(), gold[dataset.row(&format!("{id}.1")).unwrap()].unwrap()])
    };
    let gold = [Entailment, Unknown, Contradiction, Unknown, Entailment];
    assert_eq!(flipped_of(&gold, "p0"), Some([Contradiction, Unknown]));
    assert_eq!(flipped_of(&gold, "p1"), Some([Entailment, Entailment]));
    assert_eq!(flipped_of(&gold, "p2"), None);
    assert_eq!(flipped_of(&[Entailment, Unknown, Unknown], "p0"), None);
    assert_eq!(flipped_of(&[Entailment, Entailment, Unknown], "p0"), Some([Unknown, Unknown]));
}

#[test]
fn a_sample_of_groups_is_spread_evenly() {
    let groups: Vec<usize> = (10..20).collect();
    assert_eq!(spread(&groups, 4), [10, 12, 15, 17]);
    assert_eq!(spread(&groups, 100), groups);
    assert_eq!(spread(&[], 4), [0; 0]);
}
