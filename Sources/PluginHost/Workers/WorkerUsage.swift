import Foundation

/// What a worker and the processes that it started hold at one moment; Linux alone tells.
package struct WorkerUsage: Hashable, Sendable {
  /// Bytes of memory that belong to no file, swapped ones included.
  package var memoryBytes = 0
  /// Open file descriptors.
  package var descriptors = 0

  /// Looks at a process and its descendants; `nil` if the process is gone or the system does not tell.
  package init?(of process: Int32) {
    guard let own = Self.memory(process), let open = Self.descriptors(process) else { return nil }
    (memoryBytes, descriptors) = (own, open)
    for child in Self.descendants(of: process) {
      memoryBytes += Self.memory(child) ?? 0
      descriptors += Self.descriptors(child) ?? 0
    }
  }

  /// The CPU time of a process, of its descendants and of those that have ended, in seconds; `nil` if it is gone.
  package static func processorSeconds(of process: Int32) -> Double? {
    guard var ticks = Stat(process)?.ticks else { return nil }
    for child in descendants(of: process) { ticks += Stat(child)?.ticks ?? 0 }
    return Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func memory(_ process: Int32) -> Int? {
    guard let text = text("status", process) else { return nil }
    let kilobytes = text.split(separator: "\n").reduce(nil as Int?) { sum, line in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let name = words.first, ["RssAnon:", "RssShmem:", "VmSwap:"].contains(name),
        words.count > 1, let number = Int(words[1])
      else { return sum }
      return (sum ?? 0) + number
    }
    return kilobytes.map { $0 << 10 }
  }

  private static func descriptors(_ process: Int32) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }

  private static func descendants(of process: Int32) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = Dictionary(
      grouping: names.compactMap { Int32($0) }.compactMap { one in
        Stat(one).map { (process: one, parent: $0.parent) }
      }, by: \.parent)
    var (found, rest): ([Int32], [Int32]) = ([], [process])
    while let one = rest.popLast() {
      let own = (children[one] ?? []).map(\.process)
      found += own
      rest += own
    }
    return found
  }

  /// The fields behind the name of `/proc/PID/stat`.
  private struct Stat {
    let parent: Int32
    /// CPU time in ticks, with that of children that have ended.
    let ticks: Int

    init?(_ process: Int32) {
      // A name may hold blanks and parentheses.
      guard let text = WorkerUsage.text("stat", process), let end = text.lastIndex(of: ")") else {
        return nil
      }
      let fields = text[text.index(after: end)...].split(separator: " ")
      guard fields.count > 14, let parent = Int32(fields[1]) else { return nil }
      self.parent = parent
      ticks = fields[11...14].reduce(0) { $0 + (Int($1) ?? 0) }
    }
  }

  /// A file below a process's folder of `/proc`; `nil` if it is empty or not there.
  static func text(_ file: String, _ process: Int32) -> String? {
    guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/\(file)"),
      !bytes.isEmpty
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
