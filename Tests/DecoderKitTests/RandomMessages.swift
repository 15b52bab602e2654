import DecoderKit
import TestSupport

/// Random messages, with characters that are hard to escape and numbers that are hard to print.
extension SeededGenerator {
  mutating func text() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\0", "\u{1}", "\u{1F}", "\u{7F}",
      "é", "\u{301}", "漢", "\u{2028}", "\u{FEFF}", "\u{FFFD}", "🦓", "{", "}", "[", ",", ":",
    ]
    let length = Int.random(in: 0...12, using: &self)
    var text = String.UnicodeScalarView()
    for _ in 0..<length { text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &self)]) }
    return String(text)
  }

  mutating func integer() -> Int {
    let bits = Int.random(in: 0...63, using: &self)
    return Int(truncatingIfNeeded: next() & ((1 << UInt64(bits)) - 1))
      * (Bool.random(using: &self) ? 1 : -1)
  }

  mutating func number() -> Double {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: Double(Int.random(in: -5000...5000, using: &self))
    case 1: Double.random(in: -1e-7...1e-7, using: &self)
    case 2: Double.random(in: -1e22...1e22, using: &self)
    case 3: [0.0, -0.0, 0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude][integerBelow(5)]
    default: Double.random(in: 0...4000, using: &self)
    }
  }

  mutating func integerBelow(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func reading() -> Reading {
    let bytes = (0..<integerBelow(20)).map { _ in UInt8.random(in: 0...255, using: &self) }
    return Reading(
      symbology: Bool.random(using: &self) ? nil : Symbology.allCases.randomElement(using: &self),
      bytes: bytes,
      text: Bool.random(using: &self) ? nil : text(),
      corners: Bool.random(using: &self)
        ? nil
        : Corners(topLeft: point(), topRight: point(), bottomRight: point(), bottomLeft: point()),
      facts: facts(bytes.count))
  }

  private mutating func facts(_ count: Int) -> ReadingFacts {
    let offsets = (0...count).filter { _ in integerBelow(4) == 0 }
    let announced = offsets.map {
      AnnouncedInterpretation(offset: $0, number: integerBelow(1_000_000))
    }
    return ReadingFacts(
      identifier: [nil, "]Q3", "]d2", "]zB"].randomElement(using: &self)?
        .flatMap(SymbologyIdentifier.init),
      interpretations: Bool.random(using: &self) ? nil : announced,
      losses: Set(ReadingLoss.allCases.filter { _ in Bool.random(using: &self) }))
  }

  private mutating func point() -> Point { Point(x: number(), y: number()) }

  mutating func result() -> PluginMessage {
    let readings = (0..<integerBelow(4)).map { _ in reading() }
    let failure = text()
    return .result(
      DecodeResult(
        id: integer(),
        outcome: integerBelow(4) == 0 ? .failure(DecoderError(failure)) : .success(readings),
        wallNanoseconds: integer(), cpuNanoseconds: integer(),
        nonce: Bool.random(using: &self) ? nil : integer()))
  }

  mutating func request() -> HostMessage {
    var hints = DecodeHints.none
    if Bool.random(using: &self) {
      hints.symbologies = Set(Symbology.allCases.shuffled(using: &self).prefix(integerBelow(5)))
    }
    if Bool.random(using: &self) { hints.maximumCount = integer() }
    return .decode(
      DecodeRequest(
        id: integer(), width: integer(), height: integer(), rowStride: integer(), hints: hints,
        nonce: Bool.random(using: &self) ? nil : integer()))
  }
}
