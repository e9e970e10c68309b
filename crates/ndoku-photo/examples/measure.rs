//! Measures the reader against labeled photographs: see `docs/design/photo.md`.
//!
//! ```text
//! cargo run --release -p ndoku-photo --features decode --example measure -- FOLDER [OPTION]...
//! --debug DIR     writes a picture of each failure, with the lattice in red
//! --only NAME     reads one photograph
//! --all           prints a line for every photograph
//! --timing        measures the search for the grid apart
//! --patches FILE  writes the patches of all cells with their labels
//! --folds DIR     reads each photograph with the weights of the fold that has not seen it
//! ```
//!
//! The folder holds `outlines.csv` and `train/`, as `README.txt` of the data set describes.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use ndoku_photo::{
    CellKind, ColorPhoto, DecodeLimits, DigitNet, InkGrid, PhotoReading, Point, ReadingVerdict,
    decode, encode_png, find_grids, read_photo,
};

/// Largest distance in cells between a corner and its place in the labels.
const MAX_CORNER_ERROR: f32 = 0.35;

type AnyError = Box<dyn Error>;

/// The options of the command line.
#[derive(Default)]
struct Options {
    folder: PathBuf,
    debug: Option<PathBuf>,
    only: Option<String>,
    all: bool,
    timing: bool,
    patches: Option<PathBuf>,
    folds: Option<PathBuf>,
}

/// Sums over all photographs.
#[derive(Default)]
struct Totals {
    photos: u32,
    outlines: u32,
    good_outlines: u32,
    unread: u32,
    with_error: u32,
    wrong_cells: usize,
    certain: u32,
    certain_and_wrong: u32,
    find_seconds: f64,
    seconds: f64,
}

fn main() -> Result<(), AnyError> {
    let options = parse_options()?;
    let outlines = read_outlines(&options.folder.join("outlines.csv"))?;
    let mut totals = Totals::default();
    let mut patches = Vec::new();
    let folds = match &options.folds {
        Some(folder) => read_folds(folder)?,
        None => BTreeMap::new(),
    };
    for name in photo_names(&options.folder)? {
        if options.only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let net = match (&options.folds, folds.get(&name)) {
            (None, _) => DigitNet::shared(),
            (Some(_), Some(net)) => net,
            (Some(_), None) => return Err(format!("{name} is in no fold").into()),
        };
        measure(
            &name,
            net,
            &options,
            outlines.get(&name),
            &mut totals,
            &mut patches,
        )?;
    }
    if let Some(path) = &options.patches {
        fs::write(path, patches)?;
    }
    totals.print();
    Ok(())
}

fn parse_options() -> Result<Options, AnyError> {
    let mut arguments = std::env::args().skip(1);
    let mut options = Options {
        folder: PathBuf::from(arguments.next().ok_or("the folder is missing")?),
        ..Options::default()
    };
    while let Some(option) = arguments.next() {
        match option.as_str() {
            "--debug" => options.debug = arguments.next().map(PathBuf::from),
            "--only" => options.only = arguments.next(),
            "--folds" => options.folds = arguments.next().map(PathBuf::from),
            "--patches" => options.patches = arguments.next().map(PathBuf::from),
            "--all" => options.all = true,
            "--timing" => options.timing = true,
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    Ok(options)
}

impl Totals {
    fn print(&self) {
        let share = |count: u32| f64::from(count) * 100.0 / f64::from(self.photos.max(1));
        println!(
            "outlines   {} of {} right",
            self.good_outlines, self.outlines
        );
        println!("unread     {} ({:.1} %)", self.unread, share(self.unread));
        println!(
            "any error  {} ({:.1} %)",
            self.with_error,
            share(self.with_error)
        );
        let cells = f64::from(self.photos.max(1)) * 81.0;
        let wrong = self.wrong_cells as f64 * 1000.0 / cells;
        println!("cells      {} wrong ({wrong:.2} of 1000)", self.wrong_cells);
        println!("certain    {} ({:.1} %)", self.certain, share(self.certain));
        println!("           {} of them wrong", self.certain_and_wrong);
        let milliseconds = |seconds: f64| seconds * 1e3 / f64::from(self.photos.max(1));
        println!(
            "CPU        {:.0} ms each, {:.0} of them to find the grid",
            milliseconds(self.seconds),
            milliseconds(self.find_seconds)
        );
    }
}

/// Reads one photograph and compares it with its labels.
fn measure(
    name: &str,
    net: &DigitNet,
    options: &Options,
    outline: Option<&[Point; 4]>,
    totals: &mut Totals,
    patches: &mut Vec<u8>,
) -> Result<(), AnyError> {
    let path = options.folder.join("train").join(name);
    let photo = decode(&fs::read(&path)?, &DecodeLimits::default())?;
    let labels = read_labels(&path.with_extension("dat"))?;
    let gray = photo.to_gray();
    let start = cpu_seconds();
    if options.timing {
        let _ = find_grids(&gray);
    }
    let found = cpu_seconds();
    let reading = read_photo(&gray, net);
    let taken = cpu_seconds() - found;
    totals.find_seconds += found - start;
    totals.seconds += taken;
    totals.photos += 1;
    let mut problems = Vec::new();
    let reading = reading
        .map_err(|error| problems.push(error.to_string()))
        .ok();
    if let Some(outline) = outline {
        totals.outlines += 1;
        let error = reading
            .as_ref()
            .map_or(f32::MAX, |reading| corner_error(reading, outline));
        if error <= MAX_CORNER_ERROR {
            totals.good_outlines += 1;
        } else {
            problems.push(format!("corner error {error:.2}"));
        }
    }
    match &reading {
        None => totals.unread += 1,
        Some(reading) => compare(reading, &labels, totals, &mut problems),
    }
    if let (Some(reading), true) = (&reading, options.patches.is_some()) {
        add_patches(&gray, reading, &labels, patches);
    }
    if !problems.is_empty() || options.all {
        let (width, height) = (photo.width(), photo.height());
        let score = reading.as_ref().map_or(0.0, |reading| reading.grid_score);
        println!(
            "{name} {width}x{height} score {score:.2} {:.0} ms: {}",
            taken * 1e3,
            problems.join("; ")
        );
        if let Some(debug) = &options.debug {
            save(&debug.join(name), photo, reading.as_ref(), outline)?;
        }
    }
    Ok(())
}

/// Compares a reading with the labels, cell by cell.
fn compare(reading: &PhotoReading, labels: &[u8], totals: &mut Totals, problems: &mut Vec<String>) {
    let clues = reading.clues();
    if clues.len() != labels.len() {
        totals.with_error += 1;
        totals.wrong_cells += labels.len();
        problems.push(format!("read as {0}x{0}", reading.size()));
        return;
    }
    let wrong: Vec<String> = (0..81)
        .filter(|cell| clues[*cell] != labels[*cell])
        .map(|cell| {
            let read = &reading.cells[cell];
            let what = match read.kind {
                CellKind::Printed(digit) => digit.to_string(),
                CellKind::Empty => "empty".to_owned(),
                CellKind::Other => "other".to_owned(),
            };
            let (row, column) = (cell / 9 + 1, cell % 9 + 1);
            let (label, share) = (labels[cell], read.probability);
            format!("r{row}c{column} {label}→{what} ({share:.3})")
        })
        .collect();
    totals.wrong_cells += wrong.len();
    totals.with_error += u32::from(!wrong.is_empty());
    if reading.is_certain() {
        totals.certain += 1;
        totals.certain_and_wrong += u32::from(!wrong.is_empty());
        if !wrong.is_empty() {
            problems.push("CERTAIN".to_owned());
        }
    }
    let is_unique = reading.verdict == ReadingVerdict::Unique;
    if !is_unique || !wrong.is_empty() {
        problems.push(format!("{:?} {:.3}", reading.verdict, reading.certainty));
    }
    if !wrong.is_empty() {
        problems.push(format!("{} wrong: {}", wrong.len(), wrong.join(" ")));
    }
}

/// Appends 81 times the label and 1024 bytes of ink from 0 to 255.
fn add_patches(
    gray: &ndoku_photo::GrayPhoto,
    reading: &PhotoReading,
    labels: &[u8],
    patches: &mut Vec<u8>,
) {
    let mut ink = InkGrid::new(gray, reading.lattice());
    for _ in 0..reading.quarter_turns {
        ink = ink.turned();
    }
    for (cell, label) in labels.iter().enumerate() {
        patches.push(*label);
        let patch = ink.patch(cell / 9, cell % 9);
        patches.extend(patch.iter().map(|value| (value * 255.0).round() as u8));
    }
}

/// Returns the CPU time of this process, which other programs do not disturb. Linux only.
fn cpu_seconds() -> f64 {
    let text = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|field| field.parse().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// Reads the networks of cross-validation: for each photograph the one that has not seen it.
fn read_folds(folder: &Path) -> Result<BTreeMap<String, DigitNet>, AnyError> {
    let mut folds = BTreeMap::new();
    for fold in 0.. {
        let file = folder.join(format!("fold{fold}.bin"));
        if !file.exists() {
            break;
        }
        let net = DigitNet::from_weights(&fs::read(&file)?).ok_or("weights of another network")?;
        for name in fs::read_to_string(file.with_extension("txt"))?.lines() {
            folds.insert(name.to_owned(), net.clone());
        }
    }
    Ok(folds)
}

/// Returns the names of the photographs, sorted.
fn photo_names(folder: &Path) -> Result<Vec<String>, AnyError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.join("train"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".jpg") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Reads the digits of a `.dat` file: nine rows below two lines about the phone.
fn read_labels(path: &Path) -> Result<Vec<u8>, AnyError> {
    let text = fs::read_to_string(path)?;
    let labels: Vec<u8> = text
        .lines()
        .skip(2)
        .flat_map(str::split_whitespace)
        .map(str::parse)
        .collect::<Result<_, _>>()?;
    if labels.len() == 81 {
        Ok(labels)
    } else {
        Err(format!("{}: not 81 digits", path.display()).into())
    }
}

fn read_outlines(path: &Path) -> Result<BTreeMap<String, [Point; 4]>, AnyError> {
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
fn corner_error(reading: &PhotoReading, outline: &[Point; 4]) -> f32 {
    let side: f32 = (0..4)
        .map(|at| outline[at].distance(outline[(at + 1) % 4]) / 4.0)
        .sum();
    let corners = reading.corners();
    let largest = |turn: usize| {
        let distance = |at: usize| corners[(at + turn) % 4].distance(outline[at]);
        (0..4).map(distance).fold(0.0, f32::max)
    };
    (0..4).map(largest).fold(f32::MAX, f32::min) / (side / 9.0)
}

/// Writes the photograph with the labeled outline in green and the lattice in red.
fn save(
    path: &Path,
    mut photo: ColorPhoto,
    reading: Option<&PhotoReading>,
    outline: Option<&[Point; 4]>,
) -> Result<(), AnyError> {
    if let Some(outline) = outline {
        for at in 0..4 {
            line(&mut photo, outline[at], outline[(at + 1) % 4], [0, 200, 0]);
        }
    }
    if let Some(reading) = reading {
        for at in 0..10 * 9 {
            let (index, edge) = ((at / 9) as f32, (at % 9) as f32);
            let map = |x, y| reading.place(Point::new(x, y));
            line(
                &mut photo,
                map(edge, index),
                map(edge + 1.0, index),
                [255, 0, 0],
            );
            line(
                &mut photo,
                map(index, edge),
                map(index, edge + 1.0),
                [255, 0, 0],
            );
        }
    }
    fs::write(path.with_extension("png"), encode_png(&photo)?)?;
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
