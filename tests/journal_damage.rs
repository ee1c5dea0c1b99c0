//! Damaged saves: an error that names file and line, the original as it was, and the good part goes on beside it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod saved;
mod tiny;

use std::fs;
use std::path::PathBuf;

use adjutant::desk::Ruling;
use adjutant::journal::file::Mended;
use adjutant::journal::{SaveError, Tail, load};
use adjutant::session::Notice;
use adjutant::table::Change;
use pretty_assertions::assert_eq;
use saved::{assert_same, blocks, look, names, open, restored, text};

/// The line of the file, from 1, on which a block begins.
fn line_of(blocks: &[String], block: usize) -> usize {
    1 + text(&blocks[..block]).matches('\n').count()
}

fn damage_of(notices: Vec<Notice>) -> (PathBuf, SaveError) {
    match <[Notice; 1]>::try_from(notices) {
        Ok([Notice::Mended(Mended::GoesOnAs(name, why))]) => (name, why),
        other => panic!("not damaged: {other:?}"),
    }
}

/// The file is damaged behind so many good entries, on this line. It stays as it is, and its good part goes on beside it.
fn check(damaged: &[u8], good: usize, line: usize) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    fs::write(&path, damaged).unwrap();
    let loaded = load(damaged).unwrap();
    assert_eq!(loaded.entries.len(), good);
    let (expected, _) = restored(&tiny::TINY, &loaded);

    let (looked, notices) = look(&path).unwrap();
    assert_same(looked.game(), &expected, "looked at");
    let [Notice::OnlyPrefix(Tail::Damaged(why))] = &notices[..] else { panic!("{notices:?}") };
    assert_eq!((why.file.as_str(), why.line), (path.to_str().unwrap(), Some(line)), "{why}");
    assert_eq!(names(folder.path()), ["Game.toml"], "looking wrote");

    for number in 2..=3 {
        let (mut session, notices) = open(&path).unwrap();
        let (name, why) = damage_of(notices);
        assert_eq!(name, folder.path().join(format!("Game-{number}.toml")));
        assert_eq!(session.path().as_deref(), Some(&*name));
        assert!(why.to_string().starts_with(&format!("{}:{line}: ", path.display())), "{why}");
        assert_same(session.game(), &expected, "opened");
        session.rule(Ruling::new("", [Change::Noted { words: "on we go".into() }])).unwrap();
        let new = fs::read(&name).unwrap();
        assert_eq!(new[..loaded.good], damaged[..loaded.good]);
        let new = load(&new).unwrap();
        assert_eq!(new.tail, Tail::Clean);
        assert_eq!(new.entries[..good], loaded.entries);
        assert_same(look(&name).unwrap().0.game(), session.game(), "gone on");
    }
    assert_eq!(names(folder.path()), ["Game-2.toml", "Game-3.toml", "Game.toml"]);
    assert_eq!(fs::read(&path).unwrap(), damaged, "the damaged file was touched");
    loaded_error(damaged).to_string()
}

fn loaded_error(bytes: &[u8]) -> SaveError {
    match load(bytes).unwrap().tail {
        Tail::Damaged(why) => why,
        other => panic!("not damaged: {other:?}"),
    }
}

#[test]
fn a_missing_entry_is_damage() {
    let mut blocks = blocks();
    blocks.remove(7);
    let why = check(text(&blocks).as_bytes(), 6, line_of(&blocks, 7));
    assert!(why.contains("entry 8") && why.contains('7'), "{why}");
}

#[test]
fn swapped_entries_are_damage() {
    let mut blocks = blocks();
    blocks.swap(5, 6);
    check(text(&blocks).as_bytes(), 4, line_of(&blocks, 5));
}

#[test]
fn an_entry_twice_is_damage() {
    let mut blocks = blocks();
    blocks.insert(9, blocks[9].clone());
    check(text(&blocks).as_bytes(), 9, line_of(&blocks, 10));
}

/// Changes one block of a save in any way.
fn with(change: impl FnOnce(&mut String)) -> (Vec<String>, usize) {
    let mut blocks = blocks();
    let at = blocks.iter().position(|block| block.contains("\nanswer = ")).unwrap();
    change(&mut blocks[at]);
    (blocks, at)
}

#[test]
fn a_wrong_number_or_end_is_damage() {
    for (from, to) in [("n = ", "n = 9"), ("end = ", "end = 9"), ("n = ", "n = -"), ("end = ", "end = 0.")] {
        let (blocks, at) = with(|block| *block = block.replacen(from, to, 1));
        let why = loaded_error(text(&blocks).as_bytes());
        assert!(why.line.is_some());
        let line = line_of(&blocks, at);
        assert!((line..line + blocks[at].lines().count()).contains(&why.line.unwrap()), "{why}");
        check(text(&blocks).as_bytes(), at - 1, why.line.unwrap());
    }
}

#[test]
fn an_unknown_key_is_damage_on_its_own_line() {
    for (number, line) in ["surprise = 1", "surprise.more = 1", "\"\" = 2", "Answer = {}"].iter().enumerate()
    {
        let mut inserted = 0;
        let (blocks, at) = with(|block| {
            let mut lines: Vec<&str> = block.lines().collect();
            inserted = 2 + number.min(lines.len() - 3);
            lines.insert(inserted, line);
            *block = lines.join("\n");
        });
        check(text(&blocks).as_bytes(), at - 1, line_of(&blocks, at) + inserted);
    }
}

#[test]
fn what_is_no_toml_is_damage_on_its_own_line() {
    for line in ["what?", "t = = 3", "t = \"open", "\u{1}", "[table", "t = 3"] {
        let (blocks, at) = with(|block| {
            let mut lines: Vec<&str> = block.lines().collect();
            lines.insert(3, line);
            *block = lines.join("\n");
        });
        check(text(&blocks).as_bytes(), at - 1, line_of(&blocks, at) + 3);
    }
}

#[test]
fn bytes_that_are_no_text_are_damage_on_their_own_line() {
    let (blocks, at) = with(|block| block.push_str("\n# here"));
    let mut bytes = text(&blocks).into_bytes();
    let here = String::from_utf8_lossy(&bytes).find("# here").unwrap();
    bytes[here] = 0xff;
    let line = line_of(&blocks, at) + blocks[at].lines().count() - 1;
    let why = check(&bytes, at - 1, line);
    assert!(why.contains("is not text"), "{why}");
}

#[test]
fn a_value_that_cannot_be_is_damage_on_its_own_line() {
    let (blocks, at) = with(|block| {
        let answer = block.lines().find(|line| line.starts_with("answer = ")).unwrap().to_owned();
        *block = block.replace(&answer, "answer = { choose = \"a\", faces = [1] }");
    });
    let within = blocks[at].lines().position(|line| line.starts_with("answer")).unwrap();
    let why = check(text(&blocks).as_bytes(), at - 1, line_of(&blocks, at) + within);
    assert!(why.contains("an answer holds one of"), "{why}");
}

/// An entry tells one thing, and only what belongs to it.
#[test]
fn an_entry_that_tells_two_things_or_nothing_is_damage() {
    for extra in [
        "redone = true",
        "back = { opened = 0 }",
        "settled = 1",
        "late = \"rally:red-1\"",
        "aside = \"charm\"",
        "sitting = { began = \"x\", program = \"y\" }",
        "at = \"nowhere\"",
        "events = [{ rule = \"R\", change = { noted = { words = \"\" } } }]",
        "overruled = \"so be it\"",
    ] {
        let (blocks, at) = with(|block| *block = block.replace("\nend = ", &format!("\n{extra}\nend = ")));
        let why = check(text(&blocks).as_bytes(), at - 1, line_of(&blocks, at));
        assert!(why.contains("not of one kind"), "{extra}: {why}");
    }
    for kind in [
        "redone = true",
        "sitting = { began = \"x\", program = \"y\" }",
        "settled = 0",
        "back = { opened = 0 }",
    ] {
        for extra in ["who = 0", "ask = \"C1#1\"", "auto = true", "place = 0", "dropped = 1", "again = true"]
        {
            let (blocks, at) = with(|block| {
                let number = block.lines().nth(1).unwrap().to_owned();
                *block = format!("[[entry]]\n{number}\nt = 0\n{kind}\n{extra}\nend{}", &number[1..]);
            });
            let why = loaded_error(text(&blocks).as_bytes());
            assert_eq!(why.line, Some(line_of(&blocks, at)), "{kind} {extra}: {why}");
        }
    }
    let (blocks, at) = with(|block| {
        let keep = |line: &&str| !line.starts_with("answer") && !line.starts_with("ask");
        *block = block.lines().filter(keep).collect::<Vec<_>>().join("\n");
    });
    check(text(&blocks).as_bytes(), at - 1, line_of(&blocks, at));
}

/// Whatever byte of a save is changed, what stands before its block comes back, and nothing is written to it.
#[test]
fn a_flipped_byte_leaves_all_before_it() {
    let mut blocks = blocks();
    blocks.truncate(20);
    let whole = text(&blocks).into_bytes();
    let before = load(&whole).unwrap();
    let first = blocks[0].len() + 2;
    let mut noticed = 0;
    for at in first..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let loaded = load(&bytes).unwrap();
        let entry = (1..blocks.len()).find(|block| text(&blocks[..=*block]).len() > at).unwrap();
        assert_eq!(loaded.entries[..entry - 1], before.entries[..entry - 1], "byte {at}");
        if let Tail::Damaged(why) = &loaded.tail {
            let line = whole[..at].split(|byte| *byte == b'\n').count();
            let from = line_of(&blocks, entry);
            let found = why.line.unwrap();
            // A quote or bracket that is gone may show a line later; an empty line that is gone, in the next entry.
            assert!((from..=line + 2).contains(&found), "byte {at} on line {line}: {why}");
            noticed += 1;
        }
    }
    assert!(noticed * 2 > whole.len() - first, "{noticed} of {}", whole.len());
}

#[test]
fn flipped_bytes_in_the_middle_leave_the_file_alone() {
    let (blocks, at) = with(|_| ());
    let start = text(&blocks[..at]).len();
    for (offset, flip) in [(0, 1), (3, 0x20), (12, 0x80), (blocks[at].len() + 1, 1)] {
        let mut bytes = text(&blocks).into_bytes();
        bytes[start + offset] ^= flip;
        let line = loaded_error(&bytes).line.unwrap();
        assert!((line_of(&blocks, at)..=line_of(&blocks, at + 1)).contains(&line));
        check(&bytes, at - 1, line);
    }
}

/// Well-formed, and still no game: it cannot have come there.
#[test]
fn an_entry_that_does_not_follow_is_damage_on_its_line() {
    for kind in
        ["settled = 999", "redone = true", "back = { opened = 50 }", "ruling = { changes = [] }\nplace = 99"]
    {
        let (mut blocks, at) = with(|_| ());
        blocks.truncate(at + 3);
        let number = blocks.len();
        // Nothing was taken back by then.
        blocks.push(format!("[[entry]]\nn = {number}\nt = 0\n{kind}\nend = {number}"));
        blocks.push(format!("[[entry]]\nn = {}\nt = 0\nforgotten = true\nend = {}", number + 1, number + 1));
        let bytes = text(&blocks).into_bytes();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Game.toml");
        fs::write(&path, &bytes).unwrap();
        let good = text(&blocks[..number]).into_bytes();
        let (expected, _) = restored(&tiny::TINY, &load(&good).unwrap());

        let (looked, notices) = look(&path).unwrap();
        assert_same(looked.game(), &expected, kind);
        let [Notice::OnlyPrefix(Tail::Damaged(why))] = &notices[..] else { panic!("{notices:?}") };
        let place = format!("{}:{}: ", path.display(), line_of(&blocks, number));
        assert!(why.to_string().starts_with(&place), "{why}");

        let (session, notices) = open(&path).unwrap();
        let (name, why) = damage_of(notices);
        assert_same(session.game(), &expected, kind);
        assert!(why.to_string().starts_with(&place), "{why}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
        assert_eq!(fs::read(&name).unwrap()[..good.len()], good);
        assert_eq!(load(&fs::read(&name).unwrap()).unwrap().tail, Tail::Clean);
    }
}
