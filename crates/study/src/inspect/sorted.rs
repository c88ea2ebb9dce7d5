//! Which files hold pairs, and which answers, annotations or tags.

use std::collections::BTreeSet;

use super::annotations::{LongForm, long_form};
use super::ids;
use super::layout::Written;
use super::looked::Looked;
use super::names::{Role, is_answer, is_gold};
use super::pairs::{PairRoles, SaidOfPairs};
use super::preset;
use super::probabilities::Probabilities;
use super::table::Column;
use super::tags::TagFile;
use super::translations;

/// The files by what they hold.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    /// Pairs, in files of one layout.
    pub(super) pairs: Vec<Looked>,
    /// Monothematic pairs, where they have a file of their own.
    pub(super) monothematic: Option<Looked>,
    pub(super) answers: Vec<Looked>,
    /// Tags, where they have a file of their own.
    pub(super) tags: Option<TagFile>,
    /// What annotators said, a row each.
    pub(super) annotations: Option<(Looked, LongForm)>,
}

/// The files that could hold the pairs as well as one another.
#[derive(Debug)]
pub(super) struct Unclear(pub(super) Vec<usize>);

/// How much speaks for pairs in a file, and against it.
fn evidence(looked: &Looked) -> i32 {
    if matches!(looked.layout.written, Written::RteXml | Written::PhenomJsonl) {
        return 10;
    }
    if let Written::Log(_) = looked.layout.written {
        return super::logs::evidence(looked);
    }
    // The log of a harness often holds the pairs as well.
    if preset::of_answers(looked, None).any() {
        return -1;
    }
    if preset::of_pairs(looked).one().is_some() {
        return 10;
    }
    let table = &looked.table;
    let roles = PairRoles::of(looked, &SaidOfPairs::default());
    let has = |holds: &dyn Fn(&Column) -> bool| table.columns.iter().any(holds);
    let name = looked.name().to_lowercase();
    let called = |words: &[&str]| words.iter().any(|word| name.contains(word));
    let mut score = 0;
    score += if roles.text.is_some() { 2 } else { 0 };
    score += if roles.hypothesis.is_some() { 2 } else { 0 };
    score += if has(&|column| is_gold(&column.name)) { 3 } else { 0 };
    score += if roles.phenomena.is_empty() { 0 } else { 3 };
    score += if roles.origin.is_some() { 1 } else { 0 };
    score += if roles.parts.is_some() { 3 } else { 0 };
    score += if called(&["gold", "pairs", "key", "reference", "truth"]) { 2 } else { 0 };
    score -= if called(&["pred", "answer", "output", "system"]) { 2 } else { 0 };
    score -= if has(&|column| is_answer(&column.name)) { 3 } else { 0 };
    score -= if has(&|column| Role::Confidence.rank(&column.name).is_some()) { 1 } else { 0 };
    score -= if Probabilities::of(table, None).is_some() { 2 } else { 0 };
    score
}

/// Whether a file holds the answers of a system and no gold.
pub(super) fn is_run(looked: &Looked) -> bool {
    let table = &looked.table;
    let has = |holds: &dyn Fn(&Column) -> bool| table.columns.iter().any(holds);
    let roles = PairRoles::of(looked, &SaidOfPairs::default());
    let of_pairs =
        [&roles.text, &roles.hypothesis, &roles.origin].iter().any(|role| role.is_some())
            || !roles.phenomena.is_empty()
            || roles.parts.is_some()
            || has(&|column| is_gold(&column.name));
    let gold = has(&|column| Role::Gold.rank(&column.name).is_some() && !is_answer(&column.name));
    let answers = has(&|column| is_answer(&column.name));
    let sure =
        has(&|column| Role::Confidence.rank(&column.name).is_some() && column.numbers().is_some())
            || Probabilities::of(table, None).is_some();
    let own_format = matches!(looked.layout.written, Written::RteXml | Written::PhenomJsonl);
    let known = preset::of_pairs(looked).one().is_some();
    !of_pairs && !own_format && !known && if answers { !gold } else { sure }
}

/// Sorts files; `first` is the one that holds the pairs, where the user said it.
pub(super) fn sorted(files: Vec<Looked>, first: Option<usize>) -> Result<Sorted, Unclear> {
    let mut scores: Vec<i32> = files.iter().map(evidence).collect();
    let long: Vec<Option<LongForm>> = files.iter().map(long_form).collect();
    let texts: Vec<bool> = files.iter().map(super::looked::holds_texts).collect();
    for (at, (score, long)) in scores.iter_mut().zip(&long).enumerate() {
        // Rows of annotators may be all that tells of the pairs.
        let alone = texts[at] && !texts.iter().enumerate().any(|(other, has)| *has && other != at);
        *score -= if long.is_some() && !alone { 100 } else { 0 };
        *score += if long.is_some() && alone { 10 } else { 0 };
    }
    for at in 0..files.len() {
        // Pairs whose wholes stand in another file are not all the pairs.
        let has_origin =
            files[at].table.names().iter().any(|name| Role::Origin.rank(name).is_some());
        let whole =
            |of: &Looked| of.called() != files[at].called() && is_monothematic(&files[at], of);
        scores[at] -= if has_origin && files.iter().any(whole) { 50 } else { 0 };
        let tagged = |of: &Looked| {
            of.called() != files[at].called() && TagFile::of(&files[at], &own_ids(of)).is_some()
        };
        scores[at] -= if files.iter().any(tagged) { 50 } else { 0 };
    }
    let best = scores.iter().copied().max().unwrap_or_default();
    let tops: Vec<usize> = (0..files.len()).filter(|at| scores[*at] == best).collect();
    let first = match (first, tops.as_slice()) {
        (Some(first), _) => first,
        (None, [one]) => *one,
        (None, several) => {
            let [first, others @ ..] = several else { return Err(Unclear(Vec::new())) };
            let of_pairs = |at: &usize| together(&files[*first], &files[*at]);
            if best <= 0 || !others.iter().all(of_pairs) {
                return Err(Unclear(tops));
            }
            *first
        }
    };
    let mut sorted = Sorted::default();
    let mut rest = Vec::new();
    for (at, (file, long)) in files.into_iter().zip(long).enumerate() {
        match long {
            _ if at == first => sorted.pairs.insert(0, file),
            Some(long) if sorted.annotations.is_none() => sorted.annotations = Some((file, long)),
            _ => rest.push((scores[at], file)),
        }
    }
    for (score, file) in rest {
        let pairs = &sorted.pairs[0];
        if score > 0 && sorted.pairs.iter().all(|pairs| together(pairs, &file)) {
            sorted.pairs.push(file);
        } else if sorted.monothematic.is_none() && is_monothematic(&file, pairs) {
            sorted.monothematic = Some(file);
        } else if let Some(tags) =
            TagFile::of(&file, &own_ids(pairs)).filter(|_| sorted.tags.is_none())
        {
            sorted.tags = Some(tags);
        } else {
            sorted.answers.push(file);
        }
    }
    Ok(sorted)
}

/// The ids of a file that are its own.
fn own_ids(looked: &Looked) -> BTreeSet<String> {
    let id = ids::columns(&looked.table).unwrap_or_default();
    ids::of(&looked.table, &id).into_iter().collect()
}

/// Whether two files hold pairs of one dataset: the same columns, and other ids.
fn together(one: &Looked, other: &Looked) -> bool {
    let same = one.layout.written == other.layout.written
        && (one.layout.written != Written::Xlsx || one.layout == other.layout)
        && one.table.names() == other.table.names();
    preset::of_one_dataset(one, other)
        || translations::are_of_one(one, other)
        || same && own_ids(other).is_disjoint(&own_ids(one))
}

/// Whether the rows of a file name pairs of another as what they come from.
fn is_monothematic(file: &Looked, pairs: &Looked) -> bool {
    let ids = own_ids(pairs);
    let own = own_ids(file);
    !own.is_empty() && own.is_disjoint(&ids) && origin_among(file, &ids).is_some()
}

/// The column of a file that names pairs of another file.
pub(super) fn origin_among(file: &Looked, ids: &BTreeSet<String>) -> Option<String> {
    let names_pairs = |column: &&Column| {
        column.is_text()
            && Role::Origin.rank(&column.name).is_some()
            && column.texts().all(|text| ids.contains(text))
    };
    file.table.columns.iter().find(names_pairs).map(|column| column.name.clone())
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::table::{Table, column};
    use super::*;

    fn file(name: &str, columns: Vec<Column>) -> Looked {
        let rows = columns[0].cells.len();
        let table = Table { columns, rows, whole: true, ..Table::default() };
        Looked {
            path: name.into(),
            more: Vec::new(),
            layout: Layout::default(),
            table,
            classes: std::collections::BTreeMap::new(),
        }
    }

    fn answers(name: &str) -> Looked {
        file(name, vec![column("id", &["1", "2"]), column("label", &["entailment", "neutral"])])
    }

    #[test]
    fn pairs_have_texts_gold_and_phenomena_and_answers_do_not() {
        let gold = file(
            "x.csv",
            vec![column("id", &["1", "2"]), column("gold", &["entailment", "neutral"])],
        );
        let sorted = sorted(vec![answers("a.csv"), gold, answers("b.csv")], None).unwrap();
        assert_eq!(sorted.pairs[0].name(), "x.csv");
        assert_eq!(sorted.answers.len(), 2);
    }

    #[test]
    fn files_that_look_alike_are_told_apart_by_their_names_or_not_at_all() {
        let by_name = sorted(vec![answers("a.csv"), answers("gold.csv")], None).unwrap();
        assert_eq!(by_name.pairs[0].name(), "gold.csv");
        let unclear = sorted(vec![answers("a.csv"), answers("b.csv")], None).unwrap_err();
        assert_eq!(unclear.0, [0, 1]);
        let said = sorted(vec![answers("a.csv"), answers("b.csv")], Some(1)).unwrap();
        assert_eq!(said.pairs[0].name(), "b.csv");
    }

    #[test]
    fn parts_annotations_and_more_pairs_are_recognised() {
        let gold = |name: &str, ids: &[&str]| {
            file(name, vec![column("id", ids), column("gold", &["entailment", "neutral"])])
        };
        let parts = file(
            "m.csv",
            vec![
                column("id", &["1.1", "1.2"]),
                column("parent", &["1", "1"]),
                column("gold", &["entailment", "neutral"]),
            ],
        );
        let found = sorted(vec![gold("o.csv", &["1", "2"]), parts], Some(0)).unwrap();
        assert_eq!(found.monothematic.unwrap().name(), "m.csv");
        let found =
            sorted(vec![gold("a.csv", &["1", "2"]), gold("b.csv", &["3", "4"])], None).unwrap();
        assert_eq!(found.pairs.len(), 2);
        let long = file(
            "n.csv",
            vec![
                column("id", &["1", "1", "2", "2"]),
                column("annotator", &["a", "b", "a", "b"]),
                column("label", &["entailment", "neutral", "neutral", "neutral"]),
            ],
        );
        let found = sorted(vec![gold("a.csv", &["1", "2"]), long], None).unwrap();
        assert_eq!(found.annotations.unwrap().1.annotator, "annotator");
    }
}
