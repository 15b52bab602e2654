extension Baseline {
  /// Returns the baseline under the labels of another one: a decoder that was asked for in the same
  /// way is the same, whatever it is called.
  public func labelled(like other: Baseline) -> Baseline {
    let names = Dictionary(other.decoders.map { ($0.asked, $0.label) }) { first, _ in first }
    var result = self
    var renamed: [String: String] = [:]
    for (index, entry) in decoders.enumerated() {
      guard let name = names[entry.asked], name != entry.label else { continue }
      renamed[entry.label] = name
      result.decoders[index].label = name
      result.decoders[index].reference = entry.asked
    }
    for index in acknowledged.indices {
      guard let name = renamed[acknowledged[index].cell.decoder] else { continue }
      result.acknowledged[index].cell.decoder = name
    }
    return result
  }
}

extension Baseline.DecoderCurves {
  /// The decoder as it was asked for, whatever its label.
  var asked: String { reference ?? label }
}
