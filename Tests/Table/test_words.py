"""Numbers are written as the harness's reports write them."""

from __future__ import annotations

import re
import unittest

from builder import ROOT

import words
from figures import read_json
from runs import Figures


class Numbers(unittest.TestCase):
    def test_estimates_are_written_as_in_the_readme(self) -> None:
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        found = re.findall(r"(\d+\.\d+) ± (\d+\.\d+)", text)
        self.assertGreater(len(found), 3)
        for value, half in found:
            number, width = float(value), float(half)
            made = words.estimate(
                {"value": number, "lower": number - width, "upper": number + width}
            )
            self.assertEqual(made, f"{value} ± {half}")

    def test_what_lies_beyond_the_levels_has_no_interval(self) -> None:
        beyond = {"value": 8, "lower": 8, "upper": 8, "isBeyond": True}
        self.assertEqual(words.estimate(beyond), "> 8")
        self.assertEqual(words.rounded(beyond), "> 8")

    def test_thresholds_have_the_words_of_the_reports(self) -> None:
        kinds = [
            ({"kind": "interval", "lower": 1.62, "upper": 2.0}, "(1.62, 2]"),
            ({"kind": "at-most", "upper": 1}, "≤ 1"),
            ({"kind": "above", "lower": 8}, "> 8"),
            ({"kind": "not-certified"}, "not certified"),
            ({"kind": "none"}, "–"),
        ]
        for value, text in kinds:
            self.assertEqual(words.threshold(value), text)

    def test_what_is_not_certified_says_what_was_seen(self) -> None:
        seen = {"kind": "not-certified", "reason": "undecided reads=59 trials=60"}
        self.assertEqual(words.threshold(seen), "not certified (59 of 60)")
        self.assertEqual(words.threshold(seen | {"observed": 2.5}), "not certified (59 of 60; from 2.5)")
        self.assertEqual(words.threshold(seen | {"observed": 2.5}, "larger"), "not certified (59 of 60; up to 2.5)")
        few = {"kind": "not-certified", "observed": 5, "reason": "too-few-trials needed=59 given=20"}
        self.assertEqual(words.threshold(few), "not certified (from 5)")

    def test_where_larger_is_harder_intervals_are_mirrored(self) -> None:
        levels = ["0", "2", "10"]
        kinds = [
            ({"kind": "interval", "lower": 10, "upper": 2}, "[2, 10)"),
            ({"kind": "interval", "lower": 10, "upper": 0}, "certified only at 0 %; shown to fail at 10 %"),
            ({"kind": "at-most", "upper": 10}, "≥ 10"),
            ({"kind": "above", "lower": 0}, "shown to fail at 0 %"),
        ]
        for value, text in kinds:
            self.assertEqual(words.threshold(value, "larger", levels, "%"), text)

    def test_bounds_are_those_of_the_harness(self) -> None:
        """scores.json has exact bounds of its own, of every decoder in every group of every run."""
        figures = Figures(read_json(ROOT / "docs/which-decoder/figures.json"))
        totals = [
            part["total"]
            for run in figures.runs.values()
            for d in run.decoders
            for part in (d.table, *d.table["groups"])
            if part["total"].get("tried")
        ]
        self.assertGreater(len(totals), 50)
        for total in totals:
            wrong = total.get("misread", 0) + total.get("falsePositive", 0)
            self.assertAlmostEqual(
                words.upper_bound(wrong, total["tried"]), total["misreadUpperBound"], delta=1e-7
            )

    def test_a_bound_is_rounded_upwards(self) -> None:
        self.assertEqual(words.misreads(0, 26400), "0 (≤ 0.02 %)")
        self.assertEqual(words.misreads(0, 59), "0 (≤ 5.0 %)")
        self.assertEqual(words.misreads(0, 0), "–")
        self.assertEqual(words.upper_bound(5, 5), 1)

    def test_times_have_three_digits_at_most(self) -> None:
        self.assertEqual(
            [words.milliseconds(t) for t in (None, 0.374, 4.21, 128.4)], ["–", "0.37", "4.2", "128"]
        )

    def test_lists_have_an_and(self) -> None:
        self.assertEqual(
            [words.listed("abc"[:n]) for n in range(4)], ["", "a", "a and b", "a, b and c"]
        )


if __name__ == "__main__":
    unittest.main()
