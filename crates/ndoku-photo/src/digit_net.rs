//! The digit network: what is in a cell?
//!
//! ```text
//! 32×32×1  conv 5×5, stride 2                 16×16×24
//!          depthwise 3×3, pointwise           16×16×32
//!          depthwise 3×3 (stride 2), pointwise  8×8×64
//!          depthwise 3×3, pointwise             8×8×64
//!          depthwise 3×3 (stride 2), pointwise  4×4×128
//!          dense, softmax                       11 classes
//! ```
//!
//! Depthwise separable convolutions are those of MobileNet (Howard et al., arXiv 1704.04861,
//! 2017). `dev/photo/train.py` trains the network and writes `weights.bin`. For each layer, the
//! file holds a scale per output channel, the biases (both `f32`, little endian) and the weights
//! (`i8`). The weights of all output channels for one input lie side by side, so that the inner
//! loops run over output channels, and compilers turn them into vector code.
//!
//! A patch costs about a million multiplications.

use std::sync::LazyLock;

use crate::classifier::{CLASSES, CellClassifier};
use crate::patches::{PATCH_AREA, PATCH_SIDE};

/// The file that the training script writes.
static WEIGHTS: &[u8] = include_bytes!("../weights.bin");

/// Channels after the first convolution and after each block.
const CHANNELS: [usize; 5] = [24, 32, 64, 64, 128];

/// Side of the picture after the last block.
const LAST_SIDE: usize = 4;

/// Number of pixels under the kernel of the first convolution, and of a depthwise one.
const FIRST_TAPS: usize = 25;
const TAPS: usize = 9;

const _: () = assert!(
    WEIGHTS.len() == file_size(),
    "weights.bin is of another network"
);

/// Returns the number of bytes of `weights.bin`.
const fn file_size() -> usize {
    let mut size = CHANNELS[0] * (FIRST_TAPS + 8);
    let mut block = 0;
    while block + 1 < CHANNELS.len() {
        let (from, to) = (CHANNELS[block], CHANNELS[block + 1]);
        size += from * (TAPS + 4) + to * (from + 8);
        block += 1;
    }
    size + CLASSES * (CHANNELS[4] * LAST_SIDE * LAST_SIDE + 8)
}

/// A small convolutional network that reads one cell.
///
/// ```
/// use ndoku_photo::DigitNet;
/// let blank = [0.0; 32 * 32];
/// assert!(DigitNet::shared().classify(&blank)[0] > 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct DigitNet {
    first: Layer,
    blocks: [(Layer, Layer); 4],
    dense: Layer,
}

/// Weights by input and output channel, and a bias for each output channel or none.
#[derive(Clone, Debug)]
struct Layer {
    weights: Vec<f32>,
    biases: Vec<f32>,
}

impl DigitNet {
    /// Returns the network of the crate. The first call unpacks its weights.
    #[must_use]
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<DigitNet> = LazyLock::new(|| DigitNet::read(WEIGHTS));
        &SHARED
    }

    /// Returns a network with the weights of a file as `dev/photo/train.py` writes it, or `None` if
    /// the file has another size.
    #[must_use]
    pub fn from_weights(bytes: &[u8]) -> Option<Self> {
        (bytes.len() == file_size()).then(|| Self::read(bytes))
    }

    /// Unpacks the weights of a file whose size was checked.
    fn read(bytes: &[u8]) -> Self {
        let mut file = WeightReader { bytes };
        let first = file.layer(FIRST_TAPS, CHANNELS[0], true);
        let blocks = [0, 1, 2, 3].map(|block| {
            let (from, to) = (CHANNELS[block], CHANNELS[block + 1]);
            (file.layer(TAPS, from, false), file.layer(from, to, true))
        });
        let dense = file.layer(CHANNELS[4] * LAST_SIDE * LAST_SIDE, CLASSES, true);
        Self {
            first,
            blocks,
            dense,
        }
    }

    /// Returns the probability of each class for a patch.
    ///
    /// A patch is 32×32 values, row by row. The cell, from the center of one border to that of the
    /// next, fills the central 28×28 values. A value is ink: 0 is local paper, and 1 is the darkest
    /// ink of the grid.
    ///
    /// The classes are 0 for empty, 1 to 9 for printed digits, and 10 for handwriting, pencil marks
    /// or anything else.
    #[must_use]
    pub fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; CLASSES] {
        let [one, two, three, four] = &self.blocks;
        let picture = first_convolution(patch, &self.first);
        let picture = block::<24, 32>(&picture, 16, 1, one);
        let picture = block::<32, 64>(&picture, 16, 2, two);
        let picture = block::<64, 64>(&picture, 8, 1, three);
        let picture = block::<64, 128>(&picture, 8, 2, four);
        softmax(dense(&picture, &self.dense))
    }
}

impl CellClassifier for DigitNet {
    fn classify(&self, patch: &[f32; PATCH_AREA]) -> [f32; CLASSES] {
        Self::classify(self, patch)
    }
}

/// Reads layers from the front of a file.
struct WeightReader<'a> {
    bytes: &'a [u8],
}

impl WeightReader<'_> {
    /// Reads `count` little-endian floats.
    fn floats(&mut self, count: usize) -> Vec<f32> {
        let (values, rest) = self.bytes.split_at(count * 4);
        self.bytes = rest;
        let (values, _) = values.as_chunks::<4>();
        values
            .iter()
            .map(|value| f32::from_le_bytes(*value))
            .collect()
    }

    /// Reads scales, biases and weights, and multiplies the weights by their scales.
    fn layer(&mut self, inputs: usize, outputs: usize, with_biases: bool) -> Layer {
        let scales = self.floats(outputs);
        let biases = self.floats(if with_biases { outputs } else { 0 });
        let (values, rest) = self.bytes.split_at(inputs * outputs);
        self.bytes = rest;
        let weights = values
            .iter()
            .zip(scales.iter().cycle())
            .map(|(value, scale)| f32::from(value.cast_signed()) * scale)
            .collect();
        Layer { weights, biases }
    }
}

/// Convolves a patch with 5×5 kernels at every second pixel, and applies ReLU.
fn first_convolution(patch: &[f32], layer: &Layer) -> Vec<f32> {
    let side = PATCH_SIDE / 2;
    let mut windows = vec![0.0; side * side * FIRST_TAPS];
    let (pixels, _) = windows.as_chunks_mut::<FIRST_TAPS>();
    for (at, window) in pixels.iter_mut().enumerate() {
        let (row, column) = (at / side * 2, at % side * 2);
        for (tap, value) in window.iter_mut().enumerate() {
            // Pixels outside the patch are paper. A negative place wraps to a large one.
            let y = (row + tap / 5).wrapping_sub(2);
            let x = (column + tap % 5).wrapping_sub(2);
            if y < PATCH_SIDE && x < PATCH_SIDE {
                *value = patch[y * PATCH_SIDE + x];
            }
        }
    }
    pointwise::<FIRST_TAPS, 24>(&windows, layer)
}

/// Applies a depthwise 3×3 convolution, a pointwise one, and applies ReLU.
fn block<const IN: usize, const OUT: usize>(
    picture: &[f32],
    side: usize,
    stride: usize,
    (depthwise_layer, pointwise_layer): &(Layer, Layer),
) -> Vec<f32> {
    let mixed = depthwise::<IN>(picture, side, stride, depthwise_layer);
    pointwise::<IN, OUT>(&mixed, pointwise_layer)
}

/// Convolves each channel with a 3×3 kernel of its own.
fn depthwise<const N: usize>(
    picture: &[f32],
    side: usize,
    stride: usize,
    layer: &Layer,
) -> Vec<f32> {
    let (picture, _) = picture.as_chunks::<N>();
    let (taps, _) = layer.weights.as_chunks::<N>();
    let out_side = side / stride;
    let mut out = vec![0.0; out_side * out_side * N];
    let (pixels, _) = out.as_chunks_mut::<N>();
    for (at, pixel) in pixels.iter_mut().enumerate() {
        let (row, column) = (at / out_side * stride, at % out_side * stride);
        for (tap, weights) in taps.iter().enumerate() {
            let y = (row + tap / 3).wrapping_sub(1);
            let x = (column + tap % 3).wrapping_sub(1);
            if y < side && x < side {
                let values = &picture[y * side + x];
                for ((sum, weight), value) in pixel.iter_mut().zip(weights).zip(values) {
                    *sum += weight * value;
                }
            }
        }
    }
    out
}

/// Multiplies the channels of each pixel by a matrix, and applies ReLU.
///
/// Four pixels and eight output channels are computed together: their sums fit in registers.
fn pointwise<const IN: usize, const OUT: usize>(picture: &[f32], layer: &Layer) -> Vec<f32> {
    const PIXELS: usize = 4;
    const LANES: usize = 8;
    let (pixels, _) = picture.as_chunks::<IN>();
    let (pixels, _) = pixels.as_chunks::<PIXELS>();
    let (weights, _) = layer.weights.as_chunks::<OUT>();
    let mut out = vec![0.0; pixels.len() * PIXELS * OUT];
    for (pixels, out) in pixels.iter().zip(out.chunks_exact_mut(PIXELS * OUT)) {
        for lane in (0..OUT).step_by(LANES) {
            let sums = tile::<IN, OUT, PIXELS, LANES>(pixels, weights, lane);
            let biases = &layer.biases[lane..lane + LANES];
            for (sums, out) in sums.iter().zip(out.chunks_exact_mut(OUT)) {
                for ((out, sum), bias) in out[lane..].iter_mut().zip(sums).zip(biases) {
                    *out = (sum + bias).max(0.0);
                }
            }
        }
    }
    out
}

/// Returns the sums of some output channels, from `lane` on, for some pixels.
///
/// Compilers make vector code of counted loops like these.
#[inline(always)]
fn tile<const IN: usize, const OUT: usize, const PIXELS: usize, const LANES: usize>(
    pixels: &[[f32; IN]; PIXELS],
    weights: &[[f32; OUT]],
    lane: usize,
) -> [[f32; LANES]; PIXELS] {
    let mut sums = [[0.0; LANES]; PIXELS];
    for channel in 0..IN {
        let weights = &weights[channel][lane..lane + LANES];
        for pixel in 0..PIXELS {
            for at in 0..LANES {
                sums[pixel][at] += pixels[pixel][channel] * weights[at];
            }
        }
    }
    sums
}

/// Returns the sums of the dense layer.
fn dense(picture: &[f32], layer: &Layer) -> [f32; CLASSES] {
    let (weights, _) = layer.weights.as_chunks::<CLASSES>();
    let mut sums = [0.0; CLASSES];
    sums.copy_from_slice(&layer.biases);
    for (weights, value) in weights.iter().zip(picture) {
        add_scaled(&mut sums, weights, *value);
    }
    sums
}

/// Adds `value` times the weights to sums.
fn add_scaled<const N: usize>(sums: &mut [f32; N], weights: &[f32; N], value: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += value * weight;
    }
}

/// Turns logits into probabilities.
fn softmax(mut logits: [f32; CLASSES]) -> [f32; CLASSES] {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for logit in &mut logits {
        *logit = (*logit - largest).exp();
        total += *logit;
    }
    logits.map(|value| value / total)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patches of bytes, drawn in fonts that training does not see.
    static PATCHES: &[u8] = include_bytes!("../testdata/digit_patches.bin");

    /// A line for each patch: its class, `-` if the network is wrong, and the probabilities.
    static REFERENCES: &str = include_str!("../testdata/digit_patches.txt");

    fn patches() -> impl Iterator<Item = [f32; PATCH_AREA]> {
        let (patches, rest) = PATCHES.as_chunks::<PATCH_AREA>();
        assert!(rest.is_empty());
        patches
            .iter()
            .map(|bytes| bytes.map(|byte| f32::from(byte) / 255.0))
    }

    #[test]
    fn computes_the_probabilities_of_the_training_script() {
        assert_eq!(patches().count(), REFERENCES.lines().count());
        assert!(patches().count() > 20);
        for (patch, line) in patches().zip(REFERENCES.lines()) {
            let found = DigitNet::shared().classify(&patch);
            let expected: Vec<f32> = line
                .split(' ')
                .skip(1)
                .map(|word| word.parse().unwrap())
                .collect();
            for (found, expected) in found.iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 2e-4,
                    "{found} instead of {expected}: {line}"
                );
            }
        }
    }

    #[test]
    fn reads_digits_of_new_fonts_and_tells_empty_and_written_cells() {
        let mut seen = [0; CLASSES];
        for (patch, line) in patches().zip(REFERENCES.lines()) {
            let Some(class) = line
                .split(' ')
                .next()
                .and_then(|word| word.parse::<usize>().ok())
            else {
                continue;
            };
            let found = DigitNet::shared().classify(&patch);
            assert!(found[class] > 0.9, "class {class}: {found:?}");
            seen[class] += 1;
        }
        assert!(seen.iter().all(|count| *count >= 2), "{seen:?}");
    }

    #[test]
    fn probabilities_sum_to_one_for_any_input() {
        for value in [0.0, 0.5, 1.0, -3.0, 1e6] {
            let found = DigitNet::shared().classify(&[value; PATCH_AREA]);
            let total: f32 = found.iter().sum();
            assert!((total - 1.0).abs() < 1e-4, "{found:?}");
        }
    }
}
