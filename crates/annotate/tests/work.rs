//! The steps of several annotators, and the dataset that they come to.

#![allow(clippy::unwrap_used, clippy::unreachable, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::path::Path;

use phenom_annotate::{
    Called, Check, Folding, Journal, Originals, Rule, Steps, Taken, What, Work, apply, read_steps,
    records, wording,
};
use phenom_dataset::{
    Dataset, DatasetBuilder, Input, Judgment, KeepTexts, LabelScheme, PairFormat, PairSource,
    read_pairs,
};

const PAIRS: &str = concat!(
    r#"{"id": "c-1", "cluster": "ferry", "text": "The night ferry to Olm leaves at 22:30 and carries no cars.", "hypothesis": "The night boat to Olm leaves at half past eight in the evening.", "gold": "contradiction", "attributes": {"topic": "ships"}}"#,
    "\n",
    r#"{"id": "u-1", "text": "A clerk told the paper that the crates held ivory.", "hypothesis": "The containers held ivory."}"#,
    "\n",
);

fn dataset(text: &str) -> Dataset {
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let input = Input::Stream(Box::new(std::io::Cursor::new(text.to_owned().into_bytes())));
    read_pairs(&source, "pairs.jsonl", input, &mut builder);
    builder.finish().unwrap()
}

fn originals(text: &str) -> Originals {
    Originals::new(&dataset(text), "pairs.jsonl".to_owned(), "0".repeat(64)).unwrap()
}

fn whole(originals: &Originals, pair: &str, judgment: Judgment) -> What {
    let of = originals.original(pair).unwrap().wording.clone();
    What::Whole { pair: pair.to_owned(), of, judgment }
}

fn part(originals: &Originals, id: &str, sides: (&str, &str), judgment: Judgment) -> What {
    let pair = id.rsplit_once('.').unwrap().0;
    let original = originals.original(pair).unwrap();
    let rule = rule(sides);
    What::Part {
        pair: pair.to_owned(),
        of: original.wording.clone(),
        part: id.to_owned(),
        phenomenon: "lexical:hypernymy".to_owned(),
        hypothesis: apply(&original.text, &rule).unwrap().hypothesis,
        rule,
        on: None,
        judgment,
    }
}

fn rule((left, right): (&str, &str)) -> Rule {
    Rule {
        pattern: "x → y".to_owned(),
        constraint: "hypernym(x, y)".to_owned(),
        left_hand_side: left.to_owned(),
        right_hand_side: right.to_owned(),
        at: Vec::new(),
    }
}

fn done(pair: &str, exception: Option<&str>) -> What {
    let exceptions = exception.map(|reason| (Check::Composition, reason.to_owned()));
    let composed = exceptions.is_none().then_some(Judgment::Contradiction);
    let exceptions = exceptions.into_iter().collect();
    What::Done { pair: pair.to_owned(), composed, chain: true, exceptions }
}

/// The dataset with the work on it, and the pairs on which people differ.
fn folded(originals: &Originals, work: &Work, folding: Folding) -> (Dataset, Vec<String>) {
    let (lines, unsettled) = records(&dataset(PAIRS), originals, work, folding).unwrap();
    (
        dataset(&lines),
        unsettled.into_iter().map(|open| format!("{} ({})", open.pair, open.said)).collect(),
    )
}

fn read(pair: &str, of: &str, judgment: Judgment) -> What {
    What::Read {
        pair: pair.to_owned(),
        of: of.to_owned(),
        judgment: Some(judgment),
        confidence: Some(3),
        comment: String::new(),
        phenomenon: None,
    }
}

/// Writes steps through a journal and reads its file.
fn steps(folder: &Path, annotator: &str, all: &[What]) -> Steps {
    let (mut journal, _) = Journal::open(
        &phenom_files::Start::of_user(folder).unwrap(),
        annotator,
        "pairs.jsonl",
        &"0".repeat(64),
    )
    .unwrap();
    for what in all {
        journal.add(what.clone()).unwrap();
    }
    read_steps(journal.path()).unwrap()
}

fn ferry(originals: &Originals) -> Vec<What> {
    vec![
        whole(originals, "c-1", Judgment::Contradiction),
        part(originals, "c-1.1", ("ferry", "boat"), Judgment::Entailment),
        part(
            originals,
            "c-1.2",
            ("22:30", "half past eight in the evening"),
            Judgment::Contradiction,
        ),
        done("c-1", None),
    ]
}

#[test]
fn the_last_step_on_a_thing_counts_and_what_was_undone_does_not() {
    let (folder, originals) = (tempfile::tempdir().unwrap(), originals(PAIRS));
    let mut all = ferry(&originals);
    all.push(part(&originals, "c-1.1", ("ferry", "ship"), Judgment::Unknown)); // line 6
    all.push(What::Undo { of: 6 }); // line 7
    let work = Work::new(vec![steps(folder.path(), "ann", &all)], &originals, None).unwrap();
    let (author, found) = work.decomposition("c-1").unwrap();
    assert_eq!(
        (author, found.parts.len(), found.parts[0].rule.right_hand_side.as_str()),
        ("ann", 2, "boat")
    );
    let ann = work.annotator("ann").unwrap();
    assert_eq!(ann.last().unwrap().seq, 5);
    assert_eq!(ann.last_undoing().unwrap().seq, 7);
    // An id is not used again, even where its part was undone.
    assert_eq!(work.new_part("c-1", &originals), "c-1.3");

    // Undo, undo, redo, redo.
    let folder = tempfile::tempdir().unwrap();
    all.extend([What::Undo { of: 5 }, What::Undo { of: 8 }]); // lines 8 and 9
    let work = Work::new(vec![steps(folder.path(), "ann", &all)], &originals, None).unwrap();
    assert!(work.decomposition("c-1").unwrap().1.done.is_some());
    assert_eq!(work.annotator("ann").unwrap().last_undoing().unwrap().seq, 7);
    // What is added step by step is what is read from the file.
    let mut added = Work::default();
    for event in work.annotator("ann").unwrap().events() {
        added.add(event.clone(), &originals);
    }
    assert_eq!(added.decomposition("c-1"), work.decomposition("c-1"));
}

#[test]
fn an_order_moves_parts_and_removal_takes_them_out() {
    let (folder, originals) = (tempfile::tempdir().unwrap(), originals(PAIRS));
    let mut all = ferry(&originals);
    all.push(What::Order { pair: "c-1".into(), parts: vec!["c-1.2".into(), "c-1.1".into()] });
    let work = Work::new(vec![steps(folder.path(), "ann", &all)], &originals, None).unwrap();
    let ids = |work: &Work| -> Vec<String> {
        work.decomposition("c-1").unwrap().1.parts.iter().map(|part| part.id.clone()).collect()
    };
    assert_eq!(ids(&work), ["c-1.2", "c-1.1"]);
    let folder = tempfile::tempdir().unwrap();
    all.push(What::Remove { pair: "c-1".into(), part: "c-1.2".into() });
    all.push(What::Reopen { pair: "c-1".into() });
    let work = Work::new(vec![steps(folder.path(), "ann", &all)], &originals, None).unwrap();
    assert_eq!(ids(&work), ["c-1.1"]);
    assert!(work.decomposition("c-1").unwrap().1.reopened);
}

#[test]
fn who_began_first_has_decomposed_an_original() {
    let (folder, originals) = (tempfile::tempdir().unwrap(), originals(PAIRS));
    let mut first = steps(folder.path(), "zoe", &ferry(&originals));
    let mut second = steps(folder.path(), "ann", &[whole(&originals, "c-1", Judgment::Unknown)]);
    first.events[0].at = "2026-05-04T09:00:47Z".into();
    second.events[0].at = "2026-05-04T09:00:48Z".into();
    let work = Work::new(vec![first, second], &originals, None).unwrap();
    assert_eq!(work.decomposition("c-1").unwrap().0, "zoe");
    assert_eq!(work.decomposed_twice(&originals), [("c-1".to_owned(), vec!["ann".to_owned()])]);
}

#[test]
fn work_is_a_dataset_with_rules_annotations_and_gold() {
    let (folder, originals) = (tempfile::tempdir().unwrap(), originals(PAIRS));
    let original = originals.original("c-1").unwrap();
    let second = apply(&original.text, &rule(("22:30", "half past eight in the evening")))
        .unwrap()
        .hypothesis;
    let of = wording(&original.text, &second);
    let files = vec![
        steps(folder.path(), "ann", &ferry(&originals)),
        steps(
            folder.path(),
            "bo",
            &[
                read("c-1", &original.wording, Judgment::Contradiction),
                read("c-1.2", &of, Judgment::Unknown),
            ],
        ),
        steps(
            folder.path(),
            "cleo",
            &[
                read("c-1.2", &of, Judgment::Unknown),
                read("c-1.1", &wording("", ""), Judgment::Unknown),
            ],
        ),
    ];
    let work = Work::new(files, &originals, None).unwrap();
    let (unsettled, open) = self::folded(&originals, &work, Folding::default());
    assert_eq!(open, ["c-1.2 (ann: contradiction, bo: unknown, cleo: unknown)"]);
    assert_eq!(unsettled.gold()[3], None);
    let majority = Folding { majority: true, ..Folding::default() };
    let (folded, open) = self::folded(&originals, &work, majority);
    assert!(open.is_empty());
    assert_eq!(folded.ids().collect::<Vec<_>>(), ["c-1", "u-1", "c-1.1", "c-1.2"]);
    assert_eq!(
        folded.gold(),
        [
            Some(Judgment::Contradiction),
            None,
            // The reading of another wording does not count: the author's.
            Some(Judgment::Entailment),
            // Two of three.
            Some(Judgment::Unknown),
        ]
    );
    assert_eq!(
        folded.annotations(3).collect::<Vec<_>>(),
        [("ann", Judgment::Contradiction), ("bo", Judgment::Unknown), ("cleo", Judgment::Unknown),]
    );
    assert_eq!(folded.annotations(2).count(), 1);
    assert_eq!(folded.attributes()[0].value(0), Some("ships"));
    assert_eq!(folded.cluster_name(0), Some("ferry"));
    assert_eq!(folded.rule(2).unwrap().left_hand_side.as_deref(), Some("ferry"));
    let by_role = Folding { called: Called::ByRole, ..Folding::default() };
    let (by_role, _) = self::folded(&originals, &work, by_role);
    let names: Vec<&str> = by_role.annotations(3).map(|(name, _)| name).collect();
    assert_eq!(names, ["author", "reader-1", "reader-2"]);
}

#[test]
fn no_difference_gets_lost_when_an_original_is_taken_over_or_reopened() {
    let originals = originals(PAIRS);
    let original = originals.original("c-1").unwrap();
    let open = |files: &[(&str, Vec<What>)]| {
        let folder = tempfile::tempdir().unwrap();
        let files = files.iter().map(|(name, all)| steps(folder.path(), name, all)).collect();
        let work = Work::new(files, &originals, None).unwrap();
        folded(&originals, &work, Folding::default()).1
    };
    let ferry = ferry(&originals);
    let boat = apply(&original.text, &rule(("ferry", "boat"))).unwrap().hypothesis;
    let contrary = read("c-1.1", &wording(&original.text, &boat), Judgment::Contradiction);
    let taken = ferry.iter().filter_map(|what| match what {
        What::Part { part, phenomenon, rule, hypothesis, judgment, .. } => Some(Taken {
            part: part.clone(),
            phenomenon: phenomenon.clone(),
            rule: rule.clone(),
            on: None,
            hypothesis: hypothesis.clone(),
            judgment: *judgment,
        }),
        _ => None,
    });
    let (of, from) = (original.wording.clone(), "ann".to_owned());
    let take = What::Take { pair: "c-1".into(), of, from, parts: taken.collect() };
    let whole = |judgment| whole(&originals, "c-1", judgment);
    // What is taken over is no second opinion, and the taker's own reading stays.
    let bo = vec![contrary, take.clone(), whole(Judgment::Contradiction), done("c-1", None)];
    assert_eq!(
        open(&[("ann", ferry.clone()), ("bo", bo)]),
        ["c-1.1 (ann: entailment, bo: contradiction)"]
    );
    // The label of whoever left counts beside that of the new author.
    let bo = vec![take, whole(Judgment::Unknown), done("c-1", Some("r"))];
    assert_eq!(
        open(&[("ann", ferry.clone()), ("bo", bo)]),
        ["c-1 (bo: unknown, ann: contradiction, dataset: contradiction)"]
    );
    // So do labels of an original that was reopened, and those of a reader of it.
    let mut ann = ferry;
    ann.push(What::Reopen { pair: "c-1".into() });
    let cleo = vec![read("c-1", &original.wording, Judgment::Unknown)];
    assert_eq!(
        open(&[("ann", ann), ("cleo", cleo)]),
        ["c-1 (ann: contradiction, dataset: contradiction, cleo: unknown)"]
    );
}

#[test]
fn what_was_settled_is_gold_and_what_was_dropped_is_left_out() {
    let (folder, originals) = (tempfile::tempdir().unwrap(), originals(PAIRS));
    let original = originals.original("c-1").unwrap();
    let settle =
        |id: &str, (left, right): (&str, &str), said, judgment: Option<Judgment>| What::Settle {
            pair: id.to_owned(),
            of: wording(
                &original.text,
                &apply(&original.text, &rule((left, right))).unwrap().hypothesis,
            ),
            judgment,
            drop: judgment.is_none(),
            reason: "r".to_owned(),
            readings: [("ann".to_owned(), Some(said))].into(),
            over: std::collections::BTreeMap::new(),
        };
    let mut all = ferry(&originals);
    all.pop();
    all.push(done("c-1", Some("told in a dream")));
    all.push(settle("c-1.1", ("ferry", "boat"), Judgment::Entailment, Some(Judgment::Unknown)));
    all.push(settle(
        "c-1.2",
        ("22:30", "half past eight in the evening"),
        Judgment::Contradiction,
        None,
    ));
    let work = Work::new(vec![steps(folder.path(), "ann", &all)], &originals, None).unwrap();
    let (folded, open) = self::folded(&originals, &work, Folding::default());
    assert!(open.is_empty(), "{open:?}");
    assert_eq!(folded.ids().collect::<Vec<_>>(), ["c-1", "u-1", "c-1.1"]);
    assert_eq!(folded.gold()[2], Some(Judgment::Unknown));
    let exception = folded.attributes().iter().find(|factor| factor.name() == "exception");
    assert_eq!(exception.unwrap().value(0), Some("told in a dream"));
}

#[test]
fn steps_on_another_wording_are_set_aside_and_those_on_another_dataset_refused() {
    let (folder, before) = (tempfile::tempdir().unwrap(), originals(PAIRS));
    let written = steps(folder.path(), "ann", &ferry(&before));
    let changed = PAIRS.replace("night ferry", "early ferry");
    let mut after = originals(&changed);
    after.sha256 = "01".to_owned();
    let work = Work::new(vec![written.clone()], &after, None).unwrap();
    assert_eq!(work.decomposition("c-1"), None);
    assert_eq!(work.changed().into_iter().collect::<Vec<_>>(), ["c-1"]);
    let mut other = originals(&PAIRS.replace("c-1", "x-1"));
    other.sha256 = "01".to_owned();
    let refused = Work::new(vec![written.clone()], &other, None).unwrap_err();
    assert_eq!(refused.len(), 1);
    assert!(
        refused[0].message.ends_with("none of these pairs is in `pairs.jsonl`"),
        "{}",
        refused[0]
    );

    // Edited by hand, under the same dataset.
    let edited = |edit: &dyn Fn(&mut What)| {
        let mut steps = written.clone();
        edit(&mut steps.events[1].what);
        Work::new(vec![steps], &before, None).unwrap_err()[0].to_string()
    };
    let said = edited(&|what| {
        let What::Part { hypothesis, .. } = what else { unreachable!() };
        hypothesis.push('!');
    });
    assert!(
        said.ends_with(
            "ann.jsonl:3: the hypothesis of `c-1.1` differs from the result of its rule"
        ),
        "{said}"
    );
    let said = edited(&|what| {
        let What::Part { rule, .. } = what else { unreachable!() };
        rule.left_hand_side = "canoe".to_owned();
    });
    assert!(said.ends_with("the rule of `c-1.1` does not apply: “canoe” is not in T"), "{said}");
    let said = edited(&|what| {
        let What::Part { judgment, .. } = what else { unreachable!() };
        *judgment = Judgment::NotEntailment;
    });
    assert!(
        said.ends_with("`c-1` has the label not-entailment, and the dataset is three-way"),
        "{said}"
    );
}
