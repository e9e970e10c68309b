//! Rules for comments: their width, and the first words of doc comments.

/// The widest line of a comment, in characters, with its indentation.
const WIDTH: usize = 100;

/// Words with which no doc comment begins. They make a clause of what has to be a sentence with a
/// verb ("Returns whether …") or a noun ("The number of …").
const OPENINGS: [&str; 8] = [
    "What ", "Whether ", "So many", "Of ", "As ", "The same", "Where ", "Said ",
];

/// Returns the problems of the comments of one file.
pub(super) fn problems(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut last_mark = None;
    for (number, line) in (1..).zip(text.lines()) {
        let comment = line.trim_start();
        let mark = ["///", "//!"]
            .into_iter()
            .find(|mark| comment.starts_with(mark));
        let is_comment = comment.starts_with("//");
        // An address cannot be wrapped.
        let is_wide = line.chars().count() > WIDTH && !line.contains("://");
        if is_comment && is_wide {
            problems.push(format!(
                "{name}:{number}: a comment is wider than {WIDTH} columns"
            ));
        }
        let is_first = mark.is_some() && mark != last_mark;
        let text = comment.get(3..).unwrap_or_default().trim_start();
        if is_first
            && let Some(opening) = OPENINGS.iter().find(|opening| text.starts_with(*opening))
        {
            problems.push(format!(
                "{name}:{number}: a doc comment begins with `{}`",
                opening.trim_end()
            ));
        }
        last_mark = mark;
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_narrow_and_begin_well() {
        let of = |text: &str| problems("a.rs", text);
        assert!(of("//! A file.\n\n/// Returns whether it holds.\nfn a() {}\n").is_empty());
        assert_eq!(
            of("/// Whether it holds.\n"),
            ["a.rs:1: a doc comment begins with `Whether`"]
        );
        assert_eq!(of("    /// The same for two.\n").len(), 1);
        assert!(
            of("/// Returns two.\n/// What follows is a list.\n").is_empty(),
            "not the beginning"
        );
        assert!(
            of("// Whether it holds, nobody knows.\n").is_empty(),
            "not documentation"
        );
        let wide = "x".repeat(98);
        assert_eq!(
            of(&format!("// {wide}\n")),
            ["a.rs:1: a comment is wider than 100 columns"]
        );
        assert!(
            of(&format!("let x = \"{wide}\";\n")).is_empty(),
            "code is the formatter's"
        );
        assert!(of(&format!("// https://{wide}\n")).is_empty());
    }
}
