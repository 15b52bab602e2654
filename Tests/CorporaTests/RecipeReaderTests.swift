import Base
import Corpora
import Symbols
import Testing

/// Recipes of every symbology in YAML, and the messages for mistakes in them.
@Suite struct RecipeReaderTests {
  /// A corpus with one recipe; its keys begin on line 8.
  private func options(_ recipe: String, payload: String) throws -> SymbolOptions {
    let head = Fixtures.lines[..<7].joined(separator: "\n")
    let tail = Fixtures.lines[16...].joined(separator: "\n")
    let body = recipe.split(separator: ";").map { "    \($0)" }.joined(separator: "\n")
    let yaml = "\(head)\n  - name: it\n\(body)\n    payload: \(payload)\n\(tail)\n"
    return try Corpus(yaml: yaml, file: "it.yaml").recipes[0].symbols[0].options
  }

  private static let digits = "{kind: digits, length: 4}"

  @Test(arguments: [
    (
      "symbology: qr-code;version: 2;ecc: H;mask: 3",
      SymbolOptions.qrCode(version: 2, errorCorrection: .high, mask: 3)
    ),
    (
      "symbology: micro-qr-code;version: M4;ecc: Q;mask: 2",
      .microQRCode(version: 4, errorCorrection: .quartile, mask: 2)
    ),
    (
      "symbology: micro-qr-code;version: M1",
      .microQRCode(version: 1, errorCorrection: nil, mask: nil)
    ),
    (
      "symbology: rmqr-code;size: R11x27;ecc: M",
      .rMQRCode(RMQRSize.all[10], errorCorrection: .medium)
    ),
    ("symbology: data-matrix;size: 8x48", .dataMatrix(DataMatrixSize.all[30])),
    ("symbology: aztec;size: compact-3", .aztec(AztecSize.all[2])),
    ("symbology: aztec;size: full-7", .aztec(AztecSize.all[10])),
    (
      "symbology: pdf417;columns: 3;ecc: 2",
      .pdf417(columns: 3, rows: nil, errorCorrection: 2, rowHeight: 3)
    ),
    (
      "symbology: pdf417;columns: 3;rows: 12;ecc: 2;row-height: 4",
      .pdf417(columns: 3, rows: 12, errorCorrection: 2, rowHeight: 4)
    ),
    ("symbology: micro-pdf417;columns: 2", .microPDF417(columns: 2, rowHeight: 2)),
    ("symbology: codablock-f;columns: 9", .codablockF(columns: 9, rowHeight: 10)),
    ("symbology: code-16k;row-height: 12", .code16K(rowHeight: 12)),
    ("symbology: maxicode", .maxiCode(.standard)),
    ("symbology: maxicode;mode: 5", .maxiCode(.fullCorrection)),
    (
      "symbology: maxicode;mode: 2;postcode: 152382802;country: 840;service: 1",
      .maxiCode(.carrier(postcode: "152382802", country: 840, service: 1))
    ),
    ("symbology: code-128", .linear(.code128)),
    ("symbology: code-128;height: 20.5", .linear(.code128, height: 20.5)),
    ("symbology: code-39", .linear(.code39(isFullASCII: false, hasCheckCharacter: false))),
    (
      "symbology: code-39;check: mod-43",
      .linear(.code39(isFullASCII: false, hasCheckCharacter: true))
    ),
    (
      "symbology: code-39;characters: full-ascii",
      .linear(.code39(isFullASCII: true, hasCheckCharacter: false))
    ),
    ("symbology: code-93", .linear(.code93)),
    ("symbology: itf", .linear(.itf(hasCheckDigit: false))),
  ])
  func recipeIsRead(recipe: String, expected: SymbolOptions) throws {
    #expect(try options(recipe, payload: Self.digits) == expected)
  }

  @Test(arguments: [
    ("symbology: ean-13", 12, SymbolOptions.linear(.ean13(addOn: nil))),
    ("symbology: ean-8", 7, .linear(.ean8)), ("symbology: upc-a", 11, .linear(.upcA(addOn: nil))),
    ("symbology: itf-14", 13, .linear(.itf14(bearers: .box))),
    ("symbology: itf-14;bearers: bars", 13, .linear(.itf14(bearers: .bars))),
    ("symbology: databar", 13, .linear(.dataBar)),
    ("symbology: databar;height: 13", 13, .linear(.dataBar, height: 13)),
    ("symbology: databar-stacked", 13, .dataBarStacked(isOmnidirectional: false)),
    (
      "symbology: databar-stacked;form: omnidirectional", 13,
      .dataBarStacked(isOmnidirectional: true)
    ),
  ])
  func recipeOfDigitsIsRead(recipe: String, count: Int, expected: SymbolOptions) throws {
    #expect(try options(recipe, payload: "{kind: digits, length: \(count)}") == expected)
  }

  @Test func anAddOnGoesWithATradeItemNumber() throws {
    #expect(
      try options("symbology: ean-13;add-on: 5", payload: "{kind: gtin}")
        == .linear(.ean13(addOn: .five)))
  }

  @Test(arguments: [
    (
      "symbology: micro-qr-code;version: 4;ecc: Q",
      "10: unknown version of a Micro QR Code \"4\". Did you mean \"M4\"? Known: M1, M2, M3, M4."
    ),
    (
      "symbology: micro-qr-code;version: M1;ecc: L",
      "11: \"ecc\" does not belong here: version M1 only detects errors"
    ),
    (
      "symbology: micro-qr-code;version: M2;ecc: Q",
      "11: unknown error correction level of M2 \"Q\". Did you mean \"L\"? Known: L, M."
    ),
    ("symbology: aztec;size: compact-5", "10: unknown size of an Aztec \"compact-5\"."),
    (
      "symbology: aztec;size: compact-1;ecc: 2",
      "11: \"ecc\" does not belong here: an Aztec has a \"size\"; what the payload leaves free of it "
        + "is error correction"
    ),
    ("symbology: pdf417;columns: 31;ecc: 2", "10: \"columns\" is 31, not a whole number"),
    (
      "symbology: pdf417;ecc: 2",
      "8: an item of \"symbols\" has no \"columns\", which it needs"
    ),
    (
      "symbology: micro-pdf417;columns: 1;rows: 11",
      "11: \"rows\" does not belong here: a MicroPDF417 has as many rows as its payload needs"
    ),
    (
      "symbology: maxicode;mode: 4;country: 56",
      "11: \"country\" does not belong here: modes 2 and 3 have it, and this is mode 4"
    ),
    (
      "symbology: maxicode;mode: 2;postcode: 1234;country: 56;service: 1",
      "11: \"1234\" is not a postcode of mode 2, which has nine digits"
    ),
    ("symbology: ean-13;add-on: 3", "10: \"add-on\" is 3: add-ons have 2 or 5 digits"),
    ("symbology: ean-8;add-on: 2", "10: \"add-on\" does not belong here: EAN-8 has no add-ons"),
    (
      "symbology: code-39;characters: full-ascii;check: mod-43",
      "11: \"check\" does not belong here: readers would take it for half of a full ASCII character"
    ),
    (
      "symbology: code-39;check: mod-10",
      "10: unknown check character of Code 39 \"mod-10\". Did you mean \"mod-43\"? Known: none, mod-43."
    ),
    ("symbology: code-128;height: 0.5", "10: \"height\" is 0.5 modules: it is from 1 to 1000"),
    (
      "symbology: aztec-rune;size: 11",
      "10: \"size\" does not belong here: Aztec Rune has no options to choose"
    ),
  ])
  func mistakeIsTold(recipe: String, message: String) throws {
    do {
      _ = try options(recipe, payload: Self.digits)
      Issue.record("\(recipe) was taken")
    } catch let error as FileFault {
      #expect("\(error)".hasPrefix("it.yaml:\(message)"), "\(error)")
    }
  }
}
