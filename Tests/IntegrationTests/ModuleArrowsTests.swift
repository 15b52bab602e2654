import Foundation
import TestSupport
import Testing

/// Dependencies between the parts: only those of the design are allowed.
@Suite(.waits) struct ModuleArrowsTests {
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

  /// The arrows that must never be, whatever `Package.swift` says: it is the one statement of those that are.
  private static let forbidden: [(part: String, others: Set<String>, reason: String)] = [
    ("Reporting", ["PluginHost", "Evaluation", "Drawing"], "reports start and draw nothing"),
    (
      "Analysis", ["PluginHost", "Evaluation", "ResultStore"], "scores follow from what was stored"
    ),
    ("Results", ["Corpora", "PluginHost", "Judging"], "values know no stage"),
    ("Judging", ["PluginHost", "Corpora"], "a verdict follows from readings and truth"),
    ("Scanning", ["PluginHost", "Corpora", "Drawing"], "a scan is given what decoders answered"),
    ("Measuring", ["Results", "Judging", "PluginHost"], "the gauge is a library of its own"),
  ]
  /// The parts that know nothing: they are copied, or are pure functions.
  private static let alone = ["DecoderKit", "Statistics", "Values", "Optics"]

  private static let targets: [Package.Target] = {
    // The test run itself holds the lock; describing the package changes nothing.
    let command = ["swift", "package", "--ignore-lock", "describe", "--type", "json"]
    let text = Data(((try? output(of: command).text) ?? "").utf8)
    return (try? JSONDecoder().decode(Package.self, from: text))?.targets ?? []
  }()

  /// What a command prints in the package's root, with the environment of the tests.
  private static func output(of command: [String]) throws -> (text: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = URL(filePath: HarnessRun.root)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: text, as: UTF8.self), process.terminationStatus)
  }

  @Test func thePackageDescribesItself() {
    #expect(Self.targets.count > 20)
  }

  private static func known(by part: String) throws -> Set<String> {
    let target = try #require(targets.first { $0.name == part }, "\(part) is missing")
    return Set(target.target_dependencies ?? [])
  }

  @Test func noPartKnowsWhatItMustNot() throws {
    for part in Self.alone { #expect(try Self.known(by: part).isEmpty, "\(part) stands alone") }
    for (part, others, reason) in Self.forbidden {
      let known = try Self.known(by: part).intersection(others)
      #expect(known.isEmpty, "\(part) must not know \(known): \(reason)")
    }
  }

  @Test func theCoreAndOtherFeaturesKnowNoFeature() throws {
    let features = Self.targets.filter { $0.path.hasPrefix("Sources/Features/") }
    #expect(features.count >= 3)
    let names = Set(features.map(\.name))
    // The command tree has their names, and fuzzing gives their readers what strangers may send.
    let exceptions = ["harness", "FuzzTargets"]
    for target in Self.targets where target.type != "test" && !exceptions.contains(target.name) {
      let known = names.intersection(target.target_dependencies ?? [])
      #expect(known.isEmpty, "\(target.name) must not know \(known)")
    }
  }

  /// A feature is removed with its two folders, its entry in the package, and its import and name in the tree
  /// of commands; `make rooms` tries it.
  @Test func aFeatureIsNamedInOnePlaceBesideItsOwn() throws {
    let files = try Self.files(below: "Sources")
    for feature in Self.targets where feature.path.hasPrefix("Sources/Features/") {
      let places = files.filter { path, text in
        !path.hasPrefix(feature.path + "/") && text.contains("\nimport \(feature.name)\n")
      }.map(\.path)
      #expect(places == ["Sources/harness/Harness.swift"], "\(feature.name)")
    }
  }

  private static func files(below folder: String) throws -> [(path: String, text: String)] {
    let root = HarnessRun.root + "/"
    let names = FileManager.default.enumerator(atPath: root + folder)?.compactMap { $0 as? String }
    return try (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map { name in
      let path = folder + "/" + name
      return (path, "\n" + (try String(contentsOfFile: root + path, encoding: .utf8)))
    }
  }

  @Test func tablesReadmesAndThePictureFollowThePackage() throws {
    let said = try Self.output(of: ["python3", "scripts/arrows.py", "--check"])
    #expect(said.status == 0, "\(said.text)")
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
    let names = "(?i)zbar(?!code)|zxing|dmtx"
    // Commands may name them as examples, and the bench measures two.
    let commands: Set = ["harness", "harness-bench", "Console"]
    for target in Self.targets
    where target.path.hasPrefix("Sources/") && !commands.contains(target.name) {
      let part = target.path.dropFirst("Sources/".count)
      let folder = HarnessRun.root + "/" + target.path
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      // A fixed look in all reports puts nobody at a disadvantage.
      for file in files
      where file.hasSuffix(".swift") && !file.hasPrefix("Command/")
        && !file.hasSuffix("Plots/DecoderLook.swift")
      {
        let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        guard text.range(of: names, options: .regularExpression) != nil else { continue }
        for line in text.split(separator: "\n")
        where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
          let name = line.range(of: names, options: .regularExpression)
          #expect(name == nil, "\(part)/\(file): \(line)")
        }
      }
    }
  }
}
