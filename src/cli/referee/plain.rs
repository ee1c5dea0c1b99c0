//! The plain mode: the same asks as readable lines, for screen readers and simple terminals.
//!
//! It only reads and writes otherwise than the JSON lines; the referee behind it is the same. A line that begins with `{` is
//! taken as JSON, so that nothing is out of reach.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{AskView, Dialect, Json, LineView, Referee, Reply, Request, Shown};
use crate::desk::{Answer, AskKind, Choice, Field, FieldKind, FieldValue, Offer, When};
use crate::id::FieldId;
use crate::session::{typed, words};
use crate::table::{Mark, On, Table, Unit, Whereabouts};

/// Readable lines.
#[derive(Debug)]
pub struct Plain;

/// What can be typed at any time.
pub const HELP: &str = "\
Type what is asked for:
  enter           what is obvious: the default of a choice or a form
  2  or an id     an option by its number or its id
  3 5 6  or 356   the faces of the dice, in any order
  fail=2 hit=3    a tally of the dice, where the roll names its buckets
  a=yes b=4       fields of a form by name; several options with a comma: c=x,y
  ! 3 REASON      a greyed option that you agree on, with the reason
  + 1             an offer by its number; + ! 1 REASON for a greyed one
At any time:
  t  let the app throw these dice     u  take back     r  bring again
  log [N]   table   score   deeds   readings   ask   save   q  quit   ?  this
A line that begins with { is a request of the JSON protocol (see: adjutant referee --help).";

impl Dialect for Plain {
    fn read(&mut self, line: &str, referee: &Referee) -> Result<Option<Request>, String> {
        let line = line.trim();
        if line.starts_with('{') {
            return Json.read(line, referee);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let show = |what| Ok(Some(Request::Show { what, last: rest.trim().parse().ok() }));
        match word {
            "u" => Ok(Some(Request::Undo {})),
            "r" => Ok(Some(Request::Redo {})),
            "t" => Ok(Some(Request::Throw { ask: referee.number() })),
            "q" => Ok(Some(Request::Quit {})),
            "save" => Ok(Some(Request::Save {})),
            "log" => show(Shown::Log),
            "table" => show(Shown::Table),
            "score" => show(Shown::Score),
            "deeds" => show(Shown::Deeds),
            "readings" => show(Shown::Readings),
            "ask" => show(Shown::Ask),
            "?" | "help" => Err(HELP.to_owned()),
            "+" => aside(rest.trim(), referee).map(Some),
            _ => answer(line, referee).map(|with| Some(Request::Answer { ask: referee.number(), with })),
        }
    }

    fn write(&mut self, reply: &Reply, referee: &Referee, out: &mut dyn Write) -> io::Result<()> {
        let table = referee.session().game().table();
        match reply {
            Reply::Ask(ask) => write_ask(ask, table, out),
            Reply::Over { outcome, offers, .. } => {
                let words = outcome.as_ref().map_or("", |outcome| outcome.words.as_str());
                writeln!(out, "\nThe battle is over. {words}")?;
                write_offers(offers, table, out)
            }
            Reply::Done { events, note, .. } => {
                write_lines(events, out)?;
                note.iter().try_for_each(|note| writeln!(out, "  {note}"))
            }
            Reply::Error { error, .. } => writeln!(out, "{error}"),
            Reply::Notice { notice } => writeln!(out, "Notice: {notice}"),
            Reply::Log(log) => write_lines(&log.lines, out),
            Reply::Deeds { deeds } => {
                deeds.iter().try_for_each(|deed| writeln!(out, "  {}   {}", deed.id, deed.words))?;
                writeln!(out, "To do one: {{\"do\":\"late\",\"deed\":\"ID\"}}")
            }
            Reply::Table(_) => write_table(referee, out),
            Reply::Score(_) => table
                .sides()
                .try_for_each(|(_, side)| writeln!(out, "  {}: {} VP, {} CP", side.name, side.vp, side.cp)),
            Reply::Readings { .. } => {
                referee.session().game().rules().readings.iter().try_for_each(|reading| {
                    writeln!(out, "  {} {} Now: {}", reading.id, reading.title, reading.on(table))?;
                    reading.ways.iter().try_for_each(|way| writeln!(out, "    {}: {}", way.id, way.words))
                })
            }
        }
    }
}

fn aside(rest: &str, referee: &Referee) -> Result<Request, String> {
    let (greyed, rest) = match rest.strip_prefix('!') {
        Some(rest) => (true, rest.trim()),
        None => (false, rest),
    };
    let (name, reason) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let offers = referee.session().game().offers();
    let named = |offer: &&Offer| offer.choice.id.as_str() == name;
    let numbered = || name.parse::<usize>().ok().and_then(|number| offers.get(number.checked_sub(1)?));
    let offer =
        offers.iter().find(named).or_else(numbered).ok_or_else(|| format!("There is no offer {name}."))?;
    let overruled = greyed.then(|| reason.trim().into());
    Ok(Request::Aside { ask: referee.number(), offer: offer.choice.id.clone(), overruled })
}

fn answer(line: &str, referee: &Referee) -> Result<Answer, String> {
    let ask = referee.session().game().ask().ok_or("The battle is over; nothing is asked.")?;
    if line.is_empty() {
        return ask.default_answer().ok_or_else(|| match ask.kind {
            AskKind::Dice { .. } => "Type the faces, or t to let the app throw.".to_owned(),
            _ => "There is nothing obvious: choose.".to_owned(),
        });
    }
    match &ask.kind {
        AskKind::Choice { options, .. } => choice(line, options),
        AskKind::Dice { roll } => typed::dice(line, roll),
        AskKind::Facts { fields } | AskKind::Form { fields } => form(line, fields),
    }
}

fn choice(line: &str, options: &[Choice]) -> Result<Answer, String> {
    let (greyed, line) = match line.strip_prefix('!') {
        Some(rest) => (true, rest.trim()),
        None => (false, line),
    };
    let (name, reason) =
        if greyed { line.split_once(char::is_whitespace).unwrap_or((line, "")) } else { (line, "") };
    let numbered = || name.parse::<usize>().ok().and_then(|number| options.get(number.checked_sub(1)?));
    let found = options.iter().find(|choice| choice.id.as_str() == name).or_else(numbered);
    let found = found
        .ok_or_else(|| format!("There is no option {name}. Type a number from 1 to {}.", options.len()))?;
    Ok(if greyed {
        Answer::overrule(found.id.clone(), reason.trim())
    } else {
        Answer::choose(found.id.clone())
    })
}

fn form(line: &str, fields: &[Field]) -> Result<Answer, String> {
    let mut given = BTreeMap::new();
    for part in line.split_whitespace() {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("{part} is no field=value."))?;
        let id: FieldId = name.parse().map_err(|_| format!("There is no field {name}."))?;
        let field =
            fields.iter().find(|field| field.id == id).ok_or_else(|| format!("There is no field {name}."))?;
        given.insert(id, field_value(field, value)?);
    }
    Ok(Answer::fields(given))
}

fn field_value(field: &Field, value: &str) -> Result<FieldValue, String> {
    let flag = || match value {
        "yes" | "y" | "true" => Ok(FieldValue::Flag(true)),
        "no" | "n" | "false" => Ok(FieldValue::Flag(false)),
        _ => Err(format!("{} takes yes or no.", field.id)),
    };
    let number =
        || value.parse().map(FieldValue::Number).map_err(|_| format!("{} takes a number.", field.id));
    match &field.kind {
        FieldKind::Fact(fact) if fact.is_count() => number(),
        FieldKind::Fact(_) | FieldKind::Flag => flag(),
        FieldKind::Number { .. } => number(),
        FieldKind::Pick(_) => Ok(FieldValue::Pick(value.into())),
        FieldKind::Several { .. } => {
            let ids = value.split(',').filter(|id| !id.is_empty()).map(Into::into);
            Ok(FieldValue::Several(ids.collect()))
        }
    }
}

/// What happened, as far as it tells people something.
fn write_lines(lines: &[LineView], out: &mut dyn Write) -> io::Result<()> {
    let telling = lines.iter().filter(|line| line.what.as_ref().is_none_or(words::tells_of));
    telling.map(|line| &line.words).try_for_each(|words| writeln!(out, "  {words}"))
}

fn write_ask(ask: &AskView, table: &Table, out: &mut dyn Write) -> io::Result<()> {
    let who = ask.side.map_or(String::new(), |side| format!("{}: ", table.side_name(side)));
    writeln!(out, "\n[{}] {who}{} ({})", ask.at, ask.words, ask.rule)?;
    match &ask.kind {
        AskKind::Choice { options, default } => {
            for (number, choice) in (1..).zip(options) {
                let usual = if Some(&choice.id) == default.as_ref() { "  <- enter" } else { "" };
                writeln!(out, "  {number}. {}{}{usual}", choice.words, beside(choice))?;
            }
        }
        AskKind::Dice { roll } => {
            let sum = if roll.sum { ", added" } else { "" };
            let target = roll.target.map(|target| format!(", {target}+")).unwrap_or_default();
            writeln!(out, "  Roll {} {:?}{sum}{target}.", roll.count, roll.die)?;
            for modifier in &roll.modifiers {
                writeln!(out, "  {:+} {} ({})", modifier.by, modifier.name, modifier.rule)?;
            }
            if roll.takes_tally() {
                let buckets: Vec<String> =
                    roll.buckets.iter().map(|b| format!("{} {}-{}", b.id, b.least, b.most)).collect();
                writeln!(out, "  Or a tally of: {}.", buckets.join(", "))?;
            }
        }
        AskKind::Facts { fields } | AskKind::Form { fields } => {
            for field in fields.iter().filter(|field| field.when.is_none()) {
                writeln!(out, "  {} = {}   {}{}", field.id, field.default, field.words, takes(field))?;
                write_dependents(field, fields, out)?;
            }
        }
    }
    write_offers(&ask.offers, table, out)
}

fn takes(field: &Field) -> String {
    match &field.kind {
        FieldKind::Pick(choices) | FieldKind::Several { choices, .. } => {
            let ids: Vec<&str> = choices.iter().map(|choice| choice.id.as_str()).collect();
            format!(" [{}]", ids.join(", "))
        }
        FieldKind::Number { least, most } => format!(" [{least} to {most}]"),
        FieldKind::Fact(_) | FieldKind::Flag => String::new(),
    }
}

/// The fields that are asked only for some values of another, on one line for each value: there can be many.
fn write_dependents(field: &Field, fields: &[Field], out: &mut dyn Write) -> io::Result<()> {
    let mut by_value: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for other in fields {
        let held = match &other.when {
            Some(When::Is(on, value)) if *on == field.id => value.to_string(),
            Some(When::Has(on, id)) if *on == field.id => id.to_string(),
            _ => continue,
        };
        by_value.entry(held).or_default().push(format!("{}={}", other.id, other.default));
    }
    by_value.iter().try_for_each(|(held, others)| writeln!(out, "    with {held}: {}", others.join(" ")))
}

fn write_offers(offers: &[Offer], table: &Table, out: &mut dyn Write) -> io::Result<()> {
    for (number, offer) in (1..).zip(offers) {
        let cost = offer.cost.map(|cost| format!(" {cost} CP")).unwrap_or_default();
        let side = table.side_name(offer.side);
        writeln!(out, "  + {number}. {}{cost} ({side}){}", offer.choice.words, beside(&offer.choice))?;
    }
    Ok(())
}

/// Unit by unit: models, wounds of a lone one, where it is, and what is marked on it.
fn write_table(referee: &Referee, out: &mut dyn Write) -> io::Result<()> {
    let game = referee.session().game();
    let table = game.table();
    for (id, side) in table.sides() {
        writeln!(out, "{}: {} VP, {} CP", side.name, side.vp, side.cp)?;
        for unit in table.units_of(id) {
            let models = unit.standing().count();
            let strength = match &unit.models[..] {
                [lone] => format!("{} wounds", lone.wounds),
                _ => format!("{models} of {} models", unit.starting()),
            };
            let at = match unit.at {
                _ if models == 0 => ", destroyed".to_owned(),
                Whereabouts::Table => String::new(),
                Whereabouts::Reserve => ", in reserve".to_owned(),
                Whereabouts::Aboard(other) => format!(", aboard {other}"),
                Whereabouts::Gone => ", gone".to_owned(),
            };
            let label = |mark: Mark| match (&mark.label, game.rules().mark_label(mark.id)) {
                (Some(label), _) => label.to_string(),
                (None, Some(label)) => label.to_owned(),
                (None, None) => mark.id.to_string(),
            };
            let marks: Vec<String> = table.marks().on(On::Unit(unit.id)).map(label).collect();
            let engaged: Vec<&str> =
                table.engaged_with(unit.id).filter_map(|id| table.unit(id)).map(Unit::name).collect();
            let engaged = if engaged.is_empty() {
                String::new()
            } else {
                format!("; engaged with {}", engaged.join(", "))
            };
            let marks = if marks.is_empty() { String::new() } else { format!("; {}", marks.join(", ")) };
            writeln!(out, "  {} ({}): {strength}{at}{engaged}{marks}", unit.name(), unit.id)?;
        }
    }
    table.objectives().iter().try_for_each(|objective| {
        let holder = objective.holder.map_or("nobody".into(), |side| table.side_name(side));
        writeln!(out, "Objective {}: {holder}", objective.name)
    })
}

fn beside(choice: &Choice) -> String {
    let condition = choice.condition.as_ref().map(|condition| format!(", {}", condition.words));
    let objection = choice.objection.as_ref().map(|objection| format!(" -- not now: {objection}"));
    format!("{}{}", condition.unwrap_or_default(), objection.unwrap_or_default())
}
