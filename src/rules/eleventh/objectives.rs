//! 14: objectives: who controls them, determined when a rule reads it.
//!
//! Everybody sees who stands on an objective, so the players say who controls each; untouched, whoever did. Where it is not
//! plain they count: how many models of each unit are in range. An area and a marker differ only in what "in range" means
//! at the table: inside the area (14.02), or within 3 inches along the ground and 5 up of the marker (A-OBJ).

use std::collections::{BTreeMap, BTreeSet};

use crate::desk::{Choice, Complaint, Desk, Field, FieldValue, Filled, Flow, Form, Objection, When, Who};
use crate::id::{FieldId, ObjectiveId, PlaceId, RuleId, SideId, UnitId};
use crate::rules::eleventh::clock;
use crate::rules::eleventh::marks::{self, CONTROL_DETERMINED, CONTROL_READ, SECURED};
use crate::rules::eleventh::readings::{self, SECURED_TIE};
use crate::rules::eleventh::{stats, turn};
use crate::table::{Change, Fact, FactValue, Objective, On, Table, Unit};

const CONTROL: RuleId = RuleId::new("14.02");
const SECURING: RuleId = RuleId::new("14.03");

const NOBODY: &str = "nobody";
const COUNT: &str = "count";

/// 14.02.01: whether control has to be determined now, at the end of a phase or turn. It is at the end of every turn; at the
/// end of a phase where a rule reads it, or an objective is secured. The end of the Fight phase leaves a secured one to the
/// end of the turn, which follows at once.
pub(super) fn must_determine(table: &Table, step: PlaceId) -> bool {
    let read = table.has(On::Game, CONTROL_READ);
    let secured = || table.objectives().iter().any(|one| table.has(On::Objective(one.id), SECURED));
    let due = match step {
        clock::END_OF_TURN => true,
        clock::END_OF_FIGHT => read,
        _ => read || secured(),
    };
    let open = |one: &Objective| !table.has(On::Objective(one.id), CONTROL_DETERMINED);
    due && table.objectives().iter().any(open)
}

/// 14.02: all objectives on one form.
pub(super) fn determine(desk: &mut Desk<'_>) -> Flow<()> {
    let filled = desk.form(CONTROL, Who::Anyone, |table| {
        let fields = rows(table).into_iter().flat_map(|row| row.fields(table));
        Form::new("Who controls each objective?").fields(fields).check(complaints)
    })?;
    let rows = rows(desk.table());
    for row in rows {
        let holder = row.holder(desk.table(), &filled);
        let on = On::Objective(row.id);
        if desk.table().objective(row.id).is_some_and(|one| one.holder != holder) {
            desk.record(CONTROL, Change::Held { objective: row.id, by: holder });
        }
        // 14.03: a greater level of the other side ends it.
        if secured_by(desk.table(), row.id).is_some_and(|side| Some(side) != holder) {
            marks::clear(desk, SECURING, on, SECURED);
        }
        marks::set(desk, CONTROL, on, CONTROL_DETERMINED);
    }
    Ok(())
}

/// 14.03: whose army secured an objective.
fn secured_by(table: &Table, objective: ObjectiveId) -> Option<SideId> {
    let value = table.marks().value(On::Objective(objective), SECURED)?;
    marks::side_of(value).filter(|side| table.side(*side).is_some())
}

/// An objective on the form.
struct Row {
    id: ObjectiveId,
    field: FieldId,
    counts: Vec<Count>,
}

/// Models of a unit that may be in range, all of one Objective Control.
struct Count {
    field: FieldId,
    unit: UnitId,
    side: SideId,
    control: i16,
    most: u16,
    words: String,
    // Whether these are all models of the unit, so that their number is a fact that is told.
    whole: bool,
}

/// The objectives that are not yet determined in this step.
fn rows(table: &Table) -> Vec<Row> {
    let mut taken: BTreeSet<FieldId> =
        table.objectives().iter().map(|one| FieldId(one.id.0.long())).collect();
    let open = |one: &&Objective| !table.has(On::Objective(one.id), CONTROL_DETERMINED);
    let mut rows = Vec::new();
    for (at, objective) in table.objectives().iter().enumerate().filter(|(_, one)| open(one)) {
        let mut counts = Vec::new();
        let units = table.units().enumerate().filter(|(_, unit)| stats::is_on_battlefield(unit));
        for (number, unit) in units {
            for mut count in counts_of(table, objective, unit) {
                // A name too long, or taken, becomes its place.
                let place = || format!("#{at}/{number}/{}", count.control).parse().ok();
                let field = count_field(objective.id, &count).filter(|field| !taken.contains(field));
                if let Some(field) = field.or_else(place).filter(|field| taken.insert(*field)) {
                    count.field = field;
                    counts.push(count);
                }
            }
        }
        rows.push(Row { id: objective.id, field: FieldId(objective.id.0.long()), counts });
    }
    rows
}

fn count_field(objective: ObjectiveId, count: &Count) -> Option<FieldId> {
    let unit = count.unit;
    let name = if count.whole {
        format!("{objective}/{unit}")
    } else {
        format!("{objective}/{unit}/{}", count.control)
    };
    name.parse().ok()
}

/// 14.02: only models with an Objective Control of 1 or more count, and none of a battle-shocked unit.
fn counts_of(table: &Table, objective: &Objective, unit: &Unit) -> Vec<Count> {
    let groups = stats::control_groups(table, unit);
    let all = stats::living(unit).count();
    let alone = groups.len() == 1;
    let counts = groups.into_iter().map(|(control, (most, kinds))| {
        let whole = alone && usize::from(most) == all;
        let name = unit.name();
        let which = if whole { name.to_owned() } else { format!("{name}, {}", kinds.join(" and ")) };
        let words = format!("{}: models of {which} in range, OC {control} each", objective.name);
        let field = FieldId(objective.id.0.long());
        Count { field, unit: unit.id, side: unit.side, control, most, words, whole }
    });
    counts.collect()
}

impl Row {
    /// Who controls it, untouched whoever did; and the counts behind that.
    fn fields(&self, table: &Table) -> Vec<Field> {
        let name = table.objective(self.id).map_or(self.id.as_str(), |one| one.name.as_str());
        let sides = table.sides().map(|(id, side)| Choice::new(turn::side_word(id), side.name.as_str()));
        let choices = sides.chain([Choice::new(NOBODY, "Nobody"), Choice::new(COUNT, "Count the models")]);
        let usual = self.usual(table).map_or_else(|| NOBODY.to_owned(), turn::side_word);
        let mut words = format!("Who controls {name}?");
        if let Some(side) = secured_by(table, self.id) {
            words = format!("Who controls {name}, secured by {}?", table.side_name(side));
        }
        let counts = self.counts.iter().map(|count| {
            let fact = Fact::InRange { unit: count.unit, objective: self.id };
            let told = table.told(&fact).map_or(0, FactValue::count).min(count.most);
            let field = if count.whole {
                Field::fact(count.field, count.words.as_str(), fact, FactValue::Count(told))
            } else {
                Field::number(count.field, count.words.as_str(), 0, count.most.into(), 0)
            };
            field.when(When::Is(self.field, FieldValue::Pick(COUNT.into())))
        });
        std::iter::once(Field::pick(self.field, words, choices, usual)).chain(counts).collect()
    }

    /// Who most likely controls it: whoever secured it, else whoever did as long as it still can.
    fn usual(&self, table: &Table) -> Option<SideId> {
        let holder = table.objective(self.id).and_then(|one| one.holder);
        secured_by(table, self.id).or(holder.filter(|side| self.can_control(*side)))
    }

    /// 14.02: a side needs a model with an Objective Control of 1 or more.
    fn can_control(&self, side: SideId) -> bool {
        self.counts.iter().any(|count| count.side == side)
    }

    /// Who controls it, as the form says or as the models count.
    fn holder(&self, table: &Table, filled: &Filled) -> Option<SideId> {
        let picked = filled.pick(self.field)?;
        if picked.as_str() != COUNT {
            return table.sides().map(|(id, _)| id).find(|id| turn::side_word(*id) == picked.as_str());
        }
        let levels = self.levels(filled);
        let best = levels.values().copied().max().unwrap_or(0);
        let mut leaders = levels.iter().filter(|(_, level)| **level == best).map(|(side, _)| *side);
        match (leaders.next(), leaders.next()) {
            (Some(leader), None) if best > 0 => Some(leader),
            _ if best > 0 && !readings::yes(table, &SECURED_TIE) => None,
            _ => secured_by(table, self.id),
        }
    }

    /// 14.02: each side's level of control, its models' Objective Control added up.
    fn levels(&self, filled: &Filled) -> BTreeMap<SideId, i32> {
        let mut levels = BTreeMap::new();
        for count in &self.counts {
            let level = levels.entry(count.side).or_insert(0i32);
            *level =
                level.saturating_add(i32::from(count.control).saturating_mul(filled.number(count.field)));
        }
        levels
    }

    /// What stands against the answer of this row.
    fn complaints(&self, table: &Table, filled: &Filled) -> Vec<Complaint> {
        let too_many = self.counts.iter().filter(|count| filled.number(count.field) > count.most.into());
        let mut complaints: Vec<Complaint> = too_many
            .map(|count| {
                let sentence = format!("{} has {} such models.", stats::name(table, count.unit), count.most);
                Objection::new(CONTROL, sentence, "Count only what is there.").at(count.field)
            })
            .collect();
        let Some(picked) = filled.pick(self.field).filter(|picked| picked.as_str() != COUNT) else {
            return complaints;
        };
        let said = self.holder(table, filled);
        let secured = secured_by(table, self.id);
        if picked.as_str() == NOBODY
            && let Some(side) = secured
        {
            let sentence = format!("{} secured it.", table.side_name(side));
            let remedy = "It stays so until the other side's level is greater. Count the models.";
            complaints.push(Objection::new(SECURING, sentence, remedy).at(self.field));
        }
        if let Some(side) = said.filter(|side| secured != Some(*side) && !self.can_control(*side)) {
            let sentence =
                format!("{} has no model on the battlefield that could control it.", table.side_name(side));
            complaints.push(Objection::new(CONTROL, sentence, "Say who does.").at(self.field));
        }
        complaints
    }
}

fn complaints(table: &Table, filled: &Filled) -> Vec<Complaint> {
    rows(table).iter().flat_map(|row| row.complaints(table, filled)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::{Profile, Sheet, Value};
    use crate::desk::FieldKind;
    use crate::id::{ProfileId, SheetId};
    use std::sync::Arc;

    /// Names that are too long together, or alike, still make fields of their own.
    #[test]
    fn every_field_has_its_own_name() {
        let model = ProfileId::new("model");
        let stats = [(crate::rules::eleventh::stats::CONTROL, Value::Number(1))].into();
        let sheet = Arc::new(Sheet {
            id: SheetId::new("s"),
            name: "S".into(),
            keywords: vec![],
            abilities: vec![],
            profiles: vec![Profile { id: model, name: "Model".into(), stats }],
            weapons: vec![],
        });
        let long = UnitId::new("a-very-long-name-of-a-unit-abcd");
        let unit = |id| Change::Added(Box::new(Unit::lone(id, SideId(0), sheet.clone(), 2, 1)));
        let lay = |id| Change::Laid(Objective { id: ObjectiveId::new(id), name: "O".into(), holder: None });
        let units = [unit(long), unit(UnitId::new("b"))];
        let table = Table::new(["R".into(), "B".into()]).with(units).with([lay("x"), lay("x/b")]);
        let fields: Vec<Field> = rows(&table).iter().flat_map(|row| row.fields(&table)).collect();
        let names: BTreeSet<FieldId> = fields.iter().map(|field| field.id).collect();
        assert_eq!((fields.len(), names.len()), (6, 6));
        assert!(fields.iter().any(|field| matches!(field.kind, FieldKind::Fact(_))));
    }
}
