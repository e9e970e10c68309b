//! `BudgetReader`: the bytes of a picture for a decoder, which fail once a budget is used up.

use std::io::{BufRead, Cursor, Error, ErrorKind, Read, Result, Seek, SeekFrom};

use ndoku_solver::Budget;

/// Number of reads between two checks of the budget. A decoder reads a few bytes at a time.
const READS_PER_CHECK: u32 = 64;

/// Bytes that a decoder reads. Each read fails once the budget is used up, so that a decoder ends
/// soon, however large the picture is.
pub(crate) struct BudgetReader<'a> {
    cursor: Cursor<&'a [u8]>,
    budget: &'a Budget<'a>,
    reads: u32,
    is_over: bool,
}

impl<'a> BudgetReader<'a> {
    pub(crate) const fn new(bytes: &'a [u8], budget: &'a Budget<'a>) -> Self {
        Self {
            cursor: Cursor::new(bytes),
            budget,
            reads: 0,
            is_over: false,
        }
    }

    #[inline]
    fn check(&mut self) -> Result<()> {
        self.reads = self.reads.wrapping_add(1);
        if self.reads.is_multiple_of(READS_PER_CHECK) {
            self.is_over = self.is_over || self.budget.poll().is_some();
        }
        if self.is_over {
            return Err(Error::from(ErrorKind::TimedOut));
        }
        Ok(())
    }
}

impl Read for BudgetReader<'_> {
    #[inline]
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.check()?;
        self.cursor.read(buffer)
    }
}

impl BufRead for BudgetReader<'_> {
    #[inline]
    fn fill_buf(&mut self) -> Result<&[u8]> {
        self.check()?;
        self.cursor.fill_buf()
    }

    #[inline]
    fn consume(&mut self, count: usize) {
        self.cursor.consume(count);
    }
}

impl Seek for BudgetReader<'_> {
    #[inline]
    fn seek(&mut self, place: SeekFrom) -> Result<u64> {
        self.cursor.seek(place)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn reads_fail_once_the_budget_is_used_up() {
        let bytes = [7; 1000];
        let unlimited = Budget::default();
        let mut all = Vec::new();
        let mut reader = BudgetReader::new(&bytes, &unlimited);
        assert!(
            reader
                .read_to_end(&mut all)
                .is_ok_and(|count| count == 1000)
        );
        let flag = AtomicBool::new(true);
        let stopped = Budget::default().stop_flag(&flag);
        let mut reader = BudgetReader::new(&bytes, &stopped);
        let mut byte = [0];
        let reads = (0..1000).take_while(|_| reader.read(&mut byte).is_ok());
        assert!(reads.count() < READS_PER_CHECK as usize);
        assert!(reader.fill_buf().is_err());
    }
}
