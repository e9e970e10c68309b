//! Wraps text into lines.

/// Wraps a text into lines of at most `width` characters, at spaces where possible.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let mut rest: Vec<char> = word.chars().collect();
            let length = line.chars().count();
            if length > 0 && length + 1 + rest.len() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            // A word longer than a line is split.
            while line.chars().count() + rest.len() > width {
                let after = rest.split_off((width - line.chars().count()).max(1).min(rest.len()));
                line.extend(rest);
                lines.push(std::mem::take(&mut line));
                rest = after;
            }
            line.extend(rest);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_use_the_available_width() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("a\n\nb", 7), ["a", "", "b"]);
        assert_eq!(wrap("one twothreefour", 5), ["one", "twoth", "reefo", "ur"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("äöü", 0), ["ä", "ö", "ü"]);
        for width in 1..20 {
            let text = "Hidden Single in a Box: in box 2 only r1c4 can hold 6.";
            let lines = wrap(text, width);
            assert!(lines.iter().all(|line| line.chars().count() <= width));
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        }
    }
}
