import Corpora
import Symbols
import Testing

/// Payloads checked with encoders whose limit is known: a payload fits if the costs of its bytes add
/// up to at most the room.
@Suite struct PayloadFitTests {
  private static func encoder(
    room: Int, cost: @escaping (UInt8) -> Int
  ) -> ([UInt8]) -> SymbolError? {
    { payload in
      payload.reduce(0) { $0 + cost($1) } <= room
        ? nil : .tooLong(bytes: payload.count, into: "a symbol")
    }
  }

  private static func fit(
    _ kind: PayloadKind, capacity: Int? = nil, _ encode: @escaping ([UInt8]) -> SymbolError?
  ) -> PayloadFit {
    PayloadFit(of: kind, in: PayloadCarrier(.qrCode), capacity: capacity, encode: encode)
  }

  @Test func capacityDecidesWhereItIsKnown() {
    let fit = Self.fit(.bytes, capacity: 100, Self.encoder(room: 110) { _ in 1 })
    #expect(fit.objection(to: .range(1...100)) == nil)
    #expect(fit.objection(to: .range(100...101)) == .tooLong(most: 100, some: true))
    #expect(fit.objection(to: .list([1, 8000])) == .tooLong(most: 100, some: false))
  }

  @Test func limitIsALengthThatTheKindHas() {
    let kanji = Self.fit(.kanji, capacity: 27, Self.encoder(room: 27) { _ in 1 })
    #expect(kanji.objection(to: .range(28...28)) == .tooLong(most: 26, some: false))
    let url = Self.fit(.url, capacity: 11, Self.encoder(room: 11) { _ in 1 })
    #expect(url.objection(to: .range(30...30)) == .tooLong(most: 11, some: false))
    #expect(url.shortest == 12)
  }

  /// Bytes cost 1 to 3: 2 on average, and 3 for the hardest.
  @Test func hardestAndDrawnPayloadsDecideWhereCapacityIsUnknown() {
    let fit = Self.fit(.bytes, Self.encoder(room: 300) { 1 + Int($0) / 86 })
    #expect(fit.objection(to: .range(1...100)) == nil)
    #expect(fit.objection(to: .range(101...101)) == .tooLong(most: nil, some: true))
    #expect(fit.objection(to: .range(200...200)) == .tooLong(most: nil, some: false))
  }

  @Test func fewEncodingsAreEnough() {
    for capacity in [nil, 100] {
      var encodings = 0
      let fit = Self.fit(.bytes, capacity: capacity) {
        encodings += 1
        return $0.count <= 100 ? nil : .tooLong(bytes: $0.count, into: "a symbol")
      }
      #expect(fit.objection(to: .range(10...100)) == nil)
      #expect(fit.objection(to: .range(10...101)) != nil)
      #expect(encodings < 250)
    }
  }

  @Test func lengthsThatAreRefusedAreFound() {
    let fit = Self.fit(.digits, capacity: 100) { $0.count % 2 == 0 ? nil : .refused("odd") }
    #expect(fit.objection(to: .range(10...20)) == .refused(.refused("odd")))
    #expect(fit.objection(to: .list([10, 12, 13])) == .refused(.refused("odd")))
    #expect(fit.objection(to: .list([10, 12, 14])) == nil)
  }
}
