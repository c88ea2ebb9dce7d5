//! A part as it is being typed.

use serde::Serialize;

use crate::event::Rule;
use crate::part::{Candidate, check};
use crate::refusal::Refusal;
use crate::request::TryRequest;
use crate::rule::RuleError;
use crate::session::Session;
use crate::steps::{for_trying, others, own_parts};
use crate::view::pair::{left_span, of_shown};
use crate::view::{DecompositionView, Shown, in_utf16, sentence};

/// `try`.
#[derive(Debug, Serialize)]
pub struct Attempt {
    /// What the rule makes of T.
    hypothesis: Option<String>,
    /// The left-hand side in T.
    span: Option<[usize; 2]>,
    /// The right-hand side in the hypothesis.
    hypothesis_span: Option<[usize; 2]>,
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
    let parts = own_parts(found);
    let known = session.inventory.entry(&tried.phenomenon).is_some();
    let mut attempt = Attempt {
        hypothesis: None,
        span: left_span(&original.text, &tried.left_hand_side),
        hypothesis_span: None,
        problems: Vec::new(),
        remarks: Vec::new(),
        ready: false,
        nearest: match known || tried.phenomenon.is_empty() {
            true => None,
            false => session.inventory.nearest(&tried.phenomenon),
        },
        then: None,
    };
    let candidate = Candidate {
        phenomenon: &tried.phenomenon,
        left: &tried.left_hand_side,
        right: &tried.right_hand_side,
        constraint: &tried.constraint,
    };
    let seen = check(
        &original.text,
        &original.hypothesis,
        &candidate,
        &others(parts, tried.edit.as_deref()),
    );
    attempt.remarks = seen.remarks.iter().map(ToString::to_string).collect();
    let made = match seen.applied {
        // Until something is typed on the right, nothing is said of what it would make.
        Ok(_) | Err(RuleError::ChangesNothing) if tried.right_hand_side.trim().is_empty() => {
            attempt.remarks.clear();
            return Ok(attempt);
        }
        Err(RuleError::NoLeftHandSide) => return Ok(attempt),
        Err(error) => {
            let text = sentence(&error.to_string());
            let widen = match error {
                RuleError::Several { wider, .. } => wider,
                _ => None,
            };
            attempt.problems.push(Trouble { text, widen });
            return Ok(attempt);
        }
        Ok(made) => made,
    };
    if let Some(number) = seen.same_as {
        let text = format!("H_i equals that of part {number}.");
        attempt.problems.push(Trouble { text, widen: None });
    }
    attempt.hypothesis_span = Some(in_utf16(&made.hypothesis, &made.right));
    attempt.hypothesis = Some(made.hypothesis);
    attempt.ready = attempt.problems.is_empty() && known && !tried.pattern.trim().is_empty();
    let rule = Rule {
        pattern: tried.pattern,
        constraint: tried.constraint,
        left_hand_side: tried.left_hand_side,
        right_hand_side: tried.right_hand_side,
    };
    let this = |id| Shown { id, rule: &rule, judgment: tried.judgment };
    let mut shown: Vec<Shown<'_>> = parts
        .iter()
        .map(|part| match tried.edit.as_deref() == Some(part.id.as_str()) {
            true => this(part.id.as_str()),
            false => Shown { id: &part.id, rule: &part.rule, judgment: Some(part.judgment) },
        })
        .collect();
    if tried.edit.is_none() {
        shown.push(this("new"));
    }
    let whole = found.and_then(|found| found.whole);
    attempt.then = Some(of_shown(session, original, whole, &shown));
    Ok(attempt)
}
