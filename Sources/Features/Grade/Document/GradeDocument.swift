import Base
import Measuring
import Reporting
import Scanning

/// Grades of images as a document: an answer over all of them, and a section for each.
struct GradeDocument {
  let images: [GradedImage]
  /// True if colours were graded by their luminance, although one channel could have been taken.
  var isLuminance = false
  /// True for the answer and a row for each symbol; of several images, for each that is poor.
  var isBrief = false

  var document: Document {
    guard !isBrief else { return brief }
    return Document(
      Self.title, answer: [answer],
      images.map(section) + [Section("remark", "What these grades are not", remarks)])
  }

  private static let title = "Print quality grades"

  /// One symbol with its grades, or the reason for which it has none.
  private typealias Symbol = (
    image: GradedImage, detection: Detection, result: Result<SymbolGrades, GradingFailure>
  )

  private var symbols: [Symbol] {
    images.flatMap(symbols)
  }

  private func symbols(of image: GradedImage) -> [Symbol] {
    zip(image.image.contents?.detections ?? [], image.grades).map { (image, $0, $1) }
  }

  // MARK: The answer

  /// `The QR Code in a.png has grade 2.0 (C) by ISO/IEC 15415:2011, for its symbol contrast`; of several, their number
  /// and the worst.
  private var answer: String {
    let all = symbols
    let graded = all.compactMap { symbol in (try? symbol.result.get()).map { (symbol, $0) } }
    guard let worst = graded.min(by: { $0.1.grade < $1.1.grade }) else {
      if all.isEmpty { return "No symbol was read, and so none is graded" }
      return all.count == 1
        ? "The \(Self.name(all[0])) is not graded" : "None of \(all.count) symbols is graded"
    }
    let what =
      "grade \(GradeWording.grade(worst.1.grade)) by \(worst.1.standard.rawValue)"
      + GradeWording.limit(worst.1)
    guard all.count > 1 else { return "The \(Self.name(worst.0)) has \(what)" }
    let count =
      graded.count == all.count
      ? "All \(all.count) symbols are"
      : "\(graded.count) of \(all.count) symbols \(graded.count == 1 ? "is" : "are")"
    if graded.count > 1, graded.allSatisfy({ $0.1.grade == worst.1.grade }) {
      return "\(count) graded, each with grade \(GradeWording.grade(worst.1.grade))"
    }
    let alike = graded.count { $0.1.grade == worst.1.grade && $0.1.standard == worst.1.standard }
    guard alike == 1 else {
      return "\(count) graded; \(alike) have the lowest grade, "
        + "\(GradeWording.grade(worst.1.grade)) by \(worst.1.standard.rawValue), the \(Self.name(worst.0)) among them"
    }
    return "\(count) graded; the worst is the \(Self.name(worst.0)) with \(what)"
  }

  private static func name(_ symbol: Symbol) -> String {
    "\(ScanWording.type(symbol.detection.symbology)) in \(symbol.image.image.path)"
  }

  // MARK: In short

  /// The most symbols with a row of their own.
  private static let mostRows = 20

  private var brief: Document {
    let isOne = images.count == 1
    let shown = symbols.compactMap { symbol in (try? symbol.result.get()).map { (symbol, $0) } }
      .filter { isOne || [.d, .f].contains($0.1.grade.letter) }
      .enumerated().sorted { ($0.element.1.grade, $0.offset) < ($1.element.1.grade, $1.offset) }
      .map(\.element)
    // A column of nothing but the best grades' dashes is left out.
    let isLimited = shown.contains { !GradeWording.lowest($0.1).isEmpty }
    var grid = DataTable(
      isOne ? "Symbols" : "Symbols with grade D or F",
      keys: isOne ? [.init("symbol")] : [.init("image"), .init("symbol")],
      [.init("grade")] + (isLimited ? [.init("limited by")] : []))
    for (symbol, grades) in shown.prefix(Self.mostRows) {
      let names =
        isOne
        ? [Self.label(symbol.detection)]
        : [symbol.image.image.path, ScanWording.type(symbol.detection.symbology)]
      grid.add(
        names.map { DataTable.Cell($0) } + [
          .init(
            GradeWording.grade(grades.grade), Self.emphasis(grades.grade),
            value: grades.grade.value)
        ] + (isLimited ? [.init(Self.limit(grades))] : []))
    }
    let rest = shown.count - Self.mostRows
    let isGraded = images.contains(where: \.isGraded)
    return Document(
      Self.title, answer: [answer] + (isOne ? [] : counts.map { [$0] } ?? []),
      [
        Section(
          "symbols", isOne ? images.map(Self.heading).joined() : "Grade D or F",
          [
            .table(grid),
            .lines(rest > 0 ? ["\(Numerals.counted(rest, "more symbol", "more symbols"))"] : []),
          ]), Section("ungraded", "Not graded", ungraded),
      ],
      remarks: remarks + (isGraded ? ["--full shows every parameter of every symbol"] : []))
  }

  /// The first of the parameters that decide a grade, with the number of the others.
  private static func limit(_ grades: SymbolGrades) -> String {
    let names = GradeWording.lowest(grades)
    guard let first = names.first else { return Numerals.absent }
    return names.count > 1 ? "\(first) and \(names.count - 1) more" : first
  }

  /// The number of symbols by letter: `Grades: 3 A, 1 C, 2 F`.
  private var counts: String? {
    let letters = symbols.compactMap { try? $0.result.get().grade.letter }
    let parts = GradeLetter.allCases.compactMap { letter -> String? in
      let count = letters.count { $0 == letter }
      return count > 0 ? "\(Numerals.count(count)) \(letter.rawValue)" : nil
    }
    return parts.isEmpty ? nil : "Grades: \(parts.joined(separator: ", "))"
  }

  /// The images and symbols without a grade, a sentence for each reason.
  private var ungraded: [String] {
    func sentence(_ reason: String, _ names: [String]) -> String {
      "\(reason): \(Words.first(names, others: "more").joined(separator: ", "))"
    }
    var reasons: [(reason: String, name: String)] = []
    for graded in images {
      let path = graded.image.path
      switch graded.image.outcome {
      case .unreadable(let reason): reasons.append((reason, path))
      case .scanned(let contents) where contents.detections.isEmpty:
        reasons.append(("no symbol was read (harness explain IMAGE says why)", path))
      case .scanned:
        for symbol in symbols(of: graded) {
          guard case .failure(let failure) = symbol.result else { continue }
          let name = images.count == 1 ? Self.label(symbol.detection) : path
          reasons.append((GradeWording.reason(failure), name))
        }
      }
    }
    return reasons.grouped(by: \.reason).map { sentence($0.key, $0.elements.map(\.name).uniqued()) }
  }

  // MARK: Images

  private func section(_ graded: GradedImage) -> Section {
    let image = graded.image
    guard case .scanned(let contents) = image.outcome else {
      var reason = ""
      if case .unreadable(let words) = image.outcome { reason = words }
      return Section(id(image), image.path, ["not graded: \(reason)"])
    }
    return Section(
      id(image), Self.heading(graded),
      contents.detections.isEmpty
        ? [.lines(["no symbol was read; harness explain IMAGE says why"])]
        : zip(contents.detections, graded.grades).flatMap(blocks))
  }

  /// `a.png, 320 × 240 px`.
  private static func heading(_ graded: GradedImage) -> String {
    let image = graded.image
    return image.path + (image.contents.map { ", \($0.width) × \($0.height) px" } ?? "")
  }

  /// `1  QR Code 0123`.
  private static func label(_ detection: Detection) -> String {
    let value = DisplayText.shortened(
      DisplayText.printable(ScanWording.value(detection.reading)), to: 40, ellipsis: "…")
    return "\(detection.number)  \(ScanWording.type(detection.symbology)) \(value)"
  }

  private static func emphasis(_ grade: Grade) -> TerminalStyle.Emphasis {
    switch grade.letter {
    case .f: .alarm
    case .d: .caution
    default: .plain
    }
  }

  private func id(_ image: ScannedImage) -> String { "image-\(image.index + 1)" }

  private func blocks(
    _ detection: Detection, _ result: Result<SymbolGrades, GradingFailure>
  ) -> [Section.Block] {
    let name = Self.label(detection)
    switch result {
    case .failure(let failure):
      return [.lines(["\(name): not graded: \(GradeWording.reason(failure))"])]
    case .success(let grades):
      return [
        .heading(
          "\(name): grade \(GradeWording.grade(grades.grade)) by \(grades.standard.rawValue)"),
        .note(
          "\(Numerals.decimal(grades.moduleSizePixels, places: 2)) px per module; aperture "
            + "\(Numerals.decimal(grades.apertureModules, places: 1)) modules; \(scans(grades))"),
        .table(table(grades, of: detection.number)), .lines(GradeWording.notes(grades)),
      ]
    }
  }

  private func scans(_ grades: SymbolGrades) -> String {
    guard grades.scans.count > 1 else { return "one view of five" }
    let each = grades.scans.map { Numerals.decimal($0.grade.value, places: 1) }
    return "scans from top to bottom: \(each.joined(separator: " "))"
  }

  private func table(_ grades: SymbolGrades, of number: Int) -> DataTable {
    let isMean = grades.scans.count > 1
    var grid = DataTable(
      "Parameters of symbol \(number)", keys: [.init("parameter")],
      [
        .init(isMean ? "mean" : "value", isNumber: true),
        .init(isMean ? "mean grade" : "grade", isNumber: true),
      ])
    for graded in grades.parameters {
      let emphasis = Self.emphasis(graded.grade)
      grid.add([
        .init(GradeWording.name(graded.parameter), emphasis),
        .init(GradeWording.value(graded), emphasis, value: graded.value),
        .init(GradeWording.grade(graded.grade), emphasis, value: graded.grade.value),
      ])
    }
    return grid
  }

  /// What grades are not, where there are some.
  private var remarks: [String] {
    guard images.contains(where: \.isGraded) else { return [] }
    let colour =
      "Colour images are graded by their luminance; --channel red is nearest to a verifier's light"
    return [GradeWording.disclaimer] + (isLuminance ? [colour] : [])
  }
}
