//! `ndoku solve --proof`: the conditions for a proof, and its verification by an independent
//! checker. The engine's own tests verify proofs step by step.

mod common;

use common::ndoku;

/// From `ndoku generate`, with one clue changed: no solution, but that takes a guess to find.
const IMPOSSIBLE: &str =
    ".67...8.....4..9...2.3....6....8....6....32....2...359.76..2..11...4...72...5....";
const UNIQUE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_proof_is_written_for_an_impossible_puzzle_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.drat");
    let file = path.to_str().unwrap();
    let told = ndoku(&["solve", "--proof", file, IMPOSSIBLE]);
    assert_eq!(
        (told.lines(), told.code),
        (vec!["No solution found"], 1),
        "{}",
        told.err
    );
    let proof = std::fs::read_to_string(&path).unwrap();
    let steps: Vec<&str> = proof
        .lines()
        .filter(|line| !line.starts_with('d'))
        .collect();
    assert!(steps.len() > 1 && steps.last() == Some(&"0"), "{proof}");
    assert!(
        steps.iter().all(|line| line
            .split(' ')
            .all(|word| word.parse::<i32>().unwrap().abs() <= 729)),
        "{proof}"
    );
    assert!(
        told.err.contains(&format!("{file}: {} step", steps.len())),
        "{}",
        told.err
    );
    // The file holds a complete proof: a run without a proof does not change it.
    let solved = ndoku(&["solve", "--proof", file, UNIQUE]);
    assert!(
        solved.code == 0 && solved.lines()[0].starts_with("534678912"),
        "{}",
        solved.err
    );
    assert!(
        solved.err.contains("the puzzle has a solution"),
        "{}",
        solved.err
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), proof);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "nothing is left beside it"
    );
}

#[test]
fn a_proof_covers_one_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.drat");
    let file = path.to_str().unwrap();
    let two = ndoku(&["solve", "--proof", file, IMPOSSIBLE, UNIQUE]);
    assert!(
        two.code == 2 && two.err.contains("--proof takes only one puzzle"),
        "{}",
        two.err
    );
    assert!(
        two.out.is_empty() && !path.exists(),
        "nothing is proved: {}",
        two.out
    );
    let nowhere = ndoku(&[
        "solve",
        "--proof",
        folder.path().join("no/where").to_str().unwrap(),
        IMPOSSIBLE,
    ]);
    assert!(
        nowhere.code != 0 && nowhere.err.contains("cannot be written"),
        "{}",
        nowhere.err
    );
    let stopped = ndoku(&[
        "solve",
        "--proof",
        file,
        "--max-guesses",
        "0",
        &".".repeat(81),
    ]);
    assert!(
        stopped.code == 4 && stopped.err.contains("given up"),
        "{}",
        stopped.err
    );
    let dash = ndoku(&["solve", "--proof", "-", IMPOSSIBLE]);
    assert!(
        dash.code == 2 && dash.err.contains("a proof needs a file of its own"),
        "{}",
        dash.err
    );
    let json = ndoku(&["solve", "--proof", file, "--to", "ndjson", IMPOSSIBLE]);
    assert!(json.out.contains("\"status\":\"none\""), "{}", json.out);
}

#[test]
#[cfg(target_os = "linux")]
fn a_failed_proof_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.drat");
    let full = ndoku(&["solve", "--proof", "/dev/full", IMPOSSIBLE]);
    assert!(
        full.code == 5 && full.err.contains("cannot be written"),
        "{} {}",
        full.code,
        full.err
    );
    // A puzzle or an output of the same name is not overwritten.
    std::fs::write(&path, format!("{IMPOSSIBLE}\n")).unwrap();
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let name = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    for arguments in [
        [&name(&path), "--proof", &name(&path), "-q"],
        [&name(&path), "--proof", &name(&link), "-q"],
        [
            IMPOSSIBLE,
            "--proof",
            &name(&path),
            &format!("-o{}", name(&link)),
        ],
    ] {
        let same = ndoku(&[&["solve"], &arguments[..]].concat());
        assert!(
            same.code == 2 && same.err.contains("are the same file"),
            "{} {}",
            same.code,
            same.err
        );
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        format!("{IMPOSSIBLE}\n")
    );
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        2,
        "nothing is left behind"
    );
}

/// `rate` is a checker of clauses and unit propagation that knows nothing of Sudoku (Altmanninger,
/// <https://crates.io/crates/rate>).
#[test]
#[ignore = "needs an independent checker; `cargo xtask test-long` installs it and names it in \
    NDOKU_RATE"]
fn an_independent_checker_verifies_it() {
    let checker = std::env::var("NDOKU_RATE").expect("NDOKU_RATE names the program `rate`");
    let folder = tempfile::tempdir().unwrap();
    let [proof, clauses] =
        ["none.drat", "none.cnf"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let is_verified = || {
        let told = std::process::Command::new(&checker)
            .args([&clauses, &proof])
            .output()
            .unwrap();
        String::from_utf8_lossy(&told.stdout)
            .lines()
            .any(|line| line == "s VERIFIED")
    };
    // `solve` answers 3, invalid, when two clues contradict each other.
    let has_conflict =
        |puzzle: &str, rules: &[&str]| ndoku(&[&["solve"], rules, &[puzzle]].concat()).code == 3;
    // Returns the number of steps.
    let prove = |puzzle: &str, rules: &[&str]| {
        let told = ndoku(&[&["solve", "--proof", &proof], rules, &[puzzle]].concat());
        assert_eq!(
            (told.lines(), told.code),
            (vec!["No solution found"], 1),
            "{puzzle} {}",
            told.err
        );
        let told = ndoku(
            &[
                &["convert", "--to", "dimacs", "-o", &clauses],
                rules,
                &[puzzle],
            ]
            .concat(),
        );
        assert_eq!(told.code, 0, "{}", told.err);
        std::fs::read_to_string(&proof).unwrap().lines().count()
    };
    // The options to generate a puzzle, and the options to read it.
    type Rules = &'static [&'static str];
    let layouts: [(Rules, Rules); 6] = [
        (&[], &[]),
        (&["--box", "3x2"], &[]),
        (&["--size", "16"], &[]),
        (&["--x"], &["--x"]),
        (&["--rule", "anti-knight"], &["--rule", "anti-knight"]),
        (&["--regions", "random"], &[]),
    ];
    let mut long = 0;
    for (made, read) in layouts {
        let line = ndoku(&[&["generate", "1", "--seed", "1"], made].concat())
            .out
            .trim()
            .to_owned();
        let solution = ndoku(&[&["solve", &line], read].concat())
            .out
            .trim()
            .to_owned();
        let symbols: std::collections::BTreeSet<char> = solution.chars().collect();
        let open = line
            .char_indices()
            .zip(solution.chars())
            .filter(|((_, clue), _)| *clue == '.');
        let mut verified = 0;
        // One cell at a time gets a digit other than the only possible one.
        for ((place, _), right) in open.step_by(7).take(6) {
            let wrong = symbols.iter().filter(|symbol| **symbol != right);
            let mut puzzles =
                wrong.map(|wrong| format!("{}{wrong}{}", &line[..place], &line[place + 1..]));
            // The proof that two clues contradict each other is trivial.
            let Some(puzzle) = puzzles.find(|puzzle| !has_conflict(puzzle, read)) else {
                continue;
            };
            let steps = prove(&puzzle, read);
            assert!(is_verified(), "{made:?}, {place}: {steps} steps");
            verified += 1;
            long += usize::from(steps > 2);
        }
        assert!(verified > 1, "{made:?}: {verified} proofs");
    }
    assert!(long > 5, "{long} proofs of more than two steps");
    let conflict = format!("11{}", ".".repeat(79));
    assert!(has_conflict(&conflict, &[]));
    assert!(prove(&conflict, &[]) > 0 && is_verified());
    // The checker does not accept everything: without the steps before the last, it refuses.
    assert!(prove(IMPOSSIBLE, &[]) > 2 && is_verified());
    std::fs::write(&proof, "0\n").unwrap();
    assert!(!is_verified());
}
