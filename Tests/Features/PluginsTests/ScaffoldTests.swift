import Foundation
import TestSupport
import Testing

@testable import Plugins

/// Files that `harness plugin new` writes.
@Suite(.waits) struct ScaffoldTests {
  private static let scaffold = PluginScaffold(folders: [Package.root + "/Plugins"])

  @Test(arguments: [
    ("my-reader", "MyReader"), ("x", "X"), ("zxing-cpp-3", "ZxingCpp3"), ("a1-b2", "A1B2"),
  ])
  func goodNamesBecomeTypes(name: String, type: String) throws {
    #expect(try PluginName(name).typeName == type)
  }

  @Test(arguments: [
    ("My Reader", "how about my-reader?"), ("my_reader", "how about my-reader?"),
    ("harness-decoder-Toy", "how about toy?"), ("", "a letter first"), ("-x", "how about x?"),
    ("x-", "how about x?"), ("a--b", "how about a-b?"), ("3d", "a letter first"),
    ("../evil", "how about evil?"), ("é", "a letter first"),
    (String(repeating: "x", count: 65), "64 at most"),
  ])
  func badNamesAreRefusedWithOneThatWouldDo(name: String, advice: String) {
    let error = #expect(throws: ScaffoldError.self) { _ = try PluginName(name) }
    #expect(error?.description.contains(advice) == true, "\(String(describing: error))")
    #expect(error?.isUsageError == true)
  }

  @Test(arguments: PluginLanguage.allCases)
  func aPluginHasItsNameEverywhereAndSaysHowItIsBuilt(language: PluginLanguage) throws {
    let folder = try ScratchFolder()
    let name = try PluginName("my-reader")
    try Self.scaffold.write(name, in: language, to: folder.path + "/deep/down")
    let plugin = folder.path + "/deep/down/"
    let files = try #require(FileManager.default.enumerator(atPath: plugin)?.allObjects)
      .compactMap { $0 as? String }
    for file in files {
      #expect(!file.lowercased().contains("template"))
      guard let text = try? String(contentsOfFile: plugin + file, encoding: .utf8) else { continue }
      #expect(!text.contains("template-name") && !text.contains("TemplateName"), "\(file)")
      let isScript = text.hasPrefix("#!")
      #expect(!isScript || FileManager.default.isExecutableFile(atPath: plugin + file), "\(file)")
    }
    #expect(files.contains("README.md") && files.contains(".gitignore"))
    #expect(files.contains(language.sourceFile(ofPlugin: name)))
    let readme = try String(contentsOfFile: plugin + "README.md", encoding: .utf8)
    #expect(readme.contains(language.executable(ofPlugin: "my-reader")))
    #expect(language.buildCommand.map(readme.contains) ?? readme.contains("nothing to build"))
  }

  @Test func languagesAreTypedByTheirNames() {
    #expect(PluginLanguage(argument: "c++") == .cpp && PluginLanguage(argument: "cpp") == .cpp)
    #expect(PluginLanguage(argument: "java") == .java && PluginLanguage(argument: "ada") == nil)
  }

  /// The languages that build in less than a minute; the tutorials' tests build the others.
  @Test(arguments: Proof.all([PluginLanguage.python, .cpp, .c], orFirst: 2))
  func aPluginBuildsAndPassesTheCheckAtOnce(language: PluginLanguage) async throws {
    let folder = try ScratchFolder()
    let plugin = folder.path + "/p"
    try Self.scaffold.write(try PluginName("my-reader"), in: language, to: plugin)
    if let command = language.buildCommand {
      let build = try await onThreadOfItsOwn {
        try Finished.run(["sh", "-c", command], in: plugin)
      }
      #expect(build.status == 0, "\(build.errors)")
      #expect(build.errors.isEmpty, "\(build.errors)")
    }
    let report = try await examine(plugin + "/" + language.executable(ofPlugin: "my-reader"))
    #expect(report.objections.isEmpty, "\(report.objections)")
    #expect(report.identity?.name == "my-reader")
    #expect(report.passed >= 24)
  }

  @Test func whatIsThereIsNeverTouched() throws {
    let folder = try ScratchFolder()
    let name = try PluginName("x")
    for occupied in ["file", "empty", "full"] {
      let path = folder.path + "/" + occupied
      if occupied == "file" {
        try Data("mine".utf8).write(to: URL(filePath: path))
      } else {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      let error = #expect(throws: ScaffoldError.self) {
        try Self.scaffold.write(name, in: .python, to: path)
      }
      #expect(error?.code == .occupied)
    }
    #expect(folder.names() == ["empty", "file", "full"])
    #expect(try String(contentsOfFile: folder.path + "/file", encoding: .utf8) == "mine")
  }

  @Test func aPluginIsWrittenWholeOrNotAtAll() throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/file"
    try Data().write(to: URL(filePath: file))
    let error = #expect(throws: ScaffoldError.self) {
      try Self.scaffold.write(try PluginName("x"), in: .c, to: file + "/x")
    }
    #expect(error?.code == .notWritten)
    #expect(folder.names() == ["file"])
  }

  @Test func anInstallationWithoutTemplatesSaysSo() throws {
    let folder = try ScratchFolder()
    let error = #expect(throws: ScaffoldError.self) {
      try PluginScaffold(folders: [folder.path])
        .write(try PluginName("x"), in: .swift, to: folder.path + "/x")
    }
    #expect(error?.code == .incompleteInstallation)
    #expect(error?.description.contains("make install") == true)
    #expect(folder.names().isEmpty)
  }
}
