import CZint
import DecoderKit
import Foundation
import PluginHost
import TestSupport
import Testing

/// Shipped manifests: each is described in a README, and the files it names exist.
@Suite(.serialized)
struct ShippedManifestTests {
  private static let shipped: [(folder: String, manifest: PluginManifest)] = {
    let root = PluginRun.root.path + "/Plugins"
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return folders.sorted().flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)) ?? [])
        .filter(PluginManifest.isManifest).sorted()
        .compactMap { try? PluginManifest(contentsOf: "\(root)/\(folder)/\($0)") }
        .map { (folder, $0) }
    }
  }()

  @Test func everyDecoderOfTheListShips() throws {
    let names = Self.shipped.map(\.manifest.name)
    #expect(
      names.sorted() == [
        "arbez-dmtx", "aztec-tool", "deqr", "dmtxread", "dynamsoft", "http", "opencv-aruco",
        "opencv-barcode", "opencv-qr", "opencv-wechat", "pdf417decoder", "pharmacode-toolkit",
        "qrcode-ai-scanner", "quirc", "rxing", "tapirscan", "vision", "zbarimg", "zxing-cpp",
        "zxing-java",
      ])
    let found = try PluginRun.search().locations().filter { $0.source == .installation }
    #expect(Set(found.compactMap(\.name)) == Set(names))
  }

  /// A missing library is not an error; a manifest that names a missing file of this package is.
  @Test func whatCannotBeStartedSaysHowToGetIt() throws {
    for location in try PluginRun.search(environment: [:]).locations() {
      guard case .failure(let error) = location.program else { continue }
      #expect(error.code == .unavailable, "\(error)")
      let isOwn = error.message.contains("/Plugins/") && !error.message.contains("/.venv")
      #expect(!isOwn, "\(error)")
      // Python is searched on PATH, which is empty here.
      #expect(error.message.contains("install it with: ") || location.name == "http", "\(error)")
    }
  }

  @Test func readmesTellWhereTheLibraryComesFromAndWhatItReads() throws {
    for (folder, manifest) in Self.shipped {
      let file = PluginRun.root.path + "/Plugins/\(folder)/README.md"
      let readme = try String(contentsOfFile: file, encoding: .utf8)
      #expect(readme.contains("`\(manifest.name)`"), "\(file)")
      for row in ["| library |", "| licence |", "| install |"] {
        #expect(readme.contains(row), "\(file) has no row \(row)")
      }
      for part in ["## What it reads", "## What comes back", "## Known faults"] {
        #expect(readme.contains(part), "\(file) has no part \(part)")
      }
    }
  }

  @Test(arguments: OptionalAdapterTests.installed)
  func readmesAgreeWithWhatAnAdapterSaysOfItself(
    adapter: OptionalAdapterTests.Adapter
  ) async throws {
    let settings = try PluginRun.settings(of: adapter.name)
    let identity = try await PluginRun.identity(of: settings)
    #expect(identity.name == adapter.name)
    let folder = try #require(Self.shipped.first { $0.manifest.name == adapter.name }).folder
    let readme = try String(
      contentsOfFile: PluginRun.root.path + "/Plugins/\(folder)/README.md", encoding: .utf8
    ).replacing("\n", with: " ")
    for symbology in identity.symbologies {
      #expect(readme.contains(symbology.description), "\(symbology)")
    }
    for option in identity.options {
      let row = "| `\(option.name)` | \(option.accepted) | `\(option.defaultValue)` | "
      #expect(readme.contains(row + option.summary + " |"), "\(row)\(option.summary)")
    }
    for profile in identity.profiles { #expect(readme.contains("`\(profile.name)`")) }
  }

  /// The plugin runs beside a copy of the SDK, as the README says. It needs zxing-cpp.
  @Test(
    .enabled(
      if: OptionalAdapterTests.installed.contains { $0.name == "zxing-cpp" },
      "zxing-cpp is optional: make plugins"))
  func thePluginInTheSDKsReadmeReads() async throws {
    let sdk = PluginRun.root.path + "/Plugins/SDK/python/"
    let readme = try String(contentsOfFile: sdk + "README.md", encoding: .utf8)
    let code = try #require(readme.firstMatch(of: /```python\n(?s)(.*?)```/)?.1)
    let folder = try ScratchFolder()
    try folder.file(
      "harness_decoder.py", String(contentsOfFile: sdk + "harness_decoder.py", encoding: .utf8))
    try folder.file("mine.py", String(code))
    let python = PluginRun.root.path + "/.venv-plugins/bin/python"
    let manifest = try folder.file(
      "plugin.yaml", "format: 1\nname: mine\ncommand: ['\(python)', mine.py]\n")
    let symbol = try Drawing(BARCODE_QRCODE, "hello").image
    let attempts = try await PluginRun.decode(
      [symbol], with: PluginRun.settings(of: manifest, options: ["try-invert": "false"]))
    #expect(attempts[0].readings?.map(\.ascii) == ["hello"])
    #expect(attempts[0].readings?.map(\.symbology) == [.qrCode])
  }
}
