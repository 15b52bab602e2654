"""Sentences about one run: who is best, who follows, what nobody should overlook.

Every sentence is made from the figures. A decoder is called better than another one only where the
paired test of the run says so.
"""

from __future__ import annotations

from plan import PHOTO_TITLES
from runs import Decoder, Run
from symbologies import NAMES
from words import count, counted, estimate, listed, misreads, percent_at_most, plain, rounded, upper_bound

#: What is at the hard end of a sweep.
_SUPERLATIVES = {
    "module-size": "smallest",
    "symbol-contrast": "palest",
    "damage": "most damaged",
    "defocus": "most out of focus",
}

#: The part of the first step of a sweep within which a mean threshold is the sweep's end, not the decoder's.
AT_THE_END = 0.1

#: The decoders whose misreads are counted in a sentence; the report has all.
MOST = 3

#: The groups whose certified levels a line to quote has one by one; of more it has the weakest.
FEW_GROUPS = 2

#: The symbologies that a sentence names; more are counted.
FEW = 3


def measure(run: Run, decoder: Decoder, short: bool = False) -> str:
    """The number that decoders of a run are ordered by, with its unit."""
    write = rounded if short else estimate
    if run.by_rate:
        return f"{write(decoder.table['sharedRate'], 100)} %"
    return f"{write(decoder.table['meanThreshold'])} {run.corpus['unit']}".rstrip()


def cited(run: Run) -> str:
    """A line to quote: corpus, decoders with versions and options, their numbers, the program and the day."""
    rate = "decode rate" if run.symbologies else "images in which nothing is read"
    what = rate if run.by_rate else "mean threshold"
    # As in Citation.swift: the first three, and all that share the first place.
    named = [d for place, d in enumerate(run.ranked) if place < 3 or d.table["rank"] == 1]
    numbers = listed(f"{_label(d)} {measure(run, d)}{_reliable(run, d)}" for d in named)
    if run.certifies:
        place = "from which on" if run.corpus["harder"] == "smaller" else "up to which"
        behind = f", and in brackets the level {place} 95 % or more are shown to be read"
    else:
        behind = ""
    made = run.table["provenance"]
    on = f" on {part}" if (part := stands_on(run)) else ""
    return (
        f"To quote: {run.corpus['name']} (corpus version {run.corpus['version']}), {what}{on} with 95 % interval{behind}: "
        f"{numbers}; barcode-harness {made['harnessVersion']}, {made['startedAt'][:10]}."
    )


def _reliable(run: Run, decoder: Decoder) -> str:
    """From which level on, or up to which, a decoder is reliable in the groups that its number stands on."""
    if not run.certifies:
        return ""
    basis = set(run.basis or run.symbologies)
    groups = [g["id"] for g in run.corpus["groups"] if basis.issuperset(g["symbologies"]) and decoder.group(g["id"])]
    is_smaller, unit = run.corpus["harder"] == "smaller", f" {run.corpus['unit']}".rstrip()
    names = {g: g.split("/")[-1] for g in groups}
    if len(set(names.values())) < len(groups):
        names = {g: g for g in groups}
    limits = {g: decoder.group(g)["threshold"].get("upper") for g in groups}
    known = [limit for limit in limits.values() if limit is not None]
    word = "reliable from" if is_smaller else "reliable up to"
    if not known:
        return " (certified nowhere)" if len(groups) > 1 else " (not certified)"
    if len(groups) <= FEW_GROUPS:
        alike = {limit: listed(names[g] for g in groups if limits[g] == limit) for limit in known}
        shown = listed(f"{plain(limit)}{unit} in {own}" for limit, own in alike.items())
        lacking = listed((names[g] for g in groups if limits[g] is None), "or")
        return f" ({word} {shown}{f', not certified in {lacking}' if lacking else ''})"
    weakest = plain(max(known) if is_smaller else min(known))
    where = f"all {len(groups)} groups" if len(known) == len(groups) else f"{len(known)} of {len(groups)} groups"
    return f" ({word} {weakest}{unit} in {where})"


def _label(decoder: Decoder) -> str:
    table = decoder.table
    options = table["label"].partition(":")[2]
    asked = options or "adapter's defaults"
    return f"{decoder.name} ({table['version']}, {asked})"


def best(run: Run) -> list[str]:
    """The sentences on the first of the ranked decoders and on the others."""
    ranked = run.ranked
    if not ranked:
        alone = run.apart
        if not alone:
            return ["No decoder measured here supports any of it."]
        return [
            f"No two decoders share enough work for a rank; {listed(d.name for d in alone)} took "
            "part."
        ]
    first, others = ranked[0], ranked[1:]
    if not others:
        return [f"**{first.name}** is the only one with a rank: {_what(run, first)}."]
    ties = [d for d in others if not _is_worse(run, first, d)]
    behind = [d for d in others if d not in ties]
    text = [_on(run) + _first(run, first, ties, others[0])]
    if behind:
        rest = listed(
            f"{d.name} ({measure(run, d, short=True)}, rank {d.table['rank']})" for d in behind
        )
        text.append(f"Significantly behind {'it' if not ties else first.name}: {rest}.")
    text += _out_of_order(run)
    if run.basis:
        text.append(
            f"All are compared on {listed(NAMES[s] for s in run.basis)}, which they all support."
        )
    return text


def stands_on(run: Run) -> str:
    """What ranks stand on, where that is not all of the corpus; of photos, how many of what."""
    if not run.basis:
        return ""
    few = len(run.basis) <= FEW
    what = listed(NAMES[s] for s in run.basis) if few else f"{len(run.basis)} symbologies"
    return f"{count(run.shared)} photos of {what}" if run.corpus["name"] in PHOTO_TITLES else what


def _on(run: Run) -> str:
    """The beginning of a sentence on ranks that do not stand on all of the corpus."""
    what = stands_on(run)
    return f"On {what}{' together' if run.parts and len(run.basis) > 1 else ''}, " if what else ""


def _out_of_order(run: Run) -> list[str]:
    """Why a decoder with a better number has a worse rank than others."""
    text = []
    for place, one in enumerate(run.ranked):
        ahead = [d for d in run.ranked[place + 1 :] if d.table["rank"] < one.table["rank"]]
        by = [
            d.name
            for d in run.ranked
            if _is_worse(run, d, one) and not any(_is_worse(run, d, other) for other in ahead)
        ]
        if ahead and by:
            them = "these" if len(ahead) > 1 else ahead[0].name
            text.append(
                f"{one.name} ({measure(run, one, short=True)}) ranks behind "
                f"{listed(f'{d.name} ({measure(run, d, short=True)})' for d in ahead)}: the paired test shows "
                f"{listed(by)} to be better than {one.name}, but not better than {them}."
            )
    return text


def by_part(run: Run) -> list[str]:
    """Who is first in each symbology, where that is not who is first over all."""
    first = run.ranked[0].name if run.ranked else ""
    leaders = {}
    for part, groups in run.parts.items() if len(run.symbologies) > 1 else ():
        means = {d.name: mean for d in run.decoders if d.supports and (mean := run.mean(d, groups))}
        sign = 1 if run.corpus["harder"] == "smaller" else -1
        order = sorted(means, key=lambda name: (sign * means[name]["value"], name))
        if order:
            alike = [name for name in order if not run.is_ahead(means[order[0]], means[name])]
            leaders[part] = [(name, means[name]) for name in alike]
    if all([name for name, _ in those] == [first] for those in leaders.values()):
        return []
    unit = f" {run.corpus['unit']}".rstrip()
    shown = "; ".join(
        f"{NAMES[part]}: {listed(f'{name} ({estimate(mean)}{unit})' for name, mean in those)}"
        for part, those in leaders.items()
    )
    several = any(len(those) > 1 for those in leaders.values())
    return [
        f"By symbology the best {'one is' if not several else 'ones are'}: {shown}"
        + ("; intervals of those named together overlap." if several else ".")
    ]


def reversed_parts(run: Run, better: str, worse: str) -> list[str]:
    """The parts in which the order of two decoders is shown to be another one than over all of the run."""
    found = []
    for part, groups in run.parts.items():
        pair = [run.decoder(name) for name in (better, worse)]
        one, other = (run.mean(d, groups) if d else None for d in pair)
        if one and other and run.is_ahead(other, one):
            unit = f" {run.corpus['unit']}".rstrip()
            found.append(f"{NAMES.get(part, part)}: `{worse}` ({rounded(other)} against {rounded(one)}{unit})")
    return found


def _first(run: Run, first: Decoder, ties: list[Decoder], second: Decoder) -> str:
    """The sentence on the first decoder and on those that the test does not tell from it."""
    if not ties and is_at_the_end(run, first):
        return (
            f"**{first.name}** {_end(run, False)}, and significantly more than {second.name}, the next one."
        )
    if not ties:
        return (
            f"**{first.name}** {_verb(run, False)}: {_what(run, first)}, "
            f"{_margin(run, first, second)}."
        )
    together = [first, *ties]
    alike = all(not _is_worse(run, a, b) for a in together for b in together)
    if alike and run.ranked[: len(together)] == together:
        names = listed(f"**{d.name}** ({measure(run, d, short=True)})" for d in together)
        said = _end(run, True) if is_at_the_end(run, first) else _verb(run, True)
        return f"{names} {said}; they are not significantly different."
    names = listed(f"{d.name} ({measure(run, d, short=True)})" for d in ties)
    return (
        f"**{first.name}** comes first, {_what(run, first)}, but is not significantly different "
        f"from {names}."
    )


def apart(run: Run) -> list[str]:
    """Decoders that support a part of the corpus, and are better than the first on that part."""
    if not run.ranked or not run.apart:
        return []
    first = run.ranked[0].name
    text = []
    unranked = {}
    for decoder in run.apart:
        pair = run.pair(decoder.name, first)
        if decoder.table["standing"] != "apart":
            unranked[decoder.name] = decoder
        elif pair and pair.is_significant and pair.better == decoder.name:
            text.append(
                f"{decoder.name} supports {_part(run, decoder)} alone and reads more of that "
                f"than {first}."
            )
    given_up = [n for n, d in unranked.items() if d.table["standing"] == "given-up"]
    if given_up:
        text.append(f"{listed(given_up)} died so often in a row that the run gave up on it.")
    return text


def missing(run: Run) -> list[str]:
    """Who does not support the corpus."""
    names = run.unsupporting
    if not names:
        return []
    verb = "does" if len(names) == 1 else "do"
    return [
        f"{listed(names)} {verb} not support {listed((NAMES[s] for s in run.symbologies), 'or')}."
    ]


def wrong(run: Run) -> list[str]:
    """Misreads: how many, and what was not seen is bounded."""
    took = [d for d in run.decoders if d.supports and d.total("tried")]
    some = sorted((d for d in took if d.wrong), key=lambda d: (-d.wrong, d.name))
    word = "False positives" if not run.symbologies else "Misreads"
    none = [d for d in took if not d.wrong]
    if not took:
        return []
    bound = max((upper_bound(0, d.total("tried")) for d in none), default=0.0)
    if not some:
        return [
            f"{word}: none seen, which bounds their rate for each decoder at "
            f"{percent_at_most(bound)} or less."
        ]
    most, fewer = some[:MOST], some[MOST:]
    shown = [f"{d.name} {misreads(d.wrong, d.total('tried'))}" for d in most]
    text = f"{word}: {listed(shown)}"
    if fewer:
        text += f"; at most {fewer[0].wrong} each of {listed(d.name for d in fewer)}"
    if none:
        others = "the others" if len(none) > 1 else none[0].name
        text += f"; none seen of {others} (≤ {percent_at_most(bound)})"
    return [text + "."]


def errors(*runs: Run) -> list[str]:
    """Crashes, timeouts and failures over some runs, if there are any."""
    parts = []
    for name in sorted({decoder.name for run in runs for decoder in run.decoders}):
        own = [decoder for run in runs if (decoder := run.decoder(name))]
        kinds = [
            counted(number, noun, plural)
            for key, noun, plural in (
                ("crash", "crash", "crashes"),
                ("timeout", "timeout", None),
                ("failed", "failure", None),
            )
            if (number := sum(decoder.total(key) for decoder in own))
        ]
        if kinds:
            tried = sum(decoder.total("tried") for decoder in own)
            parts.append(f"{name} {listed(kinds)} in {counted(tried, 'image')}")
    return [f"Errors: {'; '.join(parts)}."] if parts else []


def _is_worse(run: Run, first: Decoder, other: Decoder) -> bool:
    pair = run.pair(first.name, other.name)
    return bool(pair and pair.is_significant and pair.better == first.name)


def _verb(run: Run, several: bool) -> str:
    """The words for being first: reads the smallest, the most damaged, most."""
    superlative = "" if run.by_rate else f"the {_SUPERLATIVES.get(run.corpus['axis'], 'hardest')}"
    return f"read{'' if several else 's'} {superlative or 'most'}"


def is_at_the_end(run: Run, decoder: Decoder) -> bool:
    """Whether a decoder reads nearly all at the hardest level, so that the sweep ends before it does."""
    mean, levels = decoder.table.get("meanThreshold"), [float(x) for x in run.corpus["levels"]]
    if run.by_rate or not mean or len(levels) < 2:
        return False
    hardest, next_one = levels[:2] if run.corpus["harder"] == "smaller" else levels[:-3:-1]
    return bool(abs(mean["value"] - hardest) <= AT_THE_END * abs(next_one - hardest))


def _end(run: Run, several: bool) -> str:
    """The words for reading nearly all at the end of a sweep."""
    levels = run.corpus["levels"]
    hardest = levels[0] if run.corpus["harder"] == "smaller" else levels[-1]
    what = "smallest size" if run.corpus["axis"] == "module-size" else "hardest level"
    unit = f" {run.corpus['unit']}" if run.corpus["unit"] else ""
    return f"read{'' if several else 's'} nearly all at {hardest}{unit}, the {what} tried"


def _what(run: Run, decoder: Decoder) -> str:
    if run.by_rate:
        return measure(run, decoder)
    if is_at_the_end(run, decoder):
        return "it " + _end(run, False)
    return (
        f"{'down' if run.corpus['harder'] == 'smaller' else 'up'} to {measure(run, decoder)} "
        "on average"
    )


def _margin(run: Run, first: Decoder, second: Decoder) -> str:
    pair = run.pair(first.name, second.name)
    assert pair, "ranked decoders are compared"
    key = "rateDifference" if run.by_rate else "meanThresholdDifference"
    difference = pair.table.get(key)
    if not difference:
        return f"significantly before {second.name}, the next one"
    if run.by_rate:
        return f"{estimate(difference, 100)} points more than {second.name}, the next one"
    unit = run.corpus["unit"]
    value, half = abs(difference["value"]), (difference["upper"] - difference["lower"]) / 2
    amount = {"value": value, "lower": value - half, "upper": value + half}
    word = "lower" if run.corpus["harder"] == "smaller" else "higher"
    return f"{estimate(amount)} {unit} {word} than {second.name}, the next one"


def _part(run: Run, decoder: Decoder) -> str:
    own = {
        symbology
        for group in run.corpus["groups"]
        if decoder.group(group["id"])
        for symbology in group["symbologies"]
    }
    return listed(NAMES[symbology] for symbology in run.symbologies if symbology in own)


def tried(run: Run) -> str:
    """How much the answer stands on."""
    numbers = [d.total("tried") for d in run.decoders if d.supports]
    return f"{count(max(numbers, default=0))} images for each decoder that supports all of it"
