use std::cell::RefCell;

use phenom_dataset::Judgment;

use std::fs;

use super::*;
use crate::{Answered, Probabilities, System, SystemError};

const SETTINGS: &[u8] = b"settings";

fn pair<'a>(id: &'a str, text: &'a str) -> TextPair<'a> {
    TextPair { id, text, hypothesis: "A hypothesis." }
}

fn open(folder: &Path) -> Store {
    Store::open(folder, SETTINGS, Use::Stored).unwrap()
}

#[test]
fn what_was_kept_is_there_again_to_the_last_bit() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("made");
    // Read without care, the last bit of numbers like these is lost.
    let numbers = [0.1 + 0.2, 1.0 / 3.0, 5e-324, 0.9999999999999999, 0.10467741380119793];
    let reply = |number: f64| Reply {
        confidence: Some(number),
        probabilities: Some(Probabilities(vec![
            (Judgment::Entailment, number),
            (Judgment::Unknown, 1.0 - number),
        ])),
        ..Reply::judged(Judgment::Entailment).because("\"so\"\nand\u{2028}so".to_owned())
    };
    let mut store = open(&folder);
    for number in numbers {
        store.keep(&pair(&number.to_string(), "A text."), &reply(number)).unwrap();
    }
    drop(store);
    let store = open(&folder);
    let looked_at = StoredReplies::read(&folder, SETTINGS).unwrap();
    for number in numbers {
        let id = number.to_string();
        assert_eq!(store.reply(&pair(&id, "A text.")), Some(&reply(number)));
        assert_eq!(looked_at.reply(&pair(&id, "A text.")), Some(&reply(number)));
        assert_eq!(store.reply(&pair(&id, "Another text.")), None);
    }
}

#[test]
fn other_settings_are_another_system() {
    let folder = tempfile::tempdir().unwrap();
    let judged = Reply::judged(Judgment::Unknown);
    open(folder.path()).keep(&pair("1", ""), &judged).unwrap();
    let other = Store::open(folder.path(), b"other settings", Use::Stored).unwrap();
    assert_eq!(other.reply(&pair("1", "")), None);
    assert_eq!(open(folder.path()).reply(&pair("1", "")), Some(&judged));
}

#[test]
fn a_number_that_json_cannot_hold_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let reply = Reply { confidence: Some(f64::NAN), ..Reply::judged(Judgment::Unknown) };
    let error = open(folder.path()).keep(&pair("1", ""), &reply).unwrap_err();
    assert!(error.to_string().contains("NaN"), "{error}");
}

#[test]
fn an_incomplete_last_line_is_cut_off_wherever_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let replies = [Judgment::Entailment, Judgment::Unknown].map(Reply::judged);
    let mut store = open(folder.path());
    let keep = |store: &mut Store, id, text, reply| {
        store.keep_of("2026-05-04T09:00:47Z".to_owned(), &pair(id, text), reply).unwrap();
    };
    keep(&mut store, "1", "", &replies[0]);
    keep(&mut store, "2", "é", &replies[1]);
    drop(store);
    let path = Store::path(folder.path(), SETTINGS);
    let whole = fs::read(&path).unwrap();
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    for end in first..whole.len() {
        fs::write(&path, &whole[..end]).unwrap();
        let mut store = open(folder.path());
        assert_eq!(store.reply(&pair("1", "")), Some(&replies[0]));
        assert_eq!(store.reply(&pair("2", "é")), None);
        keep(&mut store, "2", "é", &replies[1]);
        drop(store);
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn a_corrupt_line_that_is_not_the_last_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = open(folder.path());
    for id in ["1", "2", "3"] {
        store.keep(&pair(id, ""), &Reply::judged(Judgment::Unknown)).unwrap();
    }
    drop(store);
    let path = Store::path(folder.path(), SETTINGS);
    let spoilt = fs::read_to_string(&path).unwrap().replacen("\"pair\"", "\"pear\"", 2);
    let spoilt = spoilt.replacen("\"pear\"", "\"pair\"", 1);
    fs::write(&path, &spoilt).unwrap();
    let error = Store::open(folder.path(), SETTINGS, Use::Fresh).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}:2: ", path.display())), "{error}");
    assert!(error.contains("remove the line"), "{error}");
    assert!(StoredReplies::read(folder.path(), SETTINGS).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), spoilt);
}

#[test]
fn a_stored_answer_is_checked_like_a_fresh_one() {
    let folder = tempfile::tempdir().unwrap();
    let probabilities = vec![(Judgment::Entailment, 0.75), (Judgment::Unknown, 0.25)];
    let reply = Reply::likeliest(Probabilities(probabilities)).because("why".to_owned());
    let mut store = open(folder.path());
    store.keep_of("2026-05-04T09:00:47Z".to_owned(), &pair("1", ""), &reply).unwrap();
    drop(store);
    let path = Store::path(folder.path(), SETTINGS);
    let good = fs::read_to_string(&path).unwrap();
    let long = format!("\"{}\"", "a".repeat((8 << 20) + 1));
    for (from, to, reason) in [
        ("[\"entailment\",0.75]", "[\"entailment\",5]", "numbers from 0 to 1 that sum to 1"),
        ("[\"unknown\",0.25]", "[\"unknown\",2.25]", "numbers from 0 to 1 that sum to 1"),
        ("[\"unknown\",0.25]", "[\"unknown\",-0.25]", "numbers from 0 to 1 that sum to 1"),
        ("[\"unknown\",0.25]", "[\"entailment\",0.25]", "the label entailment twice"),
        ("[\"unknown\",0.25]", "[\"perhaps\",0.25]", "unknown variant"),
        ("\"confidence\":0.75", "\"confidence\":1e999", "out of range"),
        ("\"confidence\":0.75", "\"confidence\":NaN", "expected value"),
        ("\"why\"", &long, "more than 8 MiB"),
        ("2026-05-04", "2026-05-40", "`at` is \"2026-05-40T09:00:47Z\""),
        ("{\"pair\":\"", "{\"pair\":\"x", "`pair` is not a SHA-256"),
    ] {
        assert!(good.contains(from), "{from}");
        fs::write(&path, good.clone() + &good.replacen(from, to, 1)).unwrap();
        for read in [
            StoredReplies::read(folder.path(), SETTINGS).map(|_| ()),
            Store::open(folder.path(), SETTINGS, Use::Stored).map(|_| ()),
        ] {
            let error = read.unwrap_err().to_string();
            assert!(error.contains(":2: ") && error.contains(reason), "{to:.60}: {error}");
        }
    }
    // Nor is what no system may answer stored.
    let strange = Reply { probabilities: Some(Probabilities(vec![])), ..Reply::default() };
    fs::write(&path, &good).unwrap();
    let error = open(folder.path()).keep(&pair("2", ""), &strange).unwrap_err().to_string();
    assert!(error.contains("sum to 1"), "{error}");
}

#[test]
fn a_stored_answer_says_when_it_was_given_if_that_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let judged = Reply::judged(Judgment::Unknown);
    let mut store = open(folder.path());
    store.keep_of("2026-05-04T09:00:47Z".to_owned(), &pair("1", ""), &judged).unwrap();
    store.keep(&pair("2", ""), &judged).unwrap();
    drop(store);
    let path = Store::path(folder.path(), SETTINGS);
    let old = fs::read_to_string(&path).unwrap();
    let first = old.lines().next().unwrap().to_owned();
    let without = first.replace("\"at\":\"2026-05-04T09:00:47Z\",", "");
    let given = |id| {
        let stored = StoredReplies::read(folder.path(), SETTINGS).unwrap();
        stored.given_at(&pair(id, "")).map(str::to_owned)
    };
    assert_eq!(given("1").as_deref(), Some("2026-05-04T09:00:47Z"));
    assert!(instant::is_instant(&given("2").unwrap()));
    assert_eq!(given("3"), None);
    fs::write(&path, format!("{without}\n")).unwrap();
    assert_eq!(given("1"), None);
    assert_eq!(open(folder.path()).reply(&pair("1", "")), Some(&judged));
}

#[test]
fn a_second_opener_is_refused_until_the_first_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let first = open(folder.path());
    let error = Store::open(folder.path(), SETTINGS, Use::Stored).unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
    let another_system = Store::open(folder.path(), b"other settings", Use::Stored);
    assert!(another_system.is_ok());
    drop(first);
    open(folder.path());
}

#[test]
fn a_folder_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Store::open(&file.join("answers"), SETTINGS, Use::Stored).unwrap_err();
    assert!(error.to_string().contains("file/answers"), "{error}");
}

/// Counts what it is asked, answers backwards, and ends early where it is to.
struct Backwards {
    judgment: Judgment,
    answers_at_most: usize,
    asked: RefCell<Vec<String>>,
}

impl System for Backwards {
    fn answer(
        &self,
        pairs: &[TextPair<'_>],
        answered: &mut Answered<'_>,
    ) -> Result<(), SystemError> {
        self.asked.borrow_mut().extend(pairs.iter().map(|pair| pair.id.to_owned()));
        for number in (0..pairs.len()).rev().take(self.answers_at_most) {
            answered(number, Reply::judged(self.judgment))?;
        }
        Ok(())
    }
}

fn backwards(judgment: Judgment, answers_at_most: usize) -> Backwards {
    Backwards { judgment, answers_at_most, asked: RefCell::default() }
}

#[test]
fn only_what_is_not_stored_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let pairs = ["1", "2", "3"].map(|id| pair(id, ""));
    let mut store = open(folder.path());
    let first = backwards(Judgment::Entailment, 2);
    let all = answer_all(&first, &pairs, Some(&mut store), &mut |_| ());
    assert_eq!(all.left(), 1);
    assert!(matches!(all.ended, Err(SystemError::Unanswered(1))));
    drop(store);
    let mut store = open(folder.path());
    let second = backwards(Judgment::Unknown, 3);
    let mut told = Vec::new();
    let all = answer_all(&second, &pairs, Some(&mut store), &mut |progress| told.push(progress));
    all.ended.unwrap();
    assert_eq!(*second.asked.borrow(), ["1"]);
    let expected = [Judgment::Unknown, Judgment::Entailment, Judgment::Entailment];
    assert_eq!(all.replies, expected.map(|judgment| Some(Reply::judged(judgment))));
    let start = Progress { pairs: 3, stored: 2, answered: 0, abstentions: 0 };
    assert_eq!(told, [start, Progress { answered: 1, ..start }]);
}

#[test]
fn asked_anew_an_old_answer_goes_when_there_is_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let pairs = ["1", "2"].map(|id| pair(id, ""));
    let old = backwards(Judgment::Entailment, 2);
    answer_all(&old, &pairs, Some(&mut open(folder.path())), &mut |_| ()).ended.unwrap();
    let mut store = Store::open(folder.path(), SETTINGS, Use::Fresh).unwrap();
    let new = backwards(Judgment::Unknown, 1);
    let all = answer_all(&new, &pairs, Some(&mut store), &mut |_| ());
    assert_eq!(all.replies, [None, Some(Reply::judged(Judgment::Unknown))]);
    drop(store);
    let store = open(folder.path());
    assert_eq!(store.reply(&pairs[0]), Some(&Reply::judged(Judgment::Entailment)));
    assert_eq!(store.reply(&pairs[1]), Some(&Reply::judged(Judgment::Unknown)));
}
