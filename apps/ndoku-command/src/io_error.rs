//! The words for an error of the operating system: `no such file or directory`.

/// Returns the error message of the operating system, in lower case and without the error number.
pub(crate) fn io_error_text(error: &std::io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
