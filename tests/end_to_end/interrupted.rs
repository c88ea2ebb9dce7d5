//! Runs that are killed, and runs at the same time: a report folder holds the files of one run.
//!
//! More rounds: `PHENOM_KILLS=1000 PHENOM_TRIALS=100 cargo test -p phenom --test end_to_end
//! interrupted -- --nocapture`; `PHENOM_SEED` repeats the moments of a run as far as the machine does.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant, SystemTime};

use super::scene::{Scene, program};

type Contents = BTreeMap<String, Vec<u8>>;

const PAIRS: &[u8] = b"id,origin,gold,category,phenomenon\n1,,entailment,,\n2,,contradiction,,\n\
1.1,1,entailment,lexical,synonymy\n2.1,2,contradiction,lexical,antonymy\n";

const ANSWERS: &[u8] = b"id,label\n1,entailment\n2,entailment\n1.1,entailment\n2.1,contradiction\n";

/// Configs whose reports differ in their files and in what is in them.
const CONFIGS: [(&str, &str); 3] = [
    ("a.yaml", "title: One\nreport: {formats: [csv, md, tex]}\n"),
    ("b.yaml", "title: Two\nmeasures: [accuracy]\nreport: {formats: [csv, txt, json]}\n"),
    ("c.yaml", "title: Three\nreport: {formats: [md, html, tex, json, svg]}\n"),
];

/// Files of the user's in and beside the report folder.
const MINE: [&str; 3] = ["report/mine.txt", "report/tables/mine.csv", "results.csv"];

fn scene() -> Scene {
    let scene = Scene::new([("pairs.csv", PAIRS), ("answers.csv", ANSWERS)]);
    for (name, part) in CONFIGS {
        let config = format!(
            "dataset: {{path: pairs.csv}}\nsystems: [{{name: A, predictions: answers.csv}}]\n\
             statistics: {{intervals: false}}\noutput: report\n{part}"
        );
        scene.write(name, config.as_bytes());
    }
    scene
}

/// What the folder holds after an undisturbed run of each config, beside files of the user's.
fn expected() -> Vec<Contents> {
    let expected: Vec<Contents> = CONFIGS
        .iter()
        .map(|(config, _)| {
            let scene = scene();
            for name in MINE {
                scene.write(name, b"mine");
            }
            let outcome = scene.phenom(&["run", config]);
            assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
            contents(scene.path())
        })
        .collect();
    assert!(expected[0] != expected[1] && expected[1] != expected[2] && expected[0] != expected[2]);
    expected
}

/// Every file under a folder.
fn contents(folder: &Path) -> Contents {
    let mut found = Contents::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                found.insert(name + "/", Vec::new());
                open.push(path);
            } else {
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    found
}

/// The names of the files in which two folders differ.
fn differing(left: &Contents, right: &Contents) -> Vec<String> {
    let names = left.keys().chain(right.keys());
    let mut names: Vec<_> =
        names.filter(|name| left.get(*name) != right.get(*name)).cloned().collect();
    names.dedup();
    names
}

fn started(folder: &Path, config: &str) -> Child {
    program()
        .args(["run", config, "--quiet"])
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Numbers that look random, the same for the same seed.
struct Random(u64);

impl Random {
    /// From a seed in the environment, or of the time; it is printed.
    fn new() -> Self {
        let seed = number("PHENOM_SEED").unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
            now.as_nanos() as u64 % 1_000_000
        });
        println!("PHENOM_SEED={seed}");
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound.max(1)
    }

    fn within(&mut self, time: Duration) -> Duration {
        Duration::from_micros(self.below(time.as_micros() as u64))
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap())
}

#[test]
fn a_killed_run_leaves_nothing_that_the_next_one_does_not_clear_up() {
    let expected = expected();
    let scene = scene();
    for name in MINE {
        scene.write(name, b"mine");
    }
    let staging = scene.path().join("report/.phenom-writing");
    let journal = staging.join("journal.json");
    let wait_for = |path: &Path, run: &mut Child| {
        while !path.exists() && run.try_wait().unwrap().is_none() {}
    };
    let mut random = Random::new();
    // How long a run takes, and how much of it is left when it begins to write and to rename.
    let (begun, mut run) = (Instant::now(), started(scene.path(), "c.yaml"));
    let [until_writing, until_renaming] = [&staging, &journal].map(|path| {
        wait_for(path, &mut run);
        begun.elapsed()
    });
    assert!(run.wait().unwrap().success());
    let whole = begun.elapsed();
    let writing = whole - until_writing;
    // The journal may be there too shortly to be seen by a busy machine.
    let renaming = (whole - until_renaming).max(writing / 4);
    println!("a run takes {whole:?}, writes for the last {writing:?}, renames for {renaming:?}");
    let mut moments: BTreeMap<&str, usize> = BTreeMap::new();
    for round in 0..number("PHENOM_KILLS").unwrap_or(24) {
        let before = contents(scene.path());
        let mut run = started(scene.path(), CONFIGS[random.below(3) as usize].0);
        // One in three kills is anywhere in the run, the others are where they could do harm.
        let left = match round % 3 {
            0 => whole,
            1 => {
                wait_for(&staging, &mut run);
                writing
            }
            _ => {
                wait_for(&journal, &mut run);
                renaming
            }
        };
        std::thread::sleep(random.within(left));
        run.kill().unwrap();
        run.wait().unwrap();
        let journal = journal.exists();
        let moment = match (journal, staging.exists()) {
            (true, _) if expected.iter().any(|one| only_staging_is_more(one, scene.path())) => {
                "with the journal, before the first or after the last rename"
            }
            (true, _) => "between the renames",
            (false, true) => "while staging or clearing up",
            (false, false) if contents(scene.path()) == before => "before writing",
            (false, false) => "after writing",
        };
        *moments.entry(moment).or_default() += 1;
        if journal {
            let outcome = scene.phenom(&["run", "a.yaml", "--verify"]);
            assert_eq!(outcome.code, Some(1), "an unfinished change passed for whole");
            assert!(outcome.stderr.contains("report is unfinished"), "{}", outcome.stderr);
        }
        let next = random.below(3) as usize;
        let outcome = scene.phenom(&["run", CONFIGS[next].0]);
        assert_eq!(outcome.code, Some(0), "round {round}, {moment}: {}", outcome.stderr);
        let differing = differing(&contents(scene.path()), &expected[next]);
        assert!(differing.is_empty(), "round {round}, killed {moment}: {differing:?}");
    }
    println!("killed: {moments:?}");
}

/// Whether a folder holds these files and, of others, only those that are being staged.
fn only_staging_is_more(expected: &Contents, folder: &Path) -> bool {
    let mut found = contents(folder);
    found.retain(|name, _| !name.contains(".phenom-writing"));
    found == *expected
}

#[test]
fn of_concurrent_writers_one_after_the_other_writes_and_the_rest_are_refused() {
    let expected = expected();
    let scene = scene();
    let (mut written, mut refused) = (0, 0);
    for trial in 0..number("PHENOM_TRIALS").unwrap_or(5) {
        if trial % 2 == 0 {
            // Also where the folder is made by those who write to it.
            let _ = std::fs::remove_dir_all(scene.path().join("report"));
            let _ = std::fs::remove_file(scene.path().join("results.csv"));
        }
        let runs = CONFIGS.map(|(config, _)| started(scene.path(), config));
        let processes = runs.each_ref().map(Child::id);
        let mut winners = Vec::new();
        for (at, run) in runs.into_iter().enumerate() {
            let output = run.wait_with_output().unwrap();
            let stderr = String::from_utf8(output.stderr).unwrap();
            if output.status.success() {
                winners.push(at);
                continue;
            }
            assert_eq!(output.status.code(), Some(2), "{stderr}");
            let named = |process: &u32| {
                stderr.contains(&format!("another phenom (process {process}) is writing"))
            };
            let others = processes.iter().filter(|process| **process != processes[at]);
            assert_eq!(others.filter(|process| named(process)).count(), 1, "{stderr}");
            refused += 1;
        }
        written += winners.len();
        for name in MINE {
            scene.write(name, b"mine");
        }
        let found = contents(scene.path());
        let one = winners.iter().any(|winner| found == expected[*winner]);
        let all = winners.iter().map(|winner| differing(&found, &expected[*winner]));
        assert!(one, "trial {trial}: {:?}", all.collect::<Vec<_>>());
    }
    println!("{written} wrote, {refused} were refused");
}

#[test]
fn a_second_writer_names_the_first_and_changes_nothing() {
    let scene = scene();
    assert_eq!(scene.phenom(&["run", "a.yaml"]).code, Some(0));
    scene.write("report/.phenom-writing/lock", b"4711");
    let lock = std::fs::File::open(scene.path().join("report/.phenom-writing/lock")).unwrap();
    lock.lock().unwrap();
    let before = contents(scene.path());
    let outcome = scene.phenom(&["run", "b.yaml", "--overwrite"]);
    assert_eq!(outcome.code, Some(2));
    super::scene::assert_snapshot!("second_writer", outcome.stderr);
    assert_eq!(contents(scene.path()), before);
    drop(lock);
    assert_eq!(scene.phenom(&["run", "b.yaml"]).code, Some(0));
    assert!(!scene.path().join("report/.phenom-writing").exists());
}

#[test]
fn count_tables_of_an_unfinished_change_are_not_read() {
    let scene = scene();
    assert_eq!(scene.phenom(&["counts", "a.yaml", "--output", "n"]).code, Some(0));
    scene.write("n.yaml", b"counts: n/counts.parquet\n");
    assert_eq!(scene.phenom(&["run", "n.yaml"]).code, Some(0));
    scene.write("n/.phenom-writing/journal.json", b"{\"steps\": []}");
    let outcome = scene.phenom(&["run", "n.yaml"]);
    assert_eq!(outcome.code, Some(2));
    super::scene::assert_snapshot!("counts_unfinished", outcome.stderr);
    // Nobody knows who began it.
    let outcome = scene.phenom(&["counts", "a.yaml", "--output", "n", "--overwrite"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("remove n/.phenom-writing"), "{}", outcome.stderr);
    std::fs::remove_dir_all(scene.path().join("n/.phenom-writing")).unwrap();
    assert_eq!(scene.phenom(&["run", "n.yaml"]).code, Some(0));
}
