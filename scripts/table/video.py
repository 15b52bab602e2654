"""Frames of a video: times and reads of the same images, for each symbology."""

from __future__ import annotations

from dataclasses import dataclass

from runs import Decoder, Run
from symbologies import NAMES
from words import listed, milliseconds

#: The size of frame that is looked at, and the numbers of frames a second that may be wanted.
FRAME = "1280-px"
SIDE = FRAME.removesuffix("-px")
RATES = (30, 20, 10)
#: What is not timed in `resolution`, and asked for.
UNTIMED = "data-matrix"


@dataclass(frozen=True)
class Frames:
    """What a decoder does on the frames with one symbology."""

    #: The larger one of the medians of a read and of a miss, CPU time.
    milliseconds: float
    read: int
    tried: int

    @property
    def are_all_read(self) -> bool:
        """Whether a time of these frames is one of reading them."""
        return self.read == self.tried

    @property
    def reads(self) -> str:
        """12 of 12."""
        return f"{self.read} of {self.tried}"

    @property
    def rate(self) -> int:
        """The most frames a second of those that may be wanted, 0 if it is too slow for all."""
        return next((rate for rate in RATES if self.milliseconds <= budget(rate)), 0)


def budget(rate: int) -> float:
    """How long a frame may take, in milliseconds, at so many frames a second."""
    return 1000 / rate


def frames(run: Run, decoder: Decoder) -> dict[str, Frames]:
    """By symbology: the frames of the size that is looked at, of those that a decoder supports."""
    times = run.table.get("cpuMilliseconds", {}).get(decoder.table["label"], {})
    found = {}
    for group in run.corpus["groups"]:
        score, kinds = decoder.group(group["id"]), times.get(group["id"])
        if group["id"].endswith("/" + FRAME) and score and kinds:
            total = score["total"]
            found[group["symbologies"][0]] = Frames(max(kinds.values()), total.get("read", 0), total["tried"])
    return found


def common(run: Run) -> str:
    """The symbology on which all decoders with a rank can be compared."""
    return str((run.basis or run.symbologies)[0])


def of_common(run: Run) -> dict[str, Frames]:
    """The frames with that symbology, by decoder, the quickest first."""
    found = {d.name: own[common(run)] for d in run.decoders if common(run) in (own := frames(run, d))}
    return dict(sorted(found.items(), key=lambda item: (item[1].milliseconds, item[0])))


def quickest(run: Run) -> list[tuple[str, dict[str, Frames]]]:
    """The quickest, the quickest that reads all frames of the common symbology, and that reads all frames."""
    own = {d.name: frames(run, d) for d in run.decoders}
    order = list(of_common(run))
    every = {symbology for parts in own.values() for symbology in parts}
    able = [n for n in order if own[n][common(run)].are_all_read]
    whole = [n for n in able if own[n].keys() == every and all(f.are_all_read for f in own[n].values())]
    whole.sort(key=lambda n: max(f.milliseconds for f in own[n].values()))
    return [(names[0], own[names[0]]) for names in (order, able, whole) if names]


def sentences(run: Run) -> list[str]:
    """Who keeps up with how many frames a second."""
    found = of_common(run)
    limits = listed(f"{milliseconds(budget(rate))} ms at {rate}" for rate in reversed(RATES))
    text = [f"A frame may take {limits} frames a second."]
    parts = []
    for rate in (*RATES, 0):
        own = listed(_named(n, f) for n, f in found.items() if f.rate == rate)
        if own:
            parts.append(f"{f'at {rate} a second' if rate else f'not even at {RATES[-1]}'} {own}")
    if parts:
        tried = max(f.tried for f in found.values())
        text.append(
            f"On frames of {SIDE} × {SIDE} pixels with one {NAMES[common(run)]}, these keep up: {'; '.join(parts)}. "
            f"In bold are those that read all {tried} frames: a time says little of a decoder that does not read."
        )
    return text


def cautions(run: Run) -> list[str]:
    """What the times are, and what was not timed."""
    return [
        "Times are CPU time, the larger one of the medians of a read and of a miss.",
        "Each decoder is asked for all formats that it supports; [fewer cost less](#the-settings-that-were-measured).",
        f"Not timed here: frames without a code{'' if UNTIMED in run.symbologies else f', and {NAMES[UNTIMED]}'}.",
        "The times are of one machine: on a quicker one more decoders keep up.",
        "Counts of reads are no decode rates to rank decoders by: at 2 px per module some fail whatever the frame "
        "([data sheet](../Corpora/DATASHEETS.md#resolution)).",
    ]


def _named(name: str, found: Frames) -> str:
    shown = f"**{name}**" if found.are_all_read else name
    return f"{shown} ({milliseconds(found.milliseconds)} ms)"
