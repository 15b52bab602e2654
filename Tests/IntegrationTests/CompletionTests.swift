import Foundation
import TestSupport
import Testing

/// Completions as bash gives them, from the script that is installed.
@Suite(.waits) struct CompletionTests {
  /// The candidates for the last word of a command line.
  private func completed(_ words: String..., in folder: String = HarnessRun.root) throws -> [String]
  {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      source <(harness --generate-completion-script bash)
      COMP_WORDS=(harness \(list)); COMP_CWORD=\(words.count)
      COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
      function=$(complete -p harness | sed 's/.*-F \\([^ ]*\\).*/\\1/')
      "$function" harness "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try shell(script, with: "/bin/bash", in: folder).split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  private static let hasBash = FileManager.default.isExecutableFile(atPath: "/bin/bash")

  @Test(.enabled(if: hasBash)) func corporaAndDecodersAreCompletedByName() throws {
    #expect(try completed("compare", "--corpus", "qr-").contains("qr-small"))
    #expect(try completed("corpus", "check", "smo") == ["smoke"])
    let decoders = try completed("compare", "--decoder", "")
    #expect(Set(decoders).isSuperset(of: ["zbar", "zxing", "dmtx", "null", "all"]))
    #expect(try completed("tune", "zb").contains("zbar"))
    #expect(try completed("list", "decoders", "nul") == ["null"])
    #expect(try completed("gate", "accept", "--corpus", "qr-sm") == ["qr-small"])
  }

  @Test(.enabled(if: hasBash)) func commandsOptionsAndFilesAreCompletedToo() throws {
    #expect(try completed("comp") == ["compare"])
    #expect(try completed("compare", "--prec").contains("--precision"))
    let scratch = try ScratchFolder()
    _ = try scratch.file("mine.yaml", "")
    _ = try scratch.file("notes.txt", "")
    #expect(try completed("compare", "--corpus", "./", in: scratch.path) == ["./mine.yaml"])
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func everyShellHasAScript(name: String) throws {
    let run = try HarnessRun.run(["--generate-completion-script", name])
    #expect(run.status == 0 && run.output.contains("harness"), "\(run.errors)")
    #expect(!run.output.contains("harness man"))
  }
}
