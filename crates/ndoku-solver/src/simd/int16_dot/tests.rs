//! Tests of the dot products on all instruction sets of this machine.

use ndoku_testkit::random::SplitMix64;

use super::*;

fn block(rng: &mut SplitMix64, rows: usize, greatest: u16) -> Vec<Row> {
    let mut block: Vec<Row> = (1..rows)
        .map(|_| {
            Row(std::array::from_fn(|_| {
                (rng.bits() % (u64::from(greatest) + 1)) as i16
            }))
        })
        .collect();
    block.push(Row::ZERO);
    block
}

/// Computes the totals by their definition, in wide numbers.
fn expected<const K: usize>(groups: &[Vec<[u16; 2]>], job: &Job<'_, K>) -> [i128; K] {
    let total = |far: &Far<'_>| {
        let mut total = 0_i128;
        for (group, factors) in groups.iter().zip(far.factors) {
            for [i, j] in group {
                let (near, far) = (&job.near[usize::from(*i)], &far.rows[usize::from(*j)]);
                total += (0..32)
                    .map(|place| {
                        i128::from(factors[place / 2])
                            * i128::from(near.0[place])
                            * i128::from(far.0[place])
                    })
                    .sum::<i128>();
            }
        }
        total
    };
    job.far.each_ref().map(total)
}

/// Checks that every instruction set gives the totals of the definition.
fn check<const K: usize>(groups: &[Vec<[u16; 2]>], job: &Job<'_, K>) {
    let wanted = expected(groups, job);
    for isa in Isa::ALL.iter().copied() {
        assert_eq!(totals(isa, job).map(i128::from), wanted, "{isa}");
    }
    #[cfg(target_arch = "x86_64")]
    if Isa::Avx512.is_available() {
        // SAFETY: the processor has the instruction set.
        assert_eq!(unsafe { x86::totals_avx512(job) }.map(i128::from), wanted);
    }
}

/// Returns the groups whose factors are not all 0.
fn chosen(factors: &[[u16; 16]]) -> Chosen {
    let mut chosen = vec![0; factors.len().div_ceil(64)];
    for group in (0..factors.len()).filter(|group| factors[*group] != [0; 16]) {
        chosen[group / 64] |= 1 << (group % 64);
    }
    chosen
}

#[test]
fn every_instruction_set_gives_the_same_total() {
    let mut rng = SplitMix64::new(1);
    for _ in 0..40 {
        let (near, far) = (
            1 + (rng.bits() % 40) as usize,
            1 + (rng.bits() % 40) as usize,
        );
        let groups: Vec<Vec<[u16; 2]>> = (0..rng.bits() % 20)
            .map(|_| {
                let mut number = |below: usize| (rng.bits() % below as u64) as u16;
                let length = number(60);
                (0..length).map(|_| [number(near), number(far)]).collect()
            })
            .collect();
        let max_pairs = Groups::max_pairs(1728, 1728);
        let made = Groups::new(&groups, near, far, max_pairs).unwrap();
        let near = block(&mut rng, near, 1728);
        let fars: [Vec<Row>; 3] = std::array::from_fn(|_| block(&mut rng, far, 1728));
        let factors: [Vec<[u16; 16]>; 3] = std::array::from_fn(|_| {
            let greatest = 1 + rng.bits() % 1728;
            groups
                .iter()
                .map(|_| {
                    if rng.bits().is_multiple_of(3) {
                        [0; 16]
                    } else {
                        std::array::from_fn(|_| (rng.bits() % greatest) as u16)
                    }
                })
                .collect()
        });
        let chosen = factors.each_ref().map(|factors| chosen(factors));
        let far = |number: usize| Far {
            rows: &fars[number],
            factors: &factors[number],
            chosen: &chosen[number],
            next: &fars[2 - number],
        };
        check(
            &groups,
            &Job {
                groups: &made,
                near: &near,
                far: [far(0)],
            },
        );
        check(
            &groups,
            &Job {
                groups: &made,
                near: &near,
                far: [far(0), far(1)],
            },
        );
        check(
            &groups,
            &Job {
                groups: &made,
                near: &near,
                far: [far(2), far(0), far(1)],
            },
        );
    }
}

/// The maximum number of greatest values does not overflow; one more group than allowed is
/// refused.
#[test]
fn the_largest_allowed_sums_do_not_overflow() {
    for (near, far) in [
        (1728, 1728),
        (32_767, 1000),
        (3456, 20_736),
        (4096, 8192),
        (32_767, 1),
    ] {
        let max_pairs = Groups::max_pairs(near, far);
        let blocks = [near, far].map(|greatest| [Row([greatest as i16; 32]), Row::ZERO]);
        let groups = vec![vec![[0, 0]; max_pairs]; 3];
        let made = Groups::new(&groups, 2, 2, max_pairs).unwrap();
        assert!(Groups::new(&[vec![[0, 0]; max_pairs + 1]], 2, 2, max_pairs).is_none());
        // The next step of four pairs could overflow.
        assert!(
            2 * i64::from(near) * i64::from(far) * (max_pairs as i64 + 4) > i64::from(i32::MAX)
        );
        let factors = [[0x7fff; 16]; 3];
        let far = Far {
            rows: &blocks[1],
            factors: &factors,
            chosen: &[0b111],
            next: &[],
        };
        check(
            &groups,
            &Job {
                groups: &made,
                near: &blocks[0],
                far: [far],
            },
        );
    }
    assert_eq!(Groups::max_pairs(0, 5), u32::MAX as usize / 4 * 4);
    assert!(
        Groups::new(&[vec![[2, 0]]], 2, 2, 4).is_none()
            && Groups::new(&[vec![[0, 2]]], 2, 2, 4).is_none()
    );
    assert!(Groups::new(&vec![Vec::new(); MAX_GROUPS + 1], 1, 1, 4).is_none());
    assert!(Groups::new(&[], 0, 1, 4).is_none() && Groups::new(&[], 1025, 1, 4).is_none());
    assert!(Groups::new(&[vec![[1023, 1023]]], 1024, 1024, 4).is_some());
    // The bound on totals: 2³¹ · 2¹⁵ · 16 · groups.
    assert!(31 + 15 + 4 + MAX_GROUPS.ilog2() <= 63);
}

#[test]
fn transpose_turns_lists_into_columns() {
    let mut rng = SplitMix64::new(5);
    for length in [0, 1, 7, 8, 9, 31, 64, 288] {
        let lists: [Vec<u16>; 32] =
            std::array::from_fn(|_| (0..length).map(|_| (rng.bits() % 30_000) as u16).collect());
        let mut out = vec![Row([-1; 32]); length + 1];
        transpose(&lists.each_ref().map(Vec::as_slice), &mut out);
        for (number, row) in out[..length].iter().enumerate() {
            assert_eq!(
                row.0.map(i16::cast_unsigned),
                std::array::from_fn::<u16, 32, _>(|lane| lists[lane][number])
            );
        }
        assert_eq!(out[length], Row([-1; 32]));
    }
}
