"""The matrix and the lines to quote say what the figures say."""

from __future__ import annotations

import re
import unittest

from builder import ROOT

from answers import answers
from facts import read
from figures import read_json
from matrix import MARK, matrix, quote
from runs import Figures
from sentences import cited


class Matrix(unittest.TestCase):
    def setUp(self) -> None:
        folder = ROOT / "docs/which-decoder"
        self.figures = Figures(read_json(folder / "figures.json"))
        self.facts = read(folder / "decoders.json")
        self.lines = matrix(self.figures, self.facts)
        rows = [line.strip("| ").split(" | ") for line in self.lines if line.startswith("|")]
        self.head, self.rows = rows[0], rows[2:]

    def test_it_has_each_decoder_and_each_question_once(self) -> None:
        self.assertEqual(self.lines[0], MARK)
        names = [re.match(r"`(.+?)`", row[0]).group(1) for row in self.rows]
        self.assertEqual(sorted(names), self.figures.names)
        titles = [re.match(r"\[(.+)\]", title).group(1) for title in self.head[1:]]
        self.assertEqual(titles, [answer.question for answer in answers(self.figures)])

    def test_ranks_are_those_of_the_runs_and_ties_are_seen(self) -> None:
        compared = 0
        for column, answer in enumerate(answers(self.figures), start=1):
            run = self.figures.runs.get(answer.runs[0])
            if len(answer.runs) > 1 or not run or not run.ranked or answer.runs == ["resolution"]:
                continue
            ranks = {decoder.name: decoder.table["rank"] for decoder in run.ranked}
            for row in self.rows:
                name = re.match(r"`(.+?)`", row[0]).group(1)
                found = re.match(r"(\**)(\d+)(=?) · ", row[column])
                self.assertEqual(bool(found), name in ranks, row[column])
                if found:
                    self.assertEqual(int(found.group(2)), ranks[name])
                    self.assertEqual(bool(found.group(3)), list(ranks.values()).count(ranks[name]) > 1)
                    self.assertEqual(found.group(1) == "**", ranks[name] == 1)
                    compared += 1
        self.assertGreater(compared, 40)

    def test_a_head_says_what_ranks_stand_on_where_that_is_not_the_whole_corpus(self) -> None:
        heads = {re.match(r"\[(.+?)\]", head).group(1): head for head in self.head[1:]}
        for answer in answers(self.figures):
            run = self.figures.runs.get(answer.runs[0])
            is_whole = len(answer.runs) > 1 or not run or not run.ranked or not run.basis
            self.assertEqual(bool(re.fullmatch(r"\[[^]]+\]\(#[^)]+\)", heads[answer.question])), bool(is_whole))
        self.assertTrue(heads["Photos, all decoders"].endswith(" (46 photos of QR Code)"))
        self.assertTrue(heads["Labels in photos"].endswith(" (150 photos of 8 symbologies)"))
        self.assertTrue(heads["Fast enough for video"].endswith(" (QR Code)"))
        self.assertTrue(heads["Pale prints"].endswith(" (QR Code and Code 128)"))

    def test_a_version_that_is_not_the_latest_is_marked(self) -> None:
        for row in self.rows:
            name = re.match(r"`(.+?)`", row[0]).group(1)
            latest = self.facts.of(name).latest.words[0]
            measured = self.figures.version(name).split(" ")[0]
            self.assertEqual(row[0].endswith("†"), measured != latest, row[0])

    def test_a_line_to_quote_stands_alone(self) -> None:
        run = self.figures.runs["qr-small"]
        line = cited(run)
        self.assertIn(f"corpus version {run.corpus['version']}", line)
        self.assertIn(run.table["provenance"]["startedAt"][:10], line)
        for place, decoder in enumerate(run.ranked):
            self.assertEqual(f"{decoder.name} ({decoder.table['version']}, adapter's defaults" in line, place < 3)
        photos = cited(self.figures.runs["photos"])
        for decoder in self.figures.runs["photos"].ranked:
            self.assertEqual(f"{decoder.name} (" in photos, decoder.table["rank"] == 1)
        self.assertIn("), mean threshold with 95", line)
        self.assertIn("), mean threshold on QR Code with 95", cited(self.figures.runs["damage"]))
        self.assertIn("), decode rate on 46 photos of QR Code with 95", photos)
        self.assertIn("1.12 ± 0.02 px (reliable from 1.3 px in upright and 1.6 px in rotated)", line)
        self.assertNotIn("reliable", photos + cited(self.figures.runs["contrast"]))
        self.assertRegex(line, r"1\.12 ± 0\.0\d px")
        self.assertTrue(any(quote(self.figures, answer) for answer in answers(self.figures)))


if __name__ == "__main__":
    unittest.main()
