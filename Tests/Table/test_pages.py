"""The pages are what the figures give: those that are committed, and those of a small fixture."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from builder import ROOT, decoder, pair, run

from answers import answers
from figures import FiguresError, comparison, cpu_times, fuzzing, read_json
from page import page
from facts import read
from plan import SYMBOLS
from reports import report
from runs import Figures, Run

FIXTURE = Path(__file__).parent / "Fixture"


def table(*words: object) -> tuple[int, str]:
    """Runs the command line; its exit code and what it complains of."""
    specification = importlib.util.spec_from_file_location(
        "table_main", ROOT / "scripts/table/__main__.py"
    )
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    complaint = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["table", *map(str, words)]),
        contextlib.redirect_stderr(complaint),
    ):
        try:
            return module.main(), complaint.getvalue()
        except SystemExit as end:
            return int(end.code or 0), complaint.getvalue()


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name) / "which-decoder"
        shutil.copytree(FIXTURE / "which-decoder", self.folder)
        shutil.copy(FIXTURE / "which-decoder.md", self.folder.parent)

    def check(self) -> tuple[int, str]:
        return table("check", "--figures", self.folder, "--pages", self.folder.parent)

    def doctor(self, old: str, new: str) -> None:
        file = self.folder / "figures.json"
        text = file.read_text(encoding="utf-8")
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def test_the_committed_pages_are_those_of_the_committed_figures(self) -> None:
        self.assertEqual(table("check"), (0, ""))

    def test_the_pages_of_the_fixture_are_written_again_to_the_letter(self) -> None:
        self.assertEqual(self.check(), (0, ""))

    def test_a_doctored_score_is_seen_on_the_page_and_in_the_report(self) -> None:
        mean = json.loads((self.folder / "figures.json").read_text(encoding="utf-8"))
        value = mean["runs"]["qr-small"]["decoders"][0]["meanThreshold"]["value"]
        self.doctor(f'"value": {value!r}', f'"value": {value + 1!r}')
        code, complaint = self.check()
        self.assertEqual(code, 1)
        self.assertIn("which-decoder.md is not what figures.json gives", complaint)
        self.assertIn("which-decoder/qr-small.md is not", complaint)

    def test_a_page_that_was_edited_or_left_over_is_named(self) -> None:
        page = self.folder / "qr-small.md"
        page.write_text(
            page.read_text(encoding="utf-8").replace("trials", "trails", 1), encoding="utf-8"
        )
        (self.folder / "gone.md").write_text("# Gone\n", encoding="utf-8")
        code, complaint = self.check()
        self.assertEqual(code, 1)
        self.assertEqual(
            re.findall(r"(\S+) is not what", complaint),
            ["which-decoder/gone.md", "which-decoder/qr-small.md"],
        )

    def test_no_two_reports_have_one_title_and_those_of_photos_say_how_many(self) -> None:
        folder = ROOT / "docs/which-decoder"
        heads = [file.read_text(encoding="utf-8").split("\n")[0:3:2] for file in folder.glob("*.md")]
        for titles in zip(*heads):
            self.assertEqual(len(set(titles)), len(titles))
        for name in ("photos", "photos-labels"):
            text = (folder / f"{name}.md").read_text(encoding="utf-8")
            counts = [int(found) for found in re.findall(r"^\| \S+/photo \| (\d+) \|", text, re.M)]
            self.assertIn(f"{len(counts)} groups · {sum(counts)} photos", text)
            self.assertRegex(text, r"with a rank is that of \d+ photos of ")

    def test_figures_of_another_version_or_none_are_refused(self) -> None:
        self.doctor('"schemaVersion": 1', '"schemaVersion": 2')
        self.assertEqual(self.check()[0], 2)
        self.assertIn("schema version 2; version 1 is read here", self.check()[1])
        (self.folder / "figures.json").write_text("[", encoding="utf-8")
        self.assertIn("it is not JSON", self.check()[1])
        (self.folder / "figures.json").unlink()
        self.assertIn("No such file", self.check()[1])

    def test_photos_without_their_source_and_no_trials_are_wrong_usage(self) -> None:
        self.assertEqual(table("make", "--photos", "x")[0], 64)
        self.assertEqual(table("make", "--trials", "0")[0], 64)
        code, complaint = table(
            "make", "--runs", "qr-smal", "--figures", self.folder, "--pages", self.folder.parent
        )
        self.assertEqual(code, 2)
        self.assertIn("there is no run qr-smal; they are: qr-small", complaint)

    def test_pages_and_figures_name_no_folder_of_a_machine(self) -> None:
        files = [ROOT / "docs/which-decoder.md", *(ROOT / "docs/which-decoder").iterdir()]
        for file in files:
            self.assertNotRegex(
                file.read_text(encoding="utf-8"),
                r"[^\w./](/work|/tmp|/home|/root|/Users)/",
                file.name,
            )

    def test_every_link_of_the_pages_leads_somewhere(self) -> None:
        for file in (ROOT / "docs/which-decoder.md", *(ROOT / "docs/which-decoder").glob("*.md")):
            text = file.read_text(encoding="utf-8")
            for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
                self.assertTrue((file.parent / link).exists(), f"{file.name}: {link}")
            for path, anchor in re.findall(r"\]\(([^):]+)#([^)]+)\)", text):
                headings = re.findall(
                    r"^#+ (.*)$", (file.parent / path).read_text(encoding="utf-8"), re.M
                )
                self.assertIn(anchor, [heading.lower().replace(" ", "-") for heading in headings])


class Tables(unittest.TestCase):
    def figures(self, **runs: object) -> Figures:
        return Figures({"runs": runs, "fuzz": {}})

    def test_a_dash_says_that_it_does_not_support_it(self) -> None:
        made = run(decoder("zbar", 1, 1.2), decoder("dmtx", None, standing="unsupported"))
        text = page(
            self.figures(**{"mlkit-formats": made}), read(ROOT / "docs/which-decoder/decoders.json")
        )
        self.assertIn("| QR Code | – | (1, 1.5] |", text)

    def test_a_decoder_without_facts_is_refused(self) -> None:
        with self.assertRaisesRegex(FiguresError, "no entry for the decoder strange"):
            page(
                self.figures(x=run(decoder("strange", 1, 1))),
                read(ROOT / "docs/which-decoder/decoders.json"),
            )

    def test_what_never_misread_is_told_apart_from_what_did(self) -> None:
        made = self.figures(x=run(decoder("a", 1, 1), decoder("b", 2, 2, misread=3)))
        [answer] = answers(made)
        text = " ".join(answer.sentences)
        self.assertIn(
            "No wrong reading was seen of **a**, which bounds its rate at 0.30 % of images", text
        )
        self.assertIn("b 3 (≤ 0.78 %) of 1\u00a0000 images", text)

    def test_symbologies_are_counted_as_reliable_only_where_that_was_shown(self) -> None:
        part = decoder("a", 1, 1, groups=("qr/upright", "aztec/upright"))
        part["groups"][1]["threshold"] = {"kind": "not-certified"}
        empty = run(decoder("b", None, standing="unsupported"))
        made = self.figures(
            **{
                "mlkit-formats": run(part, symbologies=("qr-code", "aztec")),
                "further-formats": empty,
                "breadth": empty,
            }
        )
        text = " ".join(answers(made)[0].sentences)
        self.assertIn("**a** reads 1 of 2 symbologies reliably", text)

    def speed(self) -> dict[str, object]:
        """Frames of two symbologies: `zbar` reads all, `zxing` is quicker and misses, `quirc` has one symbology."""
        groups = ("qr/1280-px", "qr/480-px", "code-128/1280-px")
        parts = [decoder(n, 1, 1, tried=12, read=12, groups=groups) for n in ("zbar", "zxing")]
        parts.append(decoder("quirc", 1, 1, tried=12, groups=groups[:1]))
        made = run(*parts, symbologies=("qr-code", "code-128"))
        made["corpus"]["groups"] = [
            {"id": name, "symbologies": [symbology], "content": "symbols", "trials": 12}
            for name, symbology in zip(groups, ("qr-code", "qr-code", "code-128"))
        ]
        reads = {"zbar": (12, 12, 12), "zxing": (9, 12, 12), "quirc": (12,)}
        for part in parts:
            for group, number in zip(part["groups"], reads[part["name"]]):
                group["total"] = {"tried": 12, "read": number}
        made["cpuMilliseconds"] = {
            "zbar": {"qr/1280-px": {"read": 40.0, "miss": 45.0}, "qr/480-px": {"read": 900.0}, "code-128/1280-px": {"read": 200.0}},
            "zxing": {"qr/1280-px": {"read": 5.0}, "code-128/1280-px": {"read": 99.0}},
            "quirc": {"qr/1280-px": {"read": 120.0}},
        }
        return made

    def test_frames_a_second_are_those_that_the_time_of_a_frame_leaves_room_for(self) -> None:
        figures = self.figures(resolution=self.speed())
        text = " ".join(answers(figures)[-1].sentences)
        self.assertIn("A frame may take 100 ms at 10, 50 ms at 20 and 33 ms at 30 frames a second.", text)
        self.assertIn(
            "with one QR Code, these keep up: at 30 a second zxing (5.0 ms); at 20 a second **zbar** (45 ms); "
            "not even at 10 **quirc** (120 ms). In bold are those that read all 12 frames",
            text,
        )
        written = page(figures, read(ROOT / "docs/which-decoder/decoders.json"))
        for row in (
            "| `zxing` | 5.0 | 9 of 12 | 30 | 99 | 12 of 12 | 10 | – |",
            "| `zbar` | 45 | 12 of 12 | 20 | 200 | 12 of 12 | < 10 | – |",
            "| `quirc` | 120 | 12 of 12 | < 10 | – | – | – | – |",
        ):
            self.assertIn(row, written)
        self.assertIn("Not timed here: frames without a code, and Data Matrix.", written)

    def test_a_run_of_times_ranks_nobody(self) -> None:
        made = self.speed()
        made["corpus"] |= {"name": "resolution", "harder": "unordered"}
        made["pairs"] = [pair("zbar", "zxing", 0.1, rate=True)]
        text = report(Run(made))
        self.assertIn("| decoder | version | images | misread | crashes | timeouts | failures |", text)
        self.assertNotIn("## Pairs", text)
        self.assertIn("no ranking by decode rates", text)
        sheet = (ROOT / "Corpora/DATASHEETS.md").read_text(encoding="utf-8").split("\n## resolution\n")[1]
        self.assertIn("- Not for: Ranking decoders by decode rates: at 2 px per module some fail", sheet.split("\n## ")[0])

    def test_hostile_images_count_crashes_and_bound_what_was_not_seen(self) -> None:
        reports = {n: {"inputs": 100, "groups": []} for n in "ab"}
        reports["b"]["groups"] = [
            {"verdict": "crash", "cause": "`index 12` is out", "count": 2},
            {"verdict": "crash", "cause": "`index 7` is out", "count": 1},
            {"verdict": "misread", "cause": "m", "count": 9},
        ]
        [answer] = answers(Figures({"runs": {}, "fuzz": reports}))
        text = " ".join(answer.sentences)
        self.assertIn("No crash, hang or failure: **a** 0 (≤ 3.0 %).", text)
        self.assertIn("The others: b 3 crashes (`'index N' is out`).", text)


class Settings(unittest.TestCase):
    def test_the_page_has_a_line_to_copy_of_each_and_warns_of_defaults_that_read_less(self) -> None:
        facts = read(ROOT / "docs/which-decoder/decoders.json")
        figures = Figures(read_json(ROOT / "docs/which-decoder/figures.json"))
        text = page(figures, facts)
        opening = text[: text.index("<!-- matrix -->")]
        self.assertIn("**with its library's own, tapirscan looks for EAN and UPC alone", opening)
        self.assertNotIn("default settings", text)
        for entry in facts.decoders:
            differs = entry.settings.differs or "nothing"
            self.assertIn(f"| `{entry.name}` | `{entry.settings.call}` | {differs} |", text)

    def test_a_ranking_begins_with_the_question_of_its_corpus(self) -> None:
        figures = Figures(read_json(ROOT / "docs/which-decoder/figures.json"))
        text = page(figures, read(ROOT / "docs/which-decoder/decoders.json"))
        for title, corpus in (("Out of focus", "defocus"), ("Small Data Matrix symbols", "datamatrix-small")):
            asked = figures.runs[corpus].corpus["question"]
            self.assertIn(f"### {title}\n\n*{asked}*\n\n", text)

    def test_the_line_for_two_formats_stands_beside_that_for_all(self) -> None:
        facts = read(ROOT / "docs/which-decoder/decoders.json")
        figures = Figures(read_json(ROOT / "docs/which-decoder/figures.json"))
        text = page(figures, facts)
        entries = {entry.name: entry.settings for entry in facts.decoders}
        runs = [figures.runs[corpus] for corpus in ("qr-small", "datamatrix-small")]
        both = [n for n in figures.names if all((d := run.decoder(n)) and d.supports for run in runs)]
        self.assertEqual([n for n in sorted(entries) if entries[n].fewer_call], both)
        for name in both:
            own = entries[name]
            [row] = re.findall(rf"^\| `{name}` \| `{re.escape(own.call)}` .*$", text, re.M)
            self.assertIn(f"| `{own.fewer_call}`: {own.fewer or 'not measured'}", row)
            # A bar would end the cell.
            self.assertEqual(row.count("|"), 5, name)
        self.assertIn("84 | 12 of 12 | 10 | 109 | 12 of 12 | < 10 | 0.2 to 0.4 of it: 17 to 34 ms |", text)
        self.assertEqual(text.count('its makers advise `mode="low"` for camera frames, which was not measured'), 2)

    def test_licences_in_plain_words_cover_every_decoder_and_no_other(self) -> None:
        facts = read(ROOT / "docs/which-decoder/decoders.json")
        text = page(Figures(read_json(ROOT / "docs/which-decoder/figures.json")), facts)
        section = text.split("## Licences in plain words\n")[1].split("\n## ")[0]
        rows = re.findall(r"^\| \[(.+?)\]\(https://spdx.org/licenses/.+?\) \| (.+?) \| .{30,} \|$", section, re.M)
        found = {(spdx, name) for spdx, names in rows for name in re.findall(r"`(.+?)`", names)}
        self.assertEqual(found, {(spdx, entry.name) for entry in facts.decoders for spdx in entry.licences})
        self.assertIn("no legal advice", section)
        self.assertIn("No decoder measured here is under the GPL or the AGPL", section)
        self.assertIn("`tapirscan` (or another one)", section)
        self.assertNotIn("`quirc` (or another one)", section)

    def test_names_of_recipes_are_explained_as_their_corpora_have_them(self) -> None:
        def has(corpus: str, part: str) -> None:
            self.assertIn(part, (ROOT / f"Corpora/{corpus}.yaml").read_text(encoding="utf-8"), corpus)

        has("qr-small", "name: v2-m\n    symbology: qr-code\n    version: 2\n    ecc: M")
        has("datamatrix-small", "name: s20\n    symbology: data-matrix\n    size: 20x20")
        has("dpm", "{name: s16, symbology: data-matrix, size: 16x16")
        has("further-formats", "symbology: gs1-data-matrix, size: 24x24")
        has("bands", "symbology: data-matrix, size: 16x16")
        for size in ("14x14", "24x24"):
            has("calibration", f"symbology: data-matrix, size: {size}")
        for corpus, words in SYMBOLS.items():
            self.assertIn(words, (ROOT / f"docs/which-decoder/{corpus}.md").read_text(encoding="utf-8"))

    def test_reports_send_nobody_to_times_of_other_images_unsaid(self) -> None:
        for file in (ROOT / "docs/which-decoder").glob("*.md"):
            text = file.read_text(encoding="utf-8")
            if file.stem not in ("resolution", "fuzz"):
                self.assertIn("No times of these images are given here; those of frames with one QR Code", text)

    def test_those_that_nobody_tuned_are_named(self) -> None:
        text = page(
            Figures(read_json(ROOT / "docs/which-decoder/figures.json")),
            read(ROOT / "docs/which-decoder/decoders.json"),
        )
        self.assertIn("**Only `zbar` and `zxing` were tuned so far**; not dmtx, ", text)

    def test_times_say_that_all_formats_were_asked_for(self) -> None:
        figures = Figures(read_json(ROOT / "docs/which-decoder/figures.json"))
        [video] = [answer for answer in answers(figures) if answer.question == "Fast enough for video"]
        self.assertIn("is asked for all formats that it supports; [fewer cost less]", " ".join(video.cautions))


class Collecting(unittest.TestCase):
    def test_runs_that_were_stopped_are_refused(self) -> None:
        scores = {"outcome": {"wasStopped": True}, "corpus": {"name": "tiny"}}
        with self.assertRaisesRegex(FiguresError, "tiny: the run was stopped"):
            comparison(scores, [])
        with self.assertRaisesRegex(FiguresError, "fuzzing zbar was interrupted"):
            fuzzing({"wasStopped": True, "decoder": {"label": "zbar"}}, [])

    def test_a_kept_run_of_other_decoders_or_trials_is_refused(self) -> None:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "dpm"
            folder.mkdir()
            scores = {
                "schemaVersion": 1,
                "decoders": [{"label": "zbar"}],
                "unavailable": [],
                "corpus": {"groups": [{"trials": 20}]},
            }
            (folder / "scores.json").write_text(json.dumps(scores), encoding="utf-8")
            make = ("make", "--kept", "--results", scratch, "--figures", self.id(), "--runs", "dpm")
            for decoders in ("zxing", "zbar zxing"):
                code, complaint = table(*make, "--decoders", decoders)
                self.assertEqual(code, 2)
                self.assertIn("dpm: the run that is kept is another one", complaint)
            self.assertIn("another one", table(*make, "--decoders", "zbar", "--trials", "3")[1])

    def test_times_are_medians_of_reads_and_of_misses_in_milliseconds(self) -> None:
        rows = [("read", 1e6), ("read", 3e6), ("read", 100e6), ("no-read", 7e6), ("crash", 9e9)]
        lines = [
            json.dumps({"decoder": "a", "group": "g", "verdict": verdict, "cpuNanoseconds": time})
            for verdict, time in rows
        ]
        self.assertEqual(cpu_times(lines), {"a": {"g": {"read": 3.0, "miss": 7.0}}})

    def test_the_committed_figures_are_of_whole_runs_with_their_commands(self) -> None:
        figures = read_json(ROOT / "docs/which-decoder/figures.json")
        for corpus, made in figures["runs"].items():
            self.assertEqual(made["command"][:2], ["compare", "--corpus"])
            self.assertFalse(made["unavailable"], corpus)


if __name__ == "__main__":
    unittest.main()
