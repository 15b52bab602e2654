import Base
import DecoderKit
import Foundation
import PluginHost
import TestSupport

/// Plugins in processes of their own, for tests.
enum PluginRun {
  /// The package's folder.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A plugin of these tests.
  static func fixture(_ name: String) -> String {
    root.appending(path: "Tests/AdapterTests/Plugins/\(name)").path
  }

  /// A search for the given plugins, or for the shipped adapters if none is given.
  static func search(
    given: [String] = [], environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> PluginSearch {
    PluginSearch(
      given: given, installation: given.isEmpty ? [root.path + "/Plugins"] : [],
      harnessFolder: nil, environment: environment)
  }

  /// Settings for the plugin at a path, or for the shipped adapter of that name.
  static func settings(
    of plugin: String, options: [String: String] = [:],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> WorkerSettings {
    let isPath = plugin.contains("/")
    let locations = try search(given: isPath ? [plugin] : [], environment: environment).locations()
    guard let location = locations.first(where: { isPath || $0.name == plugin }) else {
      throw DecoderError("there is no plugin \(plugin)")
    }
    return try WorkerSettings(
      location, options: options, decodeDeadlineNanoseconds: 60_000_000_000,
      startDeadlineNanoseconds: 60_000_000_000)
  }

  /// Decodes images one after the other in one process.
  static func decode(
    _ images: [GrayImage], with settings: WorkerSettings, hints: DecodeHints = .none
  ) async throws -> [DecodeAttempt] {
    try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: settings, health: DecoderHealth(givingUpAfter: 100), stop: StopSignal())
      defer { worker.close() }
      return images.map { worker.decode($0, hints: hints) }
    }
  }

  /// The identity that a plugin reports.
  static func identity(of settings: WorkerSettings) async throws -> DecoderIdentity {
    try await onThreadOfItsOwn { try DecoderWorker.identify(settings) }
  }

  /// The reason a plugin cannot be used; `nil` if it can.
  static func refusal(of settings: WorkerSettings) async throws -> PluginError? {
    try await onThreadOfItsOwn {
      do throws(PluginError) {
        _ = try DecoderWorker.identify(settings)
        return nil
      } catch {
        return error
      }
    }
  }

}

extension DecodeAttempt {
  /// The readings; `nil` if the outcome is another one.
  var readings: [Reading]? {
    if case .readings(let readings) = outcome { readings } else { nil }
  }

  /// The reason of a failure; `nil` if the outcome is another one.
  var failure: String? {
    if case .failed(let reason, _) = outcome { reason } else { nil }
  }
}
