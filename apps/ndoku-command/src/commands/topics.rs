//! The topics of `ndoku help` about results: exit codes, JSON, notation and ratings.

pub(crate) mod exit_code;
pub(crate) mod json;
pub(crate) mod notation;
pub(crate) mod ratings;

#[cfg(test)]
mod tests {
    use crate::args::TOPICS;
    use crate::commands::help;

    #[test]
    fn the_definition_of_the_command_line_names_every_topic() {
        assert_eq!(help::topics().collect::<Vec<_>>(), TOPICS);
    }
}
