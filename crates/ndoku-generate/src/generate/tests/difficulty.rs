//! Tests of requested difficulties: levels, scales and techniques.

use super::*;

#[test]
fn ratings_lie_within_the_level() {
    let layout = Layout::classic();
    let mut explainer = SudokuExplainerRater::new(SeProfile::Se121);
    for level in Level::ALL {
        for n in 1..=3 {
            let made = make(
                Request::new(&layout).difficulty(DifficultyTarget::for_level(level, &layout)),
                2,
                n,
            );
            assert_unique(&made);
            let rating = explainer
                .rate(&nine(&made.puzzle), &|| false)
                .unwrap()
                .puzzle
                .rating;
            assert_eq!(
                (Level::for_difficulty(rating), made.rating),
                (level, Some(u32::from(rating.0))),
                "{}",
                line(&made.puzzle)
            );
        }
    }
    let request = Request::new(&layout)
        .difficulty(DifficultyTarget::for_level(Level::Medium, &layout))
        .clues(28..=30)
        .symmetry(&[Symmetry::Diagonal]);
    let made = make(request, 1, 1);
    let rating = explainer
        .rate(&nine(&made.puzzle), &|| false)
        .unwrap()
        .puzzle
        .rating;
    assert!(
        Level::for_difficulty(rating) == Level::Medium
            && (28..=30).contains(&made.puzzle.clue_count())
    );
    let made = make(
        Request::new(&layout)
            .difficulty(DifficultyTarget::for_level(Level::Easy, &layout))
            .minimal(),
        1,
        1,
    );
    assert!(without_one(&made.puzzle).all(|less| !is_unique(&less)));
}

#[test]
fn ratings_lie_within_the_target_on_every_scale() {
    let layout = Layout::classic();
    let targets = [
        (Profile::Se121, 71, 73),
        (Profile::Sukaku, 40, 46),
        (Profile::Ndoku, 41, 50),
        (Profile::Hodoku, 500, 900),
    ];
    for (profile, min, max) in targets {
        let made = make(
            Request::new(&layout).difficulty(DifficultyTarget { profile, min, max }),
            1,
            1,
        );
        let rating = match profile {
            Profile::Se121 => u32::from(
                SudokuExplainerRater::new(SeProfile::Se121)
                    .rate(&nine(&made.puzzle), &|| false)
                    .unwrap()
                    .puzzle
                    .rating
                    .0,
            ),
            Profile::Sukaku => u32::from(
                SudokuExplainerRater::new(SeProfile::Sukaku)
                    .rate(&nine(&made.puzzle), &|| false)
                    .unwrap()
                    .puzzle
                    .rating
                    .0,
            ),
            Profile::Ndoku => u32::from(
                path_rating::rate_ndoku(&made.puzzle, &made.solution, &|| false)
                    .unwrap()
                    .puzzle
                    .rating
                    .0,
            ),
            Profile::Hodoku => {
                path_rating::rate_hodoku(
                    &made.puzzle,
                    &made.solution,
                    &path_rating::hodoku_order(),
                    &|| false,
                )
                .unwrap()
                .score
            }
        };
        assert!(
            (min..=max).contains(&rating) && made.rating == Some(rating),
            "{profile:?}: {rating}"
        );
    }
    let x = Layout::builder(6).x().build().unwrap();
    let made = make(
        Request::new(&x).difficulty(DifficultyTarget::for_level(Level::Easy, &x)),
        1,
        1,
    );
    assert_eq!(
        path_rating::rate_ndoku(&made.puzzle, &made.solution, &|| false)
            .unwrap()
            .level,
        Level::Easy
    );
}

#[test]
fn puzzles_need_the_required_technique() {
    let find = |id: &str| ndoku_logic::techniques::find(id).unwrap();
    let ended = |puzzle: &Puzzle, techniques: &[&'static ndoku_logic::Technique]| {
        LogicalSolver::new(
            puzzle,
            ndoku_core::Board::with_clues_placed(puzzle),
            techniques,
        )
        .run(&mut |_| {})
    };
    for (needed, most) in [
        ("x-wing", None),
        ("naked-pair", None),
        ("xy-wing", Some("w-wing")),
        ("naked-single", None),
    ] {
        let mut request = Request::new(&Layout::classic()).require_technique(find(needed));
        if let Some(most) = most {
            request = request.max_technique(find(most));
        }
        let made = make(request, 1, 1);
        let hardest = find(most.unwrap_or(needed)).difficulty;
        let allowed: Vec<_> = TECHNIQUES
            .iter()
            .copied()
            .filter(|technique| technique.difficulty <= hardest)
            .collect();
        let without: Vec<_> = allowed
            .iter()
            .copied()
            .filter(|technique| technique.id != needed)
            .collect();
        assert_eq!(
            (ended(&made.puzzle, &allowed), ended(&made.puzzle, &without)),
            (SolveEnd::Solved, SolveEnd::Stuck),
            "{needed}"
        );
        assert_unique(&made);
    }
    let made = make(
        Request::new(&Layout::classic()).max_technique(find("hidden-single-box")),
        1,
        1,
    );
    assert_eq!(ended(&made.puzzle, &TECHNIQUES[..2]), SolveEnd::Solved);
}

/// The range check agrees with the full rating.
#[test]
fn range_check_agrees_with_the_rating() {
    use ndoku_rating::Difficulty;
    use ndoku_rating::sudoku_explainer::RangeCheck;
    let mut generator = generator(Request::new(&Layout::classic()));
    let mut rng = Rng::new(3);
    let mut explainer = SudokuExplainerRater::new(SeProfile::Se121);
    let mut counts = [0; 3];
    for made in generator.generate_batch(77, 0..400, &Budget::default()) {
        let made = made.unwrap();
        let mut clues = nine(&made.puzzle);
        for _ in 0..rng.below(3) {
            let cell = rng.below(81) as usize;
            clues[cell] = made.solution.to_array()[cell];
        }
        // Chains take longer, and harder ratings need the full rating.
        let Some(rating) = explainer
            .rate_at_most(&clues, Difficulty(75), &|| false)
            .unwrap()
            .map(|hardest| hardest.rating)
        else {
            continue;
        };
        assert_eq!(
            explainer.rate(&clues, &|| false).unwrap().puzzle.rating,
            rating,
            "{clues:?}"
        );
        for (least, most) in [
            (0, 12),
            (13, 25),
            (0, 40),
            (24, 40),
            (26, 40),
            (41, 56),
            (30, 46),
            (57, 75),
            (71, 73),
        ]
        .map(|(a, b)| (Difficulty(a), Difficulty(b)))
        {
            let standing = explainer
                .check_range(&clues, least, most, &|| false)
                .unwrap();
            let (place, known) = match standing {
                RangeCheck::Below(known) => (0, known),
                RangeCheck::Within(known) => (1, known),
                RangeCheck::Above => (2, None),
            };
            let expected = if rating < least {
                0
            } else {
                1 + usize::from(rating > most)
            };
            assert_eq!(place, expected, "{rating} in {least} to {most}: {clues:?}");
            assert!(known.is_none_or(|known| known == rating));
            counts[place] += 1;
        }
    }
    assert!(counts.iter().all(|counts| *counts > 100), "{counts:?}");
}
