//! HTML: one file with everything in it, that asks no network for anything.
//!
//! The page's markup, style and script are files of their own in `html/`, by concern. Its
//! Content-Security-Policy lets only this style and this script work, by their hashes. The order answers three
//! questions: what did I learn, what do I paste into my paper, which pairs do I read next.

mod data;
mod drawings;
mod leads;
mod marks;
mod phenomena;
mod read_next;
mod sections;
mod shown_figures;
mod shown_tables;
mod stages;
mod values;

use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minijinja::{Environment, Value, context};
use sha2::{Digest, Sha256};

use self::drawings::Address;
use self::shown_figures::{Elsewhere, Section, is_of_judges};
use self::values::{safe, serialized};
use super::latex;
use crate::explorer::Rows;
use crate::figures::Figure;
use crate::{Evidence, Explorer, Finding, PageModel, PairsBehind, Report, Table, harmless};

/// The markup, by section; `page.html` includes the others. Rows and tables are markup before it, in `rows.html`,
/// `phenomenon.html` and `table.html`: as values of a template, many take far more memory.
const MARKUP: [(&str, &str); 11] = [
    ("page.html", include_str!("html/page.html")),
    ("findings.html", include_str!("html/findings.html")),
    ("figures.html", include_str!("html/figures.html")),
    ("phenomena.html", include_str!("html/phenomena.html")),
    ("phenomenon.html", include_str!("html/phenomenon.html")),
    ("sections.html", include_str!("html/sections.html")),
    ("stages.html", include_str!("html/stages.html")),
    ("table.html", include_str!("html/table.html")),
    ("rows.html", include_str!("html/rows.html")),
    ("paper.html", include_str!("html/paper.html")),
    ("pairs.html", include_str!("html/pairs.html")),
];

const STYLE: &str = concat!(
    include_str!("html/css/base.css"),
    include_str!("html/css/drawings.css"),
    include_str!("html/css/tables.css"),
    include_str!("html/css/pairs.css"),
    include_str!("html/css/print.css"),
);

/// What is added to it for pairs without gold labels.
const NO_GOLD: &str = include_str!("html/css/no-gold.css");

/// What is added to it for systems that decompose for themselves.
const STAGES: &str = include_str!("html/css/stages.css");

/// One function, so that its parts share their names and nothing else does.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("html/js/page.js"),
    include_str!("html/js/copy.js"),
    include_str!("html/js/tables.js"),
    include_str!("html/js/phenomena.js"),
    include_str!("html/js/systems.js"),
    include_str!("html/js/figures.js"),
    include_str!("html/js/store.js"),
    include_str!("html/js/question.js"),
    include_str!("html/js/filters.js"),
    include_str!("html/js/list.js"),
    include_str!("html/js/pair.js"),
    include_str!("html/js/start.js"),
    "})();\n",
);

/// A small drawing without links.
#[cfg(test)]
pub(crate) fn small_drawing(drawing: &crate::Drawing) -> String {
    drawings::svg(drawing, crate::Numbers::default(), &|_| None)
}

/// The key of the table of originals and their parts.
const COMPOSITION: &str = "decomposition";

/// What a page shows.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// The report: title, notes, tables, signature.
    pub report: &'a Report,
    /// Findings and phenomena by systems; nothing where no system was evaluated.
    pub model: Option<&'a PageModel<'a>>,
    /// The figures in the order of the page.
    pub figures: &'a [Figure],
    /// The pairs to look at; nothing for a page without.
    pub explorer: Option<&'a Explorer>,
}

/// The templates of the page.
fn environment() -> io::Result<Environment<'static>> {
    let mut environment = Environment::new();
    // minijinja escapes all texts because the templates' names end in `.html`. Lines of statements alone
    // would leave thousands of empty lines.
    for (name, markup) in MARKUP {
        let markup = markup.replace("%}\n", "%}");
        environment.add_template_owned(name, markup).map_err(io::Error::other)?;
    }
    Ok(environment)
}

/// Names and values of the signature.
fn signature(report: &Report) -> Vec<(String, String)> {
    report
        .signature
        .lines()
        .into_iter()
        .map(|(name, value)| (harmless(&name), harmless(&value)))
        .collect()
}

pub(super) fn write(page: &Page<'_>, out: &mut impl Write) -> io::Result<()> {
    let environment = environment()?;
    let template = environment.get_template("page.html").map_err(io::Error::other)?;
    let rows = page.explorer.map(Rows::new);
    let rows = rows.as_ref();
    let address = |behind: &PairsBehind| rows.and_then(|rows| rows.address_behind(behind));
    let report = page.report;
    let tables = tables(report, rows, &environment).map_err(io::Error::other)?;
    let of = |wanted: &dyn Fn(&str) -> bool| -> Vec<Value> {
        let found = tables.iter().filter(|(key, _)| wanted(key));
        found.map(|(_, table)| table.clone()).collect()
    };
    let is_composition = |key: &str| key == COMPOSITION;
    let of_phenomena = |model: &PageModel<'_>| {
        let table = |table| phenomena::table(table, model, rows, &environment);
        model.phenomena.as_ref().map(table).transpose().map_err(io::Error::other)
    };
    let phenomena = page.model.map(of_phenomena).transpose()?.flatten();
    let model = page.model.map(|model| {
        let findings = model.findings.iter();
        context! {
            what => harmless(&model.what),
            findings => findings.map(|one| finding(one, model, page, &address)).collect::<Vec<_>>(),
            phenomena,
            reads_gold => model.systems.iter().any(|system| system.reads_gold),
            next => rows.map(|rows| read_next::read_next(model, rows)).unwrap_or_default(),
            systems => serialized(phenomena::heads(model)),
            comparisons => (!model.comparisons.is_empty()).then(|| sections::comparisons(model)),
            categories => sections::categories(model),
            runs => sections::runs(model),
            level => phenomena::level(model),
        }
    });
    let explorer = page.explorer.map(pairs_to_read);
    let elsewhere = Elsewhere {
        phenomena: page.model.is_some_and(|model| model.phenomena.is_some()),
        comparisons: page.model.is_some_and(|model| !model.comparisons.is_empty()),
    };
    let figures = shown_figures::shown(page.figures, elsewhere, &address);
    let figures_of = |wanted: Section| -> Vec<Value> {
        let of_section = figures.iter().filter(|(section, _)| *section == wanted);
        of_section.map(|(_, figure)| figure.clone()).collect()
    };
    let print = (!page.figures.is_empty()).then(|| shown_figures::for_print(page.figures));
    let style = style(page);
    let mut latex = Vec::new();
    latex::write_how_to_report(report, &mut latex)?;
    template
        .render_captured_to(context! {
            policy => policy(&style),
            style => safe(style),
            script => safe(SCRIPT.to_owned()),
            title => harmless(&report.title),
            caveat => report.notes.first().map(|note| harmless(first_sentence(note))),
            summary => report.summary.iter().map(|line| harmless(&line.in_one())).collect::<Vec<_>>(),
            notes => report.notes.iter().map(|note| harmless(note)).collect::<Vec<_>>(),
            model,
            composition => context! {
                figures => figures_of(Section::Composition),
                tables => of(&is_composition),
            },
            judges => context! {
                figures => figures_of(Section::Judges),
                tables => of(&is_of_judges),
                of_labels => has_gold(page),
            },
            stages => stages::section(page.model, rows, figures_of(Section::Stages)),
            predictions => figures_of(Section::Predictions),
            gains => figures_of(Section::Gains),
            figures => figures_of(Section::Others),
            print,
            tables => of(&|key| !is_composition(key) && !is_of_judges(key)),
            reporting => report.how_to_report.iter().map(|one| harmless(&one.plain())).collect::<Vec<_>>(),
            latex => harmless(&String::from_utf8_lossy(&latex)),
            explorer,
            signature => signature(report),
        }, &mut *out)
        .map_err(io::Error::other)?;
    writeln!(out)
}

/// The tables of a report by their keys, each as markup before the next one.
fn tables<'r>(
    report: &'r Report,
    rows: Option<&Rows<'_>>,
    environment: &Environment<'_>,
) -> Result<Vec<(&'r str, Value)>, minijinja::Error> {
    let template = environment.get_template("table.html")?;
    let shown = |table: &'r Table| {
        let table_of = shown_tables::table(table, rows, environment)?;
        let body = template.render(context! { table => table_of })?;
        Ok((table.key.as_str(), context! { title => harmless(&table.title), body => safe(body) }))
    };
    report.tables.iter().map(shown).collect()
}

fn has_gold(page: &Page<'_>) -> bool {
    page.explorer.is_none_or(Explorer::has_gold)
}

/// The style, with what only some pages need.
fn style(page: &Page<'_>) -> String {
    let has_stages = page.model.is_some_and(|model| model.wrong.is_some());
    let added = [(!has_gold(page)).then_some(NO_GOLD), has_stages.then_some(STAGES)];
    std::iter::once(STYLE).chain(added.into_iter().flatten()).collect()
}

/// The pairs of the explorer, and what is noted of them.
fn pairs_to_read(explorer: &Explorer) -> Value {
    let data = data::pairs(explorer);
    let notes = explorer.notes.iter().chain(&data.notes);
    context! {
        notes => notes.map(|note| harmless(note)).collect::<Vec<_>>(),
        decomposed => explorer.is_decomposed(),
        originals => explorer.originals.len(),
        data => safe(data.json),
    }
}

/// The beginning of a note, which says that there is more.
fn first_sentence(note: &str) -> &str {
    note.split_once(". ").map_or(note, |(first, _)| first)
}

fn finding(
    finding: &Finding,
    model: &PageModel<'_>,
    page: &Page<'_>,
    address: Address<'_>,
) -> Value {
    let has_table = |key: &str| page.report.tables.iter().any(|table| table.key.as_str() == key);
    let (link, words) = match finding.evidence {
        Evidence::Comparisons if has_table("comparisons") => ("table-comparisons", "Comparisons"),
        Evidence::Comparisons if has_table("comparisons-exploratory") => {
            ("table-comparisons-exploratory", "Comparisons")
        }
        Evidence::Judges => ("judges", "Judges and people"),
        Evidence::Stages => ("stages", "Stages"),
        Evidence::Composition if has_table(COMPOSITION) => ("composition", "Originals and parts"),
        _ if model.phenomena.is_some() => ("phenomena", "Phenomena"),
        _ => ("tables", "Tables"),
    };
    let drawing = finding.drawing.as_ref();
    context! {
        key => &finding.key,
        headline => harmless(&finding.headline),
        sentences => finding.sentences.iter().map(|one| harmless(one)).collect::<Vec<_>>(),
        drawing => drawing.map(|drawing| safe(drawings::svg(drawing, model.numbers, address))),
        caption => drawing.map(|drawing| harmless(&drawing.caption())),
        link,
        words,
    }
}

/// Nothing may be loaded, and nothing runs but this page's own script.
fn policy(style: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(style),
        hash(SCRIPT)
    )
}
