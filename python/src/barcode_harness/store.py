"""Reads a result store, which is an SQLite file, without ever writing to it."""

from __future__ import annotations

import json
import sqlite3
import struct
from collections.abc import Iterator
from math import floor, log10
from pathlib import Path
from typing import Any

from .columns import OBSERVATION
from .draws import drawn

#: The text `brch`, which marks the file as a result store.
APPLICATION_ID = 0x62726368

_MEANINGS = {"s": "same", "d": "different", "u": "unreadable"}
_ROWS = """
    SELECT trial, verdict, is_strict, misread_class, symbols, duplicates, wrong_extras, unjudged_extras,
      wall_ns, cpu_ns, was_retried, detail, printed, readings, outlines, meanings
    FROM observation WHERE cell = ? AND trial < ? ORDER BY trial
    """
_CELLS = """
    SELECT configured, group_index, level_index, cell, trials FROM run_cell WHERE run = ?
    ORDER BY configured, group_index, level_index
    """

Row = tuple[Any, ...]


class StoreError(Exception):
    """A store that cannot be read, with the reason."""


class Store:
    """A result store, opened for reading alone."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise StoreError(f"{path}: no such store; harness compare writes one")
        # Without a log beside it nobody writes, and SQLite need not make files of its own to read it.
        log = Path(f"{self.path}-wal")
        is_written = log.exists() and log.stat().st_size > 0
        uri = f"{self.path.resolve().as_uri()}?mode=ro{'' if is_written else '&immutable=1'}"
        try:
            self._connection = sqlite3.connect(uri, uri=True)
            (mark,) = self._connection.execute("PRAGMA application_id").fetchone()
        except sqlite3.Error as error:
            raise StoreError(f"{path}: {error}") from error
        if mark != APPLICATION_ID:
            raise StoreError(f"{path}: not a result store of barcode-harness")

    def runs(self) -> list[int]:
        """The numbers of the runs, the oldest first."""
        return [number for (number,) in self._connection.execute("SELECT id FROM run ORDER BY id")]

    def record(self, run: int | None = None) -> tuple[int, dict[str, Any]]:
        """A run's number and record; the latest run's where none is named."""
        runs = self.runs()
        if not runs:
            raise StoreError(f"{self.path}: it holds no runs; harness compare makes them")
        number = runs[-1] if run is None else run
        if number not in runs:
            known = ", ".join(map(str, runs))
            raise StoreError(f"{self.path}: it has no run {number}. Runs: {known}")
        (text,) = self._connection.execute(
            "SELECT record FROM run WHERE id = ?", (number,)
        ).fetchone()
        record: dict[str, Any] = json.loads(text)
        return number, record

    def parameters(self, run: int | None = None) -> list[str]:
        """The names of the columns that a run's parameters have, in alphabetical order."""
        corpus = self.record(run)[1]["corpus"]
        return [key.replace("-", "_") for key in _parameters(corpus)]

    def rows(self, run: int | None = None) -> Iterator[Row]:
        """The observations of a run: the columns of `columns.OBSERVATION`, then `parameters`."""
        number, record = self.record(run)
        corpus = record["corpus"]
        keys = _parameters(corpus)
        for decoder, group, level, cell, trials in self._connection.execute(_CELLS, (number,)):
            label = record["contestants"][decoder]["label"]
            name = corpus["groups"][group]["id"]
            text = corpus["levels"][level]
            values = _Values(corpus, name, text, keys)
            for row in self._connection.execute(_ROWS, (cell, trials)):
                head = (label, f"{corpus['name']}/{name}/{text}/{row[0]}", name, text)
                yield head + _observation(row) + values.of(row[0])

    def names(self, run: int | None = None) -> list[str]:
        """The names of the columns of `rows`."""
        return [column.name for column in OBSERVATION] + self.parameters(run)


def _observation(row: Row) -> Row:
    """The columns from `trial` on, in their types."""
    symbols, outlines, meanings = row[4], row[14], row[15]
    errors, overlaps = _outlines(outlines, len(symbols) if symbols else 1)
    return (
        *row[:2],
        bool(row[2]),
        *row[3:10],
        bool(row[10]),
        *row[11:14],
        errors,
        overlaps,
        None if meanings is None else [_MEANINGS.get(letter) for letter in meanings],
    )


def _outlines(
    packed: bytes | None, count: int
) -> tuple[list[float | None] | None, list[float | None] | None]:
    """Errors in modules and overlaps of a row's symbols; the store's layout is in its schema."""
    if packed is None:
        return None, None
    errors: list[float | None] = [None] * count
    overlaps: list[float | None] = [None] * count
    for place, (fit,) in enumerate(struct.iter_unpack("<I", packed)):
        if place >= count or fit == 0xFFFFFFFF:
            continue
        errors[place] = _error(fit & 0xFFFF)
        overlap = fit >> 16 & 0x3FF
        overlaps[place] = None if overlap == 0x3FF else overlap / 1000
    return errors, overlaps


def _error(bin: int) -> float:
    """The error in the middle of a bin one per cent wide, to four digits."""
    if bin == 0:
        return 0.0
    error: float = 0.001 * 1.01 ** (bin - 0.5)
    scale: float = 10.0 ** (3 - floor(log10(error)))
    return floor(error * scale + 0.5) / scale


def _parameters(corpus: dict[str, Any]) -> list[str]:
    """The keys of the parameters that the sweep or a condition sets."""
    keys = {corpus["axis"]}
    for condition in corpus.get("conditions") or []:
        keys |= {setting["parameter"] for setting in condition["settings"]}
    return sorted(keys)


class _Values:
    """The values of the parameters in one cell of a run, trial by trial."""

    def __init__(self, corpus: dict[str, Any], group: str, level: str, keys: list[str]) -> None:
        recipe, _, condition = group.rpartition("/")
        settings: dict[str, dict[str, Any]] = {}
        for record in corpus.get("conditions") or []:
            if record["name"] == condition:
                settings = {setting["parameter"]: setting for setting in record["settings"]}
        shares_scenes = corpus["axis"] in ("resolution", "time")
        self._origin: dict[str, Any] = {
            "seed": corpus["seed"],
            "recipe": recipe,
            "condition": condition,
            "level": "" if shares_scenes else level,
        }
        self._settings = [
            {"parameter": key, "values": [float(level)], "isRandom": False}
            if key == corpus["axis"]
            else settings.get(key)
            for key in keys
        ]

    def of(self, trial: int) -> tuple[float | None, ...]:
        return tuple(self._value(setting, trial) for setting in self._settings)

    def _value(self, setting: dict[str, Any] | None, trial: int) -> float | None:
        if setting is None or not setting["values"]:
            return None
        values = setting["values"]
        if not setting["isRandom"]:
            return float(values[trial % len(values)])
        return drawn(setting["parameter"], values[0], values[-1], trial=trial, **self._origin)
