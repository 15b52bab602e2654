import Results

/// The part of the corpus that decoders support.
extension Conclusion {
  var notRanked: [String] {
    if table.decoders.contains(where: { $0.standing == .unjudged }) {
      return ["The images have no truth, so what was found is counted but not judged"]
    }
    return [
      table.decoders.contains { $0.standing == .apart }
        ? "No image or symbol is supported by all decoders, so a ranking would not be fair"
        : "No decoder could be ranked"
    ]
  }

  var coverage: [String] {
    let known = wording.tried.compactMap { decoder in
      decoder.coverage.map { (label: decoder.label, coverage: $0) }
    }
    guard known.contains(where: { !$0.coverage.isWhole }), let all = known.first?.coverage else {
      return []
    }
    let bySymbology = all.ofSymbologies > 1
    let groups = known.grouped { bySymbology ? $0.coverage.symbologies : $0.coverage.units }
    let parts = groups.sorted { $0.key > $1.key }.map { number, members in
      let labels = members.map(\.label)
      return "\(Words.list(Words.first(labels, others: "more"))) \(Numerals.count(number))"
        + (labels.count > 1 ? " each" : missing(labels[0]))
    }
    let whole =
      bySymbology
      ? "\(Numerals.count(all.ofSymbologies)) symbologies"
      : "\(Numerals.count(all.ofUnits)) \(wording.units(all.ofUnits))"
    return ["Supported, of \(whole): \(parts.joined(separator: "; "))"]
  }

  /// The symbologies that a decoder does not support, if they are few: ` (not Aztec)`.
  private func missing(_ label: String) -> String {
    let known = table.decoder(label)?.symbologies.map(\.symbology) ?? []
    let missing = table.corpus.symbologies.filter { !known.contains($0) }
    guard !known.isEmpty, 1...Self.mostNames ~= missing.count else { return "" }
    return " (not \(missing.map(\.description).joined(separator: ", ")))"
  }
}
