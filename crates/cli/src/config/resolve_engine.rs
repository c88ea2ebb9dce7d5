//! What a config says of an engine that phenom runs itself.

use phenom_systems::Learner;

use super::document::Segment;
use super::numbers::Whole;
use super::raw::{Choice, EngineName, OneOrMany, RawEngineSettings, RawPairs};
use super::resolve::{Place, Resolver};
use super::{EngineSystem, EnsembleRule, LearnsOn, System, WordNetFrom};

/// What to do where parses are given to what was learnt without.
const TRAIN_WITH_TREES: &str = "give the pairs to learn from parses, `learn-on: {path: FILE, trees: FILE}`, or leave `trees` out";

impl Resolver<'_> {
    pub(super) fn engine(
        &mut self,
        place: Place<'_>,
        mut raw: RawEngineSettings,
    ) -> Option<EngineSystem> {
        let place = &[place, &["engine".into()]].concat();
        let Choice(name) = raw.name;
        match name {
            EngineName::Constant => {
                let judgment = raw.judgment.take();
                self.nothing_else(place, &raw);
                let Some(Choice(judgment)) = judgment else {
                    let help = "write `engine: {name: constant, judgment: entailment}`";
                    self.problem(place, "a constant system needs its judgment", Some(help));
                    return None;
                };
                Some(EngineSystem::Constant(judgment))
            }
            EngineName::Random => {
                let seed = raw.seed.take().map_or(1, Whole::get);
                self.nothing_else(place, &raw);
                Some(EngineSystem::Random(seed))
            }
            EngineName::Vote => self.ensemble(place, raw, EnsembleRule::Vote),
            EngineName::Stacked => {
                /// As many parts as are usual.
                const PARTS: u64 = 10;
                let parts = raw.cross_validated.take().map_or(PARTS, Whole::get);
                let parts = usize::try_from(parts).unwrap_or(usize::MAX);
                self.ensemble(place, raw, EnsembleRule::Stacked { parts })
            }
            EngineName::Majority => self.learnt(place, raw, Learner::Majority),
            EngineName::WordOverlap => self.learnt(place, raw, Learner::WordOverlap),
            EngineName::IdfCoverage => self.learnt(place, raw, Learner::IdfCoverage),
            EngineName::Features => self.learnt(place, raw, Learner::Features),
            EngineName::EditDistance => self.learnt(place, raw, Learner::EditDistance),
            EngineName::Contradiction => self.learnt(place, raw, Learner::Contradiction),
            EngineName::HypothesisOnly => self.learnt(place, raw, Learner::HypothesisOnly),
        }
    }

    fn ensemble(
        &mut self,
        place: Place<'_>,
        mut raw: RawEngineSettings,
        rule: EnsembleRule,
    ) -> Option<EngineSystem> {
        let of = raw.of.take();
        self.nothing_else(place, &raw);
        let Some(OneOrMany(of)) = of.filter(|of| of.0.len() > 1) else {
            let name = match rule {
                EnsembleRule::Vote => "vote",
                EnsembleRule::Stacked { .. } => "stacked",
            };
            let help = format!("write `engine: {{name: {name}, of: [SYSTEM, SYSTEM, SYSTEM]}}`");
            self.problem(place, "an ensemble is of two systems or more", Some(&help));
            return None;
        };
        Some(EngineSystem::Ensemble { of, rule })
    }

    /// Refuses an ensemble of what is no system, or an ensemble itself.
    pub(super) fn ensembles(&mut self, names: &[String], systems: &[System]) {
        let members = |system: &System| system.answers.ensemble().map(|(of, _)| of.to_vec());
        for (index, name) in names.iter().enumerate() {
            let system = systems.iter().find(|system| system.name == *name);
            for (member, of) in system.and_then(members).into_iter().flatten().enumerate() {
                let place =
                    ["systems".into(), index.into(), "engine".into(), "of".into(), member.into()];
                let is_ensemble =
                    systems.iter().any(|other| other.name == of && members(other).is_some());
                if !names.contains(&of) {
                    let help = phenom_dataset::nearest(&of, names.iter().map(String::as_str))
                        .map(|name| format!("did you mean `{name}`?"));
                    self.problem(&place, format!("no system is called `{of}`"), help.as_deref());
                } else if is_ensemble {
                    let message =
                        format!("`{of}` is an ensemble itself: name the systems that it is of");
                    self.problem(&place, message, None);
                }
            }
        }
    }

    fn learnt(
        &mut self,
        place: Place<'_>,
        mut raw: RawEngineSettings,
        learner: Learner,
    ) -> Option<EngineSystem> {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        let (learn_on, folds, model) =
            (raw.learn_on.take(), raw.cross_validated.take(), raw.model.take());
        let wordnet = match raw.wordnet.take_if(|_| learner.uses_wordnet()) {
            None if learner.uses_wordnet() => WordNetFrom::UsualPlaces,
            None => WordNetFrom::Nowhere,
            Some(said) if said == "none" => WordNetFrom::Nowhere,
            Some(folder) => WordNetFrom::Folder(self.folder.join(folder)),
        };
        let rules = raw.rules.take_if(|_| learner == Learner::EditDistance);
        let rules = rules.map(|rules| self.files(&at("rules"), &rules)).unwrap_or_default();
        let trees = raw.trees.take_if(|_| learner.uses_trees());
        let trees = trees.map(|trees| self.files(&at("trees"), &trees));
        self.nothing_else(place, &raw);
        let from = match (learn_on, folds, model) {
            (Some(pairs), None, None) => {
                Some(self.learns_on_pairs(place, *pairs, learner, trees.is_some()))
            }
            (None, Some(folds), None) => {
                usize::try_from(folds.get()).ok().map(LearnsOn::OtherParts)
            }
            (None, None, Some(model)) => self.one_file(&at("model"), model).map(LearnsOn::Model),
            (None, None, None) if learner.is_shipped() => {
                if trees.is_some() {
                    let message = "the model that comes with phenom was trained without parses, and knows no threshold for trees";
                    self.problem(&at("trees"), message, Some(TRAIN_WITH_TREES));
                }
                Some(LearnsOn::Shipped)
            }
            (None, None, None) => {
                let message = format!("`{}` has nothing to learn from", learner.name());
                let help = "write `learn-on: {path: FILE}` with pairs that have gold, `cross-validated: 10`, or \
                            `model: FILE`";
                self.problem(place, message, Some(help));
                None
            }
            _ => {
                let message = "an engine learns in one way: by `learn-on`, by `cross-validated`, or from a `model`";
                self.problem(place, message, None);
                None
            }
        };
        let trees = trees.unwrap_or_default();
        Some(EngineSystem::Learnt { learner, from: from?, wordnet, rules, trees })
    }

    /// Other pairs to learn from. They and the pairs that are judged have trees of their own, because ids may be the same.
    fn learns_on_pairs(
        &mut self,
        place: Place<'_>,
        mut raw: RawPairs,
        learner: Learner,
        trees_of_judged: bool,
    ) -> LearnsOn {
        let place_of_pairs = [place, &["learn-on".into()]].concat();
        let trees = raw.trees.take_if(|_| learner.uses_trees());
        if trees_of_judged && trees.is_none() {
            let message = "what is learnt without parses knows no threshold for trees";
            let place = [place, &["trees".into()]].concat();
            self.problem(&place, message, Some(TRAIN_WITH_TREES));
        }
        let place_of_trees = [&place_of_pairs[..], &["trees".into()]].concat();
        let trees = trees.map(|trees| self.files(&place_of_trees, &trees)).unwrap_or_default();
        LearnsOn::Pairs { pairs: Box::new(self.pairs(&place_of_pairs, raw)), trees }
    }

    /// The one file that a path names.
    fn one_file(&mut self, place: Place<'_>, path: String) -> Option<super::DataFile> {
        let mut found = self.files(place, &OneOrMany(vec![path]));
        if found.len() > 1 {
            self.problem(place, "this names several files, and one is needed", None);
        }
        found.pop()
    }

    /// Refuses the keys that an engine has no use for: those that were not taken.
    fn nothing_else(&mut self, place: Place<'_>, raw: &RawEngineSettings) {
        let keys = [
            ("learn-on", raw.learn_on.is_some()),
            ("cross-validated", raw.cross_validated.is_some()),
            ("model", raw.model.is_some()),
            ("judgment", raw.judgment.is_some()),
            ("wordnet", raw.wordnet.is_some()),
            ("rules", raw.rules.is_some()),
            ("trees", raw.trees.is_some()),
            ("seed", raw.seed.is_some()),
            ("of", raw.of.is_some()),
        ];
        self.out_of_place_if(place, &keys, "is of no use to this engine");
    }
}
