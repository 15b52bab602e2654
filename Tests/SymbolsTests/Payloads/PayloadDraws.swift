import Base
import DecoderKit
import Symbols
import Testing

/// Draws of many payloads of one kind, for all payload suites.
enum PayloadDraws {
  /// A generator with a state that depends on `seed`.
  static func random(_ seed: UInt64) -> Xoshiro256 {
    Xoshiro256(state: (seed, 0x9e37_79b9_7f4a_7c15, 3, 4))
  }

  /// Payloads of one kind and length.
  static func draw(
    _ kind: PayloadKind, length: Int, times: Int, in symbology: Symbology = .qrCode,
    addOnDigits: Int = 0
  ) -> [[UInt8]] {
    let payload = PayloadGenerator(
      .drawn(kind, .range(length...length)),
      for: PayloadCarrier(symbology, addOnDigits: addOnDigits))
    var random = random(UInt64(length))
    return (0..<times).map { payload.draw(trial: $0, from: &random) }
  }

  /// Payloads as texts, for kinds that are valid UTF-8.
  static func texts(
    _ kind: PayloadKind, length: Int, times: Int, in symbology: Symbology = .qrCode
  ) throws -> [String] {
    try draw(kind, length: length, times: times, in: symbology).map {
      try #require(String(validating: $0, as: UTF8.self))
    }
  }

  /// Every length of a kind up to `most`, which is beyond all of its small fields, and two longer
  /// ones if the kind has them.
  static func lengths(of kind: PayloadKind, upTo most: Int = 600) -> [Int] {
    let rule = kind.form(for: PayloadCarrier(.qrCode)).rule
    return Array(stride(from: rule.shortest, through: min(rule.longest, most), by: rule.step))
      + (rule.longest > most ? [2000, 3000] : [])
  }
}
