//! What a config says of parts that a system made itself.

use phenom_dataset::{
    ANSWER, Aggregation, COVERS, COVERS_BY_JUDGE, CompositionRule, Extra, FAITHFUL,
    FAITHFUL_BY_JUDGE, GOLD, GOLD_BY_JUDGE, KnownFrom, LabelScheme, OwnPartsSource, PartsKnowledge,
    WordShares,
};

use super::document::Segment;
use super::own_parts::OwnPartsFiles;
use super::raw::{
    Choice, RawAggregation, RawKnown, RawKnownFrom, RawOptions, RawOwnPartColumns, RawOwnParts,
    RawPairColumns, RawPairs, RawParts,
};
use super::resolve::{Place, Resolver, labels};
use super::resolve_rows::used;
use super::{PairFile, Pairs};

/// Something that is said of parts, with the attributes of what people and a judge say of it.
struct Said {
    key: &'static str,
    attributes: [&'static str; 2],
    known: Option<RawKnown>,
}

impl Resolver<'_> {
    /// The parts of a system, which composes their verdicts so.
    pub(super) fn own_parts(
        &mut self,
        place: Place<'_>,
        name: &str,
        mut raw: RawOwnParts,
        aggregation: Option<RawAggregation>,
    ) -> OwnPartsFiles {
        let aggregation = match aggregation {
            Some(RawAggregation::Own) => Some(Aggregation::Own),
            Some(RawAggregation::Rule(rule)) => {
                Some(Aggregation::Rule(self.composition(place, rule)))
            }
            None => None,
        };
        let place = [place, &[Segment::from("parts")]].concat();
        let in_columns = [place.as_slice(), &[Segment::from("columns")]].concat();
        let mut columns = raw.columns.take().unwrap_or_default();
        let is_complete = self.refuse_incomplete(&place, &raw, &columns);
        let mut attributes: Vec<_> =
            columns.answer.take().map(|answer| (ANSWER, answer)).into_iter().collect();
        let said = [
            Said { key: "gold", attributes: [GOLD, GOLD_BY_JUDGE], known: columns.gold.take() },
            Said {
                key: "faithful",
                attributes: [FAITHFUL, FAITHFUL_BY_JUDGE],
                known: columns.faithful.take(),
            },
            Said {
                key: "covers",
                attributes: [COVERS, COVERS_BY_JUDGE],
                known: columns.covers.take(),
            },
        ];
        let mut shares = WordShares { faithful: 1.0, covers: 1.0 };
        let mut known = [None; 3];
        for (from, said) in known.iter_mut().zip(said) {
            *from = self.known(&in_columns, said, &mut attributes, &mut shares);
        }
        let [gold, faithful, covers] = known;
        let gold = gold.or_else(|| covers.map(|_| KnownFrom::References));
        let of_pairs = self.labels_of_pairs.clone();
        let labels = labels(raw.labels.take()).or(of_pairs).unwrap_or_else(LabelScheme::judgments);
        let threshold = raw.threshold;
        let extra = raw.extra.take().map_or(Extra::Refuse, |Choice(extra)| extra);
        let origin_before = columns.origin_before.take();
        if raw.list.is_some() && origin_before.is_some() {
            let message = "`origin-before` is for parts in rows of their own, not in a `list`";
            self.out_of_place(&in_columns, "origin-before", message);
        }
        let pairs = raw_pairs(RawOwnParts { labels: None, columns: None, ..raw }, columns);
        let source = OwnPartsSource {
            system: name.to_owned(),
            aggregation: aggregation.unwrap_or(Aggregation::Rule(CompositionRule::All)),
            labels,
            threshold,
            knowledge: PartsKnowledge { gold, faithful, covers },
            shares,
            extra,
        };
        let has_rule = aggregation.is_some();
        if !is_complete {
            return OwnPartsFiles { pairs: Pairs::default(), source, has_rule };
        }
        let of_outcomes = std::mem::take(&mut self.of_outcomes);
        let mut pairs = self.pairs(&place, pairs);
        for PairFile { source, .. } in &mut pairs.files {
            let columns = match &mut source.parts {
                Some(parts) => &mut parts.source.columns,
                None => &mut source.columns,
            };
            columns.said.clone_from(&attributes);
            columns.origin_before.clone_from(&origin_before);
        }
        self.of_outcomes = of_outcomes;
        OwnPartsFiles { pairs, source, has_rule }
    }

    /// Tells what lacks, so that nothing more is said of the parts; whether all is there.
    fn refuse_incomplete(
        &mut self,
        place: Place<'_>,
        raw: &RawOwnParts,
        columns: &RawOwnPartColumns,
    ) -> bool {
        let before = self.problems_so_far();
        let in_columns = [place, &[Segment::from("columns")]].concat();
        let is_named = [("origin", columns.origin.is_some()), ("answer", columns.answer.is_some())];
        for (key, _) in is_named.iter().filter(|(_, named)| !named) {
            let help = format!("write `{key}: COLUMN`");
            let message = format!("the column `{key}` of the parts is missing");
            self.problem(&in_columns, message, Some(&help));
        }
        if raw.path.is_none() {
            self.problem(place, "no file of parts is named", Some("write `path: FILE`"));
        }
        let by_words = |known: &Option<RawKnown>| {
            known.as_ref().is_some_and(|RawKnown(from)| from.words.is_some())
        };
        if columns.text.is_none() && (by_words(&columns.faithful) || by_words(&columns.covers)) {
            let help = "write `text: COLUMN`";
            self.problem(&in_columns, "`words` needs the text of the parts", Some(help));
        }
        self.problems_so_far() == before
    }

    /// From whom something is known of parts, with the columns that say it.
    fn known(
        &mut self,
        place: Place<'_>,
        Said { key, attributes: [of_people, of_judge], known }: Said,
        attributes: &mut Vec<(&'static str, String)>,
        shares: &mut WordShares,
    ) -> Option<KnownFrom> {
        let RawKnown(RawKnownFrom { people, judge, words }) = known?;
        // `none` takes the column of a preset away.
        let (people, judge) = match (people, judge) {
            (Some(people), None) => (Some(used(Some(people))?), None),
            (people, judge) => (used(people), used(judge)),
        };
        let place = [place, &[Segment::from(key)]].concat();
        if let Some(share) = words {
            if key == "gold" || people.is_some() || judge.is_some() {
                let message = "`words` is for `faithful` and `covers`, without other columns";
                self.out_of_place(&place, "words", message);
            } else if !(share > 0.0 && share <= 1.0) {
                let place = [place.as_slice(), &[Segment::from("words")]].concat();
                self.problem(&place, "a share of words is above 0 and at most 1", None);
            }
            let of = if key == "faithful" { &mut shares.faithful } else { &mut shares.covers };
            *of = share;
            return Some(KnownFrom::Words);
        }
        let from = match (&people, &judge) {
            (Some(_), Some(_)) => KnownFrom::Corrected,
            (Some(_), None) => KnownFrom::People,
            (None, Some(_)) => KnownFrom::Judge,
            (None, None) => {
                let help = "write `people: COLUMN`, `judge: COLUMN` or `words: SHARE`";
                self.problem(&place, format!("nothing says who knows `{key}`"), Some(help));
                return None;
            }
        };
        attributes.extend(people.map(|column| (of_people, column)));
        attributes.extend(judge.map(|column| (of_judge, column)));
        Some(from)
    }
}

/// The parts as pairs: wholes that are named by their parts, or that hold a list of them.
fn raw_pairs(raw: RawOwnParts, columns: RawOwnPartColumns) -> RawPairs {
    let of_parts = RawPairColumns {
        id: columns.id,
        hypothesis: columns.text,
        gold: Some("none".to_owned()),
        weight: columns.weight,
        phenomenon: columns.phenomenon,
        category: columns.category,
        ..RawPairColumns::default()
    };
    let (columns, parts, phenomena) = match raw.list {
        None => {
            let columns = RawPairColumns { whole: columns.origin, ..of_parts };
            (columns, None, raw.phenomena)
        }
        Some(list) => {
            let of_row = RawPairColumns {
                id: columns.origin,
                gold: Some("none".to_owned()),
                ..RawPairColumns::default()
            };
            let phenomena = raw.phenomena;
            let parts =
                RawParts { list, columns: Some(of_parts), phenomena, labels: None, without: None };
            (of_row, Some(parts), None)
        }
    };
    RawPairs {
        path: raw.path,
        format: raw.format.map(Into::into),
        columns: Some(columns),
        phenomena,
        keep: raw.keep,
        ids: raw.ids,
        options: RawOptions {
            delimiter: raw.delimiter,
            quoting: raw.quoting,
            header: raw.header,
            skip_rows: raw.skip_rows,
            ..RawOptions::default()
        },
        rows: raw.rows,
        parts,
        ..RawPairs::default()
    }
}
