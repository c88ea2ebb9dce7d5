//! The XML of the RTE challenges, as it exists: `<pair>` elements with `<t>` and `<h>` under any
//! root, the judgment in `entailment=` or `value=`, `task=` and other attributes where given.

use roxmltree::Node;

use super::labels::meaning;
use crate::input::{Fatal, Input};
use crate::xml::{Lines, document, text_of};
use crate::{DatasetBuilder, LabelScheme, Meaning, PairRow, ProblemKind};

/// Reads pairs and returns how many there were.
pub(super) fn read(
    input: Input,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    let xml = input.read_to_string()?;
    let document = document(&xml)?;
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
    Some(text_of(child).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeepTexts, Problems, read_pairs};

    fn load(xml: &str) -> Result<crate::Dataset, Problems> {
        let source = crate::PairSource::new(
            crate::PairFormat::RteXml,
            LabelScheme::named("rte-two-way").unwrap(),
        );
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
