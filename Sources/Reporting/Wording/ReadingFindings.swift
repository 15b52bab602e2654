import Evaluation

/// The findings about readings other than decode rates: misreads, false positives and extras.
struct ReadingFindings {
  private let decoders: [DecoderScore]

  init(_ table: ScoreTable) {
    decoders = table.decoders.filter { $0.total.tried > 0 }
  }

  /// A sentence for each decoder with misreads: the kinds of error.
  var misreads: [String] {
    decoders.compactMap { decoder in
      guard let classes = decoder.total.misreadClasses else { return nil }
      let kinds = MisreadClass.allCases.compactMap { kind in
        classes[kind.rawValue].map { "\(Numerals.count($0)) \(kind.words)" }
      }
      return "\(decoder.label): \(Findings.list(kinds))"
    }
  }

  /// A sentence for each decoder about its readings in images without a symbol.
  var falsePositives: [String] {
    decoders.compactMap { decoder in
      let images = decoder.total.clean + decoder.total.falsePositive
      guard images > 0 else { return nil }
      return
        "\(decoder.label): something read in \(Numerals.count(decoder.total.falsePositive)) of "
        + Numerals.counted(images, "image", "images")
    }
  }

  /// A sentence for each decoder about images whose truth is unknown.
  var detections: [String] {
    decoders.compactMap { decoder in
      let images = decoder.total.detected + decoder.total.undetected
      guard images > 0 else { return nil }
      return "\(decoder.label): something read in \(Numerals.count(decoder.total.detected)) of "
        + "\(Numerals.counted(images, "image", "images")); whether it is right nobody knows"
    }
  }

  /// A sentence for each decoder about the symbols in images with several symbols.
  var symbols: [String] {
    decoders.compactMap { decoder in
      guard let symbols = decoder.total.symbols else { return nil }
      let judged = symbols.read + symbols.missed + symbols.misread
      let others =
        symbols.unsupported > 0
        ? "; \(Numerals.counted(symbols.unsupported, "symbol", "symbols")) of symbologies it does "
          + "not read" : ""
      return "\(decoder.label): \(Numerals.count(symbols.read)) of "
        + "\(Numerals.counted(judged, "symbol", "symbols")) read, "
        + "\(Numerals.count(symbols.missed)) missed, \(Numerals.count(symbols.misread)) misread"
        + others
    }
  }

  /// A sentence for each decoder with reads that are right only by a rule about spelling.
  var spelling: [String] {
    decoders.compactMap { decoder in
      let lenient = decoder.total.read - decoder.total.strictRead
      guard lenient > 0 else { return nil }
      return "\(decoder.label): \(Numerals.count(lenient)) of "
        + "\(Numerals.counted(decoder.total.read, "read", "reads")) "
        + "spell the data or name the symbology in another way (docs/truth-matching.md)"
    }
  }

  /// A sentence for each decoder with extras: wrong readings, duplicates, and readings of unknown
  /// truth.
  var others: [String] {
    decoders.compactMap { decoder in
      let kinds = [
        (decoder.total.wrongExtras, "wrong reading", "wrong readings"),
        (decoder.total.duplicates, "duplicate", "duplicates"),
        (decoder.total.unjudgedExtras, "reading of unknown truth", "readings of unknown truth"),
      ].filter { $0.0 > 0 }.map { Numerals.counted($0.0, $0.1, $0.2) }
      guard !kinds.isEmpty else { return nil }
      return "\(decoder.label): \(Findings.list(kinds)) beside the symbol that was judged"
    }
  }
}

extension MisreadClass {
  /// The class in words, as part of a list.
  fileprivate var words: String {
    switch self {
    case .wrongSymbology: "under another symbology’s name"
    case .charsetOnly: "in another charset"
    case .truncation: "cut short"
    case .surplus: "with something added"
    case .substitution: "with other characters"
    case .other: "otherwise wrong"
    }
  }
}
