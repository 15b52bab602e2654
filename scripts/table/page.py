"""The page "Which barcode decoder?", from figures and facts."""

from __future__ import annotations

from answers import (FRAME, Answer, all_symbologies, answers, frame_time, supported, wrong_readings)
from facts import Facts, Sourced
from plan import FUZZ, PHOTOS, SPEED, SYMBOLOGIES
from reports import table
from runs import Figures
from symbologies import NAMES
from words import DASH, count, listed, milliseconds, misreads, threshold

FOLDER = "which-decoder"


def page(figures: Figures, facts: Facts) -> str:
    """The whole page."""
    lines = ["# Which barcode decoder?", "", *_opening(figures), "", "## By question", ""]
    for answer in answers(figures):
        lines += [f"### {answer.question}", "", " ".join(answer.sentences), "", _links(answer), ""]
    lines += ["## The decoders", "", *_decoders(figures, facts), ""]
    lines += ["## Results over all runs", "", *_sums(figures), ""]
    lines += ["## Thresholds of all symbologies", "", *_symbologies(figures), ""]
    lines += ["## Not measured here", "", *_limits(figures, facts), ""]
    lines += ["## Making it again", "", *_again()]
    return "\n".join(lines) + "\n"


def _opening(figures: Figures) -> list[str]:
    days = sorted({run.table["provenance"]["startedAt"][:10] for run in figures.runs.values()})
    days = days if len(days) == 1 else [days[0], days[-1]]
    images = sum(wrong.images for wrong in wrong_readings(figures))
    decoders = figures.names
    return [
        f"{len(decoders)} decoders, {count(images)} decodes of drawn images, measured on {' to '.join(days)}. All decoders "
        "get the same images, each with the settings that its library starts with (`dmtx` with a limit that counts positions, not time). Which one is best depends on the "
        "question: there is no score over all of them.", "",
        "A decoder is called better than another one only where the exact paired test says so. Figures "
        "behind names are [mean thresholds](method.md#mean-threshold), ± their 95 % interval, and decode rates for photos. *Reliably* means that 95 % or more are "
        "[shown to be read](method.md#reliable-from). Behind misreads stands the upper 95 % bound of their "
        "rate: *0 (≤ 0.02 %)* is not never.",
    ]


def _links(answer: Answer) -> str:
    reports = listed(f"[{corpus}]({FOLDER}/{corpus}.md)" for corpus in answer.runs)
    return f"{'Report' if len(answer.runs) == 1 else 'Reports'}: {reports} · again: `make table RUNS=\"{' '.join(answer.runs)}\"`"


def _linked(fact: Sourced) -> str:
    return f"[{', '.join(fact.words)}]({fact.source})"


def _decoders(figures: Figures, facts: Facts) -> list[str]:
    rows, notes = [], []
    for name in figures.names:
        entry = facts.of(name)
        version, day = entry.latest.words
        mark = ""
        if entry.note:
            notes.append(f"- `{name}`: {entry.note}.")
            mark = " *"
        rows.append([f"`{name}`{mark}", f"[{entry.library}]({entry.home}) {figures.version(name)}, {entry.origin}",
                     f"[{version}, {day}]({entry.latest.source})", _linked(entry.licence), _linked(entry.platforms),
                     _linked(entry.bindings)])
    head = ["decoder", "measured", "latest release", "licence", "platforms", "languages"]
    return [f"Looked up on {facts.as_of}; each entry is linked to where it is said "
            f"([decoders.json]({FOLDER}/decoders.json)). Languages are those of the library's own project.", "",
            *table(head, rows), "", *notes]


def _sums(figures: Figures) -> list[str]:
    speed = figures.runs.get(SPEED)
    every = all_symbologies(figures)
    rows = []
    for wrong in wrong_readings(figures):
        name = wrong.decoder
        own = supported(figures, name)
        parts = [d for corpus, run in figures.runs.items() if corpus != PHOTOS and (d := run.decoder(name))]
        part = speed.decoder(name) if speed else None
        time = frame_time(speed, part, FRAME) if speed and part else None
        rows.append([f"`{name}`", f"{len(own)} of {len(every)}", str(sum(own.values())), count(wrong.images),
                     misreads(wrong.wrong, wrong.images),
                     *(count(sum(p.total(key) for p in parts)) for key in ("crash", "timeout", "failed")),
                     milliseconds(time)])
    head = ["decoder", "symbologies", "reliably", "images", "misread", "crashes", "timeouts", "failures",
            f"ms a frame of {FRAME.removesuffix('-px')} px"]
    return ["Over all drawn images; *reliably* counts the symbologies that are shown to be read from some module size on. The "
            "time is the slower one of the medians of a read and of a miss, over QR Code and Code 128.", "",
            *table(head, rows, right=1)]


def _symbologies(figures: Figures) -> list[str]:
    rows = []
    for corpus in SYMBOLOGIES:
        run = figures.runs.get(corpus)
        for group in run.corpus["groups"] if run else []:
            cells = []
            for name in figures.names:
                part = run.decoder(name) if run else None
                score = part.group(group["id"]) if part else None
                cells.append(_cell(score))
            rows.append([NAMES[group["symbologies"][0]], *cells])
    return ["The module size, in pixels, at which a decoder is shown to be unreliable and from which on it is shown to be "
            f"reliable, of clean upright symbols. {DASH}: does not support it. *not certified*: it reads, and a miss or "
            "two left too few trials to show 95 %. `> 8`: not reliable at 8 px. Mean thresholds with their intervals are in "
            f"the reports {listed(f'[{c}]({FOLDER}/{c}.md)' for c in SYMBOLOGIES if c in figures.runs)}.", "",
            *table(["symbology", *(f"`{name}`" for name in figures.names)], rows, right=1)]


def _cell(score: dict[str, object] | None) -> str:
    if not score:
        return DASH
    mean, limit = score.get("meanThreshold"), score["threshold"]
    assert isinstance(limit, dict)
    return "reads nothing" if isinstance(mean, dict) and mean.get("isBeyond") else threshold(limit)


def _limits(figures: Figures, facts: Facts) -> list[str]:
    lines = [f"- **{left.name}**: {left.reason}." for left in facts.left_out]
    photos = figures.runs.get(PHOTOS)
    if photos:
        lines.append(f"- **Your photos.** The photos here are {photos.table['source']} `make table "
                     "PHOTOS=path/to/photos PHOTOS_SOURCE=\"mine.\"` measures yours.")
    return lines + [
        "- **Other settings.** `harness tune` and `harness compare --decoder zxing:profile=tuned` compare settings; some "
        "faults here go away with one ([adapters.md](adapters.md)).",
        "- **Speed elsewhere.** Times are medians on one shared machine with one image in work; they rank decoders, and "
        "tell nothing about a phone. Adapters in Python and Java hand images over inside their process; that is not counted.",
        "- **Crumpled, curved, glossy**: drawn symbols show where sampling stops ([known-limits.md](known-limits.md), "
        "[realism.md](realism.md)).",
        "- **Memory, energy, size of the library, quality of the programming interface.**",
    ]


def _again() -> list[str]:
    return ["    make plugins                                     # the optional decoders",
            "    make table                                       # all runs, then these pages",
            "    make table RUNS=\"qr-small dpm\" TRIALS=20         # some of them, with fewer trials",
            "    make table DECODERS=\"zbar zxing-cpp\"             # some decoders", "",
            "Results are kept in `reports/table`: the same command carries on a run that was stopped. "
            f"[figures.json]({FOLDER}/figures.json) has every number of these pages, taken from `scores.json` and "
            f"`fuzz.json` of the runs; a test writes the pages from it again and compares them."]
