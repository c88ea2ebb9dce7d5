//! Elements of an XML file as rows. A column is an attribute (`@id`), the text of child elements
//! (`h`; several of one name are joined by a blank), or the text of the nearest element before the
//! row with a name and an attribute (`preceding comment[class=section]`).

use std::borrow::Cow;
use std::collections::HashSet;

use roxmltree::Node;

use super::sample::{SampledCell, Sampler};
use super::{Cells, ColumnRequest, Flawed, TableOptions, cells_of};
use crate::ProblemKind;
use crate::input::{Fatal, Input};
use crate::xml::{Lines, document, text_of};

pub(super) fn for_each_row(
    input: Input,
    options: &TableOptions,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, Flawed<'_>>),
) -> Result<u64, Fatal> {
    let xml = input.read_to_string()?;
    let document = document(&xml)?;
    let rows = options.rows.as_deref().unwrap_or("pair");
    let mut lines = Lines::new(&xml);
    let mut seen = 0;
    for node in document.root().descendants().filter(|node| node.has_tag_name(rows)) {
        seen += 1;
        let line = lines.at(node.range().start);
        let cells = cells_of(requests.iter().map(|request| cell(node, request)));
        visit(line, cells.as_deref().map_err(Clone::clone));
    }
    Ok(seen)
}

/// Hands elements with all of their attributes and children to a sampler.
pub(super) fn sample(
    input: Input,
    options: &TableOptions,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    let xml = input.read_to_string()?;
    let document = document(&xml)?;
    let rows = options.rows.as_deref().unwrap_or("pair");
    for node in document.root().descendants().filter(|node| node.has_tag_name(rows)) {
        let attributes = node.attributes().map(|attribute| format!("@{}", attribute.name()));
        let children = node.children().filter(Node::is_element);
        let mut names = HashSet::new();
        let children = children.map(|child| child.tag_name().name());
        let children = children.filter(|name| names.insert(*name)).map(str::to_owned);
        let more = sampler.row(attributes.chain(children).map(|name| {
            let text = value(node, &name).map(collapsed).unwrap_or_default();
            (Cow::Owned(name), SampledCell::of_text(&text))
        }));
        if more.is_break() {
            break;
        }
    }
    Ok(())
}

fn cell<'a>(
    node: Node<'a, '_>,
    request: &ColumnRequest,
) -> Result<Option<Cow<'a, str>>, ProblemKind> {
    let found = value(node, &request.name);
    if found.is_none() && request.required {
        let attributes = node.attributes().map(|attribute| format!("@{}", attribute.name()));
        let children = node.children().filter(Node::is_element);
        let children = children.map(|child| child.tag_name().name().to_owned());
        return Err(ProblemKind::MissingColumns {
            missing: vec![request.missing()],
            available: attributes.chain(children).collect(),
            by_name: Vec::new(),
        });
    }
    Ok(found.map(collapsed).filter(|text| !text.is_empty()).map(Cow::Owned))
}

fn value(node: Node<'_, '_>, path: &str) -> Option<String> {
    if let Some(attribute) = path.strip_prefix('@') {
        return node.attribute(attribute).map(str::to_owned);
    }
    if let Some(path) = path.strip_prefix("preceding ") {
        let (name, condition) = path.trim_end_matches(']').split_once('[').unwrap_or((path, ""));
        let (attribute, wanted) = condition.split_once('=').unwrap_or((condition, ""));
        let before = node.prev_siblings().filter(|sibling| sibling.has_tag_name(name));
        let mut fitting = before.filter(|sibling| {
            attribute.is_empty()
                || sibling.attribute(attribute).is_some_and(|value| value == wanted)
        });
        return fitting.next().map(text_of);
    }
    let children: Vec<String> =
        node.children().filter(|child| child.has_tag_name(path)).map(text_of).collect();
    (!children.is_empty()).then(|| children.join(" "))
}

/// The text with each run of white space as one blank.
fn collapsed(text: String) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
