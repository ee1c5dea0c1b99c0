//! Dice. The rules never roll: they ask for a roll, and get natural faces back.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::desk::Refusal;
use crate::id::{BucketId, Purpose, RuleId, SideId, UnitId};

/// A roll that a rule asks for.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each says one thing of the roll, and they go together freely"
)]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Roll {
    /// Who rolls.
    pub who: SideId,
    /// What it is for.
    pub purpose: Purpose,
    /// What people read.
    pub words: String,
    /// The unit it is made for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// How many dice.
    pub count: u16,
    /// Of which size.
    pub die: Die,
    /// Whether their sum is what counts.
    pub sum: bool,
    /// The least that succeeds, before the modifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u8>,
    /// What is added to each die, or to the sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Modifier>,
    /// What the rule tells apart. Empty where it needs the faces themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buckets: Vec<Bucket>,
    /// Whether the rule needs the faces themselves.
    pub exact: bool,
    /// Whether single dice of a sum may be re-rolled.
    #[serde(skip)]
    pub piecemeal: bool,
    /// Whether these dice are rolled again, for the last time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// The size of a die. Faces are always those of a D6, as it lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Die {
    /// A six-sided die.
    D6,
    /// A six-sided die, halved and rounded up.
    D3,
}

impl Die {
    /// What a face of the die on the table counts.
    pub fn value(self, face: u8) -> u8 {
        match self {
            Die::D6 => face,
            Die::D3 => face.div_ceil(2),
        }
    }
}

/// A change to a roll, by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Modifier {
    /// What it comes from.
    pub name: String,
    /// By how much.
    pub by: i8,
    /// The rule behind it.
    pub rule: RuleId,
}

/// Faces that a rule does not tell apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bucket {
    /// Its name within the roll.
    pub id: BucketId,
    /// The least natural face in it.
    pub least: u8,
    /// The greatest.
    pub most: u8,
}

impl Bucket {
    /// A bucket of natural faces.
    pub const fn new(id: BucketId, faces: RangeInclusive<u8>) -> Bucket {
        Bucket { id, least: *faces.start(), most: *faces.end() }
    }
}

impl Roll {
    /// A roll of six-sided dice, each by itself.
    pub fn d6(who: SideId, purpose: Purpose, count: u16, words: impl Into<String>) -> Roll {
        Roll {
            who,
            purpose,
            words: words.into(),
            unit: None,
            count,
            die: Die::D6,
            sum: false,
            target: None,
            modifiers: Vec::new(),
            buckets: Vec::new(),
            exact: true,
            piecemeal: false,
            again: false,
        }
    }

    /// A roll of two six-sided dice that are added.
    pub fn two_d6(who: SideId, purpose: Purpose, words: impl Into<String>) -> Roll {
        Roll { sum: true, ..Roll::d6(who, purpose, 2, words) }
    }

    /// The same with dice of this size.
    #[must_use]
    pub fn die(self, die: Die) -> Roll {
        Roll { die, ..self }
    }

    /// The same for a unit.
    #[must_use]
    pub fn unit(self, unit: UnitId) -> Roll {
        Roll { unit: Some(unit), ..self }
    }

    /// The same with a target number.
    #[must_use]
    pub fn target(self, target: u8) -> Roll {
        Roll { target: Some(target), ..self }
    }

    /// The same with a modifier.
    #[must_use]
    pub fn modifier(mut self, name: impl Into<String>, by: i8, rule: RuleId) -> Roll {
        self.modifiers.push(Modifier { name: name.into(), by, rule });
        self
    }

    /// The same where only these buckets are told apart, so that a tally will do.
    #[must_use]
    pub fn buckets(self, buckets: impl IntoIterator<Item = Bucket>) -> Roll {
        Roll { buckets: buckets.into_iter().collect(), exact: false, ..self }
    }

    /// The same where the faces themselves are needed, though there are buckets.
    #[must_use]
    pub fn exact(self) -> Roll {
        Roll { exact: true, ..self }
    }

    /// The same where a rule lets single dice of the sum be re-rolled.
    #[must_use]
    pub fn piecemeal(self) -> Roll {
        Roll { piecemeal: true, ..self }
    }

    /// Whether a tally will do: the rule needs no faces, or the buckets are as fine as the faces.
    pub fn takes_tally(&self) -> bool {
        // As fine as what the die counts: a D3 counts two faces alike.
        let fine = self.buckets.iter().all(|b| self.die.value(b.least) == self.die.value(b.most));
        !self.buckets.is_empty() && (fine || !(self.exact || self.sum))
    }

    /// Checks faces typed or drawn: the right number of them, each from 1 to 6.
    pub fn check(&self, rule: RuleId, faces: &[u8]) -> Result<(), Refusal> {
        let remedy = || format!("Give {}, each from 1 to 6.", dice(usize::from(self.count)));
        if faces.len() != usize::from(self.count) {
            let (needs, given) = (dice(usize::from(self.count)), faces.len());
            return Err(Refusal::of(rule, format!("This roll is of {needs}; {given} given."), remedy()));
        }
        match faces.iter().find(|face| !(1..=6).contains(*face)) {
            Some(face) => Err(Refusal::of(rule, format!("{face} is no face of a die."), remedy())),
            None => Ok(()),
        }
    }

    /// Checks faces that stand for a tally: they still do, for the buckets as they are now.
    pub(super) fn check_tallied(&self, rule: RuleId, faces: &[u8]) -> Result<(), Refusal> {
        let stands = |face: &u8| self.buckets.iter().any(|bucket| bucket.least == *face);
        if self.takes_tally() && faces.iter().all(stands) {
            return Ok(());
        }
        let sentence = "The tally that was given no longer fits this roll.";
        Err(Refusal::of(rule, sentence, "Count the dice again, or type each face."))
    }

    /// Whether its buckets, where it has any, hold each face once.
    pub(super) fn has_sound_buckets(&self) -> bool {
        let holds = |face: u8| self.buckets.iter().filter(|b| (b.least..=b.most).contains(&face)).count();
        self.buckets.is_empty() || (1..=6).all(|face| holds(face) == 1)
    }

    /// Turns a tally into representative faces: of each bucket its least face.
    pub fn represent(&self, rule: RuleId, tally: &BTreeMap<BucketId, u16>) -> Result<Vec<u8>, Refusal> {
        if !self.takes_tally() {
            let sentence = "This roll needs the faces themselves.";
            return Err(Refusal::of(rule, sentence, "Type each face."));
        }
        if let Some(unknown) = tally.keys().find(|id| !self.buckets.iter().any(|bucket| bucket.id == **id)) {
            let known: Vec<_> = self.buckets.iter().map(|bucket| bucket.id.as_str()).collect();
            let remedy = format!("Count {}.", known.join(", "));
            return Err(Refusal::of(rule, format!("This roll has no {unknown}."), remedy));
        }
        let counted: usize = tally.values().map(|count| usize::from(*count)).sum();
        if counted != usize::from(self.count) {
            let sentence = format!("The tally counts {counted} of {}.", dice(usize::from(self.count)));
            return Err(Refusal::of(rule, sentence, "Count every die once."));
        }
        let faces = self.buckets.iter().flat_map(|bucket| {
            let count = tally.get(&bucket.id).copied().unwrap_or(0);
            std::iter::repeat_n(bucket.least, usize::from(count))
        });
        Ok(faces.collect())
    }
}

fn dice(count: usize) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// Where faces come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thrown {
    /// Read off the table.
    #[default]
    Typed,
    /// Standing for a tally: right in what the roll tells apart, not in the face.
    Tallied,
    /// Drawn by the app.
    App,
}

/// Dice as they lie: natural faces, before any modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rolled {
    roll: Roll,
    faces: Vec<u8>,
    thrown: Thrown,
    // Which dice were rolled a second time, and so never again.
    again: Vec<bool>,
}

impl Rolled {
    pub(super) fn new(roll: Roll, faces: Vec<u8>, thrown: Thrown) -> Rolled {
        let again = vec![roll.again; faces.len()];
        Rolled { roll, faces, thrown, again }
    }

    /// What was asked for.
    pub fn roll(&self) -> &Roll {
        &self.roll
    }

    /// The natural faces.
    pub fn faces(&self) -> &[u8] {
        &self.faces
    }

    /// Where they come from.
    pub fn thrown(&self) -> Thrown {
        self.thrown
    }

    /// What the dice count, each by itself.
    pub fn values(&self) -> impl Iterator<Item = u8> + '_ {
        self.faces.iter().map(|face| self.roll.die.value(*face))
    }

    /// Their sum.
    pub fn total(&self) -> u16 {
        self.values().map(u16::from).sum()
    }

    /// How many count at least so much.
    pub fn at_least(&self, least: u8) -> usize {
        self.values().filter(|value| *value >= least).count()
    }

    /// Whether a die may be rolled again: none ever twice.
    pub fn can_reroll(&self, die: usize) -> bool {
        self.again.get(die) == Some(&false)
    }

    /// Which of these dice will be rolled again: those that were not before, and all of a sum unless a rule lets
    /// single ones.
    pub(super) fn reroll_of(&self, dice: &[usize]) -> Vec<usize> {
        let whole = self.roll.sum && !self.roll.piecemeal;
        if whole && (dice.is_empty() || self.again.contains(&true)) {
            return Vec::new();
        }
        (0..self.faces.len()).filter(|die| self.can_reroll(*die) && (whole || dice.contains(die))).collect()
    }

    /// Puts new faces in the place of old ones.
    pub(super) fn replace(&mut self, dice: &[usize], faces: &[u8]) {
        for (die, face) in dice.iter().zip(faces) {
            if let (Some(old), Some(again)) = (self.faces.get_mut(*die), self.again.get_mut(*die)) {
                *old = *face;
                *again = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: RuleId = RuleId::new("R");
    const HIT: Purpose = Purpose::new("hit");
    const FAIL: BucketId = BucketId::new("fail");
    const SUCCESS: BucketId = BucketId::new("success");
    const CRITICAL: BucketId = BucketId::new("critical");

    fn hits(count: u16) -> Roll {
        Roll::d6(SideId(0), HIT, count, "Hit").buckets([
            Bucket::new(FAIL, 1..=3),
            Bucket::new(SUCCESS, 4..=5),
            Bucket::new(CRITICAL, 6..=6),
        ])
    }

    #[test]
    fn faces_are_counted_and_looked_at() {
        assert!(hits(3).check(RULE, &[1, 6, 3]).is_ok());
        for bad in [&[1, 2][..], &[1, 2, 3, 4], &[0, 1, 2], &[7, 1, 2]] {
            assert!(hits(3).check(RULE, bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn a_tally_becomes_the_least_face_of_each_bucket() {
        let tally = [(FAIL, 2), (CRITICAL, 1), (SUCCESS, 2)].into();
        assert_eq!(hits(5).represent(RULE, &tally), Ok(vec![1, 1, 4, 4, 6]));
    }

    #[test]
    fn a_tally_that_does_not_add_up_is_refused() {
        assert!(hits(5).represent(RULE, &[(FAIL, 4)].into()).is_err());
        assert!(hits(1).represent(RULE, &[(BucketId::new("anti"), 1)].into()).is_err());
    }

    #[test]
    fn a_tally_is_refused_where_faces_are_needed_unless_the_buckets_are_as_fine() {
        assert!(!hits(5).exact().takes_tally());
        assert!(!Roll::two_d6(SideId(0), HIT, "Charge").takes_tally());
        let names = ["1", "2", "3", "4", "5", "6"].map(BucketId::new);
        let fine = (1..=6).map(|face: u8| Bucket::new(names[usize::from(face) - 1], face..=face));
        let roll = Roll::d6(SideId(0), HIT, 2, "Save").buckets(fine).exact();
        assert!(roll.takes_tally());
        assert_eq!(roll.represent(RULE, &[(names[4], 2)].into()), Ok(vec![5, 5]));
    }

    #[test]
    fn no_die_is_rolled_a_third_time_and_a_sum_only_whole() {
        let mut rolled = Rolled::new(hits(3), vec![1, 2, 3], Thrown::Typed);
        assert_eq!(rolled.reroll_of(&[0, 2, 9]), [0, 2]);
        rolled.replace(&[0, 2], &[6, 5]);
        assert_eq!(rolled.faces(), [6, 2, 5]);
        assert_eq!(rolled.reroll_of(&[0, 1, 2]), [1]);

        let charge = Roll::two_d6(SideId(0), HIT, "Charge");
        let mut rolled = Rolled::new(charge.clone(), vec![1, 2], Thrown::Typed);
        assert_eq!(rolled.reroll_of(&[0]), [0, 1]);
        rolled.replace(&[0, 1], &[3, 4]);
        assert_eq!((rolled.total(), rolled.reroll_of(&[0, 1]).len()), (7, 0));
        let single = Rolled::new(charge.piecemeal(), vec![1, 2], Thrown::Typed);
        assert_eq!(single.reroll_of(&[0]), [0]);
    }

    #[test]
    fn a_d3_is_half_a_d6_rounded_up() {
        let roll = Roll::d6(SideId(0), HIT, 6, "Wounds").die(Die::D3);
        let rolled = Rolled::new(roll, vec![1, 2, 3, 4, 5, 6], Thrown::Typed);
        assert_eq!(rolled.values().collect::<Vec<_>>(), [1, 1, 2, 2, 3, 3]);
        assert_eq!((rolled.total(), rolled.at_least(3)), (12, 2));
    }
}
