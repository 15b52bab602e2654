"""The sentences of the page follow from the figures."""

from __future__ import annotations

import unittest

from builder import decoder, estimate, pair, run

import sentences
from runs import Run


def best(*decoders, **more) -> str:
    """The sentences on who is best, with those on a part of the corpus."""
    made = Run(run(*decoders, **more))
    return " ".join(sentences.best(made) + sentences.apart(made))


class Winners(unittest.TestCase):
    def test_a_clear_win_names_the_margin_and_the_others_with_their_ranks(self) -> None:
        text = best(
            decoder("a", 1, 1.2),
            decoder("b", 2, 1.5),
            decoder("c", 2, 1.6),
            pairs=(
                pair("a", "b", 0.3),
                pair("a", "c", 0.4),
                pair("b", "c", 0.1, significant=False),
            ),
        )
        self.assertEqual(
            text,
            "**a** reads the smallest: down to 1.200 ± 0.010 px on average, 0.300 ± 0.010 px "
            "lower than b, the next one. "
            "Significantly behind it: b (1.500 px, rank 2) and c (1.600 px, rank 2).",
        )

    def test_the_end_of_a_sweep_is_not_sold_as_a_threshold(self) -> None:
        made = run(
            decoder("a", 1, 1.5), decoder("b", 2, 1.8), pairs=(pair("a", "b", 0.3),)
        )
        made["corpus"] |= {"levels": ["1.5", "2", "3"], "axis": "module-size"}
        self.assertEqual(
            " ".join(sentences.best(Run(made))),
            "**a** reads nearly all at 1.5 px, the smallest size tried, and significantly more than b, the next "
            "one. Significantly behind it: b (1.800 px, rank 2).",
        )

    def test_a_tie_is_said_as_a_tie(self) -> None:
        text = best(
            decoder("a", 1, 1.2),
            decoder("b", 1, 1.21),
            decoder("c", 3, 2),
            pairs=(
                pair("a", "b", 0.01, significant=False),
                pair("a", "c", 0.8),
                pair("b", "c", 0.8),
            ),
        )
        self.assertEqual(
            text,
            "**a** (1.200 px) and **b** (1.210 px) read the smallest; they are not significantly "
            "different. "
            "Significantly behind a: c (2.000 px, rank 3).",
        )

    def test_a_tie_with_one_that_others_beat_names_the_first_alone(self) -> None:
        decoders = (decoder("a", 1, 1.2), decoder("b", 2, 1.3), decoder("c", 1, 1.4))
        pairs = (pair("a", "b", 0.1), pair("a", "c", 0.2, significant=False), pair("b", "c", 0.1))
        self.assertEqual(
            best(*decoders, pairs=pairs),
            "**a** comes first, down to 1.200 ± 0.010 px on average, but is not significantly "
            "different from c (1.400 px). Significantly behind a: b (1.300 px, rank 2). b (1.300 px) ranks behind "
            "c (1.400 px): the paired test shows a to be better than b, but not better than c.",
        )

    def test_ranks_that_do_not_stand_on_all_say_what_they_stand_on(self) -> None:
        pairs, both = (pair("a", "b", 0.3),), ("qr-code", "aztec")
        text = best(decoder("a", 1, 1.2), decoder("b", 2, 1.5), pairs=pairs, symbologies=both)
        self.assertTrue(text.startswith("On QR Code, **a** reads the smallest: "), text)
        photos = run(
            decoder("a", 1, 0.9, rate=True), decoder("b", 2, 0.5, rate=True), pairs=pairs, symbologies=both,
            harder="unordered",
        )
        photos["corpus"]["name"] = "photos"
        self.assertEqual(sentences.stands_on(Run(photos)), "1\u00a0000 photos of QR Code")
        photos["basis"] = ["qr-code", "aztec", "pdf417", "ean-8"]
        self.assertEqual(sentences.stands_on(Run(photos)), "1\u00a0000 photos of 4 symbologies")
        photos["basis"] = list(both)
        self.assertEqual(sentences.stands_on(Run(photos)), "")

    def test_a_lead_that_the_paired_test_does_not_find_is_no_win(self) -> None:
        text = best(
            decoder("a", 1, 1), decoder("b", 1, 3), pairs=(pair("a", "b", 2, significant=False),)
        )
        self.assertNotIn("lower", text)
        self.assertIn("not significantly different", text)

    def test_where_larger_is_harder_the_best_one_is_higher(self) -> None:
        text = best(
            decoder("a", 1, 9),
            decoder("b", 2, 6),
            pairs=(pair("a", "b", -3),),
            harder="larger",
            unit="%",
        )
        self.assertIn("up to 9.000 ± 0.010 % on average, 3.000 ± 0.010 % higher than b", text)

    def test_decode_rates_are_in_per_cent_and_their_differences_in_points(self) -> None:
        text = best(
            decoder("a", 1, 0.91, rate=True),
            decoder("b", 2, 0.8, rate=True),
            pairs=(pair("a", "b", 0.11, rate=True),),
            harder="unordered",
        )
        self.assertTrue(
            text.startswith("**a** reads most: 91.0 ± 1.0 %, 11.0 ± 1.0 points more than b"), text
        )

    def test_a_decoder_that_is_alone_is_said_to_be_alone(self) -> None:
        self.assertEqual(
            best(decoder("a", 1, 1.2)),
            "**a** is the only one with a rank: down to 1.200 ± 0.010 px on average.",
        )

    def test_nothing_is_claimed_where_nobody_supports_it(self) -> None:
        self.assertEqual(
            best(decoder("a", None, standing="unsupported")), "No decoder measured here supports any of it."
        )

    def test_a_decoder_apart_that_is_better_on_its_part_is_named(self) -> None:
        decoders = (
            decoder("a", 1, 1.2),
            decoder("b", 2, 1.5),
            decoder("c", None, 1, standing="apart"),
        )
        common = (pair("a", "b", 0.3),)
        symbologies = ("qr-code", "aztec")
        text = best(*decoders, pairs=(*common, pair("c", "a", 0.2)), symbologies=symbologies)
        self.assertTrue(
            text.endswith("c supports QR Code alone and reads more of that than a."), text
        )
        self.assertNotIn(
            "c supports",
            best(*decoders, pairs=(*common, pair("a", "c", 0.2)), symbologies=symbologies),
        )

    def test_a_decoder_that_was_given_up_is_named(self) -> None:
        text = best(decoder("a", 1, 1.2), decoder("b", None, standing="given-up"))
        self.assertIn("b died so often in a row that the run gave up on it.", text)


class Quotes(unittest.TestCase):
    """What a line to quote says of the level from which on a decoder is reliable."""

    def line(self, *limits: tuple[str, float | None], harder: str = "smaller", trials: int = 60) -> str:
        part = decoder("a", 1, 1, groups=tuple(name for name, _ in limits))
        made = run(part, harder=harder)
        made["corpus"]["groups"] = [
            {**made["corpus"]["groups"][0], "id": name, "trials": trials} for name, _ in limits
        ]
        for group, (_, limit) in zip(part["groups"], limits):
            group["threshold"] = {"kind": "not-certified"} if limit is None else {"kind": "at-most", "upper": limit}
        return sentences.cited(Run(made))

    def test_each_of_few_groups_has_its_own(self) -> None:
        line = self.line(("q/up", 1.5), ("q/round", 2.0))
        self.assertIn("1.000 ± 0.010 px (reliable from 1.5 px in up and 2 px in round);", line)
        self.assertIn("(reliable from 2 px in up and round);", self.line(("q/up", 2), ("q/round", 2)))
        self.assertIn("(reliable from 2 px in up, not certified in round);", self.line(("q/up", 2), ("q/round", None)))
        self.assertIn("(certified nowhere);", self.line(("q/up", None), ("q/round", None)))
        self.assertIn("(reliable from 2 px in q/up and r/up);", self.line(("q/up", 2), ("r/up", 2)))

    def test_of_many_groups_the_weakest_counts(self) -> None:
        groups = (("q/a", 1.5), ("q/b", 3.0), ("q/c", 2.0))
        self.assertIn("(reliable from 3 px in all 3 groups);", self.line(*groups))
        self.assertIn("(reliable from 2 px in 2 of 3 groups);", self.line(("q/a", 1.5), ("q/b", None), ("q/c", 2.0)))
        line = self.line(*groups, harder="larger")
        self.assertIn("the level up to which 95 % or more are shown", line)
        self.assertIn("(reliable up to 1.5 px in all 3 groups);", line)

    def test_too_few_trials_certify_nothing(self) -> None:
        line = self.line(("q/up", 1.5), trials=58)
        self.assertNotIn("reliable", line)
        self.assertIn("with 95 % interval: a", line)


class Parts(unittest.TestCase):
    """What holds in one symbology, or in one condition, and not in another."""

    def made(self, means: dict[str, tuple[float, float]], harder: str = "smaller") -> Run:
        """Decoders with means of their own on QR Code and on Aztec; all but `b` have a rank."""
        decoders = []
        for rank, (name, values) in enumerate(means.items(), start=1):
            part = decoder(name, rank, values[0], groups=("qr/upright", "aztec/upright"))
            part["groups"][1]["meanThreshold"] = estimate(values[1])
            decoders.append(part)
        return Run(run(*decoders, symbologies=("qr-code", "aztec"), harder=harder))

    def test_who_is_first_in_each_symbology_is_said_where_it_is_not_the_first_of_all(self) -> None:
        run = self.made({"a": (1.0, 2.0), "b": (1.5, 1.2), "c": (1.015, 3.0)})
        self.assertEqual(
            sentences.by_part(run),
            [
                "By symbology the best ones are: QR Code: a (1.000 ± 0.010 px) and c (1.015 ± 0.010 px); "
                "Aztec: b (1.200 ± 0.010 px); intervals of those named together overlap."
            ],
        )
        alone = self.made({"a": (1.0, 2.0), "b": (1.5, 1.2)})
        self.assertTrue(sentences.by_part(alone)[0].endswith("Aztec: b (1.200 ± 0.010 px)."))
        self.assertEqual(sentences.by_part(self.made({"a": (1.0, 1.0), "b": (1.5, 1.2)})), [])

    def test_of_larger_values_the_larger_one_is_first(self) -> None:
        run = self.made({"a": (9, 2), "b": (5, 3)}, harder="larger")
        self.assertIn("QR Code: a (9.000", sentences.by_part(run)[0])
        self.assertIn("Aztec: b (3.000", sentences.by_part(run)[0])

    def test_a_decoder_that_reads_nothing_of_a_group_is_not_first(self) -> None:
        run = self.made({"a": (1.0, 2.0), "b": (1.5, 1.2)})
        run.decoders[1].table["groups"][1]["meanThreshold"] = {"value": 1, "lower": 1, "upper": 1, "isBeyond": True}
        self.assertEqual(sentences.by_part(run), [])

    def test_an_order_that_is_reversed_in_a_symbology_is_said_if_intervals_do_not_overlap(self) -> None:
        run = self.made({"a": (1.0, 2.0), "b": (1.5, 1.2)})
        self.assertEqual(sentences.reversed_parts(run, "a", "b"), ["Aztec: `b` (1.200 against 2.000 px)"])
        self.assertEqual(sentences.reversed_parts(run, "b", "a"), ["QR Code: `a` (1.000 against 1.500 px)"])
        self.assertEqual(sentences.reversed_parts(self.made({"a": (1.0, 1.21), "b": (1.5, 1.2)}), "a", "b"), [])

    def test_conditions_count_where_there_is_one_symbology(self) -> None:
        made = run(decoder("a", 1, 1.0, groups=("qr/upright", "qr/rotated")))
        made["corpus"]["groups"].append({**made["corpus"]["groups"][0], "id": "qr/rotated"})
        self.assertEqual(list(Run(made).parts), ["upright", "rotated"])
        made["corpus"]["groups"][1]["symbologies"] = ["qr-code", "aztec"]
        self.assertEqual(Run(made).parts, {})


class Cautions(unittest.TestCase):
    def test_no_misread_is_a_bound_and_not_never(self) -> None:
        self.assertEqual(
            sentences.wrong(Run(run(decoder("a", 1, 1), decoder("b", 2, 2, tried=100)))),
            ["Misreads: none seen, which bounds their rate for each decoder at 3.0 % or less."],
        )

    def test_misreads_are_named_with_their_bound_the_most_first(self) -> None:
        made = Run(
            run(decoder("a", 1, 1, misread=1), decoder("b", 2, 2, misread=20), decoder("c", 3, 3))
        )
        self.assertEqual(
            sentences.wrong(made),
            ["Misreads: b 20 (≤ 2.9 %) and a 1 (≤ 0.48 %); none seen of c (≤ 0.30 %)."],
        )

    def test_of_many_that_misread_three_are_counted_and_the_others_named(self) -> None:
        made = Run(run(*(decoder(n, 1, 1, misread=9 - i) for i, n in enumerate("abcde"))))
        [text] = sentences.wrong(made)
        self.assertTrue(text.endswith("c 7 (≤ 1.4 %); at most 6 each of d and e."), text)

    def test_who_does_not_support_it_is_not_called_bad(self) -> None:
        made = Run(run(decoder("a", 1, 1), decoder("b", None, standing="unsupported")))
        self.assertEqual(sentences.missing(made), ["b does not support QR Code."])
        self.assertNotIn("b", " ".join(sentences.best(made) + sentences.wrong(made)).split())

    def test_errors_are_counted_by_kind(self) -> None:
        made = Run(run(decoder("a", 1, 1, crash=1, timeout=2), decoder("b", 2, 2)))
        self.assertEqual(
            sentences.errors(made), ["Errors: a 1 crash and 2 timeouts in 1\u00a0000 images."]
        )
        self.assertEqual(sentences.errors(Run(run(decoder("b", 1, 2)))), [])


if __name__ == "__main__":
    unittest.main()
