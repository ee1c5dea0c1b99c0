//! Everything that a key does. Dispatch, the hint bar, the help and the README's list of keys all come from this
//! one table, so none of them can lag behind.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::modal::{Asking, Input, Modal, Wounds};
use super::{Act, App, Next};

/// Something a player can do by pressing a key.
#[derive(Debug)]
pub struct Command {
    /// One word that never changes.
    pub name: &'static str,
    /// The keys that do it, the first one shown in the hint bar: `q`, `?`, `esc`, `ctrl-c`. `0–9` is any digit.
    pub keys: &'static [&'static str],
    /// What the hint bar says beside the key. Empty where it is plain without.
    pub hint: &'static str,
    /// What the help says beside the keys.
    pub sentence: &'static str,
    /// Whether it can be done now.
    pub available: fn(&App) -> bool,
    /// Does it.
    pub run: fn(&mut App, &str) -> Next,
}

/// Any digit, among the keys of a command.
const DIGITS: &str = "0–9";

/// A key that moves or fills in: what it does is the business of what stands in front.
macro_rules! act {
    ($name:literal, $keys:expr, $hint:literal, $sentence:literal, $act:expr) => {
        Command {
            name: $name,
            keys: $keys,
            hint: $hint,
            sentence: $sentence,
            available: |_| true,
            run: |app, _| app.act($act),
        }
    };
}

/// A key that does something with a game.
macro_rules! play {
    ($name:literal, $keys:expr, $hint:literal, $sentence:literal, $when:expr, $does:expr) => {
        Command {
            name: $name,
            keys: $keys,
            hint: $hint,
            sentence: $sentence,
            available: |app| app.modal.is_none() && app.table().is_some_and($when),
            run: |app, _| {
                if let Some(table) = app.table_mut() {
                    $does(table);
                }
                Next::Draw
            },
        }
    };
}

/// A key that puts something in front of a game.
macro_rules! open {
    ($name:literal, $keys:expr, $hint:literal, $sentence:literal, $when:expr, $opens:expr) => {
        Command {
            name: $name,
            keys: $keys,
            hint: $hint,
            sentence: $sentence,
            available: |app| app.modal.is_none() && app.table().is_some_and($when),
            run: |app, _| {
                app.modal = app.table().and_then($opens);
                Next::Draw
            },
        }
    };
}

/// All commands, in the order in which they are shown.
pub const COMMANDS: &[Command] = &[
    act!("enter", &["enter"], "go on", "Do the obvious: open, choose, send, throw.", Act::Enter),
    Command {
        name: "digit",
        keys: &[DIGITS],
        hint: "",
        sentence: "Choose by number; type faces and numbers.",
        available: |app| app.table().is_some(),
        run: |app, key| {
            let digit = key.parse().unwrap_or(0);
            app.act(Act::Digit(digit))
        },
    },
    act!("down", &["j", "down"], "", "Go down.", Act::Down),
    act!("up", &["k", "up"], "", "Go up.", Act::Up),
    act!("less", &["left", "h", "-"], "", "Lower a number; the option before.", Act::Less),
    act!("more", &["right", "l", "+"], "", "Raise a number; the next option.", Act::More),
    act!("toggle", &["space"], "", "Turn yes into no, and back.", Act::Toggle),
    act!("erase", &["backspace"], "", "Take away what was typed last.", Act::Erase),
    act!("page-down", &["pgdn"], "", "Go down ten lines.", Act::PageDown),
    act!("page-up", &["pgup"], "", "Go up ten lines.", Act::PageUp),
    Command {
        name: "new",
        keys: &["n"],
        hint: "new game",
        sentence: "Begin a new game.",
        available: |app| app.modal.is_none() && app.table().is_none(),
        run: |app, _| app.begin(),
    },
    Command {
        name: "look",
        keys: &["o"],
        hint: "look on",
        sentence: "Look at a save without touching it.",
        available: |app| app.modal.is_none() && app.home().is_some_and(super::home::Home::has_save),
        run: |app, _| app.open(true),
    },
    play!(
        "throw",
        &["t"],
        "app throws",
        "Let the app throw the dice, this once.",
        |table| table.roll().is_some(),
        super::table::Table::throw
    ),
    open!(
        "tally",
        &["="],
        "tally",
        "Type how many dice fell into each bucket.",
        |table| table.roll().is_some_and(crate::desk::Roll::takes_tally),
        |_| Some(Modal::Line(Input::new(Asking::Tally)))
    ),
    Command {
        name: "overrule",
        keys: &["!"],
        hint: "overrule",
        sentence: "Let pass what is greyed or was refused.",
        available: |app| app.overrules().is_some(),
        run: |app, _| {
            app.modal = app.overrules().map(|asking| Modal::Line(Input::new(asking)));
            Next::Draw
        },
    },
    open!(
        "offers",
        &["a"],
        "open now",
        "List what is open besides, and take it.",
        |table| !table.offers().is_empty(),
        |_| Some(Modal::Offers(0))
    ),
    play!("undo", &["u"], "take back", "Take back the last thing said.", |_| true, super::table::Table::undo),
    play!(
        "redo",
        &["U", "ctrl-r"],
        "",
        "Bring again what was taken back.",
        |_| true,
        super::table::Table::redo
    ),
    open!("wounds", &["w"], "wounds", "Set the wounds of the unit under the cursor.", |_| true, |table| {
        Wounds::of(table).map(Modal::Wounds)
    }),
    open!("late", &["L"], "late", "Do now what was forgotten.", |_| true, |_| Some(Modal::Late(0))),
    play!(
        "dice",
        &["D"],
        "dice",
        "Have the app throw for this side, or not.",
        |table| table.answering().is_some(),
        super::table::Table::switch_dice
    ),
    open!("log", &["g"], "log", "Go through the log.", |_| true, |_| Some(Modal::Log(0))),
    Command {
        name: "panel",
        keys: &["tab"],
        hint: "units",
        sentence: "Go to the units of either side, and back.",
        available: |app| app.modal.is_none() && app.table().is_some(),
        run: |app, _| app.act(Act::Tab),
    },
    Command {
        name: "help",
        keys: &["?"],
        hint: "help",
        sentence: "Show what the keys do, or put it away.",
        available: |_| true,
        run: |app, _| {
            app.modal = if matches!(app.modal, Some(Modal::Help(_))) { None } else { Some(Modal::Help(0)) };
            Next::Draw
        },
    },
    Command {
        name: "close",
        keys: &["esc"],
        hint: "close",
        sentence: "Close what stands in front.",
        available: |app| app.modal.is_some(),
        run: |app, _| {
            app.modal = None;
            Next::Draw
        },
    },
    Command {
        name: "quit",
        keys: &["q"],
        hint: "leave",
        sentence: "Leave: first the table, then Adjutant.",
        available: |_| true,
        run: |app, _| app.leave(),
    },
    Command {
        name: "quit-now",
        keys: &["ctrl-c"],
        hint: "",
        sentence: "Leave Adjutant at once. The game is saved.",
        available: |_| true,
        run: |_, _| Next::Quit,
    },
];

impl Command {
    /// All its keys, as the help and the README show them.
    pub fn all_keys(&self) -> String {
        self.keys.join(" or ")
    }

    fn has(&self, key: &str) -> bool {
        let is_digit = key.len() == 1 && key.as_bytes().first().is_some_and(u8::is_ascii_digit);
        self.keys.iter().any(|own| *own == key || (*own == DIGITS && is_digit))
    }
}

/// The commands that can be done now.
pub fn available(app: &App) -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().filter(|command| (command.available)(app))
}

/// What this key does now, and how it is spelled.
pub fn find(app: &App, key: KeyEvent) -> Option<(&'static Command, String)> {
    let spelled = spelled(key)?;
    available(app).find(|command| command.has(&spelled)).map(|command| (command, spelled))
}

/// A key as the table spells it; none for a key that no command has. Shift already shows in the character.
fn spelled(key: KeyEvent) -> Option<String> {
    const ALT_GR: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);
    let named = match key.code {
        KeyCode::Esc => "esc",
        KeyCode::Enter => "enter",
        KeyCode::Tab | KeyCode::BackTab => "tab",
        KeyCode::Backspace => "backspace",
        KeyCode::Up => "up",
        KeyCode::Down => "down",
        KeyCode::Left => "left",
        KeyCode::Right => "right",
        KeyCode::PageUp => "pgup",
        KeyCode::PageDown => "pgdn",
        KeyCode::Char(c) => {
            return match (c, key.modifiers.difference(KeyModifiers::SHIFT)) {
                // Caps lock must not keep anyone from leaving.
                (c, KeyModifiers::CONTROL) => Some(format!("ctrl-{}", c.to_ascii_lowercase())),
                (' ', KeyModifiers::NONE) => Some("space".to_owned()),
                (c, KeyModifiers::NONE | ALT_GR) => Some(c.to_string()),
                _ => None,
            };
        }
        _ => return None,
    };
    Some(named.to_owned())
}

/// The character that a key types into a line.
pub fn character(key: KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(c) => match spelled(key)?.as_str() {
            "space" => Some(' '),
            spelled => spelled.chars().next().filter(|only| *only == c && spelled.len() == c.len_utf8()),
        },
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
        assert_eq!(key(KeyCode::Char(' '), KeyModifiers::NONE).as_deref(), Some("space"));
        assert_eq!(key(KeyCode::Char('q'), KeyModifiers::ALT), None);
        assert_eq!(key(KeyCode::CapsLock, KeyModifiers::NONE), None);
    }

    #[test]
    fn only_plain_characters_are_typed() {
        let typed = |code, modifiers| character(KeyEvent::new(code, modifiers));
        assert_eq!(typed(KeyCode::Char('É'), KeyModifiers::SHIFT), Some('É'));
        assert_eq!(typed(KeyCode::Char(' '), KeyModifiers::NONE), Some(' '));
        assert_eq!(typed(KeyCode::Char('c'), KeyModifiers::CONTROL), None);
        assert_eq!(typed(KeyCode::Enter, KeyModifiers::NONE), None);
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
