//! Pairs whose monothematic pairs stand in a list in their row: a response with its claims.

use super::columns::Plan;
use super::explained::explained;
use super::row::{RowReader, Whole};
use crate::builder::Arrivals;
use crate::input::{Fatal, Input};
use crate::readers::sources::RowPlace;
use crate::readers::{PairSource, PartSource, WithoutParts};
use crate::tables::{self, Flawed, OwnedCells, TableFormat, WithParts};
use crate::wording::quoted;
use crate::{DatasetBuilder, MissingColumn, ProblemKind};

pub(super) fn read(
    source: &PairSource,
    of_parts: &PartSource,
    format: TableFormat,
    file: &str,
    input: Input,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    let (mut plan, mut state) = Plan::new(source, format);
    // Wholes are often judged by their parts alone.
    if let Some(gold) = plan.places.gold {
        plan.requests[gold].required = source.columns.gold.is_some();
    }
    plan.fit_gold(builder);
    plan.need_no_judged();
    let (mut part_plan, mut part_state) = Plan::new(&of_parts.source, format);
    part_plan.fit_gold(builder);
    part_plan.need_no_judged();
    for request in &mut part_plan.requests {
        request.required &= request.role != "id" || !of_parts.source.columns.id.is_empty();
    }
    if of_parts.source.columns.text.is_empty() {
        part_plan.places.text.clear();
    }
    if let Some(column) = &source.columns.cluster {
        builder.clusters_stand_in(column);
    }
    if !source.columns.keep.0.is_empty() {
        builder.read_subset();
    }
    let parts = tables::Parts { list: &of_parts.list, requests: &part_plan.requests };
    let (mut number, options) = (0, &source.options);
    let mut visit = |arrivals: &mut Arrivals<'_>, line, row: Result<WithParts<'_>, Flawed<'_>>| {
        number += 1;
        state.lost = None;
        let place = RowPlace { number, file };
        let (row, parts) = match row {
            Ok(WithParts { cells, parts }) => (Ok(cells), parts),
            Err(flawed) => (Err(flawed), Vec::new()),
        };
        let added = state.kept(&row, &plan.requests, place, arrivals).and_then(|kept| {
            let Some(cells) = kept else { return Ok(()) };
            if parts.is_empty() && of_parts.without == WithoutParts::Skip {
                return Ok(());
            }
            let row = RowReader { source, plan: &plan, cells, line, place, whole: None };
            let (id, text) = (row.id(&mut state)?, row.text());
            row.add(&id, &mut state, arrivals)?;
            for (index, part) in parts.into_iter().enumerate() {
                let whole = Whole { id: &id, text: text.as_deref(), part: index + 1 };
                let part = part.and_then(|cells: OwnedCells| {
                    let (source, plan, cells) = (&of_parts.source, &part_plan, cells.as_slice());
                    let whole = Some(whole);
                    let part = RowReader { source, plan, cells, line, place, whole };
                    let id = part.id(&mut part_state)?;
                    part.add(&id, &mut part_state, arrivals)
                });
                if let Err(kind) = part {
                    arrivals.problem(line, in_part(kind, &of_parts.list));
                }
            }
            Ok(())
        });
        if let Err(kind) = added {
            arrivals.lose(state.lost.take(), line, explained(source, kind));
        }
    };
    let requests = &plan.requests;
    let rows = builder.arriving(|arrivals| {
        let visit = |line, row: Result<WithParts<'_>, Flawed<'_>>| visit(arrivals, line, row);
        tables::for_each_row_with_parts(format, options, input, requests, &parts, visit)
    })?;
    state.finish(builder);
    Ok(rows)
}

/// A problem of a part, with the place where its columns are named.
fn in_part(kind: ProblemKind, list: &str) -> ProblemKind {
    let ProblemKind::MissingColumns { missing, available, by_name } = kind else { return kind };
    let Some(MissingColumn { column, role }) = missing.first().cloned() else {
        return ProblemKind::MissingColumns { missing, available, by_name };
    };
    let message = format!(
        "a member of {} has no {}{}",
        quoted(list),
        quoted(&column),
        if available.is_empty() {
            String::new()
        } else {
            format!("; it has {}", available.join(", "))
        }
    );
    let help = format!(
        "name it under `parts`, `columns: {{{role}: NAME}}`: a key of the member, `.` for the member itself, or \
         `LIST[*]` for the member of a list next to it"
    );
    ProblemKind::Malformed { message, help: Some(help) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Dataset, Header, KeepTexts, LabelScheme, Meaning, PairFormat, Problems, TableOptions,
        WriteFormat, read_pairs, write_dataset,
    };

    /// Responses with lists of claims, and of what is said of them.
    fn source(format: TableFormat, gold: &str) -> PairSource {
        let labels = [("true", "entailment"), ("false", "contradiction"), ("unknown", "none")];
        let labels =
            labels.map(|(label, meaning)| (label.to_owned(), Meaning::from_name(meaning).unwrap()));
        let mut source = PairSource::new(PairFormat::Table(format), LabelScheme::custom(labels));
        let mut of_parts = source.clone();
        of_parts.columns.hypothesis = Some(".".to_owned());
        of_parts.columns.gold = Some(gold.to_owned());
        source.columns.gold = Some("label".to_owned());
        source.columns.attributes = vec![("hard".to_owned(), "hard".to_owned())];
        let without = WithoutParts::Keep;
        let parts = PartSource { list: "claims".to_owned(), source: of_parts, without };
        source.parts = Some(Box::new(parts));
        source
    }

    fn load(source: &PairSource, text: &str) -> Result<Dataset, Problems> {
        let mut builder = DatasetBuilder::new(KeepTexts::Yes);
        let input = Input::Stream(Box::new(std::io::Cursor::new(text.to_owned())));
        read_pairs(source, "x.json", input, &mut builder);
        builder.finish()
    }

    fn written(dataset: &Dataset) -> String {
        let mut out = Vec::new();
        write_dataset(dataset, WriteFormat::PhenomJsonl, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    const EXPECTED: &str = "\
{\"id\":\"a\",\"text\":\"T\",\"gold\":\"contradiction\",\"attributes\":{\"hard\":\"true\"},\"monothematic\":[\
{\"id\":\"a.1\",\"hypothesis\":\"one\",\"gold\":\"entailment\"},\
{\"id\":\"a.2\",\"hypothesis\":\"two\",\"gold\":\"contradiction\"},\
{\"id\":\"a.3\",\"hypothesis\":\"three\"}]}
{\"id\":\"b\",\"text\":\"T\",\"gold\":\"entailment\",\"attributes\":{\"hard\":\"0.5\"}}
";

    const ONE: &str = r#"{"id": "a", "text": "T", "label": false, "hard": true,
        "claims": ["one", "two", "three"], "claim_labels": [true, false, "unknown"]}"#;
    const TWO: &str =
        r#"{"id": "b", "text": "T", "label": true, "hard": 0.5, "claims": [], "claim_labels": []}"#;

    #[test]
    fn parallel_lists_become_parts_whatever_holds_the_rows() {
        let json = source(TableFormat::Json, "claim_labels[*]");
        let ndjson = source(TableFormat::Ndjson, "claim_labels[*]");
        let lines = format!("{}\n{TWO}\n", ONE.replace('\n', " "));
        for (source, text) in [
            (&json, format!("[{ONE},\n{TWO}]")),
            (&ndjson, format!("[{ONE},\n{TWO}]")),
            (&ndjson, lines.clone()),
            (&json, lines),
        ] {
            assert_eq!(written(&load(source, &text).unwrap()), EXPECTED, "{text}");
        }
        // Ids as keys, and rows within the document.
        let mut keyed = json.clone();
        keyed.columns.id = vec!["@key".to_owned()];
        let text = format!("{{\"a\": {ONE}, \"b\": {TWO}}}");
        assert_eq!(written(&load(&keyed, &text).unwrap()), EXPECTED);
        keyed.options.rows = Some("data.rows".to_owned());
        let text = format!("{{\"n\": [1], \"data\": {{\"rows\": {text}, \"m\": {{}}}}}}");
        assert_eq!(written(&load(&keyed, &text).unwrap()), EXPECTED);
        // Rows without parts.
        let mut skipping = json;
        if let Some(parts) = &mut skipping.parts {
            parts.without = WithoutParts::Skip;
        }
        assert_eq!(load(&skipping, &format!("[{ONE}, {TWO}]")).unwrap().originals().len(), 1);
    }

    #[test]
    fn lists_of_objects_become_parts_and_rows_stand_in_lists() {
        let mut source = source(TableFormat::Ndjson, "judged.label");
        source.columns.id = vec!["^topic".to_owned(), "@index".to_owned()];
        source.columns.gold = None;
        source.columns.attributes = vec![("hard".to_owned(), "^hard".to_owned())];
        source.options.rows = Some("sentences".to_owned());
        if let Some(parts) = &mut source.parts {
            parts.source.columns.hypothesis = Some("said".to_owned());
        }
        let text = "{\"topic\": \"t\", \"hard\": 7, \"sentences\": [{\"text\": \"T\", \"claims\": null}, {\"claims\": [\
                    {\"said\": \"one\", \"judged\": {\"label\": true}}]}]}\n{\"topic\": \"u\", \"sentences\": null}\n";
        let expected = "\
{\"id\":\"t:1\",\"text\":\"T\",\"attributes\":{\"hard\":\"7\"}}
{\"id\":\"t:2\",\"attributes\":{\"hard\":\"7\"},\"monothematic\":[{\"id\":\"t:2.1\",\"hypothesis\":\"one\",\"gold\":\"entailment\"}]}
";
        assert_eq!(written(&load(&source, text).unwrap()), expected);
    }

    #[test]
    fn rows_stand_in_lists_of_the_members_of_a_list_with_others_beside_them() {
        let mut source =
            PairSource::new(PairFormat::Table(TableFormat::Json), LabelScheme::judgments());
        source.columns.id = vec!["^id".to_owned(), "@index".to_owned()];
        source.columns.text = vec!["^text".to_owned()];
        source.columns.hypothesis = Some(".".to_owned());
        source.columns.gold = Some("^labels[\"v1.0\"][*]".to_owned());
        source.options.rows = Some("data[*].claims".to_owned());
        let row = |labels: &str| {
            format!(
                "{{\"id\": \"a\", \"text\": \"T\", \"claims\": [\"one\", [\"two\", \"three\"]], \"labels\": {{\"v1.0\": {labels}}}}}"
            )
        };
        let text = format!("{{\"data\": [{}]}}", row("[\"entailment\", \"unknown\"]"));
        let expected = "\
{\"id\":\"a:1\",\"text\":\"T\",\"hypothesis\":\"one\",\"gold\":\"entailment\"}
{\"id\":\"a:2\",\"text\":\"T\",\"hypothesis\":\"two three\",\"gold\":\"unknown\"}
";
        assert_eq!(written(&load(&source, &text).unwrap()), expected);
        // As lines and as a list, and as members of an object.
        source.options.rows = Some("claims".to_owned());
        assert_eq!(
            written(
                &load(&source, &format!("[{}]", row("[\"entailment\", \"unknown\"]"))).unwrap()
            ),
            expected
        );
        source.options.rows = Some("[*].claims".to_owned());
        let text = format!("{{\"x\": {}}}", row("[\"entailment\", \"unknown\"]"));
        assert_eq!(written(&load(&source, &text).unwrap()), expected);
        let short = format!("{{\"x\": {}}}", row("[\"entailment\"]"));
        let said = load(&source, &short).unwrap_err().to_string();
        assert!(
            said.starts_with(
                "x.json:1: the list of rows has 2 members, and `labels[\"v1.0\"]` has 1"
            ),
            "{said}"
        );
    }

    #[test]
    fn what_is_wrong_with_parts_is_told_with_its_line() {
        let source = source(TableFormat::Json, "claim_labels[*]");
        let said = |text: &str| load(&source, text).unwrap_err().to_string();
        let short = ONE.replace(", \"unknown\"", "");
        assert_eq!(
            said(&format!("[{TWO},\n\n{short}]")),
            "x.json:3: `claims` has 3 members, and `claim_labels` has 2"
        );
        let no_list = ONE.replace("[\"one\", \"two\", \"three\"]", "\"one\"");
        assert_eq!(
            said(&format!("[{no_list}]")),
            "x.json:1: `claims` contains no list, expected a list of parts"
        );
        let other = ONE.replace("claim_labels", "claim_label");
        assert!(said(&format!("[{other}]")).starts_with(
            "x.json:1: a member of `claims` has no `claim_labels[*]`; it has claim_label, claims,"
        ));
        let unmapped = ONE.replace("\"unknown\"", "\"NA\"");
        assert!(said(&format!("[{unmapped}]")).starts_with("x.json:1: label `NA` has no meaning"));
        assert_eq!(
            said(&format!("[{TWO},\n{TWO}]")),
            "x.json:2: id `b` appears twice, first on line 1"
        );
    }

    #[test]
    fn rows_that_are_lists_have_a_header() {
        let mut source =
            PairSource::new(PairFormat::Table(TableFormat::Json), LabelScheme::judgments());
        let rows = "[\"a\", \"entailment\"],\n[7, \"unknown\"]";
        let expected =
            "{\"id\":\"a\",\"gold\":\"entailment\"}\n{\"id\":\"7\",\"gold\":\"unknown\"}\n";
        assert_eq!(
            written(&load(&source, &format!("[[\"id\", \"gold\"], {rows}]")).unwrap()),
            expected
        );
        source.options.header = Header::Names(vec!["id".to_owned(), "gold".to_owned()]);
        assert_eq!(written(&load(&source, &format!("[{rows}]")).unwrap()), expected);
        source.options = TableOptions { header: Header::Absent, ..TableOptions::default() };
        source.columns.id = vec!["@1".to_owned()];
        source.columns.gold = Some("@2".to_owned());
        assert_eq!(written(&load(&source, &format!("[{rows}]")).unwrap()), expected);
        let said = load(&source, &format!("[{rows}, [1]]")).unwrap_err().to_string();
        assert_eq!(said, "x.json:2: the row has 1 fields, the header has 2");
    }

    #[test]
    fn a_document_that_holds_no_rows_is_told() {
        let source =
            PairSource::new(PairFormat::Table(TableFormat::Json), LabelScheme::judgments());
        for (text, expected) in [
            (
                "{\"id\": \"a\"}",
                "x.json:1: the file is one JSON object, and `id` in it is not a row",
            ),
            (
                "[{\"id\": \"a\", \"gold\": \"unknown\"},\n{\"id\": 1",
                "x.json:2: the file ends in the middle",
            ),
            (
                "[{\"id\": \"a\", \"gold\": \"unknown\"}] x",
                "x.json:1: the file continues after the end",
            ),
            ("[\n\n{\"a\": 1, \"a\": 2}]", "x.json:3: `a` appears twice in the object"),
            (
                "7",
                "x.json:1: invalid type: integer `7`, expected a list or an object that contains the rows",
            ),
        ] {
            let said = load(&source, text).unwrap_err().to_string();
            assert!(said.starts_with(expected), "{said}");
        }
        let mut within = source;
        within.options.rows = Some("rows".to_owned());
        let said = load(&within, "{\"x\": 1, \"y\": []}").unwrap_err().to_string();
        assert!(said.starts_with("x.json:1: there is no `rows` for `rows`"), "{said}");
    }
}
