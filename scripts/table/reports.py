"""The report of one run: a page of its own, which the answers link to."""

from __future__ import annotations

from typing import Any

from answers import fuzz_causes
from plan import PHOTO_TITLES, SPEED, SYMBOLS
from runs import Decoder, Run
from sentences import cited, stands_on
from symbologies import NAMES
from words import DASH, count, counted, estimate, listed, milliseconds, misreads, plain, threshold

#: How wide a line of a command may be before it goes on in the next one.
WIDTH = 96


def uncertified(limit: str = "from 3 on") -> str:
    """What tables say of a threshold that was not certified."""
    return (
        f"*not certified (58 of 60; {limit.removesuffix(' on')})*: 58 of 60 were read at the easiest level, which neither "
        f"certifies 95 % nor shows that it fails, and 95 % or more were seen {limit}."
    )


def table(head: list[str], rows: list[list[str]], right: int = 99) -> list[str]:
    """A Markdown table; columns from `right` on have numbers."""
    rule = [":---" if place < right else "---:" for place in range(len(head))]
    return [f"| {' | '.join(row)} |" for row in [head, rule, *rows]]


def command(words: list[str]) -> list[str]:
    """A command as lines of code, which a shell joins."""
    lines, line = [], "harness"
    pairs: list[str] = []
    for word in words:
        if pairs and pairs[-1].startswith("--") and " " not in pairs[-1]:
            pairs[-1] += " " + word
        else:
            pairs.append(word)
    for pair in pairs:
        if len(line) + len(pair) > WIDTH - 6:
            lines.append(line + " \\")
            line = " "
        line += " " + pair
    return ["    " + text for text in [*lines, line]]


def report(run: Run) -> str:
    """The page of a run."""
    corpus = run.corpus
    lines = [
        f"# {corpus['title']}",
        "",
        corpus["question"],
        "",
        _design(run),
        "",
        *_provenance(run),
        "",
        *command(run.table["command"]),
        "",
    ]
    lines += ["## Decoders", "", *_decoders(run), "", *_notes(run)]
    recipes = [SYMBOLS[corpus["name"]], ""] if corpus["name"] in SYMBOLS else []
    lines += ["## Groups", "", _group_words(run), "", *recipes, *_groups(run), ""]
    if run.pairs and run.corpus["name"] != SPEED:
        lines += [
            "## Pairs",
            "",
            _pair_words(run),
            "",
            *_pairs(run),
            "",
        ]
    lines += _causes(run)
    lines += [
        "[Words](../glossary.md) · [method](../method.md) · [all answers](../which-decoder.md)"
    ]
    return "\n".join(lines) + "\n"


def _pair_words(run: Run) -> str:
    where = "all images"
    if run.basis:
        where = f"those of {listed(NAMES[s] for s in run.basis)}: all decoders with a rank support these"
    own = "; a decoder that stands *apart* is compared on what it shares with the other one"
    text = (
        f"Images or symbols that only one of the two decoders read, among {where}{own if run.apart else ''}. "
        "*p* is that of the exact paired test after Holm's correction."
    )
    if run.corpus["name"] in PHOTO_TITLES:
        text += (
            " Photos of one payload count as one cluster in that test: many photos may show few codes, and then "
            "prove little."
        )
    return text


def _design(run: Run) -> str:
    corpus = run.corpus
    levels = [plain(float(level)) for level in corpus["levels"]]
    unit = f" {corpus['unit']}" if corpus["unit"] else ""
    order = {
        "smaller": "smaller is harder",
        "larger": "larger is harder",
        "unordered": "in no order",
    }
    text = (
        f"{corpus['name']} version {corpus['version']} · {counted(len(corpus['groups']), 'group')}"
    )
    if corpus["name"] in PHOTO_TITLES:
        return f"{text} · {count(sum(group['trials'] for group in corpus['groups']))} photos"
    if len(levels) > 1:
        text += (
            f" · {corpus['axis']}, {len(levels)} levels from {levels[0]} to "
            f"{levels[-1]}{unit}, {order[corpus['harder']]}"
        )
    return text + f" · {counted(run.trials, 'trial')} at each level · seed {corpus['seed']}"


def _provenance(run: Run) -> list[str]:
    origin = run.table["provenance"]
    made = (
        f"Measured on {origin['startedAt'][:10]} with harness {origin['harnessVersion']}, "
        f"{origin['system']}, "
        f"{origin['processor']} with {origin['cores']} cores, "
        f"{counted(run.table['jobs'], 'image')} in work at a time:"
    )
    source = run.table.get("source")
    return ([f"The photos: {source}", ""] if source else []) + [made]


def _decoders(run: Run) -> list[str]:
    unit = f", {run.corpus['unit']}" if run.corpus["unit"] else ""
    rate = "decode rate, %" if run.symbologies else "images in which nothing is read, %"
    name = rate if run.by_rate else f"mean threshold{unit}"
    head = [
        "decoder",
        "version",
        "rank",
        name,
        "images",
        "misread",
        "crashes",
        "timeouts",
        "failures",
    ]
    rows = []
    # A run of times ranks nobody.
    is_ranking = run.corpus["name"] != SPEED
    for decoder in run.decoders if is_ranking else sorted(run.decoders, key=lambda d: d.name):
        row = [decoder.name, decoder.table["version"]]
        if not decoder.supports:
            rows.append(row + ["does not support it"] + [DASH] * 6)
            continue
        rows.append(
            row
            + [
                _rank(decoder),
                _measure(run, decoder),
                count(decoder.total("tried")),
                misreads(decoder.wrong, decoder.total("tried")),
                *(count(decoder.total(key)) for key in ("crash", "timeout", "failed")),
            ]
        )
    if not is_ranking:
        rows = [[*row[:2], *(row[2:3] if row[2].startswith("does") else [row[4]]), *row[5:]] for row in rows]
        head = [*head[:2], *head[4:]]
    return table(head, rows, right=3 if is_ranking else 2)


def _rank(decoder: Decoder) -> str:
    if not decoder.is_ranked:
        return str(decoder.table["standing"])
    return f"{decoder.table['rank']} {decoder.table.get('letters', '')}".strip()


def _measure(run: Run, decoder: Decoder) -> str:
    value = decoder.table.get("sharedRate" if run.by_rate else "meanThreshold")
    return estimate(value, 100 if run.by_rate else 1) if value else DASH


def _notes(run: Run) -> list[str]:
    notes = []
    if not run.by_rate:
        notes.append(
            "The mean threshold of a decoder with a rank is that of the groups that all of these "
            "support. Decoders with a common letter behind their ranks are not significantly different."
        )
    elif run.corpus["name"] == SPEED:
        notes.append(
            "A run of times, and no ranking by decode rates: at 2 px per module some decoders fail whatever the frame. Rates "
            "below only say of which decoders a time is one of reading. Frames without a code are not timed here."
        )
    elif run.basis:
        notes.append(
            f"The decode rate of a decoder with a rank is that of {stands_on(run)}: all of these support that. *Images* "
            "are those of all symbologies that it supports."
        )
    if run.apart:
        notes.append(
            "*apart*: it has too few symbologies in common with the others for a rank; the pairs below compare it."
        )
    if run.corpus["name"] != SPEED:
        notes.append(
            f"No times of these images are given here; those of frames with one QR Code or Code 128 are in [{SPEED}]({SPEED}.md)."
        )
    for absent in run.table["unavailable"]:
        notes.append(f"{absent['label']} did not take part: {absent['reason']}")
    quote = ["", cited(run)] if run.ranked and run.corpus["name"] != SPEED else []
    return [*notes, *quote, ""] if notes or quote else []


def _group_words(run: Run) -> str:
    unit = f", {run.corpus['unit']}" if run.corpus["unit"] else ""
    if run.by_rate:
        words = "Decode rate, in per cent."
        if not run.symbologies:
            words = "Images in which nothing is read, in per cent: there is nothing to read."
        if run.table.get("cpuMilliseconds"):
            words += " Below it the median CPU time of a read and of a miss, in milliseconds."
    elif not run.certifies:
        words = f"Mean threshold{unit}."
    else:
        name, limit, shown, fails = (
            ("from", "from 3 on", "(2, 3]", 2)
            if run.corpus["harder"] == "smaller"
            else ("up to", "up to 2", "[2, 3)", 3)
        )
        words = (
            f"*Reliable {name}*, and the mean threshold below it{unit}. *{shown}*: shown to fail at {fails}, reliable "
            f"{limit}. {uncertified(limit)}"
        )
    return f"{words} {DASH}: does not support it."


def _groups(run: Run) -> list[str]:
    took = sorted((d for d in run.decoders if d.supports), key=lambda d: d.name)
    rows, is_of_photos = [], run.corpus["name"] in PHOTO_TITLES
    for group in run.corpus["groups"]:
        row = [group["id"]] + ([count(group["trials"])] if is_of_photos else [])
        if group["content"] == "unknown":
            rows.append(row + ["not judged"] * len(took))
            continue
        rows.append(row + [_cell(run, decoder, group["id"]) for decoder in took])
    return table(["group", *(["photos"] if is_of_photos else []), *(d.name for d in took)], rows, right=1)


def _cell(run: Run, decoder: Decoder, identifier: str) -> str:
    group = decoder.group(identifier)
    if not group:
        return DASH
    total, mean = group["total"], group.get("meanThreshold")
    if run.by_rate:
        tried = total.get("tried", 0)
        read = total.get("read", 0) + total.get("clean", 0)
        return (f"{100 * read / tried:.1f}" if tried else DASH) + _times(run, decoder, identifier)
    if mean and mean.get("isBeyond"):
        return "reads nothing"
    said = estimate(mean) if mean else DASH
    if not run.certifies:
        return said
    corpus = run.corpus
    return f"{threshold(group['threshold'], corpus['harder'], corpus['levels'], corpus['unit'])}<br>{said}"


def _times(run: Run, decoder: Decoder, identifier: str) -> str:
    """The medians of a read and of a miss, where the run is one of times."""
    own = run.table.get("cpuMilliseconds", {}).get(decoder.table["label"], {}).get(identifier)
    if not own:
        return ""
    return f"<br>{milliseconds(own.get('read'))} · {milliseconds(own.get('miss'))}"


def _pairs(run: Run) -> list[str]:
    head = [
        "better",
        "worse",
        "shared",
        "read by the first alone",
        "by the second alone",
        "p",
        "significant",
    ]
    rows = []
    for pair in run.pairs.values():
        p = pair.table["adjustedP"]
        rows.append(
            [
                pair.better,
                pair.worse,
                count(pair.table["pairs"]),
                count(pair.table["onlyBetter"]),
                count(pair.table["onlyWorse"]),
                "< 0.0001" if p < 0.0001 else f"{p:.2g}",
                "yes" if pair.is_significant else "no",
            ]
        )
    return table(head, rows, right=2)


def _causes(run: Run) -> list[str]:
    rows = [
        [decoder.name, cause["verdict"], count(cause["count"]), f"`{_quoted(cause['signature'])}`"]
        for decoder in sorted(run.decoders, key=lambda d: d.name)
        for cause in decoder.table["causes"]
    ]
    if not rows:
        return []
    return ["## Errors by cause", "", *table(["decoder", "kind", "images", "cause"], rows), ""]


def _quoted(text: str) -> str:
    return (text or "nothing printed").replace("`", "'").replace("|", "¦").replace("\n", " ")


def fuzz_report(reports: dict[str, dict[str, Any]]) -> str:
    """The page of fuzzing: all findings of all decoders, by cause."""
    words = next(iter(reports.values()))["command"]
    lines = [
        "# Hostile images",
        "",
        "Images of corpus `smoke`, changed at random, and given to each decoder: how many made it "
        "crash, hang, fail or read what is not there. [Fuzzing](../fuzzing.md) tells which changes "
        f"there are. Fuzzed were {listed(sorted(reports))}, as one of them here:",
        "",
        *command(words),
        "",
    ]
    rows = []
    for name in sorted(reports):
        inputs = reports[name]["inputs"]
        found = fuzz_causes(reports[name])
        if not found:
            rows.append([name, "nothing", count(inputs), misreads(0, inputs), ""])
        for group in found:
            rows.append(
                [
                    name,
                    group["verdict"],
                    count(inputs),
                    count(group["count"]),
                    f"`{group['cause']}`",
                ]
            )
    head = ["decoder", "found", "images", "images with it", "cause; N is any number"]
    lines += [
        *table(head, rows),
        "",
        "[Words](../glossary.md) · [all answers](../which-decoder.md)",
    ]
    return "\n".join(lines) + "\n"
