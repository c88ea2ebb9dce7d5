//! Every kind of figure drawn, with values of a paper and with far too many and hostile ones.

#![allow(clippy::unwrap_used)]

#[path = "../examples/samples/mod.rs"]
mod samples;

use std::io;

use phenom_report::figures::{Figure, Plot, RankLine, Ranks};
use phenom_report::render::{self, Width};
use phenom_report::{Numbers, SafeName};

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
    assert!(of("contingency").contains(">the judgments are two-way</text>"));
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
    let line = |ranks| RankLine { name: "x".repeat(2_000_000), ranks };
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
