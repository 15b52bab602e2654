import DecoderKit
import Reporting
import Results
import Testing

@testable import RunFixtures

/// Pages of the score fixtures, with made-up evidence that fits them.
enum PageFixture {
  /// The pages' texts, written once.
  private static let texts: [ScoreFixture.Name: Result<String, any Error>] = Dictionary(
    uniqueKeysWithValues: ScoreFixture.Name.allCases.map { name in
      (name, Result { written(try ScoreFixture.table(name)) })
    })

  private static func written(_ table: ScoreTable) -> String {
    PageReport(evidence: evidence(table)).render(table)
  }

  static func page(_ name: ScoreFixture.Name) throws -> (ScoreTable, String, Markup) {
    let text = try #require(texts[name]).get()
    return (try ScoreFixture.table(name), text, try Markup.parse(text))
  }

  static func page(of fixture: ScoreFixture) throws -> (ScoreTable, String, Markup) {
    let table = try fixture.table()
    let text = written(table)
    return (table, text, try Markup.parse(text))
  }

  static let payload = "<script>alert(1)</script>\" onload='x' & \u{202E}"

  /// A stand-in for a picture. The page never looks at its bytes.
  private static let image = PictureFile(
    mediaType: "image/png", bytes: Array("not really an image".utf8), width: 53, height: 53)

  static func evidence(_ table: ScoreTable) -> RunEvidence {
    let tried = table.decoders.filter { $0.total.tried > 0 }.map(\.label)
    let part = LatencyDistribution.Part(
      count: 100, median: 1.25, p95: 2.5, p99: 4,
      bins: (0..<LatencyScale.binCount).map { $0 % 7 })
    let pictures = (0..<4).map { trial in
      Gallery.Picture(
        key: "qr-small/v2-m/upright/1/\(trial)",
        place: .init(group: 0, level: 0, trial: trial), image: trial < 3 ? image : nil,
        contents: .symbols([.init(symbology: .qrCode, bytes: Array(payload.utf8))]),
        answers: tried.enumerated().map { index, label in
          Gallery.Answer(
            decoder: label, verdict: Verdict.allCases[(trial + index) % 10],
            printed: trial == 1 ? payload : nil,
            outlines: index == 0 ? [corners] : index == 1 ? [beyond] : [],
            command: "harness reproduce 'qr-small/v2-m/upright/1/\(trial)' --decoder '\(label)'")
        })
    }
    let subjects: [ExampleSet.Subject] = [
      .belowThreshold, .missed, .island, .broken(.crash), .broken(.timeout), .broken(.failed),
      .readOnlyBy(tried.last ?? ""),
    ]
    return RunEvidence(
      latencyScale: LatencyScale(lowest: 0.1, highest: 30),
      latencies: tried.map { LatencyDistribution(decoder: $0, reads: part, misses: nil) },
      misreads: tried.prefix(2).map {
        ExampleSet(decoder: $0, subject: .misread, total: 9, pictures: [1, 3])
      },
      gallery: Gallery(
        pictures: tried.isEmpty ? [] : pictures,
        examples: tried.flatMap { label in
          subjects.map { ExampleSet(decoder: label, subject: $0, total: 12, pictures: [0, 1, 2]) }
        }, survey: tried.isEmpty ? [] : [0, 1, 2],
        gaps: [.noCorpus(reason: "because of \(payload)")]))
  }

  /// Corners far outside the image, as a decoder with faulty arithmetic may report them.
  private static let beyond = Corners(
    topLeft: Point(x: -1e30, y: 4), topRight: Point(x: 1e300, y: 4),
    bottomRight: Point(x: 48, y: 48), bottomLeft: Point(x: 4, y: 48))

  private static let corners = Corners(
    topLeft: Point(x: 4, y: 4), topRight: Point(x: 48.25, y: 4.5),
    bottomRight: Point(x: 48, y: 48), bottomLeft: Point(x: 4, y: 47.96))
}
