//! Frames that the page saves: its shapes, and where the objects are.
//!
//! Little-endian: the number of shapes, of each the number of its bytes and these, the number of objects, of each its shape's place and
//! the 16 numbers of its matrix. Counts are of 32 bits.

use std::error::Error;

use solid::space::{ContactQuery, ObjectBuilder, Placement, Selector, Shape, Space};

/// How many pairs of objects collide.
pub fn count(bytes: &[u8]) -> Result<usize, Box<dyn Error>> {
    let mut rest = bytes;
    let mut space = Space::new();
    let shapes = (0..word(&mut rest)?).map(|_| {
        let length = word(&mut rest)? as usize;
        Ok(space.define(Shape::from_bytes(take(&mut rest, length)?)?))
    });
    let shapes = shapes.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    for _ in 0..word(&mut rest)? {
        let shape = *shapes.get(word(&mut rest)? as usize).ok_or("no such shape")?;
        let mut matrix = [0.0; 16];
        for number in &mut matrix {
            *number = f64::from_le_bytes(take(&mut rest, 8)?.try_into()?);
        }
        space.create_object(
            ObjectBuilder::new(shape).placement(Placement::from_column_major(&matrix)),
        )?;
    }
    space.watch(Selector::All, ContactQuery::Hit);
    Ok(space.collisions().count())
}

fn word(rest: &mut &[u8]) -> Result<u32, Box<dyn Error>> {
    Ok(u32::from_le_bytes(take(rest, 4)?.try_into()?))
}

fn take<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], Box<dyn Error>> {
    let (taken, others) = rest.split_at_checked(count).ok_or("the frame ends too early")?;
    *rest = others;
    Ok(taken)
}
