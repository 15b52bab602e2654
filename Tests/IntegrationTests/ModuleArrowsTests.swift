import Foundation
import Testing

/// Dependencies between the parts: only those of the design are allowed.
@Suite struct ModuleArrowsTests {
  private struct Package: Decodable {
    struct Target: Decodable {
      var name: String
      var type: String
      var path: String
      var sources: [String]
      var target_dependencies: [String]?
    }

    var targets: [Target]
  }

  /// The parts that each part may know. A C library belongs to the one part that wraps it. Of CProcess
  /// the base has the start of a program, and PluginHost the talk with a guard.
  ///
  /// DecoderKit is beneath everything, because plugins copy it without the rest.
  private static let allowed: [String: Set<String>] = {
    let ground: Set = ["DecoderKit", "Base"]
    let values: Set = ["DecoderKit", "Base", "Statistics"]
    let drawing = values.union(["Images", "Symbols"])
    // A corpus aims as a scanner does, with the scanner's own geometry (docs/decisions/0009).
    let corpora = drawing.union(["Drawing", "Optics", "Scanning"])
    let evaluation = corpora.union([
      "Corpora", "PluginHost", "Results", "Judging", "Measuring", "Limits",
    ])
    return [
      "DecoderKit": [],
      "Statistics": [],
      "Values": [],
      "Optics": [],
      "Base": ["DecoderKit", "CCrypto", "CProcess"],
      "PluginHost": ground.union(["CProcess"]),
      "Images": ground.union(["CPng", "CJpeg", "CWebp"]),
      "Symbols": ground.union(["CZint"]),
      "Drawing": drawing,
      "Corpora": corpora,
      "Measuring": ground.union(["Images", "Symbols"]),
      // The informed reader draws with the renderer's own parts, and corrects errors with the gauge's codes.
      "Limits": ground.union(["Drawing", "Measuring", "Symbols", "Images"]),
      "Results": values,
      // A verdict on meaning compares what two payloads say, which Values reads.
      "Judging": ground.union(["Results", "Symbols", "Values"]),
      "Evaluation": evaluation,
      // The virtual clock: what the scanner would have seen of recorded frames, by its own rules.
      // Grades join what was measured with what was read.
      "Analysis": values.union(["Results", "Symbols", "Optics", "Scanning", "Measuring"]),
      "ResultStore": values.union(["Results"]),
      // Readings become detections: measured by the gauge, merged by the rules of truth matching.
      "Scanning": ground.union([
        "Measuring", "Judging", "Results", "Images", "Symbols", "Values", "Optics",
      ]),
      "Sessions": evaluation.union([
        "Evaluation", "Analysis", "ResultStore", "Scanning", "Measuring", "Configuring",
        "CodeGeneration",
      ]),
      // What samples need, and the search for settings: pure decisions over what the others measured.
      "Configuring": corpora.union([
        "Corpora", "CodeGeneration", "Scanning", "Measuring", "Judging", "Results", "Values",
      ]),
      "Reporting": values.union([
        "Configuring", "CodeGeneration", "Results", "Analysis", "Scanning", "Measuring", "Optics",
        "Values", "Images",
      ]),
      // A feature: what belongs to one command alone. It uses what the others share, and no other feature.
      "Live": ground.union([
        "Sessions", "Reporting", "Evaluation", "PluginHost", "Scanning", "Measuring", "Statistics",
        "Optics", "Images",
      ]),
      "Conformance": ground.union([
        "PluginHost", "Judging", "Results", "Drawing", "Symbols", "Images",
      ]),
      "Scaffold": ["DecoderKit"],
      "CodeGeneration": ground,
      "CProcess": [],
      "harness-simulate": ["Statistics"],
    ]
  }()

  private static let targets: [Package.Target] = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // The test run itself holds the lock; describing the package changes nothing.
    process.arguments = ["swift", "package", "--ignore-lock", "describe", "--type", "json"]
    process.currentDirectoryURL = URL(filePath: HarnessRun.root)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try? process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (try? JSONDecoder().decode(Package.self, from: text))?.targets ?? []
  }()

  @Test func thePackageDescribesItself() {
    #expect(Self.targets.count > 20)
  }

  @Test func everyPartKnowsOnlyWhatItMay() throws {
    for (part, allowed) in Self.allowed {
      let target = try #require(Self.targets.first { $0.name == part }, "\(part) is missing")
      let known = Set(target.target_dependencies ?? [])
      #expect(known.isSubset(of: allowed), "\(part) must not know \(known.subtracting(allowed))")
    }
  }

  /// A module that is there by luck, since another target was built first, is missing in a new clone.
  @Test func everyImportIsDeclared() throws {
    let names = Set(Self.targets.map(\.name))
    for target in Self.targets {
      let declared = Set(target.target_dependencies ?? [])
      for source in target.sources where source.hasSuffix(".swift") {
        let path = HarnessRun.root + "/" + target.path + "/" + source
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for match in text.matches(of: /(?m)^import (\w+)$/) where names.contains(String(match.1)) {
          #expect(declared.contains(String(match.1)), "\(target.name) imports it in \(source)")
        }
      }
    }
  }

  @Test func pluginsKnowTheSDKAndTheirOwnLibraryAlone() {
    let plugins = Self.targets.filter { $0.path.hasPrefix("Plugins/") }
    #expect(plugins.count >= 8)
    for plugin in plugins {
      let folder = plugin.path.split(separator: "/").prefix(2).joined(separator: "/") + "/"
      for dependency in plugin.target_dependencies ?? [] where dependency != "DecoderKit" {
        let path = Self.targets.first { $0.name == dependency }?.path ?? ""
        #expect(path.hasPrefix(folder), "\(plugin.name) must not know \(dependency)")
      }
    }
  }

  @Test func noPartOfTheHarnessNamesADecoder() throws {
    // The three shipped decoders: naming one in the host would put others at a disadvantage.
    let names = try Regex("(?i)zbar(?!code)|zxing|dmtx")
    for part in Self.targets where Self.allowed[part.name] != nil {
      let folder = HarnessRun.root + "/" + part.path
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      for file in files where file.hasSuffix(".swift") {
        let lines = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
          .split(separator: "\n")
        for line in lines where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
          #expect(line.firstMatch(of: names) == nil, "\(part.name)/\(file): \(line)")
        }
      }
    }
  }
}
