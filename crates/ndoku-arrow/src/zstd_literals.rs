//! Packs bytes as a frame of zstd without looking for repeated strings.
//!
//! Solutions are as good as random: zstd finds no strings in them, and spends most of its time on
//! the search. What is left is a Huffman code, which needs 3.2 bits for each of nine digits.
//!
//! ```text
//!   frame     magic number, size │ block │ block │ …            a block has up to 128 KiB
//!   block     header │ code lengths │ sizes │ 4 streams │ 0 sequences
//!   stream    codes from the last byte to the first one, then a bit of 1
//! ```
//!
//! The format is RFC 8878, and the names are its names.

/// Number of bytes of a block before packing, at most.
const BLOCK_BYTES: usize = 128 << 10;

/// The largest byte with a code: the code lengths of others need a second code. Other bytes are in
/// blocks that are not packed.
const MAX_BYTE: u8 = 128;

/// Number of bytes with a code.
const ALPHABET: usize = MAX_BYTE as usize + 1;

/// Bytes without a code that are not farther apart are in one block.
const RAW_BYTES: usize = 1 << 10;

/// Number of bits of a code, at most.
const MAX_BITS: u32 = 11;

/// Number of streams of a block.
const STREAMS: usize = 4;

/// Number of bits of a word that codes may take. The bits of a byte that is not yet full come
/// first.
const WORD_BITS: u32 = 57;

const MAGIC: [u8; 4] = 0xFD2F_B528_u32.to_le_bytes();

/// The descriptor of a frame in one segment whose size has eight bytes.
const DESCRIPTOR: u8 = 0b1110_0000;

/// The kinds of blocks.
const RAW: u32 = 0;
const REPEATED: u32 = 1;
const COMPRESSED: u32 = 2;

/// The number of occurrences of each byte.
type Counts = [u32; ALPHABET];

/// The code of a byte: its bits, and its length in bits from bit [`LENGTH`] on.
type Codes = [u32; 256];

/// The place of the length of a code, and of two codes together.
const LENGTH: u32 = 24;

/// The codes of two bytes, the second one in the lower bits, at the first byte plus 256 times the
/// second one. Only the places of bytes that occur are touched, so they stay in the cache.
type PairCodes = [u32; 1 << 16];

/// Returns a frame of zstd with these bytes. Any decoder of zstd reads it.
///
/// Texts without repeated strings become as short as by zstd, in half of the time or less. Other
/// texts become longer. Bytes above 128 are kept as they are, with their neighbors.
///
/// ```
/// let digits = b"534678912672195348198342567".repeat(100);
/// let frame = ndoku_arrow::pack_without_matches(&digits);
/// assert!(frame.len() < digits.len() / 2);
/// ```
#[must_use]
pub fn pack_without_matches(bytes: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(bytes.len() / 2 + 64);
    frame.extend(MAGIC);
    frame.push(DESCRIPTOR);
    frame.extend((bytes.len() as u64).to_le_bytes());
    let mut pair_codes = Box::new([0; 1 << 16]);
    let mut left = bytes;
    loop {
        let mut block = &left[..left.len().min(BLOCK_BYTES)];
        let mut counts = count_bytes(block);
        if counts.is_none() {
            block = &block[..find_block_end(block)];
            counts = count_bytes(block);
        }
        left = &left[block.len()..];
        push_block(
            &mut frame,
            block,
            counts.as_ref(),
            &mut pair_codes,
            left.is_empty(),
        );
        if left.is_empty() {
            return frame;
        }
    }
}

fn block_header(kind: u32, size: usize, is_last: bool) -> [u8; 3] {
    let [first, second, third, _] =
        ((size as u32) << 3 | kind << 1 | u32::from(is_last)).to_le_bytes();
    [first, second, third]
}

/// Appends a block. Without counts, some bytes have no code.
fn push_block(
    frame: &mut Vec<u8>,
    block: &[u8],
    counts: Option<&Counts>,
    pair_codes: &mut PairCodes,
    is_last: bool,
) {
    let kinds = counts.map_or(0, |counts| {
        counts.iter().filter(|count| **count > 0).count()
    });
    if kinds == 1 {
        frame.extend(block_header(REPEATED, block.len(), is_last));
        frame.push(block[0]);
        return;
    }
    if let Some(counts) = counts.filter(|_| kinds > 1) {
        let start = frame.len();
        frame.extend([0; 3]);
        push_literals(frame, block, counts, pair_codes);
        // There are no sequences.
        frame.push(0);
        let size = frame.len() - start - 3;
        if size < block.len() {
            frame[start..start + 3].copy_from_slice(&block_header(COMPRESSED, size, is_last));
            return;
        }
        frame.truncate(start);
    }
    frame.extend(block_header(RAW, block.len(), is_last));
    frame.extend(block);
}

/// Returns the end of a block that has bytes without a code at its beginning only, or none at all.
fn find_block_end(bytes: &[u8]) -> usize {
    let first = bytes.iter().position(|byte| *byte > MAX_BYTE);
    match first {
        Some(first) if first > RAW_BYTES => first,
        None => bytes.len(),
        Some(_) => {
            let near = &bytes[..bytes.len().min(RAW_BYTES + 1)];
            let last = near.iter().rposition(|byte| *byte > MAX_BYTE);
            last.map_or(0, |last| last + 1)
        }
    }
}

/// Returns the number of occurrences of each byte, or `None` if there is a byte without a code.
///
/// It counts in four tables, because a counter that was just written is slow to read.
fn count_bytes(block: &[u8]) -> Option<Counts> {
    let mut tables = [[0_u32; 256]; 4];
    let mut fours = block.chunks_exact(4);
    for four in &mut fours {
        for (table, byte) in tables.iter_mut().zip(four) {
            table[usize::from(*byte)] += 1;
        }
    }
    for byte in fours.remainder() {
        tables[0][usize::from(*byte)] += 1;
    }
    let count = |byte: usize| tables.iter().map(|table| table[byte]).sum();
    let is_coded = (ALPHABET..256).all(|byte| count(byte) == 0);
    is_coded.then(|| std::array::from_fn(count))
}

/// Returns the length of each byte's code; 0 for bytes that do not occur. At least two must occur.
fn code_lengths(counts: &Counts) -> [u32; ALPHABET] {
    let mut weights = counts.map(u64::from);
    loop {
        let lengths = huffman_lengths(&weights);
        if lengths.iter().all(|length| *length <= MAX_BITS) {
            return lengths;
        }
        // Rare bytes become less rare, so that their codes become shorter.
        for weight in weights.iter_mut().filter(|weight| **weight > 0) {
            *weight = *weight / 2 + 1;
        }
    }
}

/// Joins the two lightest trees until one is left (Huffman 1952).
fn huffman_lengths(weights: &[u64; ALPHABET]) -> [u32; ALPHABET] {
    let mut lengths = [0; ALPHABET];
    let present = (0..ALPHABET).filter(|byte| weights[*byte] > 0);
    let mut trees: Vec<(u64, Vec<usize>)> =
        present.map(|byte| (weights[byte], vec![byte])).collect();
    while trees.len() > 1 {
        trees.sort_unstable_by(|a, b| b.cmp(a));
        let (first, second) = (trees.pop(), trees.pop());
        let mut joined = (0, Vec::new());
        for (weight, bytes) in [first, second].into_iter().flatten() {
            joined.0 += weight;
            joined.1.extend(bytes);
        }
        for byte in &joined.1 {
            lengths[*byte] += 1;
        }
        trees.push(joined);
    }
    lengths
}

/// Returns the codes of these lengths: the longest ones come first, and each length in the order of
/// the bytes.
fn assign_codes(lengths: &[u32; ALPHABET]) -> Codes {
    let mut codes = [0; 256];
    let mut next = 0;
    for length in (1..=MAX_BITS).rev() {
        let own = codes.iter_mut().zip(lengths);
        for (code, _) in own.filter(|(_, own)| **own == length) {
            *code = next | length << LENGTH;
            next += 1;
        }
        next >>= 1;
    }
    codes
}

fn assign_pair_codes(codes: &Codes, pair_codes: &mut PairCodes) {
    let present = || (0_usize..).zip(codes).filter(|(_, code)| **code > 0);
    for (second, after) in present() {
        for (first, before) in present() {
            let (bits, length) = (before & !(!0 << LENGTH), before >> LENGTH << LENGTH);
            pair_codes[first | second << 8] = (bits << (after >> LENGTH)) + after + length;
        }
    }
}

/// Appends the literals section of a block.
fn push_literals(frame: &mut Vec<u8>, block: &[u8], counts: &Counts, pair_codes: &mut PairCodes) {
    let lengths = code_lengths(counts);
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let codes = assign_codes(&lengths);
    assign_pair_codes(&codes, pair_codes);
    let start = frame.len();
    frame.extend([0; 5]);
    push_code_lengths(frame, &lengths, longest);
    let share = block.len().div_ceil(STREAMS);
    let parts: [&[u8]; STREAMS] = std::array::from_fn(|stream| {
        &block[(stream * share).min(block.len())..((stream + 1) * share).min(block.len())]
    });
    // Two sizes of groups, so that the compiler unrolls their loops.
    let streams = if longest <= WORD_BITS / 8 {
        pack_streams::<8>(parts, &codes, pair_codes)
    } else {
        pack_streams::<4>(parts, &codes, pair_codes)
    };
    for stream in &streams[..STREAMS - 1] {
        frame.extend((stream.len() as u16).to_le_bytes());
    }
    for stream in &streams {
        frame.extend(stream);
    }
    let packed = frame.len() - start - 5;
    // Kind 2, sizes of 18 bits, four streams.
    let header = 0b1110 | (block.len() as u64) << 4 | (packed as u64) << 22;
    frame[start..start + 5].copy_from_slice(&header.to_le_bytes()[..5]);
}

/// Appends the weights of all bytes but the last one, which follows from the others. The weight of
/// a code is 1 for the longest ones, and 1 more for each bit that it is shorter.
fn push_code_lengths(frame: &mut Vec<u8>, lengths: &[u32; ALPHABET], longest: u32) {
    let weight = |length: u32| {
        if length == 0 {
            0
        } else {
            (longest + 1 - length) as u8
        }
    };
    let last = lengths.iter().rposition(|length| *length > 0).unwrap_or(0);
    frame.push(127 + last as u8);
    for pair in lengths[..last].chunks(2) {
        let second = pair.get(1).map_or(0, |length| weight(*length));
        frame.push(weight(pair[0]) << 4 | second);
    }
}

/// Packs the streams of a block, by groups of bytes whose codes fit a word. The streams take turns,
/// because each code has to wait for the place of the one before.
fn pack_streams<const GROUP: usize>(
    parts: [&[u8]; STREAMS],
    codes: &Codes,
    pair_codes: &PairCodes,
) -> [Vec<u8>; STREAMS] {
    let mut streams = parts.map(|part| Stream::new(part.len()));
    // A decoder begins at the end.
    let mut groups = parts.map(|part| part.rchunks_exact(GROUP));
    let turns = parts.map(|part| part.len() / GROUP);
    for _ in 0..turns.into_iter().min().unwrap_or(0) {
        for (stream, groups) in streams.iter_mut().zip(&mut groups) {
            if let Some(Ok(group)) = groups.next().map(<&[u8; GROUP]>::try_from) {
                stream.push_pairs(group, pair_codes);
            }
        }
    }
    for (stream, mut groups) in streams.iter_mut().zip(groups) {
        for group in &mut groups {
            stream.push(group, codes);
        }
        stream.push(groups.remainder(), codes);
    }
    streams.map(Stream::finish)
}

/// A stream that is being packed.
struct Stream {
    bytes: Vec<u8>,
    /// Number of full bytes.
    full: usize,
    /// The bits after these.
    word: u64,
    /// Number of these bits, below 8 between two groups.
    used: u32,
}

impl Stream {
    fn new(count: usize) -> Self {
        Self {
            // Eleven bits are less than two bytes. The last word may reach beyond the bits.
            bytes: vec![0; 2 * count + 16],
            full: 0,
            word: 0,
            used: 0,
        }
    }

    fn push(&mut self, group: &[u8], codes: &Codes) {
        let codes = group.iter().rev().map(|byte| codes[usize::from(*byte)]);
        self.push_codes(codes);
    }

    #[inline(always)]
    fn push_pairs<const GROUP: usize>(&mut self, group: &[u8; GROUP], pair_codes: &PairCodes) {
        let (pairs, _) = group.as_chunks();
        let codes = pairs
            .iter()
            .rev()
            .map(|pair| pair_codes[usize::from(u16::from_le_bytes(*pair))]);
        self.push_codes(codes);
    }

    /// Appends codes that fit a word.
    #[inline(always)]
    fn push_codes(&mut self, codes: impl Iterator<Item = u32>) {
        let (mut word, mut used) = (self.word, self.used);
        for code in codes {
            word |= u64::from(code & !(!0 << LENGTH)) << used;
            used += code >> LENGTH;
        }
        if let Some(place) = self.bytes[self.full..].first_chunk_mut() {
            *place = word.to_le_bytes();
        }
        self.full += used as usize / 8;
        self.word = word >> (used & !7);
        self.used = used & 7;
    }

    fn finish(mut self) -> Vec<u8> {
        self.bytes[self.full] = (self.word | 1 << self.used) as u8;
        self.bytes.truncate(self.full + 1);
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn unpack(frame: &[u8], size: usize) -> Vec<u8> {
        zstd::bulk::decompress(frame, size).expect("a frame of zstd")
    }

    #[track_caller]
    fn check(bytes: &[u8]) -> usize {
        let frame = pack_without_matches(bytes);
        assert!(unpack(&frame, bytes.len()) == bytes);
        frame.len()
    }

    /// Bytes that occur as often as a random generator decides.
    fn random(count: usize, mut byte: impl FnMut(u64) -> u8) -> Vec<u8> {
        let mut state = 7_u64;
        let next = |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            byte(state >> 33)
        };
        (0..count).map(next).collect()
    }

    #[test]
    fn zstd_reads_the_frames_of_all_sizes() {
        for size in (0..300).chain([BLOCK_BYTES - 1, BLOCK_BYTES, BLOCK_BYTES + 1, 1_000_000]) {
            check(&random(size, |random| b'1' + (random % 9) as u8));
            check(&vec![b'5'; size]);
        }
    }

    #[test]
    fn digits_take_three_bits_and_a_fifth() {
        let bytes = random(1_000_000, |random| b'1' + (random % 9) as u8);
        // Seven codes of three bits and two of four: 29/9 bits.
        let size = check(&bytes);
        assert!((402_000..404_500).contains(&size), "{size}");
    }

    #[test]
    fn rare_bytes_have_codes_of_eleven_bits() {
        // Byte n is half as frequent as byte n - 1, so its code would have n + 1 bits.
        let bytes = random(BLOCK_BYTES, |random| random.trailing_ones().min(100) as u8);
        check(&bytes);
        let counts = count_bytes(&bytes).unwrap();
        let lengths = code_lengths(&counts);
        assert_eq!(lengths.iter().max(), Some(&MAX_BITS));
        let kraft: u32 = lengths
            .iter()
            .filter(|length| **length > 0)
            .map(|length| 1 << (MAX_BITS - length))
            .sum();
        assert_eq!(kraft, 1 << MAX_BITS);
    }

    #[test]
    fn bytes_without_a_code_are_not_packed() {
        let size = check(&random(10_000, |random| (random % 129) as u8));
        assert!(size < 9_000, "{size}");
        let size = check(&random(10_000, |random| random as u8));
        assert!((10_000..10_100).contains(&size), "{size}");
        let mut bytes = random(300_000, |random| b'1' + (random % 9) as u8);
        let size = check(&bytes);
        for place in [0, 7, 900, 1_024, 1_025, 140_000, 299_999] {
            bytes[place] = 200;
        }
        assert!(check(&bytes) < size + 3_000);
    }

    proptest! {
        #[test]
        fn every_text_is_read_back(bytes in proptest::collection::vec(0..=129_u8, 0..2000)) {
            check(&bytes);
        }

        #[test]
        fn every_mixture_of_few_bytes_is_read_back(
            bytes in proptest::collection::vec(proptest::sample::select(vec![0_u8, 49, 57, 128, 255]), 0..3000)
        ) {
            check(&bytes);
        }
    }
}
