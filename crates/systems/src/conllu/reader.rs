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

/// A parsed sentence, a tree.
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
    /// For each word the place of its head, from 0; nothing for the root.
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

/// The places of heads, if they are words and lead to one root.
pub(super) fn heads(written: &[(u64, String)]) -> Result<Vec<Option<usize>>, (u64, ConlluProblem)> {
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
    let mut roots = heads.iter().enumerate().filter(|(_, head)| head.is_none());
    if let (Some((first, _)), Some((second, _))) = (roots.next(), roots.next()) {
        let problem = ConlluProblem::TwoRoots { first: first + 1, second: second + 1 };
        return Err((written[second].0, problem));
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
