//! From the dictionary files to WordNet in memory.

use std::path::{Path, PathBuf};

use crate::wordnet::database::{Pointer, WordNet};
use crate::wordnet::records::{DataLine, IndexLine};
use crate::wordnet::{PartOfSpeech, WordNetError};

/// A dictionary file as text, with its path for messages.
struct DictionaryFile {
    path: PathBuf,
    text: String,
}

impl DictionaryFile {
    fn read(folder: &Path, name: &str) -> Result<Self, WordNetError> {
        let path = folder.join(name);
        let unreadable = |error| WordNetError::Unreadable { file: path.clone(), error };
        let bytes =
            phenom_files::read_bounded(&path, phenom_files::LONGEST_TEXT).map_err(unreadable)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { path, text }),
            Err(error) => {
                let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
                Err(WordNetError::Malformed { file: path, line, what: "bytes that are not UTF-8" })
            }
        }
    }

    /// The lines after the licence, whose lines begin with a blank, with their numbers.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = (1..).zip(self.text.lines());
        lines.filter(|(_, line)| !line.starts_with(' ') && !line.is_empty())
    }

    fn malformed(&self, line: usize) -> impl FnOnce(&'static str) -> WordNetError {
        let file = self.path.clone();
        move |what| WordNetError::Malformed { file, line, what }
    }
}

/// One `index` file: its lemmas with the places of their synsets.
struct Entry<'a> {
    lemma: &'a str,
    part: PartOfSpeech,
    tagged: u8,
    synsets: Vec<u32>,
}

/// Where the synsets of a part of speech are: their offsets, ascending, and the number of the first.
#[derive(Default)]
struct Places {
    first: usize,
    offsets: Vec<u32>,
}

impl Places {
    fn synset(&self, offset: u32) -> Result<u32, &'static str> {
        let place = self.offsets.binary_search(&offset);
        let place = place.map_err(|_| "an offset without a synset")?;
        u32::try_from(self.first + place).map_err(|_| "more synsets than can be numbered")
    }
}

pub(super) fn load(folder: &Path) -> Result<WordNet, WordNetError> {
    let read = |name: fn(&str) -> String| {
        let files = PartOfSpeech::ALL.map(|part| name(part.file_ending()));
        let files = files.iter().map(|file| DictionaryFile::read(folder, file));
        files.collect::<Result<Vec<_>, _>>()
    };
    let data = read(|ending| format!("data.{ending}"))?;
    let index = read(|ending| format!("index.{ending}"))?;
    let exceptions = read(|ending| format!("{ending}.exc"))?;

    let mut parsed = Vec::new();
    let mut places: [Places; 4] = std::array::from_fn(|_| Places::default());
    for (file, places) in data.iter().zip(&mut places) {
        places.first = parsed.len();
        for (number, line) in file.lines() {
            let data_line = DataLine::parse(line).map_err(file.malformed(number))?;
            if places.offsets.last().is_some_and(|last| *last >= data_line.offset) {
                return Err(file.malformed(number)("an offset that is not ascending"));
            }
            places.offsets.push(data_line.offset);
            parsed.push((file, number, data_line));
        }
    }

    let mut entries = Vec::new();
    for ((file, part), places) in index.iter().zip(PartOfSpeech::ALL).zip(&places) {
        for (number, line) in file.lines() {
            let line = IndexLine::parse(line).map_err(file.malformed(number))?;
            let synsets = line.offsets.iter().map(|offset| places.synset(*offset));
            let synsets = synsets.collect::<Result<Vec<_>, _>>().map_err(file.malformed(number))?;
            entries.push(Entry { lemma: line.lemma, part, tagged: line.tagged_senses, synsets });
        }
    }
    entries.sort_by_key(|entry| (entry.lemma, entry.part));

    let mut wordnet = with_lemmas(&entries);
    for (file, number, line) in parsed {
        for word in line.words {
            let lemma = wordnet.lemma(&word.to_lowercase());
            let lemma = lemma.ok_or("a word that is missing from the index files");
            wordnet.members.push(lemma.map_err(file.malformed(number))?);
        }
        wordnet.member_ends.push(end(&wordnet.members));
        for pointer in line.pointers {
            let target = places[pointer.part as usize].synset(pointer.offset);
            let target = target.map_err(file.malformed(number))?;
            let (source, target_word) = (pointer.source, pointer.target);
            wordnet.pointers.push(Pointer { kind: pointer.kind, source, target_word, target });
        }
        wordnet.pointer_ends.push(end(&wordnet.pointers));
    }
    for (file, kept) in exceptions.iter().zip(&mut wordnet.exceptions) {
        for (number, line) in file.lines() {
            let mut words = line.split_ascii_whitespace();
            let form = words.next().ok_or("no form").map_err(file.malformed(number))?;
            let count = kept.len();
            kept.extend(words.map(|base| (form.into(), base.into())));
            if kept.len() == count {
                return Err(file.malformed(number)("a form without a base form"));
            }
        }
        // Stable: the base forms of a form keep the order in which they were written.
        kept.sort_by(|(one, _): &(Box<str>, Box<str>), (other, _)| one.cmp(other));
    }
    Ok(wordnet)
}

/// A WordNet with lemmas and their senses, from entries in order, and nothing else.
fn with_lemmas(entries: &[Entry<'_>]) -> WordNet {
    let mut wordnet = WordNet {
        lemmas: String::new(),
        lemma_ends: Vec::new(),
        senses: Vec::new(),
        sense_ends: Vec::new(),
        tagged_senses: Vec::new(),
        members: Vec::new(),
        member_ends: Vec::new(),
        pointers: Vec::new(),
        pointer_ends: Vec::new(),
        exceptions: Default::default(),
    };
    for same_lemma in entries.chunk_by(|one, other| one.lemma == other.lemma) {
        wordnet.lemmas.push_str(same_lemma[0].lemma);
        wordnet.lemma_ends.push(u32::try_from(wordnet.lemmas.len()).unwrap_or(u32::MAX));
        for part in PartOfSpeech::ALL {
            let mut tagged = 0;
            for entry in same_lemma.iter().filter(|entry| entry.part == part) {
                wordnet.senses.extend(&entry.synsets);
                tagged = entry.tagged;
            }
            wordnet.sense_ends.push(end(&wordnet.senses));
            wordnet.tagged_senses.push(tagged);
        }
    }
    wordnet
}

/// Files of more than four thousand million bytes are not read, so no list has more members.
fn end<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}
