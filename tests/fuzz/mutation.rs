//! Inputs made from those of the corpus: bytes, lines and fields changed, doubled, moved and joined.

use std::ops::Range;

use rand::RngExt;
use rand_pcg::Pcg64;

/// The most bytes of an input.
const LARGEST: usize = 1 << 20;

/// What stands between fields in any of the formats.
const SEPARATORS: &[u8] = b",;:\t\r\n\"'{}[]()<>=/| ";

/// An input of the corpus after a few changes.
pub(crate) fn mutated(corpus: &[Vec<u8>], tokens: &[&[u8]], random: &mut Pcg64) -> Vec<u8> {
    let mut input = one_of(corpus, random).clone();
    // After many changes nothing is reached but the first error.
    for _ in 0..random.random_range(1..=4) {
        change(&mut input, corpus, tokens, random);
        input.truncate(LARGEST);
    }
    input
}

fn change(input: &mut Vec<u8>, corpus: &[Vec<u8>], tokens: &[&[u8]], random: &mut Pcg64) {
    let here = piece(input, random);
    // Seldom, because large inputs take long.
    if random.random_range(0..150) == 0 {
        let token = *one_of(tokens, random);
        let part = if random.random() { token.to_vec() } else { input[here.clone()].to_vec() };
        return repeat(input, here, &part, random);
    }
    match random.random_range(0..37) {
        0..=2 => {
            if let Some(byte) = input.get_mut(here.start) {
                *byte ^= 1 << random.random_range(0..8);
            }
        }
        3 => input.insert(here.start, random.random_range(0..=255)),
        4 => input.truncate(here.start),
        5..=9 => drop(input.drain(here)),
        10..=12 => {
            let piece = input[here].to_vec();
            let place = piece_start(input, random);
            input.splice(place..place, piece);
        }
        13..=15 => swap(input, here, random),
        16..=24 => drop(input.splice(here, one_of(tokens, random).iter().copied())),
        25..=29 => {
            let token = *one_of(tokens, random);
            input.splice(here.start..here.start, token.iter().copied());
        }
        30..=33 => {
            let other = one_of(corpus, random);
            let piece = other[piece(other, random)].to_vec();
            input.splice(here, piece);
        }
        _ => {
            let other = one_of(corpus, random);
            input.truncate(here.end);
            input.extend_from_slice(&other[piece_start(other, random)..]);
        }
    }
}

/// Puts many of a piece in its place: deep nesting, long fields, many columns, many rows.
fn repeat(input: &mut Vec<u8>, place: Range<usize>, piece: &[u8], random: &mut Pcg64) {
    let room = LARGEST.saturating_sub(input.len()) / piece.len().max(1);
    // Any order of magnitude alike, and one in a hundred as large as it may be.
    let magnitude = random.random_range(0..=room.max(1).ilog2());
    let times = if random.random_range(0..100) == 0 { room } else { room.min(2 << magnitude) };
    input.splice(place, piece.repeat(times));
}

fn swap(input: &mut Vec<u8>, here: Range<usize>, random: &mut Pcg64) {
    let there = piece(input, random);
    let (first, second) = if here.start <= there.start { (here, there) } else { (there, here) };
    if first.end <= second.start {
        let (earlier, later) = (input[first.clone()].to_vec(), input[second.clone()].to_vec());
        input.splice(second, earlier);
        input.splice(first, later);
    }
}

/// Some bytes, a line or a few, or a field.
fn piece(input: &[u8], random: &mut Pcg64) -> Range<usize> {
    if input.is_empty() {
        return 0..0;
    }
    let at = random.random_range(0..input.len());
    let before = |found: fn(&u8) -> bool| {
        input[..at].iter().rposition(found).map_or(0, |separator| separator + 1)
    };
    let after = |from: usize, found: fn(&u8) -> bool| {
        input[from..].iter().position(found).map_or(input.len(), |length| from + length)
    };
    let is_line_end: fn(&u8) -> bool = |byte| *byte == b'\n';
    let is_separator: fn(&u8) -> bool = |byte| SEPARATORS.contains(byte);
    match random.random_range(0..6) {
        0 => at..input.len().min(at + random.random_range(1..=8)),
        1 => at..random.random_range(at..=input.len()),
        2 => before(is_line_end)..input.len().min(after(at, is_line_end) + 1),
        _ => before(is_separator)..after(at, is_separator),
    }
}

fn piece_start(input: &[u8], random: &mut Pcg64) -> usize {
    piece(input, random).start
}

fn one_of<'a, T>(all: &'a [T], random: &mut Pcg64) -> &'a T {
    &all[random.random_range(0..all.len())]
}
