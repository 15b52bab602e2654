import Corpora
import DecoderKit
import Foundation
import Images

/// A folder of photos that a test fills; it is removed after the test.
final class PhotoFolder {
  let path: String

  init(named name: String = "corpus") throws {
    path = NSTemporaryDirectory() + "photo-folder-\(UUID().uuidString)/\(name)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    let parent = URL(filePath: path).deletingLastPathComponent()
    try? FileManager.default.removeItem(at: parent)
  }

  func write(_ bytes: [UInt8], to file: String) throws {
    let url = URL(filePath: "\(path)/\(file)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  func write(_ text: String, to file: String) throws { try write(Array(text.utf8), to: file) }

  /// Adds small images, each different from the others.
  func addImages(_ files: String...) throws {
    for file in files { try addImage(file) }
  }

  func addImage(_ file: String, width: Int = 3, height: Int = 2) throws {
    var image = GrayImage(width: width, height: height, filledWith: 200)
    for (index, byte) in file.utf8.enumerated() {
      image[index % width, index / width % height] ^= byte
    }
    try write(PNG.encode(image), to: file)
  }

  func load() throws -> ImageFolder { try ImageFolder.load(path: path) }

  /// The problems found when the folder is loaded, with "…" for the folder's path.
  func problems() -> [String] {
    do {
      _ = try load()
      return []
    } catch let error as FolderError {
      return error.problems.map { $0.replacingOccurrences(of: path, with: "…") }
    } catch {
      return ["\(error)"]
    }
  }
}

extension ImageFolder {
  var photos: [Photo] { groups.flatMap(\.photos) }

  func truth(of relativePath: String) -> PhotoTruth? {
    photos.first { $0.relativePath == relativePath }?.truth
  }
}

extension PhotoTruth {
  /// The truth that a `.txt` or `.bin` file gives.
  static func file(_ text: String, _ symbology: Symbology? = nil) -> PhotoTruth {
    .known(
      [PhotoSymbol(symbology: symbology, bytes: Array(text.utf8), certainty: .writtenText)],
      isComplete: false)
  }
}
