"""The page "Which barcode decoder?", from figures and facts."""

from __future__ import annotations

import video
from answers import Answer, all_symbologies, answers, supported, wrong_readings
from facts import Facts, Settings, Sourced
from matrix import anchor, matrix, quote
from plan import LABELS, PHOTOS, SPEED, SYMBOLOGIES, UNREAD
from brief import in_short, releases
from reports import table, uncertified
from runs import Decoder, Figures, Run
from symbologies import NAMES
from words import DASH, count, counted, estimate, listed, milliseconds, misreads, threshold

FOLDER = "which-decoder"
SETTINGS = "The settings that were measured"
SETTINGS_ANCHOR = anchor(SETTINGS)
#: How the names of licences begin that ask for the source of what a library is linked into.
COPYLEFT = ("GPL", "AGPL")
FEWER = "for QR Code and Data Matrix alone"


def page(figures: Figures, facts: Facts) -> str:
    """The whole page."""
    lines = ["# Which barcode decoder?", "", *in_short(figures, facts), *_opening(figures, facts), ""]
    lines += [*matrix(figures, facts), ""]
    lines += ["## By question", ""]
    for answer in answers(figures):
        lines += [f"### {answer.question}", "", *_asked(figures, answer), " ".join(answer.sentences), ""]
        if answer.runs == [SPEED]:
            lines += [*_frames(figures.runs[SPEED], facts), ""]
        if answer.cautions:
            lines += [" ".join(answer.cautions), ""]
        lines += [_links(figures, answer), ""]
        if line := quote(figures, answer):
            lines += [line, ""]
    lines += releases(figures, facts)
    lines += [f"## {SETTINGS}", "", *_settings(figures, facts), ""]
    if figures.tuned:
        lines += ["## Default and best found settings", "", *_tuned(figures), ""]
    lines += ["## The decoders", "", *_decoders(figures, facts), ""]
    lines += ["## Licences in plain words", "", *_licences(figures, facts), ""]
    lines += ["## Results over all runs", "", *_sums(figures), ""]
    lines += ["## Thresholds of all symbologies", "", *_symbologies(figures), ""]
    lines += ["## Not measured here", "", *_limits(figures, facts), ""]
    lines += ["## Making it again", "", *_again()]
    return "\n".join(lines) + "\n"


def _opening(figures: Figures, facts: Facts) -> list[str]:
    days = sorted({run.table["provenance"]["startedAt"][:10] for run in figures.runs.values()})
    days = days if len(days) == 1 else [days[0], days[-1]]
    images = sum(wrong.images for wrong in wrong_readings(figures))
    return [
        f"{len(figures.names)} decoders, {count(images)} decodes of drawn images, measured on "
        f"{' to '.join(days)}. All decoders get the same images, each with the defaults of its adapter (`dmtx` with a "
        f"limit that counts positions, not time), {_traps(figures, facts)}. Which one is best depends on the question: "
        "there is no score over all of them.",
        "",
        "A decoder is called better than another one only where the exact paired test says so. "
        "Figures "
        "behind names are [mean thresholds](method.md#mean-threshold), ± their 95 % interval, "
        "and decode "
        "rates for photos. *Reliably* means that 95 % or more are "
        "[shown to be read](method.md#reliable-from). A number of misreads is followed by the upper 95 % "
        "bound of their "
        "rate: *0 (≤ 0.02 %)* does not mean never.",
    ]


def _traps(figures: Figures, facts: Facts) -> str:
    """The warning that an adapter's defaults may not be its library's."""
    text = f"[which are not always its library's](#{SETTINGS_ANCHOR})"
    traps = [f"with its library's own, {n} {trap}" for n in figures.names if (trap := facts.of(n).settings.trap)]
    return text + "".join(f": **{trap}**" for trap in traps[:1]) + "".join(f"; **{trap}**" for trap in traps[1:])


def _settings(figures: Figures, facts: Facts) -> list[str]:
    """Every decoder's line for a program of one's own, and what it changes."""
    rows = []
    for name in figures.names:
        own = facts.of(name).settings
        rows.append([f"`{name}`", f"`{own.call}`", own.differs or "nothing", _fewer(own)])
    return [
        "What each adapter asks of its library, and what of it differs from the library's defaults. Copy the line to read "
        "as the decoder was measured. The README of each adapter says more, also of decoders that are not ranked here; "
        f"{DASH} in the last column: it reads at most one of the two.",
        "",
        *table(["decoder", "in a program of your own", "differs from the library's defaults", FEWER], rows),
    ]


def _fewer(own: Settings) -> str:
    """The line for two formats, what it saves, and what the library's makers advise."""
    if not own.fewer_call:
        return DASH
    saved = f"{own.fewer} of the time of all" if own.fewer else "not measured"
    return f"`{own.fewer_call}`: {saved}" + (f"; {own.advice}" if own.advice else "")


def _frames(run: Run, facts: Facts) -> list[str]:
    """Times, reads and frames a second of each decoder, for each symbology."""
    names = list(video.of_common(run))
    own = {name: video.frames(run, part) for name in names if (part := run.decoder(name))}
    symbologies = list(dict.fromkeys(s for parts in own.values() for s in parts))
    head, rows = ["decoder"], []
    for symbology in symbologies:
        head += [f"{NAMES[symbology]}, ms", "read", "frames a second"]
    for name in names:
        row = [f"`{name}`"]
        for symbology in symbologies:
            found = own[name].get(symbology)
            rate = str(found.rate or f"< {video.RATES[-1]}") if found else DASH
            row += [milliseconds(found.milliseconds), found.reads, rate] if found else [DASH] * 3
        rows.append([*row, _share(own[name][video.common(run)].milliseconds, facts.of(name).settings)])
    advice = [f"`{n}`: {text}." for n in names if (text := facts.of(n).settings.advice)]
    return [
        *table([*head, f"{NAMES[video.common(run)]}, asked {FEWER}"], rows, right=1),
        "",
        "The last column is computed: the share that the two formats took of the time of all, on 16 frames of this corpus of 640 "
        f"and 1280 pixels ([the lines to copy](#{SETTINGS_ANCHOR})), times the first column. {DASH}: not measured. "
        + " ".join(advice),
    ]


def _share(time: float, own: Settings) -> str:
    """What of a time is left with fewer formats."""
    if not own.fewer:
        return DASH
    low, high = (milliseconds(time * float(share)) for share in own.fewer.split(" to "))
    return f"{own.fewer} of it: {low} to {high} ms"


def _asked(figures: Figures, answer: Answer) -> list[str]:
    """What the numbers of a ranking are, in the words of its corpus."""
    run = figures.runs.get(answer.runs[0])
    is_ranking = len(answer.runs) == 1 and run and answer.runs[0] != SPEED
    return [f"*{run.corpus['question']}*", ""] if run and is_ranking else []


def _links(figures: Figures, answer: Answer) -> str:
    photos = " PHOTOS=… PHOTOS_SOURCE=…" if {LABELS, PHOTOS} & set(answer.runs) else ""
    numbers = {figures.runs[corpus].trials for corpus in answer.runs if corpus in figures.drawn}
    trials = f" · {counted(max(numbers), 'trial')} at a level" if len(numbers) == 1 else ""
    reports = listed(f"[{corpus}]({FOLDER}/{corpus}.md)" for corpus in answer.runs)
    return (
        f"{'Report' if len(answer.runs) == 1 else 'Reports'}: {reports}{trials} · again: `make "
        "table "
        f'RUNS="{" ".join(answer.runs)}"{photos}`'
    )


def _tuned(figures: Figures) -> list[str]:
    """Every decoder with its default settings and with the best that `harness tune` found."""
    rows = []
    for name, run in sorted(figures.tuned.items()):
        scores = {decoder.table["label"]: decoder for decoder in run.decoders}
        default, best = (scores[run.table[key]] for key in ("default", "best"))
        setting = ",".join(o for o in _options(best) if o not in _options(default))
        pair = next(iter(run.table["pairs"]), None)
        sure = bool(pair and pair["isSignificant"] and pair["better"] == best.table["label"])
        rows.append(
            [
                f"`{name}` {default.table['version']}",
                run.corpus["name"],
                str(run.table["settings"]),
                f"{estimate(default.table['meanThreshold'])} px",
                f"{estimate(best.table['meanThreshold'])} px" if sure else "no better one",
                f"`{setting}`" if sure else DASH,
            ]
        )
    head = ["decoder", "corpus", "settings tried", "adapter's defaults", "best found", "setting"]
    return [
        f"All other numbers of this page are those of the [adapters' defaults](#{SETTINGS_ANCHOR}). Here `harness tune` "
        "chose among settings that trade time for reach; the choice and the defaults were then compared on other images "
        "of the corpus. *No better one*: on these images the choice is not significantly better. Clean drawn "
        "symbols decide here: a setting that wins on them, such as a fixed threshold, may lose on photos."
        + _untuned(figures),
        "",
        *table(head, rows, right=2),
        "",
        'Again: `make table RUNS="tuning"`',
    ]


def _untuned(figures: Figures) -> str:
    """A sentence that names those whose settings nobody tried to better."""
    others = [name for name in figures.names if name not in figures.tuned]
    if not others:
        return ""
    tried = listed(f"`{name}`" for name in sorted(figures.tuned))
    return f" **Only {tried} {'was' if len(figures.tuned) == 1 else 'were'} tuned so far**; not {listed(others, 'or')}."


def _options(decoder: Decoder) -> list[str]:
    return decoder.table["label"].partition(":")[2].split(",")


def _linked(fact: Sourced) -> str:
    return f"[{', '.join(fact.words)}]({fact.source})"


def _decoders(figures: Figures, facts: Facts) -> list[str]:
    rows, notes = [], []
    for name in figures.names:
        entry = facts.of(name)
        version, day = entry.latest.words
        mark = ""
        if entry.note:
            notes.append(f"- `{name}`: {entry.note}.")
            mark = " *"
        rows.append(
            [
                f"`{name}`{mark}",
                f"[{entry.library}]({entry.home}) {figures.version(name)}, {entry.origin}",
                f"[{version}, {day}]({entry.latest.source})",
                _linked(entry.licence),
                _linked(entry.platforms),
                _linked(entry.bindings),
            ]
        )
    head = ["decoder", "measured", "latest release", "licence", "platforms", "languages"]
    return [
        f"Looked up on {facts.as_of}; each entry links to its source "
        f"([decoders.json]({FOLDER}/decoders.json)). Languages are those of the library's own "
        "project.",
        "",
        *table(head, rows),
        "",
        *notes,
    ]


def _licences(figures: Figures, facts: Facts) -> list[str]:
    """What each licence asks of a product whose source is closed."""
    entries = [facts.of(name) for name in figures.names]
    rows = []
    for licence in facts.licences:
        own = [entry for entry in entries if licence.spdx in entry.licences]
        # Of several licences one may be enough.
        names = [f"`{e.name}`" + (" (or another one)" if " OR " in e.licence.words[0] else "") for e in own]
        if own:
            rows.append([f"[{licence.spdx}]({licence.source})", ", ".join(names), licence.asks])
    used = {spdx for entry in entries for spdx in entry.licences}
    free = "" if any(spdx.startswith(COPYLEFT) for spdx in used) else (
        " No decoder measured here is under the GPL or the AGPL, which ask for the source of the whole product."
    )
    return [
        "What the texts ask of a product that hands on the library, and not its own source: a reading of the texts, no "
        f"legal advice. Where two are joined by *AND*, both hold; of two joined by *OR* you choose.{free} A package may hold "
        "other libraries with licences of their own: its notices name them.",
        "",
        *table(["licence", "decoders", "what the product must do"], rows),
    ]


def _sums(figures: Figures) -> list[str]:
    speed = figures.runs.get(SPEED)
    times = video.of_common(speed) if speed else {}
    every = all_symbologies(figures)
    rows = []
    for wrong in wrong_readings(figures):
        name = wrong.decoder
        own = supported(figures, name)
        parts = [d for corpus in figures.drawn if (d := figures.runs[corpus].decoder(name))]
        frames = times.get(name)
        rows.append(
            [
                f"`{name}`",
                f"{len(own)} of {len(every)}",
                str(sum(own.values())),
                count(wrong.images),
                misreads(wrong.wrong, wrong.images),
                *(
                    count(sum(p.total(key) for p in parts))
                    for key in ("crash", "timeout", "failed")
                ),
                milliseconds(frames.milliseconds if frames else None),
            ]
        )
    head = [
        "decoder",
        "symbologies",
        "reliably",
        "images",
        "misread",
        "crashes",
        "timeouts",
        "failures",
        f"ms a frame of {video.SIDE} px",
    ]
    return [
        "Over all drawn images; *reliably* counts the symbologies that are shown to be read from "
        "some module size on. The time is CPU time of frames with one QR Code: the larger one of the medians of a read and of "
        "a miss, with all formats asked for that the decoder supports. Symbologies are those "
        "of the three corpora, with GS1 forms and ITF-14. "
        "`harness list decoders` counts fewer: only those that a decoder names itself, not those for which it names "
        "the carrier.",
        "",
        *table(head, rows, right=1),
    ]


def _symbologies(figures: Figures) -> list[str]:
    rows, nobody = [], []
    for corpus in SYMBOLOGIES:
        run = figures.runs.get(corpus)
        for group in run.corpus["groups"] if run else []:
            parts = [run.decoder(name) if run else None for name in figures.names]
            scores = [part.group(group["id"]) if part else None for part in parts]
            name = NAMES[group["symbologies"][0]]
            if any(scores):
                rows.append([name, *(_cell(score) for score in scores)])
            else:
                nobody.append(name)
    reports = listed(f"[{c}]({FOLDER}/{c}.md)" for c in SYMBOLOGIES if c in figures.runs)
    lines = [
        "The module size, in pixels, at which a decoder is shown to be unreliable and from which "
        "on it "
        f"is shown to be reliable, of clean upright symbols: *(2, 3]* means unreliable at 2 px, reliable from 3 px on. "
        f"{DASH}: does not support it. {uncertified()} *> 8*: shown to be "
        f"unreliable at 8 px. Mean thresholds with their intervals are in the reports {reports}.",
        "",
        *table(["symbology", *(f"`{name}`" for name in figures.names)], rows, right=1),
    ]
    if nobody:
        lines += ["", f"No decoder measured here supports {listed(nobody, 'or')}."]
    return lines


def _cell(score: dict[str, object] | None) -> str:
    if not score:
        return DASH
    mean, limit = score.get("meanThreshold"), score["threshold"]
    assert isinstance(limit, dict)
    return "reads nothing" if isinstance(mean, dict) and mean.get("isBeyond") else threshold(limit)


def _limits(figures: Figures, facts: Facts) -> list[str]:
    lines = [f"- **{left.name}**: {left.reason}." for left in facts.left_out]
    photos = figures.runs.get(PHOTOS)
    if photos:
        lines.append(
            f"- **Your photos.** The photos here are {photos.table['source']} `make table "
            'PHOTOS=path/to/photos PHOTOS_SOURCE="mine."` measures yours.'
        )
    return lines + [
        f"- **{', '.join(NAMES[s] for s in UNREAD)}**: drawn by corpus `stacked`, and read by no decoder "
        "here.",
        "- **Other settings.** `harness tune` and `harness compare --decoder "
        "zxing:profile=tuned` compare settings; some "
        "faults here go away with one ([adapters.md](adapters.md)).",
        "- **Speed elsewhere.** Times are medians of CPU time on one idle machine: they compare "
        "decoders, and say nothing about a phone. They do not include Java's own compiler, nor the "
        "transfer of an image to "
        "a process.",
        "- **Crumpled, curved, glossy**: drawn symbols show where sampling stops "
        "([known-limits.md](known-limits.md), "
        "[realism.md](realism.md)).",
        "- **Memory, energy, size of the library, quality of the programming interface.**",
    ]


def _again() -> list[str]:
    return [
        "    make plugins                                     # the optional decoders",
        "    make table                                       # all runs, then these pages",
        '    make table RUNS="qr-small dpm" TRIALS=20         # some of them, with fewer trials',
        '    make table DECODERS="zbar zxing-cpp"             # some decoders',
        "",
        "Results are kept in `reports/table`: the same command carries on a run that was stopped. "
        f"[figures.json]({FOLDER}/figures.json) has every number of these pages, taken from "
        "`scores.json` and "
        f"`fuzz.json` of the runs; a test writes the pages from it again and compares them.",
    ]
