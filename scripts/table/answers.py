"""The answers of the page: one for each question, of sentences that follow from the figures."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import sentences
import video
from plan import FUZZ, PHOTO_TITLES, SPEED, SYMBOLOGIES
from runs import Figures
from symbologies import NAMES
from words import count, counted, listed, misreads, percent_at_most, upper_bound

@dataclass(frozen=True)
class Answer:
    """A question with its answer and the runs that it stands on."""

    question: str
    sentences: list[str]
    runs: list[str]
    cautions: tuple[str, ...] = ()


def answers(figures: Figures) -> list[Answer]:
    """Every question whose runs were made."""
    found = [
        _ranking(figures, "Small QR Codes", "qr-small"),
        _ranking(figures, "Small Data Matrix symbols", "datamatrix-small"),
        _symbologies(figures),
        _ranking(figures, "Several codes on a label", "multi"),
        *(_ranking(figures, title, corpus) for corpus, (title, _) in PHOTO_TITLES.items()),
        _ranking(figures, "Out of focus", "defocus"),
        _ranking(figures, "Damaged prints", "damage"),
        _ranking(figures, "Pale prints", "contrast"),
        _ranking(figures, "Marks on parts", "dpm"),
        _safety(figures),
        _video(figures),
        _hostile(figures),
    ]
    return [answer for answer in found if answer]


def _ranking(figures: Figures, question: str, corpus: str) -> Answer | None:
    run = figures.runs.get(corpus)
    if not run:
        return None
    text = sentences.best(run) + sentences.by_part(run) + sentences.apart(run)
    cautions = sentences.missing(run) + sentences.wrong(run) + sentences.errors(run)
    if "source" in run.table:
        cautions.append(f"The photos are {run.table['source']}")
    return Answer(question, text, [corpus], tuple(cautions))


def supported(figures: Figures, decoder: str) -> dict[str, bool]:
    """The symbologies that a decoder supports, each with whether it is shown to be reliable."""
    found: dict[str, bool] = {}
    for corpus in SYMBOLOGIES:
        run = figures.runs.get(corpus)
        part = run.decoder(decoder) if run else None
        if not run or not part:
            continue
        for group in run.corpus["groups"]:
            score = part.group(group["id"])
            if score:
                certified = score["threshold"]["kind"] in ("interval", "at-most")
                for symbology in group["symbologies"]:
                    found[symbology] = certified
    return found


def all_symbologies(figures: Figures) -> list[str]:
    """The symbologies of the three corpora, in their order."""
    runs = [figures.runs[corpus] for corpus in SYMBOLOGIES if corpus in figures.runs]
    return list(dict.fromkeys(symbology for run in runs for symbology in run.symbologies))


def _symbologies(figures: Figures) -> Answer | None:
    if not all(corpus in figures.runs for corpus in SYMBOLOGIES):
        return None
    every = all_symbologies(figures)
    own = {decoder: supported(figures, decoder) for decoder in figures.names}
    most = sorted(own, key=lambda name: (-sum(own[name].values()), -len(own[name]), name))
    top = [name for name in most if sum(own[name].values()) == sum(own[most[0]].values())]
    names = listed(f"**{name}**" for name in top)
    verb = "reads" if len(top) == 1 else "read"
    text = [
        f"{names} {verb} {sum(own[top[0]].values())} of {len(every)} symbologies reliably, from "
        "some module "
        "size on."
    ]
    rest = [f"{name} {sum(own[name].values())}" for name in most if name not in top]
    if rest:
        text.append(f"The others: {listed(rest)}.")
    unread = [symbology for symbology in every if not any(symbology in own[n] for n in own)]
    if unread:
        text.append(f"No decoder measured here supports {len(unread)} of the symbologies.")
    cautions = sentences.errors(*(figures.runs[corpus] for corpus in SYMBOLOGIES))
    return Answer("Many symbologies", text, list(SYMBOLOGIES), tuple(cautions))


@dataclass(frozen=True)
class Wrong:
    """The wrong readings of a decoder over all drawn images, and of each symbology."""

    decoder: str
    images: int
    wrong: int
    by_symbology: dict[str, int]

    @property
    def where(self) -> str:
        """The symbology of nine in ten of them or more, if there is one."""
        for symbology, number in self.by_symbology.items():
            if self.wrong > 1 and number >= 0.9 * self.wrong:
                share = "all" if number == self.wrong else f"{number} of them"
                return f", {share} on {NAMES[symbology]}"
        return ""


def wrong_readings(figures: Figures) -> list[Wrong]:
    """Every decoder's images and misreads in all runs over drawn images."""
    found = []
    for name in figures.names:
        images = wrong = 0
        by_symbology: dict[str, int] = {}
        for corpus, run in figures.runs.items():
            part = run.decoder(name) if corpus in figures.drawn else None
            if not part:
                continue
            images += part.total("tried")
            wrong += part.wrong
            for group in run.corpus["groups"]:
                total = (part.group(group["id"]) or {}).get("total", {})
                if len(group["symbologies"]) == 1 and total.get("misread"):
                    symbology = group["symbologies"][0]
                    by_symbology[symbology] = by_symbology.get(symbology, 0) + total["misread"]
        if images:
            found.append(Wrong(name, images, wrong, by_symbology))
    return found


def _safety(figures: Figures) -> Answer | None:
    found = wrong_readings(figures)
    if not found:
        return None
    never = [w for w in found if not w.wrong]
    some = sorted((w for w in found if w.wrong), key=lambda w: (w.wrong / w.images, w.decoder))
    text = []
    if never:
        bounds = sorted(upper_bound(0, w.images) for w in never)
        text.append(
            f"No wrong reading was seen of {listed(f'**{w.decoder}**' for w in never)}, "
            f"which bounds {'its rate' if len(never) == 1 else 'their rates'} at {_span(bounds)}."
        )
    if some:
        shown = "; ".join(
            f"{w.decoder} {misreads(w.wrong, w.images)} of {counted(w.images, 'image')}{w.where}"
            for w in some
        )
        text.append(
            f"{'The others' if never else 'All gave some'}, from the lowest rate on: {shown}."
        )
    text.append(
        "A decoder that supports less had fewer chances to be wrong; its bound is wider for that."
    )
    return Answer("Misreads must not happen", text, figures.drawn)


def _span(bounds: list[float]) -> str:
    low, high = percent_at_most(bounds[0]), percent_at_most(bounds[-1])
    return f"{low} of images" if low == high else f"{low} to {high} of images"


def _video(figures: Figures) -> Answer | None:
    run = figures.runs.get(SPEED)
    if not run:
        return None
    cautions = (*video.cautions(run), *sentences.missing(run))
    return Answer("Fast enough for video", video.sentences(run), [SPEED], cautions)


def _hostile(figures: Figures) -> Answer | None:
    reports = figures.fuzz
    if not reports:
        return None
    stable, unstable = [], []
    for name in sorted(reports):
        found = [g for g in fuzz_causes(reports[name]) if g["verdict"] in _ENDINGS]
        if not found:
            stable.append(f"**{name}** {misreads(0, reports[name]['inputs'])}")
            continue
        words = [
            counted(number, *nouns)
            for verdict, nouns in _ENDINGS.items()
            if (number := sum(g["count"] for g in found if g["verdict"] == verdict))
        ]
        cause = f" (`{found[0]['cause']}`)" if len(found) == 1 else ""
        unstable.append(f"{name} {listed(words)}{cause}")
    images = sorted({report["inputs"] for report in reports.values()})
    number = " to ".join(count(n) for n in dict.fromkeys((images[0], images[-1])))
    text = [
        f"Each decoder got {number} randomly changed images. No crash, hang or failure: "
        f"{listed(stable)}."
        if stable
        else f"Each decoder got {number} randomly changed images, and some ended every decoder."
    ]
    if unstable:
        text.append(f"The others: {'; '.join(unstable)}.")
    return Answer("Hostile images must not end it", text, [FUZZ])


_ENDINGS = {
    "crash": ("crash", "crashes"),
    "timeout": ("hang", "hangs"),
    "failed": ("failure", "failures"),
}


def fuzz_causes(report: dict[str, Any]) -> list[dict[str, Any]]:
    """What fuzzing found, by cause; causes that differ in numbers alone are one."""
    found: dict[tuple[str, str], int] = {}
    for group in report["groups"]:
        cause = re.sub(r"\b\d+\b", "N", group["cause"]).replace("`", "'").replace("|", "¦")
        key = (group["verdict"], cause)
        found[key] = found.get(key, 0) + group["count"]
    return [{"verdict": v, "cause": c, "count": number} for (v, c), number in found.items()]
