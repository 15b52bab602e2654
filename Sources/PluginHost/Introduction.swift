import DecoderKit
import Foundation

/// What a plugin says of itself, and the files that it runs from.
public struct Introduction: Hashable, Sendable {
  /// Who it says it is.
  public let identity: DecoderIdentity
  /// Absolute paths of the plugin's own files and of all code that its process had loaded when it
  /// was ready, sorted. Where the system does not tell what is loaded, the plugin's own files alone.
  public let files: [String]

  init(of worker: LiveWorker, program: PluginProgram) {
    identity = worker.identity
    files = Self.loadedCode(of: worker.processIdentifier)
      .union([program.executable]).union(program.files).sorted()
  }

  /// The files that a process has mapped as code.
  private static func loadedCode(of process: Int32) -> Set<String> {
    // address permissions offset device inode path; a path may hold spaces.
    var files: Set<String> = []
    for line in text(ofSystemFile: "/proc/\(process)/maps").split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count == 6, fields[1].contains("x") else { continue }
      let path = fields[5].drop { $0 == " " }
      if path.hasPrefix("/"), !path.hasSuffix(" (deleted)") { files.insert(String(path)) }
    }
    return files
  }

  /// All of a file that the system makes up while it is read: its size says nothing.
  private static func text(ofSystemFile path: String) -> String {
    guard let file = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? file.close() }
    var bytes = Data()
    while let piece = try? file.read(upToCount: 65536), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }
}
