//! Made-up values for the examples and the tests of figures and pages.

#![allow(dead_code, unused_imports, missing_docs, unreachable_pub, clippy::unwrap_used)]

mod evaluated;
mod figures;
mod pages;

pub use evaluated::{Evaluated, Size, evaluated};
pub use figures::{figures, large_figures};
pub use pages::report;

/// A sequence that looks random and is the same everywhere.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }

    pub fn share(&mut self) -> f64 {
        self.below(1000) as f64 / 999.0
    }
}

/// Text that breaks what takes it for anything but text.
pub const HOSTILE: &str = "<script>alert(1)</script> \"'&]]> {{ 1 }} \u{202e}gnp\u{0}\u{7} שלום 😀";

pub const JUDGMENTS: [&str; 3] = ["entailment", "unknown", "contradiction"];

fn strings<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

fn system_name(number: usize) -> String {
    match number {
        3 => "A system with a name that is much too long for any figure".to_owned(),
        5 => HOSTILE.to_owned(),
        _ => format!("System {}", number + 1),
    }
}

const CATEGORIES: [&str; 5] =
    ["lexical", "lexical-syntactic", "syntactic", "discourse", "reasoning"];
const PHENOMENA: [&str; 8] = [
    "synonymy",
    "apposition",
    "coreference",
    "general statistics",
    "negation",
    "meronymy",
    "quantity",
    "verb nominalization",
];

fn phenomenon(index: usize, count: usize) -> (String, String) {
    let category = CATEGORIES[index * CATEGORIES.len() / count].to_owned();
    let name = match index {
        11 => HOSTILE.to_owned(),
        _ => format!(
            "{}{}",
            PHENOMENA[index % 8],
            if index < 20 { String::new() } else { format!(" {index}") }
        ),
    };
    (category, name)
}
