//! How an event changes the table. Total: an event that names what is not there changes nothing.

use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::{
    Change, Component, Event, Fact, Model, NextSpan, On, Place, Setting, Source, Table, Unit, Until,
    Whereabouts, pair,
};
use crate::id::{LevelId, ModelId, SideId, UnitId};

impl Table {
    /// Changes the table as the event says.
    pub fn apply(&mut self, event: &Event) {
        self.change(&event.change);
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each kind of change, and nothing else")]
    pub(super) fn change(&mut self, change: &Change) {
        match change {
            Change::Entered(place) => self.enter(*place),
            Change::Left(level) => self.leave(*level),
            Change::Placed { path } => self.place(path),
            Change::Marked(mark) => Arc::make_mut(&mut self.marks).set(mark),
            Change::Unmarked { on, id } => {
                if self.marks.has(*on, *id) {
                    Arc::make_mut(&mut self.marks).unset(*on, *id);
                }
            }
            Change::Counted { on, id, by } => {
                let counters = Arc::make_mut(&mut self.counters);
                let count = counters.entry((*on, *id)).or_insert(0);
                *count = count.saturating_add(*by);
                if *count == 0 {
                    counters.remove(&(*on, *id));
                }
            }
            Change::Cp { side, by, .. } => self.on_side(*side, |side| side.cp = side.cp.saturating_add(*by)),
            Change::Vp { side, by, .. } => self.on_side(*side, |side| side.vp = side.vp.saturating_add(*by)),
            Change::Held { objective, by } => {
                if let Some(objective) = self.objectives.iter_mut().find(|o| o.id == *objective) {
                    objective.holder = *by;
                }
            }
            Change::Wounds { model, by } => {
                self.on_model(*model, |model| model.wounds = model.wounds.saturating_add(*by).max(0));
            }
            Change::Set(setting) => self.set(*setting),
            Change::Removed { model } => {
                self.on_model(*model, |model| model.standing = false);
                self.lose(*model);
            }
            Change::Returned { model, wounds } => self.on_model(*model, |model| {
                model.standing = true;
                model.wounds = (*wounds).max(0);
            }),
            Change::Moved { unit } => self.moved(*unit),
            Change::Put { unit, at } => {
                self.on_unit(*unit, |unit| unit.at = *at);
                self.forget_about(*unit);
                if *at != Whereabouts::Table {
                    self.disengage(*unit);
                }
            }
            Change::Engaged { a, b } => {
                if a != b && !self.are_engaged(*a, *b) {
                    Arc::make_mut(&mut self.engaged).insert(pair(*a, *b));
                }
            }
            Change::Parted { a, b } => {
                if self.are_engaged(*a, *b) {
                    Arc::make_mut(&mut self.engaged).remove(&pair(*a, *b));
                }
            }
            Change::Told { fact, value } => {
                if self.told(fact) != Some(*value) {
                    Arc::make_mut(&mut self.told).insert(fact.in_order(), *value);
                }
            }
            Change::Forgotten { fact } => {
                if self.told(fact).is_some() {
                    Arc::make_mut(&mut self.told).remove(&fact.in_order());
                }
            }
            Change::Amended { component, aspect, to } => {
                self.amend(*component, |component| match to {
                    Some(to) if aspect.takes(to) => {
                        component.amendments.retain(|old, _| !old.is_same(aspect));
                        component.amendments.insert(aspect.clone(), to.clone());
                    }
                    Some(_) => {}
                    None => component.amendments.retain(|old, _| !old.is_same(aspect)),
                });
            }
            Change::Added(unit) | Change::Replaced(unit) => self.add((**unit).clone()),
            Change::Withdrawn { unit } => self.withdraw(*unit),
            Change::Joined { unit, into } => self.join(*unit, *into),
            Change::Split { component, from } => self.split(*component, *from),
            Change::Laid(objective) => {
                self.objectives.retain(|old| old.id != objective.id);
                let at = self.objectives.partition_point(|old| old.id < objective.id);
                self.objectives.insert(at, objective.clone());
            }
            Change::Lifted { objective } => self.objectives.retain(|old| old.id != *objective),
            Change::Read { reading, way } => {
                let readings = Arc::make_mut(&mut self.readings);
                match (readings.entry(*reading), way) {
                    (Entry::Occupied(mut entry), Some(way)) => {
                        entry.insert(*way);
                    }
                    (Entry::Vacant(entry), Some(way)) => {
                        entry.insert(*way);
                    }
                    (Entry::Occupied(entry), None) => {
                        entry.remove();
                    }
                    (Entry::Vacant(_), None) => {}
                }
            }
            Change::Ended { outcome } => self.outcome.clone_from(outcome),
            Change::Rolled { .. } | Change::Overruled { .. } | Change::Late { .. } | Change::Noted { .. } => {
            }
        }
    }

    // The clock.

    fn enter(&mut self, place: Place) {
        self.leave(place.level);
        self.clock.push(place);
        let clock = &self.clock;
        let begins = |span: &NextSpan| clock.fits(*span);
        if self.marks.any(|until| matches!(until, Until::Start(span) | Until::End(span) if begins(span))) {
            let marks = Arc::make_mut(&mut self.marks);
            marks.end(|until| matches!(until, Until::Start(span) if begins(span)));
            marks.extend(|until| match until {
                Until::End(span) if begins(span) => Some(Until::Leaving(place.level)),
                _ => None,
            });
        }
    }

    fn leave(&mut self, level: LevelId) {
        self.leave_to(self.clock.depth(level));
    }

    fn leave_to(&mut self, depth: usize) {
        while self.clock.path().len() > depth {
            if let Some(place) = self.clock.pop() {
                self.end_marks(|until| *until == Until::Leaving(place.level));
            }
        }
    }

    fn place(&mut self, path: &[Place]) {
        let shared = self.clock.path().iter().zip(path).take_while(|(old, new)| old == new).count();
        self.leave_to(shared);
        for place in path.iter().skip(shared) {
            self.enter(*place);
        }
    }

    // Units.

    fn moved(&mut self, unit: UnitId) {
        let parts = self.parts(unit);
        self.end_marks(
            |until| matches!(until, Until::Move(mover) if *mover == unit || parts.contains(mover)),
        );
        self.forget_about(unit);
    }

    /// The components of a unit: what is told of a leader is told of the unit that the leader is part of.
    fn parts(&self, unit: UnitId) -> Vec<UnitId> {
        self.unit(unit).map(|unit| unit.components.iter().map(|part| part.id).collect()).unwrap_or_default()
    }

    fn set(&mut self, setting: Setting) {
        match setting {
            Setting::Wounds { model, to } => self.on_model(model, |model| model.wounds = to.max(0)),
            Setting::Cp { side, to } => self.on_side(side, |side| side.cp = to),
            Setting::Vp { side, to } => self.on_side(side, |side| side.vp = to),
            Setting::Count { on, id, to: 0 } => {
                Arc::make_mut(&mut self.counters).remove(&(on, id));
            }
            Setting::Count { on, id, to } => {
                Arc::make_mut(&mut self.counters).insert((on, id), to);
            }
        }
    }

    /// What was told of where a unit stands no longer counts.
    fn forget_about(&mut self, unit: UnitId) {
        let parts = self.parts(unit);
        let stale = |fact: &Fact| fact.concerns(unit) || parts.iter().any(|part| fact.concerns(*part));
        if self.told.keys().any(stale) {
            Arc::make_mut(&mut self.told).retain(|fact, _| !stale(fact));
        }
    }

    fn add(&mut self, mut unit: Unit) {
        for model in &mut unit.models {
            model.wounds = model.wounds.max(0);
        }
        self.units.retain(|old| old.id != unit.id);
        let place = |unit: &Unit| (unit.side, unit.order, unit.id);
        let at = self.units.partition_point(|old| place(old) < place(&unit));
        self.units.insert(at, Arc::new(unit));
    }

    fn withdraw(&mut self, unit: UnitId) {
        let models: Vec<ModelId> =
            self.unit(unit).map(|unit| unit.models.iter().map(|m| m.id).collect()).unwrap_or_default();
        self.forget_about(unit);
        self.disengage(unit);
        self.units.retain(|old| old.id != unit);
        let gone = |on: &On| on.concerns(unit) || matches!(on, On::Model(model) if models.contains(model));
        if self.marks.iter().any(|mark| gone(&mark.on)) {
            let marks: Vec<_> = self.marks.iter().filter(|mark| gone(&mark.on)).collect();
            for mark in marks {
                Arc::make_mut(&mut self.marks).unset(mark.on, mark.id);
            }
        }
        if self.counters.keys().any(|(on, _)| gone(on)) {
            Arc::make_mut(&mut self.counters).retain(|(on, _), _| !gone(on));
        }
        self.end_marks(|until| match until {
            Until::Move(id) | Until::Lost(Source::Unit(id) | Source::Component(id)) => *id == unit,
            Until::Lost(Source::Model(id)) => models.contains(id),
            _ => false,
        });
    }

    fn join(&mut self, unit: UnitId, into: UnitId) {
        if unit == into || self.unit(into).is_none() {
            return;
        }
        let Some(at) = self.units.iter().position(|old| old.id == unit) else { return };
        self.forget_about(unit);
        let joining = self.units.remove(at);
        // Whoever was engaged with the part is engaged with the whole.
        let enemies: Vec<UnitId> = self.engaged_with(unit).collect();
        self.disengage(unit);
        for enemy in enemies.into_iter().filter(|enemy| *enemy != into) {
            Arc::make_mut(&mut self.engaged).insert(pair(into, enemy));
        }
        self.on_unit(into, |whole| {
            whole.components.extend(joining.components.iter().cloned());
            whole.models.extend(joining.models.iter().cloned());
        });
    }

    fn split(&mut self, component: UnitId, from: UnitId) {
        let Some(whole) = self.unit(from) else { return };
        if component == from || whole.components.len() < 2 || self.unit(component).is_some() {
            return;
        }
        let Some(part) = whole.component(component).cloned() else { return };
        let (side, order, at) = (whole.side, whole.order, whole.at);
        let models = whole.models.iter().filter(|model| model.id.of == component).cloned().collect();
        self.on_unit(from, |whole| {
            whole.components.retain(|part| part.id != component);
            whole.models.retain(|model| model.id.of != component);
        });
        self.forget_about(from);
        self.add(Unit { id: component, side, order, at, components: vec![part], models });
        let enemies: Vec<UnitId> = self.engaged_with(from).collect();
        for enemy in enemies {
            Arc::make_mut(&mut self.engaged).insert(pair(component, enemy));
        }
        // What is left behind may be the dead.
        for unit in [from, component] {
            if self.unit(unit).is_some_and(|unit| !unit.is_standing()) {
                self.end_marks(|until| *until == Until::Lost(Source::Unit(unit)));
                self.disengage(unit);
            }
        }
    }

    /// A model left the table: what came from it, or from the last of its component or unit, ends.
    fn lose(&mut self, model: ModelId) {
        let Some(unit) = self.unit_of(model.of) else { return };
        let id = unit.id;
        let unit_lost = !unit.is_standing();
        let part_lost = !unit.standing().any(|other| other.id.of == model.of);
        // A unit that has become part of another is lost with that part.
        let self_joined = self.unit(model.of).is_none();
        self.end_marks(|until| match until {
            Until::Lost(Source::Model(lost)) => *lost == model,
            Until::Lost(Source::Component(part)) => part_lost && *part == model.of,
            Until::Lost(Source::Unit(unit)) => {
                (unit_lost && *unit == id) || (part_lost && *unit == model.of && self_joined)
            }
            _ => false,
        });
        if unit_lost {
            self.disengage(id);
        }
    }

    /// A unit that is no longer there is engaged with nobody.
    fn disengage(&mut self, unit: UnitId) {
        if self.engaged_with(unit).next().is_some() {
            Arc::make_mut(&mut self.engaged).retain(|(a, b)| *a != unit && *b != unit);
        }
    }

    // Doors to what is shared.

    fn end_marks(&mut self, ends: impl Fn(&Until) -> bool) {
        if self.marks.any(&ends) {
            Arc::make_mut(&mut self.marks).end(ends);
        }
    }

    fn on_side(&mut self, id: SideId, change: impl FnOnce(&mut super::Side)) {
        if let Some(side) = self.sides.get_mut(usize::from(id.0)) {
            change(side);
        }
    }

    fn on_unit(&mut self, id: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.units.iter_mut().find(|unit| unit.id == id) {
            change(Arc::make_mut(unit));
        }
    }

    fn on_model(&mut self, id: ModelId, change: impl FnOnce(&mut Model)) {
        let Some(unit) = self.unit_of(id.of).map(|unit| unit.id) else { return };
        self.on_unit(unit, |unit| {
            if let Some(model) = unit.models.iter_mut().find(|model| model.id == id) {
                change(model);
            }
        });
    }

    fn amend(&mut self, id: UnitId, change: impl FnOnce(&mut Component)) {
        let Some(unit) = self.unit_of(id).map(|unit| unit.id) else { return };
        self.on_unit(unit, |unit| {
            if let Some(component) = unit.components.iter_mut().find(|component| component.id == id) {
                change(component);
            }
        });
    }
}
