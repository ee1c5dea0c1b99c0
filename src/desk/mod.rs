//! The desk: where rules ask and people answer.
//!
//! A rule is straight-line code that reads like the rulebook. Whatever it cannot know it asks the desk for. Has the
//! desk no answer, it gives [`Pause`], and `?` unwinds; when the answer comes, the same code runs again from the start
//! of its beat with one answer more. So the call stack is the procedure stack, and nothing of it is stored.

mod answer;
mod ask;
mod dice;
mod form;
mod interlude;
mod menu;
mod offer;
mod refusal;
mod ruling;

pub use answer::{Answer, Said, Statement};
pub use ask::{Ask, AskId, AskKind, Who};
pub use dice::{Bucket, Die, Modifier, Roll, Rolled, Thrown};
pub use form::{Field, FieldKind, FieldValue, Filled, Form, When};
pub use menu::{Choice, ChoiceId, Condition, Menu};
pub use offer::{Offer, Open};
pub use refusal::{Complaint, Fault, Objection, Refusal, Refused};
pub use ruling::{RULING, Ruling};

use crate::id::{DeedId, FieldId, RuleId, WindowId};
use crate::table::{Cause, Change, Event, Fact, FactValue, Table};
use crate::text::Text;

/// A rule waits for an answer: hand it on with `?`.
#[derive(Debug)]
#[must_use]
pub struct Pause(());

/// What a rule gives back: its result, or a pause.
pub type Flow<T> = Result<T, Pause>;

/// A ruleset's procedure for deeds done late.
pub type LateDeed = fn(&mut Desk<'_>, DeedId) -> Flow<()>;

/// Somebody or something that answers at once, so that nothing pauses: app dice, a random player, an enumerator of all
/// dice.
pub trait Answerer {
    /// Answers an ask. None pauses after all.
    fn answer(&mut self, ask: &Ask, table: &Table) -> Option<Answer>;

    /// Takes one of the offers, or none.
    fn aside(&mut self, offers: &[Offer], table: &Table) -> Option<ChoiceId>;
}

/// How far a beat came.
#[derive(Debug)]
pub(crate) enum Stand {
    /// To its end.
    Finished,
    /// To an ask without an answer.
    Asking(Ask),
    /// To something said that does not fit there, or that the rules refuse.
    Unfit(Refusal),
    /// To a mistake of the program.
    Fault(Fault),
}

/// What is left on the desk when a beat was run.
#[derive(Debug)]
pub(crate) struct Left {
    /// How far it came.
    pub stand: Stand,
    /// The table there.
    pub table: Table,
    /// What happened.
    pub events: Vec<Event>,
    /// How much of what was said it used.
    pub used: usize,
    /// What stands open.
    pub open: Open,
}

/// What the rules work at: the table as it becomes, and the answers so far.
pub struct Desk<'a> {
    table: Table,
    script: &'a [Statement],
    used: usize,
    events: Vec<Event>,
    open: Open,
    asks: u16,
    halt: Option<Stand>,
    late: LateDeed,
    // How many late deeds are being done, one within another.
    lateness: u16,
    answerer: Option<&'a mut dyn Answerer>,
}

impl std::fmt::Debug for Desk<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Desk").field("used", &self.used).field("halt", &self.halt).finish_non_exhaustive()
    }
}

impl<'a> Desk<'a> {
    /// A desk with a table, what was said, and the offers still open from before.
    pub(crate) fn new(table: Table, script: &'a [Statement], open: Open, late: LateDeed) -> Desk<'a> {
        Desk {
            table,
            script,
            used: 0,
            events: Vec::new(),
            open,
            asks: 0,
            halt: None,
            late,
            lateness: 0,
            answerer: None,
        }
    }

    /// The same with somebody who answers at once.
    pub(crate) fn answered_by(self, answerer: &'a mut dyn Answerer) -> Desk<'a> {
        Desk { answerer: Some(answerer), ..self }
    }

    /// Runs a beat: first the rulings that stand before it, then the procedure, or the deed that was named instead.
    pub(crate) fn run(mut self, beat: impl FnOnce(&mut Desk<'a>) -> Flow<()>) -> Left {
        self.rule_before();
        if self.table.outcome().is_some() && self.used > 0 {
            // Ended by a ruling: there is nothing left to do.
            return self.leave(Ok(()));
        }
        let next = self.rulings_ahead();
        let flow = match self.said(next) {
            Some(Said::Late { deed }) => {
                self.rule_until(next);
                self.used += 1;
                self.late_deed(*deed)
            }
            _ => beat(&mut self),
        };
        self.leave(flow)
    }

    fn leave(mut self, flow: Flow<()>) -> Left {
        let stand = match (flow, self.halt.take()) {
            (Ok(()), None) => Stand::Finished,
            (Ok(()), Some(Stand::Asking(ask))) => Stand::Fault(Fault::EndedPaused(ask.id.rule)),
            (Err(Pause(())), None) => Stand::Fault(Fault::NothingAsked),
            (_, Some(stand)) => stand,
        };
        Left { stand, table: self.table, events: self.events, used: self.used, open: self.open }
    }

    /// Applies all rulings that come next and nothing else: what can be said when a battle is over.
    pub(crate) fn run_rulings(mut self) -> Left {
        self.rule_until(self.rulings_ahead());
        Left {
            stand: Stand::Finished,
            table: self.table,
            events: self.events,
            used: self.used,
            open: self.open,
        }
    }

    /// The table as it stands now.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Records a fact: it is applied to the table at once.
    pub fn record(&mut self, rule: RuleId, change: Change) {
        if self.is_paused(rule) {
            return;
        }
        if self.lateness > 0 && change.is_clock() {
            self.halt = Some(Stand::Fault(Fault::LateClock(rule)));
            return;
        }
        let cause = if self.lateness > 0 { Cause::Late } else { Cause::Rule };
        self.put(Event { rule, cause, change });
    }

    /// A player chooses.
    pub fn choose<T>(&mut self, rule: RuleId, who: Who, menu: impl FnOnce(&Table) -> Menu<T>) -> Flow<T> {
        self.hear(
            rule,
            who,
            menu,
            |menu| {
                let kind = AskKind::Choice { options: menu.choices.clone(), default: menu.default_choice() };
                (menu.words.clone(), kind)
            },
            |menu, answer, _| match answer {
                Answer::Choose { choose, overruled } => menu.take(rule, choose, overruled.as_ref()),
                _ => Err(wrong_kind(rule, "Choose one of the options.")),
            },
        )
    }

    /// Dice are rolled. A roll of no dice is not asked for.
    pub fn roll(&mut self, rule: RuleId, roll: impl Fn(&Table) -> Roll) -> Flow<Rolled> {
        if self.is_paused(rule) {
            return Err(Pause(()));
        }
        // A roll of no dice is not asked for, so what comes before the next ask is not heard yet. Else rulings may change what
        // is rolled: they are heard before it is put together for good.
        let mut asked = roll(&self.table);
        if asked.count > 0 && self.is_interrupted() {
            self.interludes()?;
            asked = roll(&self.table);
        }
        let roll = asked;
        if roll.count == 0 {
            return Ok(Rolled::new(roll, Vec::new(), Thrown::App));
        }
        let who = Who::Side(roll.who);
        self.hear(
            rule,
            who,
            |_| roll,
            |roll| (roll.words.clone(), AskKind::Dice { roll: roll.clone() }),
            |roll, answer, _| match answer {
                Answer::Faces { faces, thrown } => {
                    roll.check(rule, faces)?;
                    if *thrown == Thrown::Tallied {
                        roll.check_tallied(rule, faces)?;
                    }
                    Ok(fallen(Rolled::new(roll, faces.clone(), *thrown)))
                }
                Answer::Tally { tally } => {
                    let faces = roll.represent(rule, tally)?;
                    Ok(fallen(Rolled::new(roll, faces, Thrown::Tallied)))
                }
                _ => Err(wrong_kind(rule, "Roll the dice.")),
            },
        )
    }

    /// Rolls dice again, counted from 0: none that was rolled again before, and a sum only whole unless a rule lets
    /// single dice. Where none is left, nothing is asked.
    pub fn reroll(&mut self, rule: RuleId, rolled: &mut Rolled, dice: &[usize]) -> Flow<()> {
        let dice = rolled.reroll_of(dice);
        let count = u16::try_from(dice.len()).unwrap_or(u16::MAX);
        let again = Roll { count, again: true, ..rolled.roll().clone() };
        let fresh = self.roll(rule, |_| again.clone())?;
        rolled.replace(&dice, fresh.faces());
        Ok(())
    }

    /// The physical table is looked at. What is answered is told.
    pub fn facts(&mut self, rule: RuleId, who: Who, form: impl FnOnce(&Table) -> Form<'_>) -> Flow<Filled> {
        self.fill(rule, who, form, |fields| AskKind::Facts { fields })
    }

    /// One fact: what was told of it and still counts, else it is asked.
    pub fn fact(
        &mut self,
        rule: RuleId,
        who: Who,
        words: &str,
        fact: Fact,
        usual: FactValue,
    ) -> Flow<FactValue> {
        if self.is_paused(rule) {
            return Err(Pause(()));
        }
        if let Some(told) = self.table.told(&fact) {
            return Ok(told);
        }
        self.interludes()?;
        if let Some(told) = self.table.told(&fact) {
            return Ok(told);
        }
        self.facts(rule, who, |_| Form::new(words).field(Field::fact(FACT, words, fact, usual)))?;
        Ok(self.table.told(&fact).unwrap_or(usual))
    }

    /// Several things are answered together.
    pub fn form(&mut self, rule: RuleId, who: Who, form: impl FnOnce(&Table) -> Form<'_>) -> Flow<Filled> {
        self.fill(rule, who, form, |fields| AskKind::Form { fields })
    }

    fn fill(
        &mut self,
        rule: RuleId,
        who: Who,
        form: impl FnOnce(&Table) -> Form<'_>,
        kind: impl FnOnce(Vec<Field>) -> AskKind,
    ) -> Flow<Filled> {
        // A form may borrow the table it was made from, so it is given one of its own.
        if self.is_paused(rule) {
            return Err(Pause(()));
        }
        self.interludes()?;
        let table = self.table.clone();
        let form = form(&table);
        self.hear(
            rule,
            who,
            |_| form,
            |form| (form.words.clone(), kind(form.fields.clone())),
            |form, answer, table| match answer {
                Answer::Fields { fields, overruled } => form.take(rule, fields, overruled.as_ref(), table),
                _ => Err(wrong_kind(rule, "Fill in the fields.")),
            },
        )
    }

    /// A moment comes at which something may be done besides answering. It stands open like an offer.
    pub fn window(&mut self, rule: RuleId, window: WindowId) {
        if !self.is_paused(rule) {
            self.open.windows.push(window);
        }
    }

    /// Leaves offers open behind the last answer and goes on. Gives the one that was taken, once one is: what it does is
    /// the rule's.
    ///
    /// Taking one closes those that were opened before it behind the same answer, so offers of one moment belong in one call,
    /// which the rule repeats for those that are left. A ruling made beside open offers takes effect where the one is made
    /// that is then taken: what follows is told anew on the ruled table.
    pub fn offer(&mut self, rule: RuleId, offers: impl FnOnce(&Table) -> Vec<Offer>) -> Option<ChoiceId> {
        if self.is_paused(rule) {
            return None;
        }
        let at = self.rulings_ahead();
        match self.said(at) {
            None => {
                let offers = offers(&self.ruled_table(at));
                let taken = self.answerer.as_mut().and_then(|one| one.aside(&offers, &self.table));
                if let Some(id) = taken {
                    return self.take_offer(&offers, &id, None);
                }
                if has_same_ids(&offers) {
                    self.halt = Some(Stand::Fault(Fault::SameId(rule)));
                    return None;
                }
                // Of two of one name the one that was open first is the one that would be taken.
                let open = &self.open.offers;
                let fresh = |offer: &Offer| !open.iter().any(|old| old.choice.id == offer.choice.id);
                let fresh: Vec<Offer> = offers.into_iter().filter(fresh).collect();
                self.open.offers.extend(fresh);
                None
            }
            Some(Said::Aside { offer, overruled }) => {
                let offers = offers(&self.ruled_table(at));
                if !offers.iter().any(|open| open.choice.id == *offer) {
                    return None;
                }
                self.rule_until(at);
                self.used += 1;
                self.take_offer(&offers, offer, overruled.as_ref())
            }
            Some(_) => None,
        }
    }

    /// The table with the rulings that come next: an offer sees what was ruled beside it.
    fn ruled_table(&self, end: usize) -> Table {
        let mut table = self.table.clone();
        for statement in &self.script[self.used..end] {
            if let Said::Ruling(ruling) = &statement.said {
                ruling.changes.iter().for_each(|change| table.apply(&change.clone().under(RULING)));
            }
        }
        table
    }

    fn take_offer(&mut self, offers: &[Offer], id: &ChoiceId, overruled: Option<&Text>) -> Option<ChoiceId> {
        let offer = offers.iter().find(|offer| offer.choice.id == *id)?;
        match offer.choice.take(overruled) {
            Ok(changes) => {
                self.open.offers.clear();
                self.record_all(offer.rule, changes);
                Some(id.clone())
            }
            Err(refusal) => {
                self.used = self.used.saturating_sub(1);
                self.halt = Some(Stand::Unfit(refusal));
                None
            }
        }
    }

    /// The heart of every ask: what was said next is its answer, or the beat pauses here.
    fn hear<P, T>(
        &mut self,
        rule: RuleId,
        who: Who,
        put: impl FnOnce(&Table) -> P,
        show: impl FnOnce(&P) -> (String, AskKind),
        take: impl FnOnce(P, &Answer, &Table) -> Result<(T, Vec<Change>), Refusal>,
    ) -> Flow<T> {
        if self.is_paused(rule) {
            return Err(Pause(()));
        }
        self.interludes()?;
        self.asks = self.asks.saturating_add(1);
        let id = AskId { rule, number: self.asks };
        let put = put(&self.table);
        let taken = match self.said(self.used) {
            Some(Said::Answer { ask, .. }) if *ask != id => {
                let sentence = format!("This answers {ask}, and {id} is asked.");
                Err(Refusal::of(rule, sentence, "Answer what is asked."))
            }
            Some(Said::Answer { answer, .. }) => {
                let taken = take(put, answer, &self.table);
                self.used += usize::from(taken.is_ok());
                taken
            }
            Some(_) => {
                Err(Refusal::of(rule, "Nothing that was offered here has this name.", "Answer the ask."))
            }
            None => {
                let (words, kind) = show(&put);
                let ask = Ask { id, who, words, kind };
                let answer = self.answerer.as_mut().and_then(|one| one.answer(&ask, &self.table));
                let Some(answer) = answer else { return self.pause(ask) };
                take(put, &answer, &self.table)
            }
        };
        match taken {
            Ok((value, changes)) => {
                self.open.close();
                self.record_all(rule, changes);
                Ok(value)
            }
            Err(refusal) => {
                self.halt = Some(Stand::Unfit(refusal));
                Err(Pause(()))
            }
        }
    }

    fn pause<T>(&mut self, ask: Ask) -> Flow<T> {
        // Players may rule away what there was to choose from; rules never ask for nothing.
        let ruled = self.script.iter().any(|one| matches!(one.said, Said::Ruling(_)));
        let fault = ask.fault().filter(|fault| !(ruled && matches!(fault, Fault::NoOption(_))));
        self.halt = Some(fault.map_or(Stand::Asking(ask), Stand::Fault));
        Err(Pause(()))
    }

    /// Whether the beat has halted already. A rule that still wants something went on after a pause.
    fn is_paused(&mut self, rule: RuleId) -> bool {
        if matches!(self.halt, Some(Stand::Asking(_))) {
            self.halt = Some(Stand::Fault(Fault::WentOn(rule)));
        }
        self.halt.is_some()
    }

    fn record_all(&mut self, rule: RuleId, changes: Vec<Change>) {
        for change in changes {
            self.record(rule, change);
        }
    }

    fn put(&mut self, event: Event) {
        self.table.apply(&event);
        self.events.push(event);
    }
}

fn has_same_ids(offers: &[Offer]) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    offers.iter().any(|offer| !seen.insert(&offer.choice.id))
}

/// The field of a lone fact.
const FACT: FieldId = FieldId::new("fact");

/// Dice that fell, with what the log says of them.
fn fallen(rolled: Rolled) -> (Rolled, Vec<Change>) {
    let by = match rolled.thrown() {
        Thrown::Typed => None,
        Thrown::Tallied => Some("tally".into()),
        Thrown::App => Some("app".into()),
    };
    let words = Text::from(rolled.roll().words.as_str());
    let change = Change::Rolled { words, faces: rolled.faces().to_vec(), by };
    (rolled, vec![change])
}

fn wrong_kind(rule: RuleId, remedy: &str) -> Refusal {
    Refusal::of(rule, "That is no answer to this ask.", remedy)
}
