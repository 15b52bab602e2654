"""The shape of the sources is counted as `scripts/house.py` says."""

from __future__ import annotations

import sys
import unittest

from builder import ROOT

sys.path.append(str(ROOT / "scripts"))
import house


class Initialisers(unittest.TestCase):
    def count(self, head: str, *body: str) -> int:
        lines = "\n".join("      " + line for line in body)
        return house.memberwise(f"  struct Part {{\n    {head} {{\n{lines}\n    }}\n  }}\n")

    def test_those_that_pass_every_parameter_on_count_at_any_depth(self) -> None:
        self.assertEqual(self.count("public init(a: Int, b: [Int] = [1, 2])", "self.a = a", "self.b = b"), 1)
        self.assertEqual(self.count("package init(_ a: Int, b c: Int)", "(self.a, b) = (a, c)"), 1)
        self.assertEqual(house.memberwise("  package init(a: Int) { self.a = a }\n"), 1)

    def test_a_call_among_the_defaults_is_no_end(self) -> None:
        head = "package init(\n      a: Int = max(1, 2), b: Int\n    )"
        self.assertEqual(self.count(head, "// A remark.", "self.a = a", "self.b = b"), 1)

    def test_others_do_not_count(self) -> None:
        self.assertEqual(self.count("init(a: Int)", "self.a = a"), 0)
        self.assertEqual(self.count("public init(a: Int)", "self.a = a + 1"), 0)
        self.assertEqual(self.count("public init(a: Int)", "precondition(a > 0)", "self.a = a"), 0)
        self.assertEqual(house.memberwise("  package init() {}\n"), 0)

    def test_one_that_does_not_count_hides_none_behind_it(self) -> None:
        text = "  public init(a: Int) {\n    b = a * 2\n  }\n\n  public init(b: Int) {\n    self.b = b\n  }\n"
        self.assertEqual(house.memberwise(text), 1)


class Imports(unittest.TestCase):
    def test_every_form_counts_once(self) -> None:
        text = "import A\n@testable import B\n#if os(Linux)\n  import C\n#endif\npublic import struct D.E\n"
        self.assertEqual(house.imports(text), 4)

    def test_texts_of_programs_and_sentences_have_none(self) -> None:
        self.assertEqual(house.imports('let text = """\n  import Foundation\n  """\n// import it, then\n'), 0)


class Holders(unittest.TestCase):
    def test_names_begin_with_the_feature(self) -> None:
        places = [
            "/Results/Gate/Flip.swift", "/Reporting/Files/GateMarkdown.swift", "/Serving/PageGate.swift",
            "/Base/Gateway.swift", "/Features/Comparison/Command/GateCommand.swift",
        ]
        self.assertEqual(
            house.holders(house.FEATURES["gate"], places), {"Results", "Reporting", "Features/Comparison"})

    def test_homonyms_are_none(self) -> None:
        places = ["/Base/VersionedFile.swift", "/Console/Version.swift", "/Evaluation/Planning/Records.swift"]
        for feature in ["versions", "plan"]:
            self.assertEqual(house.holders(house.FEATURES[feature], places), set())


if __name__ == "__main__":
    unittest.main()
