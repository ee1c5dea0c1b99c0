//! The walls of the house: floors import only downwards, nothing impure stands below the shell, editions stay in their
//! rooms. Read off the sources, so that good will is not needed.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up. Rooms of one floor do not import each other.
const FLOORS: &[&[&str]] = &[
    &["id"],
    &["text"],
    &["army"],
    &["table"],
    &["desk"],
    &["mission"],
    &["rules"],
    &["odds", "reference"],
    &["game"],
    &["journal"],
    &["session"],
    &["cli", "tui"],
    &["main"],
];

/// What may look at a clock, roll a die, touch a file: the shell, and the journal's file.
const IMPURE: &[&str] = &["session", "cli", "tui", "main"];
const IMPURE_FILES: &[&str] = &["src/journal/file.rs"];

/// What is not the same twice. Reading an embedded file at compile time is.
const IMPURITIES: &[&str] = &[
    "std::fs",
    "std::env",
    "std::time::",
    "std::thread",
    "std::process",
    "std::net",
    "std::io",
    "rand::",
    "SystemTime",
    "Instant::",
    "HashMap",
    "HashSet",
    "crossterm",
    "ratatui",
    "directories::",
    "RefCell",
    "Mutex",
    "static mut",
    "thread_local!",
];

/// Editions, and how they are named in sources. Their rooms are `rules/<edition>` and `reference/<edition>`.
const EDITIONS: &[(&str, &[&str])] = &[
    ("eleventh", &["eleventh", "11th"]),
    ("ninth", &["ninth", "9th"]),
    ("crossover", &["crossover"]),
    ("waffle", &["waffle"]),
];

/// Where editions are listed by name, and nowhere else.
const REGISTRIES: &[&str] = &["src/rules/mod.rs", "src/reference/mod.rs"];

struct Source {
    path: String,
    floor: usize,
    room: String,
    text: String,
}

fn files(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    files(&root.join("src"), &mut found);
    found.sort();
    let rust = found.iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    let sources = rust.map(|path| {
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        let room = name.split('/').nth(1).unwrap().trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(path).unwrap();
        (name, room, text)
    });
    sources
        .filter(|(_, room, _)| room != "lib")
        .map(|(path, room, text)| {
            let floor = FLOORS.iter().position(|rooms| rooms.contains(&room.as_str()));
            let floor = floor.unwrap_or_else(|| panic!("{path} stands on no floor: name its room in FLOORS"));
            Source { path, floor, room, text }
        })
        .collect()
}

/// The code of a file: without its tests at the end and without comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let tests = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    text[..tests].lines().enumerate().map(|(at, line)| (at + 1, line.split("//").next().unwrap_or("")))
}

/// The names that follow a prefix on a line: `crate::desk` gives `desk`, `use crate::{army, desk}` both.
fn names_after<'a>(line: &'a str, prefix: &str) -> Vec<&'a str> {
    let word = |text: &'a str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    line.match_indices(prefix)
        .flat_map(|(at, _)| {
            let rest = &line[at + prefix.len()..];
            match rest.strip_prefix('{') {
                Some(list) => list.split(',').map(|name| word(name.trim())).collect(),
                None => vec![word(rest)],
            }
        })
        .collect()
}

#[test]
fn floors_import_only_downwards() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (line, text) in code(&source.text) {
            let named = names_after(text, "crate::").into_iter().chain(names_after(text, "adjutant::"));
            for name in named.filter(|name| *name != source.room) {
                match FLOORS.iter().position(|rooms| rooms.contains(&name)) {
                    Some(floor) if floor >= source.floor => {
                        wrong.push(format!("{}:{line} imports {name}, which is not below it", source.path));
                    }
                    _ => {}
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_impure_stands_below_the_shell() {
    let mut wrong = Vec::new();
    let pure = |source: &Source| {
        !IMPURE.contains(&source.room.as_str()) && !IMPURE_FILES.contains(&source.path.as_str())
    };
    for source in sources().iter().filter(|source| pure(source)) {
        for (line, text) in code(&source.text) {
            for impurity in IMPURITIES.iter().filter(|impurity| text.contains(**impurity)) {
                wrong.push(format!("{}:{line} uses {impurity}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_edition_is_named_outside_its_room() {
    let mut wrong = Vec::new();
    for source in sources() {
        if REGISTRIES.contains(&source.path.as_str()) {
            continue;
        }
        for (edition, names) in EDITIONS {
            let own = [format!("src/rules/{edition}"), format!("src/reference/{edition}")];
            if own.iter().any(|room| source.path.starts_with(room)) {
                continue;
            }
            for (line, text) in source.text.lines().enumerate() {
                let text = text.to_lowercase();
                if names.iter().any(|name| text.contains(name)) {
                    wrong.push(format!("{}:{} names {edition}", source.path, line + 1));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A file is one room. A few lists may be longer; a test holds that they are few.
#[test]
fn a_file_is_one_subject() {
    let long: Vec<String> = sources()
        .iter()
        .map(|source| (source.text.lines().count(), &source.path))
        .filter(|(lines, _)| *lines > 700)
        .map(|(lines, path)| format!("{path}: {lines} lines"))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn the_tests_of_this_file_can_fail() {
    assert_eq!(names_after("use crate::desk::{Ask};", "crate::"), ["desk"]);
    assert_eq!(names_after("use crate::{army, game::Game};", "crate::"), ["army", "game"]);
    let text = "use std::fs; // std::env\n#[cfg(test)]\nmod tests { use std::net; }";
    assert_eq!(code(text).map(|(_, line)| line).collect::<Vec<_>>(), ["use std::fs; "]);
}
