import PluginHost

/// Sentences about what plugins may do, and about what they left behind.
package enum SandboxWording {
  /// A sentence about what holds for a plugin: `no network; nothing is written ...`.
  package static func sentence(_ protections: WorkerProtections, _ mode: SandboxMode) -> String {
    let kinds: [(WorkerProtections, holds: String, lacks: String?)] = [
      (.network, "no network", "the network can be used"),
      (.files, "only a temporary folder can be written to", "files can be written"),
      (.reading, "only what is needed can be read", "every file of yours can be read"),
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
      parts.append("ended by searching for the processes it started")
    }
    return parts.joined(separator: "; ") + "."
  }

  /// Lines about the places that a plugin may read, one for each reason.
  package static func lines(about reading: PluginReading) -> [String] {
    let words: [ReadablePlace.Reason: String] = [
      .program: "its program", .library: "libraries and programs",
      .environment: "its virtual environment",
      .own: "its own", .declared: "declared",
    ]
    var lines = ["the system's libraries and data; its processes; its temporary folder"]
    for reason in ReadablePlace.Reason.allCases where words[reason] != nil {
      let paths = reading.places.filter { $0.reason == reason }.map {
        $0.path + ($0.extent == .names ? " (names)" : "")
      }
      let shown = paths.prefix(6).joined(separator: ", ")
      let rest = paths.count > 6 ? " and \(paths.count - 6) more" : ""
      if !paths.isEmpty { lines.append("\(words[reason] ?? ""): \(shown)\(rest)") }
    }
    return lines
      + reading.refused.sorted { $0.key < $1.key }.map {
        "closed: \($0.key), although declared: \($0.value)"
      }
  }

  /// A sentence about a process that could not be ended.
  package static func sentence(_ survivor: WorkerSurvivor) -> String {
    "\(survivor.decoder): its process \(survivor.process) (\(survivor.name)) could not be ended"
      + (survivor.isStuck ? ": it waits for a device or a file system" : "")
      + ". The results are complete; end it by hand"
  }
}
