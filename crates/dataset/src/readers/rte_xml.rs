//! The XML of the RTE challenges, as it exists: `<pair>` elements with `<t>` and `<h>` under any
//! root, the judgment in `entailment=` or `value=`, `task=` and other attributes where given.

use std::collections::{BTreeMap, HashSet};

use roxmltree::{Document, Node, NodeId};

use super::labels::meaning;
use crate::input::{Fatal, Input};
use crate::wording::{quoted, shown};
use crate::xml::{Lines, document, text_of};
use crate::{DatasetBuilder, Judgment, LabelScheme, Meaning, PairRow, ProblemKind};

/// The names that have a meaning; one that differs from them only in case is a slip of the pen.
const ELEMENTS: [&str; 3] = ["pair", "t", "h"];
const ATTRIBUTES: [&str; 4] = ["id", "entailment", "value", "task"];

/// Reads pairs and returns how many there were.
pub(super) fn read(
    input: Input,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    let xml = input.read_to_string()?;
    let document = document(&xml)?;
    let around_pairs = around_pairs(&document);
    let mut lines = Lines::new(&xml);
    let mut ignored = Ignored::default();
    let mut count = 0;
    let mut end_of_pair = 0;
    for node in document.root().descendants() {
        if node.range().start < end_of_pair {
            continue;
        }
        let mut line = |place| lines.at(place);
        if node.has_tag_name("pair") {
            count += 1;
            end_of_pair = node.range().end;
            let at = line(node.range().start);
            let children = check_children(node, &mut ignored, |place, kind| {
                builder.problem(Some(line(place)), kind);
            });
            if let Err(kind) = children.and_then(|()| add(node, at, scheme, builder)) {
                builder.problem(Some(at), kind);
            }
        } else if let Some(known) = in_other_case(node, &ELEMENTS[..1]) {
            let kind = other_case("the element", node.tag_name().name(), known);
            builder.lose(None);
            builder.problem(Some(line(node.range().start)), kind);
        } else if node.parent().is_some_and(|parent| around_pairs.contains(&parent.id()))
            && let Some((place, kind)) = stray(node)
        {
            builder.problem(Some(line(place)), kind);
        }
    }
    if let Some(note) = ignored.note() {
        builder.note(&note);
    }
    Ok(count)
}

/// The elements that have pairs in them.
fn around_pairs(document: &Document<'_>) -> HashSet<NodeId> {
    let mut around = HashSet::new();
    for pair in document.root().descendants().filter(|node| node.has_tag_name("pair")) {
        let mut ancestors = pair.ancestors().skip(1);
        while ancestors.next().is_some_and(|ancestor| around.insert(ancestor.id())) {}
    }
    around
}

/// Elements in pairs that nothing reads.
#[derive(Default)]
struct Ignored(BTreeMap<String, u64>);

impl Ignored {
    fn add(&mut self, node: Node<'_, '_>) {
        *self.0.entry(node.tag_name().name().to_owned()).or_default() += 1;
    }

    /// Says once what was ignored.
    fn note(&self) -> Option<String> {
        let named = self.0.iter().map(|(name, times)| match times {
            1 => format!("<{}> (once)", shown(name)),
            _ => format!("<{}> ({times} times)", shown(name)),
        });
        let named: Vec<String> = named.collect();
        (!named.is_empty())
            .then(|| format!("phenom does not read {} of the pairs.", named.join(", ")))
    }
}

/// A pair holds one `<t>` and one `<h>`, no text outside them, and elements that are ignored.
/// Tells what stands in the pair and must not, and returns what is missing.
fn check_children(
    pair: Node<'_, '_>,
    ignored: &mut Ignored,
    mut problem: impl FnMut(usize, ProblemKind),
) -> Result<(), ProblemKind> {
    let mut seen = [("t", false), ("h", false)];
    for child in pair.children() {
        let place = child.range().start;
        let name = child.tag_name().name();
        if let Some((_, seen)) = seen.iter_mut().find(|(name, _)| child.has_tag_name(*name)) {
            if std::mem::replace(seen, true) {
                problem(place, malformed(format!("a second <{name}> in the pair")));
            }
        } else if let Some(known) = in_other_case(child, &ELEMENTS) {
            problem(place, other_case("the element", name, known));
            // It is told once, and not as missing as well.
            seen.iter_mut().filter(|(name, _)| *name == known).for_each(|(_, seen)| *seen = true);
        } else if child.has_tag_name("pair") {
            problem(place, malformed("a <pair> is inside another one".to_owned()));
        } else if child.is_element() {
            ignored.add(child);
        } else if let Some((place, kind)) = stray(child) {
            problem(place, kind);
        }
    }
    match seen.iter().find(|(_, seen)| !seen) {
        Some((name, _)) => Err(malformed(format!("the pair has no <{name}>"))),
        None => Ok(()),
    }
}

/// The known name that an element's name is but for its case.
fn in_other_case(node: Node<'_, '_>, known: &[&'static str]) -> Option<&'static str> {
    same_but_for_case(node.is_element().then(|| node.tag_name().name())?, known)
}

fn same_but_for_case(name: &str, known: &[&'static str]) -> Option<&'static str> {
    known.iter().copied().find(|known| name != *known && name.eq_ignore_ascii_case(known))
}

/// Text that is more than blanks, with its place.
fn stray(node: Node<'_, '_>) -> Option<(usize, ProblemKind)> {
    let text = node.text().filter(|_| node.is_text())?.trim();
    if text.is_empty() {
        return None;
    }
    let written = node.document().input_text().get(node.range()).unwrap_or_default();
    let place = node.range().start + written.len() - written.trim_start().len();
    Some((place, malformed(format!("the text {} is outside <t> and <h>", quoted(text)))))
}

fn other_case(what: &str, name: &str, known: &str) -> ProblemKind {
    let help = Some("XML distinguishes upper and lower case".to_owned());
    let message = format!("write {what} `{name}` as `{known}`");
    ProblemKind::Malformed { message, help }
}

fn malformed(message: String) -> ProblemKind {
    ProblemKind::Malformed { message, help: None }
}

fn add(
    node: Node<'_, '_>,
    line: u64,
    scheme: &LabelScheme,
    builder: &mut DatasetBuilder,
) -> Result<(), ProblemKind> {
    for attribute in node.attributes() {
        if let Some(known) = same_but_for_case(attribute.name(), &ATTRIBUTES) {
            return Err(other_case("the attribute", attribute.name(), known));
        }
    }
    let id = node.attribute("id").map(str::trim).filter(|id| !id.is_empty());
    let id = id.ok_or_else(|| empty("id"))?;
    let gold = if builder.expects_outcomes() { None } else { gold(node, scheme)? };
    let attributes: Vec<(&str, &str)> = node
        .attributes()
        .filter(|attribute| !ATTRIBUTES.contains(&attribute.name()))
        .map(|attribute| (attribute.name(), attribute.value()))
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

fn empty(column: &str) -> ProblemKind {
    ProblemKind::EmptyCell { column: column.to_owned(), role: "" }
}

/// The gold label of a pair.
fn gold(node: Node<'_, '_>, scheme: &LabelScheme) -> Result<Option<Judgment>, ProblemKind> {
    let labels = (node.attribute("entailment"), node.attribute("value"));
    let label = labels.0.or(labels.1).ok_or_else(|| empty("entailment"))?;
    let judgment = meaning(scheme, label)?;
    if let (Some(entailment), Some(value)) = labels
        && meaning(scheme, value)? != judgment
    {
        let (entailment, value) = (quoted(entailment), quoted(value));
        let message = format!("`entailment` is {entailment} and `value` is {value}");
        let help = Some("both contain the label: leave one of them out".to_owned());
        return Err(ProblemKind::Malformed { message, help });
    }
    Ok(match judgment {
        Meaning::Judgment(judgment) => Some(judgment),
        Meaning::None => None,
    })
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
    fn what_a_pair_must_not_hold_is_told_with_its_line() {
        let pair = |attributes: &str, content: &str| {
            format!("<c>\n<pair id=\"1\" entailment=\"YES\"{attributes}>\n{content}\n</pair>\n</c>")
        };
        let whole = "<t>T</t><h>H</h>";
        for (xml, line, said) in [
            (pair("", "<t>T</t>\n<t>U</t><h>H</h>"), 4, "a second <t> in the pair"),
            (pair("", "<t>T</t>\n<h/><h/>"), 4, "a second <h> in the pair"),
            (pair("", "<t>T</t>"), 2, "the pair has no <h>"),
            (pair("", "<h>H</h>"), 2, "the pair has no <t>"),
            (pair("", "<T>T</T><h>H</h>"), 3, "write the element `T` as `t`"),
            (pair(" Task=\"IE\"", whole), 2, "write the attribute `Task` as `task`"),
            (pair(" value=\"NO\"", whole), 2, "`entailment` is `YES` and `value` is `NO`"),
            (pair("", "<t>T</t>\noops<h>H</h>"), 4, "the text `oops` is outside <t> and <h>"),
            (pair("", "<t>T</t><h>H</h><pair/>"), 3, "a <pair> is inside another one"),
            (format!("<c>\n{whole}<Pair/></c>"), 2, "write the element `Pair` as `pair`"),
            (
                format!("<c><d>\noops\n<pair id=\"1\" value=\"NO\">{whole}</pair></d></c>"),
                2,
                "`oops`",
            ),
        ] {
            let problems = load(&xml).unwrap_err();
            let problem = &problems.kept()[0];
            assert!(problem.message().contains(said), "{xml}: {problem}");
            assert_eq!(
                (problem.line, problems.kept().len()),
                (Some(line), 1 + usize::from(xml.contains("<Pair"))),
                "{xml}: {problems}"
            );
        }
    }

    #[test]
    fn other_elements_are_ignored_and_named_once() {
        let pair = |id| {
            format!(
                "<pair id=\"{id}\" entailment=\"YES\" value=\"YES\"><!-- c --><t>T<b>b</b></t><h>H</h>\
                 <e confidence=\"5\">E</e></pair>\n"
            )
        };
        let other = pair(2).replace("</pair>", "<a/></pair>");
        let dataset = load(&format!("<c><head>RTE</head>{}{other}</c>", pair(1))).unwrap();
        assert_eq!(dataset.texts(0), Some(("Tb", "H")));
        assert_eq!(
            dataset.notes(),
            ["rte.xml: phenom does not read <a> (once), <e> (2 times) of the pairs."]
        );
    }

    #[test]
    fn entity_tricks_are_refused_and_a_named_document_type_is_not() {
        let bomb = "<!DOCTYPE a [\n<!ENTITY b \"bbbb\">\n]><a>&b;</a>";
        let problems = load(bomb).unwrap_err();
        assert_eq!(
            problems.to_string(),
            "rte.xml:2: the file declares XML entities, which phenom does not accept"
        );
        let named = "<!DOCTYPE entailment-corpus SYSTEM \"rte.dtd\"><entailment-corpus><pair id=\"1\" \
                     value=\"NO\"><t>T</t><h>H</h></pair></entailment-corpus>";
        assert_eq!(load(named).unwrap().len(), 1);
    }
}
