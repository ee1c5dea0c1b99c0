//! The screen: state, what a key changes in it, and what is drawn of it.
//!
//! Every screen has its file or folder with its own state and view. A view reads the state and never writes it. What
//! stands in front of the screen is one `Modal` or none. The loop sleeps until something happens and draws only when
//! something changed.

pub mod commands;
mod fit;
mod home;
mod modal;
mod table;
mod theme;

use std::io::{self, IsTerminal};
use std::path::Path;

use crossterm::event::{self, Event};
use ratatui::Frame;
use ratatui::buffer::CellWidth;
use ratatui::layout::{Constraint, Layout};
use ratatui::text::{Line, Span};

#[cfg(unix)]
use crate::session::signals::Watch;
use home::Home;
use modal::{Asking, Modal};
use table::Table;
pub use theme::Theme;

/// All that the screen shows comes from here.
#[derive(Debug)]
pub struct App {
    home: Home,
    /// The game in play; none on the first screen.
    table: Option<Box<Table>>,
    modal: Option<Modal>,
    theme: Theme,
    /// Whether there is a terminal to be given back when the program is told to end.
    #[cfg(unix)]
    live: bool,
    /// Sees to it that the disk has the game in play before the program ends or stops.
    #[cfg(unix)]
    watch: Option<Watch>,
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

/// A key that moves, chooses or fills in, whatever stands in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Enter,
    Up,
    Down,
    PageUp,
    PageDown,
    Less,
    More,
    Toggle,
    Erase,
    Tab,
    Digit(u8),
}

impl App {
    /// The first screen, with the data folder in use.
    pub fn new(data: &Path, theme: Theme) -> App {
        App {
            home: Home::new(data),
            table: None,
            modal: None,
            theme,
            #[cfg(unix)]
            live: false,
            #[cfg(unix)]
            watch: None,
        }
    }

    /// Takes in what happened.
    pub fn update(&mut self, event: &Event) -> Next {
        // Some terminals tell of a key twice, when it goes down and when it comes up; and again while it is held, which
        // must not play.
        if let Some(key) = event.as_key_press_event() {
            if let Some(modal) = &mut self.modal
                && commands::character(key).is_some_and(|c| modal.type_in(c))
            {
                return Next::Draw;
            }
            return commands::find(self, key).map_or(Next::Wait, |(command, key)| (command.run)(self, &key));
        }
        if event.is_resize() { Next::Draw } else { Next::Wait }
    }

    /// Draws all of it.
    pub fn view(&self, frame: &mut Frame) {
        let rows = Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]);
        let [screen, hints] = frame.area().layout(&rows);
        match &self.table {
            Some(table) => table::view(table, self.theme, frame, screen),
            None => home::view(&self.home, self.theme, frame, screen),
        }
        if let Some(modal) = &self.modal {
            // The screen behind steps back, so that nobody looks for the keys there.
            frame.buffer_mut().set_style(screen, self.theme.quiet);
            modal.view(self.table.as_deref(), self.theme, frame, screen);
        }
        frame.render_widget(self.hints(hints.width), hints);
    }

    /// What can be done now, as far as it fits. Help and leaving always stand at the end.
    fn hints(&self, width: u16) -> Line<'static> {
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
        let wide = |command: &commands::Command| {
            hint(command).iter().map(|span| span.content.cell_width()).sum::<u16>()
        };
        let shown = commands::available(self).filter(|command| !command.hint.is_empty());
        let (last, first): (Vec<_>, Vec<_>) =
            shown.partition(|command| matches!(command.name, "help" | "close" | "quit"));
        let mut room = width.saturating_sub(last.iter().map(|command| wide(command)).sum());
        let fits =
            |command: &&&commands::Command| room.checked_sub(wide(command)).map(|left| room = left).is_some();
        let first: Vec<_> = first.iter().take_while(fits).collect();
        first.into_iter().chain(&last).flat_map(|command| hint(command)).collect()
    }

    // What commands do.

    fn home(&self) -> Option<&Home> {
        if self.table.is_none() { Some(&self.home) } else { None }
    }

    fn table(&self) -> Option<&Table> {
        self.table.as_deref()
    }

    fn table_mut(&mut self) -> Option<&mut Table> {
        self.table.as_deref_mut()
    }

    fn act(&mut self, act: Act) -> Next {
        match self.modal.take() {
            Some(Modal::Leave) if act == Act::Enter => self.go_home(),
            Some(modal) => self.modal = modal.act(act, self.table.as_deref_mut()),
            None => match &mut self.table {
                Some(table) => return table.act(act),
                None if act == Act::Enter => return self.open(false),
                None => return self.home.act(act),
            },
        }
        Next::Draw
    }

    fn begin(&mut self) -> Next {
        self.table = self.home.begin().map(Box::new);
        self.watch();
        Next::Draw
    }

    fn open(&mut self, only_look: bool) -> Next {
        self.table = self.home.open(only_look).map(Box::new);
        self.watch();
        Next::Draw
    }

    /// From now on a hang-up or an end from outside finds everything on the disk and gives the terminal back.
    fn watch(&mut self) {
        #[cfg(unix)]
        if let Some(table) = self.table.as_ref().filter(|_| self.live) {
            // Without it everything is still written, and the system syncs in its own time.
            self.watch = table.session().watch_signals(ratatui::restore).ok();
        }
    }

    /// What could be overruled now.
    fn overrules(&self) -> Option<Asking> {
        let table = self.table()?;
        match &self.modal {
            None => (table.greyed().is_some() || table.is_form_refused()).then_some(Asking::Overrule),
            Some(Modal::Offers(at)) => {
                let offer = table.offers().get(*at).filter(|offer| !offer.choice.is_open())?;
                Some(Asking::OverruleOffer(Box::new(offer.clone())))
            }
            Some(_) => None,
        }
    }

    /// A table is not left by a slip of the finger.
    fn leave(&mut self) -> Next {
        if self.table.is_none() || self.modal == Some(Modal::Leave) {
            return Next::Quit;
        }
        self.modal = Some(Modal::Leave);
        Next::Draw
    }

    fn go_home(&mut self) {
        #[cfg(unix)]
        {
            self.watch = None;
        }
        if let Some(mut table) = self.table.take() {
            table.sync();
        }
        self.home.read();
    }

    /// Everything that was said is on the disk.
    pub fn sync(&mut self) {
        if let Some(table) = &mut self.table {
            table.sync();
        }
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
    #[cfg(unix)]
    {
        app.live = true;
    }
    let shown = ratatui::run(|terminal| {
        // What is pasted comes as one piece, and is not played as if it were keys.
        crossterm::execute!(io::stdout(), event::EnableBracketedPaste)?;
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
    });
    let _ = crossterm::execute!(io::stdout(), event::DisableBracketedPaste);
    // Also when the terminal is gone.
    app.sync();
    shown
}

#[cfg(test)]
mod tests;
