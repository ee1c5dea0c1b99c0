//! The changes that lead from one table to another. Applied, they make the one equal to the other, so they serve as
//! the exact inverse of any event.

use super::{Change, On, Table, Unit};
use crate::table::Mark;

impl Table {
    /// The changes after which this table equals `goal`, and a table that has them.
    ///
    /// Sides are not among them: a game has the same from beginning to end.
    pub fn changes_to(&self, goal: &Table) -> Vec<Change> {
        let mut path = Path { now: self.clone(), changes: Vec::new() };
        path.clock(goal);
        path.units(goal);
        path.objectives(goal);
        path.sides(goal);
        path.facts(goal);
        path.marks(goal);
        path.counters(goal);
        if path.now.outcome != goal.outcome {
            path.go(Change::Ended { outcome: goal.outcome.clone() });
        }
        path.changes
    }

    /// What takes a change back again, given the table before it. Empty where it changed nothing.
    pub fn inverse(&self, change: &Change) -> Vec<Change> {
        let mut after = self.clone();
        after.change(change);
        after.changes_to(self)
    }
}

/// The way from one table to another, as far as it has been gone.
struct Path {
    now: Table,
    changes: Vec<Change>,
}

impl Path {
    fn go(&mut self, change: Change) {
        self.now.change(&change);
        self.changes.push(change);
    }

    fn go_all(&mut self, changes: Vec<Change>) {
        for change in changes {
            self.go(change);
        }
    }

    fn clock(&mut self, goal: &Table) {
        if self.now.clock != goal.clock {
            self.go(Change::Placed { path: goal.clock.path().to_vec() });
        }
    }

    fn units(&mut self, goal: &Table) {
        let gone = |unit: &&Unit| goal.unit(unit.id).is_none();
        let gone = self.now.units().filter(gone).map(|unit| Change::Withdrawn { unit: unit.id }).collect();
        self.go_all(gone);
        for unit in goal.units() {
            let Some(now) = self.now.unit(unit.id).cloned() else {
                self.go(Change::Added(Box::new(unit.clone())));
                continue;
            };
            if now == *unit {
                continue;
            }
            if same_frame(&now, unit) {
                self.unit(&now, unit);
            } else {
                self.go(Change::Replaced(Box::new(unit.clone())));
            }
        }
    }

    /// Two states of a unit that consists of the same parts.
    fn unit(&mut self, now: &Unit, goal: &Unit) {
        if now.at != goal.at {
            self.go(Change::Put { unit: goal.id, at: goal.at });
        }
        for (old, new) in now.components.iter().zip(&goal.components) {
            let component = new.id;
            for aspect in old.amendments.keys().filter(|aspect| !new.amendments.contains_key(aspect)) {
                self.go(Change::Amended { component, aspect: aspect.clone(), to: None });
            }
            for (aspect, to) in &new.amendments {
                if old.amendments.get(aspect) != Some(to) {
                    self.go(Change::Amended { component, aspect: aspect.clone(), to: Some(to.clone()) });
                }
            }
        }
        for (old, new) in now.models.iter().zip(&goal.models) {
            let model = new.id;
            if !old.standing && new.standing {
                self.go(Change::Returned { model, wounds: new.wounds });
                continue;
            }
            if old.wounds != new.wounds {
                self.go(Change::Wounds { model, by: new.wounds.saturating_sub(old.wounds) });
            }
            if old.standing && !new.standing {
                self.go(Change::Removed { model });
            }
        }
    }

    fn objectives(&mut self, goal: &Table) {
        let gone = |id| goal.objective(id).is_none();
        let ids = self.now.objectives.iter().map(|objective| objective.id);
        let lifted = ids.filter(|id| gone(*id)).map(|objective| Change::Lifted { objective }).collect();
        self.go_all(lifted);
        for objective in &goal.objectives {
            match self.now.objective(objective.id) {
                Some(now) if now == objective => {}
                Some(now) if now.name == objective.name => {
                    self.go(Change::Held { objective: objective.id, by: objective.holder });
                }
                _ => self.go(Change::Laid(objective.clone())),
            }
        }
    }

    fn sides(&mut self, goal: &Table) {
        for (side, new) in goal.sides() {
            let cp = new.cp.saturating_sub(self.now.cp(side));
            let vp = new.vp.saturating_sub(self.now.vp(side));
            if cp != 0 {
                self.go(Change::Cp { side, by: cp, source: None });
            }
            if vp != 0 {
                self.go(Change::Vp { side, by: vp, source: None });
            }
        }
        let parted: Vec<_> = self.now.engaged.difference(&goal.engaged).copied().collect();
        let engaged: Vec<_> = goal.engaged.difference(&self.now.engaged).copied().collect();
        self.go_all(parted.into_iter().map(|(a, b)| Change::Parted { a, b }).collect());
        self.go_all(engaged.into_iter().map(|(a, b)| Change::Engaged { a, b }).collect());
    }

    fn facts(&mut self, goal: &Table) {
        let forgotten = self.now.told.keys().filter(|fact| !goal.told.contains_key(fact));
        let mut changes: Vec<_> = forgotten.map(|fact| Change::Forgotten { fact: *fact }).collect();
        let told = goal.told.iter().filter(|(fact, value)| self.now.told(fact) != Some(**value));
        changes.extend(told.map(|(fact, value)| Change::Told { fact: *fact, value: *value }));
        let unread = self.now.readings.keys().filter(|id| !goal.readings.contains_key(id));
        changes.extend(unread.map(|reading| Change::Read { reading: *reading, way: None }));
        let read = goal.readings.iter().filter(|(id, way)| self.now.reading(**id) != Some(**way));
        changes.extend(read.map(|(reading, way)| Change::Read { reading: *reading, way: Some(*way) }));
        self.go_all(changes);
    }

    fn marks(&mut self, goal: &Table) {
        if self.now.marks == goal.marks {
            return;
        }
        let gone = |mark: &Mark| !goal.marks.has(mark.on, mark.id);
        let mut changes: Vec<_> =
            self.now.marks.iter().filter(gone).map(|m| Change::Unmarked { on: m.on, id: m.id }).collect();
        let other = |mark: &Mark| self.now.marks.get(mark.on, mark.id).as_ref() != Some(mark);
        changes.extend(goal.marks.iter().filter(other).map(Change::Marked));
        self.go_all(changes);
    }

    fn counters(&mut self, goal: &Table) {
        let keys = self.now.counters.keys().chain(goal.counters.keys());
        let by = |on: On, id| goal.counter(on, id).saturating_sub(self.now.counter(on, id));
        let mut changes = Vec::new();
        for (on, id) in keys.copied().collect::<std::collections::BTreeSet<_>>() {
            if by(on, id) != 0 {
                changes.push(Change::Counted { on, id, by: by(on, id) });
            }
        }
        self.go_all(changes);
    }
}

/// Whether two states of a unit differ only in what single changes can mend.
fn same_frame(now: &Unit, goal: &Unit) -> bool {
    now.side == goal.side
        && now.order == goal.order
        && now.components.len() == goal.components.len()
        && now.models.len() == goal.models.len()
        && now.components.iter().zip(&goal.components).all(|(a, b)| {
            a.id == b.id && a.sheet == b.sheet && a.points == b.points && a.starting == b.starting
        })
        && now.models.iter().zip(&goal.models).all(|(a, b)| a.id == b.id && a.profile == b.profile)
}
