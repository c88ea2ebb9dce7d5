//! A real server, which behaves and misbehaves.

mod server;
mod spending;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::time::Instant;

use phenom_dataset::Judgment;
use server::{Asked, Server, answer, chat};

use super::error::LONGEST_ANSWER;
use super::*;
use crate::{Reply, System, SystemError, TextPair};

const KEY: &str = "sk-the/secret";

fn endpoint(url: &str) -> Endpoint {
    Endpoint {
        patience: Patience {
            time_out: Duration::from_secs(20),
            retries: 2,
            first_pause: Duration::from_millis(5),
            longest_pause: Duration::from_secs(2),
            seed: 0,
        },
        ..Endpoint::new(url, "some-model", LabelScheme::named("nli").unwrap())
    }
}

fn client(endpoint: &Endpoint) -> EndpointClient {
    endpoint.client(Key::new(KEY.to_owned())).unwrap()
}

/// Asks pairs of these ids: the replies that came, and what is wrong.
fn ask(client: &EndpointClient, ids: &[&str]) -> (Vec<Option<Reply>>, Result<(), SystemError>) {
    let pairs: Vec<TextPair<'_>> = ids
        .iter()
        .map(|id| TextPair { id, text: "A man sleeps.", hypothesis: "A man is asleep." })
        .collect();
    let mut replies = vec![None; ids.len()];
    let ended = client.answer(&pairs, &mut |number, reply| {
        replies[number] = Some(reply);
        Ok(())
    });
    (replies, ended)
}

/// What is wrong with a server for one pair.
fn failure(server: &Server) -> String {
    failure_within(server, Duration::from_secs(20))
}

fn failure_within(server: &Server, time_out: Duration) -> String {
    let mut endpoint = endpoint(&server.url);
    endpoint.patience.time_out = time_out;
    let (replies, ended) = ask(&client(&endpoint), &["a"]);
    assert_eq!(replies, [None]);
    let error = ended.unwrap_err();
    let told = error.to_string();
    assert!(!format!("{told} {error:?}").contains("secret"), "{error:?}");
    assert!(told.starts_with(&format!("the endpoint {} ", server.url)), "{told}");
    assert!(told.ends_with("; 1 of 1 pairs have no prediction"), "{told}");
    told
}

#[test]
fn a_request_has_the_form_of_openai_and_its_answer_is_read() {
    let server = Server::start(|_| chat("Entailment."));
    let mut endpoint = endpoint(&server.url);
    endpoint.prompt = "{{ id }}: {{ text }} => {{ hypothesis }}".to_owned();
    endpoint.system_prompt = Some("Judge.".to_owned());
    endpoint.max_tokens = Some(20);
    endpoint.seed = Some(7);
    endpoint.more.insert("top_p".to_owned(), json!(0.5));
    endpoint.structured = true;
    endpoint.log_probabilities = Some(5);
    let (replies, ended) = ask(&client(&endpoint), &["a"]);
    ended.unwrap();
    assert_eq!(replies, [Some(Reply::judged(Judgment::Entailment))]);
    let asked = server.asked();
    assert_eq!(asked[0].line, "POST /v1/chat/completions HTTP/1.1");
    assert_eq!(asked[0].header("authorization"), Some("Bearer sk-the/secret"));
    assert_eq!(asked[0].header("content-type"), Some("application/json"));
    let expected = json!({
        "model": "some-model",
        "messages": [
            {"role": "system", "content": "Judge."},
            {"role": "user", "content": "a: A man sleeps. => A man is asleep."},
        ],
        "temperature": 0.0, "max_tokens": 20, "seed": 7, "top_p": 0.5,
        "logprobs": true, "top_logprobs": 5,
        "response_format": {"type": "json_schema", "json_schema": {
            "name": "judgment", "strict": true, "schema": {
                "type": "object",
                "properties": {"label": {
                    "type": "string", "enum": ["entailment", "neutral", "contradiction", "-"],
                }},
                "required": ["label"], "additionalProperties": false,
            },
        }},
    });
    assert_eq!(asked[0].body, expected);
}

#[test]
fn without_a_key_none_is_sent() {
    let server = Server::start(|_| chat("neutral"));
    let client = endpoint(&server.url).client(None).unwrap();
    ask(&client, &["a"]).1.unwrap();
    assert_eq!(server.asked()[0].header("authorization"), None);
    assert_eq!(server.asked()[0].body.get("response_format"), None);
}

#[test]
fn a_key_goes_over_https_or_stays_on_this_machine() {
    let key = || Key::new(KEY.to_owned());
    for url in ["http://api.example.com/v1", "http://localhost.example.com", "http://10.0.0.1"] {
        let told = endpoint(url).client(key()).unwrap_err().to_string();
        assert!(told.contains("gets no key"), "{told}");
        assert!(endpoint(url).client(None).is_ok());
    }
    let server = Server::start(|_| chat("neutral"));
    let url = server.url.replace("127.0.0.1", "localhost");
    ask(&client(&endpoint(&url)), &["a"]).1.unwrap();
    assert_eq!(server.asked()[0].header("authorization"), Some("Bearer sk-the/secret"));
}

#[test]
fn probabilities_come_from_the_tokens_at_the_label() {
    // By hand: exp(-0.5) = 0.60653, exp(-1.5) = 0.22313; 0.60653 / 0.82966 = 0.73106.
    let server = Server::start(|_| {
        let token = json!({"token": "neutral", "logprob": -0.5, "top_logprobs": [
            {"token": "neutral", "logprob": -0.5}, {"token": "contr", "logprob": -1.5},
        ]});
        answer(&json!({"choices": [{
            "message": {"content": "neutral"}, "finish_reason": "stop", "logprobs": {"content": [token]},
        }]}))
    });
    let reply = ask(&client(&endpoint(&server.url)), &["a"]).0.remove(0).unwrap();
    assert!((reply.confidence.unwrap() - 0.73106).abs() < 1e-5, "{reply:?}");
    let probabilities = reply.probabilities.unwrap().0;
    assert_eq!(probabilities.len(), 3);
    assert_eq!(probabilities[1].0, Judgment::Unknown);
}

#[test]
fn what_cannot_be_read_is_an_abstention_and_its_text_is_kept() {
    let choice = |content: Value, reason: &str| {
        answer(&json!({"choices": [{"message": content, "finish_reason": reason}]}))
    };
    let server = Server::start(move |asked| match asked.prompt().chars().next() {
        Some('a') => chat("I think that it is neutral."),
        Some('b') => choice(json!({"content": "neutral"}), "length"),
        Some('c') => choice(json!({"content": null}), "content_filter"),
        Some('d') => choice(json!({"content": null, "refusal": "I cannot."}), "stop"),
        Some('e') => chat("My key is sk-the\\/secret or sk-the/secret."),
        Some('f') => chat("It says so.\nAnswer: contradiction"),
        _ => chat("-"),
    });
    let endpoint = Endpoint { prompt: "{{ id }}{{ text }}".to_owned(), ..endpoint(&server.url) };
    let (replies, ended) = ask(&client(&endpoint), &["a", "b", "c", "d", "e", "f", "g"]);
    ended.unwrap();
    let said = |text: &str| Some(Reply::default().because(text.to_owned()));
    let expected = [
        said("I think that it is neutral."),
        said("[cut off] neutral"),
        said("[nothing: content_filter]"),
        said("I cannot."),
        said("My key is [key] or [key]."),
        Some(
            Reply::judged(Judgment::Contradiction)
                .because("It says so.\nAnswer: contradiction".to_owned()),
        ),
        Some(Reply::default()),
    ];
    assert_eq!(replies, expected);
}

/// A server that fails in some way so many times, and then answers.
fn recovering(times: usize, failure: impl Fn() -> Vec<u8> + Send + Sync + 'static) -> Server {
    let failed = AtomicUsize::new(0);
    Server::start(move |_| match failed.fetch_add(1, Ordering::Relaxed) < times {
        true => failure(),
        false => chat("neutral"),
    })
}

fn status(line: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {line}\r\ncontent-length: {length}\r\n{headers}\r\n{body}").into_bytes()
}

#[test]
fn failures_that_pass_are_waited_out() {
    let failures: [fn() -> Vec<u8>; 5] = [
        || status("429 Too Many Requests", "", "slow down"),
        || status("503 Service Unavailable", "retry-after: 0\r\n", ""),
        // Nothing, and the connection is closed.
        Vec::new,
        // A body that ends too early.
        || b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{\"choices\"".to_vec(),
        || status("500 Internal Server Error", "retry-after: nonsense\r\n", "{}"),
    ];
    for (number, failure) in failures.into_iter().enumerate() {
        let server = recovering(2, failure);
        let client = client(&endpoint(&server.url));
        let (replies, ended) = ask(&client, &["a"]);
        ended.unwrap_or_else(|error| panic!("{number}: {error}"));
        assert_eq!(replies, [Some(Reply::judged(Judgment::Unknown))]);
        let spent = client.spent();
        assert_eq!((spent.requests, spent.retries), (3, 2), "{number}");
    }
}

#[test]
fn the_pause_that_a_server_asks_for_is_made() {
    let server = recovering(1, || status("429 Too Many Requests", "Retry-After: 1\r\n", ""));
    let started = Instant::now();
    ask(&client(&endpoint(&server.url)), &["a"]).1.unwrap();
    assert!(started.elapsed() >= Duration::from_secs(1));
    let busy = Server::start(|_| status("429 Too Many Requests", "Retry-After: 3600\r\n", "quota"));
    let told = failure(&busy);
    assert!(told.contains("asks phenom to wait 3600 s (status 429: quota)"), "{told}");
    assert_eq!(busy.asked().len(), 1);
}

#[test]
fn failures_that_do_not_pass_are_told_in_the_end() {
    let server = Server::start(|_| status("502 Bad Gateway", "", "<html>bad gateway</html>"));
    let told = failure(&server);
    let expected = "failed 3 times, the last time: status 502: <html>bad gateway</html>";
    assert!(told.contains(expected), "{told}");
    assert_eq!(server.asked().len(), 3);
}

#[test]
fn a_server_that_never_was_there_is_given_up_soon() {
    let mut endpoint = endpoint(&Server::refusing().url);
    endpoint.patience.retries = 20;
    let client = client(&endpoint);
    let told = ask(&client, &["a"]).1.unwrap_err().to_string();
    assert!(
        told.contains("did not reply in 3 tries, the last time: io: Connection refused"),
        "{told}"
    );
    assert_eq!(client.spent().requests, 3);
    // One that breaks off when it has answered before is tried on.
    let server = recovering(9, Vec::new);
    endpoint.url.clone_from(&server.url);
    let client = self::client(&endpoint);
    client
        .answer(&[TextPair { id: "a", text: "", hypothesis: "" }], &mut |_, _| Ok(()))
        .unwrap_err();
    let answered = Server::start({
        let asked = AtomicUsize::new(0);
        move |_| match asked.fetch_add(1, Ordering::Relaxed) {
            1..=5 => Vec::new(),
            _ => chat("neutral"),
        }
    });
    endpoint.url.clone_from(&answered.url);
    ask(&self::client(&endpoint), &["a", "b"]).1.unwrap();
    assert_eq!(answered.asked().len(), 7);
}

#[test]
fn a_server_that_stalls_is_given_up() {
    for part in ["", "HTTP/1.1 200 OK\r\nx: ", "HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n{"]
    {
        let trickling = (!part.is_empty()).then(|| Server::trickling(part));
        for server in [Server::stalling(part)].into_iter().chain(trickling) {
            let started = Instant::now();
            let told = failure_within(&server, Duration::from_millis(200));
            let expected = "did not reply in 3 tries, the last time: timeout";
            assert!(told.contains(expected), "{told}");
            assert!(started.elapsed() < Duration::from_secs(10));
        }
    }
}

#[test]
fn a_request_that_is_refused_is_not_sent_again_and_the_key_is_not_shown() {
    let said = r#"{"error": {"message": "Incorrect API key: sk-the\/secret", "code": 401}}"#;
    let server = Server::start(move |_| status("401 Unauthorized", "", said));
    let told = failure(&server);
    let expected = "rejects pair `a` with status 401: Incorrect API key: [key];";
    assert!(told.contains(expected), "{told}");
    assert_eq!(server.asked().len(), 1);
    let echo = "x".repeat(295) + KEY;
    let server = Server::start(move |_| status("400 Bad Request", "", &echo));
    let told = failure(&server);
    assert!(!told.contains("sk-"), "{told}");
}

#[test]
fn nothing_is_sent_to_another_place() {
    let elsewhere = Server::start(|_| chat("entailment"));
    for code in [301, 302, 303, 307, 308] {
        let location = format!("location: {}/chat/completions\r\n", elsewhere.url);
        let server = Server::start(move |_| status(&format!("{code} Moved"), &location, ""));
        let told = failure(&server);
        let expected = format!("redirects (status {code}, to {}", elsewhere.url);
        assert!(told.contains(&expected), "{told}");
    }
    assert!(elsewhere.asked().is_empty());
}

#[test]
fn nonsense_is_told() {
    let answers: [(&'static str, &str); 6] = [
        ("<html>Log in</html>", "expected value at line 1 column 1: <html>Log in</html>"),
        ("{}", "missing field `choices`"),
        (r#"{"choices": []}"#, "`choices` is empty"),
        (r#"{"choices": [{"text": "neutral"}]}"#, "missing field `message`"),
        (r#"{"choices": [{"message": {"content": 1}}]}"#, "expected a string"),
        (r#"{"error": {"message": "no such model"}}"#, "missing field `choices` at line 1"),
    ];
    for (body, reason) in answers {
        let server = Server::start(move |_| status("200 OK", "", body));
        let told = failure(&server);
        assert!(told.contains("does not reply in the chat form of OpenAI: "), "{told}");
        assert!(told.contains(reason), "{told}");
    }
    let no_http = Server::start(|_| b"SSH-2.0-OpenSSH_9.2\r\n".to_vec());
    let told = failure(&no_http);
    assert!(told.contains("cannot be reached") || told.contains("did not reply"), "{told}");
}

#[test]
fn an_answer_that_has_no_end_does_not_fill_the_memory() {
    let server = Server::start(|_| {
        let body = vec![b' '; usize::try_from(LONGEST_ANSWER).unwrap() + 10];
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
        [head.into_bytes(), body].concat()
    });
    let told = failure(&server);
    assert!(told.contains("replies with more than 8 MiB"), "{told}");
}

#[test]
fn requests_are_under_way_at_once() {
    let (now, most) = (AtomicUsize::new(0), Arc::new(AtomicUsize::new(0)));
    let (seen, four) = (Arc::clone(&most), Barrier::new(4));
    let server = Server::start(move |_| {
        seen.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        // None is answered before there are four.
        four.wait();
        now.fetch_sub(1, Ordering::SeqCst);
        chat("neutral")
    });
    let concurrency = NonZeroUsize::new(4).unwrap();
    let endpoint = Endpoint { concurrency, ..endpoint(&server.url) };
    let ids: Vec<String> = (0..12).map(|number| number.to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let (replies, ended) = ask(&client(&endpoint), &ids);
    ended.unwrap();
    assert!(replies.iter().all(Option::is_some));
    assert_eq!(server.asked().len(), 12);
    assert_eq!(most.load(Ordering::SeqCst), 4);
}

#[test]
fn what_was_answered_before_a_failure_is_handed_over_and_the_rest_is_not_asked() {
    let server = Server::start(|asked: &Asked| match asked.prompt().starts_with('c') {
        true => status("400 Bad Request", "", "too long"),
        false => chat("neutral"),
    });
    let endpoint = Endpoint { prompt: "{{ id }}{{ text }}".to_owned(), ..endpoint(&server.url) };
    let (replies, ended) = ask(&client(&endpoint), &["a", "b", "c", "d"]);
    let told = ended.unwrap_err().to_string();
    assert!(told.contains("rejects pair `c` with status 400: too long; 2 of 4"), "{told}");
    assert_eq!(replies.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false, false]);
    assert_eq!(server.asked().len(), 3);
}

#[test]
fn where_an_answer_cannot_be_kept_nothing_more_is_asked() {
    let server = Server::start(|_| chat("neutral"));
    let pairs = ["a"; 50].map(|id| TextPair { id, text: "", hypothesis: "" });
    let ended = client(&endpoint(&server.url))
        .answer(&pairs, &mut |_, _| Err(std::io::Error::other("no space left").into()));
    assert!(matches!(ended, Err(SystemError::Unkept(_))));
    assert!(server.asked().len() < 50);
}

#[test]
fn settings_that_are_wrong_are_told_before_anything_is_sent() {
    let told = |change: fn(&mut Endpoint)| {
        let mut endpoint = endpoint("https://localhost/v1");
        change(&mut endpoint);
        endpoint.client(None).unwrap_err().to_string()
    };
    assert!(told(|it| it.url = "localhost".to_owned()).contains("does not start with http"));
    assert!(told(|it| it.labels = LabelScheme::judgments()).contains("`labels`"));
    assert!(told(|it| it.prompt = "{{ premise }}{{ text }}".to_owned()).contains("`prompt`"));
    assert!(told(|it| it.log_probabilities = Some(21)).contains("log-probabilities of 21"));
    for member in ["model", "messages", "temperature", "stream", "n"] {
        let mut endpoint = endpoint("https://localhost/v1");
        endpoint.more.insert(member.to_owned(), json!(1));
        let told = endpoint.client(None).unwrap_err().to_string();
        assert!(told.contains(&format!("`{member}`")), "{told}");
    }
}

#[test]
fn the_name_in_a_store_depends_on_what_decides_the_answers_and_on_nothing_else() {
    let endpoint = endpoint("https://localhost/v1");
    let mut other = endpoint.clone();
    other.budget.requests = Some(1);
    other.patience.retries = 9;
    other.concurrency = NonZeroUsize::new(9).unwrap();
    assert_eq!(other.settings(), endpoint.settings());
    other.prompt.push(' ');
    assert_ne!(other.settings(), endpoint.settings());
}
