"""The columns of exported observations, in their order; a run's parameters follow.

A test compares them with the harness's own and with the table in docs/notebooks.md.
"""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """One column: its name, its type and its unit (empty for none)."""

    name: str
    type: str
    unit: str = ""


#: The version of the columns.
SCHEMA_VERSION = 1

#: The columns of an observation: one decoder's verdict on one sample.
OBSERVATION = (
    Column("decoder", "category"),
    Column("sample", "string"),
    Column("group", "category"),
    Column("level", "category"),
    Column("trial", "int64"),
    Column("verdict", "category"),
    Column("is_strict", "bool"),
    Column("misread_class", "category"),
    Column("symbols", "string"),
    Column("duplicates", "int64"),
    Column("wrong_extras", "int64"),
    Column("unjudged_extras", "int64"),
    Column("wall_ns", "int64", "ns"),
    Column("cpu_ns", "int64", "ns"),
    Column("was_retried", "bool"),
    Column("detail", "string"),
    Column("printed", "string"),
    Column("readings", "int64"),
    Column("outline_errors", "list<float64>", "modules"),
    Column("overlaps", "list<float64>"),
    Column("meanings", "list<category>"),
)

#: The verdicts, in the harness's order.
VERDICTS = (
    "read",
    "no-read",
    "misread",
    "crash",
    "timeout",
    "failed",
    "clean",
    "false-positive",
    "detected",
    "undetected",
    "wrong-code",
    "several",
    "cannot-select",
)

#: The kinds of error in a misread, in the harness's order.
MISREAD_CLASSES = (
    "wrong-symbology",
    "charset-only",
    "truncation",
    "surplus",
    "substitution",
    "other",
)
