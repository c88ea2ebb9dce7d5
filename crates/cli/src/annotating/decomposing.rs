//! Pairs decomposed on the terminal.

use phenom_annotate::Rule;
use phenom_annotate::api::{attempt, look};
use phenom_annotate::request::{Step, TryRequest};
use phenom_report::harmless;
use serde_json::Value;

use super::{Talk, Talked, say, text};
use crate::failure::Failure;

impl Talk {
    pub(super) fn decompose(&mut self, start: &Value) -> Talked<()> {
        let open = |line: &&Value| !matches!(line["state"].as_str(), Some("other" | "given"));
        let lines: Vec<&Value> =
            start["pairs"].as_array().into_iter().flatten().filter(open).collect();
        let undone = |line: &&&Value| !matches!(line["state"].as_str(), Some("done" | "exception"));
        let Some(next) = lines.iter().find(undone).or(lines.first()) else {
            say("No pair is yours to decompose.")?;
            return Ok(());
        };
        let next = text(&next["id"]);
        let said = self.ask(&format!("pair (Enter for {next}, ? for all)"))?;
        match said.as_str() {
            "" => self.pair(&next),
            "?" => {
                for line in lines {
                    say(&format!("{}  {}", text(&line["id"]), text(&line["state"])))?;
                }
                Ok(())
            }
            id => self.pair(id),
        }
    }

    fn pair(&mut self, id: &str) -> Talked<()> {
        loop {
            let pair = match look(&mut self.session, "pair", &[("id", id)]) {
                Ok(pair) => pair,
                Err(refusal) => {
                    say(&harmless(&refusal.error))?;
                    return Ok(());
                }
            };
            show(&pair)?;
            if pair.get("parts").is_none() {
                say("This pair is not yours to decompose.")?;
                return Ok(());
            }
            if pair["whole"].is_null() {
                let Some(judgment) = self.judgment("If T is true, H is")? else { return Ok(()) };
                self.step(Step::Whole { pair: id.to_owned(), judgment })?;
                continue;
            }
            let question = "p add a part, c NUMBER change, r NUMBER remove, o NUMBERS order, x done, w judge the whole anew, Enter back";
            let said = self.ask(question)?;
            let (what, rest) = said.split_once(' ').unwrap_or((&said, ""));
            let ids: Vec<String> = numbered(&pair, rest);
            match what {
                "" => return Ok(()),
                "p" => self.part(id, None)?,
                "c" | "r" if ids.len() != 1 => say("The number of a part is needed: `c 2`.")?,
                "c" => self.part(id, ids.first().cloned())?,
                "r" => {
                    for part in ids {
                        self.step(Step::Remove { pair: id.to_owned(), part })?;
                    }
                }
                "o" => {
                    self.step(Step::Order { pair: id.to_owned(), parts: ids })?;
                }
                "w" => {
                    if let Some(judgment) = self.judgment("If T is true, H is")? {
                        self.step(Step::Whole { pair: id.to_owned(), judgment })?;
                    }
                }
                "x" => {
                    let said = self.ask("why it is kept, if a check fails (Enter for none)")?;
                    let exception = Some(said).filter(|said| !said.is_empty());
                    if self.step(Step::Done { pair: id.to_owned(), exception })?.is_some() {
                        say(&format!("{} is done.", harmless(id)))?;
                        return Ok(());
                    }
                }
                _ => say("One of the letters is needed.")?,
            }
        }
    }

    fn part(&mut self, pair: &str, edit: Option<String>) -> Talked<()> {
        let phenomenon = self.ask("phenomenon, CATEGORY:NAME (? for all, Enter back)")?;
        if phenomenon.is_empty() {
            return Ok(());
        }
        let start = self.look("start", &[])?;
        let mut known = start["tags"].as_array().into_iter().flatten();
        if phenomenon == "?" {
            for tag in known {
                say(&format!("{:45} {}", text(&tag["tag"]), text(&tag["definition"])))?;
            }
            return self.part(pair, edit);
        }
        let entry = known.find(|tag| tag["tag"].as_str() == Some(&phenomenon)).cloned();
        if let Some(entry) = &entry {
            say(&text(&entry["definition"]))?;
        }
        let left = self.ask("words of T")?;
        let right = self.ask("what takes their place")?;
        let of_entry = |key: &str| entry.as_ref().map_or(String::new(), |entry| text(&entry[key]));
        let pattern = self.ask(&format!("pattern (Enter for {})", of_entry("pattern")))?;
        let constraint = self.ask(&format!("constraint (Enter for {})", of_entry("constraint")))?;
        let or_entry = |said: String, key: &str| if said.is_empty() { of_entry(key) } else { said };
        let rule = Rule {
            pattern: or_entry(pattern, "pattern"),
            constraint: or_entry(constraint, "constraint"),
            left_hand_side: left,
            right_hand_side: right,
        };
        let tried = TryRequest {
            pair: pair.to_owned(),
            edit: edit.clone(),
            phenomenon: phenomenon.clone(),
            left_hand_side: rule.left_hand_side.clone(),
            right_hand_side: rule.right_hand_side.clone(),
            pattern: rule.pattern.clone(),
            constraint: rule.constraint.clone(),
            judgment: None,
        };
        match attempt(&self.session, tried) {
            Err(refusal) => return Ok(say(&harmless(&refusal.error))?),
            Ok(seen) => {
                for problem in seen["problems"].as_array().into_iter().flatten() {
                    say(&text(&problem["text"]))?;
                }
                if let Some(nearest) = seen["nearest"].as_str() {
                    say(&format!(
                        "`{}` is not in the inventory; did you mean {nearest}?",
                        harmless(&phenomenon)
                    ))?;
                }
                if seen["ready"] != Value::Bool(true) {
                    return Ok(say("The part was not added.")?);
                }
                say(&format!("H_i: {}", text(&seen["hypothesis"])))?;
                for remark in seen["remarks"].as_array().into_iter().flatten() {
                    say(&format!("  {}", text(remark)))?;
                }
            }
        }
        let Some(judgment) = self.judgment("If T is true, H_i is")? else { return Ok(()) };
        self.step(Step::Part { pair: pair.to_owned(), part: edit, phenomenon, rule, judgment })?;
        Ok(())
    }
}

/// The ids of parts by their numbers.
fn numbered(pair: &Value, numbers: &str) -> Vec<String> {
    let id = |number: &str| {
        let at = number.parse::<usize>().ok()?.checked_sub(1)?;
        pair["parts"].get(at)?["id"].as_str().map(str::to_owned)
    };
    numbers.split_whitespace().filter_map(id).collect()
}

fn show(pair: &Value) -> Result<(), Failure> {
    say(&format!("\n{} ({})", text(&pair["id"]), text(&pair["state"])))?;
    say(&format!("T  {}\nH  {}", text(&pair["text"]), text(&pair["hypothesis"])))?;
    let Some(whole) = pair["whole"].as_str() else { return Ok(()) };
    let gold =
        pair["gold"].as_str().map_or(String::new(), |gold| format!("; the dataset says {gold}"));
    say(&format!("whole: {whole}{gold}"))?;
    for part in pair["parts"].as_array().into_iter().flatten() {
        say(&format!(
            "  {} {} {}: {}",
            part["number"],
            text(&part["phenomenon"]),
            text(&part["judgment"]),
            text(&part["hypothesis"])
        ))?;
    }
    let composed = pair["composition"]["composed"].as_str().unwrap_or("nothing yet");
    let chain = &pair["chain"];
    let reach = match chain["reaches"].as_str() {
        Some(_) => "the chain reaches H".to_owned(),
        None => {
            let words = |key: &str| {
                let words: Vec<String> =
                    chain[key].as_array().into_iter().flatten().map(text).collect();
                words.join(" ")
            };
            format!(
                "the chain does not reach H: still to come “{}”, still to go “{}”",
                words("missing"),
                words("extra")
            )
        }
    };
    say(&format!("the parts make {composed}; {reach}"))
}
