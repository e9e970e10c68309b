//! What a command says that needs a Cargo feature which this build lacks.

use crate::context::{Code, Context};

/// How to get a feature that this build lacks.
pub(crate) fn hint(feature: &str) -> String {
    format!("`cargo install --path apps/ndoku-cli` builds ndoku with everything; `--features {feature}` adds only this")
}

/// Reports that `what` needs a feature that this build lacks.
pub(crate) fn report_missing(context: &Context, what: &str, feature: &str) -> Code {
    context.messages.error(&format!("this build of ndoku does not include {what}"), Some(&hint(feature)));
    Code::Usage
}
