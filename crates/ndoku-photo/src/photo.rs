//! Pictures in memory: [`GrayPhoto`] in gray and [`ColorPhoto`].

/// A gray picture. A pixel is 0 for black and 255 for white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrayPhoto {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl GrayPhoto {
    /// Creates a picture from its pixels, row by row. Returns `None` if their number is not
    /// `width` × `height`, or if there are none.
    #[must_use]
    pub fn new(width: usize, height: usize, pixels: Vec<u8>) -> Option<Self> {
        let is_whole = width.checked_mul(height) == Some(pixels.len()) && !pixels.is_empty();
        is_whole.then_some(Self {
            width,
            height,
            pixels,
        })
    }

    /// Creates a gray picture from pixels of four bytes, as a canvas of a web page holds them: red,
    /// green, blue and opacity. Transparent pixels are white. Returns `None` if there are no
    /// pixels, or not four bytes for each of `width` × `height`.
    #[must_use]
    pub fn from_rgba(width: usize, height: usize, rgba: &[u8]) -> Option<Self> {
        let gray = |pixel: &[u8; 4]| {
            let [red, green, blue, opacity] = pixel.map(u32::from);
            let value = luma(red, green, blue) * opacity + 255 * (255 - opacity);
            ((value + 127) / 255) as u8
        };
        let (pixels, rest) = rgba.as_chunks::<4>();
        let pixels: Vec<u8> = pixels.iter().map(gray).collect();
        rest.is_empty().then(|| Self::new(width, height, pixels))?
    }

    /// Returns the number of pixels in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the negative: dark is light, and light is dark.
    #[must_use]
    pub fn inverted(&self) -> Self {
        Self {
            pixels: self.pixels.iter().map(|pixel| u8::MAX - pixel).collect(),
            ..*self
        }
    }

    /// Returns the pixels, row by row.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the picture with a border of this width and brightness around it.
    #[must_use]
    pub(crate) fn padded(&self, border: usize, brightness: u8) -> Self {
        let (width, height) = (self.width + 2 * border, self.height + 2 * border);
        let mut pixels = vec![brightness; width * height];
        let rows = pixels.chunks_exact_mut(width).skip(border);
        for (row, old) in rows.zip(self.pixels.chunks_exact(self.width)) {
            row[border..border + self.width].copy_from_slice(old);
        }
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Returns a part of the picture. A part that exceeds it is cut off.
    #[must_use]
    pub(crate) fn crop(&self, left: usize, top: usize, width: usize, height: usize) -> Self {
        let left = left.min(self.width - 1);
        let top = top.min(self.height - 1);
        let width = width.clamp(1, self.width - left);
        let height = height.clamp(1, self.height - top);
        let rows = self.pixels.chunks_exact(self.width).skip(top).take(height);
        Self {
            width,
            height,
            pixels: rows
                .flat_map(|row| &row[left..left + width])
                .copied()
                .collect(),
        }
    }

    /// Returns the picture with both sides divided by `factor`. Each new pixel is the mean of a
    /// square. Incomplete squares at the right and at the bottom are dropped.
    #[must_use]
    pub(crate) fn shrink(&self, factor: usize) -> Self {
        let factor = factor.clamp(1, self.width.min(self.height));
        if factor == 1 {
            return self.clone();
        }
        let (width, height) = (self.width / factor, self.height / factor);
        let area = (factor * factor) as u32;
        let mut pixels = Vec::with_capacity(width * height);
        let mut sums = vec![0_u32; width];
        for rows in self.pixels.chunks_exact(self.width * factor).take(height) {
            sums.fill(0);
            for row in rows.chunks_exact(self.width) {
                for (sum, square) in sums.iter_mut().zip(row.chunks_exact(factor)) {
                    *sum += square.iter().map(|pixel| u32::from(*pixel)).sum::<u32>();
                }
            }
            pixels.extend(sums.iter().map(|sum| ((sum + area / 2) / area) as u8));
        }
        Self {
            width,
            height,
            pixels,
        }
    }
}

/// A picture in color: red, green and blue in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorPhoto {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl ColorPhoto {
    /// Creates a picture from its pixels of three bytes, row by row. Returns `None` if their number
    /// is not `width` × `height`, or if there are none.
    #[must_use]
    pub fn new(width: usize, height: usize, pixels: Vec<u8>) -> Option<Self> {
        let bytes = width.checked_mul(height)?.checked_mul(3)?;
        (bytes == pixels.len() && bytes > 0).then_some(Self {
            width,
            height,
            pixels,
        })
    }

    /// Returns the number of pixels in a row.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns the bytes, row by row.
    #[must_use]
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the bytes, row by row, to be changed.
    pub fn pixels_mut(&mut self) -> &mut [u8] {
        &mut self.pixels
    }

    /// Returns the picture in gray.
    #[must_use]
    pub fn to_gray(&self) -> GrayPhoto {
        let (pixels, _) = self.pixels.as_chunks::<3>();
        let gray = |pixel: &[u8; 3]| {
            let [red, green, blue] = pixel.map(u32::from);
            luma(red, green, blue) as u8
        };
        GrayPhoto {
            width: self.width,
            height: self.height,
            pixels: pixels.iter().map(gray).collect(),
        }
    }
}

/// Returns the brightness of a color, from 0 to 255: the weights of ITU-R BT.601.
const fn luma(red: u32, green: u32, blue: u32) -> u32 {
    (red * 77 + green * 150 + blue * 29 + 128) >> 8
}
