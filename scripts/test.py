#!/usr/bin/env python3
"""Runs the tests, and says at the end which failed and why.

usage: scripts/test.py RESULTS COMMAND...

COMMAND is a `swift test` with its options; its output passes through. RESULTS is the file for the tests'
results as JUnit XML. Tests that failed beside all the others run once more, alone: one that passes then has
met a deadline on a busy machine. It is named as flaky and does not fail the run. A test that fails twice
does, and so does everything if more than ten tests failed.

Exit codes: 0 all passed or were flaky, 1 some failed, and that of COMMAND if there are no results.
"""

import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path
from typing import NamedTuple

MOST_TRIED_AGAIN = 10
LONGEST_REASON = 600


class Failure(NamedTuple):
    suite: str
    test: str
    reasons: list[str]

    @property
    def name(self) -> str:
        return f"{self.suite}/{self.test}"

    def __str__(self) -> str:
        reasons = [reason[:LONGEST_REASON] for reason in self.reasons]
        return "\n".join([f"  {self.name}"] + [f"      {line}" for line in "\n".join(reasons).splitlines()])


def results(path: Path) -> Path:
    """The file that Swift Testing writes when it is asked for `path`: XCTest's results come first."""
    return path.with_name(f"{path.stem}-swift-testing{path.suffix}")


def run(command: list[str], path: Path) -> tuple[int, list[Failure] | None]:
    """Runs tests; the exit code and the failures, `None` if the tests did not get as far as results."""
    results(path).unlink(missing_ok=True)
    code = subprocess.call(command + ["--xunit-output", str(path)])
    try:
        cases = xml.etree.ElementTree.parse(results(path)).iter("testcase")
    except (OSError, xml.etree.ElementTree.ParseError):
        return code, None
    return code, [
        Failure(case.get("classname", ""), case.get("name", ""), reasons)
        for case in cases
        if (reasons := [failure.get("message", "") for failure in case.iter("failure")])
    ]


def passes_alone(failure: Failure, command: list[str], path: Path) -> bool:
    print(f"\n{failure.name} failed beside the others. Alone:", flush=True)
    only = ["--no-parallel", "--filter", f"^{re.escape(failure.name)}"]
    code, failures = run(command + only, path)
    return code == 0 and failures == []


def tell_proofs(path: Path) -> None:
    """Says how many tests were left out because they are proofs (Tests/TestSupport/Proof.swift)."""
    try:
        reasons = xml.etree.ElementTree.parse(results(path)).iter("skipped")
    except (OSError, xml.etree.ElementTree.ParseError):
        return
    count = sum("make prove" in "".join(reason.itertext()) for reason in reasons)
    if count:
        print(f"\nLeft out: {count} proofs; other tests took the fewest inputs. All of both: make prove", flush=True)


def listed(title: str, failures: list[Failure]) -> None:
    if failures:
        print(f"\n{title}:", *failures, sep="\n", flush=True)


def main() -> int:
    path, command = Path(sys.argv[1]), sys.argv[2:]
    code, failures = run(command, path)
    tell_proofs(path)
    if code == 0:
        return 0
    if not failures:
        print("\nThe tests ended without results; the last lines above say why.", flush=True)
        return code
    if len(failures) > MOST_TRIED_AGAIN:
        listed(f"{len(failures)} tests failed", failures)
        return 1
    flaky = [failure for failure in failures if passes_alone(failure, command, path)]
    failed = [failure for failure in failures if failure not in flaky]
    listed("Flaky: failed beside the others, passed alone", flaky)
    listed("Failed, also alone", failed)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
