//! `count FILE…`
use ndoku_engine::Budget;
use ndoku_engine::count::Contraction;
use std::time::Instant;
fn main() {
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        for line in text.lines().filter(|l| !l.starts_with('#')) {
            let mut words = line.split_whitespace();
            let Some(p) = words.next() else { continue };
            let clues: [u8; 81] = std::array::from_fn(|i| { let b = p.as_bytes()[i]; if b.is_ascii_digit() { b - b'0' } else { 0 } });
            let begin = Instant::now();
            let c = Contraction::new(&clues, None, &Budget::default()).unwrap();
            let prep = begin.elapsed();
            let n = c.run(&Budget::default()).unwrap();
            let all = begin.elapsed();
            let wanted: Option<u128> = words.next().and_then(|w| w.parse().ok());
            println!("{} {p} {n} prep {prep:?} all {all:?} steps {} ns/step {:.3}", if wanted.is_none_or(|w| w == n) { "ok" } else { "WRONG" }, c.steps(), (all - prep).as_nanos() as f64 / c.steps() as f64);
        }
    }
}
