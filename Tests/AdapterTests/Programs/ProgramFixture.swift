import CodeGeneration
import DecoderKit
import DmtxDecoder
import Foundation
import Scanning
import ZBarDecoder
import ZXingDecoder

/// A generated program in a folder of its own, and what the harness reads by the same configuration.
struct ProgramFixture {
  let configuration: ScannerConfiguration
  let language: String

  static let root = PluginRun.root.path

  /// The generators that ship.
  static let catalogue = Result { try GeneratorCatalogue(folders: [root + "/Plugins"]) }

  /// The interpreter for programs in Python; the modules that they need may be missing.
  static let python = root + "/.venv-plugins/bin/python"

  /// True if a Python module can be imported there, and Pillow with it.
  static func hasModule(_ name: String) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = ["-c", "import PIL, \(name)"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  static func identity(of decoder: String) async throws -> DecoderIdentity {
    switch decoder {
    case "zbar": ZBarAdapter.identity
    case "zxing": ZXingAdapter.identity
    case "dmtx": DmtxAdapter.identity
    default: try await PluginRun.identity(of: PluginRun.settings(of: decoder))
    }
  }

  /// Generates, writes and builds the program.
  func build(
    in folder: String, with catalogue: GeneratorCatalogue? = nil, identity: DecoderIdentity? = nil
  ) async throws -> ProgramRunner {
    let catalogue = try catalogue ?? Self.catalogue.get()
    guard
      let generator = catalogue.generator(language: language, decoder: configuration.decoder)
    else { throw DecoderError("no generator") }
    var known = identity
    if known == nil { known = try await Self.identity(of: configuration.decoder) }
    guard let known else { throw DecoderError("no identity") }
    let program = try generator.program(for: configuration, of: known, package: Self.root)
    try program.write(to: folder)
    let runner =
      switch language {
      case "python":
        ProgramRunner(build: [], run: [Self.python, "scanner.py"], in: folder)
      case "swift":
        ProgramRunner(build: try SwiftCompiler.command(), run: ["./scanner"], in: folder)
      default:
        // Without optimisation, which the reading of a few images does not need.
        ProgramRunner(
          build: ["make", "-j2", "CFLAGS=-O0", "CXXFLAGS=-O0", "WARNINGS=-Wall -Wextra -Werror"],
          run: program.run, in: folder)
      }
    try await runner.build(limit: .seconds(300))
    return runner
  }

  // MARK: - What the harness reads

  /// The readings of the harness's own adapter, with the configuration's rules.
  func expected(_ images: [GrayImage]) async throws -> [[ProgramReading]] {
    var codes: Set<ProgramReading> = []
    var result: [[ProgramReading]] = []
    for readings in try await selected(images) {
      var kept: [ProgramReading] = []
      let limit = configuration.stopRule.uniqueCodes ?? .max
      for reading in readings where configuration.accepts(reading) {
        guard codes.count < limit else { break }
        kept.append(ProgramReading(reading))
        codes.insert(ProgramReading(reading))
        if !configuration.severalPerImage { break }
      }
      result.append(kept)
    }
    return result
  }

  /// The readings in the scan area and the selection. Programs in Swift measure where symbols are; others
  /// take the library's word for it.
  private func selected(_ images: [GrayImage]) async throws -> [[Reading]] {
    let aim = ScanAim(region: region())
    guard language != "swift" else {
      let wanted = configuration.symbologies
      let reader = try InProcessReader(ZBarAdapter.self, options: configuration.options)
      let judge = FrameJudge(
        reader: reader,
        options: ScannerOptions(symbologies: wanted.isEmpty ? nil : wanted, aim: aim))
      var readings: [[Reading]] = []
      for image in images {
        readings.append(await judge.judge(Frame(index: 0, time: .zero, image: image)).readings)
      }
      return readings
    }
    let windows = try images.map { try aim.window(width: $0.width, height: $0.height) }
    let decoded = try await decode(zip(windows, images).map { $0.crop($1) })
    return zip(decoded, windows).map { readings, window in
      readings.map(window.moved).filter { window.fate(of: $0.corners) == .kept }
    }
  }

  private func region() -> ScanRegion {
    var region = ScanRegion()
    if let area = configuration.scanArea {
      region.margins = ScanRegion.Margins(
        left: .fraction(area.left), top: .fraction(area.top),
        right: .fraction(1 - area.left - area.width),
        bottom: .fraction(1 - area.top - area.height))
    }
    if let selection = configuration.selection {
      region.pointOfInterest = .init(x: .fraction(selection.x), y: .fraction(selection.y))
      switch selection.shape {
      case .circle(let radius): region.selection = .radius(.fraction(radius))
      case .rectangle(let width, let height):
        region.selection = .rectangle(width: .fraction(width), height: .fraction(height))
      }
    }
    return region
  }

  private func decode(_ images: [GrayImage]) async throws -> [[Reading]] {
    let wanted = configuration.symbologies
    let hints = DecodeHints(symbologies: wanted.isEmpty ? nil : wanted)
    func run<D: Decoder & ~Copyable>(_ type: D.Type) throws -> [[Reading]] {
      var decoder = try D(
        options: DecoderOptions(resolving: configuration.options, for: D.identity))
      var results: [[Reading]] = []
      for image in images { results.append(try decoder.decode(image, hints: hints)) }
      return results
    }
    switch configuration.decoder {
    case "zbar": return try run(ZBarAdapter.self)
    case "zxing": return try run(ZXingAdapter.self)
    case "dmtx": return try run(DmtxAdapter.self)
    default:
      let settings = try PluginRun.settings(
        of: configuration.decoder, options: configuration.options)
      return try await PluginRun.decode(images, with: settings, hints: hints).map {
        $0.readings ?? []
      }
    }
  }
}

/// The compiler for programs in Swift, with the modules and objects of the running build: to build the package
/// once more would take minutes.
enum SwiftCompiler {
  private static let modules = [
    "DecoderKit", "Base", "Statistics", "Values", "Optics", "Images", "Symbols", "Measuring",
    "Results", "Judging", "Scanning", "ZBarDecoder", "Yams", "CYaml", "CJpeg", "CProcess",
  ]

  static func command() throws -> [String] {
    let files = FileManager.default
    let products = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let scratch = products.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent()
    var words = ["swiftc", "-swift-version", "6", "-Onone", "-I", products.path + "/Modules"]
    var maps = [
      scratch.path + "/checkouts/Yams/Sources/CYaml/include",
      ProgramFixture.root + "/Plugins/ZBar/CZBar",
    ]
    for (folder, isBuilt) in [(ProgramFixture.root + "/Sources", false), (products.path, true)] {
      for name in try files.contentsOfDirectory(atPath: folder) where name.hasPrefix("C") {
        maps.append("\(folder)/\(name)" + (isBuilt || name != "CJpeg" ? "" : "/include"))
      }
    }
    for map in maps where files.fileExists(atPath: map + "/module.modulemap") {
      words += ["-Xcc", "-fmodule-map-file=\(map)/module.modulemap"]
    }
    for module in modules {
      let folder = "\(products.path)/\(module).build"
      let names = files.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      words += names.filter { $0.hasSuffix(".o") }.sorted().map { "\(folder)/\($0)" }
    }
    words += ["-lpng", "-ljpeg", "-lwebp", "-lcrypto", "-lzint", "-lzbar", "-o", "scanner"]
    // The shell finds the sources: which there are, the template says.
    let command = words.map { "'\($0)'" }.joined(separator: " ")
    return ["sh", "-c", "exec \(command) Sources/scanner/*.swift"]
  }
}
