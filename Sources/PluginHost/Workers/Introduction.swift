import DecoderKit
import Foundation

/// A plugin's account of itself, and the files that it runs from.
package struct Introduction: Hashable, Sendable {
  /// The identity that the plugin reports.
  package let identity: DecoderIdentity
  /// Absolute paths of the plugin's own files and of all code that its process had loaded when it
  /// was ready, sorted. Where the system does not report loaded code, the plugin's own files alone.
  package let files: [String]
  /// The kinds of protection that held for its process.
  package let protections: WorkerProtections

  init(of worker: LiveWorker, program: PluginProgram) {
    identity = worker.identity
    protections = worker.protections
    files = Self.loadedCode(of: worker.processIdentifier)
      .union([program.executable]).union(program.files).sorted()
  }

  /// The files that a process has mapped as code.
  private static func loadedCode(of process: Int32) -> Set<String> {
    // Columns: address, permissions, offset, device, inode, path. A path may contain spaces.
    var files: Set<String> = []
    for line in text(ofSystemFile: "/proc/\(process)/maps").split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, fields[1].contains("x") else { continue }
      let path = fields[5].drop { $0 == " " }
      if path.hasPrefix("/"), !path.hasSuffix(" (deleted)") { files.insert(String(path)) }
    }
    return files
  }

  /// Reads all of a file that the system generates while it is read: its stated size means nothing.
  private static func text(ofSystemFile path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? file.close() }
    var bytes = Data()
    while let piece = try? file.read(upToCount: 65536), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}
