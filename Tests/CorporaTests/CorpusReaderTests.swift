import Base
import Corpora
import DecoderKit
import Drawing
import Symbols
import Testing

/// Mistakes in corpus files: each is reported with its line, the fault and the remedy.
@Suite struct CorpusReaderTests {
  private static let parameters = CameraParameter.allCases.map(\.rawValue).joined(separator: ", ")
  private static let textures = Texture.allCases.map(\.rawValue).joined(separator: ", ")
  private static let symbologies = Symbology.allCases.map(\.rawValue).joined(separator: ", ")

  @Test func theFixtureItselfIsRight() {
    #expect(throws: Never.self) { try Fixtures.tiny() }
  }

  @Test(arguments: mistakes)
  func mistakeIsReportedWithItsLine(line: Int, text: String, message: String) {
    let error = #expect(throws: FileFault.self) {
      try Fixtures.tiny(replacing: [line: text])
    }
    #expect(error?.description == "tiny.yaml:\(message)")
  }

  /// The line to replace, its replacement, and the expected message after the file's name.
  private static let mistakes: [(Int, String, String)] = [
    // Keys
    (
      25, "trails: 20",
      "25: unknown key \"trails\". Did you mean \"trials\"? Known here: format, name, "
        + "version, title, "
        + "question, seed, hints, symbols, conditions, sweep, trials, claims, bands, selection."
    ),
    (25, "", "1: the corpus has no \"trials\", which it needs"),
    (25, "trials: 20\nseed: 8", "6: the key \"seed\" comes twice, first on this line"),
    (
      18, "  - {name: upright, rotatoin: 0}",
      "18: unknown key \"rotatoin\". Did you mean \"rotation\"? Known here: name, backdrop, "
        + "camera, mode, focus, \(parameters)."
    ),
    (18, "  - {rotation: 0}", "18: an item of \"conditions\" has no \"name\", which it needs"),
    (22, "", "23: \"sweep\" has no \"axis\", which it needs"),
    (
      23, "  harder: larger",
      "23: smaller values of module-size are the harder ones"
    ),
    (
      22, "  axis: inverted",
      "22: \"inverted\" is either on or off and has no levels: make two conditions of it"
    ),
    (
      18, "  - {name: upright, module-size: 3}",
      "18: \"module-size\" does not belong here: the sweep varies it"
    ),
    (
      22, "  axis: photons",
      "18: condition \"upright\" has no \"module-size\", which it needs: the sweep is over photons, so "
        + "the size of a module in pixels is the condition's"
    ),
    (
      18, "  - {name: upright, motion-direction: 20}",
      "18: \"motion-direction\" says nothing without \"motion\""
    ),
    (
      18, "  - {name: upright, inverted: 1}", "18: \"inverted\" is 1: write true or false"
    ),
    (
      18, "  - {name: upright, backdrop: {texture: wood, scale: 4}}",
      "18: unknown texture \"wood\". Known: \(textures)."
    ),
    (
      18, "  - {name: upright, curvature: 160}",
      "18: condition \"upright\" cannot be drawn at every level: \"qr\" under it: a curvature of "
        + "160 degrees turns the ends of the label, with its margin, away from the camera: less "
        + "curvature or a smaller tilt would show them"
    ),
    (
      18, "  - {name: upright, symbol-contrast: 80, paper-reflectance: 60}",
      "18: condition \"upright\" cannot be drawn at every level: a symbol-contrast of 80 % needs a "
        + "paper-reflectance of at least as much, and it is 60 %"
    ),
    (
      12, "    payload: {kind: digits, size: 3}",
      "12: unknown key \"size\". Known here: kind, length, literals."
    ),
    (
      8, "  - name: qr\n    judge: meanings",
      "9: unknown verdict \"meanings\". Did you mean \"meaning\"? Known: data, meaning."
    ),
    (
      10, "    version: 2\n    eci: 14",
      "11: ECI 14 is no charset's: 26 is UTF-8, 3 is ISO-8859-1, 20 is Shift_JIS; known are 3, 4, 5, "
        + "6, 7, 8, 9, 10, 11, 12, 13, 15, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30"
    ),
    // Format
    (
      1, "format: 2",
      "1: this is format 2, and this harness reads format 1: use a newer harness"
    ),
    (1, "format: one", "1: \"format\" is one, not a whole number from 1 to 9223372036854775807"),
    (1, "", "2: the corpus has no \"format\": its first line should be \"format: 1\""),
    // Names
    (
      2, "name: Tiny One",
      "2: \"Tiny One\" is not a name: names are lower-case letters, digits and hyphens"
    ),
    (
      8, "  - name: q/r",
      "8: \"q/r\" is not a name: names are lower-case letters, digits and hyphens"
    ),
    (13, "  - name: qr", "13: the name \"qr\" is taken: names are used once"),
    (
      19, "  - {name: upright, rotation: 5}",
      "19: the name \"upright\" is taken: names are used once"
    ),
    (4, "title:", "4: \"title\" is empty: it needs words"),
    (4, "title: \" \"", "4: \"title\" is empty: it needs words"),
    (4, "title: [a, b]", "4: \"title\" is a list, not words"),
    // Numbers
    (25, "trials: 0", "25: \"trials\" is 0, not a whole number from 1 to 1000000"),
    (25, "trials: -3", "25: \"trials\" is -3, not a whole number from 1 to 1000000"),
    (25, "trials: 4.5", "25: \"trials\" is 4.5, not a whole number from 1 to 1000000"),
    (
      25, "trials: \"20\"",
      "25: \"trials\" is in quotes: write a whole number from 1 to 1000000 without them"
    ),
    (25, "trials:", "25: \"trials\" is empty, not a whole number from 1 to 1000000"),
    (25, "trials: [20]", "25: \"trials\" is a list, not a whole number from 1 to 1000000"),
    (
      6, "seed: 18446744073709551616",
      "6: \"seed\" is 18446744073709551616, not a whole number from 0 to 18446744073709551615"
    ),
    (6, "seed: 7\nhints: all", "7: unknown hint \"all\". Known: none, symbologies."),
    // Symbols
    (
      9, "    symbology: qr-cod",
      "9: unknown symbology \"qr-cod\". Did you mean \"qr-code\"? Known: \(symbologies)."
    ),
    (
      9, "    symbology: ean-13",
      "10: \"version\" does not belong here: recipes of EAN-13 choose \"height\", \"add-on\""
    ),
    (10, "    version: 41", "10: \"version\" is 41, not a whole number from 1 to 40"),
    (10, "", "8: an item of \"symbols\" has no \"version\", which it needs"),
    (
      11, "    ecc: X",
      "11: unknown error correction level \"X\". Did you mean \"H\"? Known: L, M, Q, H."
    ),
    (11, "    ecc: M\n    mask: 8", "12: \"mask\" is 8, not a whole number from 0 to 7"),
    (
      11, "    ecc: M\n    size: 20x20",
      "12: \"size\" does not belong here: the size of a QR Code is its \"version\""
    ),
    (
      15, "    size: 8x32\n    ecc: M",
      "16: \"ecc\" does not belong here: a Data Matrix has a \"size\" and may have an \"eci\""
    ),
    // Payloads
    (
      12, "    payload: {kind: alphanumeric, length: 39}",
      "12: 39 bytes of kind alphanumeric do not fit QR Code version 2, ecc M: at most 38 do"
    ),
    (
      12, "    payload: {kind: digits, length: [1, 64]}",
      "12: 64 bytes of kind digits do not fit QR Code version 2, ecc M: at most 63 do"
    ),
    (
      12, "    payload: {kind: bytes, length: 27}",
      "12: 27 bytes of kind bytes do not fit QR Code version 2, ecc M: at most 26 do"
    ),
    (
      16, "    payload: {kind: digits, length: 21}",
      "16: 21 bytes of kind digits do not fit Data Matrix 8x32: at most 20 do"
    ),
    (
      12, "    payload: {kind: hex, length: 3}",
      "12: unknown payload kind \"hex\". Known: "
        + PayloadKind.allCases.map(\.rawValue).joined(separator: ", ") + "."
    ),
    (
      12, "    payload: {kind: digits, length: 0}",
      "12: \"length\" is 0, not a whole number from 1 to 8000"
    ),
    (
      12, "    payload: {kind: digits, length: [9, 3]}",
      "12: \"length\" is reversed: write [3, 9], the shortest first"
    ),
    (
      12, "    payload: {kind: digits, length: [9]}",
      "12: \"length\" has 1 numbers: give the shortest and the longest"
    ),
    // Conditions
    (
      19, "  - {name: turned, rotation: {random: [360, 0]}}",
      "19: \"random\" is reversed: the lowest comes first"
    ),
    (
      19, "  - {name: turned, rotation: {random: [5, 5]}}",
      "19: \"random\" is a range without width: write \"rotation: 5\""
    ),
    (
      19, "  - {name: turned, rotation: {random: [5]}}",
      "19: \"random\" has 1 numbers: give the lowest and the highest"
    ),
    (
      18, "  - {name: upright, rotation: 400}",
      "18: a value of 400 is not possible: rotation is between -360 and 360 °"
    ),
    (
      18, "  - {name: upright, rotation: .nan}",
      "18: \"rotation\" is .nan, not a decimal number such as 1.37"
    ),
    // Sweep
    (
      22, "  axis: modul-size",
      "22: unknown axis \"modul-size\". Did you mean \"module-size\"? Known: \(parameters)."
    ),
    (
      23, "  harder: small",
      "23: unknown direction \"small\". Did you mean \"smaller\"? Known: smaller, larger, "
        + "unordered."
    ),
    (24, "  levels: []", "24: \"levels\" is empty: it needs at least one"),
    (
      24, "  levels: [0]",
      "24: a level of 0 px cannot be drawn: module-size is between 0.1 and 1000 px"
    ),
    (
      24, "  levels: [-1]",
      "24: a level of -1 px cannot be drawn: module-size is between 0.1 and 1000 px"
    ),
    (
      24, "  levels: [.nan]",
      "24: an item of \"levels\" is .nan, not a decimal number such as 1.37"
    ),
    (
      24, "  levels: [.inf]",
      "24: an item of \"levels\" is .inf, not a decimal number such as 1.37"
    ),
    (24, "  levels: [1e1]", "24: an item of \"levels\" is 1e1, not a decimal number such as 1.37"),
    (24, "  levels: [2.0]", "24: an item of \"levels\" is 2.0: write 2, the shortest spelling"),
    (
      24, "  levels:\n    - 1\n    - {from: 0.5, to: 1, step: 0.1}",
      "26: level 1 is listed twice, here and on line 25: levels are listed once"
    ),
    (
      24, "  levels: [{from: 1, to: 2, step: 0.3}]",
      "24: steps of 0.3 from 1 miss 2: write \"to: 1.9\" or another step"
    ),
    (24, "  levels: [{from: 1, to: 2, step: 0}]", "24: \"step\" is 0: it is above 0"),
    (
      24, "  levels: [{from: 2, to: 1, step: 0.1}]",
      "24: \"from\" is 2 and \"to\" is 1: the smaller comes first"
    ),
    (
      24, "  levels: [{from: 1, to: 2, step: 0.001}]",
      "24: there are more than the 1000 levels that a sweep may have"
    ),
    (
      24, "  levels: [500]",
      "18: condition \"upright\" cannot be drawn at every level: \"qr\" under it: the image would "
        + "take more than the 16384 pixels a side allowed"
    ),
    // YAML
    (18, "  - {name: upright", "19: this is not YAML: did not find expected ',' or '}' (column 5)"),
    (
      3, "\tversion: 3",
      "3: this is not YAML: found a tab character that violates indentation (column 1)"
    ),
    (3, "version: *nowhere", "3: this is not YAML: found undefined alias (column 10)"),
    (3, "? [a]\n: 3", "3: a key is not a word"),
  ]

  @Test(arguments: ["", "\n", "# only a comment\n", "~\n"])
  func emptyFileIsReported(yaml: String) {
    let error = #expect(throws: FileFault.self) { try Corpus(yaml: yaml, file: "tiny.yaml") }
    #expect(
      error?.description == "tiny.yaml: the file is empty: a corpus starts with \"format: 1\"")
  }

  @Test(arguments: [
    ("symbols: []", 7...16, "7: \"symbols\" is empty: it needs at least one"),
    ("symbols:", 7...16, "7: \"symbols\" is empty, not a list of symbols"),
    ("conditions: upright", 17...20, "17: \"conditions\" is a value, not a list of conditions"),
    (
      "sweep: [1, 2]", 21...24,
      "21: \"sweep\" is a list, not a mapping with the keys axis, harder, levels, second, duration"
    ),
  ])
  func partOfTheWrongShapeIsReported(text: String, lines: ClosedRange<Int>, message: String) {
    var edits = Dictionary(uniqueKeysWithValues: lines.map { ($0, "") })
    edits[lines.lowerBound] = text
    let error = #expect(throws: FileFault.self) { try Fixtures.tiny(replacing: edits) }
    #expect(error?.description == "tiny.yaml:\(message)")
  }

  @Test func listIsNoCorpus() {
    let error = #expect(throws: FileFault.self) {
      try Corpus(yaml: "- format: 1\n", file: "tiny.yaml")
    }
    #expect(
      error?.description.hasPrefix("tiny.yaml:1: a corpus is a mapping with the keys") == true)
  }

  @Test func secondDocumentIsRefused() {
    #expect(throws: FileFault.self) {
      try Corpus(yaml: Fixtures.yaml() + "---\n" + Fixtures.yaml(), file: "tiny.yaml")
    }
  }
}
