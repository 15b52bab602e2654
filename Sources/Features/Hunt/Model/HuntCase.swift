import DecoderKit
import Drawing
import Images
import Symbols

/// A perfect symbol: what it encodes, and how its modules lie on the pixels.
struct HuntCase: Hashable, Sendable {
  /// The symbol's options.
  var options: SymbolOptions
  /// The kind of its payload.
  var kind: PayloadKind
  /// The payload as encoders take it.
  var payload: [UInt8]
  /// The side of a module, in whole pixels.
  var modulePixels: Int
  /// Quarter turns clockwise, 0 to 3.
  var turns: Int
  /// The shift to the right before the turn, in quarters of a pixel, 0 to 3.
  var offsetAcross: Int
  /// The shift down before the turn, in quarters of a pixel, 0 to 3.
  var offsetDown: Int
  /// The white pixels around the quiet zone that the standard asks for.
  var margin: Int
}

/// One level of a factor, such as mask 3.
struct HuntLevel: Hashable, Sendable, Codable {
  /// The factor: `version`, `payload length modulo 16`.
  let factor: String
  /// The level as people write it: `7`, `¼ px`.
  let level: String

  /// The level in a sentence: `mask 3`, `payload length 5 modulo 16`.
  var words: String {
    let parts = factor.split(separator: " modulo ")
    return parts.count == 2 ? "\(parts[0]) \(level) modulo \(parts[1])" : "\(factor) \(level)"
  }
}

extension HuntCase {
  /// The divisors by which payload lengths are told apart.
  private static let divisors = [2, 3, 4, 5, 8, 16]
  /// The upper ends of classes of payload lengths.
  private static let lengthEnds = [1, 4, 16, 64, 256, 1024]
  /// Quarters of a pixel as people write them.
  private static let quarters = ["0 px", "¼ px", "½ px", "¾ px"]

  /// The factors with their levels: always the same factors, in the same order, for a symbology.
  var levels: [HuntLevel] {
    let count = payload.count
    let end = Self.lengthEnds.first { count <= $0 }
    let factors =
      options.factors + [
        ("payload kind", kind.rawValue),
        ("payload length", end.map { "up to \($0)" } ?? "above 1024"),
      ] + Self.divisors.map { ("payload length modulo \($0)", "\(count % $0)") } + [
        ("module size", "\(modulePixels) px"), ("turn", "\(90 * turns)°"),
        ("offset across", Self.quarters[offsetAcross]), ("offset down", Self.quarters[offsetDown]),
        ("extra margin", "\(margin) px"),
      ]
    return factors.map { HuntLevel(factor: $0.0, level: $0.1) }
  }

  /// The levels of the symbol itself, without its payload's length and its place on the pixels.
  var symbolLevels: [HuntLevel] { Array(levels.prefix(options.factors.count + 1)) }

  /// The case in words.
  var words: String {
    "\(options), \(kind) payload of \(payload.count == 1 ? "1 byte" : "\(payload.count) bytes"), "
      + "\(modulePixels) px a module"
      + (turns > 0 ? ", turned by \(90 * turns)°" : "")
      + (offsetAcross + offsetDown > 0
        ? ", \(Self.quarters[offsetAcross]) to the right and \(Self.quarters[offsetDown]) down"
        : "")
  }
}

extension SymbolOptions {
  /// The number of a symbol's modules. Ends and heights of bars make rows of the drawn grid, which are none.
  fileprivate func modules(of symbol: Symbol) -> Int {
    switch self {
    case .linear, .postal: symbol.columns
    case .maxiCode: 884
    default: symbol.columns * symbol.rows
    }
  }

  /// The factors of a symbology's options.
  fileprivate var factors: [(String, String)] {
    switch self {
    case .qrCode(let version, let level, let mask, _), .gs1QRCode(let version, let level, let mask):
      [
        ("version", "\(version)"), ("error correction", level.rawValue),
        ("mask", mask.map { "\($0)" } ?? "chosen"),
      ]
    case .microQRCode(let version, let level, let mask):
      [
        ("version", "M\(version)"), ("error correction", level?.rawValue ?? "none"),
        ("mask", mask.map { "\($0)" } ?? "chosen"),
      ]
    case .rMQRCode(let size, let level):
      [("size", "\(size)"), ("error correction", level.rawValue)]
    case .dataMatrix(let size), .gs1DataMatrix(let size):
      [
        ("size", "\(size)"),
        ("form", size.isExtension ? "extension" : size.isSquare ? "square" : "rectangle"),
      ]
    case .aztec(let size): [("size", "\(size)")]
    case .pdf417(let columns, _, let level, _):
      [("columns", "\(columns)"), ("error correction", "\(level)")]
    case .microPDF417(let columns, _), .codablockF(let columns, _), .dotCode(let columns),
      .dataBarExpandedStacked(let columns):
      [("columns", "\(columns)")]
    case .maxiCode(let mode): [("mode", "\(mode.number)")]
    case .dataBarStacked, .linear: [("form", "\(self)")]
    case .aztecRune, .postal, .code16K: []
    }
  }
}

extension DataMatrixSize {
  fileprivate var isSquare: Bool { rows == columns }
  /// True for the sizes of ISO/IEC 21471, which stand behind the 24 squares and the 6 rectangles.
  fileprivate var isExtension: Bool { !Self.all.prefix(30).contains(self) }
}

/// A case as it is drawn.
struct HuntImage: Sendable {
  let image: GrayImage
  /// The reading that is right.
  let expected: ExpectedSymbol
  /// The number of the symbol's modules; of bars, from the first to the last.
  let modules: Int
}

/// Draws cases; used by one thread at a time.
struct HuntPainter {
  private var encoder = SymbolEncoder()
  private var rasteriser = SceneRasteriser()

  /// Draws a case without blur or noise: upright first, then turned by whole quarters, which moves pixels
  /// and changes none.
  ///
  /// - Throws: ``SymbolError`` if the payload does not fit or the encoder refuses it.
  mutating func draw(_ one: HuntCase) throws -> HuntImage {
    let symbol = try encoder.encode(one.payload, options: one.options)
    let placement = Placement(
      symbol, moduleSizePixels: Double(one.modulePixels), rotationDegrees: 0,
      phase: Point(x: Double(one.offsetAcross) / 4, y: Double(one.offsetDown) / 4))
    let upright = try rasteriser.drawImage(Scene(symbol, placement))
    let turns: [QuarterTurn] = [.none, .quarter, .half, .threeQuarters]
    return HuntImage(
      image: upright.padded(by: one.margin, shade: 255).turned(turns[one.turns]),
      expected: ExpectedSymbol(
        symbology: symbol.symbology, bytes: symbol.payload, corners: nil, extent: symbol.extent),
      modules: one.options.modules(of: symbol))
  }
}
