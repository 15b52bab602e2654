"""What the page says first follows from the figures."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from builder import ROOT

from brief import in_short, releases
from facts import read as read_facts
from figures import read_json
from runs import Figures
from sentences import reversed_parts, stands_on


def of_the_docs() -> tuple[Figures, object]:
    folder = Path(ROOT) / "docs" / "which-decoder"
    return Figures(read_json(folder / "figures.json")), read_facts(folder / "decoders.json")


class Brief(unittest.TestCase):
    def test_the_page_opens_with_the_smallest_the_most_and_the_quickest(self) -> None:
        text = " ".join(in_short(*of_the_docs()))
        for part in ("read the smallest QR Codes", "read the most symbologies reliably: ", "is the quickest: "):
            self.assertIn(part, text)
        # The quickest that misses a third of its images is not named alone.
        self.assertIn("The quickest that reads 95 % or more is **", text)

    def test_the_smallest_of_two_symbologies_are_named(self) -> None:
        text = " ".join(in_short(*of_the_docs()))
        self.assertIn("the smallest QR Codes", text)
        self.assertIn("the smallest Data Matrix symbols", text)

    def test_a_difference_between_versions_says_for_which_symbology_it_holds(self) -> None:
        figures, facts = of_the_docs()
        rows = {
            found[1]: found[2]
            for line in releases(figures, facts)
            if (found := re.search(r"which-decoder/(.+)\.md\).* \| (.+) \|$", line))
        }
        reversals = 0
        for corpus, cell in rows.items():
            run = figures.runs[corpus]
            first, *others = cell.split("; ")
            self.assertEqual(first.split(" (")[0].rpartition(": ")[0], stands_on(run), corpus)
            pair = run.pair("zxing", "zxing-cpp")
            assert pair
            expected = reversed_parts(run, pair.better, pair.worse)
            if not pair.is_significant:
                expected += reversed_parts(run, pair.worse, pair.better)
            self.assertEqual(others, expected, corpus)
            reversals += len(others)
        self.assertGreater(reversals, 0)

    def test_only_two_versions_of_one_library_stand_side_by_side(self) -> None:
        titles = [line for line in releases(*of_the_docs()) if line.startswith("## ")]
        self.assertEqual(len(titles), 1)
        self.assertIn("against the newest", titles[0])


if __name__ == "__main__":
    unittest.main()
