//! `openapi`: the OpenAPI 3.1 document, generated from the registry of methods and their types.

use ndoku::Budget;
use schemars::Schema;
#[cfg(any(feature = "photo", feature = "render"))]
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::{Api, METHODS, Method, Problem, ProblemKind};

/// Returns the OpenAPI 3.1 document, which describes `POST /v1/METHOD` for each method.
///
/// Each method takes a request as `application/json`, or one request per line as
/// `application/x-ndjson`. It responds in the same format. A failed line has a problem in its
/// place.
#[must_use]
pub fn openapi() -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    let problem = generator.subschema_for::<Problem>();
    let mut paths = Map::new();
    for method in METHODS {
        let [request, answer] = (method.schemas)(&mut generator);
        let example: Value = serde_json::from_str(method.example).unwrap_or_default();
        // Requests have no example of lines: test programs for such documents cannot send it.
        let lines =
            json!({ "schema": { "type": "string", "description": "One JSON object per line" } });
        let answer_example = example_answer(method);
        let mut answer_lines = lines.clone();
        answer_lines["example"] = json!(format!("{answer_example}\n"));
        let answers = json!({
            "application/json": { "schema": answer, "example": answer_example },
            "application/x-ndjson": answer_lines,
        });
        let responses = responses(&answers, &problem);
        let operation = json!({
            "operationId": method.name,
            "summary": method.summary,
            "requestBody": {
                "required": true,
                "content": {
                    "application/json": { "schema": request, "example": example },
                    "application/x-ndjson": lines,
                }
            },
            "responses": responses,
        });
        paths.insert(format!("/v1/{}", method.name), json!({ "post": operation }));
    }
    #[cfg(feature = "render")]
    paths.insert("/v1/render".to_owned(), render(&mut generator, &problem));
    #[cfg(feature = "photo")]
    paths.insert("/v1/photo".to_owned(), photo(&mut generator, &problem));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "ndoku",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "N×N Sudoku of any layout. Cells are numbers from 0, row by row; \
                digits are numbers from 1 to N, and 0 stands for a blank.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" }
        },
        "paths": paths,
        "components": { "schemas": generator.take_definitions(true) },
    })
}

/// Returns the response to the example of a method. Long lists of entries are shortened.
fn example_answer(method: &Method) -> Value {
    let answer = (method.call)(&mut Api::new(), method.example, &Budget::default());
    let mut answer = answer
        .ok()
        .and_then(|text| serde_json::from_str::<Value>(&text).ok())
        .unwrap_or_default();
    for list in answer.as_object_mut().into_iter().flat_map(Map::values_mut) {
        if let Value::Array(entries) = list
            && entries.first().is_some_and(Value::is_object)
        {
            entries.truncate(MAX_EXAMPLE_ENTRIES);
        }
    }
    answer
}

/// Maximum number of entries in a list of an example.
const MAX_EXAMPLE_ENTRIES: usize = 3;

/// Returns an example of a problem with this status.
fn example_problem(status: u16) -> Value {
    let kind = ProblemKind::ALL
        .into_iter()
        .find(|kind| kind.status() == status);
    let problem = match kind {
        Some(ProblemKind::ServiceUnavailable) => Problem::overloaded(2),
        Some(kind) => Problem::new(kind, format!("{}.", kind.title())),
        None => return Value::Null,
    };
    serde_json::to_value(problem).unwrap_or_default()
}

/// Returns the possible responses: one with these media types, or a problem.
fn responses(answers: &Value, problem: &Schema) -> Map<String, Value> {
    let mut responses = Map::from_iter([(
        "200".to_owned(),
        json!({ "description": "The response", "content": answers }),
    )]);
    for (status, title) in ProblemKind::ALL.map(|kind| (kind.status(), kind.title())) {
        responses.entry(status.to_string()).or_insert_with(|| {
            let content = json!({ "schema": problem, "example": example_problem(status) });
            let mut response = json!({
                "description": title,
                "content": { "application/problem+json": content },
            });
            if status == ProblemKind::ServiceUnavailable.status() {
                response["headers"] = json!({ "Retry-After": {
                        "description": "Number of seconds after which to try again",
                        "schema": { "type": "integer", "minimum": 1 },
                    } });
            }
            response
        });
    }
    responses
}

/// Describes `POST /v1/render`, whose response is a file.
#[cfg(feature = "render")]
fn render(generator: &mut SchemaGenerator, problem: &Schema) -> Value {
    let request = generator.subschema_for::<crate::render::Request>();
    let answers = crate::render::MEDIA_TYPES
        .iter()
        .map(|media| ((*media).to_owned(), json!({})))
        .collect::<Map<_, _>>();
    json!({ "post": {
        "operationId": "render",
        "summary": crate::render::SUMMARY,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": request, "example": { "puzzle": "1.....2..3.....4", "to": "svg" } } }
        },
        "responses": responses(&answers.into(), problem),
    } })
}

/// Describes `POST /v1/photo`, whose request is a picture.
#[cfg(feature = "photo")]
fn photo(generator: &mut SchemaGenerator, problem: &Schema) -> Value {
    let answer = generator.subschema_for::<crate::photo::Response>();
    let pictures = crate::photo::MEDIA_TYPES
        .iter()
        .map(|media| ((*media).to_owned(), json!({})))
        .collect::<Map<_, _>>();
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let example = json!({
        "puzzle": puzzle,
        "status": "unique",
        "is_cut_off": false,
        "is_certain": false,
        "certainty": 0.9312,
        "doubtful": ["r1c2"],
        "corners": [[62.1, 40.8], [581.4, 44.0], [577.9, 560.3], [58.5, 555.7]],
        "cells": [
            { "kind": "printed", "digit": 5, "probability": 0.9998 },
            { "kind": "printed", "digit": 3, "probability": 0.86,
                "alternatives": [{ "digit": 8, "probability": 0.13 }] },
            { "kind": "empty", "probability": 0.9999 },
        ],
    });
    let answers = json!({ "application/json": { "schema": answer, "example": example } });
    json!({ "post": {
        "operationId": "photo",
        "summary": crate::photo::SUMMARY,
        "requestBody": { "required": true, "content": pictures },
        "responses": responses(&answers, problem),
    } })
}
