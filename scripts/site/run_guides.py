#!/usr/bin/env python3
"""Runs the commands of the guides' code blocks, guide by guide and in order, as a reader would.

    scripts/site/run_guides.py --harness FILE [GUIDE …]     all guides, or those that are named

    --rules FILE     the rules, instead of guides.toml beside this script
    --work FOLDER    the folder for the fresh copies, which are kept, instead of a temporary one

Each guide gets a fresh copy of what a clone holds, of the reader's own files, and of the results of a first
comparison; guides.toml says which they are. It also says which commands are run otherwise, end with another exit
code than 0, or cannot be run here; each of them is printed with its reason.

Exit codes: 0 all went as expected, 1 a command did not or none was run, 2 the guides cannot be run.
"""

from __future__ import annotations

import argparse
import collections
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import guide_commands
import guide_text
from guide_commands import Command, Rule, RuleError

LIMIT_SECONDS = 600


class Reader:
    """The machine of somebody who has cloned the repository and put the harness on the path."""

    def __init__(self, harness: pathlib.Path, work: pathlib.Path) -> None:
        self.work = work
        self.environment = dict(os.environ)
        programs = work / "bin"
        programs.mkdir(parents=True)
        (programs / "harness").symlink_to(harness)
        # A page that would be opened is only looked for.
        opener = programs / "xdg-open"
        opener.write_text('#!/bin/sh\ntest -f "$1"\n')
        opener.chmod(0o755)
        (work / "home").mkdir()
        self.environment.update(
            PATH=f"{programs}:{self.environment['PATH']}",
            HOME=str(work / "home"),
            HARNESS_PROGRESS_SECONDS="600",
        )

    def run(self, text: str, folder: pathlib.Path) -> tuple[int, float, str]:
        """A command's exit code, its time in seconds, and all that it printed."""
        start = time.monotonic()
        process = subprocess.Popen(
            ["bash", "-c", text],
            cwd=folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            # With all that it started: the shell is the first of its group.
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            output += f"\nit took longer than {LIMIT_SECONDS} s".encode()
        return process.returncode, time.monotonic() - start, output.decode(errors="replace")

    def prepare(self, rules: pathlib.Path) -> pathlib.Path:
        """The folder that every guide gets a copy of."""
        base = self.work / "base"
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=guide_text.ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for name in filter(None, listing.stdout.split("\0")):
            source = guide_text.ROOT / name
            if source.is_file() and not name.startswith("Tests/"):
                (base / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, base / name)
        files, commands = guide_commands.preparation(rules)
        for name, text in files.items():
            (base / name).parent.mkdir(parents=True, exist_ok=True)
            (base / name).write_text(text, encoding="utf-8")
        for entry in commands:
            status, seconds, output = self.run("set -e\n" + entry["run"], base)
            print(f"prepared in {seconds:.1f} s: {entry['what']}", flush=True)
            if status != entry.get("is", 0):
                raise RuleError(f"{entry['what']}: {entry['run']} ends with {status}:\n{output[-2000:]}")
        return base


class Run:
    """A run of guides, with what came of it."""

    def __init__(self, reader: Reader, base: pathlib.Path, rules: list[Rule]) -> None:
        self.reader = reader
        self.base = base
        self.rules = rules
        self.failures: list[str] = []
        self.counts = collections.Counter[str]()

    def rule(self, kind: str, command: Command) -> Rule | None:
        return next((rule for rule in self.rules if rule.kind == kind and rule.holds(command)), None)

    def guide(self, path: str) -> None:
        commands = guide_commands.in_blocks(path)
        if not commands:
            return
        folder = self.reader.work / path.replace("/", "_").removesuffix(".md")
        if any(self.rule("not-run", command) is None for command in commands):
            shutil.copytree(self.base, folder, symlinks=True)
        print(f"\n{path}", flush=True)
        for command in commands:
            self.command(command, folder)

    def command(self, command: Command, folder: pathlib.Path) -> None:
        skipped = self.rule("not-run", command)
        if skipped:
            self.counts["not run"] += 1
            print(f"  {command.line}: not run, {skipped.reason}: {command.text}", flush=True)
            return
        other, code = self.rule("run-as", command), self.rule("exit-code", command)
        text = other.value.replace("{}", command.text) if other else command.text
        expected = code.value if code else [0]
        status, seconds, output = self.reader.run(text, folder)
        as_expected = status in expected
        wanted = " or ".join(map(str, expected))
        word = "ok" if as_expected else f"FAILED with {status} instead of {wanted}"
        print(f"  {command.line}: {word} in {seconds:.1f} s: {command.text}", flush=True)
        if other and text != command.text:
            print(f"      run as: {text.strip()}\n      because {other.reason}", flush=True)
        if code and as_expected:
            print(f"      exit code {status}: {code.reason}", flush=True)
        self.counts["ok" if as_expected else "failed"] += 1
        if not as_expected:
            tail = "\n".join("      | " + line for line in output.rstrip().split("\n")[-12:])
            print(tail, flush=True)
            self.failures.append(f"{command.place}: `{command.text}` ends with {status}, not {wanted}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--harness", type=pathlib.Path, required=True)
    parser.add_argument("--rules", type=pathlib.Path, default=guide_commands.RULES)
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("guides", nargs="*")
    options = parser.parse_args()
    if not options.harness.is_file():
        parser.error(f"there is no harness {options.harness}; make guides builds it")
    if options.work and options.work.exists() and any(options.work.iterdir()):
        parser.error(f"{options.work} is not empty; a fresh copy goes into a fresh folder")
    for path in options.guides:
        if path not in guide_commands.guides():
            parser.error(f"{path} is no guide; guides are {', '.join(guide_commands.guides()[:8])} …")
    return options


def main() -> int:
    options = arguments()
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="guides-") as scratch:
        work = (options.work or pathlib.Path(scratch)).resolve()
        try:
            reader = Reader(options.harness.resolve(), work)
            run = Run(reader, reader.prepare(options.rules), guide_commands.rules(options.rules))
        except RuleError as fault:
            print(f"scripts/site/run_guides.py: {fault}", file=sys.stderr)
            return 2
        for path in options.guides or guide_commands.guides():
            run.guide(path)
        counts = ", ".join(f"{run.counts[word]} {word}" for word in ("ok", "failed", "not run"))
        print(f"\ncommands: {counts}; {time.monotonic() - start:.0f} s")
        print("\n".join(run.failures), file=sys.stderr) if run.failures else None
        if not run.failures and not run.counts["ok"]:
            print("none of these commands was run: nothing is shown", file=sys.stderr)
            return 1
        return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
