//! A judgment and a system have one colour and one mark in all figures, whatever else these draw.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::{Judgment, Task};
use phenom_metrics::people::{AgreementRow, RANK_UNDER_KEY};
use phenom_metrics::{PairCorrelation, Population, SliceKind};
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::drawing::Drawn;
use crate::drawing::canvas::Canvas;
use crate::drawing::palette::Color;
use crate::drawing::scene::{At, Item};
use crate::figures::{
    ConditionedAccuracy, ConditionedSystem, CorrelationRow, PairCorrelations, rankings_by_key,
};
use crate::{Drawing, Estimate, Names, Numbers, StripName, render};

/// A colour, and of points the shape: how many corners, and on which side of the middle the first of them lies.
type Mark = (String, Option<(usize, [i8; 2])>);

/// The marks that each name was drawn with.
type Seen = BTreeMap<String, BTreeSet<Mark>>;

fn shape(corners: &[At]) -> (usize, [i8; 2]) {
    let Some(first) = corners.first() else { return (0, [0, 0]) };
    let middle = |of: fn(&At) -> f64| corners.iter().map(of).sum::<f64>() / corners.len() as f64;
    let side = |off: f64| if off.abs() < 0.3 { 0 } else { off.signum() as i8 };
    let off = [first.0 - middle(|at| at.0), first.1 - middle(|at| at.1)];
    (corners.len(), off.map(side))
}

/// What some rows of a plot draw, with the title over each.
fn items(plot: &dyn Drawn, rows: std::ops::Range<usize>) -> Vec<(String, Item)> {
    let mut canvas = Canvas::new(500.0, Numbers::default());
    let height = plot.draw(&mut canvas, rows);
    let mut title = String::new();
    let mut items = Vec::new();
    for item in canvas.finish(height, "").items {
        match item {
            Item::Group { title: of_group, .. } => title = of_group,
            Item::GroupEnd => title.clear(),
            item => items.push((title.clone(), item)),
        }
    }
    items
}

/// The colour and shape of a point: that of its edge where it is not filled.
fn point(item: &Item) -> Option<Mark> {
    let (fill, edge, corners): (Color, _, &[At]) = match item {
        Item::Circle { fill, edge, .. } => (*fill, edge, &[]),
        Item::Polygon { points, fill, edge } => (*fill, edge, points),
        _ => return None,
    };
    let color = if fill.0 == 0xffffff { edge.color } else { fill };
    Some((color.to_string(), Some(shape(corners))))
}

fn bars(judgments: &[Judgment], systems: &[usize], seen: &mut Seen) {
    let system = |place: &usize| ConditionedSystem {
        name: format!("S{place}"),
        overall: Ok(0.5),
        conditioned: vec![Ok(0.5); judgments.len()],
        behind: Vec::new(),
    };
    let systems = systems.iter().map(system).collect();
    let plot = ConditionedAccuracy { judgments: judgments.to_vec(), systems };
    for (title, item) in items(&plot, 0..usize::MAX) {
        let judgment = judgments.iter().find(|one| title.contains(&format!("gold label {one}:")));
        if let (Some(judgment), Item::Rectangle { fill: Some(fill), .. }) = (judgment, item) {
            seen.entry(judgment.to_string()).or_default().insert((fill.to_string(), None));
        }
    }
}

fn dots(judgments: &[Judgment], systems: &[usize], seen: &mut Seen) {
    let pairs = vec![PairCorrelation { id: "1".to_owned(), value: Ok(1.0), pairs: 2 }];
    let row = |place: usize, judgment: Option<Judgment>| CorrelationRow {
        system: format!("S{place}"),
        place,
        judgment,
        pairs: pairs.clone(),
    };
    let of_system = |place: &usize| -> Vec<CorrelationRow> {
        let by_judgment = judgments.iter().map(|judgment| row(*place, Some(*judgment)));
        std::iter::once(row(*place, None)).chain(by_judgment).collect()
    };
    let rows: Vec<CorrelationRow> = systems.iter().flat_map(of_system).collect();
    let plot = PairCorrelations { rows };
    for (number, row) in plot.rows.iter().enumerate() {
        let owner = row.judgment.map_or_else(|| row.system.clone(), |one| one.to_string());
        let marks = items(&plot, number..number + 1);
        seen.entry(owner).or_default().extend(marks.iter().filter_map(|(_, item)| point(item)));
    }
}

/// The drawing on the page, whose key has the marks in the order of the judgments.
fn page(judgments: &[Judgment], reads_gold: bool, seen: &mut Seen) {
    let value = || Some(Estimate { value: 0.5, behind: None });
    let system = StripName { name: "S".to_owned(), reads_gold };
    let rows = vec![(system, judgments.iter().map(|_| value()).collect())];
    let drawing = Drawing::Dumbbells { judgments: judgments.to_vec(), rows };
    let svg = render::small_drawing(&drawing);
    let svg = roxmltree::Document::parse(&svg).unwrap();
    let is_mark = |node: &roxmltree::Node<'_, '_>| node.attribute("class") == Some("j");
    let marks: Vec<_> = svg.descendants().filter(is_mark).collect();
    assert_eq!(marks.len(), 2 * judgments.len());
    for (node, judgment) in marks.into_iter().zip(judgments.iter().cycle()) {
        let path = node.attribute("d").unwrap_or_default();
        let numbers = |at: &str| -> At {
            let (x, y) = at.split_once(' ').unwrap();
            (x.parse().unwrap(), y.parse().unwrap())
        };
        let corners: Vec<At> = match path.contains('a') {
            true => Vec::new(),
            false => path.trim_matches(['M', 'z']).split('L').map(numbers).collect(),
        };
        let mark = (node.attribute("fill").unwrap().to_owned(), Some(shape(&corners)));
        seen.entry(judgment.to_string()).or_default().insert(mark);
    }
}

/// The lines of some systems of an evaluation.
fn lines(all: usize, systems: &[usize], seen: &mut Seen) {
    let names: Vec<String> = (0..all).map(|place| format!("S{place}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let row = |key: &str, place: usize| AgreementRow {
        system: format!("S{place}"),
        keys: [key.to_owned(), String::new()],
        population: Population::Original,
        slice_kind: SliceKind::All,
        slice: String::new(),
        task: Task::TwoWay,
        measure: RANK_UNDER_KEY.key,
        value: Ok(place as f64 + 1.0),
        proportion: None,
        support: 2,
        interval: None,
    };
    let rows: Vec<AgreementRow> = ["one", "other"]
        .iter()
        .flat_map(|key| systems.iter().map(|place| row(key, *place)))
        .collect();
    let Some(figure) = rankings_by_key(&rows, &names, &Names::default()) else { return };
    for (title, item) in items(&*figure.plot.unwrap().drawn(), 0..1) {
        if let (Some((system, _)), Some(mark)) = (title.split_once(", "), point(&item)) {
            seen.entry(system.to_owned()).or_default().insert(mark);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_judgment_and_a_system_have_one_mark_wherever_they_are_drawn(
        subsets in prop::collection::vec(subsequence(Judgment::ALL.to_vec(), 1..=4).prop_shuffle(), 2..4),
        systems in prop::collection::vec(subsequence((0..12).collect::<Vec<usize>>(), 1..6).prop_shuffle(), 2..4),
        reads_gold in any::<bool>(),
    ) {
        let mut seen = Seen::new();
        for judgments in &subsets {
            page(judgments, reads_gold, &mut seen);
            for systems in &systems {
                bars(judgments, systems, &mut seen);
                dots(judgments, systems, &mut seen);
                lines(12, systems, &mut seen);
            }
        }
        for (owner, marks) in seen {
            let colors: BTreeSet<&String> = marks.iter().map(|(color, _)| color).collect();
            // A judgment has bars and points, a system points alone.
            let looks = if Judgment::from_name(&owner).is_some() { 2 } else { 1 };
            prop_assert_eq!((colors.len(), marks.len()), (1, looks), "{} {:?}", owner, marks);
        }
    }
}
