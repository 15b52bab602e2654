import DecoderKit
import Foundation
import Images
import Measuring
import Scanning
import TestSupport
import Testing

@testable import Sessions

@Suite struct ExplanationTests {
  private let decoders = ["a", "b", "c"].map {
    ScanDecoder(label: $0, reference: $0, library: $0, version: "", symbologies: [.qrCode])
  }
  private let reading = Reading(.qrCode, "A")

  private func explain(
    _ changes: [(String, ImageChange)], _ measurement: SymbolMeasurement? = nil,
    unchanged: [String: Reading] = [:], signs: [FaultSign] = []
  ) -> Explanation {
    Explanation(
      decoders: decoders, unchanged: unchanged,
      successes: changes.map {
        .init(decoder: $0.0, change: $0.1, reading: reading, support: .structure)
      },
      measurement: measurement, signs: signs)
  }

  @Test func theChangeThatSaysMostComesFirst() {
    let explanation = explain([
      ("a", .enlarged(2)), ("a", .padded(16)), ("b", .enlarged(1.5)), ("b", .inverted),
    ])
    #expect(explanation.findings.map(\.fault) == [.inverted, .quietZone, .tooSmall])
    #expect(explanation.findings[2].successes.map(\.decoder) == ["a", "b"])
    #expect(explanation.unmoved == ["c"])
  }

  @Test func whatIsMeasuredInTheUnchangedImageDecides() {
    func order(_ pixels: Double, _ condition: SymbolCondition) -> [ImageFault] {
      explain(
        [("a", .stretched), ("a", .enlarged(2)), ("a", .sharpened(1))],
        .measured(.box(0, 0, 100, 100), pixels: pixels, condition: condition)
      ).findings.map(\.fault)
    }
    #expect(order(4, .seen(blur: 3)) == [.blurred, .tooSmall, .lowContrast])
    #expect(order(1.1, .seen(blur: 0.3)) == [.tooSmall, .lowContrast, .blurred])
    #expect(order(4, .seen(light: 0.1)) == [.lowContrast, .tooSmall, .blurred])
    #expect(order(8, .seen()) == [.lowContrast, .tooSmall, .blurred], "all are ruled out")
  }

  @Test func aMissingQuietZoneIsTheFaultWhateverElseMendsTheImage() {
    func order(_ margin: Double, _ pixels: Double = 1) -> [ImageFault] {
      explain(
        [("a", .enlarged(2)), ("b", .padded(16))],
        .measured(
          .box(0, 0, 100, 100), pixels: pixels, condition: .seen(quietZone: margin))
      ).findings.map(\.fault)
    }
    // A QR Code's standard asks for four modules.
    #expect(order(0.3) == [.quietZone, .tooSmall])
    #expect(order(1.9) == [.tooSmall, .quietZone], "half of it is there")
    #expect(order(1.9, 8) == [.quietZone, .tooSmall])
    #expect(order(4, 4.5) == [.tooSmall, .quietZone], "wide enough: the border helped by luck")
    #expect(order(3.9, 8) == [.quietZone, .tooSmall])
  }

  @Test func pixelsAloneDoNotMakeAnImageBlurred() {
    func first(_ pixels: Double, blur: Double) -> ImageFault? {
      explain(
        [("a", .enlarged(2)), ("a", .sharpened(1))],
        .measured(.box(0, 0, 100, 100), pixels: pixels, condition: .seen(blur: blur))
      ).findings.first?.fault
    }
    #expect(first(1.6, blur: 0.8) == .tooSmall)
    #expect(first(1.6, blur: 1.6) == .blurred)
  }

  @Test func whatIsMeasuredIsListedEvenIfItsChangeWasNotEnough() {
    let blurred = SymbolMeasurement.measured(
      .box(0, 0, 100, 100), pixels: 6, condition: .seen(blur: 4, quietZone: 0))
    let findings = explain([("a", .enlarged(3))], blurred).findings
    #expect(findings.map(\.fault) == [.blurred, .tooSmall])
    #expect(findings.map(\.successes.count) == [0, 1])
    let nearly = SymbolMeasurement.measured(
      .box(0, 0, 100, 100), pixels: 1.95, condition: .seen())
    #expect(explain([("a", .sharpened(1))], nearly).findings.map(\.fault) == [.blurred])
    let fine = explain([], blurred, unchanged: ["a": reading, "b": reading, "c": reading])
    #expect(fine.findings.isEmpty)
  }

  @Test func whatTheSymbolDoesNotHaveIsRuledOutThoughItsChangeHelped() {
    typealias Evidence = Explanation.Finding.Evidence
    func evidence(
      _ change: ImageChange, _ pixels: Double, _ condition: SymbolCondition
    ) -> Evidence? {
      explain(
        [("a", change)], .measured(.box(0, 0, 100, 100), pixels: pixels, condition: condition)
      ).findings.first { $0.fault == change.fault }?.evidence
    }
    let limits: [(ImageChange, Double, SymbolCondition, Evidence)] = [
      (.inverted, 4, .seen(isInverted: true), .shown), (.inverted, 4, .seen(), .ruledOut),
      (.inverted, 4, SymbolCondition.seen().negative, .shown),
      (.inverted, 4, SymbolCondition.seen(isInverted: true).negative, .ruledOut),
      (.padded(9), 4, .seen(quietZone: 1.9), .shown),
      (.padded(9), 4, .seen(quietZone: 2.1), .possible),
      (.padded(9), 4, .seen(quietZone: 4), .ruledOut),
      (.stretched, 4, .seen(light: 0.29), .shown), (.stretched, 4, .seen(light: 0.4), .possible),
      (.stretched, 4, .seen(light: 0.55), .ruledOut),
      (.enlarged(2), 1.9, .seen(), .shown), (.enlarged(2), 2.1, .seen(), .possible),
      (.enlarged(2), 5, .seen(), .ruledOut),
      (.sharpened(1), 4, .seen(blur: 2), .shown), (.sharpened(1), 4, .seen(blur: 1), .possible),
      (.sharpened(1), 4, .seen(blur: 0.5), .ruledOut),
      (.turned(30), 4, .seen(), .possible), (.reduced(0.5), 4, .seen(), .possible),
      (.cropped(ImagePart(x: 1, y: 1, width: 9, height: 9)), 4, .seen(), .shown),
      (.levelled(reach: 9), 4, .seen(), .ruledOut),
      (.levelled(reach: 9), 4, .seen(gradient: 0.3), .possible),
      (.straightened(.box(0, 0, 9, 9), isSquare: true), 4, .seen(tilt: 10), .ruledOut),
      (.straightened(.box(0, 0, 9, 9), isSquare: true), 4, .seen(tilt: 30), .possible),
    ]
    for (change, pixels, condition, expected) in limits {
      #expect(evidence(change, pixels, condition) == expected, "\(change), \(pixels) px")
    }
    #expect(explain([("a", .inverted)]).findings.map(\.evidence) == [.possible], "not measured")
  }

  @Test func whatIsSharpHasNotMoved() {
    func faults(blur: Double) -> [ImageFault] {
      explain(
        [("a", .levelled(reach: 9))],
        .measured(
          .box(0, 0, 100, 100), pixels: 2, condition: .seen(blur: blur, gradient: 0.4)),
        signs: [FaultSign(.motion, severity: 0.5, .path(pixels: 3, degrees: 0))]
      ).findings.map(\.fault)
    }
    #expect(faults(blur: 2).contains(.motion) && !faults(blur: 0.48).contains(.motion))
  }

  @Test func theShareInAnImageIsThatOfItsArea() {
    let shares: [(Corners, Double)] = [
      (.box(10, 10, 50, 50), 1), (.box(-50, 0, 100, 100), 0.5), (.box(-50, -60, 100, 100), 0.2),
      (.box(200, 0, 50, 50), 0), (.box(-100, -100, 300, 300), 1.0 / 9),
    ]
    for (box, share) in shares {
      #expect(abs(box.share(insideWidth: 100, height: 100) - share) < 0.04, "\(box)")
    }
  }

  @Test func anErrorOnTheImageAsItIsMakesAChangeAWayRound() {
    var explanation = explain(
      [("a", .reduced(0.5))], unchanged: ["b": reading],
      signs: [FaultSign(.unevenLight, severity: 0.1)])
    #expect(explanation.missing == ["a", "c"])
    #expect(explanation.findings.map(explanation.isWayRound) == [false])
    explanation.failures = ["a": ScanAttempt(decoder: "a", outcome: .crash)]
    #expect(explanation.findings.map(explanation.isWayRound) == [true])
    #expect(!explanation.isExplained)
  }

  @Test func theNegativeExchangesTheShades() {
    let seen = SymbolCondition.seen(light: 0.8)
    let negative = seen.negative
    #expect(negative.isInverted && negative.negative == seen)
    #expect(abs(negative.darkReflectance - 0.2) < 1e-12 && negative.lightReflectance == 1)
    #expect(abs(negative.symbolContrast - seen.symbolContrast) < 1e-12)
  }

  @Test func paperAroundTheSymbolIsTriedWhereItsQuietZoneIsTooNarrow() {
    func change(_ margin: Double) -> ImageChange? {
      .isolating(
        .measured(
          .box(0, 0, 100, 100), pixels: 5, condition: .seen(light: 0.8, quietZone: margin)),
        carrier: .qrCode)
    }
    #expect(change(3.9) == .isolated(.box(0, 0, 100, 100), shade: 204, border: 20))
    #expect(change(4) == nil && ImageChange.isolating(nil, carrier: .qrCode) == nil)
  }

  @Test func aFrameIsCutAwayByItsWidth() throws {
    // Bars that touch the frame at their ends, and the first at its side.
    var pixels = [UInt8](repeating: 20, count: 120 * 60)
    for y in 7..<53 {
      for x in 7..<113 where (x - 7) / 4 % 2 == 1 { pixels[y * 120 + x] = 220 }
    }
    let ladder = ChangeLadder(try GrayImage(width: 120, height: 60, pixels: pixels))
    #expect(ladder.kinds.joined().contains(.trimmed(7, border: 16)))
    let open = ChangeLadder(GrayImage(width: 300, height: 200, filledWith: 90))
    #expect(open.kinds.joined().filter { $0.fault == .quietZone } == [.padded(37)])
  }

  @Test func whoReadsItAsItIsNeedsNoChange() {
    let explanation = explain([], unchanged: ["a": reading, "b": reading])
    #expect(explanation.findings.isEmpty && explanation.unmoved == ["c"])
    #expect(explanation.symbology == .qrCode && explanation.unsupported == [])
    let other = explain([], unchanged: ["a": Reading(symbology: .ean13, bytes: [])])
    #expect(other.symbology == .ean13 && other.unsupported == ["b", "c"])
  }

  @Test func whatThereWasNoTimeForIsNotTried() {
    let explanation = Explanation(
      decoders: decoders, unchanged: [:],
      successes: [.init(decoder: "c", change: .padded(16), reading: reading, support: nil)],
      measurement: nil, untried: ["a": [.blurred], "c": [.tooSmall]])
    #expect(explanation.unmoved == ["a", "b", "c"])
    #expect(
      explanation.unmoved.map(explanation.reason) == [.notTried, .noChangeEnough, .notBacked])
    #expect(explanation.isUntried(.blurred) && !explanation.isUntried(.inverted))
    let read = Explanation(
      decoders: decoders, unchanged: ["a": reading, "b": reading, "c": reading], successes: [],
      measurement: nil, untried: ["a": [.blurred]])
    #expect(!read.isUntried(.blurred))
  }

  @Test func aDecoderOfMatrixCodesDoesNotSuitBars() {
    func suits(_ kind: PotentialSymbol.Kind) -> Bool {
      let place = PotentialSymbol(
        kind: kind, outline: .box(0, 0, 100, 100), moduleSizePixels: 2, obstacles: [])
      return Explanation(
        decoders: decoders, unchanged: [:], successes: [], measurement: nil, potential: [place]
      ).suitsLikeliestPlace("a")
    }
    #expect(suits(.matrix) && !suits(.linear), "it reads nothing but QR Codes")
  }

  @Test func theChangeOfAMeasuredFaultIsImplied() {
    let image = GrayImage(width: 300, height: 200, filledWith: 90)
    let ladder = ChangeLadder(image, signs: [FaultSign(.tooSmall, severity: 0.4)])
    #expect(ladder.isImplied(.enlarged(1.5)) && !ladder.isImplied(.enlarged(4)))
    #expect(!ladder.isImplied(.inverted))
  }

  @Test func cornersGoBackToTheUnchangedImage() {
    let ladder = ChangeLadder(GrayImage(width: 200, height: 100, filledWith: 90))
    let point = Point(x: 37.5, y: 20.25)
    /// The position of the point in the changed image, by the definition of each change.
    let moved: [(ImageChange, Point)] = [
      (.inverted, point), (.sharpened(2), point), (.stretched, point), (.toned(power: 2), point),
      (.levelled(reach: 9), point), (.deblocked(1), point),
      (
        .unmoved(
          pixels: 5, degrees: 0, part: ImagePart(x: 10, y: 20, width: 50, height: 50)),
        Point(x: 27.5, y: 0.25)
      ),
      // A margin of a quarter of the longer side.
      (.straightened(.box(20, 10, 60, 40), isSquare: false), Point(x: 32.5, y: 25.25)),
      (.cleared(reach: 4, border: 16), Point(x: 53.5, y: 36.25)),
      (.trimmed(3, border: 16), Point(x: 53.5, y: 36.25)),
      (.isolated(.box(0, 0, 9, 9), shade: 7, border: 16), Point(x: 53.5, y: 36.25)),
      (.padded(16), Point(x: 53.5, y: 36.25)), (.enlarged(2), Point(x: 75, y: 40.5)),
      (.reduced(0.5), Point(x: 18.75, y: 10.125)), (.turned(90), Point(x: 79.75, y: 37.5)),
      (.cropped(ImagePart(x: 10, y: 20, width: 50, height: 50)), Point(x: 27.5, y: 0.25)),
    ]
    for (change, place) in moved {
      let back = ladder.original(place, before: change)
      #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9, "\(change): \(back)")
    }
  }

  @Test(arguments: [(30.0, 150.0), (-40, 40), (100, 80), (2, nil), (178, nil), (91, nil)])
  func barsAreTurnedUpright(turn: Double, back: Double?) {
    let (cosine, sine) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
    func corner(_ x: Double, _ y: Double) -> Point {
      Point(x: 200 + x * cosine - y * sine, y: 200 + x * sine + y * cosine)
    }
    let outline = Corners(
      topLeft: corner(-90, -20), topRight: corner(90, -20), bottomRight: corner(90, 20),
      bottomLeft: corner(-90, 20))
    let place = PotentialSymbol(
      kind: .linear, outline: outline, moduleSizePixels: 2, obstacles: [])
    #expect(ChangeLadder.turns([place]) == (back.map { [.turned($0)] } ?? []))
  }

  @Test func everyKindOfChangeIsTriedFromItsSmallestOn() {
    let ladder = ChangeLadder(GrayImage(width: 300, height: 200, filledWith: 90))
    #expect(Set(ladder.kinds.map { $0[0].fault }).count == ladder.kinds.count)
    for kind in ladder.kinds {
      for change in kind {
        let changed = ladder.changed(by: change)
        #expect(!changed.isEmpty, "\(change)")
      }
    }
    let huge = ChangeLadder(GrayImage(width: 5000, height: 10, filledWith: 90))
    #expect(huge.kinds.flatMap(\.self).filter { $0.fault == .tooSmall } == [.enlarged(1.5)])
  }

  @Test func whatIsMeasuredIsTriedFirst() {
    let image = GrayImage(width: 300, height: 200, filledWith: 90)
    func first(_ signs: [FaultSign]) -> [ImageFault] {
      ChangeLadder(image, signs: signs).kinds.prefix(2).map { $0[0].fault }
    }
    let signs = [FaultSign(.tooSmall, severity: 0.4), FaultSign(.blurred, severity: 0.9)]
    #expect(first(signs) == [.blurred, .tooSmall], "the gravest before the others")
    #expect(
      first([FaultSign(.quietZone, severity: 0.4), FaultSign(.turned, severity: 0.2)])
        == [.inverted, .quietZone], "what looks like a missing quiet zone may be a negative")
    let sizes = ChangeLadder(image).kinds.map { ChangeLadder(image).pixels(after: $0[0]) }
    #expect(sizes == sizes.sorted(), "then what makes small images")
  }

  @Test func aFaultThatIsMeasuredOutweighsAChangeThatHelped() {
    let glare = [FaultSign(.glare, severity: 0.8, .share(0.2))]
    #expect(
      explain([("a", .enlarged(2))], signs: glare).findings.map(\.fault) == [.glare, .tooSmall])
    let slight = [
      FaultSign(.turned, severity: 0.2, .degrees(25)), FaultSign(.damage, severity: 0.6),
    ]
    let both = explain([("a", .turned(30))], signs: slight).findings
    #expect(both.map(\.fault) == [.turned, .damage], "measured and mended before only measured")
    #expect(both.map { $0.sign?.measure } == [.degrees(25), nil])
  }

  @Test func whatASymbolMeasuresOfItselfOutweighsItsPlace() {
    let signs = [
      FaultSign(.unevenLight, severity: 1, .ratio(4)), FaultSign(.damage, severity: 0.9),
      FaultSign(.glare, severity: 0.8), FaultSign(.perspective, severity: 0.7, .degrees(50)),
    ]
    func faults(_ condition: SymbolCondition?) -> [ImageFault] {
      explain(
        [("a", .inverted)],
        condition.map {
          SymbolMeasurement.measured(.box(0, 0, 100, 100), pixels: 5, condition: $0)
        }, signs: signs
      ).findings.filter(\.successes.isEmpty).map(\.fault)
    }
    #expect(faults(nil) == [.unevenLight, .damage, .glare, .perspective])
    #expect(faults(.seen(unusedErrorCorrection: 1)) == [])
    #expect(faults(.seen(unusedErrorCorrection: 0.5)) == [.damage, .glare])
    #expect(faults(.seen(unusedErrorCorrection: 1, gradient: 0.5)) == [.unevenLight])
  }

  @Test func strongNoiseIsAFault() {
    func faults(_ noise: Double, light: Double = 0.8) -> [ImageFault] {
      explain(
        [("a", .padded(16))],
        .measured(
          .box(0, 0, 100, 100), pixels: 5, condition: .seen(light: light, noise: noise))
      ).findings.map(\.fault)
    }
    #expect(faults(2) == [.quietZone] && faults(50) == [.noise, .quietZone])
    #expect(faults(18) == [.quietZone] && faults(18, light: 0.4) == [.noise, .quietZone])
  }

  @Test func whatIsReadInEitherSizeIsNeitherTooLargeNorTooSmall() {
    typealias Evidence = Explanation.Finding.Evidence
    func evidence(_ changes: [(String, ImageChange)], pixels: Double = 4) -> [ImageFault: Evidence]
    {
      let findings = explain(
        changes, .measured(.box(0, 0, 100, 100), pixels: pixels, condition: .seen())
      ).findings
      return Dictionary(uniqueKeysWithValues: findings.map { ($0.fault, $0.evidence) })
    }
    let both: [(String, ImageChange)] = [("a", .enlarged(2)), ("b", .reduced(0.5))]
    #expect(evidence(both) == [.tooSmall: .ruledOut, .tooLarge: .ruledOut])
    #expect(evidence([both[0]]) == [.tooSmall: .possible])
    #expect(evidence([both[1]]) == [.tooLarge: .possible])
    #expect(evidence(both, pixels: 1) == [.tooSmall: .shown, .tooLarge: .ruledOut])
  }

  @Test func damageIsBearableWhereTheChangeOfAMeasuredFaultIsEnough() {
    func order(_ turned: Double) -> [ImageFault] {
      explain(
        [("a", .turned(30))],
        signs: [
          FaultSign(.damage, severity: 1.3), FaultSign(.turned, severity: turned, .degrees(20)),
        ]
      ).findings.map(\.fault)
    }
    #expect(order(0.12) == [.turned, .damage])
    #expect(order(0) == [.damage, .turned], "a turn that is not measured helped by luck")
  }

  @Test func aMeasuredFaultWhoseChangeHelpsMoreDecodersComesFirst() {
    let signs = [
      FaultSign(.tooSmall, severity: 0.41), FaultSign(.quietZone, severity: 0.4),
    ]
    let findings = explain(
      [("a", .enlarged(2)), ("a", .padded(16)), ("b", .padded(16))], signs: signs
    ).findings
    #expect(findings.map(\.fault) == [.quietZone, .tooSmall])
  }

  @Test func whatColoursAndBlocksBringAboutIsNotNamedBeforeThem() {
    func first(_ signs: [FaultSign]) -> ImageFault? { explain([], signs: signs).findings[0].fault }
    let colours = FaultSign(.colours, severity: 1, .gain(5))
    #expect(first([FaultSign(.inverted, severity: 1.6), colours]) == .colours)
    let blocks = FaultSign(.jpeg, severity: 1, .blockExcess(2.1))
    #expect(first([FaultSign(.unevenLight, severity: 1.5), blocks]) == .jpeg)
    #expect(first([FaultSign(.blurred, severity: 1.5), blocks]) == .blurred)
  }

  @Test func whereNothingIsReadFaultsAreMeasuredAndNoCureIsClaimed() {
    let signs = [
      FaultSign(.damage, severity: 0.4, .share(0.1)), FaultSign(.turned, severity: 0.05),
    ]
    let explanation = explain([], signs: signs)
    #expect(explanation.findings.map(\.fault) == [.damage], "slight faults are none")
    #expect(explanation.findings.allSatisfy(\.successes.isEmpty) && !explanation.isRead)
    #expect(explain([], unchanged: ["a": reading], signs: signs).findings.isEmpty)
  }

  @Test func theBusyPartIsCutOut() {
    // A checkerboard in the corner of an even image.
    var pixels = [UInt8](repeating: 200, count: 480 * 480)
    for y in 300..<380 {
      for x in 100..<220 where (x / 4 + y / 4) % 2 == 0 { pixels[y * 480 + x] = 20 }
    }
    guard let image = try? GrayImage(width: 480, height: 480, pixels: pixels),
      case .cropped(let part) = BusyRegion(image).crop
    else {
      Issue.record("nothing was cut out")
      return
    }
    #expect(part.x <= 100 && part.y <= 300)
    #expect(part.x + part.width >= 220 && part.y + part.height >= 380)
    #expect(part.width <= 200 && part.height <= 160)
    #expect(BusyRegion(GrayImage(width: 480, height: 480, filledWith: 9)).crop == nil)
  }

  @Test func coloursAreTriedWhereThereAreAny() throws {
    let scratch = try ScratchFolder()
    // A red and a green of about the same luminance.
    try scratch.file("colour.ppm", "P3 2 1 255 200 60 60 0 145 60 ")
    try scratch.file("gray.pgm", "P2 2 1 255 7 200 ")
    func ladder(_ name: String) throws -> ChangeLadder {
      let inputs = ScanInputs([scratch.path + "/" + name], excluding: nil).inputs
      let input = try #require(inputs.first)
      let (image, bytes) = (try input.read(), try input.bytes())
      return ChangeLadder(image, channels: try input.colours(of: image, in: bytes))
    }
    let colour = try ladder("colour.ppm")
    #expect(colour.changed(by: .channel(.red)).pixels == [200, 0])
    #expect(colour.kinds.contains([.channel(.red), .channel(.green), .channel(.blue)]))
    let isGrayTried = try ladder("gray.pgm").kinds.joined().contains {
      if case .channel = $0 { true } else { false }
    }
    #expect(!isGrayTried)
  }

  @Test func aCodeIsForeignIfNoDecoderSupportsWhatAWitnessReads() {
    func explanation(
      _ claims: [(Reading, ReadingSupport?)], read: Bool = false
    ) -> Explanation {
      var explanation = explain(read ? [("a", .inverted)] : [])
      explanation.testimonies = claims.map { .init(witness: "w", reading: $0, support: $1) }
      return explanation
    }
    let (foreign, own) = (Reading(.aztec, "B"), reading)
    #expect(explanation([(foreign, .structure)]).foreign?.reading == foreign)
    #expect(explanation([(foreign, .structure)]).symbology == .aztec)
    #expect(explanation([(foreign, .structure)]).unsupported == ["a", "b", "c"])
    #expect(explanation([(foreign, nil)]).foreign?.support == nil)
    #expect(explanation([(foreign, nil)]).symbology == nil, "no more than a claim")
    #expect(explanation([(foreign, nil), (own, nil)]).foreign == nil)
    #expect(explanation([(foreign, .structure), (own, nil)]).foreign?.reading == foreign)
    #expect(explanation([(own, .structure)]).foreign == nil)
    #expect(explanation([(foreign, .structure)], read: true).foreign == nil)
    #expect(explanation([(foreign, .structure)]).witnessReaders == ["w"])
  }

  /// Of two codes, the first decoder reads both, the second one, and the third nothing.
  @Test func whatADecoderMissesIsBackedAndWithinItsSymbologies() {
    let (one, two) = (Reading(.qrCode, "A"), Reading(.qrCode, "B"))
    func missed(_ isBacked: Bool, _ second: Reading) -> [Explanation.Missed] {
      Explanation.Missed.all(
        [(0, one, true), (1, one, true), (0, second, isBacked)], decoders: decoders)
    }
    #expect(
      missed(true, two) == [Explanation.Missed(reading: two, readers: ["a"], decoders: ["b"])])
    #expect(missed(false, two).isEmpty)
    #expect(missed(true, Reading(.aztec, "B")).isEmpty, "b does not read Aztec")
  }
}
