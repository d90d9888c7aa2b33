//! Charts as SVG: lines or marks over a linear or logarithmic axis, or over named cases.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use std::ops::Range;
use std::path::Path;

/// Whose values a series has, which decides how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// This library's: the strongest line.
    Ours,
    /// What a document tells: dashed.
    Published,
    /// Of another library, or another method.
    Others,
}

/// One mark of a series.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub x: f64,
    pub y: f64,
    /// Least and most, drawn as a bar through the mark where they differ.
    pub range: [f64; 2],
    /// Drawn hollow: the value is not to be trusted, say since answers were wrong.
    pub hollow: bool,
}

impl Mark {
    pub fn at(x: f64, y: f64) -> Mark {
        Mark { x, y, range: [y, y], hollow: false }
    }
}

/// Marks of one colour, joined by a line unless the chart is over named cases.
pub struct Series {
    pub label: String,
    pub whose: Whose,
    /// By the place in the chart, if there is none.
    pub colour: Option<RGBColor>,
    pub marks: Vec<Mark>,
}

impl Series {
    pub fn new(
        label: impl Into<String>,
        whose: Whose,
        points: impl IntoIterator<Item = [f64; 2]>,
    ) -> Series {
        Series {
            label: label.into(),
            whose,
            colour: None,
            marks: points.into_iter().map(|[x, y]| Mark::at(x, y)).collect(),
        }
    }
}

/// A chart. Values that are not finite, or not positive on a logarithmic axis, are left out.
#[derive(Default)]
pub struct Chart {
    pub title: String,
    pub x_label: String,
    pub y_label: String,
    pub log_x: bool,
    pub log_y: bool,
    /// Names of the cases 0, 1, .. of x; empty for an axis of numbers.
    pub cases: Vec<String>,
    pub series: Vec<Series>,
}

const OURS: RGBColor = RGBColor(200, 30, 30);
/// Told apart also by those who see few colours (after Okabe and Ito).
const COLOURS: [RGBColor; 9] = [
    RGBColor(0, 90, 178),
    RGBColor(0, 150, 110),
    RGBColor(220, 140, 0),
    RGBColor(90, 170, 225),
    RGBColor(190, 110, 160),
    RGBColor(80, 80, 80),
    RGBColor(150, 150, 0),
    RGBColor(120, 70, 20),
    RGBColor(170, 170, 170),
];
const SIZE: (u32, u32) = (960, 560);
const LEGEND_WIDTH: i32 = 220;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

impl Chart {
    /// Writes the chart to a file, with some small lines under it.
    pub fn save(&self, path: &Path, footer: &[String]) -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut text = String::new();
        self.draw(&mut text, footer).map_err(|error| std::io::Error::other(error.to_string()))?;
        std::fs::write(path, text)
    }

    fn draw(&self, text: &mut String, footer: &[String]) -> Drawn {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let height = SIZE.1 as i32 - 20 * footer.len() as i32 - 4;
        let (upper, lower) = root.split_vertically(height);
        for (i, line) in footer.iter().enumerate() {
            let style = ("sans-serif", 12).into_font().color(&RGBColor(90, 90, 90));
            lower.draw(&Text::new(line.clone(), (14, 18 * i as i32), style))?;
        }
        let (left, right) = upper.split_horizontally(SIZE.0 as i32 - LEGEND_WIDTH);
        self.draw_legend(&right)?;
        let (x, y) = (self.x_range(), self.y_range());
        match (self.log_x, self.log_y) {
            (false, false) => self.draw_in(&left, x, y)?,
            (true, false) => self.draw_in(&left, x.log_scale(), y)?,
            (false, true) => self.draw_in(&left, x, y.log_scale())?,
            (true, true) => self.draw_in(&left, x.log_scale(), y.log_scale())?,
        }
        root.present()?;
        Ok(())
    }

    fn colour(&self, index: usize) -> RGBColor {
        if let Some(colour) = self.series[index].colour {
            return colour;
        }
        if self.series[index].whose == Whose::Ours && self.ours() == 1 {
            return OURS;
        }
        let earlier =
            self.series[..index].iter().filter(|s| self.ours() != 1 || s.whose != Whose::Ours);
        COLOURS[earlier.count() % COLOURS.len()]
    }

    fn ours(&self) -> usize {
        self.series.iter().filter(|s| s.whose == Whose::Ours).count()
    }

    fn draw_legend(&self, area: &Area) -> Drawn {
        let mut y = 48;
        for (i, series) in self.series.iter().enumerate() {
            let colour = self.colour(i);
            let marks: &[[i32; 2]] =
                if series.whose == Whose::Published { &[[4, 12], [16, 24]] } else { &[[4, 24]] };
            for &[from, to] in marks {
                area.draw(&PathElement::new(vec![(from, y), (to, y)], colour.stroke_width(3)))?;
            }
            let style = ("sans-serif", 14).into_font().color(&BLACK);
            area.draw(&Text::new(series.label.clone(), (32, y - 8), style))?;
            y += 20;
        }
        if self.series.iter().any(|s| s.marks.iter().any(|mark| mark.hollow)) {
            let style = ("sans-serif", 12).into_font().color(&BLACK);
            area.draw(&Circle::new((14, y + 8), 4, BLACK.stroke_width(2)))?;
            area.draw(&Text::new("with wrong answers", (32, y), style))?;
        }
        Ok(())
    }

    fn draw_in<X, Y, IX, IY>(&self, area: &Area, x: IX, y: IY) -> Drawn
    where
        IX: AsRangedCoord<CoordDescType = X, Value = f64>,
        IY: AsRangedCoord<CoordDescType = Y, Value = f64>,
        X: Ranged<ValueType = f64> + ValueFormatter<f64>,
        Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(if self.crowded() {
                24 + 7 * self.longest_case() as u32
            } else {
                44
            })
            .y_label_area_size(72)
            .build_cartesian_2d(x, y)?;
        let name = |x: &f64| self.case_name(*x);
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(&self.x_label)
            .y_desc(&self.y_label)
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 14))
            // Of a logarithmic axis these lie so close that they look like bands.
            .light_line_style(TRANSPARENT)
            .bold_line_style(RGBColor(215, 215, 215))
            .y_label_formatter(&tidy)
            .x_label_formatter(&name);
        if !self.cases.is_empty() {
            mesh.disable_x_mesh().x_labels(2 * self.cases.len() + 1);
        }
        mesh.draw()?;
        if self.crowded() {
            let style =
                ("sans-serif", 13).into_font().transform(FontTransform::Rotate90).color(&BLACK);
            for (i, case) in self.cases.iter().enumerate() {
                let (x, y) = chart.backend_coord(&(i as f64, self.y_range().start));
                // The text begins at the axis and reads downwards.
                area.draw(&Text::new(case.clone(), (x + 6, y + 8), style.clone()))?;
            }
        }
        for (i, series) in self.series.iter().enumerate() {
            let colour = self.colour(i);
            let marks: Vec<&Mark> =
                series.marks.iter().filter(|mark| self.drawable(mark)).collect();
            let width = if series.whose == Whose::Ours { 3 } else { 2 };
            let points = marks.iter().map(|mark| (mark.x, mark.y));
            if self.cases.is_empty() && series.whose == Whose::Published {
                chart.draw_series(DashedLineSeries::new(
                    points,
                    7,
                    5,
                    colour.stroke_width(width),
                ))?;
            } else if self.cases.is_empty() {
                chart.draw_series(LineSeries::new(points, colour.stroke_width(width)))?;
            }
            for mark in marks {
                let [low, high] = mark.range;
                if low < high && low > 0.0 {
                    let bar = vec![(mark.x, low), (mark.x, high)];
                    chart.draw_series([PathElement::new(bar, colour.stroke_width(2))])?;
                }
                let style = if mark.hollow { colour.stroke_width(2) } else { colour.filled() };
                chart.draw_series([Circle::new(
                    (mark.x, mark.y),
                    if width == 3 { 5 } else { 4 },
                    style,
                )])?;
            }
        }
        Ok(())
    }

    fn case_name(&self, x: f64) -> String {
        if self.cases.is_empty() {
            return tidy(&x);
        }
        let near = x.round();
        let known = (x - near).abs() < 0.01 && near >= 0.0 && !self.crowded();
        self.cases.get(near as usize).filter(|_| known).cloned().unwrap_or_default()
    }

    fn longest_case(&self) -> usize {
        self.cases.iter().map(|case| case.chars().count()).max().unwrap_or(0)
    }

    /// Whether the names of the cases would run into each other.
    fn crowded(&self) -> bool {
        self.longest_case() * self.cases.len() > 85
    }

    fn drawable(&self, mark: &Mark) -> bool {
        let good = |v: f64, log: bool| v.is_finite() && (!log || v > 0.0);
        good(mark.x, self.log_x) && good(mark.y, self.log_y)
    }

    fn drawn(&self) -> impl Iterator<Item = &Mark> {
        self.series.iter().flat_map(|series| &series.marks).filter(|mark| self.drawable(mark))
    }

    fn x_range(&self) -> Range<f64> {
        if !self.cases.is_empty() {
            return -0.6..self.cases.len() as f64 - 0.4;
        }
        span(self.drawn().map(|mark| mark.x), self.log_x, false)
    }

    fn y_range(&self) -> Range<f64> {
        let most = self.drawn().map(|mark| mark.y).fold(0.0, f64::max);
        // A round that was interrupted may take many times as long: that is not worth shrinking all the others.
        let drawn =
            self.drawn().flat_map(|mark| [mark.y, mark.range[0], mark.range[1].min(1.5 * most)]);
        span(drawn.filter(|y| !self.log_y || *y > 0.0), self.log_y, true)
    }
}

/// From the least to the largest value with some room; from zero where that is asked for and the axis is linear. A logarithmic one
/// has no lines and numbers below its first power of ten: it begins at one if it would have but one.
fn span(values: impl Iterator<Item = f64>, log: bool, from_zero: bool) -> Range<f64> {
    let (low, high) =
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    match (low <= high, log) {
        (false, false) => 0.0..1.0,
        (false, true) => 1.0..10.0,
        (true, true) => {
            let (from, to) = (low / 1.3, high * 1.3);
            let below = from.log10().floor();
            if to.log10().floor() - below < 2.0 { 10_f64.powf(below)..to } else { from..to }
        }
        (true, false) if from_zero => low.min(0.0)..high.max(1e-300) * 1.08,
        (true, false) => {
            let room = if low < high { 0.03 * (high - low) } else { 0.5 };
            low - room..high + room
        }
    }
}

/// A number for an axis.
fn tidy(x: &f64) -> String {
    let size = x.abs();
    if size != 0.0 && !(1e-3..1e6).contains(&size) {
        return format!("{x:.0e}");
    }
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
