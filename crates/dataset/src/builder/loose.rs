//! Tags and annotations that came apart from their pairs, and where they belong.

use super::DatasetBuilder;
use super::kept::{Annotation, LooseAnnotations};
use crate::problem::{FirstUse, ProblemKind};
use crate::readers::{Again, Extra};
use crate::unknown_ids::UnknownIds;
use crate::{Judgment, PairRow, Phenomenon};

impl LooseAnnotations {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn push(
        &mut self,
        (file, line): (u32, u64),
        id: &str,
        annotator: u32,
        judgment: Judgment,
    ) {
        let id = self.ids.intern(id).0;
        self.rows.push((file, line, id, annotator, judgment));
    }

    /// Place, id, annotator and judgment of each, as they came.
    pub(super) fn iter(&self) -> impl Iterator<Item = ((u32, u64), &str, u32, Judgment)> {
        let rows = self.rows.iter();
        rows.map(|&(file, line, id, annotator, judgment)| {
            ((file, line), self.ids.string(id), annotator, judgment)
        })
    }
}

impl DatasetBuilder {
    /// Says what a row of the file that is being read means if it is for a pair that the dataset does not
    /// have.
    pub(crate) fn extra(&mut self, extra: Extra) {
        if extra == Extra::Ignore {
            self.loose.ignored.insert(self.file);
        }
    }

    /// Says what a second judgment of a pair by the same annotator means in the file that is being read.
    pub(crate) fn annotated_again(&mut self, again: Again) {
        if again == Again::Same {
            self.loose.again.insert(self.file);
        }
    }

    /// Tags a pair, which may be added later, with a phenomenon.
    pub(crate) fn tag(&mut self, line: u64, id: &str, phenomenon: &Phenomenon) {
        let number = self.number(phenomenon);
        self.loose_tags.push(((self.file, line), id.to_owned(), number));
    }

    /// Notes what an annotator said of a pair, which may be added later.
    pub(crate) fn annotate(&mut self, line: u64, id: &str, annotator: &str, judgment: Judgment) {
        let annotator = self.annotators.intern(annotator.trim()).0;
        self.loose_annotations.push((self.file, line), id.trim(), annotator, judgment);
    }

    /// Makes an original pair, of which nothing else is known, of each that annotators judged.
    pub fn pairs_of_annotations(&mut self) {
        self.loose.of_annotations = true;
    }

    /// Adds these pairs, in the order of the annotations.
    pub(super) fn add_annotated_pairs(&mut self) {
        if !self.loose.of_annotations {
            return;
        }
        let annotations = std::mem::take(&mut self.loose_annotations);
        for ((file, line), id, ..) in annotations.iter() {
            if self.ids.find(id).is_none() {
                self.file = file;
                self.add(&PairRow { id, line, ..PairRow::default() });
            }
        }
        self.loose_annotations = annotations;
    }

    /// Keeps in mind that there is no pair for a row.
    pub(super) fn no_pair(&mut self, (file, line): (u32, u64), id: &str) {
        if self.left_out.pairs.find(id).is_some() {
            *self.loose.left_out.entry(file).or_default() += 1;
        } else if !self.may_be_lost(id) {
            self.loose.unknown.entry(file).or_default().add(line, id);
        }
    }

    /// Tells of the rows without a pair: an error, or a note where they were left out.
    pub(super) fn tell_of_loose(&mut self, what: &'static str) {
        let file = |number: u32| self.files.get(number as usize).map_or("", String::as_str);
        for (number, count) in std::mem::take(&mut self.loose.left_out) {
            let rows =
                if count == 1 { format!("1 {what} is") } else { format!("{count} {what}s are") };
            self.notes.push(format!("{}: {rows} for excluded pairs.", file(number)));
        }
        for (number, unknown) in std::mem::take(&mut self.loose.unknown) {
            let file = file(number);
            if self.loose.ignored.contains(&number) {
                let UnknownIds { count, .. } = unknown;
                let rows = if count == 1 {
                    format!("1 {what} is")
                } else {
                    format!("{count} {what}s are")
                };
                let message =
                    "for no pair of the dataset, and not read, as `extra: ignore` states.";
                self.notes.push(format!("{file}: {rows} {message}"));
                continue;
            }
            let is_known = |id: &str| self.ids.find(id).is_some();
            if let Some((line, kind)) = unknown.problem(what, is_known, self.ids.iter()) {
                self.problems.push(file, Some(line), kind);
            }
        }
    }

    /// Puts tags that came apart from their pairs where they belong.
    pub(super) fn place_loose_tags(&mut self) {
        let loose = std::mem::take(&mut self.loose_tags);
        let mut added: Vec<(u32, u32)> = Vec::new();
        for (place, id, tag) in loose {
            match self.ids.find(&id) {
                Some(arrival) => added.push((arrival, tag)),
                None => self.no_pair(place, &id),
            }
        }
        self.tell_of_loose("tag");
        if added.is_empty() {
            return;
        }
        added.sort_by_key(|(arrival, _)| *arrival);
        let mut added = added.into_iter().peekable();
        self.retag(|arrival, tags, add| {
            tags.iter().for_each(|tag| add(*tag));
            while let Some((_, tag)) = added.next_if(|(at, _)| *at == arrival) {
                add(tag);
            }
        });
    }

    /// Puts annotations that came apart from their pairs where they belong, and finds those that
    /// one annotator gave twice.
    pub(super) fn place_annotations(&mut self) {
        let loose = std::mem::take(&mut self.loose_annotations);
        let of_pairs = std::mem::take(&mut self.annotations);
        let mut all: Vec<Annotation> = Vec::with_capacity(of_pairs.len() + loose.len());
        all.extend(of_pairs.into_iter().map(|(arrival, annotator, judgment)| {
            let place = self.places.get(arrival as usize).copied().unwrap_or_default();
            Annotation { arrival, annotator, judgment, place }
        }));
        for (place, id, annotator, judgment) in loose.iter() {
            match self.ids.find(id) {
                Some(arrival) => all.push(Annotation { arrival, annotator, judgment, place }),
                None => self.no_pair(place, id),
            }
        }
        self.tell_of_loose("annotation");
        // Stable, so that of two by one annotator the one that was read first stands first.
        all.sort_by_key(|annotation| (annotation.arrival, annotation.annotator));
        all.dedup_by(|second, first| {
            self.loose.again.contains(&second.place.0)
                && (first.arrival, first.annotator, first.judgment)
                    == (second.arrival, second.annotator, second.judgment)
        });
        let file = |number: u32| self.files.get(number as usize).map_or("", String::as_str);
        for both in all.windows(2) {
            let [first, second] = both else { continue };
            if (first.arrival, first.annotator) != (second.arrival, second.annotator) {
                continue;
            }
            let elsewhere = first.place.0 != second.place.0;
            let kind = ProblemKind::SecondAnnotation {
                id: self.ids.string(first.arrival).to_owned(),
                annotator: self.annotators.string(first.annotator).to_owned(),
                first: FirstUse {
                    file: elsewhere.then(|| file(first.place.0).to_owned()),
                    line: first.place.1,
                },
            };
            self.problems.push(file(second.place.0), Some(second.place.1), kind);
        }
        let kept = all
            .into_iter()
            .map(|annotation| (annotation.arrival, annotation.annotator, annotation.judgment));
        self.annotations = kept.collect();
    }
}
