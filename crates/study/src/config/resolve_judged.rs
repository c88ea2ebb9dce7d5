//! What a config says of judged gold: whose labels are where, and how the pairs were chosen that people read.

use std::path::Path;

use phenom_dataset::{Chosen, Judge, JudgedGold, LabelledBy, PairColumns, nearest};

use super::document::Segment;
use super::formats::guess_table_format;
use super::judged_outcomes::JudgedOutcomes;
use super::raw::{Choice, RawAnnotations, RawJudge, RawJudged, RawLabelPlace, RawPairs, RawPeople};
use super::resolve::{Place, Resolver};
use super::{Judged, KeyPlace, Pairs, WorkFiles};

const KEY: &str = "judged";

/// The question to a config that does not state how pairs were chosen, and the answers.
const HOW: (&str, &str) = (
    "how were the pairs chosen that people read? The key `chosen` is missing in `people`",
    "write `chosen: random` (at random, each with the same probability), `chosen: probability` (at random, each with a \
     known probability), `chosen: strata` (at random within strata), `chosen: all-of` (all pairs of clusters that were chosen at random), `chosen: by-label` (a fixed number of each gold label), or `chosen: unknown` (in \
     any other way, so that phenom cannot correct values)",
);

/// A file with the labels of people or of a judge, and its place in the config.
pub(super) struct LabelFile {
    place: Vec<Segment>,
    raw: RawAnnotations,
    by: LabelledBy,
    /// The folder of people's work on the pairs of the file.
    work: Option<String>,
}

impl Resolver<'_> {
    /// The judged gold of a dataset, and the files with its labels.
    pub(super) fn judged(
        &mut self,
        place: Place<'_>,
        raw: &mut RawPairs,
        places: &mut Vec<KeyPlace>,
    ) -> Option<(Judged, Vec<LabelFile>)> {
        let judged = raw.judged.take()?;
        if place != [Segment::from("dataset")] {
            let message = "`judged` is for the `dataset`, and not for other pairs: leave it out";
            self.out_of_place(place, KEY, message);
            return None;
        }
        let message = "computes gold labels, and with `judged` only people give them: leave it out";
        self.out_of_place_if(place, &[("gold", raw.gold.is_some())], message);
        let message = "cannot be combined with `judged`: write the labels of people and judges into files or columns";
        self.out_of_place_if(place, &[("work", raw.work.is_some())], message);
        let place = [place, &[KEY.into()]].concat();
        places.push(KeyPlace::of(self.document, KEY, &place));
        let RawJudged { people, judges } = judged;
        self.refuse_labels_twice(&place, &people, &judges);
        let mut files = Vec::new();
        let in_people = [&place[..], &["people".into()]].concat();
        let chosen = self.chosen(&in_people, &people);
        let blind = people.blind.unwrap_or(true);
        let people_labels = [&in_people[..], &["labels".into()]].concat();
        let probability = people.probability.filter(|_| chosen == Chosen::Probability);
        let by = LabelledBy::People(probability.clone());
        let column = column_or_file(people_labels, people.labels, by, &mut files);
        match (people.work, files.last_mut()) {
            (Some(work), Some(file)) => file.work = Some(work),
            (Some(_), None) => {
                let message = "`work` is for people's labels in a file: write `labels: {path: FILE, labels: judgments}`";
                self.out_of_place(&in_people, "work", message);
            }
            (None, _) => {}
        }
        // Beside labels in a file, probabilities are in that file.
        let probability = probability.filter(|_| column.is_some());
        let mut named: Vec<Judge> = Vec::new();
        let mut columns = Vec::new();
        if judges.is_empty() {
            let message = "`judged` needs a judge, and `judges` names none";
            let help = "write `judges: [{name: NAME, labels: COLUMN}]`, or leave `judged` out: `columns: {gold: COLUMN}` \
                        names people's labels";
            self.problem(&place, message, Some(help));
        }
        for (index, judge) in judges.into_iter().enumerate() {
            let at = [&place[..], &["judges".into(), index.into()]].concat();
            let name = judge.name.trim().to_owned();
            self.judge_name(&at, &name, &named);
            let labels = [&at[..], &["labels".into()]].concat();
            let by = LabelledBy::One(name.clone());
            if let Some(column) = column_or_file(labels, judge.labels, by, &mut files) {
                columns.push((name.clone(), column));
            }
            let also = judge.also.map(|system| system.trim().to_owned());
            named.push(Judge { name, also });
        }
        let mut gold = JudgedGold::new(chosen, blind, named);
        gold.strata = people.strata.filter(|_| chosen == Chosen::Strata);
        if self.of_outcomes {
            self.columns_of_outcomes(column, columns, files);
            let judged = Judged { gold, people: None, judges: Vec::new(), probability };
            return Some((judged, Vec::new()));
        }
        Some((Judged { gold, people: column, judges: columns, probability }, files))
    }

    /// Keeps the columns of outcomes for the predictions of systems, and refuses files.
    fn columns_of_outcomes(
        &mut self,
        people: Option<String>,
        judges: Vec<(String, String)>,
        files: Vec<LabelFile>,
    ) {
        for LabelFile { place, .. } in &files {
            let message = "of `task: outcome`, people and judges score predictions: `labels` names a column of the \
                           predictions of each system";
            self.problem(place, message, Some("write `labels: COLUMN`"));
        }
        let judges = judges.into_iter().map(|(_, column)| column).collect();
        self.judged_outcomes = people.map(|people| JudgedOutcomes { people, judges });
    }

    /// How the pairs were chosen that people read.
    fn chosen(&mut self, place: Place<'_>, people: &RawPeople) -> Chosen {
        let chosen = people.chosen.map(|Choice(chosen)| chosen);
        if chosen.is_none() {
            self.problem(place, HOW.0, Some(HOW.1));
        }
        let keys = [
            ("probability", Chosen::Probability, &people.probability, "the probabilities"),
            ("strata", Chosen::Strata, &people.strata, "the strata"),
        ];
        for (key, needs, column, what) in keys {
            if chosen == Some(needs) && column.is_none() {
                self.problem(
                    &[place, &["chosen".into()]].concat(),
                    format!("`chosen: {key}` needs the column of {what}"),
                    Some(&format!("write `{key}: COLUMN`")),
                );
            } else if chosen.is_some_and(|chosen| chosen != needs) && column.is_some() {
                let message =
                    format!("`{key}` is for `chosen: {key}`: change `chosen`, or leave it out");
                self.out_of_place(place, key, &message);
            }
        }
        if self.of_outcomes && chosen == Some(Chosen::ByLabel) {
            let message = "`by-label` is about labels, and `task: outcome` has none";
            let help = "write how the pairs were chosen, or `chosen: unknown`";
            self.problem(&[place, &["chosen".into()]].concat(), message, Some(help));
        }
        chosen.unwrap_or(Chosen::Unknown)
    }

    /// Refuses a name that a judge cannot have.
    fn judge_name(&mut self, place: Place<'_>, name: &str, before: &[Judge]) {
        let place = [place, &["name".into()]].concat();
        if name.is_empty() {
            self.problem(&place, "the name is empty", None);
        } else if before.iter().any(|other| other.name == name) {
            let message = format!("two judges have the name `{name}`");
            self.problem(&place, message, Some("give each its own name"));
        }
    }

    /// Refuses one column or file for the labels of two.
    fn refuse_labels_twice(&mut self, place: Place<'_>, people: &RawPeople, judges: &[RawJudge]) {
        let mut seen: Vec<(&str, String)> = Vec::new();
        seen.extend(people.labels.name().map(|labels| (labels, "people".to_owned())));
        for (index, judge) in judges.iter().enumerate() {
            let Some(labels) = judge.labels.name() else { continue };
            let who = format!("judge `{}`", judge.name.trim());
            if let Some((_, other)) = seen.iter().find(|(other, _)| *other == labels) {
                let place =
                    [place, &["judges".into(), index.into(), Segment::from("labels")]].concat();
                let message = format!("`{labels}` has the labels of both {other} and {who}");
                self.problem(&place, message, Some("name the column or file of each"));
            }
            seen.push((labels, who));
        }
    }

    /// The columns of pairs, with those of the labels of people and judges.
    pub(super) fn judged_columns(
        &mut self,
        place: Place<'_>,
        is_table: bool,
        columns: &mut PairColumns,
        judged: &Judged,
    ) {
        let named = judged.people.iter().chain(judged.judges.iter().map(|(_, column)| column));
        let named: Vec<&String> =
            named.chain(&judged.probability).chain(&judged.gold.strata).collect();
        if let (false, [column, ..]) = (is_table, named.as_slice()) {
            let message = format!(
                "`{column}` is a column, and this format has no columns of the labels of people and judges"
            );
            let help = "write the labels into a file with the columns `id` and `label`, and name the file; or set \
                        `columns` of the pairs, if each line is a pair";
            self.problem(&[Segment::from("dataset"), KEY.into()], message, Some(help));
            return;
        }
        let in_columns = [place, &["columns".into()]].concat();
        match (&columns.gold, &judged.people) {
            (Some(gold), people) if Some(gold) != people.as_ref() => {
                let message = format!(
                    "people's labels are the gold labels, and `gold` names another column, `{gold}`"
                );
                let help = people.as_ref().map_or("write `gold: none`".to_owned(), |people| {
                    format!("write `gold: {people}`, or leave `gold` out")
                });
                self.problem(&[&in_columns[..], &["gold".into()]].concat(), message, Some(&help));
            }
            _ => columns.gold.clone_from(&judged.people),
        }
        for (judge, column) in &judged.judges {
            let is_annotator = |name: &String| name == judge || name == column;
            if let Some(name) = columns.annotators.iter().find(|name| is_annotator(name)) {
                let message = format!("`{name}` is an annotator, and judge `{judge}` is one, too");
                let help = format!("remove `{name}` from `annotators`: each judge is an annotator");
                let place = [&in_columns[..], &["annotators".into()]].concat();
                self.problem(&place, message, Some(&help));
            }
        }
        if let Some(strata) = &judged.gold.strata
            && !columns.attributes.iter().any(|(name, _)| name == strata)
        {
            columns.attributes.push((strata.clone(), strata.clone()));
        }
        columns.judges.clone_from(&judged.judges);
        columns.probability.clone_from(&judged.probability);
    }

    /// The labels in files of their own, which are read as annotations.
    pub(super) fn label_files(&mut self, files: Vec<LabelFile>, pairs: &mut Pairs) {
        for LabelFile { place, raw, by, work } in files {
            let mut found = self.annotations(&place, raw, pairs.labels(), by);
            if let Some(work) = work {
                match found.as_mut_slice() {
                    [file] => {
                        // There is no folder before somebody begins.
                        file.work = self.work(&place, Some(work), None, None).map(|work| {
                            let files =
                                if work.folder.exists() { work.files } else { Ok(Vec::new()) };
                            WorkFiles { files, ..work }
                        });
                    }
                    [] => {}
                    _ => {
                        let message = "`work` is for one file of labels, and there are several";
                        self.problem(&place, message, Some("name one file, or remove `work`"));
                    }
                }
            }
            pairs.annotations.extend(found);
        }
    }

    /// Refuses a judge that is also a system which the config does not have.
    pub(super) fn judges_are_systems(&mut self, pairs: &Pairs, systems: &[&str]) {
        let judges = pairs.judged.iter().flat_map(|judged| &judged.gold.judges).enumerate();
        for (index, judge) in judges {
            let Some(also) = judge.also.as_deref().filter(|also| !systems.contains(also)) else {
                continue;
            };
            let place = ["dataset", KEY, "judges"].map(Segment::from);
            let place = [&place[..], &[index.into(), "also".into()]].concat();
            let message = format!("`also` names the system `{also}`, but there is no such system");
            let help = match nearest(also, systems.iter().copied()) {
                Some(system) => format!("did you mean `{system}`?"),
                None => "name one of the `systems`, or leave `also` out".to_owned(),
            };
            self.problem(&place, message, Some(&help));
        }
    }
}

/// The column of labels; `None` for a file, which is kept for when the labels of the pairs are known.
fn column_or_file(
    place: Vec<Segment>,
    labels: RawLabelPlace,
    by: LabelledBy,
    files: &mut Vec<LabelFile>,
) -> Option<String> {
    match labels {
        RawLabelPlace::Named(name) if guess_table_format(Path::new(&name)).is_none() => Some(name),
        labels => {
            files.push(LabelFile { place, raw: labels.into_file(), by, work: None });
            None
        }
    }
}

#[cfg(test)]
mod tests;
