//! Solves as people do, and shows the way. Does not search: whatever is concluded here follows from what stands on the board.
//!
//! - [`elimination`]: passes in which every solved cell takes its digit from the cells that see it.
#![forbid(unsafe_code)]

pub mod elimination;
pub mod rating;
