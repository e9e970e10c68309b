//! The functions that JavaScript calls, see the head of the crate. Names that are exported as they stand count as unsafe, since two of the same name would be undefined
//! behaviour; nothing else here is: the module only tells addresses of its own memory, and what is written there it reads as bytes of a vector.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::module::Conversation;

thread_local! {
    /// A module has one thread, and so one conversation.
    static CONVERSATION: RefCell<Conversation> = RefCell::default();
}

/// Room for a question of so many bytes: its address.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> usize {
    CONVERSATION
        .with_borrow_mut(|conversation| conversation.room(length).as_mut_ptr().expose_provenance())
}

/// Answers the question in the room: 1 if there is an answer, 0 if there is a problem.
#[unsafe(no_mangle)]
extern "C" fn call(name: usize, request: usize) -> u32 {
    CONVERSATION.with_borrow_mut(|conversation| u32::from(conversation.call(name, request)))
}

/// The address of the last answer.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    CONVERSATION.with_borrow(|conversation| conversation.answer().as_ptr().expose_provenance())
}

/// Its length in bytes.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    CONVERSATION.with_borrow(|conversation| conversation.answer().len())
}
