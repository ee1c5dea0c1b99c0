//! The moments of a battle at which something may be done besides answering, in their order.

use crate::id::{RuleId, WindowId};

macro_rules! windows {
    ($($(#[$doc:meta])* $name:ident, $id:literal, $rule:literal, $words:literal;)*) => {
        $($(#[$doc])* pub const $name: WindowId = WindowId::new($id);)*

        /// All of them, each with its rule and what people read.
        pub const ALL: &[(WindowId, RuleId, &str)] = &[$(($name, RuleId::new($rule), $words)),*];
    };
}

windows! {
    /// Triggers.
    ROUND_STARTS, "W01", "07.01", "Start of the battle round";
    /// Triggers.
    TURN_STARTS, "W02", "07.02", "Start of the turn";
    /// Triggers.
    COMMAND_STARTS, "W03", "08.01", "Start of the Command phase";
    /// Both sides gain.
    CORE_CP, "W04", "08.02", "Command points are gained";
    /// Insane Bravery.
    BEFORE_BATTLE_SHOCK, "W05", "08.03", "Before a battle-shock roll";
    /// What is done in the Command phase.
    COMMAND_ABILITIES, "W06", "08.04", "Command abilities";
    /// Triggers, then the mission.
    COMMAND_ENDS, "W07", "08.05", "End of the Command phase";
    /// Triggers.
    MOVEMENT_STARTS, "W08", "09.01", "Start of the Movement phase";
    /// From the selection to the end of the move.
    UNIT_MOVES, "W09", "09.02", "A unit is selected to move";
    /// Rapid Ingress, Fire Overwatch.
    MOVEMENT_ENDS, "W10", "09.03", "End of the Movement phase";
    /// Smokescreen.
    SHOOTING_STARTS, "W11", "10.01", "Start of the Shooting phase";
    /// Explosives, actions.
    BETWEEN_SHOOTERS, "W12", "10.02", "Between shooting units";
    /// Weapons and targets.
    UNIT_SHOOTS, "W13", "10.02", "A unit is selected to shoot";
    /// What was destroyed, hazards, surges.
    UNIT_HAS_SHOT, "W14", "04.03", "A unit has resolved its attacks";
    /// Triggers.
    SHOOTING_ENDS, "W15", "10.03", "End of the Shooting phase";
    /// Triggers.
    CHARGE_STARTS, "W16", "11.01", "Start of the Charge phase";
    /// Roll, targets, move.
    UNIT_CHARGES, "W17", "11.02", "A unit declares a charge";
    /// Heroic Intervention.
    CHARGE_ENDS, "W18", "11.03", "End of the Charge phase";
    /// Triggers.
    FIGHT_STARTS, "W19", "12.01", "Start of the Fight phase";
    /// Pile-ins.
    PILE_IN, "W20", "12.02", "Units pile in";
    /// Who is engaged is kept.
    FIGHTS_START, "W21", "12.04", "Start of the Fight step";
    /// Epic Challenge, fight type.
    UNIT_FIGHTS, "W22", "12.04", "A unit is selected to fight";
    /// Counteroffensive, hazards.
    UNIT_HAS_FOUGHT, "W23", "12.04", "A unit has resolved its melee attacks";
    /// Moves, late fights.
    CONSOLIDATE, "W24", "12.07", "Units consolidate";
    /// Triggers.
    FIGHT_ENDS, "W25", "12.09", "End of the Fight phase";
    /// Coherency, triggers, then the mission.
    TURN_ENDS, "W26", "07.02", "End of the turn";
    /// Triggers, then the mission.
    ROUND_ENDS, "W27", "07.03", "End of the battle round";
}
