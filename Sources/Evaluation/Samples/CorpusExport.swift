import Base
import Corpora
import DecoderKit
import Drawing
import Foundation
import Images
import Scanning
import Symbols

/// A corpus as files: an image per sample and a manifest with the truth of each.
///
/// The manifest has one JSON object per line, so that it can be read while it is written and never
/// has to fit in memory.
package struct CorpusExport {
  private let corpus: Corpus
  private let folder: String

  package init(corpus: Corpus, folder: String) {
    self.corpus = corpus
    self.folder = folder
  }

  /// One line of the manifest.
  struct Entry: Encodable {
    /// A symbol that the image shows.
    struct Symbol: Encodable {
      var symbology: Symbology?
      var bytes: Data
      var corners: Corners?
      /// Rows of modules, 1 dark and 0 light.
      var matrix: [String]?
      /// Module coordinates (column, row, 1) → pixels, row by row; 3 × 4 around a cylinder.
      var transform: [Double]?
      /// The cylinder around which the label is wrapped; `nil` for a flat one.
      var cylinder: SurfaceMap.Cylinder?
    }

    var schemaVersion = 1
    var file: String
    var sample: String
    var sampleHash: String
    var width: Int
    var height: Int
    var symbols: [Symbol]
    /// The aim at one of the symbols; `nil` where all of them are to be found.
    var aim: Aim?

    /// The target with the region around the aim, in pixels of the image.
    struct Aim: Encodable {
      /// The index of the target among the symbols.
      var target: Int
      var pointOfInterest: [Double]
      /// x, y, width and height.
      var scanArea: [Double]
      /// The radius of a circle around the point; `nil` for another selection.
      var radius: Double?
      /// The x, y, width and height of a rectangle; `nil` for another selection.
      var rectangle: [Double]?
    }
  }

  /// Writes all images and the manifest and returns the number of images.
  package func write() throws -> Int {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let manifest = try AtomicFile(path: folder + "/manifest.jsonl", isDurable: false)
    var count = 0
    try CorpusWalk(corpus).forEach { sample in
      let entry = Entry(sample)
      try PNG.write(sample.image, path: folder + "/" + entry.file)
      try manifest.write(SortedJSON.data(entry) + Data("\n".utf8))
      count += 1
    }
    try manifest.commit()
    return count
  }
}

extension CorpusExport.Entry {
  init(_ sample: Sample) {
    let key = sample.key
    file = "\(key.recipe)_\(key.condition)_\(key.level.text)_\(key.trial).png"
    self.sample = sample.name
    sampleHash = sample.hash
    width = sample.image.width
    height = sample.image.height
    symbols = sample.truth.expected.indices.map { index in
      let expected = sample.truth.expected[index]
      let drawn = sample.drawn.indices.contains(index) ? sample.drawn[index] : nil
      return Symbol(
        symbology: expected.symbology, bytes: Data(expected.bytes), corners: expected.corners,
        matrix: drawn?.symbol.matrix, transform: drawn?.map.coefficients,
        cylinder: drawn?.map.cylinder)
    }
    aim = sample.aim.map(Aim.init)
  }
}

extension CorpusExport.Entry.Aim {
  fileprivate init(_ aim: SampleAim) {
    func sides(_ rectangle: Rectangle) -> [Double] {
      [rectangle.x, rectangle.y, rectangle.width, rectangle.height]
    }
    target = aim.target
    pointOfInterest = [aim.region.pointOfInterest.x, aim.region.pointOfInterest.y]
    scanArea = sides(aim.region.area)
    switch aim.region.shape {
    case nil: break
    case .circle(_, let radius): self.radius = radius
    case .rectangle(let rectangle): self.rectangle = sides(rectangle)
    }
  }
}

extension Symbol {
  /// Rows of modules, `1` dark and `0` light.
  fileprivate var matrix: [String] {
    (0..<rows).map { row in
      String((0..<columns).map { isDark(column: $0, row: row) ? Character("1") : Character("0") })
    }
  }
}
