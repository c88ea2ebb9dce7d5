//! The footer of a Parquet file, looked through before polars reads it. polars makes room for as many
//! members as a list says it has, so a few wrong bytes would ask for more memory than there is, which
//! ends the process. Here every field has to be of its type, and every list has to fit in the footer.
//!
//! The footer is a structure in Thrift's compact protocol; the kinds below are those of `parquet.thrift`.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

/// What stands at the end of a file: the length of the footer in four bytes, and `PAR1`.
const END: u64 = 8;

/// How deep structures stand in structures: that of Parquet goes to 7.
const DEEPEST: u32 = 32;

/// What is wrong with the end of a file, if anything is.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn damage(file: &mut File) -> io::Result<Option<&'static str>> {
    let Some(footer) = footer(file)? else {
        return Ok(Some("it does not end in PAR1, as every Parquet file does"));
    };
    let damaged = "the list of its columns, at its end, is damaged";
    Ok((!is_footer(&footer)).then_some(damaged))
}

/// The bytes of the footer; none where it does not fit in the file, and nothing where the file has no end of a Parquet
/// file.
pub(super) fn footer(file: &mut File) -> io::Result<Option<Vec<u8>>> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = [0; END as usize];
    let before_end = length.checked_sub(END);
    if let Some(place) = before_end {
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(&mut end)?;
    }
    let [a, b, c, d, magic @ ..] = end;
    let Some(before_end) = before_end.filter(|_| magic == *b"PAR1") else {
        return Ok(None);
    };
    let bytes = u64::from(u32::from_le_bytes([a, b, c, d]));
    let mut footer = Vec::new();
    if let Some(start) = before_end.checked_sub(bytes) {
        file.seek(SeekFrom::Start(start))?;
        file.take(bytes).read_to_end(&mut footer)?;
    }
    Ok(Some(footer))
}

fn is_footer(bytes: &[u8]) -> bool {
    Walk(bytes).value(wire::STRUCTURE, FOOTER, 0).is_some()
}

/// What a field holds. polars goes by the numbers of the fields that it knows and never looks at the
/// types in the file: a wrong one would have it read a list where none is.
#[derive(Clone, Copy)]
enum Kind {
    /// What polars skips.
    Any,
    Truth,
    Byte,
    Number,
    Text,
    List(&'static Kind),
    /// The fields by their number, from 1.
    Structure(&'static [Kind]),
}

use Kind::{Any, Byte, List, Number, Structure, Text, Truth};

const EMPTY: Kind = Structure(&[]);
const KEY_VALUE: Kind = Structure(&[Text, Text]);
const COLUMN_ORDER: Kind = Structure(&[EMPTY, EMPTY]);
const DECIMAL: Kind = Structure(&[Number, Number]);
const TIME: Kind = Structure(&[Truth, Structure(&[EMPTY, EMPTY, EMPTY])]);
const INTEGER: Kind = Structure(&[Byte, Truth]);
#[rustfmt::skip]
const LOGICAL_TYPE: Kind = Structure(&[
    EMPTY, EMPTY, EMPTY, EMPTY, DECIMAL, EMPTY, TIME, TIME, Any, INTEGER, EMPTY, EMPTY, EMPTY, EMPTY, EMPTY,
]);
#[rustfmt::skip]
const SCHEMA_ELEMENT: Kind = Structure(&[
    Number, Number, Number, Text, Number, Number, Number, Number, Number, LOGICAL_TYPE,
]);
const STATISTICS: Kind = Structure(&[Text, Text, Number, Number, Text, Text, Truth, Truth]);
#[rustfmt::skip]
const COLUMN: Kind = Structure(&[
    Number, List(&Number), List(&Text), Number, Number, Number, Number, Any, Number, Number, Number,
    STATISTICS, Any, Number, Number,
]);
const CHUNK: Kind = Structure(&[Text, Number, COLUMN, Number, Number, Number, Number]);
const SORTING: Kind = Structure(&[Number, Truth, Truth]);
const ROW_GROUP: Kind =
    Structure(&[List(&CHUNK), Number, Number, List(&SORTING), Number, Number, Number]);
#[rustfmt::skip]
const FOOTER: Kind = Structure(&[
    Number, List(&SCHEMA_ELEMENT), Number, List(&ROW_GROUP), List(&KEY_VALUE), Text, List(&COLUMN_ORDER),
]);

/// The types of the compact protocol.
pub(super) mod wire {
    pub(in crate::tables) const TRUE: u8 = 1;
    pub(in crate::tables) const FALSE: u8 = 2;
    pub(in crate::tables) const BYTE: u8 = 3;
    pub(in crate::tables) const I16: u8 = 4;
    pub(in crate::tables) const I32: u8 = 5;
    pub(in crate::tables) const I64: u8 = 6;
    pub(in crate::tables) const DOUBLE: u8 = 7;
    pub(in crate::tables) const BINARY: u8 = 8;
    pub(in crate::tables) const LIST: u8 = 9;
    pub(in crate::tables) const SET: u8 = 10;
    pub(in crate::tables) const MAP: u8 = 11;
    pub(in crate::tables) const STRUCTURE: u8 = 12;
}

impl Kind {
    /// Whether it is written as a type.
    fn is(self, kind: u8) -> bool {
        match self {
            Any => true,
            Truth => matches!(kind, wire::TRUE | wire::FALSE),
            Byte => kind == wire::BYTE,
            Number => matches!(kind, wire::I16..=wire::I64),
            Text => kind == wire::BINARY,
            List(_) => kind == wire::LIST,
            Structure(_) => kind == wire::STRUCTURE,
        }
    }
}

/// The bytes that are left. Everything below gives nothing where they are not what they should be.
pub(super) struct Walk<'f>(pub(super) &'f [u8]);

/// Takes the value of a field, by its number and type, or says that it did not.
type Field<'t> = dyn FnMut(u64, u8, &mut Walk<'_>) -> Option<bool> + 't;

impl Walk<'_> {
    /// Hands out the fields of a structure; those that are not taken are skipped.
    pub(super) fn fields(&mut self, take: &mut Field<'_>) -> Option<()> {
        let mut field = 0_u64;
        loop {
            let Some(kind) = self.next_field(&mut field)? else { return Some(()) };
            let is_truth = kind == wire::TRUE || kind == wire::FALSE;
            if !is_truth && !take(field, kind, self)? {
                self.value(kind, Any, 0)?;
            }
        }
    }

    /// The type of the next field of a structure, whose number follows the last one's; none at the end of the structure.
    fn next_field(&mut self, field: &mut u64) -> Option<Option<u8>> {
        let head = self.byte()?;
        let kind = head & 0x0f;
        if kind == 0 {
            return Some(None);
        }
        *field = match head >> 4 {
            // Its lowest bit is its sign, and no field has a negative number.
            0 => self.number()? >> 1,
            more => field.checked_add(u64::from(more))?,
        };
        Some(Some(kind))
    }

    /// Hands out the structures of a list.
    pub(super) fn structures(
        &mut self,
        take: &mut dyn FnMut(&mut Walk<'_>) -> Option<()>,
    ) -> Option<bool> {
        for _ in 0..self.length_of_list(wire::STRUCTURE)? {
            take(self)?;
        }
        Some(true)
    }

    /// Hands out the texts of a list.
    pub(super) fn texts(&mut self, take: &mut dyn FnMut(&[u8])) -> Option<()> {
        for _ in 0..self.length_of_list(wire::BINARY)? {
            let length = usize::try_from(self.number()?).ok()?;
            take(self.0.get(..length)?);
            self.skip(length)?;
        }
        Some(())
    }

    /// A whole number, whose lowest bit is its sign.
    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// How many members a list has, which are of one kind.
    fn length_of_list(&mut self, kind: u8) -> Option<u64> {
        let head = self.byte()?;
        let members = match head >> 4 {
            15 => self.number()?,
            few => u64::from(few),
        };
        (head & 0x0f == kind || members == 0).then_some(members)
    }

    fn structure(&mut self, fields: &[Kind], depth: u32) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        let mut field = 0_u64;
        loop {
            let Some(kind) = self.next_field(&mut field)? else { return Some(()) };
            let at = usize::try_from(field).ok()?.checked_sub(1);
            let expected = at.and_then(|at| fields.get(at)).copied().unwrap_or(Any);
            // A truth value in a field is its type.
            if kind == wire::TRUE || kind == wire::FALSE {
                expected.is(kind).then_some(())?;
            } else {
                self.value(kind, expected, depth)?;
            }
        }
    }

    fn value(&mut self, kind: u8, expected: Kind, depth: u32) -> Option<()> {
        expected.is(kind).then_some(())?;
        match kind {
            wire::TRUE | wire::FALSE | wire::BYTE => self.skip(1),
            wire::I16..=wire::I64 => self.number().map(drop),
            wire::DOUBLE => self.skip(8),
            wire::BINARY => {
                let length = self.number()?;
                self.skip(usize::try_from(length).ok()?)
            }
            wire::LIST | wire::SET => {
                let head = self.byte()?;
                let members = match head >> 4 {
                    15 => self.number()?,
                    few => u64::from(few),
                };
                let member = if let List(member) = expected { *member } else { Any };
                self.members(members, &[(head & 0x0f, member)], depth)
            }
            wire::MAP => {
                let members = self.number()?;
                if members == 0 {
                    return Some(());
                }
                let kinds = self.byte()?;
                self.members(members, &[(kinds >> 4, Any), (kinds & 0x0f, Any)], depth)
            }
            wire::STRUCTURE => {
                let fields = if let Structure(fields) = expected { fields } else { &[] };
                self.structure(fields, depth + 1)
            }
            _ => None,
        }
    }

    fn members(&mut self, members: u64, kinds: &[(u8, Kind)], depth: u32) -> Option<()> {
        // No member takes less than a byte.
        if members > self.0.len() as u64 || depth > DEEPEST {
            return None;
        }
        for _ in 0..members {
            for (kind, expected) in kinds {
                self.value(*kind, *expected, depth + 1)?;
            }
        }
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn skip(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.get(bytes..)?;
        Some(())
    }

    /// Seven bits a byte, the lowest first, as long as the highest bit is set.
    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walks(bytes: &[u8]) -> bool {
        Walk(bytes).structure(&[], 0).is_some()
    }

    #[test]
    fn every_type_is_walked_over() {
        // Field 1: a list of two texts; 2: true; 3: a double; 4: a map of a byte to a structure; 20, by
        // its whole number: a 64-bit one.
        let mut bytes = vec![0x19, 0x28, 1, b'a', 0, 0x11, 0x17];
        bytes.extend([0; 8]);
        bytes.extend([0x1b, 1, 0x3c, 7, 0, 0x06, 40, 0x80, 0x80, 1, 0]);
        assert!(walks(&bytes));
        assert!((0..bytes.len()).all(|end| !walks(&bytes[..end])));
    }

    #[test]
    fn lists_and_texts_longer_than_the_footer_are_refused() {
        assert!(walks(&[0x19, 0xf3, 2, 1, 1, 0]));
        assert!(!walks(&[0x19, 0xf3, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 0]));
        assert!(!walks(&[0x18, 0xff, 0xff, 0xff, 0xff, 0x0f, 1, 1, 0]));
        assert!(!walks(&[0x1c; 1000]));
        assert!(!walks(&[0x19; 1000]));
    }

    #[test]
    fn a_field_of_another_type_is_refused() {
        // A version, and an empty schema.
        assert!(is_footer(&[0x15, 2, 0x19, 0x0c, 0]));
        // The schema is a number, the version a text, a row group a number.
        assert!(!is_footer(&[0x15, 2, 0x15, 2, 0]));
        assert!(!is_footer(&[0x18, 0, 0]));
        assert!(!is_footer(&[0x49, 0x15, 2, 0]));
    }
}
