//! The words of a text while rules change them: each is of the text or of a part, and removed, put in or moved.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::rule::Applied;
use crate::words::{Word, shared, words};

/// A text that a rule changes, with the node of each of its words.
#[derive(Debug, Clone)]
pub(super) struct Base {
    pub(super) text: String,
    nodes: Vec<usize>,
}

impl Base {
    pub(super) fn of_text(text: &str) -> Self {
        let nodes = (1..=words(text).len()).collect();
        Self { text: text.to_owned(), nodes }
    }
}

/// A word in the text so far.
#[derive(Debug, Clone)]
struct Node {
    id: usize,
    written: String,
    /// Whether white space is before it.
    apart: bool,
    /// Whether a rule says so, whatever was before it in T.
    is_set: bool,
    is_kept: bool,
    /// The part that brings it; nothing if it is of T.
    part: Option<usize>,
    /// The node behind which it was put.
    behind: usize,
}

/// Where a word is put.
#[derive(Debug, Clone, Copy)]
struct Place {
    behind: usize,
    /// Whether it takes the place of a word that is gone, or follows one that does.
    of_gone: bool,
}

/// The words of T with all changes so far. Node 0 is the beginning.
#[derive(Debug, Clone)]
pub(super) struct Changes {
    nodes: Vec<Node>,
    /// Where words are that were moved.
    moved: HashMap<usize, usize>,
}

impl Changes {
    pub(super) fn of(text: &str) -> Self {
        let start = Node {
            id: 0,
            written: String::new(),
            apart: false,
            is_set: false,
            is_kept: true,
            part: None,
            behind: 0,
        };
        let mut nodes = vec![start];
        let mut end = 0;
        for (at, word) in words(text).into_iter().enumerate() {
            nodes.push(Node {
                id: at + 1,
                apart: word.place.start > end,
                is_set: false,
                written: text[word.place.clone()].to_owned(),
                is_kept: true,
                part: None,
                behind: at,
            });
            end = word.place.end;
        }
        Self { nodes, moved: HashMap::new() }
    }

    fn place(&self, id: usize) -> usize {
        self.nodes.iter().position(|node| node.id == id).unwrap_or(0)
    }

    /// The node of a word, wherever it was moved.
    fn now(&self, id: usize) -> usize {
        let mut id = id;
        while let Some(&next) = self.moved.get(&id) {
            id = next;
        }
        id
    }

    /// Makes the changes of a rule; nothing if a word that it replaces is gone. What the rule makes of its own text.
    pub(super) fn make(&mut self, base: &Base, applied: &Applied, part: usize) -> Option<Base> {
        let of_base = words(&base.text);
        let mut result = Vec::new();
        let mut from = 0;
        for (range, instead) in applied.words.iter().zip(&applied.instead) {
            result.extend_from_slice(base.nodes.get(from..range.start)?);
            from = range.end;
            let before = range.start.checked_sub(1).map_or(0, |at| base.nodes[at]);
            let lefts = base.nodes.get(range.clone())?;
            result.extend(self.replace(before, &of_base[range.clone()], lefts, instead, part)?);
        }
        result.extend_from_slice(base.nodes.get(from..)?);
        let is_whole = words(&applied.hypothesis).len() == result.len();
        // Where words grow together, nothing can be changed in the result.
        let nodes = if is_whole { result } else { Vec::new() };
        Some(Base { text: applied.hypothesis.clone(), nodes })
    }

    /// Replaces the words of one place but for those that both sides share; the nodes of the right-hand side.
    fn replace(
        &mut self,
        before: usize,
        left: &[Word],
        lefts: &[usize],
        instead: &str,
        part: usize,
    ) -> Option<Vec<usize>> {
        let right = words(instead);
        let pairs = shared(left, &right);
        let kept = |number: usize| {
            pairs.iter().find(|(_, second)| *second == number).map(|(first, _)| *first)
        };
        let mut free: Vec<usize> =
            (0..left.len()).filter(|at| pairs.iter().all(|(first, _)| first != at)).collect();
        let lefts: Vec<usize> = lefts.iter().map(|&id| self.now(id)).collect();
        let mut nodes = Vec::with_capacity(right.len());
        let mut place = Place { behind: self.now(before), of_gone: false };
        let (mut at, mut end) = (0, 0);
        for (number, word) in right.iter().enumerate() {
            let next = pairs.iter().find(|(_, second)| *second >= number);
            let next = next.map_or(left.len(), |(first, _)| *first);
            for &gone in lefts.get(at..next).unwrap_or_default() {
                place = Place { behind: gone, of_gone: true };
                self.remove(gone)?;
            }
            at = at.max(next);
            // Words that grow together, 3.x and 3.5, stay so.
            let first = |id: &usize| self.nodes[self.place(*id)].apart;
            let apart = match number {
                0 => lefts.first().is_none_or(first),
                _ => word.place.start > end,
            };
            let written = &instead[word.place.clone()];
            end = word.place.end;
            if let Some(first) = kept(number) {
                at = first + 1;
                place = Place { behind: lefts[first], of_gone: false };
                let kept = self.place(place.behind);
                let node = &mut self.nodes[kept];
                // In the capitals that it has now.
                written.clone_into(&mut node.written);
                if number > 0 {
                    (node.apart, node.is_set) = (apart, true);
                }
            } else {
                place = Place { behind: self.insert(place, written, apart, part), of_gone: true };
                // A word that is on both sides, in another order, is moved.
                let from = free.iter().position(|&from| left[from].folded == word.folded);
                if let Some(from) = from {
                    self.moved.insert(lefts[free.remove(from)], place.behind);
                }
            }
            nodes.push(place.behind);
        }
        for &gone in lefts.get(at..).unwrap_or_default() {
            self.remove(gone)?;
        }
        Some(nodes)
    }

    /// Removes a word; nothing if it is gone.
    fn remove(&mut self, id: usize) -> Option<()> {
        let place = self.place(id);
        let node = &mut self.nodes[place];
        std::mem::take(&mut node.is_kept).then_some(())
    }

    /// Puts a word behind a node: at once if it takes the place of the node, else behind all that was put there before.
    fn insert(&mut self, place: Place, written: &str, apart: bool, part: usize) -> usize {
        let id = self.nodes.len();
        let behind = place.behind;
        let mut at = self.place(behind) + 1;
        let mut hanging = HashSet::from([behind]);
        while let Some(node) = self.nodes.get(at).filter(|_| !place.of_gone)
            && node.part.is_some()
            && hanging.contains(&node.behind)
        {
            hanging.insert(node.id);
            at += 1;
        }
        let written = written.to_owned();
        let (is_set, is_kept, part) = (true, true, Some(part));
        self.nodes.insert(at, Node { id, written, apart, is_set, is_kept, part, behind });
        id
    }

    /// The text so far, and where the words of a part are in it.
    pub(super) fn text(&self, part: usize) -> (String, Vec<Range<usize>>) {
        let mut text = String::new();
        let mut places: Vec<Range<usize>> = Vec::new();
        let mut was_of_part = false;
        let mut gap = false;
        for node in self.nodes.iter().skip(1) {
            gap |= node.apart;
            if !node.is_kept {
                continue;
            }
            gap = if node.is_set { node.apart } else { gap };
            if gap && !text.is_empty() && !closes(&node.written) {
                text.push(' ');
            }
            gap = false;
            let start = text.len();
            text.push_str(&node.written);
            let is_of_part = node.part == Some(part);
            match places.last_mut() {
                Some(last) if is_of_part && was_of_part => last.end = text.len(),
                _ if is_of_part => places.push(start..text.len()),
                _ => {}
            }
            was_of_part = is_of_part;
        }
        (text, places)
    }
}

/// Whether a mark stands right behind the word before it.
fn closes(written: &str) -> bool {
    written.chars().all(|letter| ".,;:!?)]”’。，！？".contains(letter))
}
