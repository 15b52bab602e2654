"""The random values of conditions, drawn again from what a run recorded.

Each parameter of a sample has a stream of its own: the generator xoshiro256** (Blackman and Vigna, 2018),
whose state is a SHA-256 of the sample's origin and the parameter's name.
"""

from __future__ import annotations

import hashlib

_MASK = (1 << 64) - 1


def drawn(
    parameter: str,
    low: float,
    high: float,
    *,
    seed: int,
    recipe: str,
    condition: str,
    level: str,
    trial: int,
) -> float:
    """The value that a random range had in a sample; an empty level where all share one scene."""
    text = f"barcode-harness sample\n{seed}\n{recipe}\n{condition}\n{level}\n{trial}\n"
    root = hashlib.sha256(text.encode()).digest()
    return low + _unit(hashlib.sha256(root + parameter.encode()).digest()) * (high - low)


def _unit(digest: bytes) -> float:
    """The first draw of a generator with this state, in [0, 1)."""
    second = int.from_bytes(digest[8:16], "little")
    product = second * 5 & _MASK
    result = ((product << 7 | product >> 57) & _MASK) * 9 & _MASK
    return (result >> 11) * 2.0**-53
