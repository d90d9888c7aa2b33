//! Shapes for serde: as the bytes of [`Shape::to_bytes`]. In formats without bytes, such as JSON, that is a list of numbers.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser};

use crate::query::Shape;

#[cfg(test)]
mod tests;

impl Serialize for Shape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes = self.to_bytes().ok_or_else(|| ser::Error::custom("a vertex is not finite"))?;
        serializer.serialize_bytes(&bytes)
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }
}

struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = Shape;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the bytes of a saved shape")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Shape, E> {
        Shape::from_bytes(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Shape, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        self.visit_bytes(&bytes)
    }
}
