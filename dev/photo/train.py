"""Trains the digit network and writes `weights.bin` and the references of its Rust test.

README.md beside this file says how to run it.
"""

import argparse
import copy
import hashlib
import math
import os
import time

import cv2
import numpy as np
import torch
from torch.nn import functional

import augment
import measure
import network
from fonts import FontBank, load_fonts
from photos import load_photos
from render import OTHER, render_cells

FOLDS = 5
BATCH = 128
# Share of handwriting among the cells of real photographs. Training has more of it.
OTHER_SHARE = 0.04


def parse_options():
    """Returns the options of the command line."""
    here = os.path.dirname(os.path.abspath(__file__))
    crate = os.path.join(here, "..", "..", "crates", "ndoku-photo")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", help="folder with outlines.csv and train/ [default: none]")
    parser.add_argument("--fonts", default="/usr/share/fonts", help="folder of fonts")
    parser.add_argument("--out", default=crate, help="folder for weights.bin and testdata/")
    parser.add_argument("--cache", help="folder that keeps rendered cells between runs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cells", type=int, default=60_000, help="rendered cells")
    parser.add_argument("--epochs", type=int, default=8, help="epochs over rendered cells")
    parser.add_argument("--tune", type=int, default=3, help="epochs with photographs")
    parser.add_argument("--start", help="state of a network to tune instead of training one")
    parser.add_argument("--save", help="file for the state before tuning")
    parser.add_argument("--cross-validate", action="store_true", help="report on five folds first")
    parser.add_argument("--folds", help="folder for the weights of each fold")
    parser.add_argument("--sheet", help="file for the logits of cross-validation")
    parser.add_argument("--short", action="store_true", help="tiny data, one epoch: for tests")
    options = parser.parse_args()
    if options.short:
        options.cells, options.epochs, options.tune = 1500, 1, 1
    return options


def cached(folder, name, make):
    """Returns the arrays that `make` returns, kept in a file if there is a folder."""
    path = os.path.join(folder, name + ".npz") if folder else None
    if path and os.path.exists(path):
        with np.load(path) as file:
            return tuple(file[key] for key in sorted(file.files))
    found = make()
    if path:
        os.makedirs(folder, exist_ok=True)
        np.savez(path, **{f"part{index}": part for index, part in enumerate(found)})
    return found


def file_hash(*names):
    """Returns a short hash of files beside this one."""
    found = hashlib.md5()
    for name in names:
        with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), "rb") as file:
            found.update(file.read())
    return found.hexdigest()[:8]


def load_bank(options):
    """Returns the faces: a few in the short form."""
    if options.short:
        return load_fonts(40, options.fonts)

    def make():
        bank = load_fonts(None, options.fonts)
        return np.array(bank.names), bank.masks, bank.sizes

    key = file_hash("fonts.py", "excluded_fonts.txt")
    names, masks, sizes = cached(options.cache, f"fonts-{key}", make)
    return FontBank([str(name) for name in names], masks, sizes)


def rendered(options, bank, held_out, count):
    """Returns rendered cells and labels as tensors."""
    key = file_hash("fonts.py", "render.py", "excluded_fonts.txt", "handwriting_fonts.txt")
    seed = options.seed * 2 + held_out
    name = f"rendered-{held_out:d}-{len(bank.names)}-{count}-{seed}-{key}"
    cells, labels = cached(options.cache, name, lambda: render_cells(bank, held_out, count, seed))
    return torch.from_numpy(cells), torch.from_numpy(labels)


def train(net, cells, labels, epochs, rate, seed):
    """Trains with a rate that rises for a tenth of the steps, and then falls."""
    generator = torch.Generator().manual_seed(seed)
    torch.manual_seed(seed)
    net.to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01)
    steps = epochs * (len(cells) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=max(2, steps),
                                                   pct_start=0.1)
    for epoch in range(epochs):
        net.train()
        order = torch.randperm(len(cells), generator=generator)
        total, began = 0.0, time.time()
        for at in range(0, len(order) - BATCH + 1, BATCH):
            chosen = order[at:at + BATCH]
            patches = augment.random_patches(cells[chosen], generator)
            patches = patches.contiguous(memory_format=torch.channels_last)
            loss = functional.cross_entropy(net(patches), labels[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        mean = total / max(1, len(order) // BATCH)
        print(f"  epoch {epoch + 1}: loss {mean:.4f}, {time.time() - began:.0f} s", flush=True)
    net.eval()
    return net


def predict(net, patches):
    """Returns the logits of the network with int8 weights."""
    exact = network.QuantizedNet(network.layers_of(net.eval()))
    return torch.cat([exact.logits(patches[at:at + 512]) for at in range(0, len(patches), 512)])


def tune(net, photo_cells, photo_labels, cells, labels, options, seed):
    """Returns a copy of the network that has also seen photographs."""
    if photo_cells is None:
        return net
    count = min(len(cells), len(photo_cells))
    mixed = torch.cat([photo_cells, cells[:count]])
    mixed_labels = torch.cat([photo_labels, labels[:count]])
    tuned = train(copy.deepcopy(net), mixed, mixed_labels, options.tune, 1.5e-3, seed)
    share = (mixed_labels == OTHER).float().mean().item()
    with torch.no_grad():
        tuned.dense.bias[OTHER] += math.log(OTHER_SHARE / (1 - OTHER_SHARE) / share * (1 - share))
    return tuned


def puzzle_folds(labels):
    """Returns the fold of each photograph. Photographs of one puzzle are in one fold."""
    keys = [hashlib.md5(grid.tobytes()).hexdigest() for grid in labels]
    order = sorted(set(keys))
    return np.array([order.index(key) % FOLDS for key in keys])


def write_folds(folder, nets, temperature):
    """Writes the weights of each fold, and the names of the photographs that it has not seen."""
    os.makedirs(folder, exist_ok=True)
    for fold, (net, names) in enumerate(nets):
        path = os.path.join(folder, f"fold{fold}")
        network.write_weights(path + ".bin", network.layers_of(net.eval(), temperature))
        with open(path + ".txt", "w", encoding="utf-8") as file:
            file.writelines(f"{name}\n" for name in names)


def cross_validate(net, photos, cells, labels, options):
    """Prints the figures of five folds.

    Returns the logits of all cells, and for each fold its network and the photographs left out.
    """
    names, photo_cells, photo_labels = photos
    folds = puzzle_folds(photo_labels)
    photo_cells, photo_labels = torch.from_numpy(photo_cells), torch.from_numpy(photo_labels)
    images = np.repeat(np.arange(len(names)), 81)
    plain = torch.zeros(len(names) * 81, network.CLASSES)
    shifted = torch.zeros_like(plain)
    nets = []
    for fold in range(FOLDS):
        inside = torch.from_numpy(folds != fold)
        print(f"fold {fold}: {int((~inside).sum())} photographs left out")
        tuned = tune(net, photo_cells[inside].flatten(0, 1), photo_labels[inside].flatten(), cells,
                     labels, options, options.seed + fold)
        left_out = photo_cells[~inside].flatten(0, 1)
        nets.append((tuned, [names[at] for at in np.flatnonzero(folds == fold)]))
        where = np.isin(images, np.flatnonzero(folds == fold))
        generator = torch.Generator().manual_seed(fold)
        plain[where] = predict(tuned, augment.center_patches(left_out))
        shifted[where] = predict(tuned, augment.shifted_patches(left_out, generator))
    truth = photo_labels.flatten()
    wrong = measure.report("photographs, cross-validated", plain, truth, images)
    measure.report_digits(plain, truth, images)
    for at in np.flatnonzero(wrong.numpy())[:40]:
        print(f"    {names[at // 81]} row {at % 81 // 9 + 1} column {at % 9 + 1}: "
              f"{truth[at]} read as {plain[at].argmax()}")
    measure.report("the same, off by up to 1.5 pixels", shifted, truth, images)
    measure.report_digits(shifted, truth, images)
    return plain, shifted, nets


def write_references(held, options):
    """Writes a few held-out cells with the probabilities that the crate must compute."""
    exact = network.QuantizedNet(network.read_weights(os.path.join(options.out, "weights.bin")))
    cells, labels = held
    patches = augment.center_patches(cells[:2000])
    # The crate's test reads bytes, and so do these references.
    stored = torch.round(patches * 255).to(torch.uint8)
    probability = functional.softmax(exact.logits(stored.float() / 255), 1)
    sure = (probability.argmax(1) == labels[:2000]) & (probability.max(1)[0] > 0.9)
    chosen = []
    for label in range(network.CLASSES):
        chosen += torch.nonzero(sure & (labels[:2000] == label))[:2, 0].tolist()
    # Three that are doubtful: there, differences show.
    chosen += torch.argsort(probability.max(1)[0])[:3].tolist()
    folder = os.path.join(options.out, "testdata")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "digit_patches.bin"), "wb") as file:
        file.write(stored[chosen].numpy().tobytes())
    with open(os.path.join(folder, "digit_patches.txt"), "w", encoding="utf-8") as file:
        for place, at in enumerate(chosen):
            name = str(int(labels[at])) if place < len(chosen) - 3 else "-"
            file.write(" ".join([name] + [f"{value:.6f}" for value in probability[at]]) + "\n")


def main():
    """Runs the whole training."""
    options = parse_options()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    bank = load_bank(options)
    print(f"{len(bank.names)} faces, {int(bank.is_held_out.sum())} held out", flush=True)
    cells, labels = rendered(options, bank, False, options.cells)
    held = rendered(options, bank, True, max(300, options.cells // 10))
    photos = None
    if options.photos:
        photos = cached(options.cache, "photos", lambda: load_photos(options.photos))
    net = network.DigitNet()
    if options.start:
        net.load_state_dict(torch.load(options.start))
    else:
        net = train(net, cells, labels, options.epochs, 4e-3, options.seed)
    if options.save:
        torch.save(net.state_dict(), options.save)
    held_logits = predict(net, augment.center_patches(held[0]))
    measure.report("rendered cells, held-out fonts, before tuning", held_logits, held[1])
    temperature = measure.fit_temperature(held_logits, held[1])
    if options.cross_validate and photos:
        plain, shifted, nets = cross_validate(net, photos, cells, labels, options)
        if options.sheet:
            np.savez(options.sheet, plain=plain.numpy(), shifted=shifted.numpy())
        # Real photographs decide. Drawn cells are harder, so that nothing would be certain.
        temperature = measure.fit_temperature(shifted, torch.from_numpy(photos[2]).flatten())
        if options.folds:
            write_folds(options.folds, nets, temperature)
    if photos:
        net = tune(net, torch.from_numpy(photos[1]).flatten(0, 1),
                   torch.from_numpy(photos[2]).flatten(), cells, labels, options, options.seed)
        held_logits = predict(net, augment.center_patches(held[0]))
    print(f"temperature {temperature:.3f}")
    measure.report("rendered cells, held-out fonts", held_logits / temperature, held[1])
    measure.report_classes(held_logits, held[1])
    layers = network.layers_of(net, temperature)
    os.makedirs(options.out, exist_ok=True)
    network.write_weights(os.path.join(options.out, "weights.bin"), layers)
    write_references(held, options)


if __name__ == "__main__":
    main()
