//! One annotator at work on one dataset.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use phenom_dataset::{CompositionRule, Dataset, Judgment, listed};
use phenom_files::{Folder, Start};

use crate::agreement::{Agreement, AgreementView, ReadPair, agreement};
use crate::assignment::Assignment;
use crate::batch::Batch;
use crate::draft;
use crate::event::{Event, What};
use crate::index::{Index, Which};
use crate::inventory::{Guideline, Inventory};
use crate::journal::{Journal, Refused, read_steps_in};
use crate::lease::Leases;
use crate::opinions::of_item;
use crate::originals::{Original, Originals, Place};
use crate::others::{Stamp, other_files, stamp};
use crate::plan::Plan;
use crate::refusal::{Kind, Refusal};
use crate::work::Work;

/// What a session is opened on.
#[derive(Debug)]
pub struct Opening {
    /// The dataset, with its texts.
    pub dataset: Dataset,
    /// The originals of the dataset, with the parts that it gives.
    pub originals: Originals,
    /// The folder with a file for each annotator, which is made if it is missing.
    pub folder: Start,
    /// Who annotates.
    pub annotator: String,
    /// The phenomena to choose from.
    pub inventory: Inventory,
    /// What annotators are to read before they begin.
    pub guidelines: Vec<Guideline>,
    /// How many parts are wanted.
    pub plan: Option<Plan>,
    /// What judgments on parts make of the whole.
    pub composition: CompositionRule,
    /// How the pairs are shared among people.
    pub assignment: Assignment,
}

/// One annotator at work on one dataset.
#[derive(Debug)]
pub struct Session {
    pub(crate) dataset: Dataset,
    pub(crate) originals: Originals,
    pub(crate) folder: Folder,
    pub(crate) annotator: String,
    pub(crate) inventory: Inventory,
    pub(crate) guidelines: Vec<Guideline>,
    pub(crate) plan: Option<Plan>,
    pub(crate) composition: CompositionRule,
    pub(crate) assignment: Assignment,
    pub(crate) work: Work,
    pub(crate) journal: Journal,
    pub(crate) index: Index,
    pub(crate) batch: Batch,
    pub(crate) draft: Option<serde_json::Value>,
    /// What the user has to know, a sentence each.
    pub(crate) notes: Vec<String>,
    /// Which tab of the page writes.
    pub leases: Leases,
    /// Nothing where it has to be computed again.
    agreement: Option<Option<Agreement>>,
    /// Size and time of the others' files as they were read.
    files: BTreeMap<String, Stamp>,
    /// Originals whose lines have changed since the page was told.
    untold: BTreeSet<usize>,
}

impl Session {
    /// Opens the annotator's file, or begins it, and reads those of the others.
    ///
    /// # Errors
    /// What is wrong with the files.
    pub fn open(opening: Opening) -> Result<Self, Vec<Refused>> {
        let Opening { dataset, originals, folder, annotator, inventory, guidelines, .. } = opening;
        let mut files = BTreeMap::new();
        let mut read = Vec::new();
        let mut problems = Vec::new();
        let start = folder;
        let unreadable = |error: std::io::Error| {
            let message = format!("cannot be read: {error}");
            vec![Refused { path: start.path(), line: None, message, help: None }]
        };
        let folder = start.open().and_then(|above| above.make_folder(&start.beneath, |_| ()));
        let folder = folder.map_err(unreadable)?;
        for name in other_files(&folder, &annotator).map_err(unreadable)? {
            files.insert(name.clone(), stamp(&folder, &name));
            match read_steps_in(&folder, &name) {
                Ok(steps) => read.push(steps),
                Err(refused) => problems.push(refused),
            }
        }
        // The own file is not begun beside others that cannot be read.
        if !problems.is_empty() {
            return Err(problems);
        }
        let opened = Journal::open(&start, &annotator, &originals.name, &originals.sha256);
        let (journal, steps) = opened.map_err(|refused| vec![refused])?;
        let mut notes = Vec::new();
        if steps.torn.is_some() {
            notes.push(format!(
                "The last line of {} was incomplete. phenom moved it to {}.torn; all actions before it are here.",
                file_name(journal.path()),
                file_name(journal.path())
            ));
        }
        let has_changed = steps.header.dataset_sha256 != originals.sha256;
        read.push(steps);
        let work = Work::new(read, &originals, Some(&inventory))?;
        notes.extend(notes_on_work(&work, &originals, has_changed));
        let (found, note) = draft::read(&folder, &annotator);
        notes.extend(note);
        let index = Index::new(&annotator, opening.assignment, &originals, &work);
        let batch = Batch::of(work.annotator(&annotator));
        Ok(Self {
            dataset,
            originals,
            folder,
            annotator,
            inventory,
            guidelines,
            plan: opening.plan,
            composition: opening.composition,
            assignment: opening.assignment,
            work,
            journal,
            index,
            batch,
            draft: found,
            notes,
            leases: Leases::default(),
            agreement: None,
            files,
            untold: BTreeSet::new(),
        })
    }

    /// Takes up what others have written meanwhile.
    pub fn look_at_others(&mut self) {
        let mut read_any = false;
        let others = other_files(&self.folder, &self.annotator).unwrap_or_else(|error| {
            let folder = self.folder.path().display();
            self.note(format!(
                "phenom cannot read {folder}, so that actions of other annotators are missing: {error}."
            ));
            Vec::new()
        });
        for name in others {
            let now = stamp(&self.folder, &name);
            if self.files.get(&name) == Some(&now) {
                continue;
            }
            self.files.insert(name.clone(), now);
            let read = read_steps_in(&self.folder, &name).map_err(|refused| vec![refused]);
            let taken = read
                .and_then(|steps| self.work.replace(steps, &self.originals, Some(&self.inventory)));
            match taken {
                Ok(()) => read_any = true,
                Err(refused) => {
                    if let Some(refused) = refused.first() {
                        self.note(format!(
                            "phenom left out what another annotator added: {refused}."
                        ));
                    }
                }
            }
        }
        if read_any {
            for at in 0..self.originals.all().len() {
                self.update(at);
            }
            self.agreement = None;
        }
    }

    /// Tells the user something, once.
    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The annotator's file.
    pub fn file(&self) -> &Path {
        self.journal.path()
    }

    /// The number of the last step that is saved.
    pub fn saved(&self) -> u64 {
        self.journal.next() - 1
    }

    /// Writes a checked step, and takes it up.
    pub(crate) fn write(&mut self, what: What) -> Result<(), Refusal> {
        let event = self.journal.add(what).map_err(|error| disk(self.journal.path(), &error))?;
        let touched = self.touched(&event.what);
        let undoes = matches!(event.what, What::Undo { .. });
        if self.changes_readings(&event.what) {
            self.agreement = None;
        }
        if !undoes {
            self.batch.take(&event.what);
        }
        self.work.add(event, &self.originals);
        if undoes {
            self.batch = Batch::of(self.work.annotator(&self.annotator));
        }
        if let Some(at) = touched {
            self.update(at);
        }
        Ok(())
    }

    /// Whether a step changes what is read, or who has read it.
    fn changes_readings(&self, what: &What) -> bool {
        match what {
            What::Undo { of } => {
                self.event(*of).is_none_or(|event| self.changes_readings(&event.what))
            }
            What::Done { .. } | What::Reopen { .. } | What::Read { .. } | What::Take { .. } => true,
            // Parts are not changed while a pair is done, and a settled pair keeps its readings.
            What::Whole { .. }
            | What::Part { .. }
            | What::Remove { .. }
            | What::Order { .. }
            | What::Batch { .. }
            | What::Note { .. }
            | What::Settle { .. } => false,
        }
    }

    /// The original that a step changes.
    fn touched(&self, what: &What) -> Option<usize> {
        match what {
            What::Undo { of } => self.touched(&self.event(*of)?.what),
            What::Batch { .. } => None,
            _ => self.original_of(what.pair()?),
        }
    }

    /// The number of the original that a pair is, or belongs to.
    pub(crate) fn original_of(&self, id: &str) -> Option<usize> {
        match self.originals.place(id) {
            Some(Place::Original(at) | Place::Given(at, _)) => Some(at),
            None => self.index.item(id).map(|(at, _)| at),
        }
    }

    fn update(&mut self, at: usize) {
        if self.index.update(at, &self.originals, &self.work) {
            self.untold.insert(at);
        }
    }

    /// The originals whose lines have changed since this was last asked.
    pub(crate) fn take_untold(&mut self) -> BTreeSet<usize> {
        std::mem::take(&mut self.untold)
    }

    /// An own step by its number.
    pub(crate) fn event(&self, seq: u64) -> Option<&Event> {
        let events = self.work.annotator(&self.annotator)?.events();
        // Steps are numbered from 2 without gaps.
        events.get(usize::try_from(seq.checked_sub(2)?).ok()?)
    }

    /// The judgments to choose from.
    pub(crate) fn judgments(&self) -> &'static [Judgment] {
        self.originals.judgments()
    }

    /// What a pair is not independent of.
    pub(crate) fn cluster(&self, at: usize) -> &str {
        let original = &self.originals.all()[at];
        original.cluster.as_deref().unwrap_or(&original.id)
    }

    /// Text and hypothesis of an item.
    pub(crate) fn texts(&self, at: usize, which: Which) -> (&str, &str) {
        let original: &Original = &self.originals.all()[at];
        match which {
            Which::Whole => (&original.text, &original.hypothesis),
            Which::Given(part) => (&original.given[part].text, &original.given[part].hypothesis),
            Which::Part(part) => {
                let found = self.work.decomposition(&original.id);
                let part = found.and_then(|(_, found)| found.parts.get(part));
                part.map_or(("", ""), |part| (part.text.as_str(), part.hypothesis.as_str()))
            }
        }
    }

    /// Whether a pair is in the batch that is being read, so that nothing is said of it yet.
    pub(crate) fn is_hidden(&self, id: &str) -> bool {
        self.batch.holds(id) && self.batch.is_open(&self.index)
    }

    /// Whether a batch is being read: then nothing is told of the counts against the plan, which a judgment of one of its
    /// pairs may move.
    pub(crate) fn hides_plan(&self) -> bool {
        self.batch.is_open(&self.index)
    }

    /// How far two readers agree; computed when something that it depends on has changed.
    pub(crate) fn agreement(&mut self) -> Option<AgreementView> {
        if self.batch.is_open(&self.index) {
            return Some(AgreementView::Hidden { hidden: true });
        }
        let found = match self.agreement.take() {
            Some(found) => found,
            None => self.computed_agreement(),
        };
        self.agreement = Some(found.clone());
        found.map(AgreementView::Shown)
    }

    fn computed_agreement(&self) -> Option<Agreement> {
        let mut pairs = Vec::new();
        for (at, item) in self.index.items() {
            let readings: BTreeMap<&str, Judgment> = of_item(self, at, item)
                .into_iter()
                .filter(|opinion| opinion.role == "reader")
                .filter_map(|opinion| Some((opinion.who, opinion.judgment?)))
                .collect();
            if readings.len() > 1 {
                pairs.push(ReadPair { cluster: self.cluster(at), readings });
            }
        }
        agreement(&self.annotator, &pairs, self.originals.task)
    }

    /// Keeps what is half typed.
    ///
    /// # Errors
    /// Where it cannot be written; what was kept before stays.
    pub fn keep_draft(&mut self, draft: serde_json::Value) -> Result<(), Refusal> {
        draft::write(&self.folder, &self.annotator, &draft)
            .map_err(|error| disk(Path::new(&draft::name(&self.annotator)), &error))?;
        self.draft = Some(draft);
        Ok(())
    }
}

/// What the user has to know of steps that are set aside; `has_changed` is whether the dataset has.
fn notes_on_work(work: &Work, originals: &Originals, has_changed: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if has_changed {
        notes.push(format!(
            "{} has changed since your file was created. phenom keeps actions on pairs with another text, and sets them \
             aside.",
            originals.name
        ));
    }
    let changed = work.changed();
    if !changed.is_empty() {
        let named: Vec<&str> = changed.iter().take(5).copied().collect();
        let more = changed.len().saturating_sub(named.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        notes.push(format!(
            "The text has changed since these actions, which phenom set aside: {}{more}.",
            named.join(", ")
        ));
    }
    for (pair, others) in work.decomposed_twice(originals).into_iter().take(5) {
        notes.push(format!(
            "Several annotators decomposed {pair}. The parts by {} only count for agreement.",
            listed(&others, "and")
        ));
    }
    notes
}

fn disk(path: &Path, error: &std::io::Error) -> Refusal {
    let name = file_name(path);
    Refusal::new(Kind::Disk, format!("phenom cannot write {name}: {error}. The file is unchanged."))
        .with_help("The page sends the action again as soon as writing works.")
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
