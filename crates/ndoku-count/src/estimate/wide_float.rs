//! `WideFloat`: a nonnegative number that can be far beyond the range of an `f64`, such as 4·10³⁰⁸.
//!
//! ```text
//!   mantissa · 2^exponent      1 ≤ mantissa < 2, or 0
//!   6.67e21                    1.413 · 2^72
//! ```
//!
//! A product rounds once, like one of `f64`, whatever the exponent. A thousand factors therefore
//! have a relative error of at most a thousand times 10⁻¹⁶. A sum of logarithms would need
//! compensation.

use std::cmp::Ordering;
use std::fmt;

/// A nonnegative number with 53 bits and a 64-bit exponent.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct WideFloat {
    mantissa: f64,
    exponent: i64,
}

/// The bits of the exponent of an `f64`.
const EXPONENT_MASK: u64 = 0x7ff;

impl WideFloat {
    /// 0.
    pub const ZERO: Self = Self {
        mantissa: 0.0,
        exponent: 0,
    };
    /// 1.
    pub const ONE: Self = Self {
        mantissa: 1.0,
        exponent: 0,
    };

    /// Converts a number; negative, subnormal, infinite and NaN values become 0.
    #[must_use]
    pub fn new(value: f64) -> Self {
        Self::scaled(value, 0)
    }

    /// Returns value · 2^exponent.
    fn scaled(value: f64, exponent: i64) -> Self {
        if !value.is_normal() || value < 0.0 {
            return Self::ZERO;
        }
        let bits = value.to_bits();
        let here = (bits >> 52 & EXPONENT_MASK) as i64 - 1023;
        Self {
            mantissa: f64::from_bits(bits & !(EXPONENT_MASK << 52) | 1023 << 52),
            exponent: exponent.saturating_add(here),
        }
    }

    /// Returns `true` for 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    /// Multiplies by a factor, which must be normal; 0 gives 0.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self::scaled(self.mantissa * factor, self.exponent)
    }

    /// Returns the product.
    #[must_use]
    pub fn multiply(self, other: Self) -> Self {
        Self::scaled(
            self.mantissa * other.mantissa,
            self.exponent.saturating_add(other.exponent),
        )
    }

    /// Returns the sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let (small, large) = if self.compare(other) == Ordering::Less {
            (self, other)
        } else {
            (other, self)
        };
        Self::scaled(large.mantissa + small.in_units_of(large), large.exponent)
    }

    /// Divides by the power of two of another number; returns 0 if the quotient is far too small.
    pub(super) fn in_units_of(self, other: Self) -> f64 {
        match other.exponent.saturating_sub(self.exponent) {
            _ if self.is_zero() || other.is_zero() => 0.0,
            shift @ -1000..=1000 => self.mantissa * f64::from_bits(((1023 - shift) as u64) << 52),
            shift if shift > 0 => 0.0,
            _ => f64::MAX,
        }
    }

    /// Returns the power of two by which [`in_units_of`](Self::in_units_of) divides.
    pub(super) fn power_of_two(self) -> Self {
        if self.is_zero() {
            Self::ZERO
        } else {
            Self {
                mantissa: 1.0,
                exponent: self.exponent,
            }
        }
    }

    /// Compares two numbers.
    #[must_use]
    pub fn compare(self, other: Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .exponent
                .cmp(&other.exponent)
                .then(self.mantissa.total_cmp(&other.mantissa)),
        }
    }

    /// Returns the decimal logarithm, or `None` for 0.
    ///
    /// Its relative error is at most 10⁻¹⁶. For numbers with hundreds of digits, the power of ten
    /// has a relative error of about 10⁻¹³.
    #[must_use]
    pub fn log10(self) -> Option<f64> {
        (!self.is_zero())
            .then(|| self.mantissa.log10() + self.exponent as f64 * std::f64::consts::LOG10_2)
    }

    /// Returns the decimal mantissa, at least 1 and below 10, and the exponent: (6.67, 21) is
    /// 6.67·10²¹.
    ///
    /// Returns (0, 0) for 0.
    #[must_use]
    pub fn decimal(self) -> (f64, i64) {
        let Some(log) = self.log10() else {
            return (0.0, 0);
        };
        let (mantissa, exponent) = (10_f64.powf(log - log.floor()), log.floor() as i64);
        if mantissa < 10.0 {
            (mantissa, exponent)
        } else {
            (1.0, exponent + 1)
        }
    }

    /// Converts to an `f64`: infinite if it is too large, 0 if it is too small.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.mantissa * 2_f64.powi(self.exponent.clamp(-5000, 5000) as i32)
    }
}

/// Formats as `6.6709e21`, with the requested precision or four decimals.
///
/// Without a precision, numbers below a million are written as `288` or `287.6`.
impl fmt::Display for WideFloat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.precision().is_none() && self.exponent < 20 {
            let value = self.to_f64();
            let places = usize::from(value.fract() != 0.0);
            return write!(f, "{value:.places$}");
        }
        let places = f.precision().unwrap_or(4);
        let (mantissa, exponent) = self.decimal();
        let text = format!("{mantissa:.places$}");
        // 9.99999 can be rounded to 10.0000.
        let (text, exponent) = if text.starts_with("10") {
            (format!("{:.places$}", 1.0), exponent + 1)
        } else {
            (text, exponent)
        };
        write!(f, "{text}e{exponent}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_and_sums_exceed_f64() {
        let large = (0..2000).fold(WideFloat::ONE, |product, _| product.times(10.0));
        assert_eq!(large.log10().unwrap().round(), 2000.0);
        let (mantissa, exponent) = large.plus(large.times(3.0)).decimal();
        assert!((mantissa - 4.0).abs() < 1e-9 && exponent == 2000);
        assert_eq!(large.to_f64(), f64::INFINITY);
        assert_eq!(large.plus(WideFloat::ONE), large);
        assert_eq!(WideFloat::ZERO.plus(large), large);
        assert_eq!(large.times(0.0), WideFloat::ZERO);
        assert_eq!(
            WideFloat::new(5.0).plus(WideFloat::new(283.0)),
            WideFloat::new(288.0)
        );
        assert_eq!(
            WideFloat::new(288.0).in_units_of(WideFloat::new(512.0)),
            0.5625
        );
    }

    #[test]
    fn numbers_are_formatted_briefly() {
        assert_eq!(WideFloat::new(288.0).to_string(), "288");
        assert_eq!(WideFloat::new(6.670_9e21).to_string(), "6.6709e21");
        assert_eq!(format!("{:.1}", WideFloat::new(9.99e21)), "1.0e22");
        assert_eq!(WideFloat::ZERO.to_string(), "0");
    }
}
