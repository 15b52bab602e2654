import Corpora
import Foundation
import TestSupport
import Testing

/// Tests with the photos beside the project, if they are there: they are not part of it.
@Suite(
  .enabled(if: RealPhotos.arePresent, "../shared/data/photos is not part of the project"))
struct RealPhotosTests {
  @Test func countsAreThoseOfFind() throws {
    let corpus = try ImageFolder.load(path: RealPhotos.path)
    for group in corpus.groups {
      let folder = "\(RealPhotos.path)/\(group.folder)"
      let images = try RealPhotos.find(["\(folder)", "-iregex", ".*\\.\\(png\\|jpe?g\\)"])
      #expect(group.photos.map(\.file).sorted() == images.sorted())
      let truths = try RealPhotos.find([
        folder, "(", "-name", "*.txt", "-o", "-name", "*.bin", ")", "!", "-name", "*.result.txt",
      ])
      let known = group.photos.count { $0.truth != .unknown }
      #expect(known == (group.expectsNothing ? images.count : truths.count), "\(group.name)")
    }
    let folders = try RealPhotos.find([RealPhotos.path, "-mindepth", "1", "-type", "d"])
    #expect(corpus.groups.count == folders.count)
    #expect(corpus.groups.count { $0.symbology != nil } == folders.count - 1)
    #expect(corpus.groups.filter(\.expectsNothing).map(\.name) == ["falsepositives-2"])
    #expect(corpus.warnings == [.groupWithoutTruth("multi-qrcode-1")])
    #expect(try ImageFolder.load(path: RealPhotos.path + "/").sha256 == corpus.sha256)
  }

  @Test func everyPhotoIsDrawn() throws {
    let corpus = try ImageFolder.load(path: RealPhotos.path)
    for photo in corpus.photos { _ = try photo.draw() }
    for photo in corpus.groups.compactMap(\.photos.first) {
      #expect(Set(try photo.draw().pixels).count > 1)
    }
  }
}

enum RealPhotos {
  static let path: String = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appending(path: "../shared/data/photos").standardizedFileURL.path
  }()

  static let arePresent = FileManager.default.fileExists(atPath: path)

  static func find(_ arguments: [String]) throws -> [String] {
    let output = try SystemProgram.run(["find"] + arguments).output
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
