import Base
import Corpora
import Evaluation
import Images
import PluginHost
import ResultStore
import Results
import Sessions

/// From drawn to real: decoders over drawn corpora and over photos, both measured by one gauge.
struct RealismSession: Sendable {
  private let context: DecodingContext
  private let folder: String

  /// Makes a session.
  ///
  /// - Parameter folder: The folder for the results of all decodes, which are kept and used again.
  init(_ context: DecodingContext, folder: String) {
    self.context = context
    self.folder = folder
  }

  /// A part of the work, with the samples done and of all.
  enum Step: Sendable {
    /// Decoders run over a corpus.
    case decoding(String, samples: Int)
    /// The gauge measures a corpus's symbols.
    case measuring(String, done: Int, of: Int)
  }

  /// The decoders that take part.
  func decoders(_ references: [DecoderReference]) throws -> DecoderChoice {
    let choice = try context.decoders(references)
    guard !choice.decoders.isEmpty else {
      let reasons = choice.unavailable.map { "\($0.label): \($0.reason)" }
      throw PluginError(
        .unavailable, (["no decoder can take part"] + reasons).joined(separator: "; "))
    }
    return choice
  }

  /// The comparison, with pictures of its worst surprises.
  struct Result: Sendable {
    /// The comparison.
    let report: RealismReport
    /// Photos by their index in the report.
    let pictures: [Int: PictureFile]
  }

  /// Compares. Blocks the caller.
  ///
  /// - Parameters:
  ///   - photos: Corpora of photos.
  ///   - drawn: Corpora that are drawn, from which the models come.
  ///   - mostSurprises: The number of a decoder's surprises of which there are pictures.
  /// - Returns: `nil` if the work was stopped.
  func run(
    photos: [Corpus], drawn: [Corpus], decoders: [ConfiguredDecoder], mostSurprises: Int,
    told: @escaping @Sendable (Step) -> Void = { _ in }
  ) throws -> Result? {
    // A corpus that is named twice is no second one.
    let (photos, drawn) = (photos.uniqued(by: \.sha256), drawn.uniqued(by: \.sha256))
    // Photos first: what is wrong with them shows before minutes of drawing.
    let seen = try photos.enumerated().map { index, corpus in
      try observe(corpus, by: decoders, named: "photos-\(index + 1)", told: told)
    }
    guard seen.contains(where: { !$0.symbols.isEmpty }) else {
      if context.stop.isRequested { return nil }
      throw RequestError(
        "no photo has a symbol whose data is known: put name.txt beside a photo")
    }
    let known = try drawn.map { try observe($0, by: decoders, named: $0.name, told: told) }
    if context.stop.isRequested { return nil }
    let report = RealismReport(drawn: known, photos: seen)
    return Result(report: report, pictures: Self.pictures(report, most: mostSurprises))
  }

  private static func pictures(_ report: RealismReport, most: Int) -> [Int: PictureFile] {
    let wanted = Set(report.decoders.flatMap { $0.surprises.prefix(most).map(\.photo) })
    return wanted.reduce(into: [:]) { pictures, index in
      guard let file = report.photos[index].file,
        let image = try? ImageFile.decode(ImageBytes.bytes(ofFile: file), name: file)
      else { return }
      pictures[index] = try? PictureFile(image)
    }
  }

  /// Decodes and measures a corpus. Blocks the caller.
  ///
  /// - Parameters:
  ///   - corpus: The corpus.
  ///   - decoders: The decoders.
  ///   - name: The name of its folder in the session's own.
  func observe(
    _ corpus: Corpus, by decoders: [ConfiguredDecoder], named name: String,
    told: @escaping @Sendable (Step) -> Void
  ) throws -> SeenCorpus {
    let place = "\(folder)/\(name)"
    try Folder.make(place)
    told(.decoding(corpus.name, samples: SampleNumbering(of: corpus).sampleCount))
    var plan = try context.plan(corpus, decoders, folder: place)
    // The gauge starts from what was read, and where.
    plan.keptReadings = .all
    let session = try ComparisonSession(
      plan: plan, folder: place, settings: context.settings, provenance: context.provenance)
    let number = try session.decode(stop: context.stop)
    let store = try SQLiteStore(path: place + "/" + StoreLocation.fileName)
    let answers = try RealismAnswers(ofRun: number, in: store, by: decoders)
    let kept = KeptMeasurements(in: place, of: corpus, readings: answers.readings)
    let measured: [SamplePlace: CorpusGauge.Measured]
    if let before = kept.read() {
      measured = before
    } else {
      let gauge = CorpusGauge(
        corpus: corpus, readings: answers.readings, jobs: context.jobs, stop: context.stop)
      measured = gauge.run { told(.measuring(corpus.name, done: $0, of: $1)) }
      try kept.write(measured)
    }
    let (record, _) = try store.record(ofRun: number)
    return join(measured, answers, record, decoders, corpus)
  }

  /// Puts each decoder's outcomes beside what was measured.
  private func join(
    _ measured: [SamplePlace: CorpusGauge.Measured], _ answers: RealismAnswers,
    _ record: RunRecord, _ decoders: [ConfiguredDecoder], _ corpus: Corpus
  ) -> SeenCorpus {
    var seen = SeenCorpus(name: corpus.name, decoders: decoders.map(\.label))
    let numbering = SampleNumbering(of: corpus)
    for index in 0..<numbering.count {
      guard let place = numbering.place(of: index), let image = measured[place] else { continue }
      if let fault = image.fault {
        seen.unreadable.append(fault)
      } else if !image.isTruthKnown {
        seen.withoutTruth += 1
      } else if image.symbols.isEmpty {
        seen.withoutCode += 1
      }
      let reads = answers.outcomes(
        at: place, of: image.symbols.map(\.symbology), by: decoders)
      for (symbol, one) in image.symbols.enumerated() {
        seen.symbols.append(
          SeenSymbol(
            key: record.corpus.key(of: place), file: image.file,
            level: image.file == nil ? corpus.sweep.levels[place.level].value : nil,
            symbology: one.symbology, condition: one.condition, gap: one.gap,
            outline: one.outline, reads: reads.map { $0[symbol] }))
      }
    }
    return seen
  }
}
