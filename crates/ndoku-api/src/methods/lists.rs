//! `formats`, `rules`, `techniques`: list the registries.

use serde::{Deserialize, Serialize};

/// An empty request.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EmptyRequest {}

/// An entry of a registry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Entry {
    /// The ID, as in requests and commands.
    pub id: &'static str,
    /// A sentence about the entry.
    pub summary: &'static str,
    /// The name for people, if it differs from the ID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// For rules: the placeholder of the text after `=`, if the rule takes an argument.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument: Option<&'static str>,
    /// For formats: `true` if ndoku can read the format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<bool>,
    /// For formats: `true` if ndoku can write the format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write: Option<bool>,
    /// For techniques: the difficulty of the easiest instance, on ndoku's own scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// For techniques: the family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<&'static str>,
}

impl Entry {
    const fn new(id: &'static str, summary: &'static str) -> Self {
        Self {
            id,
            summary,
            name: None,
            argument: None,
            read: None,
            write: None,
            rating: None,
            family: None,
        }
    }
}

/// The method `formats`.
pub mod formats {
    use ndoku::{Budget, format::FORMATS};

    pub use super::EmptyRequest as Request;
    use super::{Entry, Serialize};
    use crate::{Api, Problem};

    /// All formats, in the order of detection.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "Formats")
    )]
    pub struct Response {
        /// The formats.
        pub formats: Vec<Entry>,
    }

    /// Lists the formats.
    ///
    /// # Errors
    /// Never fails.
    pub fn respond(_: &mut Api, _: &Request, _: &Budget<'_>) -> Result<Response, Problem> {
        let entry = |format: &&ndoku::format::Format| Entry {
            read: Some(format.read.is_some()),
            write: Some(format.write.is_some()),
            ..Entry::new(format.id, format.summary)
        };
        Ok(Response {
            formats: FORMATS.iter().map(entry).collect(),
        })
    }
}

/// The method `rules`.
pub mod rules {
    use ndoku::{Budget, constraint::RULES};

    pub use super::EmptyRequest as Request;
    use super::{Entry, Serialize};
    use crate::{Api, Problem};

    /// All rules.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "Rules")
    )]
    pub struct Response {
        /// The rules.
        pub rules: Vec<Entry>,
    }

    /// Lists the rules.
    ///
    /// # Errors
    /// Never fails.
    pub fn respond(_: &mut Api, _: &Request, _: &Budget<'_>) -> Result<Response, Problem> {
        Ok(Response {
            rules: RULES
                .iter()
                .map(|rule| Entry {
                    argument: rule.argument,
                    ..Entry::new(rule.id, rule.summary)
                })
                .collect(),
        })
    }
}

/// The method `techniques`.
#[cfg(feature = "logic")]
pub mod techniques {
    use ndoku::{Budget, logic::TECHNIQUES};

    use super::{Deserialize, Entry, Serialize};
    #[cfg(feature = "schema")]
    use crate::schema;
    use crate::step::parse_language;
    use crate::{Api, Problem};

    /// A request for the techniques.
    #[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "TechniquesRequest")
    )]
    pub struct Request {
        /// The language of names, summaries and families: `en`, `de` or `es`. The default is `en`.
        #[serde(default)]
        #[cfg_attr(feature = "schema", schemars(with = "Option<schema::LanguageName>"))]
        pub language: Option<String>,
    }

    /// All techniques, easiest first.
    #[derive(Clone, Debug, PartialEq, Serialize)]
    #[cfg_attr(
        feature = "schema",
        derive(schemars::JsonSchema),
        schemars(rename = "Techniques")
    )]
    pub struct Response {
        /// The techniques.
        pub techniques: Vec<Entry>,
    }

    /// Lists the techniques.
    ///
    /// # Errors
    /// Fails for an unknown language.
    pub fn respond(_: &mut Api, request: &Request, _: &Budget<'_>) -> Result<Response, Problem> {
        let language = parse_language(request.language.as_deref())?;
        let entry = |technique: &&'static ndoku::logic::Technique| Entry {
            name: Some(technique.name_in(language)),
            rating: Some(technique.difficulty.to_f64()),
            family: Some(technique.family_in(language)),
            ..Entry::new(technique.id, technique.summary_in(language))
        };
        Ok(Response {
            techniques: TECHNIQUES.iter().map(entry).collect(),
        })
    }
}
