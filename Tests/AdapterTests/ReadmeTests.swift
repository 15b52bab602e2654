import CZint
import DecoderKit
import DmtxDecoder
import Foundation
import Testing
import ZBarDecoder
import ZXingDecoder

/// Agreement of the plugins' READMEs with the code.
@Suite struct ReadmeTests {
  struct Plugin: Sendable, CustomTestStringConvertible {
    var folder: String
    var identity: DecoderIdentity
    var testDescription: String { folder }

    func readme() throws -> String {
      let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      return try String(
        contentsOf: root.appending(path: "Plugins/\(folder)/README.md"), encoding: .utf8)
    }
  }

  static let libraries = [
    Plugin(folder: "ZBar", identity: ZBarAdapter.identity),
    Plugin(folder: "ZXing", identity: ZXingAdapter.identity),
    Plugin(folder: "Dmtx", identity: DmtxAdapter.identity),
  ]

  @Test(arguments: libraries) func optionTableAgreesWithTheCode(plugin: Plugin) throws {
    let rows = try plugin.readme().split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    let expected = plugin.identity.options
      .map { ["`\($0.name)`", $0.accepted, "`\($0.defaultValue)`", $0.summary] }
    #expect(rows == expected)
  }

  @Test(arguments: libraries) func symbologiesAreNamed(plugin: Plugin) throws {
    let readme = try plugin.readme().replacing("\n", with: " ")
    for symbology in plugin.identity.symbologies {
      #expect(readme.contains(symbology.description))
    }
  }

  @Test(arguments: libraries) func profilesAreNamedWithTheirSettings(plugin: Plugin) throws {
    let readme = try plugin.readme()
    for profile in plugin.identity.profiles {
      #expect(readme.contains("**`\(profile.name)`**"))
      for (name, value) in profile.settings {
        #expect(readme.contains("`\(name)=\(value)`"))
      }
    }
  }

  @Test(arguments: libraries) func exampleIsTheOneThatIsCompiled(plugin: Plugin) throws {
    let readme = try plugin.readme()
    let block = try #require(readme.firstMatch(of: /```swift\n(?s)(.*?)```/)?.1)
    let source = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Examples.swift"), encoding: .utf8)
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let code = lines(block).filter { !$0.hasPrefix("import ") }
    #expect(code.count >= 5)
    #expect(lines(source).joined(separator: "\n").contains(code.joined(separator: "\n")))
  }

  @Test func examplesRun() throws {
    let qr = try Drawing(BARCODE_QRCODE, "hello", moduleSizePixels: 4).image
    try zbarExample(width: qr.width, height: qr.height, luminance: qr.pixels)
    try zxingExample(width: qr.width, height: qr.height, luminance: qr.pixels)
    let matrix = try Drawing(BARCODE_DATAMATRIX, "hello", moduleSizePixels: 4).image
    try dmtxExample(width: matrix.width, height: matrix.height, luminance: matrix.pixels)
  }
}
