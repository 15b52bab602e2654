"""Frames and plots of a report have the numbers of scores.json."""

from __future__ import annotations

from pathlib import Path

import pytest
from barcode_harness import ReportError, StoreError, open_report, plot_curves


def test_scores_are_those_of_the_table(folder: Path) -> None:
    report = open_report(folder)
    scores = report.scores()
    for decoder in report.table["decoders"]:
        for group in decoder["groups"]:
            row = scores[
                (scores["decoder"] == decoder["label"]) & (scores["group"] == group["group"])
            ]
            assert row["mean_threshold"].item() == group["meanThreshold"]["value"]
            assert row["read"].item() == group["total"]["read"]


def test_levels_count_as_the_observations_do(folder: Path) -> None:
    report = open_report(folder)
    observations = report.observations()
    reads = observations[observations["verdict"] == "read"].groupby(
        ["decoder", "group", "module_size"], observed=False
    )
    counted = reads.size().to_dict()
    levels = report.levels()
    assert len(levels) == 2 * 2 * 5
    for row in levels.itertuples():
        assert counted.get((row.decoder, row.group, row.level), 0) == row.read


def test_a_plot_has_a_curve_for_each_decoder(folder: Path, tmp_path: Path) -> None:
    figure = plot_curves(open_report(folder))
    assert [axes.get_title() for axes in figure.axes] == ["v1/turned", "v1/plain"]
    labels = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
    assert sorted(labels) == ["zbar", "zxing"]
    figure.savefig(tmp_path / "curves.png")
    assert (tmp_path / "curves.png").stat().st_size > 1000


def test_what_is_no_report_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="harness compare"):
        open_report(tmp_path / "nowhere")
    with pytest.raises(ReportError, match="scores.json is missing"):
        open_report(tmp_path).scores()
    with pytest.raises(StoreError, match="no such store"):
        open_report(tmp_path).observations()
    (tmp_path / "observations.sqlite").write_text("no store")
    with pytest.raises(StoreError):
        open_report(tmp_path).observations()
