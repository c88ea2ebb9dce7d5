//! Every kind of figure drawn, with values of a paper and with far too many and hostile ones.

#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

#[path = "../examples/samples/mod.rs"]
mod samples;

use std::collections::HashSet;
use std::io;

use phenom_report::figures::{Difference, Figure, Forest, Interval, Plot, RankLine, Ranks, Room};
use phenom_report::render::{self, Width};
use phenom_report::{Numbers, SafeName, Style};

fn all() -> Vec<Figure> {
    samples::figures().into_iter().chain(samples::large_figures()).collect()
}

fn svg(figure: &Figure, width: Width) -> String {
    let mut out = Vec::new();
    render::svg(figure, width, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_svg_is_well_formed_and_nothing_in_it_runs_or_loads() {
    for figure in all() {
        for width in [Width::Column, Width::Page] {
            let svg = svg(&figure, width);
            let tree = roxmltree::Document::parse(&svg).unwrap_or_else(|error| {
                panic!("{}: {error}", figure.key);
            });
            let known = ["svg", "g", "defs", "use", "title", "rect", "path", "circle", "text"];
            for node in tree.descendants().filter(roxmltree::Node::is_element) {
                assert!(known.contains(&node.tag_name().name()), "{:?}", node.tag_name());
                for attribute in node.attributes() {
                    let (name, value) = (attribute.name(), attribute.value());
                    assert!(!name.starts_with("on") && name != "style", "{name}");
                    // Nothing leads out of the figure.
                    assert!(name != "href" || value.starts_with('#'), "{value}");
                    assert!(!value.contains("url("), "{value}");
                }
            }
        }
    }
}

#[test]
fn no_text_needs_a_font_that_a_machine_may_lack() {
    let mut ids = HashSet::new();
    for figure in samples::figures() {
        for width in [Width::Column, Width::Page] {
            let svg = svg(&figure, width);
            let tree = roxmltree::Document::parse(&svg).unwrap();
            let mut known = HashSet::new();
            for node in tree.descendants() {
                if let Some(id) = node.attribute("id") {
                    known.insert(format!("#{id}"));
                    // Figures stand in one page.
                    assert!(ids.insert(id.to_owned()), "{}: {id}", figure.key);
                }
            }
            let mut outlined = 0;
            for node in tree.descendants() {
                if let Some(glyph) = node.attribute("href") {
                    assert!(known.contains(glyph), "{}: {glyph}", figure.key);
                    outlined += 1;
                }
                // The one name with characters that the font lacks.
                let text = node.text().unwrap_or_default();
                if node.has_tag_name("text") && !text.contains("<script>") {
                    let fill = node.ancestors().find_map(|above| above.attribute("fill"));
                    assert_eq!(fill, Some("none"), "{}: {text}", figure.key);
                }
            }
            assert!(outlined > 40, "{}: {outlined} glyphs", figure.key);
        }
    }
}

#[test]
fn a_tall_figure_goes_over_pages_of_the_exact_width() {
    let room = Room { page: Width::Millimetres(160.0), height: 150.0, ..Room::default() };
    let tall: Vec<Figure> = samples::large_figures()
        .into_iter()
        .filter(|figure| ["large-phenomena", "large-forest"].contains(&figure.key.as_str()))
        .collect();
    let pages = render::over_pages(tall, &room);
    let mut rows = 0;
    for page in &pages {
        let svg = svg(page, render::width(page));
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let measure = |name| {
            let length = tree.root_element().attribute(name).unwrap();
            length.strip_suffix("mm").unwrap().parse::<f64>().unwrap()
        };
        assert_eq!(measure("width"), 160.0, "{}", page.key);
        assert!(measure("height") <= 150.0, "{}: {}", page.key, measure("height"));
        assert!(svg.len() < 200_000, "{}: {} bytes", page.key, svg.len());
        let here = page.rows.clone().unwrap();
        rows = if page.key.as_str().contains("-page-") { rows } else { 0 };
        assert_eq!(here.start, rows, "{}", page.key);
        rows = here.end;
    }
    let of = |key: &str| pages.iter().find(|page| page.key.as_str() == key).unwrap();
    // 100 phenomena, and 30 systems in panels.
    let last = |key: &str| {
        let named = |page: &&Figure| page.key.as_str().starts_with(key);
        pages.iter().rfind(named).unwrap().rows.clone().unwrap().end
    };
    assert_eq!((last("large-forest"), last("large-phenomena") % 100), (100, 0));
    assert!(of("large-forest-page-2").title.starts_with("A against B (page 2 of "));
    let small = render::over_pages(samples::figures(), &Room::default());
    assert!(small.iter().all(|figure| figure.rows.is_none()));
}

#[test]
fn an_interval_without_width_is_not_drawn() {
    let row = |interval: Option<(f64, f64)>| Difference {
        category: String::new(),
        name: "synonymy".to_owned(),
        pairs: 12,
        difference: Ok(0.25),
        interval: interval.map(|(lower, upper)| Interval { lower, upper }),
        verdict: None,
        behind: None,
    };
    let drawn = |interval| {
        let forest = Forest {
            first: "A".to_owned(),
            second: "B".to_owned(),
            measure: "accuracy".to_owned(),
            style: Style::SignedPercent,
            rows: vec![row(Some((0.1, 0.4))), row(interval)],
        };
        svg(&Figure::new(SafeName::new("forest"), "", Plot::Forest(forest)), Width::Column)
    };
    assert_eq!(drawn(Some((0.25, 0.25))), drawn(None));
    assert_ne!(drawn(Some((0.2, 0.3))), drawn(None));
}

#[test]
fn everything_stands_within_its_page() {
    for figure in all() {
        let svg = svg(&figure, Width::Page);
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let view = tree.root_element().attribute("viewBox").unwrap();
        let view: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
        for node in tree.descendants().filter(|node| node.has_tag_name("text")) {
            let at = |name| node.attribute(name).unwrap().parse::<f64>().unwrap();
            let text = node.text().unwrap_or_default();
            assert!(at("x") >= 0.0 && at("x") <= view[2], "{}: {text}", figure.key);
            assert!(at("y") >= 0.0 && at("y") <= view[3], "{}: {text}", figure.key);
        }
    }
}

#[test]
fn a_second_time_gives_the_same_bytes() {
    for figure in samples::figures() {
        let draw = |figure: &Figure| {
            let (mut png, mut pdf) = (Vec::new(), Vec::new());
            let picture = render::Picture::new(figure, Width::Column);
            picture.png(100, &mut png).unwrap();
            picture.pdf(&mut pdf).unwrap();
            (svg(figure, Width::Column), png, pdf)
        };
        assert!(draw(&figure) == draw(&figure.clone()), "{}", figure.key);
    }
}

#[test]
fn a_png_has_its_size_and_shows_something() {
    for figure in samples::figures() {
        let mut png = Vec::new();
        let picture = render::Picture::new(&figure, Width::Column);
        picture.png(300, &mut png).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        // 84 mm at 300 dots an inch.
        assert_eq!(info.width, 992, "{}", figure.key);
        assert_eq!(info.color_type, png::ColorType::Indexed);
        let palette = reader.info().palette.clone().unwrap();
        let dark =
            pixels.iter().filter(|number| palette[3 * usize::from(**number) + 1] < 100).count();
        assert!(png.len() < 500_000, "{}: {} bytes", figure.key, png.len());
        assert!(dark > 500, "{}: {dark} dark pixels", figure.key);
    }
}

#[test]
fn a_pdf_has_its_size() {
    let mut pdf = Vec::new();
    let picture = render::Picture::new(&samples::figures()[0], Width::Page);
    picture.pdf(&mut pdf).unwrap();
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.starts_with("%PDF-"));
    // 174 mm in points.
    let (_, page) = text.split_once("/MediaBox [0 0 ").unwrap();
    let width: f64 = page.split(' ').next().unwrap().parse().unwrap();
    assert!((width - 493.23).abs() < 0.1, "{width}");
    assert!(!text.contains("/Font "), "no text as text");
}

#[test]
fn the_values_stand_in_the_figure() {
    let figures = samples::figures();
    let of = |key: &str| {
        svg(figures.iter().find(|figure| figure.key.as_str() == key).unwrap(), Width::Page)
    };
    // Voorhees' Figure 1 prints .731 over run A; her Table 1 has 2449 of 4920.
    assert!(of("conditioned").contains(">73.1</text>"));
    assert!(
        of("contingency").contains(">2449</text>") && of("contingency").contains(">49.8</text>")
    );
    assert!(of("contingency").contains(">the labels are two-way</text>"));
    assert!(of("information").contains(">always unknown: no pairs</text>"));
    assert!(of("pair-correlations").contains("<title>0: CI "));
}

#[test]
fn a_figure_without_data_says_why() {
    let figures = samples::figures();
    let nothing =
        svg(figures.iter().find(|figure| figure.key.as_str() == "nothing").unwrap(), Width::Page);
    assert!(nothing.contains(">No pair is tagged with a phenomenon, so that"), "{nothing}");
    let empty = Ranks { columns: Vec::new(), lines: Vec::new() };
    let figure = Figure {
        numbers: Numbers::default(),
        key: SafeName::new("empty"),
        title: String::new(),
        notes: Vec::new(),
        plot: Ok(Plot::RanksByKey(empty)),
        width: None,
        rows: None,
    };
    assert!(svg(&figure, Width::Column).contains("No system is ranked"));
}

#[test]
fn ragged_and_infinite_values_are_drawn_without_a_panic() {
    let line = |ranks| RankLine { name: "x".repeat(2_000_000), place: 0, ranks };
    let lines = vec![
        line(vec![Ok(f64::NAN), Ok(1.0)]),
        line(vec![Ok(f64::INFINITY)]),
        line(Vec::new()),
        line(vec![Ok(2.0), Ok(-1.0), Ok(7.0)]),
    ];
    let columns = vec!["a".to_owned(), "b".to_owned()];
    let figure =
        Figure::new(SafeName::new("ranks"), "", Plot::RanksByKey(Ranks { columns, lines }));
    let drawn = svg(&figure, Width::Column);
    assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
    // Names are cut before they are drawn.
    assert!(drawn.len() < 30_000);
}
