"""The sentences of the page follow from the figures."""

from __future__ import annotations

import unittest

from builder import decoder, pair, run

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
            "different from c (1.400 px). Significantly behind a: b (1.300 px, rank 2).",
        )

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
