//! One original, with what a system made of it stage by stage.

use phenom_dataset::{
    Aggregation, Answer, Composed, CompositionRule, Dataset, Judgment, KnownFrom, OwnPart,
    OwnParts, PartFacts, Run, Task,
};

use super::stage::{Order, Stage, Stages};
use crate::counts::gold_for;

/// A system that decomposes for itself, with what its originals are held against.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pipeline<'d> {
    /// The originals, with the reference parts.
    pub(crate) dataset: &'d Dataset,
    pub(crate) own: &'d OwnParts,
    /// The predictions for originals: direct ones, or those that the system composed in its own way.
    pub(crate) predictions: Option<&'d Run>,
    /// The rule of the config, in the place of one that is not known.
    pub(crate) rule: CompositionRule,
    pub(crate) task: Task,
}

/// What is counted of an original. Numbers of parts are those of the original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Traced {
    pub(crate) parts: u32,
    /// Parts without a verdict.
    pub(crate) failed: u32,
    /// Parts with a gold label, and those of them whose verdict is right.
    pub(crate) judged: u32,
    pub(crate) right: u32,
    /// Parts of which it is known whether they are faithful, and those that are not.
    pub(crate) faithful_known: u32,
    pub(crate) unfaithful: u32,
    /// Parts of which it is known what they cover, those that cover nothing, and what the others cover together.
    pub(crate) cover_known: u32,
    pub(crate) nothing: u32,
    pub(crate) spread: u32,
    pub(crate) repeated: u32,
    /// Reference parts, if it is known which are covered; those that are, and those that a part with a right verdict covers.
    pub(crate) references: u32,
    pub(crate) covered: u32,
    pub(crate) checked: u32,
    /// Whether the direct prediction is right; `None` if there is none.
    pub(crate) direct: Option<bool>,
    /// Whether the composed verdict is right.
    pub(crate) composed: bool,
    /// Whether it is right and does not depend on a reference part that no part covers.
    pub(crate) complete: Option<bool>,
    /// Whether it is right and would be wrong with gold labels for the system's parts.
    pub(crate) by_chance: Option<bool>,
    /// At which stage the original became wrong, in either order; none of them if it is right.
    pub(crate) stages: [Stages; 2],
}

/// Whether a replaced original is right; `None` if that cannot be told.
type State = Option<bool>;

impl Pipeline<'_> {
    /// The rule that is applied to verdicts.
    pub(crate) fn rule(&self) -> CompositionRule {
        match self.own.aggregation {
            Aggregation::Rule(rule) => rule,
            Aggregation::Own => self.rule,
        }
    }

    /// Whether a judgment on the whole is right.
    pub(crate) fn is_right(&self, original: usize, judgment: Option<Judgment>) -> bool {
        judgment.is_some_and(|judgment| {
            let gold = gold_for(self.dataset, original, Answer::Judged(judgment));
            gold.is_some_and(|gold| self.agree(gold, judgment))
        })
    }

    pub(crate) fn agree(&self, one: Judgment, other: Judgment) -> bool {
        self.task.column(one) == self.task.column(other)
    }

    fn prediction(&self, original: usize) -> Option<Judgment> {
        self.predictions.and_then(|run| run.answer(original).single(self.task))
    }

    /// What the system says of the whole by its parts.
    pub(crate) fn composed(&self, original: usize) -> Option<Judgment> {
        match self.own.aggregation {
            Aggregation::Own => self.prediction(original),
            Aggregation::Rule(_) => self.by_rule(self.verdicts(original)).judgment(),
        }
    }

    /// What the rule makes of the verdicts, if a reference part that no part covers is a part whose verdict failed.
    fn with_nothing_left_out(
        &self,
        original: usize,
        uncovered: Option<&[usize]>,
    ) -> Option<Judgment> {
        let left_out = uncovered.into_iter().flatten();
        let left_out = left_out.map(|row| (None, self.dataset.weight(*row)));
        self.by_rule(self.verdicts(original).chain(left_out)).judgment()
    }

    /// What the rule makes of judgments with their weights.
    pub(crate) fn by_rule(
        &self,
        parts: impl IntoIterator<Item = (Option<Judgment>, f64)>,
    ) -> Composed {
        self.rule().compose_weighted(parts, self.task)
    }

    /// The parts of an original with their places.
    pub(crate) fn parts(&self, original: usize) -> impl Iterator<Item = (usize, &OwnPart)> {
        self.own.places_of(original).zip(self.own.of(original))
    }

    pub(crate) fn verdicts(
        &self,
        original: usize,
    ) -> impl Iterator<Item = (Option<Judgment>, f64)> {
        self.parts(original).map(|(place, part)| (part.verdict, self.own.weight(place)))
    }

    fn references(&self, original: usize) -> impl Iterator<Item = (Option<Judgment>, f64)> {
        let rows = self.dataset.monothematic_of(original);
        rows.map(|row| (self.dataset.gold()[row], self.dataset.weight(row)))
    }

    /// The gold label of a part: its own, or what those of the reference parts that it covers make together.
    pub(crate) fn gold(&self, facts: &PartFacts) -> Option<Judgment> {
        facts.gold.or_else(|| {
            let covered = self.own.covered(facts)?.iter();
            let gold = covered.map(|row| self.dataset.gold()[*row as usize]);
            CompositionRule::All.compose(gold, self.task).judgment()
        })
    }

    /// The reference parts of an original that no part covers; `None` if it is not known of some part what it covers.
    pub(crate) fn uncovered(
        &self,
        original: usize,
        facts: impl Fn(&OwnPart) -> PartFacts,
    ) -> Option<Vec<usize>> {
        let rows = self.dataset.monothematic_of(original);
        let mut covered = vec![false; rows.len()];
        for (_, part) in self.parts(original) {
            for row in self.own.covered(&facts(part))? {
                if let Some(seen) = covered.get_mut(*row as usize - rows.start) {
                    *seen = true;
                }
            }
        }
        Some(rows.zip(covered).filter(|(_, seen)| !seen).map(|(row, _)| row).collect())
    }
}

/// Predictions for originals, composed of the parts of a system that does not predict originals itself. As a part that was
/// left out must not count for more than one whose verdict failed, each reference part that no part covers counts as one, if
/// people or a judge say what parts cover; shared words alone would miss paraphrases.
#[must_use]
pub fn composed_run(
    dataset: &Dataset,
    own: &OwnParts,
    (rule, task): (CompositionRule, Task),
) -> Run {
    let pipeline = Pipeline { dataset, own, predictions: None, rule, task };
    let knows_covers = !matches!(own.knowledge.covers, None | Some(KnownFrom::Words));
    let answers = dataset.originals().map(|original| {
        let uncovered = pipeline.uncovered(original, |part| part.facts);
        let uncovered = uncovered.as_deref().filter(|_| knows_covers);
        match pipeline.with_nothing_left_out(original, uncovered) {
            Some(judgment) => Answer::Judged(judgment),
            None => Answer::Abstained,
        }
    });
    // The reference parts have no predictions: only originals are evaluated.
    Run::from_answers(&own.system, answers)
}

/// What a system made of an original, with what is known of its parts; nothing of an original without a gold label.
pub(crate) fn trace(
    pipeline: &Pipeline<'_>,
    original: usize,
    facts: impl Fn(&OwnPart) -> PartFacts + Copy,
) -> Option<Traced> {
    pipeline.dataset.gold().get(original).copied().flatten()?;
    let composed = pipeline.composed(original);
    let uncovered = pipeline.uncovered(original, facts);
    let mut traced = counted(pipeline, original, facts, uncovered.as_deref());
    traced.composed = pipeline.is_right(original, composed);
    traced.direct = match pipeline.own.aggregation {
        Aggregation::Rule(_) => {
            pipeline.predictions.map(|_| pipeline.is_right(original, pipeline.prediction(original)))
        }
        Aggregation::Own => None,
    };
    let replaced = Replaced { pipeline, original, facts, uncovered: uncovered.as_deref() };
    if pipeline.own.knowledge.covers.is_some() && uncovered.is_some() {
        let complete = pipeline.with_nothing_left_out(original, uncovered.as_deref());
        traced.complete = Some(traced.composed && pipeline.is_right(original, complete));
    }
    let own_parts_with_gold = replaced.with_gold();
    traced.by_chance = own_parts_with_gold.map(|right| traced.composed && !right);
    if !traced.composed {
        // Without reference parts that are known to be covered or not, there is nothing to begin with but verdicts.
        let has_other = traced.references > 0;
        traced.stages = Order::ALL.map(|order| {
            let order = if has_other { order } else { Order::VerdictsFirst };
            first_to_mend(&replaced.states(order, &traced))
        });
    }
    Some(traced)
}

/// The numbers of parts.
fn counted(
    pipeline: &Pipeline<'_>,
    original: usize,
    facts: impl Fn(&OwnPart) -> PartFacts,
    uncovered: Option<&[usize]>,
) -> Traced {
    let mut traced = Traced::default();
    let rows = pipeline.dataset.monothematic_of(original);
    let mut checked = vec![false; rows.len()];
    for (_, part) in pipeline.parts(original) {
        let facts = facts(part);
        traced.parts += 1;
        traced.failed += u32::from(part.verdict.is_none());
        traced.repeated += u32::from(part.repeated);
        let gold = pipeline.gold(&facts);
        let is_right =
            gold.zip(part.verdict).is_some_and(|(one, other)| pipeline.agree(one, other));
        traced.judged += u32::from(gold.is_some());
        traced.right += u32::from(is_right);
        traced.faithful_known += u32::from(facts.faithful.is_some());
        traced.unfaithful += u32::from(facts.faithful == Some(false));
        let Some(covered) = pipeline.own.covered(&facts).filter(|_| !rows.is_empty()) else {
            continue;
        };
        traced.cover_known += 1;
        traced.nothing += u32::from(covered.is_empty());
        traced.spread += covered.len() as u32;
        for row in covered.iter().filter(|_| is_right) {
            if let Some(seen) = checked.get_mut(*row as usize - rows.start) {
                *seen = true;
            }
        }
    }
    if let Some(uncovered) = uncovered.filter(|_| pipeline.own.knowledge.covers.is_some()) {
        traced.references = rows.len() as u32;
        traced.covered = (rows.len() - uncovered.len()) as u32;
        traced.checked = checked.iter().filter(|seen| **seen).count() as u32;
    }
    traced
}

/// The first stage whose replacement makes the original right; the rule if none does. Stages before it whose state is not known
/// may have made it right, too.
fn first_to_mend(states: &[(Stages, State)]) -> Stages {
    let mut unknown = Stages::default();
    for (stages, state) in states {
        match state {
            Some(true) => return unknown.and(*stages),
            Some(false) => {}
            None => unknown = unknown.and(*stages),
        }
    }
    unknown.with(Stage::Rule)
}

/// An original whose stages are replaced one after the other.
struct Replaced<'p, 'd, F> {
    pipeline: &'p Pipeline<'d>,
    original: usize,
    facts: F,
    /// The reference parts that no part covers; `None` if that is not known.
    uncovered: Option<&'p [usize]>,
}

impl<F: Fn(&OwnPart) -> PartFacts + Copy> Replaced<'_, '_, F> {
    /// The stages in an order, each with the state after it is replaced.
    fn states(&self, order: Order, traced: &Traced) -> Vec<(Stages, State)> {
        let mut states = Vec::with_capacity(4);
        if self.pipeline.own.aggregation == Aggregation::Own {
            states.push((Stage::Rule.into(), self.with_verdicts()));
        }
        let divided: Stages = match self.uncovered.filter(|_| self.covers_are_known()) {
            _ if traced.parts == 0 => Stage::Missing.into(),
            None => [Stage::Missing, Stage::Divided].into_iter().collect(),
            Some([]) => Stage::Divided.into(),
            Some(_) => Stage::Missing.into(),
        };
        match order {
            Order::VerdictsFirst => states.extend([
                (Stage::Misjudged.into(), self.with_gold()),
                (Stage::Unfaithful.into(), self.faithful_with_gold()),
                (divided, self.reference()),
            ]),
            Order::PartsFirst => states.extend([
                (Stage::Missing.into(), self.completed(|_| true)),
                (Stage::Unfaithful.into(), self.faithful_and_completed()),
                (Stage::Misjudged.into(), self.faithful_and_completed_with_gold()),
                (Stage::Divided.into(), self.reference()),
            ]),
        }
        states
    }

    fn covers_are_known(&self) -> bool {
        self.pipeline.own.knowledge.covers.is_some()
    }

    fn facts_of_parts(&self) -> impl Iterator<Item = (usize, &OwnPart, PartFacts)> {
        self.pipeline.parts(self.original).map(|(place, part)| (place, part, (self.facts)(part)))
    }

    fn right(&self, composed: &Composed) -> bool {
        self.pipeline.is_right(self.original, composed.judgment())
    }

    /// The state of parts of which some may not be known.
    fn of_known(&self, parts: Vec<(Option<Judgment>, f64)>) -> State {
        match self.pipeline.by_rule(parts) {
            Composed::Open(_) => None,
            composed => Some(self.right(&composed)),
        }
    }

    /// The system's parts and verdicts under the rule of the config, in the place of its own way.
    fn with_verdicts(&self) -> State {
        Some(self.right(&self.pipeline.by_rule(self.pipeline.verdicts(self.original))))
    }

    /// The system's parts with gold labels.
    fn with_gold(&self) -> State {
        let gold = self
            .facts_of_parts()
            .map(|(place, _, facts)| (self.pipeline.gold(&facts), self.pipeline.own.weight(place)));
        self.of_known(gold.collect())
    }

    /// Its faithful parts with gold labels.
    fn faithful_with_gold(&self) -> State {
        let mut parts = Vec::new();
        for (place, _, facts) in self.facts_of_parts() {
            if facts.faithful? {
                parts.push((self.pipeline.gold(&facts), self.pipeline.own.weight(place)));
            }
        }
        self.of_known(parts)
    }

    /// Some of its parts with its verdicts, and the reference parts that are missing with their gold labels.
    fn completed(&self, is_kept: impl Fn(&PartFacts) -> bool) -> State {
        let parts = self.with_missing(is_kept, |part, _| part.verdict)?;
        Some(self.right(&self.pipeline.by_rule(parts)))
    }

    /// Its faithful parts and the reference parts that are missing, all with their gold labels.
    fn faithful_and_completed_with_gold(&self) -> State {
        let is_known = self.facts_of_parts().all(|(_, _, facts)| facts.faithful.is_some());
        let gold = |_: &OwnPart, facts: &PartFacts| self.pipeline.gold(facts);
        let parts = self.with_missing(|facts| facts.faithful == Some(true), gold)?;
        is_known.then(|| self.of_known(parts))?
    }

    /// Some of its parts with some judgment, and the reference parts that are missing with their gold labels; `None` if some of
    /// that is not known.
    fn with_missing(
        &self,
        is_kept: impl Fn(&PartFacts) -> bool,
        judgment: impl Fn(&OwnPart, &PartFacts) -> Option<Judgment>,
    ) -> Option<Vec<(Option<Judgment>, f64)>> {
        let missing = self.uncovered.filter(|_| {
            self.covers_are_known()
                && !self.pipeline.dataset.monothematic_of(self.original).is_empty()
        })?;
        let kept = self.facts_of_parts().filter(|(_, _, facts)| is_kept(facts));
        let mut parts: Vec<_> = kept
            .map(|(place, part, facts)| (judgment(part, &facts), self.pipeline.own.weight(place)))
            .collect();
        for row in missing {
            let gold = self.pipeline.dataset.gold()[*row]?;
            parts.push((Some(gold), self.pipeline.dataset.weight(*row)));
        }
        Some(parts)
    }

    /// The same without unfaithful parts.
    fn faithful_and_completed(&self) -> State {
        let is_known = self.facts_of_parts().all(|(_, _, facts)| facts.faithful.is_some());
        is_known.then(|| self.completed(|facts| facts.faithful == Some(true)))?
    }

    /// The reference parts with their gold labels.
    fn reference(&self) -> State {
        match self.pipeline.by_rule(self.pipeline.references(self.original)) {
            Composed::Open(_) | Composed::NoParts => None,
            composed => Some(self.right(&composed)),
        }
    }
}
