import Base
import DecoderKit
import Foundation
import Measuring
import Results
import Scanning
import Values

/// The wording of scans, the same in tables, overlays and files.
package enum ScanWording {
  /// The decoded value as people read it: its text, or its bytes in hexadecimal where they are none.
  ///
  /// Control characters are left as they are; see `DisplayText.printable`.
  package static func value(bytes: [UInt8], text: String?) -> String {
    if let own = String(validating: bytes, as: UTF8.self) { return own }
    if let text, !text.isEmpty, !text.unicodeScalars.contains("\u{FFFD}") { return text }
    return "0x" + hex(bytes)
  }

  /// The value of a reading as people read it: in the charset that the symbol announces, or in the one that
  /// its meaning assumes, so that text and fields are of one charset. A decoder's own guess does not count.
  package static func value(_ reading: Reading) -> String {
    let text = ReadValue(reading).value.text
    if let text, text.evidence == .declared || text.evidence == .assumed { return text.string }
    return value(bytes: reading.bytes, text: nil)
  }

  /// Bytes in hexadecimal, two lower-case digits each.
  package static func hex(_ bytes: [UInt8]) -> String {
    Hexadecimal.text(bytes)
  }

  package static func type(_ symbology: Symbology?) -> String {
    symbology?.description ?? "unknown type"
  }

  /// The codes of a symbology: `QR Codes`, `EAN-13 codes`.
  package static func codes(_ symbology: Symbology?) -> String {
    guard let name = symbology?.description else { return "codes of an unknown type" }
    return name.hasSuffix("Code") ? "\(name)s" : "\(name) codes"
  }

  /// The symbology with the type of the value, if it has one: `QR Code, Wi-Fi`.
  package static func type(_ detection: Detection, _ meaning: BarcodeValue) -> String {
    let symbology = type(detection.symbology)
    return type(meaning.type).map { "\(symbology), \($0)" } ?? symbology
  }

  /// The type of a value; `nil` for text and data without a known form.
  package static func type(_ type: ValueType) -> String? {
    switch type {
    case .url: "URL"
    case .wifi: "Wi-Fi"
    case .contact: "contact"
    case .email: "e-mail"
    case .phone: "phone"
    case .sms: "SMS"
    case .geo: "place"
    case .event: "event"
    case .product: "product"
    case .publication: "publication"
    case .driverLicence: "driver licence"
    case .gs1: "GS1"
    case .text, .binary: nil
    }
  }

  /// The text that stands for a value: a short one where its type has one, else the value itself.
  package static func shownValue(_ detection: Detection, _ meaning: BarcodeValue) -> String {
    let own = value(detection.reading)
    return type(meaning.type) == nil || meaning.displayValue.isEmpty ? own : meaning.displayValue
  }

  package static func band(_ band: ModuleSizeBand) -> String { BandWording.name(band) }

  /// A number with the half-width of its interval: `4.37 ± 0.02`.
  package static func interval(_ value: MeasuredValue) -> String {
    let half = (value.upper - value.lower) / 2
    // Less than the last decimal that anybody needs says nothing.
    guard half >= 0.005, half.isFinite else { return Numerals.decimal(value.value, places: 2) }
    return Numerals.plusMinus(
      value.value, half, places: min(Numerals.places(forHalfWidth: half), 2))
  }

  /// The module size: `4.37 ± 0.02 px`; missing if it is not known.
  package static func moduleSize(_ measurement: SymbolMeasurement) -> String {
    measurement.moduleSize.map { interval($0.pixels) + " px" } ?? Numerals.absent
  }

  /// A margin in modules: `3.5`, or `≥ 12` where no more is measured.
  package static func quietZone(_ modules: Double) -> String {
    let reach = SymbolCondition.quietZoneReach
    return modules < reach
      ? Numerals.decimal(modules, places: 1) : "≥ " + Numerals.decimal(reach, places: 0)
  }

  /// A distance: `48.2 cm`, `1.25 m`.
  package static func distance(millimetres: Double) -> String {
    millimetres < 1000
      ? Numerals.decimal(millimetres / 10, places: 1) + " cm"
      : Numerals.decimal(millimetres / 1000, places: 2) + " m"
  }

  /// The reason for which a symbol was not measured.
  package static func failure(_ failure: GaugeFailure) -> String {
    switch failure {
    case .unknownSymbology: "the decoder does not name the symbology"
    case .unsupportedSymbology: "the gauge does not know this symbology’s structure"
    case .notFound: "no place in the image looks like the symbol"
    case .poorFit: "the symbol’s structure does not fit the image well enough"
    }
  }

  /// The sentence about a symbol that a scan region leaves out; `nil` if it does not.
  package static func leftOut(_ fate: SymbolFate?) -> String? {
    switch fate {
    case nil, .kept: nil
    case .notSelected: "left out: in the scan area, but not selected"
    case .outsideArea: "left out: not wholly in the scan area"
    case .placeUnknown: "left out: its place is not known, so it cannot be selected"
    }
  }

  /// The sentence about what could not be measured; `nil` if all was.
  package static func notMeasured(_ measurement: SymbolMeasurement) -> String? {
    switch measurement.source {
    case .measured: nil
    case .decoder(let reason): "not measured, \(failure(reason)); the outline is a decoder’s"
    case .none(let reason): "not measured, \(failure(reason))"
    }
  }

  /// The reason for which there is no margin.
  package static func missing(_ reason: MissingMargin) -> String {
    switch reason {
    case .notMeasured: "the module size is not known"
    case .unsupported: "the decoder does not read the symbology"
    case .noRun: "no stored run has thresholds of the symbology"
    case .noDecoder: "the run did not have this decoder with these options"
    case .notCertified: "the run certifies no module size for the decoder"
    }
  }

  /// A margin beside a decoder's name: `2.70 × its 1.62 px`; empty if it is not known.
  package static func margin(_ margin: Margin) -> String {
    guard case .known(let known) = margin else { return "" }
    let ratio = Numerals.decimal(known.ratio.value, places: 2)
    let size = Numerals.level(known.threshold.pixels)
    return known.threshold.isUpperBound
      ? "at least \(ratio) × its threshold of at most \(size) px" : "\(ratio) × its \(size) px"
  }

  /// The decoders that read a symbol and those that did not, each with its margin.
  package static func readers(_ detection: Detection) -> String {
    func list(_ wanted: (Detection.Status) -> Bool, hasMargins: Bool = true) -> String {
      detection.parts.filter { wanted($0.status) }.map { part in
        let margin = hasMargins ? margin(part.margin) : ""
        return margin.isEmpty ? part.decoder : "\(part.decoder) (\(margin))"
      }.joined(separator: ", ")
    }
    let groups = [
      ("read by ", list { if case .read = $0 { true } else { false } }),
      ("missed by ", list { $0 == .missed }),
      ("no answer from ", list({ $0 == .noAnswer }, hasMargins: false)),
      ("not supported by ", list({ $0 == .unsupported }, hasMargins: false)),
    ]
    return groups.filter { !$0.1.isEmpty }.map { $0.0 + $0.1 }.joined(separator: "; ")
  }

  /// A decoder's error on an image, as the end of "zxing: …"; `nil` if it answered.
  ///
  /// Of what it printed, the telling line; `isVerbose` gives all.
  package static func error(_ attempt: ScanAttempt, isVerbose: Bool = false) -> String? {
    let verdict: Verdict
    switch attempt.outcome {
    case .answered: return nil
    case .crash: verdict = .crash
    case .timeout: verdict = .timeout
    case .failed: verdict = .failed
    case .givenUp: return "not tried: given up after too many consecutive errors"
    }
    let whole = [attempt.detail, attempt.printed].compactMap(\.self).joined(separator: ": ")
    let cause =
      isVerbose
      ? whole
      : ErrorSignature(Finding(verdict, detail: attempt.detail, printed: attempt.printed)).text
    return cause.isEmpty ? verdict.rawValue : "\(verdict.rawValue): \(cause)"
  }

  /// The sentence about decoders that read other contents at the same place; `nil` without any.
  package static func conflict(_ detection: Detection) -> String? {
    guard !detection.conflicts.isEmpty else { return nil }
    let others = detection.conflicts.map(String.init).joined(separator: ", ")
    return "decoders disagree: \(others) is at the same place with other contents"
  }

  /// The sentence about a value that nothing confirms; `nil` for one that something does.
  package static func unbacked(_ detection: Detection) -> String? {
    guard detection.support == nil else { return nil }
    let readers = detection.readers.joined(separator: ", ")
    return "nothing confirms this value except \(readers.isEmpty ? "a decoder" : readers)"
  }

  /// The sentences about readings of the same place that nothing backs.
  package static func contradictions(_ detection: Detection) -> [String] {
    detection.contradictions.map { contradiction in
      let reading = contradiction.reading
      let value = DisplayText.shortened(
        DisplayText.printable(value(reading)), to: 40, ellipsis: "…")
      return "\(contradiction.decoder) reads \(value) (\(type(reading.symbology))) here instead; "
        + "nothing confirms that"
    }
  }

  /// The word for what backs a reading, which so many decoders read at its place.
  private static func support(_ support: ReadingSupport, readers: Int) -> String {
    switch support {
    case .truth: "the truth beside the photo"
    case .agreement:
      readers > 1
        ? "unlike decoders, which agree" : "unlike decoders, which read it elsewhere in the image"
    case .structure: "the symbol’s structure in the image"
    }
  }

  /// The lines of a label in an image: number, type, module size and distance, then the value.
  package static func label(_ detection: Detection, columns: Int) -> [String] {
    let meaning = detection.meaning
    var facts = ["\(detection.number)", type(detection, meaning)]
    if detection.measurement.moduleSize != nil { facts.append(moduleSize(detection.measurement)) }
    if let distance = detection.distanceMillimetres {
      facts.append(Self.distance(millimetres: distance.value))
    }
    if case .decoder = detection.measurement.source { facts.append("decoder’s outline") }
    if detection.measurement.outline == nil { facts.append("no place") }
    let value = DisplayText.printable(shownValue(detection, meaning))
    return [facts.joined(separator: " · "), value].map {
      DisplayText.shortened($0, to: max(columns, 8), ellipsis: "…")
    }
  }
}

/// The condition of a symbol in words, for people who ask for everything.
extension ScanWording {
  /// The sentences about a measurement: outline, modules, condition, grade parameters.
  package static func details(_ measurement: SymbolMeasurement) -> [String] {
    var lines: [String] = []
    if let outline = measurement.outline {
      let corners = outline.points.map {
        "(\(Numerals.decimal($0.x, places: 1)), \(Numerals.decimal($0.y, places: 1)))"
      }
      lines.append("outline: " + corners.joined(separator: " "))
    }
    if let size = measurement.moduleSize { lines.append("modules: " + modules(size, measurement)) }
    if let condition = measurement.condition {
      lines.append("condition: " + Self.condition(condition))
      lines.append("grade parameters: " + grades(condition.grades))
    }
    return lines
  }

  /// The sentences about a detection that not everybody needs.
  package static func details(_ detection: Detection) -> [String] {
    var lines = details(detection.measurement)
    if let support = detection.support {
      lines.append("backed by \(Self.support(support, readers: detection.readers.count))")
    }
    let meaning = detection.meaning
    if type(meaning.type) != nil {
      let fields = meaning.fields.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
      lines.insert("contents: \(value(detection.reading))", at: 0)
      lines.insert("fields: \(fields)", at: 1)
    }
    let known = detection.parts.compactMap { part in
      if case .known(let margin) = part.margin { margin } else { nil }
    }
    if let margin = known.first {
      lines.append(
        "thresholds: group \(margin.group) of run \(margin.run.number) in \(margin.run.store)")
    }
    for part in detection.parts {
      guard case .unknown(let reason) = part.margin, reason != .unsupported else { continue }
      lines.append("no margin for \(part.decoder): \(missing(reason))")
    }
    return lines
  }

  private static func modules(_ size: ModuleSize, _ measurement: SymbolMeasurement) -> String {
    var parts: [String] = []
    if let dimension = measurement.dimension {
      parts.append(
        dimension.rows == 1
          ? "\(dimension.columns) in a row" : "\(dimension.columns) × \(dimension.rows)")
    }
    parts.append(interval(size.across) + " px across")
    if let down = size.down { parts.append(interval(down) + " px down") }
    parts.append(
      "from \(Numerals.decimal(size.smallest.value, places: 2)) to "
        + "\(Numerals.decimal(size.largest.value, places: 2)) px")
    return parts.joined(separator: ", ")
  }

  private static func condition(_ condition: SymbolCondition) -> String {
    func number(_ value: Double, _ places: Int = 1) -> String {
      Numerals.decimal(value, places: places)
    }
    let zone = condition.quietZone
    let margins = [
      ("left", zone.left), ("above", zone.top), ("right", zone.right), ("below", zone.bottom),
    ].compactMap { name, width in width.map { "\(quietZone($0)) \(name)" } }
    var parts = ["turned \(FaultWording.turn(condition.turnDegrees, places: 1))"]
    if let tilt = condition.tiltDegrees { parts.append("tilted \(number(tilt))°") }
    if condition.isMirrored { parts.append("mirrored") }
    if condition.isInverted { parts.append("light on dark") }
    parts += [
      "blur \(interval(condition.blurSigmaPixels)) px",
      "symbol contrast \(number(condition.symbolContrast * 100)) % (light "
        + "\(number(condition.lightReflectance * 100)) %, dark "
        + "\(number(condition.darkReflectance * 100)) %)",
      "noise \(number(condition.noiseGreyLevels)) levels",
      "light gradient \(number(condition.lightGradient * 100)) %",
      "quiet zone \(margins.joined(separator: ", ")) modules",
      "bar growth \(number(condition.barGrowthModules, 2)) modules",
    ]
    if let ratio = condition.wideToNarrowRatio {
      parts.append("wide to narrow \(number(ratio, 2))")
    }
    return parts.joined(separator: ", ")
  }

  private static func grades(_ grades: GradeParameters) -> String {
    let parameters: [(String, Double?)] = [
      ("symbol contrast", grades.symbolContrast), ("modulation", grades.modulation),
      ("fixed pattern damage", grades.fixedPatternDamage),
      ("grid non-uniformity", grades.gridNonuniformity),
      ("axial non-uniformity", grades.axialNonuniformity),
      ("unused error correction", grades.unusedErrorCorrection),
      ("decodability", grades.decodability),
    ]
    return parameters.compactMap { name, value in
      value.map { "\(name) \(Numerals.decimal($0, places: 2))" }
    }.joined(separator: ", ")
  }
}
