//! Temporary figures.
use ndoku_core::Layout;
use ndoku_engine::Budget;
use ndoku_generate::minimal::Bulk;
use ndoku_generate::vicinity::{Vicinity, Wanted};
use ndoku_generate::{Cells, Chance, Symmetry};
use ndoku_testkit::batches;
use ndoku_testkit::random::SplitMix64;
use std::ops::ControlFlow;

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    // main thread only; use the thread's own
    let _ = text;
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split_whitespace().next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn grids(count: usize) -> Vec<[u8; 81]> {
    // Real randomness of the grid matters little: random forms of a few hundred grids.
    let base = batches::grids(&mut SplitMix64::new(7), &Layout::classic(), 64);
    let mut rng = SplitMix64::new(8);
    (0..count)
        .map(|n| {
            let p = rng.permutation(9);
            base[n % 64].map(|d| p[usize::from(d) - 1] as u8 + 1)
        })
        .collect()
}

#[test]
#[ignore]
fn figures() {
    let mut bulk = Bulk::default();
    let grids = grids(10_240);
    for symmetry in [Symmetry::None, Symmetry::Rotational] {
        for _ in 0..3 {
            let mut chances: Vec<Chance> = (0..grids.len() as u64).map(|n| Chance::stream(5, n)).collect();
            let mut minimal = vec![None; grids.len()];
            let t = cpu();
            bulk.minimise_all(&grids, symmetry, &mut chances, &mut minimal);
            let t = cpu() - t;
            println!(
                "minimise {symmetry}: {:.0}/s, mean {:.2} clues, work {:?}",
                grids.len() as f64 / t,
                minimal.iter().map(|m| Cells::clues(&m.unwrap()).len()).sum::<usize>() as f64 / grids.len() as f64,
                bulk.work()
            );
        }
    }
    let mut chances: Vec<Chance> = (0..grids.len() as u64).map(|n| Chance::stream(5, n)).collect();
    let mut minimal = vec![None; grids.len()];
    bulk.minimise_all(&grids, Symmetry::None, &mut chances, &mut minimal);
    let t = cpu();
    for n in 0..1000 {
        let _ = bulk.minimise(&grids[n], Symmetry::None, &mut Chance::stream(5, n as u64));
    }
    println!("minimise alone: {:.0}/s", 1000.0 / (cpu() - t));
    let puzzles: Vec<[u8; 81]> = minimal.iter().map(|m| m.unwrap()).collect();
    for _ in 0..3 {
        let before = bulk.work();
        let mut redundant = vec![Cells::NONE; puzzles.len()];
        let t = cpu();
        bulk.redundant_all(&puzzles, &mut redundant);
        println!("redundant_all: {:.0}/s", puzzles.len() as f64 / (cpu() - t));
        let mut is = vec![false; puzzles.len()];
        let t = cpu();
        bulk.are_minimal(&puzzles, &mut is);
        println!("are_minimal: {:.0}/s {before:?} {:?}", puzzles.len() as f64 / (cpu() - t), bulk.work());
        assert!(is.iter().all(|x| *x));
    }
    {
        let mut engine = ndoku_engine::Classic::new(None);
        let (mut a, mut o) = (vec![[0; 81]; puzzles.len()], vec![ndoku_engine::Outcome::default(); puzzles.len()]);
        for _ in 0..5 {
            let t = cpu();
            engine.solve_all(&puzzles, &mut a, &mut o);
            println!("calibrate solve_all: {:.0}/s {:?}", puzzles.len() as f64 / (cpu() - t), engine.work());
        }
        // How many needed clues are shown so by two digits.
        let mut shown = 0;
        let mut all = 0;
        for (p, g) in puzzles.iter().zip(&grids).take(500) {
            let clues = Cells::clues(p);
            for k in clues {
                all += 1;
                let ok = (1..=9).filter(|b| *b != g[k]).any(|b| {
                    let (mut set, mut grown) = (Cells::one(k), Cells::one(k));
                    while let Some(c) = grown.first() {
                        grown.remove(c);
                        for d in 0..81 {
                            if (g[d] == g[k] || g[d] == b)
                                && !set.contains(d)
                                && (d / 9 == c / 9 || d % 9 == c % 9 || (d / 27 == c / 27 && d % 9 / 3 == c % 9 / 3))
                            {
                                set.insert(d);
                                grown.insert(d);
                            }
                        }
                    }
                    (set & clues).len() == 1
                });
                shown += usize::from(ok);
            }
        }
        println!("two digits show {shown} of {all}");
    }
    // With one clue more.
    let more: Vec<[u8; 81]> = puzzles
        .iter()
        .zip(&grids)
        .map(|(p, g)| {
            let mut p = *p;
            let c = (!Cells::clues(&p)).first().unwrap();
            p[c] = g[c];
            p
        })
        .collect();
    let mut is = vec![false; puzzles.len()];
    let t = cpu();
    bulk.are_minimal(&more, &mut is);
    println!("are_minimal, not: {:.0}/s, {}", puzzles.len() as f64 / (cpu() - t), is.iter().filter(|x| **x).count());
    let mut vicinity = Vicinity::default();
    for (minus, plus, minimal, count) in
        [(1, 1, true, 300), (1, 1, false, 300), (0, 1, false, 300), (2, 1, true, 5), (1, 2, true, 3), (2, 2, true, 1)]
    {
        let mut found = 0;
        let t = cpu();
        let mut passed = 0;
        for puzzle in &puzzles[..count] {
            let v = vicinity
                .each(puzzle, Wanted { minimal, ..Wanted::minimal(minus, plus) }, &Budget::default(), &mut |_| {
                    found += 1;
                    ControlFlow::Continue(())
                })
                .unwrap();
            passed += v.passed;
        }
        let t = cpu() - t;
        println!(
            "{{-{minus}+{plus}}} minimal {minimal}: {:.2} ms a puzzle, {:.1} found each, {:.0} found/s, passed {passed}",
            t * 1e3 / count as f64,
            found as f64 / count as f64,
            found as f64 / t,
        );
    }
}
