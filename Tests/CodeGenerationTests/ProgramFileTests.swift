import Foundation
import TestSupport
import Testing

@testable import CodeGeneration

/// A program's files on the disk, and its commands.
@Suite struct ProgramFileTests {
  private func program(_ text: String) -> GeneratedProgram {
    GeneratedProgram(
      language: "c", summary: "C", files: [.init(path: "deep/a.c", text: text)], build: [], run: [],
      ignored: [])
  }

  @Test func ownFilesAreReplacedAndOthersAreNot() throws {
    let folder = try ScratchFolder()
    let place = folder.path + "/out"
    try program("one").write(to: place)
    try program("two").write(to: place)
    let file = place + "/deep/a.c"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "two")
    try Data("mine".utf8).write(to: URL(filePath: file))
    #expect(throws: ProgramWriteError.occupied(file)) { try program("three").write(to: place) }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    #expect(folder.names(in: "out/deep") == ["a.c"])
  }

  @Test func aFileThatWasThereBeforeIsForeign() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/deep", withIntermediateDirectories: true)
    try folder.file("deep/a.c", "one")
    #expect(throws: ProgramWriteError.occupied(folder.path + "/deep/a.c")) {
      try program("one").write(to: folder.path)
    }
  }

  private func runner(build: [String] = [], run: [String], in folder: ScratchFolder)
    -> ProgramRunner
  {
    ProgramRunner(build: build, run: run, in: folder.path)
  }

  @Test func readingsAreSortedByImage() async throws {
    let folder = try ScratchFolder()
    let script = """
      echo '{"image":"'$1'","symbology":"ean-13","hex":"00ff"}'
      echo '{"image":"'$3'","symbology":null,"hex":""}'; echo bad >&2; exit 2
      """
    let readings = try await runner(run: ["sh", "-c", script, "sh"], in: folder)
      .read(["/a", "/b", "/c"], limit: .seconds(20))
    #expect(
      readings
        == ProgramReadings(
          readings: [
            [ProgramReading(symbology: .ean13, bytes: [0, 255])], [],
            [ProgramReading(symbology: nil, bytes: [])],
          ], status: 2, errors: "bad\n"))
  }

  @Test func anImageThatKillsTheProgramIsTold() async throws {
    let folder = try ScratchFolder()
    let script =
      #"for i; do [ $i = /b ] && kill -9 $$; echo '{"image":"'$i'","symbology":null,"hex":"01"}'; done"#
    let readings = try await runner(run: ["sh", "-c", script, "sh"], in: folder)
      .read(["/a", "/b", "/c"], limit: .seconds(20))
    let one = [ProgramReading(symbology: nil, bytes: [1])]
    #expect(readings.readings == [one, nil, one] && readings.status == 2)
  }

  @Test func failuresHaveTheirOwnErrors() async throws {
    let folder = try ScratchFolder()
    await #expect(throws: ProgramRunError.buildFailed("oh\n")) {
      try await runner(build: ["sh", "-c", "echo oh >&2; exit 1"], run: [], in: folder)
        .build(limit: .seconds(20))
    }
    await #expect(throws: ProgramRunError.badOutput("hello")) {
      try await runner(run: ["echo", "hello"], in: folder).read([], limit: .seconds(20))
    }
    await #expect(throws: ProgramRunError.self) {
      try await runner(run: ["no-such-command"], in: folder).read([], limit: .seconds(20))
    }
  }

  /// The command's children end with it.
  @Test func aLateCommandIsEndedWithItsChildren() async throws {
    let folder = try ScratchFolder()
    let script = "sleep 300 & echo $! > child; sleep 300"
    await #expect(throws: ProgramRunError.timeLimit(command: "sh")) {
      try await runner(run: ["sh", "-c", script], in: folder).read([], limit: .seconds(1))
    }
    let text = try String(contentsOfFile: folder.path + "/child", encoding: .utf8)
    let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // A signal needs a moment to arrive.
    for _ in 0..<100 where Self.isRunning(child) { try await Task.sleep(for: .milliseconds(50)) }
    #expect(!Self.isRunning(child))
  }

  @Test func aCancelledCommandIsEndedToo() async throws {
    let folder = try ScratchFolder()
    let script = runner(run: ["sh", "-c", "echo $$ > own; sleep 300"], in: folder)
    let running = Task { try await script.read([], limit: .seconds(300)) }
    var child: Int32?
    while child == nil {
      try await Task.sleep(for: .milliseconds(10))
      let text = try? String(contentsOfFile: folder.path + "/own", encoding: .utf8)
      child = text.flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(try !Self.isRunning(#require(child)))
  }

  /// This process may have files open that no program must read.
  @Test func aCommandGetsNoOtherDescriptor() async throws {
    let folder = try ScratchFolder()
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    let script = "test -e /dev/fd/2 && test ! -e /dev/fd/\(descriptor)"
    try await runner(build: ["sh", "-c", script], run: [], in: folder).build(limit: .seconds(20))
  }

  @Test func aFolderThatIsNotThereIsTheReason() async throws {
    let missing = ProgramRunner(build: [], run: ["true"], in: "/no/such/folder")
    await #expect(
      throws: ProgramRunError.notStarted(command: "true", reason: "No such file or directory")
    ) {
      try await missing.read([], limit: .seconds(20))
    }
  }

  /// True for a process that is there and is no zombie.
  private static func isRunning(_ process: Int32) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let state = stat.split(separator: ")").last?.trimmingCharacters(in: .whitespaces).first
    else { return false }
    return state != "Z" && state != "X"
  }
}
