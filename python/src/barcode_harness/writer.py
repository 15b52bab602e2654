"""Writes columns from standard input to standard output, as a Parquet or Arrow IPC file.

`harness runs export --format parquet` starts this file and sends what Sources/Features/Runs/Document/Export/ColumnExport.swift
describes. Only `write` needs pyarrow; the rest needs the standard library alone.
"""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO

#: The exit code that says that pyarrow is missing.
LACKS_PYARROW = 69
#: The types of columns, with the number of buffers that each has.
BUFFERS = {
    "string": 3,
    "binary": 3,
    "category": 2,
    "int64": 2,
    "float64": 2,
    "bool": 2,
    "list<float64>": 4,
    "list<category>": 4,
}

Batch = tuple[int, list[list[bytes]]]


class CutOff(Exception):
    """The input ends before its end mark."""


def read_header(stream: BinaryIO) -> dict[str, Any]:
    """Reads the format, the columns and the data's origin."""
    (length,) = struct.unpack("<I", _exactly(stream, 4))
    header: dict[str, Any] = json.loads(_exactly(stream, length))
    return header


def read_batches(stream: BinaryIO, columns: list[dict[str, Any]]) -> Iterator[Batch]:
    """Reads batches until the end mark: the number of rows, and the buffers of each column."""
    while True:
        (rows,) = struct.unpack("<I", _exactly(stream, 4))
        if rows == 0:
            return
        yield rows, [
            [_buffer(stream) for _ in range(BUFFERS[column["type"]])] for column in columns
        ]


def _buffer(stream: BinaryIO) -> bytes:
    (length,) = struct.unpack("<I", _exactly(stream, 4))
    return _exactly(stream, length)


def _exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) != count:
        raise CutOff(f"the input ends {count - len(data)} bytes too early")
    return data


def write(source: BinaryIO, target: BinaryIO) -> None:
    """Writes the file, batch by batch."""
    import pyarrow as pa

    header = read_header(source)
    columns = header["columns"]
    schema = pa.schema(
        [_field(column) for column in columns],
        metadata={"barcode_harness": json.dumps(header["description"], sort_keys=True)},
    )
    sink = pa.PythonFile(target, mode="w")
    with _writer(header["format"], sink, schema) as writer:
        for rows, buffers in read_batches(source, columns):
            arrays = [
                _array(field.type, rows, parts, column["categories"])
                for field, parts, column in zip(schema, buffers, columns)
            ]
            batch = pa.RecordBatch.from_arrays(arrays, schema=schema)
            batch.validate(full=True)
            writer.write_batch(batch)
    target.flush()


def _writer(format: str, sink: Any, schema: Any) -> Any:
    if format == "arrow":
        import pyarrow as pa

        options = pa.ipc.IpcWriteOptions(compression="zstd")
        return pa.ipc.new_file(sink, schema, options=options)
    import pyarrow.parquet as parquet

    return parquet.ParquetWriter(sink, schema, compression="zstd", version="2.6")


def _field(column: dict[str, Any]) -> Any:
    import pyarrow as pa

    category = pa.dictionary(pa.int32(), pa.string())
    types = {
        "string": pa.string(),
        "binary": pa.binary(),
        "category": category,
        "int64": pa.int64(),
        "float64": pa.float64(),
        "bool": pa.bool_(),
        "list<float64>": pa.list_(pa.float64()),
        # Lists of dictionary-encoded texts are not read back by every reader of Parquet.
        "list<category>": pa.list_(pa.string()),
    }
    about = {"meaning": column["meaning"], "unit": column["unit"]}
    if column.get("neutral") is not None:
        about["neutral"] = repr(float(column["neutral"]))
    return pa.field(
        column["name"], types[column["type"]], nullable=column["isOptional"], metadata=about
    )


def _array(type: Any, rows: int, parts: list[bytes], categories: list[str]) -> Any:
    """An array of a type from its buffers: validity, offsets if it has any, values or elements."""
    import pyarrow as pa

    buffers = [pa.py_buffer(part) if part else None for part in parts]
    if buffers[-1] is None:
        buffers[-1] = pa.py_buffer(b"")
    if pa.types.is_dictionary(type):
        indices = pa.Array.from_buffers(pa.int32(), rows, buffers)
        return pa.DictionaryArray.from_arrays(indices, pa.array(categories, pa.string()))
    if pa.types.is_list(type):
        count = struct.unpack("<i", parts[1][-4:])[0]
        if pa.types.is_string(type.value_type):
            indices = pa.Array.from_buffers(pa.int32(), count, buffers[2:])
            texts = pa.array(categories, pa.string())
            elements = pa.DictionaryArray.from_arrays(indices, texts).cast(pa.string())
        else:
            elements = pa.Array.from_buffers(type.value_type, count, buffers[2:])
        return pa.Array.from_buffers(type, rows, buffers[:2], children=[elements])
    return pa.Array.from_buffers(type, rows, buffers)


def main() -> int:
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        return LACKS_PYARROW
    try:
        write(sys.stdin.buffer, sys.stdout.buffer)
    except (CutOff, OSError) as error:
        print(f"barcode_harness writer: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
