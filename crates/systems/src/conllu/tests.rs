//! Sentences read, and refused.

use phenom_dataset::Input;
use proptest::prelude::*;

use super::reader::heads;
use super::*;

fn read(written: &str) -> Result<Vec<ParsedSentence>, String> {
    let input = Input::Stream(Box::new(std::io::Cursor::new(written.to_owned().into_bytes())));
    read_conllu("p.conllu", input).map_err(|error| error.to_string())
}

/// A sentence of pair 1 from blank-separated numbers, forms and heads.
fn sentence(words: &str) -> String {
    let words = words.split(", ").map(|word| {
        let [id, form, head] = word.split(' ').collect::<Vec<_>>()[..] else {
            panic!("number, form, head: {word}")
        };
        format!("{id}\t{form}\t_\tX\t_\t_\t{head}\tdep\t_\t_\n")
    });
    format!("# pair_id = 1\n# side = text\n{}", words.collect::<String>())
}

fn message(words: &str) -> String {
    read(&sentence(words)).unwrap_err()
}

#[test]
fn words_tokens_and_empty_nodes_are_read() {
    let written = "\u{feff}# newdoc\r\n# sent_id = s1\r\n# text = vámonos al mar\r\n# pair_id = 7\r\n\
        # side = hypothesis\r\n1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_\r\n\
        1\tvamos\tir\tVERB\t_\t_\t0\troot\t_\t_\r\n2\tnos\tnosotros\tPRON\t_\t_\t1\tobj\t_\t_\r\n\
        2.1\tempty\t_\t_\t_\t_\t_\t_\t0:root\t_\r\n3-4\tal\t_\t_\t_\t_\t_\t_\t_\t_\r\n\
        3\ta\ta\t_\tIN\t_\t5\tcase\t_\t_\r\n4\tel\tel\tDET\t_\t_\t5\tdet\t_\t_\r\n\
        5\tmar\t_\tNOUN\t_\t_\t1\tobl\t_\t_\r\n";
    let sentences = read(written).unwrap();
    let [sentence] = &sentences[..] else { panic!("one sentence") };
    assert_eq!(
        (sentence.pair_id.as_str(), sentence.side, sentence.line),
        ("7", Side::Hypothesis, 7)
    );
    assert_eq!(sentence.heads, [None, Some(0), Some(4), Some(4), Some(0)]);
    assert_eq!(sentence.spelt, "vámonosalmar");
    assert_eq!(sentence.words[0].lemma.as_deref(), Some("ir"));
    assert_eq!(sentence.words[2].tag.as_deref(), Some("IN"));
    assert_eq!(sentence.words[4].lemma, None);
}

#[test]
fn blank_lines_separate_sentences() {
    let two = format!("\n\n{}\n\n\n{}", sentence("1 a 0, 2 b 1"), sentence("1 c 0"));
    let sentences = read(&two).unwrap();
    assert_eq!(sentences[0].heads, [None, Some(0)]);
    assert_eq!((sentences.len(), sentences[1].line), (2, 12));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    assert_eq!(
        message("1 a 3, 2 b 0"),
        "p.conllu:3: the head `3` of word 1 is not one of the sentence's 2 words, nor 0 for a root"
    );
    assert_eq!(
        message("1 a 0, 2 b _"),
        "p.conllu:4: the head `_` of word 2 is not one of the sentence's 2 words, nor 0 for a root"
    );
    assert_eq!(
        message("1 a +0"),
        "p.conllu:3: the head `+0` of word 1 is not one of the sentence's 1 words, nor 0 for a root"
    );
    assert_eq!(
        message("1 a 0, 2 b 1, 3 c 0"),
        "p.conllu:5: words 1 and 3 are both roots; a sentence has one word with the head 0, and an empty line separates sentences"
    );
    assert_eq!(message("1 a 1"), "p.conllu:3: the heads of word 1 form a cycle: 1 -> 1");
    assert_eq!(
        message("1 a 2, 2 b 3, 3 c 2, 4 d 0"),
        "p.conllu:4: the heads of word 2 form a cycle: 2 -> 3 -> 2"
    );
    assert!(message("1 a 0, 3 b 0").starts_with("p.conllu:4: expected word 2, found word 3"));
    assert!(message("1 a 0, 1 b 0").starts_with("p.conllu:4: expected word 2, found word 1"));
    assert!(message("01 a 0").starts_with("p.conllu:3: `01` is not the number of a word"));
    assert!(message("x a 0").starts_with("p.conllu:3: `x` is not the number of a word"));
    assert!(message("1.x a 0").starts_with("p.conllu:3: `1.x` is not the number of a word"));
    assert_eq!(message("1  0"), "p.conllu:3: the form of 1 is empty");
    for ranges in
        ["2-3 ab _, 1 a 0", "1-3 ab _, 1 a 0, 2 b 0", "1-2 ab _, 1-2 ab _, 1 a 0, 2 b 0", "3-1 a _"]
    {
        assert!(message(ranges).contains("does not span several words"), "{ranges}");
    }
    assert!(read("1 a 0\n").unwrap_err().starts_with("p.conllu:1: 1 column, but"));
    assert!(read("1\ta\n").unwrap_err().starts_with("p.conllu:1: 2 columns, but"));
    assert!(read("").unwrap_err().starts_with("p.conllu: "));
}

#[test]
fn every_sentence_says_what_it_is_a_parse_of() {
    let words = "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n";
    let with = |comments: &str| read(&format!("{comments}{words}")).unwrap_err();
    assert!(with("").contains("(missing: `side`)"));
    assert!(with("# side = text\n").contains("(missing: `pair_id`)"));
    assert!(with("# side = left\n").starts_with("p.conllu:1: `left` is not a side of a pair"));
    let twice = "p.conllu:2: `# pair_id` appears twice before one sentence";
    assert_eq!(with("# pair_id = 1\n# pair_id = 1\n"), twice);
    assert_eq!(read("# side = text\n\n").unwrap_err(), "p.conllu:1: the sentence has no words");
    assert_eq!(read("# made by a parser\n\n"), Ok(vec![]));
}

#[test]
fn what_is_no_text_is_refused() {
    let bytes = b"# pair_id = 1\n# caf\xe9\n".to_vec();
    let input = Input::Stream(Box::new(std::io::Cursor::new(bytes)));
    let error = read_conllu("p.conllu", input).unwrap_err();
    assert_eq!((error.line, error.problem), (Some(2), ConlluProblem::NoText));
}

#[test]
fn long_circles_and_deep_trees_are_walked_once() {
    let words = 200_000;
    let chain: Vec<_> = (0..words).map(|head| (1, head.to_string())).collect();
    assert!(heads(&chain).is_ok());
    let mut ring = chain;
    ring[0].1 = words.to_string();
    let (_, problem) = heads(&ring).unwrap_err();
    let ConlluProblem::Cycle { path, .. } = problem else { panic!("a circle") };
    assert!(path.len() < 100 && path.ends_with("-> ... -> 1"), "{path}");
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let input = Input::Stream(Box::new(std::io::Cursor::new(bytes)));
        let _ = read_conllu("p.conllu", input);
    }

    #[test]
    fn lines_that_look_like_words_are_read_or_refused(
        lines in prop::collection::vec(("[0-3][-.]?[0-3]?", "[a _]{0,2}", "[-+]?[0-4]?"), 0..6),
    ) {
        let lines = lines.iter().map(|(id, form, head)| {
            format!("{id}\t{form}\t_\t_\t_\t_\t{head}\t_\t_\t_\n")
        });
        let written = format!("# pair_id = 1\n# side = text\n{}", lines.collect::<String>());
        for sentence in read(&written).into_iter().flatten() {
            prop_assert_eq!(sentence.heads.len(), sentence.words.len());
            prop_assert!(crate::edit_distance::OrderedTree::new(&sentence.heads).is_some());
        }
    }

    #[test]
    fn trees_are_read_as_they_were_written(
        parents in prop::collection::vec(any::<prop::sample::Index>(), 1..30),
    ) {
        // Each word hangs on one before it; the first is the root.
        let heads: Vec<usize> =
            parents.iter().enumerate().map(|(place, parent)| place.min(parent.index(place.max(1)) + 1)).collect();
        let words: Vec<String> = heads
            .iter()
            .enumerate()
            .map(|(place, head)| format!("{} w{place} {head}", place + 1))
            .collect();
        let sentences = read(&sentence(&words.join(", "))).unwrap();
        let expected: Vec<_> = heads.iter().map(|head| head.checked_sub(1)).collect();
        prop_assert_eq!(&sentences[0].heads, &expected);
    }
}
