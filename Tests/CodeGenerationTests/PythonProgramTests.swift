import Foundation
import TestSupport
import Testing

/// The generated Python program where it cannot run.
@Suite(.waits) struct PythonProgramTests {
  /// The folder of the program's source, which is Python but for a name in its first line.
  private static let source = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Plugins/SDK/codegen/python/scanner.py").standardizedFileURL

  @Test(arguments: ["PIL", "decoder"])
  func aMissingModuleIsNamedWithTheCommandThatInstallsIt(missing: String) throws {
    let folder = try ScratchFolder()
    for module in ["PIL", "decoder", "settings"] {
      let text =
        module == missing
        ? "raise ImportError('there is none', name='\(module)')\n"
        : "Image = ImageOps = None\nREJECTED_PATTERNS = []\n"
      try text.write(toFile: "\(folder.path)/\(module).py", atomically: true, encoding: .utf8)
    }
    let script = "\(folder.path)/scanner.py"
    try FileManager.default.copyItem(atPath: Self.source.path, toPath: script)
    let ended = try SystemProgram.run(["sh", "-c", "python3 '\(script)' a.png 2>&1"])
    #expect(ended.status == 69)
    #expect(
      String(decoding: ended.output, as: UTF8.self)
        == "\(missing) is missing: pip install -r requirements.txt\n")
  }
}
