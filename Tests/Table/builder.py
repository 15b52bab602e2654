"""Small runs as figures, for tests of sentences."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "table"))


def estimate(value: float, half: float = 0.01) -> dict[str, float]:
    """An estimate with a symmetrical interval."""
    return {"value": value, "lower": value - half, "upper": value + half}


def decoder(
    label: str,
    rank: int | None,
    value: float = 0,
    *,
    standing: str = "ranked",
    tried: int = 1000,
    rate: bool = False,
    groups: tuple[str, ...] = ("qr/upright",),
    **counts: int,
) -> dict[str, Any]:
    """A decoder's part; without a rank it supports the corpus unless its standing says otherwise."""
    part: dict[str, Any] = {
        "label": label,
        "name": label,
        "library": label,
        "version": "1",
        "standing": standing,
        "total": {"tried": tried if standing != "unsupported" else 0, **counts},
        "causes": [],
        "groups": [],
    }
    if standing == "unsupported":
        return part
    if rank is not None:
        part |= {"rank": rank, "letters": "abcdefgh"[rank - 1]}
        part["sharedRate" if rate else "meanThreshold"] = estimate(value)
    part["groups"] = [
        {
            "group": group,
            "threshold": {"kind": "interval", "lower": 1.0, "upper": 1.5},
            "meanThreshold": estimate(value),
            "total": {"tried": tried},
        }
        for group in groups
    ]
    return part


def pair(
    better: str, worse: str, difference: float, significant: bool = True, rate: bool = False
) -> dict[str, Any]:
    """A paired comparison."""
    return {
        "better": better,
        "worse": worse,
        "pairs": 1000,
        "onlyBetter": 50,
        "onlyWorse": 0,
        "adjustedP": 0.001 if significant else 0.7,
        "isSignificant": significant,
        "rateDifference" if rate else "meanThresholdDifference": estimate(difference),
    }


def run(
    *decoders: dict[str, Any],
    pairs: tuple[dict[str, Any], ...] = (),
    harder: str = "smaller",
    symbologies: tuple[str, ...] = ("qr-code",),
    unit: str = "px",
) -> dict[str, Any]:
    """A run over one group for each symbology, `qr/upright` first."""
    names = ["qr/upright", *(f"{symbology}/upright" for symbology in symbologies[1:])]
    return {
        "command": ["compare", "--corpus", "tiny", "--trials", "60"],
        "corpus": {
            "name": "tiny",
            "version": 1,
            "title": "Tiny",
            "question": "Is it read?",
            "sha256": "0" * 64,
            "seed": 7,
            "axis": "module-size",
            "unit": unit,
            "harder": harder,
            "levels": ["1", "2"],
            "groups": [
                {"id": name, "symbologies": [symbology], "content": "symbols", "trials": 60}
                for name, symbology in zip(names, symbologies)
            ],
        },
        "basis": list(symbologies[:1]),
        "decoders": list(decoders),
        "pairs": list(pairs),
        "unavailable": [],
        "jobs": 2,
        "provenance": {
            "harnessVersion": "0.2.0",
            "startedAt": "2026-11-23T13:00:00Z",
            "system": "Debian",
            "processor": "A",
            "cores": 2,
        },
    }
