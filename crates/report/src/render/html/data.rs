//! The pairs within the page: an index of what is filtered by, and blocks of texts, each compressed, so that
//! a page of 100,000 pairs opens at once and a text is unpacked when it is read.

use std::collections::HashMap;
use std::io::BufWriter;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::{Serialize, Serializer};

use super::super::json::plain;
use crate::{Explorer, ExplorerOriginal, ExplorerPair};

/// How many bytes the pairs take at most, of the 40 MB of a page.
const MOST: usize = 36 << 20;
/// How many bytes of text are unpacked at once.
const BLOCK: usize = 256 << 10;

/// The pairs as the page has them.
pub(super) struct Pairs {
    /// JSON in which nothing ends a script element.
    pub(super) json: String,
    /// What was left out.
    pub(super) notes: Vec<String>,
}

/// What the script reads at once.
#[derive(Serialize)]
struct Head<'a> {
    systems: &'a [String],
    reads_gold: &'a [bool],
    names: &'a std::collections::BTreeMap<String, String>,
    /// An [`Index`], as all that is packed: JSON, deflated, in base64.
    index: String,
    /// The number of the first original of each block, and [`Texts`] of originals with their parts.
    texts: Vec<(usize, String)>,
}

/// What pairs are found by. A row is a pair; each original is before its parts.
#[derive(Serialize)]
struct Index<'a> {
    /// How many parts each original has.
    parts: Vec<usize>,
    ids: Vec<&'a str>,
    /// Judgments and answers, whose number is a character of the strings below.
    words: Vec<&'a str>,
    gold: String,
    answers: Vec<String>,
    /// `1` right, `0` wrong, `-` not counted.
    right: Vec<String>,
    /// For each system the confidence of its answers, where it has any.
    confidence: Vec<Option<Vec<Option<f64>>>>,
    tags: Vec<&'a str>,
    tagged: Vec<Vec<usize>>,
    attributes: Vec<Attribute<'a>>,
    /// `1` where a pair has a text or a hypothesis; nothing where all have.
    texted: Option<String>,
    annotators: Vec<&'a str>,
    /// Row, then annotator and word in turns; rows without annotations are absent.
    annotations: Vec<Vec<usize>>,
}

#[derive(Serialize)]
struct Attribute<'a> {
    name: &'a str,
    values: Vec<&'a str>,
    /// The number of each row's value, -1 for none.
    of: Vec<i64>,
}

/// Text, hypothesis and rule of a pair, and where any system gives one its justification of the answer.
#[derive(Serialize)]
#[serde(untagged)]
enum Texts<'a> {
    Bare(&'a str, &'a str, &'a str),
    Justified(&'a str, &'a str, &'a str, Vec<&'a str>),
}

/// Names with their numbers, in the order in which they occur.
#[derive(Default)]
struct Numbered<'a> {
    names: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Numbered<'a> {
    fn number(&mut self, name: &'a str) -> usize {
        *self.numbers.entry(name).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
}

/// The pairs for a page; texts for which there is no room are left out, from some original on.
pub(super) fn pairs(explorer: &Explorer) -> Pairs {
    let index = packed(&index(explorer));
    let mut left = MOST.saturating_sub(index.len());
    let mut texts = Vec::new();
    let mut next = 0;
    for block in blocks(&explorer.originals) {
        let any_text = rows(block).any(has_text);
        let block_texts: Vec<Texts<'_>> = rows(block).map(of_pair).collect();
        let any_other = rows(block).any(|pair| !pair.rule.is_empty() || is_justified(pair));
        if any_text || any_other {
            let block = packed(&block_texts);
            if block.len() > left {
                break;
            }
            left -= block.len();
            texts.push((next, block));
        } else {
            texts.push((next, String::new()));
        }
        next += block.len();
    }
    let all = explorer.originals.len();
    let notes = explorer.originals.get(next).map(|first| {
        format!(
            "The texts of {} of {all} original pairs and of their parts are left out, from {} on: a page holds at \
             most 40 MB.",
            all - next,
            first.pair.id
        )
    });
    let head = Head {
        systems: &explorer.systems,
        reads_gold: &explorer.reads_gold,
        names: &explorer.names,
        index,
        texts,
    };
    Pairs { json: escaped(&head), notes: notes.into_iter().collect() }
}

fn has_text(pair: &ExplorerPair) -> bool {
    !pair.text.is_empty() || !pair.hypothesis.is_empty()
}

fn is_justified(pair: &ExplorerPair) -> bool {
    pair.answers.iter().any(|answer| !answer.justification.is_empty())
}

fn of_pair(pair: &ExplorerPair) -> Texts<'_> {
    let ExplorerPair { text, hypothesis, rule, answers, .. } = pair;
    if is_justified(pair) {
        let justifications = answers.iter().map(|answer| answer.justification.as_str());
        return Texts::Justified(text, hypothesis, rule, justifications.collect());
    }
    Texts::Bare(text, hypothesis, rule)
}

/// The rows of some originals: each before its parts.
fn rows(originals: &[ExplorerOriginal]) -> impl Iterator<Item = &ExplorerPair> {
    originals.iter().flat_map(|original| std::iter::once(&original.pair).chain(&original.parts))
}

/// The originals in blocks of about [`BLOCK`] bytes of text.
fn blocks(originals: &[ExplorerOriginal]) -> impl Iterator<Item = &[ExplorerOriginal]> {
    let mut rest = originals;
    std::iter::from_fn(move || {
        let (mut size, mut end) = (0, 0);
        while end < rest.len() && size < BLOCK {
            let of = |pair: &ExplorerPair| {
                let justified = pair.answers.iter().map(|answer| answer.justification.len());
                let texts = pair.text.len() + pair.hypothesis.len() + pair.rule.len();
                texts + justified.sum::<usize>()
            };
            size += rows(&rest[end..=end]).map(of).sum::<usize>();
            end += 1;
        }
        let (block, others) = rest.split_at(end);
        rest = others;
        (!block.is_empty()).then_some(block)
    })
}

fn index(explorer: &Explorer) -> Index<'_> {
    let rows: Vec<&ExplorerPair> = rows(&explorer.originals).collect();
    let (mut words, mut tags) = (Numbered::default(), Numbered::default());
    let mut annotators = Numbered::default();
    // A dozen words at most; each is a letter from `A` on.
    let letter = |number: usize| char::from(b'A' + (number % 50) as u8);
    let gold = rows.iter().map(|pair| letter(words.number(pair.gold))).collect();
    let systems = 0..explorer.systems.len();
    let answers = systems.clone().map(|system| {
        let of = |pair: &&'_ ExplorerPair| pair.answers.get(system).map_or("", |one| one.answer);
        rows.iter().map(of).collect::<Vec<_>>()
    });
    let answers = answers
        .map(|words_of| words_of.into_iter().map(|word| letter(words.number(word))).collect());
    let answers: Vec<String> = answers.collect();
    let right = systems.clone().map(|system| {
        let of = |pair: &&ExplorerPair| match pair.answers.get(system).and_then(|one| one.right) {
            Some(true) => '1',
            Some(false) => '0',
            None => '-',
        };
        rows.iter().map(of).collect()
    });
    let confidence = systems.map(|system| {
        let of = |pair: &&ExplorerPair| {
            let confidence = pair.answers.get(system).and_then(|one| one.confidence);
            let finite = confidence.filter(|confidence| confidence.is_finite());
            // To be filtered by: six digits are more than anybody types.
            finite.map(|confidence| (confidence * 1e6).round() / 1e6)
        };
        let all: Vec<Option<f64>> = rows.iter().map(of).collect();
        all.iter().any(Option::is_some).then_some(all)
    });
    let attributes = explorer.attributes.iter().enumerate().map(|(at, name)| {
        let mut values = Numbered::default();
        let of = rows.iter().map(|pair| match pair.attributes.get(at) {
            Some(Some(value)) => values.number(value) as i64,
            _ => -1,
        });
        let of = of.collect();
        Attribute { name, values: values.names, of }
    });
    let annotations = rows.iter().enumerate().filter(|(_, pair)| !pair.annotations.is_empty()).map(
        |(row, pair)| {
            let said = pair.annotations.iter();
            let said = said.flat_map(|(who, word)| [annotators.number(who), words.number(word)]);
            std::iter::once(row).chain(said).collect()
        },
    );
    let annotations = annotations.collect();
    let texted = rows.iter().map(|pair| if has_text(pair) { '1' } else { '0' });
    let texted: String = texted.collect();
    Index {
        parts: explorer.originals.iter().map(|original| original.parts.len()).collect(),
        ids: rows.iter().map(|pair| pair.id.as_str()).collect(),
        gold,
        answers,
        right: right.collect(),
        confidence: confidence.collect(),
        tagged: rows
            .iter()
            .map(|pair| pair.phenomena.iter().map(|path| tags.number(path)).collect())
            .collect(),
        attributes: attributes.collect(),
        annotations,
        texted: texted.contains('0').then_some(texted),
        words: words.names,
        tags: tags.names,
        annotators: annotators.names,
    }
}

/// JSON, deflated, in base64.
pub(super) fn packed(value: &impl Serialize) -> String {
    packed_by(|out| value.serialize(out))
}

/// The same of a list, of which no more than one is held at a time.
pub(super) fn packed_each(values: impl Iterator<Item: Serialize>) -> String {
    packed_by(|out| out.collect_seq(values))
}

/// What writes JSON that is packed.
type Out<'w> = serde_json::Serializer<BufWriter<&'w mut DeflateEncoder<Vec<u8>>>>;

fn packed_by(write: impl FnOnce(&mut Out<'_>) -> serde_json::Result<()>) -> String {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
    let mut out = Out::new(BufWriter::with_capacity(1 << 16, &mut deflated));
    // Strings and numbers in lists can't fail to be written, and a vector takes all bytes.
    let _ = write(&mut out);
    // Without a flush of what deflates, which would end a block.
    let _ = out.into_inner().into_inner();
    STANDARD.encode(deflated.finish().unwrap_or_default())
}

/// JSON in which nothing ends a script element.
fn escaped(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).unwrap_or_default();
    let mut escaped = String::with_capacity(json.len() + 1024);
    for character in plain(&json).chars() {
        match character {
            // These are in strings only, where JSON reads the number as the character.
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
    use std::io::Read;

    use flate2::read::DeflateDecoder;
    use serde_json::Value;

    use super::*;
    use crate::ExplorerAnswer;

    fn unpacked(packed: &Value) -> Value {
        let bytes = STANDARD.decode(packed.as_str().unwrap()).unwrap();
        let mut json = String::new();
        DeflateDecoder::new(bytes.as_slice()).read_to_string(&mut json).unwrap();
        serde_json::from_str(&json).unwrap()
    }

    fn original(id: usize, text: &str) -> ExplorerOriginal {
        let answers = vec![ExplorerAnswer {
            answer: "unknown",
            right: Some(false),
            confidence: Some(0.5),
            ..Default::default()
        }];
        let pair = ExplorerPair {
            id: id.to_string(),
            text: text.to_owned(),
            gold: "entailment",
            answers,
            ..ExplorerPair::default()
        };
        let part = ExplorerPair {
            id: format!("{id}.1"),
            phenomena: vec!["lex:syn".to_owned()],
            ..pair.clone()
        };
        ExplorerOriginal { pair, parts: vec![part] }
    }

    #[test]
    fn nothing_ends_the_script_and_it_reads_back() {
        let text = "</script><!-- & \u{2028}\u{2029} \" \\ \u{0}\u{7f}\u{9b}\u{202e}";
        let systems = vec![text.to_owned()];
        let originals = vec![original(1, text)];
        let page = pairs(&Explorer { systems, originals, ..Explorer::default() });
        let json = page.json;
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}', '\u{9b}', '\u{202e}']));
        let read: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(read["systems"][0], text);
        let index = unpacked(&read["index"]);
        assert_eq!(index["ids"], serde_json::json!(["1", "1.1"]));
        assert_eq!(index["gold"], "AA");
        assert_eq!(index["right"][0], "00");
        assert_eq!(index["tagged"], serde_json::json!([[], [0]]));
        assert_eq!(unpacked(&read["texts"][0][1])[0][0], text);
        assert!(page.notes.is_empty());
    }

    #[test]
    fn a_justification_stands_behind_the_texts_where_there_is_one() {
        let mut explained = original(1, "T");
        explained.pair.answers[0].justification = "It says so.".to_owned();
        let systems = vec!["A".to_owned()];
        let page = pairs(&Explorer { systems, originals: vec![explained], ..Explorer::default() });
        let read: Value = serde_json::from_str(&page.json).unwrap();
        let texts = unpacked(&read["texts"][0][1]);
        assert_eq!(texts, serde_json::json!([["T", "", "", ["It says so."]], ["T", "", ""]]));
    }

    #[test]
    fn texts_are_packed_in_blocks_that_hold_whole_originals() {
        let long = "x".repeat(BLOCK / 2 + 1);
        let systems = vec!["A".to_owned()];
        let originals = (0..3).map(|id| original(id, &long)).collect();
        let page = pairs(&Explorer { systems, originals, ..Explorer::default() });
        let read: Value = serde_json::from_str(&page.json).unwrap();
        let blocks = read["texts"].as_array().unwrap();
        assert_eq!(blocks.len(), 3);
        assert_eq!(blocks[2][0], 2);
        assert_eq!(unpacked(&blocks[1][1]).as_array().unwrap().len(), 2);
    }
}
