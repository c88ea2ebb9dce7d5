//! Pairs read blind and settled on the terminal.

use phenom_annotate::request::Step;
use serde_json::Value;

use super::{Talk, Talked, say, text};

impl Talk {
    pub(super) fn blind(&mut self) -> Talked<()> {
        loop {
            let blind = self.look("blind", &[])?;
            let current = &blind["current"];
            let Some(item) = current["item"].as_u64().and_then(|item| usize::try_from(item).ok())
            else {
                if let Some(closed) = blind.get("just_closed") {
                    say(&agreed(&closed["agreement"]))?;
                }
                if blind["left"] == 0 {
                    return Ok(say("Nothing is left to read.")?);
                }
                let said = self.ask(&format!(
                    "{} pairs to read; Enter opens a batch, q back",
                    blind["left"]
                ))?;
                if said == "q" || self.step(Step::Batch {})?.is_none() {
                    return Ok(());
                }
                continue;
            };
            say(&format!("\nT  {}\nH  {}", text(&current["text"]), text(&current["hypothesis"])))?;
            let judgment = self.judgment("If T is true, H is; Enter where you cannot judge")?;
            let sure =
                self.ask("how sure: 3 sure, 2 rather, 1 a guess (Enter for none, q back)")?;
            if sure == "q" {
                return Ok(());
            }
            let confidence = sure.parse::<u8>().ok().filter(|sure| (1..=3).contains(sure));
            let comment = self.ask("comment")?;
            self.step(Step::Read { item, judgment, confidence, comment })?;
        }
    }

    pub(super) fn settle(&mut self) -> Talked<()> {
        let all = self.look("settle", &[])?;
        let mut open = all["pairs"].as_array().into_iter().flatten();
        let Some(next) = open.find(|line| line["settled"] != Value::Bool(true)) else {
            return Ok(say(
                "Nothing to settle: a pair comes here when two have read it and author or readers differ.",
            )?);
        };
        let id = text(&next["id"]);
        let told = self.look("settle", &[("pair", &id)])?;
        let pair = &told["pair"];
        say(&format!("\n{id}\nT  {}\nH  {}", text(&pair["text"]), text(&pair["hypothesis"])))?;
        for reading in pair["readings"].as_array().into_iter().flatten() {
            let judgment = reading["judgment"].as_str().unwrap_or("cannot judge");
            say(&format!(
                "  {} ({}): {judgment}  {}",
                text(&reading["who"]),
                text(&reading["role"]),
                text(&reading["comment"])
            ))?;
        }
        let drop = self.ask("Enter to give it a judgment, x to drop it, q back")?;
        if drop == "q" {
            return Ok(());
        }
        let drop = drop == "x";
        let judgment = if drop { None } else { self.judgment("gold is")? };
        if judgment.is_none() && !drop {
            return Ok(());
        }
        let reason = self.ask("why")?;
        self.step(Step::Settle { pair: id, judgment, drop, reason })?;
        Ok(())
    }
}

fn agreed(agreement: &Value) -> String {
    match agreement["value"].as_f64() {
        Some(kappa) => {
            let ends = (agreement["low"].as_f64(), agreement["high"].as_f64());
            let interval = match ends {
                (Some(low), Some(high)) => format!(" [{low:.2}, {high:.2}]"),
                _ => String::new(),
            };
            let between: Vec<String> =
                agreement["between"].as_array().into_iter().flatten().map(text).collect();
            format!(
                "kappa {kappa:.2}{interval} of {} on {} pairs",
                between.join(" and "),
                agreement["pairs"]
            )
        }
        None => "The batch is closed; no kappa yet.".to_owned(),
    }
}
