//! A part as it is being typed.

use serde::Serialize;

use crate::originals::Original;
use crate::part::{Candidate, Checked, check};
use crate::refusal::Refusal;
use crate::request::TryRequest;
use crate::rule::{Rule, RuleError};
use crate::session::Session;
use crate::steps::{base, for_trying, others, own_parts, stated};
use crate::view::decomposition::spans_of;
use crate::view::difference::{Piece, difference};
use crate::view::pair::{of_shown, shown};
use crate::view::{DecompositionView, Shown, in_utf16, sentence};
use crate::work::Decomposition;

/// `try`.
#[derive(Debug, Serialize)]
pub struct Attempt {
    /// What the rule makes of its text.
    hypothesis: Option<String>,
    /// The left-hand side in T, or in the result that the rule changes, place by place.
    spans: Vec<[usize; 2]>,
    /// The right-hand side in the hypothesis; of an unsupported part, its words in H.
    hypothesis_spans: Vec<[usize; 2]>,
    difference: Vec<Piece>,
    /// The constraint to propose for the phenomenon and the judgment.
    constraint: Option<String>,
    /// What keeps the part from being added.
    problems: Vec<Trouble>,
    /// What deserves a second look.
    remarks: Vec<String>,
    /// Whether all is there but the judgment.
    ready: bool,
    /// The phenomenon that may have been meant.
    nearest: Option<String>,
    /// What the parts make with this one among them.
    then: Option<DecompositionView>,
}

#[derive(Debug, Serialize)]
struct Trouble {
    text: String,
    /// A left-hand side with which it would go.
    widen: Option<String>,
}

/// Looks at a part without keeping it.
///
/// # Errors
/// Where the pair or the part that is changed is not there, or is somebody else's.
pub fn attempt(session: &Session, tried: TryRequest) -> Result<Attempt, Refusal> {
    let (original, found) = for_trying(session, &tried.pair, tried.edit.as_deref())?;
    let entry = session.inventory.entry(&tried.phenomenon);
    let mut attempt = Attempt {
        hypothesis: None,
        spans: Vec::new(),
        hypothesis_spans: Vec::new(),
        difference: Vec::new(),
        constraint: entry.map(|entry| entry.constraint_for(tried.judgment).to_owned()),
        problems: Vec::new(),
        remarks: Vec::new(),
        ready: false,
        nearest: match entry.is_some() || tried.phenomenon.is_empty() || tried.unsupported {
            true => None,
            false => session.inventory.nearest(&tried.phenomenon),
        },
        then: None,
    };
    let on = base(found, tried.on.as_deref(), tried.edit.as_deref())?;
    let text = on.as_ref().map_or(original.text.as_str(), |on| on.text.as_str());
    let rule = Rule {
        pattern: tried.pattern.clone(),
        constraint: tried.constraint.clone(),
        left_hand_side: tried.left_hand_side.clone(),
        right_hand_side: tried.right_hand_side.clone(),
        at: tried.at.clone(),
    };
    let is_made = match tried.unsupported {
        true => attempt.state(original, &tried, &rule),
        false => {
            let candidate = Candidate { phenomenon: &tried.phenomenon, rule: &rule };
            let others = others(own_parts(found), tried.edit.as_deref());
            let seen = check(text, &original.hypothesis, &candidate, &others);
            attempt.apply(text, &rule, seen)
        }
    };
    if !is_made {
        return Ok(attempt);
    }
    let named = tried.unsupported || entry.is_some() && !tried.pattern.trim().is_empty();
    attempt.ready = attempt.problems.is_empty() && named;
    attempt.then = Some(then(session, original, found, &tried, &rule));
    Ok(attempt)
}

impl Attempt {
    /// Looks at an unsupported part; whether there is one.
    fn state(&mut self, original: &Original, tried: &TryRequest, rule: &Rule) -> bool {
        self.hypothesis_spans = spans_of(&original.hypothesis, &rule.right_hand_side, &rule.at);
        match stated(original, rule, &tried.hypothesis) {
            Ok(said) => {
                self.hypothesis = Some(said);
                true
            }
            Err(refusal) => {
                if !rule.right_hand_side.trim().is_empty() {
                    self.problems.push(Trouble { text: refusal.error, widen: None });
                }
                false
            }
        }
    }

    /// Looks at a rule; whether it makes something.
    fn apply(&mut self, text: &str, rule: &Rule, seen: Checked) -> bool {
        self.spans = spans_of(text, &rule.left_hand_side, &rule.at);
        self.remarks = seen.remarks.iter().map(ToString::to_string).collect();
        let made = match seen.applied {
            Err(RuleError::NoLeftHandSide) => return false,
            Err(error) => {
                let text = sentence(&error.to_string());
                let widen = match error {
                    RuleError::Several { wider, .. } => wider,
                    _ => None,
                };
                self.problems.push(Trouble { text, widen });
                return false;
            }
            Ok(made) => made,
        };
        if let Some(number) = seen.same_as {
            let text = format!("H_i equals that of part {number}.");
            self.problems.push(Trouble { text, widen: None });
        }
        self.hypothesis_spans =
            made.right.iter().map(|place| in_utf16(&made.hypothesis, place)).collect();
        self.difference = difference(text, &made);
        self.hypothesis = Some(made.hypothesis);
        true
    }
}

/// What the parts make with the one that is typed.
fn then(
    session: &Session,
    original: &Original,
    found: Option<&Decomposition>,
    tried: &TryRequest,
    rule: &Rule,
) -> DecompositionView {
    let on = tried.on.as_deref();
    let on = own_parts(found).iter().position(|part| Some(part.id.as_str()) == on);
    let this = Shown { rule, on, unsupported: tried.unsupported, judgment: tried.judgment };
    let saved =
        found.into_iter().flat_map(|found| found.parts.iter().map(move |part| (found, part)));
    let mut all: Vec<Shown<'_>> = saved
        .map(|(found, part)| match tried.edit.as_deref() == Some(part.id.as_str()) {
            true => this,
            false => shown(found, part),
        })
        .collect();
    if tried.edit.is_none() {
        all.push(this);
    }
    of_shown(session, original, found.and_then(|found| found.whole), &all)
}
