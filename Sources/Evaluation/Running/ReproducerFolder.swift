import Base
import Corpora
import DecoderKit
import Foundation
import Images
import Results
import Synchronization

/// Keeps the images that caused an error, each as a PNG with a JSON file that says what happened.
final class ReproducerFolder: Sendable {
  private let path: String
  private let corpus: Corpus
  private let numbering: SampleNumbering
  private let reproduceOptions: String
  private let kept = Mutex<[String: KeptErrors]>([:])

  init(of plan: ComparisonPlan) {
    path = plan.reportFolder
    corpus = plan.corpus
    numbering = plan.numbering
    reproduceOptions = plan.reproduceOptions.text
  }

  /// Saves a sample, unless enough of the same decoder and verdict have been saved.
  ///
  /// The first sample of each cause, in the order of ``SampleNumbering``, is always saved: reports
  /// name it.
  func save(_ sample: Sample, _ observation: Observation, by configured: ConfiguredDecoder) throws {
    let number = numbering.number(of: observation.place)
    let isWanted = kept.withLock {
      $0[configured.label, default: KeptErrors()].wants(observation.finding, number: number)
    }
    guard isWanted else { return }
    let place = observation.place
    let record = DecoderRecord(configured, corpus: corpus)
    let image =
      path + "/"
      + ReproducerFile.image(
        decoder: configured.label, key: sample.name, verdict: observation.verdict,
        cellHash: corpus.cellHash(
          group: corpus.groups[place.group], level: corpus.sweep.levels[place.level]),
        library: record.library, version: record.version, options: record.options)
    try FileManager.default.createDirectory(
      atPath: Folder.parent(of: image), withIntermediateDirectories: true)
    try PNG.write(sample.image, path: image)
    let reproducer = Reproducer(
      sample, observation, by: configured, corpus: corpus, reproduceOptions: reproduceOptions)
    try AtomicFile.write(
      Array(SortedJSON.data(reproducer, isPretty: true)), to: image.dropLast(3) + "json",
      isDurable: false)
  }
}

/// The errors of one decoder whose images are kept.
package struct KeptErrors {
  /// The most images kept per verdict, beside the first one of each cause.
  package static let limit = 25

  private var counts: [Verdict: Int] = [:]
  /// The lowest number of a sample of each cause.
  private var firsts: [ErrorSignature: Int] = [:]

  package init() {}

  /// True if the image of an error should be kept, which is then taken as done.
  package mutating func wants(_ finding: Finding, number: Int) -> Bool {
    let signature = ErrorSignature(finding)
    let first = firsts[signature]
    let isTold = first != nil || firsts.count < ErrorSignature.mostTold
    let isFirst = isTold && number < first ?? .max
    if isFirst { firsts[signature] = number }
    let hasRoom = counts[finding.verdict, default: 0] < Self.limit
    if hasRoom { counts[finding.verdict, default: 0] += 1 }
    return isFirst || hasRoom
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
  var printed: String?
  var expected: [Expected]
  var reproduce: String

  init(
    _ sample: Sample, _ observation: Observation, by configured: ConfiguredDecoder, corpus: Corpus,
    reproduceOptions: String
  ) {
    self.sample = sample.name
    sampleHash = sample.hash
    corpusSHA256 = corpus.sha256
    decoder = configured.label
    library = configured.identity.library
    libraryVersion = configured.identity.version
    options = configured.options.values
    verdict = observation.verdict
    detail = observation.finding.detail
    printed = observation.finding.printed
    expected = sample.truth.expected.map {
      Expected(symbology: $0.symbology, bytes: Data($0.bytes))
    }
    reproduce = ReproduceCommand.line(
      key: sample.name, decoder: configured.argument, options: reproduceOptions)
  }
}
