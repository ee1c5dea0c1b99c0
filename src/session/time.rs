//! The two clocks of a session: the one on the wall, and played time.

#![allow(clippy::disallowed_methods, reason = "this is the one place for clocks")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::text::Text;

/// Played time. It runs while a session is open and not paused.
#[derive(Debug)]
pub struct Played {
    before: Duration,
    since: Option<Instant>,
    away: Arc<Away>,
}

/// The time of a running stretch in which the program was stopped. Counted by another thread, because a stopped program
/// cannot: from the moment it goes until that thread has seen it back.
#[derive(Debug)]
pub struct Away {
    base: Instant,
    // In milliseconds. `since` is counted from `base`, and 0 while the program is not stopped.
    total: AtomicU64,
    since: AtomicU64,
}

impl Away {
    fn new() -> Away {
        Away { base: Instant::now(), total: AtomicU64::new(0), since: AtomicU64::new(0) }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.base.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
    }

    /// The program is about to be stopped.
    pub fn go(&self) {
        self.since.store(self.now(), Ordering::SeqCst);
    }

    /// The program goes on.
    pub fn come_back(&self) {
        let since = self.since.swap(0, Ordering::SeqCst);
        if since > 0 {
            self.total.fetch_add(self.now().saturating_sub(since), Ordering::SeqCst);
        }
    }

    fn so_far(&self) -> Duration {
        let since = self.since.load(Ordering::SeqCst);
        let running = if since > 0 { self.now().saturating_sub(since) } else { 0 };
        Duration::from_millis(self.total.load(Ordering::SeqCst).saturating_add(running))
    }
}

impl Played {
    /// Goes on from so many played seconds.
    pub fn from(seconds: u32) -> Played {
        let before = Duration::from_secs(seconds.into());
        Played { before, since: Some(Instant::now()), away: Arc::new(Away::new()) }
    }

    /// How long it has been played, in seconds.
    pub fn seconds(&self) -> u32 {
        u32::try_from((self.before + self.running()).as_secs()).unwrap_or(u32::MAX)
    }

    /// Where the time is counted in which the program is stopped.
    pub fn away(&self) -> Arc<Away> {
        Arc::clone(&self.away)
    }

    fn running(&self) -> Duration {
        self.since.map_or(Duration::ZERO, |since| since.elapsed().saturating_sub(self.away.so_far()))
    }

    /// Time stands still: the program is suspended.
    pub fn pause(&mut self) {
        self.before += self.running();
        self.since = None;
    }

    /// Time runs again.
    pub fn go_on(&mut self) {
        if self.since.is_none() {
            self.since = Some(Instant::now());
            self.away.total.store(0, Ordering::SeqCst);
        }
    }
}

/// The clock on the wall, in the universal time: `2026-11-21T19:30:00Z`.
pub fn wall() -> Text {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Text::from(date_and_time(since.as_secs()))
}

/// Seconds since 1970 as a date and a time.
fn date_and_time(seconds: u64) -> String {
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    // Years are counted from a March, so that a leap day is the last day of its year; 400 years have 146,097 days.
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_164_800, "2024-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(date_and_time(seconds), text);
        }
    }

    #[test]
    fn played_time_stands_still_while_paused() {
        let mut played = Played::from(90);
        played.pause();
        let before = played.seconds();
        assert_eq!(before, 90);
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!(played.seconds(), before);
        played.go_on();
        assert!(played.seconds() >= before);
    }

    #[test]
    fn time_away_is_not_played_even_before_the_return_is_seen() {
        let played = Played::from(10);
        played.away().go();
        std::thread::sleep(Duration::from_millis(1200));
        assert_eq!(played.seconds(), 10);
        played.away().come_back();
        assert_eq!(played.seconds(), 10);
    }
}
