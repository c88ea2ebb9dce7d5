//! Files of pairs and of what systems answer, understood: the pair first, then its columns, then the systems.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::against::Against;
use super::all_systems::{self, InColumns, Systems};
use super::annotations::{LongForm, annotated_rows, annotations};
use super::answer_roles::AnswerRoles;
use super::beside_gold::{self, in_columns};
use super::choosing::{
    choose_gold, choose_origin, choose_parts, choose_phenomena, refuse_absent, refuse_absent_label,
    refuse_run, refuse_varying_gold, sort,
};
use super::dataset::{PairFiles, is_whole};
use super::dialogue::Dialogue;
use super::draft::Draft;
use super::join::Join;
use super::layout::Written;
use super::logs;
use super::looked::Looked;
use super::meaning::{Known, legend, meaning_of_gold};
use super::noted::Noted;
use super::pairs::{self, PairRoles, SaidOfPairs};
use super::said::Said;
use super::sorted::{self, Sorted};
use super::together::joined;
use super::unit::{self, Unit};
use super::{
    above_rows, aggregated, alternatives, blank_texts, ids, keyed, listed_answers, outcomes,
    preset, several_pairs, texts, translations, unused,
};
use crate::failure::Failure;

/// What files of pairs and of answers were taken for.
pub(super) struct Understood {
    files: Sorted,
    /// All rows of the files of pairs.
    together: Looked,
    /// What a pair is on, if it has several rows.
    unit: Option<Unit>,
    /// The rows of `together` that tell of pairs, one each.
    of_pairs: Looked,
    roles: PairRoles,
    /// What annotators said, in rows of the pairs.
    annotated: Option<LongForm>,
    /// What gold labels mean.
    known: Option<Known>,
    /// The file of the monothematic pairs, if they have one of their own.
    parts: Option<(Looked, PairRoles)>,
}

/// What the pairs are known by, and their unit if they have several rows; not of a preset, which knows its pairs.
fn key_and_unit(together: &Looked, said: &Said, is_of_preset: bool) -> (Vec<String>, Option<Unit>) {
    if let Some(key) = logs::key(together, said) {
        let unit = Unit::of_known_key(&together.table, &key, &said.over);
        return (key, unit);
    }
    let (text, hypothesis) = texts::texts(&together.table);
    let key = unit::key(&together.table, text.as_ref(), hypothesis.as_ref());
    let unit = Unit::of(&together.table, &key, &said.over).filter(|_| !is_of_preset);
    (key, unit)
}

impl Understood {
    /// Finds the pairs, and which of their columns hold what.
    ///
    /// # Errors
    /// If nothing tells which file holds the pairs, or a column that the user named is not there.
    pub(super) fn of(
        looked: Vec<Looked>,
        said: &Said,
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
    ) -> Result<Self, Failure> {
        let mut files = sort(looked, said, dialogue)?;
        let mut together = joined(&files.pairs.iter().collect::<Vec<_>>());
        let id = ids::columns(&files.pairs[0].table).unwrap_or_default();
        let around_language = translations::around_language(&files.pairs, &id);
        if around_language.is_some() {
            together.table.columns.push(translations::column_of_files(&files.pairs));
        }
        if said.pairs.is_none() && said.of_pairs.gold.is_none() {
            refuse_run(&together)?;
        }
        refuse_absent(&together, files.monothematic.as_ref(), &said.of_pairs)?;
        refuse_absent_label(&files.answers, &together, said)?;
        let of_preset = preset_of(&files.pairs[0], said, noted);
        let (key, unit) = key_and_unit(&together, said, of_preset.is_some());
        let of_pairs = match &unit {
            Some(unit) => Looked { table: unit.of_pairs(&together.table), ..together.clone() },
            None => together.clone(),
        };
        let in_answers =
            |name: &&String| files.answers.iter().any(|looked| looked.table.column(name).is_some());
        let answers = said.label.iter().filter(|name| !in_answers(name)).cloned().collect();
        let said_of_pairs = SaidOfPairs { answers, ..said.of_pairs.clone() };
        let mut roles = of_preset.unwrap_or_else(|| PairRoles::of(&of_pairs, &said_of_pairs));
        if let Some(unit) = &unit {
            roles.is_repeated = true;
            noted.doubts.extend(unit::unclear(unit, &together));
            if said.over.system.is_empty() {
                noted.doubts.extend(unit::gold_as_system(unit, &together));
            }
            refuse_varying_gold(unit, &together, said)?;
        }
        // Of rows that were not seen nobody knows whether they are of the same pairs: by their texts the readers find out.
        let by_key = unit.is_some() || (!together.table.whole && key.len() > 1);
        if roles.id == ["@row"] && by_key {
            roles.id.clone_from(&key);
        }
        if said.of_pairs.id.is_empty()
            && let Some(key) = keyed::by_what_files_share(&of_pairs, &roles, &files.answers)
        {
            roles.id = key;
        }
        if let ([id], Some(around), None) = (id.as_slice(), around_language, roles.preset) {
            roles.id = vec!["@file".to_owned(), id.clone()];
            roles.cluster = Some(id.clone());
            roles.around_language = Some(around);
        }
        let annotated = unit.as_ref().and_then(|unit| annotated_rows(&together, unit, &roles));
        if annotated.is_some() && roles.gold.is_none() && roles.gold_candidates.is_empty() {
            roles.without_gold = true;
        }
        if roles.id == ["@row"] && roles.preset.is_none() && files.pairs.len() > 1 {
            roles.id = vec!["@file".to_owned(), "@row".to_owned()];
        }
        let is_long = unit.as_ref().is_some_and(Unit::is_long);
        choose(&mut roles, &files, &of_pairs, said, is_long, dialogue, noted);
        if roles.preset.is_none() && !pairs::is_own(&of_pairs) {
            noted.doubts.extend(blank_texts::doubt(&of_pairs, &roles));
            noted.doubts.extend(aggregated::doubt(&of_pairs, &roles));
        }
        let legend =
            roles.gold.as_ref().zip(legend(&of_pairs.table, roles.gold_column(&of_pairs.table)));
        if let Some((gold, names)) = legend {
            files.pairs[0].classes.entry(gold.clone()).or_insert(names);
        }
        let known = meaning_of_gold(&files.pairs, &roles, said, dialogue, noted);
        let parts = files.monothematic.take();
        let parts = parts.map(|looked| parts_of(looked, &of_pairs, &roles, said, dialogue, noted));
        Ok(Self { files, together, unit, of_pairs, roles, annotated, known, parts })
    }

    /// Says it in a config; what stays open is added to the doubts.
    pub(super) fn draft(
        self,
        folder: &Path,
        said: &Said,
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
        draft: &mut Draft,
    ) {
        let meanings = self.known.as_ref().and_then(Known::value);
        let (ids, gold) = ids_and_gold(&self.of_pairs, &self.roles, self.parts.as_ref());
        let of_parts = self.parts.iter().map(|(looked, roles)| (looked, roles));
        let join = Join::of([(&self.of_pairs, &self.roles)].into_iter().chain(of_parts));
        let against = Against {
            ids: &ids,
            id: &self.roles.id,
            gold: &gold,
            join: &join,
            labels: meanings.as_ref(),
            over: &said.over,
            outcomes: &said.outcomes,
        };
        let all_pairs = is_whole(&self.files.pairs)
            && !has_repeated_ids(&self.of_pairs, &self.roles)
            && self.parts.as_ref().is_none_or(|(looked, _)| looked.table.whole);
        if self.roles.preset.is_none() {
            noted.doubts.extend(listed_answers::doubt(&self.of_pairs, &self.roles));
        }
        let files = &self.files;
        let only_answers =
            files.tags.is_none() && files.annotations.is_none() && self.parts.is_none();
        let ids_of_pairs = all_systems::ids_of_pairs(&files.answers, &against)
            .filter(|_| only_answers && self.roles.preset.is_none() && self.unit.is_none());
        let preset = self.roles.preset;
        let systems = Systems { against, folder, said, all_pairs, ids_of_pairs, preset };
        let over = (self.unit.as_ref(), self.annotated.as_ref());
        let answers = &systems.against;
        let found = in_columns(&self.together, &self.roles, answers, over, &said.label);
        if !found.unclear.is_empty() {
            noted.doubts.extend(found.open(&self.together));
        }
        noted.found.extend(logs::failed(&self.together));
        noted.doubts.extend(logs::without_answers(&self.together, said));
        let mut read = all_systems::columns(&found.systems);
        read.extend(found.unclear.iter().map(|(name, _)| name.clone()));
        if said.label.is_empty() && said.outcomes.is_empty() && self.roles.preset.is_none() {
            let mut answers = read.clone();
            answers.extend(found.repeating.iter().map(|(name, _)| name.clone()));
            noted.doubts.extend(several_pairs::doubt(&self.together, &self.roles, &answers));
        }
        if self.unit.is_none() && said.of_pairs.id.is_empty() && self.roles.preset.is_none() {
            let labels: Vec<&String> =
                found.systems.iter().filter_map(|system| system.label.as_ref()).collect();
            noted.doubts.extend(above_rows::doubt(&self.together, &self.roles, &labels));
        }
        noted.found.extend(found.told());
        read.extend(found.repeating.iter().map(|(name, _)| name.clone()));
        let in_columns = found.systems;
        let roles = self.tell_of_pairs(read, &in_columns, said, dialogue, noted);
        let mut dataset = self.dataset(&roles, folder, meanings.as_ref(), dialogue, noted);
        if let Some(rewriting) = ids_of_pairs {
            dataset.comment(format!("Ids match those of the predictions {}.", rewriting.words));
            dataset.set("ids", rewriting.value());
        }
        let of_columns = InColumns {
            looked: &self.together,
            files: &self.files.pairs,
            systems: &in_columns,
            unit: self.unit.as_ref(),
            gathers_tags: self.roles.gathers_tags,
        };
        let drafts = systems.drafts(&of_columns, &self.files.answers, dialogue, noted);
        if drafts.is_empty() && said.outcomes.is_empty() && self.roles.gold.is_some() {
            let is_long = self.unit.as_ref().is_some_and(Unit::is_long);
            let columns = outcomes::columns(&self.together);
            let why = "there are no predictions next to it";
            noted.doubts.extend(outcomes::question(&columns, is_long, why));
        }
        let stem = self.together.path.file_stem().unwrap_or_default().to_string_lossy();
        let tasks = logs::tasks(&self.together);
        draft.set("title", format!("Systems on {}", tasks.unwrap_or_else(|| stem.into_owned())));
        if !said.outcomes.is_empty() {
            draft.comment("There are no labels: columns state how far predictions are correct.");
            draft.set("task", "outcome");
        }
        draft.comment("The pairs. Paths are relative to this file.");
        draft.mapping("dataset", dataset);
        if drafts.is_empty() && self.roles.without_gold {
            draft.comment("No systems: `phenom agree FILE` reports how far the annotators agree.");
            return;
        }
        draft.comment("The systems, in the order of the tables.");
        if drafts.is_empty() {
            let columns = roles.unused.iter().chain(&roles.attributes);
            let gold = roles.gold_column(&self.of_pairs.table);
            noted.doubts.extend(beside_gold::left_over(&self.of_pairs, columns, gold));
        }
        let drafts = if drafts.is_empty() { vec![reference(draft)] } else { drafts };
        draft.list("systems", drafts);
        draft.comment("The folder for the report.");
        draft.set("output", "report");
    }

    /// Tells what the files of pairs hold, and which of their columns nothing reads, beside those that systems are read from or
    /// may be. Returns what the columns hold once these are known.
    fn tell_of_pairs(
        &self,
        mut read: BTreeSet<String>,
        systems: &[AnswerRoles],
        said: &Said,
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
    ) -> PairRoles {
        let Self { files, together, of_pairs, unit, .. } = self;
        let mut roles = self.roles.clone();
        for looked in &files.pairs {
            let of = roles.preset.map(|preset| format!(" of `{}`", preset.name));
            let rows = match (&unit, files.pairs.len()) {
                (Some(unit), 1) => format!("{} pairs on {}", unit.pairs(), looked.rows()),
                _ => looked.rows(),
            };
            let of = of.unwrap_or_default();
            noted.found.push(format!("{}: pairs{of} ({rows})", looked.name()));
        }
        if let (Some(only), None) | (None, Some(only)) = (&roles.text, &roles.hypothesis)
            && roles.preset.is_none()
            && roles.parts.is_none()
        {
            let absent = if roles.text.is_some() { "hypotheses" } else { "texts" };
            noted.found.push(format!(
                "{}: it has a column of `{only}`, but none of {absent}",
                together.name()
            ));
        }
        if let Some((origin, column)) =
            roles.origin.as_ref().and_then(|origin| Some((origin, together.table.column(origin)?)))
        {
            let filled = column.filled();
            noted.found.push(format!(
                "{}: those with a value in `{origin}` ({filled}) are monothematic pairs of the rows with those ids",
                together.name()
            ));
        }
        let made = alternatives::made_of_answers(&together.table, &roles, systems, &read);
        for (name, of) in &made {
            noted
                .found
                .push(format!("Not used: `{name}` (follows from the gold label and `{of}`)."));
        }
        roles.phenomena.forget(&made.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>());
        read.extend(made.into_iter().map(|(name, _)| name));
        if said.of_pairs.phenomena.is_none() && !pairs::is_own(of_pairs) {
            choose_phenomena(&mut roles, of_pairs, &read, dialogue, &mut noted.doubts);
        }
        roles.find_attributes(&of_pairs.table, &read);
        if !pairs::is_own(of_pairs) {
            noted.found.extend(roles.read_from());
            noted.found.extend(roles.may_be_phenomena());
            let gold = roles.gold_column(&of_pairs.table);
            noted.found.extend(unused::listed(&of_pairs.table, &roles.unused, gold));
        }
        roles
    }

    /// What a config says of the pairs, of their tags and of what annotators said.
    fn dataset(
        &self,
        roles: &PairRoles,
        folder: &Path,
        meanings: Option<&Value>,
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
    ) -> Draft {
        let Self { files, known, .. } = self;
        let (labels, tags) = (known.as_ref(), files.tags.as_ref());
        let pairs = PairFiles { looked: &files.pairs, roles, labels, folder, tags };
        let mut dataset = pairs.draft(&self.of_pairs.table);
        if let Some((looked, roles)) = &self.parts {
            noted.found.push(format!("{}: monothematic pairs ({})", looked.name(), looked.rows()));
            let looked = std::slice::from_ref(looked);
            let monothematic = PairFiles { looked, roles, labels, folder, tags: None };
            let mut both = Draft::default();
            both.mapping("originals", dataset);
            both.mapping("monothematic", monothematic.draft(&looked[0].table));
            dataset = both;
        }
        if let Some(tags) = tags {
            let rows = tags.looked.rows();
            noted.found.push(format!("{}: tags ({rows})", tags.looked.name()));
        }
        if let Some((looked, long)) = &files.annotations {
            noted.found.push(format!("{}: annotations ({})", looked.name(), looked.rows()));
            let said = annotations(looked, long, meanings, folder, dialogue, &mut noted.doubts);
            dataset.mapping("annotations", said);
        }
        if let Some(long) = &self.annotated {
            let together = &self.together;
            noted.found.push(format!(
                "{}: labels of annotators, `{}` of `{}`",
                together.name(),
                long.label,
                long.annotator
            ));
            let mut said =
                annotations(together, long, meanings, folder, dialogue, &mut noted.doubts);
            if self.unit.as_ref().is_some_and(|unit| unit.copies > 0) {
                said.set("repeated", "same");
            }
            dataset.mapping("annotations", said);
        }
        dataset
    }
}

/// The columns of the preset that a file of pairs is of.
fn preset_of(looked: &Looked, said: &Said, noted: &mut Noted) -> Option<PairRoles> {
    let fitting = preset::of_pairs(looked);
    if let Some(several) = fitting.several() {
        noted.doubts.push(format!(
            "the layout of `{}`: several fit equally well: `format:` {several}",
            looked.name()
        ));
    }
    let unsaid = said.of_pairs.id.is_empty() && said.of_pairs.gold.is_none();
    fitting.one().filter(|_| unsaid).and_then(PairRoles::of_preset)
}

/// Chooses gold, origin and parts where several columns could be them; what stays open is added to the doubts.
fn choose(
    roles: &mut PairRoles,
    files: &Sorted,
    of_pairs: &Looked,
    said: &Said,
    is_long: bool,
    dialogue: &mut Dialogue<'_>,
    noted: &mut Noted,
) {
    if !said.outcomes.is_empty() {
        roles.forget_labels(&said.outcomes);
    }
    let unlabelled =
        roles.gold.is_none() && roles.gold_candidates.is_empty() && roles.parts.is_none();
    let is_asked =
        unlabelled && roles.preset.is_none() && !roles.without_gold && said.outcomes.is_empty();
    let of_outcomes = files.pairs.iter().chain(&files.answers).map(outcomes::columns);
    let columns = of_outcomes.into_iter().find(|columns| !columns.is_empty() && is_asked);
    let question =
        columns.and_then(|columns| outcomes::question(&columns, is_long, "there is no gold label"));
    if question.is_none() && said.outcomes.is_empty() {
        choose_gold(roles, of_pairs, dialogue, &mut noted.doubts);
    }
    noted.doubts.extend(question);
    choose_origin(roles, of_pairs, dialogue, &mut noted.doubts);
    if pairs::is_own(of_pairs) {
        roles.part_ids = None;
        roles.origin_candidate = None;
    }
    choose_parts(roles, of_pairs, dialogue, &mut noted.doubts);
}

/// The system of a config without answers.
fn reference(draft: &mut Draft) -> Draft {
    draft.comment(
        "phenom found no predictions. A system is an entry with a name and a file: {name: My system, predictions: FILE, \
         columns: {id: COLUMN, label: COLUMN}}. This one uses gold labels (an oracle), and is here because a config \
         needs one.",
    );
    let mut reference = Draft::default();
    reference.set("name", "Linguistic-biased");
    reference.set("algorithm", "linguistic-biased");
    reference
}

/// Monothematic pairs in a file of their own, with what its columns hold.
fn parts_of(
    looked: Looked,
    originals: &Looked,
    of: &PairRoles,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
    noted: &mut Noted,
) -> (Looked, PairRoles) {
    let ids: BTreeSet<String> = ids::of(&originals.table, &of.id).into_iter().collect();
    let mut roles = PairRoles::of(&looked, &said.of_pairs);
    roles.origin = sorted::origin_among(&looked, &ids);
    let read = BTreeSet::new();
    if said.of_pairs.phenomena.is_none() {
        choose_phenomena(&mut roles, &looked, &read, dialogue, &mut noted.doubts);
    }
    roles.find_attributes(&looked.table, &read);
    (looked, roles)
}

/// Whether an id stands on several rows, which are no tags of one pair.
fn has_repeated_ids(looked: &Looked, roles: &PairRoles) -> bool {
    let own = ids::of(&looked.table, &roles.id);
    let different: BTreeSet<&String> = own.iter().collect();
    roles.preset.is_none() && !roles.gathers_tags && different.len() < own.len()
}

/// The ids of all pairs, and gold by id.
fn ids_and_gold(
    looked: &Looked,
    roles: &PairRoles,
    parts: Option<&(Looked, PairRoles)>,
) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let files = [(looked, roles)].into_iter().chain(parts.map(|(looked, roles)| (looked, roles)));
    let (mut all, mut gold) = (BTreeSet::new(), BTreeMap::new());
    for (looked, roles) in files {
        let table = &looked.table;
        let ids = ids::of(table, &roles.id);
        let column = roles.gold_column(table).filter(|_| ids.len() == table.rows);
        for (id, cell) in
            ids.iter().zip(column.map(|column| column.cells.as_slice()).unwrap_or_default())
        {
            gold.extend(cell.text().map(|label| (id.clone(), label.to_owned())));
        }
        // In a file of phenom's own, parts are rows here, and may have ids of their own.
        let is_listed = looked.layout.written == Written::PhenomJsonl && ids.len() == table.rows;
        let parts = roles.parts.iter().filter(|_| !is_listed);
        for (id, count) in ids.iter().zip(parts.flat_map(|parts| &parts.counts)) {
            all.extend((1..=*count).map(|part| format!("{id}.{part}")));
        }
        all.extend(ids);
    }
    (all, gold)
}
