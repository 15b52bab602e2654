import Foundation

/// The time for which a process was ready to run and other programs had the processors; Linux alone tells.
///
/// A worker that hangs either runs or sleeps. One that queues was given no time to answer in.
struct ProcessorQueue {
  private let process: Int32
  /// By thread, the nanoseconds in the queue when this was made.
  private let before: [String: Int]

  /// Begins to count for a process and the processes that it started.
  init(of process: Int32) {
    self.process = process
    before = Self.queued(process)
  }

  /// The nanoseconds that have been added since: those of the thread that queued longest.
  var nanoseconds: Int {
    Self.queued(process).map { thread, queued in queued - before[thread, default: 0] }.max() ?? 0
  }

  private static func queued(_ process: Int32) -> [String: Int] {
    var (found, rest): ([String: Int], [Int32]) = ([:], [process])
    while let one = rest.popLast() {
      let threads =
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(one)/task")) ?? []
      for thread in threads where found[thread] == nil {
        // Time on a processor, time in its queue, turns.
        let fields = words("task/\(thread)/schedstat", one)
        found[thread] = fields.count > 1 ? Int(fields[1]) : nil
        rest += words("task/\(thread)/children", one).compactMap { Int32($0) }
      }
    }
    return found
  }

  private static func words(_ file: String, _ process: Int32) -> [Substring] {
    (WorkerUsage.text(file, process) ?? "").split(whereSeparator: \.isWhitespace)
  }
}
