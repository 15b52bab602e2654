import Foundation
import PluginHost
import Testing

struct PluginSearchTests {
  @Test func theFirstPlaceThatHasANameWins() throws {
    let beside = try TemporaryFolder()
    let onPluginPath = try TemporaryFolder()
    let onPath = try TemporaryFolder()
    let inOrder = [
      try beside.file("harness-decoder-zbar"),
      try onPluginPath.file("harness-decoder-mine"),
      try onPath.file("harness-decoder-other"),
    ]
    for folder in [onPluginPath, onPath] { try folder.file("harness-decoder-zbar") }
    try onPath.file("harness-decoder-mine")
    let search = PluginSearch(
      given: [], harnessFolder: beside.path,
      environment: ["HARNESS_PLUGIN_PATH": onPluginPath.path, "PATH": onPath.path])
    let found = try search.locations()
    #expect(found.map(\.path) == inOrder)
    #expect(found.map(\.name) == ["zbar", "mine", "other"])
    #expect(found.map(\.source) == [.besideHarness, .pluginPath, .path])
  }

  @Test func aPathGivenByHandShadowsThoseFound() throws {
    let folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    try folder.file("harness-decoder-zbar")
    let mine = try other.file("harness-decoder-zbar")
    let unnamed = try other.file("my-decoder")
    let search = PluginSearch(
      given: [mine, unnamed], harnessFolder: folder.path, environment: [:])
    let found = try search.locations()
    #expect(found.map(\.path) == [mine, unnamed])
    #expect(found.map(\.name) == ["zbar", nil])
  }

  @Test func onlyExecutableFilesWithPlainNamesArePlugins() throws {
    let folder = try TemporaryFolder()
    try folder.file("harness-decoder-text", executable: false)
    try folder.file("harness-decoder-")
    try folder.file("harness-decoder-a.bak")
    try folder.file("harness")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/harness-decoder-folder", withIntermediateDirectories: false)
    let good = try folder.file("harness-decoder-good-2")
    let search = PluginSearch(given: [], harnessFolder: folder.path, environment: [:])
    #expect(try search.locations().map(\.path) == [good])
  }

  @Test func theCurrentFolderAndOtherRelativeOnesAreNeverSearched() throws {
    let folder = try TemporaryFolder()
    try folder.file("harness-decoder-here")
    let relative = Self.relativePath(to: folder.path)
    let here = FileManager.default.currentDirectoryPath
    #expect(FileManager.default.fileExists(atPath: "\(here)/\(relative)/harness-decoder-here"))
    let search = PluginSearch(
      given: [], harnessFolder: nil,
      environment: ["HARNESS_PLUGIN_PATH": "\(relative):.:", "PATH": ":.:\(relative)"])
    #expect(try search.locations().isEmpty)
  }

  @Test func aFolderNamedTwiceIsSearchedOnceAndAMissingOneIsNoError() throws {
    let folder = try TemporaryFolder()
    try folder.file("harness-decoder-one")
    let search = PluginSearch(
      given: [], harnessFolder: folder.path,
      environment: ["PATH": "\(folder.path):/nonexistent:\(folder.path)"])
    #expect(try search.locations().count == 1)
  }

  @Test func whatIsGivenByHandMustBeAnExecutableFile() throws {
    let folder = try TemporaryFolder()
    let text = try folder.file("notes.txt", executable: false)
    let claims = [
      (folder.path + "/missing", "no such file"), (folder.path, "is a folder"),
      (text, "chmod +x \(text)"),
    ]
    for (path, reason) in claims {
      let search = PluginSearch(given: [path], harnessFolder: nil, environment: [:])
      let error = #expect(throws: PluginError.self) { try search.locations() }
      #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
      #expect(error?.isUsageError == true)
    }
  }

  private static func relativePath(to path: String) -> String {
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    return Array(repeating: "..", count: depth).joined(separator: "/") + path
  }
}
