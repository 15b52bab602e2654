import Corpora
import DecoderKit
import Measuring
import Results
import Sessions

/// Grades samples of a stored run: drawn ones where they were drawn, photos where the gauge finds the
/// symbol.
struct RunGrading: Sendable {
  private let run: StoredComparison
  private let corpus: Corpus
  private let grader: SymbolGrader
  private let mostSamples: Int
  private let jobs: Int

  /// Makes the grading of a run.
  ///
  /// - Parameters:
  ///   - source: The run.
  ///   - grader: The standard and the aperture.
  ///   - mostSamples: The samples that are graded at most; 1 or more.
  ///   - jobs: Samples in work at the same time; 1 or more.
  /// - Throws: ``RequestError`` if the run's samples cannot be drawn again as they were, or have no
  ///   grades.
  init(
    _ source: ReportSource, grader: SymbolGrader, mostSamples: Int, jobs: Int
  ) throws {
    precondition(mostSamples >= 1 && jobs >= 1, "counts are 1 or more")
    let record = source.run.record
    guard let corpus = source.corpus else {
      throw RequestError(
        "grades need the run's images, and its corpus cannot be loaded: \(source.missingCorpus ?? "")"
      )
    }
    guard corpus.sha256 == record.corpus.sha256 else {
      throw RequestError(
        "the corpus \(corpus.name) has changed since run \(source.run.number), so its images cannot "
          + "be drawn as they were: name the earlier file with --corpus, or compare again")
    }
    guard !record.corpus.isOfStreams else {
      throw RequestError("the frames of a stream have no grades: name a run of single images")
    }
    (run, self.corpus) = (source.run, corpus)
    (self.grader, self.mostSamples, self.jobs) = (grader, mostSamples, jobs)
  }

  /// Grades the samples and joins them with the verdicts. Blocks the caller.
  ///
  /// Samples are taken trial by trial, so that groups and levels have about equal shares.
  ///
  /// - Throws: The first error of drawing, or one of the store.
  func table() throws -> GradeTable {
    let places = places()
    let graded = try places.indices.concurrentMap(
      threads: jobs, state: { SampleRenderer(corpus: corpus) }
    ) { index, renderer in
      try grade(places[index], &renderer)
    }
    return try GradeTable(graded, ofRun: run.number, in: run.store)
  }

  private func places() -> [SamplePlace] {
    let numbering = run.record.corpus.numbering
    var places: [SamplePlace] = []
    for number in 0..<numbering.count where places.count < mostSamples {
      guard numbering.belongs(number, to: run.record.shard),
        let place = numbering.place(of: number)
      else { continue }
      places.append(place)
    }
    return places
  }

  private func grade(
    _ place: SamplePlace, _ renderer: inout SampleRenderer
  ) throws -> GradedSample {
    let sample = try renderer.draw(
      group: corpus.groups[place.group], level: run.record.corpus.levels[place.level],
      trial: place.trial)
    func result(_ grades: Result<SymbolGrades, GradingFailure>) -> GradedSample {
      GradedSample(place: place, grades: grades.mapError(UngradedReason.symbol))
    }
    func none(_ reason: UngradedReason) -> GradedSample {
      GradedSample(place: place, grades: .failure(reason))
    }
    if sample.drawn.count > 1 || sample.truth.expected.count > 1 { return none(.severalSymbols) }
    if let drawn = sample.drawn.first {
      return result(
        grader.grade(drawn.symbol, in: sample.image) { drawn.map.apply(x: $0, y: $1) })
    }
    guard let expected = sample.truth.expected.first, sample.file != nil else {
      return none(.noSymbol)
    }
    let reading = Reading(
      symbology: expected.symbology, bytes: expected.bytes, corners: expected.corners)
    return result(grader.grade([reading], in: sample.image)[0])
  }
}
