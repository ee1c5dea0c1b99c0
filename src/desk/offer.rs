//! Offers: what may be done besides answering. They stand open beside the next ask and close when it is answered.

use serde::Serialize;

use crate::desk::{Choice, Objection};
use crate::id::{RuleId, SideId, WindowId};

/// Something a side may do besides answering. Taking it is an aside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Offer {
    /// Whose it is.
    pub side: SideId,
    /// The rule behind it.
    pub rule: RuleId,
    /// What it costs, in command points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u8>,
    /// Its id and words, what it hangs on, and why it is greyed. One whose use hangs on an unknown distance is open.
    #[serde(flatten)]
    pub choice: Choice,
}

/// What stands open beside the next ask: the offers, and the moments they belong to, also those without any offer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Open {
    /// The offers.
    pub offers: Vec<Offer>,
    /// The moments, in their order.
    pub windows: Vec<WindowId>,
}

impl Open {
    pub(super) fn close(&mut self) {
        self.offers.clear();
        self.windows.clear();
    }
}

impl Offer {
    /// An offer that costs nothing.
    pub fn new(side: SideId, rule: RuleId, choice: Choice) -> Offer {
        Offer { side, rule, cost: None, choice }
    }

    /// The same for command points.
    #[must_use]
    pub fn cost(self, cp: u8) -> Offer {
        Offer { cost: Some(cp), ..self }
    }

    /// The same, greyed where there is a reason.
    #[must_use]
    pub fn unless(self, objection: Option<Objection>) -> Offer {
        Offer { choice: self.choice.unless(objection), ..self }
    }
}
