//! The originals that monothematic pairs name.

use super::DatasetBuilder;
use crate::problem::ProblemKind;
use crate::problems::Problems;
use crate::wording::nearest;

impl DatasetBuilder {
    /// For each pair the arrival of its original; finds dangling and nested origins.
    pub(super) fn resolve_origins(&mut self) -> Vec<Option<u32>> {
        let arrival_of: Vec<Option<u32>> = self.ids.find_all(self.origin_ids.iter());
        let mut resolved = Vec::with_capacity(self.origins.len());
        for arrival in 0..self.origins.len() {
            let origin = self.origins[arrival];
            let parent = origin.and_then(|origin| arrival_of[origin as usize]);
            resolved.push(parent);
            let Some(origin) = origin else { continue };
            let kind = match parent {
                None if self.may_be_lost(self.origin_ids.string(origin)) => continue,
                None => self.dangling(origin),
                Some(parent) => match self.origins[parent as usize] {
                    None => continue,
                    Some(root) => ProblemKind::NestedOrigin {
                        id: self.ids.string(arrival as u32).to_owned(),
                        origin: self.ids.string(parent).to_owned(),
                        root: self.origin_ids.string(root).to_owned(),
                    },
                },
            };
            let (file, line) = self.places[arrival];
            let file = self.files.get(file as usize).map_or("", String::as_str);
            self.problems.push(file, Some(line), kind);
        }
        resolved
    }

    fn dangling(&self, origin: u32) -> ProblemKind {
        let name = self.origin_ids.string(origin);
        let nearest = self.nearest_id(name, |pair| self.origins[pair as usize].is_none());
        ProblemKind::DanglingOrigin { origin: name.to_owned(), nearest }
    }

    /// The id most like one that is not there, of pairs that fit. It is worth a look at some pairs, and
    /// only while the message will be read.
    pub(super) fn nearest_id(&self, id: &str, fits: impl Fn(u32) -> bool) -> Option<String> {
        let read = self.problems.kept().len() < Problems::KEPT;
        let pairs = (0..self.ids.len() as u32).filter(|pair| fits(*pair));
        let pairs = pairs.take(if read { 10_000 } else { 0 });
        nearest(id, pairs.map(|pair| self.ids.string(pair)))
    }
}
