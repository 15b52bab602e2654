import Foundation
import Testing

@testable import Plugins

/// Agreement of `docs/plugin-check.md` with the list of checks.
@Suite struct CheckPageTests {
  @Test func thePageListsEveryCheckInOrder() throws {
    let page = try String(contentsOfFile: Package.root + "/docs/plugin-check.md", encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.joined(
        separator: " | ")
    }
    let checks = ConformanceKit.checks(claimed: [.qrCode]).map { check in
      let name = check.name.replacing("qr-code", with: "SYMBOLOGY")
      let claim = check.claim.replacing("QR Code", with: "symbol of each symbology that it claims")
      return "`\(name)` | \(check.stage.rawValue) | \(claim)"
    }
    #expect(rows == checks)
  }
}
