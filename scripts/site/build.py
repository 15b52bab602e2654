#!/usr/bin/env python3
"""The static site: guides, a page for every command, results, the libraries' pages, and what guides link to.

    scripts/site/build.py --harness FILE --output FOLDER [--libraries FOLDER] [--results FOLDER] [--base /path]

    --harness FILE       the built harness, whose help becomes the commands' pages
    --output FOLDER      the folder for the site; an older site in it is replaced when the new one is whole
    --libraries FOLDER   what scripts/docs.sh made, with the same base
    --results FOLDER     what `harness report --site` made
    --base PATH          the path below which the site is served, such as /barcode-harness; only the libraries'
                         pages need it, all else opens from a folder

Run by `make site`. Exit codes: 0 the site is whole, 1 a link is dead or a command is told nowhere, 2 it cannot be made.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import shutil
import sys

import check_links
import check_site
import guide_text
import library_pages
import navigation
import sitemap
import sources
from command_help import CommandsError
from command_pages import CommandPages
from layout import Frame, Place
from render import GuideRenderer

NAME = "barcode-harness"
MARK = ".barcode-harness-site"
HERE = pathlib.Path(__file__).parent
RESULTS = "results/index.html"


class Site:
    """A site that is being made in a folder."""

    def __init__(self, options: argparse.Namespace, folder: pathlib.Path) -> None:
        self.root = guide_text.ROOT
        self.folder = folder
        self.options = options
        self.commands = CommandPages(options.harness, self.root)
        self.renderer = GuideRenderer(self.root, self.commands.page)
        more = [("Made for you to look up", self.looked_up())]
        self.frame = Frame.of(NAME, version(self.root), navigation.groups(self.root), more)

    def looked_up(self) -> list[Place]:
        places = [Place("All commands", "commands/index.html", "each command's options, made from its help")]
        if self.options.libraries:
            places.append(Place("Swift libraries", library_pages.PAGE, "every public type and function"))
        if self.options.results:
            places.append(Place("Latest results", RESULTS, "score tables, reports and trends"))
        return places

    def write(self, page: str, title: str, body: str, source: str = "") -> None:
        file = self.folder / page
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.frame.page(page, title, body, source), encoding="utf-8")

    def make(self) -> None:
        for name in ("style.css", "icon.svg", "matrix.js"):
            shutil.copyfile(HERE / name, self.folder / name)
        for path in guide_text.pages(self.root):
            body = self.renderer.body(path)
            self.write(sitemap.page_of(path), guide_text.read(path, self.root).title, body, path)
        for command in self.commands.commands:
            self.write(command.page, command.name, self.commands.body(command))
        if self.options.libraries:
            libraries = library_pages.body(self.root, self.options.libraries, self.options.base)
            self.write(library_pages.PAGE, "Swift libraries", libraries)
        self.write_linked()
        for given, place in ((self.options.libraries, "libraries"), (self.options.results, "results")):
            if given:
                shutil.copytree(given, self.folder / place)

    def write_linked(self) -> None:
        """What guides link to, and every schema, whose address programs may know."""
        schemas = {file.relative_to(self.root).as_posix() for file in self.root.glob("docs/*.schema.json")}
        pages = set(guide_text.pages(self.root))
        for path in sorted((self.renderer.linked | schemas) - pages - {"", "."}):
            if (self.root / path).is_dir():
                if not (self.root / path / "README.md").exists():
                    self.write(sitemap.folder_page(path), path, sources.folder_body(self.root, path), path)
            elif path.endswith(sitemap.PICTURES):
                sources.copy(self.root, path, self.folder)
            elif (self.root / path).is_file():
                self.write(sitemap.page_of(path), path, sources.file_body(self.root, path, self.folder), path)


def version(root: pathlib.Path) -> str:
    text = (root / "CITATION.cff").read_text(encoding="utf-8")
    match = re.search(r"(?m)^version: (\S+)", text)
    return match[1] if match else ""


def is_replaceable(output: pathlib.Path) -> bool:
    """True for a folder that is not there, is empty, or holds a site."""
    return not output.exists() or (output / MARK).exists() or not any(output.iterdir())


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--harness", required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--libraries", type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--base", default="")
    options = parser.parse_args()
    if options.base and not re.fullmatch(r"(/[\w.~-]+)+", options.base):
        parser.error(f'--base "{options.base}" begins with a slash and ends without one, such as /barcode-harness')
    for given in (options.libraries, options.results):
        if given and not given.is_dir():
            parser.error(f"{given} is no folder")
    if not is_replaceable(options.output):
        parser.error(f"{options.output} holds something else than a site; name another folder or empty it")
    return options


def main() -> int:
    options = arguments()
    made = options.output.with_name(options.output.name + ".new")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    found = check_links.dead_links(guide_text.ROOT) + check_links.unreached(guide_text.ROOT)
    try:
        site = Site(options, made)
        found += site.commands.untold()
        if not found:
            site.make()
    except (CommandsError, navigation.NavigationError) as fault:
        print(f"scripts/site/build.py: {fault}", file=sys.stderr)
        return 2
    pages, links = 0, 0
    if not found:
        pages, links, found = check_site.check(made, options.base)
    if found:
        print("\n".join(found), file=sys.stderr)
        print(f"no site is written: {len(found)} things are to be mended", file=sys.stderr)
        return 1
    (made / MARK).write_text("")
    shutil.rmtree(options.output, ignore_errors=True)
    made.rename(options.output)
    print(f"{options.output}: {pages} pages with {links} internal links, none dead")
    return 0


if __name__ == "__main__":
    sys.exit(main())
