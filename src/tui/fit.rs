//! Words fitted into columns, measured as the terminal shows them.

use ratatui::buffer::CellWidth;
use ratatui::style::Style;
use ratatui::text::Span;

/// The width of a column of words: longer lines are hard to read.
pub const COLUMN: u16 = 64;

/// The words on as many lines as they need. A word wider than a line keeps a line of its own.
pub fn wrapped(words: &str, width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.cell_width().saturating_add(word.cell_width()) < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line that is too wide gives way at its end.
pub fn start_of(line: &str, width: u16) -> String {
    if line.cell_width() <= width {
        return line.to_owned();
    }
    if width == 0 {
        return String::new();
    }
    let mut room = width - 1;
    let span = Span::raw(line);
    let symbols = span.styled_graphemes(Style::new()).map(|each| each.symbol);
    let fits = |symbol: &&str| room.checked_sub(symbol.cell_width()).map(|left| room = left).is_some();
    let kept: String = symbols.take_while(fits).collect();
    format!("{kept}…")
}

/// A line made exactly so wide: cut, or filled up behind.
pub fn column(line: &str, width: u16) -> String {
    let line = start_of(line, width);
    let blank = usize::from(width.saturating_sub(line.cell_width()));
    line + &" ".repeat(blank)
}

/// What stands left and what stands right on one line; the left one gives way.
pub fn ends(left: &str, right: &str, width: u16) -> String {
    let right = start_of(right, width);
    column(left, width - right.cell_width()) + &right
}

/// A line that is too wide gives way at its start: of a path the end tells most.
pub fn end_of(line: &str, width: u16) -> String {
    if line.cell_width() <= width {
        return line.to_owned();
    }
    let span = Span::raw(line);
    let symbols: Vec<&str> = span.styled_graphemes(Style::new()).map(|each| each.symbol).collect();
    let mut room = width.saturating_sub(1);
    let fits = |symbol: &&str| room.checked_sub(symbol.cell_width()).map(|left| room = left);
    let kept = symbols.iter().rev().map_while(fits).count();
    format!("…{}", symbols[symbols.len() - kept..].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_by_what_is_seen() {
        assert_eq!(wrapped("", 5), Vec::<String>::new());
        assert_eq!(wrapped("one two", 7), ["one two"]);
        assert_eq!(wrapped("one two", 6), ["one", "two"]);
        assert_eq!(wrapped("龍龍 é", 6), ["龍龍 é"]);
        assert_eq!(wrapped("龍龍 龍", 6), ["龍龍", "龍"]);
        assert_eq!(wrapped("longer than this", 4), ["longer", "than", "this"]);
    }

    #[test]
    fn a_column_is_as_wide_as_it_says() {
        assert_eq!(column("Boyz", 6), "Boyz  ");
        assert_eq!(column("Intercessors", 6), "Inter…");
        assert_eq!(column("龍龍龍", 4), "龍… ");
        assert_eq!(column("a", 0), "");
        assert_eq!(ends("Intercessors", "5/5", 9), "Inter…5/5");
        assert_eq!(ends("a", "long", 2), "l…");
    }

    #[test]
    fn a_wide_line_keeps_its_end() {
        assert_eq!(end_of("/games", 6), "/games");
        assert_eq!(end_of("/my/games", 6), "…games");
        assert_eq!(end_of("/龍/龍/龍", 5), "…/龍");
        assert_eq!(end_of("/e\u{301}e\u{301}", 2), "…e\u{301}");
        assert_eq!(end_of("/games", 1), "…");
    }
}
