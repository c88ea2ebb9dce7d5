//! What annotators said, in a file of its own: rows with the id of a pair, an annotator, a label.

use super::id_rewriting::Rewriter;
use super::labels::annotated;
use super::sources::{IdSources, RowPlace};
use super::{AnnotationSource, LabelledBy, required};
use crate::input::{Fatal, Input};
use crate::judged::CHOOSE_FROM;
use crate::tables;
use crate::wording::quoted;
use crate::{DatasetBuilder, Meaning};

/// Reads annotations and returns how many rows there were.
pub(super) fn read(
    source: &AnnotationSource,
    file: &str,
    input: Input,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    let columns = &source.columns;
    let mut requests = Vec::new();
    builder.extra(columns.extra);
    builder.annotated_again(columns.again);
    let mut id = IdSources::request(&columns.id, Rewriter::new(&columns.ids), &mut requests);
    let annotator = (columns.labelled_by == LabelledBy::EachRow)
        .then(|| required(columns.annotator.as_deref(), "annotator", &mut requests));
    let label = required(columns.label.as_deref(), "label", &mut requests);
    let probability = match &columns.labelled_by {
        LabelledBy::People(Some(column)) => {
            Some(required(Some(column), "probability", &mut requests))
        }
        _ => None,
    };
    let drawn = matches!(columns.labelled_by, LabelledBy::People(_)).then(|| {
        let at = required(Some(CHOOSE_FROM), "drawn", &mut requests);
        requests[at].required = false;
        at
    });
    let mut number = 0;
    let rows =
        tables::for_each_row(source.format, &source.options, input, &requests, |line, row| {
            number += 1;
            let added = row.and_then(|cells| {
                let id = id.id(cells, &requests, RowPlace { number, file })?;
                let named = |at: usize| cells[at].as_deref().ok_or_else(|| requests[at].empty());
                let named = annotator.map(named).transpose()?;
                if let Some((at, cell)) =
                    probability.and_then(|at| Some((at, cells[at].as_deref()?)))
                {
                    let wrong = |_| requests[at].wrong(quoted(cell), "a number");
                    builder.probability_by_people(line, &id, cell.parse().map_err(wrong)?);
                }
                if drawn.is_some_and(|at| cells[at].is_some()) {
                    builder.drawn_for_people(&id);
                }
                let Some(label) = cells[label].as_deref() else { return Ok(()) };
                let Meaning::Judgment(judgment) = annotated(&source.labels, label)? else {
                    return Ok(());
                };
                match (named, &columns.labelled_by) {
                    (Some(name), _) => builder.annotate(line, &id, name, judgment),
                    (None, LabelledBy::One(name)) => builder.annotate(line, &id, name, judgment),
                    (None, _) => builder.label_by_people(line, &id, judgment),
                }
                Ok(())
            });
            if let Err(kind) = added {
                builder.problem(Some(line), kind);
            }
        })?;
    builder.ids_were_rewritten(id.rewriter());
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnnotationColumns;
    use crate::{
        Judgment, KeepTexts, LabelScheme, PairFormat, PairSource, Problems, TableFormat,
        TableOptions, read_annotations, read_pairs,
    };

    fn load(annotations: &'static str) -> Result<crate::Dataset, Problems> {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        builder.exclude(["out".to_owned()]);
        let labels = LabelScheme::named("nli").unwrap();
        let source = AnnotationSource {
            format: TableFormat::Csv,
            options: TableOptions::default(),
            labels: labels.clone(),
            columns: AnnotationColumns { annotator: Some("who".into()), ..Default::default() },
        };
        let stream = |text: &'static str| Input::Stream(Box::new(text.as_bytes()));
        // Before the pairs, so that the order of the files does not matter.
        read_annotations(&source, "annotations.csv", stream(annotations), &mut builder);
        let pairs = PairSource::new(PairFormat::PhenomJsonl, labels);
        let lines = "{\"id\": \"a\", \"gold\": \"entailment\", \"annotations\": {\"eve\": \
                     \"neutral\"}}\n{\"id\": \"b\"}\n{\"id\": \"out\"}\n";
        read_pairs(&pairs, "pairs.jsonl", stream(lines), &mut builder);
        builder.finish()
    }

    #[test]
    fn annotations_go_to_their_pairs_and_gaps_are_allowed() {
        let dataset = load(
            "id,who,label\nb,ann,contradiction\na,bob,entailment\na,ann,neutral\nb,bob,\nb,eve,-\n\
             out,ann,neutral\n",
        )
        .unwrap();
        assert_eq!(dataset.annotators().collect::<Vec<_>>(), ["ann", "bob", "eve"]);
        let of_a: Vec<_> = dataset.numbered_annotations(0).collect();
        use Judgment::{Contradiction, Entailment, Unknown};
        assert_eq!(of_a, [(0, Unknown), (1, Entailment), (2, Unknown)]);
        assert_eq!(dataset.annotations(1).collect::<Vec<_>>(), [("ann", Contradiction)]);
    }

    #[test]
    fn an_unknown_id_a_second_judgment_and_an_unmapped_label_are_told() {
        let problems = load(
            "id,who,label\na,ann,neutral\nc,ann,neutral\nb,ann,YES\na,ann,neutral\na,eve,neutral\n\
             a,,neutral\n",
        )
        .unwrap_err();
        assert_eq!(
            problems.to_string(),
            "annotations.csv:4: label `YES` has no meaning in the label scheme `nli`\n\
             annotations.csv:7: `who` (asked for by `columns.annotator`) is empty\n\
             annotations.csv:3: 1 annotation is for no pair of the dataset: `c`; ids of the dataset are \
             `a`, `b`\n\
             annotations.csv:5: annotator `ann` labels pair `a` twice, first on line 2 (2 rows like this: \
             here first, again on 6)"
        );
    }
}
