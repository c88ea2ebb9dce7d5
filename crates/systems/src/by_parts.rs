//! Judging a whole by its parts: a rule makes one answer of the answers for them.
//!
//! So one system can be compared with itself, reading wholes and reading parts.

use phenom_dataset::{Composed, CompositionRule, Judgment, Task};

use crate::Reply;

/// The reply for one part of a whole.
#[derive(Debug, Clone, Copy)]
pub struct PartReply<'a> {
    /// The id of the part.
    pub id: &'a str,
    /// The weight of the part, 1 if the dataset has none.
    pub weight: f64,
    /// What was replied.
    pub reply: &'a Reply,
}

/// The reply that the replies for the parts of a whole make, in the order of the data.
///
/// It abstains where the rule makes no judgment of theirs: where the answer hangs on a part without a judgment, and
/// where there are no parts. Its justification lists the answers for the parts, a line each. It has no confidence: what
/// those of the parts make together, no rule says.
#[must_use]
pub fn compose_replies(parts: &[PartReply<'_>], rule: &CompositionRule, task: Task) -> Reply {
    let judgments = parts.iter().map(|part| (part.reply.judgment, part.weight));
    let judgment = match rule.compose_weighted(judgments, task) {
        Composed::Judged(judgment) => Some(judgment),
        Composed::Open(_) => None,
        Composed::NoParts => {
            let why =
                if parts.is_empty() { "it has no parts" } else { "its parts have a weight of 0" };
            return Reply::default().because(why.to_owned());
        }
    };
    let lines: Vec<String> = parts.iter().map(|part| line(part.id, part.reply)).collect();
    Reply { judgment, ..Reply::default() }.because(lines.join("\n"))
}

fn line(id: &str, reply: &Reply) -> String {
    let answer = reply.judgment.map_or("no label", Judgment::name);
    match &reply.justification {
        Some(justification) => format!("{id}: {answer} ({})", justification.replace('\n', " ")),
        None => format!("{id}: {answer}"),
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::PartsShare;

    use super::*;

    /// The reply for a whole, of judgments of its parts and what is said for them.
    fn composed(parts: &[(&str, Option<Judgment>, &str)]) -> Reply {
        let reply = |judgment, said: &str| {
            Reply { judgment, ..Reply::default() }.because(format!("it says\n{said}"))
        };
        let replies: Vec<_> =
            parts.iter().map(|(id, judgment, said)| (*id, reply(*judgment, said))).collect();
        let part = |(id, reply)| PartReply { id, weight: 1.0, reply };
        let replies: Vec<_> = replies.iter().map(|(id, reply)| part((*id, reply))).collect();
        compose_replies(&replies, &CompositionRule::All, Task::ThreeWay)
    }

    #[test]
    fn answers_for_parts_make_one_for_their_whole() {
        let (yes, unknown, no) =
            (Some(Judgment::Entailment), Some(Judgment::Unknown), Some(Judgment::Contradiction));
        // One contradicted part contradicts the whole, whatever the one without a judgment is; where all others are
        // entailed, it hangs on that one.
        assert_eq!(composed(&[("1.1", yes, "so"), ("1.2", yes, "so")]).judgment, yes);
        let parts = [("2.1", yes, "so"), ("2.2", unknown, ""), ("2.3", yes, "so")];
        assert_eq!(composed(&parts).judgment, unknown);
        assert_eq!(composed(&[("3.1", None, ""), ("3.2", no, "")]).judgment, no);
        let open = composed(&[("4.1", yes, "so"), ("4.2", None, "perhaps")]);
        assert_eq!(open.judgment, None);
        assert_eq!(
            open.justification.as_deref(),
            Some("4.1: entailment (it says so)\n4.2: no label (it says perhaps)")
        );
        let reply = Reply { judgment: yes, ..Reply::default() };
        let other = Reply { judgment: unknown, ..Reply::default() };
        let of = |weights: [f64; 2]| {
            let part = |(reply, weight)| PartReply { id: "5.1", weight, reply };
            let parts = [&reply, &other].into_iter().zip(weights).map(part).collect::<Vec<_>>();
            let rule = CompositionRule::Weighted(PartsShare::new(0.7).unwrap());
            compose_replies(&parts, &rule, Task::ThreeWay)
        };
        assert_eq!(of([3.0, 1.0]).judgment, yes);
        assert_eq!(of([1.0, 3.0]).judgment, unknown);
        assert_eq!(of([0.0; 2]).justification.as_deref(), Some("its parts have a weight of 0"));
        assert_eq!(composed(&[]).justification.as_deref(), Some("it has no parts"));
    }
}
