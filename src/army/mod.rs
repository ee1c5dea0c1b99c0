//! What armies are made of: datasheets with their values, as printed. Nothing here changes during a game.

mod sheet;
mod value;

pub use sheet::{Profile, Sheet, Weapon};
pub use value::{DiceSum, Value, ValueError};
