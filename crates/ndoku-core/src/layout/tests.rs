//! Tests of layouts against the conventions of Sudoku.

use super::*;

fn boxes_of(size: u8) -> (u8, u8) {
    match Boxes::for_size(size) {
        Boxes::Rectangles { width, height } => (width, height),
        other => panic!("{other:?}"),
    }
}

#[test]
fn boxes_follow_the_rule_of_nearest_factors() {
    let known = [
        (1, (1, 1)),
        (4, (2, 2)),
        (6, (3, 2)),
        (8, (4, 2)),
        (9, (3, 3)),
        (10, (5, 2)),
        (12, (4, 3)),
        (15, (5, 3)),
    ];
    for (size, shape) in known.into_iter().chain([
        (16, (4, 4)),
        (18, (6, 3)),
        (20, (5, 4)),
        (225, (15, 15)),
        (255, (17, 15)),
        (7, (7, 1)),
    ]) {
        assert_eq!(boxes_of(size), shape, "size {size}");
    }
    for size in 1..=255_u8 {
        let (width, height) = boxes_of(size);
        assert_eq!(u16::from(width) * u16::from(height), u16::from(size));
        let nearer = (height + 1..=width).find(|q| size % q == 0 && size / q >= *q);
        assert_eq!(nearer, None, "size {size}");
    }
}

#[test]
fn every_size_builds_and_every_cell_is_in_its_houses() {
    for size in [1, 2, 3, 7, 9, 12, 16, 64, 255] {
        let layout = Layout::builder(size).x().build().unwrap();
        let expected = if size < 4 || size == 7 { 2 } else { 3 } * usize::from(size) + 2;
        assert_eq!(layout.houses().len(), expected, "size {size}");
        for (number, house) in layout.houses().iter().enumerate() {
            assert_eq!(house.cells().len(), usize::from(size));
            for cell in house.cells() {
                assert!(layout.houses_of(*cell).contains(&(number as u16)));
            }
        }
    }
}

#[test]
fn classic_houses_have_their_names() {
    let layout = Layout::classic();
    let names: Vec<&str> = layout
        .houses_of("r2c5".parse().unwrap())
        .iter()
        .map(|h| layout.houses()[usize::from(*h)].name())
        .collect();
    assert_eq!(names, ["row 2", "column 5", "box 2"]);
    assert!(layout.is_classic() && layout.is_classic_or_x());
    assert_eq!(layout.peers(Cell::new(0, 0)).len(), 20);
    assert!(layout.sees(Cell::new(0, 0), Cell::new(2, 2)));
    assert!(!layout.sees(Cell::new(0, 0), Cell::new(3, 3)));
}

#[test]
fn each_diagonal_is_independent() {
    let main = Layout::builder(9).diagonal(Diagonal::Main).build().unwrap();
    assert!(main.has_diagonal(Diagonal::Main) && !main.has_diagonal(Diagonal::Anti));
    assert!(main.sees(Cell::new(0, 0), Cell::new(8, 8)));
    assert!(!main.sees(Cell::new(0, 8), Cell::new(8, 0)));
    assert_eq!(main.to_string(), "9×9, boxes 3×3, main diagonal");
    assert!(
        main.is_classic_or_x()
            && !main.is_classic()
            && Layout::builder(9).x().build().unwrap().is_classic_or_x()
    );
    for rule in ["windoku", "anti-knight"] {
        assert!(
            !Layout::builder(9)
                .x()
                .rule(rule)
                .build()
                .unwrap()
                .is_classic_or_x(),
            "{rule}"
        );
    }
    assert!(!Layout::builder(4).x().build().unwrap().is_classic_or_x());
}

#[test]
fn regions_are_checked() {
    let map: Vec<char> = "0001021122312333".chars().collect();
    let layout = Layout::builder(4).regions(&map).build().unwrap();
    assert_eq!(layout.houses()[8].name(), "region 1");
    assert_eq!(layout.box_number(Cell::new(3, 0)), Some(2));
    let uneven: Vec<char> = "0001021122312330".chars().collect();
    let error = Layout::builder(4).regions(&uneven).build().unwrap_err();
    assert_eq!(
        error,
        LayoutError::RegionSize {
            region: "0".into(),
            found: 5,
            size: 4
        }
    );
    let short = Layout::builder(4).regions(&map[1..]).build().unwrap_err();
    assert_eq!(short, LayoutError::RegionMap { found: 15, size: 4 });
    let many: Vec<usize> = (0..255 * 255).collect();
    assert!(Layout::builder(255).regions(&many).build().is_err());
}

#[test]
fn regions_that_are_rectangles_are_simplified() {
    let map = |width: u8, height: u8| -> Vec<usize> {
        let size = width * height;
        let boxes = Boxes::Rectangles { width, height };
        (0..usize::from(size) * usize::from(size))
            .filter_map(|index| boxes.number(Cell::from_index(index, size), size))
            .collect()
    };
    for (width, height) in [(3, 2), (2, 3), (1, 6), (6, 1)] {
        let regions = Boxes::from_map(6, &map(width, height)).unwrap();
        assert_eq!(
            regions.simplified(6),
            Boxes::Rectangles { width, height },
            "{width} x {height}"
        );
    }
    let mut jigsaw = map(2, 3);
    jigsaw.swap(1, 2);
    let regions = Boxes::from_map(6, &jigsaw).unwrap();
    assert_eq!(regions.clone().simplified(6), regions);
}

#[test]
fn equal_layouts_have_equal_hashes() {
    use std::hash::{DefaultHasher, Hash, Hasher};

    let hash = |rule: &str| {
        let mut hasher = DefaultHasher::new();
        let layout = Layout::builder(4).rule(rule).build().unwrap();
        layout.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash("killer=5: r1c1 r1c2"), hash("killer=5: r1c1 r1c2"));
    assert_ne!(hash("killer=5: r1c1 r1c2"), hash("killer=7: r1c1 r2c1"));
}

#[test]
fn wrong_shapes_are_rejected() {
    assert_eq!(Layout::for_size(0), Err(LayoutError::Size { size: 0 }));
    assert_eq!(
        Layout::with_boxes(16, 16),
        Err(LayoutError::Size { size: 256 })
    );
    let error = Layout::builder(6).boxes(3, 3).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "boxes 3 wide and 3 high have 9 cells, but this grid needs 6"
    );
    assert_eq!(
        error.hint().unwrap(),
        "boxes are given as WIDTHxHEIGHT; those that fit are 1x6, 2x3, 3x2, 6x1"
    );
}

#[test]
fn extra_houses_are_checked() {
    let cell = |text: &str| text.parse::<Cell>().unwrap();
    let with = |cells: &[Cell]| Layout::builder(4).house("ring", cells).build();
    let layout = with(&[cell("r1c1"), cell("r2c2"), cell("r4c4")]).unwrap();
    assert_eq!(layout.houses().last().unwrap().name(), "ring");
    assert!(layout.sees(cell("r1c1"), cell("r4c4")));
    assert_eq!(layout.to_builder().build().unwrap(), layout);
    assert!(matches!(
        with(&[cell("r5c1")]),
        Err(LayoutError::HouseCell { .. })
    ));
    assert!(matches!(
        with(&[cell("r1c1"), cell("r1c1")]),
        Err(LayoutError::HouseRepeats { .. })
    ));
    assert!(matches!(with(&[]), Err(LayoutError::RuleArgument { .. })));
}

#[test]
fn regions_are_checked_by_every_method() {
    let wrong = Boxes::Regions(vec![0, 0, 1, 200].into());
    assert_eq!(
        Layout::builder(2).any_boxes(wrong).build().unwrap_err(),
        LayoutError::RegionSize {
            region: "1".to_owned(),
            found: 1,
            size: 2
        }
    );
    let layout = Layout::builder(2)
        .any_boxes(Boxes::Regions(vec![7, 3, 7, 3].into()))
        .build()
        .unwrap();
    assert_eq!(*layout.boxes(), Boxes::Regions(vec![0, 1, 0, 1].into()));
    assert_eq!(
        Boxes::from_map(2, &["a", "a", "a", "b"])
            .unwrap_err()
            .to_string(),
        "region a has 3 cells, but each region of this grid needs 2"
    );
}

/// A custom constraint with any name.
#[derive(Debug)]
struct CustomConstraint(&'static str, Vec<Cell>);

impl Constraint for CustomConstraint {
    fn id(&self) -> &'static str {
        self.0
    }
    fn cells(&self) -> &[Cell] {
        &self.1
    }
    fn allows(&self, _: &[Option<Digit>]) -> bool {
        true
    }
}

#[test]
fn constraints_on_cells_outside_the_grid_are_rejected() {
    let with = |cells: &[Cell]| {
        Layout::builder(4)
            .constraint(Arc::new(CustomConstraint("anything", cells.to_vec())))
            .build()
    };
    assert_eq!(
        with(&[Cell::new(0, 0), Cell::new(3, 3)]).map(|layout| layout.constraints().len()),
        Ok(1)
    );
    assert_eq!(with(&[]).map(|layout| layout.constraints().len()), Ok(1));
    let error = with(&[Cell::new(0, 0), Cell::new(3, 4)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the constraint anything names r4c5, which is not in a grid of size 4"
    );
    assert_ne!(
        with(&[Cell::new(0, 0)]),
        with(&[Cell::new(0, 1)]),
        "the cells are part of what Debug says"
    );
}

#[test]
fn a_custom_constraint_may_share_the_name_of_a_rule() {
    let own = Arc::new(CustomConstraint("anti-knight", vec![Cell::new(0, 0)]));
    let layout = Layout::builder(4)
        .rule("anti-knight")
        .constraint(own)
        .build()
        .unwrap();
    let ruled = Layout::builder(4).rule("anti-knight").build().unwrap();
    assert_eq!(layout.constraints().len(), ruled.constraints().len() + 1);
    assert_eq!(
        (
            layout.custom_constraints().len(),
            ruled.custom_constraints().len()
        ),
        (1, 0)
    );
    assert_eq!(layout.to_builder().build().unwrap(), layout);
    assert_eq!(layout.to_string(), "4×4, boxes 2×2, anti-knight");
}
