import Corpora
import DecoderKit
import Symbols
import Testing

/// Payload limits found with encoders whose limit is known: a payload fits if the costs of its
/// bytes add up to at most the room.
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
    _ kind: PayloadKind, _ encode: @escaping ([UInt8]) -> SymbolError?
  ) -> PayloadFit {
    PayloadFit(of: kind, in: PayloadCarrier(.qrCode), encode: encode)
  }

  @Test(arguments: [1, 7, 26, 100, 2331])
  func limitIsExactWhereLengthAloneDecides(room: Int) {
    let fit = Self.fit(.bytes, Self.encoder(room: room) { _ in 1 })
    #expect(fit.objection(to: .range(room...room)) == nil)
    #expect(fit.objection(to: .range(1...room)) == nil)
    #expect(
      fit.objection(to: .range(room + 1...room + 1)) == .tooLong(limit: room, some: false))
    #expect(fit.objection(to: .list([1, 8000])) == .tooLong(limit: room, some: false))
  }

  /// Bytes cost 1 to 3, so that the cost of n bytes has the mean 2 n and the deviation √(2/3 n).
  @Test(arguments: [60, 300, 1000])
  func payloadsAsLongAsTheLimitFitThoughTheyDiffer(room: Int) throws {
    let encode = Self.encoder(room: room) { 1 + Int($0) % 3 }
    let fit = Self.fit(.bytes, encode)
    guard case .tooLong(let limit?, false) = fit.objection(to: .range(8000...8000)) else {
      Issue.record("8000 bytes cost more than \(room)")
      return
    }
    for payload in PayloadDraws.draw(.bytes, length: limit, times: 10_000) {
      #expect(encode(payload) == nil)
    }
    // The limit is not much too short either: the mean cost is less than eight deviations and 4
    // below the room.
    let deviation = (2.0 / 3 * Double(limit)).squareRoot()
    #expect(2 * Double(limit) + 8 * deviation + 4 > Double(room))
    // The limit itself is accepted.
    #expect(fit.objection(to: .range(limit...limit)) == nil)
  }

  @Test func lengthsThatOftenFitAreNotSaidNeverToFit() {
    let fit = Self.fit(.bytes, Self.encoder(room: 300) { 1 + Int($0) % 3 })
    guard case .tooLong(let limit?, let some) = fit.objection(to: .range(140...140)) else {
      Issue.record("one in 50 payloads of 140 bytes costs more than 300")
      return
    }
    #expect(some && limit < 140)
  }

  @Test func fewEncodingsAreEnoughFarFromTheLimit() {
    var encodings = 0
    let encode = Self.encoder(room: 1000) { 1 + Int($0) % 3 }
    let fit = Self.fit(.bytes) {
      encodings += 1
      return encode($0)
    }
    #expect(fit.objection(to: .range(10...200)) == nil)
    #expect(encodings < 20)
  }

  @Test func lengthsThatAreRefusedAreFound() {
    let fit = Self.fit(.digits) { $0.count % 2 == 0 ? nil : .refused("odd") }
    #expect(fit.objection(to: .range(10...20)) == .refused(.refused("odd")))
    #expect(fit.objection(to: .list([10, 12, 13])) == .refused(.refused("odd")))
    #expect(fit.objection(to: .list([10, 12, 14])) == nil)
  }

  @Test func noLimitIsNamedWhereNothingFits() {
    let fit = Self.fit(.url, Self.encoder(room: 11) { _ in 1 })
    #expect(fit.objection(to: .range(30...30)) == .tooLong(limit: nil, some: false))
  }
}
