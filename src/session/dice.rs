//! App dice: faces drawn by the program where the players do not roll their own.

use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{RngExt, SeedableRng};

use crate::desk::{Answer, Roll, Thrown};

/// A cup of dice. The same seed gives the same faces on every machine, for ever.
#[derive(Debug)]
pub struct AppDice {
    numbers: ChaCha8Rng,
}

impl AppDice {
    /// Dice that fall the same way each time they are seeded so.
    pub fn seeded(seed: u64) -> AppDice {
        AppDice { numbers: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Dice that nobody can foresee.
    pub fn fresh() -> Result<AppDice, rand::rngs::SysError> {
        ChaCha8Rng::try_from_rng(&mut SysRng).map(|numbers| AppDice { numbers })
    }

    /// Throws the dice that a roll asks for.
    pub fn throw(&mut self, roll: &Roll) -> Answer {
        let faces = (0..roll.count).map(|_| self.numbers.random_range(1..=6)).collect();
        Answer::Faces { faces, thrown: Thrown::App }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{Purpose, RuleId, SideId};

    fn roll(count: u16) -> Roll {
        Roll::d6(SideId(0), Purpose::new("test"), count, "Test")
    }

    fn faces(answer: &Answer) -> &[u8] {
        match answer {
            Answer::Faces { faces, thrown: Thrown::App } => faces,
            other => panic!("no app dice: {other:?}"),
        }
    }

    /// Saves and seeds outlive versions: these faces are a promise.
    #[test]
    fn a_seed_gives_the_same_faces_for_ever() {
        assert_eq!(faces(&AppDice::seeded(40_000).throw(&roll(12))), [5, 1, 6, 1, 6, 2, 3, 3, 3, 1, 6, 2]);
    }

    #[test]
    fn what_is_thrown_is_what_was_asked_for() {
        let mut dice = AppDice::fresh().unwrap();
        let mut seen = [0; 6];
        for count in 1..=60 {
            let answer = dice.throw(&roll(count));
            roll(count).check(RuleId::new("R"), faces(&answer)).unwrap();
            for face in faces(&answer) {
                seen[usize::from(*face) - 1] += 1;
            }
        }
        assert!(seen.iter().all(|count| *count > 100), "loaded: {seen:?}");
    }
}
