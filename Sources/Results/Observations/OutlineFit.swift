import Foundation

/// The fit of a decoder's corners to the outline of the symbol that it read.
///
/// Numbers are rounded when a fit is made, so that those of a fresh observation and those read from a
/// store are the same: the error to 1 %, the overlap to a thousandth. Both index histograms of a
/// fixed size.
public struct OutlineFit: Hashable, Sendable {
  /// The bin of the outline error, below ``errorBinCount``.
  package let errorBin: Int
  /// The overlap in thousandths; `nil` for corners on a line.
  package let overlapThousandths: Int?
  /// True if the corners come in the order that ``Corners`` asks for.
  public let isInOrder: Bool

  /// Makes a fit.
  ///
  /// - Parameters:
  ///   - errorModules: The largest distance of a corner from its place, in modules.
  ///   - overlap: The intersection over union of the two outlines, 0 to 1; `nil` for corners on a
  ///     line.
  ///   - isInOrder: True if the corners come in the order that ``Corners`` asks for.
  public init(errorModules: Double, overlap: Double?, isInOrder: Bool) {
    errorBin = Self.bin(of: errorModules)
    overlapThousandths = overlap.map { Int((min(max($0, 0), 1) * 1000).rounded()) }
    self.isInOrder = isInOrder
  }

  /// The largest distance of a corner from its place, in modules, to 1 %; 0 below a thousandth of a
  /// module.
  ///
  /// For linear symbols, only distances along the bars' row count: decoders give the ends of a scan
  /// line, which may be at any height.
  public var errorModules: Double { Self.error(ofBin: errorBin) }

  /// The intersection over union of the two outlines, 0 to 1; `nil` for corners on a line.
  public var overlap: Double? { overlapThousandths.map { Double($0) / 1000 } }
}

/// The scale of outline errors: a bin for each per cent from a thousandth of a module to a million.
extension OutlineFit {
  private static let smallest = 0.001
  private static let largest = 1e6
  private static let step = 1.01

  /// The number of bins: one for what is smaller than a thousandth of a module, then one per cent each.
  package static let errorBinCount = 2 + Int(log(largest / smallest) / log(step))

  /// The number of different overlaps: 0 to 1000 thousandths.
  package static let overlapBinCount = 1001

  private static func bin(of error: Double) -> Int {
    guard error >= smallest else { return 0 }
    guard error < largest else { return errorBinCount - 1 }
    return min(1 + Int(log(error / smallest) / log(step)), errorBinCount - 1)
  }

  /// The error in the middle of a bin, in modules, to four digits; 0 for the first one.
  package static func error(ofBin bin: Int) -> Double {
    guard bin > 0 else { return 0 }
    let error = smallest * pow(step, Double(bin) - 0.5)
    let scale = pow(10, 3 - log10(error).rounded(.down))
    return (error * scale).rounded() / scale
  }
}

extension OutlineFit {
  /// The four bytes that stand for "no corners" in place of a fit.
  package static let packedAbsence: UInt32 = .max
  private static let noOverlap = 0x3FF

  /// The fit in four bytes: the bin of the error in the low 16 bits, then ten bits of overlap in
  /// thousandths (1023 for none), then one that is set if the order is another one.
  package var packed: UInt32 {
    UInt32(errorBin) | UInt32(overlapThousandths ?? Self.noOverlap) << 16
      | (isInOrder ? 0 : 1 << 26)
  }

  /// Unpacks a fit; `nil` for bits that stand for none.
  package init?(packed: UInt32) {
    let (bin, overlap) = (Int(packed & 0xFFFF), Int(packed >> 16 & 0x3FF))
    guard bin < Self.errorBinCount, overlap <= 1000 || overlap == Self.noOverlap, packed >> 27 == 0
    else { return nil }
    errorBin = bin
    overlapThousandths = overlap == Self.noOverlap ? nil : overlap
    isInOrder = packed >> 26 == 0
  }
}

/// The fits of the symbols that were read in one image, in the order of the image's truth.
///
/// A single fit takes no memory of its own: nearly all images hold one symbol.
public struct SymbolOutlines: Hashable, Sendable {
  private let first: OutlineFit?
  private let others: [OutlineFit?]

  /// Makes a list from the fit of each symbol; `nil` for one that was not read, or without corners.
  public init(_ fits: some Sequence<OutlineFit?>) {
    var fits = Array(fits)
    while case .some(nil) = fits.last { fits.removeLast() }
    first = fits.first ?? nil
    others = Array(fits.dropFirst())
  }

  public init(_ fit: OutlineFit?) {
    (first, others) = (fit, [])
  }

  /// The fit of a symbol; `nil` for one that was not read, or without corners.
  public subscript(symbol: Int) -> OutlineFit? {
    if symbol == 0 { return first }
    return symbol <= others.count ? others[symbol - 1] : nil
  }

  /// The number of symbols up to the last one with a fit.
  package var count: Int { others.isEmpty ? (first == nil ? 0 : 1) : 1 + others.count }
}
