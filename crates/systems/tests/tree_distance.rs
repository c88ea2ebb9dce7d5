//! Distances of trees, held to those of another implementation.

#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "tests")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use phenom_systems::edit_distance::{
    Edit, EditCosts, OrderedTree, total_cost, tree_distance, tree_script,
};

struct Tree {
    labels: Vec<u8>,
    parents: Vec<Option<usize>>,
}

impl Tree {
    /// `labels parents`: a letter a node, and the parent of each node but the first.
    fn read(written: &str) -> Self {
        let (labels, parents) = written.split_once(' ').unwrap();
        let parents = parents.split(',').filter(|parent| !parent.is_empty());
        let parents = parents.map(|parent| Some(parent.parse().unwrap()));
        Self { labels: labels.into(), parents: std::iter::once(None).chain(parents).collect() }
    }

    fn ordered(&self) -> OrderedTree {
        OrderedTree::new(&self.parents).unwrap()
    }
}

/// Costs between the labels of two trees.
struct Costs<'a> {
    text: &'a Tree,
    hypothesis: &'a Tree,
    weighted: bool,
}

impl EditCosts for Costs<'_> {
    fn delete(&self, text: usize) -> f64 {
        if self.weighted { f64::from(self.text.labels[text] - b'a' + 2) } else { 1.0 }
    }
    fn insert(&self, hypothesis: usize) -> f64 {
        if self.weighted { f64::from(self.hypothesis.labels[hypothesis] - b'a' + 1) } else { 1.0 }
    }
    fn substitute(&self, text: usize, hypothesis: usize) -> f64 {
        match self.text.labels[text].abs_diff(self.hypothesis.labels[hypothesis]) {
            0 => 0.0,
            difference if self.weighted => f64::from(difference + 2),
            _ => 1.0,
        }
    }
}

// tests/data/tree-distances.tsv holds 1,000 pairs of random trees of 1 to 24 nodes: text, hypothesis, and their
// distances in the Python package zss 1.2.0, with unit costs and with weights W = {a: 1, ..., e: 5}:
//
//   random.seed(20090704)
//   shape = random.random()                       # for each tree of n = random.randint(1, 24) nodes
//   parents = [None] + [i - 1 if random.random() < shape else random.randrange(i) for i in range(1, n)]
//   labels = [random.choice("abcde") for _ in range(n)]
//   zss.simple_distance(A, B, label_dist=lambda x, y: 0 if x == y else 1)
//   zss.distance(A, B, zss.Node.get_children, insert_cost=lambda n: W[n.label],
//                remove_cost=lambda n: W[n.label] + 1,
//                update_cost=lambda x, y: 0 if x.label == y.label else abs(W[x.label] - W[y.label]) + 2)
#[test]
fn a_thousand_random_trees_have_the_distances_of_zss() {
    let rows = include_str!("data/tree-distances.tsv").lines().enumerate();
    let mut seen = 0;
    for (number, row) in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [text, hypothesis, unit, weighted] = cells[..] else { panic!("four cells") };
        let (text, hypothesis) = (Tree::read(text), Tree::read(hypothesis));
        for (weighted, expected) in [(false, unit), (true, weighted)] {
            let costs = Costs { text: &text, hypothesis: &hypothesis, weighted };
            let (ordered, other) = (text.ordered(), hypothesis.ordered());
            let expected: f64 = expected.parse().unwrap();
            let row = number + 1;
            assert_eq!(tree_distance(&ordered, &other, &costs), Ok(expected), "row {row}");
            let (distance, edits) = tree_script(&ordered, &other, &costs).unwrap();
            assert_eq!(
                (distance, total_cost(&edits, &costs, &[])),
                (expected, expected),
                "row {row}"
            );
            assert_is_a_mapping(&edits, &text, &hypothesis);
        }
        seen += 1;
    }
    assert_eq!(seen, 1000);
}

/// Every node is edited once, and those that are replaced stand above and before one another on both sides alike.
fn assert_is_a_mapping(edits: &[Edit], text: &Tree, hypothesis: &Tree) {
    let mut sides = [vec![false; text.labels.len()], vec![false; hypothesis.labels.len()]];
    let mut replaced = Vec::new();
    for edit in edits {
        let nodes = match *edit {
            Edit::Delete(node) => [Some(node), None],
            Edit::Insert(node) => [None, Some(node)],
            Edit::Substitute(node, into) => {
                replaced.push((node, into));
                [Some(node), Some(into)]
            }
            Edit::Rewrite(_) => panic!("nothing is rewritten"),
        };
        for (side, node) in sides.iter_mut().zip(nodes) {
            let Some(node) = node else { continue };
            assert!(!std::mem::replace(&mut side[node], true), "a node is edited twice");
        }
    }
    assert!(sides.iter().flatten().all(|edited| *edited), "a node is not edited");
    let above = |tree: &Tree, upper: usize, lower: usize| {
        let mut node = Some(lower);
        while let Some(at) = node {
            if at == upper {
                return true;
            }
            node = tree.parents[at];
        }
        false
    };
    for (index, (node, into)) in replaced.iter().enumerate() {
        for (later, other) in &replaced[index + 1..] {
            assert!(node != later && into != other);
            assert_eq!(above(text, *later, *node), above(hypothesis, *other, *into));
            assert!(!above(text, *node, *later) && !above(hypothesis, *into, *other));
        }
    }
}

/// A tree of one branch, from the top down.
fn chain(nodes: usize) -> Tree {
    Tree {
        labels: vec![b'a'; nodes],
        parents: (0..nodes).map(|node| node.checked_sub(1)).collect(),
    }
}

#[test]
fn trees_5000_deep_are_compared() {
    let (text, hypothesis) = (chain(5000), chain(4990));
    let costs = Costs { text: &text, hypothesis: &hypothesis, weighted: false };
    assert_eq!(tree_distance(&text.ordered(), &hypothesis.ordered(), &costs), Ok(10.0));
    let (distance, edits) = tree_script(&text.ordered(), &hypothesis.ordered(), &costs).unwrap();
    assert_eq!((distance, edits.len()), (10.0, 5000));
}

#[test]
fn no_nodes_are_all_inserted_or_deleted() {
    let (none, some) = (Tree { labels: vec![], parents: vec![] }, chain(3));
    let costs = Costs { text: &none, hypothesis: &some, weighted: true };
    assert_eq!(tree_script(&none.ordered(), &some.ordered(), &costs).unwrap().0, 3.0);
    let costs = Costs { text: &some, hypothesis: &none, weighted: true };
    let (distance, edits) = tree_script(&some.ordered(), &none.ordered(), &costs).unwrap();
    assert_eq!((distance, edits.len()), (6.0, 3));
    let costs = Costs { text: &none, hypothesis: &none, weighted: true };
    assert_eq!(tree_script(&none.ordered(), &none.ordered(), &costs), Ok((0.0, vec![])));
}

#[test]
fn several_trees_side_by_side_are_one_forest() {
    // a(b) c against a(b): what is missing is inserted, and nothing else.
    let one = Tree { labels: b"ab".into(), parents: vec![None, Some(0)] };
    let two = Tree { labels: b"abc".into(), parents: vec![None, Some(0), None] };
    let costs = Costs { text: &one, hypothesis: &two, weighted: false };
    let (distance, edits) = tree_script(&one.ordered(), &two.ordered(), &costs).unwrap();
    assert_eq!(distance, 1.0);
    assert_eq!(edits, [Edit::Substitute(1, 1), Edit::Substitute(0, 0), Edit::Insert(2)]);
}

#[test]
fn trees_that_would_take_hours_are_refused() {
    // Two combs: every other node hangs on the spine's right, so that half of the nodes are key roots.
    let comb = |nodes: usize| Tree {
        labels: vec![b'a'; nodes],
        parents: (0..nodes)
            .map(|node| match node {
                0 => None,
                node if node % 2 == 1 => Some(node - 1),
                node => Some(node - 2),
            })
            .collect(),
    };
    let (text, hypothesis) = (comb(2000), comb(2000));
    let costs = Costs { text: &text, hypothesis: &hypothesis, weighted: false };
    let refused = tree_distance(&text.ordered(), &hypothesis.ordered(), &costs).unwrap_err();
    let message = "the trees of 2000 and 2000 nodes are too large to compare";
    assert_eq!(refused.to_string(), message);
    let (text, hypothesis) = (chain(6000), chain(6000));
    let costs = Costs { text: &text, hypothesis: &hypothesis, weighted: false };
    assert!(tree_distance(&text.ordered(), &hypothesis.ordered(), &costs).is_err());
}
