//! What a config says of an engine that phenom runs itself.

use phenom_systems::{
    EngineKind, EngineOption, Ensemble, EnsembleRule, Learner, MissingSetting, Settings,
    UntrainedEngine,
};

use super::document::Segment;
use super::numbers::Whole;
use super::raw::{Choice, OneOrMany, RawEngineName, RawEngineSettings, RawPairs};
use super::resolve::{Place, Resolver};
use super::{EngineSystem, LearnsOn, System, WordNetFrom};

/// What to do where parses are given to what was learnt without.
const TRAIN_WITH_TREES: &str = "give the pairs to learn from parses, `learn-on: {path: FILE, trees: FILE}`, or leave `trees` out";

impl Resolver<'_> {
    pub(super) fn engine(
        &mut self,
        place: Place<'_>,
        raw: RawEngineSettings,
    ) -> Option<EngineSystem> {
        let place = &[place, &["engine".into()]].concat();
        let RawEngineName(engine) = raw.name;
        match engine {
            EngineKind::Untrained(engine) => self.untrained(place, &raw, engine),
            EngineKind::Learner(learner) => self.learnt(place, raw, learner),
            EngineKind::Ensemble(ensemble) => self.ensemble(place, raw, ensemble),
        }
    }

    fn untrained(
        &mut self,
        place: Place<'_>,
        raw: &RawEngineSettings,
        engine: &'static UntrainedEngine,
    ) -> Option<EngineSystem> {
        self.refuse_other_options(place, raw, EngineKind::Untrained(engine));
        let judgment = raw.judgment.map(|Choice(judgment)| judgment);
        let settings = Settings { judgment, seed: raw.seed.map(Whole::get) };
        match engine.set_up(&settings) {
            Ok(set_up) => Some(EngineSystem::Untrained { engine, set_up }),
            Err(MissingSetting { message, help }) => {
                self.problem(place, message, Some(help));
                None
            }
        }
    }

    fn ensemble(
        &mut self,
        place: Place<'_>,
        raw: RawEngineSettings,
        ensemble: &'static Ensemble,
    ) -> Option<EngineSystem> {
        self.refuse_other_options(place, &raw, EngineKind::Ensemble(ensemble));
        let Some(OneOrMany(of)) = raw.of.filter(|of| of.0.len() > 1) else {
            let help = format!(
                "write `engine: {{name: {}, of: [SYSTEM, SYSTEM, SYSTEM]}}`",
                ensemble.name
            );
            self.problem(place, "an ensemble needs two systems or more", Some(&help));
            return None;
        };
        let rule = match (ensemble.rule, raw.cross_validated) {
            (EnsembleRule::Stacked { .. }, Some(parts)) => {
                EnsembleRule::Stacked { parts: usize::try_from(parts.get()).unwrap_or(usize::MAX) }
            }
            (rule, _) => rule,
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
                    self.problem(&place, format!("no system has the name `{of}`"), help.as_deref());
                } else if is_ensemble {
                    let message = format!("`{of}` is an ensemble itself: name the systems in it");
                    self.problem(&place, message, None);
                }
            }
        }
    }

    fn learnt(
        &mut self,
        place: Place<'_>,
        mut raw: RawEngineSettings,
        learner: &'static Learner,
    ) -> Option<EngineSystem> {
        let at = |key: &str| [place, &[Segment::from(key)]].concat();
        self.refuse_other_options(place, &raw, EngineKind::Learner(learner));
        let (learn_on, folds, model) =
            (raw.learn_on.take(), raw.cross_validated.take(), raw.model.take());
        let wordnet = match raw.wordnet.take() {
            _ if !learner.takes(EngineOption::WordNet) => WordNetFrom::Nowhere,
            None => WordNetFrom::UsualPlaces,
            Some(said) if said == "none" => WordNetFrom::Nowhere,
            Some(folder) => WordNetFrom::Folder(self.folder.join(folder)),
        };
        let rules = raw.rules.take_if(|_| learner.takes(EngineOption::Rules));
        let rules = rules.map(|rules| self.files(&at("rules"), &rules)).unwrap_or_default();
        let trees = raw.trees.take_if(|_| learner.takes(EngineOption::Trees));
        let trees = trees.map(|trees| self.files(&at("trees"), &trees));
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
                    let message = "the model that comes with phenom was trained without parses, and has no threshold \
                        for trees";
                    self.problem(&at("trees"), message, Some(TRAIN_WITH_TREES));
                }
                Some(LearnsOn::Shipped)
            }
            (None, None, None) => {
                let message = format!("`{}` has nothing to learn from", learner.name);
                let help = "write `learn-on: {path: FILE}` with pairs that have gold labels, `cross-validated: 10`, or \
                            `model: FILE`";
                self.problem(place, message, Some(help));
                None
            }
            _ => {
                let message = "an engine learns in one way: use only one of `learn-on`, `cross-validated` and `model`";
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
        learner: &'static Learner,
        trees_of_judged: bool,
    ) -> LearnsOn {
        let place_of_pairs = [place, &["learn-on".into()]].concat();
        let trees = raw.trees.take_if(|_| learner.takes(EngineOption::Trees));
        if trees_of_judged && trees.is_none() {
            let message = "an engine trained without parses has no threshold for trees";
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
            self.problem(place, "this names several files; expected one", None);
        }
        found.pop()
    }

    /// Refuses the keys that an engine has no use for.
    fn refuse_other_options(
        &mut self,
        place: Place<'_>,
        raw: &RawEngineSettings,
        engine: EngineKind,
    ) {
        let others = raw.given().filter(|option| !engine.takes(*option));
        let keys: Vec<(&str, bool)> = others.map(|option| (option.key(), true)).collect();
        self.out_of_place_if(place, &keys, "has no effect on this engine");
    }
}
