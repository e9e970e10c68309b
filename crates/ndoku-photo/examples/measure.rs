//! Measures the reader against labeled photographs: see `docs/design/photo.md`.
//!
//! ```text
//! cargo run --release -p ndoku-photo --features decode --example measure -- FOLDER [OPTION]...
//! --debug DIR     writes a picture of each failure
//! --only NAME     reads one photograph
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use ndoku_photo::{ColorPhoto, DecodeLimits, FoundGrid, Point, decode, find_grids};

/// Largest distance in cells between a corner and its place in the labels.
const MAX_CORNER_ERROR: f32 = 0.35;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("the folder is missing")?);
    let (mut debug, mut only, mut all) = (None, None, false);
    while let Some(option) = arguments.next() {
        match option.as_str() {
            "--debug" => debug = arguments.next().map(PathBuf::from),
            "--only" => only = arguments.next(),
            "--all" => all = true,
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    let outlines = read_outlines(&folder.join("outlines.csv"))?;
    let (mut good, mut count, mut seconds) = (0, 0, 0.0);
    for (name, outline) in &outlines {
        if only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let photo = read_photo(&folder.join("train").join(name))?;
        let start = cpu_seconds();
        let gray = photo.to_gray();
        let grids = find_grids(&gray);
        let taken = cpu_seconds() - start;
        seconds += taken;
        count += 1;
        let error = grids.first().map_or(f32::MAX, |grid| corner_error(grid, outline));
        let is_good = error <= MAX_CORNER_ERROR;
        good += u32::from(is_good);
        let score = grids.first().map_or(0.0, |grid| grid.score);
        if !is_good || all || score < 0.8 {
            println!(
                "{name} {}x{} corner error {error:.2} score {score:.2} {:.0} ms",
                photo.width(),
                photo.height(),
                taken * 1e3
            );
        }
        if only.is_some() {
            for grid in &grids {
                println!("  score {:.3} corners {:?}", grid.score, grid.lattice.corners());
            }
        }
        if let Some(debug) = &debug && (!is_good || only.is_some() || all) {
            save(&debug.join(name), photo, grids.first(), outline)?;
        }
    }
    println!("{good} of {count} outlines, {:.1} ms each", seconds * 1e3 / f64::from(count));
    Ok(())
}

/// Returns the CPU time of this process, which other programs do not disturb. Linux only.
fn cpu_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|field| field.parse().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

fn read_photo(path: &Path) -> Result<ColorPhoto, Box<dyn Error>> {
    Ok(decode(&fs::read(path)?, &DecodeLimits::default())?)
}

fn read_outlines(path: &Path) -> Result<BTreeMap<String, [Point; 4]>, Box<dyn Error>> {
    let mut outlines = BTreeMap::new();
    for line in fs::read_to_string(path)?.lines().skip(1) {
        let mut fields = line.trim().split(',');
        let name = fields.next().ok_or("an empty line")?;
        let numbers: Vec<f32> = fields.map(str::parse).collect::<Result<_, _>>()?;
        let [a, b, c, d, e, f, g, h] = numbers[..] else {
            return Err(format!("{name}: not eight numbers").into());
        };
        let corners = [(a, b), (c, d), (e, f), (g, h)].map(|(x, y)| Point::new(x, y));
        outlines.insert(name.to_owned(), corners);
    }
    Ok(outlines)
}

/// Returns the largest distance of a corner in cells, in the best rotation.
fn corner_error(grid: &FoundGrid, outline: &[Point; 4]) -> f32 {
    let side: f32 = (0..4).map(|at| outline[at].distance(outline[(at + 1) % 4]) / 4.0).sum();
    let corners = grid.lattice.corners();
    (0..4)
        .map(|turn| {
            (0..4)
                .map(|at| corners[(at + turn) % 4].distance(outline[at]))
                .fold(0.0, f32::max)
        })
        .fold(f32::MAX, f32::min)
        / (side / 9.0)
}

/// Writes the photograph with the labeled outline in green and the lattice in red.
fn save(
    path: &Path,
    mut photo: ColorPhoto,
    grid: Option<&FoundGrid>,
    outline: &[Point; 4],
) -> Result<(), Box<dyn Error>> {
    for at in 0..4 {
        line(&mut photo, outline[at], outline[(at + 1) % 4], [0, 200, 0]);
    }
    if let Some(grid) = grid {
        for at in 0..10 * 9 {
            let (index, edge) = ((at / 9) as f32, (at % 9) as f32);
            let map = |x, y| grid.lattice.map(Point::new(x, y));
            line(&mut photo, map(edge, index), map(edge + 1.0, index), [255, 0, 0]);
            line(&mut photo, map(index, edge), map(index, edge + 1.0), [255, 0, 0]);
        }
    }
    let (width, height) = (photo.width() as u32, photo.height() as u32);
    let picture = image::RgbImage::from_raw(width, height, photo.pixels().to_vec()).ok_or("size")?;
    picture.save(path.with_extension("png"))?;
    Ok(())
}

fn line(photo: &mut ColorPhoto, from: Point, to: Point, color: [u8; 3]) {
    let (width, height) = (photo.width(), photo.height());
    let steps = from.distance(to).clamp(1.0, 10_000.0) as usize;
    for step in 0..=steps {
        let share = step as f32 / steps as f32;
        let x = (from.x + (to.x - from.x) * share).round();
        let y = (from.y + (to.y - from.y) * share).round();
        if x >= 0.0 && y >= 0.0 && (x as usize) < width && (y as usize) < height {
            let at = (y as usize * width + x as usize) * 3;
            photo.pixels_mut()[at..at + 3].copy_from_slice(&color);
        }
    }
}
