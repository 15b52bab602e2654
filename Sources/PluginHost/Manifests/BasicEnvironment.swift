#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The variables that every plugin gets: what a program needs to start, and nothing secret.
///
/// Tokens and licences in the harness's own environment are not passed to decoders. A plugin that
/// needs a variable names it in its manifest.
public enum BasicEnvironment {
  /// The names of the variables: programs, home and temporary files, language, time zone,
  /// libraries. The last one keeps the Swift runtime from writing a backtrace of every decoder that
  /// aborts.
  public static let names: Set<String> = [
    "PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH", "SWIFT_BACKTRACE",
  ]

  /// The harness's own environment.
  public static var current: [String: String] { ProcessInfo.processInfo.environment }

  /// The part of an environment that every plugin gets: ``names`` and the `LC_` variables.
  public static func part(of environment: [String: String]) -> [String: String] {
    environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") }
  }
}
