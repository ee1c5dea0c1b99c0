//! The shell around a game: what is not the same twice, such as dice drawn by the app.

pub mod dice;
