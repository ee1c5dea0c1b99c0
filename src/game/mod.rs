//! A game: what was said at the table, what came of it, and what is asked now.
//!
//! The game knows no rule. It runs the ruleset's beats over what was said, settles those that have something said behind
//! them, and can take back anything to the first ask. It is pure: the same table and the same words give the same game.

mod act;
mod history;
mod log;
mod run;
mod straight;
mod words;

pub use act::{Act, Back, RestoreError};
pub use history::Beat;
pub use log::{EventId, LogLine, Note};
pub use straight::play;

use crate::desk::{
    Answer, Ask, AskKind, ChoiceId, Offer, RULING, Refusal, Refused, Ruling, Said, Statement, Who,
};
use crate::id::{DeedId, LevelId, RuleId, WindowId};
use crate::rules::{Deed, Ruleset};
use crate::table::{Change, Table};
use crate::text::Text;
use history::History;
use run::Now;

/// The rule that refusals of the game itself stand under.
const KERNEL: RuleId = RuleId::new("game");

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Game {
    rules: &'static Ruleset,
    history: History,
    // The table after the last settled beat, and what was said since.
    settled: Table,
    said: Vec<Statement>,
    now: Now,
    // What was taken back, the latest last. Each holds one statement of a person and the automatic ones behind it.
    undone: Vec<Vec<Statement>>,
    notes: Vec<(usize, Note)>,
    spoken: u32,
    // What became of the game and was not yet asked for.
    acts: Vec<Act>,
}

/// What was taken back or brought again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What was said there, in its order.
    pub statements: Vec<Statement>,
    /// Whether a beat had to be opened at its start because what was said in it no longer fits.
    pub reopened: bool,
}

impl Game {
    /// A game that begins on this table.
    pub fn new(rules: &'static Ruleset, table: Table) -> Result<Game, Refusal> {
        let mut game = Game::untouched(rules, table);
        game.go_on()?;
        Ok(game)
    }

    /// A game in which nothing was said and nothing was run yet.
    fn untouched(rules: &'static Ruleset, table: Table) -> Game {
        Game {
            rules,
            now: Now::before(table.clone()),
            history: History::new(table.clone()),
            settled: table,
            said: Vec::new(),
            undone: Vec::new(),
            notes: Vec::new(),
            spoken: 0,
            acts: Vec::new(),
        }
    }

    /// The ruleset.
    pub fn rules(&self) -> &'static Ruleset {
        self.rules
    }

    /// The table as it stands now.
    pub fn table(&self) -> &Table {
        &self.now.table
    }

    /// What is asked now. None when the battle is over.
    pub fn ask(&self) -> Option<&Ask> {
        self.now.ask.as_ref()
    }

    /// What may be done besides answering.
    pub fn offers(&self) -> &[Offer] {
        &self.now.open.offers
    }

    /// The moments that have come since the last answer, in their order: where reminders belong.
    pub fn windows(&self) -> &[WindowId] {
        &self.now.open.windows
    }

    /// What could be done late now.
    pub fn deeds(&self) -> Vec<Deed> {
        (self.rules.deeds)(&self.now.table)
    }

    /// The settled beats.
    pub fn beats(&self) -> &[Beat] {
        self.history.beats()
    }

    /// What was said since the last settled beat.
    pub fn unsettled(&self) -> &[Statement] {
        &self.said
    }

    /// How many takings-back could be brought again.
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Answers what is asked.
    pub fn answer(&mut self, answer: Answer) -> Result<(), Refused<Answer>> {
        self.say_answer(answer, false)
    }

    /// Answers what is asked, for nobody: dice drawn by the app, an ask with one answer. Taken back with what a person
    /// said before it.
    pub fn answer_automatically(&mut self, answer: Answer) -> Result<(), Refused<Answer>> {
        self.say_answer(answer, true)
    }

    /// Takes one of the offers.
    pub fn aside(&mut self, offer: &ChoiceId) -> Result<(), Refusal> {
        self.say_aside(offer, None)
    }

    /// Takes a greyed offer that the players agree on.
    pub fn aside_overruled(&mut self, offer: &ChoiceId, reason: Text) -> Result<(), Refusal> {
        self.say_aside(offer, Some(reason))
    }

    /// Sets what the players say it is, at any ask.
    pub fn rule(&mut self, ruling: Ruling) -> Result<Ruled, Refused<Ruling>> {
        if let Err(why) = ruling.check(&self.now.table).and_then(|()| self.knows(&ruling)) {
            return Err(Refused { given: ruling, why });
        }
        let statement = self.statement(Said::Ruling(ruling.clone()), Who::Anyone, false);
        let ruled = if ruling.opens_beat() {
            self.rule_before_beat(&statement, ruling.drops_beat(), false)
        } else {
            self.say(statement, false).map(|()| Ruled { dropped: 0 })
        };
        match ruled {
            Ok(ruled) => {
                self.forget_undone(&Said::Ruling(ruling));
                Ok(ruled)
            }
            Err(why) => Err(Refused { given: ruling, why }),
        }
    }

    /// Does now what was forgotten: the same procedure as in a beat, a beat of its own where none is unfinished.
    pub fn late(&mut self, deed: DeedId) -> Result<(), Refusal> {
        self.may_do_late(deed)?;
        let said = Said::Late { deed };
        self.say(self.statement(said.clone(), Who::Anyone, false), false)?;
        self.forget_undone(&said);
        Ok(())
    }

    /// Takes back the last thing a person said, with the automatic ones behind it. None at the first ask.
    pub fn undo(&mut self) -> Option<Step> {
        let quiet = self.is_quiet();
        let (mut step, back) = self.step_back(quiet, |rules, beat, before| {
            run::run_again(rules, before.clone(), &beat.statements).as_ref() == Some(&beat.events)
        })?;
        let acts = self.acts.len();
        if self.go_on().is_err() {
            // Nothing is left that could not fit, so the ask at the start of the beat comes.
            let _ = self.fall();
            step.reopened = true;
        }
        self.acts.insert(acts, Act::TakenBack(back));
        Some(step)
    }

    /// Brings again what was taken back last. Where it does not fit any more, nothing of it or behind it comes again.
    pub fn redo(&mut self) -> Result<Option<Step>, Refusal> {
        let Some(group) = self.undone.pop() else { return Ok(None) };
        self.acts.push(Act::Redone);
        let mut brought = Vec::new();
        for old in &group {
            match self.say_again(old) {
                Ok(()) => brought.push(old.clone()),
                Err(why) => {
                    self.undone.clear();
                    self.acts.push(Act::Forgotten);
                    if brought.is_empty() {
                        return Err(why);
                    }
                    break;
                }
            }
        }
        Ok(Some(Step { statements: brought, reopened: false }))
    }

    /// Runs every settled beat again on the table before it: the numbers of those in which something else happens now.
    pub fn differing_beats(&self) -> Vec<usize> {
        let mut table = self.history.table_before(0);
        let mut differing = Vec::new();
        for (number, beat) in self.history.beats().iter().enumerate() {
            if run::run_again(self.rules, table.clone(), &beat.statements).as_ref() != Some(&beat.events) {
                differing.push(number);
            }
            for event in &beat.events {
                table.apply(event);
            }
        }
        differing
    }

    fn may_do_late(&self, deed: DeedId) -> Result<(), Refusal> {
        if self.deeds().iter().any(|known| known.id == deed) {
            return Ok(());
        }
        let sentence = format!("There is no deed {deed} to do late now.");
        Err(Refusal::of(KERNEL, sentence, "Name one of the list."))
    }

    // Saying.

    fn say_answer(&mut self, answer: Answer, automatic: bool) -> Result<(), Refused<Answer>> {
        let Some(ask) = &self.now.ask else {
            return Err(Refused { given: answer, why: run::nothing_asked(self.rules) });
        };
        let kept = match at_the_door(ask, &answer) {
            Ok(kept) => kept.unwrap_or_else(|| answer.clone()),
            Err(why) => return Err(Refused { given: answer, why }),
        };
        let said = Said::Answer { ask: ask.id, answer: kept };
        let statement = self.statement(said.clone(), ask.who, automatic);
        match self.say(statement, false) {
            Ok(()) => {
                self.forget_undone(&said);
                Ok(())
            }
            Err(why) => Err(Refused { given: answer, why }),
        }
    }

    fn say_aside(&mut self, offer: &ChoiceId, overruled: Option<Text>) -> Result<(), Refusal> {
        let Some(open) = self.now.open.offers.iter().find(|open| open.choice.id == *offer) else {
            let sentence = format!("{offer:?} is not open now.");
            return Err(Refusal::of(KERNEL, sentence, "Take one of the open offers."));
        };
        let said = Said::Aside { offer: offer.clone(), overruled };
        self.say(self.statement(said.clone(), Who::Side(open.side), false), false)?;
        self.forget_undone(&said);
        Ok(())
    }

    fn statement(&self, said: Said, who: Who, automatic: bool) -> Statement {
        Statement { number: self.spoken + 1, ..Statement::new(said, who, automatic) }
    }

    /// Says something behind all that was said. Refused, nothing has changed.
    fn say(&mut self, statement: Statement, again: bool) -> Result<(), Refusal> {
        self.put(statement, self.said.len(), 0, again)
    }

    /// Puts a statement among those since the last settled beat, in the place of some. Refused, nothing has changed.
    fn put(&mut self, statement: Statement, place: usize, drop: usize, again: bool) -> Result<(), Refusal> {
        let acts = self.acts.len();
        let end = (place < self.said.len()).then_some(place);
        let act = Act::Said { statement: statement.clone(), place: end, dropped: drop, again };
        self.acts.push(act);
        let dropped: Vec<Statement> = self.said.drain(place..place + drop).collect();
        self.said.insert(place, Statement { dropped, ..statement });
        let beats = self.history.beats().len();
        match self.go_on() {
            Ok(()) => {
                self.spoken += 1;
                if drop > 0 {
                    self.notes.push((beats, Note::Reopened));
                }
                Ok(())
            }
            Err(why) => {
                self.acts.truncate(acts);
                let refused = self.said.remove(place);
                self.said.splice(place..place, refused.dropped);
                Err(why)
            }
        }
    }

    /// A ruling that opens the beat takes effect before the unfinished one, behind the rulings made before its first answer.
    /// On the clock it drops the beat; else the beat is run again, and dropped where it no longer fits.
    fn rule_before_beat(
        &mut self,
        ruling: &Statement,
        drop_beat: bool,
        again: bool,
    ) -> Result<Ruled, Refusal> {
        let unfinished = self.said.iter().skip(self.now.opened);
        let leading = unfinished.take_while(|statement| matches!(statement.said, Said::Ruling(_))).count();
        let place = self.now.opened + leading;
        if !drop_beat && self.still_fits(ruling, place) && self.put(ruling.clone(), place, 0, again).is_ok() {
            return Ok(Ruled { dropped: 0 });
        }
        let dropped = self.said.len() - place;
        self.put(ruling.clone(), place, dropped, again)?;
        Ok(Ruled { dropped })
    }

    /// Whether what was said in the unfinished beat still leads to an ask of that same beat behind such a ruling. Where it
    /// would answer the asks of another one, it does not fit.
    fn still_fits(&self, ruling: &Statement, place: usize) -> bool {
        let mut said = self.said.clone();
        said.insert(place, ruling.clone());
        let nothing_behind = place + 1 == said.len();
        let ran = run::run(self.rules, &self.settled, &said);
        ran.is_ok_and(|(_, now)| nothing_behind || (now.ask.is_some() && now.opened <= place))
    }

    fn say_again(&mut self, old: &Statement) -> Result<(), Refusal> {
        match &old.said {
            Said::Answer { ask, answer } => {
                let asked = self.now.ask.as_ref();
                let Some(now) = asked.filter(|now| now.id.rule == ask.rule) else {
                    let sentence = format!("This answered {ask}, which is not asked now.");
                    return Err(Refusal::of(KERNEL, sentence, "Go on from here."));
                };
                let said = Said::Answer { ask: now.id, answer: answer.clone() };
                self.say(self.statement(said, now.who, old.automatic), true)
            }
            Said::Late { deed } => {
                self.may_do_late(*deed)?;
                self.say(self.statement(old.said.clone(), old.who, old.automatic), true)
            }
            Said::Aside { .. } => self.say(self.statement(old.said.clone(), old.who, old.automatic), true),
            Said::Ruling(ruling) => {
                ruling.check(&self.now.table)?;
                self.knows(ruling)?;
                let statement = self.statement(old.said.clone(), old.who, old.automatic);
                if ruling.opens_beat() {
                    self.rule_before_beat(&statement, ruling.drops_beat(), true).map(|_| ())
                } else {
                    self.say(statement, true)
                }
            }
        }
    }

    /// What was said anew takes the place of the next thing that could be brought again.
    fn forget_undone(&mut self, said: &Said) {
        let Some(next) = self.undone.last().and_then(|group| group.first()) else { return };
        let both_answer = matches!((said, &next.said), (Said::Answer { .. }, Said::Answer { .. }));
        if both_answer || next.said == *said {
            self.undone.pop();
        }
    }

    /// Whether the ruleset knows the levels and readings that a ruling names.
    fn knows(&self, ruling: &Ruling) -> Result<(), Refusal> {
        for change in &ruling.changes {
            let levels = match change {
                Change::Entered(place) => std::slice::from_ref(place),
                Change::Placed { path } => path,
                _ => &[],
            };
            if let Some(place) = levels.iter().find(|place| !self.rules.levels.contains(&place.level)) {
                let known: Vec<_> = self.rules.levels.iter().map(LevelId::as_str).collect();
                let sentence = format!("{} has no {}.", self.rules.name, place.level);
                return Err(Refusal::of(RULING, sentence, format!("Name one of {}.", known.join(", "))));
            }
            let Change::Read { reading, way } = change else { continue };
            let Some(known) = self.rules.reading(*reading) else {
                let sentence = format!("{} has no reading {reading}.", self.rules.name);
                return Err(Refusal::of(RULING, sentence, "Name one of its readings."));
            };
            if let Some(way) = way.filter(|way| !known.has(*way)) {
                let ways: Vec<_> = known.ways.iter().map(|way| way.id.as_str()).collect();
                let sentence = format!("{reading} cannot be read as {way}.");
                return Err(Refusal::of(RULING, sentence, format!("Name one of {}.", ways.join(", "))));
            }
        }
        Ok(())
    }

    // Running.

    /// Runs what was said and settles what has come to its end. Refused, nothing has changed.
    fn go_on(&mut self) -> Result<(), Refusal> {
        let (settled, mut now) = run::run(self.rules, &self.settled, &self.said)?;
        let mut taken = 0;
        for beat in settled {
            let statements: Vec<Statement> = self.said.drain(..beat.end - taken).collect();
            taken = beat.end;
            self.acts.push(Act::Settled { statements: statements.len(), events: beat.events.clone() });
            self.history.push(Beat { statements, events: beat.events }, &beat.after);
            self.settled = beat.after;
        }
        now.opened -= taken;
        self.now = now;
        Ok(())
    }

    /// Lets fall what was said since the last settled beat: the beat stands at its start.
    fn fall(&mut self) -> Result<(), Refusal> {
        self.said.clear();
        self.note(Note::Reopened);
        self.acts.push(Act::Reopened);
        self.go_on()
    }

    /// Takes out what was said last, wherever it stands, and puts back what fell with it.
    fn take_latest(&mut self) -> Option<Statement> {
        let latest = self.said.iter().enumerate().max_by_key(|(_, statement)| statement.number);
        let at = latest.map(|(at, _)| at)?;
        let mut statement = self.said.remove(at);
        let dropped = std::mem::take(&mut statement.dropped);
        self.said.splice(at..at, dropped);
        Some(statement)
    }

    /// Whether the next taking-back needs no line in the log: it stays inside the unfinished beat, in which no die was
    /// rolled and only one side has answered.
    fn is_quiet(&self) -> bool {
        let unfinished = &self.said[self.now.opened.min(self.said.len())..];
        let plain = |one: &Statement| matches!(&one.said, Said::Answer { answer, .. } if !answer.is_dice());
        !unfinished.is_empty()
            && unfinished.iter().all(plain)
            && unfinished.windows(2).all(|pair| pair[0].who == pair[1].who)
    }
}

/// What a ruling did beyond what it set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruled {
    /// How much of what was said in the unfinished beat fell with it.
    pub dropped: usize,
}

/// What is kept of an answer where that is not the answer itself: faces in the place of a tally.
fn at_the_door(ask: &Ask, answer: &Answer) -> Result<Option<Answer>, Refusal> {
    match (&ask.kind, answer) {
        (AskKind::Dice { roll }, Answer::Tally { tally }) => {
            let faces = roll.represent(ask.id.rule, tally)?;
            Ok(Some(Answer::Faces { faces, thrown: crate::desk::Thrown::Tallied }))
        }
        _ => Ok(None),
    }
}
