import Foundation

/// The share of the machine that was there for this process and what it starts: all of it, less what its
/// neighbours used.
///
/// A compiler at work beside the bench takes time from it and from no figure: what is left is measured.
struct MachineShare {
  private let start = ContinuousClock.now
  private let busyAtStart = Self.busySeconds
  private let ownAtStart = Self.ownSeconds

  /// The share of all cores' time since the start that others did not use, 0 to 1.
  ///
  /// 1 where the system does not tell how busy it is.
  var value: Double {
    let all = (ContinuousClock.now - start) / .seconds(1) * Double(Self.cores)
    guard all > 0, let busyAtStart, let busy = Self.busySeconds else { return 1 }
    let own = Self.ownSeconds - ownAtStart
    return min(max(own, all - max(0, busy - busyAtStart - own)) / all, 1)
  }

  /// The seconds that some work takes of the machine's time that others leave.
  static func seconds(of work: () throws -> Void) rethrows -> Double {
    let share = MachineShare()
    try work()
    return (ContinuousClock.now - share.start) / .seconds(1) * share.value
  }

  /// The number of processors.
  static let cores = ProcessInfo.processInfo.activeProcessorCount

  /// The seconds in which processors were not idle, since the system's start; `nil` where it does not say.
  private static var busySeconds: Double? {
    guard let text = try? String(contentsOfFile: "/proc/stat", encoding: .utf8),
      let line = text.split(separator: "\n").first
    else { return nil }
    // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user.
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
    guard ticks.count == 8 else { return nil }
    return (ticks.reduce(0, +) - ticks[3] - ticks[4]) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The processor's time of this process and of its children that have ended.
  static var ownSeconds: Double {
    func seconds(_ whose: Int32) -> Double {
      var usage = rusage()
      #if canImport(Glibc)
        getrusage(__rusage_who_t(whose), &usage)
      #else
        getrusage(whose, &usage)
      #endif
      return [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
      }
    }
    return seconds(0) + seconds(-1)
  }
}
