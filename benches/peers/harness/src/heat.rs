//! Heat maps of ratios as SVG: a row a pair of bodies, a column a question and a class of placements.

use super::dots::{Area, Drawn, write};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use std::path::Path;

/// A ratio of times, and whose answers were wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    pub ratio: f64,
    pub ours_wrong: bool,
    pub other_wrong: bool,
}

/// Columns that belong together.
pub struct Group {
    pub name: String,
    pub columns: Vec<String>,
}

/// Of the columns of all groups one after the other; `None` where there is nothing to compare.
pub struct Heat {
    pub title: String,
    pub subtitle: String,
    pub groups: Vec<Group>,
    pub rows: Vec<(String, Vec<Option<Cell>>)>,
}

const WIDTH: i32 = 46;
const HEIGHT: i32 = 19;
const LABELS: i32 = 150;
const TOP: i32 = 104;
/// Between groups.
const GAP: i32 = 8;
const MARGIN: i32 = 16;
/// Colours are deepest from this ratio on, and from one over it.
const DEEPEST: f64 = 16.0;

const FASTER: [f64; 3] = [33.0, 102.0, 172.0];
const SLOWER: [f64; 3] = [178.0, 60.0, 10.0];
const GREY: RGBColor = RGBColor(90, 90, 90);

/// From white at one, by the logarithm of the ratio; these two colours are told apart by all who see two.
fn colour(ratio: f64) -> RGBColor {
    let depth = (ratio.ln() / DEEPEST.ln()).clamp(-1.0, 1.0);
    let deep = if depth < 0.0 { FASTER } else { SLOWER };
    let [r, g, b] = deep.map(|x| (255.0 + (x - 255.0) * depth.abs()).round() as u8);
    RGBColor(r, g, b)
}

fn short(ratio: f64) -> String {
    match ratio {
        x if x < 0.095 => format!("{x:.3}"),
        x if x < 0.995 => format!("{x:.2}"),
        x if x < 9.95 => format!("{x:.1}"),
        x => format!("{x:.0}"),
    }
}

impl Heat {
    /// Writes the picture to a file, with some small lines under it.
    pub fn save(&self, path: &Path, footer: &[String]) -> std::io::Result<()> {
        let mut text = String::new();
        self.draw(&mut text, footer).map_err(|error| std::io::Error::other(error.to_string()))?;
        std::fs::write(path, text)
    }

    fn draw(&self, text: &mut String, footer: &[String]) -> Drawn {
        let columns: usize = self.groups.iter().map(|group| group.columns.len()).sum();
        let inner = columns as i32 * WIDTH + self.groups.len() as i32 * GAP;
        // The legend and the lines under it want some room.
        let width = (2 * MARGIN + LABELS + inner).max(900);
        let bottom = TOP + self.rows.len() as i32 * HEIGHT;
        let height = bottom + 98 + 17 * footer.len() as i32;
        let area = SVGBackend::with_string(text, (width as u32, height as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        write(&area, &self.title, (MARGIN, 26), 18, HPos::Left, &BLACK)?;
        write(&area, &self.subtitle, (MARGIN, 48), 13, HPos::Left, &GREY)?;
        self.draw_cells(&area)?;
        draw_legend(&area, bottom + 24)?;
        for (i, line) in footer.iter().enumerate() {
            let at = (MARGIN, bottom + 98 + 17 * i as i32);
            write(&area, line, at, 12, HPos::Left, &GREY)?;
        }
        area.present()?;
        Ok(())
    }

    fn draw_cells(&self, area: &Area) -> Drawn {
        let mut x = MARGIN + LABELS;
        let mut places = Vec::new();
        for group in &self.groups {
            let width = group.columns.len() as i32 * WIDTH;
            write(area, &group.name, (x + width / 2, 74), 14, HPos::Center, &BLACK)?;
            for column in &group.columns {
                write(area, column, (x + WIDTH / 2, 93), 12, HPos::Center, &BLACK)?;
                places.push(x);
                x += WIDTH;
            }
            x += GAP;
        }
        for (row, (name, cells)) in self.rows.iter().enumerate() {
            let y = TOP + row as i32 * HEIGHT;
            write(area, name, (MARGIN + LABELS - 8, y + HEIGHT / 2), 12, HPos::Right, &BLACK)?;
            for (cell, &x) in cells.iter().zip(&places) {
                match cell {
                    Some(cell) => draw_cell(area, *cell, [x, y])?,
                    None => {
                        write(area, "–", (x + WIDTH / 2, y + HEIGHT / 2), 11, HPos::Center, &GREY)?
                    }
                }
            }
        }
        Ok(())
    }
}

fn draw_cell(area: &Area, cell: Cell, [x, y]: [i32; 2]) -> Drawn {
    let (right, below) = (x + WIDTH - 1, y + HEIGHT - 1);
    area.draw(&Rectangle::new([(x, y), (right, below)], colour(cell.ratio).filled()))?;
    let dark = (cell.ratio.ln() / DEEPEST.ln()).abs() > 0.62;
    let ink = if dark { WHITE } else { BLACK };
    write(area, &short(cell.ratio), (x + WIDTH / 2, y + HEIGHT / 2), 12, HPos::Center, &ink)?;
    if cell.other_wrong {
        let corner = vec![(right - 8, y), (right, y), (right, y + 8)];
        area.draw(&Polygon::new(corner, BLACK.filled()))?;
    }
    if cell.ours_wrong {
        let corner = vec![(x, below - 8), (x, below), (x + 8, below)];
        area.draw(&Polygon::new(corner, RGBColor(220, 0, 160).filled()))?;
    }
    Ok(())
}

fn draw_legend(area: &Area, y: i32) -> Drawn {
    let (from, length) = (MARGIN + LABELS, 320);
    for i in 0..length {
        let part = f64::from(i) / f64::from(length);
        let ratio = DEEPEST.powf(2.0 * part - 1.0);
        area.draw(&Rectangle::new(
            [(from + i, y - 8), (from + i + 1, y + 8)],
            colour(ratio).filled(),
        ))?;
    }
    let frame = [(from, y - 8), (from + length, y + 8)];
    area.draw(&Rectangle::new(frame, GREY.stroke_width(1)))?;
    for (i, tick) in ["1/16", "1/4", "1", "4", "16"].iter().enumerate() {
        let x = from + length * i as i32 / 4;
        area.draw(&PathElement::new(vec![(x, y + 8), (x, y + 12)], GREY.stroke_width(1)))?;
        write(area, tick, (x, y + 22), 12, HPos::Center, &BLACK)?;
    }
    write(area, "our time over the other's", (from - 8, y), 12, HPos::Right, &BLACK)?;
    write(area, "we are faster", (from, y + 40), 12, HPos::Left, &BLACK)?;
    write(area, "we are slower", (from + length, y + 40), 12, HPos::Right, &BLACK)?;
    let x = from + length + 40;
    let sample = |ours_wrong, other_wrong| Cell { ratio: 1.0, ours_wrong, other_wrong };
    for (i, (cell, text)) in [
        (sample(false, true), "wrong answers of the other"),
        (sample(true, false), "wrong answers of ours"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = y - 8 + 26 * i as i32;
        draw_cell(area, cell, [x, y])?;
        let frame = [(x, y), (x + WIDTH - 1, y + HEIGHT - 1)];
        area.draw(&Rectangle::new(frame, GREY.stroke_width(1)))?;
        write(area, text, (x + WIDTH + 8, y + HEIGHT / 2), 12, HPos::Left, &BLACK)?;
    }
    write(area, "–  not asked", (x, y + 48), 12, HPos::Left, &BLACK)?;
    Ok(())
}
