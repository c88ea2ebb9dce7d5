//! Every preset reads the public layout that it is named for; the rows here are invented.

mod diagnostics;
mod found;
mod fracas_and_sick;
mod harnesses;
mod listing;
mod natural_language_inference;
mod rte;
