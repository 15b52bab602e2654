import Foundation

/// The most memory that this process has used, over all comparisons.
///
/// Workers are processes of their own, and nothing that grows with a corpus is kept.
struct MemoryBench {
  func measurements() -> [Measurement] {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    // Linux reports kibibytes, macOS bytes.
    #if os(Linux)
      let bytes = Double(usage.ru_maxrss) * 1024
    #else
      let bytes = Double(usage.ru_maxrss)
    #endif
    return [Measurement("memory: peak of the harness", bytes / 1e6, "MB", .atMost(300))]
  }
}
