//! `rate`: how hard a puzzle is.

use ndoku::Budget;
use ndoku::rating::{Hardest, Profile, RateError, Rated, Rater, Tenths, UnknownProfile};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::object::deserialize_object;
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
    /// Its layout, where the text does not say it.
    #[serde(default, deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// By what: `se121`, the scale of collectors, or `sukaku`, both for classic 9×9; `ndoku` or `hodoku` for any layout. Without it `se121` where it can be, else `ndoku`.
    #[serde(default)]
    pub profile: Option<String>,
}

/// The rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "RateResponse")
)]
pub struct Response {
    /// `rated`; `none` or `several` if there is not just one solution, and no rating; `stopped` if the time was over first.
    pub status: &'static str,
    /// The profile.
    pub profile: &'static str,
    /// The hardest step (ER); 20.0 if it is beyond the scale, null if there is no rating.
    pub er: Option<f64>,
    /// The hardest step up to the first digit that is placed (EP).
    pub ep: Option<f64>,
    /// The first step (ED).
    pub ed: Option<f64>,
    /// The technique of the hardest step.
    pub hardest: Option<&'static str>,
    /// The level.
    pub level: Option<&'static str>,
    /// HoDoKu's score, by that profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// Why it stopped early: `time`, `guesses`, `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'static str>,
}

/// Rates a puzzle: takes 10 microseconds to seconds.
///
/// # Errors
/// A puzzle that cannot be read or contradicts itself, a profile that does not exist or cannot rate it.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let puzzle = request
        .puzzle
        .record_without_conflicts(&request.layout)?
        .puzzle;
    let profile = match &request.profile {
        Some(name) => name.parse().map_err(|error: UnknownProfile| {
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
    let of = |hardest: Hardest| hardest.known().map(Tenths::to_f64);
    match rated {
        Ok(Rated::Unsolvable) => Ok(with_status("none")),
        Ok(Rated::Several) => Ok(with_status("several")),
        Ok(Rated::Unique(rating)) => Ok(Response {
            er: of(rating.puzzle),
            ep: of(rating.pearl),
            ed: of(rating.diamond),
            hardest: rating.puzzle.technique,
            level: Some(rating.level.name()),
            score: rating.score,
            ..with_status("rated")
        }),
        Err(RateError::Stopped(reason)) => Ok(Response {
            stopped: Some(stop_reason_name(reason)?),
            ..with_status("stopped")
        }),
        Err(error @ (RateError::Layout | RateError::Pencilmarks)) => {
            Err(Problem::new(ProblemKind::Unsupported, error.to_string()))
        }
    }
}
