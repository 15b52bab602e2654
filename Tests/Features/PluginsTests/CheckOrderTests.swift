import PluginHost
import Testing

@testable import Plugins

/// The order in which the kit tells what it does.
@Suite struct CheckOrderTests {
  @Test func everyCheckIsNamedBeforeItsOutcomeIsKnown() throws {
    let location = try #require(
      PluginSearch(
        given: [Package.binaries + "/harness-decoder-null"], harnessFolder: nil, environment: [:]
      ).locations().first)
    let kit = try ConformanceKit(
      settings: CheckSettings(worker: try WorkerSettings(location), only: ["handshake", "ending"]))
    var begun: [String] = []
    var ended: [String] = []
    let report = try kit.run(
      start: { begun.append($0.name) },
      progress: { check in
        ended.append(check.name)
        #expect(begun.last == check.name)
      })
    #expect(report.checks.map(\.name) == ended && ended.count > 5)
    #expect(begun.first == "introduction", "the handshake comes before the list of checks")
    #expect(Array(begun.dropFirst()) == ended)
  }
}
