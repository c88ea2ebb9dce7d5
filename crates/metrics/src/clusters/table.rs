//! Cluster tables: original pairs that belong together with all their monothematic pairs, pooled with those
//! that were answered alike. It is what resampling needs to know of a dataset, whatever its size.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::Range;

use arcstr::ArcStr;
use hashbrown::{DefaultHashBuilder, HashMap};
use phenom_dataset::{Answer, Dataset, Judgment, Run};

use super::answered::{AnsweredOriginal, parse_signature, push_pair, signature, together};
use super::pass::Pass;
use super::signature_pool::{SignaturePool, Signatures};
use crate::counts::{Counted, Layout, MOST_PAIRS, Slice, SliceKind, SlicePlan, gold_for};
use crate::statistics::threads::{side_by_side, with_scratch};

/// How many clusters were answered alike in a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClusterRow<'t> {
    /// The kind of the slice.
    pub slice_kind: &'t str,
    /// The slice's name; empty for all pairs.
    pub slice: &'t str,
    /// How the cluster was answered. A pair is its gold judgment, `>`, and the answers of all systems in the
    /// byte order of their names, with `|` between them (`c>e|c`); several runs of a system stand one after
    /// the other (`c>ee|c`). The letters are the first ones of the judgments (e, u, c, n), `-` for no gold,
    /// `a` for abstained, `m` for missing. Where gold is a set and systems agree with different judgments
    /// of it, each run has its own (`ec>e|c`). An original is its pair (nothing where it is not in the
    /// slice), `+` where it counts there as decomposed, `;`, its monothematic pairs in the slice with
    /// their numbers, sorted (`c>e|c*1,e>e|e*2`), `;`, and its other monothematic pairs in the same way.
    /// The originals of a cluster have `&` between them, sorted.
    pub signature: &'t str,
    /// The number of clusters.
    pub clusters: u64,
}

/// The clusters of all slices.
#[derive(Debug, Clone)]
pub struct ClusterTable {
    /// The slices, by kind and name.
    slices: Vec<(String, ArcStr, Signatures)>,
}

impl ClusterTable {
    /// Pools the clusters of all slices by how the runs of systems answered them.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        mut systems: Vec<Vec<&Run>>,
        threads: NonZeroUsize,
    ) -> Self {
        systems.sort_by(|one, other| one[0].system().cmp(other[0].system()));
        let layout = Layout::of_pairs(phenom_dataset::Task::ThreeWay);
        let pass = Pass { dataset, plan, systems: &systems, layout, common: false, rule: None };
        // What is alike is written once.
        let kinds = pass.kinds();
        let share = kinds.len().div_ceil(threads.get()).max(1);
        let shares: Vec<&[(usize, u64)]> = kinds.chunks(share).collect();
        let hasher = DefaultHashBuilder::default();
        let of_shares = side_by_side(&shares, threads, |kinds| signatures(&pass, kinds, &hasher));
        let mut of_shares: Vec<_> = of_shares.into_iter().map(Vec::into_iter).collect();
        let of_slices = plan.slices().iter().map(|slice| {
            let pools: Vec<SignaturePool<'_>> =
                of_shares.iter_mut().flat_map(Iterator::next).collect();
            (slice, pools)
        });
        let slices = with_scratch(
            of_slices.collect(),
            threads,
            || (),
            |(), (Slice { kind, name }, pools): (&Slice, Vec<SignaturePool<'_>>)| {
                let all = pools.into_iter().reduce(SignaturePool::plus);
                let sorted = all.map(SignaturePool::sorted).unwrap_or_default();
                (kind.to_string(), name.clone(), sorted)
            },
        );
        Self { slices }
    }

    /// The rows, in the order of the slices, then by signature.
    pub fn rows(&self) -> impl Iterator<Item = ClusterRow<'_>> + Clone {
        self.slices.iter().flat_map(|(kind, name, signatures)| {
            signatures.iter().map(|(signature, clusters)| ClusterRow {
                slice_kind: kind,
                slice: name,
                signature,
                clusters,
            })
        })
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slices.iter().map(|(.., signatures)| signatures.len()).sum()
    }

    /// Whether there is no row: the dataset has no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// For each slice the signatures of some kinds of clusters.
fn signatures<'h>(
    pass: &Pass<'_>,
    kinds: &[(usize, u64)],
    hasher: &'h DefaultHashBuilder,
) -> Vec<SignaturePool<'h>> {
    let mut pooled = vec![SignaturePool::new(hasher); pass.plan.slices().len()];
    let mut writing = Writing::default();
    for &(cluster, clusters) in kinds {
        let mut add = |slice: usize, signature: &str| pooled[slice].add(signature, clusters);
        let originals: Vec<usize> = pass.dataset.originals_of(cluster).collect();
        if let [original] = originals[..] {
            writing.in_each_slice(pass, original, add);
            continue;
        }
        let mut touched: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for original in originals {
            writing.in_each_slice(pass, original, |slice, text| {
                touched.entry(slice).or_default().push(text.to_owned());
            });
        }
        for (slice, originals) in touched {
            add(slice, &together(originals));
        }
    }
    pooled
}

/// Room for what is written of an original, which is used again for the next one.
#[derive(Default)]
struct Writing {
    /// Gold and answer of each run for a pair.
    runs: Vec<(Option<Judgment>, Answer)>,
    /// The monothematic pairs one after the other, and where each stands with its row.
    texts: String,
    parts: Vec<(Range<usize>, usize)>,
    whole: String,
    slices: Vec<(usize, Place)>,
    /// The original as a slice has it.
    here: String,
}

impl Writing {
    /// Visits each slice that an original or one of its monothematic pairs belongs to, with the original as a signature of the
    /// slice has it.
    fn in_each_slice(
        &mut self,
        pass: &Pass<'_>,
        original: usize,
        mut visit: impl FnMut(usize, &str),
    ) {
        self.read(pass, original);
        let Self { texts, parts, whole, slices, here, .. } = self;
        for places in slices.chunk_by(|(one, _), (next, _)| one == next) {
            let has = |place: Place| places.iter().any(|(_, of)| *of == place);
            here.clear();
            if has(Place::Whole) {
                here.push_str(whole);
                here.push_str(if has(Place::Decomposed) { "+" } else { "" });
            }
            for is_inside in [true, false] {
                here.push(';');
                let wanted =
                    parts.iter().enumerate().filter(|(at, _)| has(Place::Part(*at)) == is_inside);
                let mut wanted = wanted.map(|(_, (text, _))| &texts[text.clone()]).peekable();
                while let Some(text) = wanted.next() {
                    let alike = 1 + std::iter::from_fn(|| wanted.next_if_eq(&text)).count();
                    let comma = if wanted.peek().is_some() { "," } else { "" };
                    here.push_str(text);
                    here.push('*');
                    here.push_str(itoa::Buffer::new().format(alike));
                    here.push_str(comma);
                }
            }
            visit(places[0].0, here);
        }
    }

    /// Reads an original: its pairs as they are written, and its slices.
    fn read(&mut self, pass: &Pass<'_>, original: usize) {
        let Self { runs, texts, parts, whole, slices, .. } = self;
        let Pass { dataset, plan, systems, .. } = *pass;
        let mut push = |text: &mut String, row: usize| {
            runs.clear();
            runs.extend(systems.iter().flatten().map(|run| {
                let answer: Answer = run.answer(row);
                (gold_for(dataset, row, answer), answer)
            }));
            push_pair(text, runs, systems.iter().map(Vec::len));
        };
        whole.clear();
        push(whole, original);
        texts.clear();
        parts.clear();
        for row in dataset.monothematic_of(original) {
            let start = texts.len();
            push(texts, row);
            parts.push((start..texts.len(), row));
        }
        // By their texts, which are those of every slice.
        parts.sort_unstable_by_key(|(text, _)| &texts[text.clone()]);
        slices.clear();
        slices
            .extend(plan.slices_of(original, Counted::Original).map(|slice| (slice, Place::Whole)));
        let decomposed = plan.slices_of(original, Counted::Decomposed);
        slices.extend(decomposed.map(|slice| (slice, Place::Decomposed)));
        for (at, (_, row)) in parts.iter().enumerate() {
            let of_part = plan.slices_of(*row, Counted::Monothematic);
            slices.extend(of_part.map(|slice| (slice, Place::Part(at))));
        }
        slices.sort_unstable();
    }
}

/// What an original is to a slice, or one of its monothematic pairs by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Whole,
    Decomposed,
    Part(usize),
}

/// How many pairs the systems of a cluster table answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredPairs {
    /// All pairs.
    pub pairs: u64,
    /// Those that every run of every system answers.
    pub common: u64,
    /// Those that all runs of a system answer, in the byte order of the systems' names.
    pub by_system: Vec<u64>,
}

/// Clusters that look the same, and how many of them there are.
pub(super) type PooledAnswers = Vec<(Vec<AnsweredOriginal>, u64)>;

/// Clusters by their signature, as it would be written here, with how many there are.
type BySignature = BTreeMap<String, (Vec<AnsweredOriginal>, u64)>;

/// Adds up the rows of cluster tables.
#[derive(Debug, Default)]
pub struct ClusterAdder {
    /// How many runs each system has; nothing before the first row.
    shape: Option<Vec<usize>>,
    /// For each slice, by kind and name.
    slices: BTreeMap<(String, String), BySignature>,
}

impl ClusterAdder {
    /// Adds a row.
    ///
    /// # Errors
    /// The name of the column that holds what none of its words can be, or in which the row does not agree
    /// with those before: `signature` where it has the answers of other systems or runs, `clusters` where
    /// they are too many together.
    pub fn add(&mut self, row: &ClusterRow<'_>) -> Result<(), &'static str> {
        let kind = SliceKind::parse(row.slice_kind).filter(SliceKind::is_counted);
        kind.ok_or("slice_kind")?;
        let originals = parse_signature(row.signature).ok_or("signature")?;
        let pair = originals.iter().flat_map(AnsweredOriginal::pairs).next();
        let of_row = pair.map(|(pair, _)| pair.shape()).ok_or("signature")?;
        if *self.shape.get_or_insert_with(|| of_row.clone()) != of_row {
            return Err("signature");
        }
        let of_slice =
            self.slices.entry((row.slice_kind.to_owned(), row.slice.to_owned())).or_default();
        // The same in whatever order its parts were written.
        let text = signature(&originals);
        let (_, sum) = of_slice.entry(text).or_insert((originals, 0));
        let more = sum.checked_add(row.clusters).filter(|sum| *sum <= MOST_PAIRS);
        *sum = more.ok_or("clusters")?;
        Ok(())
    }

    /// How many runs each system has, in the byte order of their names.
    pub(crate) fn shape(&self) -> &[usize] {
        self.shape.as_deref().unwrap_or_default()
    }

    /// How many clusters there are.
    #[must_use]
    pub fn clusters(&self) -> u64 {
        self.all().map(|(_, clusters)| clusters).sum()
    }

    /// The clusters of all pairs.
    fn all(&self) -> impl Iterator<Item = &(Vec<AnsweredOriginal>, u64)> {
        let all = self.slices.get(&(SliceKind::All.to_string(), String::new()));
        all.into_iter().flat_map(BTreeMap::values)
    }

    /// How many pairs the systems answer.
    #[must_use]
    pub fn answered(&self) -> AnsweredPairs {
        let mut sums =
            AnsweredPairs { pairs: 0, common: 0, by_system: vec![0; self.shape().len()] };
        for (originals, clusters) in self.all() {
            for (pair, number) in originals.iter().flat_map(AnsweredOriginal::pairs) {
                let pairs = clusters.saturating_mul(number.into());
                sums.pairs = sums.pairs.saturating_add(pairs);
                if pair.is_common() {
                    sums.common = sums.common.saturating_add(pairs);
                }
                for (sum, runs) in sums.by_system.iter_mut().zip(&pair.systems) {
                    if runs.iter().all(|(_, answer)| *answer != Answer::Missing) {
                        *sum = sum.saturating_add(pairs);
                    }
                }
            }
        }
        sums
    }

    /// The clusters of each of some slices, with those of slices that are none of them.
    pub(super) fn of_slices(&self, slices: &[Slice]) -> (Vec<PooledAnswers>, Vec<String>) {
        let mut unknown = Vec::new();
        let mut found: Vec<PooledAnswers> = vec![Vec::new(); slices.len()];
        let numbers: HashMap<(String, &str), usize> = slices
            .iter()
            .enumerate()
            .map(|(number, slice)| ((slice.kind.to_string(), slice.name.as_str()), number))
            .collect();
        for ((kind, name), pooled) in &self.slices {
            let Some(number) = numbers.get(&(kind.clone(), name.as_str())) else {
                unknown.push(format!("{kind} `{name}`"));
                continue;
            };
            let clusters = pooled.values().filter(|(_, clusters)| *clusters > 0);
            found[*number] = clusters.cloned().collect();
        }
        (found, unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Pair, dataset};

    #[test]
    fn clusters_that_were_answered_alike_are_pooled() {
        let dataset = dataset(&[
            Pair::original("a"),
            Pair::of("a.1", "a").tags(&["x:y"]),
            Pair::of("a.2", "a").tags(&["x:y"]).gold(Judgment::Contradiction),
            Pair::of("a.3", "a"),
            Pair::original("b"),
            Pair::of("b.1", "b").tags(&["x:y"]).gold(Judgment::Contradiction),
            Pair::of("b.2", "b"),
            Pair::of("b.3", "b").tags(&["x:y"]),
            Pair::original("c"),
            Pair::original("d").tags(&["x:z"]),
            Pair::of("d.1", "d"),
        ]);
        let run = |name: &str, answer| Run::from_answers(name, [Answer::Judged(answer); 11]);
        let (yes, no) = (run("yes", Judgment::Entailment), run("no", Judgment::Unknown));
        let plan = SlicePlan::new(&dataset, NonZeroUsize::MIN);
        let systems = vec![vec![&yes, &yes], vec![&no]];
        let on = |threads| ClusterTable::new(&dataset, &plan, systems.clone(), threads);
        let rows = on(NonZeroUsize::MIN);
        let three = NonZeroUsize::new(3).unwrap();
        assert!(on(three).rows().eq(rows.rows()));
        let shown: Vec<String> = rows
            .rows()
            .map(|row| {
                format!("{} {} {} {}", row.slice_kind, row.slice, row.signature, row.clusters)
            })
            .collect();
        assert_eq!(
            shown,
            [
                "all  e>u|ee+;c>u|ee*1,e>u|ee*2; 2",
                "all  e>u|ee+;e>u|ee*1; 1",
                "all  e>u|ee;; 1",
                "category x e>u|ee+;c>u|ee*1,e>u|ee*1;e>u|ee*1 2",
                "category x e>u|ee;;e>u|ee*1 1",
                "phenomenon x:y e>u|ee+;c>u|ee*1,e>u|ee*1;e>u|ee*1 2",
                "phenomenon x:z e>u|ee;;e>u|ee*1 1",
            ]
        );
    }

    #[test]
    fn the_originals_of_a_cluster_stand_beside_each_other_in_any_order() {
        let negative = |pair: Pair| pair.gold(Judgment::Contradiction);
        let dataset = dataset(&[
            Pair::original("a").cluster("x"),
            Pair::original("b").cluster("y"),
            negative(Pair::original("c")).cluster("x"),
            Pair::of("c.1", "c"),
            negative(Pair::original("d")).cluster("y"),
            Pair::of("d.1", "d"),
            Pair::original("e"),
        ]);
        let yes = Run::from_answers("yes", [Answer::Judged(Judgment::Entailment); 7]);
        let plan = SlicePlan::new(&dataset, NonZeroUsize::MIN);
        let rows = ClusterTable::new(&dataset, &plan, vec![vec![&yes]], NonZeroUsize::MIN);
        let shown: Vec<(&str, u64)> =
            rows.rows().map(|row| (row.signature, row.clusters)).collect();
        assert_eq!(shown, [("c>e+;e>e*1;&e>e;;", 2), ("e>e;;", 1)]);
    }

    #[test]
    fn rows_that_do_not_fit_are_told() {
        let row = |slice_kind, signature, clusters| {
            let slice = "";
            ClusterRow { slice_kind, slice, signature, clusters }
        };
        let mut adder = ClusterAdder::default();
        assert_eq!(adder.add(&row("all", "e>e|u;;", 3)), Ok(()));
        assert_eq!(adder.add(&row("judgment", "e>e|u;;", 3)), Err("slice_kind"));
        assert_eq!(adder.add(&row("all", "e>e|u", 3)), Err("signature"));
        assert_eq!(adder.add(&row("all", "e>eu;;", 3)), Err("signature"));
        assert_eq!(adder.add(&row("all", "e>e|u;;", MOST_PAIRS)), Err("clusters"));
    }
}
