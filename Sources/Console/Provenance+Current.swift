import Base
import Foundation
import Results

extension Provenance {
  /// The provenance of this process: harness version, commit, start time, system and processor.
  package static func current() -> Provenance {
    let process = ProcessInfo.processInfo
    return Provenance(
      harnessVersion: Version.current, commit: GitFolder.commit(above: URL(filePath: ".")),
      startedAt: Date.now.formatted(.iso8601), system: process.operatingSystemVersionString,
      processor: processorModel(), cores: Processors.usable)
  }

  private static func processorModel() -> String {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = information.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces) ?? "unknown"
  }
}

/// Git repositories, read from git's own files: git itself need not be installed.
enum GitFolder {
  /// The commit of the repository that a folder is in; `nil` outside a repository.
  static func commit(above folder: URL) -> String? {
    var folder = folder.standardizedFileURL
    while true {
      let git = folder.appending(path: ".git")
      if let head = try? String(contentsOf: git.appending(path: "HEAD"), encoding: .utf8) {
        return resolve(head.trimmingCharacters(in: .whitespacesAndNewlines), in: git)
      }
      guard folder.path != "/" else { return nil }
      folder = folder.deletingLastPathComponent()
    }
  }

  private static func resolve(_ head: String, in git: URL) -> String? {
    guard head.hasPrefix("ref: ") else { return head }
    let reference = String(head.dropFirst("ref: ".count))
    if let loose = try? String(contentsOf: git.appending(path: reference), encoding: .utf8) {
      return loose.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let packed = try? String(contentsOf: git.appending(path: "packed-refs"), encoding: .utf8)
    let line = packed?.split(separator: "\n").first { $0.hasSuffix(" " + reference) }
    return line?.split(separator: " ").first.map(String.init)
  }
}

/// The harness's version, as in the changelog.
package enum Version {
  package static let current = "0.2.0"

  /// The version with the commit that the harness was built from, if that is known: `0.1.0 (3f2c…)`.
  package static let described: String = {
    let installed = Installation.shared("COMMIT").lazy
      .compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first
    let checkout = Installation.checkouts.first.map { URL(filePath: $0) }
    guard let commit = installed ?? checkout.flatMap(GitFolder.commit) else { return current }
    return "\(current) (\(commit.prefix(12)))"
  }()
}
