//! Which file holds the pairs and which column gold, where the files alone do not say it.

use std::collections::BTreeSet;

use super::dialogue::Dialogue;
use super::looked::Looked;
use super::outcomes::quoted;
use super::pairs::{PairRoles, SaidOfPairs};
use super::phenomena::example_of_lists;
use super::said::Said;
use super::sorted::{Sorted, Unclear, sorted};
use super::unit::Unit;
use crate::config::listed;
use crate::failure::Failure;

/// The files by what they hold.
pub(super) fn sort(
    looked: Vec<Looked>,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
) -> Result<Sorted, Failure> {
    let names: Vec<String> =
        looked.iter().map(|looked| looked.path.display().to_string()).collect();
    let first = said
        .pairs
        .as_ref()
        .map(|pairs| looked.iter().position(|looked| looked.path.starts_with(pairs)));
    let first = match first {
        Some(None) => {
            let message = "the file of --pairs is not among the files";
            return Err(Failure::input(message, Some(format!("the files are {}", shown(&names)))));
        }
        Some(first) => first,
        None if looked.len() == 1 => Some(0),
        None => None,
    };
    match sorted(looked.clone(), first) {
        Ok(sorted) => Ok(sorted),
        Err(Unclear(candidates)) => {
            let options: Vec<String> = candidates.iter().map(|at| names[*at].clone()).collect();
            let chosen =
                dialogue.choose("Which file contains the pairs with gold labels?", &options);
            let sorted = chosen.and_then(|chosen| sorted(looked, Some(candidates[chosen])).ok());
            sorted.ok_or_else(|| {
                let message = format!(
                    "which of these files contains the pairs with gold labels? {}",
                    shown(&options)
                );
                Failure::input(message, Some("name it: `--pairs FILE`".to_owned()))
            })
        }
    }
}

/// Names for a message.
fn shown(names: &[String]) -> String {
    listed(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Refuses a column of gold that the user named if it is not the same on all rows of a pair.
pub(super) fn refuse_varying_gold(
    unit: &Unit,
    looked: &Looked,
    said: &Said,
) -> Result<(), Failure> {
    let Some(gold) = said.of_pairs.gold.as_ref().filter(|gold| unit.varying.contains(*gold)) else {
        return Ok(());
    };
    let message = format!(
        "{}: `{gold}`, which --gold names, differs between rows of one pair",
        looked.name()
    );
    let help = "a pair has one gold label: correct the rows that differ, or name another column";
    Err(Failure::input(message, Some(help.to_owned())))
}

/// Asks which column is gold, where several may be.
pub(super) fn choose_gold(
    roles: &mut PairRoles,
    looked: &Looked,
    dialogue: &mut Dialogue<'_>,
    doubts: &mut Vec<String>,
) {
    let known = roles.gold.is_some() || roles.parts.is_some() || roles.without_gold;
    if known || roles.preset.is_some() {
        return;
    }
    let question = format!("Which column of {} contains the gold label?", looked.name());
    let candidates = &roles.gold_candidates;
    match dialogue.choose(&question, candidates).filter(|_| !candidates.is_empty()) {
        Some(chosen) => roles.gold = candidates.get(chosen).cloned(),
        None => {
            let options: Vec<String> =
                candidates.iter().map(|column| format!("`--gold {}`", quoted(column))).collect();
            let options = match options.as_slice() {
                [] => "`--gold COLUMN`".to_owned(),
                some => some.join(" or "),
            };
            doubts.push(format!(
                "which column of `{}` contains the gold label: {options}",
                looked.name()
            ));
        }
    }
}

/// Asks whether a column whose values are ids of other rows says of what each row is a part.
pub(super) fn choose_origin(
    roles: &mut PairRoles,
    looked: &Looked,
    dialogue: &mut Dialogue<'_>,
    doubts: &mut Vec<String>,
) {
    let Some(candidate) = &roles.origin_candidate else { return };
    let filled = looked.table.column(candidate).map_or(0, super::table::Column::filled);
    let name = looked.name();
    let question = format!(
        "`{candidate}` of {name} contains ids of other rows, on {filled} rows. Are these rows monothematic pairs of the \
         rows with those ids?"
    );
    match dialogue.choose(&question, &["yes".to_owned(), "no".to_owned()]) {
        Some(0) => roles.origin = roles.origin_candidate.take(),
        Some(_) => roles.origin_candidate = None,
        None => doubts.push(format!(
            "whether the {filled} rows of `{name}` with a value in `{candidate}`, which is the id of another row, are \
             monothematic pairs of that row: decide it in the config"
        )),
    }
}

/// Asks whether rows whose ids begin with that of another row are its parts.
pub(super) fn choose_parts(
    roles: &mut PairRoles,
    looked: &Looked,
    dialogue: &mut Dialogue<'_>,
    doubts: &mut Vec<String>,
) {
    let (Some((between, _)), None) = (roles.part_ids, &roles.origin) else { return };
    let [id] = roles.id.as_slice() else { return };
    let ids = looked.table.column(id).into_iter().flat_map(super::table::Column::texts);
    let example = ids.into_iter().find_map(|id| Some((id, id.rsplit_once(between)?.0)));
    let (part, whole) = example.unwrap_or_default();
    let name = looked.name();
    let question = format!(
        "Is `{part}` of {name} a monothematic pair of `{whole}`, as are all ids with a `{between}`?"
    );
    roles.part_ids = match dialogue.choose(&question, &["yes".to_owned(), "no".to_owned()]) {
        Some(0) => Some((between, true)),
        Some(_) => None,
        None => {
            doubts.push(format!(
                "whether `{part}` of `{name}` is a monothematic pair of `{whole}`: decide it in the config"
            ));
            roles.part_ids
        }
    };
}

/// Asks which columns with lists of tags contain phenomena, beside those that predictions are read from.
pub(super) fn choose_phenomena(
    roles: &mut PairRoles,
    looked: &Looked,
    read: &BTreeSet<String>,
    dialogue: &mut Dialogue<'_>,
    doubts: &mut Vec<String>,
) {
    if roles.preset.is_some() {
        return;
    }
    let file = looked.name();
    for column in roles.left(&looked.table).iter().filter(|column| !read.contains(*column)) {
        let Some(column) = looked.table.column(column) else { continue };
        let Some(example) = example_of_lists(column) else { continue };
        let name = &column.name;
        let question = format!(
            "The cells of `{name}` in {file} are lists such as `{example}`. Are these phenomena?"
        );
        match dialogue.choose(&question, &["yes".to_owned(), "no".to_owned()]) {
            Some(0) => roles.phenomena.add(column),
            Some(_) => {}
            None => doubts.push(format!(
                "whether `{name}` of `{file}`, with lists such as `{example}`, contains phenomena: `--phenomena {}`, or \
                 remove this line",
                quoted(name)
            )),
        }
    }
}

/// Refuses to take the answers of a system for gold, unless the user says that they are.
pub(super) fn refuse_run(looked: &Looked) -> Result<(), Failure> {
    if !super::sorted::is_run(looked) {
        return Ok(());
    }
    let name = looked.name();
    let message = format!(
        "{name} looks like the predictions of a system, and no file with gold labels is named: one of its columns has a \
         name for predictions, and none has a name for gold labels only"
    );
    let shown = looked.path.display();
    let help = format!(
        "name the file with gold labels as well, or confirm that this is it: `--pairs {shown}`"
    );
    Err(Failure::input(message, Some(help)))
}

/// Fails where the user named a column that is not there: phenomena may be in the file of the monothematic pairs alone.
pub(super) fn refuse_absent(
    looked: &Looked,
    parts: Option<&Looked>,
    said: &SaidOfPairs,
) -> Result<(), Failure> {
    let in_parts =
        |column: &String| parts.is_some_and(|parts| parts.table.column(column).is_some());
    let phenomena = said.phenomena.as_ref().filter(|column| !in_parts(column));
    let id = said.id.iter().map(|column| ("--id", column));
    let named = [("--gold", said.gold.as_ref()), ("--phenomena", phenomena)];
    let named = named.into_iter().filter_map(|(flag, column)| Some((flag, column?)));
    for (flag, column) in id.chain(named) {
        if looked.table.column(column).is_none() {
            return Err(absent(flag, column, &looked.name(), &looked.table.names()));
        }
    }
    Ok(())
}

/// Fails if no file has a column that the user named as what the rows of a pair differ by.
pub(super) fn refuse_absent_over(files: &[Looked], said: &Said) -> Result<(), Failure> {
    let systems = said.over.system.iter().map(|column| ("--system", column));
    let over = systems.chain(said.over.run.iter().map(|column| ("--run", column)));
    let outcomes = said.outcomes.iter().map(|column| ("--outcome", column));
    for (flag, column) in over.chain(outcomes) {
        if files.iter().all(|looked| looked.table.column(column).is_none()) {
            let first = files.first();
            let (file, names) =
                first.map_or_else(Default::default, |looked| (looked.name(), looked.table.names()));
            return Err(absent(flag, column, &file, &names));
        }
    }
    Ok(())
}

/// Fails if neither a file of answers nor the pairs have a column of answers that the user named.
pub(super) fn refuse_absent_label(
    answers: &[Looked],
    pairs: &Looked,
    said: &Said,
) -> Result<(), Failure> {
    let here = |label: &str| {
        answers.iter().chain([pairs]).any(|looked| looked.table.column(label).is_some())
    };
    match said.label.iter().find(|label| !here(label)) {
        None => Ok(()),
        Some(label) => {
            let looked = answers.first().unwrap_or(pairs);
            Err(absent("--label", label, &looked.name(), &looked.table.names()))
        }
    }
}

fn absent(flag: &str, column: &str, file: &str, columns: &[&str]) -> Failure {
    let help = (!columns.is_empty()).then(|| format!("the columns are {}", listed(columns)));
    Failure::input(format!("{file} has no column `{column}`, which {flag} names"), help)
}
