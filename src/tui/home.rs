//! The first screen: the saves to go on with, and where they are.

use std::path::{Path, PathBuf};

use ratatui::Frame;
use ratatui::layout::{Constraint, Margin, Rect};
use ratatui::text::Line;

use super::table::{Table, scrolled};
use super::{Act, Next, Theme, fit};
use crate::rules;
use crate::session::dice::AppDice;
use crate::session::saves::{self, Listed};
use crate::session::setup::SKIRMISH;
use crate::session::{Session, SessionError, Setup};
use crate::text::Text;

/// What the first screen shows.
#[derive(Debug)]
pub struct Home {
    folder: PathBuf,
    saves: Vec<Listed>,
    at: usize,
    /// Why the last key did not do what it does.
    word: Option<Text>,
}

impl Home {
    /// The first screen, with the saves of the data folder.
    pub fn new(data: &Path) -> Home {
        let mut home = Home { folder: data.join("saves"), saves: Vec::new(), at: 0, word: None };
        home.read();
        home
    }

    /// Reads the folder anew.
    pub fn read(&mut self) {
        self.at = 0;
        self.word = None;
        match saves::list(&self.folder) {
            Ok(saves) => self.saves = saves,
            Err(why) => {
                self.saves.clear();
                self.tell(format!("The saves cannot be listed: {why}."));
            }
        }
    }

    /// Whether there is a save under the cursor.
    pub fn has_save(&self) -> bool {
        self.at < self.saves.len()
    }

    /// What a key does here, besides opening a save.
    pub fn act(&mut self, act: Act) -> Next {
        let last = self.saves.len().saturating_sub(1);
        self.at = match act {
            Act::Up => self.at.saturating_sub(1),
            Act::Down => (self.at + 1).min(last),
            Act::PageUp => self.at.saturating_sub(10),
            Act::PageDown => (self.at + 10).min(last),
            _ => return Next::Wait,
        };
        self.word = None;
        Next::Draw
    }

    /// Goes on with the save under the cursor, or only looks at it.
    pub fn open(&mut self, only_look: bool) -> Option<Table> {
        let Some(save) = self.saves.get(self.at) else {
            self.tell("There is no save yet: n begins a game.");
            return None;
        };
        let opened = AppDice::fresh().map_err(SessionError::from).and_then(|dice| {
            let open = if only_look { Session::look } else { Session::open };
            open(rules::ALL, &save.path, dice)
        });
        match opened {
            Ok((session, notices)) => Some(Table::new(session, &notices)),
            Err(why) => {
                self.tell(why.to_string());
                None
            }
        }
    }

    /// Begins a game with the setup that ships.
    pub fn begin(&mut self) -> Option<Table> {
        let begun = Setup::from_toml(SKIRMISH).map_err(|why| why.to_string()).and_then(|setup| {
            let path = saves::new_path(&self.folder, &setup.sides);
            let dice = AppDice::fresh().map_err(|why| SessionError::from(why).to_string())?;
            Session::begin(rules::ALL, &setup, Some(&path), dice).map_err(|why| why.to_string())
        });
        match begun {
            Ok(session) => Some(Table::new(session, &[])),
            Err(why) => {
                self.tell(why);
                None
            }
        }
    }

    fn tell(&mut self, what: impl Into<Text>) {
        self.word = Some(what.into());
    }
}

/// Draws the first screen. What a low one has no room for stands at the end.
pub fn view(home: &Home, theme: Theme, frame: &mut Frame, area: Rect) {
    let column = area.inner(Margin::new(1, 0)).centered_horizontally(Constraint::Max(fit::COLUMN));
    let (above, saves, below) =
        (head(theme, column.width), list(home, theme, column.width), foot(home, theme, column.width));
    let count = |lines: &[Line<'_>]| lines.len();
    let height = usize::from(area.height);
    // The list gives way first: of it only a part is seen, with the save under the cursor.
    let room = height.saturating_sub(count(&above) + count(&below)).max(2).min(count(&saves));
    let from = scrolled(count(&saves), home.at * LINES, u16::try_from(room).unwrap_or(u16::MAX));
    let lines: Vec<Line<'static>> =
        above.into_iter().chain(saves.into_iter().skip(from).take(room)).chain(below).collect();
    // One part of the free space above, two below: the eye takes that for the middle.
    let free = height.saturating_sub(lines.len()) / 3;
    for (line, row) in lines.into_iter().zip(column.rows().skip(free)) {
        frame.render_widget(line, row);
    }
}

/// So many lines a save has in the list.
const LINES: usize = 2;

fn head(theme: Theme, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(concat!("Adjutant ", env!("CARGO_PKG_VERSION")), theme.title)];
    let words = fit::wrapped("A referee for Warhammer 40,000 that sits beside the table.", width);
    lines.extend(words.into_iter().map(|line| Line::styled(line, theme.plain)));
    lines.extend([Line::default(), Line::styled("Saves", theme.heading)]);
    lines
}

fn list(home: &Home, theme: Theme, width: u16) -> Vec<Line<'static>> {
    if home.saves.is_empty() {
        let words = fit::wrapped("No game is saved yet. n begins one: a skirmish that ships.", width);
        return words.into_iter().map(|line| Line::styled(line, theme.plain)).collect();
    }
    let save = |(at, save): (usize, &Listed)| {
        let (mark, style) = if at == home.at { ("▸ ", theme.chosen) } else { ("  ", theme.plain) };
        let name = fit::column(&format!("{mark}{} ", save.name), width);
        [
            Line::styled(name, style),
            Line::styled(fit::start_of(&format!("    {}", save.at), width), theme.faint),
        ]
    };
    home.saves.iter().enumerate().flat_map(save).collect()
}

fn foot(home: &Home, theme: Theme, width: u16) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    if let Some(word) = &home.word {
        let words = fit::wrapped(word.as_str(), width);
        lines.extend(words.into_iter().map(|line| Line::styled(fit::start_of(&line, width), theme.warning)));
        lines.push(Line::default());
    }
    lines.push(Line::styled("Folder", theme.heading));
    let folder = Text::cleaned(&home.folder.to_string_lossy());
    lines.push(Line::styled(fit::end_of(folder.as_str(), width), theme.plain));
    lines
}
