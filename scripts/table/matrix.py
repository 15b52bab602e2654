"""The matrix that the page opens with: decoder by question, and the lines that can be quoted."""

from __future__ import annotations

from answers import Answer, answers, fuzz_causes, supported, wrong_readings
from facts import Facts
from plan import FUZZ, SPEED, SYMBOLOGIES
from reports import table
from runs import Figures, Run
from sentences import cited, measure, stands_on
from symbologies import NAMES
from video import common, of_common
from words import DASH, milliseconds, misreads

#: A decoder that differs from its latest release stands with this sign.
OLD = "†"
NO_BREAK = "\u00a0"
#: The site sorts, filters and colours the first table of a page with this comment.
MARK = "<!-- matrix -->"


def matrix(figures: Figures, facts: Facts) -> list[str]:
    """The matrix as a table, with what its cells mean."""
    found = answers(figures)
    columns = [_column(figures, answer) for answer in found]
    rows = []
    for name in _order(figures):
        row = [f"`{name}` {figures.version(name)}{_mark(figures, facts, name)}"]
        rows.append(row + [column.get(name, DASH) for column in columns])
    head = ["decoder", *(f"[{a.question}](#{anchor(a.question)}){_basis(figures, a)}" for a in found)]
    marks = (
        f" {OLD}: not the latest release of its library."
        if any(_mark(figures, facts, name) for name in figures.names)
        else ""
    )
    return [
        MARK,
        "",
        "Each cell has the rank and the number behind it. *1=* is a tie: several are not shown to be worse than the "
        "first; a rank is one more than the "
        f"number of decoders that are significantly better, so that a better number may have a worse rank. {DASH}: it does not support enough of it. "
        "Numbers without a rank are not tested against each other. Ranks stand on all of a corpus, or on what is in "
        f"brackets: that is what all ranked decoders support. What a number is stands under its question.{marks}",
        "",
        *table(head, rows, right=1),
    ]


def quote(figures: Figures, answer: Answer) -> str:
    """A line that can be quoted as it stands; empty where decoders have no rank."""
    run = figures.runs.get(answer.runs[0])
    if len(answer.runs) != 1 or not run or not run.ranked or answer.runs[0] == SPEED:
        return ""
    return cited(run)


def _basis(figures: Figures, answer: Answer) -> str:
    """What the numbers of a column stand on, where that is not the whole corpus."""
    run = figures.runs.get(answer.runs[0])
    if answer.runs == [SPEED] and run:
        return f" ({NAMES[common(run)]})"
    what = stands_on(run) if run and len(answer.runs) == 1 else ""
    return f" ({what})" if what else ""


def _mark(figures: Figures, facts: Facts, name: str) -> str:
    latest = facts.of(name).latest.words[0]
    # A version may say more than its number.
    return "" if figures.version(name).split(" ")[0] == latest else f" {OLD}"


def _order(figures: Figures) -> list[str]:
    """The decoders, those first that are first most often, then the alphabet."""
    wins = {name: 0 for name in figures.names}
    for answer in answers(figures):
        for name, cell in _column(figures, answer).items():
            wins[name] += cell.startswith("**")
    return sorted(wins, key=lambda name: (-wins[name], name))


def _column(figures: Figures, answer: Answer) -> dict[str, str]:
    """By decoder: the cell of a question."""
    if answer.runs == [FUZZ]:
        return _endings(figures)
    if answer.runs == [SPEED]:
        return _times(figures.runs[SPEED])
    if answer.runs == list(SYMBOLOGIES):
        reliable = {name: sum(supported(figures, name).values()) for name in figures.names}
        return _ranked({n: (_place(list(reliable.values()), r), str(r)) for n, r in reliable.items()})
    if len(answer.runs) > 1:
        # The number and its bound may stand in two lines.
        cells = {w.decoder: misreads(w.wrong, w.images) for w in wrong_readings(figures)}
        return {n: c.replace("≤ ", "≤" + NO_BREAK).replace(" %", NO_BREAK + "%") for n, c in cells.items()}
    run = figures.runs[answer.runs[0]]
    return _ranked({d.name: (d.table["rank"], measure(run, d, short=True)) for d in run.ranked})


def _ranked(ranks: dict[str, tuple[int, str]]) -> dict[str, str]:
    """Rank and number of each, those of the first in bold; ties have a sign."""
    places = [rank for rank, _ in ranks.values()]
    cells = {}
    for name, (rank, number) in ranks.items():
        tie = "=" if places.count(rank) > 1 else ""
        # Rank and number may stand in two lines, a number and its unit may not.
        cells[name] = f"{rank}{tie} · {number.replace(' ', NO_BREAK)}"
    return {name: f"**{cell}**" if ranks[name][0] == 1 else cell for name, cell in cells.items()}


def _place(numbers: list[int], number: int) -> int:
    """The place of a number among all, the largest first."""
    return 1 + sum(other > number for other in numbers)


def _endings(figures: Figures) -> dict[str, str]:
    found = {}
    for name, report in figures.fuzz.items():
        causes = [c for c in fuzz_causes(report) if c["verdict"] in ("crash", "timeout", "failed")]
        found[name] = str(sum(c["count"] for c in causes))
    return found


def _times(run: Run) -> dict[str, str]:
    return {name: f"{milliseconds(found.milliseconds)} ms" for name, found in of_common(run).items()}


def anchor(heading: str) -> str:
    """The anchor that GitHub and the site give a heading."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c == "-")
