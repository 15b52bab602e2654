/// The share of a QR Code's codewords that may be damaged: about 7, 15, 25 or 30 %.
public enum QRErrorCorrection: String, CaseIterable, Hashable, Sendable, Codable {
  case low = "L"
  case medium = "M"
  case quartile = "Q"
  case high = "H"
}

/// The mode in which a QR Code's data is put into codewords (ISO/IEC 18004, 7.4).
public enum QRMode: String, CaseIterable, Hashable, Sendable, Codable {
  /// Digits in numeric mode, the 45 characters in alphanumeric mode, everything else in byte mode.
  case automatic
  /// Like `automatic`, but with pairs of bytes that are Shift JIS kanji in kanji mode; the payload
  /// starts with such a pair.
  case kanji
}

/// A size of rMQR Codes, ISO/IEC 23941 table 1.
public struct RMQRSize: Hashable, Sendable {
  /// The number of rows of modules.
  public let rows: Int
  /// The number of modules in a row.
  public let columns: Int

  private init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// Every size, in the order of the standard's version indicators, from 0.
  public static let all: [RMQRSize] = [
    (7, [43, 59, 77, 99, 139]), (9, [43, 59, 77, 99, 139]), (11, [27, 43, 59, 77, 99, 139]),
    (13, [27, 43, 59, 77, 99, 139]), (15, [43, 59, 77, 99, 139]), (17, [43, 59, 77, 99, 139]),
  ].flatMap { rows, widths in widths.map { RMQRSize(rows: rows, columns: $0) } }

  /// Reads a size as the standard writes it: `R7x43`.
  ///
  /// - Returns: `nil` when there is no such size.
  public init?(parsing text: String) {
    guard let size = Self.all.first(where: { $0.description == text }) else { return nil }
    self = size
  }

  /// The standard's version indicator, 0 to 31.
  var indicator: Int { Self.all.firstIndex(of: self) ?? 0 }
}

extension RMQRSize: CustomStringConvertible {
  /// Rows, then columns: `R7x43`.
  public var description: String { "R\(rows)x\(columns)" }
}

/// A size of Aztec Codes, ISO/IEC 24778 table 1.
public struct AztecSize: Hashable, Sendable {
  /// True if the symbol has the small bullseye and no reference grid.
  public let isCompact: Bool
  /// The layers of data around the core: 1 to 4 in compact symbols, else 1 to 32.
  public let layers: Int

  private init(isCompact: Bool, layers: Int) {
    self.isCompact = isCompact
    self.layers = layers
  }

  /// Every size: compact ones first, each kind from the smallest.
  public static let all: [AztecSize] =
    (1...4).map { AztecSize(isCompact: true, layers: $0) }
    + (1...32).map { AztecSize(isCompact: false, layers: $0) }

  /// Reads a size: `compact-3`, `full-7`.
  ///
  /// - Returns: `nil` when there is no such size.
  public init?(parsing text: String) {
    guard let size = Self.all.first(where: { $0.description == text }) else { return nil }
    self = size
  }

  /// The number of modules on a side.
  ///
  /// A compact core has 11 modules a side, a full one 15, and each layer adds 2 on either side.
  /// Full symbols have a line of the reference grid every 16 modules from the centre. The line
  /// through the centre is included in the core's 15 modules. The others are added: one more on
  /// either side after every 15 modules of core and layers.
  public var side: Int {
    if isCompact { return 11 + 4 * layers }
    return 15 + 4 * layers + 2 * ((2 * layers + 6) / 15)
  }
}

extension AztecSize: CustomStringConvertible {
  /// The kind and the layers: `compact-3`.
  public var description: String { "\(isCompact ? "compact" : "full")-\(layers)" }
}

/// A size of Data Matrix (ECC 200) symbols: ISO/IEC 16022 table 7, and ISO/IEC 21471 (DMRE).
public struct DataMatrixSize: Hashable, Sendable {
  /// Rows of modules, finder pattern included.
  public let rows: Int
  /// Modules in a row, finder pattern included.
  public let columns: Int

  private init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// Every size, in the order in which the standards list them: squares, rectangles, then those of
  /// the rectangular extension.
  public static let all: [DataMatrixSize] =
    [
      10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104, 120, 132,
      144,
    ].map { DataMatrixSize(rows: $0, columns: $0) }
    + [
      (8, 18), (8, 32), (12, 26), (12, 36), (16, 36), (16, 48),
      (8, 48), (8, 64), (8, 80), (8, 96), (8, 120), (8, 144), (12, 64), (12, 88), (16, 64),
      (20, 36), (20, 44), (20, 64), (22, 48), (24, 48), (24, 64), (26, 40), (26, 48), (26, 64),
    ]
    .map { DataMatrixSize(rows: $0.0, columns: $0.1) }

  /// Reads a size as the standard writes it, rows first: `20x20`, `8x32`.
  ///
  /// - Returns: `nil` when there is no such size.
  public init?(parsing text: String) {
    guard let size = Self.all.first(where: { $0.description == text }) else { return nil }
    self = size
  }
}

extension DataMatrixSize: CustomStringConvertible {
  /// Rows, then columns: `8x32`.
  public var description: String { "\(rows)x\(columns)" }
}

/// The mode of a MaxiCode, which sets its content (ISO/IEC 16023, 4.7).
public enum MaxiCodeMode: Hashable, Sendable {
  /// Modes 2 and 3: a parcel's destination, and a message.
  ///
  /// - postcode: Nine digits, which make it mode 2, or six characters of A–Z and 0–9: mode 3.
  /// - country: ISO 3166 number, 0 to 999.
  /// - service: The carrier's class of service, 0 to 999.
  case carrier(postcode: String, country: Int, service: Int)
  /// Mode 4: a message.
  case standard
  /// Mode 5: a message with more error correction.
  case fullCorrection

  /// The number of the mode in the standard.
  public var number: Int {
    switch self {
    case .carrier(let postcode, _, _): postcode.utf8.count == 9 ? 2 : 3
    case .standard: 4
    case .fullCorrection: 5
    }
  }
}

extension MaxiCodeMode: CustomStringConvertible {
  /// The mode in words: `mode 4`.
  public var description: String {
    guard case .carrier(let postcode, let country, let service) = self else {
      return "mode \(number)"
    }
    return "mode \(number), postcode \(postcode), country \(country), service \(service)"
  }
}
