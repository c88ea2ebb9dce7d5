//! XML that is well-formed, with the lines of its elements.

use roxmltree::{Document, Error, Node, ParsingOptions};

use crate::ProblemKind;
use crate::input::Fatal;

/// Parses a document; refuses one that is not well-formed or declares entities.
pub(crate) fn document(xml: &str) -> Result<Document<'_>, Fatal> {
    refuse_entities(xml)?;
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
    let message = "the file declares XML entities, which are not accepted".to_owned();
    let help = Some("write the characters themselves".to_owned());
    Err((Some(Lines::new(xml).at(at)), ProblemKind::Malformed { message, help }))
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
            Some("is there a bare `&`? In XML it is written `&amp;`".to_owned())
        }
        Error::InvalidString(what, _) | Error::InvalidChar2(what, ..)
            if what.contains("whitespace") =>
        {
            Some("put a blank between the attributes".to_owned())
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
