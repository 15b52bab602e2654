"""The plot of a report: decode rates over the sweep, with intervals and thresholds."""

from __future__ import annotations

from typing import Any

from .report import Report

#: Colours that people with any colour vision tell apart (Okabe and Ito, 2008).
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
_DASHES = ("-", "--", "-.", ":")


def plot_curves(report: Report, decoders: list[str] | None = None) -> Any:
    """Decode rate over the sweep: one plot for each group, one curve for each decoder.

    Bands are the 95 % intervals of `scores.json`. A thin line marks the level from which a decoder
    reads reliably, the dashed line the rate that this means. Returns matplotlib's figure.
    """
    from matplotlib.figure import Figure

    table = report.table
    groups = [group["id"] for group in table["corpus"]["groups"]]
    shown = [d for d in table["decoders"] if d["groups"] and (not decoders or d["label"] in decoders)]
    figure = Figure(figsize=(7, 3.2 * len(groups)), layout="constrained")
    for axes, name in zip(figure.subplots(len(groups), squeeze=False)[:, 0], groups):
        for place, decoder in enumerate(shown):
            for group in decoder["groups"]:
                if group["group"] == name:
                    _draw(axes, decoder["label"], group, place)
        axes.axhline(95, color="#888888", linewidth=0.8, linestyle=(0, (5, 4)))
        axes.set(
            title=name,
            xlabel=f"{table['corpus']['axis']}, {table['corpus']['unit']}",
            ylabel="decode rate, %",
            ylim=(-2, 102),
        )
        axes.legend(loc="lower right", frameon=False)
    return figure


def _draw(axes: Any, label: str, group: dict[str, Any], place: int) -> None:
    colour = COLOURS[place % len(COLOURS)]
    levels = [level for level in group["levels"] if level.get("readRate") is not None]
    xs = [float(level["level"]) for level in levels]
    axes.plot(
        xs,
        [100 * level["readRate"] for level in levels],
        color=colour,
        linestyle=_DASHES[place // len(COLOURS) % len(_DASHES)],
        marker=".",
        label=label,
    )
    axes.fill_between(
        xs,
        [100 * level["readRateInterval"]["lower"] for level in levels],
        [100 * level["readRateInterval"]["upper"] for level in levels],
        color=colour,
        alpha=0.15,
        linewidth=0,
    )
    reliable = group["threshold"].get("upper")
    if reliable is not None:
        axes.axvline(reliable, color=colour, linewidth=0.8)
