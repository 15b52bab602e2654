"""A run of the figures as the sentences and tables ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from plan import LABELS, PHOTOS, name

Table = dict[str, Any]

#: The fewest trials at a level that can certify a decode rate of 95 %.
CERTIFYING = 59


@dataclass(frozen=True)
class Decoder:
    """One decoder's part in a run."""

    table: Table

    @property
    def name(self) -> str:
        """The name without options, as the page says it."""
        return name(self.table["label"])

    @property
    def is_ranked(self) -> bool:
        """Whether it has a rank among the others."""
        return bool(self.table["standing"] == "ranked")

    @property
    def supports(self) -> bool:
        """Whether it supports anything of the corpus."""
        return bool(self.table["standing"] != "unsupported")

    def total(self, *keys: str) -> int:
        """A sum of counts over all groups."""
        return sum(int(self.table["total"].get(key, 0)) for key in keys)

    @property
    def wrong(self) -> int:
        """Images of which something was read that is not in them."""
        return self.total("misread", "falsePositive")

    @property
    def errors(self) -> int:
        """Crashes, timeouts and failures."""
        return self.total("crash", "timeout", "failed")

    def group(self, identifier: str) -> Table | None:
        """Its part in a group; none if it does not support it."""
        return next((g for g in self.table["groups"] if g["group"] == identifier), None)


@dataclass(frozen=True)
class Pair:
    """A paired comparison of two decoders."""

    table: Table

    @property
    def better(self) -> str:
        """The name of the better one."""
        return name(self.table["better"])

    @property
    def worse(self) -> str:
        """The name of the other one."""
        return name(self.table["worse"])

    @property
    def is_significant(self) -> bool:
        """Whether the two can be told apart."""
        return bool(self.table["isSignificant"])


class Run:
    """One comparison of the figures."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.corpus: Table = table["corpus"]
        self.decoders = [Decoder(decoder) for decoder in table["decoders"]]

    @property
    def by_rate(self) -> bool:
        """Whether decoders are ordered by decode rate, not by mean threshold."""
        return bool(self.corpus["harder"] == "unordered")

    @property
    def ranked(self) -> list[Decoder]:
        """The ranked decoders, from best to worst."""
        return [decoder for decoder in self.decoders if decoder.is_ranked]

    @property
    def apart(self) -> list[Decoder]:
        """Those that support something and have no rank."""
        return [d for d in self.decoders if d.supports and not d.is_ranked]

    @property
    def unsupporting(self) -> list[str]:
        """The names of those that support nothing of it."""
        return sorted(d.name for d in self.decoders if not d.supports)

    @cached_property
    def pairs(self) -> dict[frozenset[str], Pair]:
        """Every pair that was compared."""
        pairs = [Pair(pair) for pair in self.table["pairs"]]
        return {frozenset((pair.better, pair.worse)): pair for pair in pairs}

    def pair(self, one: str, other: str) -> Pair | None:
        """The comparison of two decoders; none if they share nothing."""
        return self.pairs.get(frozenset((one, other)))

    def decoder(self, wanted: str) -> Decoder | None:
        """A decoder's part; none if it did not take part."""
        return next((d for d in self.decoders if d.name == wanted), None)

    @property
    def symbologies(self) -> list[str]:
        """The symbologies of its groups, in their order."""
        return list(
            dict.fromkeys(s for group in self.corpus["groups"] for s in group["symbologies"])
        )

    @property
    def basis(self) -> list[str]:
        """The symbologies that ranks stand on; empty where that is all of the corpus."""
        basis: list[str] = self.table["basis"] or []
        return [] if basis == self.symbologies else basis

    @property
    def shared(self) -> int:
        """The images that every pair of ranked decoders was given."""
        first = self.ranked[:2]
        pair = self.pair(*(d.name for d in first)) if len(first) == 2 else None
        return int(pair.table["pairs"]) if pair else 0

    @property
    def parts(self) -> dict[str, list[str]]:
        """Groups by symbology, or each by its condition where there is one symbology; none without thresholds."""
        groups = self.corpus["groups"]
        if self.by_rate or any(len(group["symbologies"]) != 1 for group in groups):
            return {}
        parts: dict[str, list[str]] = {}
        for group in groups:
            one = group["symbologies"][0] if len(self.symbologies) > 1 else group["id"].split("/")[-1]
            parts.setdefault(one, []).append(group["id"])
        return parts if len(parts) > 1 else {}

    def mean(self, decoder: Decoder, groups: list[str]) -> Table | None:
        """The mean threshold over some groups; none if it reads nothing of one, or does not support it."""
        scores = [decoder.group(group) for group in groups]
        means = [score.get("meanThreshold") if score else None for score in scores]
        known = [mean for mean in means if mean and not mean.get("isBeyond")]
        if len(known) < len(groups):
            return None
        value = sum(mean["value"] for mean in known) / len(known)
        half = sum(((mean["upper"] - mean["lower"]) / 2) ** 2 for mean in known) ** 0.5 / len(known)
        return {"value": value, "lower": value - half, "upper": value + half}

    def is_ahead(self, one: Table, other: Table) -> bool:
        """Whether a mean threshold is better than another one by more than both their intervals."""
        if self.corpus["harder"] == "smaller":
            return bool(one["upper"] < other["lower"])
        return bool(one["lower"] > other["upper"])

    @property
    def certifies(self) -> bool:
        """Whether there are enough trials at a level to certify from which one on a decoder is reliable."""
        return not self.by_rate and self.trials >= CERTIFYING

    @property
    def trials(self) -> int:
        """The largest number of trials at a level."""
        return int(max(group["trials"] for group in self.corpus["groups"]))


class Figures:
    """All runs of `figures.json`."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.runs = {corpus: Run(run) for corpus, run in table["runs"].items()}
        self.fuzz: dict[str, Table] = table.get("fuzz", {})
        self.tuned = {name: Run(run) for name, run in table.get("tuned", {}).items()}

    @property
    def drawn(self) -> list[str]:
        """The runs over drawn images, not photos."""
        return [corpus for corpus in self.runs if corpus not in (LABELS, PHOTOS)]

    @property
    def names(self) -> list[str]:
        """The decoders by name: the alphabet alone orders the page's columns."""
        return sorted({d.name for run in self.runs.values() for d in run.decoders})

    def version(self, wanted: str) -> str:
        """The version that was measured; several, if runs differ."""
        found = {d.table["version"] for run in self.runs.values() if (d := run.decoder(wanted))}
        return ", ".join(sorted(found))
