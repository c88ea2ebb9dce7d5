//! The XML of the RTE challenges, as it exists: `<pair>` elements with `<t>` and `<h>` under any
//! root, the judgment in `entailment=` or `value=`, `task=` and other attributes where given.

use roxmltree::{Document, Node, ParsingOptions};

use super::labels::meaning;
use crate::input::{Fatal, Input};
use crate::{DatasetBuilder, LabelScheme, Meaning, PairRow, ProblemKind};

/// Reads pairs and returns how many there were.
pub(super) fn read(
    input: Input,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    let xml = input.read_to_string()?;
    refuse_entities(&xml)?;
    // A document type may be named, as RTE-1 does; nothing of it is fetched.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&xml, options).map_err(|error| {
        let line = match error {
            // Its position is where the root was opened; what is missing is missing at the end.
            roxmltree::Error::UnclosedRootNode => xml.lines().count() as u64,
            _ => u64::from(error.pos().row),
        };
        (
            Some(line),
            ProblemKind::Malformed { message: not_well_formed(&error), help: help(&error) },
        )
    })?;
    let mut lines = Lines::new(&xml);
    let mut count = 0;
    for node in document.root().descendants().filter(|node| node.has_tag_name("pair")) {
        count += 1;
        let line = lines.at(node.range().start);
        if let Err(kind) = add(node, line, scheme, builder) {
            builder.problem(Some(line), kind);
        }
    }
    Ok(count)
}

fn add(
    node: Node<'_, '_>,
    line: u64,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<(), ProblemKind> {
    let empty = |column: &str| ProblemKind::EmptyCell { column: column.to_owned() };
    let id = node.attribute("id").map(str::trim).filter(|id| !id.is_empty());
    let id = id.ok_or_else(|| empty("id"))?;
    let label = node.attribute("entailment").or_else(|| node.attribute("value"));
    let gold = match meaning(scheme, label.ok_or_else(|| empty("entailment"))?)? {
        Meaning::Judgment(judgment) => Some(judgment),
        Meaning::None => None,
    };
    let attributes: Vec<(&str, &str)> = node
        .attributes()
        .filter(|it| !matches!(it.name(), "id" | "entailment" | "value" | "task"))
        .map(|it| (it.name(), it.value()))
        .collect();
    let (text, hypothesis) = (content(node, "t"), content(node, "h"));
    builder.add(&PairRow {
        line,
        id,
        text: text.as_deref(),
        hypothesis: hypothesis.as_deref(),
        gold,
        task: node.attribute("task"),
        attributes: &attributes,
        ..PairRow::default()
    });
    Ok(())
}

/// The text of a child element, without the blanks around it.
fn content(node: Node<'_, '_>, name: &str) -> Option<String> {
    let child = node.children().find(|child| child.has_tag_name(name))?;
    let text: String =
        child.descendants().filter(Node::is_text).filter_map(|it| it.text()).collect();
    Some(text.trim().to_owned())
}

/// A document that declares entities of its own can be small and grow without bound, or name
/// other files: RTE data has no use for it.
fn refuse_entities(xml: &str) -> Result<(), Fatal> {
    let Some(at) = xml.find("<!ENTITY") else { return Ok(()) };
    let message = "the file declares XML entities, which are not accepted".to_owned();
    let help = Some("write the characters themselves".to_owned());
    Err((Some(Lines::new(xml).at(at)), ProblemKind::Malformed { message, help }))
}

fn not_well_formed(error: &roxmltree::Error) -> String {
    if matches!(error, roxmltree::Error::UnclosedRootNode) {
        return "not well-formed XML: the file ends within an open element".to_owned();
    }
    // roxmltree appends "at 12:7"; the line is said already.
    let said = error.to_string();
    let said = said.rsplit_once(" at ").map_or(said.as_str(), |(said, _)| said);
    format!("not well-formed XML: {said} (column {})", error.pos().col)
}

fn help(error: &roxmltree::Error) -> Option<String> {
    use roxmltree::Error;
    match error {
        Error::MalformedEntityReference(_) | Error::UnknownEntityReference(..) => {
            Some("is there a bare `&`? In XML it is written `&amp;`".to_owned())
        }
        Error::InvalidString(what, _) if what.contains("whitespace") => {
            Some("put a blank between the attributes".to_owned())
        }
        _ => None,
    }
}

/// Line numbers of places that are asked for in ascending order.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u64,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn at(&mut self, place: usize) -> u64 {
        let passed = self.text.as_bytes().get(self.at..place).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at = place;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeepTexts, Problems, read_pairs};

    fn load(xml: &str) -> Result<crate::Dataset, Problems> {
        let source = crate::PairSource {
            format: crate::PairFormat::RteXml,
            labels: LabelScheme::named("rte-two-way").unwrap(),
            columns: crate::PairColumns::default(),
        };
        let mut builder = DatasetBuilder::new(KeepTexts::Yes);
        let input = Input::Stream(Box::new(std::io::Cursor::new(xml.to_owned())));
        read_pairs(&source, "rte.xml", input, &mut builder);
        builder.finish()
    }

    #[test]
    fn attributes_entities_and_blanks_are_read() {
        let dataset = load(
            "<entailment-corpus>\n<pair id=\"1\" entailment=\"YES\" task=\"IE\" length=\"short\">\n\
             <t>\n AT&amp;T &quot;won&quot; &#233; </t><h>H</h></pair></entailment-corpus>",
        )
        .unwrap();
        assert_eq!(dataset.texts(0), Some(("AT&T \"won\" é", "H")));
        assert_eq!(dataset.task().unwrap().value(0), Some("IE"));
        assert_eq!(dataset.attributes()[0].name(), "length");
    }

    #[test]
    fn xml_that_is_not_well_formed_names_its_line() {
        for (xml, line) in [
            ("<a>\n<pair id=\"1\" entailment=\"YES\">\n<t>V&A</t></pair></a>", 3),
            ("<?xml version='1.0'encoding='utf-8'?>\n<a/>", 1),
            ("<a>\n\n<pair id=\"1\">", 3),
            ("<a><pair id=1/></a>", 1),
        ] {
            let problems = load(xml).unwrap_err();
            let problem = &problems.kept()[0];
            assert_eq!(problem.line, Some(line), "{problem}");
            assert!(problem.to_string().contains("not well-formed XML"), "{problem}");
        }
    }

    #[test]
    fn entity_tricks_are_refused_and_a_named_document_type_is_not() {
        let bomb = "<!DOCTYPE a [\n<!ENTITY b \"bbbb\">\n]><a>&b;</a>";
        let problems = load(bomb).unwrap_err();
        assert_eq!(
            problems.to_string(),
            "rte.xml:2: the file declares XML entities, which are not accepted"
        );
        let named = "<!DOCTYPE entailment-corpus SYSTEM \"rte.dtd\"><entailment-corpus><pair id=\"1\" \
                     value=\"NO\"><t>T</t><h>H</h></pair></entailment-corpus>";
        assert_eq!(load(named).unwrap().len(), 1);
    }
}
