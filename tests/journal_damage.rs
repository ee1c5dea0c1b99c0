//! Damaged saves, and files that are none: an error that names file and line, and the original as it was.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod saved;
mod tiny;

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use adjutant::desk::Ruling;
use adjutant::journal::file::Mended;
use adjutant::journal::{SaveError, Tail, load};
use adjutant::session::Notice;
use adjutant::table::Change;
use pretty_assertions::assert_eq;
use saved::{assert_same, files, look, names, open, played, restored};

/// A save of a few sittings, as its blocks without the empty lines between them.
fn blocks() -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 11, 60);
    drop(session);
    let text = fs::read_to_string(path).unwrap();
    text.trim_end().split("\n\n").map(str::to_owned).collect()
}

fn text(blocks: &[String]) -> String {
    blocks.join("\n\n") + if blocks.is_empty() { "" } else { "\n\n" }
}

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

// Files that are no saves.

/// Both doors refuse the file with this error, and it is left alone with nothing beside it.
fn refused(bytes: &[u8], says: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    fs::write(&path, bytes).unwrap();
    for error in [open(&path).unwrap_err().to_string(), look(&path).unwrap_err().to_string()] {
        let expected = format!("{}:{says}", path.display());
        assert!(error.starts_with(&expected), "{error}\nis not\n{expected}");
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "something was left behind");
}

fn header_with(from: &str, to: &str) -> Vec<u8> {
    let text = text(&blocks()[..4]);
    assert!(text.contains(from));
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn other_formats_are_refused() {
    refused(
        &header_with("format = 1", "format = 2"),
        "1: has format 2; this program reads format 1. Use a newer",
    );
    refused(&header_with("format = 1", "format = 0"), "1: has format 0;");
    refused(&header_with("format = 1", "format = -1"), "1: ");
    refused(&header_with("format = 1", "format = \"1\""), "1: ");
    // Whatever a later format brings, its number is what is said.
    refused(&header_with("format = 1", "format = 2\nmore = [[{ a = 1979-05-27 }]]"), "1: has format 2;");
}

#[test]
fn an_unknown_ruleset_is_refused() {
    refused(
        &header_with("ruleset = \"tiny\"", "ruleset = \"huge\""),
        " is a game of huge, which this program does not know; it knows tiny.",
    );
}

#[test]
fn a_header_without_a_field_is_refused() {
    for key in ["program", "created", "ruleset", "sides", "end"] {
        let mut lines: Vec<String> = text(&blocks()[..3]).lines().map(str::to_owned).collect();
        let at = lines.iter().position(|line| line.starts_with(&format!("{key} = "))).unwrap();
        lines.remove(at);
        let bytes = (lines.join("\n") + "\n\n").into_bytes();
        refused(&bytes, &format!("1: missing field `{key}`. "));
    }
    refused(&header_with("format = 1\n", ""), "1: missing field `format`. This is no save of Adjutant.");
}

#[test]
fn a_header_with_something_wrong_is_refused_on_its_line() {
    refused(&header_with("\nprogram = ", "\nsurprise = 1\nprogram = "), "2: unknown field `surprise`");
    refused(&header_with("\nruleset = \"tiny\"", "\nruleset = \"ti ny\""), "4: ");
    refused(&header_with("\nsides = ", "\nsides = ]"), "5: ");
    refused(&header_with("\nsides = [\"Red\"", "\nsides = [\"R\\ned\""), "5: ");
    refused(&header_with("\nend = 0", "\nend ="), &format!("{}: ", blocks()[0].lines().count()));
}

#[test]
fn what_is_no_save_is_refused() {
    refused(b"", "1: has no whole header.");
    refused(b"Dear diary,\n\ntoday we played.\n", "1: ");
    refused(b"a = 1\nb = 2\n\nc = 3\n", "1: missing field `format`. This is no save of Adjutant.");
    refused(b"a = 1\nb = \n\n", "2: ");
    refused(b"\n\n", "1: missing field `format`");
    refused(b"{\"format\": 1}\n\n", "1: ");
    refused(&[0; 100], "1: has no whole header.");
    refused(b"\xff\xfe\n\n", "1: is not text.");
    refused(b"format = 1\nprogram = \"\xff\"\n\n", "2: is not text.");
    refused(b"\x1f\x8b\x08\n\n\x00", "1: is not text.");
}

/// A save that went through a program which changes line ends says so.
#[test]
fn a_save_with_other_line_ends_is_refused() {
    let text = text(&blocks()).replace('\n', "\r\n");
    refused(text.as_bytes(), "1: has the line ends of another system.");
    let text = text.replace("\r\n", "\r");
    refused(text.as_bytes(), "1: has the line ends of another system.");
}

#[test]
fn a_huge_file_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let mut text = text(&blocks()).into_bytes();
    fs::write(&path, &text).unwrap();
    let long = 65 << 20;
    File::options().write(true).open(&path).unwrap().set_len(long).unwrap();
    for error in [open(&path).unwrap_err(), look(&path).unwrap_err()] {
        let expected = format!("{}: is larger than 64 MiB.", path.display());
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
    assert_eq!(fs::metadata(&path).unwrap().len(), long);
    text.truncate(100);
    let begins = &fs::read(&path).unwrap()[..100];
    assert_eq!(begins, text);
}

fn refused_path(path: &Path, says: &str) {
    for error in [open(path).unwrap_err().to_string(), look(path).unwrap_err().to_string()] {
        assert!(error.starts_with(&format!("{}: {says}", path.display())), "{error}");
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("saves.toml");
    fs::create_dir(&inner).unwrap();
    refused_path(&inner, "is a folder. Name a save in it.");
    refused_path(&folder.path().join("none.toml"), "cannot be read: No such file");
    // The same way as without permission: the system says no.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    refused_path(&file.join("Game.toml"), "cannot be read: Not a directory");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn what_may_not_be_read_or_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = played(folder.path(), 1, 5);
    drop(session);
    let bytes = fs::read(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if File::open(&path).is_ok() {
        // Nothing is forbidden to this user; the same branch is taken by `what_is_no_file_is_refused`.
        return;
    }
    refused_path(&path, "cannot be read: Permission denied");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    let error = open(&path).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{}: cannot be opened for writing: Permission", path.display())),
        "{error}"
    );
    look(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// A device would be read for ever.
#[cfg(unix)]
#[test]
fn a_device_is_refused_unread() {
    refused_path(Path::new("/dev/zero"), "is no file.");
}

#[test]
fn a_new_save_is_never_written_over_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    fs::write(&path, "somebody's words").unwrap();
    let begin = |path: &Path| {
        let dice = adjutant::session::dice::AppDice::seeded(1);
        adjutant::session::Session::begin(saved::RULES, &saved::setup(), Some(path), dice)
    };
    let error = begin(&path).unwrap_err().to_string();
    let expected = format!("{}: cannot be created: File exists", path.display());
    assert!(error.starts_with(&expected), "{error}");
    assert!(error.ends_with("Choose another name."), "{error}");
    assert_eq!(files(folder.path()), [("Game.toml".to_owned(), b"somebody's words".to_vec())]);

    let below = path.join("Game.toml");
    let error = begin(&below).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}: cannot be made: ", path.display())), "{error}");
    let error = begin(folder.path()).unwrap_err().to_string();
    assert!(error.contains("cannot be created: "), "{error}");
    // Folders on the way are made.
    let deep = folder.path().join("a/b/Game.toml");
    drop(begin(&deep).unwrap());
    look(&deep).unwrap();
}
