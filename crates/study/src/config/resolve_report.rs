//! What a config says of its report: which tables, figures and formats, and how numbers and names are
//! written.

use std::collections::BTreeMap;

use phenom_dataset::nearest;
use phenom_metrics::measures::accuracy::ACCURACY;
use phenom_metrics::measures::{MEASURES, Measure, measure};
use phenom_report::contents::{FIGURES, TABLES};
use phenom_report::figures::FIGURES_ON_PEOPLE;
use phenom_report::render::{Paper, PaperClass, TableWidth};
use phenom_report::{
    Differences, Names, Numbers, OverviewIntervals, OverviewOptions, OverviewOrder, SafeName,
    TABLES_ON_PEOPLE,
};

use super::document::Segment;
use super::listed::instead_of;
use super::raw::{Choice, MeasureKey, RawOverview, RawReport, Shares};
use super::report_options::{Format, Order, ReportOptions};
use super::resolve::Resolver;

/// Whether a name in a config stands for a key: the key itself, its beginning up to a hyphen, or the name
/// that the key was made of (`comparisons-attribute-My genre`).
pub fn stands_for(name: &str, key: &SafeName) -> bool {
    begins(key.as_str(), name) || SafeName::new(name) == *key
}

/// Where a config gives a caption of a list of them.
pub fn caption_place(list: &str, key: &str) -> [Segment; 3] {
    ["report", list, key].map(Segment::from)
}

/// Whether a key is a beginning, or goes on after it with a hyphen.
fn begins(key: &str, beginning: &str) -> bool {
    key.strip_prefix(beginning).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

impl Resolver<'_> {
    /// The options, given the names of the systems where these are known.
    pub(super) fn report(
        &mut self,
        raw: RawReport,
        systems: Option<&[&str]>,
        measures: Option<&[MeasureKey]>,
    ) -> ReportOptions {
        let overview = self.overview(raw.overview, measures);
        let paper = Paper {
            class: raw.class.map_or_else(PaperClass::default, |class| class.0),
            width: raw.width.map_or_else(TableWidth::default, |width| width.0),
        };
        let tables = TABLES.iter().map(|kind| kind.key).chain(TABLES_ON_PEOPLE.iter().copied());
        let tables: Vec<&str> = tables.collect();
        let figures = FIGURES.iter().map(|kind| kind.key).chain(FIGURES_ON_PEOPLE.iter().copied());
        let figures: Vec<&str> = figures.collect();
        self.keys("tables", "table", raw.tables.as_deref(), &tables);
        self.keys("figures", "figure", raw.figures.as_deref(), &figures);
        self.captions(("captions", "table"), &raw.captions, &tables);
        self.captions(("figure-captions", "figure"), &raw.figure_captions, &figures);
        self.names("systems", &raw.names.systems);
        self.names("phenomena", &raw.names.phenomena);
        for name in raw.names.systems.keys() {
            if let Some(systems) = systems.filter(|systems| !systems.contains(&name.as_str())) {
                let help = instead_of(name, systems);
                let place = name_place("systems", name);
                self.problem(&place, format!("there is no system `{name}`"), Some(&help));
            }
        }
        let formats =
            raw.formats.map(|formats| formats.into_iter().map(|Choice(format)| format).collect());
        ReportOptions {
            tables: raw.tables,
            figures: raw.figures,
            formats: formats.unwrap_or_else(|| Format::UNASKED.into_iter().collect()),
            tidy_json: raw.tidy_json.unwrap_or(false),
            numbers: Numbers {
                digits: raw.digits.and_then(|digits| usize::try_from(digits.get()).ok()),
                fractions: matches!(raw.shares, Some(Choice(Shares::Fraction))),
            },
            names: Names { systems: raw.names.systems, phenomena: raw.names.phenomena },
            order: raw.order.map_or(Order::Data, |order| order.0),
            overview,
            differences: raw.differences.map(|differences| differences.0),
            captions: raw.captions,
            figure_captions: raw.figure_captions,
            paper,
            answers: raw.answers,
            standalone: raw.standalone.unwrap_or(false),
        }
    }

    /// The measure of the first table is one that is computed and has a value on the pairs of a phenomenon.
    fn overview(&mut self, raw: RawOverview, measures: Option<&[MeasureKey]>) -> OverviewOptions {
        let named = measures.map(|keys| -> Vec<&'static Measure> {
            keys.iter().filter_map(|key| measure(&key.0)).collect()
        });
        let computed = |measure: &&Measure| match &named {
            Some(named) => named.contains(measure),
            None => measure.by_default,
        };
        let asked = raw.measure.and_then(|key| measure(&key.0));
        let place = ["report", "overview", "measure"].map(Segment::from);
        if let Some(asked) = asked.filter(|asked| !asked.is_of_phenomena()) {
            let known = MEASURES.iter().filter(|measure| measure.is_of_phenomena());
            let known: Vec<&str> = known.map(|measure| measure.key).collect();
            let message = format!("`{}` has no value on the pairs of a phenomenon", asked.key);
            let help = format!("these have: {}", known.join(", "));
            self.problem(&place, message, Some(&help));
        } else if let Some(asked) = asked.filter(|asked| !computed(asked)) {
            let message = format!("`{}` is not computed", asked.key);
            let help = "add it to the list `measures`, which names all measures to compute";
            self.problem(&place, message, Some(help));
        }
        let first = || {
            let suits = |measure: &&&Measure| measure.is_of_phenomena();
            named.as_ref().and_then(|named| named.iter().copied().find(|measure| suits(&measure)))
        };
        let usual = || if computed(&&ACCURACY) { &ACCURACY } else { first().unwrap_or(&ACCURACY) };
        OverviewOptions {
            measure: asked.unwrap_or_else(usual),
            intervals: raw.intervals.map_or(OverviewIntervals::Totals, |Choice(rows)| rows),
            order: raw.sort.map_or(OverviewOrder::N, |Choice(order)| order),
        }
    }

    /// Differences from a baseline need one.
    pub(super) fn differences(&mut self, report: Option<&RawReport>, has_baseline: bool) {
        let wanted = report.and_then(|raw| raw.differences.as_ref());
        if matches!(wanted, Some(Choice(Differences::Baseline))) && !has_baseline {
            let help = "name it, `statistics: {baseline: NAME}`, or draw `differences: best`";
            let place = ["report", "differences"].map(Segment::from);
            self.problem(&place, "there is no baseline to draw differences from", Some(help));
        }
    }

    fn keys(&mut self, list: &str, what: &str, names: Option<&[String]>, known: &[&str]) {
        for (index, name) in names.unwrap_or_default().iter().enumerate() {
            let place = [Segment::from("report"), Segment::from(list), Segment::from(index)];
            self.key(&place, what, name, known);
        }
    }

    fn key(&mut self, place: &[Segment], what: &str, name: &str, known: &[&str]) {
        if known.iter().any(|key| begins(name, key)) {
            return;
        }
        let help = match nearest(name, known.iter().copied()) {
            Some(nearest) => {
                format!("did you mean `{nearest}`? Possible values: {}", known.join(", "))
            }
            None => format!("known: {}", known.join(", ")),
        };
        self.problem(place, format!("unknown {what} `{name}`"), Some(&help));
    }

    fn captions(
        &mut self,
        (list, what): (&str, &'static str),
        captions: &BTreeMap<String, String>,
        known: &[&str],
    ) {
        for (key, caption) in captions {
            let place = caption_place(list, key);
            self.key(&place, what, key, known);
            if caption.trim().is_empty() {
                self.problem(&place, "a caption is empty", None);
            }
        }
    }

    /// Two things must not be shown under one name, and nothing without one.
    fn names(&mut self, kind: &str, names: &BTreeMap<String, String>) {
        let mut taken: BTreeMap<(&str, &str), &str> = BTreeMap::new();
        for (name, shown) in names {
            // Phenomena of two categories may be called the same.
            let of = match name.split_once(':') {
                Some((category, _)) if kind == "phenomena" => category,
                _ => "",
            };
            if shown.trim().is_empty() {
                self.problem(&name_place(kind, name), "a name is empty", None);
            } else if kind == "phenomena" && of.is_empty() && shown.contains(':') {
                let message = "the name of a category cannot contain a colon";
                self.problem(&name_place(kind, name), message, None);
            } else if let Some(other) = taken.insert((of, shown), name) {
                let message = format!("`{other}` and `{name}` would both have the name `{shown}`");
                self.problem(&name_place(kind, name), message, None);
            }
        }
    }
}

/// Where a name to be shown stands.
pub fn name_place(kind: &str, name: &str) -> [Segment; 4] {
    ["report", "names", kind, name].map(Segment::from)
}
