//! The pairs as JSON that stands within the page: short, every name once.

use std::collections::HashMap;

use serde::Serialize;

use super::super::json::plain;
use crate::{Explorer, ExplorerPair, SafeName};

/// What the script reads. A pair is a row: id, text, hypothesis, gold, phenomena, rule, answers,
/// whether these are right, a character each: `1`, `0`, `-` for not counted; and the safe name of its id,
/// which its link has, or nothing where that is the id. Gold, phenomena and answers are numbers of `words`.
#[derive(Serialize)]
struct Data<'a> {
    systems: &'a [String],
    words: Vec<&'a str>,
    originals: Vec<(Pair<'a>, Vec<Pair<'a>>)>,
}

type Pair<'a> =
    (&'a str, &'a str, &'a str, usize, Vec<usize>, &'a str, Vec<usize>, String, Option<SafeName>);

#[derive(Default)]
struct Words<'a> {
    words: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Words<'a> {
    fn number(&mut self, word: &'a str) -> usize {
        *self.numbers.entry(word).or_insert_with(|| {
            self.words.push(word);
            self.words.len() - 1
        })
    }

    fn pair(&mut self, pair: &'a ExplorerPair, systems: usize) -> Pair<'a> {
        let answers = pair.answers.iter().take(systems);
        let right = answers.clone().map(|answer| match answer.right {
            Some(true) => '1',
            Some(false) => '0',
            None => '-',
        });
        (
            &pair.id,
            &pair.text,
            &pair.hypothesis,
            self.number(&pair.gold),
            pair.phenomena.iter().map(|phenomenon| self.number(phenomenon)).collect(),
            &pair.rule,
            answers.map(|answer| self.number(&answer.answer)).collect(),
            right.collect(),
            Some(SafeName::new(&pair.id)).filter(|link| link.as_str() != pair.id),
        )
    }
}

/// The pairs as JSON in which nothing ends a script element.
pub(super) fn json(explorer: &Explorer) -> String {
    let mut words = Words::default();
    let systems = explorer.systems.len();
    let originals = explorer
        .originals
        .iter()
        .map(|original| {
            let parts = original.parts.iter().map(|part| words.pair(part, systems)).collect();
            (words.pair(&original.pair, systems), parts)
        })
        .collect();
    let data = Data { systems: &explorer.systems, words: words.words, originals };
    // Strings and numbers in lists can't fail to be written.
    let json = serde_json::to_string(&data).unwrap_or_default();
    let mut escaped = String::with_capacity(json.len() + json.len() / 16);
    for character in plain(json).chars() {
        match character {
            // These stand in strings only, where JSON reads the number as the character.
            '<' | '>' | '&' => {
                escaped.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ExplorerOriginal;

    #[test]
    fn nothing_ends_the_script_and_it_reads_back() {
        let text = "</script><!-- & \u{2028}\u{2029} \" \\ \u{0}\u{7f}\u{9b}\u{202e}".to_owned();
        let pair = ExplorerPair { id: "1".to_owned(), text: text.clone(), ..Default::default() };
        let original = ExplorerOriginal { pair, parts: Vec::new() };
        let json = json(&Explorer { originals: vec![original], ..Explorer::default() });
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}', '\u{9b}', '\u{202e}']));
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read["originals"][0][0][1], text);
    }
}
