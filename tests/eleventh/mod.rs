//! Armies built in code, and dialogues with the frame of a battle: ask, answer, ask. Dice are scripted and must be used up.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

pub mod random;

use std::sync::Arc;

use adjutant::army::{Profile, Sheet, Value};
use adjutant::desk::{Answer, Ask, AskKind, Choice, FieldValue, Offer, Ruling};
use adjutant::game::{Game, LogLine};
use adjutant::id::{
    FieldId, MarkId, ModelId, ObjectiveId, ProfileId, RuleId, SheetId, SideId, StatId, UnitId,
};
use adjutant::rules::eleventh::ELEVENTH;
use adjutant::table::{Change, Component, Event, Mark, Objective, On, Table, Unit, Whereabouts};

pub const RED: SideId = SideId(0);
pub const BLUE: SideId = SideId(1);

/// One kind of model: name, M, W, Ld, OC.
pub type Kind = (&'static str, &'static str, i16, i16, &'static str);

pub const BOY: Kind = ("boy", "6", 1, 7, "2");
pub const NOB: Kind = ("boss-nob", "6", 2, 7, "2");
pub const MARINE: Kind = ("intercessor", "6", 2, 6, "2");
pub const CAPTAIN: Kind = ("captain", "6", 5, 6, "1");
pub const TANK: Kind = ("tank", "10", 11, 7, "3");

pub fn sheet(name: &str, keywords: &[&str], kinds: &[Kind]) -> Arc<Sheet> {
    let profiles = kinds.iter().map(|(id, inches, wounds, leadership, control)| Profile {
        id: ProfileId::new(id),
        name: (*id).into(),
        stats: [
            (StatId::new("M"), inches.parse().unwrap()),
            (StatId::new("W"), Value::Number(*wounds)),
            (StatId::new("Ld"), Value::Number(*leadership)),
            (StatId::new("OC"), control.parse().unwrap()),
        ]
        .into(),
    });
    Arc::new(Sheet {
        id: SheetId(name.to_lowercase().replace(' ', "-").parse().unwrap()),
        name: name.into(),
        keywords: keywords.iter().map(|word| (*word).into()).collect(),
        abilities: vec![],
        profiles: profiles.collect(),
        weapons: vec![],
    })
}

pub fn unit_id(text: &str) -> UnitId {
    text.parse().unwrap()
}

pub fn model(text: &str) -> ModelId {
    text.parse().unwrap()
}

/// A unit of one kind of model, unhurt.
pub fn unit(id: &str, side: SideId, keywords: &[&str], kind: Kind, count: u16) -> Unit {
    Unit::lone(unit_id(id), side, sheet(id, keywords, &[kind]), count, i32::from(kind.2))
}

pub fn boyz(id: &str, side: SideId, count: u16) -> Unit {
    unit(id, side, &["INFANTRY"], BOY, count)
}

pub fn tank(id: &str, side: SideId) -> Unit {
    unit(id, side, &["VEHICLE"], TANK, 1)
}

/// A captain who leads five Intercessors.
pub fn led_marines(id: &str, side: SideId) -> Unit {
    let mut whole = unit(id, side, &["INFANTRY"], MARINE, 5);
    let leader = unit(&format!("{id}-captain"), side, &["INFANTRY", "CHARACTER"], CAPTAIN, 1);
    whole.components.push(Component::clone(&leader.components[0]));
    whole.models.extend(leader.models);
    whole
}

/// A unit that has lost its last so many models.
pub fn reduced(mut unit: Unit, lost: usize) -> Unit {
    for model in unit.models.iter_mut().rev().take(lost) {
        model.wounds = 0;
        model.standing = false;
    }
    unit
}

/// A unit whose first model has so many wounds left.
pub fn hurt(mut unit: Unit, wounds: i32) -> Unit {
    unit.models[0].wounds = wounds;
    unit
}

pub fn at(mut unit: Unit, at: Whereabouts) -> Unit {
    unit.at = at;
    unit
}

pub fn objective(id: &str, holder: Option<SideId>) -> Change {
    Change::Laid(Objective { id: ObjectiveId(id.parse().unwrap()), name: id.into(), holder })
}

pub fn on_objective(id: &str) -> On {
    On::Objective(ObjectiveId(id.parse().unwrap()))
}

pub fn on(id: &str) -> On {
    On::Unit(unit_id(id))
}

/// A table between Red and Blue with these units.
pub fn table(units: impl IntoIterator<Item = Unit>) -> Table {
    let added =
        units.into_iter().zip(0..).map(|(unit, order)| Change::Added(Box::new(Unit { order, ..unit })));
    Table::new(["Red".into(), "Blue".into()]).with(added)
}

/// A battle, and the dice that will fall.
pub struct Dialogue {
    pub game: Game,
    dice: Vec<u8>,
}

impl Dialogue {
    /// A battle on this table at its first ask.
    pub fn before(table: Table, dice: &[u8]) -> Dialogue {
        Dialogue { game: Game::new(&ELEVENTH, table).unwrap(), dice: dice.to_vec() }
    }

    /// A battle on this table in which Red goes first, told to the first ask of its first turn.
    pub fn on(table: Table, dice: &[u8]) -> Dialogue {
        let mut dialogue = Dialogue::before(table, dice);
        dialogue.expect("07.02").choose("side-1");
        dialogue
    }

    /// A battle of these units.
    pub fn of(units: impl IntoIterator<Item = Unit>, dice: &[u8]) -> Dialogue {
        Dialogue::on(table(units), dice)
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

    pub fn fields<const N: usize>(&mut self, fields: [(&str, FieldValue); N]) -> &mut Dialogue {
        self.answer(form(fields))
    }

    /// Why an answer is refused: the rules that stand against it.
    pub fn refused(&mut self, answer: Answer) -> Vec<String> {
        let refused = self.game.answer(answer).unwrap_err();
        refused.why.complaints().iter().map(|why| why.objection.rule.to_string()).collect()
    }

    /// Enter alone.
    pub fn enter(&mut self) -> &mut Dialogue {
        let answer = self.ask().default_answer().expect("an ask without a default");
        self.answer(answer)
    }

    /// Enter alone, until an ask under this rule.
    pub fn enter_until(&mut self, rule: &str) -> &mut Dialogue {
        while self.ask().id.rule != RuleId(rule.parse().unwrap()) {
            self.enter();
        }
        self
    }

    pub fn ask(&self) -> &Ask {
        self.game.ask().expect("the battle is over")
    }

    /// The roll that is asked for falls as scripted.
    pub fn roll(&mut self) -> &mut Dialogue {
        let AskKind::Dice { roll } = &self.ask().kind else {
            panic!("no roll is asked for: {:?}", self.ask())
        };
        let count = usize::from(roll.count);
        assert!(count <= self.dice.len(), "the script has no dice left for {roll:?}");
        let faces: Vec<u8> = self.dice.drain(..count).collect();
        self.answer(Answer::faces(faces))
    }

    pub fn aside(&mut self, offer: &str) -> &mut Dialogue {
        self.game.aside(&offer.into()).unwrap();
        self
    }

    pub fn rule(&mut self, change: Change) -> &mut Dialogue {
        self.game.rule(Ruling::new("as it lies", [change])).unwrap();
        self
    }

    pub fn mark(&mut self, on: On, id: MarkId) -> &mut Dialogue {
        self.rule(Change::Marked(Mark::new(id, on)))
    }

    pub fn late(&mut self, deed: &str) -> &mut Dialogue {
        self.game.late(deed.parse().unwrap()).unwrap();
        self
    }

    pub fn has(&self, on: On, id: MarkId) -> bool {
        self.game.table().has(on, id)
    }

    pub fn value(&self, on: On, id: MarkId) -> Option<i32> {
        self.game.table().marks().value(on, id)
    }

    pub fn holder(&self, objective: &str) -> Option<SideId> {
        self.game.table().objective(ObjectiveId(objective.parse().unwrap())).unwrap().holder
    }

    pub fn offer(&self, id: &str) -> Option<&Offer> {
        self.game.offers().iter().find(|offer| offer.choice.id == *id)
    }

    pub fn open_offers(&self) -> Vec<&str> {
        let open = self.game.offers().iter().filter(|offer| offer.choice.is_open());
        open.map(|offer| offer.choice.id.as_str()).collect()
    }

    /// An option of the choice that is asked.
    pub fn option(&self, id: &str) -> Option<&Choice> {
        let AskKind::Choice { options, .. } = &self.ask().kind else { panic!("no choice: {:?}", self.ask()) };
        options.iter().find(|choice| choice.id == *id)
    }

    /// The rule that greys an option.
    pub fn barred(&self, id: &str) -> Option<String> {
        let choice = self.option(id).unwrap_or_else(|| panic!("no option {id}: {:?}", self.ask()));
        choice.objection.as_ref().map(|why| why.rule.to_string())
    }

    pub fn events(&self) -> Vec<Event> {
        let events = self.game.log().filter_map(|line| match line {
            LogLine::Event(_, event) => Some(event.clone()),
            LogLine::Note(_) => None,
        });
        events.collect()
    }

    /// The clock as words: `round turn command core-cp`.
    pub fn clock(&self) -> String {
        let path = self.game.table().clock().path();
        path.iter().map(|place| place.name.as_str()).collect::<Vec<_>>().join(" ")
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.dice.is_empty(), "the script has dice left: {:?}", self.dice);
            assert_eq!(self.game.differing_beats(), Vec::<usize>::new());
        }
    }
}

pub fn form<const N: usize>(fields: [(&str, FieldValue); N]) -> Answer {
    Answer::fields(fields.map(|(id, value)| (FieldId(id.parse().unwrap()), value)))
}

pub fn pick(id: &str) -> FieldValue {
    FieldValue::Pick(id.into())
}
