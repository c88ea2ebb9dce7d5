//! XML that is well-formed, with the lines of its elements.

use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::ProblemKind;
use crate::input::Fatal;

/// How many attributes an element may have. roxmltree compares each of them with all before it.
const MOST_ATTRIBUTES: usize = 1000;

/// Parses a document; refuses one that is not well-formed, declares entities, or has elements with more
/// attributes than data have.
pub(crate) fn document(xml: &str) -> Result<Document<'_>, Fatal> {
    refuse_entities(xml)?;
    refuse_many_attributes(xml)?;
    // A document type may be named, as RTE-1 does; nothing of it is fetched.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(xml, options).map_err(|error| {
        let line = match error {
            // Its position is where the root was opened; what is missing is missing at the end.
            Error::UnclosedRootNode | Error::UnexpectedEndOfStream => xml.lines().count() as u64,
            _ => u64::from(error.pos().row),
        };
        let message = not_well_formed(&error);
        (Some(line), ProblemKind::Malformed { message, help: help(&error) })
    })
}

/// The text in an element and in those inside it.
pub(crate) fn text_of(node: Node<'_, '_>) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

/// A document that declares entities of its own can be small and grow without bound, or name
/// other files: data has no use for it.
fn refuse_entities(xml: &str) -> Result<(), Fatal> {
    let Some(at) = xml.find("<!ENTITY") else { return Ok(()) };
    let message = "the file declares XML entities, which phenom does not accept".to_owned();
    let help = Some("write the characters themselves".to_owned());
    Err((Some(Lines::new(xml).at(at)), ProblemKind::Malformed { message, help }))
}

fn refuse_many_attributes(xml: &str) -> Result<(), Fatal> {
    let mut start = 0;
    while let Some(found) = xml.get(start..).and_then(|rest| rest.find('<')) {
        start += found;
        let tag = &xml[start..];
        let (attributes, length) = tag_ahead(tag);
        if attributes > MOST_ATTRIBUTES {
            let message = format!("an element has more than {MOST_ATTRIBUTES} attributes");
            let help = Some("write rows with this number of columns as CSV or Parquet".to_owned());
            let line = Lines::new(xml).at(start);
            return Err((Some(line), ProblemKind::Malformed { message, help }));
        }
        start += length;
    }
    Ok(())
}

/// The number of attributes, and the bytes to go on after, of the tag that a text begins with. What is not
/// well-formed is left to the parser.
fn tag_ahead(tag: &str) -> (usize, usize) {
    let without = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    if let Some((_, end)) = without.iter().find(|(start, _)| tag.starts_with(start)) {
        return (0, tag.find(end).unwrap_or(tag.len()));
    }
    let (mut quote, mut attributes) = (None, 0);
    for (at, byte) in tag.bytes().enumerate().skip(1) {
        match (quote, byte) {
            // No tag and no value of an attribute holds one.
            (_, b'<') => return (attributes, at),
            (Some(open), _) if byte == open => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return (attributes, at),
            (None, b'=') => attributes += 1,
            _ => {}
        }
    }
    (attributes, tag.len())
}

fn not_well_formed(error: &Error) -> String {
    if matches!(error, Error::UnclosedRootNode | Error::UnexpectedEndOfStream) {
        return "not well-formed XML: the file ends within an open element".to_owned();
    }
    // roxmltree appends "at 12:7"; the line is said already.
    let said = error.to_string();
    let said = said.rsplit_once(" at ").map_or(said.as_str(), |(said, _)| said);
    format!("not well-formed XML: {said} (column {})", error.pos().col)
}

fn help(error: &Error) -> Option<String> {
    match error {
        Error::MalformedEntityReference(_) | Error::UnknownEntityReference(..) => {
            Some("write a bare `&` as `&amp;`".to_owned())
        }
        Error::InvalidString(what, _) | Error::InvalidChar2(what, ..)
            if what.contains("whitespace") =>
        {
            Some("write a blank between the attributes".to_owned())
        }
        _ => None,
    }
}

/// Line numbers of places that are asked for in ascending order.
pub(crate) struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    pub(crate) fn at(&mut self, place: usize) -> u64 {
        let passed = self.text.as_bytes().get(self.at..place).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at = place;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(xml: &str) -> Option<(Option<u64>, String)> {
        let (line, kind) = document(xml).err()?;
        Some((line, kind.to_string()))
    }

    #[test]
    fn more_attributes_than_data_have_are_refused_before_they_are_compared() {
        let element = |attributes: usize| {
            let attributes = (0..attributes).map(|at| format!(" a{at}='= > \"'"));
            format!("<c>\n<!-- = -->\n<p{}/></c>", attributes.collect::<String>())
        };
        assert_eq!(refusal(&element(MOST_ATTRIBUTES)), None);
        let said = "an element has more than 1000 attributes".to_owned();
        assert_eq!(refusal(&element(MOST_ATTRIBUTES + 1)), Some((Some(3), said)));
    }

    #[test]
    fn what_is_no_attribute_is_not_counted() {
        let many = "= ".repeat(MOST_ATTRIBUTES + 1);
        for xml in [
            format!("<c>{many}</c>"),
            format!("<c><!-- {many} --></c>"),
            format!("<c><![CDATA[ <a {many} > ]]></c>"),
            format!("<c><?p {many} ?></c>"),
            format!("<c a=\"{many}\"/>"),
        ] {
            assert_eq!(refusal(&xml), None, "{xml}");
        }
        // An attribute that is not closed is told as such.
        let open = refusal(&format!("<c a=\"1>{many}<d/></c>")).unwrap().1;
        assert!(open.contains("not well-formed"), "{open}");
    }
}
