//! Everything temporary of a battle, in one table: what can be true of a side, a unit, a model or an objective, and how long.
//!
//! Nobody clears a flag by hand. `set` looks up here when a mark ends, and the table ends it with its span. Marks that
//! no procedure sets yet have their place here already, so that players can set them by a ruling.

use crate::desk::Desk;
use crate::id::{Key, MarkId, RuleId, SideId, UnitId};
use crate::rules::MarkKind;
use crate::rules::eleventh::clock::{PHASE, ROUND, STEP, TURN};
use crate::table::{Change, Mark, NextSpan, On, Table, Until};

/// How long a mark lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// For the battle, or until a rule ends it.
    Battle,
    /// Until the end of the turn.
    Turn,
    /// Until the end of the phase; outside any phase, of the step.
    Phase,
    /// Until the end of the step.
    Step,
    /// Until the end of the turn after this one, whosever it is.
    NextTurn,
    /// Until the next Charge phase begins.
    NextCharge,
    /// Until the unit has moved: its move is over.
    OneMove,
}

/// One kind of mark.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name.
    pub id: MarkId,
    /// What people read.
    pub label: &'static str,
    /// How long it lasts.
    pub life: Life,
}

macro_rules! ledger {
    ($($(#[$doc:meta])* $name:ident, $id:literal, $label:literal, $life:ident;)*) => {
        $($(#[$doc])* pub const $name: MarkId = MarkId::new($id);)*

        /// All kinds of marks.
        pub const LEDGER: &[Entry] = &[$(Entry { id: $name, label: $label, life: Life::$life }),*];

        /// The same as the kernel knows them.
        pub(super) const KINDS: &[MarkKind] = &[$(MarkKind { id: $name, label: $label }),*];
    };
}

ledger! {
    // The battle and its steps.
    /// On the side that takes the first turn of every round.
    FIRST_TURN, "first-turn", "takes the first turn", Battle;
    /// On the game: the work that begins a step is done.
    STEP_BEGUN, "step-begun", "step begun", Step;
    /// On the game: the players ended the step.
    STEP_ENDED, "step-ended", "step ended", Step;

    // Stratagems: on the side that used them, on the unit they targeted.
    /// 15.02.
    USED_REROLL, "used-15.02", "used Command Re-roll", Phase;
    /// 15.03.
    USED_CHALLENGE, "used-15.03", "used Epic Challenge", Phase;
    /// 15.04.
    USED_BRAVERY, "used-15.04", "used Insane Bravery", Phase;
    /// 15.05.
    USED_EXPLOSIVES, "used-15.05", "used Explosives", Phase;
    /// 15.06.
    USED_IMPACT, "used-15.06", "used Crushing Impact", Phase;
    /// 15.07.
    USED_INGRESS, "used-15.07", "used Rapid Ingress", Phase;
    /// 15.08.
    USED_OVERWATCH, "used-15.08", "used Fire Overwatch", Phase;
    /// 15.10.
    USED_SMOKESCREEN, "used-15.10", "used Smokescreen", Phase;
    /// 15.11.
    USED_INTERVENTION, "used-15.11", "used Heroic Intervention", Phase;
    /// 15.12.
    USED_COUNTEROFFENSIVE, "used-15.12", "used Counteroffensive", Phase;
    /// On a unit: a stratagem of its own side has targeted it.
    TARGETED, "targeted", "targeted by a stratagem", Phase;
    /// On a side: Insane Bravery is spent.
    BRAVERY_SPENT, "insane-bravery-spent", "Insane Bravery spent", Battle;
    /// On a model: how many of its one-shot weapons are spent.
    ONE_SHOT_SPENT, "one-shot-spent", "one-shot weapon spent", Battle;

    // Nerve.
    /// On a unit, until it passes in its own Battle-shock step.
    BATTLE_SHOCKED, "battle-shocked", "battle-shocked", Battle;
    /// On a unit: it became battle-shocked in this Battle-shock step.
    SHOCKED_THIS_STEP, "shocked-this-step", "battle-shocked this step", Step;
    /// On a unit: it made its battle-shock roll of this step.
    BATTLE_SHOCK_ROLLED, "battle-shock-rolled", "made its battle-shock roll", Step;

    // Moves.
    /// On a unit.
    SELECTED_TO_MOVE, "selected-to-move", "selected to move", Phase;
    /// On a unit: it moved, whatever the type.
    MOVED, "moved", "moved this phase", Phase;
    /// On a unit.
    REMAINED_STATIONARY, "remained-stationary", "remained stationary", Turn;
    /// On a unit.
    NORMAL_MOVE, "normal-move", "made a normal move", Turn;
    /// On a unit, with the roll.
    ADVANCED, "advanced", "advanced", Turn;
    /// On a unit.
    FELL_BACK, "fell-back", "fell back", Turn;
    /// On a unit.
    CHARGED, "charged", "made a charge move", Turn;
    /// On a unit, or on models where they differ: the maximum distance of its move.
    MAXIMUM_DISTANCE, "maximum-distance", "maximum distance", Turn;
    /// On a unit.
    SET_UP, "set-up", "set up this turn", Turn;
    /// On a unit.
    EMBARKED, "embarked", "embarked this phase", Phase;
    /// On a unit.
    DISEMBARKED, "disembarked", "disembarked this turn", Turn;

    // What a unit was selected for.
    /// On a unit.
    SELECTED_TO_SHOOT, "selected-to-shoot", "selected to shoot", Phase;
    /// On a unit.
    SELECTED_TO_FIGHT, "selected-to-fight", "selected to fight", Phase;
    /// On a unit.
    DECLARED_CHARGE, "declared-charge", "declared a charge", Phase;
    /// On a unit, with the charge roll.
    CHARGE_ROLL, "charge-roll", "charge roll", Phase;
    /// On a unit: it was eligible to fight at some time this phase.
    ELIGIBLE_TO_FIGHT, "eligible-to-fight", "was eligible to fight", Phase;
    /// On a unit.
    PILED_IN, "piled-in", "piled in", Step;
    /// On a unit.
    CONSOLIDATED, "consolidated", "consolidated", Step;
    /// On a unit as the Fight step began; a unit without it was unengaged then.
    ENGAGED_AT_START, "engaged-at-start", "engaged as the Fight step began", Phase;

    // Targets of one move, on a pair: the mover and its target.
    /// 11.04.
    CHARGE_TARGET, "charge-target", "charge target", OneMove;
    /// 12.03.
    PILE_IN_TARGET, "pile-in-target", "pile-in target", OneMove;
    /// 12.08.
    CONSOLIDATION_TARGET, "consolidation-target", "consolidation target", OneMove;
    /// 21.02.
    SURGE_TARGET, "surge-target", "surge target", OneMove;

    // Fighting first.
    /// On a unit that charged.
    FIGHTS_FIRST, "fights-first", "fights first", Turn;
    /// On a unit, by 15.12.
    COUNTEROFFENSIVE, "counteroffensive", "fights first: Counteroffensive", Phase;

    // Seen and hidden.
    /// On a unit, in the turn of the attack and the next.
    RANGED_ATTACK, "ranged-attack", "made a ranged attack", NextTurn;
    /// On a unit, by 15.10.
    SMOKE, "smoke", "smokescreen", Phase;

    // Bars.
    /// On a unit.
    NO_SHOOTING, "no-shooting", "cannot shoot", Turn;
    /// On a unit.
    NO_CHARGE, "no-charge", "cannot charge", Turn;
    /// On a unit.
    NO_ACTION, "no-action", "cannot start an action", Turn;
    /// On a unit that shot.
    NO_ACTION_THIS_PHASE, "no-action-this-phase", "cannot start an action this phase", Phase;
    /// On a unit that came by an ingress move.
    NO_OTHER_MOVE, "no-other-move", "no other move until the Charge phase", NextCharge;
    /// On a unit that surged.
    NO_MOVE_THIS_PHASE, "no-move-this-phase", "no more moves this phase", Phase;
    /// On a unit that lent weapons to a firing deck.
    FIRING_DECK, "firing-deck", "shot from a firing deck", Turn;

    // Actions.
    /// On a unit, until the action is completed or broken.
    ACTION, "action", "performing an action", Battle;
    /// On a unit: one action a turn.
    ACTION_STARTED, "action-started", "started an action", Turn;

    // Objectives.
    /// On an objective, with the number of the side that secured it.
    SECURED, "secured", "secured", Battle;
    /// On an objective: who controls it was determined in this step.
    CONTROL_DETERMINED, "control-determined", "control determined", Step;
    /// On the game: a rule reads control at the end of every phase. What sets it says until when.
    CONTROL_READ, "control-read", "control is read at each phase end", Battle;

    // Reserves.
    /// On a unit that began the battle in strategic reserves.
    BEGAN_IN_RESERVE, "began-in-reserve", "began in reserve", Battle;
    /// On a unit.
    INGRESSED, "ingressed", "made an ingress move", Battle;
    /// On a unit.
    REPOSITIONED, "repositioned", "repositioned", Battle;
}

/// Who keeps a state of a battle.
#[derive(Clone, Copy, Debug)]
pub enum Keeper {
    /// Marks.
    Marks(&'static [MarkId]),
    /// The table itself, with or without a mark beside it.
    Table(&'static str, &'static [MarkId]),
    /// The call stack of the procedure: it never outlives its beat.
    Stack(&'static str),
}

/// Every state that a battle keeps, in the order of the rules inventory, with its keeper.
pub const STATES: &[(&str, Keeper)] = &[
    ("round, turn, phase, step, first player", Keeper::Table("the clock", &[FIRST_TURN])),
    (
        "command points, stratagems used, units targeted",
        Keeper::Table(
            "the points of the sides",
            &[
                USED_REROLL,
                USED_CHALLENGE,
                USED_BRAVERY,
                USED_EXPLOSIVES,
                USED_IMPACT,
                USED_INGRESS,
                USED_OVERWATCH,
                USED_SMOKESCREEN,
                USED_INTERVENTION,
                USED_COUNTEROFFENSIVE,
                TARGETED,
            ],
        ),
    ),
    ("once per battle", Keeper::Marks(&[BRAVERY_SPENT, ONE_SHOT_SPENT])),
    ("battle-shocked", Keeper::Marks(&[BATTLE_SHOCKED])),
    (
        "moves made",
        Keeper::Marks(&[
            MOVED,
            REMAINED_STATIONARY,
            NORMAL_MOVE,
            ADVANCED,
            FELL_BACK,
            CHARGED,
            MAXIMUM_DISTANCE,
            SET_UP,
            EMBARKED,
            DISEMBARKED,
        ]),
    ),
    (
        "selected, declared, eligible, piled in, consolidated",
        Keeper::Marks(&[
            SELECTED_TO_MOVE,
            SELECTED_TO_SHOOT,
            SELECTED_TO_FIGHT,
            DECLARED_CHARGE,
            CHARGE_ROLL,
            ELIGIBLE_TO_FIGHT,
            PILED_IN,
            CONSOLIDATED,
        ]),
    ),
    ("engaged or unengaged as the Fight step began", Keeper::Marks(&[ENGAGED_AT_START])),
    ("engaged pairs", Keeper::Table("the pairs of engaged units", &[])),
    (
        "targets of one move",
        Keeper::Marks(&[CHARGE_TARGET, PILE_IN_TARGET, CONSOLIDATION_TARGET, SURGE_TARGET]),
    ),
    ("fights first", Keeper::Marks(&[FIGHTS_FIRST, COUNTEROFFENSIVE])),
    ("made a ranged attack", Keeper::Marks(&[RANGED_ATTACK])),
    (
        "bars",
        Keeper::Marks(&[
            NO_SHOOTING,
            NO_CHARGE,
            NO_ACTION,
            NO_ACTION_THIS_PHASE,
            NO_OTHER_MOVE,
            NO_MOVE_THIS_PHASE,
        ]),
    ),
    ("action in progress", Keeper::Marks(&[ACTION, ACTION_STARTED])),
    ("what held when targets were selected", Keeper::Stack("one shooting or fighting is one beat")),
    ("destroyed and not yet removed", Keeper::Table("models without wounds that still stand", &[])),
    ("who controls and who secured an objective", Keeper::Table("the holders", &[SECURED])),
    (
        "embarked in, the transport's move, firing deck",
        Keeper::Table("where a unit is", &[EMBARKED, FIRING_DECK]),
    ),
    ("reserves", Keeper::Table("where a unit is", &[BEGAN_IN_RESERVE, INGRESSED, REPOSITIONED])),
    ("starting strength, components, sources", Keeper::Table("the components, marks until a loss", &[])),
    ("smoke", Keeper::Marks(&[SMOKE])),
];

/// How long a kind of mark lasts.
pub fn life(id: MarkId) -> Life {
    LEDGER.iter().find(|entry| entry.id == id).map_or(Life::Battle, |entry| entry.life)
}

/// When a mark of this kind ends that is set now.
pub fn until(table: &Table, id: MarkId, on: On) -> Until {
    let next = |of, side| NextSpan { of, side };
    match life(id) {
        Life::Battle => Until::Battle,
        Life::Turn => Until::Leaving(if table.clock().level(TURN).is_some() { TURN } else { ROUND }),
        Life::Phase => Until::Leaving(if table.clock().level(PHASE).is_some() { PHASE } else { STEP }),
        Life::Step => Until::Leaving(STEP),
        Life::NextTurn => Until::End(next(TURN_KEY, None)),
        Life::NextCharge => Until::Start(next(CHARGE_KEY, None)),
        Life::OneMove => match on {
            On::Unit(unit) | On::Pair(unit, _) => Until::Move(unit),
            On::Game | On::Side(_) | On::Model(_) | On::Objective(_) => Until::Leaving(PHASE),
        },
    }
}

const TURN_KEY: Key = TURN.0;
const CHARGE_KEY: Key = super::clock::CHARGE.0;

/// Sets a mark with the end that its kind has.
pub(super) fn set(desk: &mut Desk<'_>, rule: RuleId, on: On, id: MarkId) {
    set_value(desk, rule, on, id, 0);
}

/// The same with a number.
pub(super) fn set_value(desk: &mut Desk<'_>, rule: RuleId, on: On, id: MarkId, value: i32) {
    let until = until(desk.table(), id, on);
    desk.record(rule, Change::Marked(Mark::new(id, on).value(value).until(until)));
}

/// Takes a mark off before its time.
pub(super) fn clear(desk: &mut Desk<'_>, rule: RuleId, on: On, id: MarkId) {
    if desk.table().has(on, id) {
        desk.record(rule, Change::Unmarked { on, id });
    }
}

/// Whether a unit has a mark.
pub(super) fn has(table: &Table, unit: UnitId, id: MarkId) -> bool {
    table.has(On::Unit(unit), id)
}

/// Whose army secured an objective.
pub(super) fn side_of(value: i32) -> Option<SideId> {
    u8::try_from(value).ok().map(SideId)
}
