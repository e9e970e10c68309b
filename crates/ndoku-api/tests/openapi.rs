//! The OpenAPI document is `testdata/openapi.json`. The page generates its types from this file.
//!
//! `NDOKU_BLESS=1 cargo test -p ndoku-api --features photo,schema,render --test openapi` renews the
//! file. Then `npm --prefix web run types` renews the types of the page.
#![cfg(all(
    feature = "solve",
    feature = "logic",
    feature = "generate",
    feature = "photo",
    feature = "render",
    feature = "schema"
))]

use std::{env, fs};

use serde_json::Value;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/openapi.json");

const RENEW: &str = "testdata/openapi.json is not the OpenAPI document; renew it and the types of \
    the page:\n  NDOKU_BLESS=1 cargo test -p ndoku-api --features photo,schema,render --test openapi\n  \
    npm --prefix web run types";

#[test]
fn the_document_matches_its_file() {
    let document = ndoku_api::openapi();
    if env::var_os("NDOKU_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&document).unwrap();
        fs::write(FILE, text + "\n").unwrap();
    }
    let text = fs::read_to_string(FILE).unwrap_or_default();
    let known: Value = serde_json::from_str(&text).unwrap_or_default();
    // Other crates decide the order of fields in a JSON object, by a feature of serde_json.
    assert!(known == document, "{RENEW}");
}
