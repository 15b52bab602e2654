"""The facts are of the decoders that ship, and are not stale."""

from __future__ import annotations

import json
import re
import tempfile
import unittest
from pathlib import Path

from builder import ROOT

from facts import read
from figures import FiguresError, read_json
from plan import DECODERS, RUNS, SYMBOLOGIES, UNREAD, name
from runs import Figures
from sentences import measure
from symbologies import NAMES

FOLDER = ROOT / "docs/which-decoder"
#: Licences of the decoders, by their SPDX identifiers.
SPDX = {"Apache-2.0", "BSD-2-Clause", "ISC", "LGPL-2.1-or-later", "MIT"}
#: Folders of decoders that have no library with defaults.
NO_LIBRARIES = {"HTTP", "Null"}
#: Folders below Plugins that hold no decoder: what plugins are written with.
NO_DECODERS = {"Examples", "SDK", "Templates"}


def shipped() -> dict[str, str]:
    """Every plugin that ships, with its folder; those without a manifest are built in."""
    found = {}
    for folder in (ROOT / "Plugins").iterdir():
        if not folder.is_dir() or folder.name in NO_DECODERS:
            continue
        manifests = list(folder.glob("*plugin.yaml"))
        for manifest in manifests:
            named = re.search(r"^name: (\S+)$", manifest.read_text(encoding="utf-8"), re.M)
            assert named, manifest
            found[named[1]] = folder.name
        if not manifests:
            found[folder.name.lower()] = folder.name
    return found


def squeezed(text: str) -> str:
    """Text with its lines joined, as code that is wrapped is still the same."""
    return re.sub(r"\( ", "(", re.sub(r"\s+", " ", text))


class Facts(unittest.TestCase):
    def setUp(self) -> None:
        self.facts = read(FOLDER / "decoders.json")

    def test_every_plugin_that_ships_has_an_entry_or_is_named_as_left_out(self) -> None:
        entries = {
            entry.name: entry.plugin for entry in (*self.facts.decoders, *self.facts.left_out)
        }
        self.assertEqual(entries, shipped())

    def test_what_is_measured_has_an_entry_and_the_other_way_round(self) -> None:
        measured = Figures(read_json(FOLDER / "figures.json")).names
        self.assertEqual(measured, sorted(entry.name for entry in self.facts.decoders))
        self.assertEqual(measured, sorted(name(decoder) for decoder in DECODERS))

    def test_licences_are_spdx_identifiers_and_those_of_the_plugins_readmes(self) -> None:
        for entry in self.facts.decoders:
            identifiers = entry.licences
            readme = (ROOT / "Plugins" / entry.plugin / "README.md").read_text(encoding="utf-8")
            row = re.search(r"^\| licence \| (.*) \|$", readme, re.M)
            assert row, entry.plugin
            for identifier in identifiers:
                self.assertIn(identifier, SPDX)
                self.assertIn(identifier, row[1])

    def test_versions_that_were_measured_are_those_that_are_installed(self) -> None:
        figures = Figures(read_json(FOLDER / "figures.json"))
        for entry in self.facts.decoders:
            pins = ROOT / "Plugins" / entry.plugin / "requirements.txt"
            if pins.exists():
                pinned = pins.read_text(encoding="utf-8").strip().split("==")[1]
                version = figures.version(entry.name)
                self.assertTrue(
                    pinned == version or pinned.startswith(version + "."),
                    f"{entry.name}: {version}, {pinned}",
                )

    def test_what_an_adapter_sets_is_true_of_it_and_stands_in_its_readme(self) -> None:
        for entry in self.facts.decoders:
            folder = ROOT / "Plugins" / entry.plugin
            sources = [f for f in folder.rglob("*") if f.suffix in (".py", ".swift", ".java", ".cpp") and f.is_file()]
            code = "\n".join(f.read_text(encoding="utf-8") for f in sources)
            self.assertTrue(entry.settings.adapter, entry.name)
            for part in entry.settings.adapter:
                self.assertIn(part, code, entry.name)
            readme = (folder / "README.md").read_text(encoding="utf-8")
            for line in (entry.settings.call, entry.settings.fewer_call):
                self.assertIn(squeezed(line), squeezed(readme), entry.name)
            if entry.settings.advice:
                self.assertIn(entry.settings.advice.split(",")[0].split(" for ")[0], squeezed(readme))
            if entry.settings.fewer:
                self.assertIn(f"took {entry.settings.fewer} of the CPU time of all", squeezed(readme))

    def test_adapters_that_name_platforms_name_those_of_the_facts(self) -> None:
        named = {}
        for entry in self.facts.decoders:
            for file in (ROOT / "Plugins" / entry.plugin).rglob("*"):
                if file.suffix in (".py", ".swift") and file.is_file():
                    for names in re.findall(r"platforms(?: =|:) \[(.+?)\]", file.read_text(encoding="utf-8")):
                        named[entry.name] = sorted(re.findall(r'"(.+?)"', names))
                        self.assertEqual(named[entry.name], sorted(entry.platforms.words), entry.name)
        self.assertEqual(sorted(named), ["dmtx", "zbar", "zxing", "zxing-cpp"])

    def test_every_readme_of_a_library_tells_of_its_defaults(self) -> None:
        for folder in sorted(set(shipped().values()) - NO_LIBRARIES):
            readme = (ROOT / "Plugins" / folder / "README.md").read_text(encoding="utf-8")
            self.assertIn("\n## The library's defaults\n\n", readme, folder)

    def test_an_adapter_of_few_formats_by_default_has_a_warning(self) -> None:
        traps = {entry.name: entry.settings.trap for entry in self.facts.decoders if entry.settings.trap}
        self.assertEqual(list(traps), ["tapirscan"])
        readme = (ROOT / "Plugins/Tapirscan/README.md").read_text(encoding="utf-8")
        self.assertIn("**A program that follows its shortest example reads no QR Code", readme)

    def test_an_entry_without_settings_is_refused(self) -> None:
        table = json.loads((FOLDER / "decoders.json").read_text(encoding="utf-8"))
        del table["decoders"][0]["settings"]
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch) / "decoders.json"
            file.write_text(json.dumps(table), encoding="utf-8")
            with self.assertRaisesRegex(FiguresError, "decoders.json: an entry lacks 'settings'"):
                read(file)

    def test_symbologies_are_counted_alike_in_the_guide_of_adapters_and_in_readmes(self) -> None:
        guide = (ROOT / "docs/adapters.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| `([\w-]+)` \|.*\| (\d+) symbologies \|.*Plugins/(\w+)/README", guide, re.M)
        self.assertGreater(len(rows), 4)
        for decoder, number, folder in rows:
            text = (ROOT / "Plugins" / folder / "README.md").read_text(encoding="utf-8")
            part = squeezed(text.split("## What it reads\n\n")[1].split("\n## ")[0])
            own = part.split(f"`{decoder}`: ")[-1]
            self.assertEqual(int(number), 1 + re.split(r"\. |, and through", own)[0].count("·"), decoder)

    def test_decoders_that_are_missed_are_praised_for_what_was_measured(self) -> None:
        corpora = {
            "QR": ("qr-code", "qr-small"),
            "Data Matrix": ("data-matrix", "datamatrix-small"),
            "Aztec": ("aztec", "mlkit-formats"),
        }
        behind = {"zxing-cpp": ["zxing"], "tapirscan": ["dmtx", "zbar", "zxing"]}
        figures = Figures(read_json(FOLDER / "figures.json"))
        praised = {}
        for folder in (ROOT / "Plugins").iterdir():
            for manifest in folder.glob("plugin.yaml"):
                text = manifest.read_text(encoding="utf-8")
                if found := re.search(r"^recommended: .* reads smaller (.+) codes than", text, re.M):
                    praised[re.findall(r"^name: (\S+)$", text, re.M)[0]] = re.split(", | and ", found[1])
                self.assertEqual(bool(found), "\nrecommended: " in text, manifest)
        self.assertEqual(praised.keys(), behind.keys())
        for name, words in praised.items():
            for word in words:
                symbology, corpus = corpora[word]
                run = figures.runs[corpus]
                groups = [group["id"] for group in run.corpus["groups"] if group["symbologies"] == [symbology]]
                new = run.decoder(name)
                olds = [old for n in behind[name] if (old := run.decoder(n)) and old.supports]
                self.assertTrue(new and olds, word)
                for old in olds:
                    means = run.mean(new, groups), run.mean(old, groups)
                    self.assertTrue(all(means) and run.is_ahead(*means), f"{name}, {old.name}: {word}")

    def test_the_readme_quotes_mean_thresholds_that_were_measured(self) -> None:
        run = Figures(read_json(FOLDER / "figures.json")).runs["qr-small"]
        text = squeezed((ROOT / "README.md").read_text(encoding="utf-8"))
        self.assertIn("smaller mean thresholds than zxing's", text)
        for entry in ("opencv-wechat", "tapirscan", "zxing-cpp"):
            decoder = run.decoder(entry)
            assert decoder
            self.assertIn(f"{entry} {decoder.table['version']} {measure(run, decoder, short=True)}", text)

    def test_each_fact_says_where_it_stands(self) -> None:
        for entry in self.facts.decoders:
            for fact in (entry.licence, entry.platforms, entry.bindings, entry.latest):
                self.assertTrue(fact.source.startswith("https://") and all(fact.words), entry.name)
            self.assertRegex(entry.latest.words[1], r"^20\d\d-\d\d(-\d\d)?$")
            self.assertLessEqual(entry.latest.words[1], self.facts.as_of)
        for left in self.facts.left_out:
            self.assertGreater(len(left.reason), 20)

    def test_a_licence_of_which_nothing_is_said_is_refused(self) -> None:
        table = json.loads((FOLDER / "decoders.json").read_text(encoding="utf-8"))
        table["licences"] = [entry for entry in table["licences"] if entry["spdx"] != "ISC"]
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch) / "decoders.json"
            file.write_text(json.dumps(table), encoding="utf-8")
            with self.assertRaisesRegex(FiguresError, "quirc: nothing says what ISC asks; add it to licences"):
                read(file)

    def test_an_entry_that_lacks_something_is_refused_by_its_file(self) -> None:
        table = json.loads((FOLDER / "decoders.json").read_text(encoding="utf-8"))
        del table["decoders"][0]["licence"]
        with tempfile.TemporaryDirectory() as scratch:
            file = Path(scratch) / "decoders.json"
            file.write_text(json.dumps(table), encoding="utf-8")
            with self.assertRaisesRegex(FiguresError, "decoders.json: an entry lacks 'licence'"):
                read(file)


class Plans(unittest.TestCase):
    def test_every_run_is_of_a_corpus_that_ships(self) -> None:
        for run in RUNS:
            self.assertTrue((ROOT / "Corpora" / f"{run.corpus}.yaml").exists(), run.corpus)

    def test_symbologies_have_the_names_and_the_order_of_the_harness(self) -> None:
        source = (ROOT / "Sources/DecoderKit/Symbology.swift").read_text(encoding="utf-8")
        raw = dict(re.findall(r'^  case (\w+) = "(.*)"$', source, re.M))
        said = dict(re.findall(r'^    case \.(\w+): "(.*)"$', source, re.M))
        self.assertEqual(NAMES, {raw[case]: said[case] for case in raw})

    def test_the_three_corpora_have_every_symbology_once(self) -> None:
        figures = Figures(read_json(FOLDER / "figures.json"))
        found = [
            group["symbologies"]
            for corpus in SYMBOLOGIES
            for group in figures.runs[corpus].corpus["groups"]
        ]
        self.assertEqual(sorted([s for [s] in found] + list(UNREAD)), sorted(NAMES))

    def test_thresholds_have_trials_enough_to_be_certified(self) -> None:
        trials = {run.corpus: run.trials or 0 for run in RUNS}
        for corpus in (*SYMBOLOGIES, "qr-small"):
            self.assertGreaterEqual(trials[corpus], 59)


if __name__ == "__main__":
    unittest.main()
