//! Worlds as bytes, and back.

use std::collections::HashMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use solid::space::{ContactQuery, Error, Selector, Space};

use crate::shape::Shape;
use crate::world::Inner;

/// Its number in the world, its shape, and what it was saved with.
pub type LoadedObject = (u64, Shape, u128);

/// The numbers of the objects that it is for, and what it wants; nothing of those that are ignored.
pub type LoadedResponse = (Vec<u64>, Option<&'static str>);

impl Inner {
    /// The world as bytes, with a number of the caller's for each object; `None` if a shape cannot be saved.
    pub fn saved(&mut self, data: &[(u64, u64)]) -> Result<Option<Vec<u8>>, Error> {
        for (number, data) in data {
            let object = self.object(*number)?;
            self.space.set_user_data(object, (*data).into())?;
        }
        Ok(self.space.to_bytes())
    }

    /// The world of such bytes: its objects have the numbers from 0 on.
    pub fn loaded(bytes: &[u8]) -> PyResult<(Inner, Vec<LoadedObject>, Vec<LoadedResponse>)> {
        let space =
            Space::from_bytes(bytes).map_err(|why| PyValueError::new_err(why.to_string()))?;
        let (mut objects, mut numbers) = (HashMap::new(), HashMap::new());
        let mut found = Vec::new();
        for (number, object) in (0..).zip(space.objects()) {
            let nothing = || PyValueError::new_err(format!("object {number} has nothing to hit"));
            let shape = Shape::from_core(space.copy_shape(object).ok_or_else(nothing)?);
            found.push((number, shape, space.user_data(object).unwrap_or(0)));
            objects.insert(number, object);
            numbers.insert(object, number);
        }
        let of_selector = |selector: &Selector| match *selector {
            Selector::All => Some(Vec::new()),
            Selector::One(object) => Some(vec![*numbers.get(&object)?]),
            Selector::Pair(a, b) => {
                let mut pair = vec![*numbers.get(&a)?, *numbers.get(&b)?];
                pair.sort_unstable();
                Some(pair)
            }
        };
        let responses = space.responses();
        let responses = responses
            .iter()
            .filter_map(|(selector, query)| Some((of_selector(selector)?, query.map(want))));
        let responses = responses.collect();
        let next = found.len() as u64;
        Ok((Inner { space, objects, numbers, next }, found, responses))
    }
}

/// What `World.respond` calls it; what other languages ask for beside is asked of `World.contacts` and its kin.
fn want(query: ContactQuery) -> &'static str {
    match query {
        ContactQuery::Hit | ContactQuery::Depth | ContactQuery::Contacts => "hit",
        ContactQuery::CommonPoint | ContactQuery::Intersection => "point",
        ContactQuery::ClosestBefore => "closest",
    }
}
