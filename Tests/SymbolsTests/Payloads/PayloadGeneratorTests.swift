import DecoderKit
import Symbols
import Testing

@Suite struct PayloadGeneratorTests {
  private let carrier = PayloadCarrier(.qrCode)

  private func draws(_ payload: PayloadGenerator, _ count: Int) -> [[UInt8]] {
    var random = PayloadDraws.random(7)
    return (0..<count).map { payload.draw(trial: $0, from: &random) }
  }

  /// Shipped corpora were measured with these draws: a length, then one character after the other.
  @Test func charactersAreDrawnAsTheyEverWere() {
    let payload = PayloadGenerator(.drawn(.alphanumeric, .range(10...20)), for: carrier)
    let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    var random = PayloadDraws.random(7)
    for drawn in draws(payload, 100) {
      let count = 10 + random.below(11)
      #expect(drawn == (0..<count).map { _ in alphabet[random.below(36)] })
    }
  }

  @Test(arguments: PayloadKind.allCases)
  func everyLengthOfEveryKindIsHonoured(kind: PayloadKind) {
    let rule = kind.form(for: carrier).rule
    for length in PayloadDraws.lengths(of: kind) where kind != .gs1 {
      #expect(rule.allows(length))
      for payload in PayloadDraws.draw(kind, length: length, times: 4) {
        #expect(payload.count == length, "\(kind)")
      }
    }
  }

  @Test(arguments: [PayloadKind.url, .vcard, .calendar, .digits, .utf8])
  func lengthsOfARangeAreEquallyLikely(kind: PayloadKind) {
    let payload = PayloadGenerator(.drawn(kind, .range(200...203)), for: carrier)
    var counts: [Int: Int] = [:]
    for drawn in draws(payload, 4000) { counts[drawn.count, default: 0] += 1 }
    #expect(counts.keys.sorted() == [200, 201, 202, 203])
    // 1000 are expected, and 27 is a standard deviation.
    for count in counts.values { #expect(abs(count - 1000) < 135) }
  }

  @Test func lengthsOfAListAreTheOnlyOnesAndEquallyLikely() {
    let payload = PayloadGenerator(.drawn(.digits, .list([10, 20, 40])), for: carrier)
    var counts: [Int: Int] = [:]
    for drawn in draws(payload, 3000) { counts[drawn.count, default: 0] += 1 }
    #expect(counts.keys.sorted() == [10, 20, 40])
    for count in counts.values { #expect(abs(count - 1000) < 130) }
    #expect(payload.lengths == 10...40)
  }

  @Test func literalsComeInTurn() {
    let literals = [Array("one".utf8), [0, 255], Array("three".utf8)]
    let payload = PayloadGenerator(.literals(literals), for: carrier)
    let drawn = draws(payload, 300)
    for (trial, payloadDrawn) in drawn.enumerated() {
      #expect(payloadDrawn == literals[trial % 3])
    }
    for literal in literals { #expect(drawn.count { $0 == literal } == 100) }
    #expect(payload.lengths == 2...5)
  }

  /// All kinds with enough different payloads; short ones, such as a rune's, must repeat.
  @Test(arguments: PayloadKind.allCases.filter { $0 != .rune })
  func everyTrialGetsAFreshPayload(kind: PayloadKind) {
    let rule = kind.form(for: carrier).rule
    let carrier = PayloadCarrier(kind == .gs1 ? .gs1QRCode : .qrCode)
    // A business card's name alone is short; its usual fields are not.
    let lengths = rule.usual.map(PayloadLengths.range) ?? .range(20...20)
    let drawn = draws(PayloadGenerator(.drawn(kind, lengths), for: carrier), 2000)
    #expect(Set(drawn).count >= (kind == .phone ? 1990 : 1998), "\(kind)")
  }

  @Test(arguments: [
    (PayloadGenerator.Source.drawn(.url, .range(20...40)), "url, 20–40 bytes"),
    (.drawn(.digits, .range(12...12)), "digits, 12 bytes"),
    (.drawn(.digits, .range(1...1)), "digits, 1 byte"),
    (.drawn(.qrAlphanumeric, .list([10, 20, 40])), "qr-alphanumeric, 10, 20 or 40 bytes"),
    (.drawn(.digits, .list([10])), "digits, 10 bytes"),
    (.drawn(.digits, .list([1, 3, 5, 7, 9, 11, 13])), "digits, 1, 3 … 13 bytes"),
    (.literals([[1, 2], [3]]), "2 literal payloads, 1–2 bytes"),
    (.literals([[1, 2]]), "1 literal payload, 2 bytes"),
  ])
  func generatorSaysWhatItDraws(source: PayloadGenerator.Source, words: String) {
    #expect(PayloadGenerator(source, for: carrier).description == words)
  }
}
