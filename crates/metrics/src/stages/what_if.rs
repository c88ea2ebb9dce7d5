//! What would help: the change of the composed accuracy if one thing were otherwise.

use phenom_dataset::{
    Aggregation, CompositionRule, Judgment, OwnPart, OwnParts, PartFacts, PartsShare,
};

use super::traced::{Pipeline, Traced};
use crate::composition::{AccuracyChange, Changes};
use crate::statistics::ConfidenceLevel;

/// One thing that might be otherwise.
#[derive(Debug, Clone, PartialEq)]
pub enum WhatIf {
    /// The original is judged directly, and not by its parts.
    Direct,
    /// All verdicts on parts are right.
    RightVerdicts,
    /// All failed verdicts are right.
    NoFailures,
    /// All verdicts on parts after the first so many are right.
    RightBeyond(u32),
    /// All verdicts on parts of a phenomenon are right.
    RightPhenomenon(String),
    /// Unfaithful parts are left out.
    OnlyFaithful,
    /// Verdicts are composed by another rule.
    OtherRule(CompositionRule),
}

impl WhatIf {
    /// The name in files.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Direct => "direct".to_owned(),
            Self::RightVerdicts => "right_verdicts".to_owned(),
            Self::NoFailures => "no_failures".to_owned(),
            Self::RightBeyond(first) => format!("right_beyond_{first}"),
            Self::RightPhenomenon(path) => format!("right_phenomenon {path}"),
            Self::OnlyFaithful => "only_faithful".to_owned(),
            Self::OtherRule(CompositionRule::Any) => "rule_any".to_owned(),
            Self::OtherRule(CompositionRule::Fraction(share)) => {
                format!("rule_fraction_{}", share.value())
            }
            Self::OtherRule(CompositionRule::All) => "rule_all".to_owned(),
            Self::OtherRule(_) => "rule_config".to_owned(),
        }
    }
}

/// The first parts after which all verdicts are right.
const FIRST: [u32; 5] = [1, 2, 4, 8, 16];

/// The change is left out if it concerns fewer originals.
pub(crate) const LEAST: u64 = 5;

/// The other rules: the usual ones besides that of the system.
fn other_rules(own: &CompositionRule) -> Vec<CompositionRule> {
    let half = PartsShare::new(0.5).map(CompositionRule::Fraction);
    let most = PartsShare::new(0.8).map(CompositionRule::Fraction);
    let usual = [CompositionRule::All, CompositionRule::Any];
    let all = usual.into_iter().chain(half).chain(most);
    // A share of all parts is all parts.
    let is_all = |rule: &CompositionRule| match rule {
        CompositionRule::Fraction(share) => share.value() >= 1.0,
        rule => *rule == CompositionRule::All,
    };
    all.filter(|rule| rule != own && !(is_all(rule) && is_all(own))).collect()
}

/// All that might be otherwise of a system.
fn all(pipeline: &Pipeline<'_>, traced: &[Option<Traced>]) -> Vec<WhatIf> {
    let own: &OwnParts = pipeline.own;
    let most = traced.iter().flatten().map(|traced| traced.parts).max().unwrap_or(0);
    let mut all = Vec::new();
    if traced.iter().flatten().any(|traced| traced.direct.is_some()) {
        all.push(WhatIf::Direct);
    }
    if traced.iter().flatten().any(|traced| traced.judged > 0) {
        all.extend([WhatIf::RightVerdicts, WhatIf::NoFailures]);
        all.extend(FIRST.into_iter().filter(|first| *first < most).map(WhatIf::RightBeyond));
        all.extend(own.phenomena().map(|path| WhatIf::RightPhenomenon(path.to_owned())));
    }
    if own.knowledge.faithful.is_some() {
        all.push(WhatIf::OnlyFaithful);
    }
    let rule = match own.aggregation {
        Aggregation::Rule(rule) => Some(rule),
        Aggregation::Own => None,
    };
    let others = rule.map_or_else(
        || vec![pipeline.rule],
        |rule| if rule.is_ordered() { Vec::new() } else { other_rules(&rule) },
    );
    all.extend(others.into_iter().map(WhatIf::OtherRule));
    all
}

impl WhatIf {
    /// Whether it depends on what is known of parts, and not on the predictions alone.
    pub(crate) fn needs_knowledge(&self) -> bool {
        !matches!(self, Self::Direct | Self::OtherRule(_))
    }
}

/// The changes of a system that concern at least five originals, in the order of what might be otherwise.
pub(crate) fn changes(
    pipeline: &Pipeline<'_>,
    traced: &[Option<Traced>],
    level: ConfidenceLevel,
) -> Vec<(WhatIf, AccuracyChange)> {
    let all = all(pipeline, traced);
    // Phenomena are many, and each original has few.
    let first_tag = all.iter().position(|what| matches!(what, WhatIf::RightPhenomenon(_)));
    let mut changes = Changes::new(all.len());
    for cluster in pipeline.dataset.clusters() {
        let mut now = [0; 2];
        let mut changed = Vec::new();
        for original in pipeline.dataset.originals_of(cluster) {
            let Some(traced) = traced.get(original).and_then(Option::as_ref) else { continue };
            now[usize::from(!traced.composed)] += 1;
            let mut add = |number: usize, then: Option<bool>| {
                changed.extend(then.map(|then| (number as u32, traced.composed, then)));
            };
            for (number, what) in all.iter().enumerate() {
                if !matches!(what, WhatIf::RightPhenomenon(_)) {
                    add(number, then(pipeline, (original, traced), what, |part| part.facts));
                }
            }
            let mut tags: Vec<u32> = pipeline
                .own
                .places_of(original)
                .flat_map(|place| pipeline.own.tags(place).iter().copied())
                .collect();
            tags.sort_unstable();
            tags.dedup();
            for (tag, first) in tags.into_iter().zip(first_tag.into_iter().cycle()) {
                let tagged = |place: usize, _: &OwnPart| pipeline.own.tags(place).contains(&tag);
                let then = with_right(pipeline, original, tagged, |part| part.facts);
                add(first + tag as usize, Some(then));
            }
        }
        changes.add(now, &mut changed);
    }
    let found = changes.each(level).filter(|(_, change)| change.originals >= LEAST);
    found.map(|(number, change)| (all[number as usize].clone(), change)).collect()
}

/// Whether an original is right afterwards, by what is known of its parts; `None` if it is not concerned.
pub(crate) fn then(
    pipeline: &Pipeline<'_>,
    (original, traced): (usize, &Traced),
    what: &WhatIf,
    facts: impl Fn(&OwnPart) -> PartFacts,
) -> Option<bool> {
    match what {
        WhatIf::Direct => traced.direct,
        WhatIf::RightVerdicts => {
            (traced.parts > 0).then(|| with_right(pipeline, original, |_, _| true, facts))
        }
        WhatIf::NoFailures => (traced.failed > 0)
            .then(|| with_right(pipeline, original, |_, part| part.verdict.is_none(), facts)),
        WhatIf::RightBeyond(first) => (traced.parts > *first).then(|| {
            let start = pipeline.own.places_of(original).start;
            with_right(pipeline, original, |place, _| place - start >= *first as usize, facts)
        }),
        WhatIf::RightPhenomenon(path) => {
            let number = pipeline.own.phenomena().position(|other| other == path)? as u32;
            let is_tagged = |place: usize| pipeline.own.tags(place).contains(&number);
            pipeline
                .own
                .places_of(original)
                .any(is_tagged)
                .then(|| with_right(pipeline, original, |place, _| is_tagged(place), facts))
        }
        WhatIf::OnlyFaithful => (traced.unfaithful > 0).then(|| {
            let parts = pipeline.parts(original);
            let kept = parts.filter(|(_, part)| facts(part).faithful != Some(false));
            let kept = kept.map(|(place, part)| (part.verdict, pipeline.own.weight(place)));
            pipeline.is_right(original, pipeline.by_rule(kept.collect::<Vec<_>>()).judgment())
        }),
        WhatIf::OtherRule(rule) => (traced.parts > 0).then(|| {
            let composed = rule.compose_weighted(pipeline.verdicts(original), pipeline.task);
            pipeline.is_right(original, composed.judgment())
        }),
    }
}

/// Whether an original is right if the verdicts on some of its parts are. A part without a gold label keeps its verdict.
fn with_right(
    pipeline: &Pipeline<'_>,
    original: usize,
    is_right: impl Fn(usize, &OwnPart) -> bool,
    facts: impl Fn(&OwnPart) -> PartFacts,
) -> bool {
    let judgments = pipeline.parts(original).map(|(place, part)| {
        let gold: Option<Judgment> =
            is_right(place, part).then(|| pipeline.gold(&facts(part))).flatten();
        (gold.or(part.verdict), pipeline.own.weight(place))
    });
    let judgments: Vec<_> = judgments.collect();
    pipeline.is_right(original, pipeline.by_rule(judgments).judgment())
}
