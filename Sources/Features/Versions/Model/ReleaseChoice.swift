import Evaluation
import PluginHost
import Results
import Sessions

/// The releases of a plugin's library that a command works with.
struct ReleaseChoice: Sendable {
  /// The decoder as it was asked for, without a release.
  let base: DecoderReference
  /// The releases in the range that the adapter takes, the earliest first.
  private(set) var releases: [VersionNumber]
  /// The releases that cannot take part, with the reasons.
  private(set) var unavailable: [UnavailableDecoder] = []
  private let installer: VersionInstaller
  /// The releases of the range that were left out.
  private var omitted: [VersionNumber] = []

  /// The releases that are wanted.
  struct Range: Hashable, Sendable {
    /// The first one; `nil` for the first that the adapter takes.
    var from: VersionNumber?
    /// The last one; `nil` for the latest.
    var to: VersionNumber?
    /// True to take those that are installed already, and to ask nobody.
    var isInstalledOnly: Bool
  }

  /// Lists the releases of a range; none is installed yet.
  ///
  /// - Throws: `PluginError` where releases cannot be listed, and ``RequestError`` for a range without
  ///   any.
  init(
    of base: DecoderReference, installer: VersionInstaller, range: Range
  ) throws {
    self.base = base
    self.installer = installer
    let all: [VersionNumber]
    if range.isInstalledOnly {
      all = installer.installed
      guard !all.isEmpty else {
        throw RequestError(
          "no release of \(base.name) is installed: leave out --installed to install them")
      }
    } else {
      do {
        all = try installer.published()
      } catch {
        let installed = installer.installed
        guard !installed.isEmpty else { throw error }
        throw PluginError(
          error.code,
          error.message + "; --installed takes the \(installed.count) that are installed: "
            + Self.list(installed))
      }
    }
    let first = range.from ?? installer.first
    let wanted = all.filter { release in
      (first.map(release.isAtLeast) ?? true) && (range.to.map(release.isAtMost) ?? true)
    }
    guard !wanted.isEmpty else {
      throw RequestError(
        "\(base.name) has no release from \(range.from?.text ?? "the first") to "
          + "\(range.to?.text ?? "the latest"); it has \(Self.list(all))")
    }
    let tooEarly = wanted.filter { release in
      installer.first.map { !release.isAtLeast($0) } ?? false
    }
    releases = wanted.filter { !tooEarly.contains($0) }
    for release in tooEarly {
      unavailable.append(
        .init(
          label: reference(release).description,
          reason: "the adapter takes releases from \(installer.first?.text ?? "") on"))
    }
  }

  private static func list(_ releases: [VersionNumber]) -> String {
    releases.map(\.text).joined(separator: ", ")
  }

  /// The decoder with one release.
  func reference(_ release: VersionNumber) -> DecoderReference {
    DecoderReference(name: base.name, release: release, options: base.options)
  }

  /// Installs all releases that are not there yet. One that cannot be installed is left out, with its
  /// reason.
  ///
  /// - Parameter willInstall: Called with the name in tables of each that must be installed.
  mutating func install(willInstall: (String) -> Void) {
    for release in releases where !installer.isStopped {
      install(release, willInstall: willInstall)
    }
  }

  /// Installs one release.
  ///
  /// - Returns: False if it cannot be installed; it is then left out, with its reason.
  @discardableResult
  mutating func install(
    _ release: VersionNumber, willInstall: (String) -> Void
  ) -> Bool {
    guard !installer.isInstalled(release) else { return true }
    willInstall(reference(release).description)
    do {
      try installer.install(release)
      return true
    } catch {
      leaveOut(release, because: error.message)
      return false
    }
  }

  /// Leaves out a release that cannot take part.
  mutating func leaveOut(_ release: VersionNumber, because reason: String) {
    releases.removeAll { $0 == release }
    omitted.append(release)
    unavailable.append(.init(label: reference(release).description, reason: reason))
  }
}

extension ReleaseChoice: BuildChoice {
  var decoder: String { base.description }

  var builds: [VersionNumber] { releases }

  func name(_ build: VersionNumber) -> String { build.text }

  func leftOut(between first: VersionNumber, and last: VersionNumber) -> [String] {
    omitted.filter { first.isAtMost($0) && $0.isAtMost(last) }.map(\.text)
  }

  mutating func make(_ build: VersionNumber, willInstall: (String) -> Void) -> Bool {
    install(build, willInstall: willInstall)
  }

  func start(
    _ build: VersionNumber, search: PluginSearch, limits: DecoderChoice.Limits
  ) throws -> DecoderChoice {
    try DecoderChoice([reference(build)], search: search, limits: limits)
  }
}
