// Sets of digits as bits of a number. Digit d is bit d - 1.

export const bit = (digit: number): number => 2 ** (digit - 1);

export const has = (set: number, digit: number): boolean => ((set >>> (digit - 1)) & 1) === 1;

/** Returns the digits of a set in ascending order. */
export function digitsOf(set: number): number[] {
  const digits: number[] = [];
  for (let digit = 1; set >>> (digit - 1) !== 0 && digit <= 32; digit++)
    if (has(set, digit)) digits.push(digit);
  return digits;
}

export const setOf = (digits: Iterable<number>): number => {
  let set = 0;
  for (const digit of digits) set |= bit(digit);
  return set >>> 0;
};
