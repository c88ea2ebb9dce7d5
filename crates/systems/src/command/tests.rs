//! Real programs, which behave and misbehave.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Instant;

use phenom_dataset::{Judgment, LabelScheme};

use super::*;
use crate::Reply;

/// Answers each line that it reads, in their order.
const ANSWER: &str = r#"sed 's/{"id":"\([^"]*\)".*/{"id":"\1","label":"entailment"}/'"#;

fn shell(script: &str) -> Command {
    let arguments = ["-c", script].map(str::to_owned);
    Command::new("sh", arguments, std::env::temp_dir(), LabelScheme::judgments())
}

fn impatient(script: &str) -> Command {
    Command { time_out: Duration::from_secs(1), ..shell(script) }
}

/// Asks pairs of these ids: the numbers of those that were answered, in the order of the answers, and what is wrong.
fn ask(command: &Command, ids: &[&str]) -> (Vec<usize>, Result<(), SystemError>) {
    let text = "A text with \"quotes\",\nlines and ümläute. ".repeat(20);
    let pairs: Vec<TextPair<'_>> =
        ids.iter().map(|id| TextPair { id, text: &text, hypothesis: "A hypothesis." }).collect();
    let mut numbers = Vec::new();
    let ended = command.answer(&pairs, &mut |number, _| {
        numbers.push(number);
        Ok(())
    });
    (numbers, ended)
}

/// What is wrong, after so many answers.
fn failure(command: &Command, answered: usize) -> String {
    let (numbers, ended) = ask(command, &["a", "b", "c"]);
    let told = ended.unwrap_err().to_string();
    assert_eq!(numbers.len(), answered, "{told}");
    told
}

#[test]
fn a_program_sees_pairs_as_they_are_and_its_answers_are_read() {
    let pair = TextPair { id: "é \"1\"", text: "Say \"hi\"\nto \u{0}.", hypothesis: "" };
    let expected = r#"{"id":"é \"1\"","text":"Say \"hi\"\nto \u0000.","hypothesis":""}"#;
    let script = format!(
        "read -r line; test \"$line\" = '{expected}' || exit 9
         printf '%s\\n' '{{\"id\": \"é \\\"1\\\"\", \"label\": \"unknown\", \"confidence\": 0.5}}'"
    );
    let mut replies = Vec::new();
    let ended = shell(&script).answer(&[pair], &mut |number, reply| {
        replies.push((number, reply));
        Ok(())
    });
    ended.unwrap();
    let reply = Reply { confidence: Some(0.5), ..Reply::judged(Judgment::Unknown) };
    assert_eq!(replies, [(0, reply)]);
}

#[test]
fn it_may_answer_one_by_one_in_batches_or_when_it_has_read_all_and_in_any_order() {
    let ids: Vec<String> = (0..10_000).map(|number| number.to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let forwards: Vec<usize> = (0..ids.len()).collect();
    // Ten megabytes in: more than the pipes hold, many times over.
    let (numbers, ended) = ask(&shell(ANSWER), &ids);
    ended.unwrap();
    assert_eq!(numbers, forwards);
    let (numbers, ended) = ask(&shell(&format!("tac | {ANSWER}")), &ids);
    ended.unwrap();
    assert!(numbers.iter().rev().eq(&forwards));
    // Nothing is left in a buffer: each answer is out before the next pair is read.
    let one_by_one = format!("while read -r line; do printf '%s\\n' \"$line\" | {ANSWER}; done");
    let (numbers, ended) = ask(&shell(&one_by_one), &ids[..20]);
    ended.unwrap();
    assert_eq!(numbers, forwards[..20]);
}

#[test]
fn answers_arrive_while_the_program_runs() {
    let folder = tempfile::tempdir().unwrap();
    let arrived = folder.path().join("arrived");
    // It goes on when its answer is here.
    let script = r#"echo '{"id":"1","label":"unknown"}'; until test -e arrived; do sleep 0.05; done; exit 4"#;
    let command = Command { folder: folder.path().to_owned(), ..shell(script) };
    let pair = TextPair { id: "1", text: "", hypothesis: "" };
    let ended = command.answer(&[pair], &mut |_, _| Ok(fs::write(&arrived, "")?));
    // All answers are there, but something is wrong with it.
    let told = ended.unwrap_err().to_string();
    assert_eq!(told, "the command `sh` failed (exit status: 4); all pairs already had predictions");
}

#[test]
fn without_pairs_nothing_is_started() {
    let command = Command { program: "/nowhere".to_owned(), ..shell("") };
    ask(&command, &[]).1.unwrap();
}

#[test]
fn a_program_that_cannot_be_started_is_told() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("score.sh"), "#!/bin/sh\n").unwrap();
    let command = |program: &str| Command {
        program: program.to_owned(),
        folder: folder.path().to_owned(),
        ..shell("")
    };
    let told = failure(&command("no-such-program"), 0);
    assert!(told.starts_with("the command `no-such-program` was not found"), "{told}");
    assert!(failure(&command("./gone.sh"), 0).contains("was not found"));
    assert!(failure(&command("./score.sh"), 0).contains("chmod +x"));
    assert!(failure(&command(""), 0).contains("was not found"));
    let nowhere = folder.path().join("nowhere");
    let told = failure(&Command { folder: nowhere, ..shell("") }, 0);
    assert!(told.contains("the folder does not exist"), "{told}");
}

#[test]
fn a_path_starts_at_the_folder_and_the_program_runs_there() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("bin")).unwrap();
    let path = folder.path().join("bin/score.sh");
    // Whoever runs a file while another thread's child still has it open to write is refused: so a shell writes it.
    let script = format!("#!/bin/sh\ncp bin/score.sh copy.sh\n{ANSWER}\n");
    let mut writer = std::process::Command::new("sh");
    writer.args(["-c", "printf %s \"$1\" >\"$2\"", "sh", &script]).arg(&path);
    assert!(writer.status().unwrap().success());
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let folder = folder.path().to_owned();
    let command =
        Command { program: "bin/score.sh".to_owned(), arguments: Vec::new(), folder, ..shell("") };
    ask(&command, &["a"]).1.unwrap();
    assert!(command.folder.join("copy.sh").is_file());
}

#[test]
fn arguments_are_passed_as_they_are() {
    let mut command = shell(&format!("test \"$1\" = '$HOME; echo *' || exit 9; {ANSWER}"));
    command.arguments.extend(["sh", "$HOME; echo *"].map(str::to_owned));
    ask(&command, &["a"]).1.unwrap();
}

#[test]
fn a_program_that_dies_is_told_with_its_last_words() {
    let script = "printf '{\"id\":\"b\",\"label\":\"unknown\"}\\n{\"id\":'; echo 'no model' >&2; ";
    let told = failure(&shell(&format!("{script} exit 3")), 1);
    let expected = "the command `sh` failed (exit status: 3); 2 of 3 pairs have no prediction: `a`, `c`\n\
                    standard error ends:\nno model";
    assert_eq!(told, expected);
    let told = failure(&shell(&format!("{script} kill -9 $$")), 1);
    assert!(told.contains("failed (signal: 9 (SIGKILL)); 2 of 3"), "{told}");
    let ids: Vec<String> = (0..9).map(|number| number.to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let told = ask(&shell("exit 1"), &ids).1.unwrap_err().to_string();
    assert!(
        told.ends_with("9 of 9 pairs have no prediction: `0`, `1`, `2`, `3`, `4`, ..."),
        "{told}"
    );
}

#[test]
fn a_program_that_ends_too_early_is_told() {
    let told = failure(&shell("head -n 2 | sed 's/,.*/,\"label\":\"unknown\"}/'"), 2);
    assert!(told.contains("ended too early; 1 of 3 pairs have no prediction: `c`"), "{told}");
    assert!(failure(&impatient("exec >&-; sleep 60"), 0).contains("ended too early; 3 of 3"));
}

#[test]
fn a_program_that_hangs_is_ended_with_all_that_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = impatient(
        "(until test -e go; do sleep 0.05; done; touch survived) & echo loading >&2; sleep 60",
    );
    command.folder = folder.path().to_owned();
    let started = Instant::now();
    let told = failure(&command, 0);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert!(told.contains("wrote no prediction for 1 s, and phenom ended it; 3 of 3"), "{told}");
    assert!(told.ends_with("loading"), "{told}");
    fs::write(folder.path().join("go"), "").unwrap();
    thread::sleep(Duration::from_millis(500));
    assert!(!folder.path().join("survived").exists());
}

#[test]
fn only_an_answer_is_progress() {
    for script in [
        // Blank lines for ever, as fast as they are read and one at a time, and a line without end.
        "yes ''",
        "while :; do echo; sleep 0.1; done",
        "while :; do printf x; sleep 0.1; done",
    ] {
        let started = Instant::now();
        let told = failure(&impatient(script), 0);
        assert!(
            told.contains("wrote no prediction for 1 s, and phenom ended it; 3 of 3"),
            "{told}"
        );
        assert!(started.elapsed() < Duration::from_secs(10), "{script}: {:?}", started.elapsed());
    }
    // After the last answer, too.
    let started = Instant::now();
    ask(&impatient(&format!("{ANSWER}; while :; do echo; sleep 0.1; done")), &["a"]).1.unwrap();
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    // Each answer has the time of its own.
    let line =
        |id: &str| format!("sleep 0.7; echo; echo '{{\"id\":\"{id}\",\"label\":\"unknown\"}}'; ");
    ask(&impatient(&[line("a"), line("b")].concat()), &["a", "b"]).1.unwrap();
}

#[test]
fn nothing_waits_for_what_escaped() {
    let started = Instant::now();
    let (numbers, ended) = ask(&impatient(&format!("setsid sleep 20 & {ANSWER}")), &["a"]);
    ended.unwrap();
    assert_eq!(numbers, [0]);
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

#[test]
fn a_program_that_does_not_end_after_its_last_answer_is_ended() {
    ask(&impatient(&format!("{ANSWER}; sleep 60")), &["a", "b"]).1.unwrap();
}

#[test]
fn whoever_ends_us_can_end_the_program() {
    let command = shell("sleep 60");
    let running = command.running.clone();
    let started = Instant::now();
    let told = thread::scope(|scope| {
        let asking = scope.spawn(|| failure(&command, 0));
        while !asking.is_finished() {
            drop(running.kill());
            thread::sleep(Duration::from_millis(10));
        }
        asking.join().unwrap()
    });
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(told.contains("SIGKILL"), "{told}");
}

#[test]
fn an_answer_for_no_pair_or_for_one_that_has_its_answer_is_told() {
    let answers = |second: &str| {
        let line = |id: &str| format!("echo '{{\"id\":\"{id}\",\"label\":\"unknown\"}}'\n");
        shell(&[line("a"), "echo\n".to_owned(), line(second), line("b"), line("c")].concat())
    };
    let told = failure(&answers("a"), 1);
    assert!(told.contains("predicted `a` a second time, in line 3"), "{told}");
    let told = failure(&answers("d"), 1);
    assert!(
        told.contains("predicted `d` in line 3 of its output, which phenom did not send"),
        "{told}"
    );
    // After the last answer, too.
    let told = failure(&shell(&format!("{ANSWER}; echo '{{\"id\":\"a\",\"label\":null}}'")), 3);
    assert!(told.contains("a second time, in line 4"), "{told}");
    let told = ask(&shell(ANSWER), &["a", "b", "a"]).1.unwrap_err().to_string();
    assert!(told.contains("two pairs have the id `a`"), "{told}");
}

#[test]
fn what_is_no_answer_is_told_with_its_line() {
    let told = failure(&shell("echo; echo Loading model...; sleep 60"), 0);
    assert!(told.contains("no prediction in line 2 of its output: expected value"), "{told}");
    assert!(
        told.contains(": Loading model...; write one JSON object a line to standard output"),
        "{told}"
    );
    let told = failure(&shell("printf '\\377\\n'"), 0);
    assert!(told.contains("invalid utf-8"), "{told}");
    let long = shell("printf '{\"id\":\"%01000000d\",\"label\":null}\\n' 1");
    assert!(failure(&long, 0).len() < 300);
    let long = shell("printf '{\"%01000000d\":1}\\n' 1");
    assert!(failure(&long, 0).len() < 700);
    // No end, and nothing wrong with how the program ends.
    let told = failure(&shell("printf '{\"id\":'"), 0);
    assert!(told.contains("no prediction in line 1"), "{told}");
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let started = Instant::now();
    let told = failure(&shell("tr '\\0' x </dev/zero"), 0);
    assert!(told.contains("more than 4 MiB in line 1"), "{told}");
    assert!(started.elapsed() < Duration::from_secs(10));
}

#[test]
fn standard_error_never_blocks_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("standard-error.txt");
    let mut command =
        shell(&format!("head -c 5000000 /dev/zero >&2; {ANSWER}; echo é >&2; exit 1"));
    command.standard_error = Some(path.clone());
    let told = failure(&command, 3);
    assert_eq!(fs::metadata(&path).unwrap().len(), 5_000_003);
    assert!(told.ends_with("\0é") && told.len() < 5000, "{}", told.len());
}

#[test]
fn a_file_that_standard_error_cannot_be_written_to_is_told() {
    let mut command = shell(ANSWER);
    command.standard_error = Some(command.folder.join("no-such-folder/errors.txt"));
    assert!(failure(&command, 0).contains("no-such-folder/errors.txt"));
    if Path::new("/dev/full").exists() {
        let mut command = shell(&format!("{ANSWER}; echo done >&2"));
        command.standard_error = Some("/dev/full".into());
        let told = failure(&command, 3);
        assert!(told.contains("no place for its standard error: /dev/full"), "{told}");
    }
}

#[test]
fn where_an_answer_cannot_be_kept_the_program_is_ended() {
    let pair = |id| TextPair { id, text: "", hypothesis: "" };
    let script = format!("{ANSWER}; sleep 60");
    let started = Instant::now();
    let ended = shell(&script).answer(&[pair("a"), pair("b")], &mut |_, _| {
        Err(std::io::Error::other("no space left").into())
    });
    assert!(matches!(ended, Err(SystemError::Unkept(_))));
    assert!(started.elapsed() < Duration::from_secs(10));
}
