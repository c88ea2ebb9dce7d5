//! What is wrong with the steps of a file beside the dataset that they are on.

use super::sequence::Sequence;
use crate::event::{Event, What};
use crate::form::check_header;
use crate::inventory::Inventory;
use crate::journal::{Refused, Steps};
use crate::originals::{Originals, UNSUPPORTED};
use crate::rule::{Rule, apply};

/// What is wrong with the steps of a file beside a dataset.
pub(super) fn problems(
    steps: &Steps,
    originals: &Originals,
    inventory: Option<&Inventory>,
) -> Vec<Refused> {
    let path = &steps.path;
    let damaged = "restore the line from version control, or move the file away";
    if let Err(message) = check_header(&steps.header) {
        return vec![Refused::of_line(path, 1, message, Some(damaged.to_owned()))];
    }
    let mut sequence = Sequence::default();
    for event in &steps.events {
        if let Err(message) = sequence.take(event) {
            return vec![Refused::of_line(path, event.seq, message, Some(damaged.to_owned()))];
        }
    }
    let same_dataset = steps.header.dataset_sha256 == originals.sha256;
    let named = |event: &&Event| matches!(event.what, What::Whole { .. } | What::Part { .. });
    let known =
        |event: &Event| event.what.pair().and_then(|pair| originals.original(pair)).is_some();
    let mut of_originals = steps.events.iter().filter(named).peekable();
    if !same_dataset && of_originals.peek().is_some() && !of_originals.any(known) {
        let message = format!(
            "contains actions on `{}`, but none of these pairs is in `{}`",
            steps.header.dataset, originals.name
        );
        let help = "name the dataset for which the file was created".to_owned();
        return vec![Refused::of_line(path, 1, message, Some(help))];
    }
    let problem = |event: &Event| {
        let (message, help) = problem(event, same_dataset, originals, inventory)?;
        Some(Refused::of_line(path, event.seq, message, help))
    };
    steps.events.iter().filter_map(problem).collect()
}

type Said = (String, Option<String>);

fn problem(
    event: &Event,
    same_dataset: bool,
    originals: &Originals,
    inventory: Option<&Inventory>,
) -> Option<Said> {
    let judged = match &event.what {
        What::Whole { judgment, .. } | What::Part { judgment, .. } => Some(*judgment),
        What::Read { judgment, .. } | What::Settle { judgment, .. } => *judgment,
        _ => None,
    };
    let pair = event.what.pair().unwrap_or_default();
    if let Some(judgment) = judged
        && !originals.judgments().contains(&judgment)
    {
        let of = originals.task.name();
        return Some((format!("`{pair}` has the label {judgment}, and the dataset is {of}"), None));
    }
    let (What::Whole { of, .. } | What::Part { of, .. } | What::Take { of, .. }) = &event.what
    else {
        return None;
    };
    let Some(original) = originals.original(pair) else {
        let message = format!("`{pair}` is not an original of `{}`", originals.name);
        let help = "restore the line from version control".to_owned();
        return same_dataset.then_some((message, Some(help)));
    };
    let is_old = original.wording != *of;
    match &event.what {
        What::Part { part, phenomenon, rule, hypothesis, on, .. } => {
            let text = on.as_ref().map_or(&original.text, |on| &on.text);
            of_part((part, phenomenon), (text, rule, hypothesis), is_old, inventory)
        }
        What::Take { parts, .. } => parts.iter().find_map(|taken| {
            let base =
                taken.on.as_ref().and_then(|on| parts.iter().find(|other| other.part == *on));
            let text = base.map_or(&original.text, |base| &base.hypothesis);
            let named = (taken.part.as_str(), taken.phenomenon.as_str());
            if !originals.judgments().contains(&taken.judgment) {
                let of = originals.task.name();
                let said = format!(
                    "`{}` has the label {}, and the dataset is {of}",
                    taken.part, taken.judgment
                );
                return Some((said, None));
            }
            of_part(named, (text, &taken.rule, &taken.hypothesis), is_old, inventory)
        }),
        _ => None,
    }
}

/// What is wrong with a part; of an older text nothing is known of its rule.
fn of_part(
    (part, phenomenon): (&str, &str),
    (text, rule, hypothesis): (&str, &Rule, &str),
    is_old: bool,
    inventory: Option<&Inventory>,
) -> Option<Said> {
    if phenomenon == UNSUPPORTED {
        return None;
    }
    if let Some(inventory) = inventory
        && inventory.entry(phenomenon).is_none()
    {
        let help =
            inventory.nearest(phenomenon).map(|nearest| format!("did you mean `{nearest}`?"));
        return Some((
            format!("phenomenon `{phenomenon}` of `{part}` is not in the inventory"),
            help,
        ));
    }
    if is_old {
        return None;
    }
    match apply(text, rule) {
        Err(error) => Some((format!("the rule of `{part}` does not apply: {error}"), None)),
        Ok(made) if made.hypothesis != hypothesis => {
            let message = format!("the hypothesis of `{part}` differs from the result of its rule");
            Some((message, Some(format!("it makes: {}", made.hypothesis))))
        }
        Ok(_) => None,
    }
}
