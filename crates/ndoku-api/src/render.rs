//! `render`: draws a puzzle, its solution or its next step as a picture or a page. The response is
//! a file and not JSON, so the registry has no entry for it.

use ndoku::hint::{HintLevel, HintOutcome, Language, SolvingState};
use ndoku::render::canvas::Canvas;
use ndoku::render::output::{self, OutputKind};
use ndoku::render::style::Size;
use ndoku::render::{Booklet, Document, Entry, OUTPUTS, Scene, Style, draw_scene, theme};
use ndoku::solution_path::PathEnd;
use ndoku::{Budget, Interrupted, Verdict};
use serde::Deserialize;

use crate::methods::{hint::PlayerProgress, stop_reason_name};
use crate::object::{Object, deserialize_object, deserialize_optional_object};
use crate::problem::check_range;
use crate::step::parse_language;
use crate::{Api, Layout, Problem, ProblemKind, PuzzleInput};

/// A sentence about `POST /v1/render`, for lists of methods.
pub const SUMMARY: &str =
    "Draws a puzzle, its candidates, its solution or its next step as a picture or a page";

/// A picture to draw.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "RenderRequest")
)]
pub struct Request {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// The progress of the player.
    #[serde(default, deserialize_with = "deserialize_optional_object")]
    pub state: Option<PlayerProgress>,
    /// Output format: `svg`, `html`, `text`, `markdown` or `latex`. Some builds also have `png` and
    /// `pdf`.
    #[serde(default = "default_format")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::OutputName"))]
    pub to: String,
    /// Theme: `light`, `dark`, `print` or `black`.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<crate::schema::ThemeName>")
    )]
    pub theme: Option<String>,
    /// Content: `puzzle`, `candidates`, `solution` or `hint`, the next step with its highlights.
    #[serde(default)]
    pub show: Show,
    /// Number rows and columns.
    #[serde(default)]
    pub coordinates: bool,
    /// Width of a PNG in pixels, from 16 to 4,096.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(range(min = 16, max = 4_096)))]
    pub width: Option<u32>,
    /// The language of the text about a hint: `en`, `de` or `es`. The default is `en`.
    #[serde(default)]
    #[cfg_attr(
        feature = "schema",
        schemars(with = "Option<crate::schema::LanguageName>")
    )]
    pub language: Option<String>,
}

/// The content of a picture.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Show {
    /// The puzzle, with the player's digits and candidates.
    #[default]
    Puzzle,
    /// The puzzle with all candidates that no digit rules out.
    Candidates,
    /// The solution.
    Solution,
    /// The next step.
    Hint,
}

fn default_format() -> String {
    "svg".to_owned()
}

/// A rendered file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RenderedFile {
    /// The media type.
    pub media: &'static str,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl Api {
    /// Renders the picture that a request in JSON describes.
    ///
    /// # Errors
    /// Returns the problems of [`call`](Self::call). It also fails for a width outside its range,
    /// without a unique solution or a step to draw, for characters that the font lacks, and when
    /// the budget runs out.
    pub fn render(&mut self, request: &str, budget: &Budget<'_>) -> Result<RenderedFile, Problem> {
        let Object(request) = serde_json::from_str::<Object<Request>>(request)?;
        let malformed = |message: String| Problem::new(ProblemKind::Malformed, message);
        let names = || {
            Some(format!(
                "there are {}",
                OUTPUTS
                    .iter()
                    .map(|output| output.id)
                    .collect::<Vec<_>>()
                    .join(", ")
            ))
        };
        if let Some(feature) = output::missing_feature(&request.to) {
            let message = format!(
                "this build of ndoku does not include {}",
                feature.to_ascii_uppercase()
            );
            return Err(malformed(message).maybe_hint(names()));
        }
        let output = output::find(&request.to).ok_or_else(|| {
            malformed(format!("there is no output format `{}`", request.to)).maybe_hint(names())
        })?;
        let usual = if ["pdf", "latex"].contains(&output.id) {
            &theme::PRINT
        } else {
            &theme::LIGHT
        };
        let theme = match &request.theme {
            Some(name) => theme::Theme::from_name(name)
                .ok_or_else(|| malformed(format!("there is no theme `{name}`")))?,
            None => usual,
        };
        let size = match request.width {
            Some(width) => Size::Width(check_range("width", width, 16..=4_096)?),
            None => Size::Scale(1.0),
        };
        let style = Style {
            theme,
            size,
            ..Style::default()
        };
        let language = parse_language(request.language.as_deref())?;
        let (scene, text) = self.scene(&request, language, budget)?;
        let scene = scene
            .with_coordinates(request.coordinates)
            .with_language(language.code());
        let check_characters = |canvases: &[Canvas]| match output.missing_characters(canvases) {
            lacking if lacking.is_empty() => Ok(()),
            lacking => {
                let list = lacking
                    .iter()
                    .map(char::to_string)
                    .collect::<Vec<_>>()
                    .join(" ");
                let hint = "svg and html use the fonts of the viewer";
                Err(
                    Problem::new(ProblemKind::Unsupported, format!("the font lacks {list}"))
                        .maybe_hint(Some(hint.to_owned())),
                )
            }
        };
        let rendered = match output.kind {
            OutputKind::Picture(write) => {
                let canvas = [draw_scene(&scene, theme)];
                check_characters(&canvas)?;
                write(&canvas[0], &style)
            }
            OutputKind::Pages(write) => {
                let title = scene.title();
                let entry = Entry {
                    title: title.clone(),
                    puzzle: scene,
                    remark: String::new(),
                    solution: None,
                };
                match Booklet::default().pages(&[entry], theme) {
                    Ok(pages) => {
                        check_characters(&pages)?;
                        write(&pages, &title, language.code())
                    }
                    Err(error) => Err(error),
                }
            }
            OutputKind::Flow(write) => {
                let mut document = Document {
                    language: language.code(),
                    ..Document::default()
                };
                document.add_picture(scene);
                if !text.is_empty() {
                    document.add_text(text);
                }
                Ok(write(&document, &style).into_bytes())
            }
        };
        let bytes =
            rendered.map_err(|error| Problem::new(ProblemKind::Unsupported, error.to_string()))?;
        Ok(RenderedFile {
            media: media_type(output.id),
            bytes,
        })
    }

    /// Returns the scene to draw, and a text about it.
    fn scene(
        &mut self,
        request: &Request,
        language: Language,
        budget: &Budget<'_>,
    ) -> Result<(Scene, String), Problem> {
        let unsupported = |message: &str| Problem::new(ProblemKind::Unsupported, message);
        let short = |error: Interrupted| match stop_reason_name(error.reason) {
            Ok(reason) => unsupported(&format!("the search was interrupted: {reason}")),
            Err(problem) => problem,
        };
        let mut record = request.puzzle.record(&request.layout)?;
        if let Some(state) = &request.state {
            state.apply_to(&mut record)?;
        }
        if request.show == Show::Puzzle {
            return Ok((Scene::from_record(&record), String::new()));
        }
        let puzzle = request
            .puzzle
            .record_without_conflicts(&request.layout)?
            .puzzle;
        if request.show == Show::Solution {
            return match self
                .solver
                .solve_within(&puzzle, budget)
                .map_err(short)?
                .verdict
            {
                Verdict::Unique(solution) => Ok((
                    Scene::from_puzzle(&puzzle)
                        .without_candidates()
                        .with_digits(solution.digits()),
                    String::new(),
                )),
                Verdict::Multiple(..) => Err(unsupported("the puzzle has more than one solution")),
                Verdict::Unsolvable => Err(unsupported("the puzzle has no solution")),
            };
        }
        let state = SolvingState::new(&record, &mut self.solver, budget).map_err(short)?;
        let scene = Scene::from_board(state.puzzle(), state.board());
        if request.show == Show::Candidates {
            return Ok((scene, String::new()));
        }
        match state.find_hint(budget) {
            Ok(HintOutcome::Step(hint)) => Ok((
                scene
                    .with_step(&hint.highlights(HintLevel::Full))
                    .with_heading(hint.step.technique.name_in(language)),
                hint.step.explanation.text.in_language(language),
            )),
            Ok(HintOutcome::End(PathEnd::Wrong(_) | PathEnd::DeadEnd)) => {
                Err(unsupported("the state contradicts the solution"))
            }
            Ok(HintOutcome::End(PathEnd::Unsolvable)) => {
                Err(unsupported("the puzzle has no solution"))
            }
            Ok(HintOutcome::End(_)) | Err(_) => Err(unsupported("no step was found")),
        }
    }
}

/// The media types of all output formats.
pub const MEDIA_TYPES: &[&str] = &[
    "image/svg+xml",
    "image/png",
    "application/pdf",
    "text/html; charset=utf-8",
    "text/markdown; charset=utf-8",
    "application/x-latex",
    "text/plain; charset=utf-8",
];

/// Returns the media type of an output format.
fn media_type(id: &str) -> &'static str {
    let number = ["svg", "png", "pdf", "html", "markdown", "latex"]
        .iter()
        .position(|known| *known == id);
    MEDIA_TYPES[number.unwrap_or(MEDIA_TYPES.len() - 1)]
}
