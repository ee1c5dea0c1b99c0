//! Saves: what was said comes back, at every ask of a game and over many sittings.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::disallowed_methods,
    missing_docs
)]

mod saved;
mod tiny;

use std::collections::BTreeMap;
use std::fs;

use adjutant::desk::{Answer, Ruling, Said};
use adjutant::game::{Act, Game};
use adjutant::journal::{Happening, load};
use adjutant::session::{Notice, Thrower, standing};
use adjutant::table::{Change, Mark, On};
use pretty_assertions::assert_eq;
use saved::{Kept, assert_same, begin, look, open, step};
use tiny::random::{self, Dice};
use tiny::{BLUE, RED, TINY};

#[test]
fn a_save_loads_to_the_same_game_at_every_ask() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..3 {
        let path = folder.path().join(format!("{seed}.toml"));
        let mut dice = Dice::seeded(seed);
        let mut session = begin(&path);
        for number in 0..150 {
            let what = step(&mut dice, &mut session, number);
            assert_eq!(session.warning(), None);
            let (looked, notices) = look(&path).unwrap();
            assert_eq!(notices, []);
            assert_same(looked.game(), session.game(), &format!("seed {seed}, step {number}, after {what}"));
        }
    }
}

/// With all that people can say: takings-back over beats, things brought again, rulings before the beat that drop it.
#[test]
fn fifty_more_games_load_to_the_same_at_twenty_asks_each() {
    let mut kinds: BTreeMap<&str, u32> = BTreeMap::new();
    let mut in_mid_beat = 0;
    for seed in 100..150 {
        let mut dice = Dice::seeded(seed);
        let table = tiny::table(2 + u16::try_from(seed % 3).unwrap(), 4);
        let mut game = Game::new(&TINY, table.clone()).unwrap();
        let mut kept = Kept::new(&table);
        let steps = 160;
        let mut looks: Vec<u32> =
            (0..20).map(|_| u32::try_from(dice.below(steps as usize)).unwrap()).collect();
        looks.push(steps - 1);
        for number in 0..steps {
            let what = random::step(&mut dice, &mut game, number);
            kept.keep(&mut game);
            if !looks.contains(&number) {
                continue;
            }
            let (mut back, reopened) = kept.restored(&TINY);
            assert!(!reopened);
            assert_same(&back, &game, &format!("seed {seed}, step {number}, after {what}"));
            assert_eq!(back.take_acts(), [], "what is brought back is saved already");
            in_mid_beat += u32::from(game.unsettled().iter().any(|one| !matches!(one.said, Said::Ruling(_))));
            // Half of the games go on with what was brought back.
            if seed % 2 == 0 {
                game = back;
                kept.sit_down();
            }
        }
        for entry in &kept.entries {
            if let Happening::Act(act, _) = &entry.what {
                *kinds.entry(saved::kind(act)).or_default() += 1;
            }
        }
    }
    for kind in [
        "said again",
        "said, dropping",
        "said before",
        "automatic answer",
        "answer",
        "overruled aside",
        "aside",
        "ruling",
        "late",
        "settled",
        "taken back over beats",
        "taken back quietly",
        "taken back",
        "redone",
        "forgotten",
    ] {
        assert!(kinds.get(kind).is_some_and(|count| *count >= 3), "{kind} is hardly saved: {kinds:?}");
    }
    assert!(in_mid_beat > 100, "{in_mid_beat}");
}

#[test]
fn a_game_goes_on_over_many_sittings_as_if_it_had_never_stopped() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 20..24 {
        let path = folder.path().join(format!("{seed}.toml"));
        let straight = folder.path().join(format!("{seed}-straight.toml"));
        let mut dice = Dice::seeded(seed);
        let mut other_dice = Dice::seeded(seed);
        let mut session = begin(&path);
        let mut other = begin(&straight);
        for number in 0..120 {
            let what = step(&mut dice, &mut session, number);
            step(&mut other_dice, &mut other, number);
            assert_same(session.game(), other.game(), &format!("seed {seed}, step {number}, after {what}"));
            if number % 9 == 0 {
                drop(session);
                let (again, notices) = open(&path).unwrap();
                assert_eq!(notices, []);
                session = again;
            }
        }
    }
}

#[test]
fn every_sitting_stands_in_the_save_and_time_never_goes_backwards() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let mut dice = Dice::seeded(5);
    drop(begin(&path));
    for sitting in 0..4 {
        let (mut session, _) = open(&path).unwrap();
        let before = session.seconds();
        for number in 0..30 {
            step(&mut dice, &mut session, sitting * 30 + number);
        }
        session.pause();
        session.go_on();
        assert!(session.seconds() >= before);
    }
    let loaded = load(&fs::read(&path).unwrap()).unwrap();
    let sittings: Vec<_> = loaded
        .entries
        .iter()
        .filter_map(|entry| match &entry.what {
            Happening::Sitting(sitting) => Some(sitting),
            Happening::Act(..) => None,
        })
        .collect();
    assert_eq!(sittings.len(), 5);
    for sitting in sittings {
        assert_eq!(&sitting.program, adjutant::session::PROGRAM);
        assert_eq!(sitting.began.as_str().len(), "2026-11-21T19:30:00Z".len());
    }
    assert!(loaded.entries.is_sorted_by_key(|entry| entry.t));
}

/// A later sitting begins where the last entry stands, however long ago that was.
#[test]
fn played_time_goes_on_from_the_last_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    drop(begin(&path));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\nt = 0\n", "\nt = 4321\n")).unwrap();
    assert_eq!(look(&path).unwrap().0.seconds(), 4321);
    let (mut session, _) = open(&path).unwrap();
    assert!(session.seconds() >= 4321);
    session.rule(Ruling::new("", [Change::Noted { words: "late".into() }])).unwrap();
    drop(session);
    let loaded = load(&fs::read(&path).unwrap()).unwrap();
    assert_eq!(loaded.entries.len(), 3);
    assert!(loaded.entries.iter().all(|entry| (4321..4330).contains(&entry.t)));
}

#[test]
fn every_settled_beat_says_where_the_game_stood() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let mut dice = Dice::seeded(9);
    let mut session = begin(&path);
    let mut last = None;
    for number in 0..120 {
        step(&mut dice, &mut session, number);
        let loaded = load(&fs::read(&path).unwrap()).unwrap();
        let settled = loaded.entries.iter().filter_map(|entry| match &entry.what {
            Happening::Act(act @ Act::Settled { .. }, at) => Some((act, at.clone())),
            other => {
                assert!(!matches!(other, Happening::Act(_, Some(_))));
                None
            }
        });
        let settled: Vec<_> = settled.collect();
        assert!(settled.iter().all(|(_, at)| at.is_some()));
        if settled.len() > last.unwrap_or(0) {
            let at = settled.last().and_then(|(_, at)| at.clone()).unwrap();
            assert_eq!(at, standing(session.game().table()));
            let tail = adjutant::journal::file::tail(&path, 4096).unwrap();
            assert!(tail.contains(&format!("\nat = \"{at}\"\n")), "{tail}");
        }
        last = Some(settled.len());
    }
    assert!(last > Some(10));
}

/// One physical line a key: a save can be read with any pager, and cut lines are seen as such.
#[test]
fn a_save_has_one_line_for_each_key_and_no_control_characters() {
    let folder = tempfile::tempdir().unwrap();
    let (path, session) = saved::played(folder.path(), 77, 200);
    drop(session);
    let text = fs::read_to_string(&path).unwrap();
    let blocks: Vec<&str> = text.split("\n\n").collect();
    let (last, entries) = blocks.split_last().unwrap();
    assert_eq!(*last, "", "an empty line ends the file");
    assert!(entries[0].starts_with("format = 1\nprogram = ") && entries[0].ends_with("\n]\nend = 0"));
    for (number, block) in entries.iter().enumerate().skip(1) {
        let lines: Vec<&str> = block.lines().collect();
        assert_eq!(lines[0], "[[entry]]");
        assert_eq!(lines[1], format!("n = {number}"));
        assert!(lines[2].starts_with("t = "));
        assert_eq!(*lines.last().unwrap(), format!("end = {number}"));
        for line in &lines[1..] {
            let (key, value) = line.split_once(" = ").unwrap();
            assert!(key.chars().all(|c| c.is_ascii_lowercase()), "{line}");
            assert!(!value.is_empty());
            toml::from_str::<toml::Table>(line).unwrap();
        }
    }
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
}

const CRUEL: &[&str] = &[
    "",
    " ",
    "\"",
    "'",
    "'''",
    "\"\"\"",
    "both ' and \" and ''' and \"\"\"",
    "back\\slash",
    "\\",
    "\\n\\u0041",
    "end = 4",
    "[[entry]]",
    "[[entry]] n = 4 end = 4",
    "# no comment",
    "= , ] } {",
    "Waaagh! — naïve 龍 🎲 e\u{301}",
    "true",
    "12",
    "ends in a quote\"",
    "ends in a quote'",
    "'starts",
];

#[test]
fn any_words_come_back_as_they_were_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let mut session = begin(&path);
    for words in CRUEL {
        let unit = tiny::unit_id(RED, 1);
        let mut mark = Mark::new(tiny::SHAKEN, On::Unit(unit));
        mark.label = Some((*words).into());
        let changes = [
            Change::Noted { words: (*words).into() },
            Change::Vp { side: RED, by: 1, source: Some((*words).into()) },
            Change::Marked(mark),
        ];
        session.rule(Ruling::new(*words, changes)).unwrap();
        session.rule(Ruling::new("next", [Change::Moved { unit }])).unwrap();
    }
    // Without a word there is no reason.
    let reasons: Vec<&str> = CRUEL.iter().copied().filter(|words| !words.trim().is_empty()).collect();
    let mut overrules = reasons.iter();
    let mut dice = Dice::seeded(3);
    while let (Some(ask), false) = (session.game().ask().cloned(), overrules.as_slice().is_empty()) {
        let greyed = match &ask.kind {
            adjutant::desk::AskKind::Choice { options, .. } => options.iter().find(|one| !one.is_open()),
            _ => None,
        };
        let answer = match greyed {
            Some(greyed) => Answer::overrule(greyed.id.clone(), *overrules.next().unwrap()),
            None => random::answer(&mut dice, &ask),
        };
        session.answer(answer).unwrap();
        let offers = session.game().offers();
        if let Some(offer) = offers.iter().find(|offer| !offer.choice.is_open()).cloned() {
            let reason = overrules.next().copied().unwrap_or("so be it");
            session.aside(&offer.choice.id, Some(reason.into())).unwrap();
        }
    }
    let text = fs::read_to_string(&path).unwrap();
    assert_same(look(&path).unwrap().0.game(), session.game(), "with cruel words");
    let blocks = text.matches("\n[[entry]]\nn = ").count();
    assert_eq!(load(text.as_bytes()).unwrap().entries.len(), blocks);
    let ruled = load(text.as_bytes()).unwrap().entries.into_iter().filter_map(|entry| match entry.what {
        Happening::Act(Act::Said { statement, .. }, _) => match statement.said {
            Said::Ruling(ruling) if ruling.reason.as_str() != "next" => Some(ruling.reason),
            _ => None,
        },
        _ => None,
    });
    assert!(ruled.map(|reason| reason.as_str().to_owned()).eq(CRUEL.iter().map(ToString::to_string)));
}

/// Names of sides and of units are players' words too.
#[test]
fn any_words_come_back_in_the_header() {
    let folder = tempfile::tempdir().unwrap();
    for (number, words) in CRUEL.iter().enumerate() {
        let path = folder.path().join(format!("{number}.toml"));
        let mut setup = saved::setup();
        setup.sides[0] = (*words).into();
        if let Some(Change::Added(unit)) = setup.changes.first_mut() {
            unit.components[0].sheet = tiny::sheet(words, 3);
        }
        let dice = adjutant::session::dice::AppDice::seeded(1);
        let session = adjutant::session::Session::begin(saved::RULES, &setup, Some(&path), dice).unwrap();
        assert_eq!(session.game().table().side_name(RED).as_str(), *words);
        assert_same(look(&path).unwrap().0.game(), session.game(), words);
    }
}

#[test]
fn app_dice_are_saved_as_they_fell() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Game.toml");
    let mut session = begin(&path);
    session.set_thrower(RED, Thrower::App).unwrap();
    session.set_thrower(BLUE, Thrower::App).unwrap();
    let mut dice = Dice::seeded(8);
    for number in 0..100 {
        step(&mut dice, &mut session, number);
        let (looked, notices) = look(&path).unwrap();
        assert_eq!(notices, Vec::<Notice>::new());
        assert_same(looked.game(), session.game(), &format!("step {number}"));
    }
    assert!(fs::read_to_string(&path).unwrap().contains("\nauto = true\n"));
}
