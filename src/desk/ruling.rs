//! Rulings: the table is right and the program is not. Players set any value, at any ask, and say why.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::desk::{Complaint, Objection, Refusal};
use crate::id::{ModelId, RuleId, SideId, UnitId};
use crate::table::{Change, On, Setting, Source, Spot, Table, Until, Whereabouts};
use crate::text::Text;

/// What players set, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    /// What is set.
    pub changes: Vec<Change>,
    /// Why. May be empty.
    #[serde(default)]
    pub reason: Text,
}

/// The rule that rulings are recorded under.
pub const RULING: RuleId = RuleId::new("ruling");

/// The largest amount that can be set: far beyond any game, far below what could overflow.
const MOST: i32 = 1_000_000;

impl Ruling {
    /// A ruling for a reason.
    pub fn new(reason: impl Into<Text>, changes: impl IntoIterator<Item = Change>) -> Ruling {
        Ruling { changes: changes.into_iter().collect(), reason: reason.into() }
    }

    /// Whether it takes effect before the beat it stands in, not in its middle: where it moves the clock, changes how a
    /// rule is read, or which units there are. So a rule never sees the ground shift under what it is doing.
    pub fn opens_beat(&self) -> bool {
        let shifts = |change: &Change| {
            matches!(
                change,
                Change::Read { .. }
                    | Change::Added(_)
                    | Change::Replaced(_)
                    | Change::Withdrawn { .. }
                    | Change::Joined { .. }
                    | Change::Split { .. }
            )
        };
        self.drops_beat() || self.changes.iter().any(shifts)
    }

    /// Whether the unfinished beat falls with it: where it moves the clock, or ends the battle.
    pub fn drops_beat(&self) -> bool {
        self.changes.iter().any(|change| change.is_clock() || matches!(change, Change::Ended { .. }))
    }

    /// Checks that everything it names is on the table, change by change, and says all that is wrong.
    pub fn check(&self, table: &Table) -> Result<(), Refusal> {
        if self.changes.is_empty() {
            return Err(Refusal::of(RULING, "This ruling sets nothing.", "Say what it sets."));
        }
        let mut table = table.clone();
        let mut complaints: Vec<Complaint> = Vec::new();
        for change in &self.changes {
            match objection(&table, change) {
                Some(objection) => complaints.push(objection.into()),
                None => table.apply(&change.clone().under(RULING)),
            }
        }
        if complaints.is_empty() { Ok(()) } else { Err(Refusal::Objections(complaints)) }
    }
}

/// What stands against one change.
#[allow(clippy::too_many_lines, reason = "one arm for each kind of change, and nothing else")]
fn objection(table: &Table, change: &Change) -> Option<Objection> {
    let unit = |id: &UnitId| table.unit(*id).is_none().then(|| absent("unit", id));
    let model = |id: &ModelId| table.model(*id).is_none().then(|| absent("model", id));
    let side = |id: &SideId| table.side(*id).is_none().then(|| no_side(*id));
    let on = |on: &On| match on {
        On::Game => None,
        On::Side(id) => side(id),
        On::Unit(id) => unit(id),
        On::Model(id) => model(id),
        On::Objective(id) => table.objective(*id).is_none().then(|| absent("objective", id)),
        On::Pair(a, b) => unit(a).or_else(|| unit(b)),
    };
    match change {
        Change::Entered(place) => place_objection(table, std::slice::from_ref(place)),
        Change::Placed { path } => place_objection(table, path),
        Change::Left(level) => table.clock().level(*level).is_none().then(|| absent("place", level)),
        Change::Marked(mark) => on(&mark.on).or_else(|| match mark.until {
            Until::Move(id) | Until::Lost(Source::Unit(id)) => unit(&id),
            Until::Lost(Source::Component(id)) => table.component(id).is_none().then(|| absent("unit", &id)),
            Until::Lost(Source::Model(id)) => model(&id),
            Until::Leaving(level) => table.clock().level(level).is_none().then(|| absent("place", &level)),
            Until::Battle | Until::Start(_) | Until::End(_) => None,
        }),
        Change::Unmarked { on: thing, id } => (!table.has(*thing, *id)).then(|| absent("mark", id)),
        Change::Counted { on: thing, by, .. } => on(thing).or_else(|| amount(*by)),
        Change::Cp { side: id, by, .. } => side(id)
            .or_else(|| amount(*by))
            .or_else(|| (table.cp(*id).saturating_add(*by) < 0).then(|| below("command points"))),
        Change::Vp { side: id, by, .. } => side(id).or_else(|| amount(*by)),
        Change::Held { objective, by } => {
            on(&On::Objective(*objective)).or_else(|| by.as_ref().and_then(side))
        }
        Change::Wounds { model: id, by } => model(id).or_else(|| amount(*by)),
        Change::Set(setting) => match setting {
            Setting::Wounds { model: id, to } => {
                model(id).or_else(|| amount(*to)).or_else(|| (*to < 0).then(|| below("wounds")))
            }
            Setting::Cp { side: id, to } => {
                side(id).or_else(|| amount(*to)).or_else(|| (*to < 0).then(|| below("command points")))
            }
            Setting::Vp { side: id, to } => side(id).or_else(|| amount(*to)),
            Setting::Count { on: thing, to, .. } => on(thing).or_else(|| amount(*to)),
        },
        Change::Removed { model: id } => model(id),
        Change::Returned { model: id, wounds } => {
            model(id).or_else(|| amount(*wounds)).or_else(|| (*wounds < 0).then(|| below("wounds")))
        }
        Change::Moved { unit: id } | Change::Withdrawn { unit: id } => unit(id),
        Change::Put { unit: id, at } => unit(id).or_else(|| match at {
            Whereabouts::Aboard(other) if other == id => Some(itself(id)),
            Whereabouts::Aboard(other) => unit(other),
            Whereabouts::Table | Whereabouts::Reserve | Whereabouts::Gone => None,
        }),
        Change::Engaged { a, b } | Change::Parted { a, b } => {
            let sides = [a, b].map(|id| table.unit(*id).map(|unit| unit.side));
            let friends = matches!(change, Change::Engaged { .. }) && sides[0] == sides[1];
            unit(a)
                .or_else(|| unit(b))
                .or_else(|| (a == b).then(|| itself(a)))
                .or_else(|| friends.then(|| refuse(format!("{a} and {b} are of one side."))))
        }
        Change::Told { fact, value } => {
            let spots = fact.spots();
            let unknown = spots.iter().find_map(|spot| match spot {
                Spot::Unit(id) => unit(id),
                Spot::Model(id) => model(id),
                Spot::Objective(id) => on(&On::Objective(*id)),
                Spot::Area(_) => None,
            });
            let fits = fact.takes(*value);
            unknown.or_else(|| (!fits).then(|| refuse(format!("{value} does not answer that."))))
        }
        Change::Forgotten { fact } => {
            table.told(fact).is_none().then(|| refuse("Nothing was told of that.".to_owned()))
        }
        Change::Amended { component, aspect, to } => match (table.component(*component), to) {
            (None, _) => Some(absent("unit", component)),
            (_, Some(to)) if !aspect.takes(to) => {
                Some(refuse("A value of another kind belongs there.".to_owned()))
            }
            _ => None,
        },
        Change::Added(added) => match table.unit(added.id) {
            Some(_) => Some(refuse(format!("There is a unit {} already.", added.id))),
            None => added_objection(table, added),
        },
        Change::Replaced(other) => unit(&other.id).or_else(|| added_objection(table, other)),
        Change::Joined { unit: id, into } => unit(id).or_else(|| unit(into)).or_else(|| {
            let sides = [id, into].map(|id| table.unit(*id).map(|unit| unit.side));
            (id == into)
                .then(|| itself(id))
                .or_else(|| (sides[0] != sides[1]).then(|| refuse(format!("{id} and {into} are enemies."))))
        }),
        Change::Split { component, from } => unit(from).or_else(|| {
            let part_of = table.unit_of(*component).is_some_and(|whole| whole.id == *from);
            (component == from || !part_of)
                .then(|| refuse(format!("{component} is no part of {from} that could be split off.")))
        }),
        Change::Lifted { objective } => on(&On::Objective(*objective)),
        Change::Ended { outcome } => {
            outcome.as_ref().and_then(|outcome| outcome.winner.as_ref()).and_then(side)
        }
        Change::Laid(objective) => objective.holder.as_ref().and_then(side),
        Change::Read { .. } | Change::Noted { .. } => None,
        Change::Rolled { .. } | Change::Overruled { .. } | Change::Late { .. } => {
            Some(refuse("That is not set by a ruling.".to_owned()))
        }
    }
}

fn place_objection(table: &Table, path: &[crate::table::Place]) -> Option<Objection> {
    path.iter().find_map(|place| {
        let side = place.side.filter(|id| table.side(*id).is_none());
        let unit = place.unit.filter(|id| table.unit(*id).is_none());
        side.map(no_side).or_else(|| unit.map(|id| absent("unit", &id)))
    })
}

fn added_objection(table: &Table, unit: &crate::table::Unit) -> Option<Objection> {
    let own = |id| unit.components.iter().any(|component| component.id == id);
    if table.side(unit.side).is_none() {
        return Some(no_side(unit.side));
    }
    if !own(unit.id) {
        return Some(refuse(format!("{} is named after none of its parts.", unit.id)));
    }
    let stranger = unit.models.iter().find(|model| !own(model.id.of));
    if let Some(stranger) = stranger {
        return Some(refuse(format!("{} belongs to no part of {}.", stranger.id, unit.id)));
    }
    if unit.components.is_empty() {
        return Some(refuse(format!("{} has no parts.", unit.id)));
    }
    let parts: BTreeSet<UnitId> = unit.components.iter().map(|component| component.id).collect();
    let models: BTreeSet<ModelId> = unit.models.iter().map(|model| model.id).collect();
    if parts.len() < unit.components.len() || models.len() < unit.models.len() {
        return Some(refuse(format!("{} has two parts or two models of one name.", unit.id)));
    }
    if unit.models.iter().any(|model| !(0..=MOST).contains(&model.wounds)) {
        return Some(below("wounds"));
    }
    let mut amended = unit.components.iter().flat_map(|component| &component.amendments);
    if amended.any(|(aspect, to)| !aspect.takes(to)) {
        return Some(refuse("A value of another kind belongs there.".to_owned()));
    }
    let elsewhere = |id: UnitId| table.unit_of(id).is_some_and(|whole| whole.id != unit.id);
    let taken = parts.into_iter().find(|part| elsewhere(*part));
    taken.map(|part| refuse(format!("{part} is part of another unit.")))
}

fn amount(by: i32) -> Option<Objection> {
    let far = !(-MOST..=MOST).contains(&by);
    far.then(|| refuse(format!("{by} is beyond any game.")))
}

fn absent(what: &str, id: &impl std::fmt::Display) -> Objection {
    Objection::new(RULING, format!("There is no {what} {id}."), "Name one that is on the table.")
}

fn no_side(id: SideId) -> Objection {
    Objection::new(RULING, format!("There is no {id}."), "Name one of the two: 0 or 1.")
}

fn below(what: &str) -> Objection {
    refuse(format!("There are no {what} below 0."))
}

fn itself(id: &UnitId) -> Objection {
    Objection::new(RULING, format!("That would set {id} against itself."), "Name two units.")
}

fn refuse(sentence: String) -> Objection {
    Objection::new(RULING, sentence, "Say what lies on the table.")
}
