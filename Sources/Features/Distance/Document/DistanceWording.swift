import Foundation
import Reporting
import Results

/// Lengths, thresholds and verdicts of distances as people say them.
enum DistanceWording {
  /// A threshold of the module size in pixels.
  static func threshold(_ score: ThresholdScore) -> String {
    switch (score.kind, score.lower, score.upper) {
    case (.interval, let lower?, let upper?):
      "(\(Numerals.digits(lower)), \(Numerals.digits(upper))]"
    case (.interval, nil, let upper?), (.atMost, _, let upper?): "≤ \(Numerals.digits(upper))"
    case (.above, let lower?, _): "> \(Numerals.digits(lower))"
    default: "not certified"
    }
  }

  /// The code: symbology, size, printed size where that is not what is asked for, and the text that the size was
  /// found for.
  static func code(_ code: PrintedCode, isSized: Bool = true) -> String {
    var text = "\(code.symbology)" + (code.sizeName.map { " \($0)" } ?? "")
    if isSized, let x = code.xDimensionMillimetres {
      text += code.widthMillimetres.map { ", \(Numerals.length($0)) wide" } ?? ""
      text += ": modules of \(Numerals.length(x))" + magnification(code, x)
    }
    return text + (code.fit.map { "; \($0)" } ?? "")
  }

  /// The magnification of a retail code as the end of a phrase, with what GS1 allows if it is out of that; empty for
  /// other codes.
  static func magnification(_ code: PrintedCode, _ x: Double) -> String {
    guard let percent = code.magnification(xDimensionMillimetres: x) else { return "" }
    let isAllowed = (79.9...200.1).contains(percent)
    return ", a magnification of \(Numerals.digits(percent)) %"
      + (isAllowed ? "" : " (GS1 allows 80 to 200 %)") + quietZones(code)
  }

  /// The widths at 100 %, where a code is as wide as one is with its quiet zones; empty for others.
  private static func quietZones(_ code: PrintedCode) -> String {
    guard let columns = code.columns, let all = code.extent.across,
      let width = code.widthMillimetres,
      abs(width / (all * PrintedCode.retailModule) - 1) < 0.02
    else { return "" }
    let widths = [columns, all].map { Numerals.length($0 * PrintedCode.retailModule) }
    return "; 100 % is \(widths[0]), \(widths[1]) with quiet zones"
  }

  /// The camera in its mode.
  static func camera(_ question: DistanceQuestion) -> String {
    "\(question.view.camera.title), at \(question.view.frame): focal length "
      + "\(Numerals.count(Int(question.view.focalPixels.rounded()))) px"
  }

  /// A share of the frame.
  static func share(_ share: Double?) -> String {
    guard let share else { return Numerals.absent }
    return share >= 0.1 ? "\(Int((share * 100).rounded())) %" : "\(digits2(share * 100)) %"
  }

  /// A number with two digits.
  private static func digits2(_ value: Double) -> String {
    guard value > 0 else { return "0" }
    return String(format: "%.\(max(0, 1 - Int(floor(log10(value)))))f", value)
  }

  /// The verdict on a module size.
  static func verdict(_ verdict: ReadingAtDistance.Verdict) -> String {
    switch verdict {
    case .reliable: "reads"
    case .failing: "fails"
    case .undecided: "not shown"
    case .untested: "not tried"
    }
  }

  /// The distance from which on a decoder was shown to fail.
  static func failing(_ millimetres: Double) -> String {
    millimetres > 0 ? Numerals.length(millimetres, .up) : "any"
  }

  /// The blur out of focus at a distance, as the end of a sentence; empty where there is none.
  static func focus(_ reading: ReadingAtDistance) -> String {
    guard let modules = reading.defocusModules else {
      return "; how far a point is spread out of focus is not known"
    }
    return modules > 0
      ? "; out of focus, a point is spread over \(Numerals.digits(modules)) modules" : ""
  }

  /// What is seen at a distance.
  static func sentence(_ reading: ReadingAtDistance) -> String {
    let size = reading.moduleSizePixels
    return
      "At \(Numerals.length(reading.distanceMillimetres)) a module is \(Numerals.digits(size)) px wide"
      + focus(reading) + (reading.fits == false ? "; the code does not fit into the frame" : "")
  }

  /// The lack of a corpus that would measure conditions.
  static func noCorpus(_ conditions: [DistanceCondition], _ code: PrintedCode) -> String {
    let axes = conditions.map(\.rawValue)
    return
      "no corpus sweeps \(Words.list(axes, joinedBy: "or")) with symbols of \(code.symbology): write one"
  }

  /// The reason for which no printed size is certified.
  static func obstacle(_ obstacle: PrintSize.Obstacle) -> String {
    switch obstacle {
    case .notCertified: "no size is certified under these conditions"
    case .frame: "it would have to be larger than the frame holds"
    case .untested: "it would have to be larger than any size that was tried"
    }
  }

  /// The verdict on a condition.
  static func verdict(_ verdict: ConditionFinding.Verdict) -> String {
    switch verdict {
    case .taken: "takes it"
    case .refused: "shown to fail"
    case .undecided: "not shown either way"
    case .unknown: "no thresholds"
    }
  }
}
