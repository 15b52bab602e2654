import Reporting
import Scanning

/// What decoders know that were not asked for, and codes of types that those that were asked for do not support.
extension ExplainWording {
  /// `No decoder reads`, or by name where not all were asked: `zbar and dmtx do not read`
  static func nobodyReads(_ explanation: Explanation) -> String {
    let labels = explanation.decoders.map(\.label)
    guard !explanation.witnesses.isEmpty else { return "No decoder reads" }
    return "\(Words.list(labels)) \(labels.count == 1 ? "does" : "do") not read"
  }

  /// The decoders of which one would be enough: `any decoder`, or by name where not all were asked: `zbar or dmtx`.
  static func anyDecoder(_ explanation: Explanation) -> String {
    explanation.witnesses.isEmpty
      ? "any decoder" : Words.list(explanation.decoders.map(\.label), joinedBy: "or")
  }

  /// `Micro QR Code (read by zxing)`, or what is claimed without anything that confirms it; `nil` if no witness reads
  /// anything.
  static func witnessed(_ explanation: Explanation) -> String? {
    guard let first = explanation.testimonies.first else { return nil }
    let type = ScanWording.type(first.reading.symbology)
    let readers = Words.list(explanation.witnessReaders)
    return first.support != nil
      ? "\(type) (read by \(readers))" : "\(type) (by \(readers) alone; nothing confirms it)"
  }

  /// `not supported by zbar: Micro QR Code (read by zxing)`; `nil` for a code that some decoder supports.
  static func unsupported(_ explanation: Explanation) -> String? {
    guard let foreign = explanation.foreign, let words = witnessed(explanation) else { return nil }
    return (foreign.support == nil ? "perhaps " : "")
      + "not supported by \(anyDecoder(explanation)): \(words)"
  }

  /// `missed by zbar, read by zxing`; `nil` if no witness reads a code that some decoder supports.
  static func missedBesides(_ explanation: Explanation) -> String? {
    guard !explanation.isRead, explanation.foreign == nil,
      let first = explanation.testimonies.first
    else { return nil }
    let readers = Words.list(explanation.witnessReaders)
    let missing = Words.list(explanation.decoders.map(\.label))
    guard first.support != nil else {
      return
        "missed by \(missing), or misread by \(readers): nothing confirms \(value(first.reading))"
    }
    return "missed by \(missing), read by \(readers)"
  }

  /// `take a decoder that reads Micro QR Code: zxing`
  static func otherDecoder(_ explanation: Explanation) -> String? {
    guard let foreign = explanation.foreign else { return nil }
    return (foreign.support == nil ? "if so, " : "")
      + "take a decoder that reads \(ScanWording.type(foreign.reading.symbology)): "
      + Words.list(explanation.witnessReaders, joinedBy: "or")
  }

  // MARK: Many images

  /// `13 are of types that zbar does not read (zxing reads them)`, and those for which that is no more than a claim.
  static func countUnsupported(_ images: [ExplainedImage]) -> [String] {
    let all = images.filter { $0.standing == .unsupported }
    return [true, false].compactMap { isSure in
      let some = all.filter { ($0.explanation.foreign?.support != nil) == isSure }
      guard let first = some.first?.explanation else { return nil }
      let labels = first.decoders.map(\.label)
      let one = labels.count == 1
      let asked = "\(Words.list(labels, joinedBy: "and")) \(one ? "does" : "do") not read"
      let be = some.count == 1 ? "is" : "are"
      let type = some.count == 1 ? "a type" : "types"
      return
        "\(Numerals.count(some.count)) \(be) \(isSure ? "" : "perhaps ")of \(type) that \(asked) "
        + "(\(readers(of: some))\(isSure ? "" : ", unconfirmed"))"
    }
  }

  /// Who reads the codes of images that others do not support: `zxing reads them`, `zxing reads 13, dmtx 2 of them`.
  private static func readers(of images: [ExplainedImage]) -> String {
    let counts = Words.counts(images.flatMap(\.explanation.witnessReaders))
    let pronoun = images.count == 1 ? "it" : "them"
    guard counts.contains(where: { $0.count < images.count }), let first = counts.first else {
      return Words.list(counts.map(\.name)) + " \(counts.count == 1 ? "reads" : "read") \(pronoun)"
    }
    let rest = counts.dropFirst().map { ", \($0.name) \(Numerals.count($0.count))" }.joined()
    return "\(first.name) reads \(Numerals.count(first.count))\(rest) of them"
  }

  /// Images of types that are not supported, each type once: `PDF417 (zxing reads them): IMG_001, IMG_006`.
  ///
  /// - Parameter name: The name of an image in the list.
  static func unsupportedByType(
    _ images: [ExplainedImage], name: (ExplainedImage) -> String
  ) -> [String] {
    func type(_ image: ExplainedImage) -> String {
      let foreign = image.explanation.foreign
      return (foreign?.support == nil ? "perhaps " : "")
        + ScanWording.type(foreign?.reading.symbology)
    }
    return Words.counts(images.map(type)).map { type_, _ in
      let some = images.filter { type($0) == type_ }
      let doubt = type_.hasPrefix("perhaps ") ? "; nothing confirms it" : ""
      return "\(type_) (\(readers(of: some))\(doubt)): " + some.map(name).joined(separator: ", ")
    }
  }

  /// By decoder, the number of images whose code it does not support: `not supported by zbar: 13, by dmtx: 2`.
  static func countUnsupporting(_ images: [ExplainedImage]) -> String? {
    let all = images.first?.explanation.decoders.map(\.label) ?? []
    let counts = all.map { label in
      (label, images.count { $0.explanation.unsupported.contains(label) })
    }.filter { $0.1 > 0 }
    guard all.count > 1, !counts.isEmpty else { return nil }
    return "not supported "
      + counts.map { "by \($0.0): \(Numerals.count($0.1))" }.joined(separator: ", ")
  }
}
