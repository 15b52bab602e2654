"""Default and best found settings side by side."""

from __future__ import annotations

import unittest

from builder import decoder, pair, run

from measure import best_setting
from page import _tuned as tuned
from plan import judge_command, tune_command
from runs import Figures


class Tuned(unittest.TestCase):
    def test_the_choice_reads_the_smallest_and_misreads_no_more(self) -> None:
        base = decoder("zbar", 3, 1.8, misread=1)
        small = decoder("zbar:x-density=2", 2, 1.7, misread=1)
        for others, best in (
            ([], "zbar"),
            ([small], "zbar:x-density=2"),
            ([small, decoder("zbar:y-density=2", 1, 1.5, misread=2)], "zbar:x-density=2"),
            ([decoder("zbar:y-density=2", 3, 1.8)], "zbar"),
            ([decoder("zbar:y-density=2", None, standing="given-up")], "zbar"),
        ):
            self.assertEqual(best_setting("zbar", [base, *others]), best)

    def test_settings_are_chosen_and_judged_on_other_images(self) -> None:
        chosen, judged = tune_command("zbar"), judge_command(["zbar", "zbar:x-density=2"])
        self.assertNotIn("--seed", chosen)
        self.assertIn("--seed", judged)
        self.assertEqual(judged[judged.index("--corpus") + 1], chosen[chosen.index("--corpus") + 1])
        self.assertEqual(judge_command(["dmtx:profile=repeatable"])[2], "datamatrix-small")

    def rows(self, significant: bool) -> list[str]:
        default, best = "dmtx:profile=repeatable", "dmtx:edge-threshold=5,profile=repeatable"
        judged = run(
            decoder(best, 1, 1.7),
            decoder(default, 2, 1.8),
            pairs=(pair(best, default, 0.1, significant),),
        )
        judged |= {"default": default, "best": best, "settings": 9}
        table = {"runs": {}, "tuned": {"dmtx": judged}}
        return next(line for line in tuned(Figures(table)) if line.startswith("| `")).split(" | ")

    def test_both_stand_side_by_side_with_the_setting(self) -> None:
        row = self.rows(True)
        self.assertEqual(row[2:5], ["9", "1.800 ± 0.010 px", "1.700 ± 0.010 px"])
        self.assertEqual(row[5], "`edge-threshold=5` |")

    def test_what_the_test_does_not_show_is_no_better_setting(self) -> None:
        self.assertEqual(self.rows(False)[4:], ["no better one", "– |"])


if __name__ == "__main__":
    unittest.main()
