import Base
import Corpora
import DecoderKit
import Foundation
import Results

/// Measurements of a corpus by the gauge, kept in a file for the next run.
///
/// It is used again for the same samples at the same place and the same readings, by the same program: a
/// gauge that changed measures anew. A file of anything else counts as none.
struct KeptMeasurements {
  private let path: String
  private let identity: String
  private let places: [SamplePlace]

  private static let maximumBytes = 1 << 30

  /// - Parameter program: The SHA-256 of the program that measures.
  init(
    in folder: String, of corpus: Corpus, readings: [SamplePlace: [[Reading]]],
    program: String? = Self.program
  ) {
    path = folder + "/measured.json"
    let numbering = SampleNumbering(of: corpus)
    places = (0..<numbering.count).compactMap(numbering.place)
    // Without a program's hash nothing is the same program.
    identity = ContentHash.sha256(
      ofParts: [program ?? UUID().uuidString, corpus.sha256, corpus.file, "\(corpus.seed)"]
        + places.map { Self.text($0, readings[$0] ?? []) })
  }

  /// The measurements of all samples; `nil` if they are not there or of something else.
  func read() -> [SamplePlace: CorpusGauge.Measured]? {
    guard let bytes = try? WholeFile.read(path, maximumBytes: Self.maximumBytes),
      let file = try? JSONDecoder().decode(File.self, from: Data(bytes)),
      file.identity == identity, file.measured.count == places.count
    else { return nil }
    return Dictionary(uniqueKeysWithValues: zip(places, file.measured))
  }

  /// Keeps measurements of all samples; those of a run that was stopped are not kept.
  func write(_ measured: [SamplePlace: CorpusGauge.Measured]) throws {
    let ordered = places.compactMap { measured[$0] }
    guard ordered.count == places.count else { return }
    let bytes = try JSONEncoder().encode(File(identity: identity, measured: ordered))
    try AtomicFile.write([UInt8](bytes), to: path, isDurable: false)
  }

  private struct File: Codable {
    var identity: String
    var measured: [CorpusGauge.Measured]
  }

  private static func text(_ place: SamplePlace, _ readings: [[Reading]]) -> String {
    var text = "\(place.group) \(place.level) \(place.trial):"
    for readings in readings {
      text += "|"
      for reading in readings { text += self.text(reading) + ";" }
    }
    return text
  }

  private static func text(_ reading: Reading) -> String {
    var text = (reading.symbology?.rawValue ?? "none") + " " + Hexadecimal.text(reading.bytes)
    guard let corners = reading.corners else { return text }
    for point in [corners.topLeft, corners.topRight, corners.bottomRight, corners.bottomLeft] {
      text += " \(point.x),\(point.y)"
    }
    return text
  }

  /// The SHA-256 of this program's file; `nil` if it cannot be read.
  private static let program: String? = Bundle.main.executablePath.flatMap { path in
    (try? WholeFile.read(path, maximumBytes: maximumBytes)).map(ContentHash.sha256)
  }
}
