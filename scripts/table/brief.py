"""What the page says first, and ZXing-C++ of a distribution beside the newest: from figures alone."""

from __future__ import annotations

from answers import all_symbologies, answers, supported
from facts import Facts
from plan import SPEED, SYMBOLOGIES
from reports import table
from runs import Figures, Run
from sentences import is_at_the_end, measure, reversed_parts, stands_on
from symbologies import NAMES
from video import SIDE, common, quickest
from words import DASH, listed, milliseconds

#: The runs that tell who reads the smallest of what.
SMALL = {"qr-small": "QR Codes", "datamatrix-small": "Data Matrix symbols"}


def in_short(figures: Figures, facts: Facts) -> list[str]:
    """A few sentences: who reads the smallest, the most, and is the quickest."""
    text = [sentence for corpus, what in SMALL.items() for sentence in _smallest(figures, corpus, what)]
    text += _smallest_of_all(figures)
    text += _most(figures)
    other = _quickest(figures)
    if not text and not other:
        return []
    packaged = [n for n in figures.names if facts.of(n).origin.startswith("Debian")]
    others = [n for n in figures.names if n not in packaged]
    if packaged and others:
        other.append(
            f"{listed(packaged)} come{'s' if len(packaged) == 1 else ''} with Debian; {listed(others)} "
            f"do{'es' if len(others) == 1 else ''} not: `harness list decoders NAME` says how "
            "to install one."
        )
    return [line for part in (text, other) if part for line in (" ".join(part), "")]


def _smallest(figures: Figures, corpus: str, what: str) -> list[str]:
    run = figures.runs.get(corpus)
    if not run or not run.ranked:
        return []
    first = [d for d in run.ranked if d.table["rank"] == 1]
    if not first:
        return []
    names = listed(f"**{d.name}** {d.table['version']} ({measure(run, d)})" for d in first)
    sure = "not significantly different" if len(first) > 1 else "significantly ahead of all others"
    text = f"{names} read{'s' if len(first) == 1 else ''} the smallest {what}"
    return [text + (f", {sure}." if len(run.ranked) > 1 else ".")]


def _smallest_of_all(figures: Figures) -> list[str]:
    """Who leads, of the decoders that read all of these symbologies, each of them significantly, if one does."""
    if not all(corpus in figures.runs for corpus in SMALL):
        return []
    runs = [figures.runs[corpus] for corpus in SMALL]
    able = [n for n in figures.names if all((d := run.decoder(n)) and d.is_ranked for run in runs)]
    for name in able:
        pairs = [run.pair(name, other) for run in runs for other in able if other != name]
        if pairs and all(pair and pair.is_significant and pair.better == name for pair in pairs):
            rest = listed(n for n in able if n != name)
            return [f"Of those that read both, **{name}** reads both smallest, significantly ahead of {rest}."]
    return [f"None of {listed(able)}, which read both, is significantly ahead in both."] if len(able) > 1 else []


def _most(figures: Figures) -> list[str]:
    if not all(corpus in figures.runs for corpus in SYMBOLOGIES):
        return []
    counts = {name: sum(supported(figures, name).values()) for name in figures.names}
    most = max(counts.values())
    names = [n for n in figures.names if counts[n] == most]
    return [
        f"{listed(f'**{n}** {figures.version(n)}' for n in names)} {'is' if len(names) == 1 else 'are'} shown to read "
        f"the most symbologies reliably: {most} of {len(all_symbologies(figures))}."
    ]


def _quickest(figures: Figures) -> list[str]:
    """The quickest, and if it does not read all frames, the quickest of those that do: time and reads of one kind."""
    run = figures.runs.get(SPEED)
    found = quickest(run) if run else []
    if not run or not found:
        return []
    (first, own), name = found[0], NAMES[common(run)]
    one = own[common(run)]
    text = (
        f"On frames of {SIDE} × {SIDE} pixels with one {name} **{first}** {figures.version(first)} is the quickest: "
        f"{milliseconds(one.milliseconds)} ms, {'and' if one.are_all_read else 'but'} it reads "
        f"{'' if one.are_all_read else 'only '}{one.reads}."
    )
    for place, (good, parts) in enumerate(found[1:]):
        if good == found[place][0]:
            continue
        others = [NAMES[symbology] for symbology in parts if symbology != common(run)]
        whole = f" of {listed([name, *others])}" if place else ""
        times = listed(
            f"{milliseconds(f.milliseconds)} ms" for s, f in parts.items() if place or s == common(run)
        )
        text += f" The quickest that reads all {one.tried}{whole} is **{good}** {figures.version(good)} ({times})."
    return [text + " Times are of one machine, with all formats asked for, and not tested."]


def releases(figures: Figures, facts: Facts) -> list[str]:
    """Two versions of one library side by side, where both were measured."""
    found = []
    for old in figures.names:
        for new in figures.names:
            same = facts.of(old).library == facts.of(new).library
            if same and figures.version(new) == facts.of(new).latest.words[0] != figures.version(old):
                found.append((old, new))
    lines: list[str] = []
    for old, new in found:
        library, origin = facts.of(old).library, facts.of(old).origin
        versions = figures.version(old), figures.version(new)
        rows = []
        for answer in answers(figures):
            run = figures.runs.get(answer.runs[0])
            if len(answer.runs) == 1 and run and answer.runs[0] != SPEED:
                rows += _row(answer.question, answer.runs[0], run, old, new)
        counts = [sum(supported(figures, n).values()) for n in (old, new)]
        rows.append(["Symbologies shown to be reliable", *map(str, counts), DASH])
        drawn = [figures.runs[corpus] for corpus in figures.drawn]
        parts = [[d for run in drawn if (d := run.decoder(n))] for n in (old, new)]
        crashes = [str(sum(d.total("crash") for d in own)) for own in parts]
        rows.append(["Crashes, drawn images", *crashes, DASH])
        head = ["question", f"`{old}` {versions[0]}", f"`{new}` {versions[1]}", "shown to differ"]
        lines += [
            f"## {library} of {origin} ({versions[0]}) against the newest ({versions[1]})",
            "",
            "The numbers of the questions above, side by side. *nearly all*: at the hardest level tried. *no*: the "
            "paired test does not tell them apart. Where the order is another one in a symbology or a condition by more "
            "than both intervals of 95 %, that is said behind it.",
            "",
            *table(head, rows, right=1),
            "",
        ]
    return lines


def _row(question: str, corpus: str, run: Run, old: str, new: str) -> list[list[str]]:
    parts, pair = [run.decoder(old), run.decoder(new)], run.pair(old, new)
    if not pair or not all(part and part.is_ranked for part in parts):
        return []
    numbers = [
        measure(run, part) + (" (nearly all)" if is_at_the_end(run, part) else "") for part in parts if part
    ]
    p = pair.table["adjustedP"]
    chance = "p < 0.0001" if p < 0.0001 else f"p = {p:.2g}"
    what = stands_on(run)
    sure = f"{what + ': ' if what else ''}{f'`{pair.better}`' if pair.is_significant else 'no'} ({chance})"
    orders = [(pair.better, pair.worse)] + ([] if pair.is_significant else [(pair.worse, pair.better)])
    others = [part for order in orders for part in reversed_parts(run, *order)]
    return [
        [
            f"{question}, [{corpus}](which-decoder/{corpus}.md)",
            *numbers,
            "; ".join([sure, *others]),
        ]
    ]
