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

  /// What is opened by a database is looked at alike, without being read.
  @Test func whatSomethingElseReadsIsAPlainFileToo() throws {
    let inside = scratch.path + "/inside"
    try FileManager.default.createSymbolicLink(
      atPath: inside + "/link", withDestinationPath: "plain.json")
    try #require(mkfifo(inside + "/pipe", 0o600) == 0)
    try folder.check("plain.json", maximumBytes: 2)
    for (name, words) in [
      ("link", "is a link"), ("pipe", "is a device or a pipe"), ("../secret", "has a name"),
      ("absent", "cannot be opened"),
    ] {
      let fault = #expect(throws: FileError.self) { try folder.check(name, maximumBytes: 100) }
      #expect(fault?.message.contains(words) == true, "\(name): \(fault?.message ?? "")")
    }
    #expect(throws: FileError.self) { try folder.check("plain.json", maximumBytes: 1) }
  }

  /// Secrets of rounds, commitments and locks of releases.
  @Test func filesWithAVersionAreReadAsStrangersFiles() throws {
    struct Value: Codable { var schemaVersion = 1 }
    let path = try scratch.file("inside/value.json", "{\"schemaVersion\": 1}")
    func read(_ path: String) throws -> Value {
      try VersionedFile.read(Value.self, path: path, version: 1, maximumBytes: 100)
    }
    #expect(try read(path).schemaVersion == 1)
    let link = scratch.path + "/inside/link.json"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    try #require(mkfifo(scratch.path + "/inside/pipe.json", 0o600) == 0)
    for path in [link, scratch.path + "/inside/pipe.json", "/dev/zero"] {
      #expect(throws: FileError.self) { try read(path) }
    }
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

  /// Parsers differ in the value that they take: one shows what another one does not check.
  @Test(arguments: [
    #"{"a": 1, "a": 2}"#, #"[{"b": {"a": 1, "c": [{"a": 1}], "a": 1}}]"#, #"{"a": 1, "\u0061": 2}"#,
    #"{"": 1, "": 1}"#,
  ])
  func namesAreThereOnce(_ text: String) {
    let error = #expect(throws: DecodingError.self) { try BoundedJSON.check(Data(text.utf8)) }
    #expect(error.map(DecodingErrorText.sentence)?.contains("there twice") == true)
  }

  @Test func equalNamesOfDifferentObjectsAreSound() throws {
    try BoundedJSON.check(
      Data(#"{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": {"a": "a", "A": "\"a\": 1"}}"#.utf8))
    // What is no JSON is left to the parser.
    try BoundedJSON.check(Data("}]{[:}:]".utf8))
  }

  @Test func linesBeyondTheBoundAreNotLookedAt() {
    var seen: [Int] = []
    let isAll = BoundedJSON.forEachLine(of: Array("1\n\n2\n3\n".utf8), as: Int.self, atMost: 3) {
      number, _ in seen.append(number)
    }
    #expect(!isAll && seen == [1, 3])
  }
}
