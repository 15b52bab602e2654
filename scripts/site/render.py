"""Markdown as the body of a page: anchors at headings, links to pages of the site, tables that scroll."""

from __future__ import annotations

import html
import pathlib
import re
from collections.abc import Callable, Sequence

import check_links
import guide_text
import sitemap
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

# The page of a command named at the beginning of a text such as `harness corpus check x.yaml`; or none.
CommandPages = Callable[[str], str | None]


def code_html(text: str, info: str) -> str:
    """A block of code; comments of shell and YAML stand back."""
    escaped = html.escape(text, quote=False)
    if info in ("", "sh", "yaml", "text"):
        escaped = re.sub(r"(?m)(^|(?<=\s))(# .*)$", r'<span class="comment">\2</span>', escaped)
    return f'<pre tabindex="0"><code>{escaped}</code></pre>\n'


class GuideRenderer:
    """Renders the guides of one site."""

    def __init__(self, root: pathlib.Path, command_page: CommandPages) -> None:
        self.root = root
        self.command_page = command_page
        self.guides = set(guide_text.pages(root))
        self.linked: set[str] = set()
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])

    def body(self, path: str) -> str:
        """The page of a guide, whose links to files are gathered in `linked`."""
        text = (self.root / path).read_text(encoding="utf-8")
        tokens = self.markdown.parse(text)
        self.set_anchors(tokens)
        here = sitemap.page_of(path)
        for token in tokens:
            for child in token.children or []:
                self.set_link(child, path, here)
            if token.type == "inline" and token.children:
                self.name_pages(token.children)
                self.link_commands(token.children, here)
        return RendererWithPlaces().render(tokens, self.markdown.options, {})

    @staticmethod
    def set_anchors(tokens: Sequence[Token]) -> None:
        places = [index for index, token in enumerate(tokens) if token.type == "heading_open"]
        names = guide_text.anchors(
            [guide_text.plain_text(tokens[index + 1].content) for index in places]
        )
        for index, name in zip(places, names, strict=True):
            tokens[index].attrSet("id", name)

    def set_link(self, token: Token, path: str, here: str) -> None:
        """Turns a link between files into one between pages."""
        attribute = {"link_open": "href", "image": "src"}.get(token.type)
        target = str(token.attrGet(attribute) or "") if attribute else ""
        if not attribute or not target:
            return
        if check_links.is_external(target):
            token.attrSet("rel", "external")
            return
        file, anchor = check_links.resolve(path, target)
        if file is None:
            return
        self.linked.add(file)
        token.meta["file"] = file
        if (self.root / file).is_dir():
            page = sitemap.folder_page(file)
        else:
            page = sitemap.page_of(file)
        if page == here and anchor:
            token.attrSet(attribute, f"#{anchor}")
        else:
            token.attrSet(attribute, sitemap.between(here, page) + (f"#{anchor}" if anchor else ""))

    def name_pages(self, children: list[Token]) -> None:
        """Gives links whose text is a guide's file name the guide's title instead."""
        for opening, text, closing in zip(children, children[1:], children[2:]):
            if (opening.type, text.type, closing.type) == ("link_open", "text", "link_close"):
                file = str(opening.meta.get("file", ""))
                if file.endswith(".md") and file.endswith(text.content) and file in self.guides:
                    text.content = guide_text.read(file, self.root).title

    def link_commands(self, children: list[Token], here: str) -> None:
        """Makes a command in running text a link to its page."""
        depth, result = 0, []
        for token in children:
            depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
            page = self.command_page(token.content) if token.type == "code_inline" else None
            if page and depth == 0 and page != here:
                opening = Token("link_open", "a", 1)
                opening.attrSet("href", sitemap.between(here, page))
                opening.attrSet("class", "command")
                result += [opening, token, Token("link_close", "a", -1)]
            else:
                result.append(token)
        children[:] = result


class RendererWithPlaces(RendererHTML):
    """The usual elements; headings with a mark to link to, tables and code that scroll in a box of their own."""

    def heading_close(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        name = html.escape(str(tokens[index - 2].attrGet("id")))
        return f' <a class="anchor" href="#{name}" aria-label="Link to this section">#</a></{tokens[index].tag}>\n'

    def table_open(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        return '<div class="table" tabindex="0"><table>\n'

    def table_close(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        return "</table></div>\n"

    def code_block(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        return code_html(tokens[index].content, "")

    def fence(self, tokens, index, options, env):  # type: ignore[no-untyped-def]
        info = tokens[index].info.split()
        named = f'<p class="file">{html.escape(info[1])}</p>' if len(info) > 1 and "/" in info[1] else ""
        return named + code_html(tokens[index].content, info[0] if info else "")
