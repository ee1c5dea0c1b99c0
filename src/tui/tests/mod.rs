//! Keys through the whole app, in process.

#![allow(clippy::disallowed_methods, reason = "tests prepare files of their own")]

mod mini;

use std::fs;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use pretty_assertions::assert_eq;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};
use tempfile::TempDir;

use super::*;
use crate::session::Thrower;
use crate::session::saves;

fn at_home(theme: Theme) -> (App, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (App::new(folder.path(), theme), folder)
}

/// A game of the little ruleset on the screen, without a file.
fn at_table(name: &str) -> (App, TempDir) {
    let (mut app, folder) = at_home(Theme::COLOUR);
    app.table = Some(Box::new(Table::new(mini::session(None, name), &[])));
    (app, folder)
}

fn press(app: &mut App, code: KeyCode, modifiers: KeyModifiers) -> Next {
    app.update(&Event::Key(KeyEvent::new(code, modifiers)))
}

fn typed(app: &mut App, key: char) -> Next {
    press(app, KeyCode::Char(key), KeyModifiers::NONE)
}

/// Presses keys by name, words between quotes letter by letter: `n Enter 'a reason' Enter`.
fn keys(app: &mut App, script: &str) {
    for (at, part) in script.split('\'').enumerate() {
        if at % 2 == 1 {
            part.chars().for_each(|c| assert_eq!(typed(app, c), Next::Draw));
            continue;
        }
        for word in part.split_whitespace() {
            let (code, modifiers) = match word {
                "Enter" => (KeyCode::Enter, KeyModifiers::NONE),
                "Esc" => (KeyCode::Esc, KeyModifiers::NONE),
                "Tab" => (KeyCode::Tab, KeyModifiers::NONE),
                "Left" => (KeyCode::Left, KeyModifiers::NONE),
                "Right" => (KeyCode::Right, KeyModifiers::NONE),
                "Back" => (KeyCode::Backspace, KeyModifiers::NONE),
                "Space" => (KeyCode::Char(' '), KeyModifiers::NONE),
                "C-r" => (KeyCode::Char('r'), KeyModifiers::CONTROL),
                word => (KeyCode::Char(word.chars().next().unwrap()), KeyModifiers::NONE),
            };
            press(app, code, modifiers);
        }
    }
}

fn drawn(app: &App, width: u16, height: u16) -> TestBackend {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.view(frame)).unwrap();
    terminal.backend().clone()
}

fn shown(app: &App) -> String {
    drawn(app, 120, 36).to_string()
}

/// The screen shows all of these.
fn sees(app: &App, all: &[&str]) {
    let screen = shown(app);
    for words in all {
        assert!(screen.contains(words), "{words:?} is missing:\n{screen}");
    }
}

fn ask(app: &App) -> String {
    app.table().unwrap().session().game().ask().map_or_else(|| "over".to_owned(), |ask| ask.words.clone())
}

#[test]
fn home_tells_what_this_is_and_where_files_go() {
    let app = App::new(Path::new("/nowhere/龍/games"), Theme::COLOUR);
    let screen = drawn(&app, 80, 24).to_string();
    for words in
        [concat!("Adjutant ", env!("CARGO_PKG_VERSION")), "No game is saved yet", "/games/saves", "? help"]
    {
        assert!(screen.contains(words), "{words:?} is missing:\n{screen}");
    }
}

#[test]
fn help_opens_and_closes() {
    let (mut app, _folder) = at_home(Theme::COLOUR);
    let home = shown(&app);
    assert_eq!(press(&mut app, KeyCode::Esc, KeyModifiers::NONE), Next::Wait, "there is nothing to close");

    assert_eq!(typed(&mut app, '?'), Next::Draw);
    let help = drawn(&app, 120, 60).to_string();
    for command in commands::COMMANDS {
        assert!(
            help.contains(command.sentence) && help.contains(&command.all_keys()),
            "{command:?}:\n{help}"
        );
    }
    assert_eq!(press(&mut app, KeyCode::Esc, KeyModifiers::NONE), Next::Draw);
    assert_eq!(shown(&app), home);

    keys(&mut app, "? ?");
    assert_eq!(shown(&app), home);

    // On a low screen it goes on below.
    typed(&mut app, '?');
    let last = commands::COMMANDS.last().unwrap().sentence;
    assert!(!drawn(&app, 80, 20).to_string().contains(last));
    keys(&mut app, "j j j j j j j j j j j j j");
    assert!(drawn(&app, 80, 20).to_string().contains(last));
}

#[test]
fn leaving_is_possible_from_everywhere() {
    for open in ["", "?"] {
        let (mut app, _folder) = at_home(Theme::COLOUR);
        keys(&mut app, open);
        assert_eq!(typed(&mut app, 'q'), Next::Quit);
        assert_eq!(press(&mut app, KeyCode::Char('c'), KeyModifiers::CONTROL), Next::Quit);
    }
    for open in ["", "?", "w", "L", "g", "j !"] {
        let (mut app, _folder) = at_table("Red");
        keys(&mut app, open);
        assert_eq!(press(&mut app, KeyCode::Char('C'), KeyModifiers::CONTROL), Next::Quit, "{open}");
        keys(&mut app, "Esc");
        assert_eq!(typed(&mut app, 'q'), Next::Draw, "a game is not left by one key");
        keys(&mut app, "Esc");
        assert!(app.table().is_some());
        typed(&mut app, 'q');
        assert_eq!(typed(&mut app, 'q'), Next::Quit);
    }
}

#[test]
fn only_what_changes_something_is_drawn_and_a_held_key_does_not_play() {
    let (mut app, _folder) = at_table("Red");
    assert_eq!(typed(&mut app, 'x'), Next::Wait);
    assert_eq!(app.update(&Event::FocusGained), Next::Wait);
    assert_eq!(app.update(&Event::Resize(40, 12)), Next::Draw);
    for kind in [KeyEventKind::Release, KeyEventKind::Repeat] {
        for code in [KeyCode::Char('q'), KeyCode::Enter] {
            let event = KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind);
            assert_eq!(app.update(&Event::Key(event)), Next::Wait);
        }
    }
    assert_eq!(ask(&app), "Who goes?");
}

/// A game begun, a whole first turn by keys, left, and gone on with where it stood.
#[test]
fn a_turn_is_played_left_and_gone_on_with() {
    let (mut app, folder) = at_home(Theme::COLOUR);
    keys(&mut app, "n");
    assert_eq!(ask(&app), "Who takes the first turn of every round?");
    keys(&mut app, "Enter");
    sees(&app, &["Orks' turn", "Round 1", "Which unit moves?", "Boyz A", "Redemptor", "Centre", "CP 1:1"]);

    // Boyz A advances; a face is typed, a wrong one first.
    keys(&mut app, "1 2");
    assert_eq!(ask(&app), "Advance roll of Boyz A");
    keys(&mut app, "Enter");
    sees(&app, &["Type the faces as they lie on the table"]);
    keys(&mut app, "9 Enter");
    sees(&app, &["9 is no face of a die"]);
    keys(&mut app, "Back 2 Enter");
    sees(&app, &["Open (a)  Command Re-roll", "Orks, 1 CP"]);

    // The re-roll is taken, and taken back, and brought again.
    keys(&mut app, "a 1");
    assert_eq!(ask(&app), "Advance roll of Boyz A");
    keys(&mut app, "u");
    assert_eq!(ask(&app), "Which unit moves?");
    sees(&app, &["Taken back", "CP 1:1"]);
    keys(&mut app, "U 5 Enter");
    sees(&app, &["CP 0:1", "advanced 5"]);
    keys(&mut app, "u C-r");
    sees(&app, &["CP 0:1", "advanced 5"]);

    // The others stay; nobody shoots. Boyz A advanced and may not charge: refused with the reason, then overruled.
    keys(&mut app, "Enter Enter");
    assert_eq!(ask(&app), "Which unit declares a charge?");
    keys(&mut app, "1");
    sees(&app, &["Boyz A advanced this turn. (09.06)", "Select another unit."]);
    keys(&mut app, "k k k k !");
    sees(&app, &["Why is it let pass?"]);
    keys(&mut app, "Enter");
    sees(&app, &["Why is it let pass?"]);
    keys(&mut app, "'qu?!' Enter");
    assert_eq!(ask(&app), "Charge roll of Boyz A");
    keys(&mut app, "3 Space 4 Enter");
    sees(&app, &["qu?!"]);
    keys(&mut app, "j j j Enter");

    // The end of the turn: the form of the objectives.
    assert_eq!(ask(&app), "Who controls each objective?");
    keys(&mut app, "j Right Right Right Enter");
    sees(&app, &["Ultramarines' turn", "CP 1:2"]);
    let holder = |app: &App| {
        let game = app.table().unwrap().session().game();
        game.table().objectives()[1].holder.map(|side| game.table().side_name(side).to_string())
    };
    assert_eq!(holder(&app).as_deref(), Some("Ultramarines"));

    // A ruling on wounds: two models of the Orks' second unit fall.
    keys(&mut app, "Tab Tab j w - j 0 Enter");
    let standing =
        |app: &App| app.table().unwrap().units(crate::id::SideId(0)).nth(1).unwrap().standing().count();
    assert_eq!(standing(&app), 8);
    sees(&app, &[" 8/10", "(ruling)"]);

    // Left, and gone on with.
    let before = app.table().unwrap().session().game().table().clone();
    let (words, log) = (ask(&app), app.table().unwrap().session().game().log().count());
    keys(&mut app, "q Enter");
    assert!(app.table().is_none());
    sees(&app, &["Orks vs Ultramarines", "round 1"]);
    keys(&mut app, "Enter");
    assert_eq!(app.table().unwrap().session().game().table(), &before);
    assert_eq!((ask(&app), app.table().unwrap().session().game().log().count()), (words, log));
    keys(&mut app, "u");
    assert_eq!(standing(&app), 10);

    // Another program finds it locked, and may look at it.
    let mut other = App::new(folder.path(), Theme::COLOUR);
    keys(&mut other, "Enter");
    sees(&other, &["another", "read-only"]);
    keys(&mut other, "o Enter");
    sees(&other, &["read-only", "Open it for playing to go on with it."]);

    // A second game of the same day has a name of its own.
    keys(&mut app, "q Enter n");
    assert_eq!(saves::list(&folder.path().join("saves")).unwrap().len(), 2);
}

#[test]
fn every_kind_of_ask_is_answered() {
    let (mut app, _folder) = at_table("Red");
    sees(
        &app,
        &["Long watch 1", "Unit 1 goes   if near", "in reserve", "aboard Red 0", "off the table", "weary 2"],
    );
    // Of twelve options, 1 may become 10, 11 or 12; 2 may not, and is greyed.
    keys(&mut app, "2");
    sees(&app, &["Unit 2 is tired, and that is a long story. (M1)", "Let it rest."]);
    keys(&mut app, "1");
    assert_eq!(ask(&app), "Who goes?");
    keys(&mut app, "2");
    assert_eq!(ask(&app), "Test of courage");

    sees(
        &app,
        &["Roll 3 D6, 4+ is needed", "-1 darkness", "fail 1–4, pass 5–6", "Open (a)  Charm one   Red, 1 CP"],
    );
    keys(&mut app, "a j Enter");
    sees(&app, &["The charm is spent. (M1)"]);
    keys(&mut app, "a j ! 'a gift' Enter");
    sees(&app, &["Overruled: Charm two", "a gift"]);
    keys(&mut app, "= 'fail=1 pass=1' Enter");
    sees(&app, &["The tally counts 2 of 3 dice."]);
    keys(&mut app, "= 'fail=1 pass=2' Enter");
    assert_eq!(ask(&app), "How is the sky?");

    keys(&mut app, "Space j 4 5 Left j Right j Space Right Space Enter");
    sees(&app, &["It never blows from there. (M1)", "Say north or east.", "44"]);
    keys(&mut app, "! 'it does' Enter");
    assert_eq!(ask(&app), "over");
    sees(&app, &["The battle is over.", "A draw.", "it does"]);
    keys(&mut app, "Enter u");
    assert_eq!(ask(&app), "How is the sky?");
    keys(&mut app, "L 1");
    sees(&app, &["Red rested."]);
}

#[test]
fn a_side_may_leave_its_dice_to_the_app() {
    let (mut app, _folder) = at_table("Red");
    keys(&mut app, "D");
    sees(&app, &["From now on the app throws for Red."]);
    keys(&mut app, "Enter");
    assert_eq!(ask(&app), "Test of courage", "something is open that a throw would close");
    keys(&mut app, "Enter");
    assert_eq!(ask(&app), "How is the sky?", "the app threw");
    keys(&mut app, "u D Enter");
    assert_eq!(app.table().unwrap().session().thrower(crate::id::SideId(0)), Thrower::Own);
    assert_eq!(ask(&app), "Test of courage");
    keys(&mut app, "t");
    assert_eq!(ask(&app), "How is the sky?");
}

#[test]
fn a_damaged_end_is_told_in_a_line_of_its_own() {
    let (mut app, folder) = at_home(Theme::COLOUR);
    keys(&mut app, "n Enter q Enter");
    let path = saves::list(&folder.path().join("saves")).unwrap()[0].path.clone();
    let mut text = fs::read_to_string(&path).unwrap();
    text.truncate(text.len() - 3);
    fs::write(&path, text).unwrap();
    keys(&mut app, "Enter");
    sees(&app, &["The last entry of the save was cut while it was written."]);
    keys(&mut app, "Enter");
    assert!(!shown(&app).contains("was cut while"), "what was said next puts it away");
}

#[test]
fn the_log_is_gone_through() {
    let (mut app, _folder) = at_table("Red");
    for _ in 0..40 {
        keys(&mut app, "w 9 Enter w 8 Enter");
    }
    keys(&mut app, "g");
    let latest = shown(&app);
    keys(&mut app, "k k k");
    assert!(shown(&app) != latest);
    keys(&mut app, "j j j");
    assert_eq!(shown(&app), latest);
}

/// The app at every kind of ask, and with everything that can stand in front.
fn everywhere() -> Vec<(App, TempDir)> {
    let home = || {
        let (mut app, folder) = at_home(Theme::COLOUR);
        keys(&mut app, "n q Enter n q Enter");
        (app, folder)
    };
    let mut all = vec![home(), at_home(Theme::COLOUR)];
    let roll = "1 Enter";
    let form = "1 Enter 1 2 3 Enter";
    for script in
        ["", "2", roll, &format!("{roll} 1"), form, &format!("{form} Space j j j"), &format!("{form} Enter")]
    {
        for front in ["", "?", "a", "w", "L", "g", "=", "!", "q", "Tab", "Tab Tab"] {
            let (mut app, folder) = at_table("Red");
            keys(&mut app, script);
            keys(&mut app, front);
            all.push((app, folder));
        }
    }
    all
}

#[test]
fn every_size_draws() {
    for (at, (app, _folder)) in everywhere().iter().enumerate() {
        // All sizes for some, some sizes for all.
        let step = if at % 11 == 2 { 1 } else { 7 };
        for width in (0..=140).step_by(step) {
            for height in (0..=45).step_by(step) {
                drawn(app, width, height);
            }
        }
    }
}

#[test]
fn a_screen_too_small_says_what_it_needs() {
    let (app, _folder) = at_table("Red");
    assert!(drawn(&app, 39, 20).to_string().contains("40 × 10"));
    assert!(drawn(&app, 40, 9).to_string().contains("40 × 10"));
    assert!(drawn(&app, 40, 10).to_string().contains("Who goes?"));
}

#[test]
fn without_colour_bold_and_reversed_are_left() {
    for (mut app, _folder) in everywhere() {
        app.theme = Theme::MONO;
        let backend = drawn(&app, 120, 36);
        let cells = &backend.buffer().content;
        assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
        assert!(cells.iter().any(|cell| cell.modifier.contains(Modifier::BOLD)));
    }
    let (app, _folder) = at_table("Red");
    let backend = drawn(&app, 120, 36);
    assert!(backend.buffer().content.iter().any(|cell| cell.modifier.contains(Modifier::REVERSED)));
}

#[test]
fn nothing_foreign_reaches_the_terminal() {
    let evil = "R\u{1b}]0;mine\u{7}\u{202e}\n龍e\u{301}";
    let mut apps = vec![App::new(Path::new("/games\u{1b}]0;mine\u{7}\n"), Theme::COLOUR)];
    let (mut app, folder) = at_table(evil);
    keys(&mut app, "n");
    let saves = folder.path().join("saves");
    fs::create_dir_all(&saves).unwrap();
    fs::write(saves.join("e\u{1b}[2J.toml"), "at = \"\u{1b}[2J\"").unwrap();
    apps.push(app);
    let mut home = App::new(folder.path(), Theme::COLOUR);
    keys(&mut home, "Enter");
    apps.push(home);
    for app in apps {
        for (width, height) in [(120, 36), (80, 24), (50, 12)] {
            let backend = drawn(&app, width, height);
            let strange = |c: char| c.is_control() || c == '\u{202e}';
            assert!(backend.buffer().content.iter().all(|cell| !cell.symbol().contains(strange)));
        }
    }
}
