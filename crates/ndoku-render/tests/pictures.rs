//! Tests of PNG and PDF files, for builds that write them: `cargo test --features full`.

#[cfg(feature = "pdf")]
#[test]
fn a_pdf_has_all_pages_and_reproducible_bytes() {
    use ndoku_render::canvas::Canvas;
    use ndoku_render::pdf::write;
    use ndoku_render::theme::LIGHT;
    use ndoku_render::{RenderError, Scene, draw_scene};

    let puzzle: ndoku_core::Puzzle = "1.......4......2".parse().unwrap();
    let page = draw_scene(&Scene::from_puzzle(&puzzle).with_heading("☃"), &LIGHT);
    let pdf = write(&[page.clone(), page.clone()], "Two", "en").unwrap();
    assert!(pdf.starts_with(b"%PDF-1."));
    let text = String::from_utf8_lossy(&pdf);
    assert_eq!(text.matches("/MediaBox").count(), 2, "{}", pdf.len());
    assert!(!text.contains("CreationDate"));
    assert_eq!(pdf, write(&[page.clone(), page], "Two", "en").unwrap());
    assert!(matches!(
        write(&[Canvas::default()], "", "en"),
        Err(RenderError::Page(_))
    ));
}

#[cfg(feature = "png")]
#[test]
fn pictures_have_the_requested_size_or_are_refused() {
    use ndoku_render::RenderError;
    use ndoku_render::canvas::{Canvas, Color, Path};
    use ndoku_render::png::write;
    use ndoku_render::style::Size;

    let size = |png: &[u8]| {
        let number =
            |at: usize| u32::from_be_bytes([png[at], png[at + 1], png[at + 2], png[at + 3]]);
        assert_eq!(&png[1..4], b"PNG");
        (number(16), number(20))
    };
    let mut canvas = Canvas {
        width: 100.0,
        height: 50.0,
        ..Canvas::default()
    };
    canvas.fill(
        Path::rectangle(0.0, 0.0, 100.0, 50.0),
        Color::from_hex(0xff_ff_ff),
    );
    assert_eq!(size(&write(&canvas, Size::Scale(2.0)).unwrap()), (200, 100));
    assert_eq!(size(&write(&canvas, Size::Width(33)).unwrap()), (33, 17));
    for size in [
        Size::Scale(0.0),
        Size::Scale(f64::NAN),
        Size::Scale(1e9),
        Size::Width(0),
        Size::Width(u32::MAX),
    ] {
        assert!(
            matches!(write(&canvas, size), Err(RenderError::Size { .. })),
            "{size:?}"
        );
    }
}
