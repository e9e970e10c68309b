//! Backdoors against singles made the plainest way, on classic puzzles and others.

use ndoku_core::{Candidate, DigitSet, Layout, Puzzle, Solution};
use ndoku_engine::{Budget, Classic, Engine, General, Verdict};
use ndoku_generate::backdoor::{Backdoors, backdoors};
use ndoku_testkit::minimal;
use ndoku_testkit::random::SplitMix64;

/// Whether singles solve a puzzle: candidates are found anew, from the digits that are there, before each single.
fn singles_solve(puzzle: &Puzzle) -> bool {
    let layout = puzzle.layout();
    let mut now = puzzle.clone();
    'next: loop {
        let candidates = |now: &Puzzle, cell| {
            let seen: Vec<_> = layout.peers(cell).into_iter().filter_map(|peer| now.clue(peer)).collect();
            layout.digits().filter(|digit| !seen.contains(digit)).collect::<Vec<_>>()
        };
        let open: Vec<_> = layout.cells().filter(|cell| now.clue(*cell).is_none()).collect();
        if open.is_empty() {
            return true;
        }
        for cell in &open {
            if let [digit] = candidates(&now, *cell)[..] {
                now.set_clue(*cell, Some(digit)).unwrap();
                continue 'next;
            }
        }
        for house in layout.houses() {
            for digit in layout.digits().filter(|digit| !house.cells().iter().any(|cell| now.clue(*cell) == Some(*digit))) {
                let places: Vec<_> = house.cells().iter().filter(|cell| open.contains(cell) && candidates(&now, **cell).contains(&digit)).collect();
                if let [cell] = places[..] {
                    now.set_clue(*cell, Some(digit)).unwrap();
                    continue 'next;
                }
            }
        }
        return false;
    }
}

fn by_trying(puzzle: &Puzzle, solution: &Solution) -> Backdoors {
    if singles_solve(puzzle) {
        return Backdoors { open: true, ..Backdoors::default() };
    }
    let layout = puzzle.layout();
    let told = |cells: &[usize]| {
        let mut more = puzzle.clone();
        cells.iter().map(|cell| layout.cell(*cell)).for_each(|cell| more.set_clue(cell, Some(solution.digit(cell))).unwrap());
        singles_solve(&more)
    };
    let cells: Vec<usize> = (0..layout.cell_count()).filter(|cell| puzzle.clues()[*cell].is_none() && told(&[*cell])).collect();
    let others: Vec<usize> = (0..layout.cell_count()).filter(|cell| puzzle.clues()[*cell].is_none() && !cells.contains(cell)).collect();
    let pairs = others.iter().enumerate().flat_map(|(place, one)| others[place + 1..].iter().map(move |other| [*one, *other]));
    Backdoors { open: false, pairs: pairs.filter(|pair| told(pair)).collect(), cells }
}

fn solution(puzzle: &Puzzle) -> Option<Solution> {
    match General::default().solve(puzzle, &Budget::default()).unwrap().verdict {
        Verdict::Unique(solution) => Some(solution),
        _ => None,
    }
}

#[test]
fn classic_puzzles_have_the_backdoors_that_trying_finds() {
    let (mut rng, mut classic) = (SplitMix64::new(1), Classic::new(None));
    let mut seen = [0; 3];
    for number in 0..40 {
        let puzzle = Puzzle::from_array(&Layout::classic(), &minimal::puzzle(&mut rng, &mut classic).0).unwrap();
        let solution = solution(&puzzle).unwrap();
        let found = backdoors(&puzzle, &solution, true).unwrap();
        // All candidates as pencilmarks say nothing, but lead another way.
        let mut marked = puzzle.clone();
        marked.set_pencilmarks(&[DigitSet::full(9); 81]).unwrap();
        assert_eq!(backdoors(&marked, &solution, true).as_ref(), Some(&found), "{puzzle:?}");
        assert_eq!(backdoors(&puzzle, &solution, false), Some(Backdoors { pairs: Vec::new(), ..found.clone() }));
        if number < 3 {
            assert_eq!(found, by_trying(&puzzle, &solution), "{puzzle:?}");
        }
        let sorts = [found.open, !found.cells.is_empty(), !found.pairs.is_empty()];
        seen.iter_mut().zip(sorts).for_each(|(seen, sort)| *seen += usize::from(sort));
    }
    assert!(seen.iter().all(|seen| *seen > 3), "{seen:?}");
}

#[test]
fn other_layouts_too() {
    let mut rng = SplitMix64::new(2);
    for layout in [Layout::with_boxes(3, 2).unwrap(), Layout::builder(6).boxes(3, 2).x().build().unwrap(), Layout::builder(5).no_boxes().build().unwrap()] {
        let mut found = 0;
        for _ in 0..12 {
            let full = ndoku_testkit::random::grid(&mut rng, &layout).unwrap();
            let mut puzzle = Puzzle::empty(&layout);
            layout.cells().zip(&full).for_each(|(cell, digit)| puzzle.set_clue(cell, Some(*digit)).unwrap());
            for index in rng.permutation(layout.cell_count()) {
                let (cell, kept) = (layout.cell(index), puzzle.clone());
                puzzle.set_clue(cell, None).unwrap();
                if solution(&puzzle).is_none() {
                    puzzle = kept;
                }
            }
            let solution = solution(&puzzle).unwrap();
            let of_puzzle = backdoors(&puzzle, &solution, true).unwrap();
            assert_eq!(of_puzzle, by_trying(&puzzle, &solution), "{puzzle:?}");
            found += of_puzzle.cells.len() + of_puzzle.pairs.len();
        }
        assert!(found > 0, "{layout}");
    }
}

#[test]
fn a_solution_of_another_puzzle_is_refused() {
    let (mut rng, mut classic) = (SplitMix64::new(3), Classic::new(None));
    let [one, other] = [0, 1].map(|_| Puzzle::from_array(&Layout::classic(), &minimal::puzzle(&mut rng, &mut classic).0).unwrap());
    assert_eq!(backdoors(&one, &solution(&other).unwrap(), true), None);
    let mut narrowed = one.clone();
    let cell = Layout::classic().cells().find(|cell| one.clue(*cell).is_none()).unwrap();
    let solution = solution(&one).unwrap();
    narrowed.remove(Candidate::new(cell, solution.digit(cell))).unwrap();
    assert_eq!(backdoors(&narrowed, &solution, true), None);
}
