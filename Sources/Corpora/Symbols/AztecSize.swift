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
