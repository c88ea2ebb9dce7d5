//! Gold labels that systems recognise, and those that they miss.

use phenom_dataset::Judgment;
use phenom_metrics::measures::accuracy::CONDITIONED_ACCURACY;
use phenom_metrics::statistics::{Interval, normal};

use crate::Pairs;
use crate::claims::claim::{Claim, ClaimKind, Wording};
use crate::claims::draft::{claim, on_all};
use crate::claims::view::{Place, View};
use crate::claims::wording::{fitting, label_adjective};
use crate::paragraph::{Paragraph, listed};

/// The recall of a system on one gold label.
struct Recall {
    value: f64,
    interval: Interval,
    /// The pairs with the label.
    pairs: u64,
}

/// The recalls of a system on the gold labels of the task, in their order.
struct Recalls<'r> {
    system: &'r str,
    of: Vec<(Judgment, Recall)>,
}

impl Recalls<'_> {
    /// The labels with the highest and the lowest recall.
    fn ends(&self) -> Option<[&(Judgment, Recall); 2]> {
        let by_value =
            |a: &&(Judgment, Recall), b: &&(Judgment, Recall)| a.1.value.total_cmp(&b.1.value);
        Some([self.of.iter().max_by(by_value)?, self.of.iter().min_by(by_value)?])
    }

    /// Whether the interval of the difference of the highest and the lowest recall, recovered from those of both (MOVER,
    /// taken as independent) and `wider` times as wide, excludes 0.
    fn differ(&self, wider: f64) -> bool {
        let Some([(_, high), (_, low)]) = self.ends() else { return false };
        let below = (high.value - high.interval.lower).hypot(low.interval.upper - low.value);
        high.value - low.value > wider * below
    }
}

/// One claim on all systems, if the recall of some system differs between gold labels.
pub(super) fn derive(view: &View<'_, '_>) -> Vec<Claim> {
    let place = on_all(view.tagged());
    let labels = labels(view, place);
    if labels.len() < 2 {
        return Vec::new();
    }
    let recall = |system: &str, (label, pairs): &(Judgment, u64)| {
        let of = match label {
            Judgment::NotEntailment => view.results.label(system, place.population, *label),
            label => Pairs::Gold(*label),
        };
        let score = view.results.score(system, place.population, of, &CONDITIONED_ACCURACY)?;
        let value = score.value.clone().ok()?;
        Some((*label, Recall { value, interval: score.interval?.interval, pairs: *pairs }))
    };
    let systems = view.competing.iter().map(|system| Recalls {
        system: &system.name,
        of: labels.iter().filter_map(|label| recall(&system.name, label)).collect(),
    });
    let mut all: Vec<Recalls<'_>> = systems.filter(|one| one.of.len() == labels.len()).collect();
    // The systems with opposite biases are at the ends.
    let signed = |one: &Recalls<'_>| one.of[0].1.value - one.of[1].1.value;
    all.sort_by(|a, b| signed(b).total_cmp(&signed(a)));
    // Bonferroni's correction for the differences that could have been chosen.
    let differences = all.len() * labels.len() * (labels.len() - 1) / 2;
    let wider = wider_for(1.0 - view.level(), differences);
    let biased: Vec<&Recalls<'_>> = all.iter().filter(|one| one.differ(wider)).collect();
    if biased.is_empty() {
        return Vec::new();
    }
    let words = Words { view, place: place.population, all: &all, biased: &biased, differences };
    let wording = words.wording();
    let names: Vec<&str> = biased.iter().map(|one| one.system).collect();
    vec![claim(ClaimKind::Label, 5, view.claim_slice(place), wording).about(&names)]
}

/// By which factor Bonferroni's correction for `many` intervals of normal values widens each.
fn wider_for(alpha: f64, many: usize) -> f64 {
    let reach = |alpha: f64| normal::quantile(1.0 - alpha / 2.0);
    reach(alpha / many.max(1) as f64) / reach(alpha)
}

/// The gold labels with their numbers of pairs. With two-way labels, the labels that are not entailment are one, and keep
/// their name if there is only one.
fn labels(view: &View<'_, '_>, place: Place) -> Vec<(Judgment, u64)> {
    let gold = view.results.evaluation.gold(place.population, place.slice);
    let single = |label: Judgment, pairs: u64| {
        let own = Judgment::ALL.into_iter().find(|one| gold.gold(*one) == pairs);
        own.filter(|own| *own != Judgment::Entailment).unwrap_or(label)
    };
    let labels = view.gold(place).into_iter();
    labels
        .map(|(label, pairs)| match label {
            Judgment::NotEntailment => (single(label, pairs), pairs),
            label => (label, pairs),
        })
        .collect()
}

struct Words<'w> {
    view: &'w View<'w, 'w>,
    place: phenom_metrics::Population,
    all: &'w [Recalls<'w>],
    biased: &'w [&'w Recalls<'w>],
    /// How many differences were looked at.
    differences: usize,
}

impl Words<'_> {
    /// `126 of 134`, or a share if a system has several runs.
    fn count(&self, system: &str, recall: &Recall, with_pairs: bool) -> String {
        let correct = recall.value * recall.pairs as f64;
        let is_count =
            self.view.results.runs(system) == 1 && (correct - correct.round()).abs() < 1e-6;
        match (is_count, with_pairs) {
            (true, true) => format!("{correct:.0} of {}", recall.pairs),
            (true, false) => format!("{correct:.0}"),
            (false, true) => format!("{} of {}", self.view.share(recall.value), recall.pairs),
            (false, false) => self.view.share(recall.value),
        }
    }

    fn wording(&self) -> Wording {
        let view = self.view;
        let on = view.pairs_word(self.place);
        let few = self.all.len() <= 3 && self.biased[0].of.len() == 2;
        let missed = self.missed_by_all();
        let (line, headline, sentence) = match (&missed, few) {
            (Some((label, best)), false) => {
                let count = self.count(best.0, best.1, true);
                let level = view.results.level();
                let ends = format!(
                    "[{}, {}]",
                    view.number(best.1.interval.lower),
                    view.number(best.1.interval.upper)
                );
                let share = view.share(best.1.value);
                (
                    vec![
                        format!(
                            "No system recognises more than {count} {label} {on} ({share} {ends})."
                        ),
                        format!("No system recognises more than {share} of {label} {on}."),
                    ],
                    format!("No system recognises most {label} {on}"),
                    format!(
                        "The highest recall on {label} {on} is that of {}: {count} ({share}, {level} interval {ends}).",
                        view.system(best.0)
                    ),
                )
            }
            _ => (self.pairwise(), self.headline(), self.sentence()),
        };
        Wording {
            topic: "labels".to_owned(),
            line: fitting(line),
            headline: Some(headline),
            sentence: Some(sentence),
            paper: Some(self.paper(missed.as_ref().map(|(label, best)| (*label, *best)))),
        }
    }

    /// A label of which every system recognises less than half, by its interval; with the best system on it.
    fn missed_by_all(&self) -> Option<(&'static str, (&str, &Recall))> {
        let labels = self.all.first()?.of.len();
        (0..labels).find_map(|at| {
            let recalls = || self.all.iter().map(|one| (one.system, &one.of[at].1));
            let is_missed = recalls().all(|(_, recall)| recall.interval.upper < 0.5);
            let best = recalls().max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))?;
            is_missed.then(|| (label_adjective(self.all[0].of[at].0), best))
        })
    }

    /// `"A" recognises 126 of 134 entailed, 7 of 33 contradicted parts; "B" 64, 25.`
    fn pairwise(&self) -> Vec<String> {
        let view = self.view;
        let on = view.pairs_word(self.place);
        let first = self.biased[0];
        let of_first: Vec<String> = first
            .of
            .iter()
            .map(|(label, recall)| {
                format!("{} {}", self.count(first.system, recall, true), label_adjective(*label))
            })
            .collect();
        let start =
            format!("{} recognises {} {on}", view.system(first.system), of_first.join(", "));
        let others = self.biased[1..].iter().map(|other| {
            let values = other.of.iter().map(|(_, recall)| self.count(other.system, recall, false));
            format!("; {} {}", view.system(other.system), values.collect::<Vec<_>>().join(", "))
        });
        let others: Vec<String> = others.collect();
        let ends = others.last().cloned().unwrap_or_default();
        let mut lines = vec![
            format!("{start}{}.", others.concat()),
            format!("{start}{ends}."),
            format!("{start}."),
        ];
        // Of many systems one is no summary.
        if self.biased.len() > 3 {
            lines = Vec::new();
        }
        lines.extend(self.of_one_system());
        lines.extend([
            format!("{}.", self.counted()),
            format!("Recall differs between gold labels in {} of the systems.", self.biased.len()),
        ]);
        lines
    }

    /// `Recall of "A" is highest on "entailment" (30 of 40), lowest on "unknown" (5 of 20).`
    fn of_one_system(&self) -> Option<String> {
        let [one] = self.biased else { return None };
        let [(high, most), (low, least)] = one.ends()?;
        Some(format!(
            "Recall of {} is highest on \"{high}\" ({}), lowest on \"{low}\" ({}).",
            self.view.system(one.system),
            self.count(one.system, most, true),
            self.count(one.system, least, true)
        ))
    }

    /// The two labels that are most often those with the highest and the lowest recall of a system whose recalls differ.
    fn usual_ends(&self) -> Option<[Judgment; 2]> {
        let mut kinds: Vec<([Judgment; 2], usize)> = Vec::new();
        for [high, low] in self.biased.iter().filter_map(|one| one.ends()) {
            let kind = [high.0, low.0];
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind, 1)),
            }
        }
        Some(kinds.iter().max_by_key(|(_, count)| *count)?.0)
    }

    /// In how many systems the recall on one label exceeds that on another.
    fn counted(&self) -> String {
        let Some([high, low]) = self.usual_ends() else { return String::new() };
        let of = |one: &Recalls<'_>, label| {
            one.of.iter().find(|(own, _)| *own == label).map(|(_, recall)| recall.value)
        };
        let count = self.all.iter().filter(|one| of(one, high) > of(one, low)).count();
        format!(
            "Recall on \"{high}\" exceeds recall on \"{low}\" in {count} of {} systems",
            self.all.len()
        )
    }

    /// The same as a sentence that says on how many differences it rests.
    fn counted_with_level(&self) -> String {
        let level = self.view.results.level();
        let usual = self.usual_ends();
        let is_usual =
            |one: &&&Recalls<'_>| one.ends().map(|ends| ends.map(|(label, _)| *label)) == usual;
        format!(
            "{} ({level} intervals of the difference, corrected for {} differences, exclude 0 in {}).",
            self.counted(),
            self.differences,
            self.biased.iter().filter(is_usual).count()
        )
    }

    fn headline(&self) -> String {
        let view = self.view;
        let on = view.pairs_word(self.place);
        let first = self.biased[0];
        let Some([_, (label, low)]) = first.ends() else { return String::new() };
        if self.biased.len() > 3 {
            return "Recall differs between gold labels".to_owned();
        }
        let mut said = format!(
            "{} recognises {} {} {on}",
            view.system(first.system),
            self.count(first.system, low, true),
            label_adjective(*label)
        );
        let at = first.of.iter().position(|(own, _)| own == label);
        if let (Some(other), Some(at)) = (self.biased.last().filter(|_| self.biased.len() > 1), at)
        {
            let count = self.count(other.system, &other.of[at].1, false);
            said.push_str(&format!(", {} {count}", view.system(other.system)));
        }
        said
    }

    fn sentence(&self) -> String {
        let view = self.view;
        let on = view.pairs_word(self.place);
        if self.biased.len() > 3 {
            return self.counted_with_level();
        }
        let labels = self.biased[0].of.iter().enumerate().map(|(at, (label, recall))| {
            let each: Vec<String> = self
                .biased
                .iter()
                .map(|one| {
                    format!(
                        "{} recognises {}",
                        view.system(one.system),
                        self.count(one.system, &one.of[at].1, false)
                    )
                })
                .collect();
            let each: Vec<String> = each
                .iter()
                .enumerate()
                .map(|(number, one)| match number {
                    0 => one.clone(),
                    _ => one.replace(" recognises ", " "),
                })
                .collect();
            format!(
                "Of {} {} {on} {}",
                recall.pairs,
                label_adjective(*label),
                phenom_dataset::listed(&each, "and")
            )
        });
        format!("{}.", labels.collect::<Vec<_>>().join(". "))
    }

    fn paper(&self, missed: Option<(&str, (&str, &Recall))>) -> Paragraph {
        let view = self.view;
        let pairs = match view.results.evaluation.is_decomposed() {
            true => "monothematic pairs",
            false => "pairs",
        };
        if let Some((label, best)) = missed.filter(|_| self.all.len() > 3) {
            let count = self.count(best.0, best.1, true);
            return Paragraph::of(format!(
                "No system recognises more than {count} {label} {pairs}."
            ));
        }
        if self.biased.len() > 3 {
            return Paragraph::of(self.counted_with_level());
        }
        let clauses = self.biased.iter().enumerate().map(|(number, one)| {
            let mut said = view.name_in_paper(one.system);
            let values: Vec<String> = one
                .of
                .iter()
                .map(|(label, recall)| match number {
                    0 => format!(
                        "{} {}",
                        self.count(one.system, recall, true),
                        label_adjective(*label)
                    ),
                    _ => self.count(one.system, recall, false),
                })
                .collect();
            said.say(if number == 0 { " recognises " } else { " " });
            let last = if number == 0 && values.len() == 2 { "but" } else { "and" };
            said.say(phenom_dataset::listed(&values, last));
            if number == 0 {
                said.say(format!(" {pairs}"));
            }
            said
        });
        let mut said = listed(clauses.collect());
        said.say(".");
        said
    }
}
