import Foundation
import Scanning
import Testing

@testable import Values

/// The page docs/values.md: it lists whatever values can say.
@Suite struct ValuesPageTests {
  private static let page: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "docs/values.md"), encoding: .utf8)) ?? ""
  }()

  @Test func everyTypeAndEveryReasonIsListed() {
    for type in ValueType.allCases { #expect(Self.page.contains("`\(type.rawValue)`")) }
    for carrier in Carrier.allCases { #expect(Self.page.contains("`\(carrier.rawValue)`")) }
    for evidence in CharsetEvidence.allCases {
      #expect(Self.page.contains("| `\(evidence.rawValue)` |"))
    }
    let doubts: [ValueDoubt] = [
      .dataLost, .separatorsLost, .charsetLost(nil), .charsetInvalid(""), .interpretationUnknown(0),
      .charsetAssumed("", isNoneAnnounced: true), .charsetUntold(isNoneAnnounced: true),
    ]
    for doubt in doubts { #expect(Self.page.contains("| `\(doubt.code)` |")) }
    for rule in ZXingRule.allCases { #expect(Self.page.contains("| `\(rule.rawValue)` |")) }
    let reasons = Self.page.split(separator: "## Beside ZXing Java").last ?? ""
    #expect(reasons.split(separator: "\n| `").count - 1 == ZXingRule.allCases.count)
  }

  @Test(arguments: PayloadKind.allCases)
  func everyFieldIsListed(_ kind: PayloadKind) {
    for number in 0..<100 {
      let drawn = kind.draw(number)
      let value = BarcodeValue(drawn.bytes, carrier: drawn.carrier, charset: drawn.charset)
      for field in value.fields where !field.name.hasPrefix("(") {
        let name = field.name.prefix { $0 != "(" }.split(separator: " ").first ?? ""
        #expect(Self.page.contains("`\(name)`"), "\(field.name)")
      }
    }
  }
}
