//! The referee protocol: what it says, what it takes, and that nothing it has said is ever lost.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    missing_docs
)]

mod schema;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use adjutant::cli::referee::{Dialect, Json, Referee, plain::Plain};
use adjutant::desk::{Answer, Said};
use adjutant::rules;
use adjutant::session::dice::AppDice;
use adjutant::session::setup::SKIRMISH;
use adjutant::session::{Session, Setup, Thrower};
use pretty_assertions::assert_eq;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};

fn session(seed: u64, thrower: Thrower) -> Session {
    let setup = Setup::from_toml(SKIRMISH).unwrap();
    let mut session = Session::begin(rules::ALL, &setup, None, AppDice::seeded(seed)).unwrap();
    for (side, _) in session.game().table().clone().sides() {
        session.set_thrower(side, thrower).unwrap();
    }
    session
}

/// Everything that is said to these lines.
fn speak(session: Session, dialect: &mut dyn Dialect, lines: &str) -> String {
    let mut out = Vec::new();
    Referee::new(session).run(&[], dialect, lines.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn replies(session: Session, lines: &str) -> Vec<Value> {
    let said = speak(session, &mut Json, lines);
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_example_of_the_help_is_true() {
    let help = include_str!("../src/cli/referee/help.txt");
    let lines: Vec<&str> = help.lines().map(str::trim).collect();
    let sent: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("> ")).collect();
    let shown: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("< ")).collect();
    assert!(sent.len() > 5);
    let said = speak(session(7, Thrower::App), &mut Json, &sent.join("\n"));
    let said: Vec<&str> = said.lines().collect();
    assert_eq!(said.len(), shown.len());
    for (said, shown) in said.iter().zip(shown) {
        match shown.strip_suffix('…') {
            Some(start) => assert!(said.starts_with(start), "{said}\ndoes not begin with\n{start}"),
            None => assert_eq!(*said, shown),
        }
    }
}

/// What obvious or random answer an ask takes, as a request.
fn request(ask: &Value, numbers: &mut ChaCha8Rng) -> Value {
    let number = &ask["number"];
    let with = match ask["kind"].as_str().unwrap() {
        "choice" => {
            let options = ask["options"].as_array().unwrap();
            let open: Vec<&Value> =
                options.iter().filter(|option| option.get("objection").is_none()).collect();
            let option = open[numbers.random_range(0..open.len())];
            json!({ "choose": option["id"] })
        }
        "dice" => {
            let count = ask["roll"]["count"].as_u64().unwrap();
            let faces: Vec<u8> = (0..count).map(|_| numbers.random_range(1..=6)).collect();
            json!({ "faces": faces })
        }
        _ => json!({ "fields": {} }),
    };
    json!({ "do": "answer", "ask": number, "with": with })
}

#[test]
fn everything_that_is_said_fits_the_schema() {
    let schema = schema::Schema::new(include_str!("../src/cli/referee/schema.json"));
    let mut numbers = ChaCha8Rng::seed_from_u64(5);
    let mut lines: Vec<String> = Vec::new();
    let mut ask = replies(session(5, Thrower::Own), "").remove(0);
    // The same seed and the same lines give the same replies, so the dialogue is rebuilt as it grows.
    for turn in 0..60 {
        let extra = match turn % 10 {
            3 => Some(json!({ "do": "show", "what": "table" })),
            4 => Some(json!({ "do": "show", "what": "log", "last": 20 })),
            5 => Some(json!({ "do": "show", "what": "deeds" })),
            6 => Some(json!({ "do": "show", "what": "readings" })),
            7 => Some(json!({ "do": "show", "what": "score" })),
            8 => Some(json!({ "do": "late", "deed": "no-such-deed" })),
            _ => None,
        };
        lines.extend(extra.map(|extra| extra.to_string()));
        let request = request(&ask, &mut numbers);
        schema.check("request", &request).unwrap();
        lines.push(request.to_string());
        let said = replies(session(5, Thrower::Own), &lines.join("\n"));
        ask = said.last().unwrap().clone();
        if turn % 10 == 9 {
            for reply in &said {
                schema.check("reply", reply).unwrap_or_else(|why| panic!("{why}\n{reply:#}"));
            }
        }
        if ask["reply"] != "ask" {
            break;
        }
    }
    for request in [
        json!({ "do": "rule", "set": [{ "cp": { "side": 0, "to": 3 } }] }),
        json!({ "do": "amend", "component": "boyz-a", "aspect": { "stat": ["model", "T"] }, "to": { "value": 6 } }),
        json!({ "do": "aside", "ask": 1, "offer": "x", "overruled": "so be it" }),
        json!({ "do": "correct", "beat": 0, "event": 0 }),
        json!({ "do": "dice", "side": 1, "by": "app" }),
    ] {
        schema.check("request", &request).unwrap();
        let said = replies(session(5, Thrower::Own), &request.to_string());
        assert!(!said[1]["error"].as_str().unwrap_or("").contains("unknown"), "{said:?}");
    }
    for bad in [
        json!({ "do": "answer", "ask": 1 }),
        json!({ "do": "dance" }),
        json!({ "do": "undo", "twice": true }),
        json!({ "do": "answer", "ask": 1, "with": { "faces": [7] } }),
    ] {
        assert!(schema.check("request", &bad).is_err(), "{bad}");
    }
}

#[test]
fn bad_lines_and_stale_numbers_get_an_error_and_change_nothing() {
    let bad = [
        "nonsense",
        "{}",
        "[]",
        "{\"do\":\"answer\",\"ask\":2,\"with\":{\"choose\":\"side-1\"}}",
        "{\"do\":\"answer\",\"ask\":1,\"with\":{\"choose\":\"side-9\"}}",
        "{\"do\":\"answer\",\"ask\":1,\"with\":{\"faces\":[1]}}",
        "{\"do\":\"answer\",\"ask\":1,\"with\":{\"choose\":\"a\",\"faces\":[1]}}",
        "{\"do\":\"aside\",\"ask\":1,\"offer\":\"none\"}",
        "{\"do\":\"throw\",\"ask\":1}",
        "{\"do\":\"undo\"}",
        "{\"do\":\"redo\"}",
        "{\"do\":\"late\",\"deed\":\"none\"}",
        "{\"do\":\"rule\"}",
        "{\"do\":\"rule\",\"set\":[{\"wounds\":{\"model\":\"nobody@1\",\"to\":1}}]}",
        "{\"do\":\"rule\",\"reason\":\"a\\u001b[2J\",\"set\":[{\"cp\":{\"side\":0,\"to\":1}}]}",
        "{\"do\":\"amend\",\"component\":\"boyz-a\",\"aspect\":\"name\",\"to\":{\"has\":true}}",
        "{\"do\":\"correct\",\"beat\":900,\"event\":0}",
        "{\"do\":\"show\",\"what\":\"everything\"}",
        "\u{feff}{\"do\":\"undo\"}",
    ];
    let said = replies(
        session(1, Thrower::App),
        &format!("{}\n{{\"do\":\"show\",\"what\":\"ask\"}}", bad.join("\n")),
    );
    assert_eq!(said.len(), bad.len() + 2);
    for (line, reply) in (1..).zip(&said[1..=bad.len()]) {
        assert_eq!((&reply["reply"], &reply["line"]), (&json!("error"), &json!(line)), "{reply}");
        assert!(!reply["error"].as_str().unwrap().is_empty());
    }
    assert_eq!(said.first(), said.last(), "nothing has changed");
}

#[test]
fn a_line_of_two_megabytes_and_bytes_that_are_no_text_are_errors_too() {
    let mut lines = vec![b'x'; 2 << 20];
    lines.extend_from_slice(b"\n\xff\xfe\n{\"do\":\"show\",\"what\":\"score\"}\n");
    let mut out = Vec::new();
    Referee::new(session(1, Thrower::App)).run(&[], &mut Json, &lines[..], &mut out).unwrap();
    let said: Vec<Value> =
        out.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let kinds: Vec<&str> = said.iter().map(|reply| reply["reply"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["ask", "error", "error", "score"]);
}

#[test]
fn enter_alone_plays_a_whole_battle_in_plain_lines() {
    let said = speak(session(3, Thrower::App), &mut Plain, &"\n".repeat(400));
    assert!(said.contains("The battle is over."), "{said}");
    assert!(!said.contains('\u{1b}') && said.lines().all(|line| line.len() < 400));
}

#[test]
fn plain_lines_take_numbers_ids_faces_and_words() {
    let lines = "! 9 no\nside-1\n1\nadvance\n3\n+ 1\n5\nlog 4\ntable\nu\nu\nu\n?\n{\"do\":\"show\",\"what\":\"score\"}\nq\n1\n";
    let said = speak(session(3, Thrower::Own), &mut Plain, lines);
    for words in [
        "Move Boyz A",
        "+ 1. Command Re-roll",
        "advanced 5",
        "Boyz A (boyz-a): 10 of 10 models",
        "Type what is asked",
    ] {
        assert!(said.contains(words), "{words:?} is missing:\n{said}");
    }
    assert!(said.contains("There is no option 9."));
}

// The real program.

struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    fn start(arguments: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        Program { child, to, from }
    }

    fn send(&mut self, request: &Value) {
        let _ = writeln!(self.to, "{request}");
    }

    /// The next reply. None where the program is gone.
    fn hear(&mut self) -> Option<Value> {
        let mut line = String::new();
        match self.from.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => serde_json::from_str(&line).ok(),
        }
    }

    /// The next ask, or the end of the battle.
    fn next_ask(&mut self) -> Option<Value> {
        loop {
            let reply = self.hear()?;
            if reply["reply"] == "ask" || reply["reply"] == "over" {
                return Some(reply);
            }
        }
    }
}

/// The answers in a save, in order.
fn saved_answers(path: &Path) -> Vec<Answer> {
    let (session, _) = Session::look(rules::ALL, path, AppDice::seeded(0)).unwrap();
    let game = session.game();
    let statements = game.beats().iter().flat_map(|beat| &beat.statements).chain(game.unsettled());
    statements
        .filter_map(|statement| match &statement.said {
            Said::Answer { answer, .. } => Some(answer.clone()),
            _ => None,
        })
        .collect()
}

/// Killed 200 times at any moment while it is answered, the program has every answer that it acknowledged.
#[test]
fn nothing_that_was_acknowledged_is_lost_when_the_program_is_killed() {
    const SEED: u64 = 17;
    eprintln!("seed {SEED}");
    let mut numbers = ChaCha8Rng::seed_from_u64(SEED);
    let folder = tempfile::tempdir().unwrap();
    let mut kills = 0;
    for game in 0.. {
        let path = folder.path().join(format!("{game}.toml"));
        let name = path.to_str().unwrap();
        let mut acknowledged: Vec<Answer> = Vec::new();
        let mut fresh = true;
        loop {
            let arguments: Vec<&str> = if fresh {
                vec!["referee", "--new", "skirmish", "--save", name, "--dice", "ask"]
            } else {
                vec!["referee", "--save", name, "--dice", "ask"]
            };
            fresh = false;
            let mut program = Program::start(&arguments);
            let mut ask = program.next_ask().expect("the program opens the save");
            let left = numbers.random_range(0..12);
            let mut over = false;
            for _ in 0..left {
                if ask["reply"] == "over" {
                    over = true;
                    break;
                }
                let request = request(&ask, &mut numbers);
                program.send(&request);
                ask = program.next_ask().expect("an answer is acknowledged");
                acknowledged.push(serde_json::from_value(request["with"].clone()).unwrap());
            }
            // One more is on its way when the program is killed.
            let mut under_way = None;
            if ask["reply"] == "ask" {
                let request = request(&ask, &mut numbers);
                program.send(&request);
                under_way = Some(serde_json::from_value::<Answer>(request["with"].clone()).unwrap());
                std::thread::sleep(std::time::Duration::from_micros(numbers.random_range(0..1500)));
            }
            program.child.kill().unwrap();
            program.child.wait().unwrap();
            kills += 1;
            let saved = saved_answers(&path);
            assert_eq!(saved[..acknowledged.len().min(saved.len())], acknowledged[..], "after kill {kills}");
            if saved.len() > acknowledged.len() {
                assert_eq!(Some(&saved[acknowledged.len()]), under_way.as_ref());
            }
            acknowledged = saved;
            if kills == 200 {
                return;
            }
            if over {
                break;
            }
        }
    }
}

#[test]
fn a_save_that_is_being_played_is_refused_politely_and_can_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.toml");
    let name = path.to_str().unwrap();
    let mut first = Program::start(&["referee", "--new", "skirmish", "--save", name]);
    first.next_ask().unwrap();
    let second =
        Command::new(env!("CARGO_BIN_EXE_adjutant")).args(["referee", "--save", name]).output().unwrap();
    let words = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success() && words.contains("is open in another Adjutant"), "{words}");
    let mut third = Program::start(&["referee", "--save", name, "--read-only"]);
    assert_eq!(third.next_ask().unwrap()["reply"], "ask");
    third.send(&json!({ "do": "answer", "ask": 1, "with": { "choose": "side-1" } }));
    assert_eq!(third.hear().unwrap()["reply"], "error");
    first.send(&json!({ "do": "quit" }));
    first.child.wait().unwrap();
    for what in [vec!["show", name], vec!["verify", name], vec!["recover", name]] {
        let done = Command::new(env!("CARGO_BIN_EXE_adjutant")).arg("save").args(&what).output().unwrap();
        assert!(done.status.success(), "{what:?}: {done:?}");
    }
    let saves = folder.path().join("saves");
    std::fs::create_dir(&saves).unwrap();
    std::fs::copy(&path, saves.join("copy.toml")).unwrap();
    let data = folder.path().to_str().unwrap();
    let list = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(["--data-dir", data, "save", "list"])
        .output()
        .unwrap();
    assert!(String::from_utf8(list.stdout).unwrap().starts_with("copy  "));
    let missing = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(["save", "verify", "/no/such/save"])
        .output()
        .unwrap();
    assert_eq!(missing.status.code(), Some(1));
}

/// Stopped and gone on with, hung up on, terminated: nothing is lost, and time away is not played.
#[cfg(unix)]
#[test]
fn a_stopped_program_goes_on_and_an_ended_one_has_saved() {
    let kill = |program: &Program, signal: &str| {
        Command::new("kill").args([signal, &program.child.id().to_string()]).status().unwrap();
    };
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-HUP", "-TERM", "-INT"] {
        let path = folder.path().join(format!("{signal}.toml"));
        let mut program = Program::start(&["referee", "--new", "skirmish", "--save", path.to_str().unwrap()]);
        program.next_ask().unwrap();
        kill(&program, "-TSTP");
        std::thread::sleep(std::time::Duration::from_millis(2500));
        program.send(&json!({ "do": "answer", "ask": 1, "with": { "choose": "side-1" } }));
        kill(&program, "-CONT");
        assert_eq!(program.next_ask().unwrap()["number"], 2);
        program.send(&json!({ "do": "show", "what": "table" }));
        let played = program.hear().unwrap()["played"].as_u64().unwrap();
        assert!(played < 2, "time away is not played: {played} seconds");
        kill(&program, signal);
        assert!(!program.child.wait().unwrap().success());
        assert_eq!(saved_answers(&path), [Answer::choose("side-1")]);
    }
}
