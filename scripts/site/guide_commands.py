"""Commands in the guides' code blocks and text, and the rules by which they are run."""

from __future__ import annotations

import dataclasses
import pathlib
import re
import shlex
import tomllib
from typing import Any

import guide_text

RULES = pathlib.Path(__file__).with_name("guides.toml")
# Pages that show what a program printed, or what a generated folder holds.
NOT_GUIDES = ("docs/decisions/", "docs/examples/comment.md", "docs/releases/zxing-cpp/", "CHANGELOG.md")
# A command of a line: up to a |, ||, && or ; that is not in quotes.
PART = re.compile(r"""(?:'[^']*'|"[^"]*"|[^'"|&;]|&(?!&)|['"])+""")
ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=")


@dataclasses.dataclass(frozen=True)
class Command:
    """A command line of a guide, without its comment, with continued lines joined."""

    path: str
    line: int
    text: str
    in_block: bool = True

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"

    def programs(self) -> list[list[str]]:
        """The words of each of our programs in it: of a pipeline, in <( ), and in sh -c '...'."""
        return programs(self.text)


def programs(line: str) -> list[list[str]]:
    """The words of each of our programs in a command line."""
    found = []
    text = re.sub(r"[<$]\(([^()]*)\)", lambda match: f" | {match[1]} | ", line)
    for part in PART.findall(text):
        try:
            words = shlex.split(re.sub(r"\s*(?:2?>&?\d?|<)\s*\S*$", "", part))
        except ValueError:
            words = part.split()
        while words and (ASSIGNMENT.match(words[0]) or words[0] in ("sudo", "$", "-")):
            words = words[1:]
        if words and is_ours(words[0]):
            found.append(words)
        elif "-c" in words[:-1]:
            found += programs(words[words.index("-c") + 1])
    return found


def is_ours(word: str) -> bool:
    return word in ("harness", "make") or re.fullmatch(r"(\./)?scripts/[\w/-]+\.(?:sh|py)", word) is not None


def without_comment(line: str) -> str:
    """A line without what follows a # that is not in quotes."""
    quote = ""
    for index, character in enumerate(line):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character == "#" and (index == 0 or line[index - 1].isspace()):
            return line[:index].rstrip()
    return line.rstrip()


def guides(root: pathlib.Path = guide_text.ROOT) -> list[str]:
    return [path for path in guide_text.pages(root) if not path.startswith(NOT_GUIDES)]


def in_blocks(path: str, root: pathlib.Path = guide_text.ROOT) -> list[Command]:
    """The commands of a guide's blocks, in order."""
    found = []
    for block in guide_text.read(path, root).blocks:
        if block.info.split()[:1] not in ([], ["sh"], ["text"]):
            continue
        held, start = "", 0
        for number, line in enumerate(block.lines, block.line):
            start = start if held else number
            held = (held + " " + without_comment(line).strip()).strip()
            if held.endswith("\\"):
                held = held[:-1].rstrip()
                continue
            command = Command(path, start, held)
            if command.programs():
                found.append(command)
            held = ""
    return found


def in_text(path: str, root: pathlib.Path = guide_text.ROOT) -> list[Command]:
    """The commands that a guide's running text names, often in part."""
    spans = guide_text.read(path, root).spans
    found = [Command(path, line, text, False) for line, text in spans]
    return [each for each in found if re.match(r"(harness|make|scripts/[\w/-]+\.(?:sh|py))( |$)", each.text)]


@dataclasses.dataclass
class Rule:
    """A rule of guides.toml for the commands of which `match` is found in the place and text."""

    kind: str
    match: re.Pattern[str]
    reason: str
    value: Any
    uses: int = 0

    def holds(self, command: Command) -> bool:
        if self.match.search(f"{command.path}: {command.text}"):
            self.uses += 1
            return True
        return False


class RuleError(Exception):
    """A fault in guides.toml."""


KINDS = {"not-run": "", "run-as": "as", "exit-code": "is"}


def rules(file: pathlib.Path = RULES) -> list[Rule]:
    """The rules in their order."""
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as fault:
        raise RuleError(f"{file.name}: {fault}") from fault
    found = []
    for kind, key in KINDS.items():
        for number, entry in enumerate(table.get(kind, []), 1):
            wanted = {"match", "reason"} | ({key} if key else set())
            if set(entry) != wanted:
                raise RuleError(f"{file.name}: {kind} {number} has {', '.join(entry)}; it needs {', '.join(sorted(wanted))}")
            found.append(Rule(kind, re.compile(entry["match"]), entry["reason"], entry.get(key)))
    unknown = set(table) - set(KINDS) - {"prepare", "files"}
    if unknown:
        raise RuleError(f"{file.name}: unknown table {sorted(unknown)[0]}; tables are {', '.join(KINDS)}, files, prepare")
    return found


def preparation(file: pathlib.Path = RULES) -> tuple[dict[str, str], list[dict[str, str]]]:
    """The reader's own files with their texts, and the commands that make those which are drawn."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    return table.get("files", {}), table.get("prepare", [])
