//! What a reader must know of the dependence of original pairs: the clusters that are used, and what the texts show.

use phenom_dataset::{ClusterBy, ClusterSource, Dataset, Factor, SharedTexts};
use phenom_metrics::{Compared, Evaluation, GivenClusters, Population, not_compared};

use crate::config::Pairs;
use crate::inspect::{DocumentColumn, FEWEST_DOCUMENTS, document_columns, is_document};

/// One of so many originals has a hypothesis of another text before the question is asked whether they depend on each other.
const SHARED_HYPOTHESES: usize = 20;

/// What a reader must know of all tests: the clusters that are used instead of single originals, and by what many systems
/// are not compared.
pub fn notes_on_tests(evaluation: &Evaluation) -> Vec<String> {
    let left_out = not_compared(evaluation);
    let many = left_out.first().map(|first| {
        let others = match left_out.len() {
            1 => String::new(),
            all => format!(" and {} other measures", all - 1),
        };
        format!(
            "More than {} systems are not compared by `{}`{others}, because the tests resample. To compare them, name measures under \
             `measures:` or under `statistics: {{primary: [...]}}`.",
            Compared::MANY,
            first.key
        )
    });
    note_on_clusters(evaluation).into_iter().chain(many).collect()
}

fn note_on_clusters(evaluation: &Evaluation) -> Option<String> {
    let gold = evaluation.gold(Population::Original, 0);
    let originals = usize::try_from(gold.pairs() + gold.without_gold()).unwrap_or(usize::MAX);
    evaluation.clusters.as_ref().map(|given| clusters_in_words(given, originals))
}

fn clusters_in_words(given: &GivenClusters, originals: usize) -> String {
    let GivenClusters { clusters, largest, .. } = given;
    match given.source {
        ClusterSource::Column(_) => format!(
            "Resampled: {clusters} clusters by {} instead of originals (largest: {largest}).",
            given.by_in_words()
        ),
        ClusterSource::Texts { is_declared: true, .. } => format!(
            "All intervals and tests use {clusters} clusters of original pairs that share a text, as `cluster-by: text` \
             states (original pairs in the largest: {largest})."
        ),
        ClusterSource::Texts { is_declared: false, shared } => {
            found_in_words(given, shared, originals)
        }
    }
}

/// How many originals share texts: `of 150 original pairs 20 share a text with another and 3 have a near copy`.
fn sharing_in_words(shared: SharedTexts, originals: usize) -> String {
    let kinds = [(shared.equal, "share a text with another"), (shared.near, "have a near copy")];
    let kinds = kinds.iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<String> = kinds.map(|(count, what)| format!("{count} {what}")).collect();
    format!("of {originals} original pairs {}", phenom_dataset::listed(&kinds, "and"))
}

/// The clusters that nobody declared, and what to write.
fn found_in_words(given: &GivenClusters, shared: SharedTexts, originals: usize) -> String {
    let GivenClusters { clusters, largest, .. } = given;
    // Nine of ten.
    let before = match 10 * largest >= 9 * originals {
        true => {
            "The data cannot support tests beyond one group of texts, which has nearly all original pairs: "
        }
        false => "",
    };
    let noun = if *clusters == 1 { "cluster" } else { "clusters" };
    format!(
        "{before}phenom found {clusters} {noun}: {}, and the largest cluster has {largest}. All intervals and tests use \
         these clusters. If they are correct, write `dataset: {{cluster-by: text}}`. If a column names the documents, \
         write `columns: {{cluster: COLUMN}}`. If the original pairs are independent nevertheless, write `cluster-by: \
         none`.",
        sharing_in_words(shared, originals)
    )
}

/// Everything else that a user must know or decide: dependence that the clusters do not contain, or may not.
pub(crate) fn notes_on_dependence(dataset: &Dataset) -> Vec<String> {
    let shared = dataset.shared_texts();
    let mut notes = Vec::new();
    if shared.too_many && dataset.cluster_column().is_none() {
        notes.push(format!(
            "phenom compared equal texts alone, not near copies, because there are more than {} different texts. If \
             texts are near copies of each other, name their document: `columns: {{cluster: COLUMN}}`.",
            SharedTexts::MOST_TEXTS
        ));
    }
    match (dataset.cluster_column(), dataset.cluster_by()) {
        (Some(column), _) => notes.extend(across_clusters(dataset, column)),
        (None, Some(ClusterBy::None)) => notes.extend(declared_independent(dataset)),
        (None, Some(ClusterBy::Text)) => {}
        (None, None) => {
            notes.extend(chained(shared));
            notes.extend(dataset.attributes().iter().filter_map(|named| document(dataset, named)));
            notes.extend(hypotheses(dataset));
        }
    }
    notes
}

/// Texts that originals of several declared clusters share.
fn across_clusters(dataset: &Dataset, column: &str) -> Option<String> {
    let across = dataset.sharing_across_clusters();
    (across > 0).then(|| {
        format!(
            "{across} original pairs share a text, or a near copy of one, across the clusters by `{column}`. The declared \
             clusters are used. If these pairs depend on each other, give them one value of `{column}`."
        )
    })
}

/// The question whether texts that are near copies of each other, one after the other, depend on each other.
fn chained(shared: SharedTexts) -> Option<String> {
    (shared.chained > 0).then(|| {
        format!(
            "Do original pairs on near copies of one text depend on each other? Near copies join {} of them to one \
             group, as texts from one template would. phenom therefore does not use them. If the pairs depend on each \
             other, write `dataset: {{cluster-by: text}}`. If they do not, write `cluster-by: none`.",
            shared.chained
        )
    })
}

/// Texts that originals share of which the config states that they are independent.
fn declared_independent(dataset: &Dataset) -> Option<String> {
    let shared = dataset.shared_texts();
    (shared.largest > 1).then(|| {
        format!(
            "`cluster-by: none` states that original pairs are independent, but {}. If these depend on each other, write \
             `cluster-by: text`.",
            sharing_in_words(shared, dataset.originals().len())
        )
    })
}

/// The question whether an attribute names what originals of several clusters come from.
fn document(dataset: &Dataset, attribute: &Factor) -> Option<String> {
    if !is_document(attribute.name()) {
        return None;
    }
    let mut cluster_with: Vec<Option<usize>> = vec![None; attribute.values().count()];
    let (mut values, mut originals, mut joins) = (0, 0, false);
    for original in dataset.originals() {
        let Some(code) = attribute.code(original) else { continue };
        let cluster = dataset.cluster_of(original);
        originals += 1;
        match cluster_with[code as usize] {
            Some(known) => joins |= known != cluster,
            None => {
                values += 1;
                cluster_with[code as usize] = Some(cluster);
            }
        }
    }
    (joins && values >= FEWEST_DOCUMENTS)
        .then(|| DocumentColumn { name: attribute.name().to_owned(), values, originals })
        .map(|column| question(&column))
}

fn question(column: &DocumentColumn) -> String {
    let DocumentColumn { name, values, originals } = column;
    format!(
        "Do original pairs with one `{name}` depend on each other ({values} values on {originals} original pairs)? If \
         they do, add `cluster: {name}` to `dataset: columns:`. If they do not, no action is needed."
    )
}

/// The question whether one hypothesis makes originals of several texts depend on each other.
fn hypotheses(dataset: &Dataset) -> Option<String> {
    let (shared, originals) = (dataset.shared_texts().same_hypothesis, dataset.originals().len());
    (shared > 0 && SHARED_HYPOTHESES * shared >= originals).then(|| {
        format!(
            "Do original pairs with one hypothesis depend on each other ({shared} of {originals} share theirs with a pair on \
             another text)? If they do, add `cluster:` with the column of the hypotheses to `dataset: columns:`. If they do \
             not, no action is needed."
        )
    })
}

/// What `phenom check` warns of: clusters that nobody declared, what the clusters do not contain, and columns that may name
/// documents.
pub fn warnings_of_dependence(dataset: &Dataset, pairs: &Pairs) -> Vec<String> {
    let found = GivenClusters::of(dataset).filter(GivenClusters::are_found);
    let mut warnings: Vec<String> = found
        .map(|given| clusters_in_words(&given, dataset.originals().len()))
        .into_iter()
        .chain(notes_on_dependence(dataset))
        .collect();
    if dataset.cluster_column().is_none() && dataset.cluster_by().is_none() {
        let first = pairs.files.first();
        let columns = first.map(|first| document_columns(&first.file, &first.source));
        warnings.extend(columns.iter().flatten().map(question));
    }
    warnings
}
