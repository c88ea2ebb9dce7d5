//! Trees whose nodes stand in an order, as Zhang & Shasha number them.

use std::ops::RangeInclusive;

/// The nodes of an ordered tree, or of several side by side, from the leaves up and from the left to the right
/// (postorder).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderedTree {
    /// The number of the node at each place.
    pub(super) nodes: Vec<usize>,
    /// For each place that of the leftmost leaf below it, or its own.
    pub(super) leftmost: Vec<usize>,
}

impl OrderedTree {
    /// Orders nodes by their parents; siblings, and roots, stand in the order of their numbers. Nothing where parents
    /// stand in a circle, or one is no node.
    #[must_use]
    pub fn new(parents: &[Option<usize>]) -> Option<Self> {
        let mut children = vec![Vec::new(); parents.len()];
        let mut roots = Vec::new();
        for (node, parent) in parents.iter().enumerate() {
            match parent {
                Some(parent) => children.get_mut(*parent)?.push(node),
                None => roots.push(node),
            }
        }
        let mut tree = Self { nodes: Vec::new(), leftmost: Vec::new() };
        // A node is seen before its children and again after them; then the first place that they took is its leftmost.
        let mut waiting: Vec<(usize, Option<usize>)> =
            roots.into_iter().rev().map(|root| (root, None)).collect();
        while let Some((node, first_place)) = waiting.pop() {
            if let Some(first_place) = first_place {
                tree.nodes.push(node);
                tree.leftmost.push(first_place);
            } else {
                waiting.push((node, Some(tree.nodes.len())));
                waiting.extend(children[node].iter().rev().map(|child| (*child, None)));
            }
        }
        (tree.nodes.len() == parents.len()).then_some(tree)
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The places that are compared at once: for each leftmost leaf those to the highest node above it (the key
    /// roots), by their ends; the last holds all nodes, even of several trees.
    pub(super) fn spans(&self) -> Vec<RangeInclusive<usize>> {
        let mut last_of = vec![None; self.len()];
        for (place, &leaf) in self.leftmost.iter().enumerate() {
            last_of[leaf] = Some(place);
        }
        if let Some(all) = last_of.first_mut() {
            *all = Some(self.len() - 1);
        }
        let spans = last_of.iter().enumerate();
        let mut spans: Vec<_> =
            spans.filter_map(|(leaf, last)| last.map(|last| leaf..=last)).collect();
        // Of those with one end the shorter is a part of the longer.
        spans.sort_by_key(|span| (*span.end(), std::cmp::Reverse(*span.start())));
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_after_what_is_below_them() {
        // f(d(a c(b)) e), the first tree of Zhang & Shasha 1989, its letters numbered by the alphabet: leftmost leaves
        // 1 2 2 1 5 1 and key roots 3, 5 and 6 there, from 1.
        let parents = [Some(3), Some(2), Some(3), Some(5), Some(5), None];
        let tree = OrderedTree::new(&parents).unwrap();
        assert_eq!(tree.nodes, [0, 1, 2, 3, 4, 5]);
        assert_eq!(tree.leftmost, [0, 1, 1, 0, 4, 0]);
        assert_eq!(tree.spans(), [1..=2, 4..=4, 0..=5]);
    }

    #[test]
    fn several_roots_stand_side_by_side() {
        let tree = OrderedTree::new(&[None, None, Some(1)]).unwrap();
        assert_eq!(tree.nodes, [0, 2, 1]);
        assert_eq!(tree.spans(), [1..=2, 0..=2]);
    }

    #[test]
    fn a_circle_is_no_tree() {
        assert_eq!(OrderedTree::new(&[Some(1), Some(0)]), None);
        assert_eq!(OrderedTree::new(&[None, Some(1)]), None);
        assert_eq!(OrderedTree::new(&[Some(7)]), None);
        assert!(OrderedTree::new(&[]).unwrap().spans().is_empty());
    }

    #[test]
    fn depth_takes_no_stack() {
        let deep: Vec<_> = (0..500_000_usize).map(|node| node.checked_sub(1)).collect();
        let tree = OrderedTree::new(&deep).unwrap();
        assert_eq!(tree.nodes.first(), Some(&499_999));
        assert_eq!(tree.spans().len(), 1);
    }
}
