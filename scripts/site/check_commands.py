#!/usr/bin/env python3
"""The guides' commands against what there is: sub-commands, options, values, corpora, make targets, scripts.

    scripts/site/check_commands.py --harness FILE      every `harness`, `make` and `scripts/` command, without running it
    scripts/site/check_commands.py --harness FILE --list   lists the commands of code blocks

    --root FOLDER    the repository, instead of the one around this script
    --rules FILE     the rules for `make guides`, instead of guides.toml; each must be of use

Exit codes: 0 all is well, 1 a command would be refused, 2 the harness or the rules cannot be read.
"""

from __future__ import annotations

import argparse
import difflib
import os
import pathlib
import re
import sys
from typing import Any

import guide_commands
import guide_text
from command_help import CommandsError, dumped, spelling
from guide_commands import Command

# Words that stand for something else in a text.
PLACEHOLDER = re.compile(r"…|^[A-Z][A-Z_]*$|NAME|OWNER")


def meant(word: str, words: list[str]) -> str:
    close = difflib.get_close_matches(word, words, 1, 0.5)
    return f"; did you mean {close[0]}?" if close else f"; there are {', '.join(sorted(words)[:12])}"


class CommandLine:
    """The harness's command line, by its own description."""

    def __init__(self, harness: str, root: pathlib.Path) -> None:
        self.top = dumped(harness)
        self.corpora = {file.stem for file in (root / "Corpora").glob("*.yaml")}
        self.cameras = {file.stem for file in (root / "Corpora/Cameras").glob("*.yaml")}

    def complaint(self, words: list[str], is_whole: bool) -> str | None:
        """The reason for which a command would be refused; of one in running text only the parts are looked at."""
        command, rest = self.top, words[1:]
        while command.get("subcommands") and rest and not rest[0].startswith("-"):
            children = {child["commandName"]: child for child in command["subcommands"]}
            if rest[0] not in children:
                if command.get("defaultSubcommand"):
                    break
                if PLACEHOLDER.search(rest[0]) or rest[0].startswith("<"):
                    return None
                return f'{command["commandName"]} has no command "{rest[0]}"{meant(rest[0], list(children))}'
            command, rest = children[rest[0]], rest[1:]
        if command.get("defaultSubcommand"):
            usual = command["defaultSubcommand"]
            command = next(c for c in command["subcommands"] if c["commandName"] == usual)
        if command.get("subcommands"):
            known = {"--help", "--version", "-h", "--experimental-dump-help"}
            known |= {"--generate-completion-script"}
            wrong = [word for word in rest if word.startswith("-") and word.split("=")[0] not in known]
            if wrong:
                return f"{command['commandName']} has no option {wrong[0]}"
            return f"{command['commandName']} needs a command" if is_whole and not rest else None
        return Arguments(command, self).complaint(rest, is_whole)

    def value_complaint(self, option: str, value: str) -> str | None:
        """The fault of a corpus's or a camera's name; files and placeholders are the reader's own."""
        names = {"corpus": self.corpora, "camera": self.cameras}.get(option)
        if names is None or not re.fullmatch(r"[a-z][a-z0-9-]*", value) or value in names:
            return None
        if option == "camera" and re.fullmatch(r"\d+mm", value):
            return None
        return f"there is no {option} {value}{meant(value, sorted(names))}"


class Arguments:
    """The arguments of one command."""

    def __init__(self, command: dict[str, Any], line: CommandLine) -> None:
        self.name = command["commandName"]
        self.line = line
        self.options: dict[str, dict[str, Any]] = {}
        self.positional = []
        for argument in command.get("arguments", []):
            if argument["kind"] == "positional":
                self.positional.append(argument)
            for name in argument.get("names", []):
                self.options[spelling(name)] = argument

    def complaint(self, words: list[str], is_whole: bool) -> str | None:
        given: set[int] = set()
        plain = []
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if not word.startswith("-") or word == "-":
                plain.append(word)
                continue
            name, has_value, value = word.partition("=")
            argument = self.options.get(name)
            if argument is None:
                return f"{self.name} has no option {name}{meant(name, list(self.options))}"
            given.add(id(argument))
            if argument["kind"] == "flag":
                if has_value:
                    return f"{name} is a flag and takes no value"
                continue
            if not has_value:
                if not rest and not is_whole:
                    return None
                if not rest or (rest[0].startswith("--") and rest[0] != "--"):
                    return f"{name} lacks its value <{argument['valueName']}>" if is_whole else None
                value = rest.pop(0)
            fault = self.value_fault(name, argument, value)
            if fault:
                return fault
            if argument["parsingStrategy"] == "upToNextOption":
                while rest and not rest[0].startswith("-"):
                    rest.pop(0)
        return self.missing(given, plain) if is_whole and "…" not in words else None

    def value_fault(self, name: str, argument: dict[str, Any], value: str) -> str | None:
        allowed = argument.get("allValues")
        if allowed and not PLACEHOLDER.search(value):
            for each in value.split(","):
                if each not in allowed:
                    return f'{name} takes no "{each}"{meant(each, allowed)}'
        return self.line.value_complaint(argument["preferredName"]["name"], value)

    def missing(self, given: set[int], plain: list[str]) -> str | None:
        for argument in self.options.values():
            if not argument["isOptional"] and id(argument) not in given:
                return f"{self.name} needs {spelling(argument['preferredName'])}"
        needed = [each for each in self.positional if not each["isOptional"]]
        if len(plain) < len(needed):
            return f"{self.name} needs <{needed[len(plain)]['valueName']}>"
        if len(plain) > len(self.positional) and not any(each["isRepeating"] for each in self.positional):
            return f'{self.name} takes {len(self.positional)} arguments, and "{plain[-1]}" is one too many'
        return None


def make_complaint(words: list[str], page: str, root: pathlib.Path) -> str | None:
    """The fault of a `make` command, by the Makefile that the page's reader has."""
    if "-C" in words or any(word.startswith("-C") for word in words):
        return None
    beside = (root / page).parent / "Makefile"
    makefile = (beside if beside.exists() else root / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z][\w-]*)(?: [a-z][\w -]*)?:(?!=)", makefile))
    for word in words[1:]:
        name, is_variable, _ = word.partition("=")
        if is_variable:
            if not re.search(rf"\b{re.escape(name)}\b", makefile):
                return f"the Makefile has no variable {name}"
        elif not word.startswith("-") and word not in targets and not PLACEHOLDER.search(word):
            return f"the Makefile has no target {word}{meant(word, sorted(targets))}"
    return None


def script_complaint(words: list[str], root: pathlib.Path) -> str | None:
    file = root / words[0]
    if not file.is_file():
        scripts = [each.relative_to(root).as_posix() for each in (root / "scripts").rglob("*.*")]
        return f"there is no {words[0]}{meant(words[0], scripts)}"
    return None if os.access(file, os.X_OK) else f"{words[0]} cannot be executed: chmod +x"


def complaints(line: CommandLine, root: pathlib.Path) -> tuple[int, list[str]]:
    """The number of commands and what is wrong with them."""
    count, found = 0, []
    for page in guide_commands.guides(root):
        for command in guide_commands.in_blocks(page, root) + guide_commands.in_text(page, root):
            for words in command.programs():
                count += 1
                reason = complaint(words, command, line, root)
                if reason:
                    found.append(f"{command.place}: `{command.text}`: {reason}")
    return count, found


def complaint(words: list[str], command: Command, line: CommandLine, root: pathlib.Path) -> str | None:
    if words[0] == "harness":
        return line.complaint(words, command.in_block)
    if words[0] == "make":
        return make_complaint(words, command.path, root)
    return script_complaint(words, root)


def useless_rules(rules: pathlib.Path, root: pathlib.Path) -> list[str]:
    """Rules of guides.toml that hold for no command: the guide has changed since."""
    every = guide_commands.rules(rules)
    for page in guide_commands.guides(root):
        for command in guide_commands.in_blocks(page, root):
            for rule in every:
                rule.holds(command)
    return [
        f"{rules.name}: no command of a guide matches {rule.match.pattern!r} ({rule.kind}); take the rule away"
        for rule in every
        if not rule.uses
    ]


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--harness", required=True)
    parser.add_argument("--root", type=pathlib.Path, default=guide_text.ROOT)
    parser.add_argument("--rules", type=pathlib.Path, default=guide_commands.RULES)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    if options.list:
        for page in guide_commands.guides(options.root):
            for command in guide_commands.in_blocks(page, options.root):
                print(f"{command.place}: {command.text}")
        return 0
    try:
        count, found = complaints(CommandLine(options.harness, options.root), options.root)
        found += useless_rules(options.rules, options.root)
    except (CommandsError, guide_commands.RuleError) as fault:
        print(f"scripts/site/check_commands.py: {fault}", file=sys.stderr)
        return 2
    print("\n".join(found), file=sys.stderr) if found else None
    print(f"{count} commands in {len(guide_commands.guides(options.root))} guides: {len(found) or 'none'} wrong")
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main())
