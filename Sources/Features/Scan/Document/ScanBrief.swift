import Reporting
import Scanning

/// A scan of many images for the terminal: a row for each, those that are not read first.
struct ScanBrief {
  /// The most images of which each code is shown without being asked for.
  static let mostImages = 8
  /// The most rows, less the lines above them, so that a scan has at most 40 lines with its remarks.
  private static let (mostRows, mostOpeningAndRows) = (25, 27)
  /// The fewest columns of what was read.
  private static let narrowestValue = 12

  private enum Standing: Int {
    case unread
    /// Read, and missed by a decoder that supports the code, or with a remark.
    case partly
    case read
  }

  private struct Row {
    let path: String
    let standing: Standing
    let value: String
    /// The decoders that read the code, of those that support it.
    let readers: String
    let moduleSize: String
    let remarks: String
  }

  private var rows: [Row] = []

  init() {}

  /// Adds an image.
  mutating func add(_ image: ScannedImage) {
    switch image.outcome {
    case .unreadable(let reason):
      rows.append(
        Row(
          path: image.path, standing: .unread, value: reason, readers: Numerals.absent,
          moduleSize: Numerals.absent, remarks: ""))
    case .scanned(let contents): rows.append(Self.row(image.path, contents))
    }
  }

  private static func row(_ path: String, _ contents: ScannedImage.Contents) -> Row {
    let codes = contents.detections.filter(\.isKept)
    var remarks = contents.attempts.filter { $0.outcome != .answered }
      .map { "\($0.decoder): \($0.outcome.rawValue)" }
    if codes.contains(where: { !$0.conflicts.isEmpty || !$0.contradictions.isEmpty }) {
      remarks.append("decoders disagree")
    }
    if codes.contains(where: { $0.support == nil }) { remarks.append("unconfirmed") }
    // Of several codes, the one that most decoders miss.
    let counts = codes.map { code in
      (read: code.readers.count, of: code.parts.count { $0.status != .unsupported })
    }
    let worst = counts.max { $0.of - $0.read < $1.of - $1.read }
    let smallest = codes.filter { $0.measurement.moduleSize != nil }.min {
      $0.measurement.moduleSize?.pixels.value ?? 0 < $1.measurement.moduleSize?.pixels.value ?? 0
    }
    let value = codes.first.map { code in
      let meaning = code.meaning
      return "\(ScanWording.shownValue(code, meaning)) (\(ScanWording.type(code, meaning)))"
        + (codes.count > 1 ? " and \(Numerals.count(codes.count - 1)) more" : "")
    }
    let isWhole = worst.map { $0.read == $0.of } ?? false
    return Row(
      path: path, standing: value == nil ? .unread : isWhole && remarks.isEmpty ? .read : .partly,
      value: value ?? (contents.detections.isEmpty ? "nothing" : "none selected"),
      readers: "\(worst?.read ?? 0) of \(worst?.of ?? contents.attempts.count)",
      moduleSize: smallest.map { ScanWording.moduleSize($0.measurement) } ?? Numerals.absent,
      remarks: remarks.joined(separator: ", "))
  }

  /// The lines of the table and of what it leaves out.
  ///
  /// - Parameter opening: The number of lines above them.
  func lines(_ style: TerminalStyle, below opening: Int) -> [String] {
    guard !rows.isEmpty else { return [] }
    let order = rows.indices.sorted {
      (rows[$0].standing.rawValue, $0) < (rows[$1].standing.rawValue, $1)
    }
    let shown = order.prefix(max(min(Self.mostRows, Self.mostOpeningAndRows - opening), 1))
    let rest = order.dropFirst(shown.count).map { rows[$0] }
    return [""] + SectionText(style: style, drops: true).lines(table(Array(shown), style))
      + style.paragraph(closing(rest), .faint, hanging: 2)
  }

  private func table(_ shown: [Int], _ style: TerminalStyle) -> DataTable {
    let names = Words.withoutCommonFolder(rows.map(\.path))
    let hasRemarks = shown.contains { !rows[$0].remarks.isEmpty }
    var table = DataTable(
      "Images", keys: [.init("image")],
      [.init("read"), .init("read by"), .init("module size", isNumber: true)]
        + (hasRemarks ? [.init("remarks")] : []))
    func widest(_ texts: [String]) -> Int {
      texts.map { DisplayText.width(style.shown($0)) }.max() ?? 0
    }
    let others =
      [
        min(widest(shown.map { names[$0] }), SectionText.longestName), 7,
        max(widest(shown.map { rows[$0].moduleSize }), 6), widest(shown.map { rows[$0].remarks }),
      ]
    let room = style.width - others.reduce(0) { $0 + $1 } - TextGrid.gap * (hasRemarks ? 4 : 3)
    for place in shown {
      let row = rows[place]
      let value = DisplayText.shortened(
        style.shown(row.value), to: max(room, Self.narrowestValue), ellipsis: style.ellipsis)
      table.add(
        [
          .init(names[place]), .init(value, row.standing == .unread ? .caution : .plain),
          .init(row.readers), .init(row.moduleSize),
        ] + (hasRemarks ? [.init(row.remarks, .caution)] : []))
    }
    return table
  }

  /// The images without a row.
  private func closing(_ rest: [Row]) -> String {
    guard !rest.isEmpty else { return "--full shows each code with the decoders that read it." }
    let counts = [
      (Standing.unread, "not read", "none of them read"),
      (.partly, "missed by a decoder or with a remark", "all missed by a decoder or with a remark"),
      (
        .read, "read by every decoder that supports the code",
        "all read by every decoder that supports the code"
      ),
    ].map { standing, some, all in (rest.count { $0.standing == standing }, some, all) }
      .filter { $0.0 > 0 }
    let what =
      counts.count > 1
      ? counts.map { "\(Numerals.count($0.0)) \($0.1)" }.joined(separator: ", ")
      : rest.count > 1 ? counts[0].2 : counts[0].1
    return
      "and \(Numerals.counted(rest.count, "more image", "more images")), \(what); --full shows all."
  }
}
