//! Lists of values in the OpenAPI document, from the registries of ndoku.
//!
//! The requests hold these values as text, so that a wrong one gets an error with a hint. Fields
//! name a type of this file as their schema: `schemars(with = "Option<LevelName>")`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// Declares the schema of texts with a list of values.
macro_rules! names {
    ($(#[$attribute:meta])* $name:ident, $values:expr) => {
        $(#[$attribute])*
        pub(crate) struct $name;

        $(#[$attribute])*
        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let values: Vec<&str> = $values.into_iter().collect();
                json_schema!({ "type": "string", "enum": values })
            }
        }
    };
}

names!(
    #[cfg(any(feature = "solve", feature = "logic", feature = "generate"))]
    StopReason,
    ["timeout", "guesses", "canceled"]
);

names!(
    #[cfg(feature = "solve")]
    CountStopReason,
    ["limit", "timeout", "guesses", "canceled"]
);

names!(
    #[cfg(feature = "solve")]
    CountMethodName,
    ndoku::count::CountMethod::ALL.map(ndoku::count::CountMethod::name)
);

names!(
    #[cfg(any(feature = "logic", feature = "generate"))]
    LevelName,
    ndoku::rating::Level::ALL.map(ndoku::rating::Level::name)
);

names!(
    #[cfg(feature = "logic")]
    LanguageName,
    ndoku::hint::Language::ALL.map(ndoku::hint::Language::code)
);

names!(
    #[cfg(any(feature = "logic", feature = "generate"))]
    ProfileName,
    ndoku::rating::Profile::ALL.map(ndoku::rating::Profile::name)
);

names!(
    #[cfg(feature = "generate")]
    SymmetryName,
    ndoku::analysis::Symmetry::ALL
        .iter()
        .map(|symmetry| symmetry.name())
);

// PNG and PDF depend on the build of the server.
names!(
    #[cfg(feature = "render")]
    OutputName,
    ["text", "svg", "png", "pdf", "html", "markdown", "latex"]
);

names!(
    #[cfg(feature = "render")]
    ThemeName,
    ndoku::render::theme::THEMES.iter().map(|theme| theme.name)
);

names!(
    SymbolsName,
    ndoku::Alphabet::NAMES.iter().map(|(name, _)| *name)
);

// Formats that can be written.
names!(
    FormatName,
    ndoku::format::FORMATS
        .iter()
        .filter(|format| format.write.is_some())
        .map(|format| format.id)
);

names!(
    #[cfg(feature = "generate")]
    RuleKindName,
    ndoku::generate::RULE_KINDS.iter().map(|kind| kind.id)
);
