//! Compares with a file of rated puzzles.
use ndoku_logic::rating::explainer::{Explainer, Profile};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (lo, hi): (f64, f64) = (args[2].parse().unwrap(), args[3].parse().unwrap());
    let (mut right, mut all) = (0, 0);
    let mut explainer = Explainer::new(if args[1].contains("sukaku") { Profile::Sukaku } else { Profile::Se121 });
    let begin = std::time::Instant::now();
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let clues: [u8; 81] = words.next().unwrap().bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect::<Vec<_>>().try_into().unwrap();
        let wanted: Vec<f64> = words.map(|w| w.parse().unwrap()).collect();
        if wanted[0] < lo || wanted[0] > hi { continue; }
        let rating = explainer.rate(&clues, &|| false).unwrap();
        let got = [rating.puzzle, rating.pearl, rating.diamond].map(|mark| mark.rating.0);
        all += 1;
        if got.iter().zip(&wanted).all(|(g, w)| f64::from(*g) == (w * 10.0).round()) { right += 1; } else { wrong.push(format!("{line} -> {got:?}")); }
    }
    let took = begin.elapsed().as_secs_f64();
    println!("{right} of {all}, {:.1}/s", all as f64 / took);
    wrong.iter().take(10).for_each(|w| println!("{w}"));
}
