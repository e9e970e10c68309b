//! The commands, one per file.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod canon;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod draw;
pub(crate) mod enumerate;
pub(crate) mod generate;
pub(crate) mod help;
pub(crate) mod hint;
pub(crate) mod lists;
pub(crate) mod man;
pub(crate) mod minimize;
#[cfg(feature = "play")]
pub(crate) mod play;
pub(crate) mod rate;
pub(crate) mod sample;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod techniques;
pub(crate) mod vicinity;
