//! The lines of the dictionary files, as the manual page wndb(5WN) lays them out.

use crate::wordnet::PartOfSpeech;

/// A pointer of one synset to another. Those of other kinds are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PointerKind {
    Antonym,
    /// Of classes and of instances.
    Hypernym,
    /// The whole, group or thing that it is a part, member or substance of.
    Holonym,
    Meronym,
    /// Lexical: words of one stem with related meanings; pertainyms and participles, too.
    Derivation,
    Entailment,
    Cause,
    /// Between an adjective and its satellites.
    Similar,
    /// Verbs with similar meanings, grouped by hand.
    VerbGroup,
}

impl PointerKind {
    fn of_symbol(symbol: &str) -> Option<Self> {
        match symbol {
            "!" => Some(Self::Antonym),
            "@" | "@i" => Some(Self::Hypernym),
            "#m" | "#s" | "#p" => Some(Self::Holonym),
            "%m" | "%s" | "%p" => Some(Self::Meronym),
            "+" | "\\" | "<" => Some(Self::Derivation),
            "*" => Some(Self::Entailment),
            ">" => Some(Self::Cause),
            "&" => Some(Self::Similar),
            "$" => Some(Self::VerbGroup),
            _ => None,
        }
    }
}

/// A line of `index.noun` and so on.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct IndexLine<'a> {
    pub(super) lemma: &'a str,
    /// How many of its senses occur in the texts that were tagged with senses.
    pub(super) tagged_senses: u8,
    /// Its synsets by their offsets, the most frequent sense first.
    pub(super) offsets: Vec<u32>,
}

impl<'a> IndexLine<'a> {
    /// lemma pos synset_cnt p_cnt [symbol...] sense_cnt tagsense_cnt offset...
    pub(super) fn parse(line: &'a str) -> Result<Self, &'static str> {
        let mut fields = line.split_ascii_whitespace();
        let lemma = fields.next().ok_or("an empty line")?;
        fields
            .next()
            .and_then(PartOfSpeech::of_letter)
            .ok_or("no part of speech after the lemma")?;
        let number = |field: Option<&str>, what| field.and_then(|f| f.parse().ok()).ok_or(what);
        let synsets: usize = number(fields.next(), "no number of synsets")?;
        let symbols: usize = number(fields.next(), "no number of pointers")?;
        for _ in 0..symbols {
            fields.next().ok_or("fewer pointers than announced")?;
        }
        fields.next().ok_or("no number of senses")?;
        let tagged: usize = number(fields.next(), "no number of tagged senses")?;
        let offsets =
            fields.map(|field| field.parse().map_err(|_| "an offset that is not a number"));
        let offsets: Vec<u32> = offsets.collect::<Result<_, _>>()?;
        if offsets.len() != synsets || synsets == 0 {
            return Err("another number of offsets than announced");
        }
        Ok(Self { lemma, tagged_senses: tagged.try_into().unwrap_or(u8::MAX), offsets })
    }
}

/// A pointer as it is written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrittenPointer {
    pub(super) kind: PointerKind,
    pub(super) part: PartOfSpeech,
    pub(super) offset: u32,
    /// Which words of the two synsets it relates, from 1; 0 where it is their meanings.
    pub(super) source: u8,
    pub(super) target: u8,
}

/// A line of `data.noun` and so on, up to its gloss.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DataLine<'a> {
    pub(super) offset: u32,
    /// In lower case or not, with a blank as `_`, without the marker of an adjective's place.
    pub(super) words: Vec<&'a str>,
    pub(super) pointers: Vec<WrittenPointer>,
}

impl<'a> DataLine<'a> {
    /// offset lex_filenum ss_type w_cnt word lex_id [...] p_cnt [symbol offset pos source/target...] [frames] | gloss
    pub(super) fn parse(line: &'a str) -> Result<Self, &'static str> {
        let mut fields = line.split_ascii_whitespace();
        let offset = fields.next().and_then(|field| field.parse().ok()).ok_or("no offset")?;
        fields.next().ok_or("no file number")?;
        fields.next().and_then(PartOfSpeech::of_letter).ok_or("no type of synset")?;
        let count = fields.next().and_then(|field| u8::from_str_radix(field, 16).ok());
        let count = count.filter(|count| *count > 0).ok_or("no number of words")?;
        let mut words = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let word = fields.next().ok_or("fewer words than announced")?;
            words.push(word.split_once('(').map_or(word, |(word, _)| word));
            fields.next().ok_or("a word without its number")?;
        }
        let count: Option<u16> = fields.next().and_then(|field| field.parse().ok());
        let mut pointers = Vec::new();
        for _ in 0..count.ok_or("no number of pointers")? {
            pointers.extend(pointer(&mut fields)?);
        }
        Ok(Self { offset, words, pointers })
    }
}

fn pointer<'a>(
    fields: &mut impl Iterator<Item = &'a str>,
) -> Result<Option<WrittenPointer>, &'static str> {
    const FEWER: &str = "fewer pointers than announced";
    let kind = PointerKind::of_symbol(fields.next().ok_or(FEWER)?);
    let offset = fields.next().ok_or(FEWER)?;
    let part = fields.next().ok_or(FEWER)?;
    let ends = fields.next().ok_or(FEWER)?;
    let Some(kind) = kind else { return Ok(None) };
    let hexadecimal =
        |range| ends.get(range).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    Ok(Some(WrittenPointer {
        kind,
        part: PartOfSpeech::of_letter(part).ok_or("a pointer without a part of speech")?,
        offset: offset.parse().map_err(|_| "a pointer whose offset is not a number")?,
        source: hexadecimal(0..2).ok_or("a pointer without its words")?,
        target: hexadecimal(2..4).ok_or("a pointer without its words")?,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Lines of WordNet 3.0, shortened.
    #[test]
    fn lines_are_read_as_the_manual_says() {
        let line = IndexLine::parse(
            "buy v 5 8 ! @ ~ * ^ $ + ; 5 2 02207206 02284096 02646757 02212103 00683670  ",
        );
        let line = line.unwrap();
        assert_eq!((line.lemma, line.tagged_senses, line.offsets.len()), ("buy", 2, 5));

        let line = "02207206 40 v 02 buy 0 purchase 0 03 @ 02210855 v 0000 ! 02242464 v 0101 \
                    ;u 00000001 n 0000 01 + 08 00 | obtain by purchase";
        let line = DataLine::parse(line).unwrap();
        assert_eq!((line.offset, line.words), (2_207_206, vec!["buy", "purchase"]));
        let ends: Vec<_> = line.pointers.iter().map(|p| (p.kind, p.source, p.target)).collect();
        assert_eq!(ends, [(PointerKind::Hypernym, 0, 0), (PointerKind::Antonym, 1, 1)]);

        let line = DataLine::parse("00003131 00 s 01 galore(ip) 0 001 & 00000001 a 0000 | x");
        assert_eq!(line.unwrap().words, ["galore"]);
    }

    #[test]
    fn damaged_lines_say_what_is_wrong() {
        let index = |line| IndexLine::parse(line).unwrap_err();
        assert_eq!(index("buy x 1 0 1 0 1"), "no part of speech after the lemma");
        assert_eq!(index("buy v 2 0 2 0 1"), "another number of offsets than announced");
        assert_eq!(index("buy v 1 0 1 0 1e"), "an offset that is not a number");
        let data = |line| DataLine::parse(line).unwrap_err();
        assert_eq!(data(""), "no offset");
        assert_eq!(data("1 0 v zz buy"), "no number of words");
        assert_eq!(data("1 0 v 02 buy 0"), "fewer words than announced");
        assert_eq!(data("1 0 v 01 buy 0 002 @ 1 v 0000"), "fewer pointers than announced");
        assert_eq!(data("1 0 v 01 buy 0 001 @ 1 v 00"), "a pointer without its words");
        assert_eq!(data("1 0 v 01 buy 0 001 @ 1 v é0é0"), "a pointer without its words");
    }
}
