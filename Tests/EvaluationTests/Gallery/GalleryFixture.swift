import Analysis
import Corpora
import Evaluation
import Results

@testable import RunFixtures

/// A finished run whose verdicts a test decides, with its scores.
struct GalleryFixture {
  let corpus: Corpus
  let table: ScoreTable
  let inspection: RunInspection

  /// Makes a run.
  ///
  /// - Parameter finding: The finding of a decoder (by its index) on a sample; `nil` for not tried.
  init(
    levels: String = "1, 1.5, 2, 3, 4", trials: Int = 200, groups: Int = 1, labels: [String],
    finding: (Int, SamplePlace) -> Finding?
  ) throws {
    corpus = try Fixture.corpus(levels: levels, trials: trials, groups: groups)
    let supports = Array(repeating: true, count: groups)
    let record = Fixture.record(
      corpus, decoders: labels.map { Fixture.configured($0, supports: supports) })
    let store = MemoryStore()
    let run = store.begin(record).number
    let schedule = record.corpus.numbering
    let observations = labels.indices.flatMap { decoder in
      (0..<schedule.count).compactMap { number -> Observation? in
        guard let place = schedule.place(of: number), let finding = finding(decoder, place) else {
          return nil
        }
        return Observation(
          decoder: decoder, place: place, finding: finding, wallNanoseconds: 1_000_000)
      }
    }
    store.append(observations, toRun: run)
    store.finish(run: run, outcome: Fixture.outcome())
    table = try Scorer.scores(ofRun: run, in: store)
    inspection = try RunInspection(ofRun: run, in: store)
  }

  /// The run's evidence, with images drawn from the fixture's corpus or from another one.
  func evidence(corpus other: Corpus?? = nil, gaps: [Gallery.Gap] = []) throws -> RunEvidence {
    var evidence = GalleryChoice(inspection, table: table).evidence(
      reproduceOptions: "--seed '7'")
    evidence.gallery.gaps = gaps
    return try GalleryDrawing(
      evidence, of: inspection.run.corpus, corpus: other ?? corpus, decoders: []
    ).completed()
  }
}

extension RunEvidence {
  /// The places of an exhibit's samples.
  func places(_ decoder: String, _ subject: ExampleSet.Subject) -> [SamplePlace] {
    let all = gallery.examples + misreads
    return all.filter { $0.decoder == decoder && $0.subject == subject }
      .flatMap { $0.pictures.map { gallery.pictures[$0].place } }
  }
}
