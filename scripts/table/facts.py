"""The facts about decoders that no run measures, each with its source."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from figures import FiguresError, read_json


@dataclass(frozen=True)
class Sourced:
    """Words, and the address of the page that says so."""

    words: tuple[str, ...]
    source: str


@dataclass(frozen=True)
class Settings:
    """What the adapter asks of its library, beside what the library does by itself."""

    #: The line of a program of one's own that reads as the adapter does.
    call: str
    #: What differs from the library's defaults; empty if nothing does.
    differs: str
    #: What the library's defaults keep one from reading; empty where they read the same symbologies.
    trap: str
    #: The line for QR Code and Data Matrix alone; empty where it reads at most one of them.
    fewer_call: str
    #: The share of the time that these take, from one to another; empty where that was not measured.
    fewer: str
    #: What the library's makers advise, and was not measured.
    advice: str
    #: Text of the adapter by which all this can be checked.
    adapter: tuple[str, ...]


@dataclass(frozen=True)
class Decoder:
    """A decoder that the page compares."""

    name: str
    plugin: str
    library: str
    home: str
    licence: Sourced
    platforms: Sourced
    bindings: Sourced
    latest: Sourced
    settings: Settings
    origin: str
    note: str

    @property
    def licences(self) -> list[str]:
        """The SPDX identifiers of its licence, one by one."""
        return re.split(" AND | OR ", self.licence.words[0])


@dataclass(frozen=True)
class LeftOut:
    """A decoder that ships with the harness and is not compared, with the reason."""

    name: str
    plugin: str
    reason: str


@dataclass(frozen=True)
class Licence:
    """What a licence asks of a product that gives its own source to nobody."""

    spdx: str
    asks: str
    source: str


@dataclass(frozen=True)
class Facts:
    """All that `decoders.json` says, with the day on which it was looked up."""

    as_of: str
    decoders: tuple[Decoder, ...]
    licences: tuple[Licence, ...]
    left_out: tuple[LeftOut, ...]

    def of(self, name: str) -> Decoder:
        """The facts of a decoder by its name."""
        for decoder in self.decoders:
            if decoder.name == name:
                return decoder
        raise FiguresError(
            f"decoders.json has no entry for the decoder {name}, which was measured; add one"
        )


def read(path: Path) -> Facts:
    """Reads `decoders.json`. An entry with `like` has all facts of another one but its own."""
    table = read_json(path)
    entries: dict[str, dict[str, object]] = {}
    for entry in table["decoders"]:
        if entry["name"] in entries:
            raise FiguresError(f"{path}: the decoder {entry['name']} is there twice")
        entries[entry["name"]] = {**entries.get(entry.get("like", ""), {}), **entry}
    try:
        decoders = tuple(_decoder(entry) for entry in entries.values())
        licences = tuple(Licence(**entry) for entry in table["licences"])
        left_out = tuple(LeftOut(**entry) for entry in table["leftOut"])
    except (KeyError, TypeError) as fault:
        raise FiguresError(f"{path}: an entry lacks {fault}, or has too much") from fault
    for decoder in decoders:
        if lacking := set(decoder.licences) - {licence.spdx for licence in licences}:
            raise FiguresError(f"{path}: {decoder.name}: nothing says what {sorted(lacking)[0]} asks; add it to licences")
    return Facts(table["asOf"], decoders, licences, left_out)


def _decoder(entry: dict[str, object]) -> Decoder:
    def part(key: str) -> dict[str, object]:
        value = entry[key]
        assert isinstance(value, dict)
        return value

    def names(key: str) -> Sourced:
        words = part(key)["names"]
        assert isinstance(words, list)
        return Sourced(tuple(words), str(part(key)["source"]))

    def said(key: str) -> str:
        return str(part("settings").get(key, ""))

    latest = part("latest")
    adapter = part("settings")["adapter"]
    assert isinstance(adapter, list)
    return Decoder(
        name=str(entry["name"]),
        plugin=str(entry["plugin"]),
        library=str(entry["library"]),
        home=str(entry["home"]),
        licence=Sourced((str(part("licence")["spdx"]),), str(part("licence")["source"])),
        platforms=names("platforms"),
        bindings=names("bindings"),
        latest=Sourced((str(latest["version"]), str(latest["date"])), str(latest["source"])),
        settings=Settings(
            call=str(part("settings")["call"]),
            differs=str(part("settings")["differs"]),
            trap=said("trap"),
            fewer_call=said("fewerCall"),
            fewer=said("fewer"),
            advice=said("advice"),
            adapter=tuple(adapter),
        ),
        origin=str(entry["origin"]),
        note=str(entry["note"]),
    )
