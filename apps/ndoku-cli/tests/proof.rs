//! `ndoku solve --proof`: what is written, and when. That the steps follow is tested with the engine.

mod common;

use common::ndoku;

/// Made by `ndoku generate`, with one clue changed: no solution, which takes a guess to see.
const IMPOSSIBLE: &str = ".67...8.....4..9...2.3....6....8....6....32....2...359.76..2..11...4...72...5....";
const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_proof_is_written_for_an_impossible_puzzle_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.drat");
    let file = path.to_str().unwrap();
    let told = ndoku(&["solve", "--proof", file, IMPOSSIBLE]);
    assert_eq!((told.lines(), told.code), (vec!["No solution found"], 1), "{}", told.err);
    let proof = std::fs::read_to_string(&path).unwrap();
    let steps: Vec<&str> = proof.lines().filter(|line| !line.starts_with('d')).collect();
    assert!(steps.len() > 1 && steps.last() == Some(&"0"), "{proof}");
    assert!(steps.iter().all(|line| line.split(' ').all(|word| word.parse::<i32>().unwrap().abs() <= 729)), "{proof}");
    assert!(told.err.contains(&format!("{file}: {} step", steps.len())), "{}", told.err);
    // Whatever stands there is a whole proof: what is no proof does not touch it.
    let solved = ndoku(&["solve", "--proof", file, UNIQUE]);
    assert!(solved.code == 0 && solved.lines()[0].starts_with("534678912"), "{}", solved.err);
    assert!(solved.err.contains("there is a solution"), "{}", solved.err);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), proof);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn it_is_that_of_one_puzzle_and_of_clauses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.drat");
    let file = path.to_str().unwrap();
    let two = ndoku(&["solve", "--proof", file, IMPOSSIBLE, UNIQUE]);
    assert!(two.code == 1 && two.err.contains("a proof is that of one puzzle"), "{}", two.err);
    let nowhere = ndoku(&["solve", "--proof", folder.path().join("no/where").to_str().unwrap(), IMPOSSIBLE]);
    assert!(nowhere.code != 0 && nowhere.err.contains("cannot be written"), "{}", nowhere.err);
    let stopped = ndoku(&["solve", "--proof", file, "--max-guesses", "0", &".".repeat(81)]);
    assert!(stopped.code == 4 && stopped.err.contains("given up"), "{}", stopped.err);
    let json = ndoku(&["solve", "--proof", file, "--to", "ndjson", IMPOSSIBLE]);
    assert!(json.out.contains("\"status\":\"none\""), "{}", json.out);
}

#[test]
#[cfg(target_os = "linux")]
fn a_proof_that_cannot_be_written_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.drat");
    let part = folder.path().join("proof.drat.part");
    std::os::unix::fs::symlink("/dev/full", &part).unwrap();
    let full = ndoku(&["solve", "--proof", path.to_str().unwrap(), IMPOSSIBLE]);
    assert!(full.code == 5 && full.err.contains("cannot be written"), "{} {}", full.code, full.err);
    assert!(!path.exists() && part.symlink_metadata().is_err(), "nothing is left behind");
}
