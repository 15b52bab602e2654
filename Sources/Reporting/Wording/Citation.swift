import Results

/// A line that can be quoted as it stands: corpus and release, decoders with versions and options, their numbers
/// with intervals, program and day.
struct Citation {
  let wording: ScoreWording
  private var table: ScoreTable { wording.table }

  init(_ wording: ScoreWording) {
    self.wording = wording
  }

  /// The decoders that a line names, beside all that share the first place.
  private static let first = 3

  /// The line; `nil` where no decoder has a rank.
  var line: String? {
    let ranked = wording.ranked
    guard !ranked.isEmpty else { return nil }
    let named = ranked.enumerated().filter { $0 < Self.first || $1.rank == 1 }.map(\.element)
    let release = table.settings.release.map { ", release \($0.release)" } ?? ""
    let measure =
      wording.findsNothing
      ? "images in which nothing is read" : wording.ranksByRate ? "decode rate" : "mean threshold"
    let made = table.provenance
    let corpus = "\(table.corpus.name) (corpus version \(table.corpus.version)\(release))"
    let part = wording.sharedPart.map { " on \($0)" } ?? ""
    return "To quote: \(corpus), \(measure)\(part) with 95\(Numerals.narrowSpace)% interval: "
      + Words.list(named.map { "\(name($0)) \(number($0))" })
      + "; barcode-harness \(made.harnessVersion), \(made.startedAt.prefix(10))."
  }

  private func name(_ decoder: DecoderScore) -> String {
    let asked = decoder.reference ?? decoder.label
    let options = asked.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init)
    let library = decoder.library == decoder.label ? "" : "\(decoder.library) "
    let name = options == nil || decoder.reference != nil ? decoder.label : decoder.name
    return "\(name) (\(library)\(decoder.version), \(options ?? "adapter's defaults"))"
  }

  private func number(_ decoder: DecoderScore) -> String {
    guard wording.ranksByRate else {
      let (sign, remark) = wording.censoring(decoder)
      return sign + wording.estimate(decoder.meanThreshold)
        + (wording.unit.isEmpty ? "" : " \(wording.unit)") + remark
    }
    return wording.sharedRate(decoder) + "\(Numerals.narrowSpace)%"
  }
}
