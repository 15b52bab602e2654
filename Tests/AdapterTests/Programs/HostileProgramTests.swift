import CodeGeneration
import DecoderKit
import Foundation
import TestSupport
import Testing

/// Payloads that would break out of a literal end up in programs as what they are, and in no other way.
///
/// The decoder of these programs takes an image's pixels for the payload, so that all payloads can be tried.
/// `HARNESS_CODEGEN_SCALE=50` makes 50 programs of 200 rejections in each language: 10 000 payloads.
@Suite(.serialized) struct HostileProgramTests {
  private static let scale =
    ProcessInfo.processInfo.environment["HARNESS_CODEGEN_SCALE"].flatMap(Int.init) ?? 1

  private static let identity = DecoderIdentity(
    name: "pixels", summary: "", library: "*/ \"none\" ${x}", version: "0", symbologies: [.qrCode])

  private static let languages =
    ["c", "swift"] + (ProgramFixture.hasModule("json") ? ["python"] : [])

  private static let decoders = [
    "c": (
      "decoder.c",
      """
      #include "scanner.h"
      int decode(const Image *image, char *message, size_t room) {
        (void)message, (void)room;
        Reading reading = {"qr-code", image->pixels + 1, (size_t)image->width - 1, NULL};
        scanner_take(&reading);
        return 0;
      }
      """
    ),
    "python": (
      "decoder.py",
      """
      def decode(image):
          return [("qr-code", image.tobytes()[1:], None)]
      """
    ),
    "swift": (
      "Sources/scanner/PixelAdapter.swift",
      """
      import DecoderKit
      struct PixelAdapter: DecoderKit.Decoder {
        static let identity = DecoderIdentity(
          name: "pixels", summary: "", library: "", version: "", symbologies: [.qrCode])
        init(options: DecoderOptions) {}
        func decode(_ image: borrowing GrayImage, hints: DecodeHints) -> [Reading] {
          [Reading(symbology: .qrCode, bytes: Array(image.packed().pixels.dropFirst()))]
        }
      }
      """
    ),
  ]

  private static let shared = [
    "c": ["Makefile", "README.md", "image.c", "image.h", "scanner.c", "scanner.h", "settings.h"],
    "python": ["README.md", "scanner.py", "settings.py"],
    "swift": ["Package.swift", "README.md", "Settings.swift", "main.swift"],
  ]

  /// A plugin's folder with a template of its own, as anyone may have one.
  private static func catalogue(_ language: String, in folder: String) throws -> GeneratorCatalogue
  {
    let templates = "\(folder)/Codegen/\(language)"
    try FileManager.default.createDirectory(
      atPath: templates, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: templates + "/sdk",
      withDestinationPath: ProgramFixture.root + "/Plugins/SDK/codegen/\(language)")
    let decoder = try #require(decoders[language])
    try Data(decoder.1.utf8).write(to: URL(filePath: templates + "/decoder"))
    let files = (shared[language] ?? []).map { name in
      let place =
        language == "swift" && name != "Package.swift" && name != "README.md"
        ? "Sources/scanner/" : ""
      // A template that is no Swift before it is filled in says so by its name.
      let template = name == "Settings.swift" ? name + ".template" : name
      return "  \(place)\(name): sdk/\(template)"
    }
    let manifest = """
      format: 1
      language: \(language)
      decoders: [pixels]
      summary: a test
      files:
      \(files.joined(separator: "\n"))
        \(decoder.0): decoder
      run: [./scanner]
      patterns: \(language == "c" ? "posix" : "escaped")
      words: {package: libpng, apt: none, linker: CC, source: decoder.c, module: Foundation,
        adapter: PixelAdapter}
      ignores: {values: a reason, formats: another}
      """
    try Data(manifest.utf8).write(to: URL(filePath: templates + "/template.yaml"))
    return try GeneratorCatalogue(folders: [folder])
  }

  /// Rejections of all kinds, and payloads that are theirs or nearly so.
  private static func draw(
    _ number: Int, patterns: Int
  ) -> (rejections: [ScannerConfiguration.Rejection], payloads: [[UInt8]]) {
    var random = SeededGenerator(seed: SeededGenerator.testSeed &+ UInt64(number))
    var rejections: [ScannerConfiguration.Rejection] = []
    var payloads: [[UInt8]] = [[]]
    for index in 0..<200 {
      if index < patterns {
        let (pattern, examples) = RandomPattern.draw(using: &random)
        rejections.append(.pattern(pattern))
        payloads += examples
        continue
      }
      let payload = HostilePayload.draw(using: &random)
      let isPrefix = index < patterns + 40
      rejections.append(isPrefix ? .prefix(payload + payload) : .exact(payload))
      let whole = isPrefix ? payload + payload : payload
      payloads += [whole, whole + [0], Array(whole.dropLast()), [whole[0] ^ 1] + whole.dropFirst()]
    }
    return (rejections, payloads)
  }

  @Test(arguments: Proof.all(languages, orFirst: 1))
  func aRejectionMatchesThePayloadThatItWasMadeFor(language: String) async throws {
    for number in 0..<Self.scale {
      let folder = try ScratchFolder()
      // Patterns that match much would hide what the other rejections do, so some programs have none.
      let (rejections, payloads) = Self.draw(number, patterns: number % 2 == 0 ? 12 : 0)
      let configuration = ScannerConfiguration(decoder: "pixels", rejections: rejections)
      let runner = try await ProgramFixture(configuration: configuration, language: language)
        .build(
          in: folder.path + "/program", with: Self.catalogue(language, in: folder.path),
          identity: Self.identity)
      var paths: [String] = []
      for (index, payload) in payloads.enumerated() {
        let path = "\(folder.path)/\(index).pgm"
        let file = Array("P5 \(payload.count + 1) 1 255\n".utf8) + [0] + payload
        try Data(file).write(to: URL(filePath: path))
        paths.append(path)
      }
      let said = try await runner.read(paths, limit: .seconds(120))
      #expect(said.status == 0, "\(said.errors)")
      var rejected = 0
      for (readings, payload) in zip(said.readings, payloads) {
        let reading = Reading(symbology: .qrCode, bytes: payload)
        let isAccepted = configuration.accepts(reading)
        rejected += isAccepted ? 0 : 1
        #expect(
          readings == (isAccepted ? [ProgramReading(reading)] : []), "\(payload) in \(folder.path)")
      }
      #expect(rejected >= 188 && rejected < payloads.count)
    }
  }
}
