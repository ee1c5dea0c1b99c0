//! No bytes whatever make the program panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod saved;
mod tiny;

use std::sync::OnceLock;

use adjutant::desk::{Choice, Desk, Flow, Menu, Who};
use adjutant::game::Game;
use adjutant::id::RuleId;
use adjutant::journal::{Tail, load};
use adjutant::rules::Ruleset;
use adjutant::session::standing;
use adjutant::table::Table;
use proptest::prelude::*;
use saved::{Kept, acts};
use tiny::random::{self, Dice};
use tiny::{RED, TINY};

/// A ruleset that knows nothing of the table, so that only the kernel can stumble over it.
static BLIND: Ruleset = Ruleset { beat: blind, deeds: |_: &Table| Vec::new(), late: |_, _| Ok(()), ..TINY };

fn blind(desk: &mut Desk<'_>) -> Flow<()> {
    let rule = RuleId::new("C1");
    desk.choose(rule, Who::Side(RED), |_| Menu::new("Go on?").option(Choice::new("yes", "Yes"), ()))
}

/// A save with everything that is said at a table.
fn valid() -> &'static [u8] {
    static SAVE: OnceLock<Vec<u8>> = OnceLock::new();
    SAVE.get_or_init(|| {
        let mut dice = Dice::seeded(31);
        let table = tiny::table(1, 2);
        let mut game = Game::new(&TINY, table.clone()).unwrap();
        let mut kept = Kept::new(&table);
        for number in 0..60 {
            random::step(&mut dice, &mut game, number);
            kept.keep(&mut game);
        }
        kept.bytes
    })
}

/// Whatever loads also makes a game, or says why not; and a loaded prefix is one.
fn survives(bytes: &[u8]) -> Result<(), TestCaseError> {
    let Ok(loaded) = load(bytes) else { return Ok(()) };
    prop_assert!(loaded.good <= bytes.len());
    prop_assert_eq!(loaded.tail == Tail::Clean, loaded.good == bytes.len());
    let good = load(&bytes[..loaded.good]).unwrap();
    prop_assert_eq!(&good.entries, &loaded.entries);
    prop_assert_eq!(good.tail, Tail::Clean);
    if let Tail::Damaged(why) = &loaded.tail {
        let lines = bytes.split(|byte| *byte == b'\n').count();
        prop_assert!(why.line.is_some_and(|line| (1..=lines).contains(&line)), "{}", why);
    }
    if let Ok((mut game, _)) = Game::restore(&BLIND, loaded.header.table(), acts(&loaded)) {
        let _ = standing(game.table());
        while game.undo().is_some() {}
        while let Ok(Some(_)) = game.redo() {}
        for beat in 0..game.beats().len() {
            for event in 0..game.beats()[beat].events.len() {
                let _ = game.correction(adjutant::game::EventId { beat, event });
            }
        }
    }
    Ok(())
}

/// Words of the format, and numbers at their ends.
const TOKENS: &[&str] = &[
    "[[entry]]\n",
    "\n\n",
    "end = 1\n",
    "n = 1",
    "t = 4294967295",
    "-1",
    "0",
    "65535",
    "2147483647",
    "-2147483648",
    "9223372036854775807",
    "99999999999999999999",
    "\"",
    "'",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    "=",
    "\u{0}",
    "\r\n",
    "龍",
    "settled = 1\n",
    "redone = true\n",
    "forgotten = true\n",
    "reopened = true\n",
    "back = { opened = 2 }\n",
    "place = 1\n",
    "dropped = 1\n",
    "again = true\n",
    "auto = true\n",
    "red-1",
    "blue-1",
    "red-1/1",
    "nan",
    "1e400",
];

#[derive(Clone, Debug)]
enum Change {
    Flip(prop::sample::Index, u8),
    Put(prop::sample::Index, usize),
    /// In the place of a number of the save.
    Number(prop::sample::Index, usize),
    Cut(prop::sample::Index, u8),
    Copy(prop::sample::Index, prop::sample::Index, u8),
    BlockTwice(prop::sample::Index, prop::sample::Index),
    End(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    use prop::sample::Index;
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, to)| Change::Flip(at, to)),
        (any::<Index>(), 0..TOKENS.len()).prop_map(|(at, token)| Change::Put(at, token)),
        (any::<Index>(), 0..TOKENS.len()).prop_map(|(at, token)| Change::Number(at, token)),
        (any::<Index>(), any::<u8>()).prop_map(|(at, len)| Change::Cut(at, len)),
        (any::<Index>(), any::<Index>(), any::<u8>()).prop_map(|(from, to, len)| Change::Copy(from, to, len)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::BlockTwice(from, to)),
        any::<Index>().prop_map(Change::End),
    ]
}

fn changed(bytes: &mut Vec<u8>, change: &Change) {
    let len = bytes.len() + 1;
    let spans = |bytes: &[u8], inside: fn(&u8) -> bool| {
        let mut spans: Vec<std::ops::Range<usize>> = Vec::new();
        for at in (0..bytes.len()).filter(|at| inside(&bytes[*at])) {
            match spans.last_mut() {
                Some(span) if span.end == at => span.end += 1,
                _ => spans.push(at..at + 1),
            }
        }
        spans
    };
    match change {
        Change::Flip(at, to) => {
            if let Some(byte) = bytes.get_mut(at.index(len)) {
                *byte = *to;
            }
        }
        Change::Put(at, token) => {
            let at = at.index(len);
            bytes.splice(at..at, TOKENS[*token].bytes());
        }
        Change::Number(at, token) => {
            let numbers = spans(bytes, u8::is_ascii_digit);
            if !numbers.is_empty() {
                bytes.splice(numbers[at.index(numbers.len())].clone(), TOKENS[*token].bytes());
            }
        }
        Change::Cut(at, cut) => {
            let at = at.index(len);
            bytes.drain(at..(at + usize::from(*cut)).min(len - 1));
        }
        Change::Copy(from, to, copied) => {
            let from = from.index(len);
            let copied = bytes[from..(from + usize::from(*copied)).min(len - 1)].to_vec();
            let to = to.index(len);
            bytes.splice(to..to, copied);
        }
        Change::BlockTwice(from, to) => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let mut blocks: Vec<&str> = text.split_inclusive("\n\n").collect();
            if !blocks.is_empty() {
                let block = blocks[from.index(blocks.len())];
                blocks.insert(to.index(blocks.len()), block);
                *bytes = blocks.concat().into_bytes();
            }
        }
        Change::End(at) => bytes.truncate(at.index(len)),
    }
}

/// The numbers of entries are put right again, so that what they tell is heard.
fn renumbered(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut number = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if line == "[[entry]]" {
            number += 1;
        }
        match line.split_once(" = ") {
            Some((key @ ("n" | "end"), _)) if number > 0 => lines.push(format!("{key} = {number}")),
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n").into_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        survives(&bytes)?;
    }

    #[test]
    fn random_words_of_the_format_do_not_panic(words in prop::collection::vec(0..TOKENS.len(), 0..60)) {
        let words: String = words.into_iter().map(|word| TOKENS[word]).collect();
        survives(words.as_bytes())?;
        let mut behind_header = valid()[..2 + valid().windows(2).position(|pair| pair == b"\n\n").unwrap()].to_vec();
        behind_header.extend(words.as_bytes());
        survives(&behind_header)?;
        survives(&renumbered(&behind_header))?;
    }

    #[test]
    fn a_changed_save_does_not_panic(changes in prop::collection::vec(change(), 1..6)) {
        let mut bytes = valid().to_vec();
        for change in &changes {
            changed(&mut bytes, change);
        }
        survives(&bytes)?;
        survives(&renumbered(&bytes))?;
    }
}

#[test]
fn the_save_that_is_changed_is_a_good_one() {
    let loaded = load(valid()).unwrap();
    assert_eq!(loaded.tail, Tail::Clean);
    assert!(loaded.entries.len() > 60);
    assert_eq!(renumbered(valid()), valid());
    survives(valid()).unwrap();
}
