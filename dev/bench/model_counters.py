"""Compares exact counts of `ndoku count` with plain enumeration and with a model counter for Boolean
formulas (#SAT), on puzzles generated from a seed.

    python3 -m venv target/ganak && target/ganak/bin/pip install pyganak==2.8.0
    cargo build --release
    target/ganak/bin/python dev/bench/model_counters.py [--seconds 60] [--seed 1] [--ndoku target/release/ndoku]

There is one puzzle for each order of magnitude from 10^2 to 10^9: clues of a random grid that leave about
that many solutions. The formula for Ganak has a variable for each candidate that the clues leave. For each
cell, and for each digit in a house, it has a clause that one variable is true, and pairs that exclude each
other. Times are CPU seconds: of Ganak for its process, of ndoku on one thread without the start of the
process. A counter that takes longer than --seconds is stopped.
"""

import argparse
import json
import multiprocessing
import random
import resource
import subprocess
import time


def houses():
    rows = [[9 * r + c for c in range(9)] for r in range(9)]
    columns = [[9 * r + c for r in range(9)] for c in range(9)]
    boxes = [[27 * (b // 3) + 3 * (b % 3) + 9 * (k // 3) + k % 3 for k in range(9)] for b in range(9)]
    return rows + columns + boxes


def clauses(puzzle):
    """Returns the formula of a puzzle of 81 characters, after the clues have excluded candidates."""
    candidates = [set("123456789") if clue == "." else {clue} for clue in puzzle]
    for house in houses():
        for cell in house:
            if puzzle[cell] != ".":
                for peer in house:
                    if peer != cell:
                        candidates[peer].discard(puzzle[cell])
    number = {}
    for cell in range(81):
        for digit in sorted(candidates[cell]):
            number[cell, digit] = len(number) + 1
    formula = []

    def exactly_one(variables):
        formula.append(variables)
        for place, one in enumerate(variables):
            formula.extend([-one, -other] for other in variables[:place])

    for cell in range(81):
        exactly_one([number[cell, digit] for digit in sorted(candidates[cell])])
    for house in houses():
        for digit in "123456789":
            exactly_one([number[cell, digit] for cell in house if (cell, digit) in number])
    return formula


def ganak(puzzle, channel):
    import pyganak

    counter = pyganak.Counter()
    counter.add_clauses(clauses(puzzle))
    count = counter.count()
    usage = resource.getrusage(resource.RUSAGE_SELF)
    channel.send((count, usage.ru_utime + usage.ru_stime))


def run_ganak(seconds, puzzle):
    """Returns the count and CPU seconds of Ganak; None if it takes longer."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=ganak, args=(puzzle, theirs))
    process.start()
    answer = ours.recv() if ours.poll(seconds) else None
    process.kill()
    process.join()
    return answer


def run_count(program, puzzle):
    """Returns the seconds and count of `ndoku count`, the median of five runs."""
    runs = []
    for _ in range(5):
        text = subprocess.run([program, "count", "--json", "--verbose", "-j", "1", puzzle], capture_output=True, check=True, text=True).stdout
        record = json.loads(text)
        runs.append((record["seconds"], int(record["count"])))
    return sorted(runs)[2]


def run_enumerate(program, puzzle, seconds):
    """Returns the seconds of `ndoku enumerate`; None if it takes longer."""
    start = time.monotonic()
    try:
        subprocess.run([program, "-q", "enumerate", "-j", "1", puzzle], stdout=subprocess.DEVNULL, check=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    return time.monotonic() - start


def generate_puzzles(program, seed):
    """Yields a puzzle for each order of magnitude, with at least that many solutions and fewer than three times as many."""
    rng = random.Random(seed)
    for exponent in range(2, 10):
        while True:
            sample = [program, "-q", "enumerate", "--sample", "1", "--seed", str(rng.randrange(10**9)), "." * 81]
            grid = subprocess.run(sample, capture_output=True, check=True, text=True).stdout.strip()
            order = rng.sample(range(81), 81)
            lines = ["".join(digit if cell in order[:clues] else "." for cell, digit in enumerate(grid)) for clues in range(12, 34)]
            count = subprocess.run([program, "-q", "count"], input="\n".join(lines), capture_output=True, check=True, text=True).stdout
            fitting = [line for line, number in zip(lines, count.split()) if 1 <= int(number) / 10**exponent < 3]
            if fitting:
                yield fitting[0]
                break


def main():
    options = argparse.ArgumentParser(description="Compares exact counts with enumeration and Ganak.")
    options.add_argument("--seconds", type=float, default=60, help="time limit of each counter")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--ndoku", default="target/release/ndoku", help="the program")
    arguments = options.parse_args()
    print(f"{'solutions':>12} {'count':>10} {'enumerate':>18} {'Ganak':>22}")
    for puzzle in generate_puzzles(arguments.ndoku, arguments.seed):
        seconds, count = run_count(arguments.ndoku, puzzle)
        seconds = max(seconds, 1e-6)

        def format_time(other):
            if other is None:
                return f"> {arguments.seconds:.0f} s, > {arguments.seconds / seconds:,.0f}x"
            return f"{other:.3f} s, {other / seconds:,.0f}x"

        answer = run_ganak(arguments.seconds, puzzle)
        assert answer is None or answer[0] == count, f"{puzzle}: {answer[0]} by Ganak, {count} by ndoku"
        slow = run_enumerate(arguments.ndoku, puzzle, arguments.seconds)
        print(f"{count:12} {1e3 * seconds:7.2f} ms {format_time(slow):>18} {format_time(answer and answer[1]):>22}", flush=True)


if __name__ == "__main__":
    main()
