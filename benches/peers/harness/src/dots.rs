//! Dot plots as SVG: a row a case, a mark a library, over a logarithmic axis of times.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;

/// The time of one library in one case, both by their places in the plot's lists.
pub struct Dot {
    pub case: usize,
    pub peer: usize,
    pub time: f64,
    /// Least and most.
    pub range: [f64; 2],
    /// Some of its answers were wrong.
    pub hollow: bool,
}

pub struct Dots {
    pub title: String,
    /// Of all times.
    pub unit: String,
    pub cases: Vec<String>,
    pub peers: Vec<String>,
    pub dots: Vec<Dot>,
}

const GREY: RGBColor = RGBColor(90, 90, 90);
const LINE: RGBColor = RGBColor(225, 225, 225);
const MARGIN: i32 = 16;
const TOP: i32 = 66;
/// Of the times, and of the legend beside them.
const WIDTH: i32 = 580;
const LEGEND: i32 = 160;

/// The same in all charts: ours are red.
pub fn colour(peer: &str) -> RGBColor {
    match peer {
        "solid" => RGBColor(200, 30, 30),
        "solid-c" => RGBColor(240, 125, 115),
        "solid-tight" => RGBColor(120, 0, 30),
        "solid2" => RGBColor(80, 80, 80),
        "bullet" => RGBColor(0, 90, 178),
        "coal" => RGBColor(0, 150, 110),
        "fcl" => RGBColor(220, 140, 0),
        "libccd-mpr" => RGBColor(90, 170, 225),
        "libccd-gjk" => RGBColor(190, 110, 160),
        "ode" => RGBColor(120, 70, 20),
        "parry" => RGBColor(150, 150, 0),
        "mujoco" => RGBColor(230, 90, 150),
        "jolt" => RGBColor(60, 190, 90),
        "embree" => RGBColor(0, 60, 100),
        "physx" => RGBColor(120, 190, 0),
        "fcpw" => RGBColor(200, 60, 140),
        "obvhs" => RGBColor(160, 120, 60),
        "ipctk-accd" => RGBColor(100, 60, 180),
        "ipctk-ti" => RGBColor(0, 170, 190),
        _ => RGBColor(170, 170, 170),
    }
}

pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A line of text, whose middle or end is at a place.
pub fn write(
    area: &Area,
    text: &str,
    at: (i32, i32),
    size: i32,
    side: HPos,
    colour: &RGBColor,
) -> Drawn {
    let style = ("sans-serif", size).into_font().color(colour).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(text, at, style))?;
    Ok(())
}

/// The ticks of a logarithmic axis: 1, 2, 5, 10 or, of a long one, the powers of ten.
fn ticks([low, high]: [f64; 2]) -> Vec<f64> {
    let factors: &[f64] = if high / low > 3e3 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let powers = low.log10().floor() as i32..=high.log10().ceil() as i32;
    let all = powers.flat_map(|power| factors.iter().map(move |x| x * 10f64.powi(power)));
    all.filter(|x| (low..=high).contains(x)).collect()
}

impl Dots {
    /// Writes the picture to a file, with some small lines under it.
    pub fn save(&self, path: &Path, footer: &[String]) -> std::io::Result<()> {
        let mut text = String::new();
        self.draw(&mut text, footer).map_err(|error| std::io::Error::other(error.to_string()))?;
        std::fs::write(path, text)
    }

    fn range(&self) -> [f64; 2] {
        let most = self.dots.iter().map(|dot| dot.time).fold(0.0, f64::max);
        let ends = self.dots.iter().flat_map(|dot| {
            // A round that was interrupted is not worth shrinking all the others.
            [dot.time, dot.range[0], dot.range[1].min(1.5 * most)]
        });
        let good = ends.filter(|x| *x > 0.0 && x.is_finite());
        let [low, high] =
            good.fold([f64::INFINITY, 0.0], |[low, high], x| [x.min(low), x.max(high)]);
        if low <= high { [low / 1.25, high * 1.25] } else { [1.0, 10.0] }
    }

    fn draw(&self, text: &mut String, footer: &[String]) -> Drawn {
        let longest = self.cases.iter().map(|case| case.chars().count()).max().unwrap_or(0) as i32;
        let left = MARGIN + 8 * longest + 12;
        let row = (9 * self.peers.len() as i32 + 6).max(24);
        let bottom = TOP + row * self.cases.len() as i32;
        let end = (bottom + 56).max(TOP + 20 * self.peers.len() as i32 + 40);
        let size = (left + WIDTH + LEGEND, end + 17 * footer.len() as i32);
        let area =
            SVGBackend::with_string(text, (size.0 as u32, size.1 as u32)).into_drawing_area();
        area.fill(&WHITE)?;
        write(&area, &self.title, (MARGIN, 22), 18, HPos::Left, &BLACK)?;
        let axis = format!("time in {}, logarithmic; lower is better (left)", self.unit);
        write(&area, &axis, (MARGIN, 44), 13, HPos::Left, &GREY)?;
        let range = self.range();
        let at = |time: f64| {
            let part = (time / range[0]).ln() / (range[1] / range[0]).ln();
            left + (part.clamp(0.0, 1.0) * f64::from(WIDTH)) as i32
        };
        for tick in ticks(range) {
            let x = at(tick);
            area.draw(&PathElement::new(vec![(x, TOP), (x, bottom)], LINE.stroke_width(1)))?;
            write(&area, &format!("{tick}"), (x, bottom + 14), 12, HPos::Center, &BLACK)?;
        }
        write(&area, &self.unit, (left + WIDTH / 2, bottom + 34), 13, HPos::Center, &BLACK)?;
        for (i, case) in self.cases.iter().enumerate() {
            let y = TOP + row * i as i32;
            area.draw(&PathElement::new(
                vec![(MARGIN, y), (left + WIDTH, y)],
                LINE.stroke_width(1),
            ))?;
            write(&area, case, (left - 12, y + row / 2), 13, HPos::Right, &BLACK)?;
        }
        let frame = [(left, TOP), (left + WIDTH, bottom)];
        area.draw(&Rectangle::new(frame, GREY.stroke_width(1)))?;
        for dot in &self.dots {
            let space = row / self.peers.len().max(1) as i32;
            let y = TOP
                + row * dot.case as i32
                + (row - space * self.peers.len() as i32) / 2
                + space * dot.peer as i32
                + space / 2;
            let colour = colour(&self.peers[dot.peer]);
            let bar = vec![(at(dot.range[0]), y), (at(dot.range[1]), y)];
            area.draw(&PathElement::new(bar, colour.stroke_width(2)))?;
            let fill = if dot.hollow { WHITE } else { colour };
            area.draw(&Circle::new((at(dot.time), y), 4, fill.filled()))?;
            area.draw(&Circle::new((at(dot.time), y), 4, colour.stroke_width(2)))?;
        }
        self.draw_legend(&area, left + WIDTH + 20)?;
        for (i, line) in footer.iter().enumerate() {
            write(&area, line, (MARGIN, end + 17 * i as i32), 12, HPos::Left, &GREY)?;
        }
        area.present()?;
        Ok(())
    }

    fn draw_legend(&self, area: &Area, x: i32) -> Drawn {
        let mut y = TOP + 8;
        for peer in &self.peers {
            area.draw(&Circle::new((x, y), 5, colour(peer).filled()))?;
            write(area, peer, (x + 14, y), 13, HPos::Left, &BLACK)?;
            y += 20;
        }
        if self.dots.iter().any(|dot| dot.hollow) {
            area.draw(&Circle::new((x, y + 8), 4, BLACK.stroke_width(2)))?;
            write(area, "wrong answers", (x + 14, y + 8), 12, HPos::Left, &BLACK)?;
        }
        Ok(())
    }
}
