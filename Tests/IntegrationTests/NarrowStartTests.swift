import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// Starts with too little: standard streams that are closed, few descriptors, a signal at once, a narrow
/// terminal.
@Suite(.waits) struct NarrowStartTests {
  private let scratch: ScratchFolder
  private var compare: String {
    "'\(HarnessRun.binaries)/harness' compare --corpus ./tiny.yaml --decoder null --quiet -o r"
  }

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 2))
  }

  @Test(
    arguments: [
      ("<&- >out", 0), (">&-", 2), (">out 2>&-", 0), ("<&- >&-", 2), ("<&- >out 2>&-", 0),
      (">&- 2>&-", 2), ("<&- >&- 2>&-", 2),
    ])
  func closedStandardStreamsGiveNobodyElseTheirNumbers(streams: String, status: Int) throws {
    let said = try shell(
      "(\(compare) \(streams)) 2>errors; echo \"ends with $?\"", in: scratch.path)
    #expect(said.contains("ends with \(status)"), "\(said)")
    let errors = try String(contentsOfFile: scratch.path + "/errors", encoding: .utf8)
    if status == 2 {
      #expect(streams.contains("2>&-") || errors.contains("standard output is closed"), "\(errors)")
      #expect(!scratch.names().contains("r"), "nothing is begun")
    } else {
      #expect(try ScoreFile.observationCount(in: scratch.path + "/r") == 8)
    }
  }

  @Test(arguments: [5, 6, 7, 9])
  func aHandfulOfDescriptorsIsAClearError(limit: Int) throws {
    let said = try shell(
      "(ulimit -n \(limit); exec \(compare)) 2>&1 >/dev/null; echo \"ends with $?\"",
      in: scratch.path)
    #expect(said.contains("ends with 2") && said.contains("open files"), "\(said)")
  }

  @Test func aSignalAtAnyMomentOfTheStartIsAnswered() throws {
    // What the loader of programs does before the first line of ours is its own: some milliseconds.
    let step = Proof.isAsked ? 10 : 60
    for (number, milliseconds) in stride(from: 20, through: 320, by: step).enumerated() {
      let harness = try RunningHarness(
        [
          "compare", "--corpus", "./tiny.yaml", "--decoder", "null", "--trials", "100000", "-o",
          "s\(milliseconds)",
        ], in: scratch.path)
      usleep(UInt32(milliseconds) * 1000)
      harness.send([SIGTERM, SIGINT, SIGHUP][number % 3])
      let run = harness.wait()
      #expect(run.status == 130, "after \(milliseconds) ms: \(run.errors)")
      #expect(
        run.errors.contains("harness: interrupted") || run.errors.contains("harness: stopping"),
        "after \(milliseconds) ms: \(run.errors)")
    }
  }

  @Test func aSignalToACommandThatKeepsNothingIsAnsweredTooWhileItsTextWaits() throws {
    // The pipe has room for a part of the text, and nobody takes any.
    let said = try shell(
      """
      mkfifo text; exec 3<>text; head -c 40000 /dev/zero >&3
      '\(HarnessRun.binaries)/harness' --generate-completion-script bash >&3 2>errors &
      for i in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.2; grep -q pipe /proc/$!/wchan && break
      done
      kill -TERM $!; wait $!; echo "ends with $?"; cat errors
      """, in: scratch.path)
    #expect(said == "ends with 130\nharness: interrupted\n")
  }

  @Test func longMessagesBreakBetweenWordsInATerminal() throws {
    let program = """
      import fcntl, os, pty, struct, sys, termios
      process, terminal = pty.fork()
      if process == 0:
          fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
          os.execv(sys.argv[1], sys.argv[1:])
      text = b""
      try:
          while chunk := os.read(terminal, 4096): text += chunk
      except OSError:
          pass
      sys.stdout.write(text.decode().replace("\\r\\n", "\\n"))
      """
    try scratch.file("terminal.py", program)
    for (arguments, word) in [
      ("compare --trials", "supercalifragilistic"), ("scan nowhere.png --decoder", "unheard-of"),
      ("runs store check nowhere/of/all.sqlite", ""),
    ] {
      let words = Array(repeating: word, count: 9).joined(separator: " ")
      let said = try shell(
        "exec python3 terminal.py '\(HarnessRun.binaries)/harness' \(arguments)"
          + (word.isEmpty ? "" : " '\(words)'"), in: scratch.path)
      #expect(!said.isEmpty)
      // One that was cut in two is none.
      let whole = said.split(whereSeparator: \.isWhitespace).count { $0.contains(word) }
      #expect(word.isEmpty || whole == 9, "\(said)")
      for line in said.split(separator: "\n") {
        #expect(line.count <= 60 || !line.dropFirst(60).contains(" "), "\(line)")
      }
    }
  }
}
