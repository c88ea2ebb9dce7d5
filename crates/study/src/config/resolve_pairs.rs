//! What a config says of pairs: files, columns, phenomena.

use std::path::Path;

use phenom_annotate::{Called, Folding};
use phenom_dataset::{
    Bins, ClusterBy, CompositionRule, Extra, GoldSets, LabelScheme, LabelledBy, Lists, PairColumns,
    PairFormat, PairSource, Phenomenon, PhenomenonColumns, TableFormat, TagColumns, TagSource,
};

use super::document::Segment;
use super::files::DataFile;
use super::formats::{guess_pair_format, guess_table_format, is_json_list, pair_format_names};
use super::listed::listed;
use super::numbers::Whole;
use super::raw::{
    Choice, OneOrMany, RawBins, RawLabels, RawPairs, RawPhenomena, RawSettle, RawTagFile,
};
use super::resolve::{Place, Resolver, labels};
use super::resolve_columns::{named, pair_columns};
use super::resolve_rows::used;
use super::{KeyPlace, PairFile, Pairs, TagFile, WorkFiles};

/// The format of files of pairs by their names, and by what the config says of their columns.
fn guessed(path: &OneOrMany, found: &[DataFile], of_columns: bool) -> Option<PairFormat> {
    let guessed = path.0.first().and_then(|named| {
        guess_pair_format(Path::new(named))
            .or_else(|| found.first().and_then(|file| guess_pair_format(&file.path)))
    });
    // The format of phenom names its own columns; and a list of objects is none of it.
    guessed.map(|format| match format {
        PairFormat::PhenomJsonl if found.first().is_some_and(|file| is_json_list(&file.path)) => {
            PairFormat::Table(TableFormat::Json)
        }
        PairFormat::PhenomJsonl if of_columns => PairFormat::Table(TableFormat::Ndjson),
        format => format,
    })
}

impl Resolver<'_> {
    pub(super) fn pairs(&mut self, place: Place<'_>, mut raw: RawPairs) -> Pairs {
        if self.of_outcomes {
            self.refuse_labels_of_pairs(place, &raw);
        }
        let least_pairs = raw.least_pairs.take().map_or(0, Whole::get);
        let exclude = std::mem::take(&mut raw.exclude);
        if raw.trees.is_some() {
            let message = "write `trees` under the `learn-on` of an engine that compares trees, and the trees of the \
                dataset under its `engine`";
            self.out_of_place(place, "trees", message);
        }
        let mut places = Vec::new();
        if !exclude.is_empty() {
            let place = [place, &["exclude".into()]].concat();
            places.push(KeyPlace::of(self.document, "exclude", &place));
        }
        let exclude = self.excluded(place, exclude);
        if !raw.keep.is_empty() {
            let place = [place, &["where".into()]].concat();
            places.push(KeyPlace::of(self.document, "where", &place));
        }
        let annotations = raw.annotations.take();
        let (judged, label_files) = self.judged(place, &mut raw, &mut places).unzip();
        let work = self.work(place, raw.work.take(), raw.roles.take(), raw.settle.take());
        let bins = std::mem::take(&mut raw.bins);
        let bins = bins
            .into_iter()
            .filter_map(|(name, bins)| {
                let place = [place, &["bins".into(), Segment::from(name.as_str())]].concat();
                places.push(KeyPlace::of(self.document, &name, &place));
                Some((name, self.bins(&place, bins)?))
            })
            .collect();
        let cluster_by = self.cluster_by(place, &mut raw, &mut places);
        // The rule itself stands elsewhere in the config.
        let composed_by = raw.gold.take().map(|_| CompositionRule::default());
        let mut pairs = Pairs {
            exclude,
            least_pairs,
            bins,
            cluster_by,
            composed_by,
            places,
            judged,
            work,
            of_outcomes: self.of_outcomes,
            ..Pairs::default()
        };
        match (raw.path.is_some(), raw.originals.take()) {
            (true, None) => {
                if raw.monothematic.is_some() {
                    let message = "`monothematic` goes with `originals`, not with `path`";
                    self.out_of_place(place, "monothematic", message);
                }
                self.pair_files(place, raw, &mut pairs);
            }
            (false, Some(originals)) => {
                self.parts_of_dataset(place, raw, originals, &mut pairs);
            }
            (true, Some(_)) => {
                let message = "either `path` or `originals` names the pairs, not both";
                self.out_of_place(place, "originals", message);
            }
            // What annotators said is enough to see how far they agree.
            (false, None) if annotations.is_some() => {
                self.annotations_alone(place, &raw, &mut pairs);
            }
            (false, None) => self.refuse_no_file(place),
        }
        if let Some(raw) = annotations {
            let place = [place, &[Segment::from("annotations")]].concat();
            pairs.annotations = self.annotations(&place, raw, pairs.labels(), LabelledBy::EachRow);
        }
        self.label_files(label_files.unwrap_or_default(), &mut pairs);
        pairs
    }

    fn refuse_no_file(&mut self, place: Place<'_>) {
        let help =
            "write `path: FILE`, or `originals: {path: FILE}` and `monothematic: {path: FILE}`";
        self.problem(place, "no file of pairs is named", Some(help));
    }

    /// Originals and monothematic pairs in files of their own.
    fn parts_of_dataset(
        &mut self,
        place: Place<'_>,
        raw: RawPairs,
        originals: Box<RawPairs>,
        pairs: &mut Pairs,
    ) {
        let keys = keys_of_a_file(&raw);
        let message = "belongs to a file: write it under `originals` and `monothematic`";
        self.out_of_place_if(place, &keys, message);
        let parts = [("originals", Some(originals)), ("monothematic", raw.monothematic)];
        for (key, part) in parts {
            let Some(part) = part else { continue };
            let place = [place, &[Segment::from(key)]].concat();
            let keys = [
                ("originals", part.originals.is_some()),
                ("monothematic", part.monothematic.is_some()),
                ("annotations", part.annotations.is_some()),
                ("judged", part.judged.is_some()),
                ("work", part.work.is_some()),
                ("roles", part.roles.is_some()),
                ("settle", part.settle.is_some()),
                ("exclude", !part.exclude.is_empty()),
                ("least-pairs", part.least_pairs.is_some()),
                ("cluster-by", part.cluster_by.is_some()),
                ("bins", !part.bins.is_empty()),
                ("gold", part.gold.is_some()),
                ("trees", part.trees.is_some()),
            ];
            self.out_of_place_if(&place, &keys, "belongs to the dataset, not to a part of it");
            if self.of_outcomes {
                self.refuse_labels_of_pairs(&place, &part);
            }
            self.pair_files(&place, *part, pairs);
        }
    }

    /// No pairs, and what annotators said of them.
    fn annotations_alone(&mut self, place: Place<'_>, raw: &RawPairs, pairs: &mut Pairs) {
        let message = "belongs to a file of pairs, and no file is named: write `path: FILE`";
        self.out_of_place_if(place, &keys_of_a_file(raw), message);
        let keys = [
            ("monothematic", raw.monothematic.is_some()),
            ("gold", pairs.composed_by.is_some()),
            ("bins", !pairs.bins.is_empty()),
            ("cluster-by", pairs.cluster_by.is_some()),
            ("least-pairs", pairs.least_pairs > 0),
            ("judged", pairs.judged.is_some()),
            ("work", pairs.work.is_some()),
        ];
        self.out_of_place_if(place, &keys, message);
        pairs.of_annotations = true;
    }

    /// Which originals depend on each other, unless a column is named that says it.
    fn cluster_by(
        &mut self,
        place: Place<'_>,
        raw: &mut RawPairs,
        places: &mut Vec<KeyPlace>,
    ) -> Option<ClusterBy> {
        const KEY: &str = "cluster-by";
        let Choice(by) = raw.cluster_by.take()?;
        let named = |pairs: &RawPairs| {
            let column = pairs.columns.as_ref().and_then(|columns| columns.cluster.as_deref());
            column.is_some_and(|column| column != "none")
        };
        if named(raw) || raw.originals.as_deref().is_some_and(named) {
            let message = "either `cluster-by` or `columns: {cluster: COLUMN}` states which originals depend on each \
                           other, not both: remove one of them";
            self.out_of_place(place, KEY, message);
            return None;
        }
        places.push(KeyPlace::of(self.document, KEY, &[place, &[KEY.into()]].concat()));
        Some(by)
    }

    /// The steps of annotators: the files `NAME.jsonl` of their folder.
    pub(super) fn work(
        &mut self,
        place: Place<'_>,
        folder: Option<String>,
        roles: Option<bool>,
        settle: Option<RawSettle>,
    ) -> Option<WorkFiles> {
        let Some(folder) = folder else {
            let message = "is about the annotators of `work`, and there is no `work`";
            for (key, given) in [("roles", roles.is_some()), ("settle", settle.is_some())] {
                if given {
                    self.out_of_place(place, key, message);
                }
            }
            return None;
        };
        let called = if roles == Some(true) { Called::ByRole } else { Called::ByName };
        let folding = Folding { called, majority: settle.is_some() };
        let files = self.names.of_annotators(&folder);
        Some(WorkFiles { folder: self.folder.join(folder), files, folding })
    }

    fn pair_files(&mut self, place: Place<'_>, raw: RawPairs, pairs: &mut Pairs) {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let Some(path) = raw.path else {
            self.problem(place, "no file of pairs is named", Some("write `path: FILE`"));
            return;
        };
        let found = self.files(&at("path"), &path);
        let of_columns = raw.columns.is_some() || raw.parts.is_some() || raw.rows.is_some();
        let named = raw.format.map(|name| name.format());
        let Some(format) = named.or_else(|| guessed(&path, &found, of_columns)) else {
            self.refuse_unknown_format(place, &path, &found);
            return;
        };
        let labels = self.label_scheme(place, raw.labels, format);
        let table = match format {
            PairFormat::Table(format) => Some(format),
            _ => None,
        };
        if table.is_none() {
            let keys = [
                ("columns", raw.columns.is_some()),
                ("gold-sets", raw.gold_sets.is_some()),
                ("gold-bounds", raw.gold_bounds.is_some()),
                ("where", !raw.keep.is_empty()),
                ("ids", raw.ids.is_some()),
                ("derive", !raw.derive.is_empty()),
                ("repeated", raw.repeated.is_some()),
            ];
            self.out_of_place_if(place, &keys, "is for tables; this format has its own names");
        }
        let options = self.options(place, table, raw.options, raw.rows);
        let tag_file = raw.phenomena.as_ref().is_some_and(|phenomena| phenomena.file.is_some());
        if table.is_none() && raw.phenomena.is_some() && !tag_file {
            self.out_of_place(place, "phenomena", "`phenomena` is for tables, or for a tag file");
        }
        let (phenomena, file) = self.phenomena(&at("phenomena"), raw.phenomena);
        if let Some(file) = file {
            pairs.tags.extend(self.tag_file(&at("phenomena"), file, &phenomena));
        }
        let gold_sets = raw.gold_sets.as_ref().map_or(GoldSets::Refuse, |sets| sets.0);
        if let (Some(columns), Some(_)) = (&raw.columns, table) {
            let names = columns.id.is_some() || columns.whole.is_some();
            let has_gold = columns.gold.is_some() || self.of_outcomes || pairs.judged.is_some();
            let keys = [("id", names), ("gold", has_gold)];
            self.complete(place, &keys);
        }
        let mut columns = PairColumns {
            keep: self.subset(place, raw.keep),
            ids: self.ids(place, raw.ids),
            derived: self.derived(place, raw.derive),
            gold_bounds: raw.gold_bounds.and_then(|raw| self.gold_bounds(place, raw)),
            repeated: raw.repeated.map(|Choice(repeated)| repeated).unwrap_or_default(),
            ..raw.columns.map(pair_columns).unwrap_or_default()
        };
        if let Some(judged) = &pairs.judged {
            self.judged_columns(place, table.is_some(), &mut columns, judged);
        }
        self.refuse_beside_gold_bounds(place, &columns, raw.gold_sets.is_some());
        self.refuse_attributes_twice(place, &columns);
        self.refuse_beside_whole(place, &columns, raw.parts.is_some());
        let mut parts = raw.parts.map(|raw| self.parts(&at("parts"), raw, format, &labels));
        if let (Some(judged), Some(parts)) = (&pairs.judged, &mut parts) {
            self.judged_columns(&at("parts"), true, &mut parts.source.columns, judged);
        }
        let parts = parts.map(Box::new);
        let source = PairSource { format, labels, options, columns, phenomena, gold_sets, parts };
        pairs.files.extend(found.into_iter().map(|file| PairFile { file, source: source.clone() }));
    }

    /// The meanings of the labels of pairs in a format.
    fn label_scheme(
        &mut self,
        place: Place<'_>,
        raw: Option<RawLabels>,
        format: PairFormat,
    ) -> LabelScheme {
        let given = labels(raw);
        if given.is_none() && format == PairFormat::RteXml && !self.of_outcomes {
            let (message, help) = require_labels();
            self.problem(place, message, Some(&help));
        }
        given.unwrap_or_else(LabelScheme::judgments)
    }

    /// Says that the format of a file is not known; of one that is not there nothing more is said.
    fn refuse_unknown_format(&mut self, place: Place<'_>, path: &OneOrMany, found: &[DataFile]) {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        if !found.is_empty() {
            let named = listed(&path.0.iter().map(String::as_str).collect::<Vec<_>>());
            self.problem(
                &at("path"),
                format!("the ending of {named} does not determine its format"),
                Some(&format!("add `format:` with one of {}", listed(&pair_format_names()))),
            );
        }
    }

    fn refuse_beside_gold_bounds(
        &mut self,
        place: Place<'_>,
        columns: &PairColumns,
        has_gold_sets: bool,
    ) {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        if columns.gold_bounds.is_some() {
            let of_columns = [("gold-separator", columns.gold_separator.is_some())];
            let no_gold = columns.only_named && columns.gold.is_none();
            let of_file = [("gold-sets", has_gold_sets), ("gold-bounds", no_gold)];
            let message = "cannot be used when `gold-bounds` computes gold labels from a number";
            self.out_of_place_if(&at("columns"), &of_columns, message);
            self.out_of_place_if(place, &of_file[..1], message);
            let message = "needs the column of the number, `gold: COLUMN` among the `columns`";
            self.out_of_place_if(place, &of_file[1..], message);
        }
    }

    fn refuse_attributes_twice(&mut self, place: Place<'_>, columns: &PairColumns) {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let mut seen: Vec<&str> =
            columns.attributes.iter().map(|(name, _)| name.as_str()).collect();
        let groups = columns.derived.0.iter().flat_map(|(_, pattern)| pattern.groups());
        for group in groups {
            if seen.contains(&group) {
                let message = format!("two sources define the attribute `{group}`");
                self.problem(&at("derive"), message, Some("give the group another name"));
            }
            seen.push(group);
        }
    }

    fn refuse_beside_whole(&mut self, place: Place<'_>, columns: &PairColumns, has_parts: bool) {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        if !columns.whole.is_empty() {
            let in_columns = at("columns");
            let keys = [
                ("origin", columns.origin.is_some()),
                ("origin-before", columns.origin_before.is_some()),
            ];
            self.out_of_place_if(
                &in_columns,
                &keys,
                "names originals that have rows: use either it or `whole`",
            );
            let message = "either rows have `parts`, or `columns` name the `whole` of each part";
            if has_parts {
                self.out_of_place(place, "parts", message);
            }
        }
    }

    pub(super) fn phenomena(
        &mut self,
        place: Place<'_>,
        raw: Option<RawPhenomena>,
    ) -> (PhenomenonColumns, Option<RawTagFile>) {
        let raw = raw.unwrap_or_default();
        let mut one_hot = Vec::new();
        for (column, path) in raw.one_hot {
            match Phenomenon::parse(&path) {
                Ok(phenomenon) => one_hot.push((column, phenomenon)),
                Err(error) => {
                    let place = [place, &["one-hot".into(), column.as_str().into()]].concat();
                    self.problem(&place, error.to_string(), None);
                }
            }
        }
        for (tag, path) in &raw.rename {
            if let (false, Err(error)) = (path.is_empty(), Phenomenon::parse(path)) {
                let place = [place, &["rename".into(), tag.as_str().into()]].concat();
                self.problem(&place, error.to_string(), None);
            }
        }
        let lists = raw.lists.map_or(Lists::AsFirstCell, |lists| lists.0);
        if lists == Lists::Bracketed && raw.list_separator.is_some() {
            let message = "lists in brackets need no `list-separator`";
            self.out_of_place(place, "list-separator", message);
        }
        let columns = PhenomenonColumns {
            lists,
            tags: named(raw.columns),
            one_hot,
            any_nonzero: raw.any_nonzero.unwrap_or(false),
            list_separator: raw.list_separator,
            path_separator: raw.path_separator,
            category: raw.category,
            rename: raw.rename,
        };
        (columns, raw.file)
    }

    fn tag_file(
        &mut self,
        place: Place<'_>,
        raw: RawTagFile,
        phenomena: &PhenomenonColumns,
    ) -> Option<TagFile> {
        let place = [place, &["file".into()]].concat();
        let path_place = [&place[..], &["path".into()]].concat();
        let given = raw.format.map(|name| name.format());
        let Some(format) = given.or_else(|| guess_table_format(Path::new(&raw.path))) else {
            let message = format!("the ending of `{}` does not determine its format", raw.path);
            self.problem(&path_place, message, Some("add `format:`"));
            return None;
        };
        let options = self.options(&place, Some(format), raw.options, raw.rows);
        let only_named = raw.columns.is_some();
        let columns = raw.columns.unwrap_or_default();
        if only_named {
            let keys = [("id", columns.id.is_some()), ("phenomenon", columns.phenomenon.is_some())];
            self.complete(&place, &keys);
        }
        let columns = TagColumns {
            id: columns.id.map(|names| names.0).unwrap_or_default(),
            phenomenon: columns.phenomenon,
            category: used(columns.category),
            only_named,
            ids: self.ids(&place, raw.ids),
            extra: raw.extra.map_or(Extra::Refuse, |Choice(extra)| extra),
        };
        let file = self.files(&path_place, &OneOrMany(vec![raw.path])).into_iter().next()?;
        let source = TagSource { format, options, columns };
        Some(TagFile { file, source, phenomena: phenomena.clone() })
    }
}

impl Resolver<'_> {
    fn bins(&mut self, place: Place<'_>, raw: RawBins) -> Option<Bins> {
        let found = match (raw.quantiles, raw.bounds) {
            (Some(quantiles), None) => {
                usize::try_from(quantiles.get()).ok().map(Bins::quantiles).transpose()
            }
            (None, Some(bounds)) => Bins::bounds(bounds).map(Some),
            _ => {
                let help = "write `{quantiles: 4}` or `{bounds: [10, 20]}`";
                let message = "bins are either `quantiles` or `bounds`".to_owned();
                self.problem(place, message, Some(help));
                return None;
            }
        };
        found.unwrap_or_else(|error| {
            self.problem(place, error.to_string(), None);
            None
        })
    }
}

/// What to say of RTE XML without a label scheme.
fn require_labels() -> (&'static str, String) {
    let message = "RTE files use the same words with different meanings: set `labels`";
    let schemes: Vec<String> = LabelScheme::all_named()
        .filter(|(name, _)| name.starts_with("rte"))
        .map(|(name, used)| format!("`labels: {name}` ({used})"))
        .collect();
    (message, schemes.join(", "))
}

/// The keys that describe a file of pairs, and whether each is there.
fn keys_of_a_file(raw: &RawPairs) -> Vec<(&'static str, bool)> {
    let keys = [
        ("format", raw.format.is_some()),
        ("labels", raw.labels.is_some()),
        ("columns", raw.columns.is_some()),
        ("phenomena", raw.phenomena.is_some()),
        ("gold-sets", raw.gold_sets.is_some()),
        ("gold-bounds", raw.gold_bounds.is_some()),
        ("where", !raw.keep.is_empty()),
        ("ids", raw.ids.is_some()),
        ("derive", !raw.derive.is_empty()),
        ("repeated", raw.repeated.is_some()),
        ("parts", raw.parts.is_some()),
        ("rows", raw.rows.is_some()),
    ];
    [&keys[..], &raw.options.given()].concat()
}
