import Symbols

/// Makes a failing case as simple as its failure allows: upright, at whole pixels, with the shortest payload
/// and the fewest modules.
struct HuntMinimiser {
  /// The most decodes for one case.
  static let mostDecodes = 300
  /// The side of modules that is tried first, in pixels, and the margin: ones that no reader could object to.
  private static let (plainModule, plainMargin) = (4, HuntSpace.widerMargin)

  /// Returns true if a case still fails in the same way; `nil` if it cannot be drawn.
  let fails: (HuntCase) -> Bool?
  private(set) var decodes = 0

  init(fails: @escaping (HuntCase) -> Bool?) { self.fails = fails }

  /// Returns the simplest case that was found to fail.
  mutating func minimise(_ found: HuntCase) -> HuntCase {
    var one = found
    for _ in 0..<3 {
      let before = one
      take(&one) { ($0.turns, $0.offsetAcross, $0.offsetDown) = (0, 0, 0) }
      take(&one) { $0.turns = 0 }
      take(&one) { $0.offsetAcross = 0 }
      take(&one) { $0.offsetDown = 0 }
      take(&one) { $0.margin = Self.plainMargin }
      take(&one) { $0.modulePixels = Self.plainModule }
      shorten(&one)
      for options in one.options.simpler where take(&one, { $0.options = options }) { break }
      for character in ["0", "A"].map({ Array($0.utf8) }) {
        take(&one) { $0.payload = Array(repeating: character[0], count: $0.payload.count) }
      }
      if one == before { break }
    }
    return one
  }

  /// Takes the shortest beginning of the payload that fails.
  private mutating func shorten(_ one: inout HuntCase) {
    let payload = one.payload
    let half = stride(from: 1, to: payload.count, by: max(1, payload.count / 100))
    for count in half where take(&one, { $0.payload = Array(payload.prefix(count)) }) { return }
  }

  @discardableResult
  private mutating func take(_ one: inout HuntCase, _ change: (inout HuntCase) -> Void) -> Bool {
    var simpler = one
    change(&simpler)
    guard simpler != one, decodes < Self.mostDecodes, let isSame = fails(simpler) else {
      return false
    }
    decodes += 1
    guard isSame else { return false }
    one = simpler
    return true
  }
}

extension SymbolOptions {
  /// Options with fewer modules or less error correction, the simplest first.
  fileprivate var simpler: [SymbolOptions] {
    func smaller<Size>(_ all: [Size], than size: Size, _ area: (Size) -> Int) -> [Size] {
      all.filter { area($0) < area(size) }.sorted { area($0) < area($1) }
    }
    switch self {
    case .qrCode(let version, let level, let mask, let mode):
      return (1..<version).flatMap { smaller in
        (level == .low ? [level] : [.low, level]).map {
          .qrCode(version: smaller, errorCorrection: $0, mask: mask, mode: mode)
        }
      }
        + (level == .low
          ? [] : [.qrCode(version: version, errorCorrection: .low, mask: mask, mode: mode)])
    case .gs1QRCode(let version, let level, let mask):
      return (1..<version).map { .gs1QRCode(version: $0, errorCorrection: level, mask: mask) }
    case .rMQRCode(let size, let level):
      return smaller(RMQRSize.all, than: size) { $0.rows * $0.columns }
        .map { .rMQRCode($0, errorCorrection: level) }
    case .dataMatrix(let size):
      return smaller(DataMatrixSize.all, than: size) { $0.rows * $0.columns }.map {
        .dataMatrix($0)
      }
    case .gs1DataMatrix(let size):
      return smaller(DataMatrixSize.all, than: size) { $0.rows * $0.columns }
        .map { .gs1DataMatrix($0) }
    case .aztec(let size):
      return smaller(AztecSize.all, than: size) { $0.side }.map { .aztec($0) }
    case .pdf417(let columns, let rows, let level, let height):
      return (1..<columns).map {
        .pdf417(columns: $0, rows: rows, errorCorrection: level, rowHeight: height)
      }
    case .microPDF417(let columns, let height):
      return (1..<columns).map { .microPDF417(columns: $0, rowHeight: height) }
    case .codablockF(let columns, let height):
      return (4..<max(columns, 4)).map { .codablockF(columns: $0, rowHeight: height) }
    case .dataBarExpandedStacked(let columns):
      return (1..<columns).map { .dataBarExpandedStacked(columns: $0) }
    case .dotCode(let columns):
      return (5..<max(columns, 5)).map { .dotCode(columns: $0) }
    case .microQRCode(let version, let level, let mask):
      return (2..<max(version, 2)).map {
        .microQRCode(version: $0, errorCorrection: level ?? .low, mask: mask)
      }
    case .aztecRune, .maxiCode, .dataBarStacked, .postal, .code16K, .linear: return []
    }
  }
}
