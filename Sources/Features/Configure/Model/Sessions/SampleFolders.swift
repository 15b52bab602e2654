import Base
import Corpora
import Foundation
import Sessions

/// The samples as two corpora in the output folder: links to the images, with a manifest of their symbols.
struct SampleFolders {
  /// The corpus to choose by; `nil` without samples for it.
  let learned: Corpus?
  /// The corpus to judge by; `nil` without samples for it.
  let heldOut: Corpus?

  /// Writes the folders.
  ///
  /// - Throws: `FileError` for a folder that cannot be written, `FolderError` for images that changed in the
  ///   meantime.
  init(_ halves: SampleHalves, in folder: String) throws {
    learned = try Self.corpus(halves.learned, in: folder + "/samples/learned")
    heldOut = try Self.corpus(halves.heldOut, in: folder + "/samples/held-out")
  }

  private struct Line: Encodable {
    struct Symbol: Encodable {
      let symbology: String
      let bytes: Data
    }

    let file: String
    let symbols: [Symbol]
    let complete: Bool
  }

  /// Writes images with their manifest as a corpus; `nil` without images.
  ///
  /// - Parameter place: Puts an image at a path; by default a link to it.
  static func corpus(
    _ images: [SurveyedImage], in folder: String,
    place: (SurveyedImage, String) throws -> Void = {
      try Folder.link($1, to: ScanInputs.realPath($0.path))
    }
  ) throws -> Corpus? {
    // Samples of an earlier configuration are none of this one's.
    try? FileManager.default.removeItem(atPath: folder)
    guard !images.isEmpty else { return nil }
    try Folder.make(folder)
    var manifest: [UInt8] = []
    for image in images {
      try place(image, folder + "/" + image.name)
      let line = Line(
        file: image.name,
        symbols: image.symbols.map {
          Line.Symbol(symbology: $0.symbology.rawValue, bytes: Data($0.bytes))
        }, complete: image.isComplete)
      manifest += try SortedJSON.data(line) + [0x0a]
    }
    try AtomicFile.write(manifest, to: folder + "/manifest.jsonl", isDurable: false)
    return try Corpus.load(path: folder)
  }
}
