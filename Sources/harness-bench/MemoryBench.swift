import Foundation
import Synchronization

/// The most memory that this process has used, over all comparisons.
///
/// Workers are processes of their own, and nothing that grows with a corpus is kept.
struct MemoryBench {
  func measurements() -> [Measurement] {
    return [Measurement("memory: peak of the harness", Memory.peakBytes / 1e6, "MB", .atMost(300))]
  }
}

/// The memory of this process.
enum Memory {
  /// The C library's `malloc_trim`, where it has one.
  private static let giveBackFreed = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
  }

  /// The bytes that it holds now; where the system does not say, the most that it ever held.
  static var residentBytes: Double {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return pages.map { $0 * Double(getpagesize()) } ?? peakBytes
  }

  /// Starts ``peakSinceForgotten`` anew, where the system can do so.
  ///
  /// What has been freed goes back to the system first: otherwise the next piece of work would use it and
  /// seem to take none.
  static func forgetPeak() {
    forgotten.withLock { $0 = max($0, peakSinceForgotten) }
    _ = giveBackFreed?(0)
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  /// The most bytes that it held since ``forgetPeak()``.
  static var peakSinceForgotten: Double {
    let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?
      .split(separator: "\n")
    let peak = lines?.first { $0.hasPrefix("VmHWM:") }?.split(separator: " ").dropFirst().first
    return peak.flatMap { Double($0) }.map { $0 * 1024 } ?? systemsPeak
  }

  /// The most bytes that it ever held.
  static var peakBytes: Double { forgotten.withLock { max($0, systemsPeak) } }

  /// The highest peak before the last ``forgetPeak()``.
  private static let forgotten = Mutex(0.0)

  /// The system's own figure, which Linux starts anew with every ``forgetPeak()``.
  private static var systemsPeak: Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    // Linux reports kibibytes, macOS bytes.
    #if os(Linux)
      return Double(usage.ru_maxrss) * 1024
    #else
      return Double(usage.ru_maxrss)
    #endif
  }
}
