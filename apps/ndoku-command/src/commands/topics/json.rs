//! `ndoku help json`: the fields that all JSON records share.

use crate::commands::help::wrap;
use crate::json::STATUSES;
use crate::schemas;

/// Returns the text of `ndoku help json`.
pub(crate) fn help() -> String {
    let mut out =
        "--json writes one JSON object per line. Records about puzzles of the input share\n\
        these fields:\n\n\
        n        number of the puzzle in the input, from 1\n\
        file     its file, if there are several inputs\n\
        line     line where it begins\n\
        id       its id, if the input has one, such as a column of a table\n\
        status   one of the words below\n\
        reason   with `stopped`: limit, timeout, guesses, no-interval, unsupported,\n\
        \x20        canceled or internal\n\
        error    with `invalid`: message, and line, column and hint where known\n\n\
        Numbers of solutions are strings of decimal digits. An exact count can have\n\
        hundreds of digits, and many programs round JSON numbers above 2^53.\n\n"
            .to_owned();
    for (status, meaning) in STATUSES {
        out += &wrap(&format!("{:<12} ", status.name()), 13, meaning);
    }
    let names: Vec<&str> = schemas::names().collect();
    out += "\n`ndoku help json COMMAND` prints the JSON Schema of the records of:\n";
    out += &wrap("", 0, &names.join(", "));
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_help_has_every_reason_of_the_schema() {
        let schema = include_str!("../../../schemas/common.json");
        let schema: serde_json::Value = serde_json::from_str(schema).unwrap();
        let reasons = schema["$defs"]["reason"]["enum"].as_array().unwrap();
        assert!(!reasons.is_empty());
        let help = super::help();
        for reason in reasons {
            let reason = reason.as_str().unwrap();
            assert!(help.contains(&format!(" {reason}")), "{reason}");
        }
    }
}
