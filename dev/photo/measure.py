"""Figures about predictions: errors, images with any wrong cell, calibration."""

import numpy as np
import torch
from torch.nn import functional

from network import CLASSES


def fit_temperature(logits, labels):
    """Returns the temperature that makes the log loss smallest."""
    grid = np.exp(np.linspace(np.log(0.4), np.log(4), 60))
    losses = [functional.cross_entropy(logits / value, labels).item() for value in grid]
    return float(grid[int(np.argmin(losses))])


def calibration_table(probability, labels):
    """Returns lines of (confidence from, to, cells, mean confidence, share right)."""
    best, guess = probability.max(1)
    right = (guess == labels).numpy()
    best = best.numpy()
    rows = []
    for low, high in ((0, .5), (.5, .8), (.8, .95), (.95, .99), (.99, .999), (.999, 1.01)):
        inside = (best >= low) & (best < high)
        if inside.any():
            count = int(inside.sum())
            rows.append((low, min(high, 1), count, best[inside].mean(), right[inside].mean()))
    return rows


def calibration_error(probability, labels):
    """Returns the expected calibration error over the bands of `calibration_table`."""
    rows = calibration_table(probability, labels)
    total = sum(row[2] for row in rows)
    return sum(row[2] * abs(row[3] - row[4]) for row in rows) / total


def report(title, logits, labels, images=None):
    """Prints the figures of one set of predictions. `images` numbers the image of each cell."""
    probability = functional.softmax(logits, 1)
    guess = probability.argmax(1)
    wrong = guess != labels
    share = 100 * wrong.float().mean()
    line = f"{title}: {len(labels)} cells, {int(wrong.sum())} wrong ({share:.3f} %)"
    if images is not None:
        bad = len(set(images[wrong.numpy()].tolist()))
        line += f", {bad} of {len(set(images.tolist()))} images with any"
    loss = functional.cross_entropy(logits, labels).item()
    line += f", log loss {loss:.5f}, calibration error {calibration_error(probability, labels):.5f}"
    print(line, flush=True)
    for low, high, count, mean, right in calibration_table(probability, labels):
        print(f"    confidence {low:5.3f} to {high:5.3f}: {count:6d} cells, "
              f"mean {mean:.4f}, right {right:.4f}")
    return wrong


def report_digits(logits, labels, images):
    """Prints the errors if handwriting counts as empty, as in a puzzle that is read."""
    guess = logits.argmax(1)
    wrong = torch.where(guess == CLASSES - 1, torch.zeros_like(guess), guess) != labels
    bad = len(set(images[wrong.numpy()].tolist()))
    print(f"    with handwriting as empty: {int(wrong.sum())} wrong, "
          f"{bad} of {len(set(images.tolist()))} images with any")


def report_classes(logits, labels):
    """Prints which classes are mistaken for which."""
    guess = logits.argmax(1)
    table = torch.zeros(CLASSES, CLASSES, dtype=torch.int64)
    for truth, found in zip(labels.tolist(), guess.tolist()):
        table[truth, found] += 1
    print("    truth (rows) and guess (columns)")
    for row in table.tolist():
        print("    " + " ".join(f"{value:5d}" for value in row))
