//! The JSON Schemas of the records of `--json`, one per command. Their texts are in `schemas/`.
//!
//! Each file refers to `common.json`. The printed schema contains both, so that a validator needs
//! no other file.

use serde_json::{Value, json};

/// The definitions that all schemas share.
const COMMON: &str = include_str!("../schemas/common.json");

/// The schemas by command.
const SCHEMAS: &[(&str, &str)] = &[
    ("analyze", include_str!("../schemas/analyze.json")),
    ("bench", include_str!("../schemas/bench.json")),
    ("canon", include_str!("../schemas/canon.json")),
    ("check", include_str!("../schemas/check.json")),
    ("compare", include_str!("../schemas/compare.json")),
    ("convert", include_str!("../schemas/convert.json")),
    ("count", include_str!("../schemas/count.json")),
    ("enumerate", include_str!("../schemas/enumerate.json")),
    ("formats", include_str!("../schemas/formats.json")),
    ("generate", include_str!("../schemas/generate.json")),
    ("hint", include_str!("../schemas/hint.json")),
    ("minimize", include_str!("../schemas/minimize.json")),
    ("rate", include_str!("../schemas/rate.json")),
    ("rules", include_str!("../schemas/rules.json")),
    ("sample", include_str!("../schemas/sample.json")),
    ("solve", include_str!("../schemas/solve.json")),
    ("stats", include_str!("../schemas/stats.json")),
    ("techniques", include_str!("../schemas/techniques.json")),
    ("vicinity", include_str!("../schemas/vicinity.json")),
];

/// Returns the commands that have a schema.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SCHEMAS.iter().map(|(name, _)| *name)
}

/// Returns the schema of a command's records, with all definitions that it refers to.
pub(crate) fn schema(command: &str) -> Option<String> {
    let (_, text) = SCHEMAS.iter().find(|(name, _)| *name == command)?;
    let mut schema: Value = serde_json::from_str(text).ok()?;
    let common: Value = serde_json::from_str(COMMON).ok()?;
    // A schema inside another one keeps its `$id`, by which it is referred to.
    let definitions = schema
        .as_object_mut()?
        .entry("$defs")
        .or_insert_with(|| json!({}));
    definitions
        .as_object_mut()?
        .insert("common".to_owned(), common);
    serde_json::to_string_pretty(&schema).ok()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::json::STATUSES;

    #[test]
    fn every_schema_can_be_printed_and_has_its_own_name() {
        for name in names() {
            let schema: Value = serde_json::from_str(&schema(name).unwrap()).unwrap();
            assert_eq!(
                schema["$id"],
                format!("https://ndoku.invalid/schemas/{name}.json")
            );
            assert!(
                schema["$defs"]["common"]["$defs"]["invalid"].is_object()
                    && schema["description"].is_string(),
                "{name}"
            );
        }
        assert!(schema("serve").is_none());
        assert!(SCHEMAS.is_sorted());
    }

    #[test]
    fn every_command_with_json_has_a_schema() {
        fn writes_json(command: &clap::Command) -> bool {
            command
                .get_arguments()
                .any(|argument| argument.get_id() == "json")
                || command.get_subcommands().any(writes_json)
        }
        let mut command = crate::args::Cli::command();
        command.build();
        let with_json = command
            .get_subcommands()
            .filter(|command| writes_json(command));
        let mut wanted: Vec<&str> = with_json.map(clap::Command::get_name).collect();
        wanted.sort_unstable();
        assert_eq!(names().collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn the_schemas_use_the_statuses_of_the_table() {
        fn collect(value: &Value, under_status: bool, into: &mut Vec<String>) {
            match value {
                Value::String(word) if under_status => into.push(word.clone()),
                Value::Array(all) => all.iter().for_each(|one| collect(one, under_status, into)),
                Value::Object(fields) => {
                    for (key, value) in fields {
                        let inside =
                            key == "status" || (under_status && (key == "enum" || key == "const"));
                        collect(value, inside, into);
                    }
                }
                _ => {}
            }
        }
        let mut used = Vec::new();
        for (_, text) in SCHEMAS.iter().chain([&("common", COMMON)]) {
            collect(&serde_json::from_str(text).unwrap(), false, &mut used);
        }
        used.sort_unstable();
        used.dedup();
        let mut known: Vec<&str> = STATUSES.iter().map(|(status, _)| status.name()).collect();
        known.sort_unstable();
        assert_eq!(used, known);
    }
}
