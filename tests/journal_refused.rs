//! Files that are no saves, or cannot be had: an error that names file and line, and nothing is touched.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::disallowed_methods, missing_docs)]

mod saved;
mod tiny;

use std::fs::{self, File};
use std::path::Path;

use pretty_assertions::assert_eq;
use saved::{blocks, files, look, open, played, text};

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
    assert!(error.ends_with("choose another name."), "{error}");
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
