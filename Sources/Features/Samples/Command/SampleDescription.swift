import Corpora
import DecoderKit
import Evaluation
import Foundation
import Reporting
import Results
import Scanning
import Sessions

/// A sample and a decoder's result on it, in lines of text for a person.
enum SampleDescription {
  static func text(_ sample: Sample) -> String {
    var lines = [
      "sample    \(sample.name)",
      "hash      \(sample.hash)",
      "image     \(sample.image.width) × \(sample.image.height) px",
    ]
    if let file = sample.file { lines.append("photo     \(file)") }
    for (index, expected) in sample.truth.expected.enumerated() {
      let name = expected.symbology?.description ?? "any symbology"
      let role = sample.aim.map { $0.target == index ? "target    " : "neighbour " } ?? "expected  "
      lines.append("\(role)\(name): \(expected.bytes.readable)")
    }
    if let aim = sample.aim { lines.append("aim       \(text(aim.region))") }
    if sample.truth.expected.isEmpty {
      lines.append("expected  \(sample.truth.isKnown ? "nothing" : "not known")")
    }
    return lines.joined(separator: "\n")
  }

  /// The answer in a sentence: which decoders read the sample, and which do not; no line without a verdict.
  static func answer(
    _ sample: Sample, _ results: [Reproduction], _ style: TerminalStyle
  ) -> [String] {
    let right = results.filter { $0.isRight == true }.map(\.label)
    let wrong = results.filter { $0.isRight == false }.map(\.label)
    // An image without a symbol is read rightly by finding nothing.
    let isEmpty = sample.truth.isKnown && sample.truth.expected.isEmpty
    func clause(_ labels: [String], _ one: String, _ many: String, _ object: String) -> String? {
      labels.isEmpty ? nil : "\(Words.list(labels)) \(labels.count == 1 ? one : many)\(object)"
    }
    let (name, again) = (" \(sample.name)", right.isEmpty ? " \(sample.name)" : "")
    let clauses =
      isEmpty
      ? [
        clause(right, "finds", "find", " nothing in" + name),
        clause(wrong, "finds", "find", " something" + (again.isEmpty ? "" : " in" + again)),
      ]
      : [
        clause(right, "reads", "read", name),
        clause(wrong, "does not", "do not", again.isEmpty ? "" : " read" + again),
      ]
    let known = clauses.compactMap(\.self)
    return known.isEmpty
      ? [] : style.paragraph(known.joined(separator: "; ") + ".", .strong)
  }

  static func text(_ reproduction: Reproduction) -> String {
    guard let finding = reproduction.finding else {
      return "\(reproduction.label): unsupported"
    }
    // Without an answer there is no time but the limit.
    let isTimeout = finding.verdict == .timeout
    let nanoseconds = isTimeout ? reproduction.limitNanoseconds : reproduction.wallNanoseconds
    let time = "\(Double(nanoseconds / 1000) / 1000) ms" + (isTimeout ? ", the limit" : "")
    var lines = ["\(reproduction.label): \(finding.verdict.rawValue), \(time)"]
    lines += reproduction.readings.flatMap(Self.lines)
    if let detail = finding.detail, reproduction.readings.isEmpty {
      lines.append("  \(detail)")
    }
    if let printed = finding.printed { lines.append("  it printed: \(printed)") }
    return lines.joined(separator: "\n")
  }

  private static func lines(_ reading: Reading) -> [String] {
    let name = reading.symbology?.description ?? "symbology not given"
    let line = "  \(name): \(reading.bytes.readable)"
    guard let corners = reading.corners else { return [line] }
    let points = corners.points.map { "(\(short($0.x)), \(short($0.y)))" }
    return [line, "  corners \(points.joined(separator: " "))"]
  }

  /// The point of interest, the selection around it and the scan area, in pixels.
  private static func text(_ region: PlacedRegion) -> String {
    func sides(_ rectangle: Rectangle) -> String {
      "\(short(rectangle.width)) × \(short(rectangle.height)) px"
    }
    let shape =
      switch region.shape {
      case nil: "all"
      case .circle(_, let radius): "radius \(short(radius)) px"
      case .rectangle(let rectangle): sides(rectangle)
      }
    let point = region.pointOfInterest
    return "(\(short(point.x)), \(short(point.y))), \(shape), of \(sides(region.area))"
  }

  private static func short(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
  }
}

extension SampleDescription {
  static func text(_ snapshot: StreamSnapshot, file: String) -> String {
    let (image, part) = (snapshot.image, snapshot.decodedPart)
    var lines = ["snapshot  \(file)"]
    if let frame = snapshot.frame, let time = snapshot.timeSeconds {
      lines.append("frame     \(frame), at \((time * 1000).rounded() / 1000) s")
    }
    lines.append("image     \(image.width) × \(image.height) px")
    if (part.width, part.height) != (image.width, image.height) {
      lines.append(
        "decoded   \(part.width) × \(part.height) px of it, from (\(part.x), \(part.y)) on")
    }
    switch snapshot.told {
    case .failure(let message): lines.append("told      \(message)")
    case .codes(let codes): lines += codes.map { "told      \(words($0))" }
    case .unread(let codes): lines += codes.map { "not read  \(words($0))" }
    }
    return lines.joined(separator: "\n")
  }

  private static func words(_ code: StreamSnapshot.Code) -> String {
    "\(code.symbology?.description ?? "symbology not given"): \(Array(code.bytes).readable)"
  }

  /// A decoder's second try at a snapshot.
  static func text(
    _ tried: (answer: FrameAnswer, isSame: Bool, isOfImage: Bool), of snapshot: StreamSnapshot,
    by label: String
  ) -> String {
    let verdict =
      (tried.isSame ? "" : "not ") + (snapshot.frame == nil ? "as kept" : "as in the stream")
    switch tried.answer.outcome {
    case .failed(let message): return "\(label): \(verdict)\n  \(message)"
    case .readings(let readings):
      let milliseconds = Double(tried.answer.decodeTime / .microseconds(1)).rounded() / 1000
      let found = readings.isEmpty ? ["  nothing is read"] : readings.flatMap(lines)
      return (["\(label): \(verdict), \(milliseconds) ms"] + found).joined(separator: "\n")
    }
  }
}

/// A corpus in words.
enum CorpusLines {
  /// `2 groups × 33 levels × 400 trials: 26 400 images`.
  ///
  /// It gives no time: decoders differ a hundredfold, and a comparison measures each of them first.
  static func summary(_ corpus: Corpus) -> String {
    "\(Quantities.counted(corpus.groups.count, "group", "groups")) × "
      + "\(Quantities.counted(corpus.sweep.levels.count, "level", "levels")) × "
      + "\(trials(corpus)): "
      + Quantities.counted(SampleNumbering(of: corpus).sampleCount, "image", "images")
  }

  /// The swept axis and the parameters of each condition, with names in standards; empty for photos.
  static func conditions(_ corpus: Corpus) -> [String] {
    let record = CorpusRecord(corpus)
    return [ConditionWording.axis(record)].compactMap(\.self)
      + ConditionWording.lines(record.conditions ?? []).map { "\($0.name): \($0.text)" }
  }

  private static func trials(_ corpus: Corpus) -> String {
    let counts = Set(corpus.groups.map(\.trialCount))
    guard let most = counts.max(), let fewest = counts.min(), fewest < most else {
      return Quantities.counted(corpus.trials, "trial", "trials")
    }
    return "\(fewest) to \(most) photos"
  }
}
