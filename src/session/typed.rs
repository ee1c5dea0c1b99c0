//! What people type, turned into answers: the same on the screen and in plain lines.

use std::collections::BTreeMap;

use crate::desk::{Answer, Roll};
use crate::id::BucketId;

/// Dice: faces such as `356` or `3 5 6`, or a tally such as `fail=2 hit=3`. Whether they fit the roll the desk says.
pub fn dice(line: &str, roll: &Roll) -> Result<Answer, String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{Purpose, SideId};

    #[test]
    fn faces_and_tallies_are_read() {
        let roll = Roll::d6(SideId(0), Purpose::new("hit"), 3, "Hit");
        assert_eq!(dice("3 5,6", &roll), Ok(Answer::faces([3, 5, 6])));
        let tally = Answer::tally([(BucketId::new("fail"), 2), (BucketId::new("hit"), 1)]);
        assert_eq!(dice("fail=2 hit=1", &roll), Ok(tally));
        for bad in ["3x5", "fail=2 fail=1", "fail=", "=2", "a=1 b"] {
            assert!(dice(bad, &roll).is_err(), "{bad}");
        }
    }
}
