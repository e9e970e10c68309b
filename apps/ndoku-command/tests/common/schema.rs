//! A validator for the part of JSON Schema (draft 2020-12) that our schemas use. An unknown keyword
//! fails the test, so that nothing is ignored silently. A crate would cost half a minute of
//! compilation.

use serde_json::{Map, Value};

/// A schema that contains the definitions it refers to.
pub(crate) struct Schema {
    root: Value,
}

/// Keywords without effect on validation.
const NOTES: [&str; 5] = ["$schema", "$id", "$defs", "title", "description"];

impl Schema {
    pub(crate) fn new(text: &str) -> Self {
        let root: Value = serde_json::from_str(text).expect("the schema is JSON");
        assert_eq!(
            root["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        let schema = Self { root };
        schema.check_keywords(&schema.root);
        schema
    }

    /// Returns the first error of a value; `None` if it is valid.
    pub(crate) fn problem(&self, value: &Value) -> Option<String> {
        self.check(&self.root, value, &self.root).err()
    }

    /// Verifies that every subschema has known keywords, can be resolved, and restricts its
    /// properties.
    fn check_keywords(&self, schema: &Value) {
        let Value::Object(fields) = schema else {
            return;
        };
        for (key, value) in fields {
            match key.as_str() {
                "$defs" | "properties" => value
                    .as_object()
                    .expect("an object")
                    .values()
                    .for_each(|one| self.check_keywords(one)),
                "items" | "additionalProperties" => self.check_keywords(value),
                "oneOf" => value
                    .as_array()
                    .expect("an array")
                    .iter()
                    .for_each(|one| self.check_keywords(one)),
                "$ref" | "type" | "enum" | "const" | "required" | "minimum" | "maximum"
                | "minItems" | "maxItems" | "pattern" => {}
                note => assert!(NOTES.contains(&note), "unknown keyword {note}"),
            }
        }
        assert!(
            !fields.contains_key("properties")
                || fields.get("additionalProperties") == Some(&false.into()),
            "open: {schema}"
        );
    }

    /// Returns the schema of a reference, and the document in which its own references are
    /// resolved.
    fn resolve<'a>(&'a self, reference: &str, document: &'a Value) -> (&'a Value, &'a Value) {
        let (file, name) = reference
            .split_once("#/$defs/")
            .expect("a reference to a definition");
        let document = if file.is_empty() {
            document
        } else {
            &self.root["$defs"]["common"]
        };
        assert!(
            file.is_empty()
                || document["$id"]
                    .as_str()
                    .is_some_and(|id| id.ends_with(&format!("/{file}"))),
            "{reference}"
        );
        let found = &document["$defs"][name];
        assert!(found.is_object(), "{reference} leads nowhere");
        (found, document)
    }

    fn check(&self, schema: &Value, value: &Value, document: &Value) -> Result<(), String> {
        let fields = schema.as_object().expect("a schema is an object");
        let fail = |what: &str| Err(format!("{what}: {value}"));
        if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
            let (found, document) = self.resolve(reference, document);
            self.check(found, value, document)?;
        }
        if let Some(types) = fields.get("type") {
            let is = |name: &Value| name.as_str().is_some_and(|name| is_of_type(value, name));
            if !types
                .as_array()
                .map_or_else(|| is(types), |types| types.iter().any(is))
            {
                return fail(&format!("is no {types}"));
            }
        }
        if fields
            .get("enum")
            .and_then(Value::as_array)
            .is_some_and(|all| !all.contains(value))
        {
            return fail(&format!("is none of {}", fields["enum"]));
        }
        if fields.get("const").is_some_and(|wanted| wanted != value) {
            return fail(&format!("is not {}", fields["const"]));
        }
        let limit = |name: &str| fields.get(name).and_then(Value::as_f64);
        let beyond = |number: f64, least: &str, most: &str| {
            limit(least).is_some_and(|least| number < least)
                || limit(most).is_some_and(|most| number > most)
        };
        if value
            .as_f64()
            .is_some_and(|number| beyond(number, "minimum", "maximum"))
        {
            return fail("is out of its range");
        }
        if value
            .as_array()
            .is_some_and(|all| beyond(all.len() as f64, "minItems", "maxItems"))
        {
            return fail("has another number of items");
        }
        if let (Some(pattern), Some(text)) = (
            fields.get("pattern").and_then(Value::as_str),
            value.as_str(),
        ) && !matches(pattern, text)
        {
            return fail(&format!("is not like {pattern}"));
        }
        if let (Some(items), Some(all)) = (fields.get("items"), value.as_array()) {
            all.iter()
                .try_for_each(|one| self.check(items, one, document))?;
        }
        if let Some(object) = value.as_object() {
            self.check_object(fields, object, document)?;
        }
        if let Some(all) = fields.get("oneOf").and_then(Value::as_array) {
            let problems: Vec<String> = all
                .iter()
                .filter_map(|one| self.check(one, value, document).err())
                .collect();
            if all.len() - problems.len() != 1 {
                return fail(&format!(
                    "fits {} of {} shapes: {problems:#?}",
                    all.len() - problems.len(),
                    all.len()
                ));
            }
        }
        Ok(())
    }

    fn check_object(
        &self,
        fields: &Map<String, Value>,
        object: &Map<String, Value>,
        document: &Value,
    ) -> Result<(), String> {
        for name in fields
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
        {
            if !object.contains_key(name) {
                return Err(format!("{name} is missing in {object:?}"));
            }
        }
        for (name, value) in object {
            let own = fields
                .get("properties")
                .and_then(|properties| properties.get(name));
            match own.or_else(|| fields.get("additionalProperties")) {
                Some(Value::Bool(false)) => return Err(format!("{name} is not in the schema")),
                Some(schema @ Value::Object(_)) => self
                    .check(schema, value, document)
                    .map_err(|problem| format!("{name}: {problem}"))?,
                _ => {}
            }
        }
        Ok(())
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("there is no type {other}"),
    }
}

/// Matches the patterns that our schemas use.
fn matches(pattern: &str, text: &str) -> bool {
    let number = |text: &str| {
        !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    match pattern {
        "^(0|[1-9][0-9]*)$" => text == "0" || number(text),
        "^r[1-9][0-9]*c[1-9][0-9]*$" => text
            .strip_prefix('r')
            .and_then(|rest| rest.split_once('c'))
            .is_some_and(|(row, column)| number(row) && number(column)),
        other => panic!("the pattern {other} is not known"),
    }
}
