//! The topics of `ndoku help` that describe the results of all commands.

pub(crate) mod exit_code;
pub(crate) mod json;

#[cfg(test)]
mod tests {
    use crate::args::TOPICS;
    use crate::commands::help;

    #[test]
    fn the_definition_of_the_command_line_names_every_topic() {
        assert_eq!(help::topics().collect::<Vec<_>>(), TOPICS);
    }
}
