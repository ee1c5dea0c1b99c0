//! Adjutant, a terminal referee for Warhammer 40,000, as a library.
//!
//! # The one idea
//!
//! **The rules never act, they ask.** A rule is straight-line Rust that reads like the rulebook. Whatever it cannot know it
//! asks the [`desk`] for: a choice, dice, facts of the physical table, or a form of several of these. Without an answer the
//! desk gives a pause, and `?` unwinds; when the answer comes, the same code runs again from the start of its *beat* with one
//! answer more. So the call stack is the procedure stack, and a fight inside a consolidation is a plain function call.
//!
//! # Three answers
//!
//! A ruleset is a plain value with a function that performs the next beat. This one knows a single deed: one unit strikes
//! another.
//!
//! ```
//! use std::sync::Arc;
//!
//! use adjutant::army::Sheet;
//! use adjutant::desk::{Answer, Bucket, Choice, Desk, Flow, Menu, Roll, Who};
//! use adjutant::game::Game;
//! use adjutant::id::{BucketId, LevelId, ModelId, Purpose, RuleId, RulesetId, SheetId, SideId, UnitId};
//! use adjutant::rules::Ruleset;
//! use adjutant::table::{Change, Outcome, Table, Unit};
//!
//! const DUEL: RuleId = RuleId::new("duel");
//! const MISS: BucketId = BucketId::new("miss");
//! const HIT: BucketId = BucketId::new("hit");
//!
//! static DUELS: Ruleset = Ruleset {
//!     id: RulesetId::new("duels"),
//!     name: "Duels",
//!     levels: &[LevelId::new("bout")],
//!     marks: &[],
//!     readings: &[],
//!     beat: strike,
//!     deeds: |_| Vec::new(),
//!     late: |_, _| Ok(()),
//! };
//!
//! /// Choose whom to strike, roll, lose wounds: and after a hit the duel is over.
//! fn strike(desk: &mut Desk<'_>) -> Flow<()> {
//!     let red = SideId(0);
//!     let target = desk.choose(DUEL, Who::Side(red), |table| {
//!         let enemies = table.units().filter(|unit| unit.side != red);
//!         Menu::new("Whom do you strike?")
//!             .options(enemies.map(|unit| (Choice::new(unit.id.as_str(), unit.name()), unit.id)))
//!     })?;
//!     let rolled = desk.roll(DUEL, |_| {
//!         Roll::d6(red, Purpose::new("hit"), 2, "Strike")
//!             .target(4)
//!             .buckets([Bucket::new(MISS, 1..=3), Bucket::new(HIT, 4..=6)])
//!     })?;
//!     let hits = rolled.at_least(4);
//!     if hits > 0 {
//!         let model = ModelId { of: target, number: 1 };
//!         desk.record(DUEL, Change::Wounds { model, by: -i32::try_from(hits).unwrap_or(0) });
//!         let outcome = Outcome { winner: Some(red), words: "First blood.".into() };
//!         desk.record(DUEL, Change::Ended { outcome: Some(outcome) });
//!     }
//!     Ok(())
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let sheet = Arc::new(Sheet {
//!     id: SheetId::new("knight"),
//!     name: "Knight".into(),
//!     keywords: vec![],
//!     abilities: vec![],
//!     profiles: vec![],
//!     weapons: vec![],
//! });
//! let [red, blue] = ["red", "blue"].map(|id| UnitId::new(id));
//! let table = Table::new(["Red".into(), "Blue".into()]).with([
//!     Change::Added(Box::new(Unit::lone(red, SideId(0), sheet.clone(), 1, 3))),
//!     Change::Added(Box::new(Unit::lone(blue, SideId(1), sheet, 1, 3))),
//! ]);
//!
//! let mut game = Game::new(&DUELS, table)?;
//! assert_eq!(game.ask().unwrap().words, "Whom do you strike?");
//!
//! // 1. A choice, by its id.
//! game.answer(Answer::choose("blue"))?;
//! // 2. Faces read off the table: both miss, so the duel goes on with the next beat.
//! game.answer(Answer::faces([2, 3]))?;
//! assert_eq!(game.ask().unwrap().words, "Whom do you strike?");
//! // 3. Again; what does not fit is refused, changes nothing, and says why.
//! let refused = game.answer(Answer::choose("nobody")).unwrap_err();
//! assert_eq!(refused.to_string(), "There is no option \"nobody\" here. Choose one of those shown. (duel)");
//! game.answer(Answer::choose("blue"))?;
//!
//! // A tally will do where the roll tells only these buckets apart.
//! game.answer(Answer::tally([(HIT, 2)]))?;
//! assert_eq!(game.table().model("blue@1".parse()?).unwrap().wounds, 1);
//! assert!(game.ask().is_none() && game.table().outcome().is_some());
//!
//! // Everything can be taken back, to the first ask.
//! while game.undo().is_some() {}
//! assert_eq!(game.table().model("blue@1".parse()?).unwrap().wounds, 3);
//! # Ok(())
//! # }
//! ```
//!
//! # Words
//!
//! - **Table**: all that is true now. Plain data; [`table::Table::apply`] is total.
//! - **Clock**: where the game stands, a path such as `round 2 / turn of the Orks / shooting`. Leaving an element ends its span.
//! - **Mark**: everything temporary, with its end. `apply` ends marks, so that nobody clears flags by hand.
//! - **Unit, component, model**: a unit is a list of components; an attached unit has its leader's too. Names never change.
//! - **Event**: a fact that changed the table, with the rule that caused it.
//! - **Ask, answer**: every ask says who must answer, which rule asks, what the options are and why a greyed one is greyed.
//! - **Offer, aside**: what may be done besides answering. Offers stay open behind an answer until the next ask is answered.
//! - **Beat**: the smallest piece that is settled as a whole, when something has been said after it.
//! - **Overrule, ruling, amendment, late deed**: the table is right and the program is not.
//! - **Reading**: how an unclear rule is read in this game.
//!
//! # Floors
//!
//! Each imports only what lies below it; a test holds that. From the top: `main`, [`cli`] and [`tui`], [`session`], [`journal`], [`game`],
//! [`rules`], [`desk`], [`table`], [`army`], and the plain words of [`text`] and [`id`]. Below `session` there is no clock, no
//! randomness and no file: `clippy.toml` lists what is not to be called there, with reasons.

pub mod army;
pub mod cli;
pub mod desk;
pub mod game;
pub mod id;
pub mod journal;
pub mod rules;
pub mod session;
pub mod table;
pub mod text;
pub mod tui;
