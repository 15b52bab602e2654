"""A page for every command, made from what `harness --experimental-dump-help` prints."""

from __future__ import annotations

import collections
import html
import pathlib
import re
from typing import Any

import guide_text
import render
import sitemap
from command_help import Command, all_commands, dumped, spelling

GENERAL_CODES = "docs/commands.md"


class CommandPages:
    """The pages of all commands, with the guides' sections that tell about each."""

    def __init__(self, harness: str, root: pathlib.Path) -> None:
        self.commands = all_commands(dumped(harness))
        self.by_name = {command.name: command for command in self.commands}
        self.sections = self.told_in(root)

    def named(self, text: str) -> str | None:
        """The name of the command that a text such as `harness corpus check x.yaml` begins with."""
        words = text.split()
        if not words or words[0] != "harness" or len(words) < 2:
            return None
        names = [" ".join(words[:count]) for count in range(len(words), 1, -1)]
        return next((name for name in names if name in self.by_name), None)

    def page(self, text: str) -> str | None:
        name = self.named(text)
        return self.by_name[name].page if name else None

    def told_in(self, root: pathlib.Path) -> dict[str, list[tuple[str, guide_text.Heading]]]:
        """The sections that show each command in a block, or else name it in their text; a page's first one each."""
        shown: dict[str, dict[str, guide_text.Heading]] = collections.defaultdict(dict)
        for path in guide_text.pages(root):
            if not path.startswith("docs/") and path != "Corpora/README.md":
                continue
            if path.startswith(("docs/decisions/", "docs/examples/", "docs/releases/")):
                continue
            guide = guide_text.read(path, root)
            blocks = [(b.line + i, line) for b in guide.blocks for i, line in enumerate(b.lines)]
            for line, text in [*blocks, *guide.spans]:
                name, heading = self.named(text.strip()), guide.section(line)
                if name and heading:
                    shown[name].setdefault(path, heading)
        first = ["docs/commands.md"]
        return {
            name: sorted(pages.items(), key=lambda item: (item[0] not in first, item[0]))
            for name, pages in shown.items()
        }

    def untold(self) -> list[str]:
        """Commands of which no guide tells; one that only holds others needs none."""
        return [
            f"{command.name}: no guide shows this command; docs/commands.md is the place"
            for command in self.commands
            if command.name not in self.sections
            and command.name != "harness"
            and not command.help.get("subcommands")
        ]

    # MARK: Pages

    def body(self, command: Command) -> str:
        """The page of a command."""
        text, codes = discussion(command.help.get("discussion", ""))
        parts = [f'<h1 id="{anchor(command.name)}"><code>{html.escape(command.name)}</code></h1>']
        parts.append(f"<p class=\"lead\">{prose(command.help.get('abstract', ''))}</p>")
        parts += [f"<p>{prose(each)}</p>" for each in text]
        if not command.help.get("subcommands"):
            parts.append(heading("Synopsis") + render.code_html(synopsis(command), "plain"))
        if command.help.get("subcommands"):
            parts.append(heading("Commands") + self.children(command))
        arguments = [a for a in command.arguments if a["kind"] == "positional"]
        options = [a for a in command.arguments if a["kind"] != "positional"]
        for title, found in (("Arguments", arguments), ("Options", options)):
            if found:
                rows = "".join(definition(each) for each in found)
                parts.append(f"{heading(title)}<dl class=\"options\">{rows}</dl>")
        parts.append(heading("Exit codes") + self.exit_codes(command, codes))
        parts.append(self.guides(command))
        return "\n".join(parts)

    def children(self, command: Command) -> str:
        rows = []
        for child in command.help["subcommands"]:
            if not child["shouldDisplay"] and child["commandName"] != "man" or child["commandName"] == "help":
                continue
            found = self.by_name[f"{command.name} {child['commandName']}"]
            link = sitemap.between(command.page, found.page)
            rows.append(
                f'<tr><td><a href="{link}"><code>{html.escape(found.name)}</code></a></td>'
                f"<td>{prose(child.get('abstract', ''))}</td></tr>"
            )
        return f'<div class="table"><table><tbody>{"".join(rows)}</tbody></table></div>'

    def exit_codes(self, command: Command, codes: list[tuple[str, str]]) -> str:
        """The command's own exit codes; those of the whole harness where its help names none."""
        link = sitemap.between(command.page, sitemap.page_of(GENERAL_CODES)) + "#exit-codes"
        if codes:
            more = f'<p>The <a href="{link}">table of all exit codes</a> tells more.</p>'
            return code_table(codes) + more
        common = discussion(self.by_name["harness"].help.get("discussion", ""))[1]
        return f'<p>As for <a href="{link}">every command</a>:</p>' + code_table(common)

    def guides(self, command: Command) -> str:
        found = self.sections.get(command.name, [])
        rows = []
        for path, section in found:
            link = sitemap.between(command.page, sitemap.page_of(path)) + f"#{section.anchor}"
            title = guide_text.read(path).title
            words = title if section.text == title else f"{title}: {section.text}"
            rows.append(f'<li><a href="{link}">{html.escape(words)}</a></li>')
        parent = command.name.rpartition(" ")[0]
        if parent:
            link = sitemap.between(command.page, self.by_name[parent].page)
            rows.append(f'<li><a href="{link}"><code>{html.escape(parent)}</code></a></li>')
        return f"{heading('Guides')}<ul>{''.join(rows)}</ul>" if rows else ""


def code_table(codes: list[tuple[str, str]]) -> str:
    rows = "".join(f"<tr><td>{code}</td><td>{prose(meaning)}</td></tr>" for code, meaning in codes)
    head = "<thead><tr><th>code</th><th>meaning</th></tr></thead>"
    return f'<div class="table"><table>{head}<tbody>{rows}</tbody></table></div>'


def anchor(text: str) -> str:
    return guide_text.anchors([text])[0]


def heading(text: str) -> str:
    name = anchor(text)
    mark = f'<a class="anchor" href="#{name}" aria-label="Link to this section">#</a>'
    return f'<h2 id="{name}">{text} {mark}</h2>'


def prose(text: str) -> str:
    """Plain text of the help; options in it are set as code."""
    escaped = html.escape(text, quote=False)
    return re.sub(r"(?<![\w-])(--[a-z][\w-]*)", r"<code>\1</code>", escaped)


def discussion(text: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The paragraphs of a discussion, and the exit codes that it lists."""
    match = re.search(r"Exit codes?:? (?=\d)(.*?)\.(?=\s|$)", text, re.S)
    if not match:
        return [each for each in text.split("\n\n") if each.strip()], []
    codes = re.findall(r"(?:^|[,;] (?:or )?)(\d+):? ((?:(?![,;] \d).)+)", " ".join(match[1].split()))
    rest = (text[: match.start()] + text[match.end() :]).strip()
    return [each for each in rest.split("\n\n") if each.strip()], codes


def usage(argument: dict[str, Any]) -> str:
    """An argument in the synopsis."""
    value = f"<{argument.get('valueName', 'value')}>"
    if argument["kind"] == "positional":
        text = value
    else:
        text = spelling(argument["preferredName"]) + ("" if argument["kind"] == "flag" else f" {value}")
    text += " …" if argument["isRepeating"] else ""
    return f"[{text}]" if argument["isOptional"] else text


def synopsis(command: Command) -> str:
    """The whole usage in lines of at most 78 characters."""
    lines = [command.name]
    for argument in command.arguments:
        word = usage(argument)
        if len(lines[-1]) + 1 + len(word) > 78:
            lines.append("       ")
        lines[-1] += " " + word
    return "\n".join(lines)


def definition(argument: dict[str, Any]) -> str:
    """An option with its discussion, its words and its default."""
    value = html.escape(f" <{argument.get('valueName', 'value')}>")
    if argument["kind"] == "positional":
        terms, name = [f"<code>{value.strip()}</code>"], "argument-" + argument.get("valueName", "value")
    else:
        names = sorted(map(spelling, argument["names"]), key=lambda each: (-len(each), each))
        ending = "" if argument["kind"] == "flag" else f"<span>{value}</span>"
        terms, name = [f"<code>{each}{ending}</code>" for each in names], names[0]
    notes = []
    if argument.get("allValues"):
        notes.append("One of " + ", ".join(f"<code>{html.escape(v)}</code>" for v in argument["allValues"]) + ".")
    if argument.get("defaultValue") is not None:
        notes.append(f"Default: <code>{html.escape(argument['defaultValue'])}</code>.")
    if not argument["isOptional"]:
        notes.append("Required.")
    text = " ".join(filter(None, [argument.get("abstract", ""), argument.get("discussion", "")]))
    if argument["isRepeating"] and argument["isOptional"] and "be repeated" not in text:
        notes.append("May be repeated.")
    name = re.sub(r"\s+", "-", name)
    told = f"<p>{prose(text)}</p>" if text else ""
    said = f'<p class="note">{" ".join(notes)}</p>' if notes else ""
    return f'<dt id="{html.escape(name)}">{", ".join(terms)}</dt><dd>{told}{said}</dd>'
