import Foundation
import TestSupport
import Testing

@testable import Base

@Suite struct ContentHashTests {
  /// Also of a file that is longer than what is read at once, and of one that is read a second time.
  @Test func aFilesHashIsThatOfItsBytesWheneverItIsAsked() throws {
    let scratch = try ScratchFolder()
    for count in [0, 1, 1 << 16, 200_001] {
      var bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
      let file = try scratch.file("f", bytes: bytes)
      for _ in 0..<2 { #expect(ContentHash.sha256(ofFile: file) == ContentHash.sha256(of: bytes)) }
      if count > 0 { bytes[count / 2] ^= 1 }
      let changed = try scratch.file("f", bytes: bytes)
      #expect(ContentHash.sha256(ofFile: changed) == ContentHash.sha256(of: bytes))
    }
    // One that nobody has changed for long is read once.
    let old = "/bin/sh"
    let hash = try ContentHash.sha256(of: Array(Data(contentsOf: URL(filePath: old))))
    for _ in 0..<2 { #expect(ContentHash.sha256(ofFile: old) == hash) }
  }

  @Test func whatCannotBeReadHasNoHash() throws {
    let scratch = try ScratchFolder()
    #expect(ContentHash.sha256(ofFile: scratch.path + "/none") == nil)
    #expect(ContentHash.sha256(ofFile: scratch.path) == nil)
  }
}
