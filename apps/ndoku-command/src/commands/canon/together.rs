//! `--together`: the members of a group side by side, once all are known.
//!
//! ```text
//! form ⇥ group ⇥ members ⇥ line of the first ⇥ line of this one
//! ```

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::Row;
use crate::args::Together;
use crate::batch::Job;
use crate::json;
use crate::sink::Sink;

/// A puzzle that waits for the others of its group.
struct Member {
    /// From 1, in the order of the first members; none if it is in no group.
    group: Option<usize>,
    /// Its number among all puzzles.
    number: usize,
    /// Its line, behind the name of the input if there are several.
    place: String,
    row: Row,
}

/// What waits. Memory: that of the whole output.
pub(super) struct Waiting {
    order: Together,
    members: Vec<Member>,
}

impl Waiting {
    pub(super) const fn new(order: Together) -> Self {
        Self {
            order,
            members: Vec::new(),
        }
    }

    /// Takes a row of the output; several inputs are told apart by their names.
    pub(super) fn add(&mut self, job: &Job, several: bool, group: Option<usize>, row: Row) {
        let place = match &job.source {
            Some(source) if several => format!("{}:{}", source.name, job.line),
            _ => job.line.to_string(),
        };
        self.members.push(Member {
            group,
            number: job.number,
            place,
            row,
        });
    }

    /// Writes everything: the groups in their order, within a group the members as they came; at the end what is in no group.
    pub(super) fn write(mut self, sink: &mut Sink) -> ControlFlow<()> {
        // For each group how many members, and which is the first.
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (index, member) in self.members.iter().enumerate() {
            let Some(group) = member.group else { continue };
            if groups.len() < group {
                groups.resize(group, (0, usize::MAX));
            }
            let (size, first) = &mut groups[group - 1];
            *size += 1;
            *first = index.min(*first);
        }
        let of = |group: Option<usize>| group.and_then(|group| groups.get(group - 1)).copied();
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|index| {
            let group = self.members[*index].group;
            let size = if self.order == Together::Largest {
                of(group).map_or(0, |(size, _)| size)
            } else {
                0
            };
            (Reverse(size), group.unwrap_or(usize::MAX))
        });
        for index in order {
            let group = of(self.members[index].group);
            let first = group.map(|(size, first)| {
                (
                    size,
                    self.members[first].number,
                    self.members[first].place.clone(),
                )
            });
            let member = &mut self.members[index];
            let text = match (&mut member.row, first) {
                (Row::Line(line), Some((size, _, first))) => {
                    format!("{line}\t{size}\t{first}\t{}\n", member.place)
                }
                (Row::Line(line), None) => format!("{line}\t-\t-\t{}\n", member.place),
                (Row::Json(record), first) => {
                    (record.body.group_size, record.body.group_first) =
                        first.map(|(size, number, _)| (size, number)).unzip();
                    json::to_line(record)
                }
                (Row::Invalid(record), _) => std::mem::take(record),
            };
            sink.write(&text)?;
        }
        ControlFlow::Continue(())
    }
}
