import Base
import Corpora
import DecoderKit
import Foundation
import Images
import Results
import Synchronization

/// Keeps the images that caused an error, each as a PNG with a JSON file that says what happened.
final class ReproducerFolder: Sendable {
  /// The most images kept per decoder and verdict; the store has the keys of all others.
  static let limit = 25

  private let path: String
  private let corpus: Corpus
  private let reproduceOptions: String
  private let kept = Mutex<[String: Int]>([:])

  init(of plan: ComparisonPlan) {
    path = plan.reproducerFolder
    corpus = plan.corpus
    reproduceOptions = plan.reproduceOptions
  }

  /// Saves a sample, unless enough of the same decoder and verdict have been saved.
  func save(_ sample: Sample, _ observation: Observation, by configured: ConfiguredDecoder) throws {
    let kind = "\(configured.label)/\(observation.verdict.rawValue)"
    let isWanted = kept.withLock { counts in
      counts[kind, default: 0] += 1
      return counts[kind, default: 0] <= Self.limit
    }
    guard isWanted else { return }
    let folder = path + "/" + Self.fileName(configured.label)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let base = folder + "/" + Self.fileName(sample.key.description)
    try PNG.write(sample.image, path: base + ".png")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let reproducer = Reproducer(
      sample, observation, by: configured, corpus: corpus, reproduceOptions: reproduceOptions)
    try AtomicFile.write(
      Array(encoder.encode(reproducer)), to: base + ".json", isDurable: false)
  }

  private static func fileName(_ text: String) -> String {
    // File systems allow names of 255 bytes; options can make labels longer.
    String(text.prefix(60).map { $0.isLetter || $0.isNumber || "-.=".contains($0) ? $0 : "_" })
  }
}

/// The contents of a reproducer's JSON file.
struct Reproducer: Codable {
  /// A symbol in the image.
  struct Expected: Codable {
    var symbology: Symbology?
    var bytes: Data
  }

  var schemaVersion = 1
  var sample: String
  var sampleHash: String
  var corpusSHA256: String
  var decoder: String
  var library: String
  var libraryVersion: String
  var options: [String: String]
  var verdict: Verdict
  var detail: String?
  var expected: [Expected]
  var reproduce: String

  init(
    _ sample: Sample, _ observation: Observation, by configured: ConfiguredDecoder, corpus: Corpus,
    reproduceOptions: String
  ) {
    self.sample = sample.key.description
    sampleHash = sample.hash
    corpusSHA256 = corpus.sha256
    decoder = configured.label
    library = configured.identity.library
    libraryVersion = configured.identity.version
    options = configured.options.values
    verdict = observation.verdict
    detail = observation.finding.detail
    expected = sample.truth.expected.map {
      Expected(symbology: $0.symbology, bytes: Data($0.bytes))
    }
    reproduce = ReproduceCommand.line(
      key: sample.key.description, decoder: configured.argument, options: reproduceOptions)
  }
}
