import Foundation
import Synchronization

/// The files that a plugin may read in the sandbox: what it needs, and nothing else of its user's.
package struct PluginReading: Hashable, Sendable {
  /// The places, without those that lie in another one.
  package let places: [ReadablePlace]
  /// Paths that its manifest declares or names and that stay closed, each with the reason.
  package let refused: [String: String]

  /// Finds the places that are there now.
  package init(_ program: PluginProgram) {
    var found = ProgramPlaces(program)
    if let environment = program.virtualEnvironment { found.addEnvironment(environment) }
    var (places, refused) = (found.places, [String: String]())
    places += Self.ownPlaces(program)
    for path in program.files { Self.add(path, .own, to: &places, &refused) }
    for path in program.reads { Self.add(path, .declared, to: &places, &refused) }
    self.refused = refused
    self.places = Self.merged(SystemPlaces.all + places)
  }

  /// The places of a program, found at the first question: workers are started again and again.
  static func known(of program: PluginProgram) -> PluginReading {
    if let known = found.withLock({ $0[program] }) { return known }
    let reading = PluginReading(program)
    found.withLock { $0[program] = reading }
    return reading
  }

  private static let found = Mutex<[PluginProgram: PluginReading]>([:])

  /// True if a path, with its links followed, lies in a place whose contents are open.
  package func covers(_ path: String) -> Bool {
    guard let real = RealPath.of(path) else { return true }
    return places.contains { $0.extent == .whole && $0.covers(real) }
      || ["/proc", "/dev"].contains { RealPath.lies(real, in: $0) }
  }

  private static func add(
    _ path: String, _ reason: ReadablePlace.Reason, to places: inout [ReadablePlace],
    _ refused: inout [String: String]
  ) {
    guard let real = RealPath.of(path) else { return }
    let lies = places.contains { $0.reason == .own && $0.extent == .whole && $0.covers(real) }
    if let closed = ClosedPlaces.reason(against: real), !lies {
      refused[path] = closed
      return
    }
    places.append(ReadablePlace(real, reason))
    // Python finds modules by the names in their folder.
    let folder = RealPath.parent(of: real)
    if reason == .own, !ClosedPlaces.isTooWide(folder) {
      places.append(ReadablePlace(folder, reason, .names))
      if let cache = RealPath.of(folder + "/__pycache__") {
        places.append(ReadablePlace(cache, reason))
      }
    }
  }

  // MARK: - The plugin's own folder

  /// The plugin's folder; of one that is a project with results or keys in it, the rest.
  private static func ownPlaces(_ program: PluginProgram) -> [ReadablePlace] {
    // Beside a link lies nothing of the plugin's.
    let executable = RealPath.of(program.executable) ?? program.executable
    let path = program.workingFolder ?? RealPath.parent(of: executable)
    guard let folder = RealPath.of(path), !ClosedPlaces.isTooWide(folder) else { return [] }
    let names = RealPath.names(in: folder)
    let closed = names.filter { isClosed($0, in: folder) }
    // Results come to be in the harness's working folder while plugins run.
    let isWorkplace = RealPath.of(".").map { RealPath.lies($0, in: folder) } ?? false
    guard isWorkplace || !closed.isEmpty else { return [ReadablePlace(folder, .own)] }
    return [ReadablePlace(folder, .own, .names)]
      + names.filter { !closed.contains($0) }.compactMap { RealPath.of("\(folder)/\($0)") }
      // A link's target is not in the folder.
      .filter { RealPath.lies($0, in: folder) }.map { ReadablePlace($0, .own) }
  }

  /// True for what lies in a plugin's folder and is not the plugin: keys, a repository, results of the harness.
  private static func isClosed(_ name: String, in folder: String) -> Bool {
    if ClosedPlaces.isSecretName(name) || repositories.contains(name) { return true }
    let path = "\(folder)/\(name)"
    guard RealPath.isFolder(path) else { return false }
    // Other plugins' temporary folders are made there.
    if RealPath.lies(temporary, in: path) { return true }
    let store = "observations.sqlite"
    return RealPath.isThere("\(path)/\(store)")
      || (results.contains(name)
        && RealPath.names(in: path, atMost: 256).contains {
          RealPath.isThere("\(path)/\($0)/\(store)")
        })
  }

  private static let temporary =
    RealPath.of(ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp") ?? "/tmp"
  private static let repositories: Set<String> = [
    ".git", ".hg", ".svn", ".ssh", ".gnupg", ".aws", ".config", ".docker", ".kube", ".github",
  ]
  /// Folders in which the harness keeps results, one in another.
  private static let results: Set<String> = ["reports", "submissions", "results", "out", "output"]

  private static func merged(_ places: [ReadablePlace]) -> [ReadablePlace] {
    var merged: [ReadablePlace] = []
    for place in places.sorted(by: { ($0.path, $0.reason.rawValue) < ($1.path, $1.reason.rawValue) }
    ) {
      let isCovered = merged.contains {
        $0.covers(place.path) && ($0.extent == .whole || place.extent == .names)
      }
      if !isCovered { merged.append(place) }
    }
    return merged
  }
}
