//! The commands, one a file.

pub mod check;
pub mod convert;
pub mod count;
pub mod enumerate;
pub mod help;
pub mod lists;
pub mod shell;
pub mod solve;
pub mod stats;
