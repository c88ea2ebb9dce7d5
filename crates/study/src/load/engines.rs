//! Runs the engines of a config, and readies those that learn from the dataset.

use phenom_dataset::{Dataset, Task};
use phenom_systems::Reply;
use phenom_systems::edit_distance::Resources;

use super::at_hand::{AtHand, read_trees};
use super::given::{Given, Ready};
use super::learning::{CrossValidated, Learning};
use super::replies::{Answered, all_of, composed, pairs, refuse_empty_hypotheses};
use crate::config::{EngineSystem, LearnsOn, System};
use crate::failure::Failure;

/// Runs an engine that learns nothing from the dataset and from other systems, and readies any other.
pub(super) fn ready<'s>(
    system: &'s System,
    engine: &'s EngineSystem,
    dataset: &Dataset,
    at_hand: &'s AtHand<'s>,
) -> Result<Ready<'s>, Failure> {
    let pairs = pairs(dataset);
    match engine {
        EngineSystem::Untrained { engine, set_up } => {
            if engine.reads_texts {
                refuse_empty_hypotheses(&pairs)?;
            }
            let replies = all_of(&*set_up.engine(Task::of_gold(dataset.gold())), &pairs);
            let how = set_up.how().to_owned();
            Ok(Ready::Given(Given::Ran(Answered { replies, how, files: Vec::new(), note: None })))
        }
        EngineSystem::Learnt { learner, from, wordnet, rules, trees } => {
            if learner.reads_texts {
                refuse_empty_hypotheses(&pairs)?;
            }
            let (resources, mut known_from) = at_hand.resources(wordnet, rules)?;
            let (trees, parsed_in) = read_trees(at_hand.host, trees, dataset, &pairs)?;
            known_from.extend(parsed_in);
            let resources = Resources { trees, ..resources };
            let learning = Learning { system, learner, resources, at_hand };
            let mut answered = match from {
                LearnsOn::OtherParts(parts) => {
                    let note = learning.note(false, &pairs);
                    let learner = CrossValidated {
                        learning,
                        parts: *parts,
                        rule: None,
                        files: known_from,
                        note,
                    };
                    return Ok(Ready::Learner(Box::new(learner)));
                }
                LearnsOn::Model(file) => learning.with_model(file, &pairs)?,
                LearnsOn::Shipped => learning.as_shipped(dataset, &pairs)?,
                LearnsOn::Pairs { pairs: training, trees } => {
                    learning.on_pairs((training, trees), dataset, &pairs)?
                }
            };
            answered.files.extend(known_from);
            Ok(Ready::Given(Given::Ran(answered)))
        }
        EngineSystem::ByParts(engine, rule) => match ready(system, engine, dataset, at_hand)? {
            Ready::Given(Given::Ran(mut answered)) => {
                let task = Task::of_gold(dataset.gold());
                for original in dataset.originals() {
                    let parts = dataset.monothematic_of(original);
                    let replies: Vec<(usize, &Reply)> =
                        parts.map(|row| (row, &answered.replies[row])).collect();
                    answered.replies[original] = composed(&replies, dataset, (rule, task));
                }
                answered.how += ", by parts";
                Ok(Ready::Given(Given::Ran(answered)))
            }
            Ready::Learner(mut learner) => {
                learner.rule = Some(rule);
                Ok(Ready::Learner(learner))
            }
            other => Ok(other),
        },
        EngineSystem::Ensemble { .. } => Ok(Ready::Later),
    }
}
