import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Every input that the fuzzer starts from, and every one that it has ever found.
@Suite(.waits) struct FuzzSeedTests {
  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzz/Seeds").path

  private static func seeds(of target: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(target)").sorted()
  }

  @Test func everyFolderOfSeedsHasATarget() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(Set(folders) == Set(FuzzTarget.allCases.map(\.rawValue)))
  }

  @Test(arguments: FuzzTarget.allCases)
  func everyKeptInputIsReadOrRefused(target: FuzzTarget) throws {
    let seeds = try Self.seeds(of: target.rawValue)
    #expect(!seeds.isEmpty)
    for seed in seeds {
      let path = "\(Self.folder)/\(target.rawValue)/\(seed)"
      let bytes = try #require(FileManager.default.contents(atPath: path))
      do throws(BrokenPromise) {
        try target.run([UInt8](bytes))
      } catch {
        Issue.record("\(target.rawValue)/\(seed): \(error)")
      }
    }
  }
}
