//! Reads the files of a config, and takes the hash of each on the way.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read};
use std::rc::Rc;

use phenom_dataset::{
    Dataset, DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat, PredictionFormat,
    ProblemKind, Problems, Run, RunBuilder, TableFormat, read_pairs, read_predictions,
};
use phenom_metrics::{LearnsFrom, Origin, linguistic_biased};
use phenom_report as report;
use sha2::{Digest, Sha256};

use crate::config::{Answers, DataFile, PairFile, System};

/// The dataset of some files, and the files by their content.
pub(crate) fn dataset(
    files: &[PairFile],
    texts: KeepTexts,
) -> Result<(Dataset, Vec<report::File>), Problems> {
    let mut builder = DatasetBuilder::new(texts);
    let mut hashed = Vec::new();
    let mut unopened = Problems::new();
    for PairFile { file, source } in files {
        let parquet = source.format == PairFormat::Table(TableFormat::Parquet);
        match open(file, parquet) {
            Err(error) => unreadable(&mut unopened, file, &error),
            Ok((input, hash)) => {
                read_pairs(source, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &source.labels));
            }
        }
    }
    match builder.finish() {
        Ok(dataset) => unopened.or((dataset, hashed)),
        Err(problems) => {
            unopened.append(problems);
            Err(unopened)
        }
    }
}

/// The answers of systems, and where they come from.
pub(crate) struct Systems {
    pub(crate) runs: Vec<(Run, Origin)>,
    pub(crate) signatures: Vec<report::SystemSignature>,
}

/// The answers of all systems.
pub(crate) fn systems(systems: &[System], dataset: &Dataset) -> Result<Systems, Problems> {
    let mut problems = Problems::new();
    let mut loaded = Systems { runs: Vec::new(), signatures: Vec::new() };
    for system in systems {
        match answers(system, dataset) {
            Ok((run, origin, signature)) => {
                loaded.runs.push((run, origin));
                loaded.signatures.push(signature);
            }
            Err(more) => problems.append(more),
        }
    }
    problems.or(loaded)
}

fn answers(
    system: &System,
    dataset: &Dataset,
) -> Result<(Run, Origin, report::SystemSignature), Problems> {
    let signature = |files, algorithm: Option<&str>, missing: &str| report::SystemSignature {
        system: system.name.clone(),
        files,
        algorithm: algorithm.map(str::to_owned),
        missing: missing.to_owned(),
    };
    match &system.answers {
        Answers::LinguisticBiased(learns_from) => {
            let run = linguistic_biased(dataset, &system.name, *learns_from);
            let algorithm = match learns_from {
                LearnsFrom::AllPairs => "linguistic-biased, learnt from all monothematic pairs",
                LearnsFrom::OtherOriginals => {
                    "linguistic-biased, cross-validated: learnt from the other originals"
                }
            };
            Ok((run, Origin::ReadsGold, signature(Vec::new(), Some(algorithm), "refuse")))
        }
        Answers::Predictions { files, source, missing } => {
            let mut builder = RunBuilder::new(dataset, &system.name, *missing);
            let mut hashed = Vec::new();
            for file in files {
                let parquet = source.format == PredictionFormat::Table(TableFormat::Parquet);
                let (input, hash) = open(file, parquet).map_err(|error| {
                    let mut problems = Problems::new();
                    unreadable(&mut problems, file, &error);
                    problems
                })?;
                read_predictions(source, &file.shown(), input, &mut builder);
                hashed.push(hash.signed(file, &source.labels));
            }
            let run = builder.finish()?;
            Ok((run, Origin::Answers, signature(hashed, None, missing.name())))
        }
    }
}

fn unreadable(problems: &mut Problems, file: &DataFile, error: &io::Error) {
    let reason = error.to_string();
    problems.push(&file.shown(), None, ProblemKind::Unreadable { reason });
}

/// A file to be read, and its hash once it was read.
fn open(file: &DataFile, parquet: bool) -> io::Result<(Input, Hash)> {
    let stream = File::open(&file.path)?;
    let hasher = Rc::new(RefCell::new(Sha256::new()));
    let mut hashing = Hashing { stream, hasher: Rc::clone(&hasher) };
    if parquet {
        // Parquet is read from its end: the bytes are hashed apart.
        io::copy(&mut hashing, &mut io::sink())?;
        return Ok((Input::File(file.path.clone()), Hash(hasher)));
    }
    Ok((Input::Stream(Box::new(hashing)), Hash(hasher)))
}

/// A stream whose bytes are hashed as they are read.
struct Hashing<R> {
    stream: R,
    hasher: Rc<RefCell<Sha256>>,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.hasher.borrow_mut().update(&buffer[..count]);
        Ok(count)
    }
}

/// The hash of what was read of a stream.
struct Hash(Rc<RefCell<Sha256>>);

impl Hash {
    fn signed(&self, file: &DataFile, labels: &LabelScheme) -> report::File {
        report::File {
            path: file.named.clone(),
            sha256: hex(&self.0.borrow().clone().finalize()),
            labels: labels.name().to_owned(),
        }
    }
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
