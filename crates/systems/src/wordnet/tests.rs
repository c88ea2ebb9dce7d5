//! Tests with WordNet 3.0 where it is installed, and with a dictionary of a few words.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::LazyLock;

use crate::wordnet::{PartOfSpeech, Relation, RelationKind, WordNet, WordNetError};

/// The WordNet of this machine, loaded once; tests that need it say so and pass where there is none.
pub(crate) fn installed() -> Option<&'static WordNet> {
    static INSTALLED: LazyLock<Option<WordNet>> =
        LazyLock::new(|| WordNet::find().expect("WordNet can be read where there is one"));
    if INSTALLED.is_none() {
        let skipped = "skipped: there is no WordNet here; Debian's package wordnet-base has it";
        let _ = writeln!(std::io::stderr(), "{skipped}");
    }
    INSTALLED.as_ref()
}

fn between(wordnet: &WordNet, text: &str, hypothesis: &str) -> Option<Relation> {
    wordnet.relation(&wordnet.word(text), &wordnet.word(hypothesis))
}

/// A dictionary in which a dog (domestic dog) is an animal, to snore entails to sleep, and hot is the opposite of cold.
fn small(folder: &Path) {
    let licence = "  1 This software and database is being provided ...\n";
    let write = |name: &str, lines: &str| {
        fs::write(folder.join(name), format!("{licence}{lines}")).unwrap();
    };
    write(
        "data.noun",
        "00000100 03 n 01 animal 0 000 | a living being\n\
        00000200 03 n 02 dog 0 domestic_dog 0 001 @ 00000100 n 0000 | a barking animal\n",
    );
    write(
        "data.verb",
        "00000100 29 v 01 sleep 0 000 | rest\n\
        00000200 29 v 01 snore 0 001 * 00000100 v 0000 01 + 02 00 | breathe noisily while asleep\n",
    );
    write(
        "data.adj",
        "00000100 00 a 01 hot 0 001 ! 00000200 a 0101 | warm\n\
        00000200 00 a 01 cold 0 002 ! 00000100 a 0101 & 00000300 a 0000 | not warm\n\
        00000300 00 s 01 icy(a) 0 001 & 00000200 a 0000 | very cold\n",
    );
    write("data.adv", "");
    write(
        "index.noun",
        "animal n 1 0 1 1 00000100  \ndog n 1 1 @ 1 1 00000200  \n\
        domestic_dog n 1 1 @ 1 0 00000200  \n",
    );
    write("index.verb", "sleep v 1 0 1 1 00000100  \nsnore v 1 1 * 1 0 00000200  \n");
    write(
        "index.adj",
        "cold a 1 2 ! & 1 1 00000200  \nhot a 1 1 ! 1 1 00000100  \n\
        icy a 1 1 & 1 0 00000300  \n",
    );
    write("index.adv", "");
    for part in ["noun", "adj", "adv"] {
        fs::write(folder.join(format!("{part}.exc")), "").unwrap();
    }
    fs::write(folder.join("verb.exc"), "slept sleep\n").unwrap();
}

#[test]
fn a_small_dictionary_relates_its_words() {
    let folder = tempfile::tempdir().unwrap();
    let dict = folder.path().join("dict");
    fs::create_dir(&dict).unwrap();
    small(&dict);
    let wordnet = WordNet::load(folder.path()).unwrap();
    assert_eq!((wordnet.lemma_ends.len(), wordnet.member_ends.len()), (8, 7));
    let relation = |kind, steps| Some(Relation { kind, steps });
    assert_eq!(between(&wordnet, "Dogs", "animals"), relation(RelationKind::Hypernym, 1));
    assert_eq!(between(&wordnet, "animal", "dog"), None);
    assert_eq!(between(&wordnet, "domestic dogs", "dog"), relation(RelationKind::Synonym, 0));
    assert_eq!(between(&wordnet, "snoring", "slept"), relation(RelationKind::Entailment, 1));
    assert_eq!(between(&wordnet, "sleeps", "slept"), relation(RelationKind::SameLemma, 0));
    assert_eq!(between(&wordnet, "HOT", "cold"), relation(RelationKind::Antonym, 1));
    assert_eq!(between(&wordnet, "hot", "icy"), relation(RelationKind::Antonym, 2));
    assert_eq!(between(&wordnet, "icy", "hot"), relation(RelationKind::Antonym, 2));
    assert_eq!(between(&wordnet, "xyzzy", "Xyzzy"), relation(RelationKind::SameLemma, 0));
    assert!(!wordnet.word("xyzzy").is_known());
}

#[test]
fn a_path_that_is_none_says_which_file_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let error = WordNet::load(folder.path()).unwrap_err().to_string();
    assert!(error.contains("index.noun is missing"), "{error}");
    small(folder.path());
    fs::remove_file(folder.path().join("adj.exc")).unwrap();
    let error = WordNet::load(folder.path()).unwrap_err().to_string();
    assert!(error.contains("adj.exc is missing"), "{error}");
    let error = WordNet::load(Path::new("/dev/null")).unwrap_err();
    assert!(matches!(error, WordNetError::Missing { .. }));
}

#[test]
fn a_damaged_file_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let message = |file: &str, bytes: &[u8]| {
        small(folder.path());
        fs::write(folder.path().join(file), bytes).unwrap();
        WordNet::load(folder.path()).unwrap_err().to_string()
    };
    for (file, bytes, expected) in [
        ("data.verb", &b"  1 licence\n00000100 29 v"[..], "data.verb:2: no number of words"),
        ("index.noun", b"dog n 1 0 1 1 00000300", "index.noun:1: an offset without a synset"),
        ("index.noun", b"dog n 1 0 1 1 00000200", "a word that is missing from the index files"),
        ("index.verb", b"sleep v 1 0\n\xff", "index.verb:2: bytes that are not UTF-8"),
        ("verb.exc", b"slept", "verb.exc:1: a form without a base form"),
        (
            "data.adv",
            b"2 0 r 01 a 0 000 |\n1 0 r 01 a 0 000 |",
            "data.adv:2: an offset that is not ascending",
        ),
        ("data.adv", b"<html>\n", "data.adv:1: no offset"),
    ] {
        let found = message(file, bytes);
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn wordnet_has_the_words_that_its_statistics_say() {
    let Some(wordnet) = installed() else { return };
    // wnstats(7WN) of version 3.0: 117,659 synsets; 147,306 unique strings of any part of speech, which the files of
    // Debian hold.
    assert_eq!(wordnet.member_ends.len(), 117_659);
    assert_eq!(wordnet.lemma_ends.len(), 147_306);
}

#[test]
fn base_forms_are_those_of_morphy() {
    let Some(wordnet) = installed() else { return };
    let forms = |word, part| wordnet.base_forms(word, part).collect::<Vec<_>>();
    assert_eq!(forms("dogs", PartOfSpeech::Noun), ["dog"]);
    assert_eq!(forms("Geese", PartOfSpeech::Noun), ["goose"]);
    assert_eq!(forms("churches", PartOfSpeech::Noun), ["church"]);
    assert_eq!(forms("boxesful", PartOfSpeech::Noun), ["boxful"]);
    assert_eq!(forms("glass", PartOfSpeech::Noun), ["glass"]);
    assert_eq!(forms("went", PartOfSpeech::Verb), ["go"]);
    assert_eq!(forms("acquiring", PartOfSpeech::Verb), ["acquire"]);
    assert_eq!(forms("better", PartOfSpeech::Adjective), ["better", "good", "well"]);
    assert_eq!(forms("prime ministers", PartOfSpeech::Noun), ["prime_minister"]);
    assert!(forms("of", PartOfSpeech::Verb).is_empty());
}

#[test]
fn relations_are_directed() {
    let Some(wordnet) = installed() else { return };
    let kind = |text, hypothesis| between(wordnet, text, hypothesis).map(|found| found.kind);
    assert_eq!(kind("bought", "purchased"), Some(RelationKind::Synonym));
    assert_eq!(kind("acquisition", "acquired"), Some(RelationKind::Derivation));
    assert_eq!(kind("Italian", "Italy"), Some(RelationKind::Derivation));
    assert_eq!(kind("Paris", "France"), Some(RelationKind::Holonym));
    assert_eq!(kind("France", "Paris"), Some(RelationKind::Meronym));
    assert_eq!(kind("snoring", "sleep"), Some(RelationKind::Entailment));
    assert_eq!(kind("kill", "die"), Some(RelationKind::Cause));
    assert_eq!(kind("buy", "sell"), Some(RelationKind::Antonym));
    assert_eq!(kind("large", "little"), Some(RelationKind::Antonym));
    assert_eq!(kind("poodle", "organism"), None, "four steps away");
    let dog = between(wordnet, "poodle", "dog");
    assert_eq!(dog, Some(Relation { kind: RelationKind::Hypernym, steps: 1 }));
    let animal = between(wordnet, "poodles", "animal");
    assert_eq!(animal, Some(Relation { kind: RelationKind::Hypernym, steps: 3 }));
    assert_eq!(between(wordnet, "dog", "poodle"), None);
}

#[test]
fn rare_senses_can_be_left_out() {
    let Some(wordnet) = installed() else { return };
    // "frank" and "dog" are sausages in the fifth sense of the noun "dog".
    let relation = |most| {
        let (text, hypothesis) = (
            wordnet.word_in_frequent_senses("dog", most),
            wordnet.word_in_frequent_senses("frank", most),
        );
        wordnet.relation(&text, &hypothesis).map(|found| found.kind)
    };
    assert_eq!(relation(1), None);
    assert_eq!(relation(usize::MAX), Some(RelationKind::Synonym));
}

#[test]
fn texts_that_are_no_words_have_no_senses() {
    let Some(wordnet) = installed() else { return };
    for odd in ["", "\0", "😀", "'s", "_", "ed", "s", "ful", &"a".repeat(1 << 20)] {
        let word = wordnet.word(odd);
        let _ = wordnet.relation(&word, &wordnet.word("dog"));
    }
}
