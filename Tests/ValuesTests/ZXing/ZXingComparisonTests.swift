import Foundation
import TestSupport
import Testing

@testable import Values

/// The meaning of drawn payloads as ZXing Java's result parser sees it.
@Suite struct ZXingComparisonTests {
  /// The number of payloads of each kind: a few, or what `HARNESS_VALUES_SCALE` says.
  private static let count = min(DrawnPayloadTests.count, 10_000)

  private static func format(_ drawn: DrawnPayload, _ kind: PayloadKind) -> String {
    switch (drawn.carrier, kind) {
    case (.upcE, _): "UPC_E"
    case (.retail, _):
      switch drawn.text.prefix(while: \.isNumber).count {
      case 8: "EAN_8"
      case 12: "UPC_A"
      case 14: "ITF"
      default: "EAN_13"
      }
    case (.gs1, .bracketed): "RSS_EXPANDED"
    case (.gs1, _): "CODE_128"
    case (.pdf417, _): "PDF_417"
    default: "QR_CODE"
    }
  }

  private static func disagreements() throws -> [Disagreement] {
    // Binary data have no text that could be handed over.
    let kinds = PayloadKind.allCases.filter { $0 != .binary }
    let drawn = kinds.flatMap { kind in (0..<count).map { (kind, kind.draw($0)) } }
    let lines = drawn.map { kind, payload in
      let hex = payload.text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
      return format(payload, kind) + " " + hex.joined()
    }
    let results = try ZXingJava.parse(lines)
    try #require(results.count == lines.count)
    return zip(drawn, results).flatMap { drawn, line in
      let (kind, payload) = drawn
      let value = BarcodeValue(
        payload.bytes, carrier: payload.carrier, charset: payload.charset, year: 2026)
      return Disagreement.between(
        ZXingView(value.content), ZXingView(line: line), kind: kind,
        format: format(payload, kind), drawn: payload)
    }
  }

  @Test(
    .enabled(
      if: ZXingJava.obstacle == nil, "ZXing Java cannot run: \(ZXingJava.obstacle ?? "")"))
  func everyDisagreementWithZXingJavaHasAReason() throws {
    var counts: [ZXingRule: Int] = [:]
    var unexplained: [Disagreement] = []
    for difference in try Self.disagreements() {
      if let rule = ZXingRule.allCases.first(where: { $0.explains(difference) }) {
        counts[rule, default: 0] += 1
      } else {
        unexplained.append(difference)
      }
    }
    for difference in unexplained.prefix(10) {
      Issue.record(
        """
        \(difference.kind) \(difference.field): ours \(difference.ours), \
        ZXing's \(difference.theirs): \(difference.text.debugDescription)
        """)
    }
    #expect(unexplained.isEmpty)
    // A comparison that finds nothing has not taken place.
    #expect(counts.count > 20)
    if let path = ProcessInfo.processInfo.environment["HARNESS_VALUES_REPORT"] {
      let lines = counts.map { "\($0.key.rawValue): \($0.value)" }.sorted()
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: path, atomically: true, encoding: .utf8)
    }
  }
}
