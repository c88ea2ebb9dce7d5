//! The HTML page as bytes. What it does in a browser is held by `tests/browser/check.py`.

#![allow(clippy::unwrap_used)]

#[path = "../examples/samples/mod.rs"]
mod samples;

use phenom_report::render::{self, Page};
use phenom_report::{Explorer, Report};

fn page(explorer: Option<&Explorer>) -> String {
    let (report, summary) = (samples::report(), samples::summary());
    let figures = samples::figures();
    written(&Page { report: &report, summary: &summary, figures: &figures, explorer })
}

fn written(page: &Page<'_>) -> String {
    let mut out = Vec::new();
    render::html(page, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn nothing_is_loaded() {
    let page = page(Some(&samples::explorer(20)));
    let markup: String = page.split("<script type=").next().unwrap().to_owned();
    for load in ["src=\"", "href=\"http", "href=\"//", "url(", "@import", "<link", "<iframe"] {
        assert!(!markup.contains(load), "{load}");
    }
    assert!(page.contains("default-src &#x27;none&#x27;") || page.contains("default-src 'none'"));
    assert!(!page.contains("unsafe-"));
}

#[test]
fn a_text_is_no_markup() {
    let page = page(Some(&samples::explorer(5)));
    // Its own script and the data, and none that a text would bring.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("<img").count(), 0);
    assert!(page.contains("&lt;script&gt;alert(1)"));
    // A template's expression in a text is a text.
    assert!(page.contains("{{ 1 }}"));
    // In the data they stay what they are; the script shows them as odd characters.
    let (markup, _) = page.split_once("<script type=").unwrap();
    assert!(!markup.contains(['\u{202e}', '\u{0}', '\u{7}']));
}

#[test]
fn every_undefined_cell_has_its_reason_and_every_number_its_unrounded_value() {
    let page = page(None);
    assert_eq!(page.matches("data-undefined").count(), 3);
    assert!(page.contains("title=\"no pairs\"") && page.contains("data-value=\"0.7004\""));
}

#[test]
fn a_second_time_gives_the_same_bytes() {
    let explorer = samples::explorer(50);
    assert!(page(Some(&explorer)) == page(Some(&explorer)));
}

#[test]
fn a_page_without_pairs_is_small() {
    let size = page(None).len();
    assert!(size < 500_000, "{size}");
}

#[test]
fn an_empty_report_is_a_page() {
    let report = Report { tables: Vec::new(), notes: Vec::new(), ..samples::report() };
    let explorer = Explorer::default();
    let empty = Page { report: &report, summary: &[], figures: &[], explorer: Some(&explorer) };
    let page = written(&empty);
    assert!(page.contains("<h1>A report of made-up values</h1>") && page.contains("</html>"));
}
