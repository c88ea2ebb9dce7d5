//! The program is killed again and again: what it said is saved is saved.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::Duration;

use phenom_annotate::read_steps;
use serde_json::json;

use crate::client::{Browser, try_exchange};
use crate::desk::open;

const FOLDER: &str = "PHENOM_TEST_KILLED";
const KILLS: u64 = 50;

/// A program that serves until it is killed; it leaves its address in a file.
fn serve(folder: &Path) {
    let session = open(folder, "ann");
    let never = AtomicBool::new(false);
    phenom_annotate::api::serve(session, None, &never, |listening| {
        let staged = folder.join("address.new");
        let browser = Browser::new(listening);
        fs::write(&staged, format!("{} {}", browser.port, browser.token)).unwrap();
        fs::rename(&staged, folder.join("address")).unwrap();
    })
    .unwrap();
}

fn started(folder: &Path) -> (Child, Browser) {
    let test = std::env::current_exe().unwrap();
    let child = Command::new(test)
        .args(["--exact", "killed::no_step_that_was_saved_is_lost"])
        .env(FOLDER, folder)
        .spawn()
        .unwrap();
    let address = folder.join("address");
    let text = loop {
        match fs::read_to_string(&address) {
            Ok(text) => break text,
            Err(_) => sleep(Duration::from_millis(1)),
        }
    };
    fs::remove_file(&address).unwrap();
    let (port, token) = text.split_once(' ').unwrap();
    (child, Browser { port: port.parse().unwrap(), token: token.to_owned() })
}

/// A step that says its number, as the page would send it.
fn step(lease: &str, seq: u64) -> String {
    let judgment = ["entailment", "contradiction", "unknown"][(seq % 3) as usize];
    let whole = json!({"do": "whole", "pair": "e-1", "judgment": judgment});
    json!({"lease": lease, "seq": seq, "step": whole}).to_string()
}

#[test]
fn no_step_that_was_saved_is_lost() {
    if let Ok(folder) = std::env::var(FOLDER) {
        serve(Path::new(&folder));
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ann.jsonl");
    let mut saved = 1;
    let mut torn = 0;
    for kill in 0..KILLS {
        let (mut child, browser) = started(folder.path());
        let lease = browser.post("/api/lease", "{}").json()["lease"].as_str().unwrap().to_owned();
        // Moments that differ from one kill to the next, and are those of the next run of the test too.
        let moment = Duration::from_micros(500 + (kill * 7919) % 40_000);
        let killer = std::thread::spawn(move || {
            sleep(moment);
            child.kill().unwrap();
            child.wait().unwrap();
        });
        // The page sends on until nobody answers; the last step may be in the file or not.
        while let Some(reply) = try_exchange(&browser, "/api/step", &step(&lease, saved + 1)) {
            assert_eq!(reply.status, 200, "{}", reply.body);
            saved += 1;
        }
        killer.join().unwrap();
        let text = fs::read(&file).unwrap();
        torn += u64::from(text.last() != Some(&b'\n'));
        let steps = read_steps(&file).unwrap();
        let in_file = steps.events.len() as u64 + 1;
        assert!((saved..=saved + 1).contains(&in_file), "{saved} saved, {in_file} in the file");
    }
    // What nobody answered is sent again, and stands in the file once.
    let (mut child, browser) = started(folder.path());
    let lease = browser.post("/api/lease", "{}").json()["lease"].as_str().unwrap().to_owned();
    assert_eq!(browser.post("/api/step", &step(&lease, saved + 1)).status, 200);
    child.kill().unwrap();
    child.wait().unwrap();
    let steps = read_steps(&file).unwrap();
    assert_eq!(steps.events.len() as u64, saved);
    assert!(saved > KILLS, "only {saved} steps were saved, so that little was interrupted");
    eprintln!("{saved} steps saved over {KILLS} kills, {torn} lines torn");
}
