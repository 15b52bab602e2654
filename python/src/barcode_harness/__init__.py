"""Results of barcode-harness as pandas and polars frames, with its plots."""

from .columns import OBSERVATION, SCHEMA_VERSION, Column
from .plots import plot_curves
from .report import Report, ReportError, open_report
from .store import Store, StoreError

__all__ = [
    "OBSERVATION",
    "SCHEMA_VERSION",
    "Column",
    "Report",
    "ReportError",
    "Store",
    "StoreError",
    "open_report",
    "plot_curves",
]
