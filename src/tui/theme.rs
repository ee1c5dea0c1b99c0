//! What a style means, and how each meaning looks.

use ratatui::style::{Color, Modifier, Style};

/// One style per meaning. Nothing is painted behind the words, and of the colours only those in the middle are used:
/// so light and dark terminals both show everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name of what is shown.
    pub title: Style,
    /// The name of a part of it.
    pub heading: Style,
    /// A key that can be pressed.
    pub key: Style,
    /// What is said.
    pub plain: Style,
    /// What stands under the cursor.
    pub chosen: Style,
    /// What can wait: reasons, marks, frames.
    pub faint: Style,
    /// What must not be overlooked.
    pub warning: Style,
    /// What steps back, whatever it was before.
    pub quiet: Style,
}

impl Theme {
    /// With the sixteen colours that every terminal has.
    pub const COLOUR: Theme = Theme {
        title: Theme::MONO.title.fg(Color::Cyan),
        key: Theme::MONO.key.fg(Color::Cyan),
        warning: Theme::MONO.warning.fg(Color::Yellow),
        quiet: Theme::MONO.quiet.fg(Color::Reset),
        ..Theme::MONO
    };

    /// Without any colour.
    pub const MONO: Theme = Theme {
        title: Style::new().add_modifier(Modifier::BOLD),
        heading: Style::new().add_modifier(Modifier::BOLD),
        key: Style::new().add_modifier(Modifier::BOLD),
        plain: Style::new(),
        chosen: Style::new().add_modifier(Modifier::REVERSED),
        faint: Style::new().add_modifier(Modifier::DIM),
        warning: Style::new().add_modifier(Modifier::BOLD),
        quiet: Style::new()
            .add_modifier(Modifier::DIM)
            .remove_modifier(Modifier::BOLD.union(Modifier::REVERSED)),
    };
}
