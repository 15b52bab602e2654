"""Reports and stores as frames of pandas or polars."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

from .columns import OBSERVATION
from .store import Store

Library = Literal["pandas", "polars"]

_COUNTS = ("planned", "tried", "read", "misread", "crash", "timeout", "failed")


class ReportError(Exception):
    """A report that cannot be read, with the reason."""


class Report:
    """A report folder of `harness compare`, or a store alone.

    Thresholds, intervals and ranks are those of `scores.json`; nothing is estimated here.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if not self.path.exists():
            raise ReportError(f"{path}: no such report; harness compare writes one")
        self.folder = self.path if self.path.is_dir() else None

    @property
    def store(self) -> Store:
        """The store, opened for reading alone."""
        return Store(self.path / "observations.sqlite" if self.folder else self.path)

    @property
    def table(self) -> dict[str, Any]:
        """`scores.json` as it is; docs/scores.schema.json describes it."""
        file = self.path / "scores.json"
        if not self.folder or not file.is_file():
            raise ReportError(f"{self.path}: scores.json is missing; name a report folder")
        table: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        if table.get("schemaVersion") != 1:
            raise ReportError(
                f"{file}: schema version {table.get('schemaVersion')}, and this package reads 1"
            )
        return table

    def scores(self, library: Library = "pandas") -> Any:
        """A row for each decoder and group: threshold, mean threshold, counts, times."""
        return _frame([_group(d, g) for d, g in self._groups()], library)

    def levels(self, library: Library = "pandas") -> Any:
        """A row for each decoder, group and level: counts, and the decode rate with its interval."""
        rows = [
            {
                "decoder": decoder["label"],
                "group": group["group"],
                "level": float(level["level"]),
                "tried": level["counts"].get("tried", 0),
                "read": level["counts"].get("read", 0),
                "misread": level["counts"].get("misread", 0),
                "rate": level.get("readRate"),
                "rate_lower": level["readRateInterval"]["lower"],
                "rate_upper": level["readRateInterval"]["upper"],
            }
            for decoder, group in self._groups()
            for level in group["levels"]
        ]
        return _frame(rows, library)

    def observations(self, run: int | None = None, library: Library = "pandas") -> Any:
        """A row for each decoder and sample, with the columns of `harness runs export`.

        All rows are held in memory: for millions of them, export Parquet and read that.
        """
        store = self.store
        names = store.names(run)
        columns: list[list[Any]] = [[] for _ in names]
        for row in store.rows(run):
            for column, value in zip(columns, row):
                column.append(value)
        types = {column.name: column.type for column in OBSERVATION}
        return _typed(dict(zip(names, columns)), types, library)

    def _groups(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        return [(d, group) for d in self.table["decoders"] for group in d["groups"]]


def open_report(path: str | Path) -> Report:
    """Opens a report folder or a store."""
    return Report(path)


def _group(decoder: dict[str, Any], group: dict[str, Any]) -> dict[str, Any]:
    threshold = group["threshold"]
    mean = group.get("meanThreshold") or {}
    latency = group["latency"]
    row: dict[str, Any] = {
        "decoder": decoder["label"],
        "version": decoder["version"],
        "rank": decoder.get("rank"),
        "group": group["group"],
        "threshold": threshold["kind"],
        "fails_at": threshold.get("lower"),
        "reliable_from": threshold.get("upper"),
        "mean_threshold": mean.get("value"),
        "mean_threshold_lower": mean.get("lower"),
        "mean_threshold_upper": mean.get("upper"),
    }
    row |= {name: group["total"].get(name, 0) for name in _COUNTS}
    row |= {
        "read_ms": latency.get("readMedian"),
        "miss_ms": latency.get("missMedian"),
    }
    return row


def _frame(rows: list[dict[str, Any]], library: Library) -> Any:
    if library == "polars":
        import polars

        return polars.DataFrame(rows, infer_schema_length=None)
    import pandas

    return pandas.DataFrame(rows)


def _typed(data: dict[str, list[Any]], types: dict[str, str], library: Library) -> Any:
    """A frame whose columns have the types of an export; parameters are real numbers."""
    if library == "polars":
        import polars

        known: dict[str, Any] = {
            "category": polars.Categorical,
            "string": polars.String,
            "int64": polars.Int64,
            "float64": polars.Float64,
            "bool": polars.Boolean,
            "list<float64>": polars.List(polars.Float64),
            "list<category>": polars.List(polars.String),
        }
        return polars.DataFrame(
            data, schema={name: known[types.get(name, "float64")] for name in data}
        )
    import pandas

    frame = pandas.DataFrame(data)
    nullable = {
        "category": "category",
        "string": "string",
        "int64": "Int64",
        "float64": "Float64",
        "bool": "boolean",
    }
    return frame.astype(
        {
            name: nullable[types.get(name, "float64")]
            for name in data
            if types.get(name, "float64") in nullable
        }
    )
