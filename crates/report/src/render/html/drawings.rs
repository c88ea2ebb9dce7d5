//! The small drawings beside findings. All geometry is in attributes; colours are those of the page's
//! style, but for judgments, which have theirs everywhere.

use std::fmt::{self, Write};

use phenom_dataset::Judgment;

use super::marks::Place;
use crate::drawing::axis::{tick_label, ticks};
use crate::drawing::colours::judgment_look;
use crate::drawing::svg::Escaped;
use crate::{Drawing, Estimate, Numbers, PairsBehind, Strip, StripName, Style, harmless};

/// How the addresses of pairs are found.
pub(super) type Address<'a> = &'a dyn Fn(&PairsBehind) -> Option<String>;

const WIDTH: f64 = 440.0;
/// Where the axis begins and ends, and the height of a row.
const AXIS: [f64; 2] = [150.0, 380.0];
const ROW: f64 = 22.0;
/// How many letters of a name fit.
const LETTERS: usize = 21;

/// A drawing as SVG, its estimates links to the pairs that they count. What it shows is in the text beside it, so
/// that readers of screens skip what has no links.
pub(super) fn svg(drawing: &Drawing, numbers: Numbers, address: Address<'_>) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = match drawing {
        Drawing::Strips { style, rows, reference, .. } => {
            strips(*style, rows, reference.as_ref(), numbers, address, &mut out)
        }
        Drawing::Dumbbells { judgments, rows } => dumbbells(judgments, rows, address, &mut out),
    };
    out
}

fn open(height: f64, linked: bool, out: &mut String) -> fmt::Result {
    let height = Place(height);
    let read = if linked { "role=\"group\" aria-label=\"Drawn\"" } else { "aria-hidden=\"true\"" };
    write!(
        out,
        "<svg class=\"small\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" {read}>"
    )
}

/// What is drawn as a link, where there is an address; `title` is its name.
fn linked(
    address: Option<String>,
    title: &str,
    out: &mut String,
    draw: impl FnOnce(&mut String) -> fmt::Result,
) -> fmt::Result {
    let Some(address) = address else { return draw(out) };
    let (address, title) = (Escaped(&address), harmless(title));
    write!(out, "<a href=\"{address}\"><title>{}</title>", Escaped(&title))?;
    draw(out)?;
    out.write_str("</a>")
}

/// A name as it fits before the axis; the whole under the pointer.
fn name(system: &StripName, y: f64, out: &mut String) -> fmt::Result {
    let shown = harmless(&system.name);
    let class = if system.reads_gold { "fa" } else { "nm" };
    let y = Place(y + 4.0);
    let cut: String = match shown.chars().count() {
        count if count > LETTERS => {
            shown.chars().take(LETTERS - 1).chain(std::iter::once('…')).collect()
        }
        _ => shown.clone(),
    };
    write!(
        out,
        "<text class=\"{class}\" x=\"0\" y=\"{y}\"><title>{}</title>{}</text>",
        Escaped(&shown),
        Escaped(&cut)
    )
}

/// From where to where an axis goes, and its labelled places.
struct Scale {
    ends: [f64; 2],
    labels: Vec<(f64, String)>,
    logarithmic: bool,
}

impl Scale {
    fn of(style: Style, numbers: Numbers) -> Self {
        let ends = match style {
            Style::SignedPercent | Style::Signed => [-1.0, 1.0],
            _ => [0.0, 1.0],
        };
        if style == Style::Ratio {
            let labels = [(0.25, "¼"), (0.5, "½"), (1.0, "1"), (2.0, "2"), (4.0, "4")];
            let labels = labels.map(|(value, label)| (value, label.to_owned())).to_vec();
            return Self { ends: [0.25, 4.0], labels, logarithmic: true };
        }
        let of = |share: f64| {
            let value = ends[0] + share * (ends[1] - ends[0]);
            let label = if numbers.fractions {
                format!("{value}")
            } else {
                format!("{:.0}{}", 100.0 * value, if share == 1.0 { " %" } else { "" })
            };
            (value, label)
        };
        let points = style == Style::SignedPercent && !numbers.fractions;
        let mut labels: Vec<(f64, String)> = [0.0, 0.5, 1.0].map(of).to_vec();
        if points && let Some(last) = labels.last_mut() {
            last.1 = "100 points".to_owned();
        }
        Self { ends, labels, logarithmic: false }
    }

    /// An axis of differences from the lowest to the highest end, with 0.
    fn fitted(rows: &[Strip], numbers: Numbers) -> Self {
        let ends = |row: &Strip| {
            let value = row.estimate.value;
            row.interval.map_or([value; 2], |ends| [ends.lower.min(value), ends.upper.max(value)])
        };
        let all = rows.iter().flat_map(ends).filter(|end| end.is_finite());
        let [low, high] = all.fold([0.0_f64; 2], |[low, high], end| [low.min(end), high.max(end)]);
        let unit = if numbers.fractions { 1.0 } else { 100.0 };
        let high = if high - low > 1e-9 { high } else { low + 1.0 };
        let ticks = ticks(unit * low, unit * high, 4);
        let labels = ticks.iter().map(|tick| (tick / unit, tick_label(*tick, &ticks)));
        Self { ends: [low, high], labels: labels.collect(), logarithmic: false }
    }

    fn place(&self, value: f64) -> Place {
        let of = |value: f64| if self.logarithmic { value.max(1e-9).ln() } else { value };
        let [lower, upper] = self.ends.map(of);
        let share = ((of(value) - lower) / (upper - lower)).clamp(0.0, 1.0);
        Place(AXIS[0] + share * (AXIS[1] - AXIS[0]))
    }
}

fn axis(scale: &Scale, rows: usize, out: &mut String) -> fmt::Result {
    let (foot, label_y) = (Place(ROW * rows as f64 + 4.0), Place(ROW * rows as f64 + 18.0));
    for (value, label) in &scale.labels {
        let x = scale.place(*value);
        write!(
            out,
            "<path class=\"t\" d=\"M{x} 0V{foot}\"/><text class=\"fa\" x=\"{x}\" y=\"{label_y}\" \
             text-anchor=\"middle\">{label}</text>"
        )?;
    }
    Ok(())
}

fn strips(
    style: Style,
    rows: &[Strip],
    reference: Option<&(f64, String)>,
    numbers: Numbers,
    address: Address<'_>,
    out: &mut String,
) -> fmt::Result {
    let scale = match (style, reference) {
        (Style::SignedPercent, None) => Scale::fitted(rows, numbers),
        _ => Scale::of(style, numbers),
    };
    let foot = ROW * rows.len() as f64;
    let addresses: Vec<Option<String>> =
        rows.iter().map(|row| row.estimate.behind.as_ref().and_then(address)).collect();
    let height = foot + if reference.is_some() { 40.0 } else { 24.0 };
    open(height, addresses.iter().any(Option::is_some), out)?;
    axis(&scale, rows.len(), out)?;
    if let Some((value, label)) = reference {
        let (x, end, y) = (scale.place(*value), Place(foot + 23.0), Place(foot + 35.0));
        write!(
            out,
            "<path class=\"ref\" d=\"M{x} 0V{}\"/><path class=\"ref\" d=\"M{x} {end}v2\"/>\
             <text class=\"fa\" x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{} {}</text>",
            Place(foot + 4.0),
            Escaped(label),
            numbers.rounded(*value, style)
        )?;
    }
    for (at, (row, address)) in rows.iter().zip(addresses).enumerate() {
        let y = ROW * at as f64 + 11.0;
        let class = if row.system.reads_gold { "rf" } else { "sy" };
        write!(out, "<g class=\"{class}\">")?;
        name(&row.system, y, out)?;
        let shown = numbers.rounded(row.estimate.value, style);
        let title = format!("{}: {shown}", row.system.name);
        linked(address, &title, out, |out| {
            if let Some(ends) = row.interval.filter(|ends| ends.lower < ends.upper) {
                let (lower, upper) = (scale.place(ends.lower), scale.place(ends.upper));
                write!(out, "<path class=\"w\" d=\"M{lower} {}H{upper}\"/>", Place(y))?;
            }
            let (x, y, foot) = (scale.place(row.estimate.value), Place(y), Place(y + 4.0));
            let class = if row.system.reads_gold { "fa" } else { "st" };
            write!(
                out,
                "<circle class=\"d\" cx=\"{x}\" cy=\"{y}\" r=\"4.5\"/>\
                 <text class=\"{class}\" x=\"438\" y=\"{foot}\" text-anchor=\"end\">{shown}</text>"
            )
        })?;
        out.write_str("</g>")?;
    }
    out.write_str("</svg>")
}

/// The mark that a judgment has in all figures.
fn mark(judgment: Judgment, x: Place, y: f64, out: &mut String) -> fmt::Result {
    const RADIUS: f64 = 4.5;
    let look = judgment_look(judgment);
    write!(out, "<path class=\"j\" fill=\"{}\" d=\"", look.color)?;
    match look.shape.corners() {
        None => write!(
            out,
            "M{} {}a{RADIUS} {RADIUS} 0 1 0 9 0a{RADIUS} {RADIUS} 0 1 0-9 0z",
            Place(x.0 - RADIUS),
            Place(y)
        )?,
        Some(corners) => {
            for (number, (along, down)) in corners.iter().enumerate() {
                let step = if number == 0 { 'M' } else { 'L' };
                let (x, y) = (Place(x.0 + RADIUS * along), Place(y + RADIUS * down));
                write!(out, "{step}{x} {y}")?;
            }
            out.push('z');
        }
    }
    out.write_str("\"/>")
}

fn dumbbells(
    judgments: &[Judgment],
    rows: &[(StripName, Vec<Option<Estimate>>)],
    address: Address<'_>,
    out: &mut String,
) -> fmt::Result {
    let scale = Scale::of(Style::Percent, Numbers::default());
    let foot = ROW * rows.len() as f64;
    let address = |one: &Estimate| one.behind.as_ref().and_then(address);
    let is_linked = |(_, values): &(StripName, Vec<Option<Estimate>>)| {
        values.iter().flatten().any(|one| address(one).is_some())
    };
    open(foot + 44.0, rows.iter().any(is_linked), out)?;
    axis(&scale, rows.len(), out)?;
    for (at, (system, values)) in rows.iter().enumerate() {
        let y = ROW * at as f64 + 11.0;
        write!(out, "<g class=\"{}\">", if system.reads_gold { "rf" } else { "sy" })?;
        name(system, y, out)?;
        let known = || values.iter().flatten().map(|one| one.value);
        let (lower, upper) = (known().reduce(f64::min), known().reduce(f64::max));
        if let (Some(lower), Some(upper)) = (lower, upper) {
            let (lower, upper) = (scale.place(lower), scale.place(upper));
            write!(out, "<path class=\"lnk\" d=\"M{lower} {}H{upper}\"/>", Place(y))?;
        }
        for (judgment, value) in judgments.iter().zip(values) {
            if let Some(one) = value {
                let shown = Numbers::default().rounded(one.value, Style::Percent);
                let title = format!("{}, gold {judgment}: {shown}", system.name);
                linked(address(one), &title, out, |out| {
                    mark(*judgment, scale.place(one.value), y, out)
                })?;
            }
        }
        out.write_str("</g>")?;
    }
    let mut x = AXIS[0];
    for judgment in judgments {
        let y = foot + 35.0;
        mark(*judgment, Place(x + 4.0), y - 4.0, out)?;
        write!(out, "<text x=\"{}\" y=\"{}\">{judgment}</text>", Place(x + 14.0), Place(y))?;
        x += 26.0 + 6.6 * judgment.name().len() as f64;
    }
    out.write_str("</svg>")
}

#[cfg(test)]
mod tests {
    use phenom_metrics::Population;
    use phenom_metrics::statistics::Interval;

    use super::*;
    use crate::PairsBehind;

    fn half() -> Estimate {
        Estimate { value: 0.5, behind: Some(PairsBehind::counted(&[0], Population::Original, 2)) }
    }

    fn system(name: &str) -> StripName {
        StripName { name: name.to_owned(), reads_gold: false }
    }

    #[test]
    fn a_name_is_text_and_a_value_stands_on_its_axis() {
        let interval = Some(Interval { lower: 0.0, upper: 1.0 });
        let rows = vec![Strip { system: system("<b>&\""), estimate: half(), interval }];
        let reference = Some((0.5, "best constant answer".to_owned()));
        let drawing =
            Drawing::Strips { style: Style::Percent, rows, reference, caption: String::new() };
        let svg = svg(&drawing, Numbers::default(), &|_| None);
        assert!(svg.contains("&lt;b&gt;&amp;&quot;") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains("cx=\"265\"") && svg.contains("M150 11H380"), "{svg}");
        assert!(svg.contains("best constant answer 50.0"), "{svg}");
        assert!(!svg.contains("style="));
        assert!(svg.contains("aria-hidden") && !svg.contains("<a "));
    }

    #[test]
    fn an_estimate_leads_to_its_pairs_where_these_have_an_address() {
        let strip = Strip { system: system("A & B"), estimate: half(), interval: None };
        let drawing = Drawing::Strips {
            style: Style::Percent,
            rows: vec![strip],
            reference: None,
            caption: String::new(),
        };
        let svg = svg(&drawing, Numbers::default(), &|behind| Some(behind.question.address()));
        assert!(
            svg.contains("<a href=\"#pairs?s0=counted\"><title>A &amp; B: 50.0</title>"),
            "{svg}"
        );
        assert!(!svg.contains("aria-hidden"));
    }

    #[test]
    fn a_ratio_is_drawn_on_a_logarithmic_axis() {
        let rows = vec![Strip {
            system: system("A"),
            estimate: Estimate { value: 1.0, ..half() },
            interval: None,
        }];
        let drawing =
            Drawing::Strips { style: Style::Ratio, rows, reference: None, caption: String::new() };
        assert!(svg(&drawing, Numbers::default(), &|_| None).contains("cx=\"265\""));
    }
}
