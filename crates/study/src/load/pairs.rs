//! The pairs of some files, as a config asks for them.

use std::sync::Arc;

use phenom_dataset::{
    Dataset, DatasetBuilder, KeepTexts, LabelScheme, PairFormat, Problems, read_annotations,
    read_pairs, read_tags,
};
use phenom_report as report;

use super::hashed::{open, unreadable};
use crate::config::{AnnotationFile, Excluded, PairFile, Pairs, TagFile};
use crate::host::{Count, Host};

/// A builder that does with pairs what a config asks for.
pub(super) fn builder(pairs: &Pairs, texts: KeepTexts) -> DatasetBuilder {
    let mut builder = DatasetBuilder::new(texts);
    builder.gather_rare(pairs.least_pairs);
    if pairs.of_outcomes {
        builder.expect_outcomes();
    }
    if let Some(rule) = pairs.composed_by {
        builder.compose_gold(rule);
    }
    for place in &pairs.places {
        builder.config_has(&place.key, &place.file, place.line);
    }
    if let Some(by) = pairs.cluster_by {
        builder.cluster_by(by);
    }
    for (attribute, bins) in &pairs.bins {
        builder.bin(attribute.clone(), bins.clone());
    }
    if let Some(relevance) = &pairs.relevance {
        builder.weigh_parts(relevance.clone());
    }
    for excluded in &pairs.exclude {
        match excluded {
            Excluded::Id(id) => builder.exclude([id.clone()]),
            Excluded::Fitting(pattern) => builder.exclude_fitting([pattern.clone()]),
        }
    }
    builder
}

/// The dataset of some files, without what annotators have done.
pub(super) fn read_dataset(
    host: &dyn Host,
    pairs: &Pairs,
    mut builder: DatasetBuilder,
) -> Result<(Dataset, Vec<report::File>), Problems> {
    if pairs.of_annotations {
        builder.pairs_of_annotations();
    }
    if let Some(judged) = &pairs.judged {
        builder.expect_judged_gold(judged.gold.clone());
        // Outcomes are of systems, and no pair has one.
        if judged.people.is_none() && !pairs.of_outcomes {
            builder.expect_people_in_files();
        }
    }
    let mut hashed = Vec::new();
    let mut unopened = Problems::new();
    let progress =
        Arc::new(Count::of_files(host, pairs.files.iter().map(|pairs| pairs.file.path.as_path())));
    for PairFile { file, source } in &pairs.files {
        let by_name = matches!(source.format, PairFormat::Table(format) if format.needs_a_file());
        match open(file, by_name, &progress) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read_pairs(source, &file.shown(), input, &mut builder);
                hashed.push(match pairs.of_outcomes {
                    true => hash.without_labels(file),
                    false => hash.signed(file, &source.labels),
                });
            }
        }
    }
    for TagFile { file, source, phenomena } in &pairs.tags {
        match open(file, source.format.needs_a_file(), &progress) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read_tags(source, phenomena, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &LabelScheme::judgments()));
            }
        }
    }
    for AnnotationFile { file, source, .. } in &pairs.annotations {
        match open(file, source.format.needs_a_file(), &progress) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read_annotations(source, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &source.labels));
            }
        }
    }
    match builder.finish() {
        Ok(dataset) => unopened.or((dataset, hashed)),
        Err(problems) => {
            unopened.append(problems);
            Err(unopened)
        }
    }
}
