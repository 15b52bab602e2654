import Analysis
import Corpora
import DecoderKit
import Images
import Results
import Scanning
import TestSupport
import Testing

@testable import RunFixtures

/// Scores of streams: frames that were decoded once, played to a scanner on the virtual clock.
@Suite struct StreamScoreTests {
  private static let cameras = CameraCatalog(
    folders: [
      #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Corpora/Cameras"
    ])

  /// A hand that brings a code nearer from 1 m at 0.4 and 0.8 m/s, for 2 seconds.
  private func corpus(trials: Int) throws -> Corpus {
    try Corpus(
      yaml: """
        format: 1
        name: film
        version: 1
        title: Film
        question: When?
        seed: 11
        symbols: [{name: qr, symbology: qr-code, version: 2, ecc: M, width: 20mm, payload: {kind: digits, length: 20}}]
        conditions:
          - {name: hand, camera: iphone-11, mode: 1920x1080, distance: 1, nearest: 0.2, rotation: {random: [0, 9]}}
        sweep: {axis: time, duration: 2s, second: {axis: approach, levels: [0.4, 0.8]}}
        trials: \(trials)
        """, file: "film.yaml", cameras: Self.cameras)
  }

  private func table(
    _ corpus: Corpus, decoders: [String] = ["a"], _ rules: StreamRules,
    finding: (Int, SamplePlace) -> (Finding, milliseconds: Int)?
  ) throws -> StreamTable {
    var record = Fixture.record(
      corpus, decoders: decoders.map { Fixture.configured($0, supports: [true, true]) })
    record.settings.stream = rules
    let store = MemoryStore()
    let run = store.begin(record).number
    for decoder in decoders.indices {
      for place in (0..<record.corpus.numbering.count).compactMap(record.corpus.numbering.place) {
        guard let (finding, time) = finding(decoder, place) else { continue }
        store.append(
          [
            Observation(
              decoder: decoder, place: place, finding: finding, wallNanoseconds: 77_000_000,
              cpuNanoseconds: time * 1_000_000)
          ], toRun: run)
      }
    }
    store.finish(run: run, outcome: Fixture.outcome())
    return try #require(try Scorer.scores(ofRun: run, in: store).streams)
  }

  /// A decoder that reads if and only if a module is 2 px wide: f × 0.8 mm ÷ distance = 2 px.
  @Test func aPlantedThresholdIsMetWithinOneFrameOfItsCrossing() throws {
    let corpus = try corpus(trials: 3)
    let renderer = SampleRenderer(corpus: corpus)
    let table = try table(corpus, StreamRules(everyMilliseconds: nil)) { _, place in
      let group = corpus.groups[place.group]
      let size = try? renderer.specification(
        of: SampleKey(
          corpus: "film", recipe: group.recipe, condition: group.condition,
          level: corpus.sweep.levels[place.level], trial: place.trial))?.camera[.moduleSize]
      return (Finding(size ?? 0 >= 2 ? .read : .noRead), 1)
    }
    let metres = 26 / 1872.0.squareRoot() * 5040 / 2.1 * 0.8 / 2 / 1000
    for (group, speed) in zip(table.groups, [0.4, 0.8]) {
      let crossing = (1 - metres) / speed
      let score = try #require(group.decoders.first)
      for time in [score.median.value, score.p95.value] {
        let late = try #require(time) - crossing
        #expect(late >= 0 && late <= 1.0 / 30 + 0.001, "\(group.group): \(late)")
      }
      #expect(score.firstReads == 3 && score.judgedShare == 1 && score.wrongFirst == 0)
    }
  }

  /// Half of the streams are never read: 95 % are not reached, and streams are waited for to their end.
  @Test func whatIsNotReadIsCensoredAtTheEnd() throws {
    let table = try table(corpus(trials: 8), StreamRules(everyMilliseconds: nil)) { _, place in
      (Finding(place.trial % 2 == 0 && place.level >= 6 ? .read : .noRead), 2)
    }
    let score = try #require(table.decoders.first)
    #expect(score.streams == 16 && score.firstReads == 8)
    #expect(score.p95 == .init(value: nil, lower: nil, upper: nil))
    #expect(score.steps.map(\.share) == [0.5])
    // 8 streams of 7 frames until the read, 8 of 60 in vain; 2 ms each.
    #expect(abs((score.cpuSecondsPerFirstRead ?? 0) - (8 * 7 + 8 * 60) * 0.002 / 8) < 1e-12)
    #expect(abs((score.cpuSecondsPerRead ?? 0) - 16 * 60 * 0.002 / (8 * 54)) < 1e-12)
  }

  /// 80 ms a frame: every 100 ms it keeps up; with all frames it falls behind, 60 × 80 ms for 2 s.
  @Test func throttlingSavesASlowDecoderFromFallingBehind() throws {
    let slow: (Int, SamplePlace) -> (Finding, milliseconds: Int)? = { _, place in
      (Finding(place.level >= 15 ? .read : .noRead), 80)
    }
    let throttled = try table(corpus(trials: 2), StreamRules(), finding: slow)
    #expect(abs((throttled.decoders[0].median.value ?? 0) - 0.58) < 1e-6)
    #expect(throttled.decoders[0].judgedShare == 20.0 / 60)
    let all = try table(corpus(trials: 2), StreamRules(everyMilliseconds: nil), finding: slow)
    #expect(abs((all.decoders[0].median.value ?? 0) - 16 * 0.08) < 1e-6)
    let effects = throttled.effects
    #expect(effects.prefix(4).map(\.rules.everyMilliseconds) == [nil, 33, 100, 200])
    #expect(effects[0].score.median == all.decoders[0].median)
    // Busy for 80 ms: of "every 33 ms" only every third frame is left.
    #expect(effects[1].score.judgedShare == 20.0 / 60)
    #expect(effects[3].score.judgedShare == 10.0 / 60)
  }

  /// A wrong code in one frame, the right one from the next but two on: confirmation waits for it.
  @Test func confirmationKeepsASingleWrongCodeOut() throws {
    let finding: (Int, SamplePlace) -> (Finding, milliseconds: Int)? = { _, place in
      switch place.level {
      case 3: (Finding(.misread, detail: "QR Code: 123"), 1)
      case 6...: (Finding(.read), 1)
      default: (Finding(.noRead), 1)
      }
    }
    let rules = StreamRules(everyMilliseconds: nil)
    let single = try table(corpus(trials: 10), rules, finding: finding)
    #expect(single.decoders[0].wrongFirst == 20 && single.decoders[0].wrongFirstUpperBound == 1)
    #expect(abs((single.decoders[0].median.value ?? 0) - 0.201) < 1e-6)
    let double = try #require(
      single.effects.first { $0.rules.confirmations == 2 && $0.rules.window == 3 })
    #expect(double.score.wrongFirst == 0)
    #expect(abs((double.score.median.value ?? 0) - (7.0 / 30 + 0.001)) < 1e-6)
  }

  /// The same frames, found out by the scanner itself: it decodes and reports what the virtual clock says.
  @Test func theVirtualClockDecidesAsTheScannerDoes() async throws {
    var random = SeededGenerator(seed: 5)
    for rules in [
      StreamRules(), StreamRules(everyMilliseconds: 33, confirmations: 2, window: 3),
      StreamRules(everyMilliseconds: nil, confirmations: 2, window: 2),
    ] {
      let found = (0..<60).map { _ in
        (isRead: Int.random(in: 0..<4, using: &random) == 0, Int.random(in: 1...90, using: &random))
      }
      let table = try table(corpus(trials: 1), rules) { _, place in
        place.group == 0
          ? (Finding(found[place.level].isRead ? .read : .noRead), found[place.level].1) : nil
      }
      let score = try #require(table.groups[0].decoders.first)
      let reader = ScriptedReader(found.map { ($0.isRead, .milliseconds($0.1)) })
      let scanner = FrameScanner(
        reader: reader, options: ScannerOptions(policy: rules.policy, rules: rules.codeRules))
      let (events, continuation) = AsyncStream.makeStream(of: ScannerEvent.self)
      try await scanner.start(source: NumberedFrames(count: 60)) { (event: ScannerEvent) in
        continuation.yield(event)
        if case .ended = event { continuation.finish() }
      }
      var first: Int?
      var judged = 0
      for await event in events {
        if case .codes(let codes) = event { first = first ?? codes.first?.frame }
        if case .ended(_, let counts) = event { judged = counts.judged }
      }
      #expect(score.judgedShare == Double(judged) / 60)
      guard let first, rules.everyMilliseconds != nil else { continue }
      let time = Double(first) / 30 + Double(found[first].1) / 1000
      #expect(abs((score.median.value ?? -1) - time) < 1e-5)
    }
  }

  @Test func pairsAreComparedStreamByStreamAndCorrected() throws {
    let table = try table(corpus(trials: 20), decoders: ["a", "b", "c"], StreamRules()) {
      decoder, place in
      let late = place.trial % 7 * 3 + (decoder == 2 ? 6 : 0)
      return (Finding(place.level >= late ? .read : .noRead), decoder == 1 ? 2 : 1)
    }
    #expect(table.comparisons.count == 3 && table.comparisons.allSatisfy { $0.streams == 40 })
    // Later by a millisecond in each stream, in the same frame.
    let alike = try #require(table.comparisons.first { $0.later != "c" })
    #expect(alike.p == 1 && !alike.isSignificant)
    let slow = table.comparisons.filter { $0.later == "c" }
    #expect(slow.count == 2 && slow.allSatisfy { $0.isSignificant && $0.adjustedP >= $0.p })
  }

  @Test func streamsThatLackFramesAndOtherCorporaHaveNoScores() throws {
    let table = try table(corpus(trials: 3), StreamRules()) { _, place in
      place.trial == 1 && place.level == 30 ? nil : (Finding(.read), 1)
    }
    #expect(table.decoders[0].streams == 4)
    let still = Fixture.record(
      try Fixture.corpus(levels: "1, 2", trials: 4),
      decoders: [Fixture.configured("a", supports: [true])])
    #expect(try Fixture.scores(of: still) { _, _ in .read }.streams == nil)
  }
}

/// A reader whose answers are known: the frame's number is its first pixel.
private struct ScriptedReader: FrameReader {
  let answers: [(isRead: Bool, time: Duration)]

  init(_ answers: [(isRead: Bool, time: Duration)]) { self.answers = answers }

  func read(_ image: GrayImage, hints: DecodeHints) async -> FrameAnswer {
    let answer = answers[Int(image.pixels[0])]
    let reading = Reading(symbology: .qrCode, bytes: [1])
    return FrameAnswer(.readings(answer.isRead ? [reading] : []), decodeTime: answer.time)
  }
}

/// Frames on their own clock, 30 a second.
private struct NumberedFrames: FrameSource {
  let count: Int
  var isLive: Bool { false }

  var frames: AsyncThrowingStream<Frame, any Error> {
    AsyncThrowingStream { continuation in
      for index in 0..<count {
        let microseconds = (Double(index) / 30 * 1e6).rounded()
        guard let image = try? GrayImage(width: 2, height: 2, pixels: [UInt8(index), 0, 0, 0])
        else { continue }
        continuation.yield(
          Frame(index: index, time: .microseconds(Int(microseconds)), image: image))
      }
      continuation.finish()
    }
  }
}
