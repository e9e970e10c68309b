//! `generate`: generates puzzles.

use ndoku::Budget;
use ndoku::analysis::Symmetry;
use ndoku::format::Record;
use ndoku::generate::{
    DifficultyTarget, GenerateError, Generator, Request as Order, find_rule_kind,
};
use ndoku::rating::{Difficulty, Level, Profile, UnknownProfileError};
use serde::{Deserialize, Serialize};

use super::stop_reason_name;
use crate::grid::digits;
use crate::object::deserialize_object;
use crate::problem::check_range;
#[cfg(feature = "schema")]
use crate::schema;
use crate::{Api, GridResponse, Layout, Problem, ProblemKind};

/// The requested puzzles.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "GenerateRequest")
)]
#[serde(default)]
pub struct Request {
    /// The layout. The default is the classic layout.
    #[serde(deserialize_with = "deserialize_object")]
    pub layout: Layout,
    /// Generate random jigsaw regions for each puzzle.
    pub random_regions: bool,
    /// Kinds of constraints to add, such as `killer` or `thermo`, as rules of each puzzle's layout.
    /// The other names that the command accepts are accepted, too.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<schema::RuleKindName>"))]
    pub rule_kinds: Vec<String>,
    /// Random seed. The same seed gives the same puzzles. JavaScript reads seeds up to 2^53 - 1
    /// exactly. Without one, a server takes a random seed and returns it, and others take 1.
    pub seed: Option<u64>,
    /// Number of the first puzzle of the seed, from 1 to 2^53 - 1.
    #[cfg_attr(
        feature = "schema",
        schemars(range(min = 1, max = 9_007_199_254_740_991_u64))
    )]
    pub first: u64,
    /// Number of puzzles, from 1 to 1,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1_000)))]
    pub number: u64,
    /// Level: `beginner`, `easy`, `medium`, `hard`, `expert` or `extreme`. The default is any
    /// level.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::LevelName>"))]
    pub level: Option<String>,
    /// The rating profile that measures the level: `se121`, `sukaku`, `ndoku` or `hodoku`. The
    /// default is the one that defines the levels of the layout.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::ProfileName>"))]
    pub profile: Option<String>,
    /// Symmetry of the clues: `none`, `rotational`, `quarter`, `horizontal`, `vertical`,
    /// `both-mirrors`, `diagonal`, `anti-diagonal`, `both-diagonals` or `full`.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::SymmetryName>"))]
    pub symmetry: Option<String>,
    /// Generate minimal puzzles: every clue is needed.
    pub minimal: bool,
    /// Minimum number of clues.
    pub least: Option<usize>,
    /// Maximum number of clues.
    pub most: Option<usize>,
    /// Maximum number of attempts per puzzle, from 1 to 10,000.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 10_000)))]
    pub tries: Option<u64>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            layout: Layout::default(),
            random_regions: false,
            rule_kinds: Vec::new(),
            seed: None,
            first: 1,
            number: 1,
            level: None,
            profile: None,
            symmetry: None,
            minimal: false,
            least: None,
            most: None,
            tries: None,
        }
    }
}

/// The success of a request for puzzles.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "GenerateStatus")
)]
pub enum Status {
    /// All puzzles were found.
    Made,
    /// Some puzzles were not found.
    Missing,
    /// The search ended early.
    Stopped,
}

/// The generated puzzles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "GenerateResponse")
)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The seed of the puzzles.
    pub seed: u64,
    /// The puzzles, in order.
    pub puzzles: Vec<GeneratedPuzzle>,
    /// The reasons why puzzles are missing.
    pub missing: Vec<String>,
    /// Why the search ended early: `timeout`, `guesses` or `canceled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::StopReason>"))]
    pub stopped: Option<&'static str>,
}

/// A generated puzzle.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneratedPuzzle {
    /// Number of the puzzle in the seed.
    pub number: u64,
    /// The puzzle.
    pub puzzle: GridResponse,
    /// The solution.
    pub solution: Vec<u8>,
    /// The rating, if a level was requested.
    pub rating: Option<f64>,
    /// The level, if one was requested.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::LevelName>"))]
    pub level: Option<&'static str>,
    /// Number of attempts.
    pub tries: u64,
}

/// Generates puzzles.
///
/// # Errors
/// Fails for a request that contradicts itself or the layout, and for numbers outside their range.
pub fn respond(api: &mut Api, request: &Request, budget: &Budget<'_>) -> Result<Response, Problem> {
    let malformed = |message: String| Problem::new(ProblemKind::Malformed, message);
    let layout = request.layout.build()?;
    let first = check_range("first", request.first, 1..=(1 << 53) - 1)?;
    let number = check_range("number", request.number, 1..=1_000)?;
    let tries = check_range("tries", request.tries.unwrap_or(10_000), 1..=10_000)?;
    let mut order = Order::new(&layout).max_attempts(tries);
    if request.random_regions {
        order = order.random_regions();
    }
    let kinds: Result<Vec<_>, _> = request
        .rule_kinds
        .iter()
        .map(|name| find_rule_kind(name))
        .collect();
    order = order.rule_kinds(&kinds.map_err(malformed)?);
    if let Some(name) = &request.symmetry {
        let symmetry: Symmetry =
            name.parse()
                .map_err(|error: ndoku::analysis::symmetry::UnknownSymmetryError| {
                    malformed(error.to_string())
                })?;
        order = order.symmetry(&[symmetry]);
    }
    let profile = request.profile.as_deref().map(str::parse);
    let profile = profile
        .transpose()
        .map_err(|error: UnknownProfileError| malformed(error.to_string()))?;
    if let Some(name) = &request.level {
        let level = Level::ALL.into_iter().find(|level| level.name() == name);
        let level = level.ok_or_else(|| {
            let names: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
            malformed(format!("there is no level `{name}`"))
                .maybe_hint(Some(format!("there are {}", names.join(", "))))
        })?;
        let target = DifficultyTarget::for_level(level, &layout);
        let profile = match profile {
            Some(Profile::Hodoku) => {
                let message = "the levels of the profile `hodoku` cannot be generated";
                return Err(malformed(message.to_owned()));
            }
            Some(profile) => profile,
            None if request.random_regions || !request.rule_kinds.is_empty() => Profile::Ndoku,
            None => target.profile,
        };
        order = order.difficulty(DifficultyTarget { profile, ..target });
    }
    if request.minimal {
        order = order.minimal();
    }
    if request.least.is_some() || request.most.is_some() {
        order =
            order.clues(request.least.unwrap_or(0)..=request.most.unwrap_or(layout.cell_count()));
    }
    let mut generator = Generator::new(order)
        .map_err(|error| Problem::new(ProblemKind::Unsupported, error.to_string()))?;
    let seed = request
        .seed
        .unwrap_or_else(|| api.random_seed.map_or(1, |random_seed| random_seed()));
    let mut answer = Response {
        status: Status::Made,
        seed,
        puzzles: Vec::new(),
        missing: Vec::new(),
        stopped: None,
    };
    let end = first + number;
    for number in first..end {
        match generator.generate(seed, number, budget) {
            Ok(made) => {
                let rating = made.rating.map(|tenths| Difficulty(tenths.min(200) as u16));
                answer.puzzles.push(GeneratedPuzzle {
                    number,
                    solution: digits(made.solution.digits()),
                    rating: rating.map(Difficulty::to_f64),
                    level: rating.map(|rating| Level::for_difficulty(rating).name()),
                    tries: made.attempts,
                    puzzle: GridResponse::from_record(&Record::from(made.puzzle)),
                });
            }
            Err(GenerateError::Stopped(reason)) => {
                answer.stopped = Some(stop_reason_name(reason)?);
                answer.status = Status::Stopped;
                break;
            }
            Err(error) => {
                answer.missing.push(error.to_string());
                answer.status = Status::Missing;
            }
        }
    }
    Ok(answer)
}
