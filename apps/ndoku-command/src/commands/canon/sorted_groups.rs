//! `--sort-groups`: the output sorted by group.
//!
//! ```text
//! form ⇥ group ⇥ members ⇥ line of the first ⇥ line of this one
//! ```

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::Row;
use crate::args::GroupSorting;
use crate::json;
use crate::sink::Sink;
use crate::work_item::WorkItem;

/// A puzzle with its group.
struct Member {
    /// The number of the group from 1, in the order of the first members, or `None` without a
    /// group.
    group: Option<usize>,
    /// Its number among all puzzles.
    number: usize,
    /// Its line, with the name of the input if there are several.
    place: String,
    row: Row,
}

/// The collected output, which is kept in memory.
pub(super) struct SortedGroups {
    order: GroupSorting,
    members: Vec<Member>,
}

impl SortedGroups {
    pub(super) const fn new(order: GroupSorting) -> Self {
        Self {
            order,
            members: Vec::new(),
        }
    }

    /// Adds a row of the output. `several` adds the names of inputs.
    pub(super) fn add(&mut self, item: &WorkItem, several: bool, group: Option<usize>, row: Row) {
        let place = match &item.source {
            Some(source) if several => format!("{}:{}", source.name, item.line),
            _ => item.line.to_string(),
        };
        self.members.push(Member {
            group,
            number: item.number(),
            place,
            row,
        });
    }

    /// Writes all rows: groups in their order, members in the order of the input, and rows without
    /// a group at the end.
    pub(super) fn write(mut self, sink: &mut Sink) -> ControlFlow<()> {
        // For each group, its size and the index of its first member.
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
            let size = if self.order == GroupSorting::Largest {
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
