//! A dialogue with the kernel: ask, answer, ask. Dice are scripted, and a script must be used up.

use adjutant::desk::{Answer, Ask, AskKind, Choice, Desk, Flow, Menu, Ruling, Who};
use adjutant::game::{Game, LogLine, Note, Ruled};
use adjutant::id::{ModelId, RuleId};
use adjutant::rules::Ruleset;
use adjutant::table::{Change, Event};
use pretty_assertions::assert_eq;

use super::{TINY, id, table};

/// A game, and the dice that will fall.
pub struct Dialogue {
    pub game: Game,
    pub dice: Vec<u8>,
}

impl Dialogue {
    /// A game with 1 unit of 2 models a side, told to the first activation.
    pub fn at_the_clash(dice: &[u8]) -> Dialogue {
        let mut dialogue = Dialogue::at_dawn(dice);
        dialogue.expect("D1").answer(Answer::fields([]));
        dialogue
    }

    pub fn at_dawn(dice: &[u8]) -> Dialogue {
        Dialogue::under(&TINY, dice)
    }

    /// The same under other rules, told to their first ask.
    pub fn under(rules: &'static Ruleset, dice: &[u8]) -> Dialogue {
        Dialogue { game: Game::new(rules, table(1, 2)).unwrap(), dice: dice.to_vec() }
    }

    /// The next ask is under this rule.
    pub fn expect(&mut self, rule: &str) -> &mut Dialogue {
        let asked = self.game.ask().map(|ask| ask.id.rule.to_string());
        assert_eq!(asked.as_deref(), Some(rule), "{:?}", self.game.ask());
        self
    }

    pub fn answer(&mut self, answer: Answer) -> &mut Dialogue {
        self.game.answer(answer).unwrap();
        self
    }

    pub fn choose(&mut self, id: &str) -> &mut Dialogue {
        self.answer(Answer::choose(id))
    }

    /// The roll that is asked for falls as scripted.
    pub fn roll(&mut self) -> &mut Dialogue {
        let Some(Ask { kind: AskKind::Dice { roll }, .. }) = self.game.ask() else {
            panic!("no roll is asked for: {:?}", self.game.ask());
        };
        let count = usize::from(roll.count);
        assert!(count <= self.dice.len(), "the script has no dice left for {roll:?}");
        let faces: Vec<u8> = self.dice.drain(..count).collect();
        self.answer(Answer::faces(faces))
    }

    pub fn offers(&self) -> Vec<&str> {
        let open = self.game.offers().iter().filter(|offer| offer.choice.is_open());
        open.map(|offer| offer.choice.id.as_str()).collect()
    }

    pub fn rule(&mut self, changes: impl IntoIterator<Item = Change>) -> Ruled {
        self.game.rule(Ruling::new("", changes)).unwrap()
    }

    pub fn late(&mut self, deed: &str) -> &mut Dialogue {
        self.game.late(deed.parse().unwrap()).unwrap();
        self
    }

    pub fn undo(&mut self) -> &mut Dialogue {
        self.game.undo().unwrap();
        self
    }

    pub fn redo(&mut self) -> &mut Dialogue {
        self.game.redo().unwrap().unwrap();
        self
    }

    pub fn aside(&mut self, offer: &str) -> &mut Dialogue {
        self.game.aside(&id(offer)).unwrap();
        self
    }

    pub fn wounds(&self, model: &str) -> i32 {
        self.game.table().model(model.parse().unwrap()).unwrap().wounds
    }

    pub fn events(&self) -> Vec<Event> {
        let events = self.game.log().filter_map(|line| match line {
            LogLine::Event(_, event) => Some(event.clone()),
            LogLine::Note(_) => None,
        });
        events.collect()
    }

    pub fn notes(&self) -> Vec<Note> {
        let notes = self.game.log().filter_map(|line| match line {
            LogLine::Note(note) => Some(note.clone()),
            LogLine::Event(..) => None,
        });
        notes.collect()
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.dice.is_empty(), "the script has dice left: {:?}", self.dice);
        }
    }
}

pub fn model(text: &str) -> ModelId {
    text.parse().unwrap()
}

/// The tiny ruleset with another beat.
pub fn ruleset(beat: fn(&mut Desk<'_>) -> Flow<()>) -> &'static Ruleset {
    Box::leak(Box::new(Ruleset { beat, ..TINY }))
}

/// The plainest ask.
pub fn yes_or_no(desk: &mut Desk<'_>, rule: &'static str, who: Who) -> Flow<bool> {
    desk.choose(RuleId::new(rule), who, |_| {
        Menu::new("Yes or no?").option(Choice::new("yes", "Yes"), true).option(Choice::new("no", "No"), false)
    })
}
