#!/usr/bin/env python3
"""Tries `harness configure` on random sample sets, and judges each recommendation on fresh images.

Each set is drawn: one to three symbologies, a range of module sizes, and conditions of its own. The
recommendation is compared with the decoder as it comes on images of another seed, which neither the search
nor its judge has seen. Prints a Markdown table; exits with 1 if a recommendation is significantly worse.

    scripts/configure-sets.py [--harness PATH] [--sets 20] [--first 1] [--folder DIR]
"""

import argparse
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

SYMBOLS = {
    "qr-code": "symbology: qr-code, version: {v}, ecc: M, payload: {{kind: alphanumeric, length: 14}}",
    "data-matrix": "symbology: data-matrix, size: {s}x{s}, payload: {{kind: digits, length: 10}}",
    "code-128": "symbology: code-128, payload: {{kind: alphanumeric, length: 10}}",
    "ean-13": "symbology: ean-13, payload: {{kind: gtin}}",
    "code-39": "symbology: code-39, payload: {{kind: code39, length: 8}}",
    "itf": "symbology: itf, payload: {{kind: digits, length: 10}}",
    "pdf417": "symbology: pdf417, columns: 4, ecc: 3, payload: {{kind: printable, length: 40}}",
    "aztec": "symbology: aztec, size: compact-3, payload: {{kind: alphanumeric, length: 20}}",
}


# Options that the answers demand: the decoder as it comes has them too.
DEMANDED = ("ean-add-on", "validate-itf-check", "validate-code39-check")


def corpus(number, seed, trials):
    """The corpus file of a set, and its description."""
    dice = random.Random(number)
    names = dice.sample(list(SYMBOLS), dice.choice([1, 1, 2, 3]))
    symbols = [
        SYMBOLS[name].format(v=dice.choice([2, 3, 4]), s=dice.choice([14, 16, 18])) for name in names
    ]
    several = len(names) > 1 and dice.random() < 0.4
    inverted = dice.random() < 0.2
    uneven = dice.random() < 0.3
    least = dice.uniform(1.8, 3)
    levels = ", ".join(short(least * factor) for factor in (1, 1.2, 1.5))
    low = dice.uniform(30, 60)
    condition = [
        "name: seen",
        f"rotation: {{random: [{-dice.choice([3, 10, 20])}, {dice.choice([4, 11, 21])}]}}",
        f"blur: {{random: [0.2, {short(dice.uniform(0.4, 0.8) * least / 2)}]}}",
        f"symbol-contrast: {{random: [{low:.0f}, {low + 20:.0f}]}}",
        "paper-reflectance: 85",
        f"read-noise: {{random: [1, {short(dice.uniform(2, 6))}]}}",
    ]
    if inverted:
        condition.append("inverted: true")
    if uneven:
        condition += ["gradient: {random: [30, 70]}", "gradient-direction: {random: [0, 360]}"]
    if several:
        items = "".join(f"\n      - {{{symbol}}}" for symbol in symbols)
        recipes = f"  - name: label\n    stack: {{spacing: 12}}\n    of:{items}\n"
    else:
        recipes = "".join(
            f"  - {{name: {name}, {symbol}}}\n" for name, symbol in zip(names, symbols)
        )
    text = (
        f"format: 1\nname: set-{number}\nversion: 1\ntitle: Set {number}\nquestion: Is it read?\n"
        f"seed: {seed}\nsymbols:\n{recipes}conditions: [{{{', '.join(condition)}}}]\n"
        f"sweep: {{axis: module-size, levels: [{levels}]}}\ntrials: {trials}\n"
    )
    words = "+".join(names) + (" in one image" if several else "")
    words += ", light on dark" if inverted else ""
    words += ", uneven light" if uneven else ""
    return text, words


def short(number):
    """A number in the shortest spelling, which corpus files ask for."""
    return f"{round(number, 2):g}"


def run(harness, *arguments, codes=(0,)):
    done = subprocess.run([harness, *arguments], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(arguments)}: exit {done.returncode}\n{done.stderr}")
    return done


def judged(harness, folder, number, recommendation):
    """The recommended decoder as --decoder takes it, and its scores beside the decoder as it comes."""
    configuration = recommendation["configuration"]
    options = configuration["options"]
    required = {name: value for name, value in options.items() if name in DEMANDED}

    def argument(settings, formats):
        words = configuration["decoder"]
        words += ":" + ",".join(f"{k}={v}" for k, v in sorted(settings.items())) if settings else ""
        return words + ("@formats:" + "+".join(sorted(formats)) if formats else "")

    chosen = argument(options, configuration["symbologies"])
    usual = argument(required, [])
    if chosen == usual:
        return chosen, None
    text, _ = corpus(number, seed=900_000 + number, trials=60)
    fresh = folder / f"fresh-{number}.yaml"
    fresh.write_text(text)
    out = folder / f"fresh-{number}"
    run(harness, "compare", "--corpus", str(fresh), "--decoder", f"usual={usual}",
        "--decoder", f"chosen={chosen}", "--output", str(out))
    return chosen, json.loads((out / "scores.json").read_text())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--harness", default="harness")
    parser.add_argument("--sets", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--folder", default=None)
    options = parser.parse_args()
    folder = pathlib.Path(options.folder or tempfile.mkdtemp(prefix="configure-sets-")).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    print("| set | samples | goal | recommended | reads, usual → chosen | only chosen / only usual | false | time |")
    print("|---:|:---|:---|:---|---:|---:|---:|---:|")
    worse = 0
    for number in range(options.first, options.first + options.sets):
        goal = ("reach", "speed", "safety")[number % 3]
        text, words = corpus(number, seed=number, trials=random.Random(-number).choice([4, 7, 12]))
        path = folder / f"set-{number}.yaml"
        path.write_text(text)
        samples = folder / f"set-{number}"
        run(options.harness, "corpus", "render", str(path), "--output", str(samples))
        out = folder / f"out-{number}"
        done = run(options.harness, "configure", str(samples), "--goal", goal, "--output", str(out),
                   codes=(0, 1))
        recommendation = json.loads((out / "recommendation.json").read_text())
        if done.returncode == 1:
            print(f"| {number} | {words} | {goal} | none: no decoder reads all | | | | |", flush=True)
            continue
        chosen, scores = judged(options.harness, folder, number, recommendation)
        if scores is None:
            print(f"| {number} | {words} | {goal} | {chosen} (as it comes) | | | | |", flush=True)
            continue
        row, is_worse = figures(scores)
        worse += is_worse
        print(f"| {number} | {words} | {goal} | {chosen} | {row} |", flush=True)
    print(f"\n{worse} of {options.sets} significantly worse than the decoder as it comes")
    sys.exit(1 if worse else 0)


def figures(scores):
    """The last cells of a row, and whether the choice is worse beyond chance."""
    decoders = {decoder["label"].split("@")[0]: decoder["total"] for decoder in scores["decoders"]}
    reads = {name: total["read"] for name, total in decoders.items()}
    false = {
        name: total["misread"] + total["falsePositive"] + total["wrongExtras"]
        for name, total in decoders.items()
    }
    pair = scores["comparisons"][0]
    is_better = pair["better"].startswith("chosen")
    only = (pair["onlyBetter"], pair["onlyWorse"])
    chosen, usual = only if is_better else only[::-1]
    ratio = pair.get("latencyRatio")
    time = "–"
    if ratio:
        # The pair's ratio is that of the worse one's time to the better one's.
        ends = [ratio["value"], ratio["lower"], ratio["upper"]]
        if is_better:
            ends = [1 / ends[0], 1 / ends[2], 1 / ends[1]]
        time = "{:.2f} [{:.2f}, {:.2f}]".format(*ends)
    is_worse = sign_test(usual, chosen) < 0.05 or sign_test(false["chosen"], false["usual"]) < 0.05
    row = (
        f"{reads['usual']} → {reads['chosen']} of {decoders['usual']['tried']} | {chosen} / {usual} "
        f"| {false['usual']} → {false['chosen']} | {time}"
    )
    return row, is_worse


def sign_test(losses, gains):
    """The exact one-sided p-value of so many losses among all differences (McNemar)."""
    number = losses + gains
    return sum(math.comb(number, k) for k in range(losses, number + 1)) / 2**number


if __name__ == "__main__":
    main()
