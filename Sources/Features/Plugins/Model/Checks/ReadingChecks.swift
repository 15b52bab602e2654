import DecoderKit
import Results

/// Checks of the symbols that the plugin reads.
enum ReadingChecks {
  /// The checks of a plugin that claims these symbologies.
  static func all(_ claimed: Set<Symbology>) -> [ConformanceCheck] {
    Symbology.allCases.filter(claimed.contains).map(reads) + [blank, hints, CornerCheck.corners]
  }

  /// The name of the check that a symbology is read.
  static func name(_ symbology: Symbology) -> String { "reads-\(symbology.rawValue)" }

  // MARK: - Each symbology

  static func reads(_ symbology: Symbology) -> ConformanceCheck {
    ConformanceCheck(name(symbology), .readings, "reads a clear \(symbology)") { bench in
      let tried = try bench.survey().filter { $0.symbol.symbology == symbology }
      if let found = tried.last, found.isRead {
        let reading = found.symbol.reading(among: found.readings)
        return "\"\((reading?.bytes ?? []).prefix(40).readable)\""
          + (tried.count > 1 ? ", in symbol \(tried.count) of \(ClearSymbol.drawCount)" : "")
      }
      let readsAnything = try bench.survey().contains(where: \.isRead)
      let library = try bench.identity().library
      if library == "none", !readsAnything {
        throw NotJudged("it says that no library reads (\"library\": \"none\")")
      }
      throw objection(to: symbology, tried, readsAnything: readsAnything)
    }
  }

  private static func objection(
    to symbology: Symbology, _ tried: [SymbolReading], readsAnything: Bool
  ) -> CheckFault {
    for reading in tried {
      switch reading.outcome {
      case .broken(let objection): return objection
      case .failed(let reason):
        return CheckFault(
          "answers \(reading.symbol.what) with an error: \(reason)",
          advice: "An error means that the library could not look. \"Nothing found\" is "
            + "\"readings\": [].")
      case .answered(let readings):
        let judgement = reading.symbol.judge(readings)
        guard let wrong = judgement.misreading, let kind = judgement.misreadClass else { continue }
        return CheckFault(
          "reads \(wrong.inWords) in \(reading.symbol.what) that says "
            + "\"\(reading.symbol.expected.bytes.readable)\"",
          advice: advice(kind, symbology))
      }
    }
    return CheckFault(
      "claims \(symbology) and finds nothing in \(tried.count) clear symbols: "
        + tried.map(\.symbol.name).joined(separator: "; "),
      advice: readsAnything
        ? "If the library reads \(symbology) only with an option on, switch it on. If it does not "
          + "read it, take \"\(symbology.rawValue)\" out of \"symbologies\": what is not claimed is "
          + "\"unsupported\", which is no failure."
        : "Nothing of what is claimed is read, so the pixels may not arrive: the payload is 8-bit "
          + "luminance, 0 black and 255 white, and row y starts at byte y × rowStride. If decode is "
          + "not written yet, leave \"symbologies\" empty until it is.")
  }

  private static func advice(_ kind: MisreadClass, _ symbology: Symbology) -> String {
    switch kind {
    case .wrongSymbology:
      "The data is right: give the reading the \"symbology\" \"\(symbology.rawValue)\", or leave it "
        + "out if the library does not say."
    case .charsetOnly:
      "\"bytes\" are the symbol's data before any guess at a charset: ask the library for its raw "
        + "bytes."
    case .truncation, .surplus:
      "\"bytes\" are the symbol's data, all of it and no more: no final 0 or line feed, no name of "
        + "the symbology before it; give the length instead of looking for a 0."
    case .substitution, .other:
      "\"bytes\" are the symbol's data in base64 (RFC 4648, with padding)."
    }
  }

  // MARK: - Nothing there, and hints

  static let blank = ConformanceCheck(
    "reads-nothing", .readings, "reads nothing where nothing is"
  ) { bench in
    let conversation = try bench.open()
    for value: UInt8 in [255, 0, 128] {
      let what = "an image all of the value \(value)"
      let image = GrayImage(width: 200, height: 150, filledWith: value)
      let result = try conversation.decode(image, what)
      guard case .success(let readings) = result.outcome else {
        throw CheckFault(
          "answers \(what) with \(result.inWords)",
          advice:
            "\"Nothing found\" is \"readings\": []; an error means that the library could not "
            + "look, and counts as a failure of the decoder.")
      }
      guard readings.isEmpty else {
        throw CheckFault(
          "reads \(result.inWords) in \(what)",
          advice: "A reading without a symbol is a false positive. Give only what the library has "
            + "found in this image.")
      }
    }
    return "white, black and grey"
  }

  static let hints = ConformanceCheck(
    "hints", .readings, "reads what a hint asks for, and takes hints for something else"
  ) { bench in
    let readable = try bench.readable()
    guard let one = readable.first else { throw NotJudged("it reads nothing yet") }
    let conversation = try bench.open()
    for symbol in readable.prefix(4) {
      let wanted = DecodeHints(symbologies: [symbol.symbology], maximumCount: 1)
      let result = try conversation.decode(symbol.image, "\(symbol.what) and a hint", hints: wanted)
      guard case .success(let readings) = result.outcome, symbol.judge(readings).verdict == .read
      else {
        throw CheckFault(
          "reads \(result.inWords) in \(symbol.what) when asked for "
            + "\"\(symbol.symbology.rawValue)\" alone and one reading, which it reads unasked",
          advice: "\"symbologies\" lists what is wanted and \"maximumCount\" how many at most. A "
            + "plugin that cannot use hints may ignore them.")
      }
    }
    let others = Set(Symbology.allCases).subtracting([one.symbology])
    for other in [
      others.min { $0.rawValue < $1.rawValue }, others.max { $0.rawValue < $1.rawValue },
    ] {
      guard let other else { continue }
      _ = try conversation.decode(
        one.image, "a hint for \(other)", hints: DecodeHints(symbologies: [other]))
    }
    return "\(min(4, readable.count)) right ones, 2 others"
  }
}
