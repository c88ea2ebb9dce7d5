//! What a config says of people: annotators of pairs, judges of justifications.

use std::path::Path;

use phenom_dataset::{
    AnnotationColumns, AnnotationSource, Extra, JustificationColumns, JustificationSource,
    LabelScheme, LabelledBy, Meaning, RatingRules, Scale, TableFormat, TableOptions,
};

use super::document::Segment;
use super::formats::{TableFormatName, guess_table_format};
use super::numbers::JudgesScore;
use super::raw::{Choice, OneOrMany, RawAnnotations, RawJustifications, RawOptions, RawScale};
use super::resolve::{Place, Resolver, labels};
use super::{AnnotationFile, DataFile, JudgedFiles};

impl Resolver<'_> {
    /// Files of annotations, whose rows name the annotators, or all of which are labels of one.
    pub(super) fn annotations(
        &mut self,
        place: Place<'_>,
        raw: RawAnnotations,
        of_pairs: Option<LabelScheme>,
        labelled_by: LabelledBy,
    ) -> Vec<AnnotationFile> {
        let table = self.table(place, &raw.path, raw.format, (raw.options, raw.rows));
        let Some((files, format, options)) = table else { return Vec::new() };
        if let Some(columns) = &raw.columns {
            let is_named = labelled_by == LabelledBy::EachRow;
            let in_columns = [place, &["columns".into()]].concat();
            let message = "is for files of several annotators, and `judged` names who gave these labels: leave it out";
            let annotator = [("annotator", columns.annotator.is_some() && !is_named)];
            self.out_of_place_if(&in_columns, &annotator, message);
            let keys = [
                ("id", columns.id.is_some()),
                ("annotator", columns.annotator.is_some() || !is_named),
                ("label", columns.label.is_some()),
            ];
            self.complete(place, &keys);
        }
        let own_labels = labels(raw.labels);
        let of_empty = own_labels.as_ref().and_then(|scheme| scheme.meaning(""));
        if of_empty.is_some_and(|meaning| meaning != Meaning::None) {
            let message =
                "an annotator's empty label means no label, and cannot be given a meaning";
            let help = "remove `\"\"` from `labels`, and write the label into the file";
            self.problem(&[place, &["labels".into()]].concat(), message, Some(help));
        }
        let columns = raw.columns.unwrap_or_default();
        let source = AnnotationSource {
            format,
            options,
            labels: own_labels.or(of_pairs).unwrap_or_else(LabelScheme::judgments),
            columns: AnnotationColumns {
                id: columns.id.map(|names| names.0).unwrap_or_default(),
                annotator: columns.annotator,
                label: columns.label,
                labelled_by,
                ids: self.ids(place, raw.ids),
                extra: raw.extra.map_or(Extra::Refuse, |Choice(extra)| extra),
                again: raw.repeated.map(|Choice(again)| again).unwrap_or_default(),
            },
        };
        files
            .into_iter()
            .map(|file| AnnotationFile { file, source: source.clone(), work: None })
            .collect()
    }

    /// Files of judges' scores.
    pub(super) fn justifications(
        &mut self,
        place: Place<'_>,
        raw: RawJustifications,
    ) -> Option<JudgedFiles> {
        let rules = self.rules(place, raw.scale.unwrap_or_default());
        let options = RawOptions {
            delimiter: raw.delimiter,
            quoting: raw.quoting,
            header: raw.header,
            ..RawOptions::default()
        };
        let (files, format, options) = self.table(place, &raw.path, raw.format, (options, None))?;
        if let Some(columns) = &raw.columns {
            let keys = [
                ("run", columns.run.is_some()),
                ("pair", columns.pair.is_some()),
                ("judge", columns.judge.is_some()),
                ("understandability", columns.understandability.is_some()),
                ("correctness", columns.correctness.is_some()),
            ];
            self.complete(place, &keys);
        }
        let columns = raw.columns.unwrap_or_default();
        let columns = JustificationColumns {
            run: columns.run,
            pair: columns.pair,
            judge: columns.judge,
            understandability: columns.understandability,
            correctness: columns.correctness,
        };
        Some(JudgedFiles { files, source: JustificationSource { format, options, columns }, rules })
    }

    fn table(
        &mut self,
        place: Place<'_>,
        path: &OneOrMany,
        format: Option<TableFormatName>,
        (options, rows): (RawOptions, Option<String>),
    ) -> Option<(Vec<DataFile>, TableFormat, TableOptions)> {
        let path_place = [place, &[Segment::from("path")]].concat();
        let files = self.files(&path_place, path);
        let guessed = files.first().and_then(|file| guess_table_format(&file.path));
        let guessed =
            guessed.or_else(|| path.0.first().and_then(|path| guess_table_format(Path::new(path))));
        let Some(format) = format.map(TableFormatName::format).or(guessed) else {
            let message =
                format!("the ending of `{}` does not determine its format", path.0.join(", "));
            self.problem(&path_place, message, Some("add `format:`"));
            return None;
        };
        let options = self.options(place, Some(format), options, rows);
        Some((files, format, options))
    }

    fn rules(&mut self, place: Place<'_>, raw: RawScale) -> RatingRules {
        let mut rules = RatingRules::default();
        let scales = [
            ("understandability", raw.understandability, &mut rules.understandability),
            ("correctness", raw.correctness, &mut rules.correctness),
        ];
        for (key, ends, scale) in scales {
            let Some([least, greatest]) = ends.map(|ends| ends.map(JudgesScore::get)) else {
                continue;
            };
            match Scale::new(least, greatest) {
                Some(given) => *scale = given,
                None => {
                    let place = [place, &["scale".into(), key.into()]].concat();
                    let message = format!("there is no scale from {least} to {greatest}");
                    let help = format!(
                        "write the lowest score before the highest, with at most {} scores",
                        Scale::MOST_VALUES
                    );
                    self.problem(&place, message, Some(&help));
                }
            }
        }
        if let Some(from) = raw.correctness_from {
            rules.correctness_from = from.get();
        }
        rules
    }
}
