//! What a config says of an engine that phenom runs itself.

use phenom_systems::Learner;

use super::document::Segment;
use super::numbers::Whole;
use super::raw::{Choice, EngineName, OneOrMany, RawEngineSettings};
use super::resolve::{Place, Resolver};
use super::{Answers, EngineSystem, LearnsOn, System, WordNetFrom};

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
            EngineName::Vote => {
                let of = raw.of.take();
                self.nothing_else(place, &raw);
                let Some(OneOrMany(of)) = of.filter(|of| of.0.len() > 1) else {
                    let help = "write `engine: {name: vote, of: [SYSTEM, SYSTEM, SYSTEM]}`";
                    self.problem(place, "a vote is of two systems or more", Some(help));
                    return None;
                };
                Some(EngineSystem::Vote(of))
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

    /// Refuses a vote of what is no system, or votes itself.
    pub(super) fn votes(&mut self, names: &[String], systems: &[System]) {
        let votes = |system: &System| match &system.answers {
            Answers::Engine(engine) => match &**engine {
                EngineSystem::Vote(of) => Some(of.clone()),
                _ => None,
            },
            _ => None,
        };
        for (index, name) in names.iter().enumerate() {
            let system = systems.iter().find(|system| system.name == *name);
            for (member, of) in system.and_then(votes).into_iter().flatten().enumerate() {
                let place =
                    ["systems".into(), index.into(), "engine".into(), "of".into(), member.into()];
                let voting = systems.iter().any(|other| other.name == of && votes(other).is_some());
                if !names.contains(&of) {
                    let help = phenom_dataset::nearest(&of, names.iter().map(String::as_str))
                        .map(|name| format!("did you mean `{name}`?"));
                    self.problem(&place, format!("no system is called `{of}`"), help.as_deref());
                } else if voting {
                    let message = format!("`{of}` votes itself: name the systems that it asks");
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
        self.nothing_else(place, &raw);
        let from = match (learn_on, folds, model) {
            (Some(pairs), None, None) => {
                Some(LearnsOn::Pairs(Box::new(self.pairs(&at("learn-on"), *pairs))))
            }
            (None, Some(folds), None) => {
                usize::try_from(folds.get()).ok().map(LearnsOn::OtherParts)
            }
            (None, None, Some(model)) => self.one_file(&at("model"), model).map(LearnsOn::Model),
            (None, None, None) if learner.is_shipped() => Some(LearnsOn::Shipped),
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
        Some(EngineSystem::Learnt { learner, from: from?, wordnet, rules })
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
            ("seed", raw.seed.is_some()),
            ("of", raw.of.is_some()),
        ];
        self.out_of_place_if(place, &keys, "is of no use to this engine");
    }
}
