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
    answer: Vec<u8>,
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
        let bytes = std::mem::take(&mut self.request);
        let result = split_request(&bytes, name, request)
            .and_then(|(name, request)| self.answer_to(name, request));
        let is_answer = result.is_ok();
        self.answer = result.unwrap_or_else(|problem| problem.to_json().into_bytes());
        is_answer
    }

    fn answer_to(&mut self, name: &[u8], request: &[u8]) -> Result<Vec<u8>, Problem> {
        #[cfg(feature = "full")]
        if name == b"lines" {
            return Ok(crate::lines::solve(&mut self.engine, request));
        }
        let text = |bytes| std::str::from_utf8(bytes).map_err(|_| malformed());
        self.api
            .call(text(name)?, text(request)?, &Budget::default())
            .map(String::into_bytes)
    }

    /// Returns the last answer: lines or JSON.
    pub(crate) fn answer(&self) -> &[u8] {
        &self.answer
    }
}

/// Splits the reserved bytes into the name of the method and the request.
fn split_request(bytes: &[u8], name: usize, request: usize) -> Result<(&[u8], &[u8]), Problem> {
    name.checked_add(request)
        .and_then(|end| bytes.get(..end))
        .and_then(|text| text.split_at_checked(name))
        .ok_or_else(malformed)
}

fn malformed() -> Problem {
    Problem::new(
        ProblemKind::Malformed,
        "the request is not UTF-8, or does not have the given lengths",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(module: &mut Module, name: &str, request: &str) -> bool {
        let text = [name, request].concat();
        module.alloc(text.len()).copy_from_slice(text.as_bytes());
        module.call(name.len(), request.len())
    }

    fn answer(module: &Module) -> &str {
        std::str::from_utf8(module.answer()).expect("answers are UTF-8")
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
            answer(&module).starts_with(r#"{"status":"#),
            "{}",
            answer(&module)
        );
        assert!(call(&mut module, "read", r#"{"text":"1.....2..3.....4"}"#));
        assert!(answer(&module).contains(r#""size":4"#));
    }

    #[test]
    #[cfg(feature = "full")]
    fn lines_are_answered_without_json() {
        let mut module = Module::default();
        assert!(call(&mut module, "lines", "no puzzle\n\u{e9}"));
        assert_eq!(answer(&module), "?\n?\n");
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
                answer(&module).contains(r#""status":4"#),
                "{}",
                answer(&module)
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
