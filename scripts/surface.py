#!/usr/bin/env python3
"""The public surface: the command line, the keys of JSON files, the symbols of the libraries.

    scripts/surface.py check   [cli] [json-keys] [libraries]    compares it with what docs/api has
    scripts/surface.py record  [cli] [json-keys] [libraries]    writes docs/api anew
    scripts/surface.py release                             makes what is recorded that of a release

docs/versioning.md tells what belongs to it and what a change of it means for the version. Options:

    --harness FILE     the harness that is asked, instead of .build-quick/release/harness
    --build FOLDER     the build that has the libraries' modules, instead of .build-quick/release
    --recorded FOLDER  the recorded surface, instead of docs/api
    --version X.Y.Z    the version of what is here, instead of the one in the sources

Exit codes: 0 nothing changed, 1 something changed or the version is too low, 2 it cannot be told.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION_SOURCE = "Sources/Console/Provenance+Current.swift"
PARTS = {"cli": "the command line", "json-keys": "the keys of JSON files",
         "libraries": "the symbols of the libraries"}
# Files that people write and the harness reads. In all others the harness writes and programs read.
READ_BY_THE_HARNESS = {"corpus"}


class Trouble(Exception):
    """A reason for which the surface cannot be told."""


def run(*command):
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    except OSError as fault:
        raise Trouble(f"{command[0]} cannot be run: {fault.strerror}")
    if done.returncode != 0:
        raise Trouble(f"{' '.join(map(str, command[:4]))} … ends with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


# MARK: What there is. A line is `KEY : DETAILS`; the key says what it is, the details what holds for it.


def command_line(options):
    """Commands, options, arguments and exit codes."""
    lines = []

    def visit(command, path):
        path = path + [command["commandName"]]
        name = " ".join(path)
        lines.append(f"command {name}")
        position = 0
        for argument in command.get("arguments", []):
            if argument["kind"] == "positional":
                position += 1
                keys = [f"argument {name} {position}"]
            else:
                keys = [f"{argument['kind']} {name} {'--' if each['kind'] == 'long' else '-'}{each['name']}"
                        for each in argument["names"]]
            if not argument["shouldDisplay"]:
                continue
            details = [] if argument["isOptional"] else ["required"]
            details += ["repeats"] if argument["isRepeating"] else []
            if argument.get("defaultValue") is not None:
                details.append(f"default={argument['defaultValue']}")
            lines.extend(" : ".join([key] + ([" ".join(details)] if details else [])) for key in keys)
            lines.extend(f"value {key.split(' ', 1)[1]} {value}"
                         for key in keys for value in argument.get("allValues") or [])
        for child in command.get("subcommands", []):
            if child["commandName"] != "help":
                visit(child, path)

    visit(json.loads(run(options.harness, "--experimental-dump-help"))["command"], [])
    page = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    section = page.split("\n## Exit codes\n")[1].split("\n## ")[0]
    return lines + [f"exit-code {code}" for code in re.findall(r"(?m)^\| (\d+) \|", section)]


def json_keys(options):
    """The keys of every published schema by their paths, with types, and the words that may stand there."""
    schemas = {path.name: json.loads(path.read_text(encoding="utf-8"))
               for path in sorted((ROOT / "docs").glob("*.schema.json"))}
    schemas["corpus.schema.json"] = json.loads(run(options.harness, "corpus", "schema"))
    lines = set()

    def visit(file, node, path, required, above):
        while isinstance(node, dict) and "$ref" in node:
            other, _, pointer = node["$ref"].partition("#")
            file = other or file
            if (file, pointer) in above:
                return
            above = above | {(file, pointer)}
            node = schemas[file]
            for part in filter(None, pointer.split("/")):
                node = node[part]
        if not isinstance(node, dict):
            return
        alternatives = [child for word in ("anyOf", "oneOf", "allOf") for child in node.get(word, [])]
        for child in alternatives:
            visit(file, child, path, required, above)
        kinds = node.get("type", [])
        kinds = sorted([kinds] if isinstance(kinds, str) else kinds)
        if path[1:] and (kinds or not alternatives):
            lines.add(" ".join(["key", *path, ":"] + (["required"] if required else [])
                               + ["|".join(kinds) or "any"]))
        words = node.get("enum", [node["const"]] if "const" in node else [])
        lines.update(" ".join(["value", *path, json.dumps(word, ensure_ascii=False)]) for word in words)
        for key, child in node.get("properties", {}).items():
            visit(file, child, path[:1] + [(path + [""])[1] + "/" + key], key in node.get("required", []), above)
        for word, sign in (("items", "[]"), ("additionalProperties", "{}")):
            if isinstance(node.get(word), dict):
                visit(file, node[word], path[:1] + [(path + [""])[1] + "/" + sign], False, above)

    for file, schema in schemas.items():
        visit(file, schema, [file.removesuffix(".schema.json")], False, frozenset())
    return lines


def library_symbols(options):
    """The public declarations of every library product, and the protocols that its types conform to."""
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    # The surface is recorded on Linux: what is built on macOS alone is left out.
    package = re.sub(r"^#if os\(macOS\)\n.*?^#endif\n", "", package, flags=re.M | re.S)
    products = re.findall(r'\.library\(name: "(\w+)", targets: \["(\w+)"\]\)', package)
    information = json.loads(run("swiftc", "-print-target-info"))
    flags = run("scripts/library-flags.sh", options.build).split("\n")[:-1]
    lines = []
    for product, module in products:
        with tempfile.TemporaryDirectory() as folder:
            run("swift", "symbolgraph-extract", "-module-name", module, "-target",
                information["target"]["triple"], "-output-dir", folder, "-minimum-access-level", "public",
                "-skip-synthesized-members", *flags)
            for file in sorted(pathlib.Path(folder).glob("*.symbols.json")):
                lines += symbols_of(product, json.loads(file.read_text(encoding="utf-8")))
    return lines


# Conformances that the compiler adds by itself, more of them with every release.
IMPLIED = {"Copyable", "Escapable", "BitwiseCopyable", "SendableMetatype"}


def symbols_of(product, graph):
    names, lines = {}, []
    demanded = {edge["source"] for edge in graph["relationships"] if edge["kind"] == "requirementOf"}
    demanded -= {edge["target"] for edge in graph["relationships"] if edge["kind"] == "defaultImplementationOf"}
    for symbol in graph["symbols"]:
        identifier, path = symbol["identifier"]["precise"], symbol["pathComponents"]
        if "::SYNTHESIZED::" in identifier or any(part.startswith("_") for part in path):
            continue
        names[identifier] = ".".join(path)
        text = "".join(part["spelling"] for part in symbol["declarationFragments"])
        word = "requirement" if identifier in demanded else "symbol"
        lines.append(f"{word} {product} {'.'.join(path)} : {' '.join(text.split())}")
    for edge in graph["relationships"]:
        other = edge.get("targetFallback", "").rpartition(".")[2] or names.get(edge["target"], "")
        if edge["kind"] == "conformsTo" and edge["source"] in names and other and other not in IMPLIED:
            lines.append(f"conformance {product} {names[edge['source']]} {other}")
    return lines


# MARK: What is recorded: the surface of the last release, with what came (+) and went (-) since then


class Record:
    def __init__(self, path, part):
        self.path, self.part = path, part
        self.release, self.released, self.lines = None, set(), set()
        if path.exists():
            self.read(path.read_text(encoding="utf-8"))

    def read(self, text):
        for number, line in enumerate(text.splitlines(), 1):
            mark, rest = line[:2], line[2:]
            if mark == "# ":
                self.release = rest.removeprefix("released: ") if rest.startswith("released: ") else self.release
                continue
            if mark not in ("  ", "+ ", "- ") or not rest:
                raise Trouble(f"{self.path}:{number}: a line begins with two spaces, \"+ \", \"- \" or \"# \"")
            if mark != "+ ":
                self.released.add(rest)
            if mark != "- ":
                self.lines.add(rest)
        if self.release == "none":
            self.release = None

    def write(self, lines):
        """Records lines; before the first release with a recorded surface there is nothing to mark."""
        released = self.released if self.release else lines
        marked = sorted((line, "  " if line in lines and line in released else "+ " if line in lines else "- ")
                        for line in lines | released)
        self.path.write_text(
            f"# The public surface: {PARTS[self.part]}. Written by scripts/surface.py; docs/versioning.md explains it.\n"
            f"# released: {self.release or 'none'}\n" + "".join(f"{mark}{line}\n" for line, mark in marked),
            encoding="utf-8")


# MARK: What changed


Changes = collections.namedtuple("Changes", "breaking additions")


def changes(before, after):
    """The sentences about what changed: first what breaks somebody's use, then what does not."""
    def by_key(lines):
        table = collections.defaultdict(set)
        for line in lines:
            key, _, details = line.partition(" : ")
            table[key].add(details)
        return table

    old, new = by_key(before), by_key(after)
    breaking, additions = [], []
    for key in sorted(old.keys() | new.keys()):
        if key not in new:
            breaking.append(f"removed: {key}")
        elif key not in old:
            owner = key.split(" ", 1)[1].rpartition("/" if key.startswith("key") else " ")[0]
            demands = any("required" in details.split() for details in new[key])
            is_demand = (demands and adds_a_demand(key, owner, before)) or key.startswith("requirement ")
            (breaking if is_demand else additions).append(f"added{', and required' if is_demand else ''}: {key}")
        elif old[key] != new[key]:
            text = f"{key}: {' / '.join(sorted(old[key] - new[key])) or 'nothing'}" \
                   f" → {' / '.join(sorted(new[key] - old[key])) or 'nothing'}"
            is_looser = is_loosened(key, old[key], new[key])
            (additions if is_looser else breaking).append(f"{'loosened' if is_looser else 'altered'}: {text}")
    return Changes(breaking, additions)


def adds_a_demand(key, owner, before):
    """True for something required in a command or a file that was there before."""
    if key.startswith("key "):
        return key.split()[1] in READ_BY_THE_HARNESS and any(owner in line for line in before)
    return any(line == f"command {owner}" for line in before)


def is_loosened(key, old, new):
    """True if every use of what there was is still right."""
    if key.startswith(("symbol ", "requirement ")):
        return old < new  # one more overload
    if len(old) != 1 or len(new) != 1:
        return False
    gone, come = (set(a.split()) - set(b.split()) for a, b in ((*old, *new), (*new, *old)))
    if key.startswith("key ") and key.split()[1] not in READ_BY_THE_HARNESS:
        return not gone and come <= {"required"}  # what was there now and then is there always
    return gone <= {"required"} and come <= {"repeats"}


def next_version(release, found):
    """The least version that a surface with these changes may have."""
    major, minor, patch = map(int, release.split("."))
    if found.breaking and major > 0:
        return f"{major + 1}.0.0"
    return f"{major}.{minor + 1}.0" if found.breaking or found.additions else release


def order(version):
    return tuple(map(int, version.split(".")))


# MARK: Commands


def listing(found):
    return "".join([f"  breaking, {text}\n" for text in found.breaking]
                   + [f"  {text}\n" for text in found.additions])


def check(record, lines, version):
    """The complaint about a part of the surface; empty if there is none."""
    text = ""
    if record.lines != lines:
        text += (f"{record.path}: {PARTS[record.part]} changed:\n{listing(changes(record.lines, lines))}"
                 f"If this is meant, record it: scripts/surface.py record {record.part}\n")
    if record.release:
        found = changes(record.released, lines)
        needed = next_version(record.release, found)
        if order(version) < order(needed):
            text += (f"{PARTS[record.part]}: since release {record.release} there are {len(found.breaking)} breaking "
                     f"changes and {len(found.additions)} additions, so that the version is {needed} or higher; it is "
                     f"{version}. Raise it in {VERSION_SOURCE}, CITATION.cff and CHANGELOG.md.\n{listing(found)}")
    return text


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/surface.py", usage=__doc__)
    parser.add_argument("action", choices=["check", "record", "release"])
    parser.add_argument("parts", nargs="*", metavar="part")
    parser.add_argument("--harness", default=str(ROOT / ".build-quick/release/harness"))
    parser.add_argument("--build", default=".build-quick/release")
    parser.add_argument("--recorded", type=pathlib.Path, default=ROOT / "docs/api")
    parser.add_argument("--version", default=re.search(
        r'static let current = "([\d.]+)"', (ROOT / VERSION_SOURCE).read_text(encoding="utf-8"))[1])
    options = parser.parse_args()
    for part in options.parts:
        if part not in PARTS:
            parser.error(f"there is no part \"{part}\"; parts are {', '.join(PARTS)}")
    return options


def main():
    options = arguments()
    readers = {"cli": command_line, "json-keys": json_keys, "libraries": library_symbols}
    complaints = ""
    for part in options.parts or PARTS:
        record = Record(options.recorded / f"{part}.txt", part)
        if options.action == "release":
            record.release, record.released = options.version, record.lines
            record.write(record.lines)
            continue
        lines = set(readers[part](options))
        if options.action == "record":
            record.write(lines)
        else:
            complaints += check(record, lines, options.version)
    print(complaints, end="")
    return 1 if complaints else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Trouble as trouble:
        print(f"scripts/surface.py: {trouble}", file=sys.stderr)
        sys.exit(2)
