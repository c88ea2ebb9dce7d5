//! The HTML page as bytes. What it does in a browser is held by `tests/browser/check.py`.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

#[path = "../examples/samples/mod.rs"]
mod samples;

use phenom_report::render::{self, Page};
use phenom_report::{Explorer, Paragraph, Report, Span};
use samples::{Evaluated, Size, evaluated};

/// A report on made-up pairs, with hostile names and texts in it.
fn page(originals: usize, with_pairs: bool) -> String {
    let size = Size { originals, parts: 3, phenomena: 20, systems: 4, runs: 1, rich: true };
    let Evaluated { mut report, model, explorer, .. } = evaluated(size);
    report.tables.extend(samples::report().tables);
    report.how_to_report = vec![Paragraph(vec![Span::Words("A paragraph <b>".to_owned())])];
    let figures = samples::figures();
    written(&Page {
        report: &report,
        model: Some(&model),
        figures: &figures,
        explorer: with_pairs.then_some(&explorer),
    })
}

/// A report of tables and figures alone.
fn plain() -> String {
    let (report, figures) = (samples::report(), samples::figures());
    written(&Page { report: &report, model: None, figures: &figures, explorer: None })
}

fn written(page: &Page<'_>) -> String {
    let mut out = Vec::new();
    render::html(page, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn nothing_is_loaded_and_nothing_is_styled_in_place() {
    let page = page(20, true);
    let (markup, _) = page.split_once("<script>\"use strict\"").unwrap();
    for load in
        ["src=\"", "href=\"http", "href=\"//", "url(", "@import", "<link", "<iframe", " style=\""]
    {
        assert!(!markup.contains(load), "{load}");
    }
    assert!(page.contains("default-src &#x27;none&#x27;") || page.contains("default-src 'none'"));
    assert!(!page.contains("unsafe-"));
}

#[test]
fn a_text_is_no_markup() {
    let page = page(8, true);
    // Its own script, the measures and the pairs, and none that a text would bring.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    assert_eq!(page.matches("<img").count(), 0);
    assert!(page.contains("&lt;script&gt;alert(1)") && page.contains("A paragraph &lt;b&gt;"));
    // A template's expression in a text is a text.
    assert!(page.contains("{{ 1 }}"));
    // In the data they stay what they are; the script shows them as odd characters.
    assert!(!page.contains(['\u{202e}', '\u{0}', '\u{7}']));
}

#[test]
fn wrong_originals_are_listed_by_stage_and_their_texts_are_no_markup() {
    let page = page(400, true);
    let (_, section) = page.split_once("<section id=\"stages\"").unwrap();
    let section = section.split("</section>").next().unwrap();
    let stages = section.matches("<details class=\"stage\">").count();
    assert!(stages > 3, "{stages}");
    assert_eq!(section.matches("</details>").count(), stages);
    assert_eq!(section.matches("id=\"").count(), 2, "the heading and the figure");
    for markup in ["<script", "<img", " style=", " onerror=\"", "\u{202e}", "\u{0}"] {
        assert!(!section.contains(markup), "{markup}");
    }
    assert!(section.contains("&lt;script&gt;alert(1)"));
    assert!(section.contains("onerror=alert(4)&gt;&lt;&#x2f;details&gt;"));
    // At most 50 originals of a stage, and a long text is cut.
    assert!(section.contains(" more originals are in stage-originals.csv."));
    for stage in section.split("<details class=\"stage\">").skip(1) {
        assert!(stage.matches("<li><p>").count() <= 50);
    }
    assert!(section.contains(" …</p>") && section.len() < 800_000, "{}", section.len());
    assert!(section.contains("href=\"#pairs?pair=p"));
}

#[test]
fn without_such_systems_or_pairs_nothing_of_stages_or_no_link_is_there() {
    assert!(!page(8, false).split("id=\"stages\"").nth(1).unwrap().contains("href=\"#pairs"));
    let size = Size { originals: 8, parts: 3, phenomena: 20, systems: 2, runs: 1, rich: false };
    let Evaluated { report, model, explorer, figures } = evaluated(size);
    let explorer = Some(&explorer);
    let page = Page { report: &report, model: Some(&model), figures: &figures, explorer };
    let page = written(&page);
    assert!(!page.contains("id=\"stages\"") && !page.contains(".budget"));
}

#[test]
fn every_undefined_cell_has_its_reason_and_every_number_what_it_is_sorted_by() {
    let page = plain();
    assert_eq!(page.matches("data-undefined").count(), 3);
    assert!(page.contains("title=\"no pairs\"") && page.contains("data-value=\"0.7004\""));
}

#[test]
fn figures_link_to_pairs_where_these_are_known_and_nowhere_else() {
    assert!(page(30, true).contains("href=\"#pairs?on=part&amp;s0=counted\""));
    let without = page(30, false);
    assert!(without.contains("id=\"phenomena-table\"") && !without.contains("href=\"#pairs"));
}

#[test]
fn figures_are_drawn_in_the_type_and_colours_of_the_page() {
    let page = page(20, true);
    assert!(page.contains("<svg class=\"native\"") && page.contains("data-f=\"i\""));
    assert!(page.contains("class=\"map\"") && page.contains("data-figure=\"forest\""));
    // Figures for print have outlines.
    assert!(!page.contains("<use "));
}

#[test]
fn a_second_time_gives_the_same_bytes() {
    assert!(page(30, true) == page(30, true));
}

#[test]
fn a_page_without_pairs_is_small() {
    let size = plain().len();
    // Figures for print are packed, and those of the page have texts instead of outlines.
    assert!(size < 320_000, "{size}");
}

#[test]
fn an_empty_report_is_a_page() {
    let report = Report { tables: Vec::new(), notes: Vec::new(), ..samples::report() };
    let explorer = Explorer::default();
    let page =
        written(&Page { report: &report, model: None, figures: &[], explorer: Some(&explorer) });
    assert!(page.contains(">A report of made-up values</h1>") && page.contains("</html>"));
}
