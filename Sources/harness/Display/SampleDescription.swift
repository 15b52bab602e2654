import Corpora
import Evaluation
import Foundation
import Reporting
import Results

/// A sample and a decoder's result on it, in lines of text for a person.
enum SampleDescription {
  static func text(_ sample: Sample) -> String {
    var lines = [
      "sample    \(sample.key)",
      "hash      \(sample.hash)",
      "image     \(sample.image.width) × \(sample.image.height) px",
    ]
    if let file = sample.file { lines.append("photo     \(file)") }
    for expected in sample.truth.expected {
      let name = expected.symbology?.description ?? "any symbology"
      lines.append("expected  \(name): \(expected.bytes.readable)")
    }
    if sample.truth.expected.isEmpty {
      lines.append("expected  \(sample.truth.isKnown ? "nothing" : "not known")")
    }
    return lines.joined(separator: "\n")
  }

  static func text(_ reproduction: Reproduction) -> String {
    guard let finding = reproduction.finding else {
      return "\(reproduction.label): unsupported"
    }
    let milliseconds = Double(reproduction.wallNanoseconds / 1000) / 1000
    var lines = ["\(reproduction.label): \(finding.verdict.rawValue), \(milliseconds) ms"]
    for reading in reproduction.readings {
      let name = reading.symbology?.description ?? "symbology not given"
      lines.append("  \(name): \(reading.bytes.readable)")
      if let corners = reading.corners {
        let points = corners.points.map { "(\(short($0.x)), \(short($0.y)))" }
        lines.append("  corners \(points.joined(separator: " "))")
      }
    }
    if let detail = finding.detail, reproduction.readings.isEmpty {
      lines.append("  \(detail)")
    }
    if let printed = finding.printed { lines.append("  it printed: \(printed)") }
    return lines.joined(separator: "\n")
  }

  private static func short(_ value: Double) -> String {
    "\((value * 10).rounded() / 10)"
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

  private static func trials(_ corpus: Corpus) -> String {
    let counts = Set(corpus.groups.map(\.trialCount))
    guard let most = counts.max(), let fewest = counts.min(), fewest < most else {
      return Quantities.counted(corpus.trials, "trial", "trials")
    }
    return "\(fewest) to \(most) photos"
  }
}
