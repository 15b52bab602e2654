import DecoderKit
import Results
import Scanning

/// A scan for the terminal: a block of lines for each image.
package struct ScanText: Sendable {
  private let style: TerminalStyle
  private let isVerbose: Bool

  /// Makes the writer.
  ///
  /// - Parameter isVerbose: True to show outline, condition and grade parameters of each symbol.
  package init(_ style: TerminalStyle, isVerbose: Bool = false) {
    self.style = style
    self.isVerbose = isVerbose
  }

  /// The line before all images: the decoders that are asked.
  package func heading(_ decoders: [ScanDecoder]) -> String {
    let names = decoders.map { decoder in
      decoder.version.isEmpty ? decoder.label : "\(decoder.label) \(decoder.version)"
    }
    return style.paragraph(names.joined(separator: ", "), label: "Decoders: ")
      .joined(separator: "\n")
  }

  /// Renders an image's block, without a line feed at its end.
  package func render(_ image: ScannedImage) -> String {
    switch image.outcome {
    case .unreadable(let reason):
      return style.emphasized(style.shown(image.path), .strong) + ": "
        + style.emphasized(style.shown(reason), .alarm)
    case .scanned(let contents):
      let size = "\(contents.width) × \(contents.height) px"
      let title =
        style.emphasized(style.shown(image.path), .strong)
        + style.emphasized(style.shown(", " + size), .faint)
      return ([title] + lines(contents)).joined(separator: "\n")
    }
  }

  private func lines(_ contents: ScannedImage.Contents) -> [String] {
    let rows = contents.detections.map { Row($0, showsBand: isVerbose) }
    var lines: [String] = []
    for (row, detection) in zip(rows, contents.detections) {
      lines.append(line(row, among: rows))
      lines += remarks(detection)
    }
    if contents.detections.isEmpty { lines.append("  nothing was read") }
    for place in contents.potential ?? [] {
      lines += style.paragraph(ScanWording.potential(place), .caution, label: "  ?  ")
    }
    for attempt in contents.attempts {
      guard let error = ScanWording.error(attempt, isVerbose: isVerbose) else { continue }
      lines += style.paragraph(
        error, .alarm, label: "  " + style.shown(attempt.decoder) + ": ", hanging: 4)
    }
    return lines
  }

  /// The cells of a detection that follow its value.
  private struct Row {
    let number: String
    let value: String
    let isKept: Bool
    let cells: [String]

    /// - Parameter showsBand: False to leave out the band of module sizes, whose names say little alone.
    init(_ detection: Detection, showsBand: Bool) {
      number = "\(detection.number)"
      let meaning = detection.meaning
      value = ScanWording.shownValue(detection, meaning)
      isKept = detection.isKept
      cells = [
        ScanWording.type(detection, meaning), ScanWording.moduleSize(detection.measurement),
        showsBand ? detection.band.map(ScanWording.band) ?? "" : "",
        detection.distanceMillimetres.map { ScanWording.distance(millimetres: $0.value) } ?? "",
      ]
    }
  }

  private static let gap = 2
  private static let indent = 5
  /// The fewest columns that a value gets beside the other cells.
  private static let narrowestValue = 12

  private func line(_ row: Row, among rows: [Row]) -> String {
    let shown = rows.map { $0.cells.map(style.shown) }
    var widths = row.cells.indices.map { index in
      shown.map { DisplayText.width($0[index]) }.max() ?? 0
    }
    var rest: Int { widths.filter { $0 > 0 }.reduce(0) { $0 + $1 + Self.gap } }
    // The last columns are left out first; --verbose and the files have them.
    while style.width - Self.indent - rest < Self.narrowestValue,
      let last = widths.lastIndex(where: { $0 > 0 })
    {
      widths[last] = 0
    }
    let room = max(style.width - Self.indent - rest, Self.narrowestValue)
    let values = rows.map {
      DisplayText.shortened(style.shown($0.value), to: room, ellipsis: style.ellipsis)
    }
    let valueWidth = values.map(DisplayText.width).max() ?? 0
    let value = DisplayText.shortened(
      style.shown(row.value), to: room, ellipsis: style.ellipsis)
    var line = aligned(row.number, to: Self.indent - Self.gap) + "  "
    line += style.emphasized(value, row.isKept ? .strong : .faint)
    var pending = valueWidth - DisplayText.width(value)
    for (cell, width) in zip(row.cells.map(style.shown), widths) where width > 0 {
      pending += Self.gap
      if !cell.isEmpty {
        line += String(repeating: " ", count: pending) + cell
        pending = 0
      }
      pending += width - DisplayText.width(cell)
    }
    return line
  }

  private func remarks(_ detection: Detection) -> [String] {
    let indent = String(repeating: " ", count: Self.indent)
    var lines = style.paragraph(ScanWording.readers(detection), .faint, label: indent)
    let remarks = [
      ScanWording.leftOut(detection.fate), ScanWording.notMeasured(detection.measurement),
      ScanWording.conflict(detection), ScanWording.unbacked(detection),
    ]
    let value = detection.value
    let ofData = value.doubts.map(ScanWording.doubt) + ScanWording.dataFaults(value.value)
    for remark in remarks.compactMap(\.self) + ScanWording.contradictions(detection) + ofData {
      lines += style.paragraph(remark, .caution, label: indent)
    }
    if isVerbose {
      for detail in ScanWording.details(detection) {
        lines += style.paragraph(detail, .faint, label: indent, hanging: Self.indent + 2)
      }
    }
    return lines
  }

  private func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - DisplayText.width(text), 0)) + text
  }
}

/// The counts of a whole scan.
package struct ScanSummary: Hashable, Sendable {
  /// Images that were given to the decoders.
  package private(set) var scanned = 0
  /// The paths of those of them in which nothing was read.
  private(set) var unread: [String] = []
  /// Their number.
  package var withoutReading: Int { unread.count }
  /// Those of them in which something was read and a scan region kept none of it.
  package private(set) var withoutSelection = 0
  /// Files that could not be read as images.
  package private(set) var unreadable = 0
  /// Symbols.
  package private(set) var symbols = 0
  /// Attempts of decoders that ended in an error.
  package private(set) var errors = 0
  /// Images with symbols at known places and no distances.
  private var withoutDistance = 0
  /// Symbologies for which no stored run has thresholds.
  private var withoutThresholds: Set<Symbology> = []
  /// The runs that margins stand on.
  private var runs: [ThresholdRun] = []

  /// The path of the first image.
  private(set) var firstPath = ""
  /// By decoder, the images in which it read something, and the symbols that it read.
  private(set) var readImages: [String: Int] = [:]
  private(set) var readSymbols: [String: Int] = [:]

  package init() {}

  /// Counts an image.
  package mutating func count(_ image: ScannedImage) {
    guard let contents = image.contents else {
      unreadable += 1
      return
    }
    scanned += 1
    if scanned == 1 { firstPath = image.path }
    let readers = contents.detections.flatMap(\.readers)
    for reader in readers { readSymbols[reader, default: 0] += 1 }
    for reader in Set(readers) { readImages[reader, default: 0] += 1 }
    symbols += contents.detections.count
    if contents.detections.isEmpty {
      unread.append(image.path)
    } else if !contents.detections.contains(where: \.isKept) {
      withoutSelection += 1
    }
    errors += contents.attempts.count { $0.outcome != .answered }
    if contents.detections.contains(where: {
      $0.measurement.outline != nil && $0.distanceMillimetres == nil
    }) {
      withoutDistance += 1
    }
    for case .known(let margin) in contents.detections.flatMap(\.parts).map(\.margin)
    where !runs.contains(margin.run) {
      runs.append(margin.run)
    }
    for detection in contents.detections {
      guard let symbology = detection.symbology,
        detection.parts.contains(where: { $0.margin == .unknown(.noRun) })
      else { continue }
      withoutThresholds.insert(symbology)
    }
  }

  /// The remark at the end of a scan.
  package var text: String {
    var parts = [
      Numerals.counted(scanned, "image", "images"),
      Numerals.counted(symbols, "symbol", "symbols"),
    ]
    if withoutReading > 0 {
      parts.append("nothing read in \(Numerals.count(withoutReading))")
    }
    if withoutSelection > 0 { parts.append("none selected in \(Numerals.count(withoutSelection))") }
    if unreadable > 0 {
      parts.append(Numerals.counted(unreadable, "file", "files") + " could not be read")
    }
    if errors > 0 { parts.append(Numerals.counted(errors, "decoder error", "decoder errors")) }
    return parts.joined(separator: ", ")
  }

  /// The remark about images in which distances were wanted and are not known; `nil` if there are none.
  package func distanceRemark(of viewing: Viewing) -> String? {
    guard withoutDistance > 0, case .model(let camera) = viewing.camera else { return nil }
    return "no distances in " + Numerals.counted(withoutDistance, "image", "images")
      + ": \(camera.name) delivers "
      + camera.modes.map(\.frame.description).joined(separator: ", ")
  }

  /// The remark about the runs that margins stand on; `nil` if there are no margins.
  ///
  /// - Parameter passedOver: Runs with more trials that certify nothing.
  package func thresholdRemark(passedOver: [ThresholdRun]) -> String? {
    guard !runs.isEmpty else { return nil }
    let names = Words.list(runs.map(EvidenceWording.run))
    return
      (["margins stand on \(names)."] + passedOver.map { EvidenceWording.passedOver($0) + "." })
      .joined(separator: " ")
  }

  /// The remark about margins that are not known; `nil` if no symbology lacks thresholds.
  package var marginRemark: String? {
    guard !withoutThresholds.isEmpty else { return nil }
    let names = withoutThresholds.map(\.description).sorted().joined(separator: ", ")
    return "no margins for \(names): no stored run has thresholds; harness compare makes one, and "
      + "--against names one"
  }
}
