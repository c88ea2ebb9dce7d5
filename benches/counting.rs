//! The counting pass beside a plain polars group-by of the same columns: ten million answers (four
//! systems, 2.5 million monothematic pairs), 35 phenomena in 5 categories.
//!
//! `cargo bench --bench counting`

#![allow(clippy::unwrap_used, reason = "a benchmark may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::hint::black_box;
use std::num::NonZeroUsize;

use phenom_dataset::{
    Answer, Dataset, DatasetBuilder, Judgment, KeepTexts, PairRow, Phenomenon, Run,
};
use phenom_metrics::{SlicePlan, count};
use polars::prelude::{Column, DataFrame};

const SYSTEMS: usize = 4;
const MONOTHEMATIC: usize = 2_500_000;
const PHENOMENA: usize = 35;
const PER_ORIGINAL: usize = 5;
const THREADS: NonZeroUsize = NonZeroUsize::new(2).unwrap();

fn main() {
    divan::main();
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn judgment(numbers: &mut Numbers) -> Judgment {
    Judgment::ALL[numbers.below(3)]
}

fn dataset(monothematic: usize) -> Dataset {
    let tags: Vec<Phenomenon> = (0..PHENOMENA)
        .map(|number| Phenomenon::parse(&format!("category-{}:{number}", number % 5)).unwrap())
        .collect();
    let mut numbers = Numbers(1);
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for original in 0..monothematic / PER_ORIGINAL {
        let id = original.to_string();
        let gold = Some(judgment(&mut numbers));
        builder.add(&PairRow { id: &id, gold, ..PairRow::default() });
        for part in 0..PER_ORIGINAL {
            builder.add(&PairRow {
                id: &format!("{id}.{part}"),
                origin: Some(&id),
                gold: Some(judgment(&mut numbers)),
                phenomena: std::slice::from_ref(&tags[numbers.below(PHENOMENA)]),
                ..PairRow::default()
            });
        }
    }
    builder.finish().unwrap()
}

fn runs(dataset: &Dataset) -> Vec<Run> {
    (0..SYSTEMS)
        .map(|system| {
            let mut numbers = Numbers(system as u64 + 2);
            let answers = (0..dataset.len()).map(|_| Answer::Judged(judgment(&mut numbers)));
            Run::from_answers("s", answers.collect::<Vec<_>>())
        })
        .collect()
}

/// The counting pass of phenom, from the aligned answers to the tables of all slices.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn phenom(bencher: divan::Bencher<'_, '_>) {
    let dataset = dataset(MONOTHEMATIC);
    let runs = runs(&dataset);
    let plan = SlicePlan::new(&dataset, THREADS);
    bencher.bench_local(|| {
        for run in &runs {
            black_box(count(&plan, run));
        }
    });
}

/// The plan of the slices, made once a dataset.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn phenom_plan(bencher: divan::Bencher<'_, '_>) {
    let dataset = dataset(MONOTHEMATIC);
    bencher.bench_local(|| black_box(SlicePlan::new(&dataset, THREADS)));
}

/// Ten million rows of phenomenon, gold and answer in small integers, grouped by these and the
/// system, on all cores.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn polars_group_by(bencher: divan::Bencher<'_, '_>) {
    let dataset = dataset(MONOTHEMATIC);
    let rows = || dataset.monothematic();
    let mut columns: [Vec<u32>; 4] = Default::default();
    for (system, run) in runs(&dataset).iter().enumerate() {
        for row in rows() {
            let gold = dataset.gold()[row].map_or(0, Judgment::code);
            let cells =
                [system as u32, dataset.tags(row)[0], u32::from(gold), u32::from(run.codes()[row])];
            for (column, cell) in columns.iter_mut().zip(cells) {
                column.push(cell);
            }
        }
    }
    let names = ["system", "phenomenon", "gold", "answer"];
    let columns =
        names.iter().zip(columns).map(|(name, column)| Column::new((*name).into(), column));
    let height = SYSTEMS * rows().len();
    let frame = DataFrame::new(height, columns.collect()).unwrap();
    bencher.bench_local(|| black_box(frame.group_by(names).unwrap().get_groups().len()));
}
