import Foundation
import TestSupport
import Testing

@testable import Plugins

/// Shipped decoders pass the checks that other plugins are asked to pass.
@Suite(.waits) struct ShippedPluginTests {
  /// A plugin and the checks that its library is known to fail; its README says more.
  struct Shipped: Sendable, CustomTestStringConvertible {
    var executable: String
    var known: Set<String> = []
    var testDescription: String { executable.split(separator: "/").last.map(String.init) ?? "" }
  }

  static let builtIn = [
    // ZXing-C++ 1.4 ends the process on every DataBar Expanded Stacked of several rows.
    Shipped(
      executable: Package.binaries + "/harness-decoder-zxing",
      known: ["reads-databar-expanded-stacked"]),
    Shipped(executable: Package.binaries + "/harness-decoder-zbar"),
    // libdmtx 0.7 ends the process on images of 1 × 1 and 2 × 2 pixels.
    Shipped(executable: Package.binaries + "/harness-decoder-dmtx", known: ["tiny-image"]),
    Shipped(executable: Package.binaries + "/harness-decoder-null"),
    Shipped(executable: Package.root + "/Plugins/Examples/python/harness-decoder-nothing"),
  ]

  @Test(arguments: Proof.all(builtIn, orFirst: 2)) func passesTheKit(plugin: Shipped) async throws {
    let report = try await examine(plugin.executable, known: plugin.known)
    #expect(report.objections.isEmpty, "\(report.objections)")
    #expect(report.passed > 20)
    // A library that has been fixed must be removed from the known failures.
    #expect(report.mended.isEmpty)
  }
}
