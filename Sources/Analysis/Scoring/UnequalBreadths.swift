import Results

extension RunRecord {
  /// True if decoders that take part differ in what they read at all, if only elsewhere.
  var hasUnequalBreadths: Bool {
    Self.areUnequal(decoders.filter { $0.supportedGroups.contains(true) })
  }

  /// True if decoders differ in what they read at all.
  static func areUnequal(_ decoders: [DecoderRecord]) -> Bool {
    // Older records do not tell what else a decoder reads: another name may be another breadth.
    let breadths = decoders.map { decoder in
      decoder.breadth.map { $0.map(\.rawValue).joined(separator: " ") } ?? decoder.name
    }
    return Set(breadths).count > 1
  }
}
