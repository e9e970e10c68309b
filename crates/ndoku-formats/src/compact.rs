//! Builds without the readers and writers of most formats, for the first module of the page.
//!
//! The page loads a small module first, and another one with everything later. Both must give the
//! same answers. So the small module detects every format, but where it would need a reader or a
//! writer that it does not contain, it answers [`LEFT_OUT`]. The page then asks the other module.

#[cfg(feature = "compact")]
use std::ops::ControlFlow;

/// The message of a [`ReadError`](crate::ReadError) or [`WriteError`](crate::WriteError) if this
/// build does not contain the format.
pub const LEFT_OUT: &str = "this build does not contain the format";

/// Creates the registry entry of a format that compact builds only detect.
#[cfg(not(feature = "compact"))]
macro_rules! large {
    ($format:path) => {
        &$format
    };
}

#[cfg(feature = "compact")]
macro_rules! large {
    ($format:path) => {
        &crate::compact::detected($format)
    };
}

/// Returns a format without its reader and writer.
#[cfg(feature = "compact")]
pub(crate) const fn detected(format: crate::Format) -> crate::Format {
    crate::Format {
        example: "",
        read: match format.read {
            Some(_) => Some(read),
            None => None,
        },
        write: match format.write {
            Some(_) => Some(crate::Writer::sequence(write)),
            None => None,
        },
        ..format
    }
}

#[cfg(feature = "compact")]
fn read(_: &crate::Block<'_>, reader: &mut crate::Reader<'_>) -> ControlFlow<()> {
    reader.emit(Err(crate::ReadError::new(LEFT_OUT)))
}

#[cfg(feature = "compact")]
fn write(
    _: &crate::Record,
    _: &crate::WriteOptions,
    _: &mut String,
) -> Result<(), crate::WriteError> {
    Err(crate::WriteError(LEFT_OUT.to_owned()))
}
