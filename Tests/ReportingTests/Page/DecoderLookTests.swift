import Reporting
import TestSupport
import Testing

@Suite struct DecoderLookTests {
  /// Names as they come back in report after report.
  private static let usual = [
    "zxing", "zbar", "dmtx", "zxing-cpp", "zxing-java", "quirc", "opencv-qr", "opencv-wechat",
  ]
  /// Those that take part less often.
  private static let others = ["tapirscan", "zbarimg", "opencv-aruco", "opencv-barcode", "vision"]

  private func names(_ count: Int) -> [String] {
    (0..<count).map { $0 % 3 == 0 ? "reader-\($0)" : "reader-\($0 % 4):option=\($0)" }
  }

  /// A look that changed would make old and new reports disagree.
  @Test func theLooksOfTheBuiltInDecodersNeverChange() {
    let looks = DecoderLook.looks(of: ["zbar", "dmtx", "zxing"])
    for (place, name) in ["zxing", "zbar", "dmtx"].enumerated() {
      let look = looks[name]
      #expect(look?.color == place && look?.shape == place && look?.dash == 0, "\(name)")
    }
    #expect(Palette.series.count == 8 && DecoderLook.shapeCount == 7)
  }

  @Test func aUsualNameHasOneColourWhoeverElseTakesPart() {
    var random = SeededGenerator(seed: 4)
    let whole = DecoderLook.looks(of: Self.usual)
    #expect(Set(whole.values.map(\.color)).count == 8)
    for _ in 0..<50 {
      let some = Self.usual.filter { _ in Bool.random(using: &random) }
      let variants = some.map { "\($0):a=\(Int.random(in: 0...9, using: &random))" }
      let looks = DecoderLook.looks(of: (some + variants).shuffled(using: &random))
      #expect(some.allSatisfy { looks[$0]?.color == whole[$0]?.color && looks[$0]?.dash == 0 })
    }
  }

  @Test func aKnownNameLooksAlikeInEveryReport() {
    var random = SeededGenerator(seed: 6)
    let names = Self.usual + Self.others
    let whole = DecoderLook.looks(of: names)
    #expect(Set(whole.values.map { [$0.color, $0.shape] }).count == names.count)
    for _ in 0..<50 {
      let some = names.filter { _ in Bool.random(using: &random) }
      let looks = DecoderLook.looks(of: some + some.map { "\($0):a=1" } + ["mine", "yours"])
      #expect(some.allSatisfy { looks[$0] == whole[$0] })
    }
  }

  @Test func theOrderOfNamesDoesNotMatter() {
    var random = SeededGenerator(seed: 5)
    let names = names(20)
    let looks = DecoderLook.looks(of: names)
    for _ in 0..<20 { #expect(DecoderLook.looks(of: names.shuffled(using: &random)) == looks) }
  }

  @Test func noTwoDecodersOfAReportLookAlike() {
    for count in 1...56 {
      let looks = Array(DecoderLook.looks(of: names(count)).values)
      #expect(Set(looks.map { [$0.color, $0.shape] }).count == count, "\(count) decoders")
      if count <= 8 { #expect(Set(looks.map(\.color)).count == count) }
      if count <= 7 { #expect(Set(looks.map(\.shape)).count == count) }
      if count <= 24 { #expect(Set(looks.map { [$0.color, $0.dash] }).count == count) }
    }
    #expect(DecoderLook.looks(of: names(100)).count == 100)
  }
}
