//! What `show` gives: the table, the log, the score, for programs.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::army::Value;
use crate::game::{EventId, Game, LogLine};
use crate::id::{CounterId, DeedId, ModelId, ProfileId, ReadingId, SideId, StatId, UnitId, WayId};
use crate::session::{Session, standing, words};
use crate::table::{Event, Fact, FactValue, Mark, Objective, On, Place, Table, Unit, Whereabouts};

/// All that is true now.
#[derive(Debug, Serialize)]
pub struct TableView {
    at: String,
    clock: Vec<Place>,
    sides: Vec<SideView>,
    units: Vec<UnitView>,
    objectives: Vec<Objective>,
    marks: Vec<Mark>,
    counters: Vec<CounterView>,
    engaged: Vec<(UnitId, UnitId)>,
    told: Vec<ToldView>,
    readings: BTreeMap<ReadingId, WayId>,
    played: u32,
}

#[derive(Debug, Serialize)]
struct SideView {
    side: SideId,
    name: String,
    cp: i32,
    vp: i32,
}

#[derive(Debug, Serialize)]
struct UnitView {
    id: UnitId,
    name: String,
    side: SideId,
    at: Whereabouts,
    standing: usize,
    starting: u16,
    components: Vec<ComponentView>,
    models: Vec<ModelView>,
}

#[derive(Debug, Serialize)]
struct ComponentView {
    id: UnitId,
    name: String,
    points: u32,
    profiles: BTreeMap<ProfileId, BTreeMap<StatId, Value>>,
    amended: usize,
}

#[derive(Debug, Serialize)]
struct ModelView {
    id: ModelId,
    profile: ProfileId,
    wounds: i32,
    standing: bool,
}

#[derive(Debug, Serialize)]
struct CounterView {
    on: On,
    id: CounterId,
    count: i32,
}

#[derive(Debug, Serialize)]
struct ToldView {
    fact: Fact,
    value: FactValue,
}

impl TableView {
    /// The table of a session.
    pub fn of(session: &Session) -> TableView {
        let table = session.game().table();
        TableView {
            at: standing(table).to_string(),
            clock: table.clock().path().to_vec(),
            sides: sides(table),
            units: table.units().map(UnitView::of).collect(),
            objectives: table.objectives().to_vec(),
            marks: table.marks().iter().collect(),
            counters: table.counters().map(|(on, id, count)| CounterView { on, id, count }).collect(),
            engaged: table.engagements().collect(),
            told: table.facts().map(|(fact, value)| ToldView { fact: *fact, value }).collect(),
            readings: table.readings().collect(),
            played: session.seconds(),
        }
    }
}

impl UnitView {
    fn of(unit: &Unit) -> UnitView {
        let component = |part: &crate::table::Component| {
            let stats = |profile: &crate::army::Profile| {
                let found = profile.stats.keys().map(|stat| (*stat, part.stat(profile.id, *stat)));
                let values = found.filter_map(|(stat, value)| value.map(|value| (stat, value))).collect();
                (profile.id, values)
            };
            ComponentView {
                id: part.id,
                name: part.name().to_string(),
                points: part.points,
                profiles: part.sheet.profiles.iter().map(stats).collect(),
                amended: part.amendments.len(),
            }
        };
        let model = |model: &crate::table::Model| ModelView {
            id: model.id,
            profile: model.profile,
            wounds: model.wounds,
            standing: model.standing,
        };
        UnitView {
            id: unit.id,
            name: unit.name().to_owned(),
            side: unit.side,
            at: unit.at,
            standing: unit.standing().count(),
            starting: unit.starting(),
            components: unit.components.iter().map(component).collect(),
            models: unit.models.iter().map(model).collect(),
        }
    }
}

/// The points.
#[derive(Debug, Serialize)]
pub struct ScoreView {
    sides: Vec<SideView>,
}

impl ScoreView {
    /// The points on a table.
    pub fn of(table: &Table) -> ScoreView {
        ScoreView { sides: sides(table) }
    }
}

fn sides(table: &Table) -> Vec<SideView> {
    let view = |(id, side): (SideId, &crate::table::Side)| SideView {
        side: id,
        name: side.name.to_string(),
        cp: side.cp,
        vp: side.vp,
    };
    table.sides().map(view).collect()
}

/// What has happened, oldest first.
#[derive(Debug, Serialize)]
pub struct LogView {
    /// Line by line.
    pub lines: Vec<LineView>,
}

/// A line of the log.
#[derive(Debug, Serialize)]
pub struct LineView {
    /// In words.
    pub words: String,
    /// Its beat, to correct it by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beat: Option<usize>,
    /// Its place in the beat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// What happened. Without it, it is a remark about the game itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<Event>,
}

impl LogView {
    /// The last lines of a game's log, or all.
    pub fn of(game: &Game, last: Option<usize>) -> LogView {
        let skipped = last.map_or(0, |last| game.log().count().saturating_sub(last));
        LogView { lines: game.log().skip(skipped).map(|line| LineView::of(game, line)).collect() }
    }
}

impl LineView {
    fn of(game: &Game, line: LogLine<'_>) -> LineView {
        match line {
            LogLine::Event(id, event) => LineView {
                words: game.words(event),
                beat: Some(id.beat),
                event: Some(id.event),
                what: Some(event.clone()),
            },
            LogLine::Note(note) => LineView { words: words::note(note), beat: None, event: None, what: None },
        }
    }
}

/// What the other side has been shown: everything up to the last settled beat, and these events since.
#[derive(Debug)]
pub struct Known {
    beats: usize,
    events: Vec<Event>,
}

impl Known {
    /// All that there is in a game now.
    pub fn of(game: &Game) -> Known {
        let beats = game.beats().len();
        let events = unsettled(game, beats).map(|(_, event)| event.clone()).collect();
        Known { beats, events }
    }

    /// What is there now and was not known. An aside tells the unfinished beat anew: only where it differs.
    pub fn since(&self, game: &Game) -> Vec<LineView> {
        let same = |((_, now), known): &((EventId, &Event), &Event)| now == known;
        let known = unsettled(game, self.beats).zip(&self.events).take_while(same).count();
        let fresh = unsettled(game, self.beats).skip(known);
        fresh.map(|(id, event)| LineView::of(game, LogLine::Event(id, event))).collect()
    }
}

/// The events of the beats from this one on.
fn unsettled(game: &Game, beat: usize) -> impl Iterator<Item = (EventId, &Event)> {
    game.log_from(beat).filter_map(|line| match line {
        LogLine::Event(id, event) => Some((id, event)),
        LogLine::Note(_) => None,
    })
}

/// Something that could be done late.
#[derive(Debug, Serialize)]
pub struct DeedView {
    /// Its name.
    pub id: DeedId,
    /// In words.
    pub words: String,
    /// The unit that does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
}

impl DeedView {
    /// The deeds of a game.
    pub fn of(game: &Game) -> Vec<DeedView> {
        let deeds = game.deeds().into_iter();
        deeds.map(|deed| DeedView { id: deed.id, words: deed.words, unit: deed.unit }).collect()
    }
}

/// A rule that can be read in more than one way.
#[derive(Debug, Serialize)]
pub struct ReadingView {
    id: ReadingId,
    title: &'static str,
    now: WayId,
    default: WayId,
    ways: BTreeMap<WayId, &'static str>,
    reason: &'static str,
}

impl ReadingView {
    /// The readings of a game.
    pub fn of(game: &Game) -> Vec<ReadingView> {
        let view = |reading: &crate::rules::Reading| ReadingView {
            id: reading.id,
            title: reading.title,
            now: reading.on(game.table()),
            default: reading.default,
            ways: reading.ways.iter().map(|way| (way.id, way.words)).collect(),
            reason: reading.reason,
        };
        game.rules().readings.iter().map(view).collect()
    }
}
