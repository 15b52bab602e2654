import Foundation

/// The processors that this process may use.
public enum Processors {
  /// The number of cores: those that its affinity allows, and no more than a control group's quota pays for.
  ///
  /// A pod or a batch job often may use fewer cores than the machine has; more workers than that only
  /// take turns.
  public static var usable: Int {
    let allowed = ProcessInfo.processInfo.activeProcessorCount
    guard let quota = quota(root: "/sys/fs/cgroup", membership: "/proc/self/cgroup") else {
      return allowed
    }
    return max(1, min(allowed, Int(quota.rounded(.up))))
  }

  /// The cores' worth of time that the control groups grant, the least along the path; `nil` for no limit.
  ///
  /// - Parameters:
  ///   - root: The folder in which control groups are mounted: version 2 in itself, version 1 in `cpu`.
  ///   - membership: The file that names the process's groups, a line `id:controllers:path` each.
  package static func quota(root: String, membership: String) -> Double? {
    let lines = words(ofFile: membership, separator: "\n")
    var quotas: [Double] = []
    for line in lines {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isUnified = fields[0] == "0" && fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains("cpu") else { continue }
      // Inside a container the path may be one that only the host knows: the mount's own root counts too.
      var parts = fields[2].split(separator: "/").map(String.init)
      while true {
        let folder = ([root] + (isUnified ? [] : ["cpu"]) + parts).joined(separator: "/")
        if let found = isUnified ? unified(folder) : separate(folder) { quotas.append(found) }
        guard parts.popLast() != nil else { break }
      }
    }
    return quotas.min()
  }

  /// The quota of a group of version 2: `cpu.max` holds quota and period in microseconds, or `max`.
  private static func unified(_ folder: String) -> Double? {
    let numbers = words(ofFile: folder + "/cpu.max", separator: " ").map(Double.init)
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1], period > 0 else {
      return nil
    }
    return quota / period
  }

  /// The quota of a group of version 1, where -1 stands for none.
  private static func separate(_ folder: String) -> Double? {
    func number(_ name: String) -> Double? {
      words(ofFile: "\(folder)/\(name)", separator: "\n").first.flatMap { Double($0) }
    }
    guard let quota = number("cpu.cfs_quota_us"), let period = number("cpu.cfs_period_us"),
      quota > 0, period > 0
    else { return nil }
    return quota / period
  }

  private static func words(ofFile path: String, separator: Character) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: separator)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
  }
}
