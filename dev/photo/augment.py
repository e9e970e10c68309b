"""Random views of stored cells: shifts, turns, scales, contrast and noise."""

import math

import torch
from torch.nn import functional

from network import PATCH
from render import SIDE

# Largest shift in pixels of a patch: the crate's lattice may be off by that much.
MAX_SHIFT = 2.2


def to_ink(cells):
    """Returns stored bytes as ink."""
    return (cells.float() - 28) / 200


def views(cells, shift, turn, scale):
    """Returns patches cut from stored cells. Arguments are tensors with a value for each cell."""
    ratio = PATCH / SIDE
    cos, sin = torch.cos(turn), torch.sin(turn)
    theta = torch.zeros(len(cells), 2, 3)
    theta[:, 0, 0], theta[:, 0, 1] = cos * scale[:, 0] * ratio, -sin * scale[:, 1] * ratio
    theta[:, 1, 0], theta[:, 1, 1] = sin * scale[:, 0] * ratio, cos * scale[:, 1] * ratio
    theta[:, :, 2] = shift * (2 / SIDE)
    grid = functional.affine_grid(theta, (len(cells), 1, PATCH, PATCH), align_corners=False)
    return functional.grid_sample(to_ink(cells)[:, None], grid, padding_mode="border",
                                  align_corners=False)


def center_patches(cells):
    """Returns the patches that the crate sees if its lattice is exact."""
    edge = (SIDE - PATCH) // 2
    return to_ink(cells[:, None, edge:edge + PATCH, edge:edge + PATCH]).clamp(0, 1)


def shifted_patches(cells, generator):
    """Returns patches whose lattice is off by up to 1.5 pixels, for measurements."""
    count = len(cells)
    shift = (torch.rand(count, 2, generator=generator) - 0.5) * 3
    return views(cells, shift, torch.zeros(count), torch.ones(count, 2)).clamp(0, 1)


def random_patches(cells, generator):
    """Returns patches for training."""
    count = len(cells)

    def normal(*shape):
        return torch.randn(*shape, generator=generator)

    shift = (normal(count, 2) * 0.9).clamp(-MAX_SHIFT, MAX_SHIFT)
    turn = normal(count) * (1.5 * math.pi / 180)
    ink = views(cells, shift, turn, 1 + normal(count, 2) * 0.03)
    shape = (count, 1, 1, 1)
    ink = ink * (1 + normal(*shape) * 0.15) + normal(*shape) * 0.02
    ink = ink + normal(*ink.shape) * (normal(*shape).abs() * 0.02)
    return ink.clamp(0, 1)
