//! Everything that a key does. Dispatch, the hint bar, the help and the README's list of keys all come from this
//! one table, so none of them can lag behind.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{App, Modal, Next};

/// Something a player can do by pressing a key.
#[derive(Debug)]
pub struct Command {
    /// One word that never changes.
    pub name: &'static str,
    /// The keys that do it, the first one shown in the hint bar: `q`, `?`, `esc`, `ctrl-c`.
    pub keys: &'static [&'static str],
    /// What the hint bar says beside the key.
    pub hint: &'static str,
    /// What the help says beside the keys.
    pub sentence: &'static str,
    /// Whether it can be done now.
    pub available: fn(&App) -> bool,
    /// Does it.
    pub run: fn(&mut App) -> Next,
}

/// All commands, in the order in which they are shown.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        keys: &["?"],
        hint: "help",
        sentence: "Show what the keys do, or put it away.",
        available: |_| true,
        run: |app| {
            app.modal = if app.modal == Some(Modal::Help) { None } else { Some(Modal::Help) };
            Next::Draw
        },
    },
    Command {
        name: "close",
        keys: &["esc"],
        hint: "close",
        sentence: "Close what stands in front.",
        available: |app| app.modal.is_some(),
        run: |app| {
            app.modal = None;
            Next::Draw
        },
    },
    Command {
        name: "quit",
        keys: &["q", "ctrl-c"],
        hint: "quit",
        sentence: "Leave Adjutant.",
        available: |_| true,
        run: |_| Next::Quit,
    },
];

impl Command {
    /// All its keys, as the help and the README show them.
    pub fn all_keys(&self) -> String {
        self.keys.join(" or ")
    }
}

/// The commands that can be done now.
pub fn available(app: &App) -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| (command.available)(app))
}

/// What this key does now.
pub fn find(app: &App, key: KeyEvent) -> Option<&'static Command> {
    let spelled = spelled(key)?;
    available(app).find(|command| command.keys.contains(&spelled.as_str()))
}

/// A key as the table spells it; none for a key that no command has. Shift already shows in the character.
fn spelled(key: KeyEvent) -> Option<String> {
    const ALT_GR: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);
    match (key.code, key.modifiers.difference(KeyModifiers::SHIFT)) {
        (KeyCode::Esc, _) => Some("esc".to_owned()),
        // Caps lock must not keep anyone from leaving.
        (KeyCode::Char(c), KeyModifiers::CONTROL) => Some(format!("ctrl-{}", c.to_ascii_lowercase())),
        (KeyCode::Char(c), KeyModifiers::NONE | ALT_GR) => Some(c.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_key_and_no_name_stands_twice() {
        let keys: Vec<_> = COMMANDS.iter().flat_map(|command| command.keys).collect();
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "{keys:?}");
        let names: BTreeSet<_> = COMMANDS.iter().map(|command| command.name).collect();
        assert_eq!(names.len(), COMMANDS.len(), "{names:?}");
    }

    #[test]
    fn keys_are_spelled_as_in_the_table() {
        let key = |code, modifiers| spelled(KeyEvent::new(code, modifiers));
        assert_eq!(key(KeyCode::Char('?'), KeyModifiers::SHIFT).as_deref(), Some("?"));
        assert_eq!(key(KeyCode::Char('C'), KeyModifiers::CONTROL).as_deref(), Some("ctrl-c"));
        assert_eq!(key(KeyCode::Esc, KeyModifiers::NONE).as_deref(), Some("esc"));
        assert_eq!(key(KeyCode::Char('q'), KeyModifiers::ALT), None);
        assert_eq!(key(KeyCode::CapsLock, KeyModifiers::NONE), None);
    }

    #[test]
    fn the_readme_lists_every_key() {
        let readme = include_str!("../../README.md");
        for command in COMMANDS {
            let row = format!("| `{}` | {} |", command.keys.join("` or `"), command.sentence);
            assert!(readme.contains(&row), "the README lacks this row:\n{row}");
        }
    }
}
