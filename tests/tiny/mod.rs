//! A tiny ruleset that no edition resembles: days of three watches, units activated one by one and in turn, blows in the
//! order of initiative, a riposte within a blow, a lucky charm that turns a die once a day, an ambush, omens on a form.
//!
//! It shows that the kernel knows nothing of phases, of one active side, or of one fight order.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

pub mod dialogue;
pub mod random;

use std::sync::Arc;

use adjutant::army::{Profile, Sheet, Value, Weapon};
use adjutant::desk::{
    Bucket, Choice, ChoiceId, Desk, Field, Flow, Form, Menu, Objection, Offer, Roll, Rolled, When, Who,
};
use adjutant::id::{
    BucketId, CounterId, DeedId, FieldId, Key, LevelId, MarkId, ObjectiveId, PlaceId, ProfileId, Purpose,
    ReadingId, RuleId, RulesetId, SheetId, SideId, StatId, UnitId, WayId, WeaponId, WindowId,
};
use adjutant::rules::{Deed, MarkKind, Reading, Ruleset, Way};
use adjutant::table::{
    Change, Fact, FactValue, Mark, NextSpan, Objective, On, Outcome, Place, Source, Spot, Table, Unit, Until,
};

pub const RED: SideId = SideId(0);
pub const BLUE: SideId = SideId(1);

pub const DAY: LevelId = LevelId::new("day");
pub const WATCH: LevelId = LevelId::new("watch");
pub const ACTIVATION: LevelId = LevelId::new("activation");
pub const DAWN: PlaceId = PlaceId::new("dawn");
pub const CLASH: PlaceId = PlaceId::new("clash");
pub const DUSK: PlaceId = PlaceId::new("dusk");

pub const MODEL: ProfileId = ProfileId::new("model");
pub const CLUB: WeaponId = WeaponId::new("club");
pub const INITIATIVE: StatId = StatId::new("I");
pub const ATTACKS: StatId = StatId::new("A");
pub const NERVE: StatId = StatId::new("Ld");

pub const OMENS_READ: MarkId = MarkId::new("omens-read");
pub const LAST_ACTED: MarkId = MarkId::new("last-acted");
pub const ACTED: MarkId = MarkId::new("acted");
pub const RIPOSTED: MarkId = MarkId::new("riposted");
pub const CHARM_USED: MarkId = MarkId::new("charm-used");
pub const AMBUSHED: MarkId = MarkId::new("ambushed");
pub const RALLIED: MarkId = MarkId::new("rallied");
pub const SHAKEN: MarkId = MarkId::new("shaken");
pub const OATH: MarkId = MarkId::new("oath");
pub const KILLS: CounterId = CounterId::new("kills");

pub const TIES: ReadingId = ReadingId::new("ties");
pub const ATTACKER: WayId = WayId::new("attacker");
pub const DEFENDER: WayId = WayId::new("defender");

pub const FAIL: BucketId = BucketId::new("fail");
pub const HIT: BucketId = BucketId::new("hit");
pub const CRITICAL: BucketId = BucketId::new("critical");

pub static TINY: Ruleset = Ruleset {
    id: RulesetId::new("tiny"),
    name: "Tiny",
    levels: &[DAY, WATCH, ACTIVATION],
    marks: &[MarkKind { id: ACTED, label: "acted" }, MarkKind { id: SHAKEN, label: "shaken" }],
    readings: &[Reading {
        id: TIES,
        title: "Equal initiative: who strikes first?",
        default: ATTACKER,
        ways: &[
            Way { id: ATTACKER, words: "the unit that was activated" },
            Way { id: DEFENDER, words: "the unit it attacks" },
        ],
        reason: "It came to fight.",
    }],
    beat,
    deeds,
    late,
};

fn beat(desk: &mut Desk<'_>) -> Flow<()> {
    let clock = desk.table().clock().clone();
    if clock.level(DAY).is_none() {
        enter(desk, Place::new(DAY, PlaceId::new("day")).number(1));
        return Ok(());
    }
    match clock.level(WATCH).map(|watch| watch.name) {
        None => enter(desk, Place::new(WATCH, DAWN)),
        Some(DAWN) if !desk.table().has(On::Game, OMENS_READ) => return omens(desk),
        Some(DAWN) => enter(desk, Place::new(WATCH, CLASH)),
        Some(CLASH) => match next_to_act(desk.table()) {
            Some(side) => return activate(desk, side),
            None => enter(desk, Place::new(WATCH, DUSK)),
        },
        _ => {
            let table = desk.table();
            let next = table.units().find(|unit| must_rally(table, unit)).map(|unit| unit.id);
            if let Some(unit) = next {
                return rally(desk, unit);
            }
            night(desk, clock.number(DAY));
        }
    }
    Ok(())
}

fn enter(desk: &mut Desk<'_>, place: Place) {
    desk.record(RuleId::new("clock"), Change::Entered(place));
}

/// Dawn: both look at the objectives and at the sky.
fn omens(desk: &mut Desk<'_>) -> Flow<()> {
    let rule = RuleId::new("D1");
    let filled = desk.form(rule, Who::Anyone, |table| {
        let held = |objective: &Objective| {
            let sides = table.sides().map(|(id, side)| Choice::new(side_id(id), side.name.as_str()));
            let nobody = std::iter::once(Choice::new("nobody", "Nobody"));
            let now = objective.holder.map_or("nobody", side_id);
            Field::pick(
                field(objective.id),
                format!("Who holds {}?", objective.name),
                nobody.chain(sides),
                now,
            )
        };
        Form::new("What do the omens say?")
            .fields(table.objectives().iter().map(held))
            .field(Field::flag(STORM, "Is there a storm?", false))
            .field(
                Field::number(WIND, "How strong?", 1, 6, 3)
                    .when(When::Is(STORM, adjutant::desk::FieldValue::Flag(true))),
            )
            .check(move |_, filled| {
                let wild = filled.flag(STORM) && filled.number(WIND) == 6;
                let complaint = Objection::new(rule, "A storm never blows with 6.", "Say 1 to 5.").at(WIND);
                if wild { vec![complaint] } else { Vec::new() }
            })
    })?;
    let objectives: Vec<ObjectiveId> = desk.table().objectives().iter().map(|one| one.id).collect();
    for objective in objectives {
        let holder = filled
            .pick(field(objective))
            .and_then(|id| [RED, BLUE].into_iter().find(|s| side_id(*s) == id.as_str()));
        desk.record(rule, Change::Held { objective, by: holder });
        if let Some(side) = holder {
            desk.record(rule, Change::Vp { side, by: 2, source: Some("omens".into()) });
        }
    }
    for side in [RED, BLUE] {
        desk.record(rule, Change::Cp { side, by: 1, source: None });
    }
    desk.record(rule, Change::Marked(Mark::new(OMENS_READ, On::Game).until(Until::Leaving(WATCH))));
    Ok(())
}

const STORM: FieldId = FieldId::new("storm");
const WIND: FieldId = FieldId::new("wind");

fn field(objective: ObjectiveId) -> FieldId {
    FieldId(objective.0.long())
}

pub fn side_id(side: SideId) -> &'static str {
    if side == RED { "red" } else { "blue" }
}

pub fn other(side: SideId) -> SideId {
    if side == RED { BLUE } else { RED }
}

/// Clash: sides take turns, unit by unit, as long as they have any that has not acted.
fn next_to_act(table: &Table) -> Option<SideId> {
    let last = table.marks().value(On::Game, LAST_ACTED);
    let first = match last {
        Some(0) => BLUE,
        _ => RED,
    };
    [first, other(first)]
        .into_iter()
        .find(|side| table.units_of(*side).any(|unit| may_act(table, unit).is_none()))
}

fn may_act(table: &Table, unit: &Unit) -> Option<Objection> {
    let rule = RuleId::new("C1");
    if !unit.is_standing() {
        return Some(Objection::new(rule, format!("{} is no more.", unit.name()), ""));
    }
    if table.has(On::Unit(unit.id), ACTED) {
        return Some(Objection::new(rule, format!("{} has acted.", unit.name()), "Wait for the next day."));
    }
    None
}

fn activate(desk: &mut Desk<'_>, side: SideId) -> Flow<()> {
    let rule = RuleId::new("C1");
    desk.window(rule, WindowId::new("before-an-activation"));
    if desk.offer(RuleId::new("C5"), |table| ambushes(table, side)).is_some() {
        ambush(desk, other(side))?;
        if next_to_act(desk.table()) != Some(side) {
            return Ok(());
        }
    }
    let unit = desk.choose(rule, Who::Side(side), |table| {
        let units = table
            .units_of(side)
            .map(|unit| (Choice::new(unit.id.as_str(), unit.name()).unless(may_act(table, unit)), unit.id));
        Menu::new("Which unit acts?").options(units)
    })?;
    enter(desk, Place::new(ACTIVATION, PlaceId::new("activation")).side(side).unit(unit));
    let target = desk.choose(rule, Who::Side(side), |table| {
        let near = |enemy: &Unit| Fact::Within { a: Spot::Unit(unit), b: Spot::Unit(enemy.id), inches: 6 };
        let enemies = table.units_of(other(side)).filter(|enemy| enemy.is_standing()).map(|enemy| {
            let id = format!("attack/{}", enemy.id);
            let choice = Choice::new(id, format!("Attack {}", enemy.name()));
            (choice.claiming("needs it within 6 inches", near(enemy), FactValue::Yes(true)), Some(enemy.id))
        });
        Menu::new("Whom does it attack?").options(enemies).option(Choice::new("stay", "Nobody"), None)
    })?;
    if let Some(target) = target {
        desk.record(rule, Change::Moved { unit });
        desk.record(rule, Change::Engaged { a: unit, b: target });
        blows(desk, unit, target)?;
    }
    desk.record(rule, Change::Marked(Mark::new(ACTED, On::Unit(unit)).until(Until::Leaving(WATCH))));
    let acted = Mark::new(LAST_ACTED, On::Game).value(side.0.into()).until(Until::Leaving(WATCH));
    desk.record(rule, Change::Marked(acted));
    desk.record(rule, Change::Left(ACTIVATION));
    Ok(())
}

/// Both units strike, the quicker first.
fn blows(desk: &mut Desk<'_>, attacker: UnitId, defender: UnitId) -> Flow<()> {
    for initiative in (1..=6).rev() {
        let ties = TINY.reading(TIES).unwrap().on(desk.table());
        let order = if ties == ATTACKER {
            [(attacker, defender), (defender, attacker)]
        } else {
            [(defender, attacker), (attacker, defender)]
        };
        for (from, to) in order {
            if stat(desk.table(), from, INITIATIVE) == initiative {
                strike(desk, from, to)?;
            }
        }
    }
    Ok(())
}

fn strike(desk: &mut Desk<'_>, from: UnitId, to: UnitId) -> Flow<()> {
    let rule = RuleId::new("C2");
    let standing = |table: &Table, id| table.unit(id).is_some_and(Unit::is_standing);
    if !standing(desk.table(), from) || !standing(desk.table(), to) {
        return Ok(());
    }
    let side = desk.table().unit(from).unwrap().side;
    let mut rolled = desk.roll(rule, |table| {
        let unit = table.unit(from).unwrap();
        let each = unit.components[0].weapon_stat(CLUB, ATTACKS).and_then(Value::number).unwrap_or(1);
        let dice = u16::try_from(unit.standing().count()).unwrap() * u16::try_from(each.clamp(0, 9)).unwrap();
        let mut roll = Roll::d6(side, Purpose::new("blow"), dice, format!("{} strikes", unit.name()))
            .unit(from)
            .target(4)
            .buckets([Bucket::new(FAIL, 1..=3), Bucket::new(HIT, 4..=5), Bucket::new(CRITICAL, 6..=6)]);
        if table.has(On::Unit(from), SHAKEN) {
            roll = roll.modifier("shaken", -1, RuleId::new("U1"));
        }
        roll
    })?;
    charm(desk, side, &mut rolled)?;
    let shaken = i32::from(desk.table().has(On::Unit(from), SHAKEN));
    let wounds: i32 = rolled
        .faces()
        .iter()
        .map(|face| if *face == 6 { 2 } else { i32::from(i32::from(*face) - shaken >= 4) })
        .sum();
    hurt(desk, rule, to, from, wounds);
    riposte(desk, to, from)
}

/// A riposte: the struck unit may strike back at once, once a day; a strike within a strike.
fn riposte(desk: &mut Desk<'_>, unit: UnitId, at: UnitId) -> Flow<()> {
    let rule = RuleId::new("C3");
    let able = desk.table().unit(unit).is_some_and(Unit::is_standing)
        && desk.table().unit(at).is_some_and(Unit::is_standing)
        && !desk.table().has(On::Unit(unit), RIPOSTED);
    if !able {
        return Ok(());
    }
    let side = desk.table().unit(unit).unwrap().side;
    let back = desk.choose(rule, Who::Side(side), |_| {
        Menu::new("Strike back at once?")
            .option(Choice::new("riposte", "Strike back"), true)
            .option(Choice::new("hold", "Hold"), false)
            .usually()
    })?;
    if back {
        let mark = Mark::new(RIPOSTED, On::Unit(unit))
            .until(Until::Start(NextSpan { of: Key::new("day"), side: None }));
        desk.record(rule, Change::Marked(mark));
        strike(desk, unit, at)?;
    }
    Ok(())
}

/// A lucky charm: one die, or a whole sum, again, once a day and side, for 1 CP.
fn charm(desk: &mut Desk<'_>, side: SideId, rolled: &mut Rolled) -> Flow<()> {
    let rule = RuleId::new("C4");
    let offers = |table: &Table| {
        let used = table.has(On::Side(side), CHARM_USED);
        let poor = table.cp(side) < 1;
        let why = |sentence: &str| Some(Objection::new(rule, sentence, ""));
        let objection = if used {
            why("The charm was used today.")
        } else if poor {
            why("No CP.")
        } else {
            None
        };
        let dice = if rolled.roll().sum { 1 } else { rolled.faces().len() };
        (0..dice)
            .map(|die| {
                let id = format!("charm/{}/{die}", side_id(side));
                let words = format!("Turn die {}", die + 1);
                Offer::new(side, rule, Choice::new(id, words)).cost(1).unless(objection.clone())
            })
            .collect()
    };
    if let Some(taken) = desk.offer(rule, offers) {
        let die = taken.as_str().rsplit('/').next().and_then(|die| die.parse().ok()).unwrap_or(0);
        desk.record(rule, Change::Cp { side, by: -1, source: Some("charm".into()) });
        desk.record(rule, Change::Marked(Mark::new(CHARM_USED, On::Side(side)).until(Until::Leaving(DAY))));
        desk.reroll(rule, rolled, &[die])?;
    }
    Ok(())
}

fn ambushes(table: &Table, side: SideId) -> Vec<Offer> {
    let rule = RuleId::new("C5");
    let side = other(side);
    let used = table.has(On::Side(side), AMBUSHED) || table.cp(side) < 1;
    let why = used.then(|| Objection::new(rule, "No ambush left today.", "Keep 1 CP."));
    vec![
        Offer::new(side, rule, Choice::new(format!("ambush/{}", side_id(side)), "Ambush"))
            .cost(1)
            .unless(why),
    ]
}

fn ambush(desk: &mut Desk<'_>, side: SideId) -> Flow<()> {
    let rule = RuleId::new("C5");
    desk.record(rule, Change::Cp { side, by: -1, source: Some("ambush".into()) });
    desk.record(rule, Change::Marked(Mark::new(AMBUSHED, On::Side(side)).until(Until::Leaving(DAY))));
    let prey = desk.choose(rule, Who::Side(side), |table| {
        let prey = table.units_of(other(side)).filter(|unit| unit.is_standing());
        Menu::new("Whom does the ambush hit?")
            .options(prey.map(|unit| (Choice::new(unit.id.as_str(), unit.name()), Some(unit.id))))
            .option(Choice::new("nobody", "Nobody"), None)
    })?;
    if let Some(prey) = prey {
        hurt(desk, rule, prey, prey, 1);
    }
    Ok(())
}

/// Wounds go to the models in their order.
fn hurt(desk: &mut Desk<'_>, rule: RuleId, unit: UnitId, by: UnitId, wounds: i32) {
    for _ in 0..wounds {
        let Some(model) =
            desk.table().unit(unit).and_then(|unit| unit.standing().next()).map(|model| model.id)
        else {
            return;
        };
        desk.record(rule, Change::Wounds { model, by: -1 });
        if desk.table().model(model).is_some_and(|model| model.wounds <= 0) {
            desk.record(rule, Change::Removed { model });
            desk.record(rule, Change::Counted { on: On::Pair(by, unit), id: KILLS, by: 1 });
        }
    }
}

/// Dusk: units that lost half their models roll for their nerve.
fn must_rally(table: &Table, unit: &Unit) -> bool {
    unit.is_standing()
        && unit.standing().count() * 2 <= usize::from(unit.starting())
        && !table.has(On::Unit(unit.id), RALLIED)
}

fn rally(desk: &mut Desk<'_>, unit: UnitId) -> Flow<()> {
    let rule = RuleId::new("U1");
    let side = desk.table().unit(unit).unwrap().side;
    let leader = desk.fact(
        rule,
        Who::Side(side),
        "Is it in the light?",
        Fact::Coherent { unit },
        FactValue::Yes(true),
    )?;
    let mut rolled = desk.roll(rule, |table| {
        let name = table.unit(unit).map_or("?", Unit::name);
        Roll::two_d6(side, Purpose::new("rally"), format!("{name} rallies")).unit(unit)
    })?;
    charm(desk, side, &mut rolled)?;
    let nerve = stat(desk.table(), unit, NERVE);
    let bonus = u16::from(leader.holds());
    if i16::try_from(rolled.total() + bonus).unwrap() < nerve {
        let until = Until::End(NextSpan { of: Key::new("clash"), side: None });
        desk.record(rule, Change::Marked(Mark::new(SHAKEN, On::Unit(unit)).until(until)));
        let until = Until::Lost(Source::Unit(unit));
        desk.record(rule, Change::Marked(Mark::new(OATH, On::Side(side)).until(until)));
    }
    desk.record(rule, Change::Marked(Mark::new(RALLIED, On::Unit(unit)).until(Until::Leaving(WATCH))));
    Ok(())
}

fn night(desk: &mut Desk<'_>, day: u16) {
    let rule = RuleId::new("N1");
    let left = |side| desk.table().units_of(side).any(Unit::is_standing);
    if day < 3 && left(RED) && left(BLUE) {
        enter(desk, Place::new(DAY, PlaceId::new("day")).number(day + 1));
        return;
    }
    let (red, blue) = (desk.table().vp(RED), desk.table().vp(BLUE));
    let winner = match red.cmp(&blue) {
        std::cmp::Ordering::Greater => Some(RED),
        std::cmp::Ordering::Less => Some(BLUE),
        std::cmp::Ordering::Equal => None,
    };
    desk.record(rule, Change::Ended { outcome: Some(Outcome { winner, words: "Night falls.".into() }) });
}

fn deeds(table: &Table) -> Vec<Deed> {
    let standing = table.units().filter(|unit| unit.is_standing());
    standing
        .map(|unit| Deed {
            id: format!("rally:{}", unit.id).parse().unwrap(),
            words: format!("{} rallies", unit.name()),
            unit: Some(unit.id),
        })
        .collect()
}

fn late(desk: &mut Desk<'_>, deed: DeedId) -> Flow<()> {
    match deed.as_str().strip_prefix("rally:").and_then(|unit| unit.parse::<UnitId>().ok()) {
        Some(unit) if desk.table().unit(unit).is_some() => rally(desk, unit),
        _ => Ok(()),
    }
}

fn stat(table: &Table, unit: UnitId, stat: StatId) -> i16 {
    let value = table.unit(unit).and_then(|unit| unit.components.first()?.stat(MODEL, stat));
    value.and_then(Value::number).unwrap_or(1)
}

pub fn sheet(name: &str, initiative: i16) -> Arc<Sheet> {
    Arc::new(Sheet {
        id: SheetId::new("warriors"),
        name: name.into(),
        keywords: vec!["Infantry".into()],
        abilities: Vec::new(),
        profiles: vec![Profile {
            id: MODEL,
            name: "Warrior".into(),
            stats: [(INITIATIVE, Value::Number(initiative)), (NERVE, Value::Number(8))].into(),
        }],
        weapons: vec![Weapon {
            id: CLUB,
            name: "Club".into(),
            stats: [(ATTACKS, Value::Number(1))].into(),
            abilities: Vec::new(),
        }],
    })
}

pub fn unit_id(side: SideId, number: u16) -> UnitId {
    format!("{}-{number}", side_id(side)).parse().unwrap()
}

/// A table of so many units a side, of so many models.
pub fn table(units: u16, models: u16) -> Table {
    let mut changes = Vec::new();
    for side in [RED, BLUE] {
        for number in 1..=units {
            let name = format!("{} {number}", side_id(side));
            let initiative = i16::try_from(1 + (number + u16::from(side.0)) % 6).unwrap();
            let mut unit = Unit::lone(unit_id(side, number), side, sheet(&name, initiative), models, 2);
            unit.order = number;
            changes.push(Change::Added(Box::new(unit)));
        }
    }
    for (id, name) in [("ford", "the ford"), ("hill", "the hill")] {
        changes.push(Change::Laid(Objective { id: ObjectiveId::new(id), name: name.into(), holder: None }));
    }
    Table::new(["Red".into(), "Blue".into()]).with(changes)
}

pub fn id(text: &str) -> ChoiceId {
    text.into()
}
