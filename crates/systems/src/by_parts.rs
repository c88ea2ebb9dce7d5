//! Judging a whole by its parts: each part is asked, and a rule makes one answer of theirs.
//!
//! So one system can be compared with itself, reading wholes and reading parts.

use phenom_dataset::{Composed, CompositionRule, Judgment, Task};

use crate::{AllAnswered, Progress, Reply, Store, System, TextPair, answer_all};

/// What there is of wholes and parts when a system ends.
#[derive(Debug)]
#[must_use = "the system may have ended before all parts were answered"]
pub struct AnsweredByParts {
    /// The composed replies in the order of the wholes; nothing where a part has no reply.
    pub wholes: Vec<Option<Reply>>,
    /// The replies for the parts, those of one whole after those of another.
    pub parts: AllAnswered,
}

/// Has a system answer the parts of some wholes, as [`answer_all`] does, and composes the answers for the wholes.
///
/// `wholes` are the parts of each, in the order of the data.
pub fn answer_by_parts(
    system: &dyn System,
    wholes: &[Vec<TextPair<'_>>],
    rule: &CompositionRule,
    task: Task,
    store: Option<&mut Store>,
    progress: &mut dyn FnMut(Progress),
) -> AnsweredByParts {
    let all: Vec<TextPair<'_>> = wholes.iter().flatten().copied().collect();
    let answered = answer_all(system, &all, store, progress);
    let mut replies = answered.replies.iter();
    let composed = wholes.iter().map(|parts| {
        // All of them are taken, whatever is missing: the next whole begins after them.
        let replies: Vec<_> = replies.by_ref().take(parts.len()).map(Option::as_ref).collect();
        let replies: Vec<&Reply> = replies.into_iter().collect::<Option<_>>()?;
        let ids = parts.iter().map(|part| part.id);
        Some(compose_replies(&ids.zip(replies).collect::<Vec<_>>(), rule, task))
    });
    let wholes = composed.collect();
    AnsweredByParts { wholes, parts: answered }
}

/// The reply that the replies for the parts of a whole make, each with the id of its part, in the order of the data.
///
/// It abstains where the rule makes no judgment of theirs: where the answer hangs on a part without a judgment, and
/// where there are no parts. Its justification lists the answers for the parts, a line each. It has no confidence: what
/// those of the parts make together, no rule says.
#[must_use]
pub fn compose_replies(parts: &[(&str, &Reply)], rule: &CompositionRule, task: Task) -> Reply {
    let judgment = match rule.compose(parts.iter().map(|(_, reply)| reply.judgment), task) {
        Composed::Judged(judgment) => Some(judgment),
        Composed::Open(_) => None,
        Composed::NoParts => return Reply::default().because("it has no parts".to_owned()),
    };
    let lines: Vec<String> = parts.iter().map(|(id, reply)| line(id, reply)).collect();
    Reply { judgment, ..Reply::default() }.because(lines.join("\n"))
}

fn line(id: &str, reply: &Reply) -> String {
    let answer = reply.judgment.map_or("no judgment", Judgment::name);
    match &reply.justification {
        Some(justification) => format!("{id}: {answer} ({})", justification.replace('\n', " ")),
        None => format!("{id}: {answer}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Use};

    /// Judges by the first word of the hypothesis.
    struct Told;

    impl Engine for Told {
        fn reply(&self, pair: &TextPair<'_>) -> Reply {
            let word = pair.hypothesis.split(' ').next().unwrap_or_default();
            Reply { judgment: Judgment::from_name(word), ..Reply::default() }
                .because(format!("it says\n{word}"))
        }
    }

    fn part<'a>(id: &'a str, hypothesis: &'a str) -> TextPair<'a> {
        TextPair { id, text: "", hypothesis }
    }

    #[test]
    fn answers_for_parts_make_one_for_their_whole() {
        let wholes = [
            vec![part("1.1", "entailment so"), part("1.2", "entailment so")],
            vec![part("2.1", "entailment"), part("2.2", "unknown"), part("2.3", "entailment")],
            vec![part("3.1", "perhaps"), part("3.2", "contradiction")],
            vec![part("4.1", "entailment"), part("4.2", "perhaps")],
            vec![],
        ];
        let rule = CompositionRule::All;
        let all = answer_by_parts(&Told, &wholes, &rule, Task::ThreeWay, None, &mut |_| ());
        all.parts.ended.unwrap();
        assert_eq!(all.parts.replies.len(), 9);
        let judged: Vec<_> =
            all.wholes.iter().map(|reply| reply.as_ref().unwrap().judgment).collect();
        // One contradicted part contradicts the whole, whatever the one without a judgment is; where all others are
        // entailed, it hangs on that one.
        let expected = [
            Some(Judgment::Entailment),
            Some(Judgment::Unknown),
            Some(Judgment::Contradiction),
            None,
            None,
        ];
        assert_eq!(judged, expected);
        let said =
            |whole: usize| all.wholes[whole].as_ref().unwrap().justification.clone().unwrap();
        assert_eq!(
            said(3),
            "4.1: entailment (it says entailment)\n4.2: no judgment (it says perhaps)"
        );
        assert_eq!(said(4), "it has no parts");
    }

    #[test]
    fn parts_are_asked_once_and_a_whole_waits_for_all_of_its_parts() {
        struct First(usize);
        impl System for First {
            fn answer(
                &self,
                pairs: &[TextPair<'_>],
                answered: &mut crate::Answered<'_>,
            ) -> Result<(), crate::SystemError> {
                Told.answer(pairs.get(..self.0).unwrap_or(pairs), answered)
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path(), b"", Use::Stored).unwrap();
        let wholes = [
            vec![part("1.1", "entailment"), part("1.2", "unknown")],
            vec![part("2.1", "entailment"), part("2.2", "entailment")],
        ];
        let mut told = Progress::default();
        let mut ask = |pairs| {
            let (rule, task) = (CompositionRule::All, Task::TwoWay);
            let store = Some(&mut store);
            answer_by_parts(&First(pairs), &wholes, &rule, task, store, &mut |now| told = now)
        };
        let first = ask(3);
        assert_eq!(first.parts.left(), 1);
        let judged = |whole: &Option<Reply>| whole.as_ref().and_then(|reply| reply.judgment);
        let wholes = |all: &AnsweredByParts| all.wholes.iter().map(judged).collect::<Vec<_>>();
        assert_eq!(wholes(&first), [Some(Judgment::NotEntailment), None]);
        assert_eq!(first.wholes[1], None);
        let second = ask(3);
        second.parts.ended.as_ref().unwrap();
        assert_eq!(wholes(&second), [Some(Judgment::NotEntailment), Some(Judgment::Entailment)]);
        assert_eq!((told.stored, told.answered), (3, 1));
    }
}
