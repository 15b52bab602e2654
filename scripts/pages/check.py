#!/usr/bin/env python3
"""Pages as people use them: clicks and keys in a headless Chromium.

    scripts/pages/check.py PAGE.html ... [--axe axe.min.js]

Each page of a run is tried at 400, 900 and 1600 pixels, light and dark, with and without its script. Prints a
line for each claim; exit codes: 0 all hold, 1 one does not, 2 there is no Chromium.
"""

import argparse
import sys
from urllib.parse import quote

from browser import Browser, executable

WIDTHS = (400, 900, 1600)
SHOWN = "[...document.querySelectorAll('{0}')].filter(e => e.getClientRects().length)"


class Checks:
    """The claims about pages, and whether they hold."""

    def __init__(self, browser):
        self.browser, self.failed, self.passed = browser, 0, 0

    def claim(self, text, holds, detail=""):
        self.passed, self.failed = self.passed + bool(holds), self.failed + (not holds)
        print(f"{'ok  ' if holds else 'FAIL'}  {text}{'' if holds or detail == '' else f': {detail}'}")

    def count(self, selector):
        return self.browser.run(SHOWN.format(selector) + ".length")

    def state(self, expression):
        return self.browser.run(expression)

    def layout(self, path):
        for width in WIDTHS:
            for theme in ("light", "dark"):
                self.browser.size(width, 900)
                self.browser.theme(theme)
                self.browser.open(path)
                beyond = self.state("document.documentElement.scrollWidth - innerWidth")
                self.claim(f"nothing is beyond {width} px, {theme}", beyond <= 0, f"{beyond} px")
        self.claim("it throws nothing and asks the network for nothing", not self.browser.complaints(),
                   self.browser.complaints())

    def without_script(self, path):
        self.browser.script(False)
        self.browser.open(path)
        self.browser.script(True)
        for selector in ("#filter", ".copy", "dialog"):
            self.claim(f"without its script it shows no {selector}", self.count(selector) == 0)
        self.claim("without its script it shows the answer", self.count("#result h2") == 1)
        if self.state("document.querySelectorAll('#gallery .room .picture').length"):
            self.claim("without its script images are open", self.count("#gallery .room .picture") > 0)

    def samples(self, path):
        browser = self.browser
        browser.size(1280, 900)
        browser.open(path)
        if not self.state("document.querySelectorAll('.sample a.open').length"):
            return
        browser.click(".sample a.open")
        key = self.state("document.querySelector('#viewer [data-part=title]').textContent")
        self.claim("a click opens a sample", self.state("document.getElementById('viewer').open") and key)
        self.claim("its address names it", self.state("location.hash.startsWith('#sample=')"))
        width = "document.querySelector('#viewer svg').width.baseVal.value"
        before = self.state(width)
        browser.key("+")
        self.claim("plus enlarges it", self.state(width) > before, f"{before}")
        before = self.state(width)
        browser.key("+", modifiers=2)
        self.claim("plus with Ctrl is the browser's", self.state(width) == before)
        browser.key("ArrowRight")
        after = self.state("document.querySelector('#viewer [data-part=title]').textContent")
        if self.state("!document.querySelector('#viewer [data-part=count]').textContent.endsWith('of 1')"):
            self.claim("the right arrow shows the next one", after != key)
            browser.key("ArrowLeft")
        address = self.state("location.hash")
        browser.click("#viewer [data-part=copy]")
        self.claim("its command can be copied", self.state(
            "document.querySelector('#viewer [data-part=copy]').dataset.copy.startsWith('harness reproduce')"
            " && document.querySelector('#viewer [data-part=copy]').textContent === 'Copied'"))
        browser.click("#viewer [data-part=copy]")
        self.state("new Promise(done => setTimeout(done, 1700))")
        self.claim("its name comes back", self.state("document.querySelector('#viewer [data-part=copy]').textContent") != "Copied")
        browser.key("Escape")
        self.claim("Escape closes it", not self.state("document.getElementById('viewer').open"))
        browser.open(path, address)
        again = self.state("document.querySelector('#viewer [data-part=title]').textContent")
        self.claim("the address opens it again", again == key, f"{again} for {key}")

    def curves(self, path):
        browser = self.browser
        browser.open(path)
        if not self.state("document.querySelectorAll('#curves [data-level]').length") or not self.state(
                "document.querySelectorAll('.sample[data-level]').length"):
            return
        last = self.state("document.querySelectorAll('#curves figure')[0].querySelectorAll('[data-level]').length") - 1
        browser.click("#curves [data-level]", last)
        shown = self.state("document.querySelector('#viewer [data-part=title]').textContent")
        wanted = self.state(f"document.querySelectorAll('#curves [data-level]')[{last}].dataset.group")
        self.claim("a point of a curve opens samples of its group",
                   self.state("document.getElementById('viewer').open") and f"/{wanted}/" in shown, shown)
        browser.key("Escape")
        self.state("document.querySelector('#curves svg.plot').focus()")
        browser.key("ArrowRight")
        self.claim("the right arrow shows the numbers of a level",
                   self.state("document.getElementById('hint').style.visibility") == "visible")
        browser.key("Enter")
        self.claim("Enter opens samples of that level", self.state("document.getElementById('viewer').open"))
        browser.key("Escape")

    def filters(self, path):
        browser = self.browser
        browser.open(path)
        if self.state("document.querySelectorAll('#filter .chips button').length") < 2:
            return
        browser.click("#filter summary")
        name = self.state("document.querySelector('#filter .chips button').dataset.decoder")
        rows = f"main [data-decoder=\"{name}\"]:not(button)"
        before = self.count(rows)
        browser.click("#filter .chips button")
        self.claim("a decoder can be switched off everywhere", before > 0 and self.count(rows) == 0, before)
        shown = self.state("location.hash")
        self.claim("the address says which are shown",
                   "decoders=" in shown and quote(name, safe="") not in shown.split("decoders=")[1].split(","), shown)
        browser.open(path, shown)
        self.claim("the address shows the same again", self.count(rows) == 0)
        browser.click("nav a", 1)
        self.claim("a link inside the page keeps the choice", "decoders=" in self.state("location.hash"))
        browser.run("document.querySelector('#filter').open = true")
        browser.click("#filter .reset")
        self.claim("everything can be shown again",
                   self.count(rows) == before and "decoders=" not in self.state("location.hash"))
        if self.state("document.querySelectorAll('.sample[data-alike]').length"):
            browser.click("#filter input")
            self.claim("only differences hides samples on which all agree",
                       self.count(".sample[data-alike]") == 0)
            browser.click("#filter input")
        if self.state("document.querySelectorAll('#filter select[name=group] option').length") > 2:
            group = self.state("(()=>{const s=document.querySelector('#filter select[name=group]');s.selectedIndex=1;"
                               "s.dispatchEvent(new Event('change',{bubbles:true}));return s.value})()")
            others = f"main figure[data-group]:not([data-group=\"{group}\"])"
            self.claim("a group can be shown alone", self.count(others) == 0)
            self.claim("the address names the group", "group=" + quote(group, safe="") in self.state("location.hash"))

    def tables(self, path):
        self.browser.open(path)
        if not self.state("document.querySelectorAll('#scores th[aria-sort] button').length"):
            return
        self.browser.click("#scores th[aria-sort] button", 1)
        names = self.state("[...document.querySelector('#scores tbody').rows].map(r => r.cells[1].textContent)")
        self.claim("a click on a head sorts", names == sorted(names, key=str.casefold), names)

    def accessible(self, path, axe):
        for theme in ("light", "dark"):
            for step in ("", "dialog"):
                self.browser.theme(theme)
                self.browser.open(path)
                if step and self.state("document.querySelectorAll('.sample a.open').length"):
                    self.browser.click(".sample a.open")
                self.browser.run(axe + ";0")
                found = self.browser.run(
                    "axe.run().then(r => r.violations.map(v => v.id + ' ' + v.nodes.length + ' ' +"
                    " v.nodes[0].html.slice(0, 120)))")
                self.claim(f"axe finds nothing, {theme} {step}", not found, found)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--axe", help="axe.min.js of axe-core")
    options = parser.parse_args()
    if not executable():
        print("no Chromium is installed", file=sys.stderr)
        return 2
    axe = open(options.axe, encoding="utf-8").read() if options.axe else None
    with Browser() as browser:
        checks = Checks(browser)
        for path in options.pages:
            print(path)
            checks.layout(path)
            if not browser.run("!!document.getElementById('result')"):
                continue
            for check in (checks.without_script, checks.samples, checks.curves, checks.filters, checks.tables):
                check(path)
            if axe:
                checks.accessible(path, axe)
    print(f"{checks.passed} passed, {checks.failed} failed")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
