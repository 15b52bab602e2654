"""Numbers and lists as the harness's reports write them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

DASH = "–"


def count(number: int) -> str:
    """12345 as 12 345, with spaces that do not break."""
    return f"{number:,}".replace(",", "\u00a0")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """1 crash, 2 crashes."""
    return f"{count(number)} {noun if number == 1 else plural or noun + 's'}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """a, b and c."""
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def decimals(half_width: float) -> int:
    """The places, 3 at most: one digit of the half-width counts, two if the first is a 1."""
    if half_width <= 0:
        return 2
    digits, exponent = f"{half_width:.1e}".split("e")
    return max(0, min(3, -int(exponent) + (1 if digits[0] == "1" else 0)))


def estimate(value: dict[str, Any], scale: float = 1) -> str:
    """1.465 ± 0.007; an estimate that nothing was read for lies beyond its value."""
    if value.get("isBeyond"):
        return f"> {plain(value['value'] * scale)}"
    half = (value["upper"] - value["lower"]) / 2 * scale
    places = decimals(half)
    return f"{value['value'] * scale:.{places}f} ± {half:.{places}f}"


def rounded(value: dict[str, Any], scale: float = 1) -> str:
    """The value alone, with the places that its interval leaves."""
    if value.get("isBeyond"):
        return f"> {plain(value['value'] * scale)}"
    return f"{value['value'] * scale:.{decimals((value['upper'] - value['lower']) / 2 * scale)}f}"


def plain(number: float) -> str:
    """A level as a corpus writes it: 2, 1.37."""
    return f"{number:.10g}"


def threshold(value: dict[str, Any], harder: str = "smaller", levels: Sequence[str] = (), unit: str = "") -> str:
    """The failure threshold as an interval, mirrored where larger is harder, or the words for none."""
    fails, holds = (plain(value[key]) if key in value else "" for key in ("lower", "upper"))
    is_larger = harder == "larger"
    behind = f" {unit}" if unit else ""
    match value["kind"]:
        case "interval" if is_larger and levels and holds == plain(float(levels[0])):
            return f"certified only at {holds}{behind}; shown to fail at {fails}{behind}"
        case "interval":
            return f"[{holds}, {fails})" if is_larger else f"({fails}, {holds}]"
        case "at-most":
            return f"{'≥' if is_larger else '≤'} {holds}"
        case "above" if is_larger:
            return f"shown to fail at {fails}{behind}"
        case "above":
            return f"> {fails}"
        case "not-certified":
            return "not certified" + _observed(value, is_larger)
    return DASH


def _observed(value: dict[str, Any], is_larger: bool) -> str:
    """What was seen without being certified: reads at the easiest level, and the last level of 95 %."""
    seen = re.fullmatch(r"undecided reads=(\d+) trials=(\d+)", value.get("reason", ""))
    parts = [f"{seen[1]} of {seen[2]}"] if seen else []
    if "observed" in value:
        parts.append(f"{'up to' if is_larger else 'from'} {plain(value['observed'])}")
    return f" ({'; '.join(parts)})" if parts else ""


def milliseconds(value: float | None) -> str:
    """Three digits at most: 0.37, 4.2, 128."""
    if value is None:
        return DASH
    return f"{value:.2f}" if value < 1 else f"{value:.1f}" if value < 10 else f"{value:.0f}"


def percent_at_most(share: float) -> str:
    """An upper bound, rounded upwards: 0.02 %, 1.5 %."""
    percent = 100 * share
    scale = 100 if percent < 1 else 10
    return f"{math.ceil(percent * scale - 1e-9) / scale:.{2 if scale == 100 else 1}f} %"


def misreads(number: int, tried: int) -> str:
    """3 (≤ 0.06 %): misreads, and the exact one-sided 95 % upper bound of their rate."""
    return f"{count(number)} (≤ {percent_at_most(upper_bound(number, tried))})" if tried else DASH


def upper_bound(successes: int, trials: int, alpha: float = 0.05) -> float:
    """The exact one-sided upper bound of a rate (Clopper and Pearson, 1934), by bisection."""
    if successes >= trials:
        return 1.0
    low, high = successes / trials, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if _at_most(successes, trials, middle) > alpha:
            low = middle
        else:
            high = middle
    return high


def _at_most(successes: int, trials: int, rate: float) -> float:
    """The probability of so many successes or fewer."""
    if rate <= 0 or rate >= 1:
        return 1.0 if rate <= 0 else 0.0
    base = math.lgamma(trials + 1)
    return math.fsum(
        math.exp(
            base
            - math.lgamma(k + 1)
            - math.lgamma(trials - k + 1)
            + k * math.log(rate)
            + (trials - k) * math.log1p(-rate)
        )
        for k in range(successes + 1)
    )
