//! The plain mode: the same asks as readable lines, for screen readers and simple terminals.
//!
//! It only reads and writes otherwise than the JSON lines; the referee behind it is the same. A line that begins with `{` is
//! taken as JSON, so that nothing is out of reach.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{AskView, Dialect, Json, Referee, Reply, Request, Shown};
use crate::desk::{Answer, AskKind, Choice, Field, FieldKind, FieldValue, Offer, Roll};
use crate::id::{BucketId, FieldId};

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
            "u" => Ok(Some(Request::Undo)),
            "r" => Ok(Some(Request::Redo)),
            "t" => Ok(Some(Request::Throw { ask: referee.number() })),
            "q" => Ok(Some(Request::Quit)),
            "save" => Ok(Some(Request::Save)),
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

    fn write(&mut self, reply: &Reply, _: &Referee, out: &mut dyn Write) -> io::Result<()> {
        match reply {
            Reply::Ask(ask) => write_ask(ask, out),
            Reply::Over { outcome, offers, .. } => {
                let words = outcome.as_ref().map_or("", |outcome| outcome.words.as_str());
                writeln!(out, "\nThe battle is over. {words}")?;
                write_offers(offers, out)
            }
            Reply::Done { events, note, .. } => {
                for event in events {
                    writeln!(out, "  {event}")?;
                }
                note.iter().try_for_each(|note| writeln!(out, "  {note}"))
            }
            Reply::Error { error, .. } => writeln!(out, "{error}"),
            Reply::Notice { notice } => writeln!(out, "Notice: {notice}"),
            Reply::Table(_)
            | Reply::Log(_)
            | Reply::Score(_)
            | Reply::Deeds { .. }
            | Reply::Readings { .. } => write_tree(&serde_json::to_value(reply)?, 0, out),
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
        AskKind::Dice { roll } => dice(line, roll),
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

fn dice(line: &str, roll: &Roll) -> Result<Answer, String> {
    if line.contains('=') {
        let mut tally = BTreeMap::new();
        for part in line.split_whitespace() {
            let (bucket, count) =
                part.split_once('=').ok_or_else(|| format!("{part} is no bucket=count."))?;
            let bucket: BucketId = bucket.parse().map_err(|_| format!("{bucket} is no bucket."))?;
            let count = count.parse().map_err(|_| format!("{count} is no count."))?;
            if tally.insert(bucket, count).is_some() {
                return Err(format!("{bucket} is counted twice."));
            }
        }
        return Ok(Answer::Tally { tally });
    }
    let mut faces = Vec::new();
    for c in line.chars().filter(|c| !c.is_whitespace() && *c != ',') {
        let digit = c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
        faces.push(digit.ok_or_else(|| format!("{c} is no face of a die: type {} faces.", roll.count))?);
    }
    Ok(Answer::faces(faces))
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

fn write_ask(ask: &AskView, out: &mut dyn Write) -> io::Result<()> {
    let who = ask.side.map_or(String::new(), |side| format!("{side}: "));
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
            for field in fields {
                let takes = match &field.kind {
                    FieldKind::Pick(choices) | FieldKind::Several { choices, .. } => {
                        let ids: Vec<&str> = choices.iter().map(|choice| choice.id.as_str()).collect();
                        format!(" [{}]", ids.join(", "))
                    }
                    FieldKind::Number { least, most } => format!(" [{least} to {most}]"),
                    FieldKind::Fact(_) | FieldKind::Flag => String::new(),
                };
                let hidden = if field.when.is_some() { " (only if it applies)" } else { "" };
                writeln!(out, "  {} = {}   {}{takes}{hidden}", field.id, field.default, field.words)?;
            }
        }
    }
    write_offers(&ask.offers, out)
}

fn write_offers(offers: &[Offer], out: &mut dyn Write) -> io::Result<()> {
    for (number, offer) in (1..).zip(offers) {
        let cost = offer.cost.map(|cost| format!(" {cost} CP")).unwrap_or_default();
        writeln!(
            out,
            "  + {number}. {}{cost} ({}){}",
            offer.choice.words,
            offer.side,
            beside(&offer.choice)
        )?;
    }
    Ok(())
}

fn beside(choice: &Choice) -> String {
    let condition = choice.condition.as_ref().map(|condition| format!(", {}", condition.words));
    let objection = choice.objection.as_ref().map(|objection| format!(" -- not now: {objection}"));
    format!("{}{}", condition.unwrap_or_default(), objection.unwrap_or_default())
}

/// Anything as an indented list.
fn write_tree(value: &serde_json::Value, depth: usize, out: &mut dyn Write) -> io::Result<()> {
    use serde_json::Value;
    let indent = "  ".repeat(depth);
    match value {
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| match value {
            Value::Object(_) | Value::Array(_) => {
                writeln!(out, "{indent}{name}:")?;
                write_tree(value, depth + 1, out)
            }
            Value::String(words) => writeln!(out, "{indent}{name}: {words}"),
            other => writeln!(out, "{indent}{name}: {other}"),
        }),
        Value::Array(items) => items.iter().try_for_each(|item| {
            // The log and the like: words alone say enough.
            match item.get("words").and_then(Value::as_str) {
                Some(words)
                    if item.get("what").is_some() || item.as_object().is_some_and(|o| o.len() == 1) =>
                {
                    writeln!(out, "{indent}{words}")
                }
                _ => write_tree(item, depth + 1, out),
            }
        }),
        Value::String(words) => writeln!(out, "{indent}{words}"),
        other => writeln!(out, "{indent}{other}"),
    }
}
