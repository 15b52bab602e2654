import Testing

@testable import Corpora

@Suite struct ConditionHarmsTests {
  /// Placing and turning a symbol is no harm, nor is a value that changes nothing.
  @Test(arguments: [
    ("", []), ("rotation: {random: [0, 360]}, frame: 400", []),
    ("symbol-contrast: 100, damage: 0", []), ("damage: 4", ["damage"]),
    ("dead-lines: 3, printer-dots: 3, ladder: true, blur: 1", ["dead-lines", "blur"]),
    ("tilt: 20, tilt-direction: 90", ["tilt"]),
    ("frame: 400, backdrop: {texture: cloud, scale: 24}", ["backdrop"]),
  ]) func harmsAreWhatMakesASymbolWorse(values: String, harms: [String]) throws {
    let corpus = try Corpus(
      yaml: """
        format: 1
        name: harms
        version: 1
        title: Harms
        question: Which?
        seed: 3
        symbols:
          - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 8}}
        conditions: [{name: c\(values.isEmpty ? "" : ", " + values)}]
        sweep: {axis: module-size, levels: [2, 4]}
        trials: 5
        """, file: "harms.yaml")
    #expect(corpus.harms(ofGroup: "qr/c") == harms)
    #expect(corpus.harms(ofGroup: "qr/d") == nil)
  }
}
