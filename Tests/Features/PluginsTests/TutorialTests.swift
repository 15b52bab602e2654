import Foundation
import TestSupport
import Testing

/// The tutorials' commands and code, run as a reader would run them, from top to bottom.
@Suite(.serialized) struct TutorialTests {
  /// A fenced block of a page: commands for a shell, or a file to write.
  private enum Block {
    case commands(String)
    case file(path: String, contents: String)
  }

  private static func blocks(_ page: String) throws -> [Block] {
    let text = try String(
      contentsOfFile: Package.root + "/docs/tutorials/\(page).md", encoding: .utf8)
    return text.matches(of: /(?m)^```(\w+)(?: (\S+))?\n((?s).*?)^```$/).map { match in
      if let path = match.2 { return .file(path: String(path), contents: String(match.3)) }
      return .commands(String(match.3))
    }
  }

  /// Runs a page in an empty folder.
  ///
  /// - Parameter path: Folders at the beginning of `PATH`.
  private static func follow(_ page: String, path: [String] = []) async throws {
    let folder = try ScratchFolder()
    let commands = try blocks(page)
    #expect(commands.count >= 4, "the page has lost its blocks")
    for block in commands {
      switch block {
      case .file(let path, let contents):
        let place = URL(filePath: folder.path + "/" + path)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        // An existing file is overwritten, not replaced, so that an executable stays executable.
        try Data(contents.utf8).write(to: place)
      case .commands(let script):
        let first = (path + [Package.binaries]).joined(separator: ":")
        let run = try await onThreadOfItsOwn {
          try Finished.run(
            ["sh", "-e", "-c", "PATH='\(first)':\"$PATH\"\n" + script], in: folder.path)
        }
        #expect(run.status == 0, "\(script)\n\(run.output)\n\(run.errors)")
        guard run.status == 0 else { return }
      }
    }
    let scores = folder.path + "/reports/qr-small/scores.json"
    #expect(FileManager.default.fileExists(atPath: scores), "nothing was measured")
  }

  @Test func theOneInCIsTrue() async throws {
    try await Self.follow("c")
  }

  @Test(.proof) func theOneInSwiftIsTrue() async throws {
    try await Self.follow("swift")
  }

  /// What its commands build in half a minute, as it is made and with its code, against the SDK of these tests.
  @Test func theCodeOfTheOneInSwiftCompiles() async throws {
    let folder = try ScratchFolder()
    func shell(_ script: String) async throws {
      let run = try await onThreadOfItsOwn {
        try Finished.run(
          ["sh", "-e", "-c", "PATH='\(Package.binaries)':\"$PATH\"\n" + script], in: folder.path)
      }
      #expect(run.status == 0, "\(script)\n\(run.output)\n\(run.errors)")
    }
    let check =
      "swiftc -typecheck -swift-version 6 -I '\(Package.binaries)/Modules' -I my-reader/Sources/CZBar "
      + "my-reader/Sources/harness-decoder-my-reader/*.swift"
    try await shell("harness plugin new my-reader --language swift\n" + check)
    for case .file(let path, let contents) in try Self.blocks("swift") {
      let place = URL(filePath: folder.path + "/" + path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(contents.utf8).write(to: place)
    }
    try await shell(check)
  }

  /// The program folder of the virtual environment of `make plugins`; empty if there is none.
  private static let python = [Package.root + "/.venv-plugins/bin"].filter {
    FileManager.default.fileExists(atPath: $0)
  }

  private static var hasZXingCpp: Bool {
    Finished.works([
      (python.first.map { $0 + "/" } ?? "") + "python3", "-c", "import zxingcpp, numpy",
    ])
  }

  /// This test needs zxing-cpp and NumPy from PyPI, which may be unreachable.
  @Test(.enabled(if: hasZXingCpp, "python3 has no zxing-cpp and NumPy: make plugins"))
  func theOneInPythonIsTrue() async throws {
    try await Self.follow("python", path: Self.python)
  }

  private static var hasZXingJava: Bool {
    Finished.works(["javac", "-version"])
      && FileManager.default.fileExists(atPath: "/usr/share/java/core.jar")
  }

  /// This test needs a Java compiler and ZXing, which a machine need not have.
  @Test(.enabled(if: hasZXingJava, "there is no javac or no libzxing-core-java"))
  func theOneInJavaIsTrue() async throws {
    try await Self.follow("java")
  }

  @Test func theBlocksOfEachPageAreFilesAndCommands() throws {
    for page in ["swift", "python", "c", "java"] {
      let files = try Self.blocks(page).count { if case .file = $0 { true } else { false } }
      #expect(files >= 1)
    }
  }
}
