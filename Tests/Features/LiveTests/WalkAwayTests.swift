import Base
import DecoderKit
import Foundation
import Results
import Statistics
import TestSupport
import Testing

@testable import Live

/// What a walk-away makes of frames.
@Suite struct WalkAwayTests {
  private let reading = Reading(symbology: .qrCode, bytes: Array("A".utf8))

  private func walk(_ steps: [(Double, Double?, [Bool?])]) -> WalkAway {
    var walk = WalkAway(reading: reading)
    for (frame, (seconds, size, reads)) in steps.enumerated() {
      walk.add(
        WalkAway.Step(frame: frame, seconds: seconds, modulePixels: size, reads: reads))
    }
    return walk
  }

  @Test func sizesAreInterpolatedBetweenNeighboursInTime() throws {
    let sizes = walk([
      (0, 4, [true]), (0.1, nil, [false]), (0.3, nil, [false]), (0.4, 1, [false]),
    ]).sizes
    // Equal steps in time are equal factors in size: 4 to 1 in four steps.
    #expect(abs(try #require(sizes[1]) - 4 / pow(4, 0.25)) < 1e-12)
    #expect(abs(try #require(sizes[2]) - 4 / pow(4, 0.75)) < 1e-12)
  }

  @Test func nothingIsGuessedBeyondTheLastMeasurementOrOverALongGap() {
    let sizes = walk([
      (0, nil, [false]), (1, 4, [true]), (2, nil, [false]), (4, 2, [true]), (5, nil, [false]),
    ]).sizes
    #expect(sizes == [nil, 4, nil, 2, nil])
  }

  /// A crash or a hang says nothing of the size.
  @Test func framesWithoutAnAnswerDoNotCount() {
    let walk = walk([(0, 4, [true, nil]), (0.1, 3, [nil, true]), (0.2, 2, [false, false])])
    #expect(walk.outcomes(of: 0).map(\.size) == [4, 2])
    #expect(walk.outcomes(of: 1).map(\.isRead) == [true, false])
    let summary = walk.summary(of: 0)
    #expect(summary.frames == 2 && summary.reads == 1)
    #expect(summary.smallestRead == 4 && summary.largestMiss == 2)
  }

  @Test func aSlowDecodersLateAnswerCountsForItsOwnFrame() {
    var walk = walk([(0, 4, [nil]), (0.1, 3, [nil]), (0.2, 2, [nil])])
    walk.note(isRead: true, by: 0, inFrame: 1)
    walk.note(isRead: true, by: 0, inFrame: 7)
    #expect(walk.outcomes(of: 0).map(\.size) == [3])
  }

  @Test func withoutAReadOrAMissThereIsNoThreshold() {
    let all = walk([(0, 4, [true, false]), (0.1, 3, [true, false])])
    #expect(all.summary(of: 0).half == nil)
    #expect(all.summary(of: 1).half == nil)
  }

  /// A read at 2 px and a miss at 1 px, with a tail of one or of many.
  @Test func aWalkThatEndsTooSoonOrStartsTooFarSaysHowToBoundItsThreshold() {
    func sentence(near: Int, far: Int) -> String {
      let sizes = Array(repeating: true, count: near) + Array(repeating: false, count: far)
      let steps = sizes.enumerated().map { step, isRead in
        let size = 2 * pow(1.02, Double(isRead ? near - step : near - step - 20))
        return (Double(step) / 10, Optional(size), [Optional(isRead)])
      }
      return WalkAnswer.sentence("zbar", walk(steps).summary(of: 0), unread: nil)
    }
    let (on, nearer) = ("Walk on past the last read", "Start nearer")
    let bounded = sentence(near: 30, far: 30)
    #expect(!bounded.contains(on) && !bounded.contains(nearer), "\(bounded)")
    let soon = sentence(near: 30, far: 1)
    #expect(soon.contains("px or less") && soon.contains(on) && !soon.contains(nearer), "\(soon)")
    let late = sentence(near: 1, far: 30)
    #expect(late.contains("px or more") && late.contains(nearer) && !late.contains(on), "\(late)")
  }

  @Test(arguments: [
    (Symbology.qrCode, "dmtx does not read QR Codes."),
    (.ean13, "dmtx does not read EAN-13 codes."),
  ]) func aDecoderThatDoesNotReadTheSymbologyIsNamed(symbology: Symbology, sentence: String) {
    let nothing = walk([]).summary(of: 0)
    #expect(WalkAnswer.sentence("dmtx", nothing, unread: symbology) == sentence)
  }

  /// A walk from 4 px away at ten frames a second, read down to 2 px, with so many frames beyond.
  @Test(arguments: [
    (10, 0, false, "zbar still reads it. Move away slowly."),
    (40, 20, false, "Stay in view for 3 s more."),
    (40, 55, true, "nobody has read it for 5 s"), (0, 30, false, "come nearer"),
  ]) func aWalkSaysWhatIsNextAndWhenItIsEnough(
    near: Int, far: Int, isEnough: Bool, words: String
  ) {
    let walk = walk(
      (0..<near + far).map { step in
        let size =
          step < near ? 4 - 2 * Double(step) / Double(near) : 1.9 - 0.005 * Double(step - near)
        return (Double(step) / 10, Optional(size), [Optional(step < near)])
      })
    let advice = WalkAdvice([("zbar", walk.summary(of: 0), walk.silence(of: 0))])
    #expect(advice.isEnough == isEnough && advice.text.contains(words), "\(advice)")
  }

  /// The first decoder read no frame of the last two seconds, the second one every frame.
  @Test func onlyDecodersThatStillReadItAreSaidToReadIt() {
    let walk = walk(
      (0..<40).map { step in
        let seconds = Double(step) / 10
        return (seconds, Optional(4 - seconds / 2), [Optional(step < 20), true])
      })
    let advice = WalkAdvice(
      ["zbar", "zxing"].enumerated().map {
        ($1, walk.summary(of: $0), walk.silence(of: $0))
      })
    #expect(advice.text == "zxing still reads it. Move away slowly.")
  }

  /// A decoder that does not read the symbology, and so read nothing, keeps nobody walking.
  @Test func narrowIntervalsAreEnough() {
    let crossing = CorrelatedCrossing.estimates(
      (0..<400).map { step in
        let size = 3 - 2 * Double(step % 200) / 200
        return SizedOutcome(seconds: Double(step) / 2, size: size, isRead: size > 2)
      }, rates: [0.5, 0.95])
    func summary(half: CorrelatedCrossing?, reads: Int) -> WalkSummary {
      WalkSummary(
        frames: 400, reads: reads, sizes: 1...3, smallestRead: 2, largestMiss: 2, half: half,
        reliable: crossing?[1])
    }
    let (known, stranger) = (summary(half: crossing?[0], reads: 200), summary(half: nil, reads: 0))
    let both = WalkAdvice([("zbar", known, 0), ("dmtx", stranger, nil)])
    #expect(both.isEnough && both.text.contains("narrow"), "\(both) \(crossing as Any)")
    let open = summary(half: nil, reads: 200)
    #expect(!WalkAdvice([("zbar", known, 0), ("zxing", open, 0)]).isEnough)
  }

  /// What the walk does not know is said: once each, and with the way to it.
  @Test func aCommandNamesWhatIsMissing() {
    var view = WalkRecord.View(symbology: .qrCode, value: "A", camera: nil)
    (view.columns, view.rows) = (25, 25)
    let bare = WalkCommand("w.json", of: view)
    #expect(
      bare.command?.line
        == "harness distance --walk-away w.json --code qr:v2:SIZE --focal-pixels FOCAL")
    #expect(bare.missing.map { $0.prefix { $0 != " " } } == ["SIZE", "FOCAL"])
    (view.moduleMillimetres, view.focalPixels) = (0.8, 1042)
    let whole = WalkCommand("w.json", of: view)
    #expect(whole.command?.line == "harness distance --walk-away w.json --code qr:v2:20mm")
    #expect(whole.missing.isEmpty)
  }

  /// Whatever code was seen: the command is one that `distance` takes, or there is a reason for none.
  @Test(
    arguments: [
      (Symbology.qrCode, 25, 25, "qr:v2:20mm"), (.microQRCode, 15, 15, "micro-qr:M3:12mm"),
      (.rMQRCode, 43, 11, "rmqr:R11x43:34.4mm"), (.aztec, 15, 15, "aztec:compact-1:12mm"),
      (.aztec, 27, 27, "aztec:compact-4:21.6mm"), (.aztec, 31, 31, "aztec:full-4:24.8mm"),
      (.aztec, 151, 151, "aztec:full-32:120.8mm"),
      (.gs1DataMatrix, 16, 16, "datamatrix:16x16:0.8mm"),
      (.dataMatrix, 32, 8, "datamatrix:8x32:0.8mm"), (.pdf417, 86, 30, "pdf417:1:68.8mm"),
      (.ean13, 95, 1, "ean-13:76mm"), (.code128, 79, 1, "code-128:0.8mm"),
      (.pdf417, 69, 30, nil), (.aztecRune, 11, 11, nil), (.maxiCode, 30, 33, nil),
    ] as [(Symbology, Int, Int, String?)]) func aWalksCommandIsOneThatDistanceTakes(
      symbology: Symbology, columns: Int, rows: Int, code: String?
    ) async throws
  {
    var view = WalkRecord.View(symbology: symbology, value: "A", camera: nil)
    (view.columns, view.rows, view.width, view.height) = (columns, rows, 1280, 720)
    (view.moduleMillimetres, view.focalPixels) = (0.8, 1042)
    let found = WalkCommand("w.json", of: view)
    #expect(found.command?.line == code.map { "harness distance --walk-away w.json --code \($0)" })
    guard let code else {
      let reason = try #require(found.missing.first)
      #expect(reason.contains("\(symbology)") && reason.contains("\(columns) modules across"))
      return
    }
    let decoder = WalkRecord.Decoder(
      decoder: "zxing", reference: "zxing", library: "ZXing-C++", version: "1", frames: 9, reads: 9,
      sizes: 1...3, smallestReadPixels: 1, largestMissPixels: nil, half: nil, reliable: nil,
      drawnThresholdPixels: nil)
    let record = WalkRecord(
      startedAt: .now, view: view, frames: 9, framesWithSize: 9, decoders: [decoder])
    let scratch = try ScratchFolder()
    try scratch.file(
      "w.json", VersionedJSON.text(record, version: WalkRecord.schemaVersion))
    let run = try await HarnessRun.run(
      ["distance", "--walk-away", "w.json", "--code", code], in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func aWalkWithoutATypeOrASizeSaysWhyNoDistancesFollow() {
    func reasons(_ symbology: Symbology?) -> [String] {
      let view = WalkRecord.View(symbology: symbology, value: "A", camera: nil)
      return WalkCommand("w.json", of: view).missing
    }
    #expect(
      reasons(nil) == [
        "This walk gives no distances: no decoder said which type of code it is."
      ])
    #expect(
      reasons(.qrCode) == [
        "This walk gives no distances: no frame showed the size of the code."
      ])
  }

  /// Two decoders with planted thresholds in 20 walks whose frames are alike: what spoils one spoils its
  /// neighbours.
  @Test func atLeastEighteenOfTwentyIntervalsHoldThePlantedThreshold() throws {
    var random = SeededGenerator(seed: 20_261_124)
    for planted in [1.45, 2.1] {
      var (held, widths): (Int, [Double]) = (0, [])
      for _ in 0..<20 {
        var walk = WalkAway(reading: reading)
        var shake = 0.0
        for step in 0..<200 {
          let size = 4.0 * pow(0.9 / 4, Double(step) / 199)
          let noise = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) }
          shake = 0.8 * shake + 0.6 * noise
          walk.add(
            WalkAway.Step(
              frame: step, seconds: Double(step) / 10, modulePixels: size,
              reads: [log(size / planted) + 0.08 * shake > 0]))
        }
        let half = try #require(walk.summary(of: 0).half)
        let (lower, upper) = (half.lower ?? 0, half.upper ?? .infinity)
        if lower...upper ~= planted { held += 1 }
        widths.append(upper / lower)
      }
      #expect(held >= 18, "\(held) of 20 hold \(planted)")
      // Intervals that hold everything would hold this too.
      #expect(widths.sorted()[10] < 1.5, "\(widths)")
    }
  }
}
