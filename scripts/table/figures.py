"""The figures of the page: what it needs of each run's `scores.json` and `fuzz.json`, in one file.

The file is committed, so that the page can be written again, and checked, without a measurement.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Table = dict[str, Any]

SCHEMA_VERSION = 1
_GROUP = ("group", "threshold", "meanThreshold")
_COUNTS = (
    "tried",
    "read",
    "misread",
    "falsePositive",
    "crash",
    "timeout",
    "failed",
    "clean",
    "misreadUpperBound",
)
_DECODER = (
    "label",
    "name",
    "library",
    "version",
    "standing",
    "rank",
    "letters",
    "meanThreshold",
    "sharedRate",
    "coverage",
    "symbologies",
)
_PAIR = (
    "better",
    "worse",
    "pairs",
    "onlyBetter",
    "onlyWorse",
    "adjustedP",
    "isSignificant",
    "meanThresholdDifference",
    "rateDifference",
)


class FiguresError(Exception):
    """Figures that cannot be read, with the file and the reason."""


def read_json(path: Path) -> Table:
    """A JSON file with schema version 1."""
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise FiguresError(f"{path}: {fault.strerror}") from fault
    except ValueError as fault:
        raise FiguresError(f"{path}: it is not JSON: {fault}") from fault
    version = table.get("schemaVersion") if isinstance(table, dict) else None
    if version != SCHEMA_VERSION:
        raise FiguresError(
            f"{path}: schema version {version}; version {SCHEMA_VERSION} is read here"
        )
    return dict(table)


def comparison(scores: Table, command: list[str]) -> Table:
    """The part of a `scores.json` that the page needs, with the command that makes it again."""
    outcome = scores["outcome"]
    if outcome["wasStopped"] or "slice" in scores:
        raise FiguresError(
            f"{scores['corpus']['name']}: the run was stopped or is a slice; the same command "
            "carries it on"
        )
    corpus = scores["corpus"]
    groups = [
        {k: group[k] for k in ("id", "symbologies", "content", "trials")}
        for group in corpus["groups"]
    ]
    return {
        "command": command,
        "corpus": {
            k: corpus[k]
            for k in (
                "name",
                "version",
                "title",
                "question",
                "sha256",
                "seed",
                "axis",
                "unit",
                "harder",
                "levels",
            )
        }
        | {"groups": groups},
        "basis": scores.get("basis", {}).get("symbologies", []),
        "decoders": [_decoder(decoder) for decoder in scores["decoders"]],
        "pairs": [
            _pick(pair, _PAIR)
            for pair in scores["comparisons"] + scores.get("partialComparisons", [])
        ],
        "unavailable": scores["unavailable"],
        "jobs": scores["settings"]["jobs"],
        "provenance": scores["provenance"],
    }


def cpu_times(lines: Iterable[str]) -> Table:
    """Median CPU times in milliseconds, of reads and of misses, by decoder and group of an export.

    CPU times depend on the load of the machine far less than the wall clock does.
    """
    times: dict[str, dict[str, dict[str, list[float]]]] = {}
    for line in lines:
        row = json.loads(line)
        kind = {"read": "read", "no-read": "miss"}.get(row["verdict"])
        if kind:
            groups = times.setdefault(row["decoder"], {}).setdefault(row["group"], {})
            groups.setdefault(kind, []).append(row["cpuNanoseconds"] / 1e6)
    return {
        decoder: {
            group: {kind: round(statistics.median(values), 4) for kind, values in kinds.items()}
            for group, kinds in groups.items()
        }
        for decoder, groups in times.items()
    }


def fuzzing(report: Table, command: list[str]) -> Table:
    """The part of a `fuzz.json` that the page needs."""
    if report["wasStopped"]:
        raise FiguresError(f"fuzzing {report['decoder']['label']} was interrupted; run it again")
    return {
        "command": command,
        "label": report["decoder"]["label"],
        "version": report["decoder"]["version"],
        "corpus": _pick(report["corpus"], ("name", "version")),
        "inputs": report["inputs"],
        "groups": [_pick(group, ("verdict", "cause", "count")) for group in report["groups"]],
    }


def _decoder(decoder: Table) -> Table:
    slim = _pick(decoder, _DECODER)
    slim["total"] = _pick(decoder["total"], _COUNTS)
    slim["causes"] = [
        _pick(cause, ("verdict", "signature", "count")) for cause in decoder.get("causes", [])
    ]
    slim["groups"] = [
        _pick(group, _GROUP) | {"total": _pick(group["total"], _COUNTS)}
        for group in decoder["groups"]
    ]
    return slim


def _pick(table: Table, keys: tuple[str, ...]) -> Table:
    return {key: table[key] for key in keys if key in table}


def write(path: Path, figures: Table) -> None:
    """One line for each decoder and pair of a run, so that a difference shows where it is."""
    path.write_text(_text(figures, 3) + "\n", encoding="utf-8")


def _text(value: Any, depth: int, indent: str = "") -> str:
    """JSON with outer levels on lines of their own; below, each object of a list has a line."""
    inner = indent + " "
    if isinstance(value, dict) and depth > 0:
        parts = [
            f"{inner}{json.dumps(key)}: {_text(value[key], depth - 1, inner)}"
            for key in sorted(value)
        ]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], dict) and depth == 0:
        return "[\n" + ",\n".join(inner + _line(item) for item in value) + f"\n{indent}]"
    return _line(value)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
