import PluginHost

/// Sentences about what plugins may do, and about what they left behind.
enum SandboxWording {
  /// A sentence about what holds for a plugin: `no network; nothing is written ...`.
  static func sentence(_ protections: WorkerProtections, _ mode: SandboxMode) -> String {
    let kinds: [(WorkerProtections, holds: String, lacks: String?)] = [
      (.network, "no network", "the network can be used"),
      (.files, "nothing is written but a temporary folder", "files can be written"),
      (.privileges, "no privileges", nil),
      (.others, "no reach to other processes", nil),
      (.namespace, "ended by its process namespace", nil),
      (.group, "ended by its control group", nil),
      (.groupLimits, "memory bounded by its control group", nil),
    ]
    var parts = kinds.compactMap { kind in
      protections.contains(kind.0) ? kind.holds : mode == .none ? nil : kind.lacks
    }
    if mode == .none { parts.insert("the rights of the harness", at: 0) }
    if protections.isDisjoint(with: [.namespace, .group]) {
      parts.append("ended by looking for what it started")
    }
    return parts.joined(separator: "; ") + "."
  }

  /// A sentence about a process that could not be ended.
  static func sentence(_ survivor: WorkerSurvivor) -> String {
    "\(survivor.decoder): its process \(survivor.process) (\(survivor.name)) could not be ended"
      + (survivor.isStuck ? ": it waits for a device or a file system" : "")
      + ". The results are complete; end it by hand"
  }
}
