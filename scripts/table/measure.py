"""Makes the runs of the plan. Their stores are kept: the same call carries them on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from figures import FiguresError, Table, comparison, cpu_times, fuzzing, read_json
from plan import (
    FUZZ,
    LABEL_DECODERS,
    LABELS,
    PHOTO_TITLES,
    PHOTOS,
    RUNS,
    SPEED,
    TUNING,
    VARIED,
    Run,
    fuzz_command,
    judge_command,
    name,
    tune_command,
)


@dataclass(frozen=True)
class Plan:
    """What is measured, with what, and where results are kept."""

    harness: Path
    output: Path
    decoders: tuple[str, ...]
    trials: int | None
    photos: Path | None
    source: str
    kept: bool


def measured(plan: Plan, wanted: list[str]) -> Iterator[tuple[str, str, Table]]:
    """The figures of each run: the section of `figures.json`, the name in it, the figures."""
    names = [run.corpus for run in RUNS] + [FUZZ, TUNING] + ([LABELS, PHOTOS] if plan.photos else [])
    for word in wanted:
        if word not in names:
            remedy = (
                "it needs --photos" if word in (LABELS, PHOTOS) else f"they are: {' '.join(names)}"
            )
            raise FiguresError(f"there is no run {word}; {remedy}")
    chosen = set(wanted or names)
    for run in RUNS:
        if run.corpus in chosen:
            words = run.command(plan.decoders, plan.trials)
            figures = _compare(plan, run.corpus, words, words)
            if run.corpus == SPEED:
                figures["cpuMilliseconds"] = cpu_times(_exported(plan, run.corpus))
            yield "runs", run.corpus, figures
    if plan.photos:
        labels = tuple(d for d in plan.decoders if name(d) in LABEL_DECODERS)
        for corpus, decoders in ((LABELS, labels), (PHOTOS, plan.decoders)):
            if corpus in chosen and decoders:
                yield "runs", corpus, _photos(plan, corpus, decoders)
    if FUZZ in chosen:
        for decoder in plan.decoders:
            yield "fuzz", name(decoder), _fuzz(plan, decoder)
    if TUNING in chosen:
        for decoder in plan.decoders:
            if name(decoder) in VARIED:
                yield "tuned", name(decoder), _tuned(plan, decoder)


def _compare(plan: Plan, corpus: str, words: list[str], shown: list[str]) -> Table:
    folder = plan.output / corpus
    if not plan.kept:
        _run(plan, [*words, "--quiet", "--output", str(folder)], {0})
    scores = read_json(folder / "scores.json")
    _refuse_other_plans(scores, words, folder)
    return comparison(scores, shown)


def _refuse_other_plans(scores: Table, words: list[str], folder: Path) -> None:
    """A kept run must be the one that its command makes."""
    wanted = {word for flag, word in zip(words, words[1:]) if flag == "--decoder"}
    if words[0] == "tune":  # Its settings are made of its options.
        wanted = {decoder["label"] for decoder in scores["decoders"]}
    absent = {decoder["label"] for decoder in scores["unavailable"]}
    found = {decoder["label"] for decoder in scores["decoders"]} | absent
    trials = {str(group["trials"]) for group in scores["corpus"]["groups"]}
    planned = {words[words.index("--trials") + 1]} if "--trials" in words else trials
    if found != wanted or trials != planned:
        raise FiguresError(
            f"{folder}: the run that is kept is another one; leave out --kept to make it"
        )


def _exported(plan: Plan, corpus: str) -> list[str]:
    words = [str(plan.harness), "runs", "export", str(plan.output / corpus), "--format", "jsonl"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise FiguresError(f"harness runs export {corpus} ended with exit code {done.returncode}")
    return done.stdout.splitlines()


def _photos(plan: Plan, run: str, decoders: tuple[str, ...]) -> Table:
    """The comparison on a folder of photos, whose place on this machine is nobody's business."""
    words = Run(str(plan.photos), None).command(decoders)
    shown = Run("path/to/photos", None).command(decoders)
    figures = _compare(plan, run, words, shown)
    title, question = PHOTO_TITLES[run]
    figures["corpus"] |= {"name": run, "title": title, "question": question}
    return figures | {"source": plan.source}


def _fuzz(plan: Plan, decoder: str) -> Table:
    folder = plan.output / f"{FUZZ}-{name(decoder)}"
    words = fuzz_command(decoder)
    report = folder / "fuzz.json"
    if report.exists():  # A fuzzing run has no store to carry on: what is complete is taken.
        print(
            f"table: {folder} is kept; without it {name(decoder)} is fuzzed again", file=sys.stderr
        )
    else:
        _run(plan, [*words, "--output", str(folder)], {0, 1})  # 1: something was found
    return fuzzing(read_json(report), words)


def _tuned(plan: Plan, decoder: str) -> Table:
    """A decoder with its default settings and with the best that were found, on images of their own."""
    words = tune_command(decoder, plan.trials)
    found = _compare(plan, f"{TUNING}-{name(decoder)}", words, words)["decoders"]
    labels = [decoder, best_setting(decoder, found)]
    words = judge_command(list(dict.fromkeys(labels)), plan.trials)
    judged = _compare(plan, f"{TUNING}-{name(decoder)}-judged", words, words)
    return judged | {"default": labels[0], "best": labels[1], "settings": len(found)}


def best_setting(default: str, settings: list[Table]) -> str:
    """The setting that reads the smallest; one that misreads more than the default settings is none."""
    wrong = {one["label"]: one["total"].get("misread", 0) for one in settings}
    means = {
        one["label"]: one["meanThreshold"]["value"]
        for one in settings
        if one.get("meanThreshold") and wrong[one["label"]] <= wrong[default]
    }
    return min(means, key=lambda label: (means[label], label != default), default=default)


def _run(plan: Plan, words: list[str], fine: set[int]) -> None:
    print(f"table: {' '.join(words[:3])} …", file=sys.stderr, flush=True)
    try:
        done = subprocess.run([str(plan.harness), *words], stdout=subprocess.DEVNULL, check=False)
    except OSError as fault:
        raise FiguresError(
            f"{plan.harness} cannot be run ({fault.strerror}); make build makes it"
        ) from fault
    if done.returncode not in fine:
        raise FiguresError(f"harness {' '.join(words)} ended with exit code {done.returncode}")
