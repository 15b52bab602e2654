"""What the page says first follows from the figures."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

from builder import ROOT, decoder, pair, run

from brief import in_short, releases
from facts import read as read_facts
from figures import read_json
from runs import Figures
from sentences import reversed_parts, stands_on
from words import milliseconds


def of_the_docs() -> tuple[Figures, object]:
    folder = Path(ROOT) / "docs" / "which-decoder"
    return Figures(read_json(folder / "figures.json")), read_facts(folder / "decoders.json")


class Brief(unittest.TestCase):
    def test_the_page_opens_with_the_smallest_the_most_and_the_quickest(self) -> None:
        text = " ".join(in_short(*of_the_docs()))
        for part in ("read the smallest QR Codes", "read the most symbologies reliably: ", "is the quickest: "):
            self.assertIn(part, text)

    def test_times_and_reads_of_the_quickest_are_of_the_same_frames(self) -> None:
        figures, facts = of_the_docs()
        text = " ".join(in_short(figures, facts))
        run = figures.runs["resolution"]
        found = re.findall(r"[Tt]he quickest.*?\*\*([\w-]+)\*\* \S+ \((.+?)\)\.", text)
        self.assertEqual(len(found), 2)
        for (name, times), whole in zip(found, (False, True)):
            decoder = run.decoder(name)
            times = re.findall(r"[\d.]+(?= ms)", times)
            groups = ["qr/1280-px", "code-128/1280-px"][: 2 if whole else 1]
            self.assertEqual(len(times), len(groups))
            for group, time in zip(groups, times):
                total = decoder.group(group)["total"]
                self.assertEqual(total["read"], total["tried"], group)
                own = run.table["cpuMilliseconds"][name][group]
                self.assertEqual(milliseconds(max(own.values())), time, group)
        # The quickest of all misses frames, which stands beside it.
        self.assertRegex(text, r"with one QR Code \*\*quirc\*\* .* is the quickest: [\d.]+ ms, but it reads only 7 of 12\.")

    def test_who_reads_both_smallest_is_ahead_in_both_runs(self) -> None:
        figures, facts = of_the_docs()
        [(name, rest)] = re.findall(
            r"Of those that read both, \*\*(.+?)\*\* reads both smallest, significantly ahead of (.+?)\.",
            " ".join(in_short(figures, facts)),
        )
        others = re.split(", | and ", rest)
        self.assertEqual(others, ["zxing", "zxing-cpp", "zxing-java"])
        for corpus in ("qr-small", "datamatrix-small"):
            for other in others:
                pair = figures.runs[corpus].pair(name, other)
                self.assertTrue(pair.is_significant and pair.better == name, f"{corpus}: {other}")

    def test_nobody_is_said_to_lead_both_who_does_not(self) -> None:
        def text(second: str) -> str:
            first, other = ("zxing", "zbar") if second == "zxing" else ("zbar", "zxing")
            runs = {
                "qr-small": run(decoder("zxing", 1, 1), decoder("zbar", 2, 2), pairs=(pair("zxing", "zbar", 1),)),
                "datamatrix-small": run(decoder(first, 1, 1), decoder(other, 2, 2), pairs=(pair(first, other, 1),)),
            }
            return " ".join(in_short(Figures({"runs": runs}), of_the_docs()[1]))

        self.assertIn("Of those that read both, **zxing** reads both smallest, significantly ahead of zbar.", text("zxing"))
        self.assertIn("None of zbar and zxing, which read both, is significantly ahead in both.", text("zbar"))

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
            found = run.pair("zxing", "zxing-cpp")
            assert found
            expected = reversed_parts(run, found.better, found.worse)
            if not found.is_significant:
                expected += reversed_parts(run, found.worse, found.better)
            self.assertEqual(others, expected, corpus)
            reversals += len(others)
        self.assertGreater(reversals, 0)

    def test_only_two_versions_of_one_library_stand_side_by_side(self) -> None:
        titles = [line for line in releases(*of_the_docs()) if line.startswith("## ")]
        self.assertEqual(len(titles), 1)
        self.assertIn("against the newest", titles[0])


if __name__ == "__main__":
    unittest.main()
