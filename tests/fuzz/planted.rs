//! Inputs that must be found: whoever relies on this test has to know that it would find something.

use std::hint::black_box;

use super::dictionary::Family;
use super::targets::Target;

const fn target(name: &'static str, run: fn(&[u8])) -> Target {
    Target { name, family: Family::Rows, run }
}

/// Each with a part of what its worker is said to have died of.
pub(crate) const PLANTED: [(Target, &str); 4] = [
    (target("planted-panic", panic), "planted.rs"),
    (target("planted-loop", endless), "too slow"),
    (target("planted-memory", hungry), "memory"),
    (target("planted-recursion", recursive), "SIGABRT"),
];

fn panic(_: &[u8]) {
    panic!("planted");
}

fn endless(_: &[u8]) {
    while black_box(true) {}
}

/// Takes two gigabytes.
fn hungry(_: &[u8]) {
    black_box(vec![1_u8; 2 << 30]);
}

fn recursive(input: &[u8]) {
    let longer = [input, b"("].concat();
    black_box(recursive as fn(&[u8]))(&longer[..1]);
    black_box(longer);
}
