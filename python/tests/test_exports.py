"""Files, stores and lines of JSON hold the same observations."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from barcode_harness import OBSERVATION, Store, open_report, writer
from conftest import run


def _json_rows(folder: Path) -> list[dict[str, Any]]:
    lines = run("runs", "export", folder, "--format", "jsonl").splitlines()
    return [json.loads(line) for line in lines]


def _table(folder: Path, format: str, *more: str) -> pa.Table:
    file = folder.parent / f"export{len(more)}.{format}"
    run("runs", "export", folder, "--format", format, "--output", file, *more)
    if format == "parquet":
        return parquet.read_table(file)
    with pa.ipc.open_file(file) as reader:
        return reader.read_all()


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_a_file_holds_what_the_lines_of_json_hold(folder: Path, format: str) -> None:
    table, lines = _table(folder, format), _json_rows(folder)
    assert table.num_rows == len(lines) == 2 * 2 * 5 * 40
    names = {"moduleSize": "module_size", "readNoise": "read_noise", "isStrict": "is_strict"}
    for key in ["sample", "verdict", "trial", "moduleSize", "rotation", "blur", "readNoise", "isStrict"]:
        assert table[names.get(key, key)].to_pylist() == [line.get(key) for line in lines], key


def test_a_file_has_types_units_and_a_version(folder: Path) -> None:
    schema = _table(folder, "parquet").schema
    about = json.loads(schema.metadata[b"barcode_harness"])
    assert (about["schemaVersion"], about["corpus"]["name"]) == (1, "drawn")
    assert pa.types.is_dictionary(schema.field("verdict").type)
    assert schema.field("trial").type == pa.int64() and not schema.field("trial").nullable
    assert schema.field("detail").nullable
    assert schema.field("outline_errors").type.value_type == pa.float64()
    assert schema.field("wall_ns").metadata[b"unit"] == b"ns"
    assert schema.field("rotation").metadata[b"unit"] == "°".encode()


def test_readings_keep_their_bytes(folder: Path) -> None:
    table = _table(folder, "parquet", "--readings")
    lines = list(csv.DictReader(io.StringIO(run("runs", "export", folder, "--readings"))))
    assert table.num_rows == len(lines) > 100
    assert table.schema.field("bytes").type == pa.binary()
    assert [value.hex() for value in table["bytes"].to_pylist()] == [line["bytes"] for line in lines]


def test_a_store_has_the_rows_of_the_export(folder: Path) -> None:
    store = Store(folder / "observations.sqlite")
    table = _table(folder, "parquet")
    assert store.names() == table.column_names
    rows = [tuple(row.values()) for row in table.to_pylist()]
    assert list(store.rows()) == rows


def test_both_libraries_make_frames(folder: Path) -> None:
    report = open_report(folder)
    pandas_frame, polars_frame = report.observations(), report.observations(library="polars")
    assert list(pandas_frame.columns) == polars_frame.columns
    assert polars_frame.schema["verdict"] == polars.Categorical
    assert pandas_frame["trial"].dtype == "Int64"
    assert [c.name for c in OBSERVATION] == polars_frame.columns[: len(OBSERVATION)]


def test_a_store_is_left_as_it_was(folder: Path) -> None:
    before = sorted((p.name, p.stat().st_mtime_ns) for p in folder.iterdir())
    open_report(folder).observations()
    assert sorted((p.name, p.stat().st_mtime_ns) for p in folder.iterdir()) == before


def test_input_that_is_cut_off_is_no_file(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-I", writer.__file__], input=b"\x02\x00\x00\x00{", capture_output=True
    )
    assert done.returncode == 1 and b"1 bytes too early" in done.stderr
