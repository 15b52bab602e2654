"""Reads reports that a stranger may have written, for a comment that is written with a maintainer's right.

A pull request's own code writes the reports of its gate: their numbers are its claim, and their text may be anything.
Files are read only if they are regular ones in the folder, within a size; text keeps its tables, lists, headings and
code, and loses whatever a page would follow, load, run or notify somebody by.
"""
import html
import os
import re
import stat
import unicodedata

MOST_BYTES = 1 << 20  # of a file
MOST_LINES = 4000  # of a page
MOST_GATES = 50
CODES = re.compile(r"[0-9]{1,3}")
NAMES = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
FENCE = "`" * 3
# A page's renderer makes links of these even where nothing says so. The space has no width.
LINKS = re.compile(r"(?i):(?=//)|www(?=\.)|(?<=mailto):|(?<=xmpp):|@|#(?=\d)|GH-(?=\d)")
GAP = "\u200b"


class Unacceptable(Exception):
    """A reason for which a file or its text is not taken."""


def text_of(folder, *names):
    """The text of a regular file below a folder; no folder on the way may be a link.

    Raises Unacceptable for anything else, for more than MOST_BYTES, and for names that lead elsewhere.
    """
    path = folder
    for name in names:
        if not NAMES.fullmatch(name):
            raise Unacceptable(f"no name of a report: {name[:40]!r}")
        path = os.path.join(path, name)
        try:
            kind = os.lstat(path).st_mode
        except OSError:
            raise Unacceptable(f"{'/'.join(names)} is not there") from None
        if not (stat.S_ISREG(kind) if name is names[-1] else stat.S_ISDIR(kind)):
            raise Unacceptable(f"{'/'.join(names)} is no regular file")
    with open(path, "rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Unacceptable(f"{'/'.join(names)} has more than {MOST_BYTES} bytes")
    return content.decode("utf-8", "replace")


def gates(folder):
    """Exit code, corpus, name of its folder and baseline of every gate, as gates.tsv tells them."""
    found = []
    for line in text_of(folder, "gates.tsv").splitlines()[:MOST_GATES]:
        fields = line.split("\t")
        if len(fields) != 4 or not CODES.fullmatch(fields[0]):
            raise Unacceptable("gates.tsv has a line that is no gate's")
        found.append([fields[0], fields[1], fields[2].rsplit("/", 1)[-1], fields[3]])
    if not found:
        raise Unacceptable("gates.tsv is empty")
    return found


def visible(text):
    """A text on one line without control characters and changes of direction."""
    return "".join(c for c in text if c == "\t" or unicodedata.category(c)[0] != "C").replace("\t", " ")


def code(text, most=200):
    """A text as code within a line, also within a table's cell."""
    text = visible(text)[:most].replace("`", "'").replace("|", "¦").strip()
    return f"`{text}`" if text else "` `"


def words(text):
    """A text outside of code: no links, images, markup, mentions, references or formulas."""
    text = visible(html.unescape(text)).replace("`", "'").replace("\\", "∖")
    text = LINKS.sub(lambda found: found[0] + GAP, text)
    for mark in "&<[$":
        text = text.replace(mark, f"&#{ord(mark)};")
    return text


def line(text):
    """A line of a page: code between single backticks stays code, all else is words."""
    parts = re.split(r"`([^`]+)`", text)
    return "".join(code(part) if index % 2 else words(part) for index, part in enumerate(parts))


def page(text):
    """A page with headings two levels down; indented and fenced blocks are code in fences of our own."""
    shown, block, fenced = [], [], False
    for each in map(visible, text.replace("\t", "    ").splitlines()[:MOST_LINES]):
        if re.match(r"\s*(```|~~~)", each):
            fenced = not fenced
        elif fenced or (each.startswith("    ") and (block or not shown or not shown[-1])):
            block.append((each if fenced else each[4:]).replace(FENCE, "'''"))
            continue
        elif not each.strip() and block and not fenced:
            block.append("")
            continue
        shown += fences(block)
        block = []
        if not re.match(r"\s*(```|~~~)", each):
            shown.append(re.sub(r"^(#+ )", r"##\1", line(each.lstrip() if each.startswith("    ") else each)))
    return "\n".join(shown + fences(block)).strip()


def fences(block):
    """A block of code with its fences, and what blank lines ended it; nothing without lines."""
    lines = "\n".join(block).rstrip().split("\n")
    return [FENCE + "text", *lines, FENCE, ""] if block and lines != [""] else []
