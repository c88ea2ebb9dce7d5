//! From the rows of a file to the parts that a system made.

use hashbrown::{HashMap, HashSet};

use super::columns::{
    ANSWER, COVERS, COVERS_BY_JUDGE, FAITHFUL, FAITHFUL_BY_JUDGE, GOLD, GOLD_BY_JUDGE, ids, label,
    truth,
};
use super::{Aggregation, KnownFrom, OwnPart, OwnParts, PartFacts, PartsKnowledge};
use crate::wording::quoted;
use crate::{
    Dataset, Extra, Factor, Judgment, LabelScheme, ProblemKind, Problems, word_overlap, words,
};

/// How the parts of a system are read.
#[derive(Debug, Clone)]
pub struct OwnPartsSource {
    /// The system's name.
    pub system: String,
    /// How it makes a verdict on the whole.
    pub aggregation: Aggregation,
    /// What the labels mean.
    pub labels: LabelScheme,
    /// The lowest number that means entailment, if verdicts are numbers.
    pub threshold: Option<f64>,
    /// What is known of parts, and from whom.
    pub knowledge: PartsKnowledge,
    /// The share of the words of a part that must occur in its whole for the part to be faithful, and of a reference part
    /// in a part that covers it; for [`KnownFrom::Words`].
    pub shares: WordShares,
    /// What parts of originals that are not in the dataset mean.
    pub extra: Extra,
}

/// The shares of words from which texts match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WordShares {
    /// Of a part, in its whole.
    pub faithful: f64,
    /// Of a reference part, in a part.
    pub covers: f64,
}

/// The cells of one kind, each distinct one read once.
struct Column<'d, T> {
    factor: &'d Factor,
    values: Vec<T>,
}

impl<T: Clone> Column<'_, T> {
    /// What a part says here; `None` for an empty cell.
    fn get(&self, row: usize) -> Option<T> {
        self.values.get(self.factor.code(row)? as usize).cloned()
    }
}

impl OwnPartsSource {
    /// The parts in `pairs` (wholes by the ids of originals, with their parts) as a decomposition of the originals of a
    /// dataset, whose monothematic pairs are the reference parts. `file` names the file in messages.
    ///
    /// # Errors
    /// A label without a meaning, a whole or a covered part that is not in the dataset, texts that are missing.
    pub fn read(&self, pairs: Dataset, of: &Dataset, file: &str) -> Result<OwnParts, Problems> {
        let mut problems = Problems::new();
        let (wholes, ignored) = wholes(&pairs, of, (file, self.extra), &mut problems);
        if pairs.monothematic().is_empty() {
            let help = "check `list`, `rows` and `where`; a file of parts holds at least one";
            problems.push(file, None, malformed("no part is in the file".to_owned(), help));
        }
        let is_weighted = matches!(self.aggregation, Aggregation::Rule(rule) if rule.is_weighted());
        let has_references = !of.monothematic().is_empty();
        if is_weighted && has_references && of.is_weighted() != pairs.is_weighted() {
            let message = "the rule `weighted` needs weights of the parts and of the reference parts, and only one side has them";
            let help = "name the `weight` among the columns of both, or of neither";
            problems.push(file, None, malformed(message.to_owned(), help));
        }
        let mut reader = PartReader::new(self, &pairs, of, file, &mut problems);
        let mut parts = Vec::with_capacity(pairs.monothematic().len());
        for whole in pairs.originals() {
            let original = of.row(pairs.id(whole)).filter(|row| of.originals().contains(row));
            let mut said = HashSet::new();
            for row in pairs.monothematic_of(whole) {
                let repeated = reader.normalised(row).is_some_and(|text| !said.insert(text));
                parts.push(reader.part(row, original, repeated));
            }
        }
        let covered = std::mem::take(&mut reader.covered);
        let own = OwnParts {
            system: self.system.clone(),
            aggregation: self.aggregation,
            knowledge: self.knowledge,
            ignored,
            pairs,
            wholes,
            parts,
            covered,
        };
        problems.or(own)
    }
}

/// For each original of a dataset its row among wholes, and the number of wholes that are ignored because they are not in it.
fn wholes(
    pairs: &Dataset,
    of: &Dataset,
    (file, extra): (&str, Extra),
    problems: &mut Problems,
) -> (Vec<Option<u32>>, usize) {
    let mut wholes = vec![None; of.originals().len()];
    let mut ignored = 0;
    for whole in pairs.originals() {
        let id = pairs.id(whole);
        match of.row(id).and_then(|original| wholes.get_mut(original)) {
            Some(found) => *found = u32::try_from(whole).ok(),
            None if of.is_excluded(id) => {}
            None if extra == Extra::Ignore || pairs.monothematic_of(whole).is_empty() => {
                ignored += 1;
            }
            None => problems.push(
                file,
                None,
                malformed(
                    format!("{} is not an original of the dataset", quoted(id)),
                    "`origin` names the column with the id of the original, `ids` rewrites ids, and `extra: ignore` ignores such parts",
                ),
            ),
        }
    }
    (wholes, ignored)
}

fn malformed(message: String, help: &str) -> ProblemKind {
    ProblemKind::Malformed { message, help: Some(help.to_owned()) }
}

/// Reads parts one by one.
struct PartReader<'d> {
    source: &'d OwnPartsSource,
    pairs: &'d Dataset,
    of: &'d Dataset,
    answer: Option<Column<'d, Option<Judgment>>>,
    /// By people, and by a judge.
    gold: [Option<Column<'d, Option<Judgment>>>; 2],
    faithful: [Option<Column<'d, Option<bool>>>; 2],
    covers: [Option<Column<'d, Vec<u32>>>; 2],
    covered: Vec<u32>,
}

impl<'d> PartReader<'d> {
    fn new(
        source: &'d OwnPartsSource,
        pairs: &'d Dataset,
        of: &'d Dataset,
        file: &str,
        problems: &mut Problems,
    ) -> Self {
        let factor = |name: &str| pairs.attributes().iter().find(|factor| factor.name() == name);
        let answer = factor(ANSWER).map(|factor| {
            let values = match source.threshold {
                Some(threshold) => numbers(factor, file, problems, threshold),
                None => told(factor, file, problems, &source.labels, label),
            };
            Column { factor, values }
        });
        let mut labels = |name: &str| {
            factor(name).map(|factor| Column {
                factor,
                values: told(factor, file, problems, &source.labels, label),
            })
        };
        let gold = [labels(GOLD), labels(GOLD_BY_JUDGE)];
        let faithful = [FAITHFUL, FAITHFUL_BY_JUDGE].map(|name| {
            factor(name).map(|factor| Column {
                factor,
                values: told(factor, file, problems, &source.labels, truth),
            })
        });
        let covers = [COVERS, COVERS_BY_JUDGE].map(|name| {
            factor(name).map(|factor| Column { factor, values: rows(factor, of, file, problems) })
        });
        Self { source, pairs, of, answer, gold, faithful, covers, covered: Vec::new() }
    }

    /// The text of a part, as texts are compared with each other.
    fn normalised(&self, row: usize) -> Option<String> {
        let (_, text) = self.pairs.texts(row)?;
        let normalised: Vec<String> = words(text).collect();
        (!normalised.is_empty()).then(|| normalised.join(" "))
    }

    fn part(&mut self, row: usize, original: Option<usize>, repeated: bool) -> OwnPart {
        let verdict = self.answer.as_ref().and_then(|answer| answer.get(row)).flatten();
        let (judge, people) = (1, 0);
        let from = |known: Option<KnownFrom>| match known {
            Some(KnownFrom::Judge | KnownFrom::Corrected) => judge,
            _ => people,
        };
        let knowledge = self.source.knowledge;
        let facts = self.facts(
            row,
            original,
            [from(knowledge.gold), from(knowledge.faithful), from(knowledge.covers)],
        );
        let by_people = knowledge.is_corrected().then(|| {
            // What a judge says and people do not correct stays the judge's.
            let place = |known: Option<KnownFrom>| match known {
                Some(KnownFrom::Judge) => judge,
                _ => people,
            };
            let places =
                [place(knowledge.gold), place(knowledge.faithful), place(knowledge.covers)];
            let read = self.facts(row, original, places);
            let lacks = |known, is_known: bool| known == Some(KnownFrom::Corrected) && !is_known;
            let covers = self.covers[people].as_ref().and_then(|column| column.factor.code(row));
            let unread = lacks(knowledge.gold, read.gold.is_some())
                || lacks(knowledge.faithful, read.faithful.is_some())
                || lacks(knowledge.covers, covers.is_some());
            (!unread).then_some(read)
        });
        OwnPart { verdict, facts, by_people: by_people.flatten(), repeated }
    }

    /// What people or a judge (0 or 1, for each) say of a part.
    fn facts(&mut self, row: usize, original: Option<usize>, by: [usize; 3]) -> PartFacts {
        let WordShares { faithful: faithful_share, covers: covers_share } = self.source.shares;
        let knowledge = self.source.knowledge;
        let of_column =
            |column: &Option<Column<'_, Option<Judgment>>>| column.as_ref()?.get(row).flatten();
        let gold = of_column(&self.gold[by[0]]);
        let text = self.pairs.texts(row).map(|(_, text)| text).filter(|text| !text.is_empty());
        let whole = |original: usize| self.of.texts(original).map(|(_, whole)| whole);
        let faithful = match knowledge.faithful {
            Some(KnownFrom::Words) => text
                .zip(original.and_then(whole))
                .and_then(|(part, whole)| word_overlap(whole, part))
                .map(|share| share >= faithful_share),
            _ => self.faithful[by[1]].as_ref().and_then(|column| column.get(row)).flatten(),
        };
        let covers: Option<Vec<u32>> = match knowledge.covers {
            None => None,
            Some(KnownFrom::Words) => text.zip(original).map(|(part, original)| {
                let is_in = |reference: &usize| {
                    let words = self.of.texts(*reference).map(|(_, reference)| reference);
                    let share = words.and_then(|reference| word_overlap(part, reference));
                    share.is_some_and(|share| share >= covers_share)
                };
                let found = self.of.monothematic_of(original).filter(is_in);
                found.filter_map(|row| u32::try_from(row).ok()).collect()
            }),
            Some(_) => {
                let column = self.covers[by[2]].as_ref();
                let said = column.and_then(|column| column.get(row)).unwrap_or_default();
                // What a part says of another original's parts says nothing of its own.
                let own = original.map_or(0..0, |original| self.of.monothematic_of(original));
                Some(said.into_iter().filter(|row| own.contains(&(*row as usize))).collect())
            }
        };
        let covers = covers.map(|rows| {
            let start = self.covered.len() as u32;
            self.covered.extend(rows);
            (start, self.covered.len() as u32)
        });
        PartFacts { gold, faithful, covers }
    }
}

/// What each distinct cell says; a problem for one that says nothing.
fn told<T: Default>(
    factor: &Factor,
    file: &str,
    problems: &mut Problems,
    scheme: &LabelScheme,
    of: fn(&LabelScheme, &str) -> Result<T, ()>,
) -> Vec<T> {
    let read = factor.values().map(|cell| {
        of(scheme, cell).unwrap_or_else(|()| {
            let label = cell.trim().to_owned();
            let scheme = scheme.clone();
            problems.push(file, None, ProblemKind::UnmappedLabel { label, scheme });
            T::default()
        })
    });
    read.collect()
}

/// The verdict of each distinct number.
fn numbers(
    factor: &Factor,
    file: &str,
    problems: &mut Problems,
    threshold: f64,
) -> Vec<Option<Judgment>> {
    let read = factor.values().map(|cell| match cell.trim().parse::<f64>() {
        Ok(number) if number >= threshold => Some(Judgment::Entailment),
        Ok(number) if number < threshold => Some(Judgment::NotEntailment),
        // Not a number: the verdict failed.
        Ok(_) => None,
        Err(_) => {
            let message = format!("the verdict {} is not a number", quoted(cell.trim()));
            let help = "leave out `threshold`, or write numbers; an empty verdict failed";
            problems.push(file, None, malformed(message, help));
            None
        }
    });
    read.collect()
}

/// The rows of the reference parts that each distinct cell names; a problem for one that names another thing.
fn rows(factor: &Factor, of: &Dataset, file: &str, problems: &mut Problems) -> Vec<Vec<u32>> {
    let mut unknown: HashMap<String, ()> = HashMap::new();
    let mut row_of = |id: String| {
        let row = of.row(&id).filter(|row| of.monothematic().contains(row));
        if row.is_none() && unknown.insert(id.clone(), ()).is_none() {
            let message =
                format!("`covers` names {}, which is no part of the dataset", quoted(&id));
            let help = "name ids of reference parts, with `;` between them, or `none`";
            problems.push(file, None, malformed(message, help));
        }
        u32::try_from(row?).ok()
    };
    let mut read = Vec::new();
    for cell in factor.values() {
        let mut rows: Vec<u32> = ids(cell).into_iter().filter_map(&mut row_of).collect();
        rows.sort_unstable();
        rows.dedup();
        read.push(rows);
    }
    read
}
