//! The search for grids, on pictures that the test makes.

mod synthetic;

use ndoku_core::Rng;
use ndoku_photo::{
    DigitNet, GrayPhoto, Homography, PhotoError, Point, find_grids, read_photo, read_photos,
};
use synthetic::{CAMERA, CELL, Camera, MARGIN, Page, STYLE, Style};

const CLUES: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Checks that the best grid is where the camera has it.
fn check(name: &str, page: &Page, camera: &Camera) {
    let expected = camera.corners(page);
    let cell = expected[0].distance(expected[1]) / 9.0;
    let grids = find_grids(&camera.shoot(page));
    let grid = grids.first().unwrap_or_else(|| panic!("{name}: no grid"));
    let corners = grid.lattice.corners();
    let error = (0..4)
        .map(|turn| {
            let distance = |at: usize| corners[(at + turn) % 4].distance(expected[at]) / cell;
            (0..4).map(distance).fold(0.0, f32::max)
        })
        .fold(f32::MAX, f32::min);
    assert!(
        error < 0.15,
        "{name}: a corner is {error} cells off, score {}",
        grid.score
    );
    assert!(grid.score > 0.6, "{name}: score {}", grid.score);
}

#[test]
fn grids_are_found_at_all_angles() {
    let page = Page::with_grid(CLUES, &STYLE);
    for turn in [-45.0, -31.0, -10.0, 0.0, 7.0, 22.0, 45.0, 90.0, 180.0] {
        for tilt in [0.0, 25.0, 45.0] {
            let camera = Camera {
                turn,
                tilt,
                zoom: 0.85,
                ..CAMERA
            };
            check(&format!("turn {turn} tilt {tilt}"), &page, &camera);
        }
    }
}

#[test]
fn light_noise_blur_and_haze_do_not_hide_a_grid() {
    let page = Page::with_grid(CLUES, &STYLE);
    for (name, camera) in [
        (
            "shadow",
            Camera {
                light: (230.0, 60.0),
                ..CAMERA
            },
        ),
        (
            "noise",
            Camera {
                noise: 12.0,
                ..CAMERA
            },
        ),
        (
            "haze",
            Camera {
                haze: 0.7,
                ..CAMERA
            },
        ),
        (
            "dark",
            Camera {
                light: (60.0, 45.0),
                ..CAMERA
            },
        ),
        ("blur", Camera { blur: 2, ..CAMERA }),
        (
            "all",
            Camera {
                light: (200.0, 90.0),
                haze: 0.4,
                noise: 6.0,
                blur: 1,
                turn: 9.0,
                ..CAMERA
            },
        ),
        (
            "large",
            Camera {
                width: 1600,
                height: 1200,
                zoom: 0.9,
                turn: -5.0,
                ..CAMERA
            },
        ),
        (
            "small",
            Camera {
                zoom: 0.5,
                offset: (-0.2, 0.1),
                ..CAMERA
            },
        ),
    ] {
        check(name, &page, &camera);
    }
}

#[test]
fn grids_of_all_styles_are_found() {
    for (name, style) in [
        (
            "equal lines",
            Style {
                thin: 2.0,
                thick: 2.0,
                border: 2.0,
                ..STYLE
            },
        ),
        (
            "thin border",
            Style {
                border: 1.5,
                ..STYLE
            },
        ),
        (
            "gray lines",
            Style {
                thin_light: 0.6,
                ..STYLE
            },
        ),
        (
            "shaded boxes",
            Style {
                box_light: 0.8,
                ..STYLE
            },
        ),
        (
            "thick",
            Style {
                thin: 3.0,
                thick: 4.5,
                border: 5.0,
                ..STYLE
            },
        ),
    ] {
        let camera = Camera {
            turn: 6.0,
            tilt: 15.0,
            ..CAMERA
        };
        check(name, &Page::with_grid(CLUES, &style), &camera);
    }
}

#[test]
fn text_around_a_grid_does_not_matter() {
    let mut page = Page::with_grid(CLUES, &STYLE);
    let far = (MARGIN + 9.0) * CELL;
    for line in 0..3 {
        let top = line as f32 * 24.0;
        page.print_text(
            "Completez cette grille avec des chiffres de 1 a 9",
            10.0,
            top + 4.0,
            15.0,
        );
        page.print_text(
            "Level 4: every row has all digits once",
            10.0,
            far + top + 6.0,
            15.0,
        );
    }
    page.fill(0.0, 0.0, 30.0, page.side as f32, 0.2);
    check(
        "text",
        &page,
        &Camera {
            turn: 3.0,
            ..CAMERA
        },
    );
}

#[test]
fn two_grids_are_found_largest_first() {
    let mut page = Page::blank(1000);
    page.print_grid(CLUES, &STYLE, 40.0, 40.0, 40.0);
    page.print_grid(CLUES, &STYLE, 600.0, 600.0, 30.0);
    let camera = Camera {
        width: 1000,
        height: 1000,
        ..CAMERA
    };
    let grids = find_grids(&camera.shoot(&page));
    let sides: Vec<f32> = grids
        .iter()
        .filter(|grid| grid.score > 0.6)
        .map(|grid| {
            grid.lattice.corners()[0]
                .distance(grid.lattice.corners()[1])
                .round()
        })
        .collect();
    assert_eq!(sides.len(), 2, "{sides:?}");
    assert!(sides[0] > sides[1], "{sides:?}");
}

/// Returns the error of a picture without a puzzle.
fn error(photo: &GrayPhoto) -> Option<PhotoError> {
    read_photo(photo, DigitNet::shared()).err()
}

#[test]
fn pictures_without_a_grid_say_why() {
    let blank = Page::blank(500);
    assert_eq!(error(&CAMERA.shoot(&blank)), Some(PhotoError::NoGrid));
    let noisy = Camera {
        noise: 60.0,
        ..CAMERA
    };
    assert_eq!(error(&noisy.shoot(&blank)), Some(PhotoError::NoGrid));
    let mut text = Page::blank(500);
    for line in 0..14 {
        let top = 20.0 + line as f32 * 32.0;
        text.print_text(
            "A page of text has many lines, and no grid",
            10.0,
            top,
            14.0,
        );
    }
    assert_eq!(error(&CAMERA.shoot(&text)), Some(PhotoError::NoGrid));
    let night = Camera {
        light: (6.0, 4.0),
        noise: 1.0,
        ..CAMERA
    };
    let page = Page::with_grid(CLUES, &STYLE);
    assert_eq!(error(&night.shoot(&page)), Some(PhotoError::TooDark));
}

#[test]
fn tables_without_digits_are_no_puzzle() {
    for size in [1, 3, 4, 6, 8, 10, 12, 16] {
        let mut page = Page::blank(500);
        page.print_lines(size, 60.0, 60.0, 380.0 / size as f32);
        let expected = match size {
            4..=9 => PhotoError::NoPuzzle { size },
            10.. => PhotoError::TooManyCells { size: Some(size) },
            _ => PhotoError::NoGrid,
        };
        let found = error(&CAMERA.shoot(&page));
        assert_eq!(found, Some(expected), "{size}x{size}");
    }
}

#[test]
fn a_grid_that_is_cut_off_is_reported() {
    let page = Page::with_grid(CLUES, &STYLE);
    for offset in [(0.35, 0.0), (-0.35, 0.0), (0.0, 0.3), (0.0, -0.3)] {
        let camera = Camera {
            offset,
            zoom: 1.1,
            ..CAMERA
        };
        let photo = camera.shoot(&page);
        assert_eq!(error(&photo), Some(PhotoError::CutOff), "{offset:?}");
        let all = read_photos(&photo, DigitNet::shared()).err();
        assert_eq!(all, Some(PhotoError::CutOff), "{offset:?}");
    }
}

#[test]
fn thousands_of_tiles_are_no_grid() {
    // Clusters of cells that are too small for a set, one beside the other.
    let side = 800;
    let is_light = |at: usize| at % 9 > 1 && at % 45 < 36;
    let pixels = (0..side * side).map(|at| {
        let is_cell = is_light(at % side) && is_light(at / side);
        if is_cell { 230 } else { 40 }
    });
    let photo = GrayPhoto::new(side, side, pixels.collect()).expect("the size is right");
    assert!(error(&photo).is_some());
}

#[test]
fn tiny_pictures_are_too_small() {
    // A strip is narrow after the reduction, and must not take longer for it.
    for (width, height) in [
        (1, 1),
        (1, 500),
        (500, 1),
        (2, 2),
        (9, 9),
        (33, 20),
        (1, 1_000_000),
        (500_000, 3),
    ] {
        let photo =
            GrayPhoto::new(width, height, vec![200; width * height]).expect("the size is right");
        let expected = PhotoError::TooSmall { width, height };
        assert_eq!(error(&photo), Some(expected));
    }
    assert!(GrayPhoto::new(3, 3, vec![0; 8]).is_none());
    assert!(GrayPhoto::from_rgba(1, 1, &[0, 0, 0]).is_none());
}

#[test]
fn homographies_take_corners_to_corners() {
    let mut rng = Rng::new(5);
    let mut point = || Point::new(rng.below(4000) as f32, rng.below(3000) as f32);
    let mut tried = 0;
    while tried < 300 {
        let (from, to): ([Point; 4], [Point; 4]) = (
            std::array::from_fn(|_| point()),
            std::array::from_fn(|_| point()),
        );
        if !is_wide(&from) || !is_wide(&to) {
            continue;
        }
        tried += 1;
        let map = Homography::from_corners(&from, &to).expect("no three points are on a line");
        let back = map.inverse().expect("it can be inverted");
        for (from, to) in from.iter().zip(to) {
            assert!(map.map(*from).distance(to) < 0.5, "{from:?} {to:?}");
            assert!(back.map(to).distance(*from) < 0.5, "{from:?} {to:?}");
        }
    }
    let line = [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 5.0)].map(|(x, y)| Point::new(x, y));
    assert!(Homography::from_grid(9.0, &line).is_none());
    assert!(Homography::from_grid(9.0, &[line[0]; 4]).is_none());
}

/// Returns `true` if the corners are clockwise, and no three of them are nearly on a line.
fn is_wide(corners: &[Point; 4]) -> bool {
    (0..4).all(|at| {
        let [a, b, c] = [0, 1, 2].map(|step| corners[(at + step) % 4]);
        (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 400_000.0
    })
}
