//! `ndoku help exit-codes`: the exit codes of all commands.

use crate::commands::help::wrap;
use crate::exit_code::{BY_SEVERITY, Entry, TABLE};

/// Returns the text of `ndoku help exit-codes`.
pub(crate) fn help() -> String {
    let mut out = "The exit codes mean the same in all commands.\n\n".to_owned();
    for Entry {
        code,
        name,
        meaning,
    } in &TABLE
    {
        out += &wrap(&format!("{:>4}  {name:<11}  ", *code as u8), 19, meaning);
    }
    let order: Vec<String> = BY_SEVERITY
        .iter()
        .map(|code| (*code as u8).to_string())
        .collect();
    out += &format!(
        "\nIf several apply, the most severe one is returned:\n{}.\n",
        order.join(", ")
    );
    let zero: Vec<String> = TABLE
        .iter()
        .filter(|entry| entry.code.is_an_answer())
        .map(|entry| (entry.code as u8).to_string())
        .collect();
    out + &format!("--exit-zero returns 0 instead of {}.\n", zero.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_line() {
        let text = help();
        for Entry { code, name, .. } in &TABLE {
            assert!(
                text.contains(&format!("{:>4}  {name:<11}  ", *code as u8)),
                "{name}: {text}"
            );
        }
    }
}
