//! `rate`: rates the difficulty of a puzzle.

use ndoku::Budget;
use ndoku::logic::TECHNIQUES;
use ndoku::rating::{
    Difficulty, HardestStep, Profile, RateError, Rater, RatingOutcome, UnknownProfileError,
};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::object::deserialize_object;
#[cfg(feature = "schema")]
use crate::schema;
use crate::step::parse_language;
use crate::{Api, Layout, Problem, ProblemKind, PuzzleInput};

/// A puzzle to rate.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "RateRequest")
)]
pub struct Request {
    /// The puzzle.
    pub puzzle: PuzzleInput,
    /// The layout, if the text does not contain it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// The rating profile. `se121`, the scale of collectors, and `sukaku` rate classic 9×9 puzzles.
    /// `ndoku` and `hodoku` rate any layout. The default is `se121` where possible, and `ndoku`
    /// otherwise.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::ProfileName>"))]
    pub profile: Option<String>,
    /// The language of the name of a technique: `en`, `de` or `es`. The default is `en`. Names of
    /// other programs stay as they are.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::LanguageName>"))]
    pub language: Option<String>,
}

/// The result of rating a puzzle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "RateStatus")
)]
pub enum Status {
    /// The puzzle has a rating.
    Rated,
    /// The puzzle has no solution, and no rating.
    #[serde(rename = "none")]
    Unsolvable,
    /// The puzzle has several solutions, and no rating.
    Multiple,
    /// The search ended early.
    Stopped,
}

/// The rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "RateResponse")
)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The profile.
    #[cfg_attr(feature = "schema", schemars(with = "schema::ProfileName"))]
    pub profile: &'static str,
    /// The rating of the hardest step (ER). 20.0 if it is beyond the scale, `null` without a
    /// rating.
    pub er: Option<f64>,
    /// The rating of the hardest step up to the first placement (EP).
    pub ep: Option<f64>,
    /// The rating of the first step (ED).
    pub ed: Option<f64>,
    /// The technique of the hardest step.
    pub hardest: Option<&'static str>,
    /// The level.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::LevelName>"))]
    pub level: Option<&'static str>,
    /// HoDoKu's score, for the profile `hodoku`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// Why the search ended early: `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StopReason>"))]
    pub stopped: Option<&'static str>,
}

/// Rates a puzzle. Takes 10 microseconds to several seconds.
///
/// # Errors
/// Fails for a puzzle that cannot be read or contradicts itself, and for a profile that does not
/// exist or cannot rate it.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let language = parse_language(request.language.as_deref())?;
    let puzzle = request
        .puzzle
        .record_without_conflicts(&request.layout)?
        .puzzle;
    let profile = match &request.profile {
        Some(name) => name.parse().map_err(|error: UnknownProfileError| {
            Problem::new(ProblemKind::Malformed, error.to_string())
        })?,
        None if puzzle.layout().is_classic() && puzzle.pencilmarks().is_none() => Profile::Se121,
        None => Profile::Ndoku,
    };
    if !api.raters.iter().any(|(known, _)| *known == profile) {
        api.raters.push((profile, Rater::new(profile)));
    }
    let rater = api
        .raters
        .iter_mut()
        .find(|(known, _)| *known == profile)
        .map(|(_, rater)| rater);
    let rated = rater.map_or(Err(RateError::Layout), |rater| rater.rate(&puzzle, budget));
    let with_status = |status| Response {
        status,
        profile: profile.name(),
        er: None,
        ep: None,
        ed: None,
        hardest: None,
        level: None,
        score: None,
        stopped: None,
    };
    let to_number = |hardest: HardestStep| hardest.known().map(Difficulty::to_f64);
    match rated {
        Ok(RatingOutcome::Unsolvable) => Ok(with_status(Status::Unsolvable)),
        Ok(RatingOutcome::Multiple) => Ok(with_status(Status::Multiple)),
        Ok(RatingOutcome::Unique(rating)) => Ok(Response {
            er: to_number(rating.puzzle),
            ep: to_number(rating.pearl),
            ed: to_number(rating.diamond),
            hardest: rating.puzzle.technique.map(|name| {
                // Other profiles name the techniques of other programs.
                let own = matches!(profile, Profile::Ndoku | Profile::Hodoku)
                    .then(|| TECHNIQUES.iter().find(|technique| technique.name == name));
                own.flatten()
                    .map_or(name, |technique| technique.name_in(language))
            }),
            level: Some(rating.level.name()),
            score: rating.score,
            ..with_status(Status::Rated)
        }),
        Err(RateError::Stopped(reason)) => Ok(Response {
            stopped: Some(stop_reason_name(reason)?),
            ..with_status(Status::Stopped)
        }),
        Err(error) => Err(Problem::new(ProblemKind::Unsupported, error.to_string())),
    }
}
