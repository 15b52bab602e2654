import Foundation
import Reporting
import Results
import TestSupport
import Testing

@testable import RunFixtures

@Suite struct ReportFolderTests {
  /// Runs `body` with a new folder and removes the folder afterwards.
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "reports-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private struct Failing: ReportWriter {
    struct Reason: Error {}
    let fileName = "failing.txt"
    func render(_ table: ScoreTable) throws -> String { throw Reason() }
  }

  private struct Fixed: ReportWriter {
    var fileName = "fixed.txt"
    var text = "text"
    func render(_ table: ScoreTable) -> String { text }
  }

  @Test func writesEveryReportIntoAFolderThatItMakes() throws {
    let table = try ScoreFixture.table(.deserted)
    try withFolder { folder in
      let path = folder + "/a/b"
      let files = try ReportFolder.write(table, to: path)
      let named = ["scores.json", "scores.md", "scores.csv", "junit.xml", "badge.json"]
      #expect(try names(in: path) == named.sorted())
      #expect(files == named.map { "\(path)/\($0)" })
      let json = try String(contentsOfFile: files[0], encoding: .utf8)
      #expect(try JSONReport.read(json) == table)
    }
  }

  @Test func aSecondRunReplacesTheFirst() throws {
    let table = try ScoreFixture.table(.deserted)
    try withFolder { folder in
      try ReportFolder.write(table, to: folder, writers: [Fixed(text: "a longer first text")])
      try ReportFolder.write(table, to: folder, writers: [Fixed(text: "second")])
      #expect(try String(contentsOfFile: folder + "/fixed.txt", encoding: .utf8) == "second")
      #expect(try names(in: folder) == ["fixed.txt"])
    }
  }

  @Test func whenOneWriterFailsNothingIsTouched() throws {
    let table = try ScoreFixture.table(.deserted)
    try withFolder { folder in
      try ReportFolder.write(table, to: folder, writers: [Fixed(text: "before")])
      #expect(throws: Failing.Reason.self) {
        try ReportFolder.write(table, to: folder, writers: [Fixed(text: "after"), Failing()])
      }
      #expect(try String(contentsOfFile: folder + "/fixed.txt", encoding: .utf8) == "before")
      #expect(try names(in: folder) == ["fixed.txt"])
    }
  }

  @Test func aPlaceThatCannotBeTakenIsNamedAndLeavesNothingHalfWritten() throws {
    let table = try ScoreFixture.table(.deserted)
    try withFolder { folder in
      let taken = folder + "/taken.txt"
      try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: true)
      let error = #expect(throws: ReportError.self) {
        try ReportFolder.write(table, to: folder, writers: [Fixed(fileName: "taken.txt")])
      }
      #expect(error?.path == taken)
      #expect(error?.code == .file)
      #expect(try names(in: folder) == ["taken.txt"])
    }
  }

  @Test func preparingMakesTheFolderAndLeavesItEmpty() throws {
    try withFolder { folder in
      try ReportFolder.prepare(folder + "/x/y/")
      #expect(try names(in: folder + "/x/y").isEmpty)
      try ReportFolder.prepare(folder + "/x/y")
    }
  }

  @Test func aFileInTheWayIsNamedBeforeAnyWork() throws {
    try withFolder { folder in
      let file = folder + "/file"
      try "".write(toFile: file, atomically: true, encoding: .utf8)
      let error = #expect(throws: ReportError.self) { try ReportFolder.prepare(file + "/reports") }
      let text = try #require(error?.description)
      #expect(text.hasPrefix(file + "/reports: the report folder cannot be made"))
      #expect(text.contains("because of \(file): it is a file"))
      #expect(text.contains("--output"))
    }
  }

  // The kernel refuses new files in /proc even to root, whom permissions do not stop.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self"), "there is no /proc"))
  func aFolderThatCannotBeWrittenIsNamedBeforeAnyWork() throws {
    let error = #expect(throws: ReportError.self) { try ReportFolder.prepare("/proc/self") }
    #expect(error?.path == "/proc/self")
    #expect(error?.description.contains("nothing can be written to the report folder") == true)
  }

  @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small disk takes root and the right to"))
  func aFullDiskIsAnErrorThatNamesTheFileAndLeavesNothing() throws {
    let scratch = try ScratchFolder()
    try #require(SmallDisk.mount(on: scratch.path, kilobytes: 100))
    defer { SmallDisk.unmount(scratch.path) }
    let texts = [("a.md", "small"), ("b.md", String(repeating: "large", count: 100_000))]
    let error = #expect(throws: ReportError.self) {
      try ReportFolder.write(texts.map { (name: $0.0, text: $0.1) }, to: scratch.path)
    }
    let reason = "cannot be written: the disk is full; free some space, or write elsewhere"
    #expect(error?.description == "\(scratch.path)/b.md: the report \(reason)")
    #expect(scratch.names().isEmpty)
  }
}
