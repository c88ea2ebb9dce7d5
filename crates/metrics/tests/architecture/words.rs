//! Texts for users contain none of the phrases that plain English replaces: messages, help, descriptions of config keys,
//! and documents.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;

use super::crates;
use super::layout::layouts;
use super::tokens::{Token, placed_tokens, quoted, test_places};

/// The phrases, in lower case, and what to write instead.
const PHRASES: [(&[&str], &str); 24] = [
    (
        &[
            "cannot be told",
            "cannot tell",
            "can be told",
            "can not tell",
            "told apart",
            "one cannot",
        ],
        "no significant difference, undecided",
    ),
    (&["in the place of"], "instead of"),
    (&["is none", "is no number"], "is not a ..., is not a number"),
    (&["so many"], "the number, k of n"),
    (&["stand in", "stands in", "stand beside", "stands beside"], "is in, is next to"),
    (&["stand here", "stands here", "stand there", "stands there"], "is here, is there"),
    (&["stand twice", "stands twice"], "appears twice"),
    (&["read so", "reads so"], "the manner itself"),
    (&["the other way round", "the other way around"], "reverse the order, the reverse"),
    (&["what comes from", "that comes from"], "an original and its parts"),
    (&["gold judgment", "gold judgments", "gold judgement", "gold judgements"], "gold label"),
    (&["right on"], "correct on"),
    (&["shrunken"], "empirical-Bayes"),
    (&["as good as"], "with probability above 99 %"),
    (&["held against", "hold against", "holds against"], "compared with"),
    (
        &["carry over", "carries over", "carrying over"],
        "correct more often if all parts are correct",
    ),
    (&["best constant", "constant answer"], "constant baseline"),
    (&["declared figure", "declared figures"], "primary measure"),
    (&["rule of composition", "table of composition"], "composition rule, composition table"),
    (&["composed answer", "composed answers"], "composed prediction"),
    (&["solved parts", "all parts right", "parts are right"], "all parts correct"),
    (&["whole pair", "whole pairs", "on wholes"], "original pair"),
    (&["read blind", "reads blind", "reading blind"], "annotate independently"),
    (&["takes account of", "take account of", "does without"], "allows for, does not need"),
];

/// Texts that are values of columns in files.
const VALUES: [&str; 1] = ["cannot tell"];

/// A word of a text with its line, or the end of a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Word(String, usize),
    End,
}

/// The words of a text, without those between backticks, which are keys and commands.
fn pieces(text: &str, first: usize) -> Vec<Piece> {
    let (mut pieces, mut word, mut line, mut is_code) = (Vec::new(), String::new(), first, false);
    for letter in text.chars().chain([' ']) {
        if letter == '`' {
            is_code = !is_code;
        }
        let is_part = letter.is_alphanumeric() || matches!(letter, '_' | '-' | '’' | '\'');
        if is_part && !is_code {
            word.extend(letter.to_lowercase());
        } else {
            if !word.is_empty() {
                pieces.push(Piece::Word(std::mem::take(&mut word), line));
            }
            if !letter.is_whitespace() && !matches!(letter, '*' | '“' | '”') {
                pieces.push(Piece::End);
            }
        }
        line += usize::from(letter == '\n');
        // A paragraph or a block of code ends what is between backticks.
        is_code &= letter != '\n';
    }
    pieces
}

/// The phrases in a text: line, phrase, and what to write.
fn hits(text: &str, first: usize) -> Vec<(usize, &'static str, &'static str)> {
    let pieces = pieces(text, first);
    let mut hits = Vec::new();
    for (phrases, instead) in &PHRASES {
        for phrase in *phrases {
            let words: Vec<&str> = phrase.split(' ').collect();
            for found in pieces.windows(words.len()) {
                let is_found = found
                    .iter()
                    .zip(&words)
                    .all(|(piece, word)| matches!(piece, Piece::Word(found, _) if found == word));
                if let (true, Some(Piece::Word(_, line))) = (is_found, found.first()) {
                    hits.push((*line, *phrase, *instead));
                }
            }
        }
    }
    hits
}

/// The texts of a file that users may see, each with its line: quoted texts outside of tests, without the reasons of
/// lints; and doc comments if they become help or descriptions.
fn texts(file: &str, has_shown_docs: bool) -> Vec<(usize, String)> {
    let placed = placed_tokens(file);
    let code: Vec<Token> = placed.iter().map(|(token, _)| token.clone()).collect();
    let (tests, _) = test_places(&code);
    let lines = |places: &std::ops::Range<usize>| -> RangeInclusive<usize> {
        *placed[places.start].1.start()..=*placed[places.end - 1].1.end()
    };
    let tests: Vec<RangeInclusive<usize>> = tests.iter().map(lines).collect();
    let (mut found, mut rest, mut line) = (Vec::new(), file, 1);
    let mut before = String::new();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            if let Some(doc) = rest[..length].strip_prefix("///")
                && has_shown_docs
            {
                found.push((line, doc.to_owned()));
            }
            length
        } else if let Some(length) = quoted(rest) {
            if first != '\'' && !before.ends_with("reason=") {
                // A line that goes on, and the line ends within a message.
                let text = rest[..length].replace("\\\n", " \n").replace("\\n", ". ");
                found.push((line, text));
            }
            before.clear();
            length
        } else {
            if !first.is_whitespace() {
                before.push(first);
            }
            first.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found.retain(|(line, text)| {
        let is_value = VALUES.contains(&text.trim_matches('"'));
        let is_key = text.split_whitespace().count() < 2;
        !is_value && !is_key && !tests.iter().any(|lines| lines.contains(line))
    });
    found
}

/// Comments of neighbouring lines as one text each, so that phrases across lines are seen.
fn joined(texts: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let mut joined: Vec<(usize, String)> = Vec::new();
    for (line, text) in texts {
        match joined.last_mut() {
            Some((first, last))
                if !text.starts_with('"')
                    && !last.starts_with('"')
                    && *first + last.matches('\n').count() + 1 == line =>
            {
                last.push('\n');
                last.push_str(&text);
            }
            _ => joined.push((line, text)),
        }
    }
    joined
}

/// Whether the doc comments of a file become help or descriptions of keys.
fn has_shown_docs(name: &str, path: &str) -> bool {
    (name == "cli" && path.starts_with("arguments"))
        || (name == "study" && path.starts_with("config/raw/"))
}

#[test]
fn texts_for_users_contain_no_phrase_of_the_glossary() {
    let mut wrong = Vec::new();
    for (name, files) in crates() {
        let shipped: BTreeSet<String> = layouts(&files).into_keys().collect();
        for (path, text) in files.iter().filter(|(path, _)| shipped.contains(path)) {
            for (line, text) in joined(texts(text, has_shown_docs(&name, path))) {
                wrong.extend(hits(&text, line).into_iter().map(|(line, phrase, instead)| {
                    format!("crates/{name}/src/{path}:{line}: `{phrase}`, write: {instead}")
                }));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut documents = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    for entry in std::fs::read_dir(root.join("docs")).unwrap() {
        let path = entry.unwrap().path();
        documents.extend(path.extension().is_some_and(|ending| ending == "md").then_some(path));
    }
    documents.sort();
    for document in documents {
        let text = std::fs::read_to_string(&document).unwrap();
        let shown = document.strip_prefix(&root).unwrap().display().to_string();
        wrong.extend(hits(&text, 1).into_iter().map(|(line, phrase, instead)| {
            format!("{shown}:{line}: `{phrase}`, write: {instead}")
        }));
    }
    assert!(wrong.is_empty(), "{} phrases to replace:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_planted_phrase_is_found() {
    let lines = |text: &str, docs| -> Vec<usize> {
        let texts = joined(texts(text, docs));
        texts.iter().flat_map(|(line, text)| hits(text, *line)).map(|(line, ..)| line).collect()
    };
    assert_eq!(lines("const A: &str =\n    \"it stands in \\\n     the way\";", false), [2]);
    assert_eq!(lines("const A: &str = \"a, which is \\\n    none of these\";", false), [1]);
    assert_eq!(lines("/// Use it in the\n/// place of others.\nstruct A;", true), [1]);
    assert_eq!(lines("/// Use it in the place of others.\nstruct A;", false), []);
    assert_eq!(
        lines("#[cfg(test)]\nmod tests { const A: &str = \"it stands twice\"; }", false),
        []
    );
    assert_eq!(lines("#[expect(lint, reason = \"one cannot\")]\nfn a() {}", false), []);
    for exempt in ["the key `right on`", "shrunken", "so, many", "he is nonetheless", "cannot tell"]
    {
        assert_eq!(lines(&format!("const A: &str = \"{exempt}\";"), false), [], "{exempt}");
    }
}
