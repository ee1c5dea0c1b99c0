//! Hang-up, termination and suspension, on systems that have them.

#![allow(
    clippy::disallowed_methods,
    reason = "signals come to a thread of their own, at a time of their own"
)]

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::{Handle, Signals};
use signal_hook::low_level::emulate_default_handler;

use crate::journal::file::Syncer;
use crate::session::time::Away;

/// Signals are watched while this lives.
#[derive(Debug)]
pub struct Watch {
    handle: Handle,
    watcher: Option<JoinHandle<()>>,
}

impl Watch {
    /// Sees to it that the disk has everything before a signal does what it does. Where it ends the program, `leave` is
    /// called before; where it stops the program, the time until it goes on is counted in `away`.
    pub fn new(
        disk: Option<Syncer>,
        away: Arc<Away>,
        leave: impl Fn() + Send + 'static,
    ) -> io::Result<Watch> {
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
        let handle = signals.handle();
        let watch = move || {
            for signal in signals.forever() {
                if let Some(disk) = &disk {
                    disk.sync();
                }
                if signal != SIGTSTP {
                    leave();
                }
                away.go();
                // Known signals only, so this cannot fail; and where it ends the program, nothing follows.
                let _ = emulate_default_handler(signal);
                away.come_back();
            }
        };
        let watcher = std::thread::Builder::new().name("signals".into()).spawn(watch)?;
        Ok(Watch { handle, watcher: Some(watcher) })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.handle.close();
        if let Some(watcher) = self.watcher.take() {
            let _ = watcher.join();
        }
    }
}
