//! The Cargo features of the command: what each adds, and how to get those that this build lacks.

use crate::error::CliError;

/// A Cargo feature.
pub(crate) struct Feature {
    /// The name in `Cargo.toml`.
    pub name: &'static str,
    /// A description of the addition.
    pub summary: &'static str,
    /// Set if this build has the feature.
    pub is_built: bool,
}

/// All features that add something for users.
pub(crate) const FEATURES: &[Feature] = &[
    Feature {
        name: "arrow",
        summary: "Parquet and Arrow files as input and output",
        is_built: cfg!(feature = "arrow"),
    },
    Feature {
        name: "cadical",
        summary: "`ndoku solve --engine cadical`: the SAT solver CaDiCaL",
        is_built: cfg!(feature = "cadical"),
    },
    Feature {
        name: "pdf",
        summary: "PDF output of `ndoku draw` and `ndoku solve --path`",
        is_built: cfg!(feature = "pdf"),
    },
    Feature {
        name: "photo",
        summary: "Photographs (JPEG, PNG, WebP) as input",
        is_built: cfg!(feature = "photo"),
    },
    Feature {
        name: "play",
        summary: "`ndoku play`: the game in the terminal",
        is_built: cfg!(feature = "play"),
    },
    Feature {
        name: "png",
        summary: "PNG output of `ndoku draw`",
        is_built: cfg!(feature = "png"),
    },
    Feature {
        name: "serve",
        summary: "`ndoku serve`: the web page and the HTTP API",
        is_built: cfg!(feature = "serve"),
    },
    Feature {
        name: "zstd",
        summary: "Input that is compressed with zstd",
        is_built: cfg!(feature = "zstd"),
    },
];

/// The command that builds ndoku with all features.
pub(crate) const INSTALL: &str = "cargo install --path apps/ndoku-cli";

/// Returns the names of the features that this build lacks, if there are any.
pub(crate) fn missing() -> Option<String> {
    let names: Vec<&str> = FEATURES
        .iter()
        .filter(|feature| !feature.is_built)
        .map(|feature| feature.name)
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Returns how to get a feature that this build lacks.
pub(crate) fn hint(feature: &str) -> String {
    format!(
        "`{INSTALL}` adds all features, `cargo install --path apps/ndoku-command --features \
        {feature}` adds this one"
    )
}

/// Returns the sentence that this build lacks something.
pub(crate) fn missing_sentence(what: &str) -> String {
    format!("this build of ndoku does not include {what}")
}

/// Returns the error for `what`, which needs a feature that this build lacks.
pub(crate) fn missing_error(what: &str, feature: &str) -> CliError {
    CliError::usage(missing_sentence(what)).hint(hint(feature))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_feature_of_the_manifest_is_listed() {
        let manifest: toml::Table = include_str!("../Cargo.toml").parse().unwrap();
        let known = manifest["features"]
            .as_table()
            .unwrap()
            .keys()
            .map(String::as_str);
        let known: BTreeSet<&str> = known
            .filter(|name| !["default", "full"].contains(name))
            .collect();
        assert_eq!(
            FEATURES
                .iter()
                .map(|feature| feature.name)
                .collect::<BTreeSet<_>>(),
            known
        );
    }
}
