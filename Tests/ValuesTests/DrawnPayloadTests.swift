import Foundation
import TestSupport
import Testing

@testable import Values

/// Payloads from a generator that knows what they mean.
@Suite struct DrawnPayloadTests {
  /// The number of payloads of each kind: 300, or what `HARNESS_VALUES_SCALE` says.
  static let count =
    ProcessInfo.processInfo.environment["HARNESS_VALUES_SCALE"].flatMap(Int.init) ?? 300

  @Test(arguments: PayloadKind.allCases)
  func everyDrawnPayloadMeansWhatItsWriterMeant(_ kind: PayloadKind) {
    var wrong = 0
    for number in 0..<Self.count {
      let drawn = kind.draw(number)
      let value = BarcodeValue(
        drawn.bytes, carrier: drawn.carrier, charset: drawn.charset, year: 2026)
      guard value.content != drawn.content else { continue }
      wrong += 1
      if wrong <= 3 {
        Issue.record(
          """
          \(kind) \(number) (seed \(SeededGenerator.testSeed), charset \(drawn.charset ?? "none")): \
          \(drawn.text.debugDescription) is \(value.content), not \(drawn.content)
          """)
      }
    }
    #expect(wrong == 0)
  }
}
