//! Maps handles and callbacks of a recording, or of another process, to those of this process.

use std::collections::HashMap;

use crate::arguments::Argument;
use crate::functions::Function;
use crate::layout::Parameter;
use crate::memory::callback_address;

/// A one-to-one map between foreign handles, those of a recording or of another process, and local ones, the library's.
#[derive(Default)]
pub struct Handles {
    local: HashMap<u64, u64>,
    foreign: HashMap<u64, u64>,
}

impl Handles {
    /// The local handle for a foreign one. One that does not exist becomes an odd number, which is never a handle.
    pub fn to_local(&self, foreign: u64) -> u64 {
        if foreign == 0 { 0 } else { self.local.get(&foreign).copied().unwrap_or(foreign | 1) }
    }

    /// The foreign handle for a local one; `proposed` if there is none yet.
    pub fn to_foreign(&mut self, local: u64, proposed: u64) -> u64 {
        if local == 0 {
            return 0;
        }
        *self.foreign.entry(local).or_insert_with(|| {
            self.local.insert(proposed, local);
            proposed
        })
    }

    /// Enters a pair of handles that the same call returned. Returns whether it is consistent with the pairs entered before.
    pub fn insert(&mut self, foreign: u64, local: u64) -> bool {
        let agrees = self.local.get(&foreign).is_none_or(|known| *known == local);
        agrees && (local == 0) == (foreign == 0) && self.to_foreign(local, foreign) == foreign
    }

    /// Whether a foreign handle exists.
    pub fn knows(&self, foreign: u64) -> bool {
        self.local.contains_key(&foreign)
    }

    /// Forgets a foreign handle.
    pub fn remove(&mut self, foreign: u64) {
        if let Some(local) = self.local.remove(&foreign) {
            self.foreign.remove(&local);
        }
    }

    /// The local handles.
    pub fn all(&self) -> impl Iterator<Item = u64> {
        self.foreign.keys().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.foreign.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.foreign.is_empty()
    }
}

/// A callback: the function, the client data and the response type.
pub type Callback = [u64; 3];

/// What an argument names.
pub enum Name {
    /// A shape, by its handle.
    Shape(u64),
    /// A context, by its handle.
    Context(u64),
    /// A callback.
    Callback(Callback),
}

/// Replaces foreign names in the arguments of a call: handles by those that `local_name` returns, and callbacks by the function at
/// [`callback_address`] with what `local_name` returns as client data.
pub fn translate(
    function: Function,
    arguments: &mut [Argument],
    mut local_name: impl FnMut(Name) -> u64,
) {
    for (i, parameter) in function.signature().parameters.iter().enumerate() {
        let number = arguments[i].number();
        match parameter {
            Parameter::Shape => arguments[i] = Argument::Number(local_name(Name::Shape(number))),
            Parameter::Context => {
                arguments[i] = Argument::Number(local_name(Name::Context(number)))
            }
            Parameter::Callback if number != 0 => {
                let [response_type, client_data] = [i + 1, i + 2].map(|i| arguments[i].number());
                let callback = Name::Callback([number, client_data, response_type]);
                arguments[i] = Argument::Number(callback_address());
                arguments[i + 2] = Argument::Number(local_name(callback));
            }
            _ => {}
        }
    }
}
