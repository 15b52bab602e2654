"""The command line, as `harness --experimental-dump-help` describes it."""

from __future__ import annotations

import dataclasses
import json
import subprocess
from typing import Any


class CommandsError(Exception):
    """A reason for which the commands' pages cannot be made."""


@dataclasses.dataclass(frozen=True)
class Command:
    """A command with its full name, such as harness corpus check."""

    name: str
    help: dict[str, Any]

    @property
    def page(self) -> str:
        words = self.name.split()[1:]
        return f"commands/{'-'.join(words) or 'index'}.html"

    @property
    def arguments(self) -> list[dict[str, Any]]:
        return [each for each in self.help.get("arguments", []) if each["shouldDisplay"]]


def dumped(harness: str) -> dict[str, Any]:
    """The whole command line, as the harness describes it."""
    try:
        done = subprocess.run(
            [harness, "--experimental-dump-help"], capture_output=True, text=True, check=False
        )
    except OSError as fault:
        raise CommandsError(f"{harness} cannot be run: {fault.strerror}; make site builds it") from fault
    if done.returncode != 0:
        raise CommandsError(f"{harness} --experimental-dump-help ends with {done.returncode}: {done.stderr}")
    command: dict[str, Any] = json.loads(done.stdout)["command"]
    return command


def all_commands(root: dict[str, Any]) -> list[Command]:
    """Every command that help shows, parents before their own."""
    found = []

    def visit(command: dict[str, Any], above: str) -> None:
        name = f"{above} {command['commandName']}".strip()
        if name != "harness help":
            found.append(Command(name, command))
            for child in command.get("subcommands", []):
                visit(child, name)

    visit(root, "")
    return found


def spelling(name: dict[str, str]) -> str:
    return ("--" if name["kind"] == "long" else "-") + name["name"]
