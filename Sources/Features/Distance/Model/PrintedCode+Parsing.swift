import DecoderKit
import Optics
import Symbols

/// A text that names no printed code.
struct PrintedCodeError: Error, Equatable, CustomStringConvertible {
  /// The fault, and what would be right.
  let description: String
}

extension PrintedCode {
  /// Reads a code as people write it.
  ///
  /// | text | size is |
  /// |---|---|
  /// | `qr:v2:20mm`, `micro-qr:M4:5mm`, `rmqr:R11x43:20mm`, `aztec:compact-2:15mm` | the symbol's width |
  /// | `pdf417:4:40mm` | the symbol's width; before it, the data columns |
  /// | `ean-13:30mm`, also EAN-8, UPC-A, UPC-E | the symbol's width |
  /// | `ean-13:100%`, likewise | the magnification of a module of 0.33 mm |
  /// | `datamatrix:16x16:0.5mm`, `datamatrix:16x16:0.5mm:8mm` | the side of a module; after it, the symbol's width |
  /// | `code-128:10mil`, `code-128:0.25mm:40mm` | the X-dimension; after it, the symbol's width |
  ///
  /// A QR Code, Data Matrix or Aztec may be named by its text, of which the encoder makes the size: `qr:text=…:18mm`,
  /// `qr:H:text=…:18mm`.
  ///
  /// Without its last part it is a code whose printed size is asked for: `qr:v2`. Widths are without
  /// quiet zone. A length that could be the other of module and width is refused.
  init(parsing text: String) throws(PrintedCodeError) {
    if let sized = try SizedText(parsing: text) {
      try self.init(parsing: sized.code)
      bareSize = sized.bareSize
      fit = sized.fit(columns: columns, rows: rows)
      smallerVersion = sized.smallerVersion
      return
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let symbology = Symbology(parsing: parts[0]) else {
      let names = Symbology.allCases.map(\.rawValue)
      throw PrintedCodeError(
        description: "unknown symbology \"\(parts[0])\"."
          + SpellingSuggestion.sentence(for: parts[0], among: names)
          + " A code is written as qr:v2:20mm, datamatrix:16x16:0.5mm, ean-13:100% or "
          + "code-128:10mil.")
    }
    let rest = Array(parts.dropFirst())
    self =
      switch symbology {
      case .qrCode, .gs1QRCode, .microQRCode, .rMQRCode, .aztec, .pdf417:
        try Self.byWidth(symbology, rest, text)
      case .dataMatrix, .gs1DataMatrix: try Self.dataMatrix(symbology, rest, text)
      case .ean13, .ean8, .upcA, .upcE: try Self.retail(symbology, rest, text)
      case .code128, .gs1_128, .code39, .code93, .codabar, .itf, .itf14:
        try Self.linear(symbology, rest, text)
      default:
        throw PrintedCodeError(
          description: "distances of \(symbology) codes are not computed: name a QR Code, Micro "
            + "QR, rMQR, Data Matrix, Aztec, PDF417, EAN, UPC, or a linear code with an X-dimension"
        )
      }
  }

  // MARK: Kinds

  private static func byWidth(
    _ symbology: Symbology, _ parts: [String], _ text: String
  ) throws(PrintedCodeError) -> PrintedCode {
    let example = "\(text.prefix { $0 != ":" }):\(exampleSize(symbology))"
    guard (1...2).contains(parts.count), let size = size(parts[0], of: symbology) else {
      throw PrintedCodeError(description: noSize(symbology, parts, text, example: example))
    }
    let side = try parts.dropFirst().first.map { part throws(PrintedCodeError) in
      let width = try length(part, in: text, what: "the symbol's width")
      return try module(ofWidth: width, size.columns, atLeast: smallestModule, in: text) {
        "\(text.dropLast(part.count))\(millimetres(width * size.columns))"
      }
    }
    return PrintedCode(
      symbology: symbology, sizeName: size.name, columns: size.columns, rows: size.rows,
      quietZone: size.quietZone, xDimensionMillimetres: side)
  }

  /// The fault of a code's size, with the words that would be right.
  private static func noSize(
    _ symbology: Symbology, _ parts: [String], _ text: String, example: String
  ) -> String {
    let fault = "\"\(text)\" gives no size for a \(symbology): "
    let given = parts.first ?? ""
    guard symbology.carrier == .qrCode else { return fault + "write \(example):20mm" }
    let version = given.prefix { $0 != "-" }
    if version != given, size(String(version), of: symbology) != nil {
      let rest = parts.dropFirst().map { ":" + $0 }.joined()
      return "the level is not part of the code: write \(example.dropLast(2))\(version)\(rest)"
    }
    if given.lowercased().hasPrefix("v"), let number = Int(given.dropFirst()), number > 40 {
      return fault + "40 is the largest version"
    }
    let printed = Quantity.length.value(parsing: given) == nil ? "20mm" : given
    return fault
      + "which version? write \(example):\(printed) (25 modules across, up to 26 bytes at "
      + "level M), or the text: qr:text=https://example.com:\(printed)"
  }

  private static func dataMatrix(
    _ symbology: Symbology, _ parts: [String], _ text: String
  ) throws(PrintedCodeError) -> PrintedCode {
    guard (1...3).contains(parts.count), let size = DataMatrixSize(parsing: parts[0]) else {
      throw PrintedCodeError(
        description: "\"\(text)\" gives no size for a Data Matrix: write datamatrix:16x16:0.5mm, "
          + "rows first, with the side of a module")
    }
    let (module, width) = try moduleAndWidth(parts.dropFirst(), "the side of a module", in: text)
    let columns = Double(size.columns)
    if let module, let width, abs(width / module / columns - 1) > 0.02 {
      throw PrintedCodeError(
        description: "\"\(text)\": \(size.columns) modules of \(millimetres(module)) are "
          + "\(millimetres(module * columns)) wide; leave out the width, which follows")
    }
    if let module, width == nil, module > largestModule {
      throw PrintedCodeError(
        description: "\"\(text)\" would have modules of \(millimetres(module)), for the size of a "
          + "Data Matrix is the side of a module. If the symbol is that wide, write "
          + "\(text.dropLast(parts[1].count))\(millimetres(module / columns)); if a module is, say so "
          + "with the symbol's width after it: \(text):\(millimetres(module * columns))")
    }
    return PrintedCode(
      symbology: symbology, sizeName: "\(size)", columns: columns, rows: Double(size.rows),
      quietZone: SymbolOptions.dataMatrix(size).quietZone, xDimensionMillimetres: module)
  }

  private static func retail(
    _ symbology: Symbology, _ parts: [String], _ text: String
  ) throws(PrintedCodeError) -> PrintedCode {
    let kind: LinearKind =
      switch symbology {
      case .ean8: .ean8
      case .upcA: .upcA(addOn: nil)
      case .upcE: .upcE(addOn: nil)
      default: .ean13(addOn: nil)
      }
    let modules: [Symbology: Double] = [.ean8: 67, .upcE: 51]
    let columns = modules[symbology] ?? 95
    guard parts.count <= 1 else {
      throw PrintedCodeError(description: "\"\(text)\" has too many parts: write ean-13:100%")
    }
    let name = text.prefix { $0 != ":" }
    let side = try parts.first.map { part throws(PrintedCodeError) in
      guard part.hasSuffix("%") else {
        let width = try length(part, in: text, what: "the symbol's width or a magnification")
        return try module(ofWidth: width, columns, atLeast: smallestRetailModule, in: text) {
          let percent = digits((width / retailModule * 1000).rounded() / 10)
          return "\(name):\(percent)% or \(name):\(millimetres(width * columns))"
        }
      }
      guard let percent = Double(part.dropLast()), percent.isFinite, percent > 0 else {
        throw PrintedCodeError(
          description:
            "\"\(part)\" is not a magnification: write ean-13:100%; GS1 allows 80 to 200 %")
      }
      return try plausible(retailModule * percent / 100, in: text)
    }
    return PrintedCode(
      symbology: symbology, columns: columns, rows: kind.height(columns: Int(columns)),
      quietZone: SymbolOptions.linear(kind).quietZone, xDimensionMillimetres: side)
  }

  private static func linear(
    _ symbology: Symbology, _ parts: [String], _ text: String
  ) throws(PrintedCodeError) -> PrintedCode {
    guard parts.count <= 2 else {
      throw PrintedCodeError(
        description: "\"\(text)\" has too many parts: write code-128:10mil, or code-128:10mil:40mm "
          + "with the symbol's width")
    }
    let (module, width) = try moduleAndWidth(parts[...], "the X-dimension", in: text)
    if let module, width == nil, module > largestModule {
      throw PrintedCodeError(
        description:
          "\"\(text)\" would have narrow bars of \(millimetres(module)), for the size of a "
          + "linear code is its X-dimension. If the symbol is that wide, write the X-dimension before "
          + "it: \(text.dropLast(parts[0].count))10mil:\(parts[0]); if a narrow bar is, write the symbol's width after it"
      )
    }
    let columns = width.flatMap { width in module.map { width / $0 } }
    if let columns, columns < 10 {
      throw PrintedCodeError(
        description: "\"\(text)\" is narrower than ten modules: first the X-dimension, then the "
          + "width")
    }
    return PrintedCode(
      symbology: symbology, columns: columns, quietZone: SymbolOptions.linear(.code128).quietZone,
      xDimensionMillimetres: module)
  }

  // MARK: Sizes

  /// A size of a symbology, in modules.
  private struct Size {
    let name: String
    let columns: Double
    var rows: Double?
    let quietZone: QuietZone

    init(_ name: String, _ columns: Int, _ rows: Int?, _ options: SymbolOptions) {
      self.name = name
      self.columns = Double(columns)
      self.rows = rows.map(Double.init)
      quietZone = options.quietZone
    }
  }

  private static func exampleSize(_ symbology: Symbology) -> String {
    switch symbology {
    case .microQRCode: "M4"
    case .rMQRCode: "R11x43"
    case .aztec: "compact-2"
    case .pdf417: "4"
    default: "v2"
    }
  }

  private static func size(_ text: String, of symbology: Symbology) -> Size? {
    switch symbology {
    case .microQRCode:
      guard let version = number(text, after: "m", in: 1...4) else { return nil }
      let options = SymbolOptions.microQRCode(version: version, errorCorrection: nil, mask: nil)
      return Size("M\(version)", 9 + 2 * version, 9 + 2 * version, options)
    case .rMQRCode:
      return RMQRSize(parsing: text).map {
        Size("\($0)", $0.columns, $0.rows, .rMQRCode($0, errorCorrection: .medium))
      }
    case .aztec:
      return AztecSize(parsing: text).map { Size("\($0)", $0.side, $0.side, .aztec($0)) }
    case .pdf417:
      // Start and stop patterns and the two row indicators stand beside the data columns.
      guard let columns = number(text, after: "", in: 1...30) else { return nil }
      let options = SymbolOptions.pdf417(
        columns: columns, rows: nil, errorCorrection: 2, rowHeight: 3)
      return Size("\(columns) columns", 17 * columns + 69, nil, options)
    default:
      guard let version = number(text, after: "v", in: 1...40) else { return nil }
      let options = SymbolOptions.qrCode(version: version, errorCorrection: .low, mask: nil)
      return Size("version \(version)", 17 + 4 * version, 17 + 4 * version, options)
    }
  }

  private static func number(
    _ text: String, after prefix: String, in range: ClosedRange<Int>
  ) -> Int? {
    let text = text.lowercased()
    guard text.hasPrefix(prefix), let number = Int(text.dropFirst(prefix.count)),
      range.contains(number)
    else { return nil }
    return number
  }

  private static func length(
    _ part: String, in text: String, what: String
  ) throws(PrintedCodeError) -> Double {
    guard let length = Quantity.length.value(parsing: part) else {
      throw PrintedCodeError(
        description: "\"\(part)\" in \"\(text)\" is not \(what) with a unit: write "
          + Quantity.length.examples)
    }
    guard length > 0 else {
      throw PrintedCodeError(
        description: "\"\(part)\" in \"\(text)\": \(what) is above 0")
    }
    return length
  }

  /// The largest module of which a length alone is taken, in millimetres: one that is larger is more
  /// likely the width.
  private static let largestModule = 3.0
  /// The smallest module of which a width is taken, in millimetres: a width that makes a smaller one is
  /// more likely the side of a module.
  private static let smallestModule = 0.05
  /// That of EAN and UPC, of which GS1 allows 0.264.
  private static let smallestRetailModule = 0.1

  /// Computes the side of a module from the symbol's width.
  ///
  /// - Parameter ofModule: What to write if the width is a module's.
  private static func module(
    ofWidth width: Double, _ columns: Double, atLeast least: Double, in text: String,
    ofModule: () -> String
  ) throws(PrintedCodeError) -> Double {
    let module = width / columns
    guard module < least else { return try plausible(module, in: text) }
    throw PrintedCodeError(
      description:
        "\"\(text)\" would have modules of \(Float(module)) mm, for its size is the symbol's "
        + "width: check the unit. For modules of \(millimetres(width)) write \(ofModule())")
  }

  /// Reads the side of a module and the width after it.
  private static func moduleAndWidth(
    _ parts: ArraySlice<String>, _ what: String, in text: String
  ) throws(PrintedCodeError) -> (module: Double?, width: Double?) {
    let module = try parts.first.map { part throws(PrintedCodeError) in
      try plausible(length(part, in: text, what: what), in: text)
    }
    let width = try parts.dropFirst().first.map { part throws(PrintedCodeError) in
      try length(part, in: text, what: "the symbol's width")
    }
    return (module, width)
  }

  /// A length for a message, as a code may name it: `0.33mm`.
  private static func millimetres(_ length: Double) -> String {
    digits((length * 1000).rounded() / 1000) + "mm"
  }

  private static func digits(_ number: Double) -> String {
    let isWhole = number == number.rounded() && number < 1e6
    return isWhole ? "\(Int(number))" : "\(Float(number))"
  }

  /// Modules are printed from some hundredths of a millimetre to some decimetres on a wall.
  private static func plausible(
    _ module: Double, in text: String
  ) throws(PrintedCodeError) -> Double {
    guard (0.02...500).contains(module) else {
      throw PrintedCodeError(
        description: "\"\(text)\" would have modules of \(Float(module)) mm, and printed modules "
          + "have 0.02 mm to 50 cm: check the unit")
    }
    return module
  }
}
