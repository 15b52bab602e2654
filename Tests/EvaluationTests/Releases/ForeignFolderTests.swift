import Base
import Foundation
import TestSupport
import Testing

/// Files from strangers: plain files of one folder are read, and nothing else is followed, waited for or kept.
@Suite struct ForeignFolderTests {
  private let scratch: ScratchFolder
  private let folder: ForeignFolder

  init() throws {
    scratch = try ScratchFolder()
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/inside", withIntermediateDirectories: false)
    try scratch.file("inside/plain.json", "{}")
    try scratch.file("secret", "a key")
    folder = try ForeignFolder(scratch.path + "/inside")
  }

  private func isRefused(_ name: String, maximumBytes: Int = 100) -> Bool {
    (try? folder.read(name, maximumBytes: maximumBytes)) == nil
  }

  @Test func aPlainFileIsRead() throws {
    #expect(try folder.read("plain.json", maximumBytes: 2) == Array("{}".utf8))
  }

  @Test func aFileLargerThanAskedForIsNot() { #expect(isRefused("plain.json", maximumBytes: 1)) }

  @Test(arguments: ["../secret", "/etc/hostname", "..", ".", "", "a/../plain.json"])
  func aNameThatLeavesTheFolderIsRefused(_ name: String) { #expect(isRefused(name)) }

  @Test func aNameEndsAtNoZero() { #expect(isRefused("plain.json\0")) }

  @Test func linksAreNotFollowed() throws {
    let inside = scratch.path + "/inside"
    try FileManager.default.createSymbolicLink(
      atPath: inside + "/link", withDestinationPath: scratch.path + "/secret")
    try FileManager.default.createSymbolicLink(
      atPath: inside + "/own", withDestinationPath: "plain.json")
    #expect(isRefused("link") && isRefused("own"))
  }

  @Test func nobodyWaitsForAPipe() throws {
    try #require(mkfifo(scratch.path + "/inside/pipe", 0o600) == 0)
    #expect(isRefused("pipe"))
  }

  @Test func levelsOfJSONAreCounted() throws {
    func nested(_ levels: Int) -> Data {
      Data((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
    }
    try BoundedJSON.check(nested(BoundedJSON.mostLevels))
    #expect(throws: DecodingError.self) {
      try BoundedJSON.check(nested(BoundedJSON.mostLevels + 1))
    }
    #expect(throws: DecodingError.self) { try BoundedJSON.check(nested(4_000_000)) }
  }

  @Test func linesBeyondTheBoundAreNotLookedAt() {
    var seen: [Int] = []
    let isAll = BoundedJSON.forEachLine(of: Array("1\n\n2\n3\n".utf8), as: Int.self, atMost: 3) {
      number, _ in seen.append(number)
    }
    #expect(!isAll && seen == [1, 3])
  }
}
