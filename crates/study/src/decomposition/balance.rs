//! How many monothematic pairs each phenomenon has with each judgment, beside a plan.

use std::collections::HashMap;

use phenom_annotate::{Inventory, Plan};
use phenom_dataset::{Dataset, Judgment};
use phenom_report::{Cell, Column, Row, RowKind, Style, Table};
use serde_json::{Value, json};

use super::cells::{Figure, cell, gold_of, json_of, new_table, row, share_of};

/// The pairs by phenomenon and judgment.
pub(super) struct Balance {
    judgments: Vec<Judgment>,
    lines: Vec<Line>,
    planned: bool,
}

struct Line {
    phenomenon: String,
    written: Vec<u64>,
    planned: Option<Vec<u32>>,
    /// The share of entailment.
    entailed: Option<Figure>,
}

impl Line {
    fn keeps_the_plan(&self) -> bool {
        let Some(planned) = &self.planned else { return true };
        self.written.iter().zip(planned).all(|(written, planned)| *written == u64::from(*planned))
    }
}

impl Balance {
    /// The phenomena of the data in the order of the inventory, those that it has not behind them; with a plan, those
    /// that are missing too.
    pub(super) fn of(
        dataset: &Dataset,
        judgments: &[Judgment],
        inventory: &Inventory,
        plan: Option<&Plan>,
    ) -> Self {
        let known = inventory.phenomena.iter().map(|entry| entry.phenomenon.clone());
        let mut phenomena: Vec<String> = known.collect();
        let in_data: Vec<&str> = dataset.phenomena().iter().map(|tag| tag.path()).collect();
        let of_plan = plan.into_iter().flat_map(|plan| plan.0.keys().map(String::as_str));
        for path in in_data.iter().copied().chain(of_plan) {
            if !phenomena.iter().any(|known| known == path) {
                phenomena.push(path.to_owned());
            }
        }
        let mut of_phenomenon: HashMap<&str, Vec<usize>> = HashMap::new();
        for row in dataset.monothematic() {
            for &tag in dataset.tags(row) {
                of_phenomenon.entry(in_data[tag as usize]).or_default().push(row);
            }
        }
        let line = |phenomenon: String| {
            let rows = of_phenomenon.get(phenomenon.as_str()).map_or(&[][..], Vec::as_slice);
            let gold = |row: usize| gold_of(dataset, row, judgments);
            let count = |judgment: &Judgment| {
                rows.iter().filter(|&&row| gold(row) == Some(*judgment)).count() as u64
            };
            let judged = rows.iter().filter(|&&row| gold(row).is_some());
            let entailed = judged.map(|&row| (row, gold(row) == Some(Judgment::Entailment)));
            Line {
                written: judgments.iter().map(count).collect(),
                planned: plan.and_then(|plan| plan.of(&phenomenon, judgments)),
                entailed: share_of(dataset, entailed),
                phenomenon,
            }
        };
        let mut lines: Vec<Line> = phenomena.into_iter().map(line).collect();
        lines.retain(|line| line.written.iter().sum::<u64>() > 0 || line.planned.is_some());
        Self { judgments: judgments.to_vec(), lines, planned: plan.is_some() }
    }

    fn all(&self) -> Vec<u64> {
        let sum = |at: usize| self.lines.iter().map(|line| line.written[at]).sum();
        (0..self.judgments.len()).map(sum).collect()
    }

    /// Whether every phenomenon has the pairs that the plan wants, where there is one.
    pub(super) fn keeps_the_plan(&self) -> bool {
        self.lines.iter().all(Line::keeps_the_plan)
    }

    /// What follows for the plan.
    pub(super) fn in_words(&self) -> Option<String> {
        if !self.planned {
            return None;
        }
        let off: Vec<&str> = self
            .lines
            .iter()
            .filter(|line| !line.keeps_the_plan())
            .map(|line| line.phenomenon.as_str())
            .collect();
        Some(match off.len() {
            0 => "Every phenomenon has the number of pairs that the plan requires.".to_owned(),
            number if number <= 5 => format!("These differ from the plan: {}.", off.join(", ")),
            number => {
                format!("{number} phenomena differ from the plan in their number of pairs.")
            }
        })
    }

    pub(super) fn table(&self) -> Table {
        let mut columns = vec![Column::repeating("category"), Column::new("phenomenon")];
        columns.extend(
            self.judgments.iter().map(|judgment| Column::grouped("written", judgment.name())),
        );
        columns.push(Column::grouped("written", "all"));
        if self.planned {
            columns.extend(
                self.judgments.iter().map(|judgment| Column::grouped("planned", judgment.name())),
            );
        }
        columns.push(Column::new("entailed"));
        let mut rows: Vec<Row> = Vec::new();
        let mut category = "";
        for line in &self.lines {
            let (of, name) = line.phenomenon.split_once(':').unwrap_or(("", &line.phenomenon));
            let kind = if of == category { RowKind::Body } else { RowKind::First };
            category = of;
            let mut cells = vec![Cell::text(of), Cell::text(name)];
            cells.extend(line.written.iter().map(|&number| Cell::count(number)));
            cells.push(Cell::count(line.written.iter().sum::<u64>()));
            if self.planned {
                let planned = line.planned.clone().map_or_else(
                    || vec![Cell::Empty; self.judgments.len()],
                    |planned| {
                        planned.into_iter().map(|number| Cell::count(u64::from(number))).collect()
                    },
                );
                cells.extend(planned);
            }
            cells.push(cell(line.entailed, Style::Percent));
            rows.push(row(kind, cells));
        }
        let all = self.all();
        let mut cells = vec![Cell::text("all"), Cell::Empty];
        cells.extend(all.iter().map(|&number| Cell::count(number)));
        cells.push(Cell::count(all.iter().sum::<u64>()));
        if self.planned {
            for at in 0..self.judgments.len() {
                let planned = self.lines.iter().filter_map(|line| Some(line.planned.as_ref()?[at]));
                cells.push(Cell::count(planned.map(u64::from).sum::<u64>()));
            }
        }
        cells.push(Cell::Empty);
        rows.push(row(RowKind::Total, cells));
        let notes = vec![
            "Monothematic pairs by gold label. A pair with several phenomena counts for each. The share of entailment \
             has a 95 % interval over clusters. If a phenomenon has as many entailed as other pairs, it does not reveal \
             the label."
                .to_owned(),
        ];
        new_table(
            "balance",
            "Monothematic pairs by phenomenon and gold label",
            columns,
            rows,
            notes,
        )
    }

    pub(super) fn json(&self) -> Value {
        let names: Vec<&str> = self.judgments.iter().map(|judgment| judgment.name()).collect();
        let line = |line: &Line| {
            let numbers = |all: &[u64]| -> Value {
                names
                    .iter()
                    .zip(all)
                    .map(|(name, number)| ((*name).to_owned(), (*number).into()))
                    .collect::<serde_json::Map<String, Value>>()
                    .into()
            };
            let planned = line.planned.as_ref().map(|planned| {
                numbers(&planned.iter().map(|&number| u64::from(number)).collect::<Vec<_>>())
            });
            json!({
                "phenomenon": line.phenomenon, "written": numbers(&line.written), "planned": planned,
                "entailment": json_of(line.entailed),
            })
        };
        self.lines.iter().map(line).collect()
    }
}
