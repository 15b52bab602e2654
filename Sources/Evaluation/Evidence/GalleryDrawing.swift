import Base
import Corpora
import DecoderKit
import PluginHost
import Results
import Scanning
import Symbols

/// Draws the chosen samples, decodes them again to get the outlines of symbols, and completes the
/// gallery.
///
/// Without the corpus there are no images, and without a decoder there are no outlines of its
/// symbols. Either case is listed among the gallery's gaps and changes nothing else.
package struct GalleryDrawing {
  /// The most bytes that all images of a gallery may have together, before encoding as text.
  private static let mostBytes = 950_000
  /// The bytes that pictures of the survey may have beside those.
  private static let mostSurveyBytes = 320_000
  /// The number of misreads per decoder that are shown with their images.
  private static let picturedMisreads = 8

  private var evidence: RunEvidence
  private var drawer: SampleDrawer
  private let sources: [String: OutlineSource]
  private var bytes = 0
  private var surveyBytes = 0
  private var undrawn = 0

  /// Makes a drawing.
  ///
  /// - Parameters:
  ///   - evidence: The chosen samples, not drawn yet.
  ///   - record: The run's corpus.
  ///   - corpus: The corpus itself; `nil` when it is not available.
  ///   - decoders: Decoders that can be started again.
  package init(
    _ evidence: RunEvidence, of record: CorpusRecord, corpus: Corpus?,
    decoders: [ConfiguredDecoder]
  ) {
    self.evidence = evidence
    drawer = SampleDrawer(corpus: corpus, record: record)
    sources = Dictionary(decoders.map { ($0.label, OutlineSource($0)) }) { first, _ in first }
  }

  /// Draws everything and returns the evidence with images and outlines.
  ///
  /// - Throws: `ImageError` for an image that cannot be encoded; a sample that cannot be drawn is
  ///   left out.
  package consuming func completed() throws -> RunEvidence {
    defer { for source in sources.values { source.close() } }
    let misreads = evidence.misreads.map { $0.pictures.prefix(Self.picturedMisreads) }
    try draw(inTurns: evidence.gallery.examples.map { $0.pictures[...] } + misreads)
    for misread in evidence.misreads {
      for picture in misread.pictures { describe(picture) }
    }
    for picture in evidence.gallery.survey { try draw(picture, isSurvey: true) }
    if drawer.hasCorpus { dropUndrawn() }
    evidence.gallery.gaps += drawer.gaps + (undrawn > 0 ? [.noRoom(undrawn)] : [])
    return evidence
  }

  /// Draws the first sample of every list before the second of any, so that a lack of room shortens
  /// all lists alike.
  private mutating func draw(inTurns lists: [ArraySlice<Int>]) throws {
    for turn in 0..<(lists.map(\.count).max() ?? 0) {
      for list in lists where turn < list.count { try draw(list[list.startIndex + turn]) }
    }
  }

  /// Removes the examples for which there was no room.
  private mutating func dropUndrawn() {
    let pictures = evidence.gallery.pictures
    for index in evidence.gallery.examples.indices {
      evidence.gallery.examples[index].pictures.removeAll { pictures[$0].image == nil }
    }
    evidence.gallery.examples.removeAll(where: \.pictures.isEmpty)
    evidence.gallery.survey.removeAll { pictures[$0].image == nil }
  }

  private mutating func draw(_ number: Int, isSurvey: Bool = false) throws {
    let picture = evidence.gallery.pictures[number]
    guard picture.image == nil, let sample = drawer.sample(at: picture.place),
      !sample.image.isEmpty
    else { return }
    var file = try PictureFile(sample.image)
    if isSurvey, file.bytes.count > PictureFile.largestThumbnail {
      file = try PictureFile(thumbnailOf: sample.image)
    }
    let room = isSurvey ? Self.mostSurveyBytes - surveyBytes : Self.mostBytes - bytes
    guard file.bytes.count <= room else {
      undrawn += isSurvey ? 0 : 1
      return
    }
    if isSurvey { surveyBytes += file.bytes.count } else { bytes += file.bytes.count }
    evidence.gallery.pictures[number].image = file
    evidence.gallery.pictures[number].contents = Gallery.Contents(sample.truth)
    evidence.gallery.pictures[number].aim = sample.aim.map(Gallery.Aim.init)
    for (index, answer) in picture.answers.enumerated() {
      guard let source = sources[answer.decoder] else { continue }
      evidence.gallery.pictures[number].answers[index].outlines = source.outlines(
        of: sample, recorded: answer.verdict, corpus: drawer.corpus)
    }
  }

  /// Describes the symbols of a sample that is listed without its image.
  private mutating func describe(_ number: Int) {
    let picture = evidence.gallery.pictures[number]
    guard picture.contents == .notDrawn, let sample = drawer.sample(at: picture.place) else {
      return
    }
    evidence.gallery.pictures[number].contents = Gallery.Contents(sample.truth)
  }
}

extension Gallery.Aim {
  fileprivate init(_ aim: SampleAim) {
    let region = aim.region
    var radius: Double?
    if case .circle(_, let length) = region.shape { radius = length }
    self.init(area: region.area.corners, point: region.pointOfInterest, radius: radius)
  }
}

extension Gallery.Contents {
  fileprivate init(_ truth: Truth) {
    guard truth.isKnown else {
      self = .unknown
      return
    }
    self = .symbols(
      truth.expected.map { Symbol(symbology: $0.symbology, bytes: $0.bytes) })
  }
}

/// Draws a run's samples again, provided that the available corpus still makes the same ones.
struct SampleDrawer {
  /// The available corpus; `nil` without one.
  let corpus: Corpus?
  private let recorded: CorpusRecord
  /// The record of the available corpus; its groups and levels may differ from the run's.
  private let current: CorpusRecord?
  private var renderer: SampleRenderer?
  private var changed = 0
  private var failures: [String] = []

  init(corpus: Corpus?, record: CorpusRecord) {
    self.corpus = corpus
    recorded = record
    current = corpus.map(CorpusRecord.init)
    renderer = corpus.map(SampleRenderer.init)
  }

  var hasCorpus: Bool { corpus != nil }

  /// The reasons samples were not drawn.
  var gaps: [Gallery.Gap] {
    var gaps: [Gallery.Gap] = []
    if changed > 0 { gaps.append(.changedSamples(changed)) }
    if let failure = failures.first {
      gaps.append(.undrawable(failures.count, firstError: failure))
    }
    return gaps
  }

  /// Draws a sample of the run; `nil` when it cannot be drawn or would differ from the run's
  /// sample.
  mutating func sample(at place: SamplePlace) -> Sample? {
    guard let corpus, let current, renderer != nil else { return nil }
    let wanted = recorded.groups[place.group]
    let level = recorded.levels[place.level]
    guard let group = current.groups.firstIndex(where: { $0.id == wanted.id }),
      let step = current.levels.firstIndex(of: level),
      current.groups[group].cellHashes[step] == wanted.cellHashes[place.level]
    else {
      changed += 1
      return nil
    }
    do {
      return try renderer?.draw(group: corpus.groups[group], level: level, trial: place.trial)
    } catch {
      failures.append("\(error)")
      return nil
    }
  }
}

/// A decoder that decodes samples once more to get corners, because a run records none.
struct OutlineSource {
  private let configured: ConfiguredDecoder
  private let worker: DecoderChain

  init(_ decoder: ConfiguredDecoder) {
    configured = decoder
    worker = DecoderChain(
      members: decoder.members, health: DecoderHealth(givingUpAfter: 3), stop: StopSignal())
  }

  /// Corners of the symbols found, provided that the decoder gives the recorded verdict again. Most
  /// samples with nothing read, or with an error, are not decoded again.
  func outlines(of sample: Sample, recorded verdict: Verdict, corpus: Corpus?) -> [Corners] {
    guard verdict.mayHaveReadings(of: sample), let corpus else {
      return []
    }
    let selected = worker.decode(sample, of: corpus, by: configured)
    guard case .readings(let readings) = selected.attempt.outcome,
      Finding(selected, of: sample, by: configured.identity)?.verdict == verdict
    else { return [] }
    return readings.compactMap(\.corners)
  }

  /// Ends the decoder's process.
  func close() {
    worker.close()
  }
}

extension Verdict {
  /// True if the decoder may have returned readings, right or wrong. A miss comes with readings
  /// only where an image has several symbols.
  fileprivate func mayHaveReadings(of sample: Sample) -> Bool {
    switch self {
    case .read, .misread, .wrongCode, .several, .falsePositive, .detected: true
    case .noRead: sample.truth.expected.count > 1 || !sample.truth.isComplete
    case .cannotSelect, .clean, .undetected, .crash, .timeout, .failed: false
    }
  }
}
