"""The digit network: its layers, int8 weights and the file that the crate reads.

    32×32×1  conv 5×5, stride 2        16×16×24
             depthwise 3×3, 1×1        16×16×32
             depthwise 3×3, 1×1, /2     8×8×64
             depthwise 3×3, 1×1         8×8×64
             depthwise 3×3, 1×1, /2     4×4×128
             dense                      classes

Batch normalization follows each 1×1 and the first convolution, and is folded into them. These end
in a ReLU. The depthwise layers have neither ReLU nor bias.
"""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

CLASSES = 11
# Channels in, channels out, stride.
BLOCKS = ((24, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2))
PATCH, LAST = 32, 4


class DigitNet(nn.Module):
    """The network with floating-point weights."""

    def __init__(self):
        super().__init__()
        first = BLOCKS[0][0]
        self.first = nn.Conv2d(1, first, 5, 2, 2, bias=False)
        self.first_norm = nn.BatchNorm2d(first)
        self.depth = nn.ModuleList(
            nn.Conv2d(a, a, 3, stride, 1, groups=a, bias=False) for a, _, stride in BLOCKS)
        self.point = nn.ModuleList(nn.Conv2d(a, b, 1, bias=False) for a, b, _ in BLOCKS)
        self.norm = nn.ModuleList(nn.BatchNorm2d(b) for _, b, _ in BLOCKS)
        self.dropout = nn.Dropout(0.1)
        self.dense = nn.Linear(BLOCKS[-1][1] * LAST * LAST, CLASSES)

    def forward(self, patches):
        """Returns logits for patches of shape (count, 1, 32, 32)."""
        x = functional.relu(self.first_norm(self.first(patches)))
        for depth, point, norm in zip(self.depth, self.point, self.norm):
            x = functional.relu(norm(point(depth(x))))
        return self.dense(self.dropout(x.flatten(1)))


def folded(weight, norm):
    """Returns weights and biases that include a batch normalization."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    shape = (-1,) + (1,) * (weight.dim() - 1)
    return weight * scale.reshape(shape), norm.bias - norm.running_mean * scale


def layers_of(net, temperature=1.0):
    """Returns (weights, biases) of all layers in the order of the file; channels out come first."""
    with torch.no_grad():
        found = [folded(net.first.weight, net.first_norm)]
        for depth, point, norm in zip(net.depth, net.point, net.norm):
            found.append((depth.weight, None))
            found.append(folded(point.weight, norm))
        found.append((net.dense.weight / temperature, net.dense.bias / temperature))
        return [(weight.numpy(), None if bias is None else bias.numpy()) for weight, bias in found]


def quantized(weight):
    """Returns int8 weights and a scale for each channel out."""
    flat = weight.reshape(len(weight), -1)
    scale = np.maximum(np.abs(flat).max(1), 1e-12).astype(np.float32) / np.float32(127)
    return np.clip(np.round(flat / scale[:, None]), -127, 127).astype(np.int8), scale


def write_weights(path, layers):
    """Writes the file of weights: for each layer its scales, biases (both f32) and int8 weights.

    Weights lie so that channels out are next to each other. The dense layer reads its input by
    row, column and channel.
    """
    out = bytearray()
    for index, (weight, bias) in enumerate(layers):
        values, scale = quantized(weight)
        if index == len(layers) - 1:
            values = values.reshape(len(values), -1, LAST * LAST).transpose(0, 2, 1)
            values = values.reshape(len(values), -1)
        out += scale.astype("<f4").tobytes()
        if bias is not None:
            out += bias.astype("<f4").tobytes()
        out += np.ascontiguousarray(values.T).tobytes()
    with open(path, "wb") as file:
        file.write(out)


def layer_shapes():
    """Returns the shape of the weights of each layer, and `True` where it has biases."""
    shapes = [((BLOCKS[0][0], 1, 5, 5), True)]
    for channels, out, _ in BLOCKS:
        shapes += [((channels, 1, 3, 3), False), ((out, channels, 1, 1), True)]
    return shapes + [((CLASSES, BLOCKS[-1][1] * LAST * LAST), True)]


def read_weights(path):
    """Returns the layers of a file of weights."""
    with open(path, "rb") as file:
        data = file.read()
    layers, at = [], 0
    shapes = layer_shapes()
    for index, (shape, has_bias) in enumerate(shapes):
        out, inputs = shape[0], int(np.prod(shape[1:]))
        floats = np.frombuffer(data, "<f4", out * (2 if has_bias else 1), at)
        at += floats.nbytes
        values = np.frombuffer(data, np.int8, inputs * out, at).reshape(inputs, out).T
        at += values.nbytes
        if index == len(shapes) - 1:
            values = values.reshape(out, LAST * LAST, -1).transpose(0, 2, 1).reshape(out, inputs)
        weight = (values * floats[:out, None]).reshape(shape).astype(np.float32)
        layers.append((weight, floats[out:].copy() if has_bias else None))
    return layers


class QuantizedNet:
    """The network as the crate computes it: int8 weights times scales, activations in f32."""

    def __init__(self, layers):
        self.layers = []
        for weight, bias in layers:
            values, scale = quantized(weight)
            weight = (values * scale[:, None]).reshape(weight.shape)
            bias = None if bias is None else torch.from_numpy(bias)
            self.layers.append((torch.from_numpy(weight), bias))

    def logits(self, patches):
        """Returns logits for patches of shape (count, 1, 32, 32)."""
        with torch.no_grad():
            weight, bias = self.layers[0]
            x = functional.relu(functional.conv2d(patches, weight, bias, 2, 2))
            for at, (channels, _, stride) in enumerate(BLOCKS):
                depth, _ = self.layers[1 + 2 * at]
                weight, bias = self.layers[2 + 2 * at]
                x = functional.conv2d(x, depth, None, stride, 1, groups=channels)
                x = functional.relu(functional.conv2d(x, weight, bias))
            weight, bias = self.layers[-1]
            return functional.linear(x.flatten(1), weight, bias)
