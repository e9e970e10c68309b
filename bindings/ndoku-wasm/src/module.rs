//! `Module`: the bytes of the next request, and the last answer.

use ndoku::Budget;
use ndoku_api::{Api, Problem, ProblemKind};

/// The state of the module. It takes requests as bytes, and keeps an answer until the next call.
#[derive(Debug, Default)]
pub(crate) struct Module {
    api: Api,
    #[cfg(feature = "full")]
    engine: ndoku::Simd9,
    request: Vec<u8>,
    answer: String,
}

impl Module {
    /// Reserves `length` zero bytes for the next request, and discards earlier ones.
    pub(crate) fn alloc(&mut self, length: usize) -> &mut [u8] {
        self.request.clear();
        self.request.resize(length, 0);
        &mut self.request
    }

    /// Handles the request in the reserved bytes. They hold the name of the method and then the
    /// request, with the given lengths. Returns `true` for a response and `false` for a problem.
    pub(crate) fn call(&mut self, name: usize, request: usize) -> bool {
        let result = self
            .split_request(name, request)
            .and_then(|(name, request)| self.answer_to(&name, &request));
        self.request = Vec::new();
        let is_answer = result.is_ok();
        self.answer = result.unwrap_or_else(|problem| problem.to_json());
        is_answer
    }

    fn answer_to(&mut self, name: &str, request: &str) -> Result<String, Problem> {
        #[cfg(feature = "full")]
        if name == "lines" {
            return Ok(crate::lines::solve(&mut self.engine, request.as_bytes()));
        }
        self.api.call(name, request, &Budget::default())
    }

    /// Splits the reserved bytes into the name of the method and the request.
    fn split_request(&self, name: usize, request: usize) -> Result<(String, String), Problem> {
        let malformed = || {
            Problem::new(
                ProblemKind::Malformed,
                "the request is not UTF-8, or does not have the given lengths",
            )
        };
        let end = name.checked_add(request).ok_or_else(malformed)?;
        let (first, second) = self
            .request
            .get(..end)
            .and_then(|text| text.split_at_checked(name))
            .ok_or_else(malformed)?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| malformed());
        Ok((text(first)?, text(second)?))
    }

    /// Returns the last answer as JSON.
    pub(crate) fn answer(&self) -> &str {
        &self.answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(module: &mut Module, name: &str, request: &str) -> bool {
        let text = [name, request].concat();
        module.alloc(text.len()).copy_from_slice(text.as_bytes());
        module.call(name.len(), request.len())
    }

    #[test]
    fn requests_are_answered_one_after_the_other() {
        let mut module = Module::default();
        assert!(call(
            &mut module,
            "solve",
            r#"{"puzzle":"1.....2..3.....4"}"#
        ));
        assert!(
            module.answer().starts_with(r#"{"status":"#),
            "{}",
            module.answer()
        );
        assert!(call(&mut module, "read", r#"{"text":"1.....2..3.....4"}"#));
        assert!(module.answer().contains(r#""size":4"#));
    }

    #[test]
    fn errors_are_returned_as_problems() {
        let mut module = Module::default();
        for (name, request) in [
            ("no-such-method", "{}"),
            ("solve", "{"),
            ("solve", r#"{"puzzle":"12"}"#),
        ] {
            assert!(!call(&mut module, name, request), "{name} {request}");
            assert!(
                module.answer().contains(r#""status":4"#),
                "{}",
                module.answer()
            );
        }
        module.alloc(3).copy_from_slice(&[0xff, 0xfe, 0xfd]);
        assert!(!module.call(1, 2));
        module.alloc(3);
        assert!(!module.call(2, 2), "longer than the reserved bytes");
        module.alloc(3);
        assert!(!module.call(usize::MAX, 2), "lengths that overflow");
        assert!(!module.call(0, 1), "a call releases the reserved bytes");
    }
}
