//! 07: the battle round. What comes after what, and who has the next word.
//!
//! Every step is a row of [`TURN`]: its place on the clock and the work done while the clock stands there. Work either makes
//! one beat and stays, or finds nothing left; then the clock moves on. So the clock never moves in a beat that asked
//! anything, and a ruling that sets the clock to a step gets all of that step.

use crate::desk::{Choice, Desk, Field, Flow, Form, Menu, Who};
use crate::id::{FieldId, PlaceId, RuleId, SideId, WindowId};
use crate::rules::eleventh::clock::{self, PHASE, ROUND, STEP, TURN as TURN_LEVEL};
use crate::rules::eleventh::marks::{self, FIRST_TURN, STEP_ENDED};
use crate::rules::eleventh::{battle_shock, charge, command, fight, movement, objectives, shooting, windows};
use crate::table::{Change, On, Outcome, Place, Side, Table};

const START_OF_ROUND: RuleId = RuleId::new("07.01");
const TURNS: RuleId = RuleId::new("07.02");
const END_OF_ROUND: RuleId = RuleId::new("07.03");

/// How many rounds a battle has, where the mission says nothing else.
const ROUNDS: u16 = 5;

/// What came of a step's work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Progress {
    /// A beat was made; there may be more to do here.
    Made,
    /// Nothing is left to do here.
    Over,
}

/// The work of a step.
#[derive(Clone, Copy)]
enum Work {
    /// A moment at which nothing is done unless somebody takes an offer.
    Moment(WindowId),
    /// The end of a phase or turn: first of all it is determined who controls what.
    End(WindowId),
    /// More than that.
    Steps(fn(&mut Desk<'_>, SideId) -> Flow<Progress>),
}

/// A step of a turn.
struct Step {
    /// The phase it belongs to; none for the first and the last.
    phase: Option<PlaceId>,
    name: PlaceId,
    rule: RuleId,
    work: Work,
}

const fn of_phase(phase: PlaceId, name: PlaceId, rule: &'static str, work: Work) -> Step {
    Step { phase: Some(phase), name, rule: RuleId::new(rule), work }
}

/// 07.02: the Start of Turn step, five phases, the End of Turn step.
const TURN: &[Step] = &[
    Step { phase: None, name: clock::START_OF_TURN, rule: TURNS, work: Work::Moment(windows::TURN_STARTS) },
    of_phase(clock::COMMAND, clock::START_OF_COMMAND, "08.01", Work::Moment(windows::COMMAND_STARTS)),
    of_phase(clock::COMMAND, clock::CORE_CP, "08.02", Work::Steps(command::gain_core_cp)),
    of_phase(clock::COMMAND, clock::BATTLE_SHOCK, "08.03", Work::Steps(battle_shock::step)),
    of_phase(clock::COMMAND, clock::COMMAND_ABILITIES, "08.04", Work::Moment(windows::COMMAND_ABILITIES)),
    of_phase(clock::COMMAND, clock::END_OF_COMMAND, "08.05", Work::End(windows::COMMAND_ENDS)),
    of_phase(clock::MOVEMENT, clock::START_OF_MOVEMENT, "09.01", Work::Moment(windows::MOVEMENT_STARTS)),
    of_phase(clock::MOVEMENT, clock::MOVE_UNITS, "09.02", Work::Steps(movement::step)),
    of_phase(clock::MOVEMENT, clock::END_OF_MOVEMENT, "09.03", Work::End(windows::MOVEMENT_ENDS)),
    of_phase(clock::SHOOTING, clock::START_OF_SHOOTING, "10.01", Work::Moment(windows::SHOOTING_STARTS)),
    of_phase(clock::SHOOTING, clock::SHOOT, "10.02", Work::Steps(shooting::step)),
    of_phase(clock::SHOOTING, clock::END_OF_SHOOTING, "10.03", Work::End(windows::SHOOTING_ENDS)),
    of_phase(clock::CHARGE, clock::START_OF_CHARGE, "11.01", Work::Moment(windows::CHARGE_STARTS)),
    of_phase(clock::CHARGE, clock::CHARGE_STEP, "11.02", Work::Steps(charge::step)),
    of_phase(clock::CHARGE, clock::END_OF_CHARGE, "11.03", Work::End(windows::CHARGE_ENDS)),
    of_phase(clock::FIGHT, clock::START_OF_FIGHT, "12.01", Work::Moment(windows::FIGHT_STARTS)),
    of_phase(clock::FIGHT, clock::PILE_IN, "12.02", Work::Moment(windows::PILE_IN)),
    of_phase(clock::FIGHT, clock::FIGHT_STEP, "12.04", Work::Steps(fight::step)),
    of_phase(clock::FIGHT, clock::CONSOLIDATE, "12.07", Work::Moment(windows::CONSOLIDATE)),
    of_phase(clock::FIGHT, clock::END_OF_FIGHT, "12.09", Work::End(windows::FIGHT_ENDS)),
    Step { phase: None, name: clock::END_OF_TURN, rule: TURNS, work: Work::End(windows::TURN_ENDS) },
];

/// The next beat, from where the clock stands.
pub(super) fn beat(desk: &mut Desk<'_>) -> Flow<()> {
    let clock = desk.table().clock().clone();
    let round = clock.number(ROUND);
    if clock.level(ROUND).is_none() {
        if first_side(desk.table()).is_none() {
            return who_goes_first(desk);
        }
        clock::go(desk, START_OF_ROUND, &[clock::round(1), clock::step(clock::START_OF_ROUND)]);
        return Ok(());
    }
    if let Some(place) = clock.level(TURN_LEVEL).copied() {
        let side = place.side.unwrap_or_else(|| first_to_go(desk.table()));
        let here = |step: &Step| {
            step.phase == clock::name_at(&clock, PHASE) && Some(step.name) == clock::name_at(&clock, STEP)
        };
        if let Some(at) = TURN.iter().position(here) {
            return perform(desk, side, round, at);
        }
        // A ruling set the clock to no step, or to none that there is: the phase begins at its start.
        let phase = clock::name_at(&clock, PHASE);
        let at = TURN.iter().position(|step| phase.is_some() && step.phase == phase).unwrap_or(0);
        enter(desk, side, round, at);
        return Ok(());
    }
    match clock::name_at(&clock, STEP) {
        Some(clock::START_OF_ROUND) => {
            desk.window(START_OF_ROUND, windows::ROUND_STARTS);
            let first = first_to_go(desk.table());
            enter(desk, first, round, 0);
        }
        Some(clock::END_OF_ROUND) => {
            desk.window(END_OF_ROUND, windows::ROUND_ENDS);
            end_round(desk, round)?;
        }
        _ => {
            let here = clock.level(ROUND).copied().unwrap_or_else(|| clock::round(round));
            clock::go(desk, START_OF_ROUND, &[here, clock::step(clock::START_OF_ROUND)]);
        }
    }
    Ok(())
}

/// Does the work of the step on the clock, and moves on where none is left.
fn perform(desk: &mut Desk<'_>, side: SideId, round: u16, at: usize) -> Flow<()> {
    let Some(step) = TURN.get(at) else { return Ok(()) };
    let progress = match step.work {
        Work::Moment(window) => {
            desk.window(step.rule, window);
            Progress::Over
        }
        Work::End(window) => end_of_span(desk, step, window)?,
        Work::Steps(work) => work(desk, side)?,
    };
    if progress == Progress::Over {
        if at + 1 < TURN.len() {
            enter(desk, side, round, at + 1);
        } else {
            end_turn(desk, side, round);
        }
    }
    Ok(())
}

/// 14.02.01: control of objectives first of all, then what is triggered at the end.
fn end_of_span(desk: &mut Desk<'_>, step: &Step, window: WindowId) -> Flow<Progress> {
    if objectives::must_determine(desk.table(), step.name) {
        objectives::determine(desk)?;
        return Ok(Progress::Made);
    }
    desk.window(step.rule, window);
    Ok(Progress::Over)
}

/// The clock enters a step of a side's turn.
fn enter(desk: &mut Desk<'_>, side: SideId, round: u16, at: usize) {
    let Some(step) = TURN.get(at) else { return };
    let clock = desk.table().clock();
    // What a ruling put there stays as it is.
    let in_round = clock.level(ROUND).copied().unwrap_or_else(|| clock::round(round));
    let in_turn = clock.level(TURN_LEVEL).copied().unwrap_or_else(|| clock::turn(side));
    let mut path: Vec<Place> = vec![in_round, in_turn];
    path.extend(step.phase.map(|name| same_or(clock.level(PHASE), clock::phase(name))));
    path.push(clock::step(step.name));
    clock::go(desk, step.rule, &path);
}

/// The place on the clock, where it is of the same name.
fn same_or(old: Option<&Place>, new: Place) -> Place {
    old.copied().filter(|old| old.name == new.name).unwrap_or(new)
}

/// 07.02: behind the first player's turn comes the other's, behind that the end of the round.
fn end_turn(desk: &mut Desk<'_>, side: SideId, round: u16) {
    let clock = desk.table().clock();
    let in_round = clock.level(ROUND).copied().unwrap_or_else(|| clock::round(round));
    if side == first_to_go(desk.table())
        && let Some(next) = opponent(desk.table(), side)
    {
        let path = [in_round, clock::turn(next), clock::step(clock::START_OF_TURN)];
        clock::go(desk, TURNS, &path);
    } else {
        clock::go(desk, END_OF_ROUND, &[in_round, clock::step(clock::END_OF_ROUND)]);
    }
}

/// 07.03: behind the last round the battle is over, else the next begins.
fn end_round(desk: &mut Desk<'_>, round: u16) -> Flow<()> {
    if round < ROUNDS {
        let path = [clock::round(round + 1), clock::step(clock::START_OF_ROUND)];
        clock::go(desk, START_OF_ROUND, &path);
        return Ok(());
    }
    final_score(desk)?;
    let outcome = outcome(desk.table());
    desk.record(END_OF_ROUND, Change::Ended { outcome: Some(outcome) });
    Ok(())
}

/// The last word on the score: what the referee did not count is told here, before it decides the battle.
fn final_score(desk: &mut Desk<'_>) -> Flow<()> {
    let told = desk.form(END_OF_ROUND, Who::Anyone, |table| {
        let score = |(id, side): (SideId, &Side)| {
            let now = side.vp.clamp(0, MOST_VP);
            Field::number(score_field(id), format!("Victory points of {}", side.name), 0, MOST_VP, now)
        };
        Form::new("What is the final score?").fields(table.sides().map(score))
    })?;
    let sides: Vec<SideId> = desk.table().sides().map(|(id, _)| id).collect();
    for side in sides {
        let by = told.number(score_field(side)).saturating_sub(desk.table().vp(side));
        if by != 0 {
            desk.record(END_OF_ROUND, Change::Vp { side, by, source: Some("the final score".into()) });
        }
    }
    Ok(())
}

/// More than any battle yields.
const MOST_VP: i32 = 999;

fn score_field(side: SideId) -> FieldId {
    if side.0 == 0 { FieldId::new("side-1") } else { FieldId::new("side-2") }
}

/// The side with more victory points has won; as many are a draw.
fn outcome(table: &Table) -> Outcome {
    let best = table.sides().map(|(_, side)| side.vp).max().unwrap_or(0);
    let mut leaders = table.sides().filter(|(_, side)| side.vp == best).map(|(id, _)| id);
    let winner = leaders.next().filter(|_| leaders.next().is_none());
    let score = table.sides().map(|(_, side)| side.vp.to_string()).collect::<Vec<_>>().join(" to ");
    let words = match winner {
        Some(side) => format!("Victory for {}, {score}.", table.side_name(side)),
        None => format!("A draw, {score}."),
    };
    Outcome { winner, words: words.into() }
}

/// 07.02: the mission says who takes the first turn of every round; here the players say it.
fn who_goes_first(desk: &mut Desk<'_>) -> Flow<()> {
    let side = desk.choose(TURNS, Who::Anyone, |table| {
        let sides = table
            .sides()
            .map(|(id, side)| (Choice::new(side_word(id), format!("First turn: {}", side.name)), id));
        Menu::new("Who takes the first turn of every round?").options(sides)
    })?;
    marks::set(desk, TURNS, On::Side(side), FIRST_TURN);
    Ok(())
}

/// The name of a side in answers.
pub(super) fn side_word(side: SideId) -> String {
    format!("side-{}", u16::from(side.0) + 1)
}

fn first_side(table: &Table) -> Option<SideId> {
    table.sides().map(|(id, _)| id).find(|id| table.has(On::Side(*id), FIRST_TURN))
}

/// Who takes the first turn. A ruling may have set the clock before anybody said it.
fn first_to_go(table: &Table) -> SideId {
    first_side(table).unwrap_or(SideId(0))
}

/// The other side.
pub(super) fn opponent(table: &Table, side: SideId) -> Option<SideId> {
    table.sides().map(|(id, _)| id).find(|id| *id != side)
}

/// Whether the players ended the step that is on the clock.
pub(super) fn is_ended(table: &Table) -> bool {
    table.has(On::Game, STEP_ENDED)
}

/// The players end the step that is on the clock.
pub(super) fn end_step(desk: &mut Desk<'_>, rule: RuleId) {
    marks::set(desk, rule, On::Game, STEP_ENDED);
}
