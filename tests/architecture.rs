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
    "std::time",
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

/// The code of a file with every `use` told apart into the whole paths it names, at the line where it begins.
fn lines(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut begun: Option<(usize, String)> = None;
    for (at, line) in code(text) {
        let (from, tree) = match (begun.take(), used(line)) {
            (Some((from, tree)), _) => (from, tree + " " + line.trim()),
            (None, Some(tree)) => (at, tree.to_owned()),
            (None, None) => {
                found.push((at, line.to_owned()));
                continue;
            }
        };
        match tree.trim_end().strip_suffix(';') {
            Some(whole) => found.extend(paths(whole).into_iter().map(|path| (from, path))),
            None => begun = Some((from, tree)),
        }
    }
    found
}

/// What follows the `use` that a line begins with.
fn used(line: &str) -> Option<&str> {
    let line = line.trim();
    let public = line.strip_prefix("pub").map(|rest| match rest.strip_prefix('(') {
        Some(scope) => scope.split_once(')').map_or("", |(_, rest)| rest),
        None => rest,
    });
    public.unwrap_or(line).trim_start().strip_prefix("use ")
}

/// The paths of a use-tree: `std::{env, fs::{self, File}}` names three.
fn paths(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((trunk, rest)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let branches = rest.rsplit_once('}').map_or(rest, |(branches, _)| branches);
    let mut depth = 0;
    let split = branches.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let named = split.filter(|branch| !branch.trim().is_empty()).flat_map(paths);
    named.map(|path| format!("{}{path}", trunk.trim())).collect()
}

/// The names that follow a prefix on a line: `crate::desk::Ask` gives `desk`.
fn names_after<'a>(line: &'a str, prefix: &str) -> Vec<&'a str> {
    let word = |text: &'a str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    line.match_indices(prefix).map(|(at, _)| word(&line[at + prefix.len()..])).collect()
}

/// Which imports of a file in a room are not from below.
fn upward_imports(text: &str, room: &str, floor: usize) -> Vec<(usize, String)> {
    let mut wrong = Vec::new();
    for (line, text) in lines(text) {
        let named = names_after(&text, "crate::").into_iter().chain(names_after(&text, "adjutant::"));
        for name in named.filter(|name| *name != room) {
            if FLOORS.iter().position(|rooms| rooms.contains(&name)).is_some_and(|other| other >= floor) {
                wrong.push((line, name.to_owned()));
            }
        }
    }
    wrong
}

/// What a file uses that is not the same twice.
fn impurities(text: &str) -> Vec<(usize, &'static str)> {
    let lines = lines(text).into_iter();
    lines
        .flat_map(|(line, text)| {
            IMPURITIES.iter().filter(move |impurity| text.contains(**impurity)).map(move |one| (line, *one))
        })
        .collect()
}

#[test]
fn floors_import_only_downwards() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (line, name) in upward_imports(&source.text, &source.room, source.floor) {
            wrong.push(format!("{}:{line} imports {name}, which is not below it", source.path));
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
        for (line, impurity) in impurities(&source.text) {
            wrong.push(format!("{}:{line} uses {impurity}", source.path));
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
    let text = "use std::fs; // std::env\n#[cfg(test)]\nmod tests { use std::net; }";
    assert_eq!(code(text).map(|(_, line)| line).collect::<Vec<_>>(), ["use std::fs; "]);
    assert_eq!(impurities(text), [(1, "std::fs")]);
}

#[test]
fn a_use_is_seen_however_it_is_written() {
    assert_eq!(paths("std::{env, fs::{self, File}}"), ["std::env", "std::fs::self", "std::fs::File"]);
    assert_eq!(impurities("use std::{env, fs};"), [(1, "std::env"), (1, "std::fs")]);
    assert_eq!(
        impurities("use std::{\n    fmt,\n    collections::{BTreeMap, HashMap},\n};"),
        [(1, "HashMap")]
    );
    assert_eq!(impurities("use std::{time, fmt};"), [(1, "std::time")]);
    assert_eq!(
        impurities("let x = 1;\npub(crate) use std::{\n    io::{\n        self,\n    },\n};"),
        [(2, "std::io")]
    );
    assert_eq!(impurities("fn now() { std::time::Instant::now() }").len(), 2);

    let desk = FLOORS.iter().position(|rooms| rooms.contains(&"desk")).unwrap();
    let upward = |text| upward_imports(text, "desk", desk);
    let game = |line| vec![(line, "game".to_owned())];
    assert_eq!(upward("use crate::game::Game;"), game(1));
    assert_eq!(upward("use crate::{army, game::Game};"), game(1));
    assert_eq!(upward("use crate::{\n    army,\n    game::Game,\n};"), game(1));
    assert_eq!(
        upward("use crate::{\n    table::{\n        Table,\n    },\n    game::{Game, Step},\n};").len(),
        2
    );
    assert_eq!(upward("fn f() {\n    crate::game::play()\n}"), game(2));
    assert_eq!(upward("use crate::{\n    army::Sheet,\n    desk::Ask,\n};\nuse super::Desk;"), []);
}
