//! `Conversation`: the room for a question, and the last answer.

use ndoku::Budget;
use ndoku_api::{Api, Kind, Problem};

/// Takes questions as bytes, and keeps the answer until the next one.
#[derive(Debug, Default)]
pub(crate) struct Conversation {
    api: Api,
    room: Vec<u8>,
    answer: String,
}

impl Conversation {
    /// Room for a question of so many bytes, all zero; what stood there is gone.
    pub(crate) fn room(&mut self, length: usize) -> &mut [u8] {
        self.room.clear();
        self.room.resize(length, 0);
        &mut self.room
    }

    /// Answers the question that stands in the room: the name of the method, and behind it the request, with these lengths. Whether it is an answer; otherwise it is a
    /// problem.
    pub(crate) fn call(&mut self, name: usize, request: usize) -> bool {
        let result = self
            .parts(name, request)
            .and_then(|(name, request)| self.api.call(&name, &request, &Budget::default()));
        self.room = Vec::new();
        let is_answer = result.is_ok();
        self.answer = result.unwrap_or_else(|problem| problem.to_json());
        is_answer
    }

    fn parts(&self, name: usize, request: usize) -> Result<(String, String), Problem> {
        let malformed = || {
            Problem::new(
                Kind::Malformed,
                "the question is not UTF-8 of the lengths that were told",
            )
        };
        let end = name.checked_add(request).ok_or_else(malformed)?;
        let (first, second) = self
            .room
            .get(..end)
            .and_then(|text| text.split_at_checked(name))
            .ok_or_else(malformed)?;
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| malformed());
        Ok((text(first)?, text(second)?))
    }

    /// The last answer, in JSON.
    pub(crate) fn answer(&self) -> &str {
        &self.answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(conversation: &mut Conversation, name: &str, request: &str) -> bool {
        let text = [name, request].concat();
        conversation
            .room(text.len())
            .copy_from_slice(text.as_bytes());
        conversation.call(name.len(), request.len())
    }

    #[test]
    fn questions_are_answered_one_after_the_other() {
        let mut conversation = Conversation::default();
        assert!(ask(
            &mut conversation,
            "solve",
            r#"{"puzzle":"1.....2..3.....4"}"#
        ));
        assert!(
            conversation.answer().starts_with(r#"{"status":"#),
            "{}",
            conversation.answer()
        );
        assert!(ask(
            &mut conversation,
            "read",
            r#"{"text":"1.....2..3.....4"}"#
        ));
        assert!(conversation.answer().contains(r#""size":4"#));
    }

    #[test]
    fn what_is_wrong_comes_back_as_a_problem() {
        let mut conversation = Conversation::default();
        for (name, request) in [
            ("no-such-method", "{}"),
            ("solve", "{"),
            ("solve", r#"{"puzzle":"12"}"#),
        ] {
            assert!(!ask(&mut conversation, name, request), "{name} {request}");
            assert!(
                conversation.answer().contains(r#""status":4"#),
                "{}",
                conversation.answer()
            );
        }
        conversation.room(3).copy_from_slice(&[0xff, 0xfe, 0xfd]);
        assert!(!conversation.call(1, 2));
        conversation.room(3);
        assert!(!conversation.call(2, 2), "longer than the room");
        conversation.room(3);
        assert!(!conversation.call(usize::MAX, 2), "lengths that overflow");
        assert!(!conversation.call(0, 1), "the room is used up by a call");
    }
}
