import CProcess
import Foundation

/// The rights that plugins keep.
package enum SandboxMode: String, CaseIterable, Hashable, Sendable {
  /// As few as this machine can enforce and the plugin's manifest allows.
  case automatic = "auto"
  /// Those of the harness. A plugin is contained all the same.
  case none
  /// As few as there can be, or none start.
  case strict

  /// False if plugins can read and write whatever their user can, because this kernel cannot keep them from it.
  package var boundsFiles: Bool {
    self != .none && guard_landlock_version() > 0
      && !WorkerProtections.withheld.contains(.files)
  }

  /// The mode as records of a run have it; `nil` for the usual one.
  package var record: String? { self == .automatic ? nil : rawValue }
}

/// The kinds of protection that hold for a plugin.
package struct WorkerProtections: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  private init(_ bits: guard_protection) {
    rawValue = Int(bits.rawValue)
  }

  /// A process namespace of its own, which the kernel ends as a whole.
  package static let namespace = WorkerProtections(GUARD_NAMESPACE)
  /// A control group, which the kernel ends as a whole.
  package static let group = WorkerProtections(GUARD_GROUP)
  /// A control group that bounds memory and tasks.
  package static let groupLimits = WorkerProtections(GUARD_GROUP_LIMITS)
  /// Nothing can be written but a temporary folder.
  package static let files = WorkerProtections(GUARD_FILES)
  /// No network.
  package static let network = WorkerProtections(GUARD_NETWORK)
  /// No privileges can be won, and those of root are given up.
  package static let privileges = WorkerProtections(GUARD_PRIVILEGES)
  /// Signals and traces reach none but the plugin's own processes.
  package static let others = WorkerProtections(GUARD_OTHERS)

  /// Nothing can be read but what the program needs, its own, and what its manifest declares.
  package static let reading = WorkerProtections(GUARD_READING)
  /// `/proc` shows its own processes alone.
  package static let processes = WorkerProtections(GUARD_PROCESSES)

  /// The kinds that tests do without, to see what takes their place.
  package static let withheld = WorkerProtections(
    rawValue: ProcessInfo.processInfo.environment["HARNESS_GUARD_WITHOUT"].flatMap { Int($0) } ?? 0)

  /// The kinds that `--sandbox strict` insists on, each with a name for messages.
  private static let demanded: [(protections: WorkerProtections, name: String)] = [
    (.files, "a read-only file system (Landlock)"), (.reading, "reading by need (Landlock)"),
    (.network, "no network (seccomp)"),
    (.privileges, "no new privileges"), (.others, "no reach to other processes"),
    ([.namespace, .group], "an end by the kernel (a process namespace or a control group)"),
  ]

  /// The names of what is missing for a sandbox that holds in everything.
  package var missing: [String] {
    Self.demanded.filter { isDisjoint(with: $0.protections) }.map(\.name)
  }
}

extension WorkerSettings {
  /// Checks that everything holds where that is asked for.
  ///
  /// - Throws: ``PluginError`` that names what is missing.
  func checkStrictness(of protections: WorkerProtections) throws(PluginError) {
    guard sandbox == .strict else { return }
    let needs = program.needs.map(\.rawValue).sorted()
    guard needs.isEmpty else {
      throw PluginError(
        .unavailable,
        "its manifest needs \(needs.joined(separator: " and ")), which --sandbox strict does not give; "
          + "take --sandbox auto")
    }
    let reading = PluginReading.known(of: program)
    let own = program.workingFolder.flatMap(RealPath.of) ?? RealPath.parent(of: executable)
    let outside = program.reads.compactMap(RealPath.of).filter { !RealPath.lies($0, in: own) }
    if let path = outside.first ?? reading.refused.keys.min() {
      throw PluginError(
        .unavailable,
        "its manifest declares that it reads \(path), which lies outside of its folder and which --sandbox "
          + "strict does not give; take --sandbox auto")
    }
    let missing = protections.missing
    guard missing.isEmpty else {
      throw PluginError(
        .unavailable,
        "--sandbox strict is not available here; missing: \(missing.joined(separator: ", ")). "
          + "--sandbox auto works without")
    }
  }
}

/// A process that could not be ended, because the kernel does not end it yet.
package struct WorkerSurvivor: Hashable, Sendable {
  /// The process id.
  package let process: Int32
  /// The process's own name, which it can choose.
  package let name: String
  /// The name of the decoder that started it.
  package let decoder: String
  /// True if it waits for a device or a file system.
  package let isStuck: Bool
}
