import Base
import DecoderKit
import DmtxDecoder
import Foundation
import PluginHost
import TestSupport
import ZBarDecoder
import ZXingDecoder

/// The decoders that read drawn payloads, each with the settings that it has by itself.
enum PayloadReader: String, CaseIterable {
  case zbar, zxing, zxingCpp = "zxing-cpp", dmtx

  /// True unless the decoder is an optional one that is not installed.
  var isInstalled: Bool { self != .zxingCpp || Self.library != nil }

  /// True if the decoder reads symbols of a kind.
  func reads(_ kind: DrawnSymbol.Kind) -> Bool {
    switch (self, kind) {
    case (.zxingCpp, _): true
    case (.dmtx, _): kind == .dataMatrix || kind == .gs1DataMatrix
    case (_, .rMQRCode), (_, .gs1RMQRCode): false
    case (.zbar, .dataMatrix), (.zbar, .gs1DataMatrix), (.zbar, .aztec), (.zbar, .gs1Aztec),
      (.zbar, .pdf417):
      false
    default: true
    }
  }

  /// Reads images one after the other.
  func read(_ images: [GrayImage]) async throws -> [[Reading]] {
    switch self {
    case .zbar:
      let options = try DecoderOptions(resolving: [:], for: ZBarAdapter.identity)
      return try images.map { try ZBarAdapter(options: options).decode($0, hints: .none) }
    case .zxing:
      // One symbol and no smaller copies: this avoids assertions that would end the tests.
      let options = try DecoderOptions(
        resolving: ["max-symbols": "1", "try-downscale": "false"], for: ZXingAdapter.identity)
      return try images.map { try ZXingAdapter(options: options).decode($0, hints: .none) }
    case .dmtx:
      let options = try DecoderOptions(resolving: [:], for: DmtxAdapter.identity)
      return try images.map { try DmtxAdapter(options: options).decode($0, hints: .none) }
    case .zxingCpp: return try await Self.readInProcess(images)
    }
  }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the installed library; `nil` where there is none.
  private static let library: String? = {
    let lib = root.appending(path: ".venv-plugins/lib")
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: lib.path)) ?? []
    return versions.map { lib.appending(path: "\($0)/site-packages/zxingcpp").path }
      .first(where: FileManager.default.fileExists)
  }()

  private static func readInProcess(_ images: [GrayImage]) async throws -> [[Reading]] {
    let search = PluginSearch(
      given: [], installation: [root.path + "/Plugins"], harnessFolder: nil,
      environment: ProcessInfo.processInfo.environment)
    let location = try search.locations().first { $0.name == "zxing-cpp" }
    guard let location else { throw DecoderError("there is no plugin zxing-cpp") }
    let settings = try WorkerSettings(
      location, options: [:], decodeDeadlineNanoseconds: 60_000_000_000,
      startDeadlineNanoseconds: 60_000_000_000)
    return try await onThreadOfItsOwn {
      let worker = DecoderWorker(
        settings: settings, health: DecoderHealth(givingUpAfter: 100), stop: StopSignal())
      defer { worker.close() }
      return try images.map { image in
        guard case .readings(let readings) = worker.decode(image, hints: .none).outcome else {
          throw DecoderError("zxing-cpp gave no answer")
        }
        return readings
      }
    }
  }
}
