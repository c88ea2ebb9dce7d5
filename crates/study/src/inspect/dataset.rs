//! What a config says of the pairs.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::draft::Draft;
use super::layout::Written;
use super::lists;
use super::looked::Looked;
use super::meaning::{Known, gold_labels};
use super::names::{first_of, is_gold};
use super::pairs::{PairRoles, is_own};
use super::phenomena::{CATEGORY, Phenomena, Shape};
use super::place::named;
use super::preset;
use super::table::{MOST_ROWS, Table};
use super::tags::TagFile;

/// One file of pairs, or several of one layout.
pub(super) struct PairFiles<'a> {
    pub(super) looked: &'a [Looked],
    pub(super) roles: &'a PairRoles,
    pub(super) labels: Option<&'a Known>,
    pub(super) folder: &'a Path,
    /// Tags in a file of their own.
    pub(super) tags: Option<&'a TagFile>,
}

impl PairFiles<'_> {
    /// What a config says of them; the table holds the rows of all.
    pub(super) fn draft(&self, table: &Table) -> Draft {
        let mut draft = Draft::default();
        let first = &self.looked[0];
        let whole = self.looked.iter().all(|looked| looked.table.whole);
        let rows: Vec<String> = self.looked.iter().map(Looked::rows).collect();
        let all: usize = self.looked.iter().map(|looked| looked.table.rows).sum();
        let rows = match rows.as_slice() {
            few @ ([_] | [_, _] | [_, _, _]) => few.join(", "),
            many => format!("{all} rows in {} files", many.len()),
        };
        draft.comment(format!(
            "{}.{}",
            rows,
            if whole { "" } else { " phenom read no more than that." }
        ));
        let paths: Vec<Value> = self
            .looked
            .iter()
            .flat_map(Looked::paths)
            .map(|path| named(self.folder, path).into())
            .collect();
        match paths.as_slice() {
            [one] => draft.set("path", one.clone()),
            many => draft.set("path", many.to_vec()),
        }
        if let Some(preset) = self.roles.preset {
            preset::say(preset, &first.layout, &mut draft);
            if let Some((column, value)) = preset::stray(preset, table) {
                let mut any = Draft::default();
                any.comment(stray_comment(&column, &value));
                any.set("any-nonzero", true);
                draft.mapping("phenomena", any);
            }
            return draft;
        }
        first.layout.say(&mut draft);
        let labels = gold_labels(self.looked, self.roles);
        if let Some(known) = self.labels {
            known.say(&mut draft, &labels);
        }
        if first.layout.written == Written::RteXml || is_own(first) {
            return draft;
        }
        draft.mapping("columns", columns(table, self.roles));
        if let Some((before, after)) = &self.roles.around_language {
            let [before, after] = [before, after].map(|part| regex::escape(part));
            draft.comment(
                "The name of its file contains the language of a pair: results are split by it.",
            );
            draft.set(
                "derive",
                json!({ "@file": format!("^{before}(?<language>[a-zA-Z]+){after}$") }),
            );
        }
        if self.roles.is_repeated {
            draft.comment("A pair has several rows, which agree.");
            draft.set("repeated", "same");
        }
        if self.roles.gathers_tags {
            draft.comment(
                "A pair has several rows that differ only in their tags: it gets all of these tags.",
            );
            draft.set("repeated", "gather-tags");
        }
        let mut tags = phenomena(&self.roles.phenomena, is_whole(self.looked));
        if let Some(file) = self.tags {
            file.say(self.folder, &mut tags);
        }
        draft.mapping("phenomena", tags);
        if let Some(parts) = &self.roles.parts {
            parts.say(&mut draft);
            if self.roles.gold.is_none() {
                draft.comment(
                    "The rows have no gold label: phenom composes it from the gold labels of their parts.",
                );
                draft.set("gold", "composed");
            }
        }
        draft
    }
}

fn say_id(table: &Table, roles: &PairRoles, draft: &mut Draft) {
    let rows = if table.whole { "rows" } else { "rows that phenom read" };
    match roles.id.as_slice() {
        [.., row] if row == "@row" => {
            draft.comment(
                "No columns distinguish the rows: the number of its row is the id of a pair.",
            );
            match roles.id.as_slice() {
                [row] => draft.set("id", row.as_str()),
                file_and_row => draft.set("id", file_and_row.to_vec()),
            }
        }
        [one] => {
            let unique = table.column(one).is_some_and(super::table::Column::is_unique);
            if unique {
                draft.comment(format!("Different on all {rows}."));
            }
            draft.set("id", one.as_str());
        }
        many => {
            draft.comment(format!("Together different on all {rows}."));
            draft.set("id", many.to_vec());
        }
    }
}

/// Says which rows are monothematic pairs of which, if some are.
fn say_origin(roles: &PairRoles, draft: &mut Draft) {
    if let Some(origin) = &roles.origin {
        draft.comment("It contains ids of other rows: the rows with a value are monothematic pairs of the rows with \
            those ids.");
        draft.set("origin", origin.as_str());
    } else if let Some(candidate) = &roles.origin_candidate {
        draft.comment(format!(
            "`{candidate}` contains ids of other rows. If rows with a value are monothematic pairs of those rows, \
             remove the #."
        ));
        draft.propose("origin", candidate.as_str());
    } else if let (Some((between, said)), [id]) = (roles.part_ids, roles.id.as_slice()) {
        draft.comment(format!(
            "Ids with a `{between}` begin with other ids: are they monothematic pairs of the rows with those ids?"
        ));
        if said {
            draft.set("origin", id.as_str());
            draft.set("origin-before", between);
        } else {
            draft.propose("origin", id.as_str());
            draft.propose("origin-before", between);
        }
    }
}

fn say_gold(roles: &PairRoles, draft: &mut Draft) {
    match &roles.gold {
        Some(gold) => {
            if !is_gold(gold) {
                draft.comment("Read as gold label because of its name and its labels; if another column has the gold \
                    label, name that one.");
            }
            draft.set("gold", gold.as_str());
        }
        None if roles.of_outcomes => {}
        None if roles.parts.is_some() => draft.set("gold", "none"),
        None if roles.without_gold => {
            draft.comment("No column has a name for gold labels.");
            draft.set("gold", "none");
        }
        None if roles.gold_candidates.is_empty() => {
            draft.comment(
                "phenom found no column with a few labels: name the one with the gold label.",
            );
            draft.propose("gold", "COLUMN");
        }
        None => {
            let names = roles.gold_candidates.join("`, `");
            draft.comment(format!(
                "phenom cannot decide which of these is the gold label: `{names}`."
            ));
            draft.propose("gold", roles.gold_candidates[0].as_str());
        }
    }
}

fn columns(table: &Table, roles: &PairRoles) -> Draft {
    let mut draft = Draft::default();
    say_id(table, roles, &mut draft);
    say_origin(roles, &mut draft);
    if let Some(text) = &roles.text {
        draft.set("text", text.as_str());
    }
    if let Some(hypothesis) = &roles.hypothesis {
        draft.set("hypothesis", hypothesis.as_str());
    }
    say_gold(roles, &mut draft);
    if let Some((category, phenomenon)) = &roles.phenomena.category {
        draft.set("category", category.as_str());
        draft.set("phenomenon", phenomenon.as_str());
    }
    if !roles.annotators.is_empty() {
        draft.comment(
            "Read as labels of single annotators (`phenom agree`); if these are systems, name each under `systems`.",
        );
        draft.set("annotators", roles.annotators.clone());
    }
    if let Some(labels) = &roles.annotator_labels {
        draft.comment("Lists of annotators' labels.");
        draft.set("annotator-labels", labels.as_str());
    }
    if let Some(task) = &roles.task {
        draft.set("task", task.as_str());
    }
    if let Some(cluster) = &roles.cluster {
        draft.comment("Pairs that depend on each other.");
        draft.set("cluster", cluster.as_str());
    }
    if !roles.attributes.is_empty() {
        draft.comment("A few values each, on many rows: results are split by them.");
        draft.set("attributes", roles.attributes.clone());
    }
    if !roles.unused.is_empty() {
        let names: Vec<String> = roles.unused.iter().map(|name| format!("`{name}`")).collect();
        draft.comment(format!("Not read: {}.", first_of(&names, 20)));
    }
    draft
}

/// How many tags a comment lists.
const LISTED: usize = 8;

fn phenomena(phenomena: &Phenomena, whole: bool) -> Draft {
    let mut draft = Draft::default();
    let Phenomena { tags, one_hot, stray, .. } = phenomena;
    for column in tags {
        let mut counts: Vec<(&String, &usize)> = column.tags.iter().collect();
        counts.sort_by_key(|(tag, count)| (std::cmp::Reverse(**count), *tag));
        let shown: Vec<String> =
            counts.iter().take(LISTED).map(|(tag, count)| format!("{tag} ({count})")).collect();
        let how = match column.shape {
            Shape::One => "one tag a cell",
            Shape::Bracketed => "cells with lists in brackets",
            Shape::List => "lists",
            Shape::Separated(_) => "several tags a cell",
        };
        let more = if counts.len() > LISTED { ", ..." } else { "" };
        draft.comment(format!(
            "`{}`: {how}; {} different: {}{more}.",
            column.name,
            counts.len(),
            shown.join(", ")
        ));
    }
    if !tags.is_empty() {
        let names: Vec<Value> = tags.iter().map(|column| column.name.as_str().into()).collect();
        draft.set("columns", names);
        let lists = tags.iter().any(|column| column.shape == Shape::Bracketed);
        let separator = tags.iter().find_map(|column| match column.shape {
            Shape::Separated(separator) => Some(separator),
            _ => None,
        });
        match separator {
            Some(separator) => draft.set("list-separator", lists::written(separator)),
            None if lists => draft.set("lists", "bracketed"),
            // What was not looked at may hold lists, which are refused as long as nothing is said of them.
            None if whole && phenomena.has_tags_like_lists() => draft.set("lists", "plain"),
            None => {}
        }
        let without =
            tags.iter().flat_map(|column| column.tags.keys()).any(|tag| !tag.contains(':'));
        if without {
            draft.comment(
                "The category of tags without one; tags with a category are written CATEGORY:NAME.",
            );
            draft.set("category", CATEGORY);
        }
        let renamed = renamed(&tags.iter().flat_map(|column| &column.tags).collect::<Vec<_>>());
        if !renamed.is_empty() {
            draft.comment("One tag in several spellings; words for no phenomenon are removed.");
            draft.set("rename", Value::Object(renamed));
        }
    }
    if !one_hot.is_empty() {
        draft.comment(
            "Columns of 0 and 1, each with its phenomenon CATEGORY:NAME: the names come from the names of the columns.",
        );
        let entries = one_hot.iter().map(|(column, path)| (column.clone(), json!(path)));
        draft.set("one-hot", Value::Object(entries.collect::<Map<_, _>>()));
        if let Some((column, value)) = stray {
            draft.comment(stray_comment(column, value));
            draft.set("any-nonzero", true);
        }
    }
    draft
}

/// Other names for tags, with how often each occurs: that of the most frequent of those that differ in their case alone, and
/// none for words that say that there is no phenomenon.
fn renamed(tags: &[(&String, &usize)]) -> Map<String, Value> {
    const NONE: [&str; 8] = ["-", "--", "n/a", "na", "nan", "none", "null", "no phenomenon"];
    let mut spellings: BTreeMap<String, Vec<(&String, &usize)>> = BTreeMap::new();
    for (tag, count) in tags {
        let words: Vec<&str> = tag.split_whitespace().collect();
        spellings.entry(words.join(" ").to_lowercase()).or_default().push((tag, count));
    }
    let mut renamed = Map::new();
    for (plain, spelt) in &spellings {
        let most = spelt.iter().max_by_key(|(tag, count)| (**count, std::cmp::Reverse(*tag)));
        let Some((usual, _)) = most else { continue };
        if NONE.contains(&plain.as_str()) && spellings.len() > 1 {
            renamed.extend(spelt.iter().map(|(tag, _)| ((*tag).clone(), json!(""))));
            continue;
        }
        let path =
            if usual.contains(':') { (*usual).clone() } else { format!("{CATEGORY}:{usual}") };
        let others = spelt.iter().filter(|(tag, _)| tag != usual);
        renamed.extend(others.map(|(tag, _)| ((*tag).clone(), json!(path))));
    }
    renamed
}

fn stray_comment(column: &str, value: &str) -> String {
    format!("`{column}` contains `{value}` too: phenom reads any number but 0 as 1.")
}

/// Whether all rows of some files were looked at, and could be read.
pub(super) fn is_whole(looked: &[Looked]) -> bool {
    looked.iter().all(|looked| {
        looked.table.whole && looked.table.rows <= MOST_ROWS && looked.layout.ragged == 0
    })
}
