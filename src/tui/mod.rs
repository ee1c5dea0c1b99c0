//! The screen: state, what a key changes in it, and what is drawn of it.
//!
//! Every screen has its file with its own state and view. A view reads the state and never writes it. What stands in
//! front of the screen is one [`Modal`] or none. The loop sleeps until something happens and draws only when
//! something changed.

pub mod commands;
mod fit;
mod help;
mod home;
mod theme;

use std::io::{self, IsTerminal};
use std::path::Path;

use crossterm::event::{self, Event};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

use home::Home;
pub use theme::Theme;

/// All that the screen shows comes from here.
#[derive(Debug)]
pub struct App {
    home: Home,
    modal: Option<Modal>,
    theme: Theme,
}

/// What stands in front of the screen and has the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modal {
    /// What the keys do.
    Help,
}

/// What the loop does after an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing changed.
    Wait,
    /// Something changed.
    Draw,
    /// The player leaves.
    Quit,
}

impl App {
    /// The first screen, with the data folder in use.
    pub fn new(data: &Path, theme: Theme) -> App {
        App { home: Home::new(data), modal: None, theme }
    }

    /// Takes in what happened.
    pub fn update(&mut self, event: &Event) -> Next {
        // Some terminals tell of a key twice: when it goes down and when it comes up.
        if let Some(key) = event.as_key_press_event() {
            return commands::find(self, key).map_or(Next::Wait, |command| (command.run)(self));
        }
        if event.is_resize() { Next::Draw } else { Next::Wait }
    }

    /// Draws all of it.
    pub fn view(&self, frame: &mut Frame) {
        let rows = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]);
        let [screen, hints] = frame.area().layout(&rows);
        home::view(self, frame, screen);
        if let Some(modal) = self.modal {
            // The screen behind steps back, so that nobody looks for the keys there.
            frame.buffer_mut().set_style(screen, self.theme.quiet);
            match modal {
                Modal::Help => help::view(self, frame, screen),
            }
        }
        frame.render_widget(self.hints(), hints);
    }

    fn hints(&self) -> Line<'static> {
        let hint = |command: &commands::Command| {
            let key = command.keys.first().copied().unwrap_or_default();
            [
                Span::raw(" "),
                Span::styled(key, self.theme.key),
                Span::raw(" "),
                Span::styled(command.hint, self.theme.plain),
                Span::raw(" "),
            ]
        };
        commands::available(self).flat_map(hint).collect()
    }
}

/// Shows the screen until the player leaves.
pub fn run(data: &Path, colour: bool) -> anyhow::Result<()> {
    anyhow::ensure!(
        io::stdin().is_terminal() && io::stdout().is_terminal(),
        "the screen needs a terminal to draw on and to read keys from; start it without pipes and redirections"
    );
    // The theme alone decides about colour. Left to itself, crossterm answers NO_COLOR with a code that takes bold
    // and reversed text away too.
    crossterm::style::force_color_output(true);
    let mut app = App::new(data, if colour { Theme::COLOUR } else { Theme::MONO });
    ratatui::run(|terminal| {
        let mut next = Next::Draw;
        loop {
            match next {
                Next::Wait => {}
                Next::Draw => {
                    terminal.draw(|frame| app.view(frame))?;
                }
                Next::Quit => return Ok(()),
            }
            next = app.update(&event::read()?);
        }
    })
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::style::{Color, Modifier};

    use super::*;

    fn app(theme: Theme) -> App {
        App::new(Path::new("/home/gaz/龍/games"), theme)
    }

    fn press(app: &mut App, code: KeyCode, modifiers: KeyModifiers) -> Next {
        app.update(&Event::Key(KeyEvent::new(code, modifiers)))
    }

    fn typed(app: &mut App, key: char) -> Next {
        press(app, KeyCode::Char(key), KeyModifiers::NONE)
    }

    fn drawn(app: &App, width: u16, height: u16) -> TestBackend {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| app.view(frame)).unwrap();
        terminal.backend().clone()
    }

    fn shown(app: &App) -> String {
        drawn(app, 80, 24).to_string()
    }

    #[test]
    fn home_tells_what_this_is_and_where_files_go() {
        let screen = shown(&app(Theme::COLOUR));
        for words in [
            concat!("Adjutant ", env!("CARGO_PKG_VERSION")),
            "No game can be started yet",
            "/games",
            "? help",
        ] {
            assert!(screen.contains(words), "{words:?} is missing:\n{screen}");
        }
    }

    #[test]
    fn help_opens_and_closes() {
        let mut app = app(Theme::COLOUR);
        let home = shown(&app);
        assert_eq!(
            press(&mut app, KeyCode::Esc, KeyModifiers::NONE),
            Next::Wait,
            "there is nothing to close"
        );

        assert_eq!(typed(&mut app, '?'), Next::Draw);
        let help = shown(&app);
        for command in commands::COMMANDS {
            assert!(
                help.contains(command.sentence) && help.contains(&command.all_keys()),
                "{command:?}:\n{help}"
            );
        }
        assert_eq!(press(&mut app, KeyCode::Esc, KeyModifiers::NONE), Next::Draw);
        assert_eq!(shown(&app), home);

        typed(&mut app, '?');
        assert_eq!(typed(&mut app, '?'), Next::Draw);
        assert_eq!(shown(&app), home);
    }

    #[test]
    fn leaving_is_possible_from_everywhere() {
        for open in ["", "?"] {
            let mut app = app(Theme::COLOUR);
            open.chars().for_each(|key| assert_eq!(typed(&mut app, key), Next::Draw));
            assert_eq!(typed(&mut app, 'q'), Next::Quit);
            assert_eq!(press(&mut app, KeyCode::Char('c'), KeyModifiers::CONTROL), Next::Quit);
        }
    }

    #[test]
    fn only_what_changes_something_is_drawn() {
        let mut app = app(Theme::COLOUR);
        assert_eq!(typed(&mut app, 'x'), Next::Wait);
        assert_eq!(app.update(&Event::FocusGained), Next::Wait);
        assert_eq!(app.update(&Event::Resize(40, 12)), Next::Draw);
        for kind in [KeyEventKind::Release, KeyEventKind::Repeat] {
            let event = KeyEvent::new_with_kind(KeyCode::Char('q'), KeyModifiers::NONE, kind);
            assert_eq!(app.update(&Event::Key(event)), Next::Wait);
        }
    }

    #[test]
    fn every_size_draws() {
        let mut app = app(Theme::COLOUR);
        for _ in 0..2 {
            for (width, height) in (0..=100).flat_map(|width| (0..=40).map(move |height| (width, height))) {
                drawn(&app, width, height);
            }
            typed(&mut app, '?');
        }
    }

    #[test]
    fn without_colour_bold_is_left() {
        let mut app = app(Theme::MONO);
        typed(&mut app, '?');
        let backend = drawn(&app, 80, 24);
        let cells = &backend.buffer().content;
        assert!(cells.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
        assert!(cells.iter().any(|cell| cell.modifier.contains(Modifier::BOLD)));
    }

    #[test]
    fn nothing_foreign_reaches_the_terminal() {
        let app = App::new(Path::new("/games\u{1b}]0;mine\u{7}\n"), Theme::COLOUR);
        let backend = drawn(&app, 80, 24);
        assert!(backend.buffer().content.iter().all(|cell| !cell.symbol().contains(char::is_control)));
    }
}
