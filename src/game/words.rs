//! What happened, in words for people.

use super::Game;
use crate::id::{ModelId, SideId, UnitId};
use crate::table::{
    Amended, Aspect, Cause, Change, Event, Fact, FactValue, Mark, On, Place, Setting, Spot, Table, Until,
    Whereabouts,
};
use crate::text::Text;

impl Game {
    /// An event in words, with the rule behind it.
    pub fn words(&self, event: &Event) -> String {
        let words = self.change_words(&event.change);
        match event.cause {
            Cause::Rule => format!("{words} ({})", event.rule),
            Cause::Ruling => format!("{words} (ruling)"),
            Cause::Late => format!("{words} ({}, late)", event.rule),
        }
    }

    /// A change in words.
    pub fn change_words(&self, change: &Change) -> String {
        let table = self.table();
        let unit = |id: &UnitId| unit_name(table, *id);
        let side = |id: &SideId| table.side_name(*id).to_string();
        let whose = |id: &SideId, by: i32, what: &str, source: Option<&str>| {
            let source = source.map(|source| format!(" for {source}")).unwrap_or_default();
            format!("{}: {by:+} {what}{source}", side(id))
        };
        match change {
            Change::Entered(place) => format!("Begins: {}", place_words(table, place)),
            Change::Left(level) => format!("The {level} ends"),
            Change::Placed { path } => {
                let places: Vec<String> = path.iter().map(|place| place_words(table, place)).collect();
                format!("The game stands at {}", places.join(", "))
            }
            Change::Marked(mark) => self.mark_words(mark),
            Change::Unmarked { on, id } => {
                let label = self.rules().mark_label(*id).unwrap_or(id.as_str());
                format!("{}: no longer {label}", on_words(table, on))
            }
            Change::Counted { on, id, by } => format!("{}: {by:+} {id}", on_words(table, on)),
            Change::Cp { side, by, source } => whose(side, *by, "CP", source.as_ref().map(Text::as_str)),
            Change::Vp { side, by, source } => whose(side, *by, "VP", source.as_ref().map(Text::as_str)),
            Change::Held { objective, by } => {
                let name = table.objective(*objective).map_or(objective.as_str(), |one| one.name.as_str());
                match by {
                    Some(holder) => format!("{name}: held by {}", side(holder)),
                    None => format!("{name}: held by nobody"),
                }
            }
            Change::Wounds { model, by } => {
                let (verb, count) =
                    if *by < 0 { ("loses", -i64::from(*by)) } else { ("regains", i64::from(*by)) };
                format!("{} {verb} {count} {}", model_name(table, *model), plural(count, "wound"))
            }
            Change::Set(setting) => match setting {
                Setting::Wounds { model, to } => {
                    format!("{} has {to} {}", model_name(table, *model), plural((*to).into(), "wound"))
                }
                Setting::Cp { side: id, to } => format!("{} has {to} CP", side(id)),
                Setting::Vp { side: id, to } => format!("{} has {to} VP", side(id)),
                Setting::Count { on, id, to } => format!("{}: {id} {to}", on_words(table, on)),
            },
            Change::Removed { model } => format!("{} is removed", model_name(table, *model)),
            Change::Returned { model, wounds } => {
                format!(
                    "{} returns with {wounds} {}",
                    model_name(table, *model),
                    plural((*wounds).into(), "wound")
                )
            }
            Change::Moved { unit: id } => format!("{} moves", unit(id)),
            Change::Put { unit: id, at } => match at {
                Whereabouts::Table => format!("{} is on the table", unit(id)),
                Whereabouts::Reserve => format!("{} is in reserve", unit(id)),
                Whereabouts::Aboard(other) => format!("{} is aboard {}", unit(id), unit(other)),
                Whereabouts::Gone => format!("{} has left the table", unit(id)),
            },
            Change::Engaged { a, b } => format!("{} and {} are engaged", unit(a), unit(b)),
            Change::Parted { a, b } => format!("{} and {} are no longer engaged", unit(a), unit(b)),
            Change::Told { fact, value } => format!("Told: {}", told_words(table, fact, *value)),
            Change::Forgotten { fact } => {
                let about: Vec<String> = fact.spots().iter().map(|spot| spot_words(table, spot)).collect();
                format!("To be asked anew: {}", about.join(", "))
            }
            Change::Amended { component, aspect, to } => {
                let to = to.as_ref().map_or_else(|| "as printed".to_owned(), amended_words);
                format!("{}: {} is {to}", unit(component), aspect_words(aspect))
            }
            Change::Added(added) => format!("{} joins the game for {}", added.name(), side(&added.side)),
            Change::Replaced(unit) => format!("{} is put right", unit.name()),
            Change::Withdrawn { unit: id } => format!("{} is out of the game", unit(id)),
            Change::Joined { unit: id, into } => format!("{} becomes part of {}", unit(id), unit(into)),
            Change::Split { component, from } => format!("{} leaves {}", unit(component), unit(from)),
            Change::Laid(objective) => format!("{} is an objective", objective.name),
            Change::Lifted { objective } => format!("{objective} is no longer an objective"),
            Change::Read { reading, way } => match way {
                Some(way) => format!("{reading} is read as {way}"),
                None => format!("{reading} is read by its default"),
            },
            Change::Ended { outcome: Some(outcome) } => match outcome.winner {
                Some(winner) => format!("The battle is over: {} {} wins", outcome.words, side(&winner)),
                None => format!("The battle is over: {}", outcome.words),
            },
            Change::Ended { outcome: None } => "The battle goes on".to_owned(),
            Change::Rolled { words, faces, by } => {
                let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
                let by = by.as_ref().map(|by| format!(" ({by})")).unwrap_or_default();
                format!("{words}: {}{by}", faces.join(" "))
            }
            Change::Overruled { what, reason } => format!("Overruled: {what} Because: {reason}"),
            Change::Late { deed } => format!("Done late: {deed}"),
            Change::Noted { words } => words.to_string(),
        }
    }

    fn mark_words(&self, mark: &Mark) -> String {
        let label = mark.label.as_ref().map(Text::as_str);
        let label = label.or_else(|| self.rules().mark_label(mark.id)).unwrap_or(mark.id.as_str());
        let value = if mark.value == 0 { String::new() } else { format!(" {}", mark.value) };
        format!(
            "{}: {label}{value}{}",
            on_words(self.table(), &mark.on),
            until_words(self.table(), &mark.until)
        )
    }
}

fn until_words(table: &Table, until: &Until) -> String {
    let of =
        |side: Option<SideId>| side.map_or(String::new(), |side| format!(" of {}", table.side_name(side)));
    match until {
        Until::Battle => String::new(),
        Until::Leaving(level) => format!(" until the end of the {level}"),
        Until::Start(span) => format!(" until the start of the next {}{}", span.of, of(span.side)),
        Until::End(span) => format!(" until the end of the next {}{}", span.of, of(span.side)),
        Until::Move(unit) => format!(" until {} moves", unit_name(table, *unit)),
        Until::Lost(_) => " while its source is there".to_owned(),
    }
}

fn place_words(table: &Table, place: &Place) -> String {
    let number = place.number.map(|number| format!(" {number}")).unwrap_or_default();
    let of = match (place.unit, place.side) {
        (Some(unit), _) => format!(" of {}", unit_name(table, unit)),
        (None, Some(side)) => format!(" of {}", table.side_name(side)),
        (None, None) => String::new(),
    };
    format!("{}{number}{of}", place.name)
}

fn on_words(table: &Table, on: &On) -> String {
    match on {
        On::Game => "The game".to_owned(),
        On::Side(side) => table.side_name(*side).to_string(),
        On::Unit(unit) => unit_name(table, *unit),
        On::Model(model) => model_name(table, *model),
        On::Objective(id) => table.objective(*id).map_or_else(|| id.to_string(), |one| one.name.to_string()),
        On::Pair(a, b) => format!("{} toward {}", unit_name(table, *a), unit_name(table, *b)),
    }
}

fn told_words(table: &Table, fact: &Fact, value: FactValue) -> String {
    let [a, b] = fact.spots().map(|spot| spot_words(table, &spot));
    let not = if value.holds() { "" } else { "not " };
    match fact {
        Fact::Within { inches, .. } => format!("{a} is {not}within {inches} inches of {b}"),
        Fact::Reaching { inches, .. } => format!("{value} of {a} within {inches} inches of {b}"),
        Fact::Visible { .. } => format!("{b} is {not}visible to {a}"),
        Fact::Seeing { .. } => format!("{value} of {a} see {b}"),
        Fact::Cover { .. } => format!("{a} is {not}in cover from {b}"),
        Fact::Engaged { .. } => format!("{a} and {b} are {not}engaged"),
        Fact::InRange { .. } => format!("{value} of {a} in range of {b}"),
        Fact::Inside { .. } => format!("{a} is {not}inside {b}"),
        Fact::Coherent { .. } => format!("{a} is {not}in coherency"),
    }
}

fn spot_words(table: &Table, spot: &Spot) -> String {
    match spot {
        Spot::Unit(unit) => unit_name(table, *unit),
        Spot::Model(model) => model_name(table, *model),
        Spot::Objective(id) => on_words(table, &On::Objective(*id)),
        Spot::Area(area) => area.to_string(),
    }
}

fn aspect_words(aspect: &Aspect) -> String {
    match aspect {
        Aspect::Name => "the name".to_owned(),
        Aspect::Stat(profile, stat) => format!("{stat} of {profile}"),
        Aspect::Weapon(weapon, stat) => format!("{stat} of {weapon}"),
        Aspect::Keyword(word) => format!("keyword {word}"),
        Aspect::Ability(word) => format!("ability {word}"),
    }
}

fn amended_words(amended: &Amended) -> String {
    match amended {
        Amended::Value(value) => value.to_string(),
        Amended::Words(words) => words.to_string(),
        Amended::Has(true) => "there".to_owned(),
        Amended::Has(false) => "not there".to_owned(),
    }
}

fn unit_name(table: &Table, id: UnitId) -> String {
    match table.component(id).or_else(|| table.unit(id).and_then(|unit| unit.components.first())) {
        Some(component) => component.name().to_string(),
        None => id.to_string(),
    }
}

fn model_name(table: &Table, id: ModelId) -> String {
    let lone = table.unit_of(id.of).is_some_and(|unit| unit.models.len() == 1);
    let unit = unit_name(table, id.of);
    if lone { unit } else { format!("{unit} {}", id.number) }
}

fn plural(count: i64, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}
