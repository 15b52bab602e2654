import Base
import Foundation
import TestSupport
import Testing

@Suite struct AtomicFileTests {
  private func contents(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [false, true])
  func piecesAppearTogetherAndOnlyWhenCommitted(isDurable: Bool) throws {
    let scratch = try ImagesScratch()
    let path = scratch.path + "/a b#é.txt"
    try "old".write(toFile: path, atomically: false, encoding: .utf8)
    let file = try AtomicFile(path: path, isDurable: isDurable)
    var expected = ""
    for number in 0..<30_000 {
      try file.write("line \(number)\n")
      expected += "line \(number)\n"
    }
    try file.write([0x65, 0x6e, 0x64])
    #expect(contents(path) == "old")
    try file.complete()
    #expect(contents(path) == "old")
    try file.commit()
    #expect(contents(path) == expected + "end")
    #expect(try scratch.entries.count == 1)
  }

  @Test func whatIsNotCommittedLeavesNothing() throws {
    let scratch = try ImagesScratch()
    let path = scratch.path + "/a"
    do {
      let file = try AtomicFile(path: path, isDurable: false)
      try file.write("lost")
      #expect(try scratch.entries.count == 1)
    }
    #expect(try scratch.entries.isEmpty)
    let file = try AtomicFile(path: path, isDurable: false)
    file.discard()
    file.discard()
    #expect(try scratch.entries.isEmpty)
  }

  @Test func severalFilesTakeTheirPlacesTogether() throws {
    let scratch = try ImagesScratch()
    let files = try (0..<3).map { try AtomicFile(path: "\(scratch.path)/\($0)", isDurable: false) }
    for file in files { try file.write("x") }
    for file in files { try file.complete() }
    #expect(try scratch.entries.allSatisfy { $0.hasSuffix(".partial") })
    for file in files { try file.commit() }
    #expect(try scratch.entries == ["0", "1", "2"])
  }

  @Test func aPlaceThatIsTakenMeanwhileIsAnErrorAndLeavesNothing() throws {
    let scratch = try ImagesScratch()
    let path = scratch.path + "/a"
    let file = try AtomicFile(path: path, isDurable: false)
    try file.write("x")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: FileError.self) { try file.commit() }
    #expect(error?.description == "\(path): cannot be replaced: Is a directory")
    #expect(try scratch.entries == ["a"])
  }

  @Test func foldersAndDevicesAreNotReplaced() throws {
    let scratch = try ImagesScratch()
    for (path, what) in [(scratch.path, "a folder"), ("/dev/null", "a device or a pipe")] {
      let error = #expect(throws: FileError.self) {
        try AtomicFile(path: path, isDurable: false)
      }
      #expect(error?.description == "\(path): cannot be replaced: it is \(what)")
    }
    let nowhere = scratch.path + "/none/a"
    let error = #expect(throws: FileError.self) {
      try AtomicFile.write([1], to: nowhere, isDurable: true)
    }
    #expect(error?.description == "\(nowhere): cannot be written: No such file or directory")
    #expect(error?.systemCode == ENOENT)
  }

  @Test(.enabled(if: SmallDisk.canBeMounted, "mounting a small disk takes root and the right to"))
  func aFullDiskIsAnErrorAndLeavesNothing() throws {
    let scratch = try ImagesScratch()
    try #require(SmallDisk.mount(on: scratch.path, kilobytes: 100))
    defer { SmallDisk.unmount(scratch.path) }
    let path = scratch.path + "/a"
    let file = try AtomicFile(path: path, isDurable: true)
    let error = #expect(throws: FileError.self) {
      for _ in 0..<10 { try file.write([UInt8](repeating: 1, count: 50_000)) }
      try file.commit()
    }
    let reason = "cannot be written: the disk is full; free some space, or write elsewhere"
    #expect(error?.description == "\(path): \(reason)")
    #expect(try scratch.entries.isEmpty)
  }
}
