//! Sentences of CoNLL-U.

use std::io::{BufRead, Read};

use phenom_dataset::Input;

use super::{ConlluError, ConlluProblem, Side};

/// The columns of a word.
const COLUMNS: usize = 10;
/// A longer line is none of a word; what is longer is cut before it fills the memory.
const LONGEST_LINE: u64 = 1 << 20;

/// A word of a parse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedWord {
    /// The word as it is written; a word in a token of several as the parse has it.
    pub form: String,
    /// Its lemma, where the parse has one.
    pub lemma: Option<String>,
    /// Its part of speech in whatever scheme: the fourth column, or where that is empty the fifth.
    pub tag: Option<String>,
}

/// A parsed sentence, a tree or several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedSentence {
    /// The pair that it belongs to.
    pub pair_id: String,
    /// The side of the pair.
    pub side: Side,
    /// The line of its first word, from 1.
    pub line: u64,
    /// Its words, in their order.
    pub words: Vec<ParsedWord>,
    /// For each word the place of its head, from 0; nothing for a root.
    pub heads: Vec<Option<usize>>,
    /// What its tokens spell, without blanks.
    pub spelt: String,
}

/// Reads sentences with what they are parses of.
///
/// # Errors
/// What is wrong with the file, at the first line where something is.
pub fn read_conllu(file: &str, input: Input) -> Result<Vec<ParsedSentence>, ConlluError> {
    let fail = |line, problem| ConlluError { file: file.to_owned(), line, problem };
    let mut text = input
        .text()
        .map_err(|(line, kind)| fail(line, ConlluProblem::Unreadable(kind.to_string())))?;
    let mut sentences = Vec::new();
    let mut block = Block::default();
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let unreadable =
            |error: std::io::Error| fail(Some(line), ConlluProblem::Unreadable(error.to_string()));
        let mut limited = text.by_ref().take(LONGEST_LINE);
        let length = limited.read_until(b'\n', &mut bytes).map_err(unreadable)?;
        let written = std::str::from_utf8(&bytes);
        let written = written.map_err(|_| fail(Some(line), ConlluProblem::NoText))?;
        let written = written.trim_end_matches(['\n', '\r']);
        if written.trim().is_empty() {
            let finished = std::mem::take(&mut block).finish();
            sentences.extend(finished.map_err(|(line, problem)| fail(Some(line), problem))?);
        } else {
            block.add(line, written).map_err(|problem| fail(Some(line), problem))?;
        }
        if length == 0 {
            break;
        }
    }
    Ok(sentences)
}

/// The lines of a sentence.
#[derive(Default)]
struct Block {
    /// The first line.
    start: u64,
    pair_id: Option<String>,
    side: Option<Side>,
    words: Vec<ParsedWord>,
    /// The head of each word as it is written, with its line.
    heads: Vec<(u64, String)>,
    spelt: String,
    /// The last word of the token of several words that is being read, with the token's line and number.
    token: Option<(usize, u64, String)>,
}

impl Block {
    fn add(&mut self, line: u64, written: &str) -> Result<(), ConlluProblem> {
        if self.start == 0 {
            self.start = line;
        }
        if let Some(comment) = written.strip_prefix('#') {
            return self.comment(comment);
        }
        let columns: Vec<&str> = written.split('\t').collect();
        if columns.len() != COLUMNS {
            return Err(ConlluProblem::Columns { columns: columns.len() });
        }
        let (id, form) = (columns[0], columns[1]);
        let number = |id: &str| match id.parse::<usize>() {
            Ok(number) if number > 0 && !id.starts_with(['+', '0']) => Some(number),
            _ => None,
        };
        let no_id = || ConlluProblem::NoId { id: shortened(id) };
        if let Some((before, after)) = id.split_once('.') {
            // An empty node spells nothing and has no place in the tree.
            let are_numbers =
                (before == "0" || number(before).is_some()) && number(after).is_some();
            return if are_numbers { Ok(()) } else { Err(no_id()) };
        }
        if form.trim().is_empty() {
            return Err(ConlluProblem::NoForm { id: shortened(id) });
        }
        let expected = self.words.len() + 1;
        if let Some((first, last)) = id.split_once('-') {
            let (first, last) = (number(first).ok_or_else(no_id)?, number(last).ok_or_else(no_id)?);
            if first != expected || last < first || self.token.is_some() {
                return Err(ConlluProblem::NoRange { id: shortened(id) });
            }
            self.spell(form);
            self.token = Some((last, line, id.to_owned()));
            return Ok(());
        }
        if number(id).ok_or_else(no_id)? != expected {
            return Err(ConlluProblem::Unordered { found: shortened(id), expected });
        }
        match &self.token {
            Some((last, ..)) if *last == expected => self.token = None,
            Some(_) => {}
            None => self.spell(form),
        }
        let given = |column: &str| (column != "_").then(|| column.to_owned());
        self.words.push(ParsedWord {
            form: form.to_owned(),
            // A word that is written `_` has that lemma.
            lemma: given(columns[2]).filter(|lemma| !lemma.trim().is_empty()),
            tag: given(columns[3]).or_else(|| given(columns[4])),
        });
        self.heads.push((line, columns[6].to_owned()));
        Ok(())
    }

    fn comment(&mut self, comment: &str) -> Result<(), ConlluProblem> {
        let Some((name, value)) = comment.split_once('=') else { return Ok(()) };
        let value = value.trim();
        match name.trim() {
            "pair_id" if self.pair_id.is_some() => {
                return Err(ConlluProblem::Twice { comment: "pair_id" });
            }
            "pair_id" => self.pair_id = Some(value.to_owned()),
            "side" => {
                let side = match value {
                    "text" => Side::Text,
                    "hypothesis" => Side::Hypothesis,
                    _ => return Err(ConlluProblem::NoSide { side: shortened(value) }),
                };
                if self.side.replace(side).is_some() {
                    return Err(ConlluProblem::Twice { comment: "side" });
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn spell(&mut self, form: &str) {
        self.spelt.extend(form.chars().filter(|character| !character.is_whitespace()));
    }

    /// The sentence, unless there is nothing at all; what is wrong with it at which line otherwise.
    fn finish(self) -> Result<Option<ParsedSentence>, (u64, ConlluProblem)> {
        if self.start == 0 {
            return Ok(None);
        }
        let Some((line, _)) = self.heads.first() else {
            // Comments alone, as at the start of a file, are no sentence unless they say so.
            return match (&self.pair_id, self.side) {
                (None, None) => Ok(None),
                _ => Err((self.start, ConlluProblem::NoWords)),
            };
        };
        if let Some((_, line, id)) = &self.token {
            return Err((*line, ConlluProblem::NoRange { id: shortened(id) }));
        }
        let missing = |missing| (self.start, ConlluProblem::Unattached { missing });
        let side = self.side.ok_or_else(|| missing("side"))?;
        let line = *line;
        let heads = heads(&self.heads)?;
        let pair_id =
            self.pair_id.ok_or((self.start, ConlluProblem::Unattached { missing: "pair_id" }))?;
        let Self { words, spelt, .. } = self;
        Ok(Some(ParsedSentence { pair_id, side, line, words, heads, spelt }))
    }
}

/// The places of heads, if they are words and lead to a root.
fn heads(written: &[(u64, String)]) -> Result<Vec<Option<usize>>, (u64, ConlluProblem)> {
    let mut heads = Vec::with_capacity(written.len());
    for (place, (line, head)) in written.iter().enumerate() {
        let number = head.parse::<usize>().ok().filter(|number| *number <= written.len());
        let number = number.filter(|_| head.bytes().all(|byte| byte.is_ascii_digit()));
        let no_head = || ConlluProblem::NoHead {
            head: shortened(head),
            word: place + 1,
            words: written.len(),
        };
        heads.push(number.ok_or_else(|| (*line, no_head()))?.checked_sub(1));
    }
    // 0 for a word not yet looked at, else the number of the walk that came by.
    let mut seen_by = vec![0; heads.len()];
    for start in 0..heads.len() {
        let mut at = Some(start);
        while let Some(word) = at.filter(|word| seen_by[*word] == 0) {
            seen_by[word] = start + 1;
            at = heads[word];
        }
        if let Some(word) = at.filter(|word| seen_by[*word] == start + 1) {
            let path = circle(&heads, word);
            return Err((written[word].0, ConlluProblem::Cycle { word: word + 1, path }));
        }
    }
    Ok(heads)
}

/// A circle from a word back to it, a long one in short.
fn circle(heads: &[Option<usize>], word: usize) -> String {
    const SHOWN: usize = 8;
    let mut path = format!("{}", word + 1);
    let mut at = heads[word];
    let mut length = 1;
    while let Some(next) = at {
        match length {
            SHOWN if next != word => path.push_str(" -> ..."),
            0..SHOWN => path.push_str(&format!(" -> {}", next + 1)),
            _ if next == word => path.push_str(&format!(" -> {}", next + 1)),
            _ => {}
        }
        if next == word {
            break;
        }
        length += 1;
        at = heads[next];
    }
    path
}

/// A value of the file as a message shows it.
pub(super) fn shortened(value: &str) -> String {
    const SHOWN: usize = 40;
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &value[..end]),
        None => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
    fn several_roots_are_allowed_and_blank_lines_separate() {
        let two = format!("\n\n{}\n\n\n{}", sentence("1 a 0, 2 b 0"), sentence("1 c 0"));
        let sentences = read(&two).unwrap();
        assert_eq!(sentences[0].heads, [None, None]);
        assert_eq!((sentences.len(), sentences[1].line), (2, 12));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        assert_eq!(
            message("1 a 3, 2 b 0"),
            "p.conllu:3: the head `3` of word 1 is none of the sentence's 2 words, nor 0 for a root"
        );
        assert_eq!(
            message("1 a 0, 2 b _"),
            "p.conllu:4: the head `_` of word 2 is none of the sentence's 2 words, nor 0 for a root"
        );
        assert_eq!(
            message("1 a +0"),
            "p.conllu:3: the head `+0` of word 1 is none of the sentence's 1 words, nor 0 for a root"
        );
        assert_eq!(message("1 a 1"), "p.conllu:3: the heads of word 1 lead back to it: 1 -> 1");
        assert_eq!(
            message("1 a 2, 2 b 3, 3 c 2, 4 d 0"),
            "p.conllu:4: the heads of word 2 lead back to it: 2 -> 3 -> 2"
        );
        assert!(
            message("1 a 0, 3 b 0")
                .starts_with("p.conllu:4: word 3 stands where word 2 comes next")
        );
        assert!(
            message("1 a 0, 1 b 0")
                .starts_with("p.conllu:4: word 1 stands where word 2 comes next")
        );
        assert!(message("01 a 0").starts_with("p.conllu:3: `01` is no number of a word"));
        assert!(message("x a 0").starts_with("p.conllu:3: `x` is no number of a word"));
        assert!(message("1.x a 0").starts_with("p.conllu:3: `1.x` is no number of a word"));
        assert_eq!(message("1  0"), "p.conllu:3: the form of 1 is empty");
        for ranges in [
            "2-3 ab _, 1 a 0",
            "1-3 ab _, 1 a 0, 2 b 0",
            "1-2 ab _, 1-2 ab _, 1 a 0, 2 b 0",
            "3-1 a _",
        ] {
            assert!(message(ranges).contains("is none of several words"), "{ranges}");
        }
        assert!(read("1 a 0\n").unwrap_err().starts_with("p.conllu:1: 1 column where"));
        assert!(read("1\ta\n").unwrap_err().starts_with("p.conllu:1: 2 columns where"));
        assert!(read("").unwrap_err().starts_with("p.conllu: "));
    }

    #[test]
    fn every_sentence_says_what_it_is_a_parse_of() {
        let words = "1\ta\t_\t_\t_\t_\t0\t_\t_\t_\n";
        let with = |comments: &str| read(&format!("{comments}{words}")).unwrap_err();
        assert!(with("").contains("(missing: `side`)"));
        assert!(with("# side = text\n").contains("(missing: `pair_id`)"));
        assert!(with("# side = left\n").starts_with("p.conllu:1: `left` is no side of a pair"));
        let twice = "p.conllu:2: `# pair_id` stands a second time before one sentence";
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
            // Each word hangs on one before it, or is a root.
            let heads: Vec<usize> =
                parents.iter().enumerate().map(|(place, parent)| parent.index(place + 1)).collect();
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
}
