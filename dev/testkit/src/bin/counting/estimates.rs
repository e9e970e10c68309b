//! `counting estimate` and `counting coverage`: estimates, and how often their intervals cover the
//! exact number.

use super::*;

/// Options of `counting estimate`, after a layout as `16`, `3x4` (width and height of boxes), `9x`
/// (both diagonals), `latin7`, or a file with puzzles.
pub(super) struct EstimateOptions {
    /// `--seconds`, default 10: approximate time of all runs together.
    seconds: f64,
    /// `--threads`, default 2.
    threads: usize,
    /// `--seed`, default 1.
    seed: u64,
    /// `--runs`, default 24.
    runs: usize,
    /// `--particles` of each run; without it, as many as the time allows. With it the output does
    /// not depend on the machine.
    particles: Option<usize>,
    /// `--way cells` or `bands`; without it, the estimator chooses.
    proposal: Option<Proposal>,
}

impl EstimateOptions {
    fn read(options: &[&str]) -> Option<Self> {
        let mut asked = Self {
            seconds: 10.0,
            threads: 2,
            seed: 1,
            runs: 24,
            particles: None,
            proposal: None,
        };
        for option in options.chunks(2) {
            match *option {
                ["--seconds", value] => asked.seconds = value.parse().ok()?,
                ["--threads", value] => {
                    asked.threads = value.parse().ok().filter(|threads| *threads > 0)?;
                }
                ["--seed", value] => asked.seed = value.parse().ok()?,
                ["--runs", value] => asked.runs = value.parse().ok()?,
                ["--particles", value] => asked.particles = Some(value.parse().ok()?),
                ["--way", "cells"] => asked.proposal = Some(Proposal::Cells),
                ["--way", "bands"] => asked.proposal = Some(Proposal::Bands),
                _ => return None,
            }
        }
        Some(asked)
    }
}

pub(super) fn layout(name: &str) -> Option<Layout> {
    let sides = name
        .split_once('x')
        .map(|(width, height)| (width.parse(), height.parse()));
    let layout = match sides {
        Some((Ok(width), Ok(height))) => Layout::with_boxes(width, height),
        Some((Ok(size), Err(_))) => Layout::builder(size).x().build(),
        _ => match name.strip_prefix("latin") {
            Some(order) => Layout::builder(order.parse().ok()?).no_boxes().build(),
            None => Layout::for_size(name.parse().ok()?),
        },
    };
    layout.ok()
}

/// Returns the random bits of a run, far from those of any other seed and run.
pub(super) fn bits_of(seed: u64, run: u64) -> SplitMix64 {
    let mut rng = SplitMix64::new(seed);
    SplitMix64::new(rng.bits() ^ SplitMix64::new(run).bits().rotate_left(32))
}

/// Runs the estimator several times on several threads; the results do not depend on the number of
/// threads.
pub(super) fn runs(estimator: &Estimator, seed: u64, runs: usize, threads: usize) -> Vec<SmcRun> {
    let next = AtomicUsize::new(0);
    let mut all: Vec<(usize, SmcRun)> = std::thread::scope(|scope| {
        let work = || {
            let mut mine = Vec::new();
            loop {
                let run = next.fetch_add(1, Ordering::Relaxed);
                if run >= runs {
                    return mine;
                }
                let mut rng = bits_of(seed, run as u64 + 1);
                mine.push((
                    run,
                    estimator
                        .run(&mut || rng.bits(), &Budget::default())
                        .expect("there is no limit"),
                ));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a run does not panic"))
            .collect()
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, run)| run).collect()
}

pub(super) fn estimate(what: &str, options: &[&str]) -> bool {
    let Some(asked) = EstimateOptions::read(options) else {
        eprintln!(
            "options: --seconds S, --threads T, --seed N, --runs R, --particles P, --way \
            cells|bands"
        );
        return false;
    };
    if let Some(layout) = layout(what) {
        estimate_one(&Puzzle::empty(&layout), &asked);
        return true;
    }
    let Ok(text) = std::fs::read_to_string(what) else {
        eprintln!("neither a layout nor a file: {what}");
        return false;
    };
    let mut right = true;
    ndoku_formats::read(&text, &ReadOptions::default(), &mut |record| {
        match record {
            Ok(record) => estimate_one(&record.puzzle, &asked),
            Err(error) => {
                eprintln!("{error}");
                right = false;
            }
        }
        ControlFlow::Continue(())
    });
    right
}

pub(super) fn estimate_one(puzzle: &Puzzle, asked: &EstimateOptions) {
    let begin = Instant::now();
    let mut estimator = match Estimator::new(puzzle) {
        Ok(estimator) => estimator,
        Err(reason) => return println!("{}: {reason}", puzzle.layout()),
    };
    if let Some(way) = asked.proposal {
        estimator = estimator.with_proposal(way);
    }
    let particles = asked.particles.unwrap_or_else(|| {
        // Measures particles per second in two discarded runs: a short one, and one for a twentieth
        // of the time.
        let mut trial = 20.0;
        let mut speed = 0.0;
        for _ in 0..2 {
            estimator.set_particles(trial as usize);
            let begin = Instant::now();
            runs(
                &estimator,
                asked.seed ^ 1 << 63,
                asked.threads,
                asked.threads,
            );
            speed = trial * asked.threads as f64 / begin.elapsed().as_secs_f64();
            trial = (0.05 * asked.seconds * speed / asked.threads as f64).clamp(20.0, 20_000.0);
        }
        ((0.9 * asked.seconds * speed / asked.runs as f64) as usize).clamp(100, 200_000)
    });
    estimator.set_particles(particles);
    let all = runs(&estimator, asked.seed, asked.runs, asked.threads);
    let effective: f64 = all.iter().map(|run| run.effective_size).sum();
    println!(
        "{}: {:?}, {} runs of {particles} particles, effective size {effective:.0}, {:.1} s",
        puzzle.layout(),
        estimator.proposal(),
        all.len(),
        begin.elapsed().as_secs_f64()
    );
    match Estimate::new(&all) {
        Ok(estimate) => println!(
            "  {estimate} (standard error {:.2}%, {:.2} times what the weights promise)",
            100.0 * estimate.relative_error,
            estimate.relative_error * effective.sqrt()
        ),
        Err(unsure) => {
            let logs: Vec<String> = all
                .iter()
                .map(|run| {
                    run.log10()
                        .map_or_else(|| "none".into(), |log| format!("{log:.2}"))
                })
                .collect();
            println!(
                "  no honest interval: {unsure}; decimal logarithms of the runs: {}",
                logs.join(" ")
            );
        }
    }
}

/// Checks intervals for some puzzles with a known number of solutions: about 95 in 100 must contain
/// it.
pub(super) fn coverage(seeds: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut grids = grids();
    let small = |width, height| Puzzle::empty(&Layout::with_boxes(width, height).expect("a size"));
    let mut puzzles = vec![
        (small(2, 2), Proposal::Bands, 400),
        (small(2, 2), Proposal::Cells, 400),
        (small(3, 2), Proposal::Bands, 300),
        (small(3, 2), Proposal::Cells, 100),
        (small(2, 4), Proposal::Bands, 200),
        (classic(&[0; 81]), Proposal::Bands, 200),
        (classic(&[0; 81]), Proposal::Cells, 300),
    ];
    for (clues, way, particles) in [
        (6, Proposal::Bands, 200),
        (12, Proposal::Bands, 400),
        (20, Proposal::Cells, 400),
        (26, Proposal::Cells, 300),
    ] {
        puzzles.push((
            classic(&some_clues(&mut rng, &mut grids, clues)),
            way,
            particles,
        ));
    }
    for (number, (puzzle, way, particles)) in puzzles.iter().enumerate() {
        let exact = counted(puzzle, None).0;
        let estimator = Estimator::new(puzzle)
            .expect("houses are all there is")
            .with_proposal(*way)
            .with_particles(*particles);
        let (mut covered, mut given) = (0, 0);
        for turn in 0..seeds as u64 {
            let estimate = Estimate::new(&runs(
                &estimator,
                seed << 32 | (number as u64) << 16 | turn,
                12,
                2,
            ));
            given += usize::from(estimate.is_ok());
            covered += usize::from(
                estimate.is_ok_and(|estimate| estimate.covers(WideFloat::new(exact as f64))),
            );
        }
        println!(
            "estimates of {exact}, {way:?}: {covered} of {given} intervals hold it, {} were \
            refused",
            seeds - given
        );
        // 3.5 standard deviations below 95%.
        let least = 0.95 * given as f64 - 3.5 * (0.0475 * given as f64).sqrt();
        assert!(covered as f64 >= least, "{puzzle:?}");
    }
}
